//! Classical radix 8: reduce modulo `x^(8m) - b^8` into the eight factors `x^m - K^t b` at once.
//!
//! Notation: `n = 2^k` the length, `w` a principal `n`-th root, `K = w^(n/8)`, `sigma` bit reversal on `k` bits. A node
//! of size `8m` and index `j` holds `f mod (x^(8m) - w^sigma(j))`.
//!
//! # Idea
//! With `b = w^sigma(8j)` the eighth roots of `w^sigma(j)` are `w^sigma(8j + r) = K^t b`, where `t` is `r` with its three
//! bits reversed. For `f = sum a_i x^(im)` the remainder modulo `x^m - K^t b` is `sum K^(it) (b^i a_i)`: seven twiddles,
//! then the transform of length 8, whose network leaves the bit-reversed order that the children need. The leaves
//! are in bit-reversed order like those of radix 2.
//!
//! ```text
//! one node, in place; (p, q) becomes (p + q, p - q):
//!
//! element   step 1      step 2        step 3         then holds f modulo
//! a0        (a0, a4)    (a0, a2)      (a0, a1)       x^m - b,   x^m + b
//! b a1      (a1, a5)    (a1, a3)
//! b^2 a2    (a2, a6)    (a4, I a6)    (a2, I a3)     x^m - I b, x^m + I b
//! b^3 a3    (a3, a7)    (a5, I a7)
//! b^4 a4                              (a4, K a5)     x^m - K b, x^m + K b
//! b^5 a5
//! b^6 a6                              (a6, K^3 a7)   x^m - I K b, x^m + I K b
//! b^7 a7
//!
//! n = 64: node 0 is modulo x^64 - 1, its children modulo x^8 - c for c = 1, w^32, w^16, w^48, w^8, w^40, w^24, w^56,
//! with b = 1, w^4, w^2, w^6, w, w^5, w^3, w^7.
//! ```
//! If `k mod 3` is 1 or 2, the first step is of radix 2 or 4. Its one node, `x^n - 1`, has no twiddle, and the nodes below
//! share the table.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | bit-reversed | 2^k | any action | 0 | yes |
//!
//! # Cost
//! `n lg n` additions and `(n/2) lg n - n + 1` products, as radix 2; more of them are by `I` and by odd powers of `K`.
//! Real additions and products over the complex numbers: 52 + 4 for n = 8, 928 + 248 for 64, 11632 + 3992 for 512,
//! 126832 + 48280 for 4096: as Stockham of radix 8. Both directions; asserted by `tests/suite/counts.rs`.
//!
//! # Source
//! \[Mateer 2008\], the classical radix-8 transform, derived here as \[Mateer 2008\], figure 4.1, with eight factors;
//! the transform of length 8 is \[Bergland 1968\]. The inverse undoes a node by the inverse transform of length 8 and
//! products by the inverse powers of `b`. These have a table of their own.

use super::{Transform, butterfly::Eighths, check_power_of_two, check_slices, stockham::split};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    lists::from_fn,
    order::{Order, bit_reverse},
};
use alloc::vec::Vec;

/// The classical radix-8 transform: in place, bit-reversed values.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{Radix8, Transform}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?;
/// let transform = Radix8::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 8];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], ring.pow(domain.root(), 4));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Radix8<M: Action> {
    module: M,
    len: usize,
    forward: Direction<M::Twiddle>,
    inverse: Direction<M::Twiddle>,
}

struct Direction<T> {
    /// The roots of unity inside the transform of length 8.
    eighths: Eighths<T>,
    /// Entry `j - 1` belongs to node `j`: `b^i` for `1 <= i < 8` with `b = w^sigma(8j)`, or their inverses.
    twiddles: Vec<[T; 7]>,
}

impl<M: Action> Radix8<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of two.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        let len = domain.len();
        check_power_of_two("radix-8", len)?;
        let direction = |domain: &Domain<M>| {
            let powers = domain.twiddles(1, 7 * (len / 8));
            let b = |j: usize| bit_reverse(8 * j, len.trailing_zeros());
            let twiddles = (1..len / 8).map(|j| from_fn(|i| powers[(i + 1) * b(j)].clone())).collect();
            Direction { eighths: Eighths::new(domain), twiddles }
        };
        let (forward, inverse) = (direction(domain), direction(&conjugate(domain)?));
        Ok(Radix8 { module: domain.module().clone(), len, forward, inverse })
    }
}

