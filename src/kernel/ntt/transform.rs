//! The driver: depth first, so that a subtree works in the cache it fits, breadth first within the innermost cache.

use super::{
    Residues,
    cosets::{Cosets, LEAF, subtree},
    lane_stage,
    memory::TwiddleMemory,
    pass,
    tables::{Level, Points, Tables, scaled},
    tile_pairs::TilePairs,
};
use crate::{
    kernel::packed::Token,
    lists,
    threads::{Every, share},
};
use alloc::vec::Vec;
use core::ops::Range;

/// The transforms of one length, root and shift, values in natural or bit-reversed order, with their tables.
pub(crate) struct Transform<const L: usize, P: Residues<L>> {
    ring: P,
    vectors: usize,
    natural: bool,
    /// Whether the shift is 1: then the first block of every level has the factor 1.
    cyclic: bool,
    forward: Tables<L, P>,
    /// The factors of the outermost pass forward with a scale in them, the scale alone first; empty without one.
    entering: Vec<P::Twiddle>,
    inverse: Tables<L, P>,
    /// The factors of the outermost pass back, with the scale where there is no lane stage, that of the first part first.
    scaled: Vec<P::Twiddle>,
    /// The shifts of subtrees, where the tables are those of one of them.
    cosets: Option<Cosets<P::Scalar>>,
    threads: usize,
}

/// Transforms of fewer bytes are not shared out over threads.
pub(super) const SHARED: usize = 1 << 17;
/// Vectors of each part in one piece of the outermost pass.
pub(super) const PIECE: usize = 1 << 9;
/// Turns of tiles in one piece of the lane stage in natural order.
const TURNS: usize = 1 << 6;

impl<const L: usize, P: Residues<L>> Transform<L, P> {
    /// For `len` elements, a power of two of at least `L^2`, and two.
    pub(crate) fn new(ring: P, len: usize, points: &Points<P::Scalar>, natural: bool) -> Self {
        debug_assert!(len.is_power_of_two() && len >= 2 && len >= L * L);
        let [shift, back] = points.shift.unwrap_or([ring.one(); 2]);
        let vectors = len / L;
        let subtree = subtree(vectors, size_of::<P::Block>(), points.memory);
        let natural = natural && subtree.is_none();
        let tables = |root, shift, scale| match subtree {
            Some(subtree) => Tables::of_subtree(ring, len, [root, shift], scale, subtree),
            None => Tables::new(ring, len, [root, shift], scale, [natural, points.memory != TwiddleMemory::Full]),
        };
        let forward = tables(points.root[0], shift, None);
        let inverse = tables(points.root[1], back, Some(points.scale));
        let cosets = subtree.map(|subtree| Cosets::new(vectors / subtree, points, ring.one()));
        let radix = forward.levels[0].radix;
        let entering = points.forward.map(|factor| scaled(ring, radix, shift, len, factor)).unwrap_or_default();
        // The lane stage has the scale where there is one.
        let scaled = scaled(ring, radix, back, len, if L == 1 { points.scale } else { ring.one() });
        let (natural, cyclic) = (natural && L > 1, points.shift.is_none());
        Transform { ring, vectors, natural, cyclic, forward, entering, inverse, scaled, cosets, threads: 1 }
    }

    /// The same on so many threads.
    pub(crate) fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The ring.
    pub(super) fn ring(&self) -> P {
        self.ring
    }

    /// Whether the values are in natural order.
    pub(super) fn is_natural(&self) -> bool {
        self.natural
    }

    fn is_shared(&self, x: &[P::Block]) -> bool {
        self.threads > 1 && size_of_val(x) >= SHARED
    }

    /// `work` on the columns of `x` in `R` rows.
    fn columns<const R: usize>(&self, x: &mut [P::Block], work: impl Fn([&mut [P::Block]; R]) + Send + Sync)
    where
        pass::Radix<R>: pass::Split<R>,
    {
        let (shared, rows) = (self.is_shared(x), lists::map(pass::parts::<R, _>(x), |row| Every(row, 1)));
        share(shared, rows, PIECE, &|rows: [Every<&mut [P::Block]>; R]| work(lists::map(rows, |row| row.0)));
    }

    /// `work` on the parts of `x`, with their numbers.
    fn blocks(&self, x: &mut [P::Block], part: usize, work: impl Fn(usize, &mut [P::Block]) + Send + Sync) {
        let (shared, numbers) = (self.is_shared(x), 0..x.len() / part);
        share(shared, (numbers, Every(x, part)), 1, &|(numbers, Every(x, _)): (
            Range<usize>,
            Every<&mut [P::Block]>,
        )| {
            for (j, part) in numbers.zip(x.chunks_exact_mut(part)) {
                work(j, part);
            }
        });
    }

