//! Coefficients of powers of `x` to coefficients in the novel basis of a Cantor basis, and back.
//!
//! Notation: a row is `2^u` bytes; there are `2^k` rows. The last ones may be short or missing; missing bytes count as
//! zero.
//!
//! # Idea
//! As [`Conversion`](crate::additive::Conversion). For a power of two `t`, the vanishing polynomial of the first `t`
//! vectors is `x^tau + x`, `tau = 2^t`. Division by its powers (Taylor expansion) leaves rows of `tau` coefficients;
//! the rows are converted as coefficients of one polynomial in `x^tau + x`, and each row by itself. All steps are
//! additions, so they work for the bytes of every field. Zeros after the end stay zero.
//!
//! One step of the expansion of `2 h` rows, by `x^h + x^sh` with `sh = h / tau`:
//!
//! ```text
//! | lower half          | upper half          |
//! |    ^ += upper half, moved down by h - sh  |    what it folds onto itself first: its last sh rows onto its first sh
//! ```
//!
//! # Equals
//! [`Conversion`](crate::additive::Conversion) of `2^k` coefficients over a Cantor basis, bit for bit.

use super::{
    bytes::{Bytes, Words},
    sixteen::{narrow, sixteen},
};
use crate::{
    lists,
    threads::{Every, both, share},
};

/// Bytes of 256 words of 32 bits, which are converted in registers.
pub(crate) const CHUNK: usize = 1 << 10;
/// Rows of as many bytes, as a power of two, fill vectors.
const VECTOR: u32 = 6;
/// At least as many bytes at a time in each thread.
const PIECE: usize = 1 << 14;

/// Converts the elements of `2^u` bytes that `p` holds, in place; `INVERSE`: to powers of `x`. There are `2^k` of them, or of
/// elements of 4 bytes a multiple of 256. The work is `shared` out over the threads of the surrounding pool.
pub(crate) fn convert<B: Words>(b: B, p: &mut [u8], u: u32, inverse: bool, shared: bool) {
    debug_assert!(p.len().is_power_of_two() || u == 2 && p.len().is_multiple_of(CHUNK));
    rows(b, p, p.len().next_power_of_two().trailing_zeros() - u, u, inverse, shared);
}

fn rows<B: Words>(b: B, p: &mut [u8], k: u32, u: u32, inverse: bool, shared: bool) {
    if k < 2 || p.len() <= 1 << u {
        return;
    }
    let shared = shared && p.len() >= 2 * PIECE;
    if (k, u) == (8, 2) {
        return share(shared, Every(p, CHUNK), PIECE / CHUNK, &|p: Every<&mut [u8]>| chunks(b, p.0, inverse));
    }
    if k <= 4 {
        return match p.len().div_ceil(1 << u) {
            0..=4 => columns::<4, B>(b, p, u, inverse, shared),
            5..=8 => columns::<8, B>(b, p, u, inverse, shared),
            _ => columns::<16, B>(b, p, u, inverse, shared),
        };
    }
    let t = 1 << (k - 1).ilog2();
    if !inverse {
        taylor(b, p, k, t, u, inverse, shared);
        rows(b, p, k - t, u + t, inverse, shared);
    }
    if (t, u) == (8, 2) {
        rows(b, p, t, u, inverse, shared);
    } else {
        let one = 1 << (t + u);
        share(shared, Every(&mut *p, one), 1, &|p: Every<&mut [u8]>| {
            let alone = p.0.len() <= one;
            p.0.chunks_mut(one).for_each(|p| rows(b, p, t, u, inverse, shared && alone));
        });
    }
    if inverse {
        rows(b, p, k - t, u + t, inverse, shared);
        taylor(b, p, k, t, u, inverse, shared);
    }
}

/// Expands `2^k` rows in powers of `x^tau + x`, `tau = 2^t` rows.
fn taylor<B: Words>(b: B, p: &mut [u8], k: u32, t: u32, u: u32, inverse: bool, shared: bool) {
    if k <= t {
        return;
    }
    let half = 1 << (k - 1 + u);
    if p.len() <= half {
        return taylor(b, p, k - 1, t, u, inverse, shared);
    }
    if p.len() == 2 * half && p.len() <= PIECE {
        return short_taylor(b, p, k, t, u, inverse);
    }
    let shared = shared && half >= PIECE;
    let shift = half >> t;
    let parts = |lower: &mut [u8], upper: &mut [u8]| {
        both(
            shared,
            || taylor(b, lower, k - 1, t, u, inverse, shared),
            || taylor(b, upper, k - 1, t, u, inverse, shared),
        );
    };
    let (lower, upper) = p.split_at_mut(half);
    if inverse {
        parts(lower, upper);
    }
    divide(b, lower, upper, shift, inverse, shared);
    if !inverse {
        parts(lower, upper);
    }
}

