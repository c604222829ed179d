//! What a recipe needs, known before anything is built.

use super::{Algorithm, Convolution, Recipe};

impl Recipe {
    /// Number of twiddles its tables hold; `None` where that overflows.
    pub fn twiddle_count(&self) -> Option<usize> {
        match self {
            Recipe::Plain { algorithm, len } => match algorithm {
                Algorithm::Classical
                | Algorithm::Twisted
                | Algorithm::Radix4
                | Algorithm::TwistedRadix4
                | Algorithm::Radix8
                | Algorithm::TwistedRadix8
                | Algorithm::SplitRadix => Some(len / 2),
                Algorithm::Truncated => len.checked_next_power_of_two(),
                // n/2 - 1 for the first level of the depth-first form, half as many for each further one.
                _ => Some(*len),
            },
            Recipe::Stockham { radices, .. } | Recipe::MixedRadix { radices, .. } => {
                let mut done = 1usize;
                let mut count = 4usize;
                for &radix in radices {
                    count = count.checked_add(done.saturating_sub(1).checked_mul(radix.saturating_sub(1))?)?;
                    done = done.checked_mul(radix)?;
                }
                Some(count)
            }
            Recipe::GoodThomas { columns, rows } => columns.twiddle_count()?.checked_add(rows.twiddle_count()?),
            Recipe::FourStep { columns, rows } | Recipe::SixStep { columns, rows } => columns
                .twiddle_count()?
                .checked_add(rows.twiddle_count()?)?
                .checked_add(columns.len().checked_mul(rows.len())?),
            Recipe::Rader { convolution, .. } => convolution.twiddle_count(),
            Recipe::Bluestein { len, convolution, .. } => convolution.twiddle_count()?.checked_add(*len),
            Recipe::Reorder { inner, .. } => inner.twiddle_count(),
        }
    }

    /// Number of elements of scratch it needs on so many threads; `None` where that overflows.
    pub fn scratch_len(&self, threads: usize) -> Option<usize> {
        match self {
            Recipe::Plain { algorithm, len } => match algorithm {
                Algorithm::Naive | Algorithm::DepthFirst | Algorithm::Circle => Some(*len),
                Algorithm::Tangent => Some(2),
                Algorithm::Truncated if !len.is_power_of_two() => {
                    let order = len.checked_next_power_of_two()?;
                    order.checked_add(order / 2)
                }
                _ => Some(0),
            },
            Recipe::Stockham { len, .. } => Some(*len),
            Recipe::MixedRadix { len, radices } => len.checked_add(radices.iter().copied().max().unwrap_or(0)),
            Recipe::FourStep { columns, rows } => {
                let inner = columns.scratch_len(1)?.max(rows.scratch_len(1)?);
                if super::engine::blocked(columns, rows) {
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
            Recipe::Reorder { inner, .. } => inner.scratch_len(threads),
        }
    }
}

impl Convolution {
    /// Number of twiddles its tables hold; `None` where that overflows.
    pub fn twiddle_count(&self) -> Option<usize> {
        match self {
            Convolution::Transform(recipe) => recipe.twiddle_count()?.checked_add(recipe.len()),
            Convolution::Karatsuba { len } => len.checked_mul(3),
            Convolution::Ring { len } => Some(*len),
        }
    }

    /// Number of elements of scratch it needs inside a transform of `n` points; `None` where that overflows.
    fn scratch_len(&self, n: usize) -> Option<usize> {
        match self {
            Convolution::Transform(recipe) => recipe.len().checked_add(recipe.scratch_len(1)?),
            // A matrix filled up with zeros by at most half, twice.
            Convolution::Karatsuba { .. } => n.checked_mul(3)?.checked_add(4),
            Convolution::Ring { .. } => n.checked_mul(2)?.checked_next_power_of_two(),
        }
    }
}
