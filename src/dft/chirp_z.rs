//! Bluestein's identity at any geometric progression: the values `f(a q^k)`, `k < m`, of a polynomial.
//!
//! Notation: `f` has the coefficients `x_0, ..., x_(n-1)`, `a` is a scalar, `q` a unit, `C(j,2) = j (j - 1)/2`.
//!
//! # Idea
//! The triangular form of Bluestein's identity does not need powers of `q` that return to 1:
//!
//! ```text
//! f(a q^k) = q^(-C(k,2)) sum_j (x_j a^j q^(-C(j,2))) q^C(j+k,2),        jk = C(j+k,2) - C(j,2) - C(k,2)
//!
//! n = 3, m = 2:   x0 -[1]-----.   | 1  1  q   |   .-[1]- f(a)
//!                 x1 -[a]-----|---|           |---|
//!                 x2 -[a^2/q]-'   | 1  q  q^3 |   '-[1]- f(a q)
//! ```
//! The exponents cannot be reduced then, and `C(j,2)` outgrows a word; in exact rings each power comes from the one before, by
//! `q^C(j+1,2) = q^C(j,2) q^j`.
//!
//! Back from `n` values `v_k` at distinct points `p_k = a q^k`, with `A = (x - p_0) ... (x - p_(n-1))`: Lagrange's
//! formula reversed is `rev f = rev A sum_k c_k/(1 - p_k y)` with `c_k = v_k/A'(p_k)`. The coefficients of the series
//! are `a^j C(q^j)`, the values of `C = sum_k c_k x^k` at a geometric progression again, and `rev A` is precomputed by
//! the q-binomial theorem. So the inverse is a chirp-z transform and a product by a fixed kernel, truncated at `y^n`.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | k = 0, 1, ..., m - 1 | any n, m >= 1 | any action | max(n, m) and that of the convolution | no |
//!
//! Over exact rings this is exact. Over floats each power of `q` and of `a` is rounded once. A ratio off the unit
//! circle has powers up to `C(n + m, 2)` which must not overflow. For the roots of unity use
//! [`Bluestein`](super::Bluestein): the errors of a rounded root grow with its powers. Interpolation divides by
//! differences of the points, which are small for many points.
//!
//! # Cost
//! The convolution and at most `n + m` products besides, those by 1 being skipped; back, two convolutions and at most
//! `3 n` products. Asserted by `tests/suite/convolutions.rs`.
//!
//! # Source
//! \[Rabiner-Schafer-Rader 1969\], with the halved squares of \[Bluestein 1970\] made triangular numbers; back:
//! \[Bostan-Schost 2005\].

use super::{apply_weights, weight};
use crate::{
    Error, Result,
    algebra::{Action, Convolver, Exponents, MiddleProduct, Module, Ring, Scalar},
    lists,
};
use alloc::{string::String, sync::Arc, vec, vec::Vec};

/// The values of polynomials at a geometric progression.
///
/// ```
/// use ringfft::{algebra::Module, conv::Karatsuba, dft::ChirpZ, rings::Modular};
///
/// // f = 3 + x + 4 x^2 at 1, 10, 100, 1000 modulo 1009.
/// let ring = Modular::new(1009)?;
/// let chirp_z = ChirpZ::new(&1, &10, 3, 4, &Karatsuba::new(ring))?;
/// let mut values = [0; 4];
/// let mut scratch = vec![0; chirp_z.scratch_len()];
/// chirp_z.evaluate(&[3, 1, 4], &mut values, &mut scratch)?;
/// assert_eq!(values, [8, 413, 40_103 % 1009, 4_001_003 % 1009]);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct ChirpZ<M: Action> {
    module: M,
    /// `a^j q^(-C(j,2))` for `j < n`.
    before: Vec<Option<M::Twiddle>>,
    /// `q^(-C(k,2))` for `k < m`.
    after: Vec<Option<M::Twiddle>>,
    convolution: Arc<dyn MiddleProduct<M>>,
}

