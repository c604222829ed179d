//! Kernels against the plain sweep's formulas, on every instruction set.

use super::*;
use crate::{
    inside::require,
    kernel::{complex::Shape, machine::Machine},
    rings::root_of_unity,
};
use alloc::{vec, vec::Vec};
use complex::native::Native;
use num_complex::Complex;

fn value<T: Real>(i: usize) -> Complex<T> {
    let part = |i: usize| T::from_f64(((i * 7919 + 13) % 1009) as f64 / 1009.0 - 0.5);
    Complex::new(part(2 * i), part(2 * i + 1))
}

fn dirty<T: Real>(len: usize) -> Vec<Complex<T>> {
    vec![Complex::new(T::from_f64(f64::NAN), T::from_f64(f64::NAN)); len]
}

/// Returns the least-cost shape of a length.
fn shape<T: Native>(h: usize, isa: Isa) -> Shape {
    shape_on::<T>(h, isa, Machine::AMD)
}

fn shape_on<T: Native>(h: usize, isa: Isa, machine: Machine) -> Shape {
    complex::choose::<T>(h, crate::order::Order::Natural, isa, machine).unwrap()
}

fn distance<T: Real>(a: &[Complex<T>], b: &[Complex<f64>]) -> f64 {
    let wide = |z: &Complex<T>| Complex::new(z.re.as_f64(), z.im.as_f64());
    let difference: f64 = a.iter().zip(b).map(|(a, b)| (wide(a) - b).norm_sqr()).sum();
    let norm: f64 = b.iter().map(Complex::norm_sqr).sum();
    if difference == 0.0 { 0.0 } else { (difference / norm).sqrt() }
}

fn check<T: Native>(shape: &Shape, isa: Isa, factor: Option<f64>) {
    let h = shape.len();
    let by = factor.unwrap_or(1.0);
    let x: Vec<Complex<T>> = (0..h).map(value).collect();
    // The expected values by the definition, from the numbers one by one.
    let n = 2 * h;
    let number = |j: usize| if j.is_multiple_of(2) { x[j / 2].re.as_f64() } else { x[j / 2].im.as_f64() };
    let roots: Vec<Complex<f64>> = (0..n).map(|k| root_of_unity::<f64>(k, n).conj()).collect();
    let expected: Vec<Complex<f64>> =
        (0..=h).map(|k| (0..n).map(|j| roots[j * k % n] * number(j)).sum::<Complex<f64>>() * by).collect();
    let kernel = build::<T>(shape, isa, 1).unwrap().unwrap();
    let mut scratch = dirty::<T>(kernel.scratch_len());
    let factor = factor.map(T::from_f64);
    let bound = 20.0 * T::unit().as_f64();
    // At every offset from alignment that a slice of values has.
    for skew in 0..4 {
        let mut values = dirty::<T>(h + 1 + skew);
        kernel.forward(&x, &mut values[skew..], &mut scratch, factor);
        let values = &mut values[skew..];
        let far = distance(values, &expected);
        assert!(far < bound, "{h} {isa}: {far}");
        assert!(values[0].im == T::zero() && values[h].im == T::zero());
        let mut back = dirty::<T>(h);
        kernel.inverse(values, &mut back, &mut scratch, factor);
        // The imaginary parts of the ends are not read.
        let mut again = dirty::<T>(h);
        for (first, last) in [(f64::NAN, 0.0), (-1.0, f64::NAN), (0.0, 3.0), (-0.0, -0.0)] {
            (values[0].im, values[h].im) = (T::from_f64(first), T::from_f64(last));
            kernel.inverse(values, &mut again, &mut scratch, factor);
            assert!(again == back, "{h} {isa}: {first} {last}");
        }
        let times = by * by * n as f64;
        let wanted: Vec<Complex<f64>> =
            x.iter().map(|z| Complex::new(z.re.as_f64() * times, z.im.as_f64() * times)).collect();
        let far = distance(&back, &wanted);
        assert!(far < bound, "back {h} {isa}: {far}");
    }
}

pub(crate) fn every_length_equals_the_definition_on_every_instruction_set() {
    for isa in require::sets().filter(|isa| ![Isa::Auto, Isa::Pclmul].contains(isa)) {
        for h in (1..=80).chain([127, 128, 250, 255, 256, 500, 509]) {
            for factor in [None, Some(0.75)] {
                check::<f64>(&shape::<f64>(h, isa), isa, factor);
                check::<f32>(&shape::<f32>(h, isa), isa, factor);
            }
        }
        // Where wide vectors cost no more, numbers lie in half as many of them.
        for h in [8, 16, 32, 64, 72, 90, 128, 144, 175, 243, 256, 512, 540, 1024] {
            let (wide, singles) = (shape_on::<f64>(h, isa, Machine::INTEL), shape_on::<f32>(h, isa, Machine::INTEL));
            assert!(isa != Isa::Avx512 || h > 16 || wide != shape_on::<f64>(h, isa, Machine::AMD), "{wide}");
            for factor in [None, Some(0.75)] {
                check::<f64>(&wide, isa, factor);
                check::<f32>(&singles, isa, factor);
            }
        }
    }
}

/// Checks that sixteen and thirty-two numbers have their own function, whichever vectors the machine prefers.
#[cfg(target_arch = "x86_64")]
pub(crate) fn short_lengths_stay_in_registers() {
    for isa in require::sets().filter(|isa| matches!(isa, Isa::Avx2 | Isa::Avx512)) {
        for (h, machine) in [8, 16].into_iter().flat_map(|h| [Machine::AMD, Machine::INTEL].map(|machine| (h, machine)))
        {
            assert!(registers_of_f64(&shape_on::<f64>(h, isa, machine), isa).is_some(), "{h} {isa}");
            assert!(registers_of_f32(&shape_on::<f32>(h, isa, machine), isa).is_some(), "{h} {isa} f32");
        }
    }
}

/// Checks long sweeps, where factors are products. The result has the same bits on any number of threads.
pub(crate) fn long_sweeps_come_back_on_any_threads() {
    // Each has vectors, and groups of factors, of its own.
    for isa in require::sets().filter(|isa| matches!(isa, Isa::Avx2 | Isa::Avx512)).chain([Isa::Auto]) {
        long_sweeps(isa);
    }
}

fn long_sweeps(isa: Isa) {
    let h = (1 << 16) + 6;
    let x: Vec<Complex<f64>> = (0..h).map(value).collect();
    let mut found: Vec<Vec<Complex<f64>>> = Vec::new();
    for threads in [1, 2, 5] {
        let kernel = build::<f64>(&shape::<f64>(h, isa), isa, threads).unwrap().unwrap();
        let mut scratch = dirty(kernel.scratch_len());
        let (mut values, mut back) = (dirty(h + 1), dirty(h));
        kernel.forward(&x, &mut values, &mut scratch, None);
        kernel.inverse(&values, &mut back, &mut scratch, Some(0.5 / h as f64));
        assert!(distance(&back, &x) < 1e-14);
        for k in [1, 2, h / 3, h / 2 - 1, h - 2, h - 1] {
            let root = |j: usize| root_of_unity::<f64>(j % (2 * h), 2 * h).conj();
            let expected: Complex<f64> =
                x.iter().enumerate().map(|(j, z)| root(2 * j * k) * z.re + root((2 * j + 1) * k) * z.im).sum();
            assert!((values[k] - expected).norm() < 1e-10, "{k}");
        }
        found.push(values);
    }
    assert!(found[1..].iter().all(|other| *other == found[0]));
}
