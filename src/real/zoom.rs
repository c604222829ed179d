//! A part of the spectrum at any spacing: the chirp-z transform on the unit circle.
//!
//! Notation: `x_0, ..., x_(n-1)`; frequencies `f_k = f + k d`, `k < m`, in turns per element.
//!
//! # Idea
//! `jk = (j^2 + k^2 - (k - j)^2)/2` makes the sum a convolution with a chirp:
//!
//! ```text
//! X(f_k) = sum_j x_j e(-f_k j) = c_k sum_j (x_j e(-f j) c_j) c*_(k-j),     e(t) = exp(2 pi i t), c_t = e(-d t^2/2)
//! ```
//! The phase `d t^2/2` is many turns, of which only the fraction counts: the product is formed exactly, in two floats, and
//! the turns are dropped before sine and cosine. So the chirp has the digits of `f64` at every length below `2^26`.
//!
//! # Contract
//! | input | output | lengths | elements | in place |
//! |---|---|---|---|---|
//! | n complex numbers | X(f_0), ..., X(f_(m-1)) | n, m >= 1, below 2^26 | complex over any float, to the digits of `f64` | no |
//!
//! # Cost
//! Two transforms of a fast length from `n + m - 1` on, and as many products.
//!
//! # Source
//! \[Rabiner-Schafer-Rader 1969\]; over every ring and off the circle: [`ChirpZ`](crate::dft::ChirpZ).

use super::support::{complex, fast_len, filled, own, too_large, zeros};
use crate::{
    Error, Result,
    plan::{Options, Plan},
    rings::{Real, reciprocal},
};
use alloc::{string::ToString, vec::Vec};
use num_complex::Complex;

/// Lengths must stay below: a square is exact in a float.
const BOUND: usize = 1 << 26;

/// The values of a sequence at equally spaced frequencies.
///
/// ```
/// use num_complex::Complex;
/// use ringfft::real::Zoom;
///
/// // A tone between two bins, looked at eight times as closely.
/// let tone: Vec<_> = (0..64).map(|j| Complex::from_polar(1.0, 0.7 * f64::from(j))).collect();
/// let zoom = Zoom::<f64>::new(64, 0.1, 1.0 / 512.0, 16)?;
/// let mut values = [Complex::new(0.0, 0.0); 16];
/// zoom.evaluate(&tone, &mut values)?;
/// let peak = (0..16).max_by(|&a, &b| values[a].norm().total_cmp(&values[b].norm()));
/// assert_eq!(peak, Some(6)); // 0.1 + 6/512 is nearest to 0.7/(2 pi).
/// # Ok::<(), ringfft::Error>(())
/// ```
#[doc(alias = "czt", alias = "chirp-z", alias = "zoom fft")]
pub struct Zoom<T: Real> {
    plan: Plan<Complex<T>>,
    /// `e(-f j) c_j`.
    before: Vec<Complex<T>>,
    /// `c_k` over the length of the transform.
    after: Vec<Complex<T>>,
    /// The values of the conjugate chirp.
    kernel: Vec<Complex<T>>,
}

impl<T: Real> Zoom<T> {
    /// Creates the map from `len` elements to the values at the `count` frequencies `start + k step`, in turns per
    /// element.
    ///
    /// # Errors
    /// [`Error::Length`] for a length of 0 or from `2^26` on; [`Error::Unsupported`] for frequencies that are not finite;
    /// [`Error::Memory`].
    pub fn new(len: usize, start: f64, step: f64, count: usize) -> Result<Self> {
        for len in [len, count] {
            if len == 0 || len >= BOUND {
                return Err(Error::Length {
                    what: "a zoom",
                    len,
                    possible: "it takes 1 to 2^26 - 1 elements and values",
                });
            }
        }
        if !(start.is_finite() && step.is_finite()) {
            return Err(Error::Unsupported {
                what: "a zoom needs finite frequencies: check start and step".to_string(),
            });
        }
        let n = fast_len(len + count - 1).ok_or(too_large("a zoom"))?;
        let plan = complex::<T>(n, &Options::default(), 1).build()?;
        let chirp = |t: usize| turns(&[(step / 2.0, t * t)]);
        let mut kernel = zeros("values", n)?;
        for (t, c) in kernel[..count].iter_mut().enumerate() {
            *c = chirp(t).conj();
        }
        for t in 1..len {
            kernel[n - t] = chirp(t).conj();
        }
        let mut scratch = zeros("scratch", plan.scratch_len())?;
        plan.forward_with(&mut kernel, &mut scratch)?;
        let zero = Complex::new(T::zero(), T::zero());
        let mut before = filled("twiddles", len, zero)?;
        before.iter_mut().enumerate().for_each(|(j, w)| *w = turns(&[(start, j), (step / 2.0, j * j)]));
        let by = reciprocal(T::from_integer(n as u64));
        let mut after = filled("twiddles", count, zero)?;
        for (k, w) in after.iter_mut().enumerate() {
            let c = chirp(k);
            *w = Complex::new(c.re * by, c.im * by);
        }
        Ok(Zoom { plan, before, after, kernel })
    }

    /// Computes the values of `input` at the frequencies; allocates its scratch.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for other lengths than those of the plan; [`Error::Memory`].
    pub fn evaluate(&self, input: &[Complex<T>], values: &mut [Complex<T>]) -> Result<()> {
        self.evaluate_with(input, values, &mut own(zeros("scratch", self.scratch_len())?))
    }

    /// Runs [`evaluate`](Zoom::evaluate) with the caller's scratch; allocates nothing.
    ///
    /// # Errors
    /// [`Error::SliceLength`] as there, and for less than [`scratch_len`](Zoom::scratch_len) elements of scratch.
    pub fn evaluate_with(
        &self,
        input: &[Complex<T>],
        values: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
    ) -> Result<()> {
        Error::check_len("input", self.before.len(), input.len())?;
        Error::check_len("slice of values", self.after.len(), values.len())?;
        Error::check_at_least("scratch", self.scratch_len(), scratch.len())?;
        let (work, scratch) = scratch.split_at_mut(self.kernel.len());
        work.iter_mut().zip(input.iter().zip(&self.before)).for_each(|(z, (x, w))| *z = *x * *w);
        work[input.len()..].fill(Complex::new(T::zero(), T::zero()));
        self.plan.forward_with(work, scratch)?;
        work.iter_mut().zip(&self.kernel).for_each(|(z, c)| *z = *z * *c);
        self.plan.inverse_with(work, scratch)?;
        values.iter_mut().zip(work.iter().zip(&self.after)).for_each(|(x, (z, w))| *x = *z * *w);
        Ok(())
    }

    /// Returns the elements of scratch that [`evaluate_with`](Zoom::evaluate_with) needs.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.kernel.len() + self.plan.scratch_len()
    }
}

/// Returns `exp(-2 pi i t)`, `t` the sum of the products, whole turns dropped before anything is rounded.
fn turns<T: Real>(products: &[(f64, usize)]) -> Complex<T> {
    let (mut turns, mut rest) = (0.0, 0.0);
    for &(a, b) in products {
        let b = b as f64;
        let product = a * b;
        rest += num_traits::Float::mul_add(a, b, -product);
        // Exact: the fraction of a float is one.
        turns += product - num_traits::Float::round(product);
    }
    let turns = (turns - num_traits::Float::round(turns)) + rest;
    let (sin, cos) = num_traits::Float::sin_cos(-core::f64::consts::TAU * turns);
    Complex::new(T::from_f64(cos), T::from_f64(sin))
}
