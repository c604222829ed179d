//! Products of matrices of residues at eight points at once: the values of matrices of polynomials.
//!
//! # Idea
//! A tile of the product has [`ROWS`] rows and [`COLUMNS`] columns, whose sums stay in registers over all terms and are
//! reduced once. Factors are stored in panels, so that a tile reads both contiguously:
//!
//! | list | order of words |
//! |---|---|
//! | left | panel of rows, term, row, point |
//! | right | panel of columns, term, column, point |
//! | out | panel of rows, panel of columns, row, column, point |
//!
//! # Equals
//! The product of matrices by its definition, at each point.

use super::lanes::SumLanes;
/// The most terms of a call.
pub(crate) const TERMS: usize = super::lanes::TERMS;
use crate::kernel::packed::Token;

/// Rows of a tile.
pub(crate) const ROWS: usize = 4;
/// Columns of a tile.
pub(crate) const COLUMNS: usize = 2;
/// Points of a word each.
pub(crate) const POINTS: usize = 8;

const LEFT: usize = ROWS * POINTS;
const RIGHT: usize = COLUMNS * POINTS;
const TILE: usize = ROWS * COLUMNS * POINTS;

/// Computes `out <- out + left right` over the radix, in panels of `terms` terms.
#[inline(always)]
pub(super) fn multiply<const L: usize, P: SumLanes<L>>(
    lanes: P,
    terms: usize,
    left: &[u64],
    right: &[u64],
    out: &mut [u64],
) {
    let (left, right) = (left.as_chunks::<LEFT>().0, right.as_chunks::<RIGHT>().0);
    let mut tiles = out.as_chunks_mut::<TILE>().0.iter_mut();
    lanes.token().run(
        #[inline(always)]
        || {
            for left in left.chunks_exact(terms) {
                for right in right.chunks_exact(terms) {
                    let Some(out) = tiles.next() else { return };
                    tile(lanes, left, right, out);
                }
            }
        },
    );
}

/// Computes one tile.
#[inline(always)]
fn tile<const L: usize, P: SumLanes<L>>(lanes: P, left: &[[u64; LEFT]], right: &[[u64; RIGHT]], out: &mut [u64; TILE]) {
    let vectors = POINTS / L;
    let out = out.as_chunks_mut::<L>().0;
    let mut t = 0;
    while t < vectors {
        let mut sums = [[lanes.no_products(); COLUMNS]; ROWS];
        for term in 0..left.len().min(right.len()) {
            let (a, b) = (left[term].as_chunks::<L>().0, right[term].as_chunks::<L>().0);
            let mut column = [lanes.load_own(&b[t]); COLUMNS];
            let mut j = 1;
            while j < COLUMNS {
                column[j] = lanes.load_own(&b[j * vectors + t]);
                j += 1;
            }
            let mut i = 0;
            while i < ROWS {
                let row = lanes.load_own(&a[i * vectors + t]);
                let mut j = 0;
                while j < COLUMNS {
                    sums[i][j] = lanes.add_product(sums[i][j], row, column[j]);
                    j += 1;
                }
                i += 1;
            }
        }
        let mut k = 0;
        while k < ROWS * COLUMNS {
            let out = &mut out[k * vectors + t];
            let sum = lanes.reduced(sums[k / COLUMNS][k % COLUMNS]);
            lanes.store_own(out, lanes.value_sum(lanes.load_own(out), sum));
            k += 1;
        }
        t += 1;
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::{
        super::{WordRows, rows},
        *,
    };
    use crate::{
        algebra::{Module, Ring},
        conv::word::{PRIMES, SHORT_PRIMES},
        rings::Modular,
    };
    use alloc::{vec, vec::Vec};

    /// Returns the residue, as a word, that a value is.
    pub(crate) fn residue(ring: &Modular, rows: &dyn WordRows, value: u64) -> u64 {
        if rows.value(1) == 1 {
            return ring.element(value);
        }
        let double = f64::from_bits(value);
        assert!(double.abs() <= 4.0 * ring.modulus() as f64 && double == double.trunc());
        (double as i64).rem_euclid(ring.modulus() as i64) as u64
    }

    /// Checks that no sum leaves its words, for values as great as a kernel leaves them and as many terms as fit.
    #[inline]
    pub(crate) fn sums_of_products_equal_the_definition() {
        for (ring, lanes) in [(SHORT_PRIMES[0], 8), (SHORT_PRIMES[1], 4), (SHORT_PRIMES[2], 1), (PRIMES[0], 1)] {
            let rows = rows(&ring, 1, lanes);
            let product = |a: u64, b: u64| {
                let mut product = ring.element(a);
                ring.mul_assign(&mut product, &ring.element(b));
                product
            };
            for (terms, panels) in [(1, [1, 1]), (2, [2, 3]), (127, [1, 2]), (TERMS, [1, 1])] {
                for extreme in [true, false] {
                    let most = if rows.own() { 4 * ring.modulus() } else { ring.modulus() };
                    let values = |count: usize, seed: u64| -> Vec<u64> {
                        let word = |i: usize| (i as u64 + seed).wrapping_pow(29) % (most + 1);
                        (0..count).map(|i| if extreme { most - i as u64 % 2 } else { word(i) }).collect()
                    };
                    let (left, right) = (values(panels[0] * terms * LEFT, 1), values(panels[1] * terms * RIGHT, 2));
                    let start: Vec<u64> =
                        (0..panels[0] * panels[1] * TILE).map(|i| ring.element(!(i as u64))).collect();
                    let in_rows = |list: &[u64]| list.iter().map(|word| rows.value(*word)).collect::<Vec<_>>();
                    let mut out = in_rows(&start);
                    rows.multiply_matrices(terms, &in_rows(&left), &in_rows(&right), &mut out);
                    for (at, out) in out.iter().map(|value| residue(&ring, &*rows, *value)).enumerate() {
                        let (tile, point) = (at / TILE, at % POINTS);
                        let (i, j) = (at % TILE / (COLUMNS * POINTS), at / POINTS % COLUMNS);
                        let (panel, other) = (tile / panels[1], tile % panels[1]);
                        let mut sum = product(start[at], rows.radix());
                        for t in 0..terms {
                            let a = left[(panel * terms + t) * LEFT + i * POINTS + point];
                            let b = right[(other * terms + t) * RIGHT + j * POINTS + point];
                            ring.add_assign(&mut sum, &product(a, b));
                        }
                        assert_eq!(product(out, rows.radix()), sum, "{terms} terms, {panels:?}, {at}");
                    }
                }
            }
            let (mut sum, minus) = (vec![rows.value(1); 64], [rows.value(ring.modulus() - 1); 64]);
            rows.multiply_add(&mut sum, &minus, &minus);
            let one = |x: &u64| product(residue(&ring, &*rows, *x), rows.radix()) == ring.element(rows.radix() + 1);
            assert!(sum.iter().all(one));
        }
    }
}
