// A tile: 2^log_lines lines of n = 2^log_n elements, E of them in the registers of each thread, exchanged through shared memory
// between the stages of Stockham's algorithm. Thread t of a line's n/E holds the elements t + m n/E before and after.
#pragma once
#include "dft.cuh"
#include "hook.cuh"
#include "swizzle.cuh"

// Which thread holds what: along the line first (rows), or across the lines first (columns).
struct Place {
    uint32_t t, line, log_n, log_lines;
    bool across;
    FN Place(bool across, uint32_t log_n, uint32_t log_lines, uint32_t log_threads) : log_n(log_n), log_lines(log_lines), across(across) {
        uint32_t id = threadIdx.x;
        t = across ? id >> log_lines : id & ((1u << log_threads) - 1);
        line = across ? id & ((1u << log_lines) - 1) : id >> log_threads;
    }
    FN uint32_t of(uint32_t i) const { return across ? i << log_lines | line : line << log_n | i; }
    // Elements base + m 2^step of the thread's line.
    FN Comb comb(uint32_t base, uint32_t step) const { return {of(base), across ? step + log_lines : step}; }
};

template <int E>
struct Log {
    static const uint32_t VALUE = E == 16 ? 4 : E == 8 ? 3 : 2;
};

// The last stage, of radix N <= E: element m is butterfly m mod (E/N), input m / (E/N). All outputs stay in place.
template <class R, int N, int E>
struct LastStage {
    template <int K>
    static FN void from(const R& r, typename R::T (&v)[E]) {
        small_transform<R, N, K, E / N, E>(r, v);
        if constexpr (K + 1 < E / N) from<K + 1>(r, v);
    }
};

// n values in the registers of n/E threads; natural order in and out.
template <class R, class X, int E>
FN void transform(const R& r, typename R::T (&v)[E], const Place& at, const typename R::T* stages) {
    const uint32_t LOG = Log<E>::VALUE;
    uint32_t n = 1u << at.log_n, threads = n >> LOG, s = 1;
    uint32_t log_s = 0;
    while (s * E <= n) {
        if (s > 1) {
            uint32_t q = at.t & (s - 1);
#pragma unroll
            for (int i = 1; i < E; i++) v[i] = r.mul(v[i], fetch(stages + i * s + q));
        }
        small_transform<R, E, 0, 1, E>(r, v);
        uint32_t base = (at.t >> log_s << (log_s + LOG)) + (at.t & (s - 1));
        s *= E;
        if (s == n) return;
        exchange<X>(v, LOG, at.comb(base, log_s), at.comb(at.t, at.log_n - LOG));
        log_s += LOG;
    }
    uint32_t radix = n >> log_s;
#pragma unroll
    for (int m = 1; m < E; m++) {
        uint32_t place = at.t + m * threads;
        if (place >= s) v[m] = r.mul(v[m], fetch(stages + place));
    }
    if (radix == 2) LastStage<R, 2, E>::template from<0>(r, v);
    if constexpr (E > 4)
        if (radix == 4) LastStage<R, 4, E>::template from<0>(r, v);
    if constexpr (E > 8)
        if (radix == 8) LastStage<R, 8, E>::template from<0>(r, v);
}

// A block's lines: first reads and last writes, guarded by the number of lines there are.
template <class R>
struct Edge {
    typedef typename R::T T;
    const R& r;
    const TileArgs& a;
    uint32_t first_line, modulus;
    FN bool has(uint32_t line) const { return first_line + line < uint32_t(a.lines.count); }
    FN T read(uint32_t line, uint32_t i) const {
        if (!has(line)) return r.zero();
        return first_read(r, a.lines, a.first, a.lines.digits(first_line + line), i, modulus);
    }
    FN void write(uint32_t line, uint32_t i, const T& x) const {
        if (has(line)) last_write(r, a.lines, a.last, a.lines.digits(first_line + line), i, modulus, x);
    }
    FN T twisted(uint32_t line, uint32_t i, const T& x) const {
        uint64_t e = uint64_t(i) * a.lines.digits(first_line + line).a;
        return has(line) ? r.mul(x, power(r, a.twist, e, modulus)) : x;
    }
};

