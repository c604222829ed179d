//! The cheapest passes of a length, its splits in two sides, and convolutions.

use super::{
    super::{pass, shape::Shape},
    costs::{Costs, Cycle, costs, cycle, network},
};
use crate::{arith, kernel::isa::Isa};
use alloc::{collections::BTreeMap, vec, vec::Vec};

/// Passes of one length after another: nanoseconds for a vector of each place, divided by the places, and the first radix.
type Cheapest = Option<(f64, usize)>;

/// Where passes run: in the first cache, beyond it, or there and back in a convolution.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Near,
    Far,
    Cycle,
}

/// The cheapest passes of a length on one vector of each place.
pub(super) struct Sides {
    costs: Costs,
    cycle: Cycle,
    isa: Isa,
    lanes: usize,
    /// Bytes of a vector of complex numbers.
    bytes: usize,
    best: BTreeMap<(usize, Place), Cheapest>,
}

/// Greatest values of a split, nanoseconds first.
pub(super) type Split = (f64, Shape);

impl Sides {
    pub(super) fn new(lanes: usize, wide: bool, isa: Isa) -> Self {
        let bytes = lanes * if wide { 16 } else { 8 };
        Sides { costs: costs(lanes, wide, isa), cycle: cycle(lanes, wide), isa, lanes, bytes, best: BTreeMap::new() }
    }

