// First reads and last writes, with what is fused into them.
#pragma once
#include "args.cuh"

template <class R>
FN typename R::T power(const R& r, const Powers& p, uint64_t e, uint32_t modulus) {
    typedef typename R::T T;
    const T* low = static_cast<const T*>(p.low) + modulus * p.low_step;
    if (!p.high) return fetch(low + e);
    const T* high = static_cast<const T*>(p.high) + modulus * p.high_step;
    return r.mul(fetch(low + (e & ((uint64_t(1) << p.shift) - 1))), fetch(high + (e >> p.shift)));
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
FN typename R::T first_read(const R& r, const Lines& l, const Hook& h, const Digits& d, uint32_t i, uint32_t modulus) {
    typedef typename R::T T;
    uint64_t data = l.read.of(d, i), position = h.kind ? h.at.of(d, i) : 0;
    if ((h.kind & Hook::LIMIT) && position >= h.limit) return r.zero();
    T x = hooked(r, h, load(static_cast<const T*>(l.in) + data), position, data, modulus);
    return h.kind & Hook::SWAP ? r.swap(x) : x;
}

template <class R>
FN void last_write(const R& r, const Lines& l, const Hook& h, const Digits& d, uint32_t i, uint32_t modulus, typename R::T x) {
    typedef typename R::T T;
    uint64_t data = l.write.of(d, i), position = h.kind ? h.at.of(d, i) : 0;
    if ((h.kind & Hook::LIMIT) && position >= h.limit) return;
    if (h.kind & Hook::SWAP) x = r.swap(x);
    store(static_cast<T*>(l.out) + data, hooked(r, h, x, position, data, modulus));
}

// v[m] = f(v[m], m) for all m. What is long is not unrolled: chunks are turned through the registers, as these have no addresses.
template <class T, int E, class F>
FN void in_chunks(T (&v)[E], F f) {
    const int CHUNK = sizeof(T) > 16 ? 1 : E < 8 ? E : E / 4;
#pragma unroll 1
    for (int from = 0; from < E; from += CHUNK) {
        T turned[CHUNK];
#pragma unroll
        for (int k = 0; k < CHUNK; k++) turned[k] = f(v[k], uint32_t(from + k));
#pragma unroll
        for (int k = 0; k < E; k++) v[k] = k + CHUNK < E ? v[(k + CHUNK) % E] : turned[(k + CHUNK) % E % CHUNK];
    }
}

FN uint32_t modulus_of(const Field& f, const Digits& d) { return d.c / uint32_t(f.group) % uint32_t(f.moduli_count); }
