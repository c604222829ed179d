//! Spectra of convolutions against exact ones, and those of which half is computed against whole ones.

use super::{
    cyclic::Cyclic,
    ends::start,
    powers_of_root::{Powers, extend},
    spectrum::Mirror,
    steps_tests::{every, values},
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{Avx2, Avx512, F32x8, F32x16, F64x4, F64x8};
use crate::{
    inside::require,
    kernel::packed::Floats,
    rings::{DoubleDouble, Real, root_of_unity},
};
use alloc::vec::Vec;
use num_complex::Complex;

/// Checks that the spectra of convolutions in lanes are the exact ones, rounded once.
fn spectra<const L: usize, F: Floats<L>>(f: F) {
    for radices in [&[9][..], &[5, 3, 2], &[8, 7], &[3, 17, 1]] {
        let passes = super::passes::Passes::<F::Float>::new(L, radices).unwrap();
        let (q, m) = (passes.len, passes.len * L);
        if q < L {
            continue;
        }
        let x = values::<F::Float>(m);
        let wide = |x: F::Float| DoubleDouble::from_f64(x.as_f64());
        let w: Vec<Complex<DoubleDouble>> = (0..m).map(|k| root_of_unity((m - k) % m, m)).collect();
        let exact = |k: usize| {
            let terms = x.iter().enumerate().map(|(j, x)| Complex::new(wide(x.re), wide(x.im)) * w[j * k % m]);
            let sum = terms.fold(Complex::new(wide(F::Float::default()), wide(F::Float::default())), |a, b| a + b);
            let len = DoubleDouble::from_integer(m as u64);
            [sum.re / len, sum.im / len]
        };
        let last = passes.passes.last().map_or((1, 1), |pass| (pass.radix, pass.blocks));
        let order = |at: usize| passes.order[at / last.0] as usize + at % last.0 * last.1;
        let spectrum = Cyclic::new(f, radices, Mirror::None, &mut x.clone()).unwrap();
        for (i, block) in spectrum.spectrum.iter().enumerate().step_by(3) {
            let mut parts = [[F::Float::default(); L]; 2];
            for (l, z) in block.iter().enumerate() {
                for (i, part) in [z.re, z.im].into_iter().enumerate() {
                    parts[(2 * l + i) / L][(2 * l + i) % L] = part;
                }
            }
            for (l, lane) in F::ORDER.into_iter().enumerate() {
                let want = exact(order(start(i / L, q, L) + lane) + q * (i % L));
                for (found, want) in [parts[0][l], parts[1][l]].into_iter().zip(want) {
                    let bound = F::Float::unit().as_f64() * (0.51 * want.as_f64().abs() + 1e-3 / (m as f64).sqrt());
                    let error = (wide(found) - want).as_f64().abs();
                    assert!(error <= bound, "{radices:?} of {L} lanes: {i} {l}");
                }
            }
        }
    }
}

/// Checks that spectra of which half is computed are those computed as a whole, in leaves that the lanes divide or not.
fn mirrors<const L: usize, F: Floats<L>>(f: F) {
    for radices in [&[9, 5, 4, 8][..], &[7, 11, 3, 5], &[10, 8, 8, 2]] {
        let m = radices.iter().product::<usize>() * L;
        for mirror in [Mirror::Even, Mirror::Conjugates] {
            let mut x = values::<F::Float>(m);
            for j in 1..m {
                match mirror {
                    Mirror::Conjugates if j >= m / 2 => x[j] = x[j - m / 2].conj(),
                    Mirror::Even => x[j] = x[j.min(m - j)],
                    _ => {}
                }
            }
            let [half, whole] =
                [mirror, Mirror::None].map(|mirror| Cyclic::new(f, radices, mirror, &mut x.clone()).unwrap());
            assert_eq!(half.spectrum.len(), whole.spectrum.len());
            for (i, (a, b)) in half.spectrum.iter().zip(&*whole.spectrum).enumerate() {
                for (a, b) in a.iter().zip(b) {
                    let error = [a.re - b.re, a.im - b.im].map(|part| part.as_f64().abs());
                    // Two roundings of parts below `3/sqrt(m)`.
                    let bound = 6.0 * F::Float::unit().as_f64() / (m as f64).sqrt();
                    assert!(error[0].max(error[1]) <= bound, "{radices:?} of {L} lanes: vector {i}");
                }
            }
        }
    }
}

/// Checks powers of roots as products in two parts.
fn products<const L: usize, F: Floats<L>>(f: F) {
    for n in [1, 2, 3, 7, 1009, 4096, 65_537, crate::arith::saturating_power_of_two(24) - 3] {
        let (step, mut found) = (n.div_ceil(300), Vec::new());
        let count = n.div_ceil(step);
        Powers::<F::Float>::new(n).unwrap().steps(f, (count, step), &mut found);
        let mut exponents = (0..count).map(|k| k * step).rev();
        let mut rounded = Vec::new();
        extend(f, n, count, &mut || exponents.next().unwrap_or(0), &mut rounded).unwrap();
        assert_eq!((found.len(), rounded.len()), (count, count));
        for (k, ([high, low], other)) in found.into_iter().zip(rounded.into_iter().rev()).enumerate() {
            let want = root_of_unity::<DoubleDouble>((n - k * step) % n, n);
            assert!(high == other);
            for (high, low, want) in [(high.re, low.re, want.re), (high.im, low.im, want.im)] {
                let wide = |x: F::Float| DoubleDouble::from_f64(x.as_f64());
                let unit = F::Float::unit().as_f64();
                let error = (wide(high) - want + wide(low)).high().abs();
                assert!(error <= unit * 2f64.powi(-21), "{k} of {n}: {error:e}");
                assert!((wide(high) - want).high().abs() <= unit * (want.high().abs() + 2f64.powi(-20)), "{k} of {n}");
            }
        }
    }
}

pub(crate) fn powers_of_roots_are_rounded_once() {
    every!(products);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx512", Avx512::detect()) {
        products(F32x16(t));
    }
}

pub(crate) fn spectra_are_rounded_once() {
    every!(spectra);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx512", Avx512::detect()) {
        spectra(F32x16(t));
    }
}

pub(crate) fn mirrored_spectra_are_the_whole_ones() {
    every!(mirrors);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(t) = require::found("avx512", Avx512::detect()) {
        mirrors(F32x16(t));
    }
}
