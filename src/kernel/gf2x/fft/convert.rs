//! Coefficients of powers of `Y` to coefficients in the novel basis of a Cantor basis, and back, on words of 32 bits.
//!
//! Notation: a row is `2^u` words; `2^k` rows, of which the last may be short or missing: what is missing is zero.
//!
//! # Idea
//! For a power of two `t`, the vanishing polynomial of the first `t` vectors is `x^tau + x`, `tau = 2^t`. Division by its
//! powers (Taylor expansion) leaves rows of `tau` coefficients; the rows are converted as coefficients of one polynomial in
//! `x^tau + x`, and each row by itself. All of it is additions, so it runs on payload words before they become field
//! elements. No step turns a zero behind the end into anything else.
//!
//! One step of the expansion of `2 h` words, by `x^h + x^sh` with `sh = h / tau`:
//!
//! ```text
//! | lower half          | upper half          |
//! |    ^ += upper half, moved down by h - sh  |    what it folds onto itself first: its last sh words onto its first sh
//! ```

use crate::kernel::planes::{Bytes, Words};

/// Words that are converted in registers: the length of what is converted is a multiple of it.
pub(super) const CHUNK: usize = 256;

/// The number of index bits that `len` words need.
pub(super) fn bits(len: usize) -> u32 {
    len.next_power_of_two().trailing_zeros().max(CHUNK.trailing_zeros())
}

/// In place, `p.len()` a multiple of [`CHUNK`]. `INVERSE`: to powers of `Y`.
pub(super) fn convert<const INVERSE: bool, B: Words>(b: B, p: &mut [u32]) {
    debug_assert!(p.len().is_multiple_of(CHUNK));
    rows::<INVERSE, B>(b, p, bits(p.len()), 0);
}

fn rows<const INVERSE: bool, B: Words>(b: B, p: &mut [u32], k: u32, u: u32) {
    if p.len() <= 1 << u {
        return;
    }
    if u == 0 && k == CHUNK.trailing_zeros() {
        return b.run(
            #[inline(always)]
            || {
                p.as_chunks_mut().0.iter_mut().for_each(
                    #[inline(always)]
                    |p| chunk::<INVERSE, B>(b, p),
                )
            },
        );
    }
    if u > 0 && k <= 4 {
        return match p.len().div_ceil(1 << u) {
            ..=4 => b.run(
                #[inline(always)]
                || columns::<4, INVERSE, B>(b, p, 1 << u),
            ),
            ..=8 => b.run(
                #[inline(always)]
                || columns::<8, INVERSE, B>(b, p, 1 << u),
            ),
            _ => b.run(
                #[inline(always)]
                || columns::<16, INVERSE, B>(b, p, 1 << u),
            ),
        };
    }
    let t = 1 << (k - 1).ilog2();
    if !INVERSE {
        taylor::<false, B>(b, p, k, t, u);
        rows::<false, B>(b, p, k - t, u + t);
    }
    if u == 0 && t == CHUNK.trailing_zeros() {
        rows::<INVERSE, B>(b, p, t, u);
    } else {
        p.chunks_mut(1 << (t + u)).for_each(|p| rows::<INVERSE, B>(b, p, t, u));
    }
    if INVERSE {
        rows::<true, B>(b, p, k - t, u + t);
        taylor::<true, B>(b, p, k, t, u);
    }
}

/// The expansion of `2^k` rows in powers of `x^tau + x`, `tau = 2^t` rows.
fn taylor<const INVERSE: bool, B: Words>(b: B, p: &mut [u32], k: u32, t: u32, u: u32) {
    if k <= t {
        return;
    }
    let half = 1 << (k - 1 + u);
    if p.len() <= half {
        return taylor::<INVERSE, B>(b, p, k - 1, t, u);
    }
    let shift = half >> t;
    let (lower, upper) = p.split_at_mut(half);
    if INVERSE {
        taylor::<true, B>(b, lower, k - 1, t, u);
        taylor::<true, B>(b, upper, k - 1, t, u);
    }
    let kept = upper.len().min(half - shift);
    b.run(
        #[inline(always)]
        || {
            if INVERSE {
                add(b, &mut lower[shift..shift + kept], &upper[..kept]);
            }
            let (first, last) = upper.split_at_mut(kept);
            add(b, &mut first[..last.len()], last);
            if !INVERSE {
                add(b, &mut lower[shift..shift + kept], &upper[..kept]);
            }
        },
    );
    if !INVERSE {
        taylor::<false, B>(b, lower, k - 1, t, u);
        taylor::<false, B>(b, upper, k - 1, t, u);
    }
}

/// `p <- p + q`.
#[inline(always)]
fn add<B: Words>(b: B, p: &mut [u32], q: &[u32]) {
    let (p, p_rest) = p.as_chunks_mut::<16>();
    let (q, q_rest) = q.as_chunks::<16>();
    for (p, q) in p.iter_mut().zip(q) {
        let sum = b.xor(b.load_words(p), b.load_words(q));
        b.store_words(p, sum);
    }
    for (p, q) in p_rest.iter_mut().zip(q_rest) {
        *p ^= q;
    }
}

/// `v_i <- v_i + v_j` where there is a `j`.
#[inline(always)]
fn fold<const R: usize, B: Bytes>(b: B, v: &mut [B::V; R], i: usize, j: usize) {
    if j < R {
        v[i] = b.xor(v[i], v[j]);
    }
}

