// Complex numbers. Transforms are forward, with w = exp(-2 pi i/n); the inverse exchanges the parts on the way in and out.
#pragma once
#include "args.cuh"

template <class F>
struct alignas(2 * sizeof(F)) Complex {
    F re, im;
};

template <class F>
struct ComplexRing {
    typedef Complex<F> T;
    static const int E = sizeof(F) == 4 ? 16 : 8; // elements a thread holds
    static const bool TURNS = false;
    static constexpr bool allows(int) { return true; } // radices
    const T* constants;

    static FN ComplexRing open(const Field& field, uint32_t) { return {static_cast<const T*>(field.constants)}; }
    FN bool turned() const { return false; }
    static FN T zero() { return {F(0), F(0)}; }
    static FN T add(T x, T y) { return {x.re + y.re, x.im + y.im}; }
    static FN T sub(T x, T y) { return {x.re - y.re, x.im - y.im}; }
    static FN T mul(T x, T y) { return {x.re * y.re - x.im * y.im, x.re * y.im + x.im * y.re}; }
    static FN T product(T x, T y) { return mul(x, y); }
    static FN T swap(T x) { return {x.im, x.re}; }
    FN T constant(int i) const { return fetch(constants + i); }
    // Times a real, and times an imaginary constant.
    static FN T mul_even(T x, T c) { return {x.re * c.re, x.im * c.re}; }
    static FN T mul_odd(T x, T c) { return {-x.im * c.im, x.re * c.im}; }

    // Times exp(-2 pi i K/16).
    template <int K>
    FN T root16(T x) const {
        const F h = F(0.70710678118654752440), c = F(0.92387953251128675613), s = F(0.38268343236508977173);
        if (K == 0) return x;
        if (K == 4) return {x.im, -x.re};
        if (K == 2) return {(x.re + x.im) * h, (x.im - x.re) * h};
        if (K == 6) return {(x.im - x.re) * h, -(x.re + x.im) * h};
        if (K == 1) return mul(x, {c, -s});
        if (K == 3) return mul(x, {s, -c});
        return mul(x, {-c, s}); // K = 9
    }
};
