//! The question to the model of cost.

use crate::kernel::{isa::Isa, machine::Machine};

/// The task and the machine for which a kernel is chosen.
pub(super) struct Target {
    /// The resolved instruction set.
    pub(super) isa: Isa,
    /// `true` for `f64`, `false` for `f32`.
    pub(super) wide: bool,
    pub(super) machine: Machine,
}

impl Target {
    /// Returns the time of instructions on vectors of this many lanes over that on Zen 4, where the constants were measured.
    pub(super) fn scale(&self, lanes: usize) -> f64 {
        let bytes = lanes * if self.wide { 8 } else { 4 };
        if bytes == 64 { self.machine.wide as f64 / Machine::AMD.wide as f64 } else { 1.0 }
    }

    /// Returns the numbers in a vector of 64 bytes with their parts side by side. Returns `None` where two vectors of 32 bytes take less
    /// time.
    pub(super) fn wide_pairs(&self) -> Option<usize> {
        let wide = self.isa == Isa::Avx512 && self.machine.gains_by_width();
        wide.then_some(if self.wide { 4 } else { 8 })
    }

    /// Returns whether a register holds this many floats.
    pub(super) fn has(&self, floats: usize) -> bool {
        floats * if self.wide { 8 } else { 4 } <= if self.isa == Isa::Avx512 { 64 } else { 32 }
    }

    /// Returns the time of a shuffle over that of a sum.
    pub(super) fn shuffle(&self) -> f64 {
        self.machine.shuffle as f64 / 100.0
    }

    /// Returns whether one of two units shuffles.
    pub(super) fn one_shuffles(&self) -> bool {
        self.shuffle() >= 1.5
    }

    /// Returns the most lanes beside those of powers of two.
    pub(super) fn widest(&self) -> usize {
        if self.wide || !self.machine.gains_by_width() { 8 } else { 16 }
    }
}
