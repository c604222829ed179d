//! Rows of residues modulo one word prime: the steps of a product besides its transforms.
//!
//! Notation: `p` the prime, `N` a power of two, `i` a root of order 4, `z` one of order 8 with `z^2 = -i`.
//!
//! # Idea
//! A polynomial is known modulo `x^L - c` for one piece or two, whose lengths `L` are powers of two:
//!
//! | length | modulo |
//! |---|---|
//! | `N` | `x^N - 1` |
//! | `5N/8` | `x^(N/2) - 1`, `x^(N/8) - z` |
//! | `6N/8` | `x^(N/2) - 1`, `x^(N/4) - i` |
//! | `r L`, modulo `x^(r L) - 1` or `+ 1` | `x^L - c` for the `r` roots of `c^r = 1` or `-1`, `r` 3 or 5 |
//!
//! Into a piece: `f_0 + c f_1 + c^2 f_2 + ...`, with the blocks of `L` coefficients `f_k`, by Horner's rule.
//!
//! Back: with `u` the residue modulo `x^(N/2) - 1`, `f = u + (x^(N/2) - 1) g` with `g` as long as the second piece.
//! Since `x^(N/2)` is -1 there, `g = (u - f)/2`, whose residue is known.
//!
//! Every step is the same for every coefficient of a block as long as the second piece: a row. Seven eighths, by a
//! third piece, took as long as the whole (measured).
//!
//! # Equals
//! Products by the definition, if they are shorter than the length.

#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod decimal;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod digits;
#[cfg(all(feature = "inside", target_arch = "x86_64"))]
pub(crate) mod digits_tests;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod doubles;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod garner;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod garner_doubles;
mod lanes;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod limbs;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod long;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod modulo;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod short;
mod steps;
pub(crate) mod sums;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod thirty;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod thirty_modulo;
mod words;

use crate::{algebra::Ring, kernel::packed::Token, lists, rings::Modular};
use alloc::boxed::Box;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use digits::Vectors;
pub(crate) use lanes::Pair;
use lanes::{Lanes, SumLanes};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use short::Short;
pub(crate) use steps::{Rows, WordRows};

/// The factors of joins: 1/2; `i/2`; `z/2`, `z^2/2`, `z^3/2`.
struct Factors {
    half: Pair,
    half_fourth: Pair,
    half_eighths: [Pair; 3],
}

struct InLanes<const L: usize, P> {
    lanes: P,
    factors: Factors,
}

/// Returns the rows modulo the prime of `ring`, with the root `z` of order 8 or 1 where there is none; in vectors of at most so many
/// `lanes` for a prime below `2^50`. With more than one lane every length is a multiple of eight, and words enter
/// ([`enter`](Rows::enter)) only for a prime above `0.8 2^50`.
pub(crate) fn rows(ring: &Modular, z: u64, lanes: usize) -> Box<dyn WordRows> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if lanes > 1 && ring.modulus() >> 50 == 0 {
        match Vectors::detect().filter(|_| lanes >= 8) {
            Some(Vectors::Ifma(words)) => return Box::new(InLanes::<8, _>::new(Short::new(words, ring), ring, z)),
            Some(Vectors::Doubles(words)) => return Box::new(InLanes::<8, _>::new(Short::new(words, ring), ring, z)),
            None => {}
        }
        if let Some(lanes) = doubles::Doubles::new(ring) {
            return Box::new(InLanes::<4, _>::new(lanes, ring, z));
        }
    }
    let _ = lanes;
    Box::new(InLanes::<1, _>::new(words::Word::new(ring), ring, z))
}

/// Returns the words from `at` on, and zeros after the last.
#[inline(always)]
fn part<const L: usize>(words: &[u64], at: usize) -> [u64; L] {
    let words = &words[at.min(words.len())..];
    match words.first_chunk() {
        Some(block) => *block,
        None => lists::from_fn(|i| words.get(i).copied().unwrap_or(0)),
    }
}

impl<const L: usize, P: Lanes<L>> InLanes<L, P> {
    fn new(lanes: P, ring: &Modular, z: u64) -> Self {
        let p = ring.modulus();
        let half = p / 2 + 1;
        let times = |a: u64, b: u64| {
            let mut product = a;
            ring.mul_assign(&mut product, &b);
            product
        };
        let i = ring.element(p - times(z, z));
        let halves = times(z, half);
        let factors = Factors {
            half: lanes.pair(half),
            half_fourth: lanes.pair(times(i, half)),
            half_eighths: [lanes.pair(halves), lanes.pair(times(halves, z)), lanes.pair(times(halves, times(z, z)))],
        };
        InLanes { lanes, factors }
    }

