//! The line of progress on standard error, where somebody watches.

use indicatif::{ProgressBar, ProgressStyle};

/// Shows the part of the rows that is done and the row that is being measured. No thread redraws it: it would disturb the measurement.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Starts at none of `rows` rows.
    ///
    /// # Panics
    /// Never: the template is a constant.
    pub fn new(rows: usize) -> Self {
        let bar = ProgressBar::new(rows as u64);
        bar.set_style(
            ProgressStyle::with_template("{percent:>3} % [{elapsed}] {msg}").expect("a template that parses"),
        );
        Progress { bar }
    }

    /// Names the row that is measured now.
    pub fn row(&self, what: String) {
        self.bar.set_message(what);
        self.bar.tick();
    }

    /// Takes the line away while something is printed.
    pub fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Prints a finished row on standard output.
    pub fn done<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.inc(1);
        self.suspend(print)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
