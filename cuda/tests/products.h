// What is made of transforms: products, cosets, Bluestein's transform, real input; held against its definition.
#pragma once
#include "transforms.h"

template <class H, class R>
struct Products : Transforms<H, R> {
    typedef Transforms<H, R> Base;
    typedef typename H::V V;
    typedef typename H::T T;
    typedef Buffer<T> B;
    using Base::Base;
    using Base::batch;
    using Base::batch_of;
    using Base::g;
    using Base::label;
    using Base::naive;
    using Base::put;
    using Base::random;
    using Base::same;

    std::vector<V> cyclic(const std::vector<V>& x, const std::vector<V>& y, uint64_t n, int sign) {
        std::vector<V> z(x.size());
        for (size_t b = 0; b * n < x.size(); b++) {
            const H& h = g.host(b);
            for (uint64_t k = 0; k < n; k++) z[b * n + k] = h.zero();
            for (uint64_t i = 0; i < n; i++)
                for (uint64_t j = 0; j < n; j++) {
                    V& at = z[b * n + (i + j) % n];
                    V p = h.mul(x[b * n + i], y[b * n + j]);
                    at = i + j >= n && sign < 0 ? h.sub(at, p) : h.add(at, p);
                }
        }
        return z;
    }
    // A product is three transforms: weights on first reads, the other factor on the third's first read, scale and weights last.
    void negacyclic_product() {
        for (uint64_t n = R::E; n <= longest / 2; n *= 4) {
            const std::vector<V> x = batch_of(n, batch()).first;
            std::vector<V> y(x.rbegin(), x.rend());
            for (size_t i = 0; i < y.size(); i++) y[i] = g.moduli.size() > 1 ? x[i / n * n + (i * 3 + 1) % n] : y[i];
            B in(x.size()), other(x.size()), fx(x.size()), fy(x.size()), out(x.size());
            put(in, x, n);
            put(other, y, n);
            uint64_t launched = shim::launches;
            for (auto [from, to] : {std::make_pair(in.at, fx.at), std::make_pair(other.at, fy.at)}) {
                TileArgs a = g.rows_args(from, to, n, batch(), false);
                a.first.kind |= Hook::WEIGHTS;
                a.first.weights = g.powers(2 * n, false);
                g.rows(a);
            }
            TileArgs a = g.rows_args(fx.at, out.at, n, batch(), true);
            a.first.kind |= Hook::OTHER;
            a.first.other = fy.at;
            a.last.kind |= Hook::WEIGHTS;
            a.last.weights = g.table(n, [&](const H& h, uint64_t e) { return h.mul(h.root(2 * n, 2 * n - e), h.inverse_whole(n)); });
            g.rows(a);
            report(same(out, cyclic(x, y, n, -1), n) && shim::launches == launched + 3, label("negacyclic product", n));
        }
    }
    // The coset's values: weights s^j, as a table of two levels; and values beyond a limit are not read.
    void coset_and_limit() {
        uint64_t n = R::E * 4, limit = n - 5;
        const std::vector<V> x = batch_of(n, batch()).first;
        std::vector<V> expected;
        for (size_t b = 0; b < batch(); b++) {
            std::vector<V> shifted(n, g.host(b).zero());
            for (uint64_t i = 0; i < limit; i++) shifted[i] = g.host(b).mul(x[b * n + i], g.host(b).root(4 * n, 3 * i));
            std::vector<V> y = naive(g.host(b), shifted.data(), n, false);
            expected.insert(expected.end(), y.begin(), y.end());
        }
        B in(x.size()), out(x.size());
        put(in, x, n);
        TileArgs a = g.rows_args(in.at, out.at, n, batch(), false);
        Powers low = g.table(8, [&](const H& h, uint64_t e) { return h.root(4 * n, 3 * e); });
        Powers high = g.table(n / 8, [&](const H& h, uint64_t e) { return h.root(4 * n, 3 * 8 * e); });
        a.first.kind |= Hook::WEIGHTS | Hook::LIMIT;
        a.first.limit = limit;
        a.first.weights = {low.low, high.low, low.low_step, high.low_step, 3};
        g.rows(a);
        report(same(out, expected, n), label("coset and limit, rows", n));
        Hook first = a.first;
        B spare(x.size());
        std::vector<uint64_t> list = R::E == 16 ? std::vector<uint64_t>{4, 16} : std::vector<uint64_t>{4, uint64_t(R::E)};
        if (!g.k.passes.empty()) {
            g.passes(in.at, out.at, spare.at, list, batch(), false, 64, 0, first, Hook());
            report(same(out, expected, n), label("coset and limit, passes", n));
        }
    }
    // Cyclic convolution through the pair that does not reorder: columns, rows with the product between, columns; in place.
    void convolution_pair() {
        uint64_t n1 = R::E, n2 = R::E * 2, n = n1 * n2;
        if (n > longest) return;
        const std::vector<V> x = batch_of(n, batch()).first;
        std::vector<V> y(x.size());
        for (size_t i = 0; i < x.size(); i++) y[i] = x[i / n * n % (n * g.group) + i / (n * g.group) * (n * g.group) + (i * 5 + 2) % n];
        for (size_t i = 0; i < x.size(); i++) y[i] = y[i / (n * g.group) * (n * g.group) + i % n]; // one factor for each modulus
        if (g.moduli.size() == 1)
            for (size_t i = 0; i < x.size(); i++) y[i] = y[i % n];
        B data(x.size()), factor(x.size()), spectrum(n * g.moduli.size());
        put(data, x, n);
        put(factor, y, n);
        uint64_t wide = g.lines_for(n1, 8);
        TileArgs c = g.columns_args(factor.at, factor.at, n1, n2, batch(), false);
        g.columns(c, wide);
        TileArgs r = g.matrix_rows_args(factor.at, n1, n2, batch(), false);
        g.launch_tile(g.k.rows, r, 4);
        for (size_t m = 0; m < g.moduli.size(); m++)
            for (uint64_t i = 0; i < n; i++) spectrum.at[m * n + i] = factor.at[m * g.group * n + i];
        uint64_t launched = shim::launches;
        c = g.columns_args(data.at, data.at, n1, n2, batch(), false);
        g.columns(c, wide);
        r = g.matrix_rows_args(data.at, n1, n2, batch(), false);
        g.convolving(r);
        r.middle.kind = Hook::OTHER_AT;
        r.middle.other = spectrum.at;
        r.middle.other_step = n;
        g.launch_tile(g.k.convolve, r, 4);
        c = g.columns_args(data.at, data.at, n1, n2, batch(), true);
        c.twist_when = 1;
        c.first.kind = c.last.kind = g.swap(true);
        c.last.kind |= Hook::WEIGHTS;
        Powers scale = g.table(1, [&](const H& h, uint64_t) { return h.inverse_whole(n); });
        c.last.weights = {scale.low, g.table(n, [&](const H& h, uint64_t) { return h.one(); }).low, scale.low_step, n, 0};
        g.columns(c, wide);
        report(same(data, cyclic(x, y, n, 1), n) && shim::launches == launched + 3, label("convolution in place", n));
    }
    // Bluestein's transform of any length n: one launch, and three for a long one.
    void bluestein(uint64_t n, bool in_one) {
        for (const H& h : g.moduli)
            if (!h.has(2 * n)) return;
        uint64_t m = in_one ? R::E : R::E * R::E, n1 = R::E;
        while (m < 2 * n - 1) m *= 2;
        if (m > 2 * longest) return;
        uint64_t n2 = in_one ? m : m / n1, members = batch();
        const std::vector<V> x = batch_of(n, members).first, y = batch_of(n, members).second;
        auto chirp = [&](const H& h, uint64_t j, bool minus) {
            uint64_t e = uint64_t(u128(j) * j % (2 * n));
            return h.root(2 * n, minus ? 2 * n - e : e);
        };
        // The chirp's spectrum, by the kernels themselves.
        B spectrum(m * g.moduli.size());
        for (size_t q = 0; q < g.moduli.size(); q++)
            for (uint64_t j = 0; j < m; j++) {
                uint64_t d = j < n ? j : m - j;
                spectrum.at[q * m + j] = g.moduli[q].data(d < n ? chirp(g.moduli[q], d, true) : g.moduli[q].zero());
            }
        uint64_t group = g.group;
        g.group = 1; // one line a modulus
        if (in_one) g.rows(g.rows_args(spectrum.at, spectrum.at, m, g.moduli.size(), false));
        else {
            g.columns(g.columns_args(spectrum.at, spectrum.at, n1, n2, g.moduli.size(), false), 4);
            g.launch_tile(g.k.rows, g.matrix_rows_args(spectrum.at, n1, n2, g.moduli.size(), false), 4);
        }
        g.group = group;
        Hook first = {}, last = {};
        first.kind = last.kind = Hook::LIMIT | Hook::WEIGHTS;
        first.limit = last.limit = n;
        first.weights = g.table(n, [&](const H& h, uint64_t j) { return chirp(h, j, false); });
        last.weights = g.table(n, [&](const H& h, uint64_t j) { return h.mul(chirp(h, j, false), h.inverse_whole(m)); });
        B in(n * members), out(n * members), work(m * members);
        put(in, x, n);
        uint64_t launched = shim::launches;
        TileArgs r = in_one ? g.rows_args(in.at, out.at, m, members, false) : g.matrix_rows_args(work.at, n1, n2, members, false);
        g.convolving(r);
        r.middle.kind = Hook::OTHER_AT;
        r.middle.other = spectrum.at;
        r.middle.other_step = m;
        if (in_one) {
            r.lines.read = r.lines.write = {1, 0, 0, n};
            first.at = last.at = r.middle.at = g.whole_line();
            r.first = first;
            r.last = last;
            g.launch_tile(g.k.convolve, r, g.lines_for(m, g.most_rows()));
        } else {
            TileArgs c = g.columns_args(in.at, work.at, n1, n2, members, false);
            c.lines.read.step_c = n;
            first.at = c.first.at;
            c.first = first;
            g.columns(c, 4);
            g.launch_tile(g.k.convolve, r, 4);
            c = g.columns_args(work.at, out.at, n1, n2, members, true);
            c.lines.write.step_c = n;
            c.twist_when = 1;
            last.at = c.last.at;
            last.kind |= g.swap(true);
            c.first.kind = g.swap(true);
            c.last = last;
            g.columns(c, 4);
        }
        report(same(out, y, n) && shim::launches - launched == (in_one ? 1 : 3), label(in_one ? "Bluestein, one launch" : "Bluestein, three launches", n));
        g.tables.clear();
    }
    // Element by element: a product with weights, written transposed; positions beyond the limit stay as they were.
    void map() {
        uint64_t n = 77, members = batch(), limit = 70;
        std::vector<V> x, y, expected;
        for (uint64_t i = 0; i < n * members; i++) {
            const H& h = g.host(i / n);
            x.push_back(h.random(random));
            y.push_back(h.random(random));
            expected.push_back(i % n < limit ? h.mul(h.mul(x[i], y[i]), h.root(16, i % n)) : y[i]);
        }
        B in(n * members), other(n * members), out(n * members);
        put(in, x, n);
        put(other, y, n);
        for (uint64_t i = 0; i < n * members; i++) out.at[i % n * members + i / n] = other.at[i];
        MapArgs a = g.map_args(in.at, out.at, n, members);
        a.first.kind = Hook::OTHER;
        a.first.other = other.at;
        a.last.kind = Hook::WEIGHTS | Hook::LIMIT;
        a.last.limit = limit;
        a.last.weights = g.table(n, [&](const H& h, uint64_t e) { return h.root(16, e); });
        a.lines.write = {members, 0, 0, 1};
        shim::launch(g.k.map, 2, 64, 0, a);
        for (uint64_t i = 0; i < n * members; i++) in.at[i] = out.at[i % n * members + i / n];
        report(same(in, expected, n), label("map", n));
    }
    // Real sequences as complex ones of half the length, both ways.
    void real() {
        if constexpr (H::FLOATS)
            for (uint64_t n = R::E; 2 * n <= longest; n *= 4) {
                uint64_t members = 3;
                std::vector<V> x, y;
                B in(n * members), z(n * members), out((n + 1) * members);
                for (uint64_t b = 0; b < members; b++) {
                    std::vector<V> line;
                    for (uint64_t i = 0; i < 2 * n; i++) line.push_back(H::random(random).real());
                    for (uint64_t i = 0; i < n; i++) in.at[b * n + i] = H::data({line[2 * i].real(), line[2 * i + 1].real()});
                    line = naive(g.host(0), line.data(), 2 * n, false);
                    y.insert(y.end(), line.begin(), line.begin() + n + 1);
                }
                RealArgs a = {};
                a.twiddles = g.powers(2 * n, false);
                a.n = n;
                a.lines = {z.at, out.at, {1, 0, 0, n}, {1, 0, 0, n + 1}, members, 1, 1};
                g.rows(g.rows_args(in.at, z.at, n, members, false));
                shim::launch(g.k.real_values, 2, 32, 0, a);
                report(same(out, y, n + 1), label("real", 2 * n));
                for (uint64_t i = 0; i < n * members; i++) {
                    V v = H::value(in.at[i]);
                    x.push_back(v * (long double)(2 * n));
                }
                a.lines = {out.at, z.at, {1, 0, 0, n + 1}, {1, 0, 0, n}, members, 1, 1};
                shim::launch(g.k.real_halves, 2, 32, 0, a);
                g.rows(g.rows_args(z.at, z.at, n, members, true));
                report(same(z, x, n), label("real", 2 * n, true));
                g.tables.clear();
            }
    }
    // DCT-II against its sum, and DCT-III as what undoes it.
    void cosine() {
        if constexpr (H::FLOATS)
            for (uint64_t n = R::E; 2 * n <= longest; n *= 4) {
                uint64_t members = 3, reals = 2 * n;
                typedef decltype(T().re) F;
                Buffer<F> x(reals * members), v(reals * members), c(reals * members);
                B z(n * members);
                RealArgs a = {};
                a.twiddles = g.powers(8 * n, false);
                a.n = n;
                auto launch = [&](int kernel, const void* in, void* out, uint64_t from, uint64_t to) {
                    a.lines = {in, out, {1, 0, 0, from}, {1, 0, 0, to}, members, 1, 1};
                    shim::launch(g.k.cosine[kernel], 2, 32, 0, a);
                };
                for (uint64_t i = 0; i < x.size; i++) x.at[i] = H::data(H::random(random)).re;
                launch(0, x.at, v.at, reals, reals);
                g.rows(g.rows_args(reinterpret_cast<T*>(v.at), z.at, n, members, false));
                launch(2, z.at, c.at, n, reals);
                std::vector<V> got, expected, scaled;
                for (uint64_t i = 0; i < c.size; i++) {
                    uint64_t k = i % reals;
                    long double sum = 0;
                    for (uint64_t j = 0; j < reals; j++)
                        sum += 2 * (long double)x.at[i - k + j] * H().root(4 * reals, (2 * j + 1) * k).real();
                    got.push_back((long double)c.at[i]);
                    expected.push_back(sum);
                }
                report(H::agree(got.data(), expected.data(), got.size()), label("DCT-II", reals));
                launch(3, c.at, z.at, reals, n);
                g.rows(g.rows_args(z.at, z.at, n, members, true));
                launch(1, z.at, v.at, reals, reals);
                for (uint64_t i = 0; i < c.size; i++) {
                    got[i] = (long double)v.at[i];
                    scaled.push_back((long double)x.at[i] * (long double)(2 * reals));
                }
                report(H::agree(got.data(), scaled.data(), got.size()), label("DCT-III", reals));
                g.tables.clear();
            }
    }
};
