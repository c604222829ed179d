// Every family over one ring, and what its accesses cost.
#pragma once
#include "products.h"

template <class H, class R>
struct Check : Products<H, R> {
    typedef Products<H, R> Base;
    typedef typename H::T T;
    typedef Buffer<T> B;
    using Base::Base;
    using Base::g;
    using Base::label;

    // Bank conflicts and sectors of one launch.
    template <class F>
    void counted(const char* what, uint64_t n, bool full, F launch) {
        shim::settings.counting = true;
        shim::counts = {};
        launch();
        shim::settings.counting = false;
        const shim::Counts& c = shim::counts;
        bool good = c.shared_extra == 0 && (!full || c.efficiency() == 1.0) && c.global_requests > 0;
        report(good, label(what, n) + ": " + std::to_string(c.shared_extra) + " bank conflicts in " + std::to_string(c.shared_requests) +
                         " requests, sector efficiency " + std::to_string(c.efficiency()));
    }
    void banks_and_sectors() {
        uint64_t members = g.moduli.size() > 1 ? g.group * g.moduli.size() : 64;
        for (uint64_t n = R::E; n <= longest; n *= 2) {
            B in(n * members), out(n * members);
            memset(static_cast<void*>(in.at), 0, n * members * sizeof(T));
            if (n >= 64 || g.moduli.size() == 1) counted("rows", n, true, [&] { g.rows(g.rows_args(in.at, out.at, n, members, false)); });
            if (g.moduli.size() == 1) counted("convolve", n, true, [&] {
                TileArgs a = g.rows_args(in.at, out.at, n, members, false);
                g.convolving(a);
                g.launch_tile(g.k.convolve, a, g.lines_for(n, 1024));
            });
            if (32 * (n / R::E) <= 512) {
                counted("columns", n, true, [&] {
                    TileArgs a = g.columns_args(in.at, out.at, n, members / 2 / g.moduli.size() * g.moduli.size(), 1, false);
                    a.lines.read.step_a = a.lines.write.step_a = 1;
                    a.lines.count = a.lines.wide_a = 32;
                    a.lines.read.stride = a.lines.write.stride = members < 32 ? 1 : 32;
                    if (members >= 32) g.columns(a, 32);
                    else shim::counts.global_requests = 1;
                });
            }
            if (n / R::E >= 32 && 4 * (n / R::E) <= 512 && members >= 32) {
                counted("rows across", n, false, [&] { g.launch_tile(g.k.rows_across, g.across_args(in.at, out.at, 32, n, 1, false), 4); });
            }
            g.tables.clear();
        }
        for (const Pass& p : g.k.passes)
            if ((p.radix & (p.radix - 1)) == 0) {
                uint64_t n = p.radix * p.radix * 32;
                std::vector<uint64_t> list = {p.radix, p.radix, 2, 2, 2, 2, 2};
                bool there = true;
                for (const H& h : g.moduli) there = there && h.has(n);
                if (!there) continue;
                B in(n), out(n), spare(n);
                memset(static_cast<void*>(in.at), 0, n * sizeof(T));
                counted("passes", n, p.radix > 2, [&] { g.passes(in.at, out.at, spare.at, list, 1, false, 128, 0, Hook(), Hook()); });
            }
    }

    // The inverse's first product, by one factor.
    void scale(TileArgs& a) {
        a.first.kind |= Hook::WEIGHTS;
        a.first.weights = g.table(1, [](const H& h, uint64_t) { return h.one(); });
        a.first.at = {};
    }
    // Times on a device, of data that stays there.
    void times() {
        g.grid = 1 << 20;
        const uint64_t all = uint64_t(1) << 24;
        B data(all), spare(all);
        memset(static_cast<void*>(data.at), 0x11, all * sizeof(T));
        for (uint64_t n : {256, 1024, 4096}) {
            if (n / R::E > 512) continue;
            const uint64_t cycle = g.moduli.size() * g.group, members = all / n / cycle * cycle;
            uint64_t lines = 1;
            while (2 * lines * (n / R::E) <= 128 && 2 * lines <= g.most_rows()) lines *= 2;
            for (bool inverse : {false, true})
                for (bool scaled : {false, true}) {
                    TileArgs a = g.rows_args(data.at, data.at, n, members, inverse);
                    if (scaled) scale(a);
                    const char* name = inverse ? scaled ? "rows inverse scaled" : "rows inverse" : scaled ? "rows scaled" : "rows";
                    print_time(name, n, members, shim::driver_time(20, [&] { g.launch_tile(g.k.rows, a, lines); }));
                    g.tables.clear();
                }
        }
        for (uint64_t log : {16, 20, 22, 24}) {
            uint64_t n1 = uint64_t(1) << log / 2, n2 = (uint64_t(1) << log) / n1, batch = log == 16 ? all / n1 / n2 : 1;
            for (const H& h : g.moduli)
                if (!h.has(n1 * n2) || n2 / R::E > 512) return;
            if (g.moduli.size() > 1) return;
            uint64_t wide = 1;
            while (2 * wide * (n1 / R::E) <= 512 && wide * sizeof(T) < 128 && 2 * wide * n1 * sizeof(T) <= 65536) wide *= 2;
            for (bool scaled : {false, true}) {
                TileArgs a = g.columns_args(data.at, spare.at, n1, n2, batch, false), b = g.across_args(spare.at, data.at, n1, n2, batch, false);
                if (scaled) scale(a);
                print_time(scaled ? "columns scaled, rows across" : "columns, rows across", n1 * n2, batch, shim::driver_time(20, [&] {
                    g.columns(a, wide);
                    g.launch_tile(g.k.rows_across, b, wide);
                }));
                g.tables.clear();
            }
        }
    }
    void print_time(const char* family, uint64_t n, uint64_t members, double ms) const {
        std::printf("%s %s n=%llu batch=%llu: %.4f ms, %.1f GB/s read and written\n", this->name, family, (unsigned long long)n,
                    (unsigned long long)members, ms, 2e-6 * double(n * members * sizeof(T)) / ms);
    }

    void families() {
        this->rows();
        this->columns();
        this->four_step();
        this->three_levels();
        this->negacyclic_product();
        this->coset_and_limit();
        this->convolution_pair();
        for (uint64_t n : {3, 5, 7, 9, 15, 17, 31, 45, 63, 97, 127, 105, 251}) {
            this->bluestein(n, true);
            if (n > 20) this->bluestein(n, false);
        }
        this->mixed();
        this->passes();
        this->map();
        this->real();
        this->cosine();
    }
};

// Runs the families in the orders of threads and blocks that were asked for.
struct Run {
    bool all_orders = true;
    bool counting = true, timed = false;
    uint64_t longest = 1 << 10, seed = 1;

    template <class C>
    void operator()(C&& check) const {
        if (timed) return check.times();
        typedef shim::Order Order;
        uint64_t orders = all_orders ? 3 : 1;
        for (uint64_t i = 0; i < orders; i++) {
            shim::settings = shim::Settings();
            shim::settings.order = i == 0 ? Order::Ascending : i == 1 ? Order::Descending : Order::Shuffled;
            shim::settings.seed = seed;
            ::longest = longest;
            check.families();
        }
        shim::settings = shim::Settings();
        if (counting && !shim::on_driver()) check.banks_and_sectors();
    }
};

#define TILES(RING, BYTES) ringfft_##RING##_rows, ringfft_##RING##_columns, ringfft_##RING##_rows_across, ringfft_##RING##_convolve, BYTES
#define PASS(RING, N) {N, ringfft_##RING##_pass##N}
