//! The conversion of 16 rows by 32 additions, and of rows of a few bytes.
//!
//! # Equals
//! [`Conversion`](crate::additive::Conversion) of 16 coefficients over a Cantor basis, bit for bit.

/// The additions `v_to += v_from` that convert 16 rows, in their order.
#[rustfmt::skip]
static STEPS: [(u8, u8); 32] = [
    (9, 15), (8, 14), (7, 13), (6, 12), (5, 11), (4, 10), (3, 9), (2, 8),
    (12, 15), (11, 14), (10, 13), (9, 12), (4, 7), (3, 6), (2, 5), (1, 4),
    (8, 12), (9, 13), (10, 14), (11, 15), (4, 8), (5, 9), (6, 10), (7, 11),
    (2, 3), (1, 2), (6, 7), (5, 6), (10, 11), (9, 10), (14, 15), (13, 14),
];

/// Computes 8 of the steps among the first `R` rows, from `AT` on, or their inverse.
#[inline(always)]
fn steps<const R: usize, const AT: usize, const INVERSE: bool, V: Copy>(v: &mut [V; R], add: &impl Fn(V, V) -> V) {
    let mut i = 0;
    while i < 8 {
        let (to, from) = STEPS[if INVERSE { AT + 7 - i } else { AT + i }];
        let (to, from) = (to as usize, from as usize);
        // `to` is below `from`.
        if to < R && from < R {
            v[to] = add(v[to], v[from]);
        }
        i += 1;
    }
}

/// Computes all steps, in loops that are short enough to be unrolled where a vector takes two registers.
#[inline(always)]
pub(super) fn sixteen<const R: usize, const INVERSE: bool, V: Copy>(v: &mut [V; R], add: impl Fn(V, V) -> V) {
    if INVERSE {
        steps::<R, 24, true, V>(v, &add);
        steps::<R, 16, true, V>(v, &add);
        steps::<R, 8, true, V>(v, &add);
        steps::<R, 0, true, V>(v, &add);
    } else {
        steps::<R, 0, false, V>(v, &add);
        steps::<R, 8, false, V>(v, &add);
        steps::<R, 16, false, V>(v, &add);
        steps::<R, 24, false, V>(v, &add);
    }
}

/// Converts up to 16 rows of `W` words of `E` bytes, column by column.
#[allow(clippy::needless_range_loop, reason = "a column is an index into every row")]
pub(super) fn narrow<const E: usize, const W: usize>(p: &mut [u8], inverse: bool) {
    let rows = p.as_chunks_mut::<E>().0.as_chunks_mut::<W>().0;
    if let Some(rows) = rows.first_chunk_mut::<16>() {
        // All indices are in range at compile time.
        for column in 0..W {
            let mut x = [0; 16];
            for i in 0..16 {
                x[i] = word(rows[i][column]);
            }
            sixteen_words(&mut x, inverse);
            for i in 0..16 {
                rows[i][column] = bytes(x[i]);
            }
        }
        return;
    }
    for column in 0..W {
        let mut x = [0; 16];
        for i in 0..rows.len().min(16) {
            x[i] = word(rows[i][column]);
        }
        sixteen_words(&mut x, inverse);
        for i in 0..rows.len().min(16) {
            rows[i][column] = bytes(x[i]);
        }
    }
}

#[inline(always)]
fn sixteen_words(x: &mut [u64; 16], inverse: bool) {
    if inverse {
        sixteen::<16, true, _>(x, |x, y| x ^ y);
    } else {
        sixteen::<16, false, _>(x, |x, y| x ^ y);
    }
}

/// Returns `E` bytes, at most 8, as a word.
#[inline(always)]
fn word<const E: usize>(bytes: [u8; E]) -> u64 {
    let mut word = [0; 8];
    if let Some(low) = word.first_chunk_mut() {
        *low = bytes;
    }
    u64::from_le_bytes(word)
}

/// Returns the first `E` bytes of a word, at most 8.
#[inline(always)]
fn bytes<const E: usize>(word: u64) -> [u8; E] {
    word.to_le_bytes().first_chunk().map_or([0; E], |low| *low)
}
