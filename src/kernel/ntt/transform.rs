//! The driver: depth first, so that a subtree works in the cache it fits, breadth first within the innermost cache.

use super::{
    Residues, lane_stage, pass,
    tables::{Level, Tables, scaled},
};
use crate::kernel::packed::Token;
use alloc::vec::Vec;

/// Bytes of a subtree that runs breadth first: what the innermost cache holds.
const LEAF: usize = 1 << 15;

/// The transforms of one length, root and shift, values in natural or bit-reversed order, with their tables.
pub(crate) struct Transform<const L: usize, P: Residues<L>> {
    ring: P,
    vectors: usize,
    natural: bool,
    /// Whether the shift is 1: then the first block of every level has the factor 1.
    cyclic: bool,
    forward: Tables<L, P>,
    inverse: Tables<L, P>,
    scaled: Vec<P::Twiddle>,
}

/// What a transform evaluates at: `s w^k` for all `k`, and what the inverse multiplies with.
pub(crate) struct Points<S> {
    /// `w` of order `n`, and its inverse.
    pub(crate) root: [S; 2],
    /// `s` and its inverse; `None` for 1.
    pub(crate) shift: Option<[S; 2]>,
    /// The factor of the inverse: `1/n` for coefficients as they were.
    pub(crate) scale: S,
}

impl<const L: usize, P: Residues<L>> Transform<L, P> {
    /// For `len` elements, a power of two of at least `L^2`, and two.
    pub(crate) fn new(ring: P, len: usize, points: &Points<P::Scalar>, natural: bool) -> Self {
        debug_assert!(len.is_power_of_two() && len >= 2 && len >= L * L);
        let [shift, back] = points.shift.unwrap_or([ring.one(); 2]);
        let forward = Tables::new(ring, len, points.root[0], shift, natural);
        let inverse = Tables::new(ring, len, points.root[1], back, natural);
        let scaled = scaled(ring, forward.levels[0].radix, back, len, points.scale);
        let cyclic = points.shift.is_none();
        Transform { ring, vectors: len / L, natural: natural && L > 1, cyclic, forward, inverse, scaled }
    }

    /// Bytes of the tables.
    pub(crate) fn bytes(&self) -> usize {
        self.forward.bytes() + self.inverse.bytes()
    }

    /// Coefficients to canonical values, in place.
    pub(crate) fn forward(&self, x: &mut [P::Block]) {
        assert_eq!(x.len(), self.vectors);
        let (ring, token, level) = (self.ring, self.ring.token(), &self.forward.levels[0]);
        token.run(
            #[inline(always)]
            || outer(ring, x, level, self.cyclic),
        );
        let part = x.len() / level.radix;
        if size_of_val(x) <= LEAF {
            self.leaf(x, part, 1, 0);
        } else {
            for (j, part) in x.chunks_exact_mut(part).enumerate() {
                self.descend(part, 1, j);
            }
        }
        if self.natural {
            token.run(
                #[inline(always)]
                || lane_stage::run::<L, false, P>(ring, x, 0, &self.forward.lanes, true),
            );
        }
    }

    /// Block `b` of level `depth`.
    fn descend(&self, x: &mut [P::Block], depth: usize, b: usize) {
        let size = x.len();
        if size_of_val(x) <= LEAF {
            return self.leaf(x, size, depth, b);
        }
        let (ring, level) = (self.ring, &self.forward.levels[depth]);
        self.ring.token().run(
            #[inline(always)]
            || inner(ring, x, size, b, level, self.cyclic),
        );
        for (j, part) in x.chunks_exact_mut(size / level.radix).enumerate() {
            self.descend(part, depth + 1, level.radix * b + j);
        }
    }

    /// All blocks of `size` vectors in `x`, at level `depth`, from block `b` on.
    fn leaf(&self, x: &mut [P::Block], size: usize, depth: usize, b: usize) {
        let (ring, token) = (self.ring, self.ring.token());
        let (mut size, mut b) = (size, b);
        for level in &self.forward.levels[depth..] {
            token.run(
                #[inline(always)]
                || inner(ring, x, size, b, level, self.cyclic),
            );
            size /= level.radix;
            b *= level.radix;
        }
        if !self.natural {
            token.run(
                #[inline(always)]
                || lane_stage::run::<L, false, P>(ring, x, b / L, &self.forward.lanes, false),
            );
        }
    }

    /// Values, as callers have them, to canonical coefficients times `n` and the scale, in place.
    pub(crate) fn inverse(&self, x: &mut [P::Block]) {
        assert_eq!(x.len(), self.vectors);
        let (ring, token, radix) = (self.ring, self.ring.token(), self.inverse.levels[0].radix);
        if self.natural {
            token.run(
                #[inline(always)]
                || lane_stage::run::<L, true, P>(ring, x, 0, &self.inverse.lanes, true),
            );
        }
        let part = x.len() / radix;
        if size_of_val(x) <= LEAF {
            self.leaf_back(x, part, 1, 0);
        } else {
            for (j, part) in x.chunks_exact_mut(part).enumerate() {
                self.ascend(part, 1, j);
            }
        }
        token.run(
            #[inline(always)]
            || outer_back(ring, x, radix, &self.scaled),
        );
    }

