//! A progress bar on standard error for a run of more than a second, if it is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::IsTerminal,
    time::{Duration, Instant},
};

/// A progress bar of samples.
pub(crate) struct Progress {
    bar: ProgressBar,
    begin: Instant,
    shown: bool,
}

impl Progress {
    /// Creates a bar of `steps` steps, hidden during the first second.
    pub(crate) fn new(steps: usize) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps as u64), ProgressDrawTarget::hidden());
        if let Ok(style) = ProgressStyle::with_template("{bar:24} {percent:>3} % {msg} ({eta} left)") {
            bar.set_style(style);
        }
        Progress { bar, begin: Instant::now(), shown: !std::io::stderr().is_terminal() }
    }

    /// Moves the bar by `steps` steps; `message` names the work.
    pub(crate) fn step(&mut self, steps: usize, message: &str) {
        if !self.shown && self.begin.elapsed() > Duration::from_secs(1) {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.shown = true;
        }
        if self.bar.message() != message {
            self.bar.set_message(message.to_string());
        }
        self.bar.inc(steps as u64);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
