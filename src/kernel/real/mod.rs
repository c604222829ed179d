//! Transforms of real sequences, and their inverses. Of even length: a complex kernel of half the length and one sweep (`halves`);
//! for sixteen and thirty-two numbers both are one function (`registers`). Of odd length: the steps around complex transforms of rows
//! (`odd`).

#![allow(
    clippy::needless_range_loop,
    clippy::too_many_arguments,
    reason = "vectors stay in registers under an index that unrolls"
)]

mod ends;
mod factors;
mod halves;
mod kernel;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod odd;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod prime;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod registers;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;

#[cfg(all(target_arch = "x86_64", feature = "std"))]
use super::packed::{Avx2, Avx512, C32x4, C64x2, C64x4, ComplexPairs, F32x8, F32x16, F64x4, F64x8, Forward};
use super::{
    complex::{self, Shape},
    isa::Isa,
    machine::Machine,
    packed::{ComplexLanes, Floats, Scalar},
};
use crate::{Result, rings::Real};
use alloc::{boxed::Box, vec::Vec};
use core::any::{Any, TypeId};
use ends::Ends;
use halves::Halves;
pub(crate) use kernel::{OddKernel, PrimeKernel, RealKernel};
use num_complex::Complex;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use odd::Columns;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use prime::Places;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use registers::Registers;

/// A kernel of real sequences, or the error of its construction.
type Built<T> = Result<Box<dyn RealKernel<T>>>;

/// The steps of an odd length, or the error of their construction.
type BuiltSteps<T> = Result<Box<dyn OddKernel<T>>>;

/// The radices of the steps of odd lengths, the preferred one first.
pub(crate) const RADICES: [usize; 4] = [9, 7, 5, 3];

/// Returns the shape of the complex kernel of length `h` where a real transform has another than the fastest one.
pub(crate) fn shape<T: Real>(h: usize, isa: Isa) -> Option<Shape> {
    let (float, machine) = (TypeId::of::<T>(), Machine::current().ok()?);
    if float == TypeId::of::<f64>() {
        complex::of_parts::<f64>(h, isa, machine)
    } else if float == TypeId::of::<f32>() {
        complex::of_parts::<f32>(h, isa, machine)
    } else {
        None
    }
}

/// Returns the kernel over a complex one of this shape; `None` if `T` has no kernels.
///
/// # Errors
/// As [`complex::build`].
pub(crate) fn build<T: Real>(shape: &Shape, isa: Isa, threads: usize) -> Option<Built<T>> {
    let float = TypeId::of::<T>();
    let built: Box<dyn Any> = if float == TypeId::of::<f64>() {
        Box::new(of_f64(shape, isa, threads))
    } else if float == TypeId::of::<f32>() {
        Box::new(of_f32(shape, isa, threads))
    } else {
        return None;
    };
    // The same type, which the compiler does not know.
    built.downcast::<Built<T>>().ok().map(|built| *built)
}

