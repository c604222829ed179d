//! The engine of one transform of a real sequence.

use super::{
    odd::{self, Odd},
    support::{complex, memory, roots},
};
use crate::{
    Result,
    kernel::real::{self as kernel, RealKernel},
    plan::{Builder, Isa, Options, Plan, Recipe},
    rings::{ComplexRing, Real},
};
use alloc::{boxed::Box, vec::Vec};
use num_complex::Complex;

/// Returns the complex transforms inside, to be built.
pub(super) fn inside<T: Real>(len: usize, options: &Options, threads: usize) -> Builder<ComplexRing<T>> {
    if len.is_multiple_of(2) { complex(len / 2, options, threads) } else { odd::inner(len, options, threads) }
}

/// Returns the complex numbers in scratch besides that of the complex transforms.
pub(super) fn scratch_len(len: usize) -> usize {
    if len.is_multiple_of(2) { 0 } else { odd::scratch_len(len) }
}

/// Returns the complex numbers in tables besides those of the complex transforms, at most.
pub(super) fn table_len<T: Real>(len: usize) -> usize {
    if len.is_multiple_of(2) { kernel::table_len::<T>(len / 2) } else { odd::table_len::<T>(len) }
}

/// The engine of one transform.
pub(super) enum Inner<T: Real> {
    /// All of an even length at once.
    Kernel(Box<dyn RealKernel<T>>, Recipe),
    /// A complex transform of half the length, and `(i/2) w^k` for the pairs `k = 1, 2, ...`.
    Half(Plan<Complex<T>>, Vec<Complex<T>>),
    /// Complex transforms of rows of an odd length.
    Odd(Odd<T>),
}

impl<T: Real> Inner<T> {
    pub(super) fn new(len: usize, options: &Options, threads: usize, bytes: u64) -> Result<Self> {
        if !len.is_multiple_of(2) {
            return Ok(Inner::Odd(Odd::new(len, options, threads)?));
        }
        let complex = inside(len, options, threads);
        let recipe = complex.choose()?;
        if let (Recipe::Packed { shape }, true) = (&recipe, options.isa != Isa::Pclmul) {
            // Ask for the memory once, so that a length the system cannot serve is an error and no abort.
            let all = usize::try_from(bytes).ok().filter(|&bytes| Vec::<u8>::new().try_reserve_exact(bytes).is_ok());
            all.ok_or(memory("the plan", bytes.into(), None))?;
            if let Some(kernel) = kernel::build(shape, options.isa, threads) {
                return Ok(Inner::Kernel(kernel?, recipe));
            }
        }
        let half = T::from_f64(0.5);
        let mut twiddles = roots(len, 1, 1, kernel::pairs(len / 2))?;
        twiddles.iter_mut().for_each(|w: &mut Complex<T>| *w = Complex::new(-(w.im * half), w.re * half));
        Ok(Inner::Half(complex.build()?, twiddles))
    }

    pub(super) fn scratch_len(&self) -> usize {
        match self {
            Inner::Kernel(kernel, _) => kernel.scratch_len(),
            Inner::Half(plan, _) => plan.scratch_len(),
            Inner::Odd(odd) => odd.inner().scratch_len(),
        }
    }
}
