//! The error of a transform of floats, as benchFFT measures it, and the error that it may have.
//!
//! ```
//! use num_complex::Complex;
//! use ringfft::plan::Plan;
//! use ringfft_testing::accuracy::{accuracy, rounding_bound};
//!
//! let plan = Plan::<Complex<f64>>::new(256)?;
//! let errors = accuracy(&plan, 1)?;
//! let bound = rounding_bound(plan.recipe()).0 * f64::EPSILON / 2.0;
//! assert!(errors.forward.l2 <= bound);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! The truth is a transform in wider arithmetic, by a text of its own: `f32` is held against `f64`, and `f64` against
//! [`DoubleDouble`]. The error that it may have is derived in `papers/rounding.md`.

mod bound;
pub(crate) mod reference;

pub use bound::{Rounding, rounding_bound};
pub use reference::reference;

use super::Random;
use num_complex::Complex;
use num_traits::One;
use ringfft::{
    Error, Result,
    plan::{Plan, Scale},
    rings::{DoubleDouble, Real},
};

/// A float that there is a wider one for.
pub trait Narrow: Real {
    /// The wider one.
    type Wide: Real;

    /// `2^-p`, half the distance from 1 to the next number.
    const ROUNDOFF: f64;

    /// Returns the nearest wider number, which is this one.
    fn widened(self) -> Self::Wide {
        Self::Wide::from_f64(self.as_f64())
    }
}

impl Narrow for f32 {
    type Wide = f64;
    const ROUNDOFF: f64 = f32::EPSILON as f64 / 2.0;
}

impl Narrow for f64 {
    type Wide = DoubleDouble;
    const ROUNDOFF: f64 = f64::EPSILON / 2.0;
}

/// The relative error of a list in three norms: of the difference, over that of the truth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Norms {
    /// The sum of absolute values.
    pub l1: f64,
    /// The Euclidean norm.
    pub l2: f64,
    /// The largest absolute value.
    pub linf: f64,
}

impl Norms {
    /// Returns the error of `found`, relative to `truth`; infinite if one of them is NaN.
    pub fn of<T: Narrow>(found: &[Complex<T>], truth: &[Complex<T::Wide>]) -> Norms {
        let mut sums = [Norms::default(); 2];
        for (found, truth) in found.iter().zip(truth) {
            let found = Complex::new(found.re.widened(), found.im.widened());
            for (sum, z) in sums.iter_mut().zip([found - *truth, *truth]) {
                let square = z.re.as_f64() * z.re.as_f64() + z.im.as_f64() * z.im.as_f64();
                let size = if square.is_nan() { f64::INFINITY } else { square.square_root() };
                sum.l1 += size;
                sum.l2 += size * size;
                sum.linf = sum.linf.max(size);
            }
        }
        let [error, truth] = sums;
        let over = |a: f64, b: f64| if a == 0.0 { 0.0 } else { a / b };
        Norms {
            l1: over(error.l1, truth.l1),
            l2: over(error.l2, truth.l2).square_root(),
            linf: over(error.linf, truth.linf),
        }
    }
}

/// The errors that [`accuracy`] found.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// The error of the forward transform.
    pub forward: Norms,
    /// The error of the inverse transform, of the same list.
    pub backward: Norms,
}

/// Computes the errors of a plan on a list of `seed`: real and imaginary parts even between -1 and 1.
///
/// # Errors
/// [`Error::Unsupported`] for a plan that is not one transform of natural order, unscaled or with a scaled inverse; the
/// errors of running it.
pub fn accuracy<T: Narrow>(plan: &Plan<Complex<T>>, seed: u64) -> Result<Accuracy> {
    check_plain(plan)?;
    let x = sample::<T>(plan.len(), &mut Random::new(seed));
    let wide: Vec<_> = x.iter().map(|z| Complex::new(z.re.widened(), z.im.widened())).collect();
    let (mut forward, mut backward) = (x.clone(), x);
    plan.forward(&mut forward)?;
    plan.inverse(&mut backward)?;
    let truth = reference(&wide);
    let forward = Norms::of(&forward, &truth);
    // The inverse is the forward map read backwards, over n.
    let scale = if plan.scale() == Scale::NONE { T::Wide::one() } else { inverse_of(plan.len()) };
    let scaled = |z: Complex<T::Wide>| Complex::new(z.re * scale, z.im * scale);
    let truth: Vec<_> = (0..plan.len()).map(|j| scaled(truth[(plan.len() - j) % plan.len()])).collect();
    Ok(Accuracy { forward, backward: Norms::of(&backward, &truth) })
}

/// Returns `1/n`, by a division and a step of Newton's iteration, since the division may be exact to one word only.
fn inverse_of<W: Real>(n: usize) -> W {
    let n = W::from_integer(n as u64);
    let first = W::one() / n;
    first + first * (W::one() - n * first)
}

/// Draws numbers whose parts are even between -1 and 1.
pub(super) fn sample<T: Real>(n: usize, random: &mut Random) -> Vec<Complex<T>> {
    (0..n).map(|_| Complex::new(T::from_f64(random.float()), T::from_f64(random.float()))).collect()
}

/// Rejects plans for which the truth is not known.
pub(super) fn check_plain<T: Real>(plan: &Plan<Complex<T>>) -> Result<()> {
    use ringfft::{algebra::Roots, order::Order};
    let recipe = plan.recipe();
    let scaled = ![Scale::NONE, Scale::INVERSE].contains(&plan.scale());
    let own_root =
        recipe.root_order().and_then(|order| plan.module().root(order).ok()).is_some_and(|w| w == *plan.root());
    if recipe.is_cyclic() && plan.order() == Order::Natural && plan.batch() == 1 && !scaled && own_root {
        return Ok(());
    }
    Err(Error::Unsupported {
        what: format!(
            "errors are measured of one transform of natural order over the ring's own root, with the scale `none` or `inverse`: \
             {recipe} with scale {} and a batch of {} is none",
            plan.scale(),
            plan.batch()
        ),
    })
}