impl<M: Action> ChirpZ<M> {
    /// Creates the map from `coefficients` coefficients to the values at `start ratio^k`, `k < values`, over the convolver's
    /// module.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] if `ratio` is not a unit; [`Error::Length`] for no coefficients or no values, and where
    /// the numbers together overflow; those of [`Convolver::middle`].
    pub fn new(
        start: &Scalar<M>,
        ratio: &Scalar<M>,
        coefficients: usize,
        values: usize,
        convolver: &dyn Convolver<M>,
    ) -> Result<Self> {
        Self::with_weights(start, &convolver.module().scalars().one(), ratio, coefficients, values, convolver)
    }

    /// Creates the map to the values at `start ratio^k`, times `after^k`.
    fn with_weights(
        start: &Scalar<M>,
        after: &Scalar<M>,
        ratio: &Scalar<M>,
        coefficients: usize,
        values: usize,
        convolver: &dyn Convolver<M>,
    ) -> Result<Self> {
        let module = convolver.module().clone();
        let possible = "it needs a coefficient and a value, and both numbers together must fit an address";
        let length = || Error::Length { what: "a chirp-z transform", len: coefficients.min(values), possible };
        let sum = coefficients.checked_add(values).filter(|_| coefficients != 0 && values != 0).ok_or_else(length)?;
        let scalars = module.scalars();
        let missing = || Error::NotInvertible {
            ring: scalars.name(),
            what: String::from("the ratio of a geometric progression (evaluate by Horner's rule instead)"),
        };
        let kernel =
            triangular(scalars, &scalars.one(), ratio, Exponents::TriangularUp, sum - 1).ok_or_else(missing)?;
        let prepared = |start: &Scalar<M>, count: usize| {
            let list = triangular(scalars, start, ratio, Exponents::TriangularDown, count).ok_or_else(missing)?;
            Ok(lists::of(&list, |scalar| weight(&module, scalar)))
        };
        let (before, after) = (prepared(start, coefficients)?, prepared(after, values)?);
        let convolution = convolver.middle(&kernel, coefficients)?;
        if convolution.inputs() != coefficients || convolution.outputs() != values {
            return Err(Error::Contract { what: "a middle product must have the inputs and outputs asked for" });
        }
        Ok(ChirpZ { module: module.clone(), before, after, convolution })
    }
}

/// Returns `a^j q^C(j,2)`, or `a^j q^(-C(j,2))`, for `j < count`; `None` if `q` must be a unit and is not.
///
/// Over floats each of the two powers is rounded once. If one of them leaves the range although the product does not,
/// products are accumulated instead, and errors add up.
fn triangular<R: Ring>(
    scalars: &R,
    a: &R::Element,
    q: &R::Element,
    exponents: Exponents,
    count: usize,
) -> Option<Vec<R::Element>> {
    let one = scalars.one();
    let mut list = Vec::new();
    if !scalars.progression(&one, q, exponents, count, |power| list.push(power)) {
        return None;
    }
    if scalars.equal(a, &one) {
        return Some(list);
    }
    // Sizes only grow or only fall, so the last power is the extreme one.
    let in_range = |power: &R::Element| scalars.parts(&one).is_none() || scalars.inverse(power).is_some();
    let mut powers = Vec::new();
    // Positive exponents need no unit.
    let _ = scalars.progression(&one, a, Exponents::Up, count, |power| powers.push(power));
    if list.last().is_none_or(in_range) && powers.last().is_none_or(in_range) {
        for (entry, power) in list.iter_mut().zip(&powers) {
            scalars.mul_assign(entry, power);
        }
        return Some(list);
    }
    let ratio = if exponents.is_negative() { scalars.inverse(q)? } else { q.clone() };
    // The second is `a q^j`, the quotient of neighbours.
    let (mut entry, mut quotient) = (one, a.clone());
    for place in &mut list {
        place.clone_from(&entry);
        scalars.mul_assign(&mut entry, &quotient);
        scalars.mul_assign(&mut quotient, &ratio);
    }
    Some(list)
}

