//! The engine of one transform of a real sequence.

use super::{
    odd::{self, Odd},
    prime::{self, Prime},
    support::{complex, memory, roots},
    sweep,
};
use crate::{
    Result,
    kernel::{
        cast::{numbers_mut, pairs, pairs_mut},
        memory::filled,
        real::{self as kernel, RealKernel},
    },
    plan::{Builder, Isa, Options, Plan, Recipe},
    rings::{ComplexRing, Real},
};
use alloc::{boxed::Box, vec::Vec};
use num_complex::Complex;

/// Returns the complex transforms inside, to be built.
pub(super) fn inside<T: Real>(len: usize, options: &Options, threads: usize) -> Builder<ComplexRing<T>> {
    let Some(n) = even(len) else { return odd::inner(len, options, threads) };
    let complex = complex(n / 2, options, threads);
    match kernel::shape::<T>(n / 2, options.isa) {
        Some(shape) => complex.recipe(Recipe::Packed { shape }),
        None => complex,
    }
}

/// Returns the length of the real transforms inside if it is even.
fn even(len: usize) -> Option<usize> {
    if len.is_multiple_of(2) { Some(len) } else { prime::convolution_len(len) }
}

/// Returns the complex numbers in scratch besides that of the complex transforms.
pub(super) fn scratch_len(len: usize) -> usize {
    match even(len) {
        Some(n) if n == len => 0,
        Some(n) => prime::scratch_len(n),
        None => odd::scratch_len(len),
    }
}

/// Returns the complex numbers in tables besides those of the complex transforms, at most.
pub(super) fn table_len<T: Real>(len: usize) -> usize {
    match even(len) {
        Some(n) if n == len => kernel::table_len::<T>(n / 2),
        Some(n) => kernel::table_len::<T>(n / 2) + prime::table_len(len, n),
        None => odd::table_len::<T>(len),
    }
}

/// The engine of one transform.
pub(super) enum Inner<T: Real> {
    /// All of an even length at once.
    Kernel(Box<dyn RealKernel<T>>, Recipe),
    /// A complex transform of half the length, and `(i/2) w^k` for the pairs `k = 1, 2, ...`.
    Half(Plan<Complex<T>>, Vec<Complex<T>>),
    /// A real transform for the convolution of a prime length, the steps around it, and its length.
    Prime(Prime<T>, Box<Inner<T>>, usize),
    /// Complex transforms of rows of an odd length.
    Odd(Odd<T>),
}

impl<T: Real> Inner<T> {
    pub(super) fn new(len: usize, options: &Options, threads: usize, bytes: u64) -> Result<Self> {
        let Some(n) = even(len) else { return Ok(Inner::Odd(Odd::new(len, options, threads)?)) };
        let inner = Inner::even(n, options, threads, bytes)?;
        if n == len {
            return Ok(inner);
        }
        let mut scratch = filled("scratch", inner.scratch_len(), Complex::new(T::zero(), T::zero()))?;
        let prime = Prime::new(len, n, options.isa, |e, spectrum, factor| {
            inner.forward(e, spectrum, &mut scratch, Some(factor), threads)
        })?;
        Ok(Inner::Prime(prime, Box::new(inner), n))
    }

    fn even(len: usize, options: &Options, threads: usize, bytes: u64) -> Result<Self> {
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

    /// Returns the complex numbers in scratch of the complex transforms.
    pub(super) fn scratch_len(&self) -> usize {
        match self {
            Inner::Kernel(kernel, _) => kernel.scratch_len(),
            Inner::Half(plan, _) => plan.scratch_len(),
            Inner::Prime(_, inner, _) => inner.scratch_len(),
            Inner::Odd(odd) => odd.inner().scratch_len(),
        }
    }

    /// Returns the recipe of the complex transforms.
    pub(super) fn recipe(&self) -> &Recipe {
        match self {
            Inner::Kernel(_, recipe) => recipe,
            Inner::Half(plan, _) => plan.recipe(),
            Inner::Prime(_, inner, _) => inner.recipe(),
            Inner::Odd(odd) => odd.inner().recipe(),
        }
    }

    /// Transforms numbers to values times `factor`.
    pub(super) fn forward(
        &self,
        numbers: &[T],
        values: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
        factor: Option<T>,
        threads: usize,
    ) -> Result<()> {
        match self {
            Inner::Kernel(kernel, _) => kernel.forward(pairs(numbers), values, scratch, factor),
            Inner::Half(plan, twiddles) => {
                plan.forward_into_with(pairs(numbers), &mut values[..numbers.len() / 2], scratch)?;
                sweep::forward(values, twiddles, factor, threads)?;
            }
            Inner::Prime(prime, inner, n) => {
                let (z, scratch) = scratch.split_at_mut(n / 2);
                let z = numbers_mut(z);
                prime.gather(numbers, z);
                let sum = inner.convolve(prime, z, scratch, (numbers[0], false), factor, threads)?;
                values[0] = Complex::new(factor.map_or(sum, |factor| sum * factor), T::zero());
                prime.steps().write_values(z, values);
            }
            Inner::Odd(odd) => odd.forward(numbers, values, scratch, factor)?,
        }
        Ok(())
    }

    /// Transforms values to numbers times the length and `factor`.
    pub(super) fn inverse(
        &self,
        values: &[Complex<T>],
        numbers: &mut [T],
        scratch: &mut [Complex<T>],
        factor: Option<T>,
        threads: usize,
    ) -> Result<()> {
        match self {
            Inner::Kernel(kernel, _) => kernel.inverse(values, pairs_mut(numbers), scratch, factor),
            Inner::Half(plan, twiddles) => {
                let half = pairs_mut(numbers);
                sweep::inverse(values, twiddles, half, factor, threads)?;
                plan.inverse_with(half, scratch)?;
            }
            Inner::Prime(prime, inner, n) => {
                let (z, scratch) = scratch.split_at_mut(n / 2);
                let z = numbers_mut(z);
                z[numbers.len() - 1..].fill(T::zero());
                prime.steps().read_values(values, z, scratch);
                // The fixed sequence is halved.
                let factor = factor.unwrap_or(T::one());
                let by = Some(factor + factor);
                let sum = inner.convolve(prime, z, scratch, (values[0].re, true), by, threads)?;
                numbers[0] = sum * factor;
                prime.scatter(z, numbers);
            }
            Inner::Odd(odd) => odd.inverse(values, numbers, scratch, factor)?,
        }
        Ok(())
    }

    /// Convolves `z` with half of the fixed sequence of a prime, or with that in `reverse`. Then adds half of `first` to every element and
    /// multiplies by `factor`.
    ///
    /// Returns the sum of `first` and all of `z`.
    fn convolve(
        &self,
        prime: &Prime<T>,
        z: &mut [T],
        scratch: &mut [Complex<T>],
        (first, reverse): (T, bool),
        factor: Option<T>,
        threads: usize,
    ) -> Result<T> {
        let values = z.len() / 2 + 1;
        let (spectrum, scratch) = scratch.split_at_mut(values + prime::MORE);
        let spectrum = &mut spectrum[..values];
        self.forward(z, spectrum, scratch, None, threads)?;
        let sum = spectrum[0].re + first;
        prime.steps().multiply(spectrum, reverse);
        spectrum[0].re = spectrum[0].re + T::from_f64(0.5) * first;
        self.inverse(spectrum, z, scratch, factor, threads)?;
        Ok(sum)
    }
}
