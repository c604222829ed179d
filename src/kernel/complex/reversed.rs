//! Powers of two in place, to bit-reversed order and back from it, without scratch and without a permutation.
//!
//! # Idea
//! The polynomial of the values is reduced modulo the factors of `x^n - 1`, depth first: a pass of radix `R` splits a
//! block of `m` values for `x^m - c` into `R` blocks of `m/R` for the `x^(m/R) - c'`. Each block is contiguous. The
//! passes end where a block is one vector. Then `L` vectors at a time are transposed, so that a lane holds a block. The
//! last `L` values are transformed across the registers and transposed back.
//!
//! Block `b` of `B` at its level, counted from the left, has `c = exp(-2 pi i rho)`, `rho` the fraction whose bits are
//! those of `b` in reverse. So its factors `exp(-2 pi i j rho/R)` depend on `b` and `R` alone, and one table serves
//! every level.
//!
//! ```text
//! x_0 x_1 ... x_(n-1)  ->  X_0 X_(n/2) X_(n/4) X_(3n/4) ...
//! ```
//!
//! The inverse is the transposed network: the matrix `T` of the forward transform has orthogonal columns of equal norm,
//! so its inverse is the conjugate of its transpose divided by `n`. Every pass is transposed, factors after sums, and
//! they come in the opposite sequence.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Kernel, Twiddles,
    ends::parts,
    lanes_ends::Block,
    lanes_pass::{factored, lanes, middle, network, placed, places, read, slices_mut, with_radix, write},
};
use crate::{
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists::{self, zip},
    rings::Real,
};
use alloc::vec::Vec;
use num_complex::Complex;

/// A transform to bit-reversed order.
pub(crate) struct Reversed<const L: usize, F: Floats<L>> {
    f: F,
    len: usize,
    /// Number of passes of radix 4.
    fours: u32,
    /// Factors of radix 8 and of radix 4, by block.
    eight: Vec<[F::Float; 2]>,
    four: Vec<[F::Float; 2]>,
    /// `L - 1` factors for each group of `L` blocks of one vector, those of its first block.
    groups: Vec<[F::Float; 2]>,
    /// Factors of the other blocks of a group relative to those of its first block.
    within: Vec<Block<L, F>>,
}

/// Returns `b` with its lower `bits` bits in reverse order.
fn reversed(b: usize, bits: u32) -> usize {
    if bits == 0 { 0 } else { b.reverse_bits() >> (usize::BITS - bits) }
}

/// Returns the factors `1 <= j < radix` of every block below `blocks`, a power of two.
pub(super) fn factors<T: Real>(blocks: usize, radix: usize) -> Vec<[T; 2]> {
    let (bits, order) = (blocks.ilog2(), blocks * radix);
    let twiddles = &Twiddles::new(order, order);
    let mut factors = Vec::with_capacity(blocks * (radix - 1));
    for b in 0..blocks {
        let rho = reversed(b, bits);
        for j in 1..radix {
            factors.push(twiddles.parts(j * rho));
        }
    }
    factors
}

/// Computes the first pass, on values as the caller left them.
#[inline(always)]
fn first<const L: usize, const R: usize, F: Floats<L>>(f: F, x: &mut [Block<L, F>], inverse: bool) {
    let x = &mut slices_mut::<R, _>(x);
    for s in 0..x[0].len() {
        let mut v = [parts(f.load_pairs(&x[0][s]), inverse); R];
        for j in 1..R {
            v[j] = parts(f.load_pairs(&x[j][s]), inverse);
        }
        write(ComplexLanes(f), x, s, placed::<R, true, _>(network::<L, R, _>(ComplexLanes(f), v)));
    }
}

