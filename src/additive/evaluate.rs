//! Evaluation and interpolation at the points of a subspace or a coset, from and to coefficients of powers of `x`.
//!
//! Notation: `x_j = theta + varpi_j` the points of a [`Subspace`] of dimension `k`, `f` of degree below `len <= 2^k`.
//!
//! # Idea
//! Two steps, each in place and of any length: [`Conversion`] to the novel basis, then [`TruncatedNovelBasis`]; backwards the
//! inverses in the other order.
//!
//! ```text
//!   f_0 ... f_(len-1)  <-- conversion -->  a_0 ... a_(len-1)  <-- truncated transform -->  f(x_0) ... f(x_(len-1))
//!   powers of x                            novel basis                                     values
//! ```
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural: point `j` at position `j` | any, 1 to 2^k | any action, characteristic 2 | N/2, 0 if n = N = 2^i | no |
//!
//! # Cost
//! The sum of both; over a Cantor basis at `n = 2^k` that is exactly the count of \[Gao-Mateer 2010\],
//! `A = n k - n + 1 + T(k)`, `M = n k/2 - n + 1`. Asserted by `tests/additive/evaluate.rs`.

use super::{Conversion, TruncatedNovelBasis, conversion::check_points, novel_basis::room};
use crate::{
    Result,
    algebra::{Action, Module, Subspace},
    dft::{Transform, check_slices},
    order::Order,
};
use alloc::vec::Vec;

/// Coefficients of powers of `x` to the values at the first points of a subspace or coset, and back.
///
/// ```
/// use ringfft::{additive::Evaluation, algebra::Subspace, dft::Transform, rings::{Gf2p8, binary}};
///
/// let points = Subspace::new(binary::<Gf2p8>(), 3)?;
/// let transform = Evaluation::new(&points, 8)?;
/// // The values of the polynomial `x` are the points.
/// let mut x = [0, 1, 0, 0, 0, 0, 0, 0].map(Gf2p8::new);
/// transform.forward(&mut x, &mut vec![Gf2p8::new(0); transform.scratch_len()])?;
/// assert_eq!(x[5], points.point(5));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Evaluation<M: Action> {
    conversion: Conversion<M>,
    transform: TruncatedNovelBasis<M>,
}

impl<M: Action> Evaluation<M> {
    /// Creates the transform of `len` coefficients to the values at the first `len` points of `subspace`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) if `len` is 0 or above the number of points;
    /// [`Error::Memory`](crate::Error::Memory) if the system refuses the memory for the twiddles.
    pub fn new(subspace: &Subspace<M>, len: usize) -> Result<Self> {
        let transform = TruncatedNovelBasis::new(subspace, len)?;
        Ok(Evaluation { conversion: Conversion::new(subspace, len)?, transform })
    }
}

impl<M: Action> Transform<M> for Evaluation<M> {
    fn len(&self) -> usize {
        self.transform.len()
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.transform.scratch_len()
    }

    /// Returns 1: the inverse is exact.
    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.conversion.to_novel(values)?;
        self.transform.forward(values, scratch)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.transform.inverse_unscaled(values, scratch)?;
        self.conversion.to_monomial(values)
    }
}

/// Returns the values of a polynomial at every point of a subspace or coset of `2^k` points. `coefficients` begins with
/// the low degree and has at most `2^k` elements.
///
/// ```
/// use ringfft::{additive::{evaluate, interpolate}, algebra::Subspace, rings::{Gf2p8, binary}};
///
/// // x^2 + 1 at 3, 3 + 1, 3 + beta_1, 3 + beta_1 + 1
/// let coset = Subspace::new(binary::<Gf2p8>(), 2)?.with_shift(Gf2p8::new(3));
/// let f = [1, 0, 1].map(Gf2p8::new);
/// let values = evaluate(&coset, &f)?;
/// for (j, value) in values.iter().enumerate() {
///     let x = coset.point(j);
///     assert_eq!(*value, x * x + Gf2p8::ONE);
/// }
/// assert_eq!(interpolate(&coset, &values[..3])?, f);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if there are no coefficients, or more than points;
/// [`Error::Memory`](crate::Error::Memory) if the system refuses the memory.
pub fn evaluate<M: Action>(subspace: &Subspace<M>, coefficients: &[M::Element]) -> Result<Vec<M::Element>> {
    let len = coefficients.len();
    check_points("evaluation on a subspace", subspace, len)?;
    let transform = TruncatedNovelBasis::new(subspace, subspace.len())?;
    let mut values = padded(subspace.module(), coefficients, subspace.len())?;
    Conversion::new(subspace, len)?.to_novel(&mut values[..len])?;
    transform.forward_truncated(&mut values, len, subspace.len())?;
    Ok(values)
}

/// Returns the coefficients of the polynomial of degree below `values.len()` that has these values at the first points of a
/// subspace or coset. The low degree comes first.
///
/// ```
/// use ringfft::{additive, algebra::Subspace, rings::{Gf2p8, binary}};
///
/// let points = Subspace::new(binary::<Gf2p8>(), 2)?;
/// let values = additive::evaluate(&points, &[5, 1].map(Gf2p8::new))?;
/// assert_eq!(additive::interpolate(&points, &values[..2])?, [5, 1].map(Gf2p8::new));
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if there are no values, or more than points;
/// [`Error::Memory`](crate::Error::Memory) if the system refuses the memory.
pub fn interpolate<M: Action>(subspace: &Subspace<M>, values: &[M::Element]) -> Result<Vec<M::Element>> {
    let len = values.len();
    check_points("interpolation on a subspace", subspace, len)?;
    let transform = TruncatedNovelBasis::new(subspace, len)?;
    let mut coefficients = padded(subspace.module(), values, transform.places())?;
    transform.inverse_truncated(&mut coefficients, len)?;
    coefficients.truncate(len);
    Conversion::new(subspace, len)?.to_monomial(&mut coefficients)?;
    Ok(coefficients)
}

/// Extends the values of a polynomial of degree below `values.len()` from the first points of a subspace or coset to
/// the first `wanted` points. This low-degree extension is systematic Reed-Solomon encoding.
///
/// ```
/// use ringfft::{additive, algebra::Subspace, rings::{Gf2p8, binary}};
///
/// let points = Subspace::new(binary::<Gf2p8>(), 2)?;
/// let values = additive::evaluate(&points, &[5, 1].map(Gf2p8::new))?;
/// assert_eq!(additive::extend(&points, &values[..2], 4)?, values);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if there are no values, or `wanted` is below their number or above that of
/// the points; [`Error::Memory`](crate::Error::Memory) if the system refuses the memory.
pub fn extend<M: Action>(subspace: &Subspace<M>, values: &[M::Element], wanted: usize) -> Result<Vec<M::Element>> {
    let len = values.len();
    check_points("low-degree extension", subspace, len)?;
    if wanted < len {
        let possible = "as many values as are given, or more";
        return Err(crate::Error::Length { what: "low-degree extension", len: wanted, possible });
    }
    let transform = TruncatedNovelBasis::new(subspace, wanted)?;
    let mut work = padded(subspace.module(), values, transform.places())?;
    transform.extend(&mut work, len, wanted)?;
    work[..len].clone_from_slice(values);
    work.truncate(wanted);
    Ok(work)
}

/// Returns `list` and zeros, `len` in all.
fn padded<M: Module>(module: &M, list: &[M::Element], len: usize) -> Result<Vec<M::Element>> {
    let mut padded = room(len)?;
    padded.extend_from_slice(list);
    padded.resize(len, module.zero());
    Ok(padded)
}
