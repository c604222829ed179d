//! The steps of a transform over one ring, which a driver puts in order.

use super::{
    Coefficients, Residues, Results, TwiddleMemory,
    cosets::Cosets,
    lane_stage,
    pairs::{InVectors, Pairs},
    passes::Passes,
    step_halves::Ends,
    tables::{LaneFactors, Lanes, Of, Points, Radices, Tables, power},
    tile_pairs::TilePairs,
};
use crate::{kernel::packed::Token, lists, threads::share};
use alloc::{boxed::Box, vec::Vec};

/// Turns of tiles in one piece of the lane stage in natural order.
const TURNS: usize = 1 << 6;

/// The steps of the transforms of one length over blocks `[T; L]` of any ring, so drivers are compiled once for each
/// kind of block.
pub(super) trait Steps<const L: usize, T>: Send + Sync {
    /// Runs the whole of a short transform: of one leaf, whose tables are complete.
    fn short(&self, x: &mut [[T; L]], form: Results);
    fn short_back(&self, x: &mut [[T; L]], form: Results);
    /// Runs the outermost pass, on threads where `shared`.
    fn outer(&self, x: &mut [[T; L]], shared: bool, form: Results);
    fn outer_back(&self, x: &mut [[T; L]], shared: bool, form: Results);
    /// Runs level `depth` over all blocks of `size` vectors in `x`, of which the first has the number `b`.
    fn level(&self, x: &mut [[T; L]], depth: usize, b: usize, size: usize);
    fn level_back(&self, x: &mut [[T; L]], depth: usize, b: usize, size: usize);
    /// Runs all levels from `depth` on, and the lane stage where values are in bit-reversed order. They run over the
    /// blocks of `size` vectors in `x` that have one of the first `wanted` vectors. `place` is the depth and the index
    /// of the first block.
    fn leaf(&self, x: &mut [[T; L]], size: usize, place: [usize; 2], wanted: usize, form: Results);
    fn leaf_back(&self, x: &mut [[T; L]], place: [usize; 2], form: Results);
    /// Runs the lane stage in natural order.
    fn tiles(&self, x: &mut [[T; L]], shared: bool, form: Results);
    fn tiles_back(&self, x: &mut [[T; L]], shared: bool, form: Results);
    /// Multiplies subtree `j` by the powers of its shift, or where `back` of the inverse; no more than a look where tables are kept.
    fn weigh(&self, x: &mut [[T; L]], j: usize, back: bool);
    /// Returns pairs with `1/2`, and `b`, `-b`, `1/(2b)` of each step; `None` for single words.
    fn pairs(&self, half: u64, steps: &[[u64; 3]]) -> Option<Box<dyn Pairs<T>>>;
}

/// The factors of a ring's lane stage.
type Factors<const L: usize, P> = LaneFactors<<P as Residues<L>>::Twiddle, <P as Residues<L>>::Row>;

/// The steps over a ring.
pub(super) struct Over<const L: usize, P: Residues<L>> {
    passes: Passes<L, P>,
    /// The factors of the lane stage, forward and back.
    lanes: [Factors<L, P>; 2],
    /// True where values are in natural order, so that the lane stage is that of tiles.
    natural: bool,
    /// The shifts of subtrees, where the tables are those of one of them.
    cosets: Option<Cosets<P::Scalar>>,
}

impl<const L: usize, P: Residues<L>> Over<L, P> {
    /// Returns the steps for `len` elements, in subtrees of this many vectors where tables are those of one, and their
    /// radices.
    pub(super) fn new(
        ring: P,
        len: usize,
        points: &Points<P::Scalar>,
        natural: bool,
        subtree: Option<usize>,
    ) -> (Self, Vec<usize>) {
        let (numbers, one) = (&Of::<L, P>(ring), ring.one());
        let mut tables = Tables::new(numbers);
        let [shift, back] = points.shift.unwrap_or([one; 2]);
        let vectors = len / L;
        let (radices, subtrees) = (Radices::of::<L, P>(), vectors / subtree.unwrap_or(vectors));
        let mut one_way = |root, shift, scale| {
            // Below the levels above subtrees are those of one of these with the shift 1.
            let below = match subtree {
                Some(_) => [power(numbers, root, subtrees), one],
                None => [root, shift],
            };
            let mut above = tables.levels(radices, len, [1, subtrees], [root, shift], None);
            above.append(&mut tables.levels(radices, len / subtrees, [1, vectors / subtrees], below, None));
            let lean = subtree.is_none() && points.memory != TwiddleMemory::Full;
            let lanes = Lanes { len: len / subtrees, natural, lean };
            (above, LaneFactors::new::<L, P>(ring, &mut tables, lanes, below, scale))
        };
        let (forward, lanes) = one_way(points.root[0], shift, None);
        let (inverse, lanes_back) = one_way(points.root[1], back, Some(points.scale));
        let cosets = subtree.map(|_| Cosets::new(subtrees, points, one));
        // The lane stage has the scale where there is one.
        let passes = Passes::<L, P>::new(ring, len, points, [forward, inverse], L == 1);
        let radices = lists::of(&passes.forward, |level| level.radix);
        (Over { passes, lanes: [lanes, lanes_back], natural, cosets }, radices)
    }

    /// Returns the ring, with results left in this form.
    fn ring(&self, form: Results) -> P {
        match form {
            Results::Canonical => self.passes.ring,
            Results::Unreduced => self.passes.ring.unreduced(),
            Results::Own(_) => self.passes.ring.own(),
        }
    }