/// Computes the last `L` values of each block, `L` blocks at a time, and restores the layout of the caller.
#[inline(always)]
fn finish<const L: usize, F: Floats<L>>(
    f: F,
    (x, inverse): (&mut [Block<L, F>], bool),
    groups: &[[F::Float; 2]],
    within: &[Block<L, F>],
) {
    let (ring, within) = (ComplexLanes(f), &within[..L - 1]);
    for (x, w) in zip(x.as_chunks_mut::<L>().0, groups.chunks_exact(L - 1)) {
        let mut v = [f.load_parts(&x[0]); L];
        for i in 1..L {
            v[i] = f.load_parts(&x[i]);
        }
        let v = ring.transpose(v);
        let mut e = v;
        for l in 0..L {
            e[F::ORDER[l]] = v[l];
        }
        for j in 1..L {
            let w = ring.mul(f.load_parts(&within[j - 1]), ring.splat(&w[j - 1]));
            e[j] = ring.mul(e[j], w);
        }
        let e = network::<L, L, _>(ComplexLanes(f), e);
        let mut v = e;
        for l in 0..L {
            v[l] = parts(e[const { places::<L>() }[l]], inverse);
        }
        let v = f.to_rows(v);
        for i in 0..L {
            f.store_parts(&mut x[i], v[i]);
        }
    }
}

/// Computes [`first`] transposed: the last pass of the inverse.
#[inline(always)]
fn first_back<const L: usize, const R: usize, F: Floats<L>>(f: F, x: &mut [Block<L, F>], inverse: bool) {
    let x = &mut slices_mut::<R, _>(x);
    for s in 0..x[0].len() {
        let v = network::<L, R, _>(ComplexLanes(f), placed::<R, true, _>(read(ComplexLanes(f), x, s)));
        for j in 0..R {
            f.store_pairs(&mut x[j][s], parts(v[j], inverse));
        }
    }
}

/// Computes [`middle`] transposed.
#[inline(always)]
pub(super) fn middle_back<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    x: &mut [Block<L, F>],
    twiddles: &[[F::Float; 2]],
    plain: bool,
) {
    let blocks = twiddles.len() / (R - 1);
    let mut plain = plain;
    for (block, w) in zip(x.chunks_exact_mut(x.len() / blocks), twiddles.chunks_exact(R - 1)) {
        let x = &mut slices_mut::<R, _>(block);
        for s in 0..x[0].len() {
            let v = network::<L, R, _>(ComplexLanes(f), placed::<R, true, _>(read(ComplexLanes(f), x, s)));
            write(ComplexLanes(f), x, s, if plain { v } else { factored(ComplexLanes(f), v, w) });
        }
        plain = false;
    }
}

/// Computes [`finish`] transposed: the first pass of the inverse.
#[inline(always)]
fn finish_back<const L: usize, F: Floats<L>>(
    f: F,
    (x, inverse): (&mut [Block<L, F>], bool),
    groups: &[[F::Float; 2]],
    within: &[Block<L, F>],
) {
    let (ring, within) = (ComplexLanes(f), &within[..L - 1]);
    for (x, w) in zip(x.as_chunks_mut::<L>().0, groups.chunks_exact(L - 1)) {
        let mut v = [parts(f.load_pairs(&x[0]), inverse); L];
        for i in 1..L {
            v[i] = parts(f.load_pairs(&x[i]), inverse);
        }
        let v = ring.transpose(v);
        let mut e = v;
        for l in 0..L {
            e[const { places::<L>() }[F::ORDER[l]]] = v[l];
        }
        let mut e = network::<L, L, _>(ComplexLanes(f), e);
        for j in 1..L {
            let w = ring.mul(f.load_parts(&within[j - 1]), ring.splat(&w[j - 1]));
            e[j] = ring.mul(e[j], w);
        }
        let mut v = e;
        for l in 0..L {
            v[l] = e[F::ORDER[l]];
        }
        let v = ring.transpose(v);
        for i in 0..L {
            f.store_parts(&mut x[i], v[i]);
        }
    }
}

/// Returns the numbers of radices 8 and 4 whose product is `2^bits`; the fours come first.
fn radices(bits: u32) -> (u32, u32) {
    match bits % 3 {
        0 => (bits / 3, 0),
        1 => (bits / 3 - 1, 2),
        _ => (bits / 3, 1),
    }
}

