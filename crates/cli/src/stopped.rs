//! Signals that ask the program to stop while it writes.

use std::io;

/// Signals that arrive while output is written. They take effect once the unfinished file is removed. A signal that the
/// process ignores from its start stays ignored.
#[cfg(unix)]
pub(crate) struct Stopped {
    signal: std::sync::Arc<std::sync::atomic::AtomicUsize>,
}

#[cfg(unix)]
impl Stopped {
    /// Starts to hold signals back.
    pub(crate) fn watch() -> Self {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
        let stopped = Stopped { signal: Default::default() };
        let ignored = ignored();
        for signal in [SIGHUP, SIGINT, SIGQUIT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0) {
            // If no handler can be installed, the signal takes its default action.
            let _ = signal_hook::flag::register_usize(signal, stopped.signal.clone(), signal as usize);
        }
        stopped
    }

    /// Replaces the signal of a file size limit, which would end the process, by an error of the write.
    pub(crate) fn bear_limits() {
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default());
    }

    fn number(&self) -> usize {
        self.signal.load(std::sync::atomic::Ordering::SeqCst)
    }

    /// Returns an error once a signal has come.
    pub(crate) fn check(&self) -> io::Result<()> {
        if self.number() == 0 { Ok(()) } else { Err(io::Error::other("stopped by a signal")) }
    }

    /// Raises the default action of a signal that has arrived, which ends the process.
    pub(crate) fn raise(&self) {
        if let Ok(signal @ 1..) = i32::try_from(self.number()) {
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    }
}

/// Reads the signals that this process ignores, signal `s` as bit `s - 1`. Returns 0 if the system does not list them.
#[cfg(unix)]
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

#[cfg(not(unix))]
pub(crate) struct Stopped;

#[cfg(not(unix))]
impl Stopped {
    /// Creates an empty value: this system has no such signals.
    pub(crate) fn watch() -> Self {
        Stopped
    }

    /// Returns at once: this system has no such limit.
    pub(crate) fn bear_limits() {}

    /// Returns no error.
    pub(crate) fn check(&self) -> io::Result<()> {
        Ok(())
    }

    /// Returns at once: no signal can have arrived.
    pub(crate) fn raise(&self) {}
}
