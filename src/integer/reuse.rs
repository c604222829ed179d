//! Products in the caller's scratch.

use super::{
    Engine, Multiplier, OUTPUT, product_len,
    transform::{self, Factors, Form},
    transforms_pay,
};
use crate::{Error, Result};

impl Multiplier {
    /// Returns the limbs of scratch that [`multiply_with_scratch`](Self::multiply_with_scratch) needs for factors of
    /// `a_len` and `b_len` limbs.
    ///
    /// It is zero if the product uses no transforms. Scratch for two factors is enough for the square of either.
    ///
    /// # Errors
    /// [`Error::Length`] above 2^40 limbs; [`Error::Memory`] if the scratch has more bytes than addresses.
    pub fn scratch_len(&self, a_len: usize, b_len: usize) -> Result<usize> {
        product_len(a_len, b_len)?;
        let limbs = [a_len.min(b_len), a_len.max(b_len)];
        Ok(if self.through_primes(limbs, false)? { Form::new(limbs, false)?.scratch } else { 0 })
    }

    /// Computes `out <- a b` in scratch of the caller's, of any values, which is left with any values.
    ///
    /// Through transforms, nothing is allocated that grows with the factors, except tables of the first product of a length. Those up to
    /// `2^20` elements stay for later products; longer ones are made anew. Shorter products, by Karatsuba's method, allocate up to four
    /// limbs to a limb of the shorter factor.
    ///
    /// ```
    /// use ringfft::integer::{self, Multiplier};
    ///
    /// let multiplier = Multiplier::default();
    /// let (a, b) = (vec![u64::MAX; 1000], vec![3; 900]);
    /// let mut scratch = vec![0; multiplier.scratch_len(1000, 900)?];
    /// let mut out = vec![0; 1900];
    /// for _ in 0..3 {
    ///     multiplier.multiply_with_scratch(&a, &b, &mut out, &mut scratch)?;
    /// }
    /// assert_eq!(out, integer::multiply(&a, &b)?);
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `out` has `a.len() + b.len()` limbs and the scratch at least
    /// [`scratch_len`](Self::scratch_len); otherwise as [`multiply`](Self::multiply).
    pub fn multiply_with_scratch(&self, a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64]) -> Result<()> {
        Error::check_len(OUTPUT, product_len(a.len(), b.len())?, out.len())?;
        let needed = self.scratch_len(a.len(), b.len())?;
        if scratch.len() < needed {
            let what = "scratch of a product of integers";
            return Err(Error::SliceLength { what, expected: needed, found: scratch.len(), at_least: true });
        }
        let limbs = [a.len().min(b.len()), a.len().max(b.len())];
        let square = core::ptr::eq(a, b);
        // The scratch is that of two factors, so they decide.
        if limbs[0] == 0 || !self.through_primes(limbs, false)? {
            return self.multiply_into(a, b, out);
        }
        let factors = if square { Factors::Square(a) } else { Factors::Two(a, b) };
        transform::product_in(Form::of(&factors)?, &factors, out, scratch, self.threads.resolve())
    }

    /// Returns whether a product of this many limbs, the shorter factor first, goes through transforms modulo primes.
    pub(super) fn through_primes(&self, limbs: [usize; 2], square: bool) -> Result<bool> {
        Ok(match self.engine {
            Engine::Primes => limbs[0] > 0,
            Engine::Auto => transforms_pay(limbs, square)?,
            _ => false,
        })
    }
}
