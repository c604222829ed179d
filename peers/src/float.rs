//! Operations of `f32` and `f64` that peers need, random input, and comparison.

use crate::{
    Result,
    timing::{Contest, Contestant, Facts, Run, Told},
};
use num_complex::Complex;
use ringfft::{order::Order, rings::Real};
use rustfft::FftNum;

/// Provides what ours and every peer need of `f32` and `f64`.
pub trait Float: Real + FftNum + Default {
    /// The wider numbers in which errors are measured.
    type Wide: Real;

    /// True for `f32`, false for `f64`.
    const SINGLE: bool;

    /// zaft's plan of this type, forward.
    fn zaft(len: usize) -> Result<Run<Complex<Self>>>;

    /// PhastFT's plan of this type, forward.
    fn phastft(len: usize, threads: usize) -> Run<Complex<Self>>;

    /// zaft's real transform, from numbers to values or back.
    fn zaft_real(len: usize, forward: bool) -> Result<Run<Self>>;

    /// PhastFT's real transform, from numbers to values or back.
    fn phastft_real(len: usize, threads: usize, forward: bool) -> Run<Self>;

    /// tfhe-fft's transforms, in natural order or its own, where it has this type and length.
    fn tfhe(len: usize, order: Order) -> Option<Run<Complex<Self>>>;
}

/// A contestant and its name.
pub type Peer<T> = (&'static str, Run<T>);

/// Generates numbers in [-1, 1) of 53 random bits, rounded to `T`, by SplitMix64.
pub fn uniform<T: Real>(seed: u64) -> impl FnMut() -> T {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let bits = (z ^ z >> 31) >> 11;
        T::from_f64(bits as f64 / (1u64 << 52) as f64 - 1.0)
    }
}

/// Compares numbers.
pub trait Norm: Copy {
    type Real: Real;

    /// Returns the squared absolute values of this number and of its difference from another.
    fn squares(self, other: Self) -> [f64; 2];
}

impl<T: Real> Norm for Complex<T> {
    type Real = T;

    fn squares(self, other: Self) -> [f64; 2] {
        [self.norm_sqr(), (self - other).norm_sqr()].map(T::as_f64)
    }
}

impl Norm for f64 {
    type Real = f64;

    fn squares(self, other: Self) -> [f64; 2] {
        [self * self, (self - other) * (self - other)]
    }
}

impl Norm for f32 {
    type Real = f32;

    fn squares(self, other: Self) -> [f64; 2] {
        f64::from(self).squares(f64::from(other))
    }
}

/// Checks that every peer computes the same map as ours; `units` gives the error allowed, in units of rounding.
pub fn agree<N: Norm>(contest: &mut Contest<N>, units: impl Fn(&str) -> f64) -> Result<()> {
    let mut results = contest.results().into_iter();
    let (_, ours) = results.next().expect("ours comes first");
    for (name, theirs) in results {
        let bound = units(name) * N::Real::unit().as_f64();
        let [norm, error] = ours.iter().zip(&theirs).fold([0.0, 0.0], |[norm, error], (&ours, &theirs)| {
            let [square, distance] = ours.squares(theirs);
            [norm + square, error + distance]
        });
        let relative = (error / norm).sqrt();
        // Written so that an error that is no number fails.
        let equal = relative <= bound;
        if !equal {
            return Err(format!("ours and {name} differ: {relative:e} relative, more than {bound:e}").into());
        }
    }
    Ok(())
}

/// Returns a generous bound on the error of a transform of so many numbers with good twiddles.
pub fn rounding(numbers: usize) -> f64 {
    8.0 * (numbers as f64).log2().max(4.0)
}

/// Wraps a contestant whose plan took `plan_ns` and that takes `scratch` elements.
pub fn told<T, R>(plan_ns: f64, scratch: Option<usize>, run: R) -> Run<T>
where
    T: Clone,
    R: Contestant<T> + 'static,
{
    Box::new(Told { run, facts: Facts { plan_ns: Some(plan_ns), estimate_ns: None, scratch } })
}
