//! The low and the high limbs of a product, and products modulo `B^n - 1` of which all but `n` limbs are known.
//!
//! Notation: `B = 2^64`, `n` the wanted limbs.
//!
//! # Idea
//! Limbs of the factors that do not reach the wanted limbs are left out.
//!
//! Short products of `n` by `n` limbs are cut: with `k` about `0.7 n`, the low limbs are those of a product of `k` by
//! `k` limbs and of two low halves of `n - k`. The high ones are computed in the same way, where every cut loses less
//! than one unit of limb `n`. One more limb shows whether the dropped terms could carry; then, once in `2^42` products,
//! the whole is computed.
//!
//! Transforms compute a half no faster than the whole. A product whose limbs from `m` on are known, or that is known up
//! to an error below `B^m`, takes transforms of `m` limbs. Newton's iteration and remainders have such products.
//!
//! # Source
//! \[Mulders 2000\]; \[Brent-Zimmermann 2010\], sections 3.3.2 and 3.4.2.

use super::{
    Engine, Multiplier, WHAT, copied,
    limbs::{add_assign, trimmed},
    parted, product_len,
    transform::{self, Factors, cost, length},
    transforms_pay, without_leading_zeros,
};
use crate::{Result, conv::buffer};
use alloc::vec::Vec;

/// Halves of fewer limbs are computed with the whole product (measured).
const SHORT: usize = 96;

/// The units of the guard limb that cuts may lose. A half loses twice as much as its own halves, and two more. From
/// `2^40` limbs, the most, there are 20 levels, and both factors lose one unit more.
const LOST: u64 = 1 << 22;

