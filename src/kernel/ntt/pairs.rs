//! Pairs of the elements of a node's halves, for the inverse of a truncated transform.
//!
//! Notation: `f = A x^m + B` modulo `x^(2m) - b^2`, the halves `B, A` or their values.

#![allow(clippy::needless_range_loop, reason = "adapters may be compiled apart, without the instruction set")]

use super::Residues;
use crate::kernel::packed::Token;
use alloc::vec::Vec;

/// The operation on pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pairing {
    /// Maps `(B, A)` to `(B + b A, A)`.
    Add,
    /// Maps `(Y, A)` to `(Y - b A, A)`.
    Sub,
    /// Maps `(Y, A)` to `(Y - b A, Y - 2 b A)`.
    Split,
    /// Maps `(Y, Z)` to `((Y + Z)/2, (Y - Z)/(2 b))`.
    Join,
}

/// Pairs in vectors, for the nodes of a path.
pub(crate) trait Pairs<T>: Send + Sync {
    /// Transforms as many pairs of `low` and `high`, from the first on, as fill vectors, in node `step`. Returns their number.
    /// Takes words as callers have them and leaves canonical ones.
    fn pair(&self, step: usize, pairing: Pairing, low: &mut [T], high: &mut [T]) -> usize;
}

/// [`Pairs`] over a ring.
pub(super) struct InVectors<const L: usize, P: Residues<L>> {
    ring: P,
    /// `1/2`.
    half: P::Twiddle,
    /// `b`, `-b`, `1/(2b)` of each step.
    steps: Vec<[P::Twiddle; 3]>,
}

impl<const L: usize, P: Residues<L>> InVectors<L, P> {
    /// Creates the pairs with `1/2`, and `b`, `-b`, `1/(2b)` of each step.
    pub(super) fn new(ring: P, half: P::Scalar, steps: &[[P::Scalar; 3]]) -> Self {
        let mut list = Vec::with_capacity(steps.len());
        for &[b, minus, back] in steps {
            list.push([ring.prepare(b), ring.prepare(minus), ring.prepare(back)]);
        }
        InVectors { ring, half: ring.prepare(half), steps: list }
    }

    /// Maps `(Y, A)` to `(Y + w A, A)`, or if it `splits` to `(Y + w A, Y + 2 w A)`.
    fn add(&self, low: &mut [P::Block], high: &mut [P::Block], w: &P::Twiddle, splits: bool) {
        let ring = self.ring;
        ring.token().run(
            #[inline(always)]
            || {
                assert!(low.len() == high.len());
                let w = ring.splat(w);
                for i in 0..low.len() {
                    let mut v = [ring.load(&low[i]), ring.load(&high[i])];
                    ring.enter_all(&mut v);
                    let [y, a] = v;
                    let product = ring.mul(a, w);
                    let (sum, _) = ring.butterfly(y, product);
                    ring.store(&mut low[i], ring.canonical(sum));
                    if splits {
                        let (sum, _) = ring.butterfly(ring.reduce(sum), product);
                        ring.store(&mut high[i], ring.canonical(sum));
                    }
                }
            },
        );
    }

    /// Maps `(Y, Z)` to `((Y + Z)/2, (Y - Z) w)`.
    fn join(&self, low: &mut [P::Block], high: &mut [P::Block], w: &P::Twiddle) {
        let ring = self.ring;
        ring.token().run(
            #[inline(always)]
            || {
                assert!(low.len() == high.len());
                let (w, half) = (ring.splat(w), ring.splat(&self.half));
                for i in 0..low.len() {
                    let mut v = [ring.load(&low[i]), ring.load(&high[i])];
                    ring.enter_all(&mut v);
                    let [y, z] = v;
                    let (sum, difference) = ring.butterfly(y, z);
                    ring.store(&mut low[i], ring.canonical_of_tight(ring.mul(sum, half)));
                    ring.store(&mut high[i], ring.canonical_of_tight(ring.mul(difference, w)));
                }
            },
        );
    }
}

impl<const L: usize, T, P: Residues<L, Block = [T; L]>> Pairs<T> for InVectors<L, P> {
    fn pair(&self, step: usize, pairing: Pairing, low: &mut [T], high: &mut [T]) -> usize {
        let Some([b, minus, back]) = self.steps.get(step) else { return 0 };
        let (low, high) = (low.as_chunks_mut().0, high.as_chunks_mut().0);
        match pairing {
            Pairing::Add => self.add(low, high, b, false),
            Pairing::Sub => self.add(low, high, minus, false),
            Pairing::Split => self.add(low, high, minus, true),
            Pairing::Join => self.join(low, high, back),
        }
        L * low.len()
    }
}
