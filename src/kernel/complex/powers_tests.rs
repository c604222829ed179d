//! Powers of two on every instruction set against radix 2 in doubles.

use super::{Kernel, build, choose, lanes::Lanes, powers};
use crate::{
    kernel::{
        isa::Isa,
        packed::{Avx2, Avx512, F32x8, F32x16, F64x4, F64x8, Floats, Scalar},
    },
    order::Order,
    rings::{Real, root_of_unity},
};
use alloc::{boxed::Box, vec, vec::Vec};
use num_complex::Complex;

fn two_steps<const L: usize, F: Floats<L>>(f: F, log_len: u32, threads: usize) -> Box<dyn Kernel<F::Float>> {
    let far = powers::far(1 << log_len, size_of::<Complex<F::Float>>());
    let (columns, rows) = powers::split(log_len, L.ilog2(), far);
    Box::new(Lanes::new(f, &columns, &rows, far, threads))
}

fn doubles(log_len: u32, isa: Isa, threads: usize) -> Option<Box<dyn Kernel<f64>>> {
    Some(match isa {
        Isa::Avx512 if log_len >= 6 => two_steps(F64x8(Avx512::detect()?), log_len, threads),
        Isa::Avx2 if log_len >= 5 => two_steps(F64x4(Avx2::detect()?), log_len, threads),
        Isa::Scalar if log_len >= 4 => two_steps(Scalar::<f64>::new(), log_len, threads),
        _ => return None,
    })
}

fn singles(log_len: u32, isa: Isa, threads: usize) -> Option<Box<dyn Kernel<f32>>> {
    Some(match isa {
        Isa::Avx512 if log_len >= 8 => two_steps(F32x16(Avx512::detect()?), log_len, threads),
        Isa::Avx512 if log_len >= 6 => two_steps(F32x8(Avx512::detect()?), log_len, threads),
        Isa::Avx2 if log_len >= 6 => two_steps(F32x8(Avx2::detect()?), log_len, threads),
        Isa::Scalar if log_len >= 4 => two_steps(Scalar::<f32>::new(), log_len, threads),
        _ => return None,
    })
}

fn values<T: Real>(n: usize) -> Vec<Complex<T>> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        T::from_f64((state >> 11) as f64 / (1u64 << 52) as f64 - 1.0)
    };
    (0..n).map(|_| Complex::new(next(), next())).collect()
}

fn wide<T: Real>(x: &[Complex<T>]) -> Vec<Complex<f64>> {
    x.iter().map(|x| Complex::new(x.re.as_f64(), x.im.as_f64())).collect()
}

/// The transform with `exp(2 pi i sign/n)` as its root, by halves.
fn reference(x: &[Complex<f64>], inverse: bool) -> Vec<Complex<f64>> {
    let n = x.len();
    if n == 1 {
        return x.to_vec();
    }
    let half = |odd: usize| reference(&x.iter().copied().skip(odd).step_by(2).collect::<Vec<_>>(), inverse);
    let (even, odd) = (half(0), half(1));
    let root = |k: usize| root_of_unity::<f64>(if inverse { k } else { (n - k) % n }, n);
    (0..n).map(|k| even[k % (n / 2)] + root(k) * odd[k % (n / 2)]).collect()
}

