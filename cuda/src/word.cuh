// Residues modulo an odd number known at run time, a different one for each member of a batch if so wished. Values are
// plain residues, below p; tables and constants are in Montgomery's form x 2^BITS mod p, so that value times table is one
// reduction. p < 2^31 in words of 32 bits, p < 2^62 in words of 64.
#pragma once
#include "args.cuh"

FN uint32_t high_word(uint32_t x, uint32_t y) { return __umulhi(x, y); }
FN uint64_t high_word(uint64_t x, uint64_t y) { return __umul64hi(x, y); }

template <class W>
struct Word {
    typedef W T;
    static const int E = 16;
    static const bool TURNS = false;
    static constexpr bool allows(int) { return true; } // radices
    struct Modulus {
        W p, negated_inverse; // -1/p mod 2^BITS
        W square;             // 2^(2 BITS) mod p
        W unused;
    };
    const T* constants;
    W p, negated_inverse, square;

    static FN Word open(const Field& field, uint32_t modulus) {
        Modulus m = fetch(static_cast<const Modulus*>(field.moduli) + modulus);
        return {static_cast<const T*>(field.constants) + modulus * field.constants_step, m.p, m.negated_inverse, m.square};
    }
    FN bool turned() const { return false; }
    static FN T zero() { return 0; }
    FN T add(T x, T y) const {
        W s = x + y;
        return s >= p ? s - p : s;
    }
    FN T sub(T x, T y) const {
        W d = x - y;
        return x < y ? d + p : d;
    }
    FN T mul(T x, T y) const {
        W low = x * y, high = high_word(x, y), q = low * negated_inverse;
        W r = high + high_word(q, p) + (low != 0);
        return r >= p ? r - p : r;
    }
    // Of two plain values.
    FN T product(T x, T y) const { return mul(mul(x, y), square); }
    static FN T swap(T x) { return x; }
    FN T constant(int i) const { return fetch(constants + i); }
    FN T mul_even(T x, T c) const { return mul(x, c); }
    FN T mul_odd(T x, T c) const { return mul(x, c); }
    template <int K>
    FN T root16(T x) const {
        return K == 0 ? x : mul(x, constant(K));
    }
};
