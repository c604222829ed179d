//! Any group that scalars act on: points of a curve, vectors over an extension field.

use crate::algebra::{Action, Module, Scalar};
use core::{
    fmt,
    ops::{Add, Mul, Sub},
};

/// A group `G` with the usual operators, and a ring `S` whose elements multiply it.
///
/// ```
/// # #[cfg(feature = "ff014")] {
/// use bls12_381::{G1Projective, Scalar};
/// use ringfft::{plan::Plan, rings::{Acted, ff}};
///
/// let points = Acted::new(ff::<Scalar>(), G1Projective::identity());
/// let plan = Plan::over(points, 4)?;
/// let mut x = [1u64, 2, 3, 4].map(|k| G1Projective::generator() * Scalar::from(k));
/// plan.forward(&mut x)?;
/// assert_eq!(x[0], G1Projective::generator() * Scalar::from(10));
/// # }
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone)]
pub struct Acted<G, S> {
    scalars: S,
    zero: G,
}

impl<G, S> Acted<G, S> {
    /// Creates the group with the neutral element `zero`, acted on by `scalars`.
    pub fn new(scalars: S, zero: G) -> Self {
        Acted { scalars, zero }
    }
}

impl<G, S: fmt::Debug> fmt::Debug for Acted<G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Acted<{}, {:?}>", core::any::type_name::<G>(), self.scalars)
    }
}

/// The operations that [`Acted`] needs of a group.
///
/// Every type with these operators implements it; [`Acted`] has an example.
pub trait Group: Copy + Send + Sync + 'static + Add<Output = Self> + Sub<Output = Self> {}

impl<G: Copy + Send + Sync + 'static + Add<Output = G> + Sub<Output = G>> Group for G {}

impl<G: Group, S: Clone + Send + Sync + 'static> Module for Acted<G, S> {
    type Element = G;

    fn zero(&self) -> G {
        self.zero
    }

    fn add_assign(&self, a: &mut G, b: &G) {
        *a = *a + *b;
    }

    fn sub_assign(&self, a: &mut G, b: &G) {
        *a = *a - *b;
    }
}

impl<G, S> Action for Acted<G, S>
where
    S: Action<Scalars = S> + crate::algebra::Ring,
    G: Group + Mul<<S as Module>::Element, Output = G>,
    <S as Module>::Element: Copy,
{
    type Scalars = S;
    type Twiddle = <S as Module>::Element;

    fn scalars(&self) -> &S {
        &self.scalars
    }

    fn prepare(&self, scalar: &Scalar<Self>) -> Self::Twiddle {
        *scalar
    }

    fn apply(&self, x: &mut G, w: &Self::Twiddle) {
        *x = *x * *w;
    }
}