    /// Nanoseconds for a vector of each of `len` places, divided by `len`.
    fn pass(&self, radix: usize, place: Place) -> f64 {
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

    fn cheapest(&mut self, len: usize, place: Place) -> Cheapest {
        if len == 1 {
            return Some((0.0, 1));
        }
        if let Some(found) = self.best.get(&(len, place)) {
            return *found;
        }
        let rough = [2, 3, 5, 7, 11, 13].iter().fold(len, |mut rest, p| {
            while rest.is_multiple_of(*p) {
                rest /= p;
            }
            rest
        });
        let primes = if rough == 1 { 17..17 } else { 17..128 };
        let mut best: Cheapest = None;
        for radix in (2..=13).chain(primes.filter(|r| rough.is_multiple_of(*r) && pass::is_prime(*r))) {
            if !len.is_multiple_of(radix) {
                continue;
            }
            if let Some((rest, _)) = self.cheapest(len / radix, place) {
                let cost = rest + self.pass(radix, place);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, radix));
                }
            }
        }
        self.best.insert((len, place), best);
        best
    }

    /// The radices of a side, and its nanoseconds per place.
    fn side(&mut self, len: usize) -> Option<(f64, Vec<usize>)> {
        self.radices(len, if len * self.bytes > 24 << 10 { Place::Far } else { Place::Near })
    }

    /// The same of what runs there.
    fn radices(&mut self, len: usize, place: Place) -> Option<(f64, Vec<usize>)> {
        let (cost, _) = self.cheapest(len, place)?;
        let mut radices = Vec::new();
        let mut rest = len;
        while rest > 1 {
            let (_, radix) = self.cheapest(rest, place)?;
            radices.push(radix);
            rest /= radix;
        }
        radices.sort_unstable_by(|a, b| b.cmp(a));
        // Radices without a network are neither first nor last.
        let small = radices.iter().filter(|r| !pass::is_prime(**r)).count();
        let mut cost = cost + radices.len() as f64 * self.costs.call / len as f64;
        if small < radices.len() {
            let (mut ends, primes): (Vec<_>, Vec<_>) = radices.iter().partition(|r| !pass::is_prime(**r));
            while ends.len() < 2 {
                ends.push(1);
                cost += 6.0 * self.costs.store + self.pass(1, Place::Near);
            }
            let last = ends.pop()?;
            radices = ends;
            radices.extend(primes);
            radices.push(last);
        }
        if radices.is_empty() {
            radices.push(1);
        }
        Some((cost, radices))
    }

    /// What a value's way through the caches costs, in nanoseconds for a vector, for two sweeps over `len` values.
    fn memory(&self, len: usize) -> f64 {
        let bytes = len.saturating_mul(self.bytes / self.lanes * 2);
        let lines = self.bytes as f64 / 64.0;
        let per_line = match bytes {
            0..=0x8000 => 0.0,
            0x8001..=0x10_0000 => 1.5,
            0x10_0001..=0x180_0000 => 4.0,
            _ => 20.0,
        };
        per_line * lines
    }

    /// What a vector of a convolution waits for beyond the second cache: of values, factors and spectrum.
    fn tables(&self, len: usize) -> f64 {
        let bytes = len.saturating_mul(self.bytes / self.lanes * 7 / 2);
        let per_line = match bytes {
            0..=0x10_0000 => 0.0,
            0x10_0001..=0x180_0000 => 6.0,
            _ => 20.0,
        };
        per_line * self.bytes as f64 / 64.0
    }

    /// What a vector of the first pass waits for where its rows compete for the same places of a cache.
    fn conflicts(&self, q: usize, radix: usize) -> f64 {
        let (stride, lines) = (q / radix * self.bytes, self.bytes as f64 / 64.0);
        match radix {
            _ if stride.is_multiple_of(1 << 16) => 8.0 * lines,
            9.. if stride.is_multiple_of(1 << 12) => 3.0 * lines,
            _ => 0.0,
        }
    }

    /// The cheapest splits of `len`; `times` is how often each side is run: 2 for a convolution.
    pub(super) fn splits(&mut self, len: usize, times: f64, keep: usize) -> Vec<Split> {
        let lanes = self.lanes;
        let shuffles = 2.0 * f64::from(lanes.ilog2());
        let mut found: Vec<(f64, usize, usize)> = Vec::new();
        for n1 in divisors(len) {
            let n2 = len / n1;
            if n1 < lanes || n2 < lanes || n1 > 64 * n2 || n2 > 2048 * n1 {
                continue;
            }
            let Some((b, b_radices)) = self.side(n2) else { continue };
            let memory = (len / lanes) as f64 * self.memory(len) + 8.0;
            let columns = (n2.div_ceil(lanes) * n1) as f64;
            let rows = (n1.div_ceil(lanes) * n2) as f64;
            let groups = (n2.div_ceil(lanes) + n1.div_ceil(lanes)) as f64;
            // The first pass transposes.
            for radix in [4, 8, 12] {
                if lanes == 1 || times > 1.0 || radix % lanes != 0 || !n1.is_multiple_of(radix) {
                    continue;
                }
                let Some((a, _)) = self.side(n1 / radix) else { continue };
                let c = &self.costs;
                let mut first = self.pass(radix, Place::Near) + (0.5 * shuffles + 7.0) * c.arithmetic + c.load;
                if n1 > radix {
                    first += a + 8.0 * c.arithmetic + 3.0 * c.load;
                } else {
                    first -= c.load + c.store;
                }
                found.push((columns * first + rows * b + groups * c.call + memory, n1, radix));
            }
            let Some((a, a_radices)) = self.side(n1).filter(|_| n2 <= 64 * n1) else { continue };
            let c = &self.costs;
            // A single pass is one with what goes before it or after it.
            let fused = |radices: &[usize]| if radices.len() == 1 { 2.0 * (c.load + c.store) } else { 0.0 };
            let first = a + 7.0 * c.arithmetic + 3.0 * c.load - fused(&a_radices);
            let second = b - fused(&b_radices) + (shuffles + 2.0) * c.arithmetic + 2.0 * (c.load + c.store);
            // It passes memory once more, and a prime is cheaper in the rows.
            let prime = if a_radices.iter().any(|r| pass::is_prime(*r)) { 1.05 } else { 1.0 };
            // Several passes of columns leave the first cache sooner than those of rows.
            let prime = prime
                * if a_radices.len() > 1 && self.lanes == 8 {
                    1.2
                } else if a_radices.len() > 1 {
                    1.07
                } else {
                    1.0
                };
            found.push((times * (prime * columns * first + rows * second + groups * c.call) + 2.0 * memory, n1, 1));
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.truncate(keep);
        let mut shapes = Vec::new();
        for (cost, n1, radix) in found {
            if let (Some((_, mut columns)), Some((_, rows))) = (self.side(n1 / radix), self.side(len / n1)) {
                if radix > 1 {
                    columns = if n1 == radix { vec![radix] } else { [vec![radix], columns].concat() };
                }
                shapes.push((cost, Shape::Columns { lanes, columns, rows }));
            }
        }
        shapes
    }

    /// The cheapest cyclic convolutions of `len` values.
    pub(super) fn convolutions(&mut self, len: usize, keep: usize) -> Vec<Split> {
        let lanes = self.lanes;
        if lanes > 1 && len.is_multiple_of(lanes) && len >= lanes * lanes {
            let q = len / lanes;
            let Some((passes, columns)) = self.radices(q, Place::Cycle) else { return Vec::new() };
            let narrow = if self.isa == Isa::Avx2 && lanes == 8 { 1.2 } else { 1.0 };
            let [calls, each] = self.cycle.calls;
            let vector = (self.cycle.vector + passes) * narrow + self.conflicts(q, columns[0]);
            let cost = calls + each * columns.len() as f64 + q as f64 * (vector + self.tables(len));
            return vec![(cost, Shape::Columns { lanes, columns, rows: vec![lanes] })];
        }
        self.splits(len, 2.0, keep)
    }
}

/// The divisors of `n`, ascending.
fn divisors(n: usize) -> Vec<usize> {
    let mut all = vec![1];
    for (p, e) in arith::prime_factors(n as u64) {
        let known = all.len();
        let mut power = 1;
        for _ in 0..e {
            power *= p as usize;
            for i in 0..known {
                all.push(all[i] * power);
            }
        }
    }
    all.sort_unstable();
    all
}

/// Numbers `lanes` times primes 2, 3, 5 and 7 from `least` to an eighth above it, those first that promise to be cheap.
pub(super) fn smooth(least: usize, lanes: usize) -> Vec<usize> {
    let least = least.div_ceil(lanes);
    let most = least + least / 8 + 8;
    // What a factor costs beside as many factors of two.
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
