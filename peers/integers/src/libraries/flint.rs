//! FLINT 3.

use super::{
    flint_matrix::FlintMatrices,
    flint_wide::WideFields,
    flint_words::WordPolynomials,
    limbs::{Limbs, Multiply},
    loader::{folder, open, symbol, variable},
};
use crate::Result;
use std::{
    ffi::{CStr, c_int},
    path::Path,
};

/// FLINT 3.
#[derive(Debug)]
pub struct Flint {
    /// Its functions over limbs.
    pub limbs: Limbs,
    /// The release.
    pub version: String,
    /// Polynomials modulo a word.
    pub words: WordPolynomials,
    /// Polynomials modulo several words.
    pub wide: Option<WideFields>,
    /// Matrices of integers.
    pub matrices: Option<FlintMatrices>,
    set_threads: unsafe extern "C" fn(c_int),
}

impl Flint {
    /// Opens FLINT. Polynomials modulo several words and matrices are absent where FLINT was built without these modules.
    ///
    /// # Errors
    /// Returns an error that names the file and the script.
    pub fn new() -> Result<Self> {
        let file = folder("FLINT_DIR", "flint").join("lib/libflint.so");
        Self::open(&file).map_err(|error| format!("FLINT: {error} (run get_flint.sh, or set FLINT_DIR)").into())
    }

    fn open(file: &Path) -> Result<Self> {
        let library = open(file)?;
        let absent = |what: &str, error: &dyn std::fmt::Display| eprintln!("without FLINT's {what}: {error}");
        // SAFETY: the symbols have these types in every FLINT 3; `flint_mpn_sqr` returns its top limb in a register.
        unsafe {
            // Absent where FLINT was built without its transforms: the comparison would mean nothing.
            let _: Multiply = symbol(library, c"mpn_ctx_mpn_mul")?;
            // The text itself.
            let version = CStr::from_ptr(variable(library, c"flint_version")?.cast()).to_string_lossy();
            Ok(Flint {
                limbs: Limbs {
                    multiply: symbol(library, c"flint_mpn_mul")?,
                    square: symbol(library, c"flint_mpn_sqr")?,
                },
                version: version.into_owned(),
                words: WordPolynomials::new(library)?,
                wide: WideFields::new(library).map_err(|error| absent("mpn_mod", &error)).ok(),
                matrices: FlintMatrices::new(library).map_err(|error| absent("matrices", &error)).ok(),
                set_threads: symbol(library, c"flint_set_num_threads")?,
            })
        }
    }

    /// Sets the number of threads of this thread's products.
    pub fn set_threads(&self, threads: usize) {
        // SAFETY: called between products, from the thread that computes them.
        unsafe { (self.set_threads)(threads as c_int) };
    }
}
