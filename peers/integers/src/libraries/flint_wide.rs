//! FLINT's polynomials modulo a prime of several words: generic polynomials over `mpn_mod`, whose elements lie side by side.

use super::loader::symbol;
use crate::Result;
use libloading::Library;
use std::ffi::{c_int, c_long, c_void};

/// A context of FLINT's generic rings, larger than any release needs.
#[repr(C, align(64))]
struct Context([u64; 64]);

type Pair = unsafe extern "C" fn(*mut u64, *const u64, c_long, *const u64, c_long, *mut c_void) -> c_int;

/// The functions over fields of several words.
#[derive(Clone, Copy, Debug)]
pub struct WideFields {
    init: unsafe extern "C" fn(*mut c_void, *const u64, c_long) -> c_int,
    clear: unsafe extern "C" fn(*mut c_void),
    set_is_field: unsafe extern "C" fn(*mut c_void, c_int),
    truth: unsafe extern "C" fn(c_int) -> c_int,
    multiply: Pair,
    divide: unsafe extern "C" fn(*mut u64, *mut u64, *const u64, c_long, *const u64, c_long, *mut c_void) -> c_int,
    gcd: unsafe extern "C" fn(*mut u64, *mut c_long, *const u64, c_long, *const u64, c_long, *mut c_void) -> c_int,
    evaluate: Pair,
    interpolate: unsafe extern "C" fn(*mut u64, *const u64, *const u64, c_long, *mut c_void) -> c_int,
}

impl WideFields {
    /// Finds the functions.
    ///
    /// # Errors
    /// Returns an error that names a symbol that is absent.
    pub(super) fn new(library: &'static Library) -> Result<Self> {
        // SAFETY: the symbols have these types in FLINT 3.6.
        unsafe {
            Ok(WideFields {
                init: symbol(library, c"_gr_ctx_init_mpn_mod")?,
                clear: symbol(library, c"gr_ctx_clear")?,
                set_is_field: symbol(library, c"mpn_mod_ctx_set_is_field")?,
                truth: symbol(library, c"gr_in_domain")?,
                multiply: symbol(library, c"_gr_poly_mul")?,
                divide: symbol(library, c"_gr_poly_divrem")?,
                gcd: symbol(library, c"_gr_poly_gcd")?,
                evaluate: symbol(library, c"_gr_poly_evaluate_vec_fast")?,
                interpolate: symbol(library, c"_gr_poly_interpolate_fast")?,
            })
        }
    }

    /// Creates the field of a prime of several words, low word first.
    ///
    /// # Panics
    /// Panics unless FLINT takes the prime: it has 2 to 16 words, the top one not zero.
    pub fn field(&self, prime: &[u64]) -> WideField {
        let mut context = Box::new(Context([0; 64]));
        let pointer = std::ptr::from_mut(&mut *context).cast();
        // SAFETY: the context has more room than `gr_ctx_struct`, and the modulus has this length.
        let status = unsafe { (self.init)(pointer, prime.as_ptr(), prime.len() as c_long) };
        assert_eq!(status, 0, "a modulus of 2 to 16 words");
        // SAFETY: the context is initialised. `gr_in_domain` of success is FLINT's word for true.
        unsafe { (self.set_is_field)(pointer, (self.truth)(0)) };
        WideField { context, words: prime.len(), functions: *self }
    }
}

/// A prime field of several words. Lists of elements hold residues, the low word of each first.
pub struct WideField {
    context: Box<Context>,
    words: usize,
    functions: WideFields,
}

impl WideField {
    fn context(&mut self) -> *mut c_void {
        std::ptr::from_mut(&mut *self.context).cast()
    }

    fn count(&self, list: &[u64]) -> c_long {
        assert!(list.len().is_multiple_of(self.words), "whole elements");
        (list.len() / self.words) as c_long
    }

