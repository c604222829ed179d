//! Rings and modules ready to use.
//!
//! ```
//! use ringfft::{algebra::{Ring, Roots}, rings::{Goldilocks, Modular, native}};
//!
//! let ring = Modular::new(257)?;
//! assert_eq!(ring.pow(&ring.root(16)?, 8), 256); // -1
//! assert_eq!(ring.inverse(&2), Some(129));
//!
//! // The type of an element of this crate's fields determines its ring.
//! let field = native::<Goldilocks>();
//! let w = field.root(1 << 20)?;
//! assert_eq!(field.pow(&w, 1 << 20), field.one());
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! | ring | elements | roots of unity |
//! |---|---|---|
//! | [`ComplexRing`] | `Complex<T>` for every float `T`, [`DoubleDouble`] too | every order; `exp(-2 pi i/n)` |
//! | [`ff()`] | every field of the crate `ff` | every divisor of `p - 1`, from the field's generator |
//! | [`montgomery_words()`] | fields of other crates that hand out their [words](MontgomeryWords) | every divisor of `p - 1` |
//! | [`Modular`] | residues modulo any odd `m < 2^64` | prime `m`: every divisor of `m - 1`, from the least primitive root |
//! | [`Modular32`] | the same for `m < 2^32`, in words of 32 bits | as [`Modular`] |
//! | [`Fermat`] | residues modulo `2^K + 1`, as limbs | powers of two dividing `2K`, or `4K` where 4 divides `K` |
//! | [`native()`] | [`Goldilocks`], [`BabyBear`], [`KoalaBear`], [`M31`], [`Bls12381Fr`], [`Bn254Fr`] | every divisor of `p - 1`; [`conventions`] |
//! | [`binary()`] | [`Gf2p8`], [`Gf2p16`], [`Gf2p16Leopard`], [`Gf2p32`], [`Gf2p64`], [`Gf2p128`] | every divisor of `2^d - 1`; a Cantor basis |
//! | [`Rows`] | rows of elements of another module | as its scalars |
//! | [`Arrays`] | arrays of them, elements of extension fields for instance | as its scalars |
//! | [`Acted`] | any group a ring acts on, for instance points of a curve | as its scalars |

mod acted;
mod arrays;
mod binary;
pub(crate) mod complex;
pub mod conventions;
mod double_double;
mod fermat;
#[cfg(any(feature = "ff014", feature = "ff013"))]
mod ff_adapter;
#[cfg(any(feature = "ff014", feature = "ff013"))]
mod ff_native;
#[cfg(any(feature = "ff014", feature = "ff013"))]
pub(crate) mod ff_words;
mod goldilocks;
mod m31;
pub(crate) mod modular;
pub(crate) mod modular32;
mod mont256;
mod monty31;
mod native;
mod real;
pub(crate) mod representation;
mod rows;
mod words;

pub use acted::{Acted, Group};
pub use arrays::Arrays;
pub use binary::{BinaryField, Embedding, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, ViaBinary, binary};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use complex::SIXTEENTHS;
pub use complex::{Circle, ComplexRing, ViaComplex, root_of_unity};
pub(crate) use complex::{constant_root, reciprocal};
pub use double_double::DoubleDouble;
pub use fermat::{Fermat, FermatElement, FermatTwiddle};
#[cfg(feature = "ff014")]
pub use ff_adapter::{ViaFf, ff};
#[cfg(feature = "ff013")]
pub use ff_adapter::{ViaFf013, ff013};
pub use goldilocks::Goldilocks;
pub use m31::M31;
pub use modular::{Modular, Shoup};
pub use modular32::Modular32;
pub use mont256::{Bls12381Fr, Bls12381FrParameters, Bn254Fr, Bn254FrParameters, Mont256, Mont256Parameters};
pub use monty31::{BabyBear, KoalaBear, Monty31};
pub use native::{NativeField, ViaNative, native};
pub use real::Real;
pub(crate) use representation::Residue;
pub use rows::Rows;
pub(crate) use words::HandedOut;
pub use words::{MontgomeryWords, ViaWords, montgomery_words};

use crate::Error;
use alloc::{format, string::String};

/// Returns the refusal of a root of unity in a field with `2^two_adicity` dividing `p - 1`.
pub(crate) fn no_root(ring: String, order: usize, two_adicity: u32) -> Error {
    let possible = format!("the order must divide p - 1; the largest power of two is 2^{two_adicity}");
    Error::NoRoot { ring, order, possible }
}
