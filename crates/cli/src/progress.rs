//! Progress on standard error for work of more than a second, if it is a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::IsTerminal,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        mpsc::{RecvTimeoutError, Sender, channel},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};

/// Shows the progress of work after its first second, until it is dropped.
pub(crate) struct Progress {
    watch: Arc<Mutex<Watch>>,
    stop: Option<(Sender<()>, JoinHandle<()>)>,
}

/// A part of the work: its name and its expected seconds, 0 if unknown.
pub(crate) type Phase = (&'static str, f64);

impl Progress {
    /// Starts to show work without known steps.
    pub(crate) fn new(message: &'static str) -> Self {
        Self::phases([(message, 0.0)])
    }

    /// Starts to show work in phases, with the first one; [`next`](Progress::next) starts the others. Once a tenth of
    /// the work is done, only the ratios of the expected times matter.
    pub(crate) fn phases(phases: impl Into<Vec<Phase>>) -> Self {
        Self::start(Watch::new(phases.into(), 0))
    }

    /// Starts to show work of `steps` steps.
    pub(crate) fn steps(message: &'static str, steps: u64) -> Self {
        Self::start(Watch::new(vec![(message, 0.0)], steps))
    }

    fn start(watch: Watch) -> Self {
        let watch = Arc::new(Mutex::new(watch));
        if !std::io::stderr().is_terminal() {
            return Progress { watch, stop: None };
        }
        let (stop, stopped) = channel();
        let watched = watch.clone();
        let thread = std::thread::Builder::new().spawn(move || {
            if stopped.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
                if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
                    bar.set_style(style);
                }
                while stopped.recv_timeout(Duration::from_millis(120)) == Err(RecvTimeoutError::Timeout) {
                    bar.set_message(held(&watched).text(Instant::now()));
                    bar.tick();
                }
                bar.finish_and_clear();
            }
        });
        // Without a thread the work goes on, unseen.
        Progress { watch, stop: thread.ok().map(|thread| (stop, thread)) }
    }

    /// Counts one step as done.
    pub(crate) fn step(&self) {
        held(&self.watch).step(Instant::now());
    }

    /// Starts the next phase.
    pub(crate) fn next(&self) {
        held(&self.watch).next(Instant::now());
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

/// Returns the locked watch, also if a thread panicked while it held the lock.
fn held(watch: &Mutex<Watch>) -> MutexGuard<'_, Watch> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The state of the phases, or of the steps of the only one.
struct Watch {
    phases: Vec<Phase>,
    at: usize,
    since: Instant,
    /// Number of steps, 0 if there are none; the steps done, and the time of the last of them.
    steps: u64,
    done: u64,
    stepped: Instant,
    /// Seconds that the earlier phases took, and their expected seconds.
    took: f64,
    expected: f64,
}

impl Watch {
    fn new(phases: Vec<Phase>, steps: u64) -> Self {
        let now = Instant::now();
        Watch { phases, at: 0, since: now, steps, done: 0, stepped: now, took: 0.0, expected: 0.0 }
    }

    fn step(&mut self, now: Instant) {
        (self.done, self.stepped) = (self.done + 1, now);
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

    /// Returns the name of the phase with per cent and time left. If it takes longer than expected, or nothing is
    /// known, the time since its start follows instead.
    fn text(&self, now: Instant) -> String {
        let Some(&(name, expected)) = self.phases.get(self.at) else { return String::new() };
        if self.done > 0 && self.done < self.steps {
            let each = self.stepped.duration_since(self.since).as_secs_f64() / self.done as f64;
            let rest = each * (self.steps - self.done) as f64 - now.duration_since(self.stepped).as_secs_f64();
            let percent = 100 * self.done / self.steps;
            return format!(
                "{name} {percent} %, {} of {}, about {:.0} s left",
                self.done,
                self.steps,
                rest.max(0.0).ceil()
            );
        }
        // The ratio of actual to expected time is used once the finished phases are a tenth of the work.
        let whole: f64 = self.phases.iter().map(|(_, expected)| expected).sum();
        let pace = if self.expected > 0.1 * whole { self.took / self.expected } else { 1.0 };
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
        let mut watch = Watch::new(vec![("reading", 2.0), ("multiplying", 1.0), ("converting", 5.0)], 0);
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
        assert_eq!(Watch::new(vec![("computing", 0.0)], 0).text(Instant::now()), "computing, 0 s so far");
    }

    #[test]
    fn steps_tell_what_is_left() {
        let mut watch = Watch::new(vec![("verifying", 0.0)], 8);
        let start = watch.since;
        let after = |seconds: f64| start + Duration::from_secs_f64(seconds);
        assert_eq!(watch.text(after(3.0)), "verifying, 3 s so far");
        watch.step(after(4.0));
        watch.step(after(6.0));
        assert_eq!(watch.text(after(7.0)), "verifying 25 %, 2 of 8, about 17 s left");
        assert_eq!(watch.text(after(70.0)), "verifying 25 %, 2 of 8, about 0 s left");
    }
}
