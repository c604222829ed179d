//! GMP, FLINT and NTL, opened when a program starts. None of them is linked.
//!
//! | library | variable | default |
//! |---|---|---|
//! | GMP built for this CPU | `GMP_DIR`, a folder with `lib/libgmp.so` | `ext/gmp` beside `Cargo.toml` |
//! | the system's GMP | `SYSTEM_GMP`, a file | `libgmp.so.10` |
//! | FLINT | `FLINT_DIR`, a folder with `lib/libflint.so` | `ext/flint` |
//! | NTL behind `ntl.cpp` | `NTL_DIR`, a folder with `lib/libpeersntl.so` | `ext/ntl` |

use crate::Result;
use libloading::Library;
use std::{
    env,
    error::Error as _,
    ffi::{CStr, c_char, c_int, c_long, c_void},
    path::{Path, PathBuf},
};

/// `mpn_mul(product, a, a_len, b, b_len)`, `a_len >= b_len >= 1`. Its value is the top limb, which the callers here ignore.
pub type Multiply = unsafe extern "C" fn(*mut u64, *const u64, c_long, *const u64, c_long) -> u64;

/// `mpn_sqr(square, a, a_len)`, `a_len >= 1`. GMP's returns nothing and FLINT's the top limb, which the callers here ignore.
pub type Square = unsafe extern "C" fn(*mut u64, *const u64, c_long);

/// The functions of a library over limbs.
#[derive(Clone, Copy, Debug)]
pub struct Limbs {
    multiply: Multiply,
    square: Square,
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

/// A polynomial of FLINT, `nmod_poly_struct` of release 3.
#[repr(C)]
struct RawPolynomial {
    coefficients: *mut u64,
    allocated: c_long,
    len: c_long,
    modulus: [u64; 3],
}

/// FLINT 3.
#[derive(Debug)]
pub struct Flint {
    /// Its functions over limbs.
    pub limbs: Limbs,
    /// The release.
    pub version: String,
    set_threads: unsafe extern "C" fn(c_int),
    polynomials: Polynomials,
}

#[derive(Clone, Copy, Debug)]
struct Polynomials {
    init: unsafe extern "C" fn(*mut RawPolynomial, u64, c_long),
    clear: unsafe extern "C" fn(*mut RawPolynomial),
    multiply: unsafe extern "C" fn(*mut RawPolynomial, *const RawPolynomial, *const RawPolynomial),
}

impl Flint {
    /// Opens FLINT.
    ///
    /// # Errors
    /// Returns an error that names the file and the script.
    pub fn new() -> Result<Self> {
        let file = folder("FLINT_DIR", "flint").join("lib/libflint.so");
        Self::open(&file).map_err(|error| format!("FLINT: {error} (run get_flint.sh, or set FLINT_DIR)").into())
    }

    fn open(file: &Path) -> Result<Self> {
        let library = open(file)?;
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
                set_threads: symbol(library, c"flint_set_num_threads")?,
                polynomials: Polynomials {
                    init: symbol(library, c"nmod_poly_init2")?,
                    clear: symbol(library, c"nmod_poly_clear")?,
                    multiply: symbol(library, c"nmod_poly_mul")?,
                },
            })
        }
    }

    /// Sets the number of threads of this thread's products.
    pub fn set_threads(&self, threads: usize) {
        // SAFETY: called between products, from the thread that computes them.
        unsafe { (self.set_threads)(threads as c_int) };
    }

    /// Copies residues below `modulus` to a polynomial with room for `room` coefficients.
    ///
    /// # Panics
    /// Panics unless the last residue differs from zero and the room suffices.
    pub fn polynomial(&self, modulus: u64, residues: &[u64], room: usize) -> FlintPolynomial {
        assert!(
            residues.last() != Some(&0) && residues.len() <= room && modulus > 0,
            "FLINT's polynomials have no leading zeros"
        );
        let mut raw = RawPolynomial { coefficients: std::ptr::null_mut(), allocated: 0, len: 0, modulus: [0; 3] };
        // SAFETY: initialises `raw` and allocates `room` coefficients, of which the first ones are written.
        unsafe {
            (self.polynomials.init)(&mut raw, modulus, room as c_long);
            std::ptr::copy_nonoverlapping(residues.as_ptr(), raw.coefficients, residues.len());
        }
        raw.len = residues.len() as c_long;
        FlintPolynomial { raw, functions: self.polynomials }
    }
}

/// A polynomial of FLINT, `nmod_poly_t`.
pub struct FlintPolynomial {
    raw: RawPolynomial,
    functions: Polynomials,
}

