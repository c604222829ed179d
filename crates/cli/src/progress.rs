//! A sign of life on standard error for work that takes more than a second, where somebody watches.

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

/// Shows the work that is under way, from the second second on; goes away when dropped.
pub(crate) struct Progress {
    watch: Arc<Mutex<Watch>>,
    stop: Option<(Sender<()>, JoinHandle<()>)>,
}

/// A part of the work: its name, and the seconds that it is expected to take, 0 where nothing is known.
pub(crate) type Phase = (&'static str, f64);

impl Progress {
    /// Shows work without known steps.
    pub(crate) fn new(message: &'static str) -> Self {
        Self::phases([(message, 0.0)])
    }

    /// Shows work in phases. The first begins here, [`next`](Progress::next) begins the others. The ratios of the expected times matter
    /// alone once a tenth of the work is done.
    pub(crate) fn phases(phases: impl Into<Vec<Phase>>) -> Self {
        Self::start(Watch::new(phases.into(), 0))
    }

    /// Shows work in `steps` steps.
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
        let thread = std::thread::spawn(move || {
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
        Progress { watch, stop: Some((stop, thread)) }
    }

    /// Counts one step as done.
    pub(crate) fn step(&self) {
        held(&self.watch).step(Instant::now());
    }

    /// Begins the next phase.
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

/// Locks the watch.
fn held(watch: &Mutex<Watch>) -> MutexGuard<'_, Watch> {
    watch.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Tells how far the phases, or the steps of the only one, are.
struct Watch {
    phases: Vec<Phase>,
    at: usize,
    since: Instant,
    /// Number of steps, 0 where there are none, those done, and when the last of them was.
    steps: u64,
    done: u64,
    stepped: Instant,
    /// Seconds that the phases before took, and that they were expected to take.
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

    /// Returns the name of the phase with per cent and time left, or with the time since its beginning where it takes longer
    /// than expected or nothing is known.
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
        // Phases that are a tenth of the work tell how fast this machine is.
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
