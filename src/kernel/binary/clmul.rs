//! The Lin-Chung-Han transform over GF(2^128) by carry-less products, in the polynomial basis itself.
//!
//! An element times a twiddle `w`, prepared as `(w, w x^64)`, is four products of words, and one to fold 64 bits: for any twiddle.

use super::driver::{Kernel, Node};
use crate::{
    algebra::{Std, Subspace},
    kernel::planes::Line,
    lists::{self, from_fn},
    rings::{BinaryField, Gf2p128, ViaBinary},
};
use alloc::vec::Vec;

/// Elements of a line.
const LANES: usize = 4;
/// Lines of a leaf: they and their twiddles stay in the second cache, and the products hide its distance.
const LEAF: usize = 1024;
/// Nodes of a level of a leaf, at most.
const NODES: usize = LEAF * LANES / 2;

/// An instruction set at work on four elements of GF(2^128) at a time. A value of the type proves that the machine has it.
pub(super) trait Carryless: Copy + Send + Sync + 'static {
    /// 64 bytes in registers.
    type V: Copy;

    /// Runs `f` compiled for this instruction set; the others of these methods are fast only inside it.
    fn run<R>(self, f: impl FnOnce() -> R) -> R;
    fn load(self, line: &Line) -> Self::V;
    fn store(self, line: &mut Line, v: Self::V);
    fn splat(self, element: &u128) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `u + v w` from `[w, w x^64]`.
    fn mul_add(self, u: Self::V, v: Self::V, w: [Self::V; 2]) -> Self::V;
    /// Returns elements 0, 1 of both, and elements 2, 3 of both. It is its own inverse.
    fn exchange_pairs(self, a: Self::V, b: Self::V) -> (Self::V, Self::V);
    /// Returns `a_0, b_0, a_2, b_2` and `a_1, b_1, a_3, b_3`. It is its own inverse.
    fn exchange_neighbours(self, a: Self::V, b: Self::V) -> (Self::V, Self::V);
}

/// `w` and `w x^64`.
type Pair = [u128; 2];

/// Transforms on a Cantor basis by the instructions `B`.
pub(super) struct Clmul<B> {
    isa: B,
    /// `s_i(theta)`.
    shifts: Vec<Pair>,
    basis: Vec<Pair>,
    /// `varpi_(2j)`.
    low: Vec<Pair>,
    /// For each element of a line, the difference of its twiddle to that of the first, and this times `x^64`: first
    /// between pairs, then between neighbours.
    lanes: [[Line; 2]; 2],
}

impl<B: Carryless> Clmul<B> {
    /// Returns the kernel on points of at least 3 dimensions and a Cantor basis; `F` is GF(2^128) in the basis of powers of `x`.
    pub(super) fn new<F: BinaryField>(isa: B, points: &Subspace<Std<F, ViaBinary>>) -> Self {
        let prepared = |w: u128| [w, (Gf2p128::new(w) * Gf2p128::new(1 << 64)).bits()];
        let mut theta = Gf2p128::new(points.shift().to_bits());
        let shifts = lists::list(points.dim() as usize, |_| {
            let shift = prepared(theta.bits());
            theta += theta.squared();
            shift
        });
        let basis = lists::of(points.basis(), |beta| prepared(beta.to_bits()));
        let low = lists::list(NODES.min(points.len() / 2), |j| sum(&basis, 2 * j));
        let line = |of: [usize; LANES], part: usize| from_fn(|i| (low[of[i / 2]][part] >> (64 * (i % 2))) as u64);
        Clmul { isa, shifts, lanes: [[0, 0, 1, 1], [0, 1, 2, 3]].map(|of| [line(of, 0), line(of, 1)]), basis, low }
    }

    /// Returns the twiddle of node `j` of level `i`: `s_i(theta) + varpi_(2j)`.
    fn twiddle(&self, i: u32, j: usize) -> Pair {
        plus(self.shifts[i as usize], sum(&self.basis, 2 * j))
    }

