//! Which kernel: a cost model whose constants were measured.
//!
//! A pass of radix `r` costs its network's instructions, the factors, and the loads and stores of its work; the two steps of
//! [`columns`](super::columns) add what goes between them; longer transforms pay for each cache they leave. Short kernels have
//! measured times. The same arguments give the same shape on every machine.

use super::{
    build::{CODELETS, Native, resolve},
    direct, odd, pass, powers,
    shape::{LONGEST, Shape},
};
use crate::{Error, Result, arith, kernel::isa::Isa, order::Order};
use alloc::{boxed::Box, collections::BTreeMap, format, vec, vec::Vec};

/// Nanoseconds of one vector instruction of each kind.
///
/// Measured 2026-11-21 on AMD Zen 4 at 3.7 GHz.
struct Costs {
    arithmetic: f64,
    load: f64,
    store: f64,
    registers: usize,
    /// The definition: a constant, per value, per square of the length.
    direct: [f64; 3],
    /// Entering a pass.
    call: f64,
}

fn costs(lanes: usize, wide: bool, isa: Isa) -> Costs {
    let registers = if isa == Isa::Avx512 && lanes * if wide { 8 } else { 4 } == 64 { 32 } else { 16 };
    match (registers, lanes) {
        (32, 8) => {
            Costs { arithmetic: 0.16, load: 0.12, store: 0.28, registers, direct: [14.0, 0.9, 0.035], call: 2.0 }
        }
        (32, _) => {
            Costs { arithmetic: 0.16, load: 0.12, store: 0.28, registers, direct: [14.0, 0.8, 0.016], call: 2.0 }
        }
        (_, 1) => Costs { arithmetic: 0.17, load: 0.1, store: 0.2, registers, direct: [12.0, 0.5, 0.15], call: 1.0 },
        (_, 4) => Costs { arithmetic: 0.12, load: 0.09, store: 0.2, registers, direct: [13.0, 0.8, 0.038], call: 2.0 },
        _ => Costs { arithmetic: 0.12, load: 0.08, store: 0.18, registers, direct: [13.0, 0.7, 0.018], call: 2.0 },
    }
}

/// Nanoseconds of codelets in `f64` and `f32`, as in [`CODELETS`]. Measured 2026-11-21, Zen 4.
const CODELET_TIMES: [[f64; 2]; 33] = [
    [11.7, 11.7],
    [19.0, 19.0],
    [17.4, 17.4],
    [26.2, 26.2],
    [24.7, 24.7],
    [14.2, 14.2],
    [26.2, 26.2],
    [24.3, 24.3],
    [31.7, 31.7],
    [23.3, 23.3],
    [38.7, 38.7],
    [42.4, 42.4],
    [35.2, 35.2],
    [48.1, 48.1],
    [29.9, 29.9],
    [39.0, 24.0],
    [46.0, 29.0],
    [36.0, 21.0],
    [50.0, 30.0],
    [50.0, 45.0],
    [67.0, 50.0],
    [45.0, 28.0],
    [67.0, 46.0],
    [65.0, 38.0],
    [56.0, 32.0],
    [72.0, 37.0],
    [49.0, 28.0],
    [74.0, 42.0],
    [74.0, 40.0],
    [85.0, 41.0],
    [130.0, 68.0],
    [100.0, 56.0],
    [125.0, 62.0],
];

/// Nanoseconds of the networks of 1 to 16 values, without vectors.
const SINGLE_TIMES: [f64; 17] =
    [0.0, 1.0, 3.5, 6.0, 6.0, 10.0, 11.0, 17.0, 15.0, 28.0, 30.0, 50.0, 36.0, 70.0, 55.0, 60.0, 50.0];

/// Nanoseconds of a vector and a level of the kernels of powers of two, in `f64` and `f32`.
const POWER: [f64; 2] = [0.95, 1.1];

