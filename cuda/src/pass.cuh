// One of Stockham's passes over global memory: butterfly j reads j + i n/N and writes (j div s) s N + (j mod s) + i s.
// Writes s apart are gathered in shared memory while s is below what a warp writes at once; then a block writes one run.
#pragma once
#include "dft.cuh"
#include "hook.cuh"
#include "swizzle.cuh"

const uint32_t COALESCED = 32;

template <int N>
struct PassLog { // radices that are powers of two are swizzled; odd strides need nothing
    static const uint32_t VALUE = N == 2 ? 1 : N == 4 ? 2 : N == 8 ? 3 : N == 16 ? 4 : 0;
};

template <class R, int N>
FN void write_run(const R& r, const PassArgs& a, const Digits& d, uint32_t at, uint32_t step, uint32_t modulus, typename R::T (&v)[N]) {
    typedef typename R::T T;
    if (a.last.kind) {
        in_chunks<4>(v, [&](const T& x, uint32_t i) {
            last_write(r, a.lines, a.last, d, at + i * step, modulus, x);
            return x;
        });
    } else {
        T* to = static_cast<T*>(a.lines.out) + a.lines.write.of(d, at);
        const uint64_t apart = a.lines.write.stride * step;
#pragma unroll
        for (int i = 0; i < N; i++) store(to + i * apart, v[i]);
    }
}

template <class R, class X, int N>
FN void pass(const PassArgs& a) {
    typedef typename R::T T;
    uint32_t n = uint32_t(a.n), s = uint32_t(a.s), butterflies = n / N, per_block = uint32_t(a.per_block);
    uint32_t tiles_a_line = (butterflies + per_block - 1) / per_block, tiles = uint32_t(a.lines.count) * tiles_a_line;
    for (uint32_t block = blockIdx.x; block < tiles; block += gridDim.x) {
        Digits d = a.lines.digits(block / tiles_a_line);
        uint32_t j0 = block % tiles_a_line * per_block;
        uint32_t count = butterflies - j0 < per_block ? butterflies - j0 : per_block;
        uint32_t modulus = modulus_of(a.field, d);
        R r = R::open(a.field, modulus);
        for (uint32_t round = 0; round < per_block; round += blockDim.x) { // once, unless threads are fewer than butterflies
            uint32_t here = round + threadIdx.x, j = j0 + here, group = j / s, q = j - group * s;
            bool works = here < count;
            T v[N];
            if (works) {
                if (a.first.kind) {
                    in_chunks<4>(v, [&](const T&, uint32_t i) { return first_read(r, a.lines, a.first, d, j + i * butterflies, modulus); });
                } else {
                    const T* from = static_cast<const T*>(a.lines.in) + a.lines.read.of(d, j);
                    const uint64_t step = a.lines.read.stride * butterflies;
#pragma unroll
                    for (int i = 0; i < N; i++) v[i] = load(from + i * step);
                }
                if (s > 1) {
                    uint32_t e = butterflies / s * q; // i e < n
                    in_chunks<4>(v, [&](const T& x, uint32_t i) { return i ? r.mul(x, root_power(r, a.twiddles, i * e, modulus)) : x; });
                }
                small_transform<R, N, 0, 1, N>(r, v);
            }
            if (s >= COALESCED || blockDim.x < per_block) {
                if (works) {
                    write_run<R, N>(r, a, d, group * s * N + q, s, modulus, v);
                }
                continue;
            }
            // The block's outputs are the run j0 N ... (j0 + count) N: thread h takes h, h + count, ...
            uint32_t base = (group - j0 / s) * s * N + q;
            const uint32_t LOG = PassLog<N>::VALUE;
            typedef typename X::Part Part;
            Shared<Part> shared;
#pragma unroll
            for (int part = 0; part < X::COUNT; part++) {
                if (works) {
#pragma unroll
                    for (int i = 0; i < N; i++) shared.put(swizzled<Part>(base + i * s, LOG), X::get(v[i], part));
                }
                BARRIER();
                if (works) {
#pragma unroll
                    for (int i = 0; i < N; i++) X::set(v[i], part, shared.get(swizzled<Part>(here + i * count, LOG)));
                }
                BARRIER();
            }
            if (works) write_run<R, N>(r, a, d, j0 * N + here, count, modulus, v);
        }
    }
}
