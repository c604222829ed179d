//! Products of limbs by a library.

use std::ffi::c_long;

/// `mpn_mul(product, a, a_len, b, b_len)`, `a_len >= b_len >= 1`. Its value is the top limb, which the callers here ignore.
pub type Multiply = unsafe extern "C" fn(*mut u64, *const u64, c_long, *const u64, c_long) -> u64;

/// `mpn_sqr(square, a, a_len)`, `a_len >= 1`. GMP's returns nothing and FLINT's the top limb, which the callers here ignore.
pub type Square = unsafe extern "C" fn(*mut u64, *const u64, c_long);

/// The functions of a library over limbs.
#[derive(Clone, Copy, Debug)]
pub struct Limbs {
    /// `mpn_mul` or one of its type.
    pub multiply: Multiply,
    /// `mpn_sqr` or one of its type.
    pub square: Square,
}

impl Limbs {
    /// Computes `out <- a b`.
    ///
    /// # Panics
    /// Panics if a factor is empty or `out` has another length than both together.
    pub fn multiply(&self, a: &[u64], b: &[u64], out: &mut [u64]) {
        let (a, b) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        assert!(!b.is_empty() && out.len() == a.len() + b.len(), "a product has the limbs of both factors");
        // SAFETY: the lengths are those of the slices, the first is not the lesser one, and `out` has room for the product.
        unsafe { (self.multiply)(out.as_mut_ptr(), a.as_ptr(), a.len() as c_long, b.as_ptr(), b.len() as c_long) };
    }

    /// Computes `out <- a^2`.
    ///
    /// # Panics
    /// Panics if `a` is empty or `out` has not twice its length.
    pub fn square(&self, a: &[u64], out: &mut [u64]) {
        assert!(!a.is_empty() && out.len() == 2 * a.len(), "a square has twice the limbs");
        // SAFETY: the length is that of the slice, and `out` has room for the square.
        unsafe { (self.square)(out.as_mut_ptr(), a.as_ptr(), a.len() as c_long) };
    }
}