impl FlintPolynomial {
    /// Computes `self <- a b`.
    pub fn set_product(&mut self, a: &Self, b: &Self) {
        // SAFETY: all three are initialised, over one modulus.
        unsafe { (self.functions.multiply)(&mut self.raw, &a.raw, &b.raw) };
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

impl Drop for FlintPolynomial {
    fn drop(&mut self) {
        // SAFETY: initialised once and cleared once.
        unsafe { (self.functions.clear)(&mut self.raw) };
    }
}

/// NTL's `zz_pX` behind `ntl.cpp`.
#[derive(Debug)]
pub struct Ntl {
    /// The release.
    pub version: String,
    bits: u32,
    new: unsafe extern "C" fn(*const u64, *const u64, c_long, u64) -> *mut c_void,
    multiply: unsafe extern "C" fn(*mut c_void),
    read: unsafe extern "C" fn(*const c_void, *mut u64, c_long),
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
            let bits: unsafe extern "C" fn() -> c_int = symbol(library, c"peers_ntl_bits")?;
            let version: unsafe extern "C" fn() -> *const c_char = symbol(library, c"peers_ntl_version")?;
            Ok(Ntl {
                version: CStr::from_ptr(version()).to_string_lossy().into_owned(),
                bits: bits() as u32,
                new: symbol(library, c"peers_ntl_new")?,
                multiply: symbol(library, c"peers_ntl_multiply")?,
                read: symbol(library, c"peers_ntl_read")?,
                delete: symbol(library, c"peers_ntl_delete")?,
            })
        }
    }

    /// Returns the greatest modulus: it has the bits of NTL's single precision.
    pub fn largest(&self) -> u64 {
        (1 << self.bits) - 1
    }

    /// Copies two factors of as many residues.
    ///
    /// # Panics
    /// Panics if the lengths differ or the modulus is too great.
    pub fn factors(&self, modulus: u64, a: &[u64], b: &[u64]) -> NtlProduct<'_> {
        assert!(a.len() == b.len() && modulus <= self.largest(), "two factors of one length modulo a short prime");
        // SAFETY: both slices have this length.
        let state = unsafe { (self.new)(a.as_ptr(), b.as_ptr(), a.len() as c_long, modulus) };
        NtlProduct { ntl: self, state, len: 2 * a.len() - 1 }
    }
}

/// Two factors and their product, in NTL's memory.
pub struct NtlProduct<'n> {
    ntl: &'n Ntl,
    state: *mut c_void,
    len: usize,
}

impl NtlProduct<'_> {
    /// Computes the product.
    pub fn multiply(&mut self) {
        // SAFETY: the state lives until it is dropped.
        unsafe { (self.ntl.multiply)(self.state) };
    }

    /// Returns the coefficients of the product.
    pub fn residues(&self) -> Vec<u64> {
        let mut residues = vec![0; self.len];
        // SAFETY: as many residues are written as the list has.
        unsafe { (self.ntl.read)(self.state, residues.as_mut_ptr(), self.len as c_long) };
        residues
    }
}

impl Drop for NtlProduct<'_> {
    fn drop(&mut self) {
        // SAFETY: made once and dropped once.
        unsafe { (self.ntl.delete)(self.state) };
    }
}

fn folder(variable: &str, name: &str) -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("ext").join(name);
    env::var_os(variable).map_or(default, PathBuf::from)
}

/// Opens a library for the rest of the program.
fn open(file: &Path) -> Result<&'static Library> {
    // SAFETY: what these libraries run when they are opened touches nothing of ours.
    let library = unsafe { Library::new(file) }.map_err(|error| match error.source() {
        Some(source) => source.to_string(),
        None => format!("{}: {error}", file.display()),
    })?;
    Ok(Box::leak(Box::new(library)))
}

/// # Safety
/// The symbol must have the type `T`, a function.
unsafe fn symbol<T: Copy>(library: &'static Library, name: &CStr) -> Result<T> {
    // SAFETY: the caller vouches for the type.
    let symbol = unsafe { library.get::<T>(name) }.map_err(|error| format!("{}: {error}", name.to_string_lossy()))?;
    Ok(*symbol)
}

/// Returns the address of a library's variable.
///
/// # Safety
/// The symbol must be a variable.
unsafe fn variable(library: &'static Library, name: &CStr) -> Result<*const c_void> {
    // SAFETY: read as an address; the caller vouches that it is a variable's.
    let symbol = unsafe { library.get::<*const c_void>(name) }
        .map_err(|error| format!("{}: {error}", name.to_string_lossy()))?;
    Ok(*symbol)
}
