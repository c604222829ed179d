//! The additive Fourier transforms: values on a subspace over GF(2), in characteristic 2.
//!
//! ```
//! use ringfft::{additive::NovelBasis, algebra::Subspace, dft::Transform, rings::{Gf2p8, binary}};
//!
//! let points = Subspace::new(binary::<Gf2p8>(), 2)?;
//! let transform = NovelBasis::new(&points)?;
//! let coefficients = [3, 5, 7, 9].map(Gf2p8::new);
//! let mut x = coefficients;
//! transform.forward(&mut x, &mut [])?;
//! assert_eq!(x[0], coefficients[0]); // the value at 0
//! transform.inverse_unscaled(&mut x, &mut [])?;
//! assert_eq!(x, coefficients);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! A field of characteristic 2 has no roots of unity of order `2^k`. Instead it has subspaces over GF(2) with `2^k`
//! points. The polynomials that vanish on them are linear over GF(2) and take the place of `x^n - 1`. Every transform
//! here is built from a [`Subspace`](crate::algebra::Subspace), is a [`Transform`](crate::dft::Transform), and leaves
//! value `j`, taken at point `j`, at position `j`: all of them are interchangeable. No inverse is scaled.

mod cantor;
mod conversion;
mod evaluate;
mod factor;
mod gao_mateer;
mod gao_mateer_general;
mod gathen_gerhard;
mod naive;
mod novel_arithmetic;
mod novel_basis;
mod reduction;
mod subspace_polynomial;
mod taylor;
mod truncated;

pub use cantor::WangZhuCantor;
pub use conversion::Conversion;
pub use evaluate::{Evaluation, evaluate, extend, interpolate};
pub use gao_mateer::GaoMateer;
pub use gao_mateer_general::GaoMateerGeneral;
pub use gathen_gerhard::GathenGerhard;
pub use naive::Naive;
pub use novel_arithmetic::{derivative_novel, times_x_novel};
pub use novel_basis::NovelBasis;
pub use subspace_polynomial::subspace_polynomials;
pub use taylor::Taylor;
pub use truncated::TruncatedNovelBasis;
