//! Measured constants of the cost model.

use super::{super::stepped, target::Target};
use crate::kernel::isa::Isa;

/// Nanoseconds of one vector instruction of each kind. Measured 2026-11-21 on AMD Zen 4 at 3.7 GHz.
pub(super) struct Costs {
    pub(super) arithmetic: f64,
    pub(super) load: f64,
    pub(super) store: f64,
    pub(super) registers: usize,
    /// The definition: a constant, per value, per product of two real numbers.
    pub(super) direct: [f64; 3],
    /// Entering a pass.
    pub(super) call: f64,
}

/// Returns the constants of vectors of this many lanes.
pub(super) fn costs(lanes: usize, target: &Target) -> Costs {
    let Target { isa, wide, .. } = *target;
    let bytes = lanes * if wide { 8 } else { 4 };
    let registers = if isa == Isa::Avx512 && lanes >= 8 { 32 } else { 16 };
    let mut costs = match (bytes, lanes) {
        (32, 8) if registers == 32 => {
            Costs { arithmetic: 0.09, load: 0.06, store: 0.14, registers, direct: [21.1, 0.55, 0.0175], call: 2.0 }
        }
        (64, 8) => {
            Costs { arithmetic: 0.16, load: 0.12, store: 0.28, registers, direct: [19.6, 0.54, 0.0377], call: 2.0 }
        }
        (64, _) => Costs { arithmetic: 0.16, load: 0.12, store: 0.28, registers, direct: [14.0, 0.8, 0.02], call: 2.0 },
        (_, 1) => Costs { arithmetic: 0.17, load: 0.1, store: 0.2, registers, direct: [12.0, 0.5, 0.15], call: 1.0 },
        (_, 4) => {
            Costs { arithmetic: 0.12, load: 0.09, store: 0.2, registers, direct: [20.0, 0.68, 0.0406], call: 2.0 }
        }
        _ => Costs { arithmetic: 0.12, load: 0.08, store: 0.18, registers, direct: [19.0, 0.63, 0.0196], call: 2.0 },
    };
    let scale = target.scale(lanes);
    for cost in [&mut costs.arithmetic, &mut costs.load, &mut costs.store, &mut costs.direct[2]] {
        *cost *= scale;
    }
    costs
}

/// Returns the nanoseconds of the definition of `m` values after networks of `r`. Measured 2026-11-22, Zen 4, over primes to 127
/// and factors to 8.
pub(super) fn direct([r, m]: [usize; 2], lanes: usize, target: &Target) -> f64 {
    let [a, b, c] = costs(lanes, target).direct;
    // Whole vectors of sums.
    let products = 4 * (m / 2).next_multiple_of(lanes) * (m / 2);
    let values = r as f64 * m as f64;
    // The networks, and the reordering of a coprime factor, which is slower the more of the first cache the factors
    // take.
    let places = match (r, target.wide) {
        (1, _) => 0.0,
        (_, true) => (0.65 + 0.007 * m as f64).min(1.4),
        _ => 0.25 + 0.006 * m as f64,
    };
    r as f64 * (a + c * products as f64) + values * (b + places)
}

/// A lower bound of [`stepped`], in nanoseconds.
pub(super) const LEAST_OF_TWO_STEPS: f64 = 20.0;

/// Nanoseconds of two steps through the first cache.
struct TwoSteps {
    call: f64,
    /// For each instruction of the networks.
    network: f64,
    /// For each vector of the first step, in one pass, two or three; 0 where three are not offered.
    first: [f64; 3],
    /// For each vector of the second step, which is transposed: without shuffles, and for those.
    second: [f64; 2],
    /// For each value beyond so many: values, work space and factors leave the first cache.
    beyond: (usize, f64),
}

