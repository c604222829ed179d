//! The cheapest passes of a length, its splits in two sides, and convolutions.

use super::{
    super::{passes::compiled, shape::Shape},
    convolutions::least_convolution,
    costs::{Costs, Cycle, costs, cycle, network},
    divisors::Divisors,
    target::Target,
};
use crate::kernel::isa::Isa;
use alloc::{vec, vec::Vec};

/// The place of passes: in the first cache, beyond it, or in both directions in a convolution.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Near,
    Far,
    Cycle,
}

/// The kind of transform of the columns.
#[derive(Clone, Copy)]
enum Kind {
    /// One pass that transposes.
    First,
    /// One such pass and others after it.
    Passes,
    /// Passes over the columns in place.
    Columns,
}

/// The cheapest passes of a length on one vector of each place.
pub(super) struct Sides<'a> {
    costs: Costs,
    cycle: Cycle,
    target: &'a Target,
    lanes: usize,
    /// Bytes of a vector of complex numbers.
    bytes: usize,
}

/// Bytes of a side that stays in the first cache together with its factors.
const NEAR: usize = 24 << 10;

/// The nanoseconds of a split, and the split.
pub(super) type Split = (f64, Shape);

impl<'a> Sides<'a> {
    pub(super) fn new(lanes: usize, target: &'a Target) -> Self {
        let bytes = lanes * if target.wide { 16 } else { 8 };
        let cycle = cycle(lanes, target.wide).times(target.scale(lanes));
        Sides { costs: costs(lanes, target), cycle, target, lanes, bytes }
    }

    /// Returns the nanoseconds for a vector of each of `len` places, divided by `len`; infinite where there is no such pass.
    fn pass(&self, radix: usize, place: Place) -> f64 {
        if radix <= 13 && !compiled(self.lanes, radix) {
            return f64::INFINITY;
        }
        if place == Place::Cycle {
            return match radix {
                2..=13 => self.cycle.passes[radix - 2],
                _ => 2.0 * self.pass(radix, Place::Near),
            };
        }
        let (c, far) = (&self.costs, place == Place::Far);
        let r = radix as f64;
        let spills = match (c.registers, radix) {
            (32, 10..=13 | 16) if far => 1.9,
            (_, 0..=7) | (32, 8) => 1.0,
            // Singles have as many instructions for half the bytes.
            (_, 17..) if self.bytes == 8 * self.lanes => 1.75,
            (32, 17..) => 1.15,
            (32, 9) => 1.05,
            (32, 10 | 11) | (_, 8 | 9 | 17..) => 1.2,
            (32, 16) => 1.55,
            _ => 1.4,
        };
        let memory = (2.0 * c.load + 2.0 * c.store) * if far { 1.7 } else { 1.0 };
        (network(radix) + 4.0 * (r - 1.0)) / r * c.arithmetic * spills + memory
    }

    /// Returns the nanoseconds per place beyond the passes, and the radices as passes take them: a radix without a network is
    /// neither first nor last.
    fn ends(&self, len: usize, mut radices: Vec<usize>) -> (f64, Vec<usize>) {
        let mut cost = radices.len() as f64 * self.costs.call / len as f64;
        if radices.iter().any(|r| *r > 13) {
            let (mut ends, primes): (Vec<_>, Vec<_>) = radices.iter().partition(|r| **r <= 13);
            while ends.len() < 2 {
                ends.push(1);
                cost += 6.0 * self.costs.store + self.pass(1, Place::Near);
            }
            let last = ends.pop();
            radices = ends;
            radices.extend(primes);
            radices.extend(last);
        }
        if radices.is_empty() {
            radices.push(1);
        }
        (cost, radices)
    }

