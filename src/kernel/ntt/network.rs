//! Transforms of 2, 4, 8 and 16 residues, one of each a lane.
//!
//! Decimation in frequency forward, natural order in and bit-reversed order out; the inverse is the same network from its end
//! to its beginning, so bit-reversed in and natural out, unscaled. A line for each root between two levels:
//!
//! ```text
//! 8, forward      0-4 1-5 2-6 3-7    r: 5, r^2: 6, r^3: 7    0-2 1-3 4-6 5-7    r^2: 3 7    0-1 2-3 4-5 6-7
//! 8, inverse      0-1 2-3 4-5 6-7    r^-2: 3 7    0-2 1-3 4-6 5-7    r^-1: 5, r^-2: 6, r^-3: 7    0-4 1-5 2-6 3-7
//! ```
//!
//! `r^-k = -r^(4-k)`, and `(a - b, a + b)` is a butterfly with its results swapped, so the inverse needs no other
//! roots. The powers of `-r` in place of those of `r` swap the last pairs 4-5 and 6-7. A ring in which `-r` is cheaper
//! sets [`FLIPPED`](Residues::FLIPPED).

use super::Residues;

/// Stores `a + b` at `sum` and `a - b` at `difference`, for the values at `a` and `b`.
#[inline(always)]
fn cross<const L: usize, P: Residues<L>>(ring: P, v: &mut [P::Vec], [a, b]: [usize; 2], [sum, difference]: [usize; 2]) {
    (v[sum], v[difference]) = ring.butterfly(v[a], v[b]);
}

/// Multiplies the value at `a` by `r^K`.
#[inline(always)]
fn turn<const L: usize, const K: usize, P: Residues<L>>(ring: P, v: &mut [P::Vec], a: usize) {
    v[a] = ring.rotate::<K>(v[a]);
}

macro_rules! butterflies {
    ($ring:ident, $v:ident: $($a:literal $b:literal),*) => { $( cross::<L, P>($ring, &mut $v, [$a, $b], [$a, $b]); )* };
}

/// Butterflies both of whose results are reduced next: at once where the ring is [`TIGHT`](Residues::TIGHT).
macro_rules! tight_butterflies {
    ($ring:ident, $v:ident: $($a:literal $b:literal),*) => { $( ($v[$a], $v[$b]) = $ring.tight_butterfly($v[$a], $v[$b]); )* };
}

/// `(a - b, a + b)`.
macro_rules! exchanged {
    ($ring:ident, $v:ident: $($a:literal $b:literal),*) => { $( cross::<L, P>($ring, &mut $v, [$a, $b], [$b, $a]); )* };
}

/// Multiplies values by powers of the root; by the power 0 it reduces them. Those marked `loose` are tight already where
/// `tight_butterflies` were taken at once.
macro_rules! rotate {
    ($ring:ident, $v:ident: $($k:literal ($($a:literal $($loose:ident)?),*))*) => { $( $( rotate!(@ $ring, $v, $k, $a $($loose)?); )* )* };
    (@ $ring:ident, $v:ident, $k:literal, $a:literal) => { turn::<L, $k, P>($ring, &mut $v, $a); };
    (@ $ring:ident, $v:ident, $k:literal, $a:literal loose) => {
        if const { !P::TIGHT } {
            turn::<L, $k, P>($ring, &mut $v, $a);
        }
    };
}

