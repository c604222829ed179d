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
    static const int E = R::E;
    const R& r;
    const TileArgs& a;
    uint32_t first_line, modulus;
    FN bool has(uint32_t line) const { return first_line + line < uint32_t(a.lines.count); }
    FN Digits digits(uint32_t line) const { return a.lines.digits(first_line + line); }

    // Whether nothing is done at the start but a product by one factor, a table of one entry, and an exchange of parts.
    FN bool begins_plainly() const {
        const Hook& h = a.first;
        const bool scaled = !(h.weights.high || h.at.stride | h.at.step_a | h.at.step_b | h.at.step_c);
        return !(h.kind & ~uint64_t(Hook::SWAP | (scaled ? uint32_t(Hook::WEIGHTS) : 0)));
    }
    FN bool ends_plainly() const { return !(a.last.kind & ~uint64_t(Hook::SWAP)); }

    // Those: the elements of `from` that `has`, which are m steps from it.
    template <class F>
    FN void read_plainly(T (&v)[E], const T* from, uint64_t step, F has) const {
        const Hook& h = a.first;
        T factor = r.zero();
        if (h.kind & Hook::WEIGHTS) factor = fetch(static_cast<const T*>(h.weights.low) + modulus * h.weights.low_step);
#pragma unroll
        for (int m = 0; m < E; m++)
            if (has(m)) v[m] = load(from + m * step);
        if (h.kind & Hook::WEIGHTS) for_each(v, [&](const T& x) { return r.mul(x, factor); });
        if (h.kind & Hook::SWAP) for_each(v, [&](const T& x) { return r.swap(x); });
    }
    template <class F>
    FN void write_plainly(T (&v)[E], T* to, uint64_t step, F has) const {
        if (a.last.kind) for_each(v, [&](const T& x) { return r.swap(x); });
#pragma unroll
        for (int m = 0; m < E; m++)
            if (has(m)) store(to + m * step, v[m]);
    }

    // Elements t, t + 2^log_threads, ... of a line.
    FN void read_line(T (&v)[E], uint32_t line, uint32_t t, uint32_t log_threads) const {
        if (!has(line)) return;
        const Lines& l = a.lines;
        const Hook& h = a.first;
        const Digits d = digits(line);
        const uint64_t data = l.read.of(d, t), step = l.read.stride << log_threads;
        if (begins_plainly()) return read_plainly(v, static_cast<const T*>(l.in) + data, step, [](int) { return true; });
        const uint64_t position = h.at.of(d, t), apart = h.at.stride << log_threads;
        in_chunks<8>(v, [&](const T&, uint32_t m) { return first_read(r, l, h, data + m * step, position + m * apart, modulus); });
    }

    FN void write_line(T (&v)[E], uint32_t line, uint32_t t, uint32_t log_threads) const {
        if (!has(line)) return;
        const Lines& l = a.lines;
        const Hook& h = a.last;
        const Digits d = digits(line);
        const uint64_t data = l.write.of(d, t), step = l.write.stride << log_threads;
        if (ends_plainly()) return write_plainly(v, static_cast<T*>(l.out) + data, step, [](int) { return true; });
        const uint64_t position = h.at.of(d, t), apart = h.at.stride << log_threads;
        in_chunks<8>(v, [&](const T& x, uint32_t m) {
            last_write(r, l, h, data + m * step, position + m * apart, modulus, x);
            return x;
        });
    }

    // All lines in flat order: element id + m width of the block's. Lines that lie one after the other are one run.
    FN void read_flat(T (&v)[E], uint32_t log_n, uint32_t id, uint32_t width) const {
        const uint32_t n = 1u << log_n;
        const Lines& l = a.lines;
        if (begins_plainly() && l.is_whole() && l.read.stride == 1 && l.read.step_c == n) {
            const T* from = static_cast<const T*>(l.in) + ((uint64_t(first_line) << log_n) + id);
            return read_plainly(v, from, width, [&](int m) { return has((id + m * width) >> log_n); });
        }
        in_chunks<8>(v, [&](const T& x, uint32_t m) {
            const uint32_t line = (id + m * width) >> log_n;
            return has(line) ? first_read(r, l, a.first, digits(line), (id + m * width) & (n - 1), modulus) : x;
        });
    }

    FN void write_flat(T (&v)[E], uint32_t log_n, uint32_t id, uint32_t width) const {
        const uint32_t n = 1u << log_n;
        const Lines& l = a.lines;
        if (ends_plainly() && l.is_whole() && l.write.stride == 1 && l.write.step_c == n) {
            T* to = static_cast<T*>(l.out) + ((uint64_t(first_line) << log_n) + id);
            return write_plainly(v, to, width, [&](int m) { return has((id + m * width) >> log_n); });
        }
        in_chunks<8>(v, [&](const T& x, uint32_t m) {
            const uint32_t line = (id + m * width) >> log_n;
            if (has(line)) last_write(r, l, a.last, digits(line), (id + m * width) & (n - 1), modulus, x);
            return x;
        });
    }

    // Times twist^(index a). A look-up meets as many lines of the cache as a warp has lanes, so that few are made: of every fourth
    // element, and of the steps between. The exponents are below the transform's length. A product of many words costs more.
    FN void twist(T (&v)[E], uint32_t line, uint32_t t, uint32_t log_threads) const {
        if (!has(line)) return;
        const uint32_t column = digits(line).a, e = t * column, step = column << log_threads;
        if constexpr (sizeof(T) > 16) {
            in_chunks<8>(v, [&](const T& x, uint32_t m) { return r.mul(x, root_power(r, a.twist, e + m * step, modulus)); });
        } else {
            const T one = root_power(r, a.twist, step, modulus), two = root_power(r, a.twist, 2 * step, modulus), three = r.mul(one, two);
#pragma unroll
            for (int m = 0; m < E; m += 4) {
                const T w = root_power(r, a.twist, e + m * step, modulus);
                v[m] = r.mul(v[m], w);
                v[m + 1] = r.mul(v[m + 1], r.mul(w, one));
                v[m + 2] = r.mul(v[m + 2], r.mul(w, two));
                v[m + 3] = r.mul(v[m + 3], r.mul(w, three));
            }
        }
    }
};

