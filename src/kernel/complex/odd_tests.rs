//! The networks against the definition, and how many instructions they are.

use super::odd::{RADICES, network};
use crate::{
    kernel::packed::{ComplexLanes, Floats, Portable},
    rings::root_of_unity,
};
use core::sync::atomic::{AtomicUsize, Ordering};
use num_complex::Complex;

/// One lane of `f64` that counts its operations.
#[derive(Clone, Copy)]
struct Counting(&'static AtomicUsize);

/// Returns a leaked counter, since vectors live for the whole program.
fn counter() -> &'static AtomicUsize {
    alloc::boxed::Box::leak(alloc::boxed::Box::new(AtomicUsize::new(0)))
}

impl Counting {
    fn count(self, x: f64) -> f64 {
        self.0.fetch_add(1, Ordering::Relaxed);
        x
    }
}

impl Floats<1> for Counting {
    type Token = Portable;
    type Float = f64;
    type V = f64;
    const ORDER: [usize; 1] = [0];
    type Least = Self;

    fn least(self) -> Self {
        self
    }
    fn token(self) -> Portable {
        Portable
    }
    fn constant(self, x: f64) -> f64 {
        x
    }
    fn splat(self, x: f64) -> f64 {
        x
    }
    fn load(self, x: &[f64; 1]) -> f64 {
        x[0]
    }
    fn store(self, x: &mut [f64; 1], v: f64) {
        x[0] = v;
    }
    fn load_pairs(self, x: &[Complex<f64>; 1]) -> [f64; 2] {
        [x[0].re, x[0].im]
    }
    fn store_pairs(self, x: &mut [Complex<f64>; 1], v: [f64; 2]) {
        x[0] = Complex::new(v[0], v[1]);
    }
    fn stream_pairs(self, x: &mut [Complex<f64>; 1], v: [f64; 2]) {
        self.store_pairs(x, v);
    }
    fn load_parts(self, x: &[Complex<f64>; 1]) -> [f64; 2] {
        self.load_pairs(x)
    }
    fn store_parts(self, x: &mut [Complex<f64>; 1], v: [f64; 2]) {
        self.store_pairs(x, v);
    }
    fn stream_parts(self, x: &mut [Complex<f64>; 1], v: [f64; 2]) {
        self.store_pairs(x, v);
    }
    fn prefetch<T>(self, _: &T) {}
    fn fence(self) {}
    fn add(self, a: f64, b: f64) -> f64 {
        self.count(a + b)
    }
    fn sub(self, a: f64, b: f64) -> f64 {
        self.count(a - b)
    }
    fn sub_fused(self, a: f64, b: f64) -> f64 {
        self.count(a - b)
    }
    fn mul(self, a: f64, b: f64) -> f64 {
        self.count(a * b)
    }
    /// Negates `a`; the sign joins the instruction that takes it.
    fn neg(self, a: f64) -> f64 {
        -a
    }
    fn mul_add(self, a: f64, b: f64, c: f64) -> f64 {
        self.count(a * b + c)
    }
    fn mul_sub(self, a: f64, b: f64, c: f64) -> f64 {
        self.count(a * b - c)
    }
    fn neg_mul_add(self, a: f64, b: f64, c: f64) -> f64 {
        self.count(c - a * b)
    }
    fn transpose(self, v: [f64; 1]) -> [f64; 1] {
        v
    }
}

/// Returns the greatest error of the unit vectors' transforms, and the number of instructions of one.
fn measure<const R: usize>() -> (f64, usize) {
    let mut worst = 0f64;
    let mut count = 0;
    for i in 0..R {
        let counting = Counting(counter());
        let mut v = [[0.0; 2]; R];
        v[i] = [1.0, 0.5];
        let v = network::<1, R, _>(ComplexLanes(counting), v);
        count = counting.0.load(Ordering::Relaxed);
        for (k, v) in v.iter().enumerate() {
            let want = root_of_unity::<f64>((R - i) * k % R, R) * Complex::new(1.0, 0.5);
            worst = worst.max((Complex::new(v[0], v[1]) - want).norm());
        }
    }
    (worst, count)
}

#[inline]
pub(crate) fn networks_are_the_definition_with_the_stated_instructions() {
    let measured = [
        (3, measure::<3>(), 12),
        (5, measure::<5>(), 32),
        (6, measure::<6>(), 36),
        (7, measure::<7>(), 60),
        (9, measure::<9>(), 80),
        (10, measure::<10>(), 84),
        (11, measure::<11>(), 140),
        (12, measure::<12>(), 96),
        (13, measure::<13>(), 192),
        (14, measure::<14>(), 148),
        (15, measure::<15>(), 156),
    ];
    for (radix, (error, count), stated) in measured {
        assert!(RADICES.contains(&radix));
        assert!(error < 6e-16, "{radix}: {error:e}");
        assert_eq!(count, stated, "{radix}");
    }
    for (radix, (error, _)) in [(2, measure::<2>()), (4, measure::<4>()), (8, measure::<8>()), (16, measure::<16>())] {
        assert!(error < 6e-16, "{radix}: {error:e}");
    }
}
