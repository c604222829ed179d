//! Ways to convolve the elements of any module with a fixed kernel of scalars.
//!
//! | way | modules | cyclic lengths | products by scalars, `m` the length | allocates in execution |
//! |---|---|---|---|---|
//! | [`ThroughTransform`] | all, where the root and `1/m` exist | those of a transform | `m` and two transforms | no |
//! | [`Karatsuba`] | all | every | about `m^1.585` | no |
//! | [`ThroughRing`] | rings with [`Convolve`](super::Convolve) | every | as [`linear`](super::linear) | yes |

mod karatsuba;
mod through_ring;
mod through_transform;

pub use karatsuba::Karatsuba;
pub(crate) use karatsuba::karatsuba_shape;
pub use through_ring::ThroughRing;
pub use through_transform::ThroughTransform;

use crate::algebra::{Action, Convolver, Roots};
use alloc::boxed::Box;

/// Returns a convolver that exists for the ring. It goes through the transform of the least power of two from `least`
/// on. That needs its root and the inverse of its length; without them it takes Karatsuba's method.
///
/// `least` is the cyclic length needed: `2 n - 1` for Bluestein's and for Rader's transform of `n` points.
///
/// ```
/// use ringfft::{algebra::Convolver, conv, rings::Modular};
///
/// // Modulo 97 there are roots of order 32, and no more.
/// assert_eq!(conv::convolver(&Modular::new(97)?, 17).len_from(17)?, 32);
/// assert_eq!(conv::convolver(&Modular::new(97)?, 33).len_from(33)?, 33);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub fn convolver<M: Action>(module: &M, least: usize) -> Box<dyn Convolver<M>>
where
    M::Scalars: Roots,
{
    let through_transform = ThroughTransform::new(module.clone());
    match through_transform.len_from(least) {
        Ok(_) => Box::new(through_transform),
        Err(_) => Box::new(Karatsuba::new(module.clone())),
    }
}