const uint32_t SECTOR = 32; // bytes that memory moves at least

// One of the tile kernels. READ_ACROSS: neighbours in a warp read neighbouring lines (columns); WRITE_ACROSS: they write them.
// Rows whose threads together read less than a sector of memory are read and written in flat order, by one exchange more.
template <class R, class X, bool READ_ACROSS, bool WRITE_ACROSS, bool CONVOLVE>
FN void tile(const TileArgs& a) {
    typedef typename R::T T;
    const int E = R::E;
    const uint32_t LOG = Log<E>::VALUE;
    const uint32_t log_n = uint32_t(a.log_n), log_lines = uint32_t(a.log_lines), log_threads = log_n - LOG;
    const uint32_t threads = 1u << log_threads, id = threadIdx.x, width = blockDim.x;
    const Place at(READ_ACROSS, log_n, log_lines, log_threads);
    const Comb own = at.comb(at.t, log_threads), in_order = {id, log_lines + log_threads};
    const bool flat = !READ_ACROSS && threads * sizeof(T) < SECTOR;
    const uint32_t tiles = (uint32_t(a.lines.count) + (1u << log_lines) - 1) >> log_lines;
    T v[E];
    for (uint32_t block = blockIdx.x; block < tiles; block += gridDim.x) {
        const uint32_t line0 = block << log_lines;
        // A block's lines have one modulus: where there are several, a member of the batch has no fewer lines than a block.
        const uint32_t modulus = modulus_of(a.field, a.lines.digits(line0));
        R r = R::open(a.field, modulus);
        const Edge<R> edge = {r, a, line0, modulus};
        if (flat) {
            edge.read_flat(v, log_n, id, width);
            exchange<X>(v, LOG, in_order, own);
        } else {
            edge.read_line(v, at.line, at.t, log_threads);
        }
        if (READ_ACROSS && a.twist_when == 1) edge.twist(v, at.line, at.t, log_threads);
        const T* stages = static_cast<const T*>(a.stages.low) + modulus * a.stages.low_step;
#pragma unroll 1
        for (int both = 0; both <= CONVOLVE; both++) {
            transform<R, X, E>(r, v, at, stages);
            if (!CONVOLVE) break;
            const Digits d = edge.digits(at.line);
            if (both == 0 && edge.has(at.line))
                in_chunks<8>(v, [&](const T& x, uint32_t m) {
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
        if (READ_ACROSS && a.twist_when == 2) edge.twist(v, at.line, at.t, log_threads);
        if (flat && !WRITE_ACROSS) {
            exchange<X>(v, LOG, own, in_order);
            edge.write_flat(v, log_n, id, width);
            continue;
        }
        Place out(READ_ACROSS || WRITE_ACROSS, log_n, log_lines, log_threads);
        if (WRITE_ACROSS && !READ_ACROSS)
            exchange<X>(v, log_lines, {at.t << log_lines | at.line, log_threads + log_lines}, out.comb(out.t, log_threads));
        edge.write_line(v, out.line, out.t, log_threads);
    }
}
