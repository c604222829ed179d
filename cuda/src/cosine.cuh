// Cosine transforms of 2n reals through one complex transform of length n (Makhoul's order).
//     DCT-II   C_k = 2 sum_j x_j cos(pi (2j + 1) k / (4n))
//     DCT-III  x_j = C_0 + 2 sum_(k>0) C_k cos(pi (2j + 1) k / (4n)), which undoes DCT-II but for a factor 4n
// With v = x_0, x_2, ..., x_3, x_1 and its values V: c_k V_k = (C_k - i C_(2n-k))/2, c_k = exp(-2 pi i k/(8n)), and V comes from the
// values of v's halves as in real.cuh. `twiddles` is of the root of order 8n: w^k = c_(4k).
#pragma once
#include "real.cuh"

// Reals between x's order and v's; `BACK`, from v's.
template <class F, bool BACK>
FN void cosine_order(const RealArgs& a) {
    uint32_t n = uint32_t(a.n), reals = 2 * n;
    uint64_t all = a.lines.count * reals;
    for (uint64_t f = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; f < all; f += uint64_t(gridDim.x) * blockDim.x) {
        uint32_t line = uint32_t(f / reals), j = uint32_t(f - uint64_t(line) * reals), i = j < n ? 2 * j : 2 * (reals - 1 - j) + 1;
        Digits d = a.lines.digits(line);
        F x = load(static_cast<const F*>(a.lines.in) + a.lines.read.of(d, BACK ? j : i));
        store(static_cast<F*>(a.lines.out) + a.lines.write.of(d, BACK ? i : j), x);
    }
}

// Of v's value number k: the two cosine coefficients k and 2n - k.
template <class F>
FN void cosine_pair(const RealArgs& a, const Digits& d, uint32_t k, Complex<F> value) {
    Complex<F> x = ComplexRing<F>::mul(value, root_power(ComplexRing<F>{nullptr}, a.twiddles, k, 0));
    F* out = static_cast<F*>(a.lines.out);
    store(out + a.lines.write.of(d, k), F(2) * x.re);
    if (k != 0 && k != a.n) store(out + a.lines.write.of(d, 2 * uint32_t(a.n) - k), F(-2) * x.im);
}

// Cosine coefficients (reals) from the values of the halves.
template <class F>
FN void cosine_values(const RealArgs& a) {
    typedef Complex<F> T;
    typedef ComplexRing<F> R;
    uint32_t n = uint32_t(a.n), pairs = n / 2 + 1;
    uint64_t all = a.lines.count * pairs;
    for (uint64_t f = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; f < all; f += uint64_t(gridDim.x) * blockDim.x) {
        uint32_t line = uint32_t(f / pairs), k = uint32_t(f - uint64_t(line) * pairs);
        Digits d = a.lines.digits(line);
        const T* in = static_cast<const T*>(a.lines.in);
        T x = load(in + a.lines.read.of(d, k)), y = conjugate(load(in + a.lines.read.of(d, k ? n - k : 0)));
        T even = R::add(x, y), odd = R::mul(R::sub(x, y), root_power(R{nullptr}, a.twiddles, 4 * uint64_t(k), 0)), turned = {odd.im, -odd.re};
        T at_k = R::add(even, turned), at_mirror = conjugate(R::sub(even, turned));
        cosine_pair(a, d, k, T{F(0.5) * at_k.re, F(0.5) * at_k.im});
        if (k != n - k) cosine_pair(a, d, n - k, T{F(0.5) * at_mirror.re, F(0.5) * at_mirror.im});
    }
}

// Twice v's value number k, from the coefficients.
template <class F>
FN Complex<F> cosine_value(const RealArgs& a, const Digits& d, uint32_t k) {
    const F* in = static_cast<const F*>(a.lines.in);
    F re = load(in + a.lines.read.of(d, k)), im = k ? -load(in + a.lines.read.of(d, 2 * uint32_t(a.n) - k)) : F(0);
    return ComplexRing<F>::mul({re, im}, conjugate(root_power(ComplexRing<F>{nullptr}, a.twiddles, k, 0)));
}

// Four times the halves' values from the coefficients: the inverse transform, unscaled, then gives 4n times the halves.
template <class F>
FN void cosine_halves(const RealArgs& a) {
    typedef Complex<F> T;
    typedef ComplexRing<F> R;
    uint32_t n = uint32_t(a.n), pairs = n / 2 + 1;
    uint64_t all = a.lines.count * pairs;
    for (uint64_t f = uint64_t(blockIdx.x) * blockDim.x + threadIdx.x; f < all; f += uint64_t(gridDim.x) * blockDim.x) {
        uint32_t line = uint32_t(f / pairs), k = uint32_t(f - uint64_t(line) * pairs);
        Digits d = a.lines.digits(line);
        T* out = static_cast<T*>(a.lines.out);
        T x = cosine_value<F>(a, d, k), y = conjugate(cosine_value<F>(a, d, n - k));
        T w = conjugate(root_power(R{nullptr}, a.twiddles, 4 * uint64_t(k), 0));
        T even = R::add(x, y), odd = R::mul(R::sub(x, y), w), turned = {-odd.im, odd.re};
        store(out + a.lines.write.of(d, k), R::add(even, turned));
        if (k != 0 && k != n - k) store(out + a.lines.write.of(d, n - k), conjugate(R::sub(even, turned)));
    }
}

#define COSINE_KERNELS(RING, F) \
    KERNEL(RING, cosine_order, RealArgs, PASS_THREADS, (cosine_order<F, false>)) \
    KERNEL(RING, cosine_order_back, RealArgs, PASS_THREADS, (cosine_order<F, true>)) \
    KERNEL(RING, cosine_values, RealArgs, PASS_THREADS, (cosine_values<F>)) \
    KERNEL(RING, cosine_halves, RealArgs, PASS_THREADS, (cosine_halves<F>))
