//! The algebra a transform needs, as traits.
//!
//! ```
//! use ringfft::{algebra::{Action, Domain, Module, Ring, Roots}, rings::Modular};
//!
//! let ring = Modular::new(17)?;
//! let mut x = 5;
//! ring.add_assign(&mut x, &14);
//! assert_eq!(x, 2);
//! // A scalar is prepared once and then acts: 3 * 2.
//! ring.apply(&mut x, &ring.prepare(&3));
//! assert_eq!(x, 6);
//! // The points of a transform: the powers of a checked root of order 4.
//! let domain = Domain::new(ring, 4)?;
//! assert_eq!(ring.pow(domain.root(), 4), ring.one());
//! assert_eq!(ring.root(4)?, *domain.root());
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! A transform adds and subtracts *elements* and lets powers of a root of unity *act* on them. Elements and twiddles
//! are of different types on purpose. A twiddle may be a field element, an element with its precomputed quotient, a
//! shift amount, or a scalar. That scalar may act on a curve point or on a row of a matrix.
//!
//! The structure is a *value*: a residue means nothing without its modulus, so a ring is an object with methods that
//! add, subtract and act. It is zero-sized if the element's type determines it.
//!
//! | trait | what it says |
//! |---|---|
//! | [`Module`] | an abelian group of elements |
//! | [`Ring`] | a module with a commutative product |
//! | [`Action`] | a ring of scalars that acts on a module |
//! | [`Roots`] | a ring that knows its roots of unity |
//! | [`CyclicConvolution`], [`MiddleProduct`], [`Convolver`] | convolutions by fixed scalars, and a way to make them |
//! | [`Lift`] | a ring of residues that can be read as integers |
//!
//! A transform is built from a [`Domain`]: a module, a length, a checked root and perhaps a coset. In
//! characteristic 2 an additive transform is built from a [`Subspace`]: a module and the points themselves.

mod action;
mod convolution;
mod domain;
pub(crate) mod lift;
mod module;
mod ring;
mod roots;
mod statics;
mod subspace;

pub use action::{Action, Scalar};
pub(crate) use convolution::middle_outputs;
pub use convolution::{Convolver, CyclicConvolution, MiddleProduct};
pub use domain::Domain;
pub use lift::Lift;
pub use module::Module;
pub(crate) use ring::inverses;
pub use ring::{Exponents, Ring};
pub use roots::Roots;
pub use statics::{StaticElement, Std};
pub use subspace::Subspace;
