// Whole transforms of every form, both ways, held against the definition.
#pragma once
#include <functional>

#include "engine.h"

struct Report {
    uint64_t passed = 0, failed = 0;
    void operator()(bool good, const std::string& what) {
        (good ? passed : failed)++;
        if (!good) std::printf("FAILED %s\n", what.c_str());
    }
};
inline Report report;
inline uint64_t longest = 1 << 10;

inline const char* order_name() {
    return shim::settings.order == shim::Order::Ascending ? "ascending" : shim::settings.order == shim::Order::Descending ? "descending" : "shuffled";
}

template <class H, class R>
struct Transforms {
    typedef Engine<H, R> G;
    typedef typename H::V V;
    typedef typename H::T T;
    typedef Buffer<T> B;
    const char* name;
    G g;
    Random random{1};
    std::map<std::pair<uint64_t, uint64_t>, std::pair<std::vector<V>, std::vector<V>>> known; // (n, batch): input, naive values

    Transforms(const char* name, std::vector<H> moduli, Kernels k)
        : name(name), g(moduli, k) {}

    std::string label(const char* family, uint64_t n, bool inverse = false) const {
        return std::string(name) + " " + family + " n=" + std::to_string(n) + (inverse ? " inverse" : "") + " " + order_name();
    }
    static std::vector<V> naive(const H& h, const V* x, uint64_t n, bool inverse) {
        std::vector<V> w(n), y(n, h.zero());
        for (uint64_t e = 0; e < n; e++) w[e] = h.root(n, inverse ? (n - e) % n : e);
        for (uint64_t k = 0; k < n; k++)
            for (uint64_t j = 0, e = 0; j < n; j++, e = e + k < n ? e + k : e + k - n) y[k] = h.add(y[k], h.mul(x[j], w[e]));
        return y;
    }
    // Input of a batch and its forward values.
    const std::pair<std::vector<V>, std::vector<V>>& batch_of(uint64_t n, uint64_t batch) {
        auto& entry = known[{n, batch}];
        for (uint64_t b = 0; entry.first.size() < n * batch; b++) {
            for (uint64_t i = 0; i < n; i++) entry.first.push_back(g.host(b).random(random));
            std::vector<V> y = naive(g.host(b), entry.first.data() + b * n, n, false);
            entry.second.insert(entry.second.end(), y.begin(), y.end());
        }
        return entry;
    }
    void put(B& to, const std::vector<V>& x, uint64_t n) {
        for (size_t i = 0; i < x.size(); i++) to.at[i] = g.host(i / n).data(x[i]);
    }
    bool same(const B& got, const std::vector<V>& expected, uint64_t n, uint64_t skip = 0) {
        bool good = true;
        for (size_t b = 0; b * n < expected.size(); b++) {
            std::vector<V> y(n);
            for (uint64_t i = 0; i < n; i++) y[i] = g.host(b).value(got.at[b * (n + skip) + i]);
            good = good && H::agree(y.data(), expected.data() + b * n, n);
        }
        return good;
    }
    // The map under test both ways on one batch: forward from the input, and n times the input back from the values.
    template <class F>
    void both_ways(const char* family, uint64_t n, uint64_t batch, F map) {
        const auto& [x, y] = batch_of(n, batch);
        B in(n * batch), out(n * batch), spare(n * batch);
        put(in, x, n);
        map(in.at, out.at, spare.at, false);
        report(same(out, y, n), label(family, n));
        std::vector<V> scaled(x);
        for (size_t i = 0; i < x.size(); i++) scaled[i] = g.host(i / n).mul(x[i], g.host(i / n).whole(n));
        put(in, y, n);
        map(in.at, out.at, spare.at, true);
        report(same(out, scaled, n), label(family, n, true));
        g.tables.clear();
        g.descriptions.clear();
    }
    uint64_t batch() const { return g.moduli.size() > 1 ? g.group * g.moduli.size() : 3; }

