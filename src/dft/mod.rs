//! The discrete Fourier transform, one algorithm per file, as the literature states it.
//!
//! ```
//! use ringfft::{algebra::Domain, dft::{Stockham, Transform}, rings::Modular};
//!
//! let transform = Stockham::new(&Domain::new(Modular::new(17)?, 4)?)?;
//! let mut x = [1, 2, 3, 4];
//! let mut scratch = vec![0; transform.scratch_len()];
//! transform.forward(&mut x, &mut scratch)?;
//! assert_eq!(x[0], 1 + 2 + 3 + 4);
//! transform.inverse_unscaled(&mut x, &mut scratch)?;
//! assert_eq!(x, [4, 8, 12, 16]); // 4 times the coefficients
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! Every file is generic over the module: it names no ring. Each algorithm is built from a
//! [`Domain`], computes the unscaled map both ways, and declares the order in which
//! it leaves its values.
//!
//! | algorithm | lengths | order of the values | scratch | products |
//! |---|---|---|---|---|
//! | [`Naive`] | any | natural | n | (n - 1)^2 |
//! | [`Classical`], [`Radix4`], [`Radix8`] | 2^k | bit-reversed | 0 | (n/2) lg n - n + 1 |
//! | [`Twisted`], [`TwistedRadix4`], [`TwistedRadix8`] | 2^k | bit-reversed | 0 | (n/2) lg n - n + 1 |
//! | [`SplitRadix`] | 2^k | conjugate-pair | 0 | (n/2) lg n - n + 1, more of them by `I` |
//! | [`Tangent`] | 2^k, complex rings | conjugate-pair | 2 | fewest real operations |
//! | [`Radix3`] | 3^k | ternary-reversed | 0 | n log3 n - n + 1 |
//! | [`TwistedRadix3`] | 3^k | ternary-conjugate | 0 | n log3 n - n + 1 |
//! | [`TwistedRadix3Complex`] | 3^k | ternary-conjugate | 0 | (4/3) n log3 n - n + 1 |
//! | [`Stockham`] | any | natural | n | (n/2) lg n - n + 1 for 2^k |
//! | [`MixedRadix`] | any | natural | n and a column | as Stockham with the radices turned round |
//! | [`GoodThomas`] | n1 n2, coprime | natural | n and that of the factors | those of the factors |
//! | [`FourStep`], [`SixStep`] | n1 n2 | natural | n and that of the factors | those of the factors and (n1 - 1)(n2 - 1) |
//! | [`Rader`] | primes | natural | n - 1 and that of the convolution | a convolution |
//! | [`Bluestein`] | any | natural | that of the convolution | 2 n and a convolution |
//! | [`Truncated`] | any | the first of bit-reversed | 0 or 3N/2 | at most (N/2) lg N - N + 1 |
//! | [`Negacyclic`] | 2^k | bit-reversed | 0 | (n/2) lg n |
//! | [`Circle`] | 2^k, rings with a circle | natural | n | (n/2) lg n |
//! | [`Small`] | any | natural | n | those of the straight lengths |
//!
//! The classical, truncated and negacyclic transforms share [`ReductionTree`]: any node of the tree of
//! remainders can be entered. [`IncompleteNegacyclic`] stops before its leaves. [`ChirpZ`] evaluates at any geometric
//! progression, [`InverseChirpZ`] interpolates there.

mod bluestein;
pub(crate) mod butterfly;
mod chirp_z;
mod circle;
mod circle_point;
mod classical;
mod four_step;
mod good_thomas;
mod incomplete_negacyclic;
mod mixed_radix;
mod naive;
mod negacyclic;
mod odd;
mod rader;
mod radix3;
mod radix4;
mod radix8;
mod six_step;
mod small;
mod split_radix;
pub(crate) mod stockham;
mod tangent;
mod tree;
mod truncated;
mod twisted;
mod twisted_radix3;
mod twisted_radix3_complex;
mod twisted_radix4;
mod twisted_radix8;

pub use bluestein::{Bluestein, Chirp};
pub use chirp_z::{ChirpZ, InverseChirpZ};
pub use circle::Circle;
pub use circle_point::CirclePoint;
pub use classical::Classical;
pub use four_step::FourStep;
pub use good_thomas::GoodThomas;
pub use incomplete_negacyclic::IncompleteNegacyclic;
pub use mixed_radix::MixedRadix;
pub use naive::Naive;
pub use negacyclic::Negacyclic;
pub use rader::Rader;
pub use radix3::Radix3;
pub use radix4::Radix4;
pub use radix8::Radix8;
pub use six_step::SixStep;
pub use small::Small;
pub use split_radix::SplitRadix;
pub use stockham::{Stockham, stockham_radices};
pub use tangent::Tangent;
pub use tree::{Node, ReductionTree};
pub use truncated::Truncated;
pub use twisted::Twisted;
pub use twisted_radix3::TwistedRadix3;
pub use twisted_radix3_complex::TwistedRadix3Complex;
pub use twisted_radix4::TwistedRadix4;
pub use twisted_radix8::TwistedRadix8;

use crate::{
    Error, Result,
    algebra::{Action, Domain, Module, Ring, Roots, Scalar},
    lists,
    order::Order,
};
use alloc::vec::Vec;

