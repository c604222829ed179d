// Residues modulo a prime below 2^31 in Montgomery's form, x 2^32 mod p, below p.
#pragma once
#include "args.cuh"

template <uint32_t P>
struct Monty31 {
    typedef uint32_t T;
    static const int E = 16;
    static const bool TURNS = false;
    static constexpr bool allows(int n) { return n % 2 == 0 || (P - 1) % n == 0; } // radices
    const T* constants;

    // -1/p mod 2^32, by Newton's steps.
    static constexpr uint32_t negated_inverse() {
        uint32_t x = P;
        for (int i = 0; i < 5; i++) x *= 2 - P * x;
        return 0 - x;
    }
    static FN Monty31 open(const Field& field, uint32_t) { return {static_cast<const T*>(field.constants)}; }
    FN bool turned() const { return false; }
    static FN T zero() { return 0; }
    static FN T add(T x, T y) {
        uint32_t s = x + y, d = s - P;
        return d < s ? d : s;
    }
    static FN T sub(T x, T y) {
        uint32_t d = x - y, s = d + P;
        return s < d ? s : d;
    }
    static FN T mul(T x, T y) {
        uint32_t low = x * y, high = __umulhi(x, y), q = low * negated_inverse();
        uint32_t r = high + __umulhi(q, P) + (low != 0), d = r - P;
        return d < r ? d : r;
    }
    static FN T product(T x, T y) { return mul(x, y); }
    static FN T swap(T x) { return x; }
    FN T constant(int i) const { return fetch(constants + i); }
    static FN T mul_even(T x, T c) { return mul(x, c); }
    static FN T mul_odd(T x, T c) { return mul(x, c); }
    template <int K>
    FN T root16(T x) const {
        return K == 0 ? x : mul(x, constant(K));
    }
};
typedef Monty31<0x78000001u> BabyBear;
typedef Monty31<0x7F000001u> KoalaBear;
