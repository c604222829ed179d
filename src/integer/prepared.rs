//! Factors whose transforms are kept for many products.

use super::{
    Multiplier, OUTPUT, WHAT, copied, product_len,
    transform::{Transformed, length},
    transforms_pay, trimmed, without_leading_zeros,
};
use crate::{Error, Result, conv::buffer};
use alloc::vec::Vec;
use core::fmt;

/// A factor of many products, transformed once: a product with another factor of the length that was named takes two thirds of the
/// transforms.
///
/// ```
/// use ringfft::integer::{self, Multiplier};
///
/// let a = vec![u64::MAX; 1000];
/// let factor = Multiplier::default().prepare(&a, 1000)?;
/// for b in [vec![3; 1000], vec![7; 20], vec![u64::MAX; 5000]] {
///     assert_eq!(factor.multiply(&b)?, integer::multiply(&a, &b)?);
/// }
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Prepared {
    multiplier: Multiplier,
    factor: Vec<u64>,
    /// `None` if products are faster without transforms.
    transformed: Option<Transformed>,
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limbs = self.factor.len();
        f.debug_struct("Prepared").field("multiplier", &self.multiplier).field("limbs", &limbs).finish_non_exhaustive()
    }
}

impl Multiplier {
    /// Prepares a factor for products with others of about `other` limbs. Longer ones are multiplied in slices.
    ///
    /// Memory: three or four words to a limb of the product, while the factor lives.
    ///
    /// # Errors
    /// [`Error::Memory`]; [`Error::Length`] above 2^40 limbs.
    pub fn prepare(&self, factor: &[u64], other: usize) -> Result<Prepared> {
        let factor = trimmed(factor);
        let transformed =
            if factor.is_empty() || !transforms_pay([factor.len().min(other), factor.len().max(other)], false)? {
                None
            } else {
                let len = length(factor.len(), product_len(factor.len(), other)?)?;
                Some(Transformed::new(factor, len, self.threads.resolve())?)
            };
        Ok(Prepared { multiplier: *self, factor: copied(WHAT, factor, factor.len())?, transformed })
    }
}

impl Prepared {
    /// Returns the limbs of the factor, without leading zeros.
    pub fn factor(&self) -> &[u64] {
        &self.factor
    }

    /// Computes the product with `other`.
    ///
    /// # Errors
    /// As [`Multiplier::multiply`].
    pub fn multiply(&self, other: &[u64]) -> Result<Vec<u64>> {
        let other = trimmed(other);
        let mut out = buffer(WHAT, product_len(self.factor.len(), other.len())?, &0)?;
        self.multiply_into(other, &mut out)?;
        Ok(without_leading_zeros(out))
    }

    /// Computes `out <- factor other`.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `out` has `factor().len() + other.len()` limbs; otherwise as [`multiply`](Self::multiply).
    pub fn multiply_into(&self, other: &[u64], out: &mut [u64]) -> Result<()> {
        Error::check_len(OUTPUT, product_len(self.factor.len(), other.len())?, out.len())?;
        let limbs = trimmed(other);
        match &self.transformed {
            // A factor that is short beside the transforms is better off with its own.
            Some(transformed) if 2 * (self.factor.len() + limbs.len()) > transformed.len() => {
                let (product, zeros) = out.split_at_mut(self.factor.len() + limbs.len());
                zeros.fill(0);
                transformed.multiply(limbs, product, self.multiplier.threads.resolve())
            }
            _ => self.multiplier.multiply_into(&self.factor, other, out),
        }
    }
}
