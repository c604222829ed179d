//! Elements whose type determines their ring.

use super::Module;
use core::{fmt, marker::PhantomData};

/// The zero-sized ring of an element type; the marker `Via` names its family.
///
/// `Complex<f64>`, every field of the crate `ff`, and the fields of this crate cannot share one blanket
/// implementation of [`Module`]; the zero-sized marker keeps the blanket implementations apart.
///
/// [`native`](crate::rings::native()), [`binary`](crate::rings::binary()) and [`ComplexRing::new`](crate::rings::ComplexRing) return such rings; each has an example.
pub struct Std<T, Via>(PhantomData<fn() -> (T, Via)>);

impl<T, Via> Std<T, Via> {
    /// Creates the ring.
    pub const fn new() -> Self {
        Std(PhantomData)
    }
}

impl<T, Via> Clone for Std<T, Via> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, Via> Copy for Std<T, Via> {}

impl<T, Via> Default for Std<T, Via> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T, Via> fmt::Debug for Std<T, Via> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Std<{}>", core::any::type_name::<T>())
    }
}

/// An element type with one obvious ring, so that `Plan::<T>::new(len)` is enough.
///
/// Fields of this crate, complex numbers, and arrays `[E; D]` of them implement it: `Plan::<[BabyBear; 4]>::new(8)`. Over every other
/// ring a plan is made by [`Plan::over`](crate::plan::Plan::over).
pub trait StaticElement: Sized {
    /// The ring.
    type Ring: Module<Element = Self> + Default;
}
