//! Arithmetic on coefficients in the novel basis: the formal derivative, and the product by `x`.
//!
//! Notation as in [`NovelBasis`](super::NovelBasis). With `v_b = s_b(beta_b)`, both need the constants
//! `w_b = v_b / (v_0 v_1 ... v_(b-1))`, all 1 over a Cantor basis.
//!
//! Derived in `papers/novel_basis.md`; the derivative over a Cantor basis serves decoding in \[Lin-Chung-Han 2014\].
//!
//! # Idea
//! *Derivative.* Only the linear term of a polynomial that is linear over GF(2) survives, and that of `s_b` is
//! `v_0 ... v_(b-1)`, from `s_(b+1) = s_b^2 + v_b s_b`. So `^s_b' = 1/w_b`, and by the rule for products
//!
//! ```text
//! X_i' = sum over the bits b of i of (1/w_b) X_(i - 2^b),      (f')_j = sum over b not in j of (1/w_b) a_(j + 2^b).
//! ```
//! *Product by x.* `x = w_0 ^s_0`, and `w_b ^s_b^2 = w_(b+1) ^s_(b+1) + w_b ^s_b`: with `e` the number of trailing ones of `i`, the
//! carry runs through `^s_0 ... ^s_(e-1)` and leaves a term at each,
//!
//! ```text
//! x X_i = w_e X_(i+1) + sum_(q<e) w_q X_(i - 2^q + 1),         (x f)_k = w_q (a_(k-1) + a_(k + 2^q - 1)), 2^q the lowest bit of k.
//! ```
//!
//! # Cost
//! Of `n = 2^k` coefficients: the derivative `(n/2) k - n + 1` additions, the product by `x` at most `n - 1`. Over a Cantor basis no
//! product; over another as many as there are terms. Asserted by `tests/additive/novel_arithmetic.rs`.

use super::{conversion::check_points, novel_basis::room};
use crate::{
    Error, Result,
    algebra::{Action, Module, Ring, Scalar, Subspace},
};
use alloc::vec::Vec;

/// Computes the formal derivative, in place, of a polynomial given by coefficients in the novel basis of `subspace`.
/// There may be any number of coefficients up to the number of points. A shift of the subspace changes nothing.
///
/// # Errors
/// [`Error::Length`] if there are no coefficients, or more than points.
///
/// ```
/// use ringfft::{additive::derivative_novel, algebra::Subspace, rings::{Gf2p8, binary}};
///
/// let subspace = Subspace::new(binary::<Gf2p8>(), 2)?;
/// let mut f = [5, 6, 7, 9].map(Gf2p8::new);
/// derivative_novel(&subspace, &mut f)?;
/// // a_1 + a_2, a_3, a_3, 0
/// assert_eq!(f, [1, 9, 9, 0].map(Gf2p8::new));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub fn derivative_novel<M: Action>(subspace: &Subspace<M>, coefficients: &mut [M::Element]) -> Result<()> {
    let len = coefficients.len();
    check_points("a derivative in the novel basis", subspace, len)?;
    let (module, weights) = (subspace.module(), Weights::new(subspace)?);
    for j in 0..len {
        // Every source lies above, and is still as it was.
        let (target, above) = coefficients[j..].split_at_mut(1);
        let bits = (0..usize::BITS).filter(|b| j >> b & 1 == 0).take_while(|&b| len - j > 1 << b);
        let sum = bits.fold(None, |sum, b| Some(plus(module, sum, weights.divided(module, &above[(1 << b) - 1], b))));
        target[0] = sum.unwrap_or_else(|| module.zero());
    }
    Ok(())
}

/// Returns `x f`, for a polynomial given by coefficients in the novel basis of `subspace`: one coefficient more. A
/// shift changes nothing.
///
/// ```
/// use ringfft::{additive::times_x_novel, algebra::Subspace, rings::{Gf2p8, binary}};
///
/// // Over a Cantor basis `x = X_1`, so `x` times the constant 5 is `5 X_1`.
/// let subspace = Subspace::new(binary::<Gf2p8>(), 2)?;
/// assert_eq!(times_x_novel(&subspace, &[Gf2p8::new(5)])?, [0, 5].map(Gf2p8::new));
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Of `2^k` coefficients the product has degree `2^k`; the last one then belongs to `s_k` itself, which vanishes on the subspace.
///
/// # Errors
/// [`Error::Length`] if there are no coefficients, or more than points.
pub fn times_x_novel<M: Action>(subspace: &Subspace<M>, coefficients: &[M::Element]) -> Result<Vec<M::Element>> {
    let len = coefficients.len();
    check_points("a product in the novel basis", subspace, len)?;
    let (module, weights) = (subspace.module(), Weights::new(subspace)?);
    let mut product = room(len + 1)?;
    product.push(module.zero());
    for k in 1..=len {
        let q = k.trailing_zeros();
        let below = coefficients[k - 1].clone();
        let sum = match coefficients.get(k + (1 << q) - 1) {
            Some(above) => plus(module, Some(below), above.clone()),
            None => below,
        };
        product.push(weights.times(module, sum, q));
    }
    Ok(product)
}

fn plus<M: Module>(module: &M, sum: Option<M::Element>, term: M::Element) -> M::Element {
    let Some(mut sum) = sum else { return term };
    module.add_assign(&mut sum, &term);
    sum
}

/// `w_b` and its inverse for `b <= k`, with 1 for `v_k`; none over a Cantor basis, where all are 1.
struct Weights<M: Action>(Vec<[Option<M::Twiddle>; 2]>);

impl<M: Action> Weights<M> {
    fn new(subspace: &Subspace<M>) -> Result<Self> {
        let (module, scalars) = (subspace.module(), subspace.module().scalars());
        let mut weights = Vec::new();
        if subspace.is_cantor() {
            return Ok(Weights(weights));
        }
        let times = |a: &Scalar<M>, b: &Scalar<M>| {
            let mut product = a.clone();
            scalars.mul_assign(&mut product, b);
            product
        };
        let prepared = |w: &Scalar<M>| (!scalars.equal(w, &scalars.one())).then(|| module.prepare(w));
        // v_0 ... v_(b-1), and its inverse.
        let (mut product, mut inverse) = (scalars.one(), scalars.one());
        let values = subspace.images().into_iter().map(|row| row[0].clone()).chain([scalars.one()]);
        for value in values {
            let unit = scalars.inverse(&value);
            let unit = unit.ok_or(Error::Contract { what: "an inverse that existed must exist again" })?;
            weights.push([prepared(&times(&value, &inverse)), prepared(&times(&unit, &product))]);
            (product, inverse) = (times(&product, &value), times(&inverse, &unit));
        }
        Ok(Weights(weights))
    }

    /// Returns `w_b x`.
    fn times(&self, module: &M, mut x: M::Element, b: u32) -> M::Element {
        if let Some([Some(weight), _]) = self.0.get(b as usize) {
            module.apply(&mut x, weight);
        }
        x
    }

    /// Returns `x / w_b`.
    fn divided(&self, module: &M, x: &M::Element, b: u32) -> M::Element {
        match self.0.get(b as usize) {
            Some([_, Some(inverse)]) => module.applied(x, inverse),
            _ => x.clone(),
        }
    }
}
