//! Shared libraries and their symbols.

use crate::Result;
use libloading::Library;
use std::{
    env,
    error::Error as _,
    ffi::{CStr, c_void},
    path::{Path, PathBuf},
};

/// Returns the folder that a variable names; by default the one of this name in `ext/`.
pub fn folder(variable: &str, name: &str) -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("ext").join(name);
    env::var_os(variable).map_or(default, PathBuf::from)
}

/// Opens a library for the rest of the program.
///
/// # Errors
/// Returns an error that names the file.
pub fn open(file: &Path) -> Result<&'static Library> {
    // SAFETY: what these libraries run when they are opened touches nothing of ours.
    let library = unsafe { Library::new(file) }.map_err(|error| match error.source() {
        Some(source) => source.to_string(),
        None => format!("{}: {error}", file.display()),
    })?;
    Ok(Box::leak(Box::new(library)))
}

/// Returns a function of a library.
///
/// # Errors
/// Returns an error that names the symbol if there is none.
///
/// # Safety
/// The symbol must have the type `T`, a function.
pub unsafe fn symbol<T: Copy>(library: &'static Library, name: &CStr) -> Result<T> {
    // SAFETY: the caller vouches for the type.
    let symbol = unsafe { library.get::<T>(name) }.map_err(|error| format!("{}: {error}", name.to_string_lossy()))?;
    Ok(*symbol)
}

/// Returns the address of a library's variable.
///
/// # Errors
/// Returns an error that names the symbol if there is none.
///
/// # Safety
/// The symbol must be a variable.
pub unsafe fn variable(library: &'static Library, name: &CStr) -> Result<*const c_void> {
    // SAFETY: read as an address; the caller vouches that it is a variable's.
    let symbol = unsafe { library.get::<*const c_void>(name) }
        .map_err(|error| format!("{}: {error}", name.to_string_lossy()))?;
    Ok(*symbol)
}