    /// Returns the residues of the words from `at` on.
    #[inline(always)]
    fn block(&self, words: &[u64], at: usize) -> P::V {
        self.lanes.enter(&part(words, at))
    }

    /// Returns `(u - v)/2`.
    #[inline(always)]
    fn half_difference(&self, u: P::V, v: P::V) -> P::V {
        let lanes = self.lanes;
        lanes.times(lanes.minus(u, v), lanes.splat(self.factors.half))
    }

    /// Computes `f_k = sum_j m_(kj) v_j` for the matching vectors of the blocks, in place.
    fn combine<const R: usize>(&self, blocks: [&mut [P::Word]; R], factors: &[Pair]) {
        let lanes = self.lanes;
        let (rows, _) = factors.as_chunks::<R>();
        self.each(
            blocks,
            #[inline(always)]
            |v| {
                let mut f = v;
                let mut k = 0;
                while k < R {
                    let mut sum = lanes.times(v[0], lanes.splat(rows[k][0]));
                    let mut j = 1;
                    while j < R {
                        sum = lanes.plus(sum, lanes.times(v[j], lanes.splat(rows[k][j])));
                        j += 1;
                    }
                    f[k] = sum;
                    k += 1;
                }
                f
            },
        );
    }

    /// Applies `f` to the matching vectors of the blocks, in place: from the form of kernels to residues below `p`.
    #[inline(always)]
    fn each<const R: usize>(&self, blocks: [&mut [P::Word]; R], f: impl Fn([P::V; R]) -> [P::V; R]) {
        let lanes = self.lanes;
        let blocks = lists::map(blocks, |block| block.as_chunks_mut::<L>().0);
        let count = blocks.iter().map(|block| block.len()).min().unwrap_or(0);
        lanes.token().run(
            #[inline(always)]
            || {
                let mut t = 0;
                while t < count {
                    let mut v = [lanes.load_own(&blocks[0][t]); R];
                    let mut k = 1;
                    while k < R {
                        v[k] = lanes.load_own(&blocks[k][t]);
                        k += 1;
                    }
                    let v = f(v);
                    let mut k = 0;
                    while k < R {
                        lanes.store(&mut blocks[k][t], v[k]);
                        k += 1;
                    }
                    t += 1;
                }
            },
        );
    }
}

impl<const L: usize, P: Lanes<L>> Rows<P::Word> for InLanes<L, P> {
    fn own(&self) -> bool {
        L > 1
    }

    fn entered(&self) -> bool {
        P::ENTERED
    }

    fn radix(&self) -> u64 {
        self.lanes.radix()
    }

    fn pair(&self, w: u64) -> Pair {
        self.lanes.pair(w)
    }

    fn enter(&self, words: &[u64], c: Pair, len: usize, from: usize, out: &mut [P::Word]) {
        let lanes = self.lanes;
        let (whole, rest) = (words.len() / len, words.len() % len);
        let zero = P::Word::default();
        lanes.token().run(
            #[inline(always)]
            || {
                if words.len() <= len {
                    // One block.
                    let words = &words[from.min(words.len())..];
                    let (blocks, last) = words.as_chunks::<L>();
                    let (entered, out) = out.split_at_mut((L * blocks.len()).min(out.len()));
                    for (out, words) in entered.as_chunks_mut::<L>().0.iter_mut().zip(blocks) {
                        lanes.store_own(out, lanes.enter(words));
                    }
                    let (first, rest) = out.split_at_mut(L.min(out.len()));
                    if let ([_, ..], Some(out)) = (last, first.first_chunk_mut()) {
                        lanes.store_own(out, self.block(last, 0));
                    } else {
                        first.fill(zero);
                    }
                    return rest.fill(zero);
                }
                let c = lanes.splat(c);
                for (t, out) in out.as_chunks_mut::<L>().0.iter_mut().enumerate() {
                    let at = from + t * L;
                    let mut k = whole + usize::from(at < rest) - 1;
                    let mut sum = self.block(words, k * len + at);
                    while k > 0 {
                        k -= 1;
                        sum = lanes.plus(lanes.times(sum, c), self.block(words, k * len + at));
                    }
                    lanes.store_own(out, sum);
                }
            },
        );
    }

    fn multiply(&self, a: &mut [P::Word], b: &[P::Word]) {
        let lanes = self.lanes;
        lanes.token().run(
            #[inline(always)]
            || {
                let (a, b) = (a.as_chunks_mut::<L>().0, b.as_chunks::<L>().0);
                for i in 0..a.len().min(b.len()) {
                    let product = lanes.value_product(lanes.load_own(&a[i]), lanes.load_own(&b[i]));
                    lanes.store_own(&mut a[i], product);
                }
            },
        );
    }