/// A linear map of `len` elements and its unscaled inverse, in place.
///
/// `forward` takes coefficients (low degree first) to values in the declared [`order`](Transform::order);
/// `inverse_unscaled` maps such values to [`inverse_scale`](Transform::inverse_scale) times the coefficients. That
/// scale is `len` unless the transform documents another.
#[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
pub trait Transform<M: Module>: Send + Sync {
    /// Returns the number of elements.
    fn len(&self) -> usize;

    /// Returns the order of the values.
    fn order(&self) -> Order;

    /// Returns the number of elements of scratch that both directions need. Its contents do not matter.
    fn scratch_len(&self) -> usize;

    /// Returns the factor that [`inverse_unscaled`](Transform::inverse_unscaled) multiplies the coefficients by.
    fn inverse_scale(&self) -> usize {
        self.len()
    }

    /// Transforms coefficients to values.
    ///
    /// # Errors
    /// [`Error::SliceLength`] if `values` is not `len` long or `scratch` is shorter than `scratch_len`.
    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()>;

    /// Transforms values to `inverse_scale` times the coefficients.
    ///
    /// # Errors
    /// As [`forward`](Transform::forward).
    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()>;

    /// Transforms coefficients in `input` to values in `output`; `input` is unchanged. By default a copy is transformed in
    /// place.
    ///
    /// # Errors
    /// As [`forward`](Transform::forward), for both slices.
    fn forward_into(&self, input: &[M::Element], output: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        copy(self.len(), input, output)?;
        self.forward(output, scratch)
    }

    /// Transforms values in `input` to `inverse_scale` times the coefficients in `output`; `input` is unchanged. By default
    /// a copy is transformed in place.
    ///
    /// # Errors
    /// As [`forward`](Transform::forward), for both slices.
    fn inverse_unscaled_into(
        &self,
        input: &[M::Element],
        output: &mut [M::Element],
        scratch: &mut [M::Element],
    ) -> Result<()> {
        copy(self.len(), input, output)?;
        self.inverse_unscaled(output, scratch)
    }

    /// Transforms each of the rows that lie one after another, in place, where one call for all of them is faster; returns
    /// whether it did. By default it does not.
    #[doc(hidden)]
    fn rows(&self, rows: &mut [M::Element], inverse: bool) -> bool {
        let _ = (rows, inverse);
        false
    }

    /// Returns the part inside that callers may downcast to a type they know; `None` by default.
    #[doc(hidden)]
    fn inside(&self) -> Option<&dyn core::any::Any> {
        None
    }
}

/// Implements methods of [`Transform`] by those of the transform in this field.
macro_rules! delegated {
    ($inner:ident: $($method:ident),*) => { $( $crate::dft::delegated!(@ $inner $method); )* };
    (@ $inner:ident order) => {
        fn order(&self) -> $crate::order::Order {
            self.$inner.order()
        }
    };
    (@ $inner:ident $method:ident) => {
        fn $method(&self) -> usize {
            self.$inner.$method()
        }
    };
}
pub(crate) use delegated;

/// Copies an input of `len` elements to an output of as many.
fn copy<E: Clone>(len: usize, input: &[E], output: &mut [E]) -> Result<()> {
    Error::check_len("input", len, input.len())?;
    Error::check_len("output", len, output.len())?;
    output.clone_from_slice(input);
    Ok(())
}

/// Checks the slice lengths, as every transform does first.
#[inline(always)]
pub(crate) fn check_slices<M: Module>(
    transform: &(impl Transform<M> + ?Sized),
    values: &[M::Element],
    scratch: &[M::Element],
) -> Result<()> {
    check_lengths(transform.len(), transform.scratch_len(), values.len(), scratch.len())
}

/// Checks the slice lengths against those of a transform.
pub(crate) fn check_lengths(len: usize, scratch_len: usize, values: usize, scratch: usize) -> Result<()> {
    Error::check_len("slice of values", len, values)?;
    Error::check_at_least("scratch", scratch_len, scratch)
}

/// Checks that a length is a power of two.
pub(crate) fn check_power_of_two(what: &'static str, len: usize) -> Result<()> {
    if len.is_power_of_two() {
        return Ok(());
    }
    Err(Error::Length { what, len, possible: "it needs a power of two; `stockham` and `bluestein` take any length" })
}

/// Returns `w^k` for `k < count`, with `w` the root of `domain`.
pub(crate) fn powers<M: Action>(domain: &Domain<M>, count: usize) -> Vec<Scalar<M>>
where
    M::Scalars: Roots,
{
    let (scalars, root, n) = (domain.module().scalars(), domain.root(), domain.len());
    let powers = scalars.powers(root, n, 1, count);
    if powers.len() != count {
        // Foreign code that returns a list of another length is not relied on.
        return lists::list(count, |k| scalars.power(root, n, k % n));
    }
    powers
}

/// Returns a weight, ready to act; `None` for 1, which is not applied.
pub(crate) fn weight<M: Action>(module: &M, scalar: &Scalar<M>) -> Option<M::Twiddle> {
    let scalars = module.scalars();
    (!scalars.equal(scalar, &scalars.one())).then(|| module.prepare(scalar))
}

/// Computes `values_j <- weights_j values_j`.
pub(crate) fn apply_weights<M: Action>(module: &M, values: &mut [M::Element], weights: &[Option<M::Twiddle>]) {
    for (value, weight) in values.iter_mut().zip(weights) {
        if let Some(weight) = weight {
            module.apply(value, weight);
        }
    }
}
