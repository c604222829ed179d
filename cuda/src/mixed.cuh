// Whole lines of any length with factors 2, 3, 5 and 7, ping-pong between two halves of shared memory; the radices are a list.
#pragma once
#include "dft.cuh"
#include "hook.cuh"

template <class R, int N>
FN void mixed_stage(const R& r, uint32_t from, uint32_t to, uint32_t n, uint32_t s, uint32_t lines, const typename R::T* stages) {
    typedef typename R::T T;
    Shared<T> shared;
    uint32_t butterflies = n / N;
    for (uint32_t b = threadIdx.x; b < butterflies * lines; b += blockDim.x) {
        uint32_t line = b / butterflies, j = b % butterflies, group = j / s, q = j - group * s;
        T v[N];
#pragma unroll
        for (int i = 0; i < N; i++) v[i] = shared.get(from + line * n + j + i * butterflies);
        if (s > 1) {
#pragma unroll
            for (int i = 1; i < N; i++) v[i] = r.mul(v[i], fetch(stages + i * s + q));
        }
        small_transform<R, N, 0, 1, N>(r, v);
#pragma unroll
        for (int i = 0; i < N; i++) shared.put(to + line * n + group * s * N + q + i * s, v[i]);
    }
}

template <class R>
FN void mixed(const MixedArgs& a) {
    typedef typename R::T T;
    Shared<T> shared;
    uint32_t n = uint32_t(a.n), per_block = uint32_t(a.per_block);
    uint32_t tiles = (uint32_t(a.lines.count) + per_block - 1) / per_block;
    for (uint32_t block = blockIdx.x; block < tiles; block += gridDim.x) {
        uint32_t line0 = block * per_block;
        uint32_t lines = uint32_t(a.lines.count) - line0 < per_block ? uint32_t(a.lines.count) - line0 : per_block;
        uint32_t modulus = modulus_of(a.field, a.lines.digits(line0));
        R r = R::open(a.field, modulus);
        const T* stages = static_cast<const T*>(a.stages.low) + modulus * a.stages.low_step;
        for (uint32_t f = threadIdx.x; f < n * lines; f += blockDim.x)
            shared.put(f, first_read(r, a.lines, a.first, a.lines.digits(line0 + f / n), f % n, modulus));
        BARRIER();
        uint32_t from = 0, to = n * per_block, s = 1;
        for (uint64_t list = a.radices; list; list >>= 4) {
            uint32_t radix = uint32_t(list & 15);
            if (radix == 2) mixed_stage<R, 2>(r, from, to, n, s, lines, stages);
            if (radix == 4) mixed_stage<R, 4>(r, from, to, n, s, lines, stages);
            if constexpr (R::allows(3))
                if (radix == 3) mixed_stage<R, 3>(r, from, to, n, s, lines, stages);
            if constexpr (R::allows(5))
                if (radix == 5) mixed_stage<R, 5>(r, from, to, n, s, lines, stages);
            if constexpr (R::allows(7))
                if (radix == 7) mixed_stage<R, 7>(r, from, to, n, s, lines, stages);
            if constexpr (R::allows(8))
                if (radix == 8) mixed_stage<R, 8>(r, from, to, n, s, lines, stages);
            BARRIER();
            uint32_t swap = from;
            from = to;
            to = swap;
            s *= radix;
        }
        for (uint32_t f = threadIdx.x; f < n * lines; f += blockDim.x)
            last_write(r, a.lines, a.last, a.lines.digits(line0 + f / n), f % n, modulus, shared.get(from + f));
        BARRIER();
    }
}
