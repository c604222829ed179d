//! Classical radix 4: reduce modulo `x^(4m) - b^4` into `x^m - b`, `x^m + b`, `x^m - I b` and `x^m + I b` at once.
//!
//! Notation: `n = 2^k` the length, `w` a principal `n`-th root, `I = w^(n/4)`, `sigma` bit reversal on `k` bits. A
//! node of size `4m` and index `j` holds `f mod (x^(4m) - w^sigma(j))`.
//!
//! # Idea
//! `w^sigma(j)` has the fourth roots `b = w^sigma(4j)`, `-b = w^sigma(4j+1)`, `I b = w^sigma(4j+2)` and
//! `-I b = w^sigma(4j+3)`. With `f = A x^(3m) + B x^(2m) + C x^m + D` and `c1 = b C`, `c2 = b^2 B`, `c3 = b^3 A` the
//! remainders are the transform of length 4 of `(D, c1, c2, c3)`: three twiddles for four elements, where two
//! levels of radix 2 take four. The children lie in the order of `sigma`, so that the leaves are in
//! bit-reversed order like those of radix 2.
//!
//! ```text
//! one node:                                                 n = 16, exponents of b:
//!
//! D ------+---------- D + c2 --+-------- x^m - b            size 16   x^16 - 1
//! C -[b]--|+--------- c1 + c3 -+-------- x^m + b            size  4   x^4 - 1, x^4 + 1, x^4 - w^4, x^4 + w^4
//! B -[b^2]+|--------- D - c2 ----+------ x^m - I b          b         1        w^2      w          w^3
//! A -[b^3]-+--------- c1 - c3 -I-+------ x^m + I b
//! ```
//! For odd `k` the first step is of radix 2. Its one node, `x^n - 1`, has no twiddle, and the nodes below share the table.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | bit-reversed | 2^k | any action | 0 | yes |
//!
//! # Cost
//! `n lg n` additions and `(n/2) lg n - n + 1` products, as radix 2; more of them are by `I`. Over the complex
//! numbers `(17/4) n lg n - (43/6) n + 32/3` real operations for `n = 4^k`. Both directions; asserted by
//! `tests/suite/counts.rs`.
//!
//! # Source
//! \[Mateer 2008\], the classical radix-4 transform, derived here as \[Mateer 2008\], figure 4.1, with four factors;
//! the butterfly is that of \[Gentleman-Sande 1966\]. The inverse undoes a node by the inverse transform of length 4
//! and products by `b^(-1)`, `b^(-2)`, `b^(-3)`, which have a table of their own.

use super::{Transform, check_power_of_two, check_slices, stockham::split};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    lists::from_fn,
    order::{Order, bit_reverse},
};
use alloc::vec::Vec;

/// The classical radix-4 transform: in place, bit-reversed values.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{Radix4, Transform}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?;
/// let transform = Radix4::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 8];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], ring.pow(domain.root(), 4));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Radix4<M: Action> {
    module: M,
    len: usize,
    /// `I` and `I^(-1)`; absent below length 4.
    fourth: Option<[M::Twiddle; 2]>,
    /// Entry `j - 1` belongs to node `j`: `b`, `b^2`, `b^3` with `b = w^sigma(4j)`.
    forward: Vec<[M::Twiddle; 3]>,
    /// The inverses of the twiddles.
    inverse: Vec<[M::Twiddle; 3]>,
}

impl<M: Action> Radix4<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of two.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        let len = domain.len();
        check_power_of_two("radix-4", len)?;
        let table = |step: usize| {
            let powers = domain.twiddles(step, 3 * (len / 4));
            let b = |j: usize| bit_reverse(4 * j, len.trailing_zeros());
            (1..len / 4).map(|j| from_fn(|i| powers[(i + 1) * b(j)].clone())).collect()
        };
        let fourth = len.is_multiple_of(4).then(|| [domain.twiddle(len / 4), domain.twiddle(3 * (len / 4))]);
        Ok(Radix4 { module: domain.module().clone(), len, fourth, forward: table(1), inverse: table(len - 1) })
    }
}

