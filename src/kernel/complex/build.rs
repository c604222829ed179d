//! The instances of all kernels, built from shapes.

use super::{
    Kernel,
    bluestein::Bluestein,
    codelet::{Codelet, Constant, Vectors},
    codelets::{codelets, is_codelet, wide_codelets},
    columns::Columns,
    direct::Direct,
    native::{Native, resolve},
    powers,
    rader::Rader,
    reversed::Reversed,
    shape::Shape,
    single::Single,
    stepped,
    transposed::{Transposed, is_transposed},
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use super::{coprime, fours::Fours, nine_rows::NineRows, rows::Rows, short_powers, short_reversed::short};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{
    Avx2, Avx512, C32x4, C32x8, C64x2, C64x4, ComplexLanes, ComplexPairs, F32x8, F32x16, F64x4, F64x8, Forward, Fused,
    Numbers, Pairs, Values,
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
        && let Some(kernel) = short(f, *len)?
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

/// The codelets of a list.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
macro_rules! functions {
    ($($name:ident $lanes:tt: $($columns:tt $rows:tt),*);*) => { $(
        functions!(@ $name $lanes: $($columns $rows),*);
    )* };
    // These are `Fours` and `Coprime`.
    (@ codelet $ring:ident 2 2 $rows:tt) => { return None };
    (@ codelet $ring:ident 2 4 4) => { return None };
    (@ codelet $ring:ident 4 2 4) => { return None };
    (@ codelet $ring:ident 4 4 3) => { return None };
    (@ codelet $ring:ident 4 4 4) => { return None };
    (@ codelet $ring:ident 4 4 5) => { return None };
    (@ codelet $ring:ident 4 4 7) => { return None };
    (@ codelet $ring:ident $lanes:tt $columns:tt $rows:tt) => {
        Box::new(Codelet::<$lanes, $columns, $rows, { ($rows as usize).div_ceil($lanes) }, D, P>($ring))
    };
    (@ $name:ident $lanes:tt: $($columns:tt $rows:tt),*) => {
        fn $name<const D: usize, P>(ring: P, columns: usize, rows: usize) -> Option<Box<dyn Kernel<P::Float>>>
        where
            P: Vectors<$lanes, Float: $( Constant<$lanes, $columns, $rows, { ($rows as usize).div_ceil($lanes) }, D, P> + )*>,
        {
            Some(match (columns, rows) {
                $( ($columns, $rows) => functions!(@ codelet ring $lanes $columns $rows), )*
                _ => return None,
            })
        }
    };
}
#[cfg(all(target_arch = "x86_64", feature = "std"))]
codelets!(functions);
#[cfg(all(target_arch = "x86_64", feature = "std"))]
wide_codelets!(functions);

/// Builds two steps through the first cache, where there is no codelet.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn two_steps<const L: usize, P: Values<L> + Numbers<L>>(
    ring: P,
    columns: usize,
    rows: usize,
) -> Result<Option<Box<dyn Kernel<P::Float>>>> {
    let exists = !is_codelet(L, columns, rows) && stepped::exists(L, columns, rows);
    Ok(if exists { Some(Box::new(stepped::Stepped::<L, _>::new(ring, columns, rows)?)) } else { None })
}

/// Builds a kernel with the parts of a number side by side in vectors of 64 bytes: a codelet where `codelet` has it.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn wide<const L: usize, F: Pairs<L>>(
    f: F,
    shape: &Shape,
    codelet: fn(ComplexPairs<F>, usize, usize) -> Option<Box<dyn Kernel<F::Float>>>,
) -> Result<Option<Box<dyn Kernel<F::Float>>>>
where
    F::Float: Default,
{
    let Shape::Pairs { lanes, columns, rows } = shape else { return Ok(None) };
    let ring = ComplexPairs(f, Forward);
    match (stepped::sides(columns, rows), &columns[..]) {
        _ if *lanes != L => Ok(None),
        (Some([n1, n2]), _) => Ok(match codelet(ring, n1, n2) {
            None if stepped::exists(L, n1, n2) => Some(Box::new(stepped::Stepped::<L, _>::new(ring, n1, n2)?)),
            codelet => codelet,
        }),
        (None, [8]) => short_powers::build::<L, 8, _>(ring, rows),
        (None, [16]) => short_powers::build::<L, 16, _>(ring, rows),
        _ => Ok(None),
    }
}

/// Builds a codelet of doubles with their parts side by side: of a function of its own, else with the vectors `more`.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn pairs_of_f64<F>(t: Avx2, more: F, columns: usize, rows: usize) -> Option<Box<dyn Kernel<f64>>>
where
    F: Pairs<2, Float = f64>,
{
    match (columns, rows) {
        (2, 4) => Some(Box::new(Fours::<8, 2, 2, _>(C64x2(t)))),
        (4, 4) => Some(Box::new(Fours::<16, 2, 2, _>(C64x2(t)))),
        (2, _) => coprime::twice(C64x2(t), rows),
        _ => codelet2::<2, _>(ComplexPairs(more, Forward), columns, rows),
    }
}

/// Builds a codelet of singles with their parts side by side: of a function of its own, else with the vectors `more`.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn pairs_of_f32<F>(t: Avx2, more: F, columns: usize, rows: usize) -> Option<Box<dyn Kernel<f32>>>
where
    F: Pairs<4, Float = f32>,
{
    match (columns, rows) {
        (2, 4) => Some(Box::new(Fours::<8, 4, 1, _>(C32x4(t)))),
        (4, 4) => Some(Box::new(Fours::<16, 4, 1, _>(C32x4(t)))),
        (4, 3 | 5 | 7) => coprime::four_times(C32x4(t), rows),
        _ => codelet4::<2, _>(ComplexPairs(more, Forward), columns, rows),
    }
}

/// Builds rows by another kernel and columns in lanes. Vectors of 32 bytes move and multiply its values on every instruction set.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn rows<const L: usize, F>(
    f: impl FnOnce(Avx2) -> F,
    shape: &Shape,
    isa: Isa,
    threads: usize,
) -> Result<Option<Box<dyn Kernel<F::Float>>>>
where
    F: Pairs<L, Float: Native>,
{
    let (Shape::Rows { len, inner }, Isa::Avx2 | Isa::Avx512, Some(token)) = (shape, isa, Avx2::detect()) else {
        return Ok(None);
    };
    Ok(Some(Box::new(Rows::new(f(token), *len, inner, isa, threads)?)))
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
        if let Some(kernel) = rows::<2, _>(C64x2, shape, isa, threads)? {
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
                        Shape::Reversed { len, .. } => short(F64x4(more), *len)?,
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
        if let Some(kernel) = rows::<4, _>(C32x4, shape, isa, threads)? {
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
