//! A sign of life on standard error for work that takes more than a second, where somebody watches.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::IsTerminal,
    sync::mpsc::{RecvTimeoutError, Sender, channel},
    thread::JoinHandle,
    time::Duration,
};

/// Shows a spinner from the second second on; goes away when dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    stop: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// Work without known steps.
    pub(crate) fn new(message: &'static str) -> Self {
        Self::start(ProgressBar::hidden(), message, "{spinner} {msg} {elapsed}")
    }

    /// Work in `steps` steps.
    pub(crate) fn steps(message: &'static str, steps: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        Self::start(bar, message, "{spinner} {msg} {pos}/{len} {elapsed}")
    }

    fn start(bar: ProgressBar, message: &'static str, template: &str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Progress { bar, stop: None };
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_message(message);
        let (stop, stopped) = channel();
        let shown = bar.clone();
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                while stopped.recv_timeout(Duration::from_millis(120)) == Err(RecvTimeoutError::Timeout) {
                    shown.tick();
                }
                shown.finish_and_clear();
            }
        });
        Progress { bar, stop: Some((stop, thread)) }
    }

    /// One step is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, thread)) = self.stop.take() {
            drop(stop);
            let _ = thread.join();
        }
    }
}