impl<M: Action> ChirpZ<M> {
    /// Returns the number `n` of coefficients.
    pub fn coefficients(&self) -> usize {
        self.before.len()
    }

    /// Returns the number `m` of values.
    pub fn values(&self) -> usize {
        self.after.len()
    }

    /// Returns the number of elements of scratch. Its contents do not matter.
    pub fn scratch_len(&self) -> usize {
        self.before.len().max(self.after.len()).saturating_add(self.convolution.scratch_len())
    }

    /// Computes `values_k <- f(a q^k)`.
    ///
    /// # Errors
    /// [`Error::SliceLength`] if a slice has another length than it should, or `scratch` is shorter than `scratch_len`.
    pub fn evaluate(
        &self,
        coefficients: &[M::Element],
        values: &mut [M::Element],
        scratch: &mut [M::Element],
    ) -> Result<()> {
        let (n, m) = (self.coefficients(), self.values());
        Error::check_len("slice of coefficients", n, coefficients.len())?;
        Error::check_len("slice of values", m, values.len())?;
        Error::check_at_least("scratch", self.scratch_len(), scratch.len())?;
        let (work, rest) = scratch.split_at_mut(n.max(m));
        work[..n].clone_from_slice(coefficients);
        apply_weights(&self.module, &mut work[..n], &self.before);
        work[..n].reverse();
        self.convolution.multiply(work, rest)?;
        values.clone_from_slice(&work[..m]);
        apply_weights(&self.module, values, &self.after);
        Ok(())
    }
}

/// Polynomials from their values at a geometric progression: back from [`ChirpZ`] with as many values as coefficients.
///
/// ```
/// use ringfft::{conv::Karatsuba, dft::InverseChirpZ, rings::Modular};
///
/// let inverse = InverseChirpZ::new(&1, &10, 3, &Karatsuba::new(Modular::new(1009)?))?;
/// let mut coefficients = [0; 3];
/// let mut scratch = vec![0; inverse.scratch_len()];
/// inverse.interpolate(&[8, 413, 40_103 % 1009], &mut coefficients, &mut scratch)?;
/// assert_eq!(coefficients, [3, 1, 4]);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct InverseChirpZ<M: Action> {
    module: M,
    /// `1/A'(p_k)`.
    weights: Vec<Option<M::Twiddle>>,
    /// From the `c_k` to the coefficients of the series.
    series: ChirpZ<M>,
    /// The product by `rev A`, modulo `y^n`.
    product: Arc<dyn MiddleProduct<M>>,
}