    /// Returns the twiddle of the node that is `t` after one with the twiddle `first`.
    #[inline(always)]
    fn after(&self, first: [B::V; 2], t: usize) -> [B::V; 2] {
        let (b, [w, w2]) = (self.isa, &self.low[t]);
        [b.xor(first[0], b.splat(w)), b.xor(first[1], b.splat(w2))]
    }

    #[inline(always)]
    fn splat(&self, pair: &Pair) -> [B::V; 2] {
        [self.isa.splat(&pair[0]), self.isa.splat(&pair[1])]
    }

    /// Computes a butterfly, without a product where the twiddle is `None`.
    #[inline(always)]
    fn butterfly<const INVERSE: bool>(&self, [u, v]: [B::V; 2], w: Option<[B::V; 2]>) -> [B::V; 2] {
        let b = self.isa;
        let v = if INVERSE { b.xor(v, u) } else { v };
        let u = if let Some(w) = w { b.mul_add(u, v, w) } else { u };
        [u, if INVERSE { v } else { b.xor(v, u) }]
    }

    /// Transforms the highest `depth` levels of node `j` of `2^s` elements, on as many lines as it has or on a column
    /// of them.
    #[inline(always)]
    fn highest<const INVERSE: bool>(&self, x: &mut [Line], depth: u32, s: u32, j: usize) {
        let single = depth % 2;
        if !INVERSE && single == 1 {
            self.level::<false>(x, s, j);
        }
        for step in 0..depth / 2 {
            let step = if INVERSE { depth / 2 - 1 - step } else { step };
            self.two_levels::<INVERSE>(x, single + 2 * step, s, j);
        }
        if INVERSE && single == 1 {
            self.level::<true>(x, s, j);
        }
    }

    #[inline(always)]
    fn level<const INVERSE: bool>(&self, x: &mut [Line], s: u32, j: usize) {
        let w = self.twiddle(s - 1, j);
        let (low, high) = x.split_at_mut(x.len() / 2);
        if w[0] == 0 {
            self.node_of_two::<INVERSE>(low, high, None);
        } else {
            self.node_of_two::<INVERSE>(low, high, Some(self.splat(&w)));
        }
    }

    #[inline(always)]
    fn node_of_two<const INVERSE: bool>(&self, low: &mut [Line], high: &mut [Line], w: Option<[B::V; 2]>) {
        let b = self.isa;
        let high = &mut high[..low.len()];
        for i in 0..low.len() {
            let (u, v) = (&mut low[i], &mut high[i]);
            let [y, z] = self.butterfly::<INVERSE>([b.load(u), b.load(v)], w);
            b.store(u, y);
            b.store(v, z);
        }
    }

    /// Transforms the levels `done` and `done + 1` below the top of node `j`.
    #[inline(always)]
    fn two_levels<const INVERSE: bool>(&self, x: &mut [Line], done: u32, s: u32, j: usize) {
        let top = self.twiddle(s - 1 - done, j << done);
        let bottom = self.twiddle(s - 2 - done, j << (done + 1));
        let (wide, narrow) = (self.splat(&top), self.splat(&bottom));
        let len = x.len() >> done;
        for (t, x) in x.chunks_exact_mut(len).enumerate() {
            let odd = self.after(narrow, 2 * t + 1);
            if t == 0 && top[0] == 0 && bottom[0] == 0 {
                self.node_of_four::<INVERSE>(x, None, None, odd);
            } else {
                self.node_of_four::<INVERSE>(x, Some(self.after(wide, t)), Some(self.after(narrow, 2 * t)), odd);
            }
        }
    }

