//! The CUDA driver, opened at the first call.
//!
//! `cust` links against the driver's functions; a program that does so in the usual way does not start where there is
//! no driver. Here each of them is a function of this crate that opens the driver and calls its function of the same
//! name. The driver is opened by the name of its shared library alone, so the loader's own rules decide which one it
//! is. Without a driver each returns `CUDA_ERROR_NO_DEVICE`; a function that the driver lacks returns
//! `CUDA_ERROR_NOT_SUPPORTED`.
//!
//! The linker sees them under the driver's names. On ELF those names are hidden: they end at the binary that they are linked
//! into, and a shared library that has this crate inside exports none of them. Elsewhere they are ordinary names.
//!
//! The driver returns numbers, which `cust_raw` declares as an enumeration. A number that `cust_raw` does not have
//! becomes `CUDA_ERROR_UNKNOWN` here, because a value outside of an enumeration is undefined behaviour.

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

/// Returns whether there is a driver.
#[inline(never)]
pub(super) fn is_there() -> bool {
    library().is_some()
}

/// Returns the address of a function of the driver; `None` if it has none.
fn address(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: only the address is taken; it is called with the type of `cust_raw`'s declaration of the same name.
    let found = unsafe { library()?.get::<*mut c_void>(name.to_bytes_with_nul()) };
    found.ok().map(|symbol| *symbol).filter(|address| !address.is_null())
}

/// An address for all threads.
struct Found(Option<*mut c_void>);
// SAFETY: the address of a function, which is never written through.
unsafe impl Send for Found {}
// SAFETY: as above.
unsafe impl Sync for Found {}

/// Returns the result of a missing function.
fn missing() -> CUresult {
    if is_there() { CUresult::CUDA_ERROR_NOT_SUPPORTED } else { CUresult::CUDA_ERROR_NO_DEVICE }
}

/// Converts the number into the enumeration.
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

/// Returns the text of an error. It never fails: `cust` prints errors with it, and printing panics where it does.
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

#[cfg(feature = "inside")]
pub(crate) mod tests {
    use super::{CUresult, c_int, result};