/// Returns the steps of radix `radix` around transforms of length `m`; `None` if `T` or the instruction set has none.
///
/// # Errors
/// [`Error::Memory`](crate::Error::Memory) if the system refuses the table.
pub(crate) fn odd<T: Real>(radix: usize, m: usize, isa: Isa, threads: usize) -> Option<BuiltSteps<T>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        let (isa, float) = (complex::native::resolve(isa).ok()?, TypeId::of::<T>());
        let built: Option<Box<dyn Any>> = match (isa, Avx512::detect()) {
            (Isa::Avx512, Some(token)) if float == TypeId::of::<f64>() => steps(F64x8(token), radix, m, threads),
            (Isa::Avx512, Some(token)) if float == TypeId::of::<f32>() => steps(F32x16(token), radix, m, threads),
            _ => None,
        };
        let built = built.or_else(|| match (isa, Avx2::detect()?) {
            (Isa::Avx512 | Isa::Avx2, token) if float == TypeId::of::<f64>() => steps(F64x4(token), radix, m, threads),
            (Isa::Avx512 | Isa::Avx2, token) if float == TypeId::of::<f32>() => steps(F32x8(token), radix, m, threads),
            _ => None,
        })?;
        // The same type, which the compiler does not know.
        built.downcast::<BuiltSteps<T>>().ok().map(|built| *built)
    }
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    {
        let _ = (radix, m, isa, threads);
        None
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn steps<const L: usize, F: Floats<L>>(f: F, radix: usize, m: usize, threads: usize) -> Option<Box<dyn Any>> {
    fn boxed<T: 'static, K: OddKernel<T> + 'static>(built: Result<K>) -> Option<Box<dyn Any>> {
        let built: BuiltSteps<T> = built.map(|steps| Box::new(steps) as Box<dyn OddKernel<T>>);
        Some(Box::new(built))
    }
    match radix {
        _ if m < 2 * L => None,
        3 => boxed(Columns::<3, 1, 2, L, F>::new(f, m, threads)),
        5 => boxed(Columns::<5, 2, 3, L, F>::new(f, m, threads)),
        7 => boxed(Columns::<7, 3, 4, L, F>::new(f, m, threads)),
        9 => boxed(Columns::<9, 4, 5, L, F>::new(f, m, threads)),
        _ => None,
    }
}

/// The steps of a prime length, or the error of their construction.
type BuiltPlaces<T> = Result<Box<dyn PrimeKernel<T>>>;

/// Returns the steps of a prime length: with the places of its values, each with `true` for a conjugate, and the fixed numbers of its
/// convolution. `None` if `T` or the instruction set has none.
///
/// # Errors
/// [`Error::Memory`](crate::Error::Memory) if the system refuses the tables.
#[allow(clippy::ptr_arg, reason = "a list of numbers is told from others by its type")]
pub(crate) fn prime<T: Real>(places: &[(u32, bool)], fixed: &Vec<T>, isa: Isa) -> Option<BuiltPlaces<T>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        let (isa, fixed): (_, &dyn Any) = (complex::native::resolve(isa).ok()?, fixed);
        let least = Avx2::detect()?;
        let built = if let Some(fixed) = fixed.downcast_ref::<Vec<f64>>() {
            let spectrum = &|| complex::real_spectrum(F64x4(least), fixed);
            match (isa, Avx512::detect()) {
                (Isa::Avx512, Some(token)) => ordered(F64x8(token), places, spectrum),
                (Isa::Avx2, _) => ordered(F64x4(least), places, spectrum),
                _ => None,
            }
        } else {
            let fixed = fixed.downcast_ref::<Vec<f32>>()?;
            let spectrum = &|| complex::real_spectrum(F32x8(least), fixed);
            match (isa, Avx512::detect()) {
                (Isa::Avx512, Some(token)) => ordered(F32x16(token), places, spectrum),
                (Isa::Avx2, _) => ordered(F32x8(least), places, spectrum),
                _ => None,
            }
        };
        // The same type, which the compiler does not know.
        built?.downcast::<BuiltPlaces<T>>().ok().map(|built| *built)
    }
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    {
        let _ = (places, fixed, isa);
        None
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn ordered<const L: usize, F: Floats<L>>(
    f: F,
    places: &[(u32, bool)],
    spectrum: &dyn Fn() -> Option<Result<Vec<Complex<F::Float>>>>,
) -> Option<Box<dyn Any>> {
    let spectrum = spectrum()?;
    let built: BuiltPlaces<F::Float> = spectrum
        .and_then(|spectrum| Places::new(f, places, &spectrum))
        .map(|steps| Box::new(steps) as Box<dyn PrimeKernel<F::Float>>);
    Some(Box::new(built))
}

/// Returns the number of pairs of values besides the ends and the middle.
pub(crate) const fn pairs(h: usize) -> usize {
    h.saturating_sub(1) / 2
}

/// Returns the most complex numbers in the table of a sweep: of a kernel's if `T` has kernels.
pub(crate) fn table_len<T: Real>(h: usize) -> usize {
    let float = TypeId::of::<T>();
    let native = float == TypeId::of::<f64>() || float == TypeId::of::<f32>();
    if native { factors::table_len(h.div_ceil(2)) } else { pairs(h) }
}

fn vectors<const L: usize, const G: usize, P: Ends<L>>(
    ring: P,
    shape: &Shape,
    isa: Isa,
    threads: usize,
) -> Built<P::Float>
where
    P::Float: complex::native::Native,
{
    Ok(Box::new(Halves::<L, G, P>::new(ring, complex::build(shape, isa, threads)?, threads)?))
}

/// Returns the kernel of sixteen or thirty-two doubles in registers, if `shape` names its complex kernel.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn registers_of_f64(shape: &Shape, isa: Isa) -> Option<Box<dyn RealKernel<f64>>> {
    let Shape::Codelet { lanes, columns, rows: 4 } = *shape else { return None };
    match (lanes, columns, isa) {
        (4, 2, Isa::Avx512) => Some(Box::new(Registers::<8, 9, 4, 1, 1, _>(C64x4(Avx512::detect()?)))),
        (4, 4, Isa::Avx512) => Some(Box::new(Registers::<16, 17, 4, 1, 2, _>(C64x4(Avx512::detect()?)))),
        (2, 2, Isa::Avx512 | Isa::Avx2) => Some(Box::new(Registers::<8, 9, 2, 2, 2, _>(C64x2(Avx2::detect()?)))),
        (2, 4, Isa::Avx512 | Isa::Avx2) => Some(Box::new(Registers::<16, 17, 2, 2, 4, _>(C64x2(Avx2::detect()?)))),
        _ => None,
    }
}

