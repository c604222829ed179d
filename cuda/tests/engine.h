// Launches: what the Rust side will do, for tests. Tables from the host's arithmetic, parameters as in args.cuh.
#pragma once
#include <deque>
#include <memory>

#include "host.h"

struct Pass {
    uint64_t radix;
    void (*kernel)(const PassArgs);
};

// The kernels of one ring.
struct Kernels {
    void (*rows)(const TileArgs);
    void (*columns)(const TileArgs);
    void (*rows_across)(const TileArgs);
    void (*convolve)(const TileArgs);
    uint64_t part_bytes; // bytes an element takes in an exchange
    void (*mixed)(const MixedArgs);
    std::vector<Pass> passes;
    void (*map)(const MapArgs);
    void (*real_values)(const RealArgs);
    void (*real_halves)(const RealArgs);
    // order, order back, values, halves
    std::vector<void (*)(const RealArgs)> cosine = {};
};

// Device memory: aligned as an allocation is.
template <class T>
struct Buffer {
    T* at;
    size_t size;
    explicit Buffer(size_t size) : at(static_cast<T*>(shim::allocate(size * sizeof(T)))), size(size) {
        memset(static_cast<void*>(at), 0xA5, size * sizeof(T));
    }
    Buffer(const Buffer&) = delete;
    ~Buffer() { shim::release(at); }
};

template <class H, class R>
struct Engine {
    typedef typename H::T T;
    typedef typename H::V V;
    typedef Buffer<T> B;
    std::vector<H> moduli;
    Kernels k;
    uint64_t group = 1; // members of a batch that share a modulus
    uint64_t grid = 3;  // fewer blocks than tiles: blocks loop
    std::deque<std::unique_ptr<B>> tables;
    std::deque<std::unique_ptr<Buffer<char>>> descriptions;

    Engine(std::vector<H> moduli, Kernels k) : moduli(moduli), k(k) {}
    const H& host(uint64_t member) const { return moduli[member / group % moduli.size()]; }

    static const int E = R::E;
    static uint64_t log2(uint64_t n) {
        uint64_t l = 0;
        while ((uint64_t(1) << l) < n) l++;
        return l;
    }

    template <class F>
    Powers table(uint64_t size, F value, bool as_data = false) {
        tables.emplace_back(new B(size * moduli.size()));
        T* at = tables.back()->at;
        for (size_t m = 0; m < moduli.size(); m++)
            for (uint64_t e = 0; e < size; e++)
                at[m * size + e] = as_data ? moduli[m].data(value(moduli[m], e)) : moduli[m].table(value(moduli[m], e));
        return {at, nullptr, size, 0, 0};
    }
    // w^(+-e): complex kernels are always forward.
    static V root(const H& h, bool inverse, uint64_t n, uint64_t e) {
        return h.root(n, inverse && !H::FLOATS ? n - e % n : e % n);
    }
    // All powers of the n-th root, as two tables.
    Powers powers(uint64_t n, bool inverse) {
        uint64_t shift = (log2(n) + 1) / 2, low = uint64_t(1) << shift;
        Powers a = table(low, [&](const H& h, uint64_t e) { return root(h, inverse, n, e); });
        Powers b = table((n + low - 1) / low, [&](const H& h, uint64_t e) { return root(h, inverse, n, e << shift); });
        return {a.low, b.low, a.low_step, b.low_step, shift};
    }
    Powers stages(const std::vector<uint64_t>& radices, bool inverse) {
        uint64_t n = 1;
        for (uint64_t r : radices) n *= r;
        return table(n, [&](const H& h, uint64_t entry) {
            uint64_t s = 1;
            for (uint64_t r : radices) {
                if (entry < s * r) return entry < s ? h.one() : root(h, inverse, s * r, entry / s * (entry % s));
                s *= r;
            }
            return h.one();
        });
    }
    static std::vector<uint64_t> tile_radices(uint64_t n) {
        std::vector<uint64_t> list;
        for (; n >= uint64_t(E); n /= E) list.push_back(E);
        if (n > 1) list.push_back(n);
        return list;
    }
    Field field(bool inverse) {
        Powers constants = table(28, [&](const H& h, uint64_t i) -> V {
            if (i < 16) {
                uint64_t order = 16;
                while (order > 1 && !h.has(order)) order /= 2;
                return i % (16 / order) ? h.zero() : root(h, inverse, 16, i);
            }
            uint64_t n = i < 18 ? 3 : i < 22 ? 5 : 7, at = i - (n == 3 ? 16 : n == 5 ? 18 : 22), half = (n - 1) / 2;
            if (!h.has(n)) return h.zero();
            uint64_t j = at % half + 1;
            V x = root(h, inverse, n, j), y = root(h, inverse, n, n - j);
            return h.mul(at < half ? h.add(x, y) : h.sub(x, y), h.inverse_whole(2));
        });
        Field f = {};
        f.constants = constants.low;
        f.constants_step = constants.low_step;
        f.moduli = describe(0);
        f.group = group;
        f.moduli_count = moduli.size();
        f.inverse = inverse;
        return f;
    }
    template <class Q = R>
    auto describe(int) -> decltype(static_cast<typename Q::Modulus*>(nullptr)) {
        typedef typename Q::Modulus M;
        descriptions.emplace_back(new Buffer<char>(sizeof(M) * moduli.size()));
        M* at = reinterpret_cast<M*>(descriptions.back()->at);
        for (size_t m = 0; m < moduli.size(); m++) {
            T p = T(moduli[m].p), x = p;
            for (int i = 0; i < 6; i++) x *= 2 - p * x;
            T one = moduli[m].table(1); // 2^BITS
            at[m] = {p, T(0 - x), T(u128(one) * one % p), 0};
        }
        return at;
    }
    const void* describe(...) { return nullptr; }