    fn ascend(&self, x: &mut [P::Block], depth: usize, b: usize) {
        let size = x.len();
        if size_of_val(x) <= LEAF {
            return self.leaf_back(x, size, depth, b);
        }
        let (ring, level) = (self.ring, &self.inverse.levels[depth]);
        for (j, part) in x.chunks_exact_mut(size / level.radix).enumerate() {
            self.ascend(part, depth + 1, level.radix * b + j);
        }
        self.ring.token().run(
            #[inline(always)]
            || inner_back(ring, x, size, b, level, self.cyclic),
        );
    }

    fn leaf_back(&self, x: &mut [P::Block], size: usize, depth: usize, b: usize) {
        let (ring, token) = (self.ring, self.ring.token());
        let blocks = self.inverse.levels[depth..].iter().fold(b, |b, level| b * level.radix);
        if !self.natural {
            token.run(
                #[inline(always)]
                || lane_stage::run::<L, true, P>(ring, x, blocks / L, &self.inverse.lanes, false),
            );
        }
        let (mut below, mut blocks) = (1, blocks);
        for level in self.inverse.levels[depth..].iter().rev() {
            below *= level.radix;
            blocks /= level.radix;
            token.run(
                #[inline(always)]
                || inner_back(ring, x, below, blocks, level, self.cyclic),
            );
        }
        debug_assert!(below == size && blocks == b);
    }
}

/// The whole of `x` as one block, of elements as callers have them.
#[inline(always)]
fn outer<const L: usize, P: Residues<L>>(ring: P, x: &mut [P::Block], level: &Level<P::Twiddle>, cyclic: bool) {
    macro_rules! radix {
        ($r:literal, $w:literal, $table:ident) => {
            pass::forward::<L, $r, $w, { pass::OUTER }, P>(ring, x, if cyclic { None } else { level.$table.first() })
        };
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
    macro_rules! radix {
        ($r:literal, $w:literal, $table:ident) => {{
            let (mut x, mut w) = (x, &level.$table[b..]);
            if cyclic && b == 0 {
                let (block, rest) = x.split_at_mut(size);
                pass::forward::<L, $r, $w, { pass::INNER }, P>(ring, block, None);
                (x, w) = (rest, &w[1..]);
            }
            // Blocks of one vector a part: the compiler knows their length.
            if size == $r {
                let (x, _) = x.as_chunks_mut::<$r>();
                let w = &w[..x.len()];
                for i in 0..x.len() {
                    pass::forward::<L, $r, $w, { pass::INNER }, P>(ring, &mut x[i], Some(&w[i]));
                }
            } else {
                let mut i = 0;
                while x.len() >= size {
                    let (block, rest) = x.split_at_mut(size);
                    pass::forward::<L, $r, $w, { pass::INNER }, P>(ring, block, Some(&w[i]));
                    (x, i) = (rest, i + 1);
                }
            }
        }};
    }
    match level.radix {
        4 => radix!(4, 3, fours),
        _ => {
            if const { P::EIGHTS } {
                radix!(8, 7, eights);
            }
        }
    }
}

#[inline(always)]
fn outer_back<const L: usize, P: Residues<L>>(ring: P, x: &mut [P::Block], radix: usize, w: &[P::Twiddle]) {
    match (radix, w.as_chunks(), w.as_chunks(), w.as_chunks()) {
        (2, ([w], _), _, _) => {
            if const { L == 1 || !P::EIGHTS } {
                pass::inverse_scaled::<L, 2, P>(ring, x, w);
            }
        }
        (4, _, ([w], _), _) => pass::inverse_scaled::<L, 4, P>(ring, x, w),
        (8, _, _, ([w], _)) => {
            if const { P::EIGHTS } {
                pass::inverse_scaled::<L, 8, P>(ring, x, w);
            }
        }
        _ => {}
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
    macro_rules! radix {
        ($r:literal, $w:literal, $table:ident) => {{
            let (mut x, mut w) = (x, &level.$table[b..]);
            if cyclic && b == 0 {
                let (block, rest) = x.split_at_mut(size);
                pass::inverse::<L, $r, $w, P>(ring, block, None);
                (x, w) = (rest, &w[1..]);
            }
            if size == $r {
                let (x, _) = x.as_chunks_mut::<$r>();
                let w = &w[..x.len()];
                for i in 0..x.len() {
                    pass::inverse::<L, $r, $w, P>(ring, &mut x[i], Some(&w[i]));
                }
            } else {
                let mut i = 0;
                while x.len() >= size {
                    let (block, rest) = x.split_at_mut(size);
                    pass::inverse::<L, $r, $w, P>(ring, block, Some(&w[i]));
                    (x, i) = (rest, i + 1);
                }
            }
        }};
    }
    match level.radix {
        4 => radix!(4, 3, fours),
        _ => {
            if const { P::EIGHTS } {
                radix!(8, 7, eights);
            }
        }
    }
}