    /// Returns the cost of a value's way through the caches, in nanoseconds for a vector, for two sweeps over `len` values.
    fn memory(&self, len: usize) -> f64 {
        let bytes = len.saturating_mul(self.bytes / self.lanes * 2);
        let (lines, third) = (self.bytes as f64 / 64.0, self.third());
        let per_line = match bytes {
            0..=0x8000 => 0.0,
            0x8001..=0x10_0000 => {
                if self.target.wide {
                    1.5
                } else {
                    0.6
                }
            }
            // Much of this is found in the second cache.
            0x10_0001..=0x20_0000 => third.min(4.0),
            0x20_0001..=0x180_0000 => third,
            _ => third.max(20.0),
        };
        per_line * lines
    }

    /// Returns the nanoseconds for a line of 64 bytes through the third cache.
    fn third(&self) -> f64 {
        self.target.machine.third as f64 / 100.0
    }

    /// Returns whether a side leaves the second cache, with its factors beside it.
    fn leaves(&self, len: usize) -> bool {
        len.saturating_mul(self.bytes) > self.target.machine.second / 4 * 3
    }

    /// Returns the nanoseconds that a pass waits for a vector where a side leaves the second cache.
    fn beyond(&self, len: usize) -> f64 {
        if self.leaves(len) { 2.0 * self.third() * self.bytes as f64 / 64.0 } else { 0.0 }
    }

    /// Returns the nanoseconds that the passes of a row wait for a vector. They run depth first: those of blocks in the second cache do not
    /// wait. Measured 2026-11-27, Zen 4, 50000 to 1000000 values.
    fn depth_first(&self, mut len: usize, radices: &[usize]) -> f64 {
        let mut cost = 0.0;
        for radix in radices {
            if self.leaves(len) {
                cost += 0.5 * self.third() * self.bytes as f64 / 64.0;
            }
            len /= radix;
        }
        cost
    }

    /// Returns the nanoseconds that a vector of a convolution waits for values, factors and spectrum beyond the second cache.
    fn tables(&self, len: usize) -> f64 {
        let bytes = len.saturating_mul(self.bytes / self.lanes * 7 / 2);
        let per_line = match bytes {
            0..=0x10_0000 => 0.0,
            0x10_0001..=0x180_0000 => 6.0,
            _ => 20.0,
        };
        per_line * self.bytes as f64 / 64.0
    }

    /// Returns the nanoseconds that a vector of the first pass waits if its rows share few sets of a cache.
    fn conflicts(&self, q: usize, radix: usize) -> f64 {
        let (stride, lines) = (q / radix * self.bytes, self.bytes as f64 / 64.0);
        match radix {
            _ if stride.is_multiple_of(1 << 16) => 8.0 * lines,
            9.. if stride.is_multiple_of(1 << 12) => 3.0 * lines,
            _ => 0.0,
        }
    }

    /// Returns the measured nanoseconds for a modelled sum; `single` is true where a side has one pass. Measured on Zen 4 with AVX-512, on
    /// 70 lengths from 72 to 20000, singles again 2026-11-27. If columns or rows have a prime without a network, measured on 90
    /// lengths from 153 to 4913.
    fn measured(&self, kind: Kind, primes: [bool; 2], single: bool, cost: f64) -> f64 {
        let [columns, rows] = primes;
        // The lower of two lines: the latency that short lengths pay does not grow with the length.
        if matches!((kind, self.lanes, self.target.wide), (Kind::Columns, 8, true)) && columns != rows {
            return (0.87 * cost + 150.0).min(0.72 * cost + 700.0);
        }
        let [scale, more] = match (kind, self.lanes, self.target.wide) {
            (_, 1, _) => [1.0, 0.0],
            (Kind::First, 8, true) if rows => [0.83, 130.0],
            (Kind::First, 8, true) => [0.72, 75.0],
            (Kind::First, _, true) if rows => [0.78, 70.0],
            (Kind::First, _, true) => [0.6, 25.0],
            (Kind::Columns, _, true) if columns && rows => [1.03, 0.0],
            (Kind::Columns, 8, true) => [0.7, 33.0],
            (Kind::Columns, _, true) if columns || rows => [0.87, 100.0],
            (Kind::Columns, _, true) => [0.7, 25.0],
            (Kind::Passes, _, true) => [1.0, 75.0],
            (Kind::First, ..) => [0.98, 5.0],
            (Kind::Columns, ..) if single => [0.76, 5.0],
            (Kind::Columns, ..) => [0.87, 5.0],
            (Kind::Passes, ..) => [1.22, 60.0],
        };
        scale * cost + more
    }

