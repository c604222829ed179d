//! The definition, Rader's transform and Bluestein's: what lengths with a large prime factor take.

use super::{
    convolutions::{least_convolution, least_convolution_nearer, smooth},
    costs::{self, costs},
    short::SHORT_DIRECT_TIMES,
    sides::Sides,
    target::Target,
};
use crate::{
    arith,
    kernel::{
        complex::{codelets::SHORT_DIRECT, cyclic, direct, native, shape::Shape},
        isa::Isa,
    },
};
use alloc::{boxed::Box, vec::Vec};
use core::cmp::Ordering;

/// A kernel with its nanoseconds.
pub(super) type Candidate = (Shape, f64);

/// Returns the order of two kernels by their nanoseconds.
pub(super) fn cheaper(a: &Candidate, b: &Candidate) -> Ordering {
    a.1.total_cmp(&b.1)
}

/// Returns the least nanoseconds of kernels.
pub(super) fn cheapest(all: &[Candidate]) -> f64 {
    all.iter().map(|(_, cost)| *cost).fold(f64::INFINITY, f64::min)
}

/// The time of Rader's transforms over the sum of their parts. Measured 2026-11-30, Zen 4, at 14 primes from 61 to 4993.
const RADER: f64 = 0.8;

/// Powers of two and primes in lanes are below this.
pub(super) const VECTORS: usize = arith::saturating_power_of_two(32);

/// Returns the definition in registers, if the length is one of those that it has.
pub(super) fn short_definition(len: usize, target: &Target) -> Option<Candidate> {
    let at = usize::from(!target.wide);
    let (lanes, lengths) = SHORT_DIRECT[at];
    let place = lengths.iter().position(|length| *length == len)?;
    let has = matches!(target.isa, Isa::Avx2 | Isa::Avx512);
    has.then(|| (Shape::Direct { lanes, len }, SHORT_DIRECT_TIMES[at][place]))
}

/// Returns the definition: in registers, or with the widest vectors, if the length is one of those that it has.
pub(super) fn definition(len: usize, target: &Target) -> Option<Candidate> {
    if let Some(short) = short_definition(len, target) {
        return Some(short);
    }
    // Powers of two have less to compute, and scratch of twice the length at most.
    if len > direct::LONGEST || len.is_power_of_two() {
        return None;
    }
    let mut widths = native::lanes(target.wide, target.isa).iter().filter(|lanes| **lanes <= target.widest());
    let &lanes = widths.find(|lanes| direct::split(len, **lanes)[1] <= 400)?;
    Some((Shape::Direct { lanes, len }, costs::direct(direct::split(len, lanes), lanes, target)))
}

/// Adds Rader's transform and Bluestein's, unless one of `all` is cheaper than any convolution.
pub(super) fn convolved(len: usize, target: &Target, only: bool, all: &mut Vec<Candidate>) {
    let (lanes_of, widest, n) = (native::lanes(target.wide, target.isa), target.widest(), len as f64);
    let prime = len < VECTORS && !len.is_power_of_two() && arith::is_prime(len as u64);
    let widths = || lanes_of.iter().copied().filter(|lanes| *lanes <= widest);
    // Convolutions that cannot be faster than the known kernels are not searched.
    let known = cheapest(all);
    let least_bluestein =
        widths().map(|lanes| least_convolution(lanes, target, 2.0 * n - 1.0)).fold(f64::INFINITY, f64::min);
    // One that is not in lanes is slower.
    let rader = |lanes: usize| {
        let cyclic = if (len - 1).is_multiple_of(lanes) { 1.0 } else { 1.5 };
        RADER * (cyclic * least_convolution(lanes, target, n - 1.0) + n)
    };
    let least_rader = widths().map(rader).fold(f64::INFINITY, f64::min);
    if known < least_bluestein && (!prime || known < least_rader) {
        return;
    }
    let mut smooth_below = false;
    if prime {
        smooth_below = arith::is_smooth(len - 1);
        // The gathering by powers of the primitive root, in the first cache, the second, and beyond.
        let step = [2.0, 3.0, 6.0][usize::from(len >= 1 << 12) + usize::from(len >= 1 << 16)];
        let passes = if smooth_below { 1.0 } else { 1.3 };
        for lanes in widths() {
            let most = if only { cheapest(all) } else { f64::INFINITY };
            if rader(lanes) > most {
                continue;
            }
            for (cost, inner) in Sides::new(lanes, target).convolutions(len - 1, if only { 1 } else { 2 }, most) {
                let step = if is_cycle(&inner) { step - 0.8 } else { step };
                all.push((Shape::Rader { len, inner: Box::new(inner) }, RADER * (passes * cost + n * step)));
            }
        }
    }
    // Long convolutions of whole vectors are the cheapest.
    if smooth_below && len > 1 << 13 && lanes_of.iter().any(|lanes| *lanes > 1 && (len - 1).is_multiple_of(*lanes)) {
        return;
    }
    // Fewer lanes serve short convolutions alone, which have too few vectors of the widest.
    let serves = |lanes: &usize| 2 * len > lanes * lanes || *lanes == widths().next_back().unwrap_or(1);
    for lanes in widths().filter(serves).take(if len < 200 { 2 } else { 1 }) {
        let (sides, c) = (Sides::new(lanes, target), costs(lanes, target));
        let mut best = known;
        if only && least_convolution(lanes, target, 2.0 * n - 1.0) > cheapest(all) {
            continue;
        }
        for m in smooth(2 * len - 1, lanes).into_iter().take(8) {
            let most = if only { cheapest(all) } else { 1.1 * best };
            if only && m >= lanes * lanes && least_convolution_nearer(lanes, target, m) > most {
                continue;
            }
            for (cost, inner) in sides.convolutions(m, 1, most) {
                best = best.min(cost);
                // The chirp is in the passes of a convolution in lanes.
                let sweep = if is_cycle(&inner) { 0.0 } else { 8.0 * c.arithmetic + 4.0 * c.load + 2.0 * c.store };
                all.push((Shape::Bluestein { len, inner: Box::new(inner) }, cost + 2.0 * n * sweep / lanes as f64));
            }
        }
    }
}

/// Returns whether this shape is a convolution in lanes.
fn is_cycle(inner: &Shape) -> bool {
    matches!(inner, Shape::Columns { lanes, columns, rows } if cyclic::is_cyclic(columns, rows, *lanes))
}