// One of the tile kernels. READ_ACROSS: neighbours in a warp read neighbouring lines (columns); WRITE_ACROSS: they write them.
// Rows whose threads are fewer than a warp's lanes are read and written in flat order, by one exchange more.
template <class R, class X, bool READ_ACROSS, bool WRITE_ACROSS, bool CONVOLVE>
FN void tile(const TileArgs& a) {
    typedef typename R::T T;
    const int E = R::E;
    const uint32_t LOG = Log<E>::VALUE;
    const uint32_t log_n = uint32_t(a.log_n), log_lines = uint32_t(a.log_lines), log_threads = log_n - LOG;
    const uint32_t threads = 1u << log_threads, n = 1u << log_n, id = threadIdx.x, width = blockDim.x;
    const Place at(READ_ACROSS, log_n, log_lines, log_threads);
    const Comb own = at.comb(at.t, log_threads), in_order = {id, log_lines + log_threads};
    const bool flat = !READ_ACROSS && threads < 32;
    const uint32_t tiles = (uint32_t(a.lines.count) + (1u << log_lines) - 1) >> log_lines;
    T v[E];
    for (uint32_t block = blockIdx.x; block < tiles; block += gridDim.x) {
        const uint32_t line0 = block << log_lines;
        // A block's lines have one modulus: where there are several, a member of the batch has no fewer lines than a block.
        const uint32_t modulus = modulus_of(a.field, a.lines.digits(line0));
        R r = R::open(a.field, modulus);
        const Edge<R> edge = {r, a, line0, modulus};
        if (flat) {
            in_chunks(v, [&](const T&, uint32_t m) { return edge.read((id + m * width) >> log_n, (id + m * width) & (n - 1)); });
            exchange<X>(v, LOG, in_order, own);
        } else if (a.first.kind) {
            in_chunks(v, [&](const T&, uint32_t m) { return edge.read(at.line, at.t + m * threads); });
        } else if (edge.has(at.line)) {
            const T* from = static_cast<const T*>(a.lines.in) + a.lines.read.of(a.lines.digits(line0 + at.line), at.t);
            const uint64_t step = a.lines.read.stride << log_threads;
#pragma unroll
            for (int m = 0; m < E; m++) v[m] = load(from + m * step);
        }
        if (a.twist_when == 1) in_chunks(v, [&](const T& x, uint32_t m) { return edge.twisted(at.line, at.t + m * threads, x); });
        const T* stages = static_cast<const T*>(a.stages.low) + modulus * a.stages.low_step;
#pragma unroll 1
        for (int both = 0; both <= CONVOLVE; both++) {
            transform<R, X, E>(r, v, at, stages);
            if (!CONVOLVE) break;
            const Digits d = a.lines.digits(line0 + at.line);
            if (both == 0 && edge.has(at.line))
                in_chunks(v, [&](const T& x, uint32_t m) {
                    const uint64_t position = a.middle.at.of(d, at.t + m * threads);
                    return hooked(r, a.middle, x, position, position, modulus);
                });
            if (a.middle_swap) {
#pragma unroll
                for (int m = 0; m < E; m++) v[m] = r.swap(v[m]);
            }
            r = R::open(a.back, modulus);
            stages = static_cast<const T*>(a.back_stages.low) + modulus * a.back_stages.low_step;
        }
        if (a.twist_when == 2) in_chunks(v, [&](const T& x, uint32_t m) { return edge.twisted(at.line, at.t + m * threads, x); });
        if (flat && !WRITE_ACROSS) {
            exchange<X>(v, LOG, own, in_order);
            in_chunks(v, [&](const T& x, uint32_t m) {
                edge.write((id + m * width) >> log_n, (id + m * width) & (n - 1), x);
                return x;
            });
            continue;
        }
        Place out(READ_ACROSS || WRITE_ACROSS, log_n, log_lines, log_threads);
        if (WRITE_ACROSS && !READ_ACROSS)
            exchange<X>(v, log_lines, {at.t << log_lines | at.line, log_threads + log_lines}, out.comb(out.t, log_threads));
        if (a.last.kind) {
            in_chunks(v, [&](const T& x, uint32_t m) {
                edge.write(out.line, out.t + m * threads, x);
                return x;
            });
        } else if (edge.has(out.line)) {
            T* to = static_cast<T*>(a.lines.out) + a.lines.write.of(a.lines.digits(line0 + out.line), out.t);
            const uint64_t step = a.lines.write.stride << log_threads;
#pragma unroll
            for (int m = 0; m < E; m++) store(to + m * step, v[m]);
        }
    }
}