    // One launch over whole lines.
    TileArgs tile_args(uint64_t n, bool inverse) {
        TileArgs a = {};
        a.field = field(inverse);
        a.stages = stages(tile_radices(n), inverse);
        a.log_n = log2(n);
        a.lines.wide_a = a.lines.wide_b = 1;
        return a;
    }
    void launch_tile(void (*kernel)(const TileArgs), TileArgs a, uint64_t lines_a_block) {
        uint64_t threads = lines_a_block << a.log_n >> log2(E);
        a.log_lines = log2(lines_a_block);
        uint64_t tiles = (a.lines.count + lines_a_block - 1) / lines_a_block;
        shim::launch(kernel, tiles < grid ? tiles : grid, uint32_t(threads), (lines_a_block << a.log_n) * k.part_bytes, a);
    }
    // Lines a block: at most 64 threads, and no more lines than one modulus has.
    uint64_t lines_for(uint64_t n, uint64_t most) const {
        uint64_t lines = 1;
        while (lines * 2 <= most && lines * 2 * (n / E) <= 64) lines *= 2;
        return lines;
    }
    uint64_t most_rows() const { return moduli.size() > 1 ? group & (0 - group) : 1024; }
    uint64_t swap(bool inverse) const { return inverse && H::FLOATS ? uint64_t(Hook::SWAP) : 0; }

    // The hooks' default positions: those in one whole line.
    static View whole_line() { return {1, 0, 0, 0}; }

    TileArgs rows_args(const T* in, T* out, uint64_t n, uint64_t batch, bool inverse) {
        TileArgs a = tile_args(n, inverse);
        a.lines.in = in;
        a.lines.out = out;
        a.lines.count = batch;
        a.lines.read = a.lines.write = {1, 0, 0, n};
        a.first.kind = a.last.kind = swap(inverse);
        a.first.at = a.last.at = whole_line();
        return a;
    }
    void rows(TileArgs a) { launch_tile(k.rows, a, lines_for(uint64_t(1) << a.log_n, most_rows())); }

    // Four-step, n = n1 n2: columns of length n1 with their twiddles, in place or not.
    TileArgs columns_args(const T* in, T* out, uint64_t n1, uint64_t n2, uint64_t batch, bool inverse) {
        TileArgs a = tile_args(n1, inverse);
        a.lines.in = in;
        a.lines.out = out;
        a.lines.count = n2 * batch;
        a.lines.wide_a = n2;
        a.lines.read = a.lines.write = {n2, 1, 0, n1 * n2};
        a.first.at = a.last.at = {n2, 1, 0, 0};
        a.twist = powers(n1 * n2, inverse);
        a.twist_when = 2;
        return a;
    }
    void columns(TileArgs a, uint64_t wide) { launch_tile(k.columns, a, wide); }