impl<const L: usize, F: Floats<L>> Reversed<L, F> {
    /// Creates the transform for `len`, a power of two that is at least `4 L` and `L^2`.
    pub(crate) fn new(f: F, len: usize) -> Self {
        let (vectors, bits) = (len / L, (len / L).ilog2());
        let (eights, fours) = radices(bits);
        let eight = if eights == 0 { Vec::new() } else { factors(vectors / 8, 8) };
        let four = if fours == 0 { Vec::new() } else { factors(1 << (2 * fours - 2), 4) };
        let first = |t: usize| reversed(t * L, bits);
        let all = &Twiddles::new(len, vectors);
        let mut groups = Vec::with_capacity(vectors / L * (L - 1));
        for t in 0..vectors / L {
            for j in 1..L {
                groups.push(all.parts(j * first(t)));
            }
        }
        let square = Twiddles::new(L * L, L * L);
        let turn = |j: usize, i: usize| square.parts(j * places::<L>()[i]);
        let within = lists::list(L - 1, |j| lanes(lists::from_fn(|i| turn(j + 1, i))));
        Reversed { f, len, fours, eight, four, groups, within }
    }

    /// Runs the passes of a level and below over `count` blocks from `from` on, which fill `x`. `fours` passes of radix 4 are to
    /// come. With `BACK`, runs all of them backwards, these last.
    fn descend<const BACK: bool>(
        &self,
        (x, inverse): (&mut [Block<L, F>], bool),
        from: usize,
        count: usize,
        fours: u32,
    ) {
        let f = self.f;
        let near = size_of_val(x) <= NEAR;
        if !near && count > 1 {
            for (i, block) in x.chunks_exact_mut(x.len() / count).enumerate() {
                self.descend::<BACK>((block, inverse), from + i, 1, fours);
            }
            return;
        }
        if x.len() > count {
            let (radix, table) = if fours > 0 { (4, &self.four) } else { (8, &self.eight) };
            let w = &table[from * (radix - 1)..][..count * (radix - 1)];
            let others = fours.saturating_sub(1);
            if BACK {
                self.descend::<BACK>((x, inverse), from * radix, count * radix, others);
                with_radix!(radix, R => f.token().run(
                    #[inline(always)]
                    || middle_back::<L, R, F>(f, x, w, from == 0)
                ));
            } else {
                with_radix!(radix, R => f.token().run(
                    #[inline(always)]
                    || middle::<L, R, true, _>(ComplexLanes(f), x, w, from == 0)
                ));
                self.descend::<BACK>((x, inverse), from * radix, count * radix, others);
            }
            return;
        }
        let groups = &self.groups[from / L * (L - 1)..];
        f.token().run(
            #[inline(always)]
            || {
                if BACK {
                    finish_back::<L, F>(f, (x, inverse), groups, &self.within)
                } else {
                    finish::<L, F>(f, (x, inverse), groups, &self.within)
                }
            },
        );
    }

    fn passes<const BACK: bool>(&self, x: &mut [Complex<F::Float>], inverse: bool) {
        let (f, (x, _)) = (self.f, x.as_chunks_mut::<L>());
        let radix = if self.fours > 0 { 4 } else { 8 };
        let others = self.fours.saturating_sub(1);
        if BACK {
            self.descend::<BACK>((x, inverse), 0, radix, others);
            with_radix!(radix, R => f.token().run(
                #[inline(always)]
                || first_back::<L, R, F>(f, x, inverse)
            ));
        } else {
            with_radix!(radix, R => f.token().run(
                #[inline(always)]
                || first::<L, R, F>(f, x, inverse)
            ));
            self.descend::<BACK>((x, inverse), 0, radix, others);
        }
    }
}

/// Bytes that stay in the first cache.
const NEAR: usize = 1 << 14;

impl<const L: usize, F: Floats<L>> Kernel<F::Float> for Reversed<L, F> {
    fn len(&self) -> usize {
        self.len
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        _: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        if let Some(input) = input {
            output.copy_from_slice(input);
        }
        self.passes::<false>(output, inverse);
    }

    fn run_back(&self, x: &mut [Complex<F::Float>], _: &mut [Complex<F::Float>], inverse: bool) {
        self.passes::<true>(x, inverse);
    }
}
