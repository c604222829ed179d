//! Conversion between coefficients of powers of `x` and coefficients in the novel basis, in place, for any number of
//! coefficients.
//!
//! `sum_i f_i x^i = sum_i a_i X_i`, `i < len <= 2^k`. Notation as in [`NovelBasis`](super::NovelBasis): `s_i` vanishes on the span
//! of the first `i` basis vectors, `^s_i = s_i/s_i(beta_i)`, `X_i` is the product of the `^s_b` over the bits `b` of `i`.
//!
//! # Idea
//! `X_i` has degree `i` exactly, so the map is triangular: `a_i` depends on `f_i, f_(i+1), ...` alone, and `len`
//! coefficients become `len` coefficients in every dimension.
//!
//! *Cantor basis.* `s_t = x^tau + x` where `t` is a power of two and `tau = 2^t`, and `s_(t+i) = s_i(s_t)`. With
//! `2^k >= len` and `t` the largest power of two below `k`, the Taylor expansion `f = sum_i g_i(x) y^i` in
//! `y = x^tau + x`, `deg g_i < tau`, leaves two smaller conversions. One is of every column (position `l` of all `g_i`,
//! a polynomial in `y`), the other of every row `g_i`.
//!
//! ```text
//! 16 coefficients: k = 4, t = 2, y = x^4 + x
//!   f  --expand-->  g_0: 0 1 2 3       columns, in y:  0 4 8 12 | 1 5 9 13 | ...   X_0 X_4 X_8 X_12
//!                   g_1: 4 5 6 7       rows, in x:     0 1 2 3  | 4 5 6 7  | ...   X_0 X_1 X_2 X_3
//!                   g_2: 8 9 10 11
//!                   g_3: 12 13 14 15   position 4 i + l now belongs to X_(4 i) X_l = X_(4 i + l)
//! ```
//! The expansion halves: with `h` the largest power of two below the number of rows, `y^h = x^(h tau) + x^h`. So
//! dividing by it adds the coefficient of `x^(h tau + d)` to that of `x^(h + d)`, highest first. All columns are
//! treated at once, as rows of a matrix.
//!
//! *Any basis.* Division by `s_(k-1)` leaves `f = q s_(k-1) + r`; `s_(k-1)(beta_(k-1)) q` and `r` are converted in turn. `s_i` has
//! the terms `x^(2^e)`, `e <= i`, only.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | low degree first | any, 1 to 2^k | any action, characteristic 2 | 0 | yes |
//!
//! # Cost
//! Both directions. Over a Cantor basis additions alone: `wt(b)`, the number of ones of `b`, for every `i < len` and every bit `b` of
//! `i`; at `n = 2^k` that is `T(k) = (n/2) (wt(0) + ... + wt(k - 1))`, and `(n/4) k lg k` where `k` is a power of two. Any basis: `b`
//! additions and `b + 1` products for each; at `n = 2^k`, `A = n k (k - 1)/4` and `M = n k (k + 1)/4`, less products by
//! accidental units and zeros. Asserted by `tests/additive/conversion.rs` and beside the closed forms.
//!
//! # Source
//! \[Lin-Chung-Han 2014\] names the problem; the expansion is that of \[Gao-Mateer 2010\], on both parts. Differences:
//! any dimension, any length, any basis.

use super::subspace_polynomials;
use crate::{
    Error, Result,
    algebra::{Action, Module, Ring, Scalar, Subspace},
    lists,
};
use alloc::vec::Vec;

/// The change of basis between powers of `x` and the novel basis of a subspace; a shift does not matter.
///
/// ```
/// use ringfft::{additive::Conversion, algebra::Subspace, rings::{Gf2p8, binary}};
///
/// // Over a Cantor basis `X_2 = x^2 + x`, so `x^2 = X_1 + X_2`.
/// let conversion = Conversion::new(&Subspace::new(binary::<Gf2p8>(), 2)?, 3)?;
/// let mut f = [0, 0, 1].map(Gf2p8::new);
/// conversion.to_novel(&mut f)?;
/// assert_eq!(f, [0, 1, 1].map(Gf2p8::new));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Conversion<M: Action> {
    module: M,
    len: usize,
    /// Division by `s_i`, for a basis that is not Cantor's.
    divisions: Option<Vec<Division<M>>>,
}

