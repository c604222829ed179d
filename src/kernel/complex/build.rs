//! The instances of all kernels, built from shapes.

use super::{
    Kernel,
    bluestein::Bluestein,
    columns::Columns,
    direct::Direct,
    native::{Native, resolve},
    powers,
    rader::Rader,
    reversed::Reversed,
    shape::Shape,
    single::Single,
    transposed::{Transposed, is_transposed},
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use super::{fours::Fours, nine_rows::NineRows, short_direct, short_powers, short_reversed};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{
    Avx2, Avx512, C32x4, C32x8, C64x2, C64x4, ComplexLanes, ComplexPairs, F32x8, F32x16, F64x4, F64x8, Forward, Fused,
};
use crate::{
    Error, Result,
    kernel::{
        isa::Isa,
        machine::Machine,
        packed::{Floats, Scalar},
    },
};
use alloc::{boxed::Box, format};
use num_complex::Complex;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use short::{codelet8, narrow, pairs_of_f32, pairs_of_f64, two_steps, wide, wide4, wide8};

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod short;

fn refuse<R>(shape: &Shape, isa: Isa) -> Result<R> {
    Err(Error::Unsupported {
        what: format!("the kernel {shape} with {isa}: its vectors have another width; let it be chosen"),
    })
}

/// Builds the kernel of a shape, ready to run, with the root `exp(-2 pi i/n)`.
///
/// # Errors
/// An error if the shape is not valid, or the instruction set has no vectors of its width.
pub(crate) fn build<T: Native>(shape: &Shape, isa: Isa, threads: usize) -> Result<Box<dyn Kernel<T>>> {
    shape.check()?;
    let isa = resolve(isa)?;
    macro_rules! singles {
        ($($short:literal)*; $($n:literal)*) => {
            if let Shape::Single { len } = shape {
                match len {
                    $( $short => return Ok(Box::new(Single::<$short, _>(Scalar::<T>::new()))), )*
                    _ => {}
                }
                #[cfg(all(target_arch = "x86_64", feature = "std"))]
                if let (Isa::Avx2 | Isa::Avx512, Some(t)) = (isa, Avx2::detect()) {
                    match len {
                        $( $n => return Ok(Box::new(Single::<$n, _>(Fused::<T, _>::new(t)))), )*
                        _ => return refuse(shape, isa),
                    }
                }
                match len {
                    $( $n => return Ok(Box::new(Single::<$n, _>(Scalar::<T>::new()))), )*
                    _ => return refuse(shape, isa),
                }
            }
        };
    }
    singles!(1 2 3 4 6; 5 7 8 9 10 11 12 13 14 15 16);
    T::build(shape, isa, threads)
}

/// Builds a kernel with vectors of `L` lanes.
fn vectors<const L: usize, F: Floats<L>>(
    f: F,
    shape: &Shape,
    isa: Isa,
    threads: usize,
) -> Result<Box<dyn Kernel<F::Float>>> {
    Ok(match shape {
        Shape::Direct { lanes, len } if *lanes == L => Box::new(Direct::new(f, *len)?),
        // One lane has nothing to transpose, nor code for it.
        Shape::Columns { lanes, columns, rows } | Shape::Lanes { lanes, columns, rows }
            if const { L > 1 } && *lanes == L && is_transposed(columns, L) =>
        {
            return transposed(f, columns, rows, threads);
        }
        Shape::Columns { lanes, columns, rows } if *lanes == L => Box::new(Columns::new(f, columns, rows)?),
        Shape::Reversed { lanes, len } if const { L > 1 && L < 16 } && *lanes == L => Box::new(Reversed::new(f, *len)),
        Shape::Rader { len, inner } | Shape::Bluestein { len, inner } => match &**inner {
            Shape::Columns { lanes, columns, rows } if *lanes == L => match shape {
                Shape::Rader { .. } => Box::new(Rader::new(f, *len, columns, rows)?),
                _ => Box::new(Bluestein::new(f, *len, columns, rows)?),
            },
            _ => return refuse(inner, isa),
        },
        _ => return refuse(shape, isa),
    })
}

/// Builds a kernel of any sides, whose first pass transposes.
fn transposed<const L: usize, F: Floats<L>>(
    f: F,
    columns: &[usize],
    rows: &[usize],
    threads: usize,
) -> Result<Box<dyn Kernel<F::Float>>> {
    let (len, bytes) = (columns.iter().chain(rows).product(), size_of::<Complex<F::Float>>());
    let streams = powers::streams(len, bytes, Machine::current()?);
    Ok(Box::new(Transposed::new(f, columns, rows, streams, powers::threads(len, threads))?))
}

/// Builds a kernel as [`vectors`], or one to bit-reversed order that has a function of its own.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn with_reversed<const L: usize, F: Floats<L>>(
    f: F,
    shape: &Shape,
    isa: Isa,
    threads: usize,
) -> Result<Box<dyn Kernel<F::Float>>> {
    if let Shape::Reversed { len, .. } = shape
        && const { L < 16 }
        && let Some(kernel) = short_reversed::short(f, *len)?
    {
        return Ok(kernel);
    }
    vectors(f, shape, isa, threads)
}