    /// Returns a factor of the cost of two steps where vectors have sixteen registers. `radix` is the first of the columns; of columns
    /// in several passes without a transposition it is 0. Measured 2026-11-27, Zen 4 with AVX2 alone, 240 to 10000 values.
    fn sixteen_registers(&self, kind: Kind, radix: usize) -> f64 {
        match (self.target.isa, kind, self.target.wide, radix) {
            (Isa::Avx2, Kind::Columns, false, 9..) => 1.1,
            (Isa::Avx2, Kind::Columns, ..) => 0.88,
            // Eight complex numbers with their parts apart take all registers.
            (Isa::Avx2, _, true, 8..) => 1.6,
            _ => 1.0,
        }
    }

    /// Returns a factor of the cost of one transposing pass and rows of `n2` values. Measured with AVX2 on Zen 3, 2026-11-28, 1000 to 1000000
    /// values; with AVX-512 on Zen 4, 2026-11-27, 500000 and 1000000.
    fn one_sweep(&self, n2: usize, radix: usize) -> f64 {
        let bytes = n2.saturating_mul(self.bytes);
        match (self.target.isa, self.target.wide) {
            // The first pass, which spills, is a small part.
            (Isa::Avx2, true) if bytes > NEAR => 1.0,
            (Isa::Avx2, false) if bytes > NEAR => [0.8, 0.95][usize::from(self.target.one_shuffles())],
            (Isa::Avx512, false) if bytes / 4 > self.target.machine.second => 0.75,
            _ => self.sixteen_registers(Kind::First, radix),
        }
    }

    /// Returns a factor of the cost of one pass over columns that transposes doubles, and of rows of `n2` values, where one unit shuffles.
    /// Measured 2026-11-29, Sapphire Rapids, 360 to 10000 values, and 60000 to 196608; with AVX2 2026-12-01 there, 3000 to 20000.
    fn turned(&self, n2: usize, radix: usize) -> f64 {
        match (self.target.one_shuffles() && self.target.wide, self.lanes) {
            (true, _) if self.target.isa == Isa::Avx2 && radix == 12 => 1.18,
            (true, _) if self.target.isa == Isa::Avx2 && radix == 8 => 1.07,
            (true, 8) if n2.saturating_mul(self.bytes) > NEAR => 1.45,
            (true, 8) => 1.2,
            (true, _) if n2.saturating_mul(self.bytes) > self.target.machine.second / 8 => 1.15,
            _ => 1.0,
        }
    }

    /// Returns a factor of the cost of columns of `n1` values in several passes, which leave the first cache sooner than those of rows. Three
    /// passes were measured 2026-11-29, Sapphire Rapids, 5000 to 30030 values; rows of eight 2026-12-01 there, 202 to 1500 values.
    fn sooner(&self, passes: usize, [n1, n2]: [usize; 2]) -> f64 {
        // Values, work space and factors.
        let near = n1.saturating_mul(3 * self.bytes) <= 0x8000;
        match (passes, self.lanes) {
            (0 | 1, _) => 1.0,
            (_, 8) if self.target.one_shuffles() && self.target.wide && n2 == 8 && near => 1.0,
            (2, 8) => 1.2,
            (2, _) => 1.07,
            (_, 8) if self.target.one_shuffles() && self.target.wide => 1.1 * 1.2,
            (_, 16) if self.target.one_shuffles() => 1.1 * 1.07,
            _ => self.sooner(2, [n1, n2]),
        }
    }

