//! Columns in steps, some cache lines of each row at a time: the vectors of each instruction set.

use super::{
    kernel::{Across, Form},
    steps,
};
use crate::kernel::{
    isa::Isa,
    packed::{Avx2, Avx512, C32x4, C32x8, C64x2, C64x4},
};
use alloc::boxed::Box;

/// Returns the kernel for columns of doubles, if there is one.
pub(super) fn of_f64(form: &Form) -> Option<Box<dyn Across<f64>>> {
    match (form.isa, Avx512::detect(), Avx2::detect()) {
        (Isa::Avx512, Some(token), _) => steps::of::<4, 4, _>(C64x4(token), form),
        (Isa::Avx2, _, Some(token)) => steps::of::<2, 4, _>(C64x2(token), form),
        _ => None,
    }
}

/// Returns the kernel for columns of singles, if there is one.
pub(super) fn of_f32(form: &Form) -> Option<Box<dyn Across<f32>>> {
    match (form.isa, Avx512::detect(), Avx2::detect()) {
        (Isa::Avx512, Some(token), _) => steps::of::<8, 8, _>(C32x8(token), form),
        (Isa::Avx2, _, Some(token)) => steps::of::<4, 8, _>(C32x4(token), form),
        _ => None,
    }
}