/// Builds a kernel as [`with_reversed`], or a power of two that has a function of its own. `R` is the first radix of such powers.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn with_powers<const L: usize, const R: usize, F: Floats<L>>(
    f: F,
    shape: &Shape,
    isa: Isa,
    threads: usize,
) -> Result<Box<dyn Kernel<F::Float>>> {
    if let Shape::Lanes { columns, rows, .. } = shape
        && **columns == [R]
        && let Some(kernel) = short_powers::build::<L, R, _>(ComplexLanes(f), rows)?
    {
        return Ok(kernel);
    }
    with_reversed(f, shape, isa, threads)
}

/// Returns the lanes of the vectors in a shape.
fn lanes(shape: &Shape) -> usize {
    match shape {
        Shape::Reversed { lanes, .. }
        | Shape::Direct { lanes, .. }
        | Shape::Codelet { lanes, .. }
        | Shape::Columns { lanes, .. }
        | Shape::Lanes { lanes, .. }
        | Shape::Pairs { lanes, .. }
        | Shape::Residues { lanes, .. } => *lanes,
        Shape::Rader { inner, .. } | Shape::Bluestein { inner, .. } | Shape::Rows { inner, .. } => lanes(inner),
        Shape::Single { .. } => 1,
    }
}

impl Native for f64 {
    const WIDE: bool = true;

    fn build(shape: &Shape, isa: Isa, threads: usize) -> Result<Box<dyn Kernel<f64>>> {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        if let Some(kernel) = narrow::<2, _>(C64x2, short_direct::two, shape, isa, threads)? {
            return Ok(kernel);
        }
        let kernel = match (isa, lanes(shape)) {
            (Isa::Scalar, 1) => Some(vectors::<1, _>(Scalar::<f64>::new(), shape, isa, threads)?),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            (Isa::Avx512, lanes) => match (shape, Avx512::detect()) {
                (Shape::Codelet { lanes: 4, columns: 9, rows: 27 }, Some(t)) => {
                    Some(Box::new(NineRows::new(F64x4(t))?) as _)
                }
                (Shape::Codelet { lanes: 4, columns: 2, rows: 4 }, Some(t)) => {
                    Some(Box::new(Fours::<8, 4, 1, _>(C64x4(t))) as _)
                }
                (Shape::Codelet { lanes: 4, columns: 4, rows: 4 }, Some(t)) => {
                    Some(Box::new(Fours::<16, 4, 1, _>(C64x4(t))) as _)
                }
                (Shape::Codelet { lanes: 2, columns, rows }, Some(t)) => {
                    pairs_of_f64(t.into(), C64x2(t), *columns, *rows)
                }
                (Shape::Codelet { lanes: 4, columns, rows }, Some(t)) => {
                    two_steps(ComplexLanes(F64x4(t)), *columns, *rows)?
                }
                (Shape::Codelet { lanes: 8, columns, rows }, Some(t)) => {
                    codelet8::<1, _>(ComplexLanes(F64x8(t)), *columns, *rows)
                }
                (Shape::Pairs { .. }, Some(t)) => wide::<4, _>(C64x4(t), shape, wide4::<2, _>)?,
                (_, Some(t)) if lanes == 8 => Some(with_powers::<8, 8, _>(F64x8(t), shape, isa, threads)?),
                (_, Some(more)) if lanes == 4 => {
                    // Twice as many registers, where that is worth functions of their own.
                    let kernel = match shape {
                        Shape::Reversed { len, .. } => short_reversed::short(F64x4(more), *len)?,
                        Shape::Columns { columns, rows, .. } if is_transposed(columns, 4) => {
                            Some(transposed(F64x4(more), columns, rows, threads)?)
                        }
                        _ => None,
                    };
                    match (kernel, Avx2::detect()) {
                        (None, Some(t)) => Some(with_reversed::<4, _>(F64x4(t), shape, isa, threads)?),
                        (kernel, _) => kernel,
                    }
                }
                _ => None,
            },
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            (Isa::Avx2, 2) => match (shape, Avx2::detect()) {
                (Shape::Codelet { columns, rows, .. }, Some(t)) => match pairs_of_f64(t, C64x2(t), *columns, *rows) {
                    None => two_steps(ComplexPairs(C64x2(t), Forward), *columns, *rows)?,
                    codelet => codelet,
                },
                (Shape::Pairs { rows, .. }, Some(t)) => {
                    short_powers::build::<2, 8, _>(ComplexPairs(C64x2(t), Forward), rows)?
                }
                _ => None,
            },
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            (Isa::Avx2, 4) => match (shape, Avx2::detect()) {
                (Shape::Codelet { columns: 9, rows: 27, .. }, Some(t)) => Some(Box::new(NineRows::new(F64x4(t))?) as _),
                (Shape::Codelet { .. }, _) => None,
                (_, Some(t)) => Some(with_reversed::<4, _>(F64x4(t), shape, isa, threads)?),
                _ => None,
            },
            _ => None,
        };
        kernel.map_or_else(|| refuse(shape, isa), Ok)
    }
}

