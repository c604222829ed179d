//! Every method on every instruction set against plain arithmetic.

#![allow(clippy::needless_range_loop, reason = "indices are what is compared")]

use super::*;
use crate::{inside::require, lists, rings::root_of_unity};
use alloc::vec::Vec;

/// Returns a value that differs in every lane, with exact sums and products.
fn value(i: usize) -> f64 {
    (i * i % 29) as f64 - 13.0 + i as f64 / 8.0
}

fn block<const L: usize, F: Floats<L>>(offset: usize) -> [F::Float; L] {
    lists::from_fn(|l| F::Float::from_f64(value(offset + l)))
}

fn lanes<const L: usize, F: Floats<L>>(f: F, v: F::V) -> [f64; L] {
    let mut out = [F::Float::default(); L];
    f.store(&mut out, v);
    out.map(Real::as_f64)
}

fn every_method<const L: usize, F: Floats<L>>(f: F) {
    f.token().run(|| {
        let (x, y, z) = (block::<L, F>(1), block::<L, F>(40), block::<L, F>(77));
        let (a, b, c) = (f.load(&x), f.load(&y), f.load(&z));
        let plain = |op: &dyn Fn(f64, f64, f64) -> f64| -> [f64; L] {
            lists::from_fn(|l| op(x[l].as_f64(), y[l].as_f64(), z[l].as_f64()))
        };
        assert_eq!(lanes(f, a), plain(&|x, _, _| x));
        assert_eq!(lanes(f, f.constant(0.625)), [0.625; L]);
        assert_eq!(lanes(f, f.splat(y[L - 1])), [y[L - 1].as_f64(); L]);
        assert_eq!(lanes(f, f.add(a, b)), plain(&|x, y, _| x + y));
        assert_eq!(lanes(f, f.sub(a, b)), plain(&|x, y, _| x - y));
        assert_eq!(lanes(f, f.mul(a, b)), plain(&|x, y, _| x * y));
        assert_eq!(lanes(f, f.neg(a)), plain(&|x, _, _| -x));
        assert_eq!(lanes(f, f.mul_add(a, b, c)), plain(&|x, y, z| x * y + z));
        assert_eq!(lanes(f, f.mul_sub(a, b, c)), plain(&|x, y, z| x * y - z));
        assert_eq!(lanes(f, f.neg_mul_add(a, b, c)), plain(&|x, y, z| z - x * y));
        let mut rows = [a; L];
        for (j, row) in rows.iter_mut().enumerate() {
            *row = f.load(&block::<L, F>(L * j));
        }
        for (l, row) in f.transpose(rows).into_iter().enumerate() {
            let column = lists::from_fn(|j| F::Float::from_f64(value(L * j + l)).as_f64());
            assert_eq!(lanes(f, row), column, "row {l}");
        }
        // Element `j` of sequence `l` is column `j` of row `l`.
        let pair = |l: usize, j: usize| Complex::new(value(L * j + l), value(L * j + l + 300));
        let mut sequences = [[a, b]; L];
        for (j, v) in sequences.iter_mut().enumerate() {
            *v = [f.load(&block::<L, F>(L * j)), f.load(&block::<L, F>(L * j + 300))];
        }
        let rows = f.to_rows(sequences);
        for (l, row) in rows.into_iter().enumerate() {
            let mut found = [Complex::new(F::Float::default(), F::Float::default()); L];
            f.store_parts(&mut found, row);
            let wide = found.map(|z| Complex::new(z.re.as_f64(), z.im.as_f64()));
            assert_eq!(wide, lists::from_fn(|j| pair(l, j)), "row {l}");
        }
        for (v, w) in f.of_rows(rows).into_iter().zip(sequences) {
            assert_eq!(v.map(|v| lanes(f, v)), w.map(|w| lanes(f, w)));
        }
        let mut turned = x.map(Real::as_f64);
        turned.reverse();
        assert_eq!(lanes(f, f.reverse(a)), turned);
        let mut order = F::ORDER.map(|element| L - 1 - element);
        order.reverse();
        assert_eq!(order, F::ORDER);
        let mirrored = lanes(f, f.mirror(a, b));
        for l in 0..L {
            let from = F::ORDER.iter().position(|element| element + F::ORDER[l] == L);
            assert_eq!(mirrored[l], from.map_or(y[0], |from| x[from]).as_f64(), "lane {l}");
        }
        memory::<L, F>(f);
        f.fence();
    });
    let mut order = F::ORDER;
    order.sort_unstable();
    assert_eq!(order, lists::from_fn(|l| l));
    network::<L, 1, F>(f);
    network::<L, 2, F>(f);
    network::<L, 4, F>(f);
    network::<L, 8, F>(f);
    network::<L, 16, F>(f);
}