/// Returns the nanoseconds of a transform in two steps through the first cache; `None` if there is no such transform.
///
/// With the parts apart fitted 2026-11-29 to 378 kernels of 90 to 1500 doubles and 376 of 36 to 1500 singles, Zen 4 with AVX-512. Nine in ten
/// take .95 to 1.07 of this. Fewer doubles take up to twice as long, where codelets are faster.
/// With the parts side by side fitted 2026-11-29 to 546 kernels of 243 to 1500 values beside columns in lanes, Zen 3. The constants of
/// the vectors of doubles and beyond the first cache make the best choice among kernels. Those were of 148 lengths from 18 to 1500.
/// The constants of vectors of 64 bytes with the parts side by side make the best choice at 97 lengths from 202 to 1500. They were measured
/// 2026-12-01 on Sapphire Rapids, where columns in lanes take 1.7 times what is counted.
pub(super) fn stepped(lanes: usize, n1: usize, n2: usize, target: &Target) -> Option<f64> {
    let [a, b, c] = stepped::radices(n1)?;
    let (pairs, in_wide) = (target.isa == Isa::Avx2, target.wide_pairs().is_some());
    // Three passes were measured in vectors of 64 bytes and, for singles, in those of AVX2 on Intel.
    if b > 1 && !in_wide && !(pairs && !target.wide && target.one_shuffles()) {
        return None;
    }
    let TwoSteps { call, network: each, first, second, beyond: (near, beyond) } = match (pairs, target.wide) {
        (_, true) if in_wide => TwoSteps {
            call: 17.0,
            network: 0.104,
            first: [0.067, 0.89, 1.19],
            second: [0.061, 0.0],
            beyond: (570, 0.95),
        },
        (_, false) if in_wide => {
            TwoSteps { call: 27.8, network: 0.11, first: [0.0, 0.7, 0.97], second: [0.114, 0.0], beyond: (1150, 1.0) }
        }
        (false, true) => {
            TwoSteps { call: 8.2, network: 0.0852, first: [0.96, 1.77, 0.0], second: [0.07, 1.02], beyond: (600, 0.16) }
        }
        (false, false) => {
            TwoSteps { call: 25.2, network: 0.1006, first: [0.95, 1.78, 0.0], second: [0.0, 0.63], beyond: (600, 0.03) }
        }
        (true, true) => TwoSteps {
            call: LEAST_OF_TWO_STEPS,
            network: 0.06,
            first: [0.3, 0.45, 0.0],
            second: [0.45, 0.0],
            beyond: (400, 0.1),
        },
        (true, false) => TwoSteps {
            call: LEAST_OF_TWO_STEPS,
            network: 0.06,
            first: [0.6, 0.6, 0.9],
            second: [1.2, 0.0],
            beyond: (0, 0.0),
        },
    };
    // Networks that do not fit the registers.
    let full = |radix: usize, row: bool| {
        network(radix)
            * match radix {
                16 if in_wide => [1.55, 1.35][usize::from(target.wide)],
                14 | 15 if in_wide => 1.1,
                _ if in_wide => 1.0,
                13.. if pairs && row => 1.4,
                _ if pairs => 1.0,
                16 => 1.8,
                14 | 15 => 1.3,
                12 if !target.wide => 1.2,
                _ => 1.0,
            }
    };
    let (groups, blocks) = (n2.div_ceil(lanes) as f64, n1.div_ceil(lanes) as f64);
    let pass = |radix: usize| n1 as f64 / radix as f64 * full(radix, false);
    let networks = groups * (pass(a) + pass(b) + pass(c)) + blocks * full(n2, true);
    let vectors = first[usize::from(b > 1) + usize::from(c > 1)] * groups * n1 as f64
        + (second[0] + second[1] * target.shuffle()) * blocks * n2 as f64;
    let time = call + each * networks + vectors + beyond * (n1 * n2).saturating_sub(near) as f64;
    // Measured 2026-12-01, Sapphire Rapids limited to AVX2, 202 to 1500 values.
    let leaves = pairs && target.wide && target.one_shuffles() && n1 * n2 >= 850;
    Some(time.max(LEAST_OF_TWO_STEPS) * if leaves { 1.2 } else { 1.0 })
}

/// Returns the nanoseconds of a vector and a level of the kernels of powers of two. Measured 2026-11-21, Zen 4.
pub(super) fn power(len: usize, lanes: usize, target: &Target, far: bool) -> f64 {
    let Target { isa, wide, .. } = *target;
    let vector = target.scale(lanes)
        * match (isa, lanes, far) {
            (_, 16, false) => 1.55,
            (_, 16, true) => 2.2,
            (Isa::Avx512, 8, false) if !wide => 0.61,
            (_, 8, true) if !wide => 1.45,
            (_, 8, false) if !wide => 0.75,
            (_, 8, _) => 1.0,
            (_, _, false) => 0.65,
            (_, _, true) => 0.9,
        };
    match len {
        0..128 => 1.6 * vector,
        // These are one function.
        128..=4096 if isa == Isa::Avx512 => 0.86 * vector,
        _ => vector,
    }
}

