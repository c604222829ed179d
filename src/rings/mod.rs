//! Rings and modules ready to use.
//!
//! | ring | elements | roots of unity |
//! |---|---|---|
//! | [`ComplexRing`] | `Complex<T>` for every float `T` | every order; `exp(-2 pi i/n)` |
//! | [`ff()`] | every field of the crate `ff` | every divisor of `p - 1`, from the field's generator |
//! | [`Rows`] | rows of elements of another module | as its scalars |
//! | [`Acted`] | any group a ring acts on, for instance points of a curve | as its scalars |

mod acted;
mod complex;
#[cfg(any(feature = "ff014", feature = "ff013"))]
mod ff_adapter;
mod rows;

pub use acted::{Acted, Group};
pub use complex::{ComplexRing, Real, ViaComplex, root_of_unity};
#[cfg(feature = "ff014")]
pub use ff_adapter::{ViaFf, ff};
#[cfg(feature = "ff013")]
pub use ff_adapter::{ViaFf013, ff013};
pub use rows::Rows;

use crate::Error;
use alloc::{format, string::String};

#[cfg(any(feature = "ff014", feature = "ff013"))]
/// The refusal of a root of unity in a field with `2^two_adicity` dividing `p - 1`.
pub(crate) fn no_root(ring: String, order: usize, two_adicity: u32) -> Error {
    let possible = format!("the order must divide p - 1; the largest power of two is 2^{two_adicity}");
    Error::NoRoot { ring, order, possible }
}