    /// Checks that every number is the value of its enumeration, or that of unknown errors.
    #[inline]
    pub(crate) fn numbers_of_the_driver_are_values() {
        let known = [
            CUresult::CUDA_ERROR_ALREADY_ACQUIRED,
            CUresult::CUDA_ERROR_ALREADY_MAPPED,
            CUresult::CUDA_ERROR_ARRAY_IS_MAPPED,
            CUresult::CUDA_ERROR_ASSERT,
            CUresult::CUDA_ERROR_CAPTURED_EVENT,
            CUresult::CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE,
            CUresult::CUDA_ERROR_CONTEXT_ALREADY_CURRENT,
            CUresult::CUDA_ERROR_CONTEXT_ALREADY_IN_USE,
            CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED,
            CUresult::CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
            CUresult::CUDA_ERROR_DEINITIALIZED,
            CUresult::CUDA_ERROR_DEVICE_NOT_LICENSED,
            CUresult::CUDA_ERROR_ECC_UNCORRECTABLE,
            CUresult::CUDA_ERROR_EXTERNAL_DEVICE,
            CUresult::CUDA_ERROR_FILE_NOT_FOUND,
            CUresult::CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE,
            CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR,
            CUresult::CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED,
            CUresult::CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED,
            CUresult::CUDA_ERROR_ILLEGAL_ADDRESS,
            CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION,
            CUresult::CUDA_ERROR_ILLEGAL_STATE,
            CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE,
            CUresult::CUDA_ERROR_INVALID_CONTEXT,
            CUresult::CUDA_ERROR_INVALID_DEVICE,
            CUresult::CUDA_ERROR_INVALID_GRAPHICS_CONTEXT,
            CUresult::CUDA_ERROR_INVALID_HANDLE,
            CUresult::CUDA_ERROR_INVALID_IMAGE,
            CUresult::CUDA_ERROR_INVALID_PC,
            CUresult::CUDA_ERROR_INVALID_PTX,
            CUresult::CUDA_ERROR_INVALID_SOURCE,
            CUresult::CUDA_ERROR_INVALID_VALUE,
            CUresult::CUDA_ERROR_JIT_COMPILATION_DISABLED,
            CUresult::CUDA_ERROR_JIT_COMPILER_NOT_FOUND,
            CUresult::CUDA_ERROR_LAUNCH_FAILED,
            CUresult::CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING,
            CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES,
            CUresult::CUDA_ERROR_LAUNCH_TIMEOUT,
            CUresult::CUDA_ERROR_MAP_FAILED,
            CUresult::CUDA_ERROR_MISALIGNED_ADDRESS,
            CUresult::CUDA_ERROR_MPS_CONNECTION_FAILED,
            CUresult::CUDA_ERROR_MPS_MAX_CLIENTS_REACHED,
            CUresult::CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED,
            CUresult::CUDA_ERROR_MPS_RPC_FAILURE,
            CUresult::CUDA_ERROR_MPS_SERVER_NOT_READY,
            CUresult::CUDA_ERROR_NOT_FOUND,
            CUresult::CUDA_ERROR_NOT_INITIALIZED,
            CUresult::CUDA_ERROR_NOT_MAPPED,
            CUresult::CUDA_ERROR_NOT_MAPPED_AS_ARRAY,
            CUresult::CUDA_ERROR_NOT_MAPPED_AS_POINTER,
            CUresult::CUDA_ERROR_NOT_PERMITTED,
            CUresult::CUDA_ERROR_NOT_READY,
            CUresult::CUDA_ERROR_NOT_SUPPORTED,
            CUresult::CUDA_ERROR_NO_BINARY_FOR_GPU,
            CUresult::CUDA_ERROR_NO_DEVICE,
            CUresult::CUDA_ERROR_NVLINK_UNCORRECTABLE,
            CUresult::CUDA_ERROR_OPERATING_SYSTEM,
            CUresult::CUDA_ERROR_OUT_OF_MEMORY,
            CUresult::CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED,
            CUresult::CUDA_ERROR_PEER_ACCESS_NOT_ENABLED,
            CUresult::CUDA_ERROR_PEER_ACCESS_UNSUPPORTED,
            CUresult::CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE,
            CUresult::CUDA_ERROR_PROFILER_ALREADY_STARTED,
            CUresult::CUDA_ERROR_PROFILER_ALREADY_STOPPED,
            CUresult::CUDA_ERROR_PROFILER_DISABLED,
            CUresult::CUDA_ERROR_PROFILER_NOT_INITIALIZED,
            CUresult::CUDA_ERROR_SHARED_OBJECT_INIT_FAILED,
            CUresult::CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND,
            CUresult::CUDA_ERROR_STREAM_CAPTURE_IMPLICIT,
            CUresult::CUDA_ERROR_STREAM_CAPTURE_INVALIDATED,
            CUresult::CUDA_ERROR_STREAM_CAPTURE_ISOLATION,
            CUresult::CUDA_ERROR_STREAM_CAPTURE_MERGE,
            CUresult::CUDA_ERROR_STREAM_CAPTURE_UNJOINED,
            CUresult::CUDA_ERROR_STREAM_CAPTURE_UNMATCHED,
            CUresult::CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED,
            CUresult::CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD,
            CUresult::CUDA_ERROR_STUB_LIBRARY,
            CUresult::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH,
            CUresult::CUDA_ERROR_SYSTEM_NOT_READY,
            CUresult::CUDA_ERROR_TIMEOUT,
            CUresult::CUDA_ERROR_TOO_MANY_PEERS,
            CUresult::CUDA_ERROR_UNKNOWN,
            CUresult::CUDA_ERROR_UNMAP_FAILED,
            CUresult::CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY,
            CUresult::CUDA_ERROR_UNSUPPORTED_LIMIT,
            CUresult::CUDA_ERROR_UNSUPPORTED_PTX_VERSION,
            CUresult::CUDA_SUCCESS,
        ];
        for code in (-70_000..70_000).chain([c_int::MIN, c_int::MAX]) {
            let there = known.iter().any(|value| *value as c_int == code);
            let expected = if there { code } else { CUresult::CUDA_ERROR_UNKNOWN as c_int };
            assert_eq!(result(code) as c_int, expected);
        }
    }
}