/// Returns the nanoseconds of a power of two in one function, the parts of a number side by side. Measured 2026-11-27, Zen 3.
pub(super) fn pairs(len: usize, target: &Target) -> f64 {
    let vector = if target.wide { 0.11 } else { 0.073 };
    vector * len as f64 * f64::from(len.ilog2())
}

/// Returns the instructions of a network of radix `r`, parts counted apart.
pub(super) fn network(radix: usize) -> f64 {
    match radix {
        1 => 0.0,
        2 => 4.0,
        3 => 12.0,
        4 => 16.0,
        5 => 32.0,
        6 => 36.0,
        7 => 60.0,
        8 => 52.0,
        9 => 80.0,
        10 => 84.0,
        11 => 140.0,
        12 => 96.0,
        13 => 192.0,
        14 => 148.0,
        15 => 156.0,
        16 => 152.0,
        p => ((p - 1) * (p - 1)) as f64 * 1.7 + 8.0 * p as f64,
    }
}

/// Nanoseconds of a convolution in lanes.
///
/// Measured 2026-11-22, Zen 4 with AVX-512, over products of these radices to 16000 values.
pub(super) struct Cycle {
    /// The cost of a call, and that of each pass.
    pub(super) calls: [f64; 2],
    /// For each vector, passes apart.
    pub(super) vector: f64,
    /// For each vector of a pass of radix 2, 3, ..., 13 in both directions.
    pub(super) passes: [f64; 12],
}

/// Number of vectors below which the costs of a convolution's passes are computed once for all.
pub(super) const SHORTEST: usize = 256;

impl Cycle {
    /// Returns the same with the time of vectors times `scale`.
    pub(super) fn times(mut self, scale: f64) -> Self {
        self.calls[1] *= scale;
        self.vector *= scale;
        self.passes.iter_mut().for_each(|pass| *pass *= scale);
        self
    }

    /// Returns the least nanoseconds for each vector in passes over this many vectors; infinite for numbers that are
    /// not a product of the radices.
    pub(super) const fn shortest(&self) -> [f64; SHORTEST] {
        let mut least = [f64::INFINITY; SHORTEST];
        least[1] = 0.0;
        let mut q = 2;
        while q < SHORTEST {
            let mut radix = 2;
            while radix <= 13 {
                if q.is_multiple_of(radix) && least[q / radix] + self.passes[radix - 2] < least[q] {
                    least[q] = least[q / radix] + self.passes[radix - 2];
                }
                radix += 1;
            }
            q += 1;
        }
        least
    }

    /// Returns a lower bound of the nanoseconds of a pass of a vector, for each factor of two of its radix.
    pub(super) const fn level(&self) -> f64 {
        /// The binary logarithms of 2 to 13.
        const LEVELS: [f64; 12] = [1.0, 1.585, 2.0, 2.322, 2.585, 2.808, 3.0, 3.17, 3.322, 3.46, 3.585, 3.701];
        let (mut least, mut i) = (f64::INFINITY, 0);
        while i < LEVELS.len() {
            let level = self.passes[i] / LEVELS[i];
            least = if level < least { level } else { least };
            i += 1;
        }
        least
    }
}

/// Returns the constants of vectors of this many lanes.
pub(super) const fn cycle(lanes: usize, wide: bool) -> Cycle {
    match (lanes, wide) {
        (4, _) => Cycle {
            calls: [32.0, 0.0],
            vector: 5.2,
            passes: [1.2, 1.6, 1.65, 2.6, 2.3, 4.2, 3.5, 4.5, 4.9, 8.5, 5.1, 10.5],
        },
        (_, true) | (16, _) => Cycle {
            calls: [50.0, 0.0],
            vector: 6.3,
            passes: [3.8, 4.2, 3.85, 4.65, 4.4, 5.7, 5.45, 7.7, 8.2, 11.5, 8.0, 14.0],
        },
        _ => Cycle {
            calls: [46.0, 6.8],
            vector: 3.1,
            passes: [1.4, 1.95, 1.95, 2.65, 2.6, 3.3, 2.9, 4.15, 4.0, 5.5, 4.1, 6.5],
        },
    }
}
