//! The instances on vectors of 256 and 512 bits that are no columns in lanes: codelets and other functions of one length, two steps through
//! the first cache, rows by another kernel.

use super::super::{
    Kernel,
    codelet::{Codelet, Constant, Vectors},
    codelets::{codelets, is_codelet, wide_codelets},
    coprime,
    fours::Fours,
    native::Native,
    rows::Rows,
    shape::Shape,
    short_powers, stepped,
};
use crate::{
    Result,
    kernel::{
        isa::Isa,
        packed::{Avx2, C32x4, C64x2, ComplexPairs, Forward, Numbers, Pairs, Values},
    },
};
use alloc::boxed::Box;

/// The codelets of a list.
macro_rules! functions {
    ($($name:ident $lanes:tt: $($columns:tt $rows:tt),*);*) => { $(
        functions!(@ $name $lanes: $($columns $rows),*);
    )* };
    // These are `Fours` and `Coprime`.
    (@ codelet $ring:ident 2 2 $rows:tt) => { return None };
    (@ codelet $ring:ident 2 4 4) => { return None };
    (@ codelet $ring:ident 4 2 4) => { return None };
    (@ codelet $ring:ident 4 4 6) => { functions!(@ two $ring 4 4 6) };
    (@ codelet $ring:ident 4 4 8) => { functions!(@ two $ring 4 4 8) };
    (@ codelet $ring:ident 4 4 $rows:tt) => { return None };
    (@ codelet $ring:ident $lanes:tt $columns:tt $rows:tt) => { functions!(@ two $ring $lanes $columns $rows) };
    (@ two $ring:ident $lanes:tt $columns:tt $rows:tt) => {
        Box::new(Codelet::<$lanes, $columns, $rows, { ($rows as usize).div_ceil($lanes) }, D, P>($ring))
    };
    (@ $name:ident $lanes:tt: $($columns:tt $rows:tt),*) => {
        pub(super) fn $name<const D: usize, P>(ring: P, columns: usize, rows: usize) -> Option<Box<dyn Kernel<P::Float>>>
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
codelets!(functions);
wide_codelets!(functions);

/// Builds two steps through the first cache, where there is no codelet.
pub(super) fn two_steps<const L: usize, P: Values<L> + Numbers<L>>(
    ring: P,
    columns: usize,
    rows: usize,
) -> Result<Option<Box<dyn Kernel<P::Float>>>> {
    let exists = !is_codelet(L, columns, rows) && stepped::exists(L, columns, rows);
    Ok(if exists { Some(Box::new(stepped::Stepped::<L, _>::new(ring, columns, rows)?)) } else { None })
}

/// Builds a kernel with the parts of a number side by side in vectors of 64 bytes: a codelet where `codelet` has it.
pub(super) fn wide<const L: usize, F: Pairs<L>>(
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
pub(super) fn pairs_of_f64<F>(t: Avx2, more: F, columns: usize, rows: usize) -> Option<Box<dyn Kernel<f64>>>
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
pub(super) fn pairs_of_f32<F>(t: Avx2, more: F, columns: usize, rows: usize) -> Option<Box<dyn Kernel<f32>>>
where
    F: Pairs<4, Float = f32>,
{
    match (columns, rows) {
        (2, 4) => Some(Box::new(Fours::<8, 4, 1, _>(C32x4(t)))),
        (4, 4) => Some(Box::new(Fours::<16, 4, 1, _>(C32x4(t)))),
        (4, _) if rows % 2 == 1 => coprime::four_times(C32x4(t), rows),
        _ => codelet4::<2, _>(ComplexPairs(more, Forward), columns, rows),
    }
}

/// Builds what vectors of 32 bytes compute on every instruction set: rows by another kernel and columns in lanes, and lengths of `direct`.
pub(super) fn narrow<const L: usize, F>(
    f: impl FnOnce(Avx2) -> F,
    direct: fn(F, usize) -> Option<Box<dyn Kernel<F::Float>>>,
    shape: &Shape,
    isa: Isa,
    threads: usize,
) -> Result<Option<Box<dyn Kernel<F::Float>>>>
where
    F: Pairs<L, Float: Native>,
{
    let (Isa::Avx2 | Isa::Avx512, Some(token)) = (isa, Avx2::detect()) else { return Ok(None) };
    Ok(match shape {
        Shape::Rows { len, inner } => Some(Box::new(Rows::new(f(token), *len, inner, isa, threads)?)),
        Shape::Direct { lanes, len } if *lanes == L => direct(f(token), *len),
        _ => None,
    })
}
