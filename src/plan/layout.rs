//! The layout of the transforms of a batch in one slice.

use crate::{Error, Result, arith, order::transpose};
use alloc::format;

/// The layout of the transforms of a batch in one slice.
///
/// ```
/// use ringfft::{plan::{Layout, Plan}, rings::{Goldilocks, native}};
///
/// let plan = Plan::builder(native::<Goldilocks>(), 2).batch(3, Layout::Columns).build()?;
/// // Two rows of three columns.
/// let mut x = [1, 2, 3, 10, 20, 30].map(Goldilocks::new);
/// plan.forward(&mut x)?;
/// assert_eq!(x[..3], [11, 22, 33].map(Goldilocks::new));
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Layout {
    /// One transform after another: element `j` of transform `b` at `b * len + j`.
    #[default]
    Rows,
    /// Interleaved: element `j` of transform `b` at `j * batch + b`, so that the transforms are the columns of a
    /// row-major matrix. Complex numbers in natural order without a coset, residues in words of 32 bits and Goldilocks are
    /// transformed in place, from a few columns on. Otherwise the matrix is transposed into the scratch and back.
    Columns,
    /// Element `j` of transform `b` at `j * stride + b * distance`: no two elements at one place. Elements between them are
    /// left unchanged.
    Strided {
        /// From an element of a transform to the next.
        stride: usize,
        /// From a transform to the next.
        distance: usize,
    },
}

impl Layout {
    /// Returns the number of elements that a slice of `batch` transforms of `len` elements spans; `None` where it overflows.
    #[must_use]
    pub fn span(self, len: usize, batch: usize) -> Option<usize> {
        let Layout::Strided { stride, distance } = self else { return len.checked_mul(batch) };
        let last = |count: usize, step: usize| count.saturating_sub(1).checked_mul(step);
        last(len, stride)?.checked_add(last(batch, distance)?)?.checked_add(1)
    }

    /// Rejects strides that put two elements at one index.
    pub(super) fn check(self, len: usize, batch: usize) -> Result<()> {
        let Layout::Strided { stride, distance } = self else { return Ok(()) };
        // Two elements coincide if a multiple of the stride, below `len`, is one of the distance, below `batch`.
        let apart = match (stride, distance) {
            _ if len == 1 => batch == 1 || distance > 0,
            _ if batch == 1 => stride > 0,
            (0, _) | (_, 0) => false,
            _ => {
                let common = arith::gcd(stride as u64, distance as u64) as usize;
                distance / common >= len || stride / common >= batch
            }
        };
        if apart {
            return Ok(());
        }
        Err(Error::Unsupported {
            what: format!(
                "stride {stride} and distance {distance} put two of the elements of {batch} transforms of length {len} at \
                 one place: take a distance of at least {} with this stride, or a stride of at least {} with this distance",
                len.saturating_sub(1).saturating_mul(stride).saturating_add(1),
                batch.saturating_sub(1).saturating_mul(distance).saturating_add(1),
            ),
        })
    }

    /// Returns whether the transforms, and the elements of each, lie one after another.
    pub(crate) fn is_rows(self, len: usize, batch: usize) -> bool {
        match self {
            Layout::Rows => true,
            Layout::Columns => batch == 1,
            Layout::Strided { stride, distance } => {
                (stride == 1 || len == 1) && (distance == len || batch == 1) && (len > 1 || batch == 1 || distance == 1)
            }
        }
    }

    /// Copies the transforms to `rows`, one after another.
    pub(super) fn gather<E: Clone>(self, values: &[E], rows: &mut [E], len: usize, batch: usize) {
        match self {
            Layout::Rows => rows.clone_from_slice(values),
            Layout::Columns => transpose(values, rows, len, batch),
            Layout::Strided { stride, distance } => {
                for (b, row) in rows.chunks_exact_mut(len).enumerate() {
                    let from = values[b * distance..].iter().step_by(stride.max(1));
                    row.iter_mut().zip(from).for_each(|(to, from)| to.clone_from(from));
                }
            }
        }
    }

    /// Copies `rows` back to the places of the transforms.
    pub(super) fn scatter<E: Clone>(self, rows: &[E], values: &mut [E], len: usize, batch: usize) {
        match self {
            Layout::Rows => values.clone_from_slice(rows),
            Layout::Columns => transpose(rows, values, batch, len),
            Layout::Strided { stride, distance } => {
                for (b, row) in rows.chunks_exact(len).enumerate() {
                    let to = values[b * distance..].iter_mut().step_by(stride.max(1));
                    to.zip(row).for_each(|(to, from)| to.clone_from(from));
                }
            }
        }
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use alloc::{collections::BTreeSet, vec, vec::Vec};

    #[inline]
    pub(crate) fn elements_meet_exactly_where_refused() {
        for stride in 0..9 {
            for distance in 0..9 {
                for (len, batch) in [(1, 1), (1, 3), (4, 1), (2, 2), (3, 4), (5, 2)] {
                    let layout = Layout::Strided { stride, distance };
                    let places: Vec<usize> = (0..len * batch).map(|i| i % len * stride + i / len * distance).collect();
                    let apart = places.iter().collect::<BTreeSet<_>>().len() == places.len();
                    assert_eq!(layout.check(len, batch).is_ok(), apart, "{layout:?} {len} {batch}");
                    assert_eq!(layout.span(len, batch), places.iter().max().map(|last| last + 1));
                    let rows = places.iter().enumerate().all(|(i, &place)| i == place);
                    assert!(!apart || layout.is_rows(len, batch) == rows, "{layout:?} {len} {batch}");
                    if apart {
                        let values: Vec<usize> = (100..100 + layout.span(len, batch).unwrap()).collect();
                        let mut gathered = vec![0; places.len()];
                        layout.gather(&values, &mut gathered, len, batch);
                        assert!(gathered.iter().zip(&places).all(|(x, place)| *x == 100 + place));
                        let mut back = vec![0; values.len()];
                        layout.scatter(&gathered, &mut back, len, batch);
                        assert!(places.iter().all(|&place| back[place] == values[place]));
                    }
                }
            }
        }
        assert_eq!(Layout::Strided { stride: usize::MAX, distance: 1 }.span(3, 1), None);
    }
}
