// Residues modulo p = 2^64 - 2^32 + 1, below p. 2 has order 192, so the small transforms shift.
#pragma once
#include "args.cuh"

struct Goldilocks {
    typedef uint64_t T;
    static const int E = 16;
    static const bool TURNS = true;
    static constexpr bool allows(int n) { return n != 7; } // radices
    static const uint64_t P = 0xFFFFFFFF00000001ull, EPS = 0xFFFFFFFFull;
    const T* constants;
    bool inverse;

    static FN Goldilocks open(const Field& field, uint32_t) {
        return {static_cast<const T*>(field.constants), field.inverse != 0};
    }
    FN bool turned() const { return inverse; }
    static FN T zero() { return 0; }
    static FN T add(T x, T y) {
        uint64_t gap = P - y; // x + y - p = x - gap
        return x >= gap ? x - gap : x + y;
    }
    static FN T sub(T x, T y) {
        uint64_t d = x - y;
        return x < y ? d + P : d;
    }
    // high 2^64 + low, with 2^64 = EPS and 2^96 = -1.
    static FN T reduce(uint64_t high, uint64_t low) {
        uint64_t top = high >> 32, t = low - top;
        if (low < top) t -= EPS;
        uint64_t middle = (high & EPS) * EPS, r = t + middle;
        if (r < middle) r += EPS;
        return r >= P ? r - P : r;
    }
    static FN T mul(T x, T y) { return reduce(__umul64hi(x, y), x * y); }
    static FN T product(T x, T y) { return mul(x, y); }
    static FN T swap(T x) { return x; }
    FN T constant(int i) const { return fetch(constants + i); }
    static FN T mul_even(T x, T c) { return mul(x, c); }
    static FN T mul_odd(T x, T c) { return mul(x, c); }

    // Times 2^S, S < 96.
    template <int S>
    static FN T shift(T x) {
        if (S == 0) return x;
        if (S < 64) return reduce(x >> ((64 - S) & 63), x << (S & 63));
        // x 2^(S-64) = high 2^64 + low, all times 2^64 = EPS, and 2^128 = -2^32.
        uint64_t low = S == 64 ? x : x << ((S - 64) & 63), high = S == 64 ? 0 : x >> ((128 - S) & 63);
        uint64_t r = (low & EPS) * EPS, top = low >> 32;
        return sub(sub(r, top), high << 32);
    }
    // Times the K-th power of the 16th root, which is 2^156.
    template <int K>
    FN T root16(T x) const {
        const int S = 156 * K % 192;
        if (S < 96) return shift<S % 96>(x);
        return sub(0, shift<S % 96>(x));
    }
};
