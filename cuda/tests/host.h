// The rings once more, on the host and in another way: what the kernels are compared with, and what makes their tables.
#pragma once
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "../src/kernels.cuh"

typedef unsigned __int128 u128;

struct Random {
    uint64_t state;
    uint64_t next() {
        uint64_t z = (state += 0x9E3779B97F4A7C15ull);
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ull;
        z = (z ^ z >> 27) * 0x94D049BB133111EBull;
        return z ^ z >> 31;
    }
};

// Complex numbers of twice the digits. Values of roots come from the exponent, never from products.
template <class F>
struct HostComplex {
    typedef std::complex<long double> V;
    typedef Complex<F> T;
    static const bool FLOATS = true;
    bool has(uint64_t) const { return true; }
    static V zero() { return 0; }
    static V one() { return 1; }
    static V add(V x, V y) { return x + y; }
    static V sub(V x, V y) { return x - y; }
    static V mul(V x, V y) { return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()}; }
    V root(uint64_t n, uint64_t e) const {
        e %= n;
        long double angle = -2 * acosl(-1.0L) * (long double)e / (long double)n;
        if (4 * e % n == 0) { // exact quarters
            const V quarter[] = {{1, 0}, {0, -1}, {-1, 0}, {0, 1}};
            return quarter[4 * e / n];
        }
        return {cosl(angle), sinl(angle)};
    }
    V whole(uint64_t n) const { return (long double)n; }
    V inverse_whole(uint64_t n) const { return 1.0L / (long double)n; }
    static T data(V v) { return {F(v.real()), F(v.imag())}; }
    static T table(V v) { return data(v); }
    static V value(T t) { return {(long double)t.re, (long double)t.im}; }
    static V random(Random& r) { return {(long double)(F)(int64_t(r.next()) * 0x1p-63), (long double)(F)(int64_t(r.next()) * 0x1p-63)}; }
    static bool agree(const V* x, const V* y, size_t n) {
        long double error = 0, norm = 0;
        for (size_t i = 0; i < n; i++) {
            error += std::norm(x[i] - y[i]);
            norm += std::norm(y[i]);
        }
        return sqrtl(error) <= (sizeof(F) == 4 ? 2e-6L : 4e-15L) * sqrtl(norm) + 1e-30L;
    }
};

// Residues modulo a prime of one word. `montgomery`: bits of Montgomery's form, of data and of tables.
template <class W>
struct HostWord {
    typedef uint64_t V;
    typedef W T;
    static const bool FLOATS = false;
    uint64_t p, generator;
    uint32_t data_bits, table_bits;
    bool has(uint64_t n) const { return (p - 1) % n == 0; }
    static V zero() { return 0; }
    V one() const { return 1; }
    V add(V x, V y) const { return V((u128(x) + y) % p); }
    V sub(V x, V y) const { return V((u128(x) + p - y) % p); }
    V mul(V x, V y) const { return V(u128(x) * y % p); }
    V pow(V x, uint64_t e) const {
        V r = 1;
        for (; e; e >>= 1, x = mul(x, x))
            if (e & 1) r = mul(r, x);
        return r;
    }
    V root(uint64_t n, uint64_t e) const { return pow(pow(generator, (p - 1) / n), e % n); }
    V whole(uint64_t n) const { return n % p; }
    V inverse_whole(uint64_t n) const { return pow(n % p, p - 2); }
    T data(V v) const { return T(u128(v) * V((u128(1) << data_bits) % p) % p); }
    T table(V v) const { return T(u128(v) * V((u128(1) << table_bits) % p) % p); }
    V value(T t) const { return mul(t, inverse_whole(V((u128(1) << data_bits) % p))); }
    V random(Random& r) const { return r.next() % p; }
    static bool agree(const V* x, const V* y, size_t n) {
        for (size_t i = 0; i < n; i++)
            if (x[i] != y[i]) return false;
        return true;
    }
};

// Residues modulo a prime of four 64-bit words, kept in Montgomery's form throughout.
struct Four {
    uint64_t w[4];
    bool operator!=(const Four& o) const { return w[0] != o.w[0] || w[1] != o.w[1] || w[2] != o.w[2] || w[3] != o.w[3]; }
};

struct HostWide {
    typedef Four V;
    typedef Limbs T;
    static const bool FLOATS = false;
    Four p;
    uint64_t generator, factor; // orders that exist divide factor
    uint64_t negated = 0;
    Four unit = {}, square = {};

