//! The choice of a kernel, by a cost model whose constants were measured.
//!
//! A pass of radix `r` costs its network's instructions, the factors, and the loads and stores of its work; the two
//! steps of [`columns`](super::columns) and [`transposed`](super::transposed) add the factors and transpositions
//! between them. Longer transforms cost more for each cache that they exceed. Short kernels have measured times, and
//! where there is one nothing else is searched. The constants are those of Zen 4; a [`Machine`] says how others differ. The same
//! arguments give the same shape on every processor.

use super::{
    codelets::{CODELETS, WIDE_CODELETS, is_codelet, is_coprime, is_wide_codelet},
    native::{self, Native, resolve},
    nine_rows, odd, powers,
    shape::{LONGEST, Shape},
    short_powers, stepped,
};
use crate::{
    Error, Result, arith,
    kernel::{isa::Isa, machine::Machine},
    order::Order,
};
use alloc::{format, vec::Vec};
use divisors::Divisors;
use primes::{Candidate, VECTORS, cheaper, convolved, definition, short_definition};
use short::{CODELET_TIMES, NINE_ROWS_TIMES, SINGLE_TIMES, WIDE_CLOCK, WIDE_TIMES};
use sides::Sides;
use target::Target;

mod convolutions;
mod costs;
pub(crate) mod divisors;
mod primes;
mod rows;
mod short;
mod sides;
mod target;

/// Returns every kernel considered with its modelled nanoseconds, the cheapest first.
///
/// # Errors
/// An error if the length, the order or the instruction set is not supported.
pub(crate) fn candidates<T: Native>(len: usize, order: Order, isa: Isa, machine: Machine) -> Result<Vec<Candidate>> {
    compared(len, order, &Target { isa: resolve(isa)?, wide: T::WIDE, machine }, false)
}

