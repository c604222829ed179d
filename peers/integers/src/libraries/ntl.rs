//! NTL's `zz_pX` and `ZZ_pX` behind `ntl.cpp`.

use super::loader::{folder, open, symbol};
use crate::Result;
use std::{
    ffi::{CStr, c_char, c_int, c_long, c_void},
    path::Path,
};

/// An operation of NTL.
#[derive(Clone, Copy, Debug)]
pub enum NtlOperation {
    /// The product.
    Product = 0,
    /// Quotient and remainder.
    Divide = 1,
    /// The monic greatest common divisor.
    Gcd = 2,
}

/// NTL behind `ntl.cpp`. The modulus is that of the last task.
#[derive(Debug)]
pub struct Ntl {
    /// The release.
    pub version: String,
    new: unsafe extern "C" fn(c_int, *const u64, c_long, *const u64, c_long, *const u64, c_long) -> *mut c_void,
    run: unsafe extern "C" fn(*mut c_void),
    read: unsafe extern "C" fn(*const c_void, *mut u64, c_long) -> c_long,
    delete: unsafe extern "C" fn(*mut c_void),
}

impl Ntl {
    /// Opens NTL.
    ///
    /// # Errors
    /// Returns an error that names the file and the script.
    pub fn new() -> Result<Self> {
        let file = folder("NTL_DIR", "ntl").join("lib/libpeersntl.so");
        Self::open(&file).map_err(|error| format!("NTL: {error} (run get_ntl.sh, or set NTL_DIR)").into())
    }

    fn open(file: &Path) -> Result<Self> {
        let library = open(file)?;
        // SAFETY: the symbols have these types in `ntl.cpp`.
        unsafe {
            let version: unsafe extern "C" fn() -> *const c_char = symbol(library, c"peers_ntl_version")?;
            Ok(Ntl {
                version: CStr::from_ptr(version()).to_string_lossy().into_owned(),
                new: symbol(library, c"peers_ntl_task")?,
                run: symbol(library, c"peers_ntl_run")?,
                read: symbol(library, c"peers_ntl_read")?,
                delete: symbol(library, c"peers_ntl_delete")?,
            })
        }
    }

    /// Copies the residues of two polynomials to NTL: `zz_pX` where the prime has the bits of its single precision, else `ZZ_pX`. An element has
    /// as many words as the prime, low word first.
    ///
    /// # Panics
    /// Panics if the prime is empty or an element is incomplete.
    pub fn task(&self, operation: NtlOperation, prime: &[u64], a: &[u64], b: &[u64]) -> NtlTask<'_> {
        let words = prime.len();
        assert!(
            words > 0 && a.len().is_multiple_of(words) && b.len().is_multiple_of(words),
            "whole elements of a prime field"
        );
        let count = |list: &[u64]| (list.len() / words) as c_long;
        let (n, m) = (count(a), count(b));
        // SAFETY: the lists have these lengths, in elements of as many words as the prime.
        let state =
            unsafe { (self.new)(operation as c_int, prime.as_ptr(), words as c_long, a.as_ptr(), n, b.as_ptr(), m) };
        NtlTask { ntl: self, state, room: 2 * (a.len() + b.len()) }
    }
}

/// Two polynomials and what is computed of them, in NTL's memory.
pub struct NtlTask<'n> {
    ntl: &'n Ntl,
    state: *mut c_void,
    room: usize,
}

impl NtlTask<'_> {
    /// Computes the result.
    pub fn run(&mut self) {
        // SAFETY: the state lives until it is dropped.
        unsafe { (self.ntl.run)(self.state) };
    }

    /// Returns the residues of the result; of a division the quotient's before the remainder's.
    pub fn residues(&self) -> Vec<u64> {
        let mut residues = vec![0; self.room];
        // SAFETY: at most as many words are written as the list has.
        let len = unsafe { (self.ntl.read)(self.state, residues.as_mut_ptr(), self.room as c_long) };
        residues.truncate(len as usize);
        residues
    }
}

impl Drop for NtlTask<'_> {
    fn drop(&mut self) {
        // SAFETY: made once and dropped once.
        unsafe { (self.ntl.delete)(self.state) };
    }
}
