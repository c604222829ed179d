// Real sequences of 2n elements as n complex ones, z_j = x_(2j) + i x_(2j+1), with values Z: for k = 0 ... n, Z_n = Z_0,
//     X_k = (Z_k + conj Z_(n-k))/2 - i/2 w^k (Z_k - conj Z_(n-k)),   w = exp(-2 pi i/(2n)),
// and back 2 Z_k = (X_k + conj X_(n-k)) + i w^-k (X_k - conj X_(n-k)). A thread has k and n - k.
#pragma once
#include "complex.cuh"
#include "hook.cuh"

template <class F>
FN Complex<F> conjugate(Complex<F> x) {
    return {x.re, -x.im};
}

// Values of real sequences from the transforms of their halves: n + 1 of them; or, `BACK`, twice the halves' from those.
template <class F, bool BACK>
FN void real_values(const RealArgs& a) {
    typedef Complex<F> T;
    typedef ComplexRing<F> R;
    const R r = {nullptr};
    uint32_t n = uint32_t(a.n), pairs = n / 2 + 1;
    uint64_t all = a.lines.count * pairs;
    const F scale = BACK ? F(1) : F(0.5);
    for (uint64_t f = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; f < all; f += uint64_t(gridDim.x) * blockDim.x) {
        uint32_t line = uint32_t(f / pairs), k = uint32_t(f - uint64_t(line) * pairs);
        Digits d = a.lines.digits(line);
        const T* in = static_cast<const T*>(a.lines.in);
        T* out = static_cast<T*>(a.lines.out);
        T x = load(in + a.lines.read.of(d, k)), y = conjugate(load(in + a.lines.read.of(d, BACK || k ? n - k : 0)));
        if (BACK && k == 0) x.im = y.im = F(0); // of the first and the last value: they are real
        T w = root_power(r, a.twiddles, k, 0);
        T even = R::add(x, y), odd = R::mul(R::sub(x, y), BACK ? conjugate(w) : w);
        T turned = BACK ? T{-odd.im, odd.re} : T{odd.im, -odd.re};
        // With k for n - k the even part is its conjugate, and so is the turned one but for its sign.
        T at_k = R::add(even, turned), at_mirror = conjugate(R::sub(even, turned));
        store(out + a.lines.write.of(d, k), T{scale * at_k.re, scale * at_k.im});
        if (k != n - k && !(BACK && k == 0)) store(out + a.lines.write.of(d, n - k), T{scale * at_mirror.re, scale * at_mirror.im});
    }
}
