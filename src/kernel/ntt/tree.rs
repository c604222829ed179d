//! The circle transform in vectors, and any other reduction tree whose residues are a table.
//!
//! Notation: `n = 2^k` the length, node 1 the root, nodes `2h` and `2h + 1` below node `h`, `w_h` the residue of node
//! `h`.
//!
//! # Idea
//! A node of `m` elements maps its halves `B, A` to `B + w_h A, B - w_h A`, one for each child. The inverse is
//! `Y + Z, w_h (Y - Z)` with the inverse residue. With coordinates of points for residues that is the circle transform
//! ([`Circle`](crate::dft::Circle) numbers its nodes so); the code is the same for all trees.
//!
//! A pass takes three levels at once or two; a node's elements are contiguous, so every vector of a pass has the same
//! residues. The last levels lie within vectors: `L` vectors are transposed, each lane is multiplied by the residues of
//! its own node, and they are transposed back. The values are in the order of the leaves. The passes run depth first,
//! so that they work within each cache as long as they can.

use super::{
    Residues,
    pass::{Radix, Split},
    tree_network::{down_pass, down_tile, up_last, up_pass, up_tile},
};
use crate::kernel::packed::Token;
use crate::lists::{self, from_fn};
use alloc::vec::Vec;

/// Bytes of a node that runs breadth first.
const LEAF: usize = 1 << 14;

/// The residues of the nodes in one direction.
struct Table<const L: usize, P: Residues<L>> {
    /// By number of node; node 0 stands for none.
    nodes: Vec<P::Twiddle>,
    /// For each `L` vectors and each of the `L - 1` local nodes, one residue a lane.
    rows: Vec<P::Row>,
}

/// A reduction tree of `n` elements.
pub(crate) struct Tree<const L: usize, P: Residues<L>> {
    ring: P,
    /// Levels of passes.
    levels: u32,
    /// The scale of the way down, and the residue of node 1 times it.
    entering: Option<[P::Twiddle; 2]>,
    down: Table<L, P>,
    up: Table<L, P>,
    /// The first nodes of the inverse with the scale in their residues, the scale alone at 0.
    scaled: Vec<P::Twiddle>,
}

/// The data of a tree: the residue of node `h` at `h - 1`, the inverses, and the scales of both directions; the forward
/// scale is `None` for 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nodes<'a, S> {
    pub(crate) residues: &'a [S],
    pub(crate) inverses: &'a [S],
    pub(crate) forward: Option<S>,
    pub(crate) scale: S,
}

/// Returns the levels of the next pass.
const fn radix(levels: u32) -> u32 {
    if levels.is_multiple_of(3) { 3 } else { 2 }
}

impl<const L: usize, P: Residues<L>> Tree<L, P> {
    /// Creates the tree of `n - 1` nodes, `n` a power of two of at least `L^2` and four.
    pub(crate) fn new(ring: P, nodes: Nodes<'_, P::Scalar>) -> Self {
        let n = nodes.residues.len() + 1;
        debug_assert!(n.is_power_of_two() && n >= L * L && n >= 4 && nodes.inverses.len() == n - 1);
        let leaves = n / L;
        let table = |list: &[P::Scalar]| {
            let prepared = |h: usize| ring.prepare(list[h - 1]);
            // Lane l of tile t is node leaves + L t + l, below it as below node 1.
            let row = |i: usize| {
                let (first, local) = (leaves + i / (L - 1) * L, i % (L - 1) + 1);
                let depth = local.ilog2();
                ring.row(from_fn(|l| prepared(((first + l) << depth) + local - (1 << depth))))
            };
            let rows = if L == 1 { Vec::new() } else { lists::list(leaves / L * (L - 1), row) };
            // Node 1 stands at 0 as well, where none is looked up.
            Table { nodes: lists::list(leaves, |h| prepared(h.max(1))), rows }
        };
        let levels = leaves.ilog2();
        let scaled = lists::list(1 << radix(levels), |h| match h {
            0 => ring.prepare(nodes.scale),
            _ => ring.prepare(ring.times(nodes.inverses[h - 1], nodes.scale)),
        });
        let entering =
            nodes.forward.map(|scale| [ring.prepare(scale), ring.prepare(ring.times(nodes.residues[0], scale))]);
        Tree { ring, levels, entering, down: table(nodes.residues), up: table(nodes.inverses), scaled }
    }

    /// Transforms canonical coefficients to canonical values times the scale, in place: `n` elements.
    pub(crate) fn forward(&self, x: &mut [P::Block]) {
        assert_eq!(x.len(), self.down.nodes.len());
        self.descend(x, 1, self.levels);
    }

    /// Transforms canonical values to canonical coefficients times `n` and the scale, in place.
    pub(crate) fn inverse(&self, x: &mut [P::Block]) {
        assert_eq!(x.len(), self.up.nodes.len());
        self.ascend(x, 1, self.levels);
    }

