//! Twisted radix 8: every node of the tree is modulo `x^(8m) - 1` and falls into eight of the same kind.
//!
//! Notation: `n = 2^k` the length, `w` a principal `n`-th root, `K = w^(n/8)`, `z = w^(n/(8m))` the root of a node of size
//! `8m` (so `z^m = K`), `sigma` bit reversal.
//!
//! # Idea
//! The remainders of `f = sum a_i x^(im)` modulo `x^m - K^t`, `t < 8`, are the transform of length 8 of the parts `a_i`.
//! Substituting `x -> z^t x` turns `x^m - K^t` into `x^m - 1`: coefficient `d` is multiplied by `z^(td)`. With the children
//! in bit-reversed order of `t` the leaves are in bit-reversed order. The twiddles depend on the position inside a
//! node, not on the node.
//!
//! ```text
//! column d of a node, in place; (p, q) becomes (p + q, p - q):
//!
//! step 1      step 2        step 3         twist          from the moduli
//! (a0, a4)    (a0, a2)      (a0, a1)       1,     z^4d    x^m - 1,   x^m + 1
//! (a1, a5)    (a1, a3)
//! (a2, a6)    (a4, I a6)    (a2, I a3)     z^2d,  z^6d    x^m - I,   x^m + I
//! (a3, a7)    (a5, I a7)
//!                           (a4, K a5)     z^d,   z^5d    x^m - K,   x^m + K
//!                           (a6, K^3 a7)   z^3d,  z^7d    x^m - I K, x^m + I K
//!
//! n = 64: one node x^64 - 1, then eight nodes x^8 - 1 of f(w^t x), t = 0 4 2 6 1 5 3 7, then the values at w^0 w^32
//! w^16 w^48 w^8 w^40 w^24 w^56 | w^4 w^36 ...
//! ```
//! If `k mod 3` is 1 or 2, the last step is of radix 2 or 4. Its nodes, `x^2 - 1` or `x^4 - 1`, have no twiddles.
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
//! \[Gentleman-Sande 1966\]; the node is that of \[Mateer 2008\], figure 4.2, with eight factors. Difference: the inverse
//! untwists by a table of inverses.

use super::{
    Transform,
    butterfly::Eighths,
    check_power_of_two, check_slices,
    radix8::{columns, conjugate, gathered, twisted},
    stockham::split,
};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    lists::{self, from_fn},
    order::{Order, bit_reverse},
};
use alloc::vec::Vec;

/// The twisted radix-8 transform: in place, bit-reversed values.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{TwistedRadix8, Transform}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?;
/// let transform = TwistedRadix8::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 8];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], ring.pow(domain.root(), 4));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct TwistedRadix8<M: Action> {
    module: M,
    len: usize,
    forward: Direction<M::Twiddle>,
    inverse: Direction<M::Twiddle>,
}

struct Direction<T> {
    /// The roots of unity inside the transform of length 8.
    eighths: Eighths<T>,
    /// The nodes of sizes `n`, `n/8`, ..., as far as these are 8 or more, size `8m`: child `r` of column `d`, for
    /// `1 <= d < m` and `1 <= r < 8`, has `z^(td)`, or its inverse, with `t` the three bits of `r` reversed.
    levels: Vec<Vec<[T; 7]>>,
}

impl<M: Action> TwistedRadix8<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of two.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        let len = domain.len();
        check_power_of_two("twisted-radix-8", len)?;
        let direction = |domain: &Domain<M>| {
            let level = |l: u32| {
                let m = len >> (3 * l + 3);
                let powers = domain.twiddles(1 << (3 * l), 7 * m);
                (1..m).map(|d| from_fn(|r| powers[bit_reverse(r + 1, 3) * d].clone())).collect()
            };
            Direction {
                eighths: Eighths::new(domain),
                levels: lists::list((len.trailing_zeros() / 3) as usize, |l| level(l as u32)),
            }
        };
        let (forward, inverse) = (direction(domain), direction(&conjugate(domain)?));
        Ok(TwistedRadix8 { module: domain.module().clone(), len, forward, inverse })
    }
}

impl<M: Action> TwistedRadix8<M> {
    /// Transforms `f mod (x^(8m) - 1)` to its values.
    fn forward_node(&self, f: &mut [M::Element], levels: &[Vec<[M::Twiddle; 7]>]) {
        let Some((level, below)) = levels.split_first() else { return self.small(f, &self.forward.eighths, true) };
        let (ring, m) = (&self.module, f.len() / 8);
        // Inputs in bit-reversed order leave natural order: so these leave bit-reversed order.
        let eight = |v: [&mut M::Element; 8]| {
            let [a0, a1, a2, a3, a4, a5, a6, a7] = v;
            self.forward.eighths.eight(ring, [a0, a4, a2, a6, a1, a5, a3, a7]);
        };
        let mut parts: [&mut [M::Element]; 8] = split(f, m);
        gathered(parts.each_mut().map(|part| &mut part[0]), eight);
        for (d, twiddles) in (1..m).zip(level) {
            gathered(parts.each_mut().map(|part| &mut part[d]), |mut v| {
                eight(v.each_mut().map(|x| &mut **x));
                twisted(ring, v, Some(twiddles));
            });
        }
        if m > 1 {
            for child in f.chunks_exact_mut(m) {
                self.forward_node(child, below);
            }
        }
    }

    /// Transforms values to `8m` times `f mod (x^(8m) - 1)`.
    fn inverse_node(&self, f: &mut [M::Element], levels: &[Vec<[M::Twiddle; 7]>]) {
        let Some((level, below)) = levels.split_first() else { return self.small(f, &self.inverse.eighths, false) };
        let (ring, m) = (&self.module, f.len() / 8);
        if m > 1 {
            for child in f.chunks_exact_mut(m) {
                self.inverse_node(child, below);
            }
        }
        let eight = |v: [&mut M::Element; 8]| self.inverse.eighths.eight(ring, v);
        let mut parts: [&mut [M::Element]; 8] = split(f, m);
        gathered(parts.each_mut().map(|part| &mut part[0]), eight);
        for (d, twiddles) in (1..m).zip(level) {
            let column = parts.each_mut().map(|part| &mut part[d]);
            gathered(column, |v| eight(twisted(ring, v, Some(twiddles))));
        }
    }

    /// Runs the last step: nodes of size 2 and 4.
    fn small(&self, f: &mut [M::Element], eighths: &Eighths<M::Twiddle>, forward: bool) {
        match f.len() {
            2 => columns(f, |[a, b]| self.module.butterfly(a, b)),
            4 if forward => columns(f, |[d, c, b, a]| eighths.four(&self.module, [d, b, c, a])),
            4 => columns(f, |[d, c, b, a]| eighths.four(&self.module, [d, c, b, a])),
            _ => {}
        }
    }
}

impl<M: Action> Transform<M> for TwistedRadix8<M> {
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
        self.forward_node(values, &self.forward.levels);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.inverse_node(values, &self.inverse.levels);
        Ok(())
    }
}