/// Returns the kernel of sixteen or thirty-two singles in registers, if `shape` names its complex kernel.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn registers_of_f32(shape: &Shape, isa: Isa) -> Option<Box<dyn RealKernel<f32>>> {
    let Shape::Codelet { lanes: 4, columns, rows: 4 } = *shape else { return None };
    match (columns, isa) {
        (2, Isa::Avx512 | Isa::Avx2) => Some(Box::new(Registers::<8, 9, 4, 1, 1, _>(C32x4(Avx2::detect()?)))),
        (4, Isa::Avx512 | Isa::Avx2) => Some(Box::new(Registers::<16, 17, 4, 1, 2, _>(C32x4(Avx2::detect()?)))),
        _ => None,
    }
}

fn of_f64(shape: &Shape, isa: Isa, threads: usize) -> Built<f64> {
    let isa = complex::native::resolve(isa)?;
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(kernel) = registers_of_f64(shape, isa) {
        return Ok(kernel);
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match (isa, shape.len() / 2, Avx512::detect(), Avx2::detect()) {
        (Isa::Avx512, 8.., Some(token), _) => {
            return vectors::<8, 1, _>(ComplexLanes(F64x8(token)), shape, isa, threads);
        }
        (Isa::Avx512 | Isa::Avx2, 2.., _, Some(token)) => {
            return vectors::<2, 4, _>(ComplexPairs(C64x2(token), Forward), shape, isa, threads);
        }
        _ => {}
    }
    vectors::<1, 1, _>(ComplexLanes(Scalar::<f64>::new()), shape, isa, threads)
}

fn of_f32(shape: &Shape, isa: Isa, threads: usize) -> Built<f32> {
    let isa = complex::native::resolve(isa)?;
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(kernel) = registers_of_f32(shape, isa) {
        return Ok(kernel);
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match (isa, shape.len() / 2, Avx512::detect(), Avx2::detect()) {
        (Isa::Avx512, 16.., Some(token), _) => {
            return vectors::<16, 1, _>(ComplexLanes(F32x16(token)), shape, isa, threads);
        }
        (Isa::Avx512 | Isa::Avx2, 8.., _, Some(token)) => {
            return vectors::<8, 1, _>(ComplexLanes(F32x8(token)), shape, isa, threads);
        }
        (Isa::Avx512 | Isa::Avx2, 4.., _, Some(token)) => {
            return vectors::<4, 2, _>(ComplexPairs(C32x4(token), Forward), shape, isa, threads);
        }
        _ => {}
    }
    vectors::<1, 1, _>(ComplexLanes(Scalar::<f32>::new()), shape, isa, threads)
}
