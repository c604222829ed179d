//! Products of matrices of polynomials modulo one word prime: every entry is transformed once.
//!
//! Notation: `r`, `k`, `c` the rows and columns of the factors, `r` by `k` and `k` by `c`; `n` the length of the transform.
//!
//! # Idea
//! A transform is linear, so the values of an entry of the product are sums of products of values. That takes
//! `r k + k c` transforms, a product of matrices of residues at each of `n` points, and `r c` inverse transforms.
//!
//! Lists of values begin an odd number of cache lines apart, so that the lines of one point fall on all sets of a cache. A block of points
//! is copied to the panels of [`sums`](crate::kernel::ntt::rows::sums), where negative entries change their sign.
//!
//! # Cost
//! `r k + k c + r c` transforms and `n r k c` products, of which up to 128 are summed before a reduction. Words: [`scratch_len`].
//!
//! # Source
//! \[Harvey-van der Hoeven-Lecerf 2016\], \[Bini-Pan 1994\]: a product of matrices over a ring of values. `papers/matrix_product.md`.

use super::{WordTransform, lanes, transform_len};
use crate::{
    Error, Result,
    conv::buffer,
    kernel::ntt::rows::{
        WordRows,
        sums::{self, COLUMNS, POINTS, ROWS},
    },
    threads::{Every, share, try_each},
};
use alloc::vec::Vec;
use core::ops::Range;

/// A polynomial with words as coefficients, or its negative.
#[derive(Clone, Copy)]
pub(crate) struct Entry<'a> {
    pub(crate) words: &'a [u64],
    pub(crate) negative: bool,
}

/// Rows of the left factor, its columns, which are rows of the right factor, and columns of that: each at least 1.
pub(crate) type Shape = [usize; 3];

const WHAT: &str = "the values of a product of matrices";

/// Terms that are summed before a reduction: a panel of rows fits the nearest cache.
const TERMS: usize = 128;

const _: () = assert!(TERMS <= sums::TERMS);

/// Points that are copied at once, in vectors: as many lines as the processor fetches ahead.
const VECTORS: usize = 4;

/// Returns the distance between lists of `len` values: an odd number of cache lines.
pub(crate) fn stride(len: usize) -> usize {
    len.div_ceil(POINTS) / 2 * (2 * POINTS) + POINTS
}

/// Returns the length of transforms for products of `count` coefficients. It is long enough for vectors, if the machine
/// has any.
pub(crate) fn length(count: usize) -> Result<usize> {
    const IN_VECTORS: usize = 64;
    Ok(transform_len(count)?.max(if lanes()? == POINTS { IN_VECTORS } else { 1 }))
}

/// Returns the words of the values of both factors, and of the panels of each thread.
pub(crate) fn scratch_len(shape: Shape, len: usize, threads: usize) -> Result<usize> {
    let [rows, inner, columns] = shape;
    let values = || rows.checked_add(columns)?.checked_mul(inner)?.checked_mul(stride(len))?.checked_add(2 * POINTS);
    let words = || values()?.checked_add(panels_len(band(rows, threads), inner, columns)?.checked_mul(threads.max(1))?);
    words().ok_or(Error::Memory { what: WHAT, needed: u128::MAX, limit: None })
}

/// Returns the rows of a thread: whole panels.
fn band(rows: usize, threads: usize) -> usize {
    rows.div_ceil(threads.max(1)).div_ceil(ROWS) * ROWS
}

/// Returns the words of the panels of this many rows.
fn panels_len(rows: usize, inner: usize, columns: usize) -> Option<usize> {
    let columns = columns.checked_next_multiple_of(COLUMNS)?;
    let terms = inner.min(TERMS);
    let entries = rows.checked_add(columns)?.checked_mul(terms)?.checked_add(rows.checked_mul(columns)?)?;
    entries.checked_mul(VECTORS * POINTS)
}

/// Returns `words` from a cache line's beginning on, less than a line later.
fn aligned(words: &mut [u64]) -> &mut [u64] {
    let at = words.as_ptr().align_offset(64).min(POINTS - 1);
    &mut words[at..]
}

