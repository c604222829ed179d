// Where an element of an exchange lies in shared memory, so that no two lanes of a warp meet in a bank.
//
// Accesses are conflict-free if the L low bits of the place differ over 2^L lanes (L = 5, 4, 3 for parts of 4, 8, 16 bytes).
// In an exchange between stages of radix 2^e the lanes differ in the bits 0 ... a-1 and a+e ... L+e-1 of the index, for some a.
// Every bit p of L ... L+e-1 is added (over GF(2)) to all low bits q = p mod e. The window a ... a+e-1 of low bits that lanes
// lack then sees each of those e bits at one place, so the map from lanes to banks is one to one, for every a and without padding.
#pragma once
#include "platform.cuh"

template <class Part>
struct Banks {
    static const uint32_t L = sizeof(Part) == 4 ? 5 : sizeof(Part) == 8 ? 4 : 3;
};

template <class Part>
FN uint32_t swizzled(uint32_t x, uint32_t e) {
    const uint32_t L = Banks<Part>::L;
    if (e == 0) return x;
    uint32_t high = (x >> L << L) & ((1u << (L + e)) - 1), fold = 0; // bits L ... L+e-1
    for (uint32_t down = e; down < L + e; down += e) fold ^= high >> down;
    return x ^ (fold & ((1u << L) - 1));
}

// How an element crosses shared memory: whole, or one part after the other through memory for one part of each.
template <class T>
struct InOnePiece {
    typedef T Part;
    static const int COUNT = 1;
    static FN Part get(const T& x, int) { return x; }
    static FN void set(T& x, int, const Part& part) { x = part; }
};

template <class T>
struct ByLimbs {
    typedef uint64_t Part;
    static const int COUNT = 4;
    static FN Part get(const T& x, int i) { return uint64_t(x.w[2 * i + 1]) << 32 | x.w[2 * i]; }
    static FN void set(T& x, int i, Part part) {
        x.w[2 * i] = uint32_t(part);
        x.w[2 * i + 1] = uint32_t(part >> 32);
    }
};

// Where a thread's E elements are: base + m 2^step, with no bit in common.
struct Comb {
    uint32_t base, step;
};

// The swizzled places of a comb. The swizzle is linear over GF(2): as many of them as m has bits make all.
template <class Part, int E>
struct Places {
    static const int BITS = E == 16 ? 4 : E == 8 ? 3 : 2;
    uint32_t base, bit[BITS];
    FN Places(const Comb& c, uint32_t e) {
        base = swizzled<Part>(c.base, e);
#pragma unroll
        for (int b = 0; b < BITS; b++) bit[b] = swizzled<Part>(1u << (c.step + b), e);
    }
    FN uint32_t operator()(int m) const {
        uint32_t place = base;
#pragma unroll
        for (int b = 0; b < BITS; b++)
            if (m >> b & 1) place ^= bit[b];
        return place;
    }
};

// v[m] leaves for place m of one comb and comes back from place m of another. Stages are of radix 2^e.
template <class X, class T, int E>
FN void exchange(T (&v)[E], uint32_t e, const Comb& from, const Comb& to) {
    typedef typename X::Part Part;
    Shared<Part> shared;
    Places<Part, E> out(from, e), in(to, e);
#pragma unroll
    for (int part = 0; part < X::COUNT; part++) {
#pragma unroll
        for (int m = 0; m < E; m++) shared.put(out(m), X::get(v[m], part));
        BARRIER();
#pragma unroll
        for (int m = 0; m < E; m++) X::set(v[m], part, shared.get(in(m)));
        BARRIER();
    }
}
