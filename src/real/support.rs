//! Helpers of every plan of this module: checks, factors, memory.

pub(super) use crate::kernel::memory::filled;
use crate::{
    Error, Result,
    algebra::{Ring, Roots},
    kernel::{
        complex::scale,
        memory::{Wiped, reserve},
    },
    plan::{self, Isa, Layout, Options, Plan, Scale},
    rings::{Circle, ComplexRing, Real, reciprocal},
    threads::join,
};
use alloc::vec::Vec;
use num_complex::Complex;

/// Returns `len` zeros, or [`Error::Memory`].
#[inline]
pub(super) fn zeros<T: Real>(what: &'static str, len: usize) -> Result<Vec<Complex<T>>> {
    filled(what, len, Complex::new(T::zero(), T::zero()))
}

/// Wraps the scratch of a call that allocates its own.
#[inline]
pub(super) fn own<T: Real>(scratch: Vec<Complex<T>>) -> Wiped<Complex<T>> {
    Wiped::new(scratch, Complex::new(T::zero(), T::zero()))
}

pub(super) fn memory(what: &'static str, needed: u128, limit: Option<u64>) -> Error {
    Error::Memory { what, needed, limit }
}

/// Returns the refusal of a number of elements or bytes that overflows.
pub(super) fn too_large(what: &'static str) -> Error {
    memory(what, u128::MAX, None)
}

/// Returns the factors of both directions, for a map and its inverse whose product is `n`.
pub(super) fn factors<T: Real>(scale: Scale, n: usize) -> [Option<T>; 2] {
    [scale.forward, scale.inverse].map(|factor| {
        if n == 1 || factor == Scale::NONE.forward {
            None
        } else if factor == Scale::FORWARD.forward {
            Some(reciprocal(T::from_integer(n as u64)))
        } else {
            ComplexRing::<T>::new().inverse_square_root_of_integer(n as u64).map(|root| root.re)
        }
    })
}

/// Returns `exp(-2 pi i (first + step k)/order)` for `k < count`, each rounded once.
pub(super) fn roots<T: Real>(order: usize, first: usize, step: usize, count: usize) -> Result<Vec<Complex<T>>> {
    let mut list = reserve("twiddles", count)?;
    // A length of zero has no root.
    ComplexRing::<T>::new().root(order)?;
    let circle = Circle::new(order, count);
    let mut exponent = first % order;
    for _ in 0..count {
        list.push(circle.root((order - exponent) % order));
        exponent = (exponent + step) % order;
    }
    Ok(list)
}

/// Returns the unscaled complex transform inside a plan, to be built.
pub(super) fn complex<T: Real>(len: usize, options: &Options, threads: usize) -> plan::Builder<ComplexRing<T>> {
    Plan::builder(ComplexRing::new(), len)
        .scale(Scale::NONE)
        .threads(plan::Threads::AtMost(threads))
        .isa(options.isa)
        .device(plan::Device::Cpu)
        .memory_limit(options.memory_limit.unwrap_or(u64::MAX))
}

/// Returns the number of transforms in a call, which lie as rows or as columns.
pub(super) fn batch(options: &Options) -> Result<usize> {
    if !matches!(options.layout, Layout::Rows | Layout::Columns) {
        let what = "real transforms have no strides: take rows or columns, or copy the elements together".into();
        return Err(Error::Unsupported { what });
    }
    if options.batch == 0 {
        return Err(Error::Length { what: "a batch", len: 0, possible: "the least batch is 1" });
    }
    Ok(options.batch)
}

/// Multiplies all of a row by the factor, if there is one.
pub(super) fn scale_all<T: Real>(row: &mut [Complex<T>], factor: Option<T>, isa: Isa) {
    if let Some(factor) = factor {
        scale(row, factor, isa);
    }
}

/// Runs two tasks, on threads of the pool where there are some.
pub(super) fn both(left: impl FnOnce() -> Result<()> + Send, right: impl FnOnce() -> Result<()> + Send) -> Result<()> {
    let (mut first, mut second) = (Ok(()), Ok(()));
    join(|| first = left(), || second = right());
    first.and(second)
}

/// Runs `run` on every row of `len` elements, with `each` elements of scratch for each of the tasks.
pub(super) fn in_rows<T: Real>(
    values: &mut [T],
    len: usize,
    scratch: &mut [Complex<T>],
    each: usize,
    tasks: usize,
    run: &(impl Fn(&mut [T], &mut [Complex<T>]) -> Result<()> + Sync),
) -> Result<()> {
    if tasks > 1 {
        let (count, fewer) = (values.len() / len / 2, tasks / 2);
        let (values, rest) = values.split_at_mut(count * len);
        let (scratch, scratch_rest) = scratch.split_at_mut(fewer * each);
        return both(
            || in_rows(values, len, scratch, each, fewer, run),
            || in_rows(rest, len, scratch_rest, each, tasks - fewer, run),
        );
    }
    values.chunks_exact_mut(len).try_for_each(|row| run(row, scratch))
}

/// Returns the least length from `least` on of the forms `2^k`, `3 2^k`, `5 2^k`, `9 2^k` and `15 2^k`, even except for
/// 1.
pub(super) fn fast_len(least: usize) -> Option<usize> {
    let forms = [1usize, 3, 5, 9, 15].into_iter().filter_map(|odd| {
        let twos = least.div_ceil(odd).checked_next_power_of_two()?;
        odd.checked_mul(if odd == 1 { twos } else { twos.max(2) })
    });
    forms.min()
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;

    #[inline]
    pub(crate) fn fast_lengths_are_near() {
        assert_eq!([1, 2, 3, 7, 9, 11, 25, 31, 97].map(fast_len), [1, 2, 4, 8, 10, 12, 30, 32, 120].map(Some));
        assert_eq!(fast_len(usize::MAX), None);
        for least in 1..5000 {
            let n = fast_len(least).unwrap();
            assert!(n >= least && n <= least + least / 4 + 3 && (n == 1 || n.is_multiple_of(2)), "{least} {n}");
        }
    }
}
