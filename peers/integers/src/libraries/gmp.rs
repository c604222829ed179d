//! GMP.

use super::{
    limbs::Limbs,
    loader::{folder, open, symbol, variable},
};
use crate::Result;
use std::{
    env,
    ffi::{CStr, c_char},
    path::{Path, PathBuf},
};

/// GMP.
#[derive(Debug)]
pub struct Gmp {
    /// Its functions.
    pub limbs: Limbs,
    /// The release.
    pub version: String,
}

impl Gmp {
    /// Opens the GMP that was built for this CPU.
    ///
    /// # Errors
    /// Returns an error that names the file and the script.
    pub fn built() -> Result<Self> {
        Self::open(&folder("GMP_DIR", "gmp").join("lib/libgmp.so"))
            .map_err(|error| format!("GMP for this CPU: {error} (run get_gmp.sh, or set GMP_DIR)").into())
    }

    /// Opens the system's GMP.
    ///
    /// # Errors
    /// Returns an error that names the file.
    pub fn system() -> Result<Self> {
        // By its full path: by name alone the loader would take the GMP that is open already.
        let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/usr/lib", "/usr/local/lib"].map(Path::new);
        let found = folders.into_iter().map(|folder| folder.join("libgmp.so.10")).find(|file| file.exists());
        let file = env::var_os("SYSTEM_GMP").map(PathBuf::from).or(found);
        let file = file.ok_or("the system's GMP: no libgmp.so.10 (install it, or set SYSTEM_GMP to the file)")?;
        Self::open(&file).map_err(|error| format!("the system's GMP: {error} (set SYSTEM_GMP to the file)").into())
    }

    fn open(file: &Path) -> Result<Self> {
        let library = open(file)?;
        // SAFETY: the symbols have these types in every GMP from 5 on.
        let (limbs, version) = unsafe {
            let limbs = Limbs { multiply: symbol(library, c"__gmpn_mul")?, square: symbol(library, c"__gmpn_sqr")? };
            // A pointer to the text.
            (limbs, *variable(library, c"__gmp_version")?.cast::<*const c_char>())
        };
        // SAFETY: GMP's version is a text that lives as long as the library.
        let version = unsafe { CStr::from_ptr(version) }.to_string_lossy();
        Ok(Gmp { limbs, version: version.into_owned() })
    }
}
