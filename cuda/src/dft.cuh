// Transforms of 2, 3, 4, 5, 7, 8 and 16 values in registers, natural order in and out.
#pragma once
#include "platform.cuh"

template <class R, class T>
FN void dft2(const R& r, T& x, T& y) {
    T sum = r.add(x, y);
    y = r.sub(x, y);
    x = sum;
}

template <class R, class T>
FN void dft4(const R& r, T& a, T& b, T& c, T& d) {
    T p = r.add(a, c), q = r.sub(a, c), s = r.add(b, d), u = r.template root16<4>(r.sub(b, d));
    a = r.add(p, s);
    b = r.add(q, u);
    c = r.sub(p, s);
    d = r.sub(q, u);
}

// Odd N: with s_j = v_j + v_(N-j) and d_j = v_j - v_(N-j), value k is v_0 + sum c_(jk) s_j + sum e_(jk) d_j, where
// c_m = (w^m + w^-m)/2 is even in m and e_m = (w^m - w^-m)/2 odd; value N - k has the other sign before the second sum.
template <class R, int N>
struct Dft {
    typedef typename R::T T;
    static FN void run(const R& r, T (&v)[N]) {
        const int H = (N - 1) / 2, AT = N == 3 ? 16 : N == 5 ? 18 : 22;
        T s[H], d[H], out[N];
        out[0] = v[0];
#pragma unroll
        for (int j = 1; j <= H; j++) {
            s[j - 1] = r.add(v[j], v[N - j]);
            d[j - 1] = r.sub(v[j], v[N - j]);
            out[0] = r.add(out[0], s[j - 1]);
        }
#pragma unroll
        for (int k = 1; k <= H; k++) {
            T even = v[0], odd = r.zero();
#pragma unroll
            for (int j = 1; j <= H; j++) {
                const int m = j * k % N, mirrored = m <= H ? m : N - m;
                even = r.add(even, r.mul_even(s[j - 1], r.constant(AT + mirrored - 1)));
                T term = r.mul_odd(d[j - 1], r.constant(AT + H + mirrored - 1));
                odd = m <= H ? r.add(odd, term) : r.sub(odd, term);
            }
            out[k] = r.add(even, odd);
            out[N - k] = r.sub(even, odd);
        }
#pragma unroll
        for (int k = 0; k < N; k++) v[k] = out[k];
    }
};

template <class R>
struct Dft<R, 2> {
    typedef typename R::T T;
    static FN void run(const R& r, T (&v)[2]) { dft2(r, v[0], v[1]); }
};

template <class R>
struct Dft<R, 4> {
    typedef typename R::T T;
    static FN void run(const R& r, T (&v)[4]) { dft4(r, v[0], v[1], v[2], v[3]); }
};

template <class R>
struct Dft<R, 8> {
    typedef typename R::T T;
    static FN void run(const R& r, T (&v)[8]) {
#pragma unroll
        for (int k = 0; k < 4; k++) dft2(r, v[k], v[k + 4]);
        v[5] = r.template root16<2>(v[5]);
        v[6] = r.template root16<4>(v[6]);
        v[7] = r.template root16<6>(v[7]);
        dft4(r, v[0], v[1], v[2], v[3]);
        dft4(r, v[4], v[5], v[6], v[7]);
        T out[8] = {v[0], v[4], v[1], v[5], v[2], v[6], v[3], v[7]};
#pragma unroll
        for (int k = 0; k < 8; k++) v[k] = out[k];
    }
};

template <class R>
struct Dft<R, 16> {
    typedef typename R::T T;
    static FN void run(const R& r, T (&v)[16]) {
#pragma unroll
        for (int k = 0; k < 4; k++) dft4(r, v[k], v[k + 4], v[k + 8], v[k + 12]);
        v[5] = r.template root16<1>(v[5]);
        v[6] = r.template root16<2>(v[6]);
        v[7] = r.template root16<3>(v[7]);
        v[9] = r.template root16<2>(v[9]);
        v[10] = r.template root16<4>(v[10]);
        v[11] = r.template root16<6>(v[11]);
        v[13] = r.template root16<3>(v[13]);
        v[14] = r.template root16<6>(v[14]);
        v[15] = r.template root16<9>(v[15]);
#pragma unroll
        for (int k = 0; k < 4; k++) dft4(r, v[4 * k], v[4 * k + 1], v[4 * k + 2], v[4 * k + 3]);
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < i; j++) {
                T x = v[4 * i + j];
                v[4 * i + j] = v[4 * j + i];
                v[4 * j + i] = x;
            }
    }
};

// The transform of v[FROM], v[FROM + STEP], ...: N values. A ring whose small roots are not in a table is turned round here:
// the inverse has value N - k where the forward map has value k.
template <class R, int N, int FROM, int STEP, int ALL>
FN void small_transform(const R& r, typename R::T (&v)[ALL]) {
    typename R::T u[N];
#pragma unroll
    for (int i = 0; i < N; i++) u[i] = v[FROM + i * STEP];
    Dft<R, N>::run(r, u);
    bool turned = R::TURNS && N % 2 == 0 && r.turned();
#pragma unroll
    for (int i = 0; i < N; i++) v[FROM + i * STEP] = turned ? u[(N - i) % N] : u[i];
}