/// Instructions of a network of radix `r`, parts counted apart.
fn network(radix: usize) -> f64 {
    match radix {
        1 => 0.0,
        2 => 4.0,
        3 => 12.0,
        4 => 16.0,
        5 => 32.0,
        6 => 36.0,
        7 => 60.0,
        8 => 52.0,
        9 => 88.0,
        10 => 84.0,
        11 => 140.0,
        12 => 96.0,
        13 => 192.0,
        16 => 152.0,
        p => ((p - 1) * (p - 1)) as f64 * 1.7 + 8.0 * p as f64,
    }
}

/// The cheapest passes of a length on one vector of each place.
struct Sides {
    costs: Costs,
    /// Bytes of a vector of complex numbers.
    bytes: usize,
    best: BTreeMap<(usize, bool), Option<(f64, usize)>>,
}

impl Sides {
    fn new(lanes: usize, wide: bool, isa: Isa) -> Self {
        let bytes = lanes * if wide { 16 } else { 8 };
        Sides { costs: costs(lanes, wide, isa), bytes, best: BTreeMap::new() }
    }

    /// Nanoseconds for a vector of each of `len` places, divided by `len`.
    fn pass(&self, radix: usize, far: bool) -> f64 {
        let c = &self.costs;
        let r = radix as f64;
        let spills = match (c.registers, radix) {
            (_, 0..=7) | (32, 8) => 1.0,
            (32, 9 | 17..) => 1.05,
            (32, 11) | (_, 8 | 9 | 17..) => 1.2,
            (32, 16) => 1.55,
            _ => 1.4,
        };
        let memory = (2.0 * c.load + 2.0 * c.store) * if far { 1.7 } else { 1.0 };
        (network(radix) + 4.0 * (r - 1.0)) / r * c.arithmetic * spills + memory
    }

