//! Bluestein's identity at any geometric progression: the values `f(a q^k)`, `k < m`, of a polynomial.
//!
//! Notation: `f` has the coefficients `x_0, ..., x_(n-1)`, `a` is a scalar, `q` a unit, `C(j,2) = j (j - 1)/2`.
//!
//! # Idea
//! Nothing in the triangular form of Bluestein's identity asks that the powers of `q` come back to 1:
//!
//! ```text
//! f(a q^k) = q^(-C(k,2)) sum_j (x_j a^j q^(-C(j,2))) q^C(j+k,2),        jk = C(j+k,2) - C(j,2) - C(k,2)
//!
//! n = 3, m = 2:   x0 [1]         x2' |  1  q  q^3  |           |1     | X0 = f(a)
//!                 x1 [a]     ->  x1' | middle by:  |     ->    |      |
//!                 x2 [a^2/q]     x0' | 1 1 q q^3   |           |1     | X1 = f(a q)
//! ```
//! The exponents cannot be reduced then, and `C(j,2)` outgrows a word; each power comes from the one before, by
//! `q^C(j+1,2) = q^C(j,2) q^j`.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | k = 0, 1, ..., m - 1 | any n, m >= 1 | any action | max(n, m) and that of the convolution | no |
//!
//! Over exact rings this is exact. Over floats the successive products lose digits as `n + m` grows, and a ratio off
//! the unit circle has powers up to `C(n + m, 2)` which must not overflow: for the roots of unity take
//! [`Bluestein`](super::Bluestein), which computes each power by itself.
//!
//! # Cost
//! The convolution and at most `n + m` products besides, those by 1 being skipped. Asserted by `tests/convolutions.rs`.
//!
//! # Source
//! \[Rabiner-Schafer-Rader 1969\], with the halved squares of \[Bluestein 1970\] made triangular numbers.

use super::{apply_weights, weight};
use crate::{
    Error, Result,
    algebra::{Action, Convolver, MiddleProduct, Ring, Scalar},
};
use alloc::{string::String, sync::Arc, vec::Vec};

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
    /// The map from `coefficients` coefficients to the values at `start ratio^k`, `k < values`, over the convolver's
    /// module.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] if `ratio` is no unit; [`Error::Length`] for no coefficients or no values, and where
    /// the numbers together overflow; those of [`Convolver::middle`].
    pub fn new(
        start: &Scalar<M>,
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
        let inverse = scalars.inverse(ratio).ok_or_else(|| Error::NotInvertible {
            ring: scalars.name(),
            what: String::from("the ratio of a geometric progression (evaluate by Horner's rule instead)"),
        })?;
        let one = scalars.one();
        let kernel: Vec<_> = triangular(scalars, &one, ratio).take(sum - 1).collect();
        let prepared = |start: &Scalar<M>, count: usize| {
            triangular(scalars, start, &inverse).take(count).map(|scalar| weight(&module, &scalar)).collect()
        };
        let (before, after) = (prepared(start, coefficients), prepared(&one, values));
        let convolution = convolver.middle(&kernel, coefficients)?;
        if convolution.inputs() != coefficients || convolution.outputs() != values {
            return Err(Error::Contract { what: "a middle product must have the inputs and outputs asked for" });
        }
        Ok(ChirpZ { module: module.clone(), before, after, convolution })
    }
}

/// `a^j q^C(j,2)` for `j = 0, 1, ...`.
fn triangular<R: Ring>(scalars: &R, a: &R::Element, q: &R::Element) -> impl Iterator<Item = R::Element> {
    let mut state = (scalars.one(), a.clone());
    core::iter::from_fn(move || {
        let current = state.0.clone();
        // The second is a q^j, the quotient of neighbours.
        scalars.mul_assign(&mut state.0, &state.1);
        scalars.mul_assign(&mut state.1, q);
        Some(current)
    })
}

impl<M: Action> ChirpZ<M> {
    /// The number `n` of coefficients.
    pub fn coefficients(&self) -> usize {
        self.before.len()
    }

    /// The number `m` of values.
    pub fn values(&self) -> usize {
        self.after.len()
    }

    /// Number of elements of scratch. Its contents do not matter.
    pub fn scratch_len(&self) -> usize {
        self.before.len().max(self.after.len()).saturating_add(self.convolution.scratch_len())
    }

    /// `values_k <- f(a q^k)`.
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
