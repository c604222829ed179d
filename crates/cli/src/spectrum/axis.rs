//! The axis of a picture or curve.

use super::ticks::{log_ticks, ticks};

/// The ends of an axis, and whether it is logarithmic.
#[derive(Clone, Copy)]
pub(super) struct Axis {
    pub(super) from: f64,
    pub(super) to: f64,
    pub(super) log: bool,
}

impl Axis {
    /// Creates a linear axis.
    pub(super) fn linear(from: f64, to: f64) -> Self {
        Axis { from, to, log: false }
    }

    /// Creates the axis of the frequencies of segments of `length` samples. A logarithmic one starts at the first
    /// positive frequency.
    pub(super) fn frequency(rate: f64, length: usize, log: bool) -> Self {
        let to = rate / 2.0;
        let from = if log { (rate / length as f64).min(to / 2.0) } else { 0.0 };
        Axis { from, to, log }
    }

    /// Returns the place of a value, 0 at the beginning and 1 at the end.
    pub(super) fn place(&self, at: f64) -> f64 {
        match self.log {
            true => (at / self.from).ln() / (self.to / self.from).ln(),
            false => (at - self.from) / (self.to - self.from),
        }
    }

    /// Returns the places and texts of the marks, at most about `count` of them.
    pub(super) fn marks(&self, count: usize) -> impl Iterator<Item = (f64, String)> {
        let list = if self.log { log_ticks(self.from, self.to) } else { ticks(self.from, self.to, count) };
        list.into_iter().map(|(at, text)| (self.place(at), text))
    }
}
