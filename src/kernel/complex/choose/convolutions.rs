//! Lengths of convolutions that promise to be cheap, and bounds of their costs.

use super::{
    costs::{self, cycle},
    target::Target,
};
use alloc::vec::Vec;

/// Returns a closer bound than [`least_convolution`]: by the passes of short ones, otherwise the logarithm between powers of two
/// from below.
pub(super) fn least_convolution_nearer(lanes: usize, target: &Target, len: usize) -> f64 {
    let (wide, scale, q) = (target.wide, target.scale(lanes), (len / lanes).max(1));
    let cycle = cycle(lanes, wide);
    if let Some(passes) = shortest(lanes, wide).get(q) {
        return cycle.calls[0] + scale * q as f64 * (cycle.vector + passes);
    }
    let (least, level) = (least_convolution(lanes, target, len as f64), scale * level(lanes, wide));
    least + level * (q as f64) * (q as f64 / (1usize << q.ilog2()) as f64 - 1.0)
}

/// Returns [`Cycle::shortest`] of vectors of this many lanes.
fn shortest(lanes: usize, wide: bool) -> &'static [f64; costs::SHORTEST] {
    static ALL: [[f64; costs::SHORTEST]; 3] =
        [costs::cycle(4, true).shortest(), costs::cycle(8, true).shortest(), costs::cycle(8, false).shortest()];
    &ALL[match (lanes, wide) {
        (4, _) => 0,
        (_, true) | (16, _) => 1,
        _ => 2,
    }]
}

/// Returns a lower bound of the nanoseconds of a convolution in lanes of this many values.
pub(super) fn least_convolution(lanes: usize, target: &Target, len: f64) -> f64 {
    let (cycle, q) = (cycle(lanes, target.wide), (len / lanes as f64).max(1.0));
    let vector = cycle.vector + level(lanes, target.wide) * f64::from((q as u64).ilog2());
    cycle.calls[0] + target.scale(lanes) * q * vector
}

/// Returns [`Cycle::level`] of vectors of this many lanes.
fn level(lanes: usize, wide: bool) -> f64 {
    match (lanes, wide) {
        (4, _) => const { costs::cycle(4, true).level() },
        (_, true) | (16, _) => const { costs::cycle(8, true).level() },
        _ => const { costs::cycle(8, false).level() },
    }
}

/// Returns the numbers `lanes` times primes 2, 3, 5 and 7 from `least` to an eighth above it. Those that promise to be cheap come
/// first.
pub(super) fn smooth(least: usize, lanes: usize) -> Vec<usize> {
    let least = least.div_ceil(lanes);
    let most = least + least / 8 + 8;
    // The cost of a factor relative to as many factors of two.
    let powers = |prime: usize, more: f64| {
        core::iter::successors(Some((1usize, 1.0)), move |(n, cost)| Some((n * prime, cost * more)))
            .take_while(move |(n, _)| *n <= most)
    };
    let mut all: Vec<(f64, usize)> = Vec::new();
    for (a, cost7) in powers(7, 1.03) {
        for (b, cost5) in powers(5, 1.02).take_while(|(b, _)| a * b <= most) {
            for (c, cost3) in powers(3, 1.01).take_while(|(c, _)| a * b * c <= most) {
                let odd = a * b * c;
                let mut n = odd << (least.div_ceil(odd).next_power_of_two().ilog2());
                if n < lanes {
                    n = odd * lanes;
                }
                if n >= least && n <= most {
                    all.push((n as f64 * cost7 * cost5 * cost3, n * lanes));
                }
            }
        }
    }
    all.sort_by(|a, b| a.0.total_cmp(&b.0));
    all.into_iter().map(|(_, n)| n).collect()
}
