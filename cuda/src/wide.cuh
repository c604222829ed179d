// Residues modulo a prime below 2^255 in Montgomery's form, x 2^256 mod p, below p, as eight words, lowest first.
#pragma once
#include "args.cuh"

struct alignas(16) Limbs {
    uint32_t w[8];
};

struct Bls12381Modulus {
    static const uint32_t NEGATED_INVERSE = 0xFFFFFFFFu;
    static constexpr uint32_t word(int i) {
        return i == 0 ? 0x00000001u : i == 1 ? 0xFFFFFFFFu : i == 2 ? 0xFFFE5BFEu : i == 3 ? 0x53BDA402u
             : i == 4 ? 0x09A1D805u : i == 5 ? 0x3339D808u : i == 6 ? 0x299D7D48u : 0x73EDA753u;
    }
};
struct Bn254Modulus {
    static const uint32_t NEGATED_INVERSE = 0xEFFFFFFFu;
    static constexpr uint32_t word(int i) {
        return i == 0 ? 0xF0000001u : i == 1 ? 0x43E1F593u : i == 2 ? 0x79B97091u : i == 3 ? 0x2833E848u
             : i == 4 ? 0x8181585Du : i == 5 ? 0xB85045B6u : i == 6 ? 0xE131A029u : 0x30644E72u;
    }
};

// x - p if that is not negative. `x` below 2p, which is below 2^256.
template <class M>
FN Limbs below(const Limbs& x) {
    Limbs d;
    uint64_t borrow = 0;
#pragma unroll
    for (int i = 0; i < 8; i++) {
        uint64_t t = uint64_t(x.w[i]) - M::word(i) - borrow;
        d.w[i] = uint32_t(t);
        borrow = t >> 63;
    }
#pragma unroll
    for (int i = 0; i < 8; i++) d.w[i] = borrow ? x.w[i] : d.w[i];
    return d;
}

// x y / 2^256, word by word: a call, as a product is hundreds of instructions and a kernel has dozens.
template <class M>
CALLED_FN Limbs wide_product(const Limbs x, const Limbs y) {
    uint32_t t[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
#pragma unroll
    for (int i = 0; i < 8; i++) {
        uint64_t carry = 0;
#pragma unroll
        for (int j = 0; j < 8; j++) {
            carry += uint64_t(x.w[j]) * y.w[i] + t[j];
            t[j] = uint32_t(carry);
            carry >>= 32;
        }
        t[8] = uint32_t(carry); // the sum stays below 2 p 2^32: no tenth word
        uint32_t q = t[0] * M::NEGATED_INVERSE;
        carry = (uint64_t(q) * M::word(0) + t[0]) >> 32;
#pragma unroll
        for (int j = 1; j < 8; j++) {
            carry += uint64_t(q) * M::word(j) + t[j];
            t[j - 1] = uint32_t(carry);
            carry >>= 32;
        }
        carry += t[8];
        t[7] = uint32_t(carry);
    }
    Limbs r;
#pragma unroll
    for (int i = 0; i < 8; i++) r.w[i] = t[i];
    return below<M>(r);
}

template <class M>
struct Wide {
    typedef Limbs T;
    static const int E = 4;
    static const bool TURNS = false;
    static constexpr bool allows(int n) { return n < 5; } // radices
    const T* constants;

    static FN Wide open(const Field& field, uint32_t) { return {static_cast<const T*>(field.constants)}; }
    FN bool turned() const { return false; }
    static FN T zero() { return {{0, 0, 0, 0, 0, 0, 0, 0}}; }
    static FN T add(const T& x, const T& y) {
        T s;
        uint64_t carry = 0;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            carry += uint64_t(x.w[i]) + y.w[i];
            s.w[i] = uint32_t(carry);
            carry >>= 32;
        }
        return below<M>(s);
    }
    static FN T sub(const T& x, const T& y) {
        T d;
        uint64_t borrow = 0;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            uint64_t t = uint64_t(x.w[i]) - y.w[i] - borrow;
            d.w[i] = uint32_t(t);
            borrow = t >> 63;
        }
        uint32_t mask = 0 - uint32_t(borrow);
        uint64_t carry = 0;
#pragma unroll
        for (int i = 0; i < 8; i++) {
            carry += uint64_t(d.w[i]) + (M::word(i) & mask);
            d.w[i] = uint32_t(carry);
            carry >>= 32;
        }
        return d;
    }
    static FN T mul(const T& x, const T& y) { return wide_product<M>(x, y); }
    static FN T product(const T& x, const T& y) { return wide_product<M>(x, y); }
    static FN T swap(const T& x) { return x; }
    FN T constant(int i) const { return fetch(constants + i); }
    static FN T mul_even(const T& x, const T& c) { return mul(x, c); }
    static FN T mul_odd(const T& x, const T& c) { return mul(x, c); }
    template <int K>
    FN T root16(const T& x) const {
        return K == 0 ? x : mul(x, constant(K));
    }
};
typedef Wide<Bls12381Modulus> Bls12381Fr;
typedef Wide<Bn254Modulus> Bn254Fr;