    fn cheapest(&mut self, len: usize, far: bool) -> Option<(f64, usize)> {
        if len == 1 {
            return Some((0.0, 1));
        }
        if let Some(found) = self.best.get(&(len, far)) {
            return *found;
        }
        let mut best: Option<(f64, usize)> = None;
        for radix in (2..=13).chain([16]).chain((17..=127).filter(|r| len.is_multiple_of(*r) && pass::is_prime(*r))) {
            if !len.is_multiple_of(radix) {
                continue;
            }
            if let Some((rest, _)) = self.cheapest(len / radix, far) {
                let cost = rest + self.pass(radix, far);
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, radix));
                }
            }
        }
        self.best.insert((len, far), best);
        best
    }

    /// The radices of a side, and its nanoseconds per place.
    fn side(&mut self, len: usize) -> Option<(f64, Vec<usize>)> {
        let far = len * self.bytes > 24 << 10;
        let (cost, _) = self.cheapest(len, far)?;
        let mut radices = Vec::new();
        let mut rest = len;
        while rest > 1 {
            let (_, radix) = self.cheapest(rest, far)?;
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
                cost += self.pass(1, far);
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
    fn memory(&self, len: usize, lanes: usize) -> f64 {
        let bytes = len.saturating_mul(self.bytes / lanes * 2);
        let lines = self.bytes as f64 / 64.0;
        let per_line = match bytes {
            0..=0x8000 => 0.0,
            0x8001..=0x10_0000 => 1.5,
            0x10_0001..=0x180_0000 => 4.0,
            _ => 20.0,
        };
        per_line * lines
    }

    /// The cheapest splits of `len`, nanoseconds first; `times` is how often each side is run: 2 for a convolution.
    fn lanes(&mut self, len: usize, lanes: usize, times: f64, keep: usize) -> Vec<(f64, Shape)> {
        let mut found: Vec<(f64, usize)> = Vec::new();
        for n1 in divisors(len) {
            let n2 = len / n1;
            if n1 < lanes || n2 < lanes || n1 > 64 * n2 || n2 > 64 * n1 {
                continue;
            }
            let (Some((a, a_radices)), Some((b, b_radices))) = (self.side(n1), self.side(n2)) else { continue };
            let c = &self.costs;
            let log = lanes.trailing_zeros() as f64;
            // A single pass is one with what goes before it or after it.
            let fused = |radices: &[usize]| if radices.len() == 1 { 2.0 * (c.load + c.store) } else { 0.0 };
            let first = a + 7.0 * c.arithmetic + 3.0 * c.load - fused(&a_radices);
            let second = b - fused(&b_radices) + (2.0 * log + 2.0) * c.arithmetic + 2.0 * (c.load + c.store);
            let columns = (n2.div_ceil(lanes) * n1) as f64;
            let rows = (n1.div_ceil(lanes) * n2) as f64;
            let groups = (n2.div_ceil(lanes) + n1.div_ceil(lanes)) as f64;
            let cost = times * (columns * first + rows * second + groups * c.call)
                + (len / lanes) as f64 * self.memory(len, lanes)
                + 8.0;
            found.push((cost, n1));
        }
        found.sort_by(|a, b| a.0.total_cmp(&b.0));
        found.truncate(keep);
        let mut shapes = Vec::new();
        for (cost, n1) in found {
            if let (Some((_, columns)), Some((_, rows))) = (self.side(n1), self.side(len / n1)) {
                shapes.push((cost, Shape::Columns { lanes, columns, rows }));
            }
        }
        shapes
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

/// Numbers of the primes 2, 3, 5 and 7 from `least` to a fifth above it.
fn smooth(least: usize) -> Vec<usize> {
    let most = least + least / 5 + 8;
    let mut all = Vec::new();
    let mut a = 1;
    while a <= most {
        let mut b = a;
        while b <= most {
            let mut c = b;
            while c <= most {
                // At least one factor of 8, so that lanes are full.
                let mut d = c * 8;
                while d <= most {
                    if d >= least {
                        all.push(d);
                    }
                    d *= 2;
                }
                c *= 3;
            }
            b *= 5;
        }
        a *= 7;
    }
    all.sort_unstable();
    all
}

/// Every kernel that was considered with its modelled nanoseconds, the cheapest first.
///
/// # Errors
/// Where the length, the order or the instruction set is none there is.
pub(crate) fn candidates<T: Native>(len: usize, order: Order, isa: Isa, _threads: usize) -> Result<Vec<(Shape, f64)>> {
    let isa = resolve(isa)?;
    if len == 0 || len > LONGEST {
        return Err(Error::Length { what: "a complex transform", len, possible: "1 to 2^40" });
    }
    if order == Order::BitReversed && len.is_power_of_two() {
        // The widest vectors that the length has room for.
        let fits = |lanes: &&usize| len >= 4 * **lanes && len >= **lanes * **lanes;
        let shape = T::lanes(isa).iter().find(fits).map(|&lanes| Shape::Reversed { lanes, len });
        return shape.map(|shape| Vec::from([(shape, 0.25 * len as f64 * f64::from(len.ilog2()))])).ok_or(
            Error::Length {
                what: "a kernel to bit-reversed order",
                len,
                possible: "powers of two from 64 on; natural order can be permuted",
            },
        );
    }
    if order != Order::Natural {
        let what = format!("a complex kernel of length {len} in {}: natural order is possible", order.name());
        return Err(Error::Unsupported { what });
    }
    let wide = size_of::<T>() == 8;
    let mut all: Vec<(Shape, f64)> = Vec::new();
    if len == 1 || odd::RADICES.contains(&len) {
        all.push((Shape::Single { len }, SINGLE_TIMES[len]));
    }
    for (&(lanes, columns, rows), times) in CODELETS.iter().zip(CODELET_TIMES) {
        if columns * rows == len && T::codelet_lanes(isa).contains(&lanes) {
            all.push((Shape::Codelet { lanes, columns, rows }, times[usize::from(!wide)]));
        }
    }
    for &lanes in T::lanes(isa) {
        // Powers of two have less to compute, and scratch of twice the length at most.
        if len <= direct::LONGEST.min(400) && !len.is_power_of_two() {
            let [a, b, c] = costs(lanes, wide, isa).direct;
            let n = len as f64;
            all.push((Shape::Direct { lanes, len }, a + b * n + c * n * n));
        }
        if len.is_power_of_two() && len >= 64.max(lanes * lanes) && len < 1 << 32 {
            let bytes = if wide { 16 } else { 8 };
            let (columns, rows) = powers::split(len.trailing_zeros(), lanes.trailing_zeros(), powers::far(len, bytes));
            // Short transforms fill narrow vectors better.
            let narrow = lanes == 8 && !wide && len >= 1 << 10 && isa == Isa::Avx512;
            let wasted = match lanes {
                16 if len < 1 << 10 => 3.0,
                _ if narrow || len < 1 << 8 => 1.5,
                _ => 1.0,
            };
            let levels = f64::from(len.ilog2());
            let cost = wasted * len as f64 * levels * POWER[usize::from(!wide)] / lanes as f64;
            all.push((Shape::Lanes { lanes, columns, rows }, cost));
            continue;
        }
        let mut sides = Sides::new(lanes, wide, isa);
        all.extend(
            sides
                .lanes(len, lanes, 1.0, if len > 1 << 15 { 12 } else { 6 })
                .into_iter()
                .map(|(cost, shape)| (shape, cost)),
        );
    }
    let lanes = T::lanes(isa)[0];
    let n = len as f64;
    if len > 16 && len < 1 << 32 && arith::is_prime(len as u64) {
        for &lanes in T::lanes(isa) {
            let mut sides = Sides::new(lanes, wide, isa);
            // The gathering by powers of the primitive root, in the first cache, the second, and beyond.
            let step = [2.0, 3.0, 6.0][usize::from(len >= 1 << 12) + usize::from(len >= 1 << 16)];
            let passes = if arith::prime_factors(len as u64 - 1).iter().any(|(p, _)| *p > 16) { 1.3 } else { 1.0 };
            for (cost, inner) in sides.lanes(len - 1, lanes, 2.0, 2) {
                all.push((Shape::Rader { len, inner: Box::new(inner) }, passes * cost + n * step));
            }
        }
    }
    let smooth_already = all.iter().any(|(shape, _)| matches!(shape, Shape::Columns { .. } | Shape::Lanes { .. }));
    if len > 16 && !(smooth_already && arith::prime_factors(len as u64).iter().all(|(p, _)| *p <= 13)) {
        let lanes_for = |m: usize| if m < 4 * lanes * lanes { *T::lanes(isa).last().unwrap_or(&1) } else { lanes };
        let mut best: Vec<(f64, Shape)> = Vec::new();
        let mut wide_sides = Sides::new(lanes, wide, isa);
        let narrow_lanes = lanes_for(1);
        let mut narrow_sides = Sides::new(narrow_lanes, wide, isa);
        for m in smooth(2 * len - 1) {
            let (sides, lanes) =
                if lanes_for(m) == lanes { (&mut wide_sides, lanes) } else { (&mut narrow_sides, narrow_lanes) };
            best.extend(sides.lanes(m, lanes, 2.0, 1));
        }
        best.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (cost, inner) in best.into_iter().take(4) {
            let c = costs(lanes, wide, isa);
            let sweeps = 2.0 * (8.0 * c.arithmetic + 4.0 * c.load + 2.0 * c.store) / lanes as f64;
            let beyond = if len < 1 << 12 { 1.1 } else { 1.5 };
            all.push((Shape::Bluestein { len, inner: Box::new(inner) }, beyond * (cost + n * sweeps)));
        }
    }
    // A power of two never asks for scratch of more than twice its length.
    let modest = |shape: &Shape| shape.scratch_len(1).is_some_and(|scratch| scratch <= 2 * len.max(2));
    all.retain(|(shape, _)| !len.is_power_of_two() || modest(shape));
    all.sort_by(|a, b| a.1.total_cmp(&b.1));
    Ok(all)
}

/// The cheapest kernel.
///
/// # Errors
/// As [`candidates`] has them.
pub(crate) fn choose<T: Native>(len: usize, order: Order, isa: Isa, threads: usize) -> Result<Shape> {
    let what = "a complex transform";
    let shape = candidates::<T>(len, order, isa, threads)?.into_iter().next();
    shape.map(|(shape, _)| shape).ok_or(Error::Length { what, len, possible: "1 to 2^40" })
}