/// `s_i`, made ready to divide by.
struct Division<M: Action> {
    /// Coefficient of `x^(2^e)`, `e < i`; `None` for zero.
    terms: Vec<Option<M::Twiddle>>,
    /// `s_i(beta_i)` and its inverse; `None` for one.
    scale: Option<[M::Twiddle; 2]>,
}

impl<M: Action> Conversion<M> {
    /// Creates the conversion of `len` coefficients for the novel basis of `subspace`.
    ///
    /// # Errors
    /// [`Error::Length`] if `len` is 0 or above the number of points.
    pub fn new(subspace: &Subspace<M>, len: usize) -> Result<Self> {
        check_points("a conversion to the novel basis", subspace, len)?;
        let divisions = if subspace.is_cantor() { None } else { Some(divisions(subspace, len)?) };
        Ok(Conversion { module: subspace.module().clone(), len, divisions })
    }

    /// Returns the number of coefficients.
    #[allow(clippy::len_without_is_empty, reason = "there is at least one coefficient")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Converts coefficients of powers of `x` to those of the novel basis.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are `len` of them.
    pub fn to_novel(&self, coefficients: &mut [M::Element]) -> Result<()> {
        Error::check_len("slice of coefficients", self.len, coefficients.len())?;
        match &self.divisions {
            None => to_novel(&self.module, coefficients, 1),
            Some(divisions) => divide(&self.module, coefficients, divisions),
        }
        Ok(())
    }

    /// Converts coefficients in the novel basis to those of powers of `x`.
    ///
    /// # Errors
    /// As [`to_novel`](Self::to_novel).
    pub fn to_monomial(&self, coefficients: &mut [M::Element]) -> Result<()> {
        Error::check_len("slice of coefficients", self.len, coefficients.len())?;
        match &self.divisions {
            None => to_monomial(&self.module, coefficients, 1),
            Some(divisions) => multiply(&self.module, coefficients, divisions),
        }
        Ok(())
    }
}

/// Checks that `1 <= len <= 2^k`.
pub(super) fn check_points<M: Action>(what: &'static str, subspace: &Subspace<M>, len: usize) -> Result<()> {
    if (1..=subspace.len()).contains(&len) {
        return Ok(());
    }
    let possible = "any length from 1 to the number of points of the subspace; a subspace of more dimensions has more";
    Err(Error::Length { what, len, possible })
}

/// Returns the exponent `t` of the expansion of `rows >= 3` coefficients: the largest power of two below `ceil(lg rows)`.
fn expansion(rows: usize) -> u32 {
    let k = usize::BITS - (rows - 1).leading_zeros();
    1 << (k - 1).ilog2()
}

/// Converts a polynomial whose coefficients are the rows of `width` elements of `f`; the last row may be shorter.
fn to_novel<M: Module>(module: &M, f: &mut [M::Element], width: usize) {
    let rows = f.len().div_ceil(width);
    if rows < 3 {
        return;
    }
    let tau = 1 << expansion(rows);
    expand(module, f, width, tau);
    to_novel(module, f, width * tau);
    for row in f.chunks_mut(width * tau) {
        to_novel(module, row, width);
    }
}

/// Computes the inverse of [`to_novel`].
fn to_monomial<M: Module>(module: &M, f: &mut [M::Element], width: usize) {
    let rows = f.len().div_ceil(width);
    if rows < 3 {
        return;
    }
    let tau = 1 << expansion(rows);
    for row in f.chunks_mut(width * tau) {
        to_monomial(module, row, width);
    }
    to_monomial(module, f, width * tau);
    collapse(module, f, width, tau);
}

/// Expands powers of `x` to `g_0, g_1, ...` with `f = sum_i g_i y^i`, `y = x^tau + x`.
fn expand<M: Module>(module: &M, f: &mut [M::Element], width: usize, tau: usize) {
    let Some((from, distance)) = halving(f.len(), width, tau) else { return };
    // Highest first: a coefficient above `from` may itself be added to.
    let mut end = f.len();
    while end > from {
        let start = from.max(end - distance);
        shift_add(module, f, start, end, distance);
        end = start;
    }
    let (low, high) = f.split_at_mut(from);
    expand(module, low, width, tau);
    expand(module, high, width, tau);
}

