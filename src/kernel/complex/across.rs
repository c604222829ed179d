//! Columns of a row-major matrix, `L` of them in the lanes of vectors.
//!
//! A row of a matrix holds one value of each of its columns, side by side. Loaded as a vector, each lane has one. So
//! the transforms of `L` columns are passes over vectors whose factors are the same in all lanes, and no value changes
//! its lane:
//!
//! ```text
//!          L columns
//! row 0    a0 b0 c0 d0  --first pass-->  work  --passes-->  work  --last pass-->  A0 B0 C0 D0
//! row 1    a1 b1 c1 d1                                                            A1 B1 C1 D1
//! ...                                                                             ...
//! ```
//! Lengths up to 2048 without a prime factor above 7 take passes over a few cache lines of each row (`steps`). The parts of a number lie side
//! by side there. Other lengths take passes over vectors of all lanes with the parts apart (`vectors`): the first reads the matrix, the last
//! one writes it, in place. Between them is a work-space of `m` vectors for each group of `L` columns, in the first or second cache. Groups
//! are taken a few at a time, so that all of a page's part is used while it is cached.

mod kernel;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod lines;
pub(crate) mod radices;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod steps;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod vectors;

pub(crate) use self::kernel::Across;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use self::vectors::Vectors;
use self::{
    kernel::{ALIGNMENT, Form, LINES, PAGE},
    radices::{SHORT, radices},
};
use super::native::{self, resolve};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{Avx2, Avx512, F32x8, F32x16, F64x4, F64x8};
use crate::{
    kernel::{isa::Isa, machine::Machine},
    rings::Real,
};
use alloc::boxed::Box;
use core::any::{Any, TypeId};
use num_complex::Complex;

/// Returns the lanes of [`build`]'s kernel for `columns` columns of `len` values side by side. Returns `None` if they are better
/// transformed one by one.
pub(crate) fn lanes<T: Real>(len: usize, columns: usize, isa: Isa) -> Option<usize> {
    let float = TypeId::of::<T>();
    let wide = float == TypeId::of::<f64>();
    if !wide && float != TypeId::of::<f32>() {
        return None;
    }
    let all = native::lanes(wide, resolve(isa).ok()?);
    let widest = if Machine::current().ok()?.gains_by_width() { 16 } else { 8 };
    let lanes = all.iter().copied().find(|&lanes| (2..=widest).contains(&lanes) && lanes <= columns)?;
    groups::<T>(len, lanes).and(radices(len)).and(Some(lanes))
}

/// Returns the groups of columns that run at a time; `None` if the work space of one group is too large.
fn groups<T>(len: usize, lanes: usize) -> Option<usize> {
    let bytes = len.checked_mul(lanes * size_of::<Complex<T>>())?;
    (bytes <= MOST).then(|| (NEAR / bytes).clamp(1, GROUPS))
}

/// Returns an upper bound on the complex numbers in tables and scratch of a kernel; `None` if there is no such kernel.
pub(crate) fn elements<T: Real>(len: usize, lanes: usize) -> Option<usize> {
    let line = ALIGNMENT / size_of::<Complex<T>>();
    let columns = (groups::<T>(len, lanes)? * lanes).max(if len <= SHORT { (LINES + 1) * line } else { 0 });
    // The factors of all passes are fewer than two a value; the circles of primes are shorter than the length.
    columns.checked_mul(len)?.checked_add(len.checked_mul(4)? + ALIGNMENT)
}

/// Returns the kernel for columns of `len` values, with [`lanes`] of them in a vector. `total` is the number of elements of the
/// array.
pub(crate) fn build<T: Real>(len: usize, lanes: usize, total: usize, isa: Isa) -> Option<Box<dyn Across<T>>> {
    let (radices, groups) = (radices(len)?, groups::<T>(len, lanes)?);
    let bytes = total.saturating_mul(size_of::<Complex<T>>());
    let isa = resolve(isa).ok()?;
    // Stores past the caches are of whole lines: of half lines they take up to twice the time.
    let (far, asks) = (bytes > FAR && isa == Isa::Avx512, bytes > Machine::current().ok()?.second);
    // Rows this far apart come back to a set of the cache after so many.
    let sets = PAGE >> (bytes / len).trailing_zeros().min(PAGE.trailing_zeros());
    let crowd = len.div_ceil(sets);
    let form = Form { len, radices, lanes, groups, far, asks, isa, bytes, crowd };
    let built: Box<dyn Any> =
        if TypeId::of::<T>() == TypeId::of::<f64>() { Box::new(of_f64(form)?) } else { Box::new(of_f32(form)?) };
    // The same type, which the compiler does not know.
    built.downcast::<Box<dyn Across<T>>>().ok().map(|built| *built)
}

#[cfg_attr(not(all(target_arch = "x86_64", feature = "std")), allow(unused_variables, reason = "no vectors"))]
fn of_f64(form: Form) -> Option<Box<dyn Across<f64>>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(kernel) = lines::of_f64(&form) {
        return Some(kernel);
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    return match (form.lanes, Avx512::detect(), Avx2::detect()) {
        (8, Some(token), _) => Vectors::boxed(F64x8(token), form),
        (4, _, Some(token)) => Vectors::boxed(F64x4(token), form),
        _ => None,
    };
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    None
}

#[cfg_attr(not(all(target_arch = "x86_64", feature = "std")), allow(unused_variables, reason = "no vectors"))]
fn of_f32(form: Form) -> Option<Box<dyn Across<f32>>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if let Some(kernel) = lines::of_f32(&form) {
        return Some(kernel);
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    return match (form.lanes, Avx512::detect().filter(|_| form.isa == Isa::Avx512), Avx2::detect()) {
        (16, Some(token), _) => Vectors::boxed(F32x16(token), form),
        (8, Some(token), _) => Vectors::boxed(F32x8(token), form),
        (8, _, Some(token)) => Vectors::boxed(F32x8(token), form),
        _ => None,
    };
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    None
}

/// Bytes of work space up to which several groups run at a time, and the most groups.
const NEAR: usize = 1 << 18;
const GROUPS: usize = 4;

/// The most bytes of work space: above this it leaves the second cache.
const MOST: usize = 1 << 19;

/// Bytes from which a matrix does not stay in the caches.
const FAR: usize = 1 << 25;
