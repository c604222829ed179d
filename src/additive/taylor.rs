//! Taylor expansion at `x^tau + x`: additions only.
//!
//! Notation: `tau = 2^t >= 2`, `N` the length, a power of two.
//!
//! # Idea
//! `f = g_0 + g_1 y + g_2 y^2 + ...` with `y = x^tau + x` and every `g_i` of degree below `tau`. In characteristic 2
//! `y^(h/tau) = x^h + x^(h/tau)` for every power of two `h`, so one division of a polynomial of length `2h` by it is a
//! shift. The high half is the quotient, and is added to the low half `h - h/tau` positions lower. Both halves are then
//! expanded independently.
//!
//! ```text
//! N = 8, tau = 2: f = a0 + a1 x + ... + a7 x^7, h = 4, h/tau = 2
//!
//! a0 a1 a2 a3 | a4 a5 a6 a7
//!                  <-------     a4 += a6, a5 += a7      the shift lands in the high half first,
//!        <-----------           a2 += a4, a3 += a5      then in the low one
//! a0 a1 a2 a3   a4 a5 a6 a7     now f = (a0 .. a3) + (a4 .. a7)(x^4 + x^2);  next a2 += a3, a1 += a2; a6 += a7, a5 += a6
//! g_0   g_1     g_2   g_3
//! ```
//! The inverse makes the same additions in the opposite order.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | `g_0`, `g_1`, ..., low degree first | 2^k | any action, characteristic 2 | 0 | yes |
//!
//! # Cost
//! `(N/2)(lg N - t)` additions both ways, no products. Asserted by `tests/additive/classical_counts.rs`.
//!
//! # Source
//! \[Gao-Mateer 2010\]. Differences: no copies of the parts; the two runs of each shift are whole slices.

use super::factor::add;
use crate::{
    Error, Result,
    algebra::{Action, Module, Ring},
};

/// The expansion of polynomials of one length at `x^tau + x`.
///
/// ```
/// use ringfft::{additive::Taylor, rings::{Gf2p8, binary}};
///
/// // x^2 = x + (x^2 + x)
/// let taylor = Taylor::new(binary::<Gf2p8>(), 4, 2)?;
/// let mut f = [0, 0, 1, 0].map(Gf2p8::new);
/// taylor.expand(&mut f)?;
/// assert_eq!(f, [0, 1, 1, 0].map(Gf2p8::new));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Taylor<M: Action> {
    module: M,
    len: usize,
    tau: usize,
}

impl<M: Action> Taylor<M> {
    /// Creates the expansion of `len` coefficients at `x^tau + x`.
    ///
    /// # Errors
    /// [`Error::Length`] unless both are powers of two and `tau` at least 2; [`Error::Subspace`] unless 1 + 1 = 0.
    pub fn new(module: M, len: usize, tau: usize) -> Result<Self> {
        if !len.is_power_of_two() {
            let possible = "it needs a power of two: pad with zeros to the next one";
            return Err(Error::Length { what: "a Taylor expansion", len, possible });
        }
        if tau < 2 || !tau.is_power_of_two() {
            let possible = "tau is a power of two, at least 2, where x^tau + x is linear over GF(2)";
            return Err(Error::Length { what: "a Taylor expansion at x^tau + x", len: tau, possible });
        }
        let scalars = module.scalars();
        if !scalars.is_zero(&scalars.integer(2)) {
            let possible = "a Taylor expansion at x^tau + x needs characteristic 2: take a binary field".into();
            return Err(Error::Subspace { ring: scalars.name(), dim: len.ilog2() as usize, possible });
        }
        Ok(Taylor { module, len, tau })
    }

    /// Returns the number of coefficients.
    #[allow(clippy::len_without_is_empty, reason = "there is at least one coefficient")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Transforms coefficients of `f` to those of `g_0`, `g_1`, ..., `tau` each, with `f = g_0 + g_1 y + ...`, `y = x^tau + x`.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are [`len`](Taylor::len).
    pub fn expand(&self, values: &mut [M::Element]) -> Result<()> {
        Error::check_len("slice of coefficients", self.len, values.len())?;
        expand(&self.module, values, self.tau, 1);
        Ok(())
    }

    /// Transforms coefficients of `g_0`, `g_1`, ... back to those of `f`.
    ///
    /// # Errors
    /// As [`expand`](Taylor::expand).
    pub fn collect(&self, values: &mut [M::Element]) -> Result<()> {
        Error::check_len("slice of coefficients", self.len, values.len())?;
        collect(&self.module, values, self.tau, 1);
        Ok(())
    }
}

/// Up to this many elements all steps of one size are done before the next size; above it, part by part.
const BLOCK: usize = 1 << 10;

/// Expands `width` polynomials at once, coefficient `i` of all of them in `values[i * width..]`.
pub(super) fn expand<M: Module>(module: &M, values: &mut [M::Element], tau: usize, width: usize) {
    let (mut size, stop) = (values.len(), tau * width);
    if size > stop && size > BLOCK {
        divide(module, values, tau);
        values.chunks_exact_mut(size / 2).for_each(|half| expand(module, half, tau, width));
        return;
    }
    while size > stop {
        values.chunks_exact_mut(size).for_each(|part| divide(module, part, tau));
        size /= 2;
    }
}

/// Computes the inverse of [`expand`].
pub(super) fn collect<M: Module>(module: &M, values: &mut [M::Element], tau: usize, width: usize) {
    let (len, stop) = (values.len(), tau * width);
    if len > stop && len > BLOCK {
        values.chunks_exact_mut(len / 2).for_each(|half| collect(module, half, tau, width));
        return multiply(module, values, tau);
    }
    let mut size = 2 * stop;
    while size <= len {
        values.chunks_exact_mut(size).for_each(|part| multiply(module, part, tau));
        size *= 2;
    }
}

/// Divides by `x^h + x^(h/tau)`, `h` half the length: remainder low, quotient high.
#[inline]
fn divide<M: Module>(module: &M, values: &mut [M::Element], tau: usize) {
    let (h, step) = (values.len() / 2, values.len() / 2 / tau);
    let (low, top) = values.split_at_mut(2 * h - step);
    add(module, &mut low[h..h + step], top);
    let (low, high) = low.split_at_mut(h);
    add(module, &mut low[step..], high);
}

/// Computes the inverse of [`divide`].
#[inline]
fn multiply<M: Module>(module: &M, values: &mut [M::Element], tau: usize) {
    let (h, step) = (values.len() / 2, values.len() / 2 / tau);
    let (low, top) = values.split_at_mut(2 * h - step);
    {
        let (low, high) = low.split_at_mut(h);
        add(module, &mut low[step..], high);
    }
    add(module, &mut low[h..h + step], top);
}