impl<M: Action> Radix8<M> {
    /// Transforms `f mod (x^(8m) - w^sigma(j))` to its values.
    fn forward_node(&self, f: &mut [M::Element], j: usize) {
        let (ring, Direction { eighths, twiddles }) = (&self.module, &self.forward);
        let twiddles = j.checked_sub(1).map(|before| &twiddles[before]);
        let column = |v: [&mut M::Element; 8]| {
            let v = twisted(ring, v, twiddles);
            // Inputs in bit-reversed order leave natural order: so these leave bit-reversed order.
            let [a0, a1, a2, a3, a4, a5, a6, a7] = v;
            eighths.eight(ring, [a0, a4, a2, a6, a1, a5, a3, a7]);
        };
        columns(f, column);
        if f.len() > 8 {
            let children = f.chunks_exact_mut(f.len() / 8);
            children.zip(8 * j..).for_each(|(child, j)| self.forward_node(child, j));
        }
    }

    /// Transforms values to `8m` times `f mod (x^(8m) - w^sigma(j))`.
    fn inverse_node(&self, f: &mut [M::Element], j: usize) {
        let (ring, Direction { eighths, twiddles }) = (&self.module, &self.inverse);
        let twiddles = j.checked_sub(1).map(|before| &twiddles[before]);
        if f.len() > 8 {
            let children = f.chunks_exact_mut(f.len() / 8);
            children.zip(8 * j..).for_each(|(child, j)| self.inverse_node(child, j));
        }
        columns(f, |mut v: [&mut M::Element; 8]| {
            eighths.eight(ring, v.each_mut().map(|x| &mut **x));
            twisted(ring, v, twiddles);
        });
    }

    /// Runs the first step: radix 2 or 4 from `x^n - 1` if three does not divide the logarithm of the length, else nothing.
    fn step(&self, values: &mut [M::Element], direction: &Direction<M::Twiddle>, forward: bool) {
        match self.first_radix() {
            2 => columns(values, |[a, b]| self.module.butterfly(a, b)),
            4 if forward => columns(values, |[d, c, b, a]| direction.eighths.four(&self.module, [d, b, c, a])),
            4 => columns(values, |[d, c, b, a]| direction.eighths.four(&self.module, [d, c, b, a])),
            _ => {}
        }
    }

    fn first_radix(&self) -> usize {
        1 << (self.len.trailing_zeros() % 3)
    }
}

/// Returns the domain over the inverse root.
pub(super) fn conjugate<M: Action>(domain: &Domain<M>) -> Result<Domain<M>>
where
    M::Scalars: Roots,
{
    let (len, module) = (domain.len(), domain.module());
    let inverse = module.scalars().power(domain.root(), len, len - 1);
    Domain::with_root(module.clone(), len, inverse)
}

/// Runs `column` on elements that lie far apart; small ones without storage of their own are taken into registers.
#[inline(always)]
pub(super) fn gathered<const R: usize, T: Clone>(elements: [&mut T; R], column: impl FnOnce([&mut T; R])) {
    if core::mem::needs_drop::<T>() || size_of::<T>() > 16 {
        return column(elements);
    }
    let mut local: [T; R] = from_fn(|r| elements[r].clone());
    column(local.each_mut());
    elements.into_iter().zip(local).for_each(|(element, value)| *element = value);
}

/// Runs `column` on every column of a node of `R` parts.
#[inline(always)]
pub(super) fn columns<const R: usize, T: Clone>(f: &mut [T], mut column: impl FnMut([&mut T; R])) {
    let m = f.len() / R;
    let mut parts: [&mut [T]; R] = split(f, m);
    for d in 0..m {
        gathered(parts.each_mut().map(|part| &mut part[d]), &mut column);
    }
}

/// Multiplies element `i` by twiddle `i - 1`.
#[inline(always)]
pub(super) fn twisted<'a, M: Action>(
    ring: &M,
    mut v: [&'a mut M::Element; 8],
    twiddles: Option<&[M::Twiddle; 7]>,
) -> [&'a mut M::Element; 8] {
    if let Some(twiddles) = twiddles {
        v[1..].iter_mut().zip(twiddles).for_each(|(x, w)| ring.apply(x, w));
    }
    v
}

impl<M: Action> Transform<M> for Radix8<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::BitReversed
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.step(values, &self.forward, true);
        if self.len >= 8 {
            let nodes = values.chunks_exact_mut(self.len / self.first_radix());
            nodes.enumerate().for_each(|(j, node)| self.forward_node(node, j));
        }
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        if self.len >= 8 {
            let nodes = values.chunks_exact_mut(self.len / self.first_radix());
            nodes.enumerate().for_each(|(j, node)| self.inverse_node(node, j));
        }
        self.step(values, &self.inverse, false);
        Ok(())
    }
}
