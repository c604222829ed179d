//! Checks whether standard output was closed when the program began.
//!
//! The standard library opens `/dev/null` in place of a closed standard stream before `main`. A write to it is lost
//! without an error. So a function that runs before the standard library's start asks the system.

#![allow(unsafe_code)]

use std::sync::atomic::{AtomicBool, Ordering};

static CLOSED: AtomicBool = AtomicBool::new(false);

/// Runs `look` before `main`.
// SAFETY: the loader calls every address in this section once, with arguments that a C function may ignore; `look` calls nothing
// that needs the standard library to have started.
#[cfg(unix)]
#[used]
#[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
#[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
static BEFORE_MAIN: extern "C" fn() = look;

#[cfg(unix)]
extern "C" fn look() {
    // SAFETY: F_GETFD takes any number, open or not, and changes nothing.
    let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
    CLOSED.store(flags == -1, Ordering::Relaxed);
}

/// Returns whether the program was started without standard output.
pub(crate) fn stdout_is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}