    /// Returns the ring in which coefficients leave the inverse.
    fn leaving(&self, form: Results) -> P {
        self.ring(if form == Results::Unreduced { form } else { Results::Canonical })
    }

    fn reversed<const BACK: bool>(&self, ring: P, x: &mut [P::Block], first: usize) {
        ring.token().run(
            #[inline(always)]
            || lane_stage::reversed::<L, BACK, P>(ring, x, first, &self.lanes[usize::from(BACK)]),
        );
    }

    fn natural<const BACK: bool>(&self, ring: P, x: &mut [P::Block], shared: bool) {
        if const { L > 1 } {
            let (lanes, fill) = (&self.lanes[usize::from(BACK)], x[0]);
            share(shared, TilePairs::new(x, L), TURNS, &|mut pairs| {
                ring.token().run(
                    #[inline(always)]
                    || lane_stage::natural::<L, BACK, P>(ring, &mut pairs, fill, lanes),
                );
            });
        }
    }
}

/// Returns whether coefficients of this form are not words, in rings that have such a form.
const fn is_own<const L: usize, P: Residues<L>>(form: Results) -> bool {
    P::OWN && matches!(form, Results::Own(Coefficients::Own))
}

impl<const L: usize, T, P: Residues<L, Block = [T; L], Scalar: TryFrom<u64>>> Steps<L, T> for Over<L, P> {
    fn short(&self, x: &mut [[T; L]], form: Results) {
        if const { L == 1 } && self.passes.forward.len() == 1 && form == Results::Canonical {
            return self.passes.outer(x, false, Ends { enters: true, leaves: true, half: false });
        }
        let (part, vectors) = (x.len() / self.passes.forward[0].radix, x.len());
        self.outer(x, false, form);
        self.leaf(x, part, [1, 0], vectors, form);
        if self.natural {
            self.tiles(x, false, form);
        }
    }
    fn short_back(&self, x: &mut [[T; L]], form: Results) {
        if const { L == 1 } && self.passes.forward.len() == 1 {
            return self.passes.outer_back(
                self.leaving(form),
                x,
                false,
                Ends { enters: true, leaves: true, half: false },
            );
        }
        if self.natural {
            self.tiles_back(x, false, form);
        }
        self.leaf_back(x, [1, 0], form);
        self.outer_back(x, false, form);
    }
    fn outer(&self, x: &mut [[T; L]], shared: bool, form: Results) {
        let (enters, half) = (!is_own::<L, P>(form), form == Results::Own(Coefficients::Half));
        self.passes.outer(x, shared, Ends { enters, leaves: false, half });
    }
    fn outer_back(&self, x: &mut [[T; L]], shared: bool, form: Results) {
        self.passes.outer_back(
            self.leaving(form),
            x,
            shared,
            Ends { leaves: !is_own::<L, P>(form), ..Ends::default() },
        );
    }
    fn level(&self, x: &mut [[T; L]], depth: usize, b: usize, size: usize) {
        self.passes.level(x, depth, b, size);
    }
    fn level_back(&self, x: &mut [[T; L]], depth: usize, b: usize, size: usize) {
        self.passes.level_back(x, depth, b, size);
    }
    fn leaf(&self, x: &mut [[T; L]], size: usize, [depth, b]: [usize; 2], wanted: usize, form: Results) {
        let (mut size, mut b) = (size, b);
        for depth in depth..self.passes.forward.len() {
            self.passes.level(&mut x[..wanted.next_multiple_of(size)], depth, b, size);
            let radix = self.passes.forward[depth].radix;
            (size, b) = (size / radix, b * radix);
        }
        if !self.natural {
            self.reversed::<false>(self.ring(form), &mut x[..wanted.next_multiple_of(L)], b / L);
        }
    }
    fn leaf_back(&self, x: &mut [[T; L]], [depth, b]: [usize; 2], form: Results) {
        let (mut below, mut blocks) = (1, b);
        for level in &self.passes.inverse[depth..] {
            blocks *= level.radix;
        }
        if !self.natural {
            self.reversed::<true>(self.ring(form), x, blocks / L);
        }
        for depth in (depth..self.passes.inverse.len()).rev() {
            let radix = self.passes.inverse[depth].radix;
            (below, blocks) = (below * radix, blocks / radix);
            self.passes.level_back(x, depth, blocks, below);
        }
    }
    fn tiles(&self, x: &mut [[T; L]], shared: bool, form: Results) {
        self.natural::<false>(self.ring(form), x, shared);
    }
    fn tiles_back(&self, x: &mut [[T; L]], shared: bool, form: Results) {
        self.natural::<true>(self.ring(form), x, shared);
    }
    fn weigh(&self, x: &mut [[T; L]], j: usize, back: bool) {
        if let Some(cosets) = &self.cosets {
            cosets.weigh::<L, P>(self.passes.ring, x, j, back);
        }
    }
    fn pairs(&self, half: u64, steps: &[[u64; 3]]) -> Option<Box<dyn Pairs<T>>> {
        if const { L == 1 } {
            return None;
        }
        let ring = self.passes.ring;
        // All are below the modulus, which is a word of the ring.
        let word = |w: u64| P::Scalar::try_from(w).unwrap_or(ring.one());
        let steps = lists::of(steps, |&[b, minus, back]| [word(b), word(minus), word(back)]);
        Some(Box::new(InVectors::<L, P>::new(ring, word(half), &steps)))
    }
}