impl<M: Action> InverseChirpZ<M> {
    /// Creates the map from the values at `start ratio^k`, `k < len`, to the `len` coefficients, over the convolver's module.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] unless `ratio`, `start` and the `1 - ratio^k`, `0 < k < len`, are units (the last two
    /// for more than one point): the differences of the points. Those of [`ChirpZ::new`].
    pub fn new(start: &Scalar<M>, ratio: &Scalar<M>, len: usize, convolver: &dyn Convolver<M>) -> Result<Self> {
        let module = convolver.module().clone();
        let scalars = module.scalars();
        let series = ChirpZ::with_weights(&scalars.one(), start, ratio, len, len, convolver)?;
        let times = |a: &Scalar<M>, b: &Scalar<M>| {
            let mut product = a.clone();
            scalars.mul_assign(&mut product, b);
            product
        };
        let minus = |a: &Scalar<M>, b: &Scalar<M>| {
            let mut difference = a.clone();
            scalars.sub_assign(&mut difference, b);
            difference
        };
        let inverse = |a: &Scalar<M>| {
            let what = "a difference of two points (interpolation needs distinct points with unit differences)";
            scalars.inverse(a).ok_or_else(|| Error::NotInvertible { ring: scalars.name(), what: what.into() })
        };
        let one = scalars.one();
        // q^k; (1 - q) ... (1 - q^k), and the inverses of these.
        let mut powers = Vec::new();
        let _ = scalars.progression(&one, ratio, Exponents::Up, len + 1, |power| powers.push(power));
        let factorials = successive_products(len + 1, &one, |k| minus(&one, &powers[k]), times);
        let inverses = factorials[..len].iter().map(inverse).collect::<Result<Vec<_>>>()?;
        let (inverse_ratio, start_power) = (inverse(ratio)?, scalars.pow(start, len as u64 - 1));
        // 1/A'(p_k) = (-1)^k a^(1-n) q^(-C(k,2) - k (n-1-k)) / ((q)_k (q)_(n-1-k)).
        let top = scalars.pow(&inverse_ratio, len as u64 - 1);
        let mut weight_k = inverse(&start_power)?;
        let mut weights = Vec::new();
        for k in 0..len {
            weights.push(weight(&module, &times(&weight_k, &times(&inverses[k], &inverses[len - 1 - k]))));
            // The exponent C(k,2) + k (n-1-k) grows by n - 2 - k: q^(1-n) q^(k+1).
            weight_k = times(&weight_k, &times(&top, &powers[k + 1]));
            scalars.neg_assign(&mut weight_k);
        }
        // Coefficient i of rev A is (-a)^i q^C(i,2) (q)_n / ((q)_i (q)_(n-i)); (q)_n/(q)_(n-i) without a division.
        let mut kernel = vec![scalars.zero(); len - 1];
        let mut minus_start = start.clone();
        scalars.neg_assign(&mut minus_start);
        let mut factor = one.clone();
        let rising = triangular(scalars, &minus_start, ratio, Exponents::TriangularUp, len).unwrap_or_default();
        for (i, power) in rising.iter().enumerate() {
            kernel.push(times(&times(&factor, &inverses[i]), power));
            factor = times(&factor, &minus(&one, &powers[len - i]));
        }
        let product = convolver.middle(&kernel, len)?;
        if product.inputs() != len || product.outputs() != len {
            return Err(Error::Contract { what: "a middle product must have the inputs and outputs asked for" });
        }
        Ok(InverseChirpZ { module: module.clone(), weights, series, product })
    }
}

/// Returns `1, f(1), f(1) f(2), ...`, `count` of them.
fn successive_products<T: Clone>(count: usize, one: &T, f: impl Fn(usize) -> T, times: impl Fn(&T, &T) -> T) -> Vec<T> {
    let mut product = one.clone();
    lists::list(count, |k| {
        if k > 0 {
            product = times(&product, &f(k));
        }
        product.clone()
    })
}

impl<M: Action> InverseChirpZ<M> {
    /// Returns the number of coefficients and of values.
    #[allow(clippy::len_without_is_empty, reason = "there is at least one point")]
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Returns the number of elements of scratch. Its contents do not matter.
    pub fn scratch_len(&self) -> usize {
        self.len().saturating_add(self.series.scratch_len().max(self.product.scratch_len()))
    }

    /// Computes the coefficients of the polynomial with these values.
    ///
    /// # Errors
    /// [`Error::SliceLength`] if a slice has another length than it should, or `scratch` is shorter than `scratch_len`.
    pub fn interpolate(
        &self,
        values: &[M::Element],
        coefficients: &mut [M::Element],
        scratch: &mut [M::Element],
    ) -> Result<()> {
        Error::check_len("slice of values", self.len(), values.len())?;
        Error::check_len("slice of coefficients", self.len(), coefficients.len())?;
        Error::check_at_least("scratch", self.scratch_len(), scratch.len())?;
        let (weighted, rest) = scratch.split_at_mut(self.len());
        weighted.clone_from_slice(values);
        apply_weights(&self.module, weighted, &self.weights);
        self.series.evaluate(weighted, coefficients, rest)?;
        self.product.multiply(coefficients, rest)?;
        coefficients.reverse();
        Ok(())
    }
}
