// First reads and last writes, with what is fused into them.
#pragma once
#include "args.cuh"

// The power of two tables. Without a branch between them, look-ups of several powers wait for memory together.
template <class R, class I>
FN typename R::T root_power(const R& r, const Powers& p, I e, uint32_t modulus) {
    typedef typename R::T T;
    const uint32_t shift = uint32_t(p.shift);
    const T* low = static_cast<const T*>(p.low) + modulus * p.low_step;
    const T* high = static_cast<const T*>(p.high) + modulus * p.high_step;
    return r.mul(fetch(low + (e & ((I(1) << shift) - 1))), fetch(high + (e >> shift)));
}

template <class R>
FN typename R::T power(const R& r, const Powers& p, uint64_t e, uint32_t modulus) {
    typedef typename R::T T;
    return p.high ? root_power(r, p, e, modulus) : fetch(static_cast<const T*>(p.low) + modulus * p.low_step + e);
}

template <class R>
FN typename R::T hooked(const R& r, const Hook& h, typename R::T x, uint64_t position, uint64_t data, uint32_t modulus) {
    typedef typename R::T T;
    if (h.kind & Hook::WEIGHTS) x = r.mul(x, power(r, h.weights, position, modulus));
    if (h.kind & (Hook::OTHER | Hook::OTHER_AT)) {
        uint64_t at = h.kind & Hook::OTHER ? data : position + modulus * h.other_step;
        x = r.product(x, load(static_cast<const T*>(h.other) + at));
    }
    return x;
}

template <class R>
FN typename R::T first_read(const R& r, const Lines& l, const Hook& h, uint64_t data, uint64_t position, uint32_t modulus) {
    typedef typename R::T T;
    if ((h.kind & Hook::LIMIT) && position >= h.limit) return r.zero();
    T x = hooked(r, h, load(static_cast<const T*>(l.in) + data), position, data, modulus);
    return h.kind & Hook::SWAP ? r.swap(x) : x;
}

template <class R>
FN typename R::T first_read(const R& r, const Lines& l, const Hook& h, const Digits& d, uint32_t i, uint32_t modulus) {
    return first_read(r, l, h, l.read.of(d, i), h.kind ? h.at.of(d, i) : 0, modulus);
}

template <class R>
FN void last_write(const R& r, const Lines& l, const Hook& h, uint64_t data, uint64_t position, uint32_t modulus, typename R::T x) {
    typedef typename R::T T;
    if ((h.kind & Hook::LIMIT) && position >= h.limit) return;
    if (h.kind & Hook::SWAP) x = r.swap(x);
    store(static_cast<T*>(l.out) + data, hooked(r, h, x, position, data, modulus));
}

template <class R>
FN void last_write(const R& r, const Lines& l, const Hook& h, const Digits& d, uint32_t i, uint32_t modulus, typename R::T x) {
    last_write(r, l, h, l.write.of(d, i), h.kind ? h.at.of(d, i) : 0, modulus, x);
}

// v[m] = f(v[m], m) for all m. What is long is not unrolled: chunks, CHUNKS of them, are turned through the registers, as these have no
// addresses.
template <int CHUNKS, class T, int E, class F>
FN void in_chunks(T (&v)[E], F f) {
    const int CHUNK = sizeof(T) > 16 ? 1 : E < 8 ? E : E / CHUNKS;
#pragma unroll 1
    for (int from = 0; from < E; from += CHUNK) {
        T turned[CHUNK];
#pragma unroll
        for (int k = 0; k < CHUNK; k++) turned[k] = f(v[k], uint32_t(from + k));
#pragma unroll
        for (int k = 0; k < E; k++) v[k] = k + CHUNK < E ? v[(k + CHUNK) % E] : turned[(k + CHUNK) % E % CHUNK];
    }
}

// v[m] = f(v[m]) for all m, where f is short; a product of many words is not repeated.
template <class T, int E, class F>
FN void for_each(T (&v)[E], F f) {
    if constexpr (sizeof(T) > 16) {
        in_chunks<4>(v, [&](const T& x, uint32_t) { return f(x); });
    } else {
#pragma unroll
        for (int m = 0; m < E; m++) v[m] = f(v[m]);
    }
}

FN uint32_t modulus_of(const Field& f, const Digits& d) {
    return f.moduli_count == 1 ? 0 : d.c / uint32_t(f.group) % uint32_t(f.moduli_count);
}