    // Rows of length n2 with the values back in natural order: k1 + n1 k2.
    TileArgs across_args(const T* in, T* out, uint64_t n1, uint64_t n2, uint64_t batch, bool inverse) {
        TileArgs a = tile_args(n2, inverse);
        a.lines.in = in;
        a.lines.out = out;
        a.lines.count = n1 * batch;
        a.lines.wide_a = n1;
        a.lines.read = {1, n2, 0, n1 * n2};
        a.lines.write = {n1, 1, 0, n1 * n2};
        a.first.at = {1, n2, 0, 0};
        a.last.at = {n1, 1, 0, 0};
        return a;
    }

    // Rows in the layout that columns leave: line k1 of the matrix, n1 of them a transform.
    TileArgs matrix_rows_args(T* data, uint64_t n1, uint64_t n2, uint64_t batch, bool inverse) {
        TileArgs a = tile_args(n2, inverse);
        a.lines.in = a.lines.out = data;
        a.lines.count = n1 * batch;
        a.lines.wide_a = n1;
        a.lines.read = a.lines.write = {1, n2, 0, n1 * n2};
        a.first.at = a.last.at = a.middle.at = {1, n2, 0, 0};
        return a;
    }
    void convolving(TileArgs& a) { // the way back
        uint64_t n = uint64_t(1) << a.log_n;
        a.back = field(true);
        a.back_stages = stages(tile_radices(n), true);
        a.middle_swap = H::FLOATS;
    }

    void mixed(const T* in, T* out, const std::vector<uint64_t>& radices, uint64_t batch, bool inverse) {
        MixedArgs a = {};
        a.n = 1;
        for (size_t i = 0; i < radices.size(); i++) {
            a.n *= radices[i];
            a.radices |= radices[i] << (4 * i);
        }
        a.field = field(inverse);
        a.stages = stages(radices, inverse);
        a.per_block = moduli.size() > 1 ? 1 : 2;
        a.lines = {in, out, {1, 0, 0, a.n}, {1, 0, 0, a.n}, batch, 1, 1};
        a.first.kind = a.last.kind = swap(inverse);
        a.first.at = a.last.at = whole_line();
        uint64_t tiles = (batch + a.per_block - 1) / a.per_block;
        shim::launch(k.mixed, tiles < grid ? tiles : grid, 32, 2 * a.n * a.per_block * sizeof(T), a);
    }

    // All passes, ping-pong between out and spare; the result is in out. `threads` may be below the butterflies of a block.
    void passes(const T* in, T* out, T* spare, const std::vector<uint64_t>& radices, uint64_t batch, bool inverse, uint64_t per_block,
                uint32_t threads, Hook first, Hook last) {
        PassArgs a = {};
        a.n = 1;
        for (uint64_t r : radices) a.n *= r;
        a.field = field(inverse);
        a.twiddles = powers(a.n, inverse);
        a.s = 1;
        const T* from = in;
        for (size_t i = 0; i < radices.size(); i++) {
            T* to = (radices.size() - i) % 2 ? out : spare;
            a.lines = {from, to, {1, 0, 0, a.n}, {1, 0, 0, a.n}, batch, 1, 1};
            a.first = i == 0 ? first : Hook();
            a.last = i + 1 == radices.size() ? last : Hook();
            a.per_block = a.s < COALESCED ? (per_block / a.s ? per_block / a.s : 1) * a.s : per_block;
            uint32_t width = threads ? threads : uint32_t((a.per_block + 31) / 32 * 32);
            void (*kernel)(const PassArgs) = nullptr;
            for (const Pass& p : k.passes)
                if (p.radix == radices[i]) kernel = p.kernel;
            uint64_t tiles = batch * ((a.n / radices[i] + a.per_block - 1) / a.per_block);
            shim::launch(kernel, tiles < grid ? tiles : grid, width, a.per_block * radices[i] * k.part_bytes, a);
            from = to;
            a.s *= radices[i];
        }
    }
    MapArgs map_args(const T* in, T* out, uint64_t n, uint64_t batch) {
        MapArgs a = {};
        a.field = field(false);
        a.lines = {in, out, {1, 0, 0, n}, {1, 0, 0, n}, batch, 1, 1};
        a.first.at = a.last.at = whole_line();
        a.n = n;
        return a;
    }
};
