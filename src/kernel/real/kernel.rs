//! The interface between plans and a kernel.

use num_complex::Complex;

/// A transform of `2 h` real numbers, as `h` complex ones, to `h + 1` values, and back.
pub(crate) trait RealKernel<T>: Send + Sync {
    /// Returns the length of the scratch of a run, in complex numbers.
    fn scratch_len(&self) -> usize;

    /// Transforms `h` pairs of numbers to `h + 1` values times `factor`; the input is unchanged.
    ///
    /// Never allocates or panics.
    fn forward(&self, pairs: &[Complex<T>], values: &mut [Complex<T>], scratch: &mut [Complex<T>], factor: Option<T>);

    /// Transforms `h + 1` values to `h` pairs of numbers, times `2 h` and `factor`. The imaginary parts of the first and the last
    /// value are not read.
    ///
    /// Never allocates or panics.
    fn inverse(&self, values: &[Complex<T>], pairs: &mut [Complex<T>], scratch: &mut [Complex<T>], factor: Option<T>);
}

/// The steps around the complex transforms of rows, for real sequences of an odd length `n`. With radix `p` there are `(p + 1)/2` rows
/// of `n/p` elements.
///
/// None of them allocates or panics.
pub(crate) trait OddKernel<T>: Send + Sync {
    /// Computes the rows of which the values are transforms.
    fn split(&self, numbers: &[T], rows: &mut [Complex<T>]);

    /// Copies the transforms of the rows to `(n + 1)/2` values, in natural order.
    fn gather(&self, rows: &[Complex<T>], values: &mut [Complex<T>]);

    /// Copies `(n + 1)/2` values to the transforms of the rows.
    fn spread(&self, values: &[Complex<T>], rows: &mut [Complex<T>]);

    /// Computes the numbers, times `n` and `factor`, from rows after their inverse transforms.
    fn join(&self, rows: &[Complex<T>], numbers: &mut [T], factor: T);
}

/// The steps around a convolution of `2 h` real numbers, for real sequences of the prime length `2 h + 1`.
///
/// None of them allocates or panics.
pub(crate) trait PrimeKernel<T>: Send + Sync {
    /// Multiplies `h + 1` values by those of the fixed sequence, or by their conjugates.
    fn multiply(&self, values: &mut [Complex<T>], conjugate: bool);

    /// Computes the values after the first from the convolution.
    fn write_values(&self, s: &[T], values: &mut [Complex<T>]);

    /// Computes the sequence to be convolved from the values after the first; `scratch` holds 15 elements more than there are values.
    fn read_values(&self, values: &[Complex<T>], t: &mut [T], scratch: &mut [Complex<T>]);
}