impl<M: Action> Radix4<M> {
    /// Transforms `f mod (x^(4m) - w^sigma(j))` to its values.
    fn forward_node(&self, f: &mut [M::Element], j: usize, i: &M::Twiddle) {
        let twiddles = if j == 0 { None } else { Some(&self.forward[j - 1]) };
        if let [d, c, b, a] = f {
            return self.forward_column([d, c, b, a], twiddles, i);
        }
        let m = f.len() / 4;
        let [fd, fc, fb, fa] = split(f, m);
        for ((d, c), (b, a)) in fd.iter_mut().zip(fc).zip(fb.iter_mut().zip(fa)) {
            self.forward_column([d, c, b, a], twiddles, i);
        }
        for (child, j) in f.chunks_exact_mut(m).zip(4 * j..) {
            self.forward_node(child, j, i);
        }
    }

    /// Transforms `(D, C, B, A)` to the remainders modulo `x^m - b`, `x^m + b`, `x^m - I b`, `x^m + I b`.
    #[inline(always)]
    fn forward_column(&self, [d, c, b, a]: [&mut M::Element; 4], twiddles: Option<&[M::Twiddle; 3]>, i: &M::Twiddle) {
        let ring = &self.module;
        if let Some([b_1, b_2, b_3]) = twiddles {
            ring.butterfly_by(d, b, b_2);
            ring.apply(c, b_1);
            ring.butterfly_by(c, a, b_3);
        } else {
            ring.butterfly(d, b);
            ring.butterfly(c, a);
        }
        ring.butterfly(d, c);
        ring.butterfly_by_fourth(b, a, i);
    }

    /// Transforms values to `4m` times `f mod (x^(4m) - w^sigma(j))`.
    fn inverse_node(&self, f: &mut [M::Element], j: usize, inverse_i: &M::Twiddle) {
        let twiddles = if j == 0 { None } else { Some(&self.inverse[j - 1]) };
        if let [d, c, b, a] = f {
            return self.inverse_column([d, c, b, a], twiddles, inverse_i);
        }
        let m = f.len() / 4;
        for (child, j) in f.chunks_exact_mut(m).zip(4 * j..) {
            self.inverse_node(child, j, inverse_i);
        }
        let [fd, fc, fb, fa] = split(f, m);
        for ((d, c), (b, a)) in fd.iter_mut().zip(fc).zip(fb.iter_mut().zip(fa)) {
            self.inverse_column([d, c, b, a], twiddles, inverse_i);
        }
    }

    /// Transforms the four remainders to four times `(D, C, B, A)`.
    #[inline(always)]
    fn inverse_column(
        &self,
        [d, c, b, a]: [&mut M::Element; 4],
        twiddles: Option<&[M::Twiddle; 3]>,
        inverse_i: &M::Twiddle,
    ) {
        let ring = &self.module;
        ring.butterfly(d, c);
        ring.butterfly(b, a);
        if let Some([b_1, b_2, b_3]) = twiddles {
            ring.butterfly_then(d, b, b_2);
            ring.butterfly_by_fourth(c, a, inverse_i);
            ring.apply(c, b_1);
            ring.apply(a, b_3);
        } else {
            ring.butterfly(d, b);
            ring.butterfly_by_fourth(c, a, inverse_i);
        }
    }

    /// Runs the step of radix 2 from or to `x^n - 1`, if the logarithm of the length is odd.
    fn radix_2_step(&self, values: &mut [M::Element]) {
        let (low, high) = values.split_at_mut(self.len / 2);
        for (b, a) in low.iter_mut().zip(high) {
            self.module.butterfly(b, a);
        }
    }

    fn odd(&self) -> bool {
        self.len.trailing_zeros() % 2 == 1
    }
}

impl<M: Action> Transform<M> for Radix4<M> {
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
        if self.odd() {
            self.radix_2_step(values);
        }
        if let Some([i, _]) = &self.fourth {
            let nodes = values.chunks_exact_mut(self.len >> u8::from(self.odd()));
            for (j, node) in nodes.enumerate() {
                self.forward_node(node, j, i);
            }
        }
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        if let Some([_, inverse_i]) = &self.fourth {
            let nodes = values.chunks_exact_mut(self.len >> u8::from(self.odd()));
            for (j, node) in nodes.enumerate() {
                self.inverse_node(node, j, inverse_i);
            }
        }
        if self.odd() {
            self.radix_2_step(values);
        }
        Ok(())
    }
}