    /// Returns the cheapest splits of a length; `times` is the number of runs of each side: 2 for a convolution.
    pub(super) fn splits(&self, divisors: &Divisors, times: f64, keep: usize) -> Vec<Split> {
        let (lanes, c) = (self.lanes, &self.costs);
        let Some((&len, whole)) = divisors.lengths.last().zip(divisors.lengths.len().checked_sub(1)) else {
            return Vec::new();
        };
        if len < lanes * lanes {
            return Vec::new();
        }
        let longest = len / lanes;
        let near = divisors.cheapest(longest, |radix| self.pass(radix, Place::Near));
        let far = if longest * self.bytes > NEAR {
            divisors.cheapest(longest, |radix| self.pass(radix, Place::Far))
        } else {
            Vec::new()
        };
        // The passes of a side, its nanoseconds per place, and whether it has a prime without a network.
        let best = |at: usize| if divisors.lengths[at] * self.bytes > NEAR { &far } else { &near };
        let prime = |at: usize| {
            let last = divisors.radices.last().is_some_and(|last| last.radix > 13);
            last && divisors.radices.iter().any(|radix| radix.radix > 13 && divisors.divides(radix, at))
        };
        let side = |at: usize| {
            let (found, n) = (best(at)[at], divisors.lengths[at] as f64);
            let (cost, passes) = if prime(at) {
                let (more, radices) = self.ends(divisors.lengths[at], divisors.radices(best(at), at));
                (found.cost + more, radices.len())
            } else {
                (found.cost + found.passes as f64 * c.call / n, found.passes.max(1))
            };
            (cost + passes as f64 * self.beyond(divisors.lengths[at]), passes)
        };
        let shuffles = 2.0 * f64::from(lanes.ilog2()) * self.target.shuffle();
        let memory = (len / lanes) as f64 * self.memory(len) + 8.0;
        // A single pass is fused with the step before it or after it.
        let fused = |passes: usize| if passes == 1 { 2.0 * (c.load + c.store) } else { 0.0 };
        let radices = |at: usize| self.ends(1, divisors.radices(best(at), at)).1;
        // Longer rows were not measured where the third cache is slow.
        let slow_third = self.third() > 8.0;
        let mut found: Vec<(f64, usize, usize)> = Vec::new();
        for (at, &n1) in divisors.lengths.iter().enumerate() {
            let n2 = len / n1;
            if n1 < lanes || n2 < lanes || n1 > 64 * n2 || (n2 > 2048 * n1 && slow_third) {
                continue;
            }
            let (b, b_passes) = side(whole - at);
            // Measured 2026-12-01, Sapphire Rapids, 1500 to 240000 values.
            let in_many = lanes == 8 && b_passes > 2 && self.target.one_shuffles() && self.target.wide;
            let many = if in_many { 1.05 } else { 1.0 };
            let primes = [prime(at), prime(whole - at)];
            let columns = (n2.div_ceil(lanes) * n1) as f64;
            let rows = (n1.div_ceil(lanes) * n2) as f64;
            let groups = (n2.div_ceil(lanes) + n1.div_ceil(lanes)) as f64;
            // The first pass transposes.
            for radix in divisors.radices.iter().filter(|radix| matches!(radix.radix, 4 | 8 | 12)) {
                let r = radix.radix;
                if lanes == 1 || times > 1.0 || !r.is_multiple_of(lanes) || !n1.is_multiple_of(r) {
                    continue;
                }
                let first = self.pass(r, Place::Near) + (0.5 * shuffles + 7.0) * c.arithmetic + c.load;
                let (first, b, kind) = if n1 > r {
                    (first + side(at - radix.index).0 + 8.0 * c.arithmetic + 3.0 * c.load, b, Kind::Passes)
                } else {
                    let mut b = b;
                    if self.leaves(n2) {
                        b += self.depth_first(n2, &radices(whole - at)) - b_passes as f64 * self.beyond(n2);
                    }
                    (first - c.load - c.store, b, Kind::First)
                };
                let cost = self.measured(kind, primes, false, columns * first + rows * b + groups * c.call + memory);
                let factor =
                    if n1 > r { self.sixteen_registers(kind, r) } else { self.one_sweep(n2, r) * self.turned(n2, r) };
                found.push((cost * factor * many, at, radix.index));
            }
            if n2 > 64 * n1 {
                continue;
            }
            let (a, a_passes) = side(at);
            let first = a + 7.0 * c.arithmetic + 3.0 * c.load - fused(a_passes);
            let second = b - fused(b_passes) + (shuffles + 2.0) * c.arithmetic + 2.0 * (c.load + c.store);
            // It passes memory once more, and a prime is cheaper in the rows.
            let more = if primes[0] { 1.05 } else { 1.0 };
            let more = more * self.sooner(a_passes, [n1, n2]);
            let cost = times * (more * columns * first + rows * second + groups * c.call) + 2.0 * memory;
            let single = a_passes == 1 || b_passes == 1;
            let factor = self.sixteen_registers(Kind::Columns, if a_passes == 1 { n1 } else { 0 });
            let measured = || factor * many * self.measured(Kind::Columns, primes, single, cost);
            found.push((if times > 1.0 { cost } else { measured() }, at, 0));
        }
        let shape = |(cost, at, index): (f64, usize, usize)| {
            let columns = match divisors.lengths[at] / divisors.lengths[at - index] {
                1 => radices(at),
                radix if index == at => vec![radix],
                radix => [vec![radix], radices(at - index)].concat(),
            };
            (cost, Shape::Columns { lanes, columns, rows: radices(whole - at) })
        };
        // Columns whose first pass transposes are counted in this way.
        let counted = |(_, at, index): &(f64, usize, usize)| {
            *index > 0 || times > 1.0 || lanes == 1 || !radices(*at)[0].is_multiple_of(lanes)
        };
        if keep > 1 {
            found.sort_by(|a, b| a.0.total_cmp(&b.0));
            return found.into_iter().filter(counted).take(keep).map(shape).collect();
        }
        // The cheapest alone: most are not asked whether they count.
        while let Some(place) = (0..found.len()).min_by(|a, b| found[*a].0.total_cmp(&found[*b].0)) {
            if counted(&found[place]) {
                return vec![shape(found[place])];
            }
            found.remove(place);
        }
        Vec::new()
    }

