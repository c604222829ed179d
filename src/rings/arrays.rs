//! Arrays as elements: vectors of a fixed length, and elements of extension fields.

use super::rows::entry_by_entry;
use crate::algebra::{Action, Module, Scalar, StaticElement};
use crate::lists;

/// Arrays of `D` elements of another module; scalars act on every entry alike.
///
/// An extension field of degree `D`, in a basis over the field that has the roots of unity, is such a module. Sums and
/// products with elements of the base field go coefficient by coefficient, and a transform needs no others. A transform
/// over arrays is `D` transforms side by side. It runs the fastest engine for the module of the entries: kernels for
/// the columns of a matrix where there are any. Values stored as `[[E; D]]` are transformed in place.
///
/// ```
/// use ringfft::{plan::Plan, rings::BabyBear};
///
/// // Values of an extension of degree 4 of BabyBear.
/// let plan = Plan::<[BabyBear; 4]>::new(8)?;
/// let mut x = [[1, 0, 3, 4].map(BabyBear::from); 8];
/// plan.forward(&mut x)?;
/// assert_eq!(x[0], [8, 0, 24, 32].map(BabyBear::from));
/// assert_eq!(x[1], [0; 4].map(BabyBear::from));
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrays<M, const D: usize> {
    module: M,
}

impl<M, const D: usize> Arrays<M, D> {
    /// Creates the module of arrays of `D` elements of `module`, `D` at least 1.
    pub const fn new(module: M) -> Self {
        const { assert!(D > 0, "an array has at least one element") };
        Arrays { module }
    }

    /// Returns the module of the entries.
    pub const fn module(&self) -> &M {
        &self.module
    }
}

impl<E: StaticElement, const D: usize> StaticElement for [E; D] {
    type Ring = Arrays<E::Ring, D>;
}

impl<M: Module, const D: usize> Module for Arrays<M, D> {
    type Element = [M::Element; D];

    fn zero(&self) -> Self::Element {
        lists::from_fn(|_| self.module.zero())
    }

    fn add_assign(&self, a: &mut Self::Element, b: &Self::Element) {
        for (a, b) in a.iter_mut().zip(b) {
            self.module.add_assign(a, b);
        }
    }

    fn sub_assign(&self, a: &mut Self::Element, b: &Self::Element) {
        for (a, b) in a.iter_mut().zip(b) {
            self.module.sub_assign(a, b);
        }
    }

    fn butterfly(&self, a: &mut Self::Element, b: &mut Self::Element) {
        for (a, b) in a.iter_mut().zip(b) {
            self.module.butterfly(a, b);
        }
    }
}

impl<M: Action, const D: usize> Action for Arrays<M, D> {
    entry_by_entry!(M);
}