/// Computes the inverse of [`expand`].
fn collapse<M: Module>(module: &M, f: &mut [M::Element], width: usize, tau: usize) {
    let Some((from, distance)) = halving(f.len(), width, tau) else { return };
    let (low, high) = f.split_at_mut(from);
    collapse(module, low, width, tau);
    collapse(module, high, width, tau);
    let mut start = from;
    while start < f.len() {
        let end = f.len().min(start + distance);
        shift_add(module, f, start, end, distance);
        start = end;
    }
}

/// Returns the index of the first multiple of `y^h`, and the distance from `x^(h tau)` down to `x^h`. Here `h` is the
/// largest power of two with `h tau` below the number of rows. Returns `None` if there is none.
fn halving(len: usize, width: usize, tau: usize) -> Option<(usize, usize)> {
    let blocks = len.div_ceil(width).div_ceil(tau);
    let h = 1 << (blocks - 1).checked_ilog2()?;
    Some((h * tau * width, h * (tau - 1) * width))
}

/// Computes `f_(i - distance) += f_i` for `start <= i < end <= start + distance`.
fn shift_add<M: Module>(module: &M, f: &mut [M::Element], start: usize, end: usize, distance: usize) {
    let (below, above) = f.split_at_mut(start);
    for (target, source) in below[start - distance..].iter_mut().zip(&above[..end - start]) {
        module.add_assign(target, source);
    }
}

/// Returns the divisions by `s_0, ..., s_(k-1)` for the least `k` with `2^k >= len`.
fn divisions<M: Action>(subspace: &Subspace<M>, len: usize) -> Result<Vec<Division<M>>> {
    let (module, scalars) = (subspace.module(), subspace.module().scalars());
    let least = subspace.subspace(len.next_power_of_two().trailing_zeros())?;
    let (polynomials, images) = (subspace_polynomials(&least), least.images());
    let mut divisions = Vec::with_capacity(images.len());
    for (i, row) in images.iter().enumerate() {
        let value = &row[0];
        let inverse = scalars.inverse(value);
        let inverse = inverse.ok_or(Error::Contract { what: "an inverse that existed must exist again" })?;
        let prepare = |term: &Scalar<M>| if scalars.is_zero(term) { None } else { Some(module.prepare(term)) };
        let is_one = scalars.equal(value, &scalars.one());
        divisions.push(Division {
            terms: lists::of(&polynomials[i][..i], prepare),
            scale: if is_one { None } else { Some([module.prepare(value), module.prepare(&inverse)]) },
        });
    }
    Ok(divisions)
}

/// Converts to the novel basis, from the largest division on.
fn divide<M: Action>(module: &M, f: &mut [M::Element], divisions: &[Division<M>]) {
    let Some((division, below)) = divisions.split_last() else { return };
    let m = 1 << below.len();
    if f.len() <= m {
        return divide(module, f, below);
    }
    for d in (m..f.len()).rev() {
        division.add_quotient(module, f, d, m);
    }
    let (low, high) = f.split_at_mut(m);
    if let Some([scale, _]) = &division.scale {
        for x in high.iter_mut() {
            module.apply(x, scale);
        }
    }
    divide(module, low, below);
    divide(module, high, below);
}

/// Computes the inverse of [`divide`].
fn multiply<M: Action>(module: &M, f: &mut [M::Element], divisions: &[Division<M>]) {
    let Some((division, below)) = divisions.split_last() else { return };
    let m = 1 << below.len();
    if f.len() <= m {
        return multiply(module, f, below);
    }
    let (low, high) = f.split_at_mut(m);
    multiply(module, low, below);
    multiply(module, high, below);
    if let Some([_, inverse]) = &division.scale {
        for x in high.iter_mut() {
            module.apply(x, inverse);
        }
    }
    for d in m..f.len() {
        division.add_quotient(module, f, d, m);
    }
}

impl<M: Action> Division<M> {
    /// Subtracts `f_d x^(d-m)` times the lower terms of `s_i` from `f`; in characteristic 2 this is also the addition.
    fn add_quotient(&self, module: &M, f: &mut [M::Element], d: usize, m: usize) {
        let (below, above) = f.split_at_mut(d);
        for (e, term) in self.terms.iter().enumerate() {
            if let Some(term) = term {
                module.add_assign(&mut below[d - m + (1 << e)], &module.applied(&above[0], term));
            }
        }
    }
}
