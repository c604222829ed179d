//! A signal that asks the run to end: it ends after the sample under way.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// Notes the signals that ask the program to stop.
pub struct Interrupt {
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Notes signals from here on instead of ending the process. A second signal ends it as always.
    pub fn watch() -> Self {
        let signal = Arc::new(AtomicUsize::new(0));
        #[cfg(unix)]
        for number in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
            // The first registered acts first: while no signal was noted it does nothing. If no handler can be had, the signal acts
            // as it always does.
            let noted = Arc::new(std::sync::atomic::AtomicBool::new(false));
            let _ = signal_hook::flag::register_conditional_default(number, noted.clone());
            let _ = signal_hook::flag::register(number, noted);
            let _ = signal_hook::flag::register_usize(number, signal.clone(), number as usize);
        }
        Interrupt { signal }
    }

    /// Returns whether a signal has come.
    pub fn is_set(&self) -> bool {
        self.signal.load(Ordering::SeqCst) != 0
    }

    /// Ends the process as the signal would have, if one has come.
    pub fn raise(&self) {
        #[cfg(unix)]
        if let Ok(signal @ 1..) = i32::try_from(self.signal.load(Ordering::SeqCst)) {
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    }
}