    /// The lane stage in natural order.
    fn tiles<const BACK: bool>(&self, ring: P, x: &mut [P::Block]) {
        let lanes = if const { BACK } { &self.inverse } else { &self.forward };
        let fill = x[0];
        share(self.is_shared(x), TilePairs::new(x, L), TURNS, &|mut pairs| {
            ring.token().run(
                #[inline(always)]
                || lane_stage::run_natural::<L, BACK, P>(ring, &mut pairs, fill, lanes),
            );
        });
    }

    /// The outermost pass: the whole of `x` as one block, of elements as callers have them.
    fn outer(&self, x: &mut [P::Block]) {
        let (ring, token, level) = (self.ring, self.ring.token(), &self.forward.levels[0]);
        macro_rules! radix {
            ($r:literal, $w:literal, $table:ident) => {{
                let (first, w) = pass::entering(&self.entering, &level.$table, self.cyclic);
                self.columns(x, |x| {
                    token.run(
                        #[inline(always)]
                        || pass::forward::<L, $r, $w, { pass::OUTER }, P>(ring, x, first, w),
                    );
                });
            }};
        }
        match level.radix {
            2 => {
                if const { L == 1 || !P::EIGHTS } {
                    radix!(2, 1, twos);
                }
            }
            4 => radix!(4, 3, fours),
            _ => {
                if const { P::EIGHTS } {
                    radix!(8, 7, eights);
                }
            }
        }
    }

    /// The outermost pass back, to elements as callers get them.
    fn outer_back(&self, ring: P, x: &mut [P::Block]) {
        let token = ring.token();
        macro_rules! radix {
            ($r:literal, $w:literal) => {{
                let (first, w) = pass::leaving::<$w, _>(&self.scaled, L == 1, self.cyclic);
                self.columns(x, |x| {
                    token.run(
                        #[inline(always)]
                        || pass::inverse_last::<L, $r, $w, P>(ring, x, first, w),
                    );
                });
            }};
        }
        match self.scaled.len() {
            2 => {
                if const { L == 1 || !P::EIGHTS } {
                    radix!(2, 1);
                }
            }
            4 => radix!(4, 3),
            _ => {
                if const { P::EIGHTS } {
                    radix!(8, 7);
                }
            }
        }
    }

    /// Coefficients to values that are canonical in `ring`, which is this transform's or the same unreduced, in place.
    pub(crate) fn forward(&self, ring: P, x: &mut [P::Block]) {
        self.first(ring, x, x.len());
        if self.natural {
            self.tiles::<false>(ring, x);
        }
    }

    /// Coefficients to the first `wanted` vectors of canonical values in bit-reversed order, in place; what is left of the others
    /// means nothing. Nodes without a wanted value are left out.
    pub(crate) fn forward_part(&self, x: &mut [P::Block], wanted: usize) {
        self.first(self.ring, x, wanted);
    }

    fn first(&self, ring: P, x: &mut [P::Block], wanted: usize) {
        assert_eq!(x.len(), self.vectors);
        self.outer(x);
        let part = x.len() / self.forward.levels[0].radix;
        // The lane stage takes as many vectors at once as they have lanes.
        let x = &mut x[..wanted.next_multiple_of(part.max(L))];
        if size_of_val(x) <= LEAF && self.cosets.is_none() {
            self.leaf(ring, x, part, 1, 0, wanted);
        } else {
            self.blocks(x, part, |j, x| self.descend(ring, x, 1, j, wanted - j * part));
        }
    }

    /// One level over every block of `size` vectors in `x`, of which the first is number `b`; compiled once.
    #[inline(never)]
    fn level(&self, x: &mut [P::Block], size: usize, b: usize, level: &Level<P::Twiddle>) {
        let ring = self.ring;
        ring.token().run(
            #[inline(always)]
            || inner(ring, x, size, b, level, self.cyclic),
        );
    }

    /// As [`level`](Transform::level), back.
    #[inline(never)]
    fn level_back(&self, x: &mut [P::Block], size: usize, b: usize, level: &Level<P::Twiddle>) {
        let ring = self.ring;
        ring.token().run(
            #[inline(always)]
            || inner_back(ring, x, size, b, level, self.cyclic),
        );
    }

    /// Block `b` of level `depth`, of which the first `wanted` vectors are wanted, at least one.
    fn descend(&self, ring: P, x: &mut [P::Block], depth: usize, b: usize, wanted: usize) {
        let size = x.len();
        if size_of_val(x) <= LEAF {
            let b = self.cosets.as_ref().map_or(b, |cosets| {
                cosets.weigh::<L, false, P>(ring, x, b);
                0
            });
            return self.leaf(ring, x, size, depth, b, wanted.min(size));
        }
        let level = &self.forward.levels[depth];
        self.level(x, size, b, level);
        let part = size / level.radix;
        for (j, x) in x.chunks_exact_mut(part).enumerate().take(wanted.div_ceil(part)) {
            self.descend(ring, x, depth + 1, level.radix * b + j, wanted - j * part);
        }
    }

