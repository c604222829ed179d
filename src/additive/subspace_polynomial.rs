//! The polynomials that vanish on a subspace, and division by them in place.
//!
//! `s_i` is the product of `x - v` over the span of `beta_0 .. beta_(i-1)`. It is linear over GF(2), so it has terms at
//! `x^(2^e)` only, and `s_0 = x`, `s_(i+1) = s_i^2 + s_i(beta_i) s_i`. Over a Cantor basis `s_i` is the `i`-th iterate of
//! `x^2 + x`: its coefficient at `x^(2^e)` is the binomial `(i over e)` modulo 2, one where the bits of `e` are among those of
//! `i`; so it has as many terms as `2` to the number of bits in `i`.

use super::factor::{Factor, add_times};
use crate::{
    algebra::{Action, Module, Ring, Scalar, Subspace},
    lists,
};
use alloc::vec::Vec;

/// Returns rows of which `i <= k` holds the coefficients of `s_i` at `x`, `x^2`, `x^4`, ..., `x^(2^i)`, the last of them 1.
///
/// ```
/// use ringfft::{additive::subspace_polynomials, algebra::Subspace, rings::{Gf2p8, binary}};
///
/// let subspace = Subspace::new(binary::<Gf2p8>(), 2)?;
/// // s_2 = x^4 + x vanishes on the four points.
/// assert_eq!(subspace_polynomials(&subspace)[2], [1, 0, 1].map(Gf2p8::new));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub fn subspace_polynomials<M: Action>(subspace: &Subspace<M>) -> Vec<Vec<Scalar<M>>> {
    let scalars = subspace.module().scalars();
    let mut rows = Vec::new();
    let mut row = lists::list(1, |_| scalars.one());
    for images in subspace.images() {
        let mut term = scalars.zero();
        let mut next = Vec::with_capacity(row.len() + 1);
        for coefficient in &row {
            let mut square = coefficient.clone();
            scalars.mul_assign(&mut square, coefficient);
            let mut multiple = coefficient.clone();
            scalars.mul_assign(&mut multiple, &images[0]);
            scalars.add_assign(&mut term, &multiple);
            next.push(core::mem::replace(&mut term, square));
        }
        next.push(term);
        rows.push(core::mem::replace(&mut row, next));
    }
    rows.push(row);
    rows
}

/// The terms of `s_i` below the first that are not zero, as `(e, coefficient of x^(2^e))`.
pub(super) struct LowTerms<T>(Vec<(usize, Factor<T>)>);

impl<T> LowTerms<T> {
    pub(super) fn new<M: Action<Twiddle = T>>(module: &M, row: &[Scalar<M>]) -> Self {
        let low = row.iter().take(row.len().saturating_sub(1)).enumerate();
        let terms = low.map(|(e, coefficient)| (e, Factor::new(module, coefficient)));
        LowTerms(terms.filter(|(_, factor)| !matches!(factor, Factor::Zero)).collect())
    }

    /// Returns the terms of `s_i` over a Cantor basis.
    pub(super) fn cantor(i: usize) -> Self {
        LowTerms((0..i).filter(|e| e & i == *e).map(|e| (e, Factor::One)).collect())
    }

    /// Returns the number of constants held.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Divides `f`, the 2^(i+1) coefficients in `node`, by `s_i`: remainder low, quotient high.
    ///
    /// Quotient `d` is coefficient `m + d` after all higher quotients are subtracted, `m = 2^i`. A term at `x^(2^e)`,
    /// `2^e <= m/2`, moves the upper half of the quotients at most to the lower half, and that into the remainder. So
    /// the two halves are two runs of slices, upper half first.
    #[inline]
    pub(super) fn divide<M: Action<Twiddle = T>>(&self, module: &M, node: &mut [M::Element]) {
        self.upper(module, node);
        self.lower(module, node);
    }

    /// Computes the inverse of [`divide`](LowTerms::divide).
    #[inline]
    pub(super) fn multiply<M: Action<Twiddle = T>>(&self, module: &M, node: &mut [M::Element]) {
        self.lower(module, node);
        self.upper(module, node);
    }

    fn upper<M: Action<Twiddle = T>>(&self, module: &M, node: &mut [M::Element]) {
        let (m, half) = (node.len() / 2, node.len() / 4);
        let (rest, quotients) = node.split_at_mut(m + half);
        for (e, factor) in &self.0 {
            add_times(module, &mut rest[half + (1 << e)..], quotients, factor);
        }
    }

    fn lower<M: Action<Twiddle = T>>(&self, module: &M, node: &mut [M::Element]) {
        let (m, half) = (node.len() / 2, node.len() / 4);
        let (rest, quotients) = node.split_at_mut(m);
        for (e, factor) in &self.0 {
            add_times(module, &mut rest[1 << e..], &quotients[..half], factor);
        }
    }
}