    /// Transforms node `h`, with this many levels of passes.
    fn descend(&self, x: &mut [P::Block], h: usize, levels: u32) {
        if size_of_val(x) > LEAF && levels > 0 {
            let r = radix(levels);
            self.down_level(x, 1, h, r);
            for (j, child) in x.chunks_exact_mut(x.len() >> r).enumerate() {
                self.descend(child, (h << r) + j, levels - r);
            }
            return;
        }
        let (mut blocks, mut left) = (1, levels);
        while left > 0 {
            let r = radix(left);
            self.down_level(x, blocks, h * blocks, r);
            (blocks, left) = (blocks << r, left - r);
        }
        self.down_tiles(x, h * blocks);
    }

    fn ascend(&self, x: &mut [P::Block], h: usize, levels: u32) {
        if size_of_val(x) > LEAF && levels > 0 {
            let r = radix(levels);
            for (j, child) in x.chunks_exact_mut(x.len() >> r).enumerate() {
                self.ascend(child, (h << r) + j, levels - r);
            }
            return self.up_level(x, 1, h, r);
        }
        self.up_tiles(x, h << levels);
        // Down there are first at most two passes of two levels, then passes of three.
        let twos = match levels % 3 {
            0 => 0,
            1 => 2,
            _ => 1,
        };
        let mut left = levels;
        while left > 0 {
            let r = if left > 2 * twos { 3 } else { 2 };
            left -= r;
            self.up_level(x, 1 << left, h << left, r);
        }
    }

    /// Transforms `blocks` nodes from `h` on.
    #[inline(never)]
    fn down_level(&self, x: &mut [P::Block], blocks: usize, h: usize, r: u32) {
        let (ring, nodes) = (self.ring, &self.down.nodes[..]);
        let scaled = self.entering.as_ref().filter(|_| h == 1);
        ring.token().run(
            #[inline(always)]
            || match r {
                3 => down_blocks::<L, 8, P>(ring, x, blocks, nodes, h, scaled),
                _ => down_blocks::<L, 4, P>(ring, x, blocks, nodes, h, scaled),
            },
        );
    }

    #[inline(never)]
    fn up_level(&self, x: &mut [P::Block], blocks: usize, h: usize, r: u32) {
        let (ring, nodes, scaled) = (self.ring, &self.up.nodes[..], &self.scaled[..]);
        ring.token().run(
            #[inline(always)]
            || match (r, h) {
                (3, 1) => up_last::<L, 8, P>(ring, x, nodes, scaled),
                (_, 1) => up_last::<L, 4, P>(ring, x, nodes, scaled),
                (3, _) => up_blocks::<L, 8, P>(ring, x, blocks, nodes, h),
                _ => up_blocks::<L, 4, P>(ring, x, blocks, nodes, h),
            },
        );
    }

    /// Runs the levels within vectors, of which the first is node `h`; the values become canonical.
    #[inline(never)]
    fn down_tiles(&self, x: &mut [P::Block], h: usize) {
        let ring = self.ring;
        if const { L == 1 } {
            for block in x {
                ring.store(block, ring.canonical(ring.load(block)));
            }
            return;
        }
        let (tiles, _) = x.as_chunks_mut::<L>();
        let rows = &self.down.rows[(h - self.down.nodes.len()) / L * (L - 1)..][..tiles.len() * (L - 1)];
        ring.token().run(
            #[inline(always)]
            || {
                for i in 0..tiles.len() {
                    down_tile(ring, &mut tiles[i], &rows[i * (L - 1)..][..L - 1]);
                }
            },
        );
    }

    #[inline(never)]
    fn up_tiles(&self, x: &mut [P::Block], h: usize) {
        if const { L == 1 } {
            return;
        }
        let (ring, (tiles, _)) = (self.ring, x.as_chunks_mut::<L>());
        let rows = &self.up.rows[(h - self.up.nodes.len()) / L * (L - 1)..][..tiles.len() * (L - 1)];
        ring.token().run(
            #[inline(always)]
            || {
                for i in 0..tiles.len() {
                    up_tile(ring, &mut tiles[i], &rows[i * (L - 1)..][..L - 1]);
                }
            },
        );
    }
}

#[inline(always)]
fn down_blocks<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    blocks: usize,
    nodes: &[P::Twiddle],
    h: usize,
    scaled: Option<&[P::Twiddle; 2]>,
) where
    Radix<R>: Split<R>,
{
    let (size, mut x) = (x.len() / blocks, x);
    for i in 0..blocks {
        let (block, rest) = x.split_at_mut(size);
        down_pass::<L, R, P>(ring, block, nodes, h + i, scaled);
        x = rest;
    }
}

#[inline(always)]
fn up_blocks<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    blocks: usize,
    nodes: &[P::Twiddle],
    h: usize,
) where
    Radix<R>: Split<R>,
{
    let (size, mut x) = (x.len() / blocks, x);
    for i in 0..blocks {
        let (block, rest) = x.split_at_mut(size);
        up_pass::<L, R, P>(ring, block, nodes, h + i);
        x = rest;
    }
}
