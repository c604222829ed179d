//! Karatsuba's method for polynomials over GF(2), any two lengths.
//!
//! # Idea
//! With `y = x^(64 h)` and `a = a0 + a1 y`, `b = b0 + b1 y`:
//!
//! ```text
//! a b = l + (m + l + h) y + h y^2,   l = a0 b0,  h = a1 b1,  m = (a0 + a1)(b0 + b1).
//! ```
//!
//! The halves of `l = l0 + l1 y` and `h = h0 + h1 y` overlap, so that two sums are shared:
//!
//! ```text
//! out   l0 | l1 + h0 + l0 + m0 | l1 + h0 + h1 + m1 | h1
//! ```
//!
//! The sums `a0 + a1` and `b0 + b1` are stored in `out` until `m` is computed. A factor longer than about twice the
//! other is cut into pieces of the other's length. A word or two above whole registers are multiplied row by row.
//!
//! After \[Karatsuba-Ofman 1962\]; `papers/gf2x.md`.

use super::{block::Block, leaf, slices};

/// Returns the words of scratch that a product of these lengths needs.
///
/// Karatsuba's step holds `m`, `2h` words, and goes on with `h < n/2 + 8`; pieces hold one product of the shorter length. With
/// `n` the greater length either needs at most `2n + 40 lg n`, and pieces at most `4m + 40 lg m`.
pub(crate) fn scratch_len(a: usize, b: usize) -> usize {
    let (long, short) = (a.max(b), a.min(b));
    if short <= 1 || long <= 2 {
        return 0;
    }
    let bound = |n: usize, factor: usize| n.saturating_mul(factor).saturating_add(40 * (n.ilog2() as usize + 1));
    if short <= long.div_ceil(2) { bound(short, 4) } else { bound(long, 2) }
}

/// Returns the length at which a factor of `n` words is cut. It is whole registers, so that sums begin where products were
/// stored.
#[inline(always)]
fn half_len<K: Block>(n: usize) -> usize {
    n.div_ceil(2).next_multiple_of(K::WORDS)
}

/// Returns the words above a multiple of two registers that are multiplied row by row instead of halving: at most 2.
#[inline(always)]
fn peeled<K: Block>(n: usize) -> usize {
    // Up to three registers of four words are faster without memory between, nine words too.
    if K::WORDS < 8 && n <= 3 * K::WORDS {
        return 0;
    }
    let rest = n % (2 * K::WORDS);
    if rest <= K::WORDS / 4 { rest } else { 0 }
}

/// Computes `out <- a b` for `a.len() >= b.len() >= 1` and `out.len() = a.len() + b.len()`, with `scratch_len` words of scratch.
#[inline(always)]
pub(super) fn multiply<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    let (n, m) = (a.len(), b.len());
    if n == m && n <= 2 * K::WORDS {
        return k.leaf(out, a, b);
    }
    // A call of its own: without optimisation it takes much of the stack, which longer products would take at each of their levels.
    if m <= K::WORDS || n <= 2 * K::WORDS || m > 2 * K::WORDS && n <= 3 * K::WORDS && (n != m || peeled::<K>(n) == 0) {
        return k.run(
            #[inline(always)]
            || few(k, out, a, b),
        );
    }
    k.run(
        #[inline(always)]
        || node(k, out, a, b, scratch),
    )
}

#[inline(always)]
fn node<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    let (n, m) = (a.len(), b.len());
    if const { K::WORDS >= 4 } && n == m && peeled::<K>(n) == 1 {
        peel::<1, K>(k, out, a, b, scratch);
    } else if const { K::WORDS >= 8 } && n == m && peeled::<K>(n) == 2 {
        peel::<2, K>(k, out, a, b, scratch);
    } else if m <= half_len::<K>(n) {
        pieces(k, out, a, b, scratch);
    } else {
        step(k, out, a, b, scratch);
    }
}

/// Computes a product without scratch: by at most one register of `b`, or of at most three registers each.
#[inline(always)]
fn few<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64]) {
    let (n, m) = (a.len(), b.len());
    if m <= K::WORDS {
        leaf::by_block(k, out, a, b);
    } else if n <= 2 * K::WORDS {
        let mut padded = [0; 2 * leaf::MOST];
        let mut product = [0; 4 * leaf::MOST];
        slices::copy(k, &mut padded, b);
        k.leaf(&mut product[..2 * n], a, &padded[..n]);
        slices::copy(k, out, &product[..n + m]);
    } else if const { K::WORDS == 4 } && m == 2 * K::WORDS + 1 && n == m {
        leaf::two_and_word(k, out, a, b);
    } else {
        leaf::three(k, out, a, b);
    }
}

#[inline(always)]
fn step<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    let half = half_len::<K>(a.len());
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let (middle, scratch) = scratch.split_at_mut(2 * half);
    let (low, high) = out.split_at_mut(2 * half);
    let (sum_a, sum_b) = low.split_at_mut(half);
    slices::sum(k, sum_a, a0, a1);
    slices::sum(k, sum_b, b0, b1);
    multiply(k, middle, sum_a, sum_b, scratch);
    multiply(k, low, a0, b0, scratch);
    multiply(k, high, a1, b1, scratch);
    slices::merge(k, low, high, middle);
}

#[inline(always)]
fn pieces<K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    let m = b.len();
    let (product, scratch) = scratch.split_at_mut(2 * m);
    let mut rest = out;
    let mut first = true;
    for piece in a.chunks(m) {
        let product = &mut product[..piece.len() + m];
        if piece.len() == m {
            multiply(k, product, piece, b, scratch);
        } else {
            multiply(k, product, b, piece, scratch);
        }
        // The low m words are added to the end of the previous product; the others are new.
        let (overlap, new) = if first { product.split_at(0) } else { product.split_at(m) };
        first = false;
        slices::add(k, &mut rest[..overlap.len()], overlap);
        rest[overlap.len()..overlap.len() + new.len()].copy_from_slice(new);
        rest = &mut rest[piece.len()..];
    }
}

/// Computes `a b = a0 b0 + (a0 b1 + a1 b0) y + a1 b1 y^2` for equal lengths, `N` words of `a1` and `b1` above whole registers.
#[inline(always)]
fn peel<const N: usize, K: Block>(k: K, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
    let whole = a.len() - N;
    let (a0, b0) = (&a[..whole], &b[..whole]);
    let (Ok(a1), Ok(b1)) = (<&[u64; N]>::try_from(&a[whole..]), <&[u64; N]>::try_from(&b[whole..])) else { return };
    let (low, high) = out.split_at_mut(2 * whole);
    multiply(k, low, a0, b0, scratch);
    let (_, upper) = low.split_at_mut(whole);
    let (mut carry, mut i) = (k.load(&[]), 0);
    while i < whole {
        let ((x0, x1), (y0, y1)) = (k.by_words(k.load(&a0[i..]), b1), k.by_words(k.load(&b0[i..]), a1));
        let sum = k.add3(k.load(&upper[i..]), carry, k.add(x0, y0));
        k.store(&mut upper[i..], sum);
        carry = k.add(x1, y1);
        i += K::WORDS;
    }
    let (last, _) = k.by_words(k.load(a1), b1);
    k.store(high, k.add(carry, last));
}
