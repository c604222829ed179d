//! The numbers of the crate `num-bigint`.

use super::{Multiplier, Signed, trimmed};
use crate::Result;
use alloc::vec::Vec;
use num_bigint::{BigInt, BigUint, Sign};

/// Products of `num-bigint` numbers through this crate's engines.
///
/// ```
/// use num_bigint::BigUint;
/// use ringfft::integer::BigProduct;
///
/// let a = BigUint::from(3u8).pow(20_000);
/// assert_eq!(a.fast_product(&a)?, BigUint::from(3u8).pow(40_000));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub trait BigProduct: Sized {
    /// Returns `self * other`.
    ///
    /// # Errors
    /// As [`Multiplier::multiply`].
    fn fast_product(&self, other: &Self) -> Result<Self>;

    /// Returns `self * self`.
    ///
    /// # Errors
    /// As [`Multiplier::multiply`].
    fn fast_square(&self) -> Result<Self>;
}

impl BigProduct for BigUint {
    fn fast_product(&self, other: &Self) -> Result<Self> {
        Ok(from_limbs(&Multiplier::default().multiply(&self.to_u64_digits(), &other.to_u64_digits())?))
    }

    fn fast_square(&self) -> Result<Self> {
        Ok(from_limbs(&Multiplier::default().square(&self.to_u64_digits())?))
    }
}

impl BigProduct for BigInt {
    fn fast_product(&self, other: &Self) -> Result<Self> {
        Ok(BigInt::from_biguint(self.sign() * other.sign(), self.magnitude().fast_product(other.magnitude())?))
    }

    fn fast_square(&self) -> Result<Self> {
        Ok(self.magnitude().fast_square()?.into())
    }
}

fn from_limbs(limbs: &[u64]) -> BigUint {
    let halves: Vec<u32> = limbs.iter().flat_map(|limb| [*limb as u32, (limb >> 32) as u32]).collect();
    BigUint::new(halves)
}

/// ```
/// use num_bigint::BigInt;
/// use ringfft::integer::Signed;
///
/// let x = BigInt::from(-5).pow(99);
/// assert_eq!(BigInt::from(Signed::from(&x)), x);
/// ```
impl From<&BigInt> for Signed {
    fn from(x: &BigInt) -> Self {
        let (sign, limbs) = x.to_u64_digits();
        Signed { negative: sign == Sign::Minus, limbs: trimmed(&limbs).to_vec() }
    }
}

impl From<Signed> for BigInt {
    fn from(x: Signed) -> Self {
        let sign = if x.negative { Sign::Minus } else { Sign::Plus };
        BigInt::from_biguint(sign, from_limbs(&x.limbs))
    }
}
