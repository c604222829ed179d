//! The twiddles and the scratch of a recipe, known before anything is built.

use super::{Algorithm, Convolution, Recipe};
use crate::conv::karatsuba_shape;

impl Recipe {
    /// Returns the number of twiddles its tables hold; `None` where that overflows.
    #[must_use]
    pub fn twiddle_count(&self) -> Option<usize> {
        match self {
            Recipe::Plain { algorithm, len } => match algorithm {
                Algorithm::Classical | Algorithm::Twisted => Some(len / 2),
                Algorithm::Radix4 => len.checked_add(len / 2),
                Algorithm::Radix8 => (len / 4).checked_mul(7),
                Algorithm::TwistedRadix4 | Algorithm::TwistedRadix8 | Algorithm::Circle => len.checked_mul(2),
                Algorithm::Radix3 | Algorithm::TwistedRadix3 => (len / 3).checked_mul(2)?.checked_add(1),
                Algorithm::TwistedRadix3Complex => (len / 3).checked_mul(4)?.checked_add(1),
                Algorithm::Truncated => Some(len.checked_next_power_of_two()? / 2),
                // A table for each level, and the coefficients or weights of each level's polynomial.
                additive if additive.is_additive() => len.checked_next_power_of_two()?.checked_mul(4)?.checked_add(128),
                // Tables for a few levels, each shorter than the one before.
                _ => len.checked_add(8),
            },
            Recipe::Stockham { radices, .. } => pass_twiddles(radices.iter()),
            Recipe::MixedRadix { radices, .. } => pass_twiddles(radices.iter().rev()),
            Recipe::GoodThomas { columns, rows } => columns.twiddle_count()?.checked_add(rows.twiddle_count()?),
            Recipe::FourStep { columns, rows } | Recipe::SixStep { columns, rows } => columns
                .twiddle_count()?
                .checked_add(rows.twiddle_count()?)?
                .checked_add(columns.len().checked_mul(rows.len())?),
            Recipe::Rader { len, convolution } => convolution.twiddle_count(*len),
            Recipe::Bluestein { len, convolution, .. } => convolution.twiddle_count(*len)?.checked_add(*len),
            Recipe::Packed { shape } => shape.table_len(),
            Recipe::Kernel { .. } => Some(0),
            Recipe::FromNovel { inner } | Recipe::Columns { inner, .. } | Recipe::Reorder { inner, .. } => {
                inner.twiddle_count()
            }
        }
    }

    /// Returns the number of elements of scratch it needs on this many threads; `None` where that overflows.
    #[must_use]
    pub fn scratch_len(&self, threads: usize) -> Option<usize> {
        match self {
            Recipe::Plain { algorithm, len } => match algorithm {
                Algorithm::Naive | Algorithm::DepthFirst | Algorithm::Circle => Some(*len),
                Algorithm::Tangent => Some(2),
                Algorithm::AdditiveNaive => Some(*len),
                Algorithm::AdditiveTruncated if !len.is_power_of_two() => {
                    len.checked_next_power_of_two()?.checked_mul(2)
                }
                Algorithm::Truncated if !len.is_power_of_two() => len.checked_next_power_of_two(),
                _ => Some(0),
            },
            Recipe::Stockham { len, .. } => Some(*len),
            Recipe::MixedRadix { len, radices } => len.checked_add(radices.iter().copied().max().unwrap_or(0)),
            Recipe::FourStep { columns, rows } => {
                let inner = columns.scratch_len(1)?.max(rows.scratch_len(1)?);
                if super::parts::blocked(columns, rows) {
                    return crate::kernel::four_step_scratch(columns.len(), rows.len(), inner, threads);
                }
                let column = columns.len().checked_add(inner)?;
                Some(columns.len().checked_mul(rows.len())?.max(column))
            }
            Recipe::GoodThomas { columns, rows } | Recipe::SixStep { columns, rows } => {
                let inner = columns.scratch_len(1)?.max(rows.scratch_len(1)?);
                columns.len().checked_mul(rows.len())?.checked_add(inner)
            }
            Recipe::Rader { len, convolution } => len.checked_add(convolution.scratch_len(*len)?),
            Recipe::Bluestein { len, convolution, .. } => convolution.scratch_len(*len),
            Recipe::Packed { shape } => shape.scratch_len(threads),
            Recipe::Kernel { .. } => Some(0),
            Recipe::FromNovel { inner } | Recipe::Columns { inner, .. } | Recipe::Reorder { inner, .. } => {
                inner.scratch_len(threads)
            }
        }
    }
}

/// Returns the number of twiddles between passes of these radices, `(N - 1)(r - 1)` each, and of the constants inside them.
fn pass_twiddles<'a>(radices: impl Iterator<Item = &'a usize>) -> Option<usize> {
    let mut done = 1usize;
    let mut count = 4usize;
    for &radix in radices {
        let others = radix.checked_sub(1)?;
        let inside = if radix <= 4 || radix == 8 { 1 } else { others.checked_mul(2)? };
        count = count.checked_add(done.saturating_sub(1).checked_mul(others)?)?.checked_add(inside)?;
        done = done.checked_mul(radix)?;
    }
    Some(count)
}

impl Convolution {
    /// Returns the number of twiddles its tables hold inside a transform of `n` points; `None` where that overflows.
    fn twiddle_count(&self, n: usize) -> Option<usize> {
        match self {
            Convolution::Transform(recipe) => recipe.twiddle_count()?.checked_add(recipe.len()),
            Convolution::Karatsuba { .. } => {
                let (leaf, depth) = karatsuba_shape(n);
                3usize.checked_pow(depth)?.checked_mul(leaf.checked_mul(2)?)
            }
            Convolution::Ring { len } => len.checked_mul(2),
        }
    }

    /// Returns the number of elements of scratch it needs inside a transform of `n` points; `None` where that overflows.
    fn scratch_len(&self, n: usize) -> Option<usize> {
        match self {
            Convolution::Transform(recipe) => recipe.len().checked_add(recipe.scratch_len(1)?),
            // A matrix filled up with zeros by at most half, twice.
            Convolution::Karatsuba { .. } => n.checked_mul(3)?.checked_add(4),
            Convolution::Ring { .. } => n.checked_mul(2)?.checked_next_power_of_two(),
        }
    }
}
