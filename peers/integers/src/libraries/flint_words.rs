//! FLINT's polynomials modulo a word, `nmod_poly`.

use super::loader::symbol;
use crate::Result;
use libloading::Library;
use std::ffi::c_long;

/// `nmod_poly_struct` of release 3.
#[repr(C)]
struct Raw {
    coefficients: *mut u64,
    allocated: c_long,
    len: c_long,
    modulus: [u64; 3],
}

type Binary = unsafe extern "C" fn(*mut Raw, *const Raw, *const Raw);

/// The functions over polynomials modulo a word.
#[derive(Clone, Copy, Debug)]
pub struct WordPolynomials {
    init: unsafe extern "C" fn(*mut Raw, u64, c_long),
    clear: unsafe extern "C" fn(*mut Raw),
    multiply: Binary,
    gcd: Binary,
    divide: unsafe extern "C" fn(*mut Raw, *mut Raw, *const Raw, *const Raw),
    evaluate: unsafe extern "C" fn(*mut u64, *const Raw, *const u64, c_long),
    interpolate: unsafe extern "C" fn(*mut Raw, *const u64, *const u64, c_long),
}

impl WordPolynomials {
    /// Finds the functions.
    ///
    /// # Errors
    /// Returns an error that names a symbol that is absent.
    pub(super) fn new(library: &'static Library) -> Result<Self> {
        // SAFETY: the symbols have these types in every FLINT 3.
        unsafe {
            Ok(WordPolynomials {
                init: symbol(library, c"nmod_poly_init2")?,
                clear: symbol(library, c"nmod_poly_clear")?,
                multiply: symbol(library, c"nmod_poly_mul")?,
                gcd: symbol(library, c"nmod_poly_gcd")?,
                divide: symbol(library, c"nmod_poly_divrem")?,
                evaluate: symbol(library, c"nmod_poly_evaluate_nmod_vec")?,
                interpolate: symbol(library, c"nmod_poly_interpolate_nmod_vec")?,
            })
        }
    }

    /// Copies residues below `modulus` to a polynomial with room for `room` coefficients.
    ///
    /// # Panics
    /// Panics unless the last residue differs from zero and the room suffices.
    pub fn polynomial(&self, modulus: u64, residues: &[u64], room: usize) -> WordPolynomial {
        assert!(
            residues.len() <= room && residues.last() != Some(&0),
            "a polynomial with room and a leading coefficient"
        );
        let mut raw = Raw { coefficients: std::ptr::null_mut(), allocated: 0, len: 0, modulus: [0; 3] };
        // SAFETY: `init` allocates the room, which holds the residues.
        unsafe {
            (self.init)(&mut raw, modulus, room as c_long);
            std::ptr::copy_nonoverlapping(residues.as_ptr(), raw.coefficients, residues.len());
        }
        raw.len = residues.len() as c_long;
        WordPolynomial { raw, functions: *self }
    }
}

/// A polynomial modulo a word, `nmod_poly_t`.
pub struct WordPolynomial {
    raw: Raw,
    functions: WordPolynomials,
}

impl WordPolynomial {
    /// Computes `self <- a b`.
    pub fn set_product(&mut self, a: &Self, b: &Self) {
        // SAFETY: all three are initialised, over one modulus.
        unsafe { (self.functions.multiply)(&mut self.raw, &a.raw, &b.raw) };
    }

    /// Computes the monic greatest common divisor of `a` and `b`.
    pub fn set_gcd(&mut self, a: &Self, b: &Self) {
        // SAFETY: all three are initialised, over one modulus.
        unsafe { (self.functions.gcd)(&mut self.raw, &a.raw, &b.raw) };
    }

    /// Computes the quotient of `a` by `b` and leaves the remainder in `remainder`.
    ///
    /// # Panics
    /// Panics if `b` is zero.
    pub fn set_quotient(&mut self, remainder: &mut Self, a: &Self, b: &Self) {
        assert!(b.raw.len > 0, "a divisor that is not zero");
        // SAFETY: all four are initialised, over one modulus, and the divisor is not zero.
        unsafe { (self.functions.divide)(&mut self.raw, &mut remainder.raw, &a.raw, &b.raw) };
    }

    /// Computes the values at `points`, residues below the modulus.
    ///
    /// # Panics
    /// Panics unless there are as many values as points.
    pub fn evaluate(&self, points: &[u64], values: &mut [u64]) {
        assert_eq!(points.len(), values.len(), "as many values as points");
        // SAFETY: both slices have this length.
        unsafe { (self.functions.evaluate)(values.as_mut_ptr(), &self.raw, points.as_ptr(), points.len() as c_long) };
    }

    /// Computes the polynomial with these values at points that differ from each other.
    ///
    /// # Panics
    /// Panics unless there are as many values as points.
    pub fn interpolate(&mut self, points: &[u64], values: &[u64]) {
        assert_eq!(points.len(), values.len(), "as many values as points");
        let len = points.len() as c_long;
        // SAFETY: both slices have this length.
        unsafe { (self.functions.interpolate)(&mut self.raw, points.as_ptr(), values.as_ptr(), len) };
    }

    /// Returns the coefficients.
    pub fn residues(&self) -> &[u64] {
        if self.raw.len == 0 {
            return &[];
        }
        // SAFETY: FLINT keeps `len` coefficients there.
        unsafe { std::slice::from_raw_parts(self.raw.coefficients, self.raw.len as usize) }
    }
}

impl Drop for WordPolynomial {
    fn drop(&mut self) {
        // SAFETY: initialised once and cleared once.
        unsafe { (self.functions.clear)(&mut self.raw) };
    }
}