impl Multiplier {
    /// Computes the low limbs of a product: `a b` modulo `2^(64 n)`, without leading zero limbs.
    ///
    /// Factors are cut to `n` limbs. Between about a hundred limbs and the lengths of transforms this saves up to a third of the product of
    /// `n` by `n` limbs. Below, and through transforms, it takes as long as that product.
    ///
    /// ```
    /// use ringfft::integer::Multiplier;
    ///
    /// assert_eq!(Multiplier::default().multiply_low(&[5, 7], &[u64::MAX, 3], 1)?, [u64::MAX - 4]);
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`multiply`](Self::multiply).
    pub fn multiply_low(&self, a: &[u64], b: &[u64], n: usize) -> Result<Vec<u64>> {
        let same = core::ptr::eq(a, b);
        let (a, b) = (trimmed(&a[..a.len().min(n)]), trimmed(&b[..b.len().min(n)]));
        let b = if same { a } else { b };
        if self.is_cut(a, b, n)? && 16 * a.len().min(b.len()) > 15 * n {
            let (mut out, mut scratch) = (buffer(WHAT, n, &0)?, buffer(WHAT, 2 * n, &0)?);
            let x = copied(WHAT, a, n)?;
            let y = if same { Vec::new() } else { copied(WHAT, b, n)? };
            self.low_half(&x, if same { &x } else { &y }, &mut out, &mut scratch)?;
            return Ok(without_leading_zeros(out));
        }
        let mut out = if same { self.square(a)? } else { self.multiply(a, b)? };
        out.truncate(n);
        Ok(without_leading_zeros(out))
    }

    /// Computes the high limbs of a product: `a b` over `2^(64 n)`, rounded down, without leading zero limbs.
    ///
    /// Factors are cut to one limb more than the result has. Between about a hundred limbs and the lengths of
    /// transforms this saves up to a third of the product of the factors that are left. Below, and through transforms,
    /// it takes as long as that product. The result is exact. Once in about `2^42` random products the dropped part
    /// might carry into it, and the whole product is computed.
    ///
    /// ```
    /// use ringfft::integer::Multiplier;
    ///
    /// assert_eq!(Multiplier::default().multiply_high(&[5, 7], &[u64::MAX, 3], 1)?, [12, 28]);
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`multiply`](Self::multiply).
    pub fn multiply_high(&self, a: &[u64], b: &[u64], n: usize) -> Result<Vec<u64>> {
        let same = core::ptr::eq(a, b);
        let (a, b) = (trimmed(a), trimmed(b));
        let total = product_len(a.len(), b.len())?;
        if n >= total || a.is_empty() || b.is_empty() {
            return Ok(Vec::new());
        }
        // The limbs of each factor that reach limb n - 1, the guard: with one place less than n, each loses less than B^(n - 1).
        let wanted = total - n;
        let m = wanted + 1;
        let (upper_a, upper_b) = (upper(a, m), upper(b, m));
        if self.is_cut(upper_a, upper_b, m)? && 2 * upper_a.len() > m && 2 * upper_b.len() > m {
            let x = lifted(upper_a, m)?;
            let y = if same { Vec::new() } else { lifted(upper_b, m)? };
            let mut out = buffer(WHAT, 2 * m, &0)?;
            let mut scratch = buffer(WHAT, 2 * m, &0)?;
            self.high_half(&x, if same { &x } else { &y }, &mut out, &mut scratch)?;
            if out[m] < u64::MAX - LOST {
                out.drain(..m + 1);
                return Ok(without_leading_zeros(out));
            }
        } else if upper_a.len() < a.len() || upper_b.len() < b.len() {
            let product = self.multiply(upper_a, upper_b)?;
            // The place of limb n in it.
            let at = n + upper_a.len() + upper_b.len() - total;
            if product.get(at - 1).copied().unwrap_or(0) < u64::MAX - 2 {
                return Ok(without_lower(product, at));
            }
        }
        Ok(without_lower(if same { self.square(a)? } else { self.multiply(a, b)? }, n))
    }

    /// Returns whether a half of `n` limbs is made of smaller products.
    fn is_cut(&self, a: &[u64], b: &[u64], n: usize) -> Result<bool> {
        Ok(n >= SHORT && !(matches!(self.engine, Engine::Auto) && transforms_pay([a.len().min(b.len()), n], false)?))
    }

    /// Computes `out <- a b` modulo `B^n`, `n` the length of all three, with `2 n` limbs of scratch.
    fn low_half(&self, a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64]) -> Result<()> {
        let n = a.len();
        if n < SHORT {
            let product = &mut scratch[..2 * n];
            self.multiply_into(a, b, product)?;
            out.copy_from_slice(&product[..n]);
            return Ok(());
        }
        let k = cut(n);
        let product = &mut scratch[..2 * k];
        self.multiply_into(&a[..k], &b[..k], product)?;
        out.copy_from_slice(&product[..n]);
        // Both halves of n - k limbs, below n/3: as many of the result, and twice as many of scratch.
        let (half, rest) = scratch.split_at_mut(n - k);
        self.low_half(&a[k..], &b[..n - k], half, rest)?;
        add_assign(&mut out[k..], half);
        // Those of a square are the same.
        if !core::ptr::eq(a, b) {
            self.low_half(&b[k..], &a[..n - k], half, rest)?;
        }
        add_assign(&mut out[k..], half);
        Ok(())
    }

    /// Computes the limbs from `m` on, `m` the length of the factors, in the upper half of `out`: those of `a b`, less up to 2 units a
    /// cut of limb `m`. `out` has `2 m` limbs, and so has the scratch.
    fn high_half(&self, a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64]) -> Result<()> {
        let m = a.len();
        if m < SHORT {
            return self.multiply_into(a, b, out);
        }
        let k = cut(m);
        let rest = m - k;
        self.multiply_into(&a[rest..], &b[rest..], &mut out[2 * rest..])?;
        // The upper parts of one factor and the lower ones of the other: their limbs from `rest` on are those from m on.
        let (product, scratch) = scratch.split_at_mut(2 * rest);
        self.high_half(&a[k..], &b[..rest], product, scratch)?;
        add_assign(&mut out[m..], &product[rest..]);
        if !core::ptr::eq(a, b) {
            self.high_half(&b[k..], &a[..rest], product, scratch)?;
        }
        add_assign(&mut out[m..], &product[rest..]);
        Ok(())
    }

    /// Returns a number that is `a b` modulo `B^m - 1`, and `m`, at least `least`, if that takes less than the product.
    pub(super) fn multiply_wrapped(&self, a: &[u64], b: &[u64], least: usize) -> Result<Option<(Vec<u64>, usize)>> {
        let (a, b) = (trimmed(a), trimmed(b));
        let (short, long) = (a.len().min(b.len()), a.len().max(b.len()));
        let engine = matches!(self.engine, Engine::Auto | Engine::Primes);
        if !engine || !transforms_pay([short, long], false)? {
            return Ok(None);
        }
        let wanted = least.max(long);
        let mut m = wanted.next_power_of_two();
        for parts in [m / 8 * 5, m / 4 * 3] {
            if parts >= wanted && parted::exists(parts)? {
                m = parts;
                break;
            }
        }
        if cost(m) >= cost(length(short, short + long)?) {
            return Ok(None);
        }
        let (factors, threads) = (Factors::Two(a, b), self.threads.resolve());
        let mut out = buffer(WHAT, m + 2, &0)?;
        if m.is_power_of_two() {
            transform::cyclic_product(&factors, m, &mut out, threads)?;
        } else {
            parted::product(&factors, m, false, &mut out, threads)?;
        }
        Ok(Some((out, m)))
    }
}

/// Returns the limbs of the product in a half of `n`.
const fn cut(n: usize) -> usize {
    n - n * 3 / 10
}

/// Returns the limbs from `n` on.
fn without_lower(mut x: Vec<u64>, n: usize) -> Vec<u64> {
    x.drain(..n.min(x.len()));
    x
}

/// Returns the upper `m` limbs.
fn upper(x: &[u64], m: usize) -> &[u64] {
    &x[x.len().saturating_sub(m)..]
}

/// Returns `x` with zeros below it, up to `m` limbs.
fn lifted(x: &[u64], m: usize) -> Result<Vec<u64>> {
    let mut list = buffer(WHAT, m, &0)?;
    list[m - x.len()..].copy_from_slice(x);
    Ok(list)
}
