//! Signals that ask the run to end. It ends after the running sample.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Records the signals that ask the program to end.
pub struct Interrupt {
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Starts to record signals instead of ending the process. A second signal ends it.
    pub fn watch() -> Self {
        let signal = Arc::new(AtomicUsize::new(0));
        #[cfg(unix)]
        for number in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // The handlers run in the order of their registration, so the default action is conditional on an earlier
            // signal. If no handler can be installed, the signal takes its default action.
            let noted = Arc::new(std::sync::atomic::AtomicBool::new(false));
            let _ = signal_hook::flag::register_conditional_default(number, noted.clone());
            let _ = signal_hook::flag::register(number, noted);
            let _ = signal_hook::flag::register_usize(number, signal.clone(), number as usize);
        }
        Interrupt { signal }
    }

    /// Returns true if a signal has arrived.
    pub fn is_set(&self) -> bool {
        self.signal.load(Ordering::SeqCst) != 0
    }

    /// Raises the default action of a signal that has arrived, which ends the process.
    pub fn raise(&self) {
        #[cfg(unix)]
        if let Ok(signal @ 1..) = i32::try_from(self.signal.load(Ordering::SeqCst)) {
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    }
}
