//! Recomputed twiddles: all subtrees of one size use the tables of one, on cosets whose powers are computed each time.
//!
//! Notation: `n` elements in subtrees of `m`, `w` the root of order `n`, `s` the shift.
//!
//! # Idea
//! Subtree `j` is modulo `x^m - c^m` with `c = s w^rev(j)`, `rev` on the bits of `j < n/m`. With `x = c y` that is
//! `y^m - 1`, the same for all: coefficient `i` times `c^i`, then the cyclic transform, and back by `c^-i` after it. A
//! power is one of a row for `ROWS` vectors times one for all of them, so a subtree computes `m/(ROWS L) + ROWS L`
//! factors.

use super::{
    Residues, TwiddleMemory,
    tables::{Numbers, Of, Points, power},
};
use crate::{kernel::packed::Token, order::bit_reverse};

/// Bytes of a subtree that runs breadth first: the size of the innermost cache.
pub(super) const LEAF: usize = 1 << 15;
/// Vectors with a row of factors of their own.
const ROWS: usize = 8;

/// Returns the number of vectors of a subtree if the tables of all subtrees but one are computed when needed; `None` if
/// all tables are kept. A vector takes `vector` bytes.
pub(super) fn subtree(vectors: usize, vector: usize, memory: TwiddleMemory) -> Option<usize> {
    // An even power of two: no level of radix 2 is inside. Of fewer of them the tables would be no smaller.
    let most = (LEAF / vector).ilog2() & !1;
    Some(1 << most).filter(|subtree| memory == TwiddleMemory::Recomputed && vectors / 16 >= *subtree)
}

/// The shifts of the subtrees, both ways.
pub(super) struct Cosets<S> {
    bits: u32,
    root: [S; 2],
    shift: [S; 2],
}

impl<S: Copy> Cosets<S> {
    /// Creates the shifts of `subtrees` subtrees.
    pub(super) fn new(subtrees: usize, points: &Points<S>, one: S) -> Self {
        Cosets { bits: subtrees.trailing_zeros(), root: points.root, shift: points.shift.unwrap_or([one; 2]) }
    }

    /// Multiplies subtree `j` by the powers of its shift, or of the inverse shift where `back`: free values to tight
    /// ones.
    #[inline(never)]
    pub(super) fn weigh<const L: usize, P: Residues<L, Scalar = S>>(
        &self,
        ring: P,
        x: &mut [P::Block],
        j: usize,
        back: bool,
    ) {
        let numbers = &Of::<L, P>(ring) as &dyn Numbers<_, _>;
        let [root, shift] = [self.root[usize::from(back)], self.shift[usize::from(back)]];
        let c = numbers.times(shift, power(numbers, root, bit_reverse(j, self.bits)));
        let mut next = ring.one();
        let mut row = [numbers.factor(next); L];
        let mut rows = [ring.row(row); ROWS];
        for to in &mut rows {
            for factor in &mut row {
                *factor = numbers.factor(next);
                next = numbers.times(next, c);
            }
            *to = ring.row(row);
        }
        let step = next;
        let mut first = ring.one();
        for x in x.chunks_exact_mut(ROWS) {
            let factor = numbers.factor(first);
            first = numbers.times(first, step);
            ring.token().run(
                #[inline(always)]
                || {
                    let factor = ring.splat(&factor);
                    let mut i = 0;
                    while i < ROWS {
                        let product = ring.mul(ring.load(&x[i]), ring.factor(&rows[i]));
                        ring.store(&mut x[i], ring.mul(product, factor));
                        i += 1;
                    }
                },
            );
        }
    }
}