fn check<T: Real>(kernel: &dyn Kernel<T>, n: usize, reversed: bool, what: &str) {
    assert_eq!(kernel.len(), n);
    assert!(kernel.scratch_len() <= 2 * n, "{what}: scratch {}", kernel.scratch_len());
    let (x, dirt) = (values::<T>(n), Complex::new(T::from_f64(f64::NAN), T::from_f64(f64::INFINITY)));
    for inverse in [false, true] {
        let mut expected = reference(&wide(&x), inverse);
        if reversed {
            let natural = expected.clone();
            for (i, y) in expected.iter_mut().enumerate() {
                *y = natural[i.reverse_bits() >> (usize::BITS - n.ilog2())];
            }
        }
        let norm: f64 = expected.iter().map(Complex::norm_sqr).sum();
        let compare = |y: &[Complex<T>], how: &str| {
            let error: f64 = wide(y).iter().zip(&expected).map(|(y, x)| (y - x).norm_sqr()).sum();
            let bound = 0.7 * T::unit().as_f64() * f64::from(n.ilog2()).sqrt();
            let error = (error / norm).sqrt();
            assert!(error < bound, "{what}, {how}, inverse {inverse}: {error:e} against {bound:e}");
        };
        for offset in [0, 1, 3] {
            let mut y = vec![dirt; n + 8];
            y[offset..offset + n].copy_from_slice(&x);
            let mut scratch = vec![dirt; kernel.scratch_len() + 3];
            let scratch = &mut scratch[3 - offset..][..kernel.scratch_len()];
            kernel.run(&mut y[offset..offset + n], scratch, inverse);
            compare(&y[offset..offset + n], "in place");
            let beside = wide(&[&y[..offset], &y[offset + n..]].concat());
            assert!(beside.iter().all(|z| z.re.is_nan()), "{what}: what lies beside the values");
            scratch.fill(dirt);
            let mut z = vec![dirt; n];
            y[offset..offset + n].copy_from_slice(&x);
            kernel.run_into(&y[offset..offset + n], &mut z, scratch, inverse);
            compare(&z, "out of place");
            assert!(y[offset..offset + n] == x, "{what}: the input");
        }
    }
}

fn every_length(isa: Isa) {
    let mut found = 0;
    for log_len in 0..=19 {
        let n = 1 << log_len;
        let (double, single): (Option<Box<dyn Kernel<f64>>>, Option<Box<dyn Kernel<f32>>>) =
            (doubles(log_len, isa, 1), singles(log_len, isa, 1));
        if let Some(kernel) = double {
            check(&*kernel, n, false, &alloc::format!("doubles, {isa}, {n}"));
            found += 1;
        }
        if let Some(kernel) = single {
            check(&*kernel, n, false, &alloc::format!("singles, {isa}, {n}"));
            found += 1;
        }
    }
    for log_len in 2..=17 {
        let n = 1 << log_len;
        if let Ok(shape) = choose::<f64>(n, Order::BitReversed, isa, 1) {
            assert_eq!(shape.order(), Order::BitReversed);
            let kernel = build::<f64>(&shape, isa, 1).expect("a chosen shape");
            check(&*kernel, n, true, &alloc::format!("{shape}, doubles, {isa}"));
        }
        if let Ok(shape) = choose::<f32>(n, Order::BitReversed, isa, 1) {
            let kernel = build::<f32>(&shape, isa, 1).expect("a chosen shape");
            check(&*kernel, n, true, &alloc::format!("{shape}, singles, {isa}"));
        }
        assert!(log_len < 6 || choose::<f64>(n, Order::BitReversed, isa, 1).is_ok());
    }
    assert!(found >= 22, "{found} kernels on {isa}");
}

#[test]
fn scalar() {
    every_length(Isa::Scalar);
}

#[test]
fn avx2() {
    if Avx2::detect().is_some() {
        every_length(Isa::Avx2);
    }
}

#[test]
fn avx512() {
    if Avx512::detect().is_some() {
        every_length(Isa::Avx512);
    }
}

/// The same bits for every number of threads, and whole cache lines wherever the values begin.
#[test]
fn threads_and_offsets_leave_the_bits() {
    for log_len in [12, 19, 20] {
        let n = 1 << log_len;
        let x = values::<f64>(n);
        let mut first = None;
        for threads in [1, 2, 3, 5] {
            let Some(kernel) = doubles(log_len, Isa::Avx512, threads) else { return };
            let mut scratch = vec![Complex::new(f64::NAN, 0.0); kernel.scratch_len()];
            for offset in [0, 1, 2, 3] {
                let mut y = vec![Complex::new(0.0, 0.0); n + offset];
                y[offset..].copy_from_slice(&x);
                kernel.run(&mut y[offset..], &mut scratch, false);
                let bits: Vec<_> = y[offset..].iter().map(|y| (y.re.to_bits(), y.im.to_bits())).collect();
                assert!(*first.get_or_insert_with(|| bits.clone()) == bits, "{n}, {threads} threads, offset {offset}");
            }
        }
    }
}
