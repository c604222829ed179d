//! Complex transforms of any length.
//!
//! | file | what it holds |
//! |---|---|
//! | `shape`, `choose`, `build` | a kernel as plain data; the model of cost that chooses one; from data to types |
//! | `single`, `codelet`, `fours`, `coprime`, `nine_rows` | short lengths in one network, in two constant steps, 8 and 16 values, twice or four times an odd length, 243 |
//! | `stepped`, `short_powers`, `short_reversed` | two steps through the first cache; powers of two as one function, parts apart or side by side, also to bit-reversed order |
//! | `columns`, `transposed`, `reversed` | long lengths: columns in lanes, the same with a transposing pass, bit-reversed order |
//! | `passes`, `pass`, `columns_pass`, `transposed_pass`, `lanes_pass`, `cyclic_pass` | passes as data, and the passes of each |
//! | `odd`, `prime`, `direct`, `short_direct` | networks of odd radices; primes without a network; the definition, for short odd lengths in registers |
//! | `rader`, `bluestein`, `cyclic`, `convolution`, `rows` | lengths with large primes |
//! | `across` | transforms of columns of arrays |
//! | `precise`, `roots`, `list`, `table` | spectra in numbers of two parts; roots rounded once, all of an order, in tables |

#![allow(unreachable_pub, reason = "for those who print, keep and compare shapes")]
#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]
#![allow(
    clippy::too_many_arguments,
    clippy::type_complexity,
    reason = "a pass names what it reads, writes and multiplies by"
)]

use super::memory::reserve;
use crate::rings::Real;
use num_complex::Complex;

pub(crate) mod across;
mod bluestein;
pub(crate) mod build;
pub(crate) mod choose;
pub(crate) mod codelet;
mod codelets;
mod columns;
pub(crate) mod columns_mut;
mod columns_pass;
mod convolution;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod coprime;
mod cyclic;
mod cyclic_pass;
mod direct;
mod ends;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) mod fours;
mod lanes_ends;
mod lanes_pass;
mod list;
pub(crate) mod native;
mod nine_rows;
pub(crate) mod odd;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod odd_tests;
mod pass;
pub(crate) mod passes;
pub(crate) mod powers;
mod powers_of_root;
mod precise;
mod prime;
mod rader;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod real_spectrum;
mod reversed;
pub(crate) mod roots;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod rows;
mod scale;
pub(crate) mod shape;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod short_direct;
mod short_powers;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod short_reversed;
pub(crate) mod single;
mod spectrum;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod spectrum_tests;
mod stepped;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod steps_tests;
mod table;
mod transposed;
mod transposed_pass;

pub(crate) use build::build;
pub(crate) use choose::{candidates, choose, of_parts};
pub(crate) use list::Twiddles;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use real_spectrum::real_spectrum;
pub(crate) use scale::scale;
pub use shape::Shape;
pub(crate) use table::Table;

/// A transform of complex numbers that is ready to run.
pub(crate) trait Kernel<T>: Send + Sync {
    /// Returns the number of values of a transform.
    fn len(&self) -> usize;

    /// Returns the length of the scratch of a run, in complex numbers.
    fn scratch_len(&self) -> usize;

    /// Transforms `input`, or `output` if there is no input, to `output`, unscaled. `scratch` is at least
    /// [`scratch_len`](Kernel::scratch_len) long, with any contents.
    ///
    /// Never allocates or panics.
    fn enter(&self, input: Option<&[Complex<T>]>, output: &mut [Complex<T>], scratch: &mut [Complex<T>], inverse: bool);

    /// Returns the same inverse for values that come as vectors of parts.
    fn of_parts(&self) -> Option<&dyn OfParts<T>> {
        None
    }

    /// Transforms in place from the order that [`enter`](Kernel::enter) leaves to natural order. `inverse` selects the root of
    /// this direction.
    fn run_back(&self, x: &mut [Complex<T>], scratch: &mut [Complex<T>], inverse: bool) {
        self.enter(None, x, scratch, inverse);
    }
}

/// An inverse transform of values laid out as vectors in scratch: the real parts of some values, then their imaginary parts.
pub(crate) trait OfParts<T> {
    /// Returns the indices of the values in a vector, counted from its first place.
    fn order(&self) -> &'static [usize];

    /// Computes the inverse in place, as [`Kernel::enter`].
    fn invert(&self, x: &mut [Complex<T>], scratch: &mut [Complex<T>]);
}

/// Returns whether vectors are so wide that separating and joining parts limits the speed of a transform.
pub(crate) const fn is_wide<const L: usize, T>() -> bool {
    L * size_of::<T>() == 64
}

impl<T> dyn Kernel<T> + '_ {
    /// Transforms in place.
    pub(crate) fn run(&self, x: &mut [Complex<T>], scratch: &mut [Complex<T>], inverse: bool) {
        self.enter(None, x, scratch, inverse);
    }

    /// Transforms `input`, which is unchanged, to `output`.
    pub(crate) fn run_into(
        &self,
        input: &[Complex<T>],
        output: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
        inverse: bool,
    ) {
        self.enter(Some(input), output, scratch, inverse);
    }
}

/// Returns `L` complex numbers as a vector lies in scratch: real parts, then imaginary parts.
pub(crate) fn block<const L: usize, T: Real + Default>(values: [Complex<T>; L]) -> [Complex<T>; L] {
    const { assert!(L <= 16) };
    let mut flat = [T::default(); 32];
    for l in 0..L {
        (flat[l], flat[L + l]) = (values[l].re, values[l].im);
    }
    let mut block = values;
    for l in 0..L {
        block[l] = Complex::new(flat[2 * l], flat[2 * l + 1]);
    }
    block
}