    void rows() {
        for (uint64_t n = R::E; n <= longest; n *= 2)
            both_ways("rows", n, batch(), [&](T* in, T* out, T*, bool inverse) {
                g.rows(g.rows_args(in, out, n, batch(), inverse));
            });
    }
    // Two dimensions of a matrix: columns alone, no twiddles, side by side.
    void columns() {
        for (uint64_t n = R::E; n <= longest / 4; n *= 4)
            for (uint64_t wide : {4, 32}) {
                uint64_t across = g.moduli.size() > 1 ? 64 : 36, members = batch();
                if (wide << g.log2(n) >> g.log2(R::E) > 512) continue;
                const auto& [x, y] = batch_of(n, members);
                B in(n * across * members), out(n * across * members), one(n * members);
                put(one, x, n);
                for (uint64_t b = 0; b < members; b++)
                    for (uint64_t i = 0; i < n; i++)
                        for (uint64_t c = 0; c < across; c++) in.at[(b * n + i) * across + c] = one.at[b * n + i];
                TileArgs a = g.columns_args(in.at, out.at, n, across, members, false);
                a.twist_when = 0;
                g.columns(a, wide);
                bool good = true;
                for (uint64_t c = 0; c < across; c++) {
                    for (uint64_t i = 0; i < n * members; i++) one.at[i] = out.at[i * across + c];
                    good = good && same(one, y, n);
                }
                report(good, label("columns", n) + " wide " + std::to_string(wide));
            }
    }
    bool has(const std::vector<uint64_t>& radices) const {
        uint64_t n = 1;
        for (uint64_t r : radices) {
            n *= r;
            bool there = false;
            for (const Pass& p : g.k.passes) there = there || p.radix == r;
            if (!there) return false;
        }
        for (const H& h : g.moduli)
            if (!h.has(n)) return false;
        return n <= longest;
    }
    void mixed() {
        for (const auto& list : std::vector<std::vector<uint64_t>>{{}, {2}, {3}, {4}, {5}, {7}, {8}, {2, 2, 2}, {3, 4}, {3, 5}, {5, 3, 2}, {7, 3, 4},
                                                                   {8, 8}, {3, 2, 3, 4}, {4, 4, 4}, {3, 3, 5, 7}, {8, 3, 5}, {8, 8, 8}, {5, 7, 8, 2}})
            if (has(list)) {
                uint64_t n = 1;
                for (uint64_t r : list) n *= r;
                both_ways("mixed", n, batch(), [&](T* in, T* out, T*, bool inverse) { g.mixed(in, out, list, batch(), inverse); });
            }
    }
    void passes() {
        for (const auto& list : std::vector<std::vector<uint64_t>>{
                 {2}, {3}, {4}, {5}, {7}, {8}, {16}, {2, 2, 2}, {3, 4}, {3, 5}, {5, 3, 2}, {7, 3, 4}, {16, 2}, {3, 2, 3, 4}, {16, 16}, {4, 4, 4, 4},
                 {8, 8, 8}, {3, 3, 5, 7}, {8, 3, 5}, {5, 7, 16}, {16, 16, 4}, {8, 8, 8, 2}, {2, 16, 16, 8}, {16, 16, 16}})
            if (has(list)) {
                uint64_t n = 1;
                for (uint64_t r : list) n *= r;
                for (uint32_t threads : {0u, 32u})
                    both_ways(threads ? "passes, 32 threads" : "passes", n, batch(), [&](T* in, T* out, T* spare, bool inverse) {
                        Hook swap = {};
                        swap.kind = g.swap(inverse);
                        swap.at = g.whole_line();
                        g.passes(in, out, spare, list, batch(), inverse, 96, threads, swap, swap);
                    });
            }
    }
    void four_step() {
        for (uint64_t n1 = R::E; n1 * R::E <= longest; n1 *= 2)
            for (uint64_t n2 = R::E; n1 * n2 <= longest; n2 *= n1 * n2 * 4 <= longest ? 4 : 2)
                both_ways("four-step", n1 * n2, batch(), [&](T* in, T* out, T* spare, bool inverse) {
                    TileArgs a = g.columns_args(in, spare, n1, n2, batch(), inverse);
                    a.first.kind = g.swap(inverse);
                    g.columns(a, g.lines_for(n1, n2));
                    TileArgs b = g.across_args(spare, out, n1, n2, batch(), inverse);
                    b.last.kind = g.swap(inverse);
                    g.launch_tile(g.k.rows_across, b, g.lines_for(n2, n1));
                });
    }
    void three_levels() {
        uint64_t e = R::E, n = e * e * e;
        if (n > longest) return;
        both_ways("four-step, three levels", n, 2 * g.moduli.size() > 2 ? batch() : 2, [&](T* in, T* out, T* spare, bool inverse) {
            uint64_t members = 2 * g.moduli.size() > 2 ? batch() : 2, m = e * e;
            TileArgs a = g.columns_args(in, spare, e, m, members, inverse);
            a.first.kind = g.swap(inverse);
            g.columns(a, 8);
            TileArgs b = g.columns_args(spare, spare, e, e, members, inverse); // within row k1: digits i3, k1, member
            b.lines.count = e * e * members;
            b.lines.wide_b = e;
            b.lines.read = b.lines.write = {e, 1, m, n};
            g.columns(b, 4);
            TileArgs c = g.across_args(spare, out, e, e, members, inverse); // digits k1, k2, member
            c.lines.count = e * e * members;
            c.lines.wide_b = e;
            c.lines.read = {1, m, e, n};
            c.lines.write = {e * e, 1, e, n};
            c.last.at = {e * e, 1, e, 0};
            c.last.kind = g.swap(inverse);
            g.launch_tile(g.k.rows_across, c, 4);
        });
    }
};
