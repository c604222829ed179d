//! Self-testing of complex transforms of any length, without an oracle: \[Ergun 1995\], as FFTW does it.

use super::{
    Random,
    accuracy::{Narrow, Rounding, check_plain, rounding_bound, sample},
};
use num_complex::Complex;
use num_traits::Zero;
use ringfft::{
    Error, Result,
    algebra::Roots,
    plan::{Plan, Scale},
    rings::{Real, root_of_unity},
};

type List<T> = Vec<Complex<T>>;

/// A law, the largest error of the transform under it, and the error that is allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct LawError {
    /// The law.
    pub law: &'static str,
    /// The largest relative error found.
    pub error: f64,
    /// The error that is allowed.
    pub allowed: f64,
}

/// The allowed multiple of the root mean square of the derived bound. One list's error is rarely above its mean, and the
/// bound's operations err by less than it takes them to.
const SLACK: f64 = 2.0;

/// The same for one value, whose error is not averaged over a list.
const SLACK_OF_ONE: f64 = 6.0;

/// Checks a plan by laws that only the discrete Fourier transform satisfies, on `rounds` random inputs each:
///
/// | law | what is compared |
/// |---|---|
/// | linearity | `F(a x + b y)` and `a F(x) + b F(y)` |
/// | impulse | `F(r) + F(e_j - r)` and the powers of `w^j`, for a random list `r` |
/// | shift of the list | `F(x_(j - s))` and `w^(sk) F(x)_k` |
/// | shift of the values | `F(w^(sj) x_j)` and `F(x)_(k + s)` |
/// | round trip | `F^-1 F x` and `x` |
/// | inverse | `F^-1 x` and `F x` read backwards |
///
/// A linear map whose values at impulses are right is the transform. The impulse is hidden in a random list, so wrong
/// values at a fraction of all inputs are found with that probability in every round. The allowed error follows from
/// [`rounding_bound`]. Each round costs about ten transforms and `O(n)`.
///
/// # Errors
/// [`Error::Verification`] naming the first law that is broken, [`Error::Unsupported`] as
/// [`accuracy`](super::accuracy::accuracy), and the errors of running the plan.
pub fn self_test<T: Narrow>(plan: &Plan<Complex<T>>, rounds: usize, seed: u64) -> Result<Vec<LawError>> {
    check_plain(plan)?;
    let test = SelfTest { plan, forward: rounding_bound(plan.recipe()) };
    let laws: [(&'static str, f64, Law<'_, T>); 6] = [
        ("linearity", 2.0 * test.forward.0 + 6.0, SelfTest::linearity),
        ("impulse", 2.0 * test.forward.0 + 2.0, SelfTest::impulse),
        ("shift of the list", 2.0 * test.forward.0 + Rounding::PRODUCT.0, SelfTest::shift),
        ("shift of the values", 2.0 * test.forward.0 + Rounding::PRODUCT.0, SelfTest::modulation),
        ("round trip", test.forward.0 + test.forward.of_inverse().0, SelfTest::round_trip),
        ("inverse", test.forward.0 + test.forward.of_inverse().0, SelfTest::inverse),
    ];
    let mut random = Random::new(seed);
    laws.into_iter()
        .map(|(law, variance, check)| {
            let mut error = 0f64;
            for _ in 0..rounds {
                let found = check(&test, &mut random)?;
                // Comparisons with NaN are false, so NaN becomes the result.
                error = if found <= error { error } else { found };
            }
            held(law, plan, LawError { law, error, allowed: SLACK * T::ROUNDOFF * Rounding(variance).units() })
        })
        .collect()
}

/// Compares `count` values at random places with the sum that defines them, by Horner's rule in wider arithmetic, on one random
/// list: `O(n)` each.
///
/// # Errors
/// As [`self_test`].
pub fn values_test<T: Narrow>(plan: &Plan<Complex<T>>, count: usize, seed: u64) -> Result<LawError> {
    check_plain(plan)?;
    let (n, mut random) = (plan.len(), Random::new(seed));
    let x = sample::<T>(n, &mut random);
    let wide: Vec<_> = x.iter().map(|z| Complex::new(z.re.widened(), z.im.widened())).collect();
    let mut values = x;
    plan.forward(&mut values)?;
    let mut error = 0f64;
    for i in 0..count {
        let k = if i == 0 { n - 1 } else { random.below(n) };
        let w = root_of_unity::<T::Wide>((n - k) % n, n);
        let truth = wide.iter().rev().fold(Complex::new(T::Wide::zero(), T::Wide::zero()), |sum, z| sum * w + *z);
        let found = Complex::new(values[k].re.widened(), values[k].im.widened());
        let distance = square([found - truth].iter()).square_root();
        error = if distance <= error { error } else { distance };
    }
    // A value of the list's own size: `F` multiplies the Euclidean norm by `sqrt(n)`.
    let size = square(wide.iter()).square_root();
    let allowed = SLACK_OF_ONE * T::ROUNDOFF * rounding_bound(plan.recipe()).units();
    held("values", plan, LawError { law: "values", error: error / size, allowed })
}

