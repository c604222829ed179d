//! FLINT's matrices of integers, `fmpz_mat`.

use super::loader::symbol;
use crate::Result;
use libloading::Library;
use std::ffi::c_long;

/// `fmpz_mat_struct`, larger than any release needs.
#[repr(C)]
struct Raw([u64; 8]);

/// `fmpz`, a small integer or the place of a large one.
type Integer = c_long;

/// The functions over matrices of integers.
#[derive(Clone, Copy, Debug)]
pub struct FlintMatrices {
    init: unsafe extern "C" fn(*mut Raw, c_long, c_long),
    clear: unsafe extern "C" fn(*mut Raw),
    entry: unsafe extern "C" fn(*const Raw, c_long, c_long) -> *mut Integer,
    multiply: unsafe extern "C" fn(*mut Raw, *const Raw, *const Raw),
    transform: unsafe extern "C" fn(*mut Raw, *const Raw, *const Raw),
    set: unsafe extern "C" fn(*mut Integer, *const u64, c_long),
    get: unsafe extern "C" fn(*mut u64, c_long, *const Integer),
}

impl FlintMatrices {
    /// Finds the functions.
    ///
    /// # Errors
    /// Returns an error that names a symbol that is absent.
    pub(super) fn new(library: &'static Library) -> Result<Self> {
        // SAFETY: the symbols have these types in every FLINT 3.
        unsafe {
            Ok(FlintMatrices {
                init: symbol(library, c"fmpz_mat_init")?,
                clear: symbol(library, c"fmpz_mat_clear")?,
                entry: symbol(library, c"fmpz_mat_entry")?,
                multiply: symbol(library, c"fmpz_mat_mul")?,
                transform: symbol(library, c"fmpz_mat_mul_fft")?,
                set: symbol(library, c"fmpz_set_ui_array")?,
                get: symbol(library, c"fmpz_get_ui_array")?,
            })
        }
    }

    /// Creates a matrix of `rows * columns` naturals, row by row, each of `limbs` limbs, low limb first.
    ///
    /// # Panics
    /// Panics unless there are as many limbs.
    pub fn matrix(&self, rows: usize, columns: usize, limbs: usize, entries: &[u64]) -> FlintMatrix {
        assert!(limbs > 0 && entries.len() == rows * columns * limbs, "as many limbs as the matrix has");
        let matrix = self.zero(rows, columns);
        for (index, entry) in entries.chunks_exact(limbs).enumerate() {
            // SAFETY: the slice has this length, and the entry exists.
            unsafe { (self.set)(matrix.entry(index), entry.as_ptr(), limbs as c_long) };
        }
        matrix
    }

    /// Creates a matrix of zeros.
    pub fn zero(&self, rows: usize, columns: usize) -> FlintMatrix {
        let mut raw = Box::new(Raw([0; 8]));
        // SAFETY: the box has more room than `fmpz_mat_struct`.
        unsafe { (self.init)(&mut *raw, rows as c_long, columns as c_long) };
        FlintMatrix { raw, rows, columns, functions: *self }
    }
}

/// A matrix of integers, `fmpz_mat_t`.
pub struct FlintMatrix {
    raw: Box<Raw>,
    rows: usize,
    columns: usize,
    functions: FlintMatrices,
}

impl FlintMatrix {
    fn entry(&self, index: usize) -> *mut Integer {
        let (row, column) = (index / self.columns, index % self.columns);
        assert!(row < self.rows, "an entry of the matrix");
        // SAFETY: the matrix has this entry.
        unsafe { (self.functions.entry)(&*self.raw, row as c_long, column as c_long) }
    }

    /// Computes `self <- a b` by the algorithm that FLINT chooses.
    ///
    /// # Panics
    /// Panics unless the shapes fit.
    pub fn set_product(&mut self, a: &Self, b: &Self) {
        self.assert_product(a, b);
        // SAFETY: all three are initialised, and their shapes fit.
        unsafe { (self.functions.multiply)(&mut *self.raw, &*a.raw, &*b.raw) };
    }

    /// Computes `self <- a b` by FLINT's transforms of every entry once.
    ///
    /// # Panics
    /// Panics unless the shapes fit.
    pub fn set_product_by_transforms(&mut self, a: &Self, b: &Self) {
        self.assert_product(a, b);
        // SAFETY: all three are initialised, and their shapes fit.
        unsafe { (self.functions.transform)(&mut *self.raw, &*a.raw, &*b.raw) };
    }

    fn assert_product(&self, a: &Self, b: &Self) {
        assert!(a.columns == b.rows && self.rows == a.rows && self.columns == b.columns, "shapes of a product");
    }

    /// Returns the entries row by row, each of `limbs` limbs. They must be naturals of no more limbs.
    pub fn entries(&self, limbs: usize) -> Vec<u64> {
        let mut entries = vec![0; self.rows * self.columns * limbs];
        for (index, entry) in entries.chunks_exact_mut(limbs).enumerate() {
            // SAFETY: the slice has this length, and the entry exists.
            unsafe { (self.functions.get)(entry.as_mut_ptr(), limbs as c_long, self.entry(index)) };
        }
        entries
    }
}

impl Drop for FlintMatrix {
    fn drop(&mut self) {
        // SAFETY: initialised once and cleared once.
        unsafe { (self.functions.clear)(&mut *self.raw) };
    }
}