/// The conversion of up to 16 rows, one vector of each.
#[inline(always)]
fn sixteen<const R: usize, const INVERSE: bool, B: Bytes>(b: B, v: &mut [B::V; R]) {
    let mut i = 0;
    if INVERSE {
        while i < R {
            fold(b, v, i + 1, i + 2);
            fold(b, v, i + 2, i + 3);
            i += 4;
        }
        i = 4;
        while i < 8 && R > 4 {
            fold(b, v, i, i + 4);
            i += 1;
        }
        i = 8;
        while i < 12 && R > 8 {
            fold(b, v, i, i + 4);
            i += 1;
        }
        i = 4;
        while i < R {
            fold(b, v, i - 3, i);
            i += if i % 8 == 7 { 5 } else { 1 };
        }
        i = 8;
        while i < R {
            fold(b, v, i - 6, i);
            i += 1;
        }
    } else {
        i = R;
        while i > 8 {
            i -= 1;
            fold(b, v, i - 6, i);
        }
        i = R;
        while i > 4 {
            i -= 1;
            fold(b, v, i - 3, i);
            i -= if i % 8 == 4 { 4 } else { 0 };
        }
        i = 8;
        while i < 12 && R > 8 {
            fold(b, v, i, i + 4);
            i += 1;
        }
        i = 4;
        while i < 8 && R > 4 {
            fold(b, v, i, i + 4);
            i += 1;
        }
        i = 0;
        while i < R {
            fold(b, v, i + 2, i + 3);
            fold(b, v, i + 1, i + 2);
            i += 4;
        }
    }
}

/// Up to `R` rows of `width` words, a multiple of 16, column by column.
#[inline(always)]
fn columns<const R: usize, const INVERSE: bool, B: Words>(b: B, p: &mut [u32], width: usize) {
    let mut rows: [&mut [[u32; 16]]; R] = core::array::from_fn(|_| Default::default());
    for (row, words) in rows.iter_mut().zip(p.chunks_mut(width)) {
        *row = words.as_chunks_mut().0;
    }
    for column in 0..width / 16 {
        let mut v = [b.splat(0); R];
        let mut i = 0;
        while i < R {
            if let Some(words) = rows[i].get(column) {
                v[i] = b.load_words(words);
            }
            i += 1;
        }
        sixteen::<R, INVERSE, B>(b, &mut v);
        i = 0;
        while i < R {
            if let Some(words) = rows[i].get_mut(column) {
                b.store_words(words, v[i]);
            }
            i += 1;
        }
    }
}

/// One step of an expansion in registers: `2 H` vectors from `at` on, `S` words for the shift.
#[inline(always)]
fn expand<const H: usize, const S: usize, const INVERSE: bool, B: Words>(b: B, v: &mut [B::V; 16], at: usize) {
    let zero = b.splat(0);
    if !INVERSE {
        v[at + H] = b.xor(v[at + H], b.shift_words::<S>(v[at + 2 * H - 1], zero));
    }
    let mut i = 0;
    while i < H {
        let before = if i == 0 { zero } else { v[at + H + i - 1] };
        v[at + i] = b.xor(v[at + i], b.shift_words::<S>(before, v[at + H + i]));
        i += 1;
    }
    if INVERSE {
        v[at + H] = b.xor(v[at + H], b.shift_words::<S>(v[at + 2 * H - 1], zero));
    }
}

/// All steps of one size.
#[inline(always)]
fn expand_all<const H: usize, const S: usize, const INVERSE: bool, B: Words>(b: B, v: &mut [B::V; 16]) {
    let mut at = 0;
    while at < 16 {
        expand::<H, S, INVERSE, B>(b, v, at);
        at += 2 * H;
    }
}

/// Exchanges the number of the vector with the number of the word in it.
#[inline(always)]
fn transpose<B: Bytes>(b: B, v: &mut [B::V; 16]) {
    macro_rules! level {
        ($bit:literal, $apart:literal) => {
            let mut i = 0;
            while i < 16 {
                (v[i], v[i + $apart]) = b.exchange::<$bit>(v[i], v[i + $apart]);
                i += if (i + 1) % $apart == 0 { $apart + 1 } else { 1 };
            }
        };
    }
    level!(5, 8);
    level!(4, 4);
    level!(3, 2);
    level!(2, 1);
}

/// 256 words in registers: 16 rows of 16.
#[inline(always)]
fn chunk<const INVERSE: bool, B: Words>(b: B, p: &mut [u32; CHUNK]) {
    let lines = p.as_chunks_mut::<16>().0;
    let mut v = [b.load_words(&lines[0]); 16];
    let mut i = 1;
    while i < 16 {
        v[i] = b.load_words(&lines[i]);
        i += 1;
    }
    if !INVERSE {
        expand_all::<8, 8, false, B>(b, &mut v);
        expand_all::<4, 4, false, B>(b, &mut v);
        expand_all::<2, 2, false, B>(b, &mut v);
        expand_all::<1, 1, false, B>(b, &mut v);
        sixteen::<16, false, B>(b, &mut v);
    }
    transpose(b, &mut v);
    sixteen::<16, INVERSE, B>(b, &mut v);
    transpose(b, &mut v);
    if INVERSE {
        sixteen::<16, true, B>(b, &mut v);
        expand_all::<1, 1, true, B>(b, &mut v);
        expand_all::<2, 2, true, B>(b, &mut v);
        expand_all::<4, 4, true, B>(b, &mut v);
        expand_all::<8, 8, true, B>(b, &mut v);
    }
    i = 0;
    while i < 16 {
        b.store_words(&mut lines[i], v[i]);
        i += 1;
    }
}