/// Checks loads and stores at every offset from alignment, and that neighbours stay untouched.
#[inline(always)]
fn memory<const L: usize, F: Floats<L>>(f: F) {
    let pair = |i: usize| Complex::new(F::Float::from_f64(value(i)), F::Float::from_f64(value(i + 500)));
    let source: [Complex<F::Float>; 48] = lists::from_fn(pair);
    f.prefetch(&source);
    for offset in 0..17 {
        let Some(x) = source[offset..].first_chunk::<L>() else { unreachable!() };
        let v = f.load_pairs(x);
        let (re, im) = (lanes(f, v[0]), lanes(f, v[1]));
        for l in 0..L {
            let expected = pair(offset + F::ORDER[l]);
            assert_eq!((re[l], im[l]), (expected.re.as_f64(), expected.im.as_f64()), "lane {l}");
        }
        for first in 0..L {
            let other = f.splat(pair(777).re);
            let selected = lanes(f, f.select(first, v[0], other));
            for l in 0..L {
                let expected = if F::ORDER[l] < first { pair(777).re.as_f64() } else { re[l] };
                assert_eq!(selected[l], expected, "lane {l}");
            }
            let mut target = [pair(999); 48];
            let Some(y) = target[offset..].first_chunk_mut::<L>() else { unreachable!() };
            f.stream_rotated(y, v, first);
            for p in 0..L {
                assert!(y[p] == source[offset + (first + p) % L], "place {p}");
            }
            assert!(target[..offset].iter().chain(&target[offset + L..]).all(|&y| y == pair(999)));
        }
        for streamed in [false, true] {
            let mut target = [pair(999); 48];
            let Some(y) = target[offset..].first_chunk_mut::<L>() else { unreachable!() };
            if streamed {
                f.stream_parts(y, v)
            } else {
                f.store_parts(y, v)
            }
            let w = f.load_parts(y);
            assert_eq!((lanes(f, w[0]), lanes(f, w[1])), (re, im));
            let floats: Vec<f64> = y.iter().flat_map(|y| [y.re.as_f64(), y.im.as_f64()]).collect();
            assert_eq!(floats, [re, im].concat(), "all real parts, then all imaginary parts");
            assert!(target[..offset].iter().chain(&target[offset + L..]).all(|&y| y == pair(999)));
            let mut target = [pair(999); 48];
            let Some(y) = target[offset..].first_chunk_mut::<L>() else { unreachable!() };
            if streamed {
                f.stream_pairs(y, v)
            } else {
                f.store_pairs(y, v)
            }
            for (i, y) in target.into_iter().enumerate() {
                let inside = (offset..offset + L).contains(&i);
                let expected = if inside { source[i] } else { pair(999) };
                assert!(y == expected, "place {i}, offset {offset}");
            }
            let mut target = [F::Float::default(); 48];
            let Some(y) = target[offset..].first_chunk_mut::<L>() else { unreachable!() };
            f.store(y, v[0]);
            for (i, y) in target.into_iter().enumerate() {
                let expected = i.checked_sub(offset).and_then(|l| re.get(l)).copied().unwrap_or(0.0);
                assert_eq!(y.as_f64(), expected);
            }
        }
    }
}

/// Checks the network of `R` against the definition, its twiddles and its transposition.
fn network<const L: usize, const R: usize, F: Floats<L>>(f: F) {
    let ring = ComplexLanes(f);
    let x: [[[F::Float; L]; 2]; R] = lists::from_fn(|j| [block::<L, F>(3 * j), block::<L, F>(100 + 7 * j)]);
    let mut y = x;
    ring.token().run(|| {
        let mut v = [ring.load(&x[0]); R];
        for j in 1..R {
            v[j] = ring.load(&x[j]);
        }
        let v = dft::<L, R, _>(ring, v);
        for j in 0..R {
            ring.store(&mut y[j], v[j]);
        }
    });
    let unit = F::Float::unit().as_f64();
    for l in 0..L {
        for k in 0..R {
            let sum: Complex<f64> = (0..R)
                .map(|j| {
                    Complex::new(x[j][0][l].as_f64(), x[j][1][l].as_f64()) * root_of_unity::<f64>((R - k) * j % R, R)
                })
                .sum();
            let error = sum - Complex::new(y[k][0][l].as_f64(), y[k][1][l].as_f64());
            assert!(error.norm_sqr().sqrt() < 1000.0 * unit, "radix {R}, lane {l}, output {k}: {error}");
        }
    }
}