/// Computes `X_k = sum_j r_R^(jk) v_j`, with `X_k` at the position of `k` with its bits reversed: tight to free. `R` is
/// 1, 2, 4 or 8.
#[inline(always)]
pub(super) fn forward<const L: usize, const R: usize, P: Residues<L>>(ring: P, v: [P::Vec; R]) -> [P::Vec; R] {
    debug_assert!(matches!(R, 1 | 2 | 4 | 8));
    let mut v = v;
    match R {
        2 => {
            butterflies!(ring, v: 0 1);
        }
        4 => v = forward_last::<L, R, P>(ring, forward_first::<L, R, P>(ring, v)),
        8 => {
            tight_butterflies!(ring, v: 0 4);
            butterflies!(ring, v: 1 5, 2 6, 3 7);
            rotate!(ring, v: 0 (0 loose, 1, 2, 3, 4 loose) 1 (5) 2 (6) 3 (7));
            tight_butterflies!(ring, v: 0 2, 4 6);
            butterflies!(ring, v: 1 3, 5 7);
            rotate!(ring, v: 0 (0 loose, 1, 2 loose, 4 loose, 5, 6 loose) 2 (3, 7));
            butterflies!(ring, v: 0 1, 2 3);
            if const { P::FLIPPED } {
                exchanged!(ring, v: 4 5, 6 7);
            } else {
                butterflies!(ring, v: 4 5, 6 7);
            }
        }
        _ => {}
    }
    v
}

/// Computes the first level of [`forward`] for an `R` of 4.
#[inline(always)]
pub(super) fn forward_first<const L: usize, const R: usize, P: Residues<L>>(ring: P, v: [P::Vec; R]) -> [P::Vec; R] {
    let mut v = v;
    tight_butterflies!(ring, v: 0 2);
    butterflies!(ring, v: 1 3);
    v
}

/// Computes what follows [`forward_first`].
#[inline(always)]
pub(super) fn forward_last<const L: usize, const R: usize, P: Residues<L>>(ring: P, v: [P::Vec; R]) -> [P::Vec; R] {
    let mut v = v;
    rotate!(ring, v: 0 (0 loose, 1, 2 loose) 2 (3));
    butterflies!(ring, v: 0 1, 2 3);
    v
}

/// Computes the first level of [`inverse`] for an `R` of 4.
#[inline(always)]
pub(super) fn inverse_first<const L: usize, const R: usize, P: Residues<L>>(ring: P, v: [P::Vec; R]) -> [P::Vec; R] {
    let mut v = v;
    tight_butterflies!(ring, v: 0 1);
    butterflies!(ring, v: 2 3);
    v
}

/// Computes what follows [`inverse_first`].
#[inline(always)]
pub(super) fn inverse_last<const L: usize, const R: usize, P: Residues<L>>(ring: P, v: [P::Vec; R]) -> [P::Vec; R] {
    let mut v = v;
    rotate!(ring, v: 0 (0 loose, 1 loose, 2) 2 (3));
    butterflies!(ring, v: 0 2);
    exchanged!(ring, v: 1 3);
    v
}

/// Computes `R` times the inverse of [`forward`]: tight to free.
#[inline(always)]
pub(super) fn inverse<const L: usize, const R: usize, P: Residues<L>>(ring: P, v: [P::Vec; R]) -> [P::Vec; R] {
    debug_assert!(matches!(R, 1 | 2 | 4 | 8));
    let mut v = v;
    match R {
        2 => {
            butterflies!(ring, v: 0 1);
        }
        4 => v = inverse_last::<L, R, P>(ring, inverse_first::<L, R, P>(ring, v)),
        8 => {
            tight_butterflies!(ring, v: 0 1);
            butterflies!(ring, v: 2 3);
            if const { P::FLIPPED } {
                cross::<L, P>(ring, &mut v, [5, 4], [4, 5]);
                cross::<L, P>(ring, &mut v, [7, 6], [6, 7]);
            } else {
                tight_butterflies!(ring, v: 4 5);
                butterflies!(ring, v: 6 7);
            }
            rotate!(ring, v: 0 (0 loose, 1 loose, 2, 4 loose, 5 loose, 6) 2 (3, 7));
            tight_butterflies!(ring, v: 0 2);
            butterflies!(ring, v: 4 6);
            exchanged!(ring, v: 1 3, 5 7);
            rotate!(ring, v: 0 (0 loose, 1, 2 loose, 3, 4) 3 (5) 2 (6) 1 (7));
            butterflies!(ring, v: 0 4);
            exchanged!(ring, v: 1 5, 2 6, 3 7);
        }
        _ => {}
    }
    v
}