/// Computes [`taylor`] where no rows are missing and all are in the first cache: level by level.
fn short_taylor<B: Words>(b: B, p: &mut [u8], k: u32, t: u32, u: u32, inverse: bool) {
    b.run(
        #[inline(always)]
        || {
            for level in 0..k - t {
                let half = 1 << (u + if inverse { t + level } else { k - 1 - level });
                for block in p.chunks_exact_mut(2 * half) {
                    let (lower, upper) = block.split_at_mut(half);
                    for folds in [!inverse, inverse] {
                        let (p, q) = addition(lower, upper, half >> t, folds);
                        add(b, p, q);
                    }
                }
            }
        },
    );
}

/// Divides by `x^h + x^sh`, two additions, or where `inverse` undoes it; `shift` bytes are `sh` rows.
fn divide<B: Words>(b: B, lower: &mut [u8], upper: &mut [u8], shift: usize, inverse: bool, shared: bool) {
    if !shared {
        return b.run(
            #[inline(always)]
            || {
                for folds in [!inverse, inverse] {
                    let (p, q) = addition(lower, upper, shift, folds);
                    add(b, p, q);
                }
            },
        );
    }
    for folds in [!inverse, inverse] {
        let (p, q) = addition(lower, upper, shift, folds);
        share(true, (Every(p, 1), Every(q, 1)), PIECE, &|(p, q): (Every<&mut [u8]>, Every<&[u8]>)| {
            b.run(
                #[inline(always)]
                || add(b, p.0, q.0),
            );
        });
    }
}

/// Returns the two operands: of the upper half folded onto itself, or of the upper half onto the lower one.
#[inline(always)]
fn addition<'a>(lower: &'a mut [u8], upper: &'a mut [u8], shift: usize, folds: bool) -> (&'a mut [u8], &'a [u8]) {
    let kept = upper.len().min(lower.len() - shift);
    let (first, last) = upper.split_at_mut(kept);
    if folds { (&mut first[..last.len()], last) } else { (&mut lower[shift..shift + kept], first) }
}

/// Computes `p <- p + q`.
#[inline(always)]
fn add<B: Words>(b: B, p: &mut [u8], q: &[u8]) {
    let (lines, p) = p.as_chunks_mut::<64>();
    let (from, q) = q.as_chunks::<64>();
    let from = &from[..lines.len()];
    for i in 0..lines.len() {
        let sum = b.xor(b.load_bytes(&lines[i]), b.load_bytes(&from[i]));
        b.store_bytes(&mut lines[i], sum);
    }
    let (words, p) = p.as_chunks_mut::<8>();
    let (from, q) = q.as_chunks::<8>();
    let from = &from[..words.len()];
    for i in 0..words.len() {
        words[i] = (u64::from_ne_bytes(words[i]) ^ u64::from_ne_bytes(from[i])).to_ne_bytes();
    }
    let q = &q[..p.len()];
    for i in 0..p.len() {
        p[i] ^= q[i];
    }
}

/// Computes all steps on vectors.
#[inline(always)]
fn vectors<const R: usize, const INVERSE: bool, B: Bytes>(b: B, v: &mut [B::V; R]) {
    sixteen::<R, INVERSE, _>(
        v,
        #[inline(always)]
        |x, y| b.xor(x, y),
    );
}

/// Converts up to `R` rows, 4, 8 or 16, column by column.
fn columns<const R: usize, B: Words>(b: B, p: &mut [u8], u: u32, inverse: bool, shared: bool) {
    if u < VECTOR {
        return match u {
            0 => narrow::<1, 1>(p, inverse),
            1 => narrow::<2, 1>(p, inverse),
            2 => narrow::<4, 1>(p, inverse),
            3 => narrow::<8, 1>(p, inverse),
            4 => narrow::<8, 2>(p, inverse),
            _ => narrow::<8, 4>(p, inverse),
        };
    }
    let mut bytes = p.chunks_mut(1 << u);
    let rows: [_; R] = lists::from_fn(|_| Every(bytes.next().unwrap_or_default().as_chunks_mut().0, 1));
    share(shared, rows, PIECE / 64 / R, &|rows: [Every<&mut [[u8; 64]]>; R]| {
        let rows = lists::map(rows, |row| row.0);
        if inverse {
            b.run(
                #[inline(always)]
                || each_column::<R, true, B>(b, rows),
            );
        } else {
            b.run(
                #[inline(always)]
                || each_column::<R, false, B>(b, rows),
            );
        }
    });
}