    /// Transforms a node with the twiddle `w`, and its halves with `even` and `odd`.
    #[inline(always)]
    fn node_of_four<const INVERSE: bool>(
        &self,
        x: &mut [Line],
        w: Option<[B::V; 2]>,
        even: Option<[B::V; 2]>,
        odd: [B::V; 2],
    ) {
        let b = self.isa;
        let quarter = x.len() / 4;
        let (low, high) = x[..4 * quarter].split_at_mut(2 * quarter);
        let ((x0, x1), (x2, x3)) = (low.split_at_mut(quarter), high.split_at_mut(quarter));
        for i in 0..quarter {
            let (x0, x1, x2, x3) = (&mut x0[i], &mut x1[i], &mut x2[i], &mut x3[i]);
            let (mut a, mut c, mut d, mut e) = (b.load(x0), b.load(x1), b.load(x2), b.load(x3));
            if !INVERSE {
                [a, d] = self.butterfly::<false>([a, d], w);
                [c, e] = self.butterfly::<false>([c, e], w);
            }
            [a, c] = self.butterfly::<INVERSE>([a, c], even);
            [d, e] = self.butterfly::<INVERSE>([d, e], Some(odd));
            if INVERSE {
                [a, d] = self.butterfly::<true>([a, d], w);
                [c, e] = self.butterfly::<true>([c, e], w);
            }
            b.store(x0, a);
            b.store(x1, c);
            b.store(x2, d);
            b.store(x3, e);
        }
    }

    /// Transforms the last two levels of node `j` of `2^s` elements: between elements of a line, two lines at a time.
    #[inline(always)]
    fn lanes<const INVERSE: bool>(&self, x: &mut [Line], s: u32, j: usize) {
        let b = self.isa;
        let [pairs, neighbours] = from_fn(|i| {
            let [w, w2] = self.splat(&self.twiddle(1 - i as u32, j << (s - 2) << i));
            [b.xor(w, b.load(&self.lanes[i][0])), b.xor(w2, b.load(&self.lanes[i][1]))]
        });
        for (t, lines) in x.chunks_exact_mut(2).enumerate() {
            let (w, w0) = (Some(self.after(pairs, 2 * t)), Some(self.after(neighbours, 4 * t)));
            let (mut u, mut v) = b.exchange_pairs(b.load(&lines[0]), b.load(&lines[1]));
            if !INVERSE {
                [u, v] = self.butterfly::<false>([u, v], w);
            }
            (u, v) = b.exchange_neighbours(u, v);
            [u, v] = self.butterfly::<INVERSE>([u, v], w0);
            (u, v) = b.exchange_neighbours(u, v);
            if INVERSE {
                [u, v] = self.butterfly::<true>([u, v], w);
            }
            (u, v) = b.exchange_pairs(u, v);
            b.store(&mut lines[0], u);
            b.store(&mut lines[1], v);
        }
    }
}

#[inline]
fn plus(a: Pair, b: Pair) -> Pair {
    [a[0] ^ b[0], a[1] ^ b[1]]
}

/// Returns the sum of the basis vectors over the bits of `index`.
fn sum(basis: &[Pair], index: usize) -> Pair {
    let mut sum = [0; 2];
    for (i, &beta) in basis.iter().enumerate() {
        if index >> i & 1 == 1 {
            sum = plus(sum, beta);
        }
    }
    sum
}

impl<B: Carryless> Kernel for Clmul<B> {
    fn leaf_lines(&self) -> usize {
        LEAF
    }

    fn pass(&self, column: &mut [Line], depth: u32, Node { s, j, inverse, .. }: Node) {
        if inverse {
            self.isa.run(
                #[inline(always)]
                || self.highest::<true>(column, depth, s, j),
            );
        } else {
            self.isa.run(
                #[inline(always)]
                || self.highest::<false>(column, depth, s, j),
            );
        }
    }

    fn leaf(&self, _: &mut [Line], x: &mut [Line], Node { s, j, inverse, .. }: Node) {
        if inverse {
            self.isa.run(
                #[inline(always)]
                || {
                    self.lanes::<true>(x, s, j);
                    self.highest::<true>(x, s - 2, s, j);
                },
            );
        } else {
            self.isa.run(
                #[inline(always)]
                || {
                    self.highest::<false>(x, s - 2, s, j);
                    self.lanes::<false>(x, s, j);
                },
            );
        }
    }
}
