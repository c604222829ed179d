//! Complex transforms of any length.

use num_complex::Complex;

mod columns_mut;
pub(crate) mod lanes;
mod lanes_ends;
mod lanes_pass;
pub(crate) mod powers;
pub(crate) mod reversed;
#[cfg(all(test, target_arch = "x86_64", feature = "std"))]
mod powers_tests;

/// A transform of complex numbers that is ready to run.
pub(crate) trait Kernel<T>: Send + Sync {
    /// How many values a transform has.
    fn len(&self) -> usize;

    /// Complex numbers of scratch that a run needs.
    fn scratch_len(&self) -> usize;

    /// In place and unscaled, `scratch` at least [`scratch_len`](Kernel::scratch_len) long, with any contents.
    ///
    /// Never allocates or panics.
    fn run(&self, x: &mut [Complex<T>], scratch: &mut [Complex<T>], inverse: bool);

    /// From `input`, which stays as it is, to `output`.
    fn run_into(&self, input: &[Complex<T>], output: &mut [Complex<T>], scratch: &mut [Complex<T>], inverse: bool)
    where
        T: Copy,
    {
        output.copy_from_slice(input);
        self.run(output, scratch, inverse);
    }
}