impl WordTransform {
    /// Computes the coefficients of the entries of `left right`, canonical, each with `offset`, below the prime, added to every
    /// coefficient.
    ///
    /// The lists of `out`, as `values`, begin [`stride`] words apart; `values` has [`scratch_len`] words.
    pub(crate) fn multiply_matrices(
        &self,
        shape: Shape,
        [left, right]: [&[Entry<'_>]; 2],
        offset: u64,
        values: &mut [u64],
        out: &mut [u64],
        threads: usize,
    ) -> Result<()> {
        let (len, [rows, inner, columns]) = (self.len(), shape);
        let stride = stride(len);
        let (left_values, rest) = aligned(values).split_at_mut(rows * inner * stride);
        let (right_values, panels) = rest.split_at_mut(inner * columns * stride);
        self.values_of(left, left_values, threads);
        self.values_of(right, right_values, threads);
        let factors = [(left, &*left_values), (right, &*right_values)];
        let offset = self.values_of_constant(offset)?;
        let share_of = band(rows, threads);
        let panel = panels_len(share_of, inner, columns).unwrap_or(usize::MAX);
        let out = &mut out[..rows * columns * stride];
        let pieces = (
            0..rows.div_ceil(share_of),
            Every(&mut *out, share_of * columns * stride),
            Every(&mut panels[..rows.div_ceil(share_of) * panel], panel),
        );
        try_each(pieces, &|(numbers, Every(out, _), Every(panels, _))| {
            let from = numbers.start * share_of;
            let band = Band { rows: from..rows.min(from + share_of), inner, columns, stride, len };
            band.multiply(self.rows(), factors, &offset, panels, out);
            Ok(())
        })?;
        let lists = Every(out, stride);
        share(threads > 1, lists, 1, &|Every(lists, _): Every<&mut [u64]>| {
            for list in lists.chunks_exact_mut(stride) {
                self.inverse(&mut list[..len], 1);
            }
        });
        Ok(())
    }

    /// Computes the values of the absolute values of entries.
    fn values_of(&self, entries: &[Entry<'_>], values: &mut [u64], threads: usize) {
        let (len, stride) = (self.len(), stride(self.len()));
        let pieces = (Every(entries, 1), Every(&mut values[..entries.len() * stride], stride));
        share(threads > 1, pieces, 1, &|(Every(entries, _), Every(values, _)): (
            Every<&[Entry<'_>]>,
            Every<&mut [u64]>,
        )| {
            for (entry, list) in entries.iter().zip(values.chunks_exact_mut(stride)) {
                let (list, rest) = list.split_at_mut(len);
                rest.fill(0);
                match entry.words {
                    [] => list.fill(0),
                    words => self.values(words, list, 1),
                }
            }
        });
    }

    /// Returns the values, divided by the radix, of the polynomial whose coefficients are all `offset`: canonical, with
    /// zeros up to a stride.
    fn values_of_constant(&self, offset: u64) -> Result<Vec<u64>> {
        let len = self.len();
        let mut list = buffer(WHAT, stride(len), &0)?;
        if offset != 0 {
            let coefficients = buffer(WHAT, len, &offset)?;
            self.values(&coefficients, &mut list[..len], 1);
            let one = buffer(WHAT, len, &self.rows().value(1))?;
            self.rows().multiply(&mut list[..len], &one);
        }
        Ok(list)
    }

    /// Computes the coefficients of the sum of the products of pairs, canonical.
    pub(crate) fn inner_product(
        &self,
        pairs: &[[&[u64]; 2]],
        sum: &mut [u64],
        [x, y]: [&mut [u64]; 2],
        threads: usize,
    ) {
        sum.fill(0);
        for [a, b] in pairs {
            if a.is_empty() || b.is_empty() {
                continue;
            }
            self.values(a, x, threads);
            let right = if core::ptr::eq(*a, *b) {
                &*x
            } else {
                self.values(b, y, threads);
                &*y
            };
            self.rows().multiply_add(sum, x, right);
        }
        self.inverse(sum, threads);
    }
}

/// A factor's entries and their values.
type Factor<'a> = (&'a [Entry<'a>], &'a [u64]);

/// Some rows of a product.
struct Band {
    rows: Range<usize>,
    inner: usize,
    columns: usize,
    stride: usize,
    len: usize,
}

impl Band {
    /// Computes the values of these rows over the radix, with `offset` added.
    fn multiply(
        &self,
        arithmetic: &dyn WordRows,
        [left, right]: [Factor<'_>; 2],
        offset: &[u64],
        panels: &mut [u64],
        out: &mut [u64],
    ) {
        let (inner, columns, stride) = (self.inner, self.columns, self.stride);
        let [padded_rows, padded_columns] = [self.rows.len().next_multiple_of(ROWS), columns.next_multiple_of(COLUMNS)];
        let (lefts, rest) = panels.split_at_mut(VECTORS * POINTS * padded_rows * inner.min(TERMS));
        let (rights, outs) = rest.split_at_mut(VECTORS * POINTS * padded_columns * inner.min(TERMS));
        let out_step = padded_rows * padded_columns * POINTS;
        let vectors = self.len.div_ceil(POINTS);
        for first in (0..vectors).step_by(VECTORS) {
            let points = first * POINTS..vectors.min(first + VECTORS) * POINTS;
            let count = points.len() / POINTS;
            for (outs, offset) in outs.chunks_exact_mut(out_step).zip(offset[points.clone()].as_chunks::<POINTS>().0) {
                outs.as_chunks_mut::<POINTS>().0.fill(*offset);
            }
            for from in (0..inner).step_by(TERMS) {
                let terms = TERMS.min(inner - from);
                let (left_step, right_step) = (padded_rows * terms * POINTS, padded_columns * terms * POINTS);
                let list =
                    |(entries, values): Factor<'_>, number: Option<usize>, to: &mut [u64], step: usize| match number {
                        Some(number) => {
                            let negated = entries[number].negative.then_some(arithmetic);
                            spread(&values[number * stride..][points.clone()], negated, to, step);
                        }
                        None => (0..count).for_each(|v| to[v * step..][..POINTS].fill(0)),
                    };
                for i in 0..padded_rows {
                    for t in 0..terms {
                        let number = (i < self.rows.len()).then(|| (self.rows.start + i) * inner + from + t);
                        let at = (i / ROWS * terms + t) * ROWS + i % ROWS;
                        list(left, number, &mut lefts[at * POINTS..], left_step);
                    }
                }
                for t in 0..terms {
                    for j in 0..padded_columns {
                        let number = (j < columns).then(|| (from + t) * columns + j);
                        let at = (j / COLUMNS * terms + t) * COLUMNS + j % COLUMNS;
                        list(right, number, &mut rights[at * POINTS..], right_step);
                    }
                }
                for v in 0..count {
                    let (left, right) = (&lefts[v * left_step..][..left_step], &rights[v * right_step..][..right_step]);
                    arithmetic.multiply_matrices(terms, left, right, &mut outs[v * out_step..][..out_step]);
                }
            }
            for i in 0..self.rows.len() {
                for j in 0..columns {
                    let panel = i / ROWS * (padded_columns / COLUMNS) + j / COLUMNS;
                    let at = (panel * ROWS + i % ROWS) * COLUMNS + j % COLUMNS;
                    let list = out[(i * columns + j) * stride..][points.clone()].as_chunks_mut::<POINTS>().0;
                    for (v, list) in list.iter_mut().enumerate() {
                        list.copy_from_slice(&outs[v * out_step + at * POINTS..][..POINTS]);
                    }
                }
            }
        }
    }
}

/// Copies vectors of points to places `step` words apart, negated by the arithmetic if there is one.
fn spread(from: &[u64], negated: Option<&dyn WordRows>, to: &mut [u64], step: usize) {
    for (v, from) in from.as_chunks::<POINTS>().0.iter().enumerate() {
        let to = &mut to[v * step..][..POINTS];
        to.copy_from_slice(from);
        if let Some(arithmetic) = negated {
            arithmetic.negate(to);
        }
    }
}
