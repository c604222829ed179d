//! Transforms of 2, 4, 8 and 16 elements, one of each a lane, written once for every ring and instruction set.
//!
//! The network of 8, a line for each butterfly `(a + r^K b, a - r^K b)`, `r` of order 16:
//!
//! ```text
//! level 1   0-4  1-5  2-6  3-7                   K = 0
//! level 2   0-2  1-3 | 4-6  5-7                  K = 0 | 4
//! level 3   0-1 | 2-3 | 4-5 | 6-7                K = 0 | 4 | 2 | 6
//! output    X_0 X_4 X_2 X_6 X_1 X_5 X_3 X_7      index bit-reversed
//! ```
//!
//! The roots come before the sums, where a ring can fuse them, and are never more than a power of the sixteenth.

use super::Packed;

macro_rules! butterflies {
    ($ring:ident, $v:ident: $($k:literal ($($a:literal $b:literal),*))*) => {
        $( $( ($v[$a], $v[$b]) = $ring.butterfly::<$k>($v[$a], $v[$b]); )* )*
    };
}

macro_rules! exchange {
    ($v:ident: $($a:literal $b:literal),*) => { $( ($v[$a], $v[$b]) = ($v[$b], $v[$a]); )* };
}

/// Computes the transform of `R` values, 1, 2, 4, 8 or 16, in natural order on both sides.
#[inline(always)]
pub(crate) fn dft<const L: usize, const R: usize, P: Packed<L>>(ring: P, v: [P::Vec; R]) -> [P::Vec; R] {
    debug_assert!(matches!(R, 1 | 2 | 4 | 8 | 16));
    let mut v = v;
    match R {
        2 => {
            butterflies!(ring, v: 0 (0 1));
        }
        4 => {
            butterflies!(ring, v: 0 (0 2, 1 3));
            butterflies!(ring, v: 0 (0 1) 4 (2 3));
            exchange!(v: 1 2);
        }
        8 => {
            butterflies!(ring, v: 0 (0 4, 1 5, 2 6, 3 7));
            butterflies!(ring, v: 0 (0 2, 1 3) 4 (4 6, 5 7));
            butterflies!(ring, v: 0 (0 1) 4 (2 3) 2 (4 5) 6 (6 7));
            exchange!(v: 1 4, 3 6);
        }
        16 => {
            butterflies!(ring, v: 0 (0 8, 4 12, 2 10, 6 14, 1 9, 5 13, 3 11, 7 15));
            butterflies!(ring, v: 0 (0 4, 2 6, 1 5, 3 7) 4 (8 12, 10 14, 9 13, 11 15));
            butterflies!(ring, v: 0 (0 2, 1 3) 4 (4 6, 5 7) 2 (8 10, 9 11) 6 (12 14, 13 15));
            butterflies!(ring, v: 0 (0 1) 4 (2 3) 2 (4 5) 6 (6 7) 1 (8 9) 5 (10 11) 3 (12 13) 7 (14 15));
            exchange!(v: 1 8, 2 4, 3 12, 5 10, 7 14, 11 13);
        }
        _ => {}
    }
    v
}
