//! The divisors of a length, and the passes that each takes.

use crate::lists;
use alloc::{vec, vec::Vec};

/// The primes that there are passes of.
const PRIMES: [usize; 31] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
    113, 127,
];

/// Exponents of the prime factors of a length, a byte each, from the least prime on. No length has more, and none is above 127.
type Exponents = u128;

/// The highest bit of each byte.
const HIGHEST: Exponents = Exponents::MAX / 255 * 128;

/// A pass: its radix, and that as an [index](Divisors).
#[derive(Clone, Copy)]
pub(super) struct Radix {
    pub(super) radix: usize,
    pub(super) index: usize,
    exponents: Exponents,
}

/// The divisors of a length by their exponents: with the prime factors `p_i^(e_i)`, `prod p_i^(x_i)` has the index
/// `sum x_i prod_(j<i) (e_j + 1)`, so that indices of factors add up.
pub(super) struct Divisors {
    pub(super) lengths: Vec<usize>,
    /// The exponents of each.
    exponents: Vec<Exponents>,
    pub(super) radices: Vec<Radix>,
}

impl Divisors {
    /// Creates the divisors of `n > 0`; `None` if a prime factor has no pass.
    pub(super) fn new(n: usize) -> Option<Self> {
        let (mut factors, mut count, mut rest) = ([(0usize, 0u8); 16], 0, n);
        for p in PRIMES {
            if rest == 1 {
                break;
            }
            while rest.is_multiple_of(p) {
                factors[count] = (p, factors[count].1 + 1);
                rest /= p;
            }
            count += usize::from(factors[count].1 > 0);
        }
        if rest > 1 {
            return None;
        }
        let factors = &factors[..count];
        let all = factors.iter().map(|(_, e)| usize::from(*e) + 1).product();
        let (mut lengths, mut exponents) = (Vec::with_capacity(all), Vec::<Exponents>::with_capacity(all));
        lengths.push(1);
        exponents.push(0);
        for (i, &(p, e)) in factors.iter().enumerate() {
            let known = lengths.len();
            for at in 0..usize::from(e) * known {
                lengths.push(lengths[at] * p);
                exponents.push(exponents[at] + (1 << (8 * i)));
            }
        }
        let mut radices = Vec::with_capacity(24);
        let primes = factors.iter().map(|&(p, _)| p).filter(|p| *p > 13);
        for radix in (2..=n.min(13)).chain(primes).filter(|r| n.is_multiple_of(*r)) {
            let (mut rest, mut index, mut step) = (radix, 0, 1);
            let mut exponents = 0;
            for (i, &(p, e)) in factors.iter().enumerate() {
                while rest.is_multiple_of(p) {
                    rest /= p;
                    exponents += 1 << (8 * i);
                    index += step;
                }
                step *= usize::from(e) + 1;
            }
            radices.push(Radix { radix, index, exponents });
        }
        Some(Divisors { lengths, exponents, radices })
    }

    /// Returns whether a pass divides a divisor.
    pub(super) fn divides(&self, radix: &Radix, at: usize) -> bool {
        // No byte borrows from the next one.
        ((self.exponents[at] | HIGHEST) - radix.exponents) & HIGHEST == HIGHEST
    }

    /// Returns the cheapest passes of each divisor up to `longest`. For each: nanoseconds for a vector of each place, divided by
    /// the places; the number of passes; the last one's index in the list of radices.
    pub(super) fn cheapest(&self, longest: usize, cost: impl Fn(usize) -> f64) -> Vec<Cheapest> {
        let costs: Vec<f64> = lists::of(&self.radices, |radix| cost(radix.radix));
        let mut best = vec![Cheapest { cost: 0.0, passes: 0, radix: 0 }; self.lengths.len()];
        for at in 1..best.len() {
            let mut least = Cheapest { cost: f64::INFINITY, passes: 0, radix: 0 };
            if self.lengths[at] <= longest {
                for (i, radix) in self.radices.iter().enumerate() {
                    if self.divides(radix, at) {
                        let rest = best[at - radix.index];
                        if rest.cost + costs[i] < least.cost {
                            least = Cheapest { cost: rest.cost + costs[i], passes: rest.passes + 1, radix: i };
                        }
                    }
                }
            }
            best[at] = least;
        }
        best
    }

    /// Returns the radices of those passes, the largest first.
    pub(super) fn radices(&self, best: &[Cheapest], mut at: usize) -> Vec<usize> {
        let mut radices = Vec::with_capacity(best[at].passes + 2);
        while at > 0 {
            let radix = &self.radices[best[at].radix];
            radices.push(radix.radix);
            at -= radix.index;
        }
        radices.sort_unstable_by(|a, b| b.cmp(a));
        radices
    }
}

/// Passes of one length after another.
#[derive(Clone, Copy)]
pub(super) struct Cheapest {
    pub(super) cost: f64,
    pub(super) passes: usize,
    radix: usize,
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    fn cost(radix: usize) -> f64 {
        (radix as f64).sqrt()
    }

    /// Returns the least cost by trying every last pass.
    fn least(n: usize) -> f64 {
        let radices = (2..=13).chain(PRIMES.into_iter().filter(|p| *p > 13));
        let all = radices.filter(|r| n.is_multiple_of(*r)).map(|r| cost(r) + least(n / r));
        if n == 1 { 0.0 } else { all.fold(f64::INFINITY, f64::min) }
    }

    pub(crate) fn cheapest_passes_are_the_cheapest() {
        for n in [1, 2, 13, 64, 210, 243, 360, 1001, 12 * 17, 29 * 31, 8 * 13 * 127] {
            let divisors = Divisors::new(n).unwrap();
            let mut lengths = divisors.lengths.clone();
            lengths.sort_unstable();
            assert_eq!(lengths, (1..=n).filter(|d| n.is_multiple_of(*d)).collect::<Vec<_>>());
            for longest in [n, n.div_ceil(2), n.div_ceil(6)] {
                let best = divisors.cheapest(longest, cost);
                for (at, &len) in divisors.lengths.iter().enumerate() {
                    if len > longest {
                        assert!(best[at].cost.is_infinite(), "{len} of {n} is longer than {longest}");
                        continue;
                    }
                    let radices = divisors.radices(&best, at);
                    assert_eq!((radices.iter().product(), radices.len()), (len, best[at].passes), "{radices:?}");
                    let sum: f64 = radices.iter().map(|radix| cost(*radix)).sum();
                    let wrong = (sum - best[at].cost).abs().max((sum - least(len)).abs());
                    assert!(wrong < 1e-9, "{len} of {n}: {radices:?} cost {sum}, not {}", least(len));
                }
            }
        }
        assert!(Divisors::new(131).is_none() && Divisors::new(4 * 131).is_none());
    }
}
