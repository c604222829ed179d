//! A sign of life on standard error for work that takes more than a second, where somebody watches.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::IsTerminal,
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// Shows the work that is under way, from the second second on; goes away when dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
    watch: Arc<Mutex<Watch>>,
    stop: Option<(Sender<()>, JoinHandle<()>)>,
}

/// A part of the work: its name, and the seconds that it is expected to take, 0 where nothing is known.
pub(crate) type Phase = (&'static str, f64);

impl Progress {
    /// Work without known steps.
    pub(crate) fn new(message: &'static str) -> Self {
        Self::phases([(message, 0.0)])
    }

    /// Work in phases. The first has begun; [`next`](Progress::next) begins the others. Only the ratios of the expected times
    /// matter once a phase has ended.
    pub(crate) fn phases(phases: impl Into<Vec<Phase>>) -> Self {
        Self::start(ProgressBar::hidden(), Watch::new(phases.into()), "{spinner} {msg}")
    }

    /// Work in `steps` steps.
    pub(crate) fn steps(message: &'static str, steps: u64) -> Self {
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        bar.set_message(message);
        Self::start(bar, Watch::new(Vec::new()), "{spinner} {msg} {percent} %, {pos} of {len}, {eta} left")
    }

    fn start(bar: ProgressBar, watch: Watch, template: &str) -> Self {
        let (phased, watch) = (!watch.phases.is_empty(), Arc::new(Mutex::new(watch)));
        if !std::io::stderr().is_terminal() {
            return Progress { bar, watch, stop: None };
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        let (stop, stopped) = channel();
        let (shown, watched) = (bar.clone(), watch.clone());
        let thread = std::thread::spawn(move || {
            if stopped.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                shown.set_draw_target(ProgressDrawTarget::stderr());
                while stopped.recv_timeout(Duration::from_millis(120)) == Err(RecvTimeoutError::Timeout) {
                    if phased {
                        shown.set_message(watched.lock().unwrap_or_else(PoisonError::into_inner).text(Instant::now()));
                    }
                    shown.tick();
                }
                shown.finish_and_clear();
            }
        });
        Progress { bar, watch, stop: Some((stop, thread)) }
    }

    /// One step is done.
    pub(crate) fn step(&self) {
        self.bar.inc(1);
    }

    /// The next phase begins.
    pub(crate) fn next(&self) {
        self.watch.lock().unwrap_or_else(PoisonError::into_inner).next(Instant::now());
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

/// Tells how far the phases are.
struct Watch {
    phases: Vec<Phase>,
    at: usize,
    since: Instant,
    /// Seconds that the phases before took, and that they were expected to take.
    took: f64,
    expected: f64,
}

impl Watch {
    fn new(phases: Vec<Phase>) -> Self {
        Watch { phases, at: 0, since: Instant::now(), took: 0.0, expected: 0.0 }
    }

    fn next(&mut self, now: Instant) {
        if let Some((_, expected)) = self.phases.get(self.at)
            && *expected > 0.0
        {
            self.took += now.duration_since(self.since).as_secs_f64();
            self.expected += expected;
        }
        (self.at, self.since) = ((self.at + 1).min(self.phases.len().saturating_sub(1)), now);
    }

    /// Returns the name of the phase with per cent and time left, or with the time since its beginning where it takes longer
    /// than expected or nothing is known.
    fn text(&self, now: Instant) -> String {
        let Some(&(name, expected)) = self.phases.get(self.at) else { return String::new() };
        // Phases that took a tenth of a second at least tell how fast this machine is.
        let pace = if self.took >= 0.1 && self.expected > 0.0 { self.took / self.expected } else { 1.0 };
        let (elapsed, expected) = (now.duration_since(self.since).as_secs_f64(), expected * pace);
        if elapsed >= expected {
            return format!("{name}, {elapsed:.0} s so far");
        }
        let rest: f64 = self.phases[self.at + 1..].iter().map(|(_, expected)| expected * pace).sum();
        let left = (expected - elapsed + rest).ceil();
        format!("{name} {:.0} %, about {left:.0} s left", (100.0 * elapsed / expected).floor())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_tell_per_cent_and_time_left() {
        let mut watch = Watch::new(vec![("reading", 2.0), ("multiplying", 1.0), ("converting", 5.0)]);
        let start = watch.since;
        let after = |seconds: f64| start + Duration::from_secs_f64(seconds);
        assert_eq!(watch.text(after(1.5)), "reading 75 %, about 7 s left");
        assert_eq!(watch.text(after(3.0)), "reading, 3 s so far");
        // Twice as slow as expected.
        watch.next(after(4.0));
        assert_eq!(watch.text(after(5.0)), "multiplying 50 %, about 11 s left");
        watch.next(after(6.0));
        watch.next(after(7.0));
        assert!(watch.text(after(8.0)).starts_with("converting "));
        assert_eq!(Watch::new(vec![("computing", 0.0)]).text(Instant::now()), "computing, 0 s so far");
    }
}