#[inline]
pub(crate) fn factors_act_on_lanes() {
    fn check<const L: usize, F: Floats<L>>(f: F) {
        let ring = ComplexLanes(f);
        let x = [block::<L, F>(5), block::<L, F>(60)];
        let w: [[F::Float; 2]; L] = lists::from_fn(|l| [F::Float::from_f64(l as f64), F::Float::from_f64(2.0)]);
        for each in [false, true] {
            let mut y = x;
            ring.token().run(|| {
                let factor = if each { ring.lanes(&w) } else { ring.splat(&w[L - 1]) };
                ring.store(&mut y, ring.mul(ring.load(&x), factor));
            });
            for l in 0..L {
                let w = w[if each { l } else { L - 1 }].map(Real::as_f64);
                let product = Complex::new(x[0][l].as_f64(), x[1][l].as_f64()) * Complex::new(w[0], w[1]);
                assert_eq!([y[0][l].as_f64(), y[1][l].as_f64()], [product.re, product.im], "lane {l}");
            }
        }
        let mut rows = [x; L];
        ring.token().run(|| {
            let mut v = [ring.load(&x); L];
            for j in 0..L {
                v[j] = ring.load(&[block::<L, F>(L * j), block::<L, F>(9 + L * j)]);
            }
            let v = ring.transpose(v);
            for j in 0..L {
                ring.store(&mut rows[j], v[j]);
            }
        });
        for (j, row) in rows.iter().enumerate() {
            for l in 0..L {
                assert_eq!(row.map(|part| part[l].as_f64()), [value(L * l + j), value(9 + L * l + j)]);
            }
        }
    }
    check(Scalar::<f64>::new());
    check(Scalar::<f32>::new());
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        if let Some(token) = require::found("avx2", Avx2::detect()) {
            check(F64x4(token));
            check(F32x8(token));
        }
        if let Some(token) = require::found("avx512", Avx512::detect()) {
            check(F64x4(token));
            check(F32x8(token));
            check(F64x8(token));
            check(F32x16(token));
        }
    }
}

/// Checks numbers with the parts side by side: networks against the definition, products and the transposition.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline]
pub(crate) fn pairs_are_numbers() {
    fn number<F: Real>(i: usize) -> Complex<F> {
        Complex::new(F::from_f64(value(i)), F::from_f64(value(3 * i + 50)))
    }
    fn wide<F: Real>(z: Complex<F>) -> Complex<f64> {
        Complex::new(z.re.as_f64(), z.im.as_f64())
    }
    fn network<const L: usize, const R: usize, P: Values<L>>(ring: P) {
        let x: [[Complex<P::Float>; L]; R] = lists::from_fn(|j| lists::from_fn(|l| number(R * l + j)));
        let mut y = x;
        ring.token().run(|| {
            let mut v = [ring.load_values(&x[0]); R];
            for j in 1..R {
                v[j] = ring.load_values(&x[j]);
            }
            let v = dft::<L, R, _>(ring, v);
            for j in 0..R {
                ring.store_values(&mut y[j], ring.scale(v[j], P::Float::from_f64(2.0)));
            }
        });
        for l in 0..L {
            for k in 0..R {
                let sum: Complex<f64> =
                    (0..R).map(|j| wide(x[j][l]) * root_of_unity::<f64>((R - k) * j % R, R) * 2.0).sum();
                let error = (sum - wide(y[k][l])).norm_sqr().sqrt();
                assert!(error < 3000.0 * P::Float::unit().as_f64(), "radix {R}, lane {l}, output {k}: {error}");
            }
        }
    }
    fn check<const L: usize, P: Values<L>>(ring: P) {
        network::<L, 2, P>(ring);
        network::<L, 4, P>(ring);
        network::<L, 8, P>(ring);
        network::<L, 16, P>(ring);
        let x: [[Complex<P::Float>; L]; L] = lists::from_fn(|j| lists::from_fn(|l| number(L * j + l)));
        let (mut turned, mut conjugates) = (x, x);
        ring.token().run(|| {
            let mut v = [ring.load_values(&x[0]); L];
            for j in 1..L {
                v[j] = ring.load_values(&x[j]);
            }
            let w = ring.transpose(v);
            for j in 0..L {
                ring.store_values(&mut turned[j], w[j]);
                ring.store_values(&mut conjugates[j], ring.reflect(v[j]));
            }
        });
        for j in 0..L {
            for l in 0..L {
                assert_eq!(wide(turned[j][l]), wide(x[l][j]), "row {j}, lane {l}");
                assert_eq!(wide(conjugates[j][l]), wide(x[j][l]).conj());
            }
        }
    }
    if let Some(token) = require::found("avx2", Avx2::detect()) {
        check(ComplexPairs(C64x2(token), Forward));
        check(ComplexPairs(C32x4(token), Forward));
    }
    if let Some(token) = require::found("avx512", Avx512::detect()) {
        check(ComplexPairs(C64x4(token), Forward));
        check(ComplexPairs(C32x8(token), Forward));
    }
}

#[inline]
pub(crate) fn vectors_of_one_lane() {
    every_method(Scalar::<f64>::new());
    every_method(Scalar::<f32>::new());
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline]
pub(crate) fn vectors_of_avx2() {
    let Some(token) = require::found("avx2", Avx2::detect()) else {
        assert!(!crate::kernel::isa::Isa::Avx2.is_available(), "this machine has AVX2, and no test of it ran");
        return;
    };
    every_method(F64x4(token));
    every_method(F32x8(token));
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline]
pub(crate) fn vectors_of_avx512() {
    let Some(token) = require::found("avx512", Avx512::detect()) else {
        assert!(!crate::kernel::isa::Isa::Avx512.is_available(), "this machine has AVX-512, and no test of it ran");
        return;
    };
    every_method(F64x8(token));
    every_method(F32x16(token));
    every_method(F64x4(token));
    every_method(F32x8(token));
}