    /// All blocks of `size` vectors in `x`, at level `depth`, from block `b` on, as far as they have one of the first `wanted`
    /// vectors.
    fn leaf(&self, ring: P, x: &mut [P::Block], size: usize, depth: usize, b: usize, wanted: usize) {
        let token = ring.token();
        let (mut size, mut b) = (size, b);
        for level in &self.forward.levels[depth..] {
            self.level(&mut x[..wanted.next_multiple_of(size)], size, b, level);
            size /= level.radix;
            b *= level.radix;
        }
        if !self.natural {
            let x = &mut x[..wanted.next_multiple_of(L)];
            token.run(
                #[inline(always)]
                || lane_stage::run::<L, false, P>(ring, x, b / L, &self.forward),
            );
        }
    }

    /// Values, as callers have them, to coefficients times `n` and the scale that are canonical in `ring`, which is this transform's
    /// or the same unreduced, in place.
    pub(crate) fn inverse(&self, ring: P, x: &mut [P::Block]) {
        assert_eq!(x.len(), self.vectors);
        let part = x.len() / self.inverse.levels[0].radix;
        if self.natural {
            self.tiles::<true>(self.ring, x);
        }
        if size_of_val(x) <= LEAF {
            self.leaf_back(x, part, 1, 0);
        } else {
            self.blocks(x, part, |j, part| self.ascend(part, 1, j));
        }
        self.outer_back(ring, x);
    }

    fn ascend(&self, x: &mut [P::Block], depth: usize, b: usize) {
        let size = x.len();
        if size_of_val(x) <= LEAF {
            let Some(cosets) = &self.cosets else { return self.leaf_back(x, size, depth, b) };
            self.leaf_back(x, size, depth, 0);
            return cosets.weigh::<L, true, P>(self.ring, x, b);
        }
        let level = &self.inverse.levels[depth];
        for (j, part) in x.chunks_exact_mut(size / level.radix).enumerate() {
            self.ascend(part, depth + 1, level.radix * b + j);
        }
        self.level_back(x, size, b, level);
    }

    fn leaf_back(&self, x: &mut [P::Block], size: usize, depth: usize, b: usize) {
        let (ring, token) = (self.ring, self.ring.token());
        let blocks = self.inverse.levels[depth..].iter().fold(b, |b, level| b * level.radix);
        if !self.natural {
            token.run(
                #[inline(always)]
                || lane_stage::run::<L, true, P>(ring, x, blocks / L, &self.inverse),
            );
        }
        let (mut below, mut blocks) = (1, blocks);
        for level in self.inverse.levels[depth..].iter().rev() {
            below *= level.radix;
            blocks /= level.radix;
            self.level_back(x, below, blocks, level);
        }
        debug_assert!(below == size && blocks == b);
    }
}

/// `$pass` of radix `$r` over all blocks of `$size` vectors in `$x`, whose factors are `$w`; of the first they are 1 where `$cyclic`.
macro_rules! over_blocks {
    ($pass:ident $r:literal $n:literal; $ring:ident, $x:ident, $size:ident, $w:expr, $cyclic:expr) => {{
        let (mut x, mut w) = ($x, $w);
        if $cyclic {
            let (block, rest) = x.split_at_mut($size);
            pass::$pass::<L, $r, $n, { pass::INNER }, P>($ring, pass::parts(block), None, None);
            (x, w) = (rest, &w[1..]);
        }
        // Blocks of one vector a part: the compiler knows their length.
        if $size == $r {
            let (x, _) = x.as_chunks_mut::<$r>();
            let w = &w[..x.len()];
            for i in 0..x.len() {
                pass::$pass::<L, $r, $n, { pass::INNER }, P>($ring, pass::parts(&mut x[i]), None, Some(&w[i]));
            }
        } else {
            let mut i = 0;
            while x.len() >= $size {
                let (block, rest) = x.split_at_mut($size);
                pass::$pass::<L, $r, $n, { pass::INNER }, P>($ring, pass::parts(block), None, Some(&w[i]));
                (x, i) = (rest, i + 1);
            }
        }
    }};
}

/// Every block of `size` vectors in `x`, of which the first is number `b` of its level.
#[inline(always)]
fn inner<const L: usize, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    size: usize,
    b: usize,
    level: &Level<P::Twiddle>,
    cyclic: bool,
) {
    match level.radix {
        4 => over_blocks!(forward 4 3; ring, x, size, &level.fours[b..], cyclic && b == 0),
        _ => {
            if const { P::EIGHTS } {
                over_blocks!(forward 8 7; ring, x, size, &level.eights[b..], cyclic && b == 0);
            }
        }
    }
}

/// As [`inner`], back.
#[inline(always)]
fn inner_back<const L: usize, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    size: usize,
    b: usize,
    level: &Level<P::Twiddle>,
    cyclic: bool,
) {
    match level.radix {
        4 => over_blocks!(inverse 4 3; ring, x, size, &level.fours[b..], cyclic && b == 0),
        _ => {
            if const { P::EIGHTS } {
                over_blocks!(inverse 8 7; ring, x, size, &level.eights[b..], cyclic && b == 0);
            }
        }
    }
}