    fn square(&self, a: &mut [P::Word]) {
        let lanes = self.lanes;
        lanes.token().run(
            #[inline(always)]
            || {
                for a in a.as_chunks_mut::<L>().0 {
                    let value = lanes.load_own(a);
                    lanes.store_own(a, lanes.value_product(value, value));
                }
            },
        );
    }

    fn join_six(&self, blocks: [&mut [P::Word]; 3]) {
        let (lanes, f) = (self.lanes, &self.factors);
        self.each(
            blocks,
            #[inline(always)]
            |[u0, u1, v]| {
                let g = lanes.plus(self.half_difference(u0, v), lanes.times(u1, lanes.splat(f.half_fourth)));
                [lanes.minus(u0, g), u1, g]
            },
        );
    }

    fn join_five(&self, blocks: [&mut [P::Word]; 5]) {
        let (lanes, [z, z2, z3]) = (self.lanes, self.factors.half_eighths);
        self.each(
            blocks,
            #[inline(always)]
            |[u0, u1, u2, u3, w]| {
                let even = lanes.plus(self.half_difference(u0, w), lanes.times(u2, lanes.splat(z2)));
                let odd = lanes.plus(lanes.times(u1, lanes.splat(z)), lanes.times(u3, lanes.splat(z3)));
                let g = lanes.plus(even, odd);
                [lanes.minus(u0, g), u1, u2, u3, g]
            },
        );
    }
}

impl<const L: usize, P: SumLanes<L>> WordRows for InLanes<L, P> {
    fn multiply_add(&self, sum: &mut [u64], a: &[u64], b: &[u64]) {
        let lanes = self.lanes;
        lanes.token().run(
            #[inline(always)]
            || {
                let (sums, a, b) = (sum.as_chunks_mut::<L>().0, a.as_chunks::<L>().0, b.as_chunks::<L>().0);
                for i in 0..sums.len().min(a.len()).min(b.len()) {
                    let product = lanes.value_product(lanes.load_own(&a[i]), lanes.load_own(&b[i]));
                    let sum = lanes.value_sum(lanes.load_own(&sums[i]), product);
                    lanes.store_own(&mut sums[i], sum);
                }
            },
        );
    }

    fn value(&self, residue: u64) -> u64 {
        self.lanes.value(residue)
    }

    fn negate(&self, values: &mut [u64]) {
        values.iter_mut().for_each(|value| *value = self.lanes.negative(*value));
    }

    fn multiply_matrices(&self, terms: usize, left: &[u64], right: &[u64], out: &mut [u64]) {
        sums::multiply(self.lanes, terms, left, right, out);
    }

    fn raise(&self, x: &mut [u64], c: u64) {
        let lanes = self.lanes;
        lanes.token().run(
            #[inline(always)]
            || {
                for x in x.as_chunks_mut::<L>().0 {
                    lanes.store(x, lanes.plus(lanes.load(x), lanes.load(&[c; L])));
                }
            },
        );
    }

    fn enter_weighed(&self, words: &[u64], low: &[u64], high: u64, out: &mut [u64]) {
        let lanes = self.lanes;
        lanes.token().run(
            #[inline(always)]
            || {
                let high = lanes.load(&[high; L]);
                let (out, words, low) = (out.as_chunks_mut::<L>().0, words.as_chunks::<L>().0, low.as_chunks::<L>().0);
                for i in 0..out.len().min(words.len()).min(low.len()) {
                    let x = lanes.reduce(&words[i]);
                    lanes.store(&mut out[i], lanes.product(lanes.product(x, lanes.load(&low[i])), high));
                }
            },
        );
    }

    fn weigh(&self, x: &mut [u64], low: &[u64], high: u64) {
        let lanes = self.lanes;
        lanes.token().run(
            #[inline(always)]
            || {
                let high = lanes.load(&[high; L]);
                let (x, low) = (x.as_chunks_mut::<L>().0, low.as_chunks::<L>().0);
                for i in 0..x.len().min(low.len()) {
                    let product = lanes.product(lanes.product(lanes.load(&x[i]), lanes.load(&low[i])), high);
                    lanes.store(&mut x[i], product);
                }
            },
        );
    }

    fn join_thirds(&self, blocks: [&mut [u64]; 3], factors: &[Pair]) {
        self.combine(blocks, factors);
    }

    fn join_fifths(&self, blocks: [&mut [u64]; 5], factors: &[Pair]) {
        self.combine(blocks, factors);
    }
}