    /// Computes `out <- a b`. `a` has as many elements as `b` at least.
    ///
    /// # Panics
    /// Panics if `out` has another length than the product, or FLINT refuses.
    pub fn multiply(&mut self, a: &[u64], b: &[u64], out: &mut [u64]) {
        let (n, m) = (self.count(a), self.count(b));
        assert!(n >= m && m > 0 && self.count(out) == n + m - 1, "a product of two lists");
        // SAFETY: the lengths are those of the lists, in elements.
        let status =
            unsafe { (self.functions.multiply)(out.as_mut_ptr(), a.as_ptr(), n, b.as_ptr(), m, self.context()) };
        assert_eq!(status, 0, "a product over a field");
    }

    /// Computes quotient and remainder of `a` by `b`, whose last element is not zero.
    ///
    /// # Panics
    /// Panics if a list has another length than its result, or FLINT refuses.
    pub fn divide(&mut self, a: &[u64], b: &[u64], quotient: &mut [u64], remainder: &mut [u64]) {
        let (n, m) = (self.count(a), self.count(b));
        assert!(n >= m && m > 0, "a divisor that is not longer");
        assert!(self.count(quotient) == n - m + 1 && self.count(remainder) == m - 1, "lists of the results' lengths");
        let (q, r) = (quotient.as_mut_ptr(), remainder.as_mut_ptr());
        // SAFETY: the lengths are those of the lists, in elements, and both results have room.
        let status = unsafe { (self.functions.divide)(q, r, a.as_ptr(), n, b.as_ptr(), m, self.context()) };
        assert_eq!(status, 0, "a division over a field");
    }

    /// Computes a greatest common divisor of `a` and `b`, whose last elements are not zero, and returns the number of its elements.
    ///
    /// # Panics
    /// Panics if `out` is shorter than `b` or `b` is longer than `a`, or FLINT refuses.
    pub fn gcd(&mut self, a: &[u64], b: &[u64], out: &mut [u64]) -> usize {
        let (n, m) = (self.count(a), self.count(b));
        assert!(n >= m && m > 0 && self.count(out) >= m, "a list with room for the shorter polynomial");
        let mut len = 0;
        // SAFETY: the lengths are those of the lists, in elements, and the result has room.
        let status =
            unsafe { (self.functions.gcd)(out.as_mut_ptr(), &mut len, a.as_ptr(), n, b.as_ptr(), m, self.context()) };
        assert_eq!(status, 0, "a greatest common divisor over a field");
        len as usize
    }

    /// Computes the values of `f` at `points`.
    ///
    /// # Panics
    /// Panics unless there are as many values as points, or FLINT refuses.
    pub fn evaluate(&mut self, f: &[u64], points: &[u64], values: &mut [u64]) {
        assert_eq!(points.len(), values.len(), "as many values as points");
        let (n, m) = (self.count(f), self.count(points));
        let (f, points) = (f.as_ptr(), points.as_ptr());
        // SAFETY: the lengths are those of the lists, in elements.
        let status = unsafe { (self.functions.evaluate)(values.as_mut_ptr(), f, n, points, m, self.context()) };
        assert_eq!(status, 0, "values over a field");
    }

    /// Computes the polynomial with these values at points that differ from each other.
    ///
    /// # Panics
    /// Panics unless all lists have one length, or FLINT refuses.
    pub fn interpolate(&mut self, points: &[u64], values: &[u64], out: &mut [u64]) {
        assert!(points.len() == values.len() && out.len() == values.len(), "as many values as points");
        let n = self.count(points);
        let (points, values) = (points.as_ptr(), values.as_ptr());
        // SAFETY: the lengths are those of the lists, in elements.
        let status = unsafe { (self.functions.interpolate)(out.as_mut_ptr(), points, values, n, self.context()) };
        assert_eq!(status, 0, "a polynomial over a field");
    }
}

impl Drop for WideField {
    fn drop(&mut self) {
        let context = self.context();
        // SAFETY: initialised once and cleared once.
        unsafe { (self.functions.clear)(context) };
    }
}