#[inline(always)]
fn each_column<const R: usize, const INVERSE: bool, B: Words>(b: B, rows: [&mut [[u8; 64]]; R]) {
    for column in 0..rows[0].len() {
        let mut v = [b.splat(0); R];
        let mut i = 0;
        while i < R {
            if let Some(bytes) = rows[i].get(column) {
                v[i] = b.load_bytes(bytes);
            }
            i += 1;
        }
        vectors::<R, INVERSE, B>(b, &mut v);
        i = 0;
        while i < R {
            if let Some(bytes) = rows[i].get_mut(column) {
                b.store_bytes(bytes, v[i]);
            }
            i += 1;
        }
    }
}

/// Computes all steps of an expansion in registers that have `2 H` vectors: `H` words for the shift.
#[inline(always)]
fn expand<const H: usize, const INVERSE: bool, B: Words>(b: B, v: &mut [B::V; 16]) {
    let (zero, mut at) = (b.splat(0), 0);
    while at < 16 {
        if !INVERSE {
            v[at + H] = b.xor(v[at + H], b.shift_words::<H>(v[at + 2 * H - 1], zero));
        }
        let mut i = 0;
        while i < H {
            let before = if i == 0 { zero } else { v[at + H + i - 1] };
            v[at + i] = b.xor(v[at + i], b.shift_words::<H>(before, v[at + H + i]));
            i += 1;
        }
        if INVERSE {
            v[at + H] = b.xor(v[at + H], b.shift_words::<H>(v[at + 2 * H - 1], zero));
        }
        at += 2 * H;
    }
}

/// Transposes: the index of the vector becomes the index of the word in it.
#[inline(always)]
fn transpose<B: Bytes>(b: B, v: &mut [B::V; 16]) {
    // Written out: a loop around masked shuffles would stay one, and the vectors in memory.
    macro_rules! level {
        ($bit:literal: $($i:literal $j:literal),*) => {
            $( (v[$i], v[$j]) = b.exchange::<$bit>(v[$i], v[$j]); )*
        };
    }
    level!(5: 0 8, 1 9, 2 10, 3 11, 4 12, 5 13, 6 14, 7 15);
    level!(4: 0 4, 1 5, 2 6, 3 7, 8 12, 9 13, 10 14, 11 15);
    level!(3: 0 2, 1 3, 4 6, 5 7, 8 10, 9 11, 12 14, 13 15);
    level!(2: 0 1, 2 3, 4 5, 6 7, 8 9, 10 11, 12 13, 14 15);
}

/// Converts every 256 words of 32 bits by themselves.
fn chunks<B: Words>(b: B, p: &mut [u8], inverse: bool) {
    if inverse {
        b.run(
            #[inline(always)]
            || each_chunk::<true, B>(b, p),
        );
    } else {
        b.run(
            #[inline(always)]
            || each_chunk::<false, B>(b, p),
        );
    }
}

/// Computes [`chunks`] in registers: 16 rows of 16.
#[inline(always)]
fn each_chunk<const INVERSE: bool, B: Words>(b: B, p: &mut [u8]) {
    for chunk in p.as_chunks_mut::<CHUNK>().0 {
        let lines = chunk.as_chunks_mut::<64>().0;
        let mut v = [b.load_bytes(&lines[0]); 16];
        let mut i = 1;
        while i < 16 {
            v[i] = b.load_bytes(&lines[i]);
            i += 1;
        }
        if !INVERSE {
            expand::<8, false, B>(b, &mut v);
            expand::<4, false, B>(b, &mut v);
            expand::<2, false, B>(b, &mut v);
            expand::<1, false, B>(b, &mut v);
            vectors::<16, false, B>(b, &mut v);
        }
        transpose(b, &mut v);
        vectors::<16, INVERSE, B>(b, &mut v);
        transpose(b, &mut v);
        if INVERSE {
            vectors::<16, true, B>(b, &mut v);
            expand::<1, true, B>(b, &mut v);
            expand::<2, true, B>(b, &mut v);
            expand::<4, true, B>(b, &mut v);
            expand::<8, true, B>(b, &mut v);
        }
        i = 0;
        while i < 16 {
            b.store_bytes(&mut lines[i], v[i]);
            i += 1;
        }
    }
}