/// Returns the candidates. With `only`, returns those needed to find the cheapest, in any order.
fn compared(len: usize, order: Order, target: &Target, only: bool) -> Result<Vec<Candidate>> {
    let Target { isa, wide, .. } = *target;
    if len == 0 || len > LONGEST {
        return Err(Error::Length { what: "a complex transform", len, possible: "1 to 2^40" });
    }
    if order == Order::BitReversed && len.is_power_of_two() {
        // Eight lanes take their last levels across eight registers, without a spill; then as many lanes as fit the
        // length. Eight doubles fill the widest vectors: half the width is faster in kernels of one function.
        let whole = |lanes: usize| lanes * if wide { 8 } else { 4 } >= 64 && len <= 1024;
        let fits = |lanes: &&usize| {
            (2..=8).contains(*lanes) && !whole(**lanes) && len >= 4 * **lanes && len >= **lanes * **lanes
        };
        let shape = native::lanes(wide, isa).iter().find(fits).map(|&lanes| Shape::Reversed { lanes, len });
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
    let mut all = Vec::new();
    codelets(len, target, &mut |shape, cost| all.push((shape, cost)));
    let found = !all.is_empty();
    two_steps(len, target, found, &mut |shape, cost| all.push((shape, cost)));
    if all.is_empty() || !is_short(len, isa) {
        long(len, target, only, &mut all);
    }
    all.retain(|(shape, _)| is_modest(shape, len));
    if !only {
        all.sort_by(cheaper);
    }
    Ok(all)
}

/// Returns whether [`codelets`] and [`two_steps`] are the fastest for this length, if they exist.
fn is_short(len: usize, isa: Isa) -> bool {
    // Networks of 16 do not fit the registers of AVX2.
    len <= if !len.is_power_of_two() {
        200
    } else if isa == Isa::Avx2 {
        32
    } else {
        128
    }
}

/// Returns whether the scratch is within the limit: for a power of two, at most twice its length.
fn is_modest(shape: &Shape, len: usize) -> bool {
    !len.is_power_of_two() || shape.scratch_len(1).is_some_and(|scratch| scratch <= 2 * len.max(2))
}

/// One more than the place of each codelet of a length in their list.
const BY_LENGTH: [[u8; 3]; 241] = {
    let (mut by_length, mut i) = ([[0; 3]; 241], 0);
    while i < CODELETS.len() {
        let (places, mut free) = (&mut by_length[CODELETS[i].1 * CODELETS[i].2], 0);
        while places[free] > 0 {
            free += 1;
        }
        i += 1;
        places[free] = i as u8;
    }
    by_length
};

/// Collects the networks and codelets of this length.
fn codelets(len: usize, target: &Target, put: &mut dyn FnMut(Shape, f64)) {
    if len == 1 || odd::RADICES.contains(&len) {
        put(Shape::Single { len }, SINGLE_TIMES[len]);
    }
    let Target { isa, wide, .. } = *target;
    let (float, widths) = (usize::from(!wide), native::codelet_lanes(wide, isa));
    for place in BY_LENGTH.get(len).into_iter().flatten().filter(|place| **place > 0) {
        let ((lanes, columns, rows), times) =
            (CODELETS[usize::from(*place) - 1], CODELET_TIMES[usize::from(*place) - 1]);
        // Below eight lanes the parts lie side by side.
        let floats = if lanes < 8 { 2 * lanes } else { lanes };
        if widths.contains(&lanes) && times[float].is_finite() && target.has(floats) {
            // With sixteen registers, measured on Zen 4.
            let spills = match (isa, rows) {
                _ if is_coprime((lanes, columns, rows)) => 1.0,
                (Isa::Avx2, 13..) => 1.2,
                (Isa::Avx2, 8..) => 1.08,
                _ => 1.0,
            };
            // With the parts apart, wide vectors gain nothing.
            let scale = if lanes == 8 { 1.0 } else { target.scale(floats) };
            put(Shape::Codelet { lanes, columns, rows }, times[float] * spills * scale);
        }
    }
    if let Some((shape, cost)) = short_definition(len, target) {
        put(shape, cost);
    }
    if let Some(wide_lanes) = target.wide_pairs() {
        for (&(lanes, columns, rows), time) in WIDE_CODELETS.iter().zip(WIDE_TIMES) {
            if lanes == wide_lanes && columns * rows == len {
                put(pairs(lanes, columns, rows), time / WIDE_CLOCK);
            }
        }
    }
}

/// Returns the shape of two steps on vectors of 64 bytes with the parts side by side.
fn pairs(lanes: usize, columns: usize, rows: usize) -> Shape {
    Shape::Pairs { lanes, columns: [columns].to_vec(), rows: [rows].to_vec() }
}

/// Collects the kernels of two steps through the first cache; `found` says that there are codelets.
fn two_steps(len: usize, target: &Target, found: bool, put: &mut dyn FnMut(Shape, f64)) {
    let Target { isa, wide, .. } = *target;
    let Some(lanes) = native::stepped_lanes(wide, isa).filter(|_| len <= stepped::LONGEST) else { return };
    let in_pairs = target.wide_pairs().is_some();
    // The fit of their costs does not hold for lengths of codelets, which are faster.
    if in_pairs && found && is_short(len, isa) {
        return;
    }
    for rows in (3..=16).filter(|rows| len.is_multiple_of(*rows)) {
        let columns = len / rows;
        // Pairs have as many lanes.
        let codelet = if in_pairs { is_wide_codelet } else { is_codelet };
        if stepped::exists(lanes, columns, rows)
            && !codelet(lanes, columns, rows)
            && let Some(cost) = costs::stepped(lanes, columns, rows, target)
        {
            let shape = if in_pairs { pairs(lanes, columns, rows) } else { Shape::Codelet { lanes, columns, rows } };
            put(shape, cost);
        }
    }
    if len == nine_rows::LEN {
        let lanes = if wide { 4 } else { 8 };
        put(Shape::Codelet { lanes, columns: 9, rows: 27 }, NINE_ROWS_TIMES[usize::from(!wide)]);
    }
}

/// Returns the cheapest of both.
fn shortest(len: usize, target: &Target) -> Option<Candidate> {
    let mut best: Option<Candidate> = None;
    let better = |best: &mut Option<Candidate>, shape: Shape, cost: f64| {
        if best.as_ref().is_none_or(|(_, least)| cost < *least) {
            *best = Some((shape, cost));
        }
    };
    codelets(len, target, &mut |shape, cost| better(&mut best, shape, cost));
    if best.as_ref().is_none_or(|(_, cost)| *cost > costs::LEAST_OF_TWO_STEPS) {
        let found = best.is_some();
        two_steps(len, target, found, &mut |shape, cost| better(&mut best, shape, cost));
    }
    best
}

/// Adds the definition, columns in lanes, rows by another kernel, Rader's transform and Bluestein's.
fn long(len: usize, target: &Target, only: bool, all: &mut Vec<Candidate>) {
    let Target { isa, wide, machine } = *target;
    let widest = target.widest();
    let lanes_of = native::lanes(wide, isa);
    let n = len as f64;
    let prime = len < VECTORS && !len.is_power_of_two() && arith::is_prime(len as u64);
    // Only single lanes have sides of one value.
    let words = lanes_of.contains(&1);
    let whole = !words && (prime || len.is_power_of_two() && (64..VECTORS).contains(&len));
    let divisors = if whole { None } else { Divisors::new(len) };
    if all.is_empty() {
        all.extend(definition(len, target));
    }
    for &lanes in lanes_of.iter().filter(|lanes| len.is_power_of_two() || **lanes <= widest) {
        if lanes > 1 && len.is_power_of_two() && len >= 64.max(lanes * lanes) && len < VECTORS {
            let far = powers::far(len, if wide { 16 } else { 8 }, machine);
            let (columns, rows) = powers::split(len.trailing_zeros(), lanes.trailing_zeros(), far);
            let cost = costs::power(len, lanes, target, far) * n * f64::from(len.ilog2()) / lanes as f64;
            all.push((Shape::Lanes { lanes, columns, rows }, cost));
        } else if let Some(divisors) = &divisors {
            let keep = match len {
                // The cheapest may ask for more scratch than is modest.
                _ if words && len.is_power_of_two() => 12,
                _ if only => 1,
                ..=0x8000 => 6,
                _ => 12,
            };
            let found = Sides::new(lanes, target).splits(divisors, 1.0, keep);
            all.extend(found.into_iter().map(|(cost, shape)| (shape, cost)));
        }
    }
    if isa == Isa::Avx2 && len.is_power_of_two() && len >= 256 {
        let (lanes, (columns, rows)) = (if wide { 2 } else { 4 }, powers::split(len.trailing_zeros(), 0, false));
        if short_powers::is_pairs(lanes, &columns, &rows) {
            all.push((Shape::Pairs { lanes, columns, rows }, costs::pairs(len, target)));
        }
    }
    if let Some(lanes) = target.wide_pairs()
        && let Some((columns, rows)) = short_powers::wide(len, lanes)
    {
        // Measured 2026-11-29, Sapphire Rapids: 0.87 to 0.93 of the time with the parts apart.
        let apart = costs::power(len, 2 * lanes, target, false) * n * f64::from(len.ilog2()) / (2 * lanes) as f64;
        all.push((Shape::Pairs { lanes, columns, rows }, 0.9 * apart));
    }
    let fast = |shape: &Shape| !matches!(shape, Shape::Direct { .. });
    if len <= 16 || len >= LONGEST || (all.iter().any(|(shape, _)| fast(shape)) && arith::is_smooth(len)) {
        return;
    }
    rows::rows(len, target, only, all);
    convolved(len, target, only, all);
}

/// Returns the cheapest kernel.
///
/// # Errors
/// As [`candidates`] has them.
pub(crate) fn choose<T: Native>(len: usize, order: Order, isa: Isa, machine: Machine) -> Result<Shape> {
    best(len, order, &Target { isa: resolve(isa)?, wide: T::WIDE, machine })
}

/// Returns the kernel for a real transform where that is not the fastest alone: its inverse accepts vectors of parts, which saves more, or
/// its stores do not cross lines of the cache, on which the sweep waits.
pub(crate) fn of_parts<T: Native>(len: usize, isa: Isa, machine: Machine) -> Option<Shape> {
    let target = Target { isa: resolve(isa).ok()?, wide: T::WIDE, machine };
    let lanes = target.wide_pairs()?;
    if !len.is_power_of_two() {
        return without_odd_rows(len, &target);
    }
    if len > 4096 || short_powers::wide(len, lanes).is_none() {
        return None;
    }
    let (columns, rows) = powers::split(len.trailing_zeros(), (2 * lanes).trailing_zeros(), false);
    Some(Shape::Lanes { lanes: 2 * lanes, columns, rows })
}

/// Returns the cheapest kernel of doubles with the parts apart where the cheapest stores rows of an odd length with the parts side by side.
/// Measured 2026-12-01, Sapphire Rapids: 1.05 to 1.2 times as fast for 1080 numbers, 1.02 to 1.04 for 1000, and
/// .87 to 1.0 for 600 and 648.
fn without_odd_rows(len: usize, target: &Target) -> Option<Shape> {
    if !target.wide || !(450..=stepped::LONGEST).contains(&len) {
        return None;
    }
    match best(len, Order::Natural, target).ok()? {
        Shape::Pairs { columns, .. } if columns.iter().all(|n1| n1 % 2 == 1) => {}
        _ => return None,
    }
    let all = compared(len, Order::Natural, target, false).ok()?;
    all.into_iter().map(|(shape, _)| shape).find(|shape| matches!(shape, Shape::Columns { .. }))
}

fn best(len: usize, order: Order, target: &Target) -> Result<Shape> {
    let what = "a complex transform";
    if order == Order::Natural
        && (8..=200).contains(&len)
        && is_short(len, target.isa)
        && let Some((shape, _)) = shortest(len, target)
        && is_modest(&shape, len)
    {
        return Ok(shape);
    }
    let all = compared(len, order, target, true)?;
    all.into_iter().min_by(cheaper).map(|(shape, _)| shape).ok_or(Error::Length { what, len, possible: "1 to 2^40" })
}

#[cfg(all(feature = "inside", feature = "std", target_arch = "x86_64"))]
pub(crate) mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    fn of_parts<T: Native>(len: usize, machine: Machine) -> Option<String> {
        super::of_parts::<T>(len, Isa::Avx512, machine).map(|shape| shape.to_string())
    }

    /// Checks that real doubles over rows of an odd length leave the parts apart where wide vectors gain time.
    #[inline]
    pub(crate) fn real_transforms_store_no_odd_rows() {
        if resolve(Isa::Avx512).is_err() {
            return;
        }
        for len in [500, 540] {
            let alone = choose::<f64>(len, Order::Natural, Isa::Avx512, Machine::SAPPHIRE).unwrap();
            assert!(alone.to_string().starts_with("pairs4("), "{len}: {alone}");
            let shape = of_parts::<f64>(len, Machine::SAPPHIRE).unwrap();
            assert!(shape.starts_with("columns8("), "{len}: {shape}");
        }
        assert_eq!([of_parts::<f64>(324, Machine::SAPPHIRE), of_parts::<f32>(540, Machine::SAPPHIRE)], [None, None]);
        assert_eq!(of_parts::<f64>(540, Machine::AMD), None);
        assert!(of_parts::<f64>(512, Machine::SAPPHIRE).unwrap().starts_with("lanes8("));
    }
}