    /// Returns the cheapest cyclic convolutions of `len` values, without those in lanes that cost more than `most`.
    pub(super) fn convolutions(&self, len: usize, keep: usize, most: f64) -> Vec<Split> {
        let lanes = self.lanes;
        if lanes > 1 && len.is_multiple_of(lanes) && len >= lanes * lanes {
            let q = len / lanes;
            if least_convolution(lanes, self.target, len as f64) > most {
                return Vec::new();
            }
            let Some(divisors) = Divisors::new(q) else { return Vec::new() };
            let best = divisors.cheapest(q, |radix| self.pass(radix, Place::Cycle));
            let Some(last) = best.len().checked_sub(1) else { return Vec::new() };
            let (more, columns) = self.ends(q, divisors.radices(&best, last));
            let narrow = if self.target.isa == Isa::Avx2 && lanes == 8 { 1.2 } else { 1.0 };
            let [calls, each] = self.cycle.calls;
            let vector = (self.cycle.vector + best[last].cost + more) * narrow + self.conflicts(q, columns[0]);
            let cost = calls + each * columns.len() as f64 + q as f64 * (vector + self.tables(len));
            return vec![(cost, Shape::Columns { lanes, columns, rows: vec![lanes] })];
        }
        Divisors::new(len).map_or_else(Vec::new, |divisors| self.splits(&divisors, 2.0, keep))
    }
}