impl Native for f32 {
    const WIDE: bool = false;

    fn build(shape: &Shape, isa: Isa, threads: usize) -> Result<Box<dyn Kernel<f32>>> {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        if let Some(kernel) = narrow::<4, _>(C32x4, short_direct::four, shape, isa, threads)? {
            return Ok(kernel);
        }
        let kernel = match (isa, lanes(shape)) {
            (Isa::Scalar, 1) => Some(vectors::<1, _>(Scalar::<f32>::new(), shape, isa, threads)?),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            (Isa::Avx512, lanes) => match (shape, Avx512::detect()) {
                (Shape::Codelet { lanes: 4, columns, rows }, Some(t)) => {
                    pairs_of_f32(t.into(), C32x4(t), *columns, *rows)
                }
                (Shape::Codelet { lanes: 8, columns: 9, rows: 27 }, Some(t)) => {
                    Some(Box::new(NineRows::new(F32x8(t))?) as _)
                }
                (Shape::Codelet { lanes: 8, columns, rows }, Some(t)) => {
                    two_steps(ComplexLanes(F32x8(t)), *columns, *rows)?
                }
                (Shape::Pairs { .. }, Some(t)) => wide::<8, _>(C32x8(t), shape, wide8::<2, _>)?,
                (_, Some(t)) if lanes == 16 => Some(with_powers::<16, 16, _>(F32x16(t), shape, isa, threads)?),
                (_, Some(t)) if lanes == 8 => Some(with_powers::<8, 8, _>(F32x8(t), shape, isa, threads)?),
                _ => None,
            },
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            (Isa::Avx2, lanes) => match (shape, Avx2::detect()) {
                (Shape::Codelet { lanes: 4, columns, rows }, Some(t)) => {
                    match pairs_of_f32(t, C32x4(t), *columns, *rows) {
                        None => two_steps(ComplexPairs(C32x4(t), Forward), *columns, *rows)?,
                        codelet => codelet,
                    }
                }
                (Shape::Codelet { lanes: 8, columns: 9, rows: 27 }, Some(t)) => {
                    Some(Box::new(NineRows::new(F32x8(t))?) as _)
                }
                (Shape::Codelet { lanes: 8, .. }, _) => None,
                (Shape::Pairs { lanes: 4, rows, .. }, Some(t)) => {
                    short_powers::build::<4, 8, _>(ComplexPairs(C32x4(t), Forward), rows)?
                }
                (_, Some(t)) if lanes == 8 => Some(with_reversed::<8, _>(F32x8(t), shape, isa, threads)?),
                _ => None,
            },
            _ => None,
        };
        kernel.map_or_else(|| refuse(shape, isa), Ok)
    }
}
