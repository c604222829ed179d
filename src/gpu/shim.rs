//! The CUDA driver, opened when it is first asked for anything.
//!
//! `cust` links against the driver's functions; a program that does so in the usual way does not start where there is no driver.
//! Here each of them is a function of this crate that opens the driver by the name of its shared library alone, so that the
//! loader's own rules decide which one it is, and calls what it finds there. Without a driver each returns
//! `CUDA_ERROR_NO_DEVICE`; a function that the driver lacks returns `CUDA_ERROR_NOT_SUPPORTED`.
//!
//! The linker sees them under the driver's names. On ELF those names are hidden: they end at the binary that they are linked
//! into, and a shared library that has this crate inside exports none of them. Elsewhere they are ordinary names.
//!
//! The driver answers with numbers, of which `cust_raw` makes an enumeration; a number from a later driver than it knows becomes
//! `CUDA_ERROR_UNKNOWN` here, because a value outside of an enumeration is undefined behaviour.

#![allow(unsafe_code, reason = "functions of a library that is opened at run time")]
#![allow(non_snake_case, reason = "the driver's names")]
#![allow(clippy::too_many_arguments, clippy::many_single_char_names, reason = "the driver's functions")]

use super::functions::driver_functions;
use cust::sys::*;
use std::{
    ffi::{CStr, c_char, c_int, c_uchar, c_uint, c_ushort, c_void},
    ptr,
    sync::OnceLock,
};

/// The driver's shared library.
#[cfg(not(windows))]
const LIBRARY: &str = "libcuda.so.1";
#[cfg(windows)]
const LIBRARY: &str = "nvcuda.dll";

fn library() -> Option<&'static libloading::Library> {
    static OPEN: OnceLock<Option<libloading::Library>> = OnceLock::new();
    // SAFETY: the driver's library may be loaded at any time, and is never unloaded.
    OPEN.get_or_init(|| unsafe { libloading::Library::new(LIBRARY) }.ok()).as_ref()
}

/// Whether there is a driver.
#[inline(never)]
pub(super) fn is_there() -> bool {
    library().is_some()
}

/// The address of a function of the driver, if it has it.
fn address(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: only the address is taken; what it is called as is `cust_raw`'s declaration of the same name.
    let found = unsafe { library()?.get::<*mut c_void>(name.to_bytes_with_nul()) };
    found.ok().map(|symbol| *symbol).filter(|address| !address.is_null())
}

/// An address for all threads.
struct Found(Option<*mut c_void>);
// SAFETY: the address of a function, which is never written through.
unsafe impl Send for Found {}
// SAFETY: as above.
unsafe impl Sync for Found {}

/// What a function that is not there answers.
fn missing() -> CUresult {
    if is_there() { CUresult::CUDA_ERROR_NOT_SUPPORTED } else { CUresult::CUDA_ERROR_NO_DEVICE }
}

/// The number as the enumeration has it.
fn result(code: c_int) -> CUresult {
    let known = matches!(code, 0..=8 | 34 | 100..=102 | 200..=202 | 205..=224 | 300..=304 | 400 | 401 | 500 | 600)
        || matches!(code, 700..=705 | 708..=720 | 800..=809 | 900..=911 | 999);
    if !known {
        return CUresult::CUDA_ERROR_UNKNOWN;
    }
    // SAFETY: `CUresult` is `repr(i32)`, and the ranges above are its values (cust_raw 0.11).
    unsafe { core::mem::transmute::<c_int, CUresult>(code) }
}

/// The jump that a name consists of.
#[cfg(target_arch = "x86_64")]
macro_rules! jump {
    () => {
        "jmp {function}"
    };
}
#[cfg(target_arch = "aarch64")]
macro_rules! jump {
    () => {
        "b {function}"
    };
}

/// The driver's name for a function of this module, hidden.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
macro_rules! named {
    ($name:ident) => {
        core::arch::global_asm!(
            ".text",
            concat!(".globl ", stringify!($name)),
            concat!(".hidden ", stringify!($name)),
            concat!(".type ", stringify!($name), ", %function"),
            concat!(stringify!($name), ":"),
            jump!(),
            function = sym $name,
        );
    };
}
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
macro_rules! named {
    ($name:ident) => {};
}

macro_rules! define {
    ($(fn $name:ident($($argument:ident: $type:ty),*);)*) => {
        $(
            #[cfg_attr(
                not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))),
                unsafe(no_mangle)
            )]
            unsafe extern "C" fn $name($($argument: $type),*) -> CUresult {
                static FOUND: OnceLock<Found> = OnceLock::new();
                let find = || {
                    let name = concat!(stringify!($name), "\0").as_bytes();
                    Found(CStr::from_bytes_with_nul(name).ok().and_then(address))
                };
                let Some(address) = FOUND.get_or_init(find).0 else { return missing() };
                // SAFETY: the driver's function of this name has this type: the binding interface that its version in the
                // name fixes. A number is returned, which `result` makes one of the enumeration.
                unsafe {
                    let function: unsafe extern "C" fn($($type),*) -> c_int = core::mem::transmute(address);
                    result(function($($argument),*))
                }
            }
            named!($name);
        )*
    };
}
driver_functions!(define);

/// Never fails: `cust` prints errors with it, and printing panics where it does.
///
/// # Safety
/// `text` may be written.
#[cfg_attr(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))), unsafe(no_mangle))]
unsafe extern "C" fn cuGetErrorString(error: CUresult, text: *mut *const c_char) -> CUresult {
    let mut found = ptr::null();
    if let Some(address) = address(c"cuGetErrorString") {
        // SAFETY: as in `define`; `found` is written, to text of the driver that lasts.
        unsafe {
            let function: unsafe extern "C" fn(CUresult, *mut *const c_char) -> c_int = core::mem::transmute(address);
            function(error, &mut found);
        }
    }
    if found.is_null() {
        found = c"an error that the driver does not name".as_ptr();
    }
    // SAFETY: the caller's promise.
    unsafe { *text = found };
    CUresult::CUDA_SUCCESS
}
named!(cuGetErrorString);
