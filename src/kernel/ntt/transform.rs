//! The driver: depth first, so that a subtree works in the cache it fits, breadth first within the innermost cache.

use super::{
    Residues, Results,
    cosets::{LEAF, subtree},
    pairs::Pairs,
    passes::SHARED,
    steps::{Over, Steps},
    tables::Points,
};
use crate::threads::{Every, share};
use alloc::{boxed::Box, vec::Vec};
use core::ops::Range;

/// The transforms of one length, root and shift, values in natural or bit-reversed order, with their tables.
pub(crate) struct Transform<const L: usize, T> {
    steps: Box<dyn Steps<L, T>>,
    /// The radices of passes, the outermost first.
    radices: Vec<usize>,
    vectors: usize,
    natural: bool,
    /// True where the transform is one leaf.
    short: bool,
    /// True where one subtree is tabled and the shifts of the others are recomputed.
    recomputed: bool,
    threads: usize,
}

impl<const L: usize, T: Send> Transform<L, T> {
    /// Creates the transforms for `len` elements, a power of two of at least `L^2`, and two.
    pub(crate) fn new<P>(ring: P, len: usize, points: &Points<P::Scalar>, natural: bool, threads: usize) -> Self
    where
        P: Residues<L, Block = [T; L], Scalar: TryFrom<u64>>,
    {
        debug_assert!(len.is_power_of_two() && len >= 2 && len >= L * L);
        let subtree = subtree(len / L, size_of::<P::Block>(), points.memory);
        let natural = natural && subtree.is_none() && L > 1;
        let (steps, radices) = Over::<L, P>::new(ring, len, points, natural, subtree);
        let (vectors, recomputed) = (len / L, subtree.is_some());
        let short = !recomputed && vectors * size_of::<[T; L]>() <= LEAF;
        Transform { steps: Box::new(steps), radices, vectors, natural, short, recomputed, threads }
    }

    /// Returns whether the values are in natural order.
    pub(super) fn is_natural(&self) -> bool {
        self.natural
    }

    /// Returns pairs with `1/2`, and `b`, `-b`, `1/(2b)` of each step; `None` for single words.
    pub(super) fn pairs(&self, half: u64, steps: &[[u64; 3]]) -> Option<Box<dyn Pairs<T>>> {
        self.steps.pairs(half, steps)
    }

    fn is_shared(&self, x: &[[T; L]]) -> bool {
        self.threads > 1 && size_of_val(x) >= SHARED
    }

    /// Runs `work` on the parts of `x`, with their numbers.
    fn blocks(&self, x: &mut [[T; L]], part: usize, work: &(dyn Fn(usize, &mut [[T; L]]) + Sync)) {
        let (shared, numbers) = (self.is_shared(x), 0..x.len() / part);
        share(shared, (numbers, Every(x, part)), 1, &|(numbers, Every(x, _)): (Range<usize>, Every<&mut [[T; L]]>)| {
            for (j, part) in numbers.zip(x.chunks_exact_mut(part)) {
                work(j, part);
            }
        });
    }

    /// Transforms coefficients to values in place, which are left in this form.
    pub(crate) fn forward(&self, x: &mut [[T; L]], form: Results) {
        if self.short {
            assert_eq!(x.len(), self.vectors);
            return self.steps.short(x, form);
        }
        self.forward_part(x, x.len(), form);
        if self.natural {
            self.steps.tiles(x, self.is_shared(x), form);
        }
    }

    /// Transforms coefficients to the first `wanted` vectors of values in bit-reversed order, in place. Nodes without a wanted
    /// value are left out; the contents of the other places are not defined.
    pub(crate) fn forward_part(&self, x: &mut [[T; L]], wanted: usize, form: Results) {
        assert_eq!(x.len(), self.vectors);
        self.steps.outer(x, self.is_shared(x), form);
        let part = x.len() / self.radices[0];
        // The lane stage takes as many vectors at once as they have lanes.
        let x = &mut x[..wanted.next_multiple_of(part.max(L))];
        if size_of_val(x) <= LEAF && !self.recomputed {
            self.steps.leaf(x, part, [1, 0], wanted, form);
        } else {
            self.blocks(x, part, &|j, x| self.descend(x, [1, j], wanted - j * part, form));
        }
    }

    /// Transforms block `b` of level `depth`, of which the first `wanted` vectors are wanted, at least one.
    fn descend(&self, x: &mut [[T; L]], [depth, b]: [usize; 2], wanted: usize, form: Results) {
        let size = x.len();
        if size_of_val(x) <= LEAF {
            self.steps.weigh(x, b, false);
            let b = if self.recomputed { 0 } else { b };
            return self.steps.leaf(x, size, [depth, b], wanted.min(size), form);
        }
        self.steps.level(x, depth, b, size);
        let radix = self.radices[depth];
        let (part, mut wanted) = (size / radix, wanted);
        for (j, x) in x.chunks_exact_mut(part).enumerate() {
            self.descend(x, [depth + 1, radix * b + j], wanted, form);
            if wanted <= part {
                return;
            }
            wanted -= part;
        }
    }

    /// Transforms values, as callers have them or in the ring's own form, to coefficients times `n` and the scale, in place.
    pub(crate) fn inverse(&self, x: &mut [[T; L]], form: Results) {
        assert_eq!(x.len(), self.vectors);
        if self.short {
            return self.steps.short_back(x, form);
        }
        let (part, shared) = (x.len() / self.radices[0], self.is_shared(x));
        if self.natural {
            self.steps.tiles_back(x, shared, form);
        }
        self.blocks(x, part, &|j, part| self.ascend(part, [1, j], form));
        self.steps.outer_back(x, shared, form);
    }

    fn ascend(&self, x: &mut [[T; L]], [depth, b]: [usize; 2], form: Results) {
        let size = x.len();
        if size_of_val(x) <= LEAF {
            self.steps.leaf_back(x, [depth, if self.recomputed { 0 } else { b }], form);
            return self.steps.weigh(x, b, true);
        }
        let radix = self.radices[depth];
        for (j, part) in x.chunks_exact_mut(size / radix).enumerate() {
            self.ascend(part, [depth + 1, radix * b + j], form);
        }
        self.steps.level_back(x, depth, b, size);
    }
}