    HostWide(Four p, uint64_t generator, uint64_t factor) : p(p), generator(generator), factor(factor) {
        uint64_t x = p.w[0];
        for (int i = 0; i < 6; i++) x *= 2 - p.w[0] * x;
        negated = 0 - x;
        Four r = {{1, 0, 0, 0}};
        for (int i = 0; i < 512; i++) {
            r = add(r, r);
            if (i == 255) unit = r;
        }
        square = r;
    }
    static bool less(const Four& x, const Four& y) {
        for (int i = 3; i >= 0; i--)
            if (x.w[i] != y.w[i]) return x.w[i] < y.w[i];
        return false;
    }
    static Four minus(const Four& x, const Four& y) {
        Four r;
        uint64_t borrow = 0;
        for (int i = 0; i < 4; i++) {
            u128 t = u128(x.w[i]) - y.w[i] - borrow;
            r.w[i] = uint64_t(t);
            borrow = uint64_t(t >> 64) & 1;
        }
        return r;
    }
    bool has(uint64_t n) const { return factor % n == 0; }
    static V zero() { return {{0, 0, 0, 0}}; }
    V one() const { return unit; }
    V add(const V& x, const V& y) const {
        V r;
        u128 carry = 0;
        for (int i = 0; i < 4; i++) {
            carry += u128(x.w[i]) + y.w[i];
            r.w[i] = uint64_t(carry);
            carry >>= 64;
        }
        return less(r, p) ? r : minus(r, p);
    }
    V sub(const V& x, const V& y) const { return less(x, y) ? minus(p, minus(y, x)) : minus(x, y); }
    V mul(const V& x, const V& y) const {
        uint64_t t[9] = {};
        for (int i = 0; i < 4; i++) { // the product first, then the reduction: not the kernels' order
            u128 carry = 0;
            for (int j = 0; j < 4; j++) {
                carry += u128(x.w[i]) * y.w[j] + t[i + j];
                t[i + j] = uint64_t(carry);
                carry >>= 64;
            }
            t[i + 4] = uint64_t(carry);
        }
        for (int i = 0; i < 4; i++) {
            uint64_t q = t[i] * negated;
            u128 carry = 0;
            for (int j = 0; j < 4; j++) {
                carry += u128(q) * p.w[j] + t[i + j];
                t[i + j] = uint64_t(carry);
                carry >>= 64;
            }
            for (int j = i + 4; j < 9; j++) {
                carry += t[j];
                t[j] = uint64_t(carry);
                carry >>= 64;
            }
        }
        V r = {{t[4], t[5], t[6], t[7]}};
        return less(r, p) ? r : minus(r, p);
    }
    V whole(uint64_t n) const { return mul({{n, 0, 0, 0}}, square); }
    V pow(V x, const Four& e) const {
        V r = unit;
        for (int bit = 255; bit >= 0; bit--) {
            r = mul(r, r);
            if (e.w[bit / 64] >> (bit % 64) & 1) r = mul(r, x);
        }
        return r;
    }
    V root(uint64_t n, uint64_t e) const { // generator^((p - 1)/n e)
        Four exponent = {};
        u128 rest = 0;
        for (int i = 3; i >= 0; i--) {
            u128 t = rest << 64 | (i == 0 ? p.w[0] - 1 : p.w[i]);
            exponent.w[i] = uint64_t(t / n);
            rest = t % n;
        }
        return pow(pow(whole(generator), exponent), {{e % n, 0, 0, 0}});
    }
    V inverse_whole(uint64_t n) const { return pow(whole(n), {{p.w[0] - 2, p.w[1], p.w[2], p.w[3]}}); }
    static T data(const V& v) {
        T t;
        for (int i = 0; i < 8; i++) t.w[i] = uint32_t(v.w[i / 2] >> (i % 2 * 32));
        return t;
    }
    static T table(const V& v) { return data(v); }
    static V value(const T& t) {
        V v;
        for (int i = 0; i < 4; i++) v.w[i] = uint64_t(t.w[2 * i + 1]) << 32 | t.w[2 * i];
        return v;
    }
    V random(Random& r) const { return {{r.next(), r.next(), r.next(), r.next() % (p.w[3])}}; }
    static bool agree(const V* x, const V* y, size_t n) {
        for (size_t i = 0; i < n; i++)
            if (x[i] != y[i]) return false;
        return true;
    }
};
