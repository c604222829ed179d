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

use crate::{
    kernel::planes::{Bytes, Words},
    lists,
    threads::{Every, both, share},
};

/// Words that are converted in registers: the length of what is converted is a multiple of it.
pub(super) const CHUNK: usize = 256;

/// The number of index bits that `len` words need.
pub(super) fn bits(len: usize) -> u32 {
    len.next_power_of_two().trailing_zeros().max(CHUNK.trailing_zeros())
}

/// At least as many words at a time in each thread.
const PIECE: usize = 1 << 12;

/// In place, `p.len()` a multiple of [`CHUNK`]. `INVERSE`: to powers of `Y`.
pub(super) fn convert<const INVERSE: bool, B: Words>(b: B, p: &mut [u32], shared: bool) {
    debug_assert!(p.len().is_multiple_of(CHUNK));
    rows::<INVERSE, B>(b, p, bits(p.len()), 0, shared);
}

fn rows<const INVERSE: bool, B: Words>(b: B, p: &mut [u32], k: u32, u: u32, shared: bool) {
    if p.len() <= 1 << u {
        return;
    }
    let shared = shared && p.len() >= 2 * PIECE;
    if u == 0 && k == CHUNK.trailing_zeros() {
        return share(shared, Every(p, CHUNK), PIECE / CHUNK, &|p: Every<&mut [u32]>| {
            b.run(
                #[inline(always)]
                || {
                    p.0.as_chunks_mut().0.iter_mut().for_each(
                        #[inline(always)]
                        |p| chunk::<INVERSE, B>(b, p),
                    )
                },
            )
        });
    }
    if u > 0 && k <= 4 {
        return match p.len().div_ceil(1 << u) {
            0..=4 => columns::<4, INVERSE, B>(b, p, 1 << u, shared),
            5..=8 => columns::<8, INVERSE, B>(b, p, 1 << u, shared),
            _ => columns::<16, INVERSE, B>(b, p, 1 << u, shared),
        };
    }
    let t = 1 << (k - 1).ilog2();
    if !INVERSE {
        taylor::<false, B>(b, p, k, t, u, shared);
        rows::<false, B>(b, p, k - t, u + t, shared);
    }
    if u == 0 && t == CHUNK.trailing_zeros() {
        rows::<INVERSE, B>(b, p, t, u, shared);
    } else {
        let one = 1 << (t + u);
        share(shared, Every(&mut *p, one), 1, &|p: Every<&mut [u32]>| {
            let alone = p.0.len() <= one;
            p.0.chunks_mut(one).for_each(|p| rows::<INVERSE, B>(b, p, t, u, shared && alone))
        });
    }
    if INVERSE {
        rows::<true, B>(b, p, k - t, u + t, shared);
        taylor::<true, B>(b, p, k, t, u, shared);
    }
}

/// The expansion of `2^k` rows in powers of `x^tau + x`, `tau = 2^t` rows.
fn taylor<const INVERSE: bool, B: Words>(b: B, p: &mut [u32], k: u32, t: u32, u: u32, shared: bool) {
    if k <= t {
        return;
    }
    let half = 1 << (k - 1 + u);
    if p.len() <= half {
        return taylor::<INVERSE, B>(b, p, k - 1, t, u, shared);
    }
    let shared = shared && half >= PIECE;
    let shift = half >> t;
    let (lower, upper) = p.split_at_mut(half);
    if INVERSE {
        both(
            shared,
            || taylor::<true, B>(b, lower, k - 1, t, u, shared),
            || taylor::<true, B>(b, upper, k - 1, t, u, shared),
        );
    }
    let kept = upper.len().min(half - shift);
    if INVERSE {
        add(b, &mut lower[shift..shift + kept], &upper[..kept], shared);
    }
    let (first, last) = upper.split_at_mut(kept);
    add(b, &mut first[..last.len()], last, shared);
    if !INVERSE {
        add(b, &mut lower[shift..shift + kept], &upper[..kept], shared);
        both(
            shared,
            || taylor::<false, B>(b, lower, k - 1, t, u, shared),
            || taylor::<false, B>(b, upper, k - 1, t, u, shared),
        );
    }
}

/// `p <- p + q`.
fn add<B: Words>(b: B, p: &mut [u32], q: &[u32], shared: bool) {
    share(shared, (Every(p, 1), Every(q, 1)), PIECE, &|(p, q): (Every<&mut [u32]>, Every<&[u32]>)| {
        b.run(
            #[inline(always)]
            || {
                let (p, p_rest) = p.0.as_chunks_mut::<16>();
                let (q, q_rest) = q.0.as_chunks::<16>();
                for (p, q) in p.iter_mut().zip(q) {
                    let sum = b.xor(b.load_words(p), b.load_words(q));
                    b.store_words(p, sum);
                }
                for (p, q) in p_rest.iter_mut().zip(q_rest) {
                    *p ^= q;
                }
            },
        )
    });
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
fn columns<const R: usize, const INVERSE: bool, B: Words>(b: B, p: &mut [u32], width: usize, shared: bool) {
    let mut words = p.chunks_mut(width);
    let rows: [_; R] = lists::from_fn(|_| Every(words.next().unwrap_or_default().as_chunks_mut().0, 1));
    share(shared, rows, PIECE / 16 / R, &|rows: [Every<&mut [[u32; 16]]>; R]| {
        let mut rows = lists::map(rows, |row| row.0);
        b.run(
            #[inline(always)]
            || {
                for column in 0..rows[0].len() {
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
            },
        )
    });
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