fn held<T: Narrow>(law: &str, plan: &Plan<Complex<T>>, found: LawError) -> Result<LawError> {
    if found.error <= found.allowed {
        return Ok(found);
    }
    Err(Error::Verification {
        what: format!("{law} of {}: {:e} off, {:e} allowed", plan.recipe(), found.error, found.allowed),
    })
}

type Law<'a, T> = fn(&SelfTest<'a, T>, &mut Random) -> Result<f64>;

struct SelfTest<'a, T: Narrow> {
    plan: &'a Plan<Complex<T>>,
    forward: Rounding,
}

impl<T: Narrow> SelfTest<'_, T> {
    fn draw(&self, random: &mut Random) -> List<T> {
        sample(self.plan.len(), random)
    }

    fn transformed(&self, x: &[Complex<T>]) -> Result<List<T>> {
        let mut values = x.to_vec();
        self.plan.forward(&mut values)?;
        Ok(values)
    }

    fn back(&self, x: &[Complex<T>]) -> Result<List<T>> {
        let mut values = x.to_vec();
        self.plan.inverse(&mut values)?;
        Ok(values)
    }

    /// Returns `w^(sk)` for `k < n`.
    fn powers(&self, s: usize) -> List<T> {
        let n = self.plan.len();
        self.plan.module().powers(&root_of_unity((n - 1) % n, n), n, s, n)
    }

    /// Returns the factor by which the inverse of the forward map multiplies: a list is multiplied by it before it is
    /// compared.
    fn gain(&self) -> T {
        if self.plan.scale() == Scale::NONE { T::from_integer(self.plan.len() as u64) } else { T::one() }
    }

    fn linearity(&self, random: &mut Random) -> Result<f64> {
        let (x, y) = (self.draw(random), self.draw(random));
        let scalars = sample::<T>(2, random);
        let combined = |x: &[Complex<T>], y: &[Complex<T>]| -> List<T> {
            x.iter().zip(y).map(|(x, y)| *x * scalars[0] + *y * scalars[1]).collect()
        };
        Ok(distance(&self.transformed(&combined(&x, &y))?, &combined(&self.transformed(&x)?, &self.transformed(&y)?)))
    }

    fn impulse(&self, random: &mut Random) -> Result<f64> {
        let (r, place) = (self.draw(random), random.below(self.plan.len()));
        let mut rest: List<T> = r.iter().map(|z| -*z).collect();
        rest[place] = rest[place] + Complex::new(T::one(), T::zero());
        let (first, second) = (self.transformed(&r)?, self.transformed(&rest)?);
        let wanted: List<T> = self.powers(place).iter().zip(&second).map(|(w, z)| *w - *z).collect();
        Ok(distance(&first, &wanted))
    }

    fn shift(&self, random: &mut Random) -> Result<f64> {
        let (mut x, by) = (self.draw(random), random.below(self.plan.len()));
        let values = self.transformed(&x)?;
        x.rotate_right(by);
        let turned: List<T> = self.powers(by).iter().zip(&values).map(|(w, z)| *w * *z).collect();
        Ok(distance(&self.transformed(&x)?, &turned))
    }

    fn modulation(&self, random: &mut Random) -> Result<f64> {
        let (x, by) = (self.draw(random), random.below(self.plan.len()));
        let mut values = self.transformed(&x)?;
        let turned: List<T> = self.powers(by).iter().zip(&x).map(|(w, z)| *w * *z).collect();
        values.rotate_left(by);
        Ok(distance(&self.transformed(&turned)?, &values))
    }

    fn round_trip(&self, random: &mut Random) -> Result<f64> {
        let (x, gain) = (self.draw(random), self.gain());
        let scaled: List<T> = x.iter().map(|z| Complex::new(z.re * gain, z.im * gain)).collect();
        Ok(distance(&self.back(&self.transformed(&x)?)?, &scaled))
    }

    fn inverse(&self, random: &mut Random) -> Result<f64> {
        let x = self.draw(random);
        let mut backwards = self.transformed(&x)?;
        backwards[1..].reverse();
        let n = T::from_integer(self.plan.len() as u64) / self.gain();
        let back: List<T> = self.back(&x)?.iter().map(|z| Complex::new(z.re * n, z.im * n)).collect();
        Ok(distance(&back, &backwards))
    }
}

/// Returns the Euclidean norm of the difference, over that of the second.
fn distance<T: Real>(found: &[Complex<T>], wanted: &[Complex<T>]) -> f64 {
    let difference: List<T> = found.iter().zip(wanted).map(|(a, b)| *a - *b).collect();
    let (error, size) = (square(difference.iter()), square(wanted.iter()));
    if error == 0.0 { 0.0 } else { (error / size).square_root() }
}

/// Returns the square of the Euclidean norm.
fn square<'a, T: Real>(list: impl Iterator<Item = &'a Complex<T>>) -> f64 {
    list.map(|z| z.re.as_f64() * z.re.as_f64() + z.im.as_f64() * z.im.as_f64()).sum()
}
