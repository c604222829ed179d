//! C libraries that are looked for when the program runs, so that it builds and runs without them.

pub mod fftw;
pub mod mkl;

use libloading::{
    Library, Symbol,
    os::unix::{Library as UnixLibrary, RTLD_LOCAL, RTLD_NOW},
};
use std::{
    env,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// The folder of a library: what the environment says, else where its script puts it.
fn folder(variable: &str, script_default: &str) -> PathBuf {
    env::var_os(variable).map_or(Path::new(env!("CARGO_MANIFEST_DIR")).join("ext").join(script_default), PathBuf::from)
}

/// A library finds its own functions before others of the same name (glibc). MKL has functions of FFTW's names, and makes
/// them visible to everyone: without this, a call within FFTW can end in MKL.
#[cfg(target_os = "linux")]
const RTLD_DEEPBIND: std::ffi::c_int = 8;
#[cfg(not(target_os = "linux"))]
const RTLD_DEEPBIND: std::ffi::c_int = 0;

/// Opens a library, or returns why it cannot be opened and what to do.
fn open(path: &Path, remedy: &str) -> Result<Library, String> {
    // SAFETY: the initialisers of the two libraries loaded here, FFTW and MKL, have no preconditions.
    match unsafe { UnixLibrary::open(Some(path), RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND) } {
        Ok(library) => Ok(library.into()),
        Err(error) => {
            let reason = std::error::Error::source(&error).map_or(error.to_string(), ToString::to_string);
            Err(format!("{reason}; {remedy}"))
        }
    }
}

/// Says on standard error, once, that a library will be missing from the table.
fn tell(who: &str, why: &str) {
    static TOLD: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let line = format!("peers: *** {who} IS NOT MEASURED ***: {why}");
    let mut told = TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if !told.contains(&line) {
        eprintln!("{line}");
        told.push(line);
    }
}

/// A function of a library.
///
/// # Safety
/// `F` must be the type of the function of that name.
unsafe fn function<F: Copy>(library: &Library, name: &str) -> Result<F, libloading::Error> {
    // SAFETY: the caller's.
    let symbol: Symbol<'_, F> = unsafe { library.get(name.as_bytes()) }?;
    Ok(*symbol)
}
