//! Plans that are compiled once for all rings.

#![allow(dead_code, reason = "each program uses some")]

use ringfft::{
    algebra::{Action, Roots},
    plan::{Builder, Plan},
};
use ringfft_testing::{Erased, ErasedElement};

/// A plan over `ring` that is compiled once for all rings; its elements are [`elements`], and back, [`typed`].
pub(crate) fn erased_builder<R: Roots + Action<Scalars = R>>(ring: &R, len: usize) -> Builder<Erased> {
    Plan::builder(Erased::new(ring.clone()), len)
}

pub(crate) fn elements<T: Clone + Send + Sync + 'static>(values: &[T]) -> Vec<ErasedElement> {
    values.iter().cloned().map(ErasedElement::new).collect()
}

pub(crate) fn typed<T: Clone + 'static>(values: &[ErasedElement]) -> Vec<T> {
    values.iter().map(|value| value.get::<T>().unwrap().clone()).collect()
}

/// The values of a polynomial over `ring`, or back to it, by a plan that is compiled once for all rings.
pub(crate) fn through_erased<R: Roots + Action<Scalars = R>>(
    ring: &R,
    x: &[R::Element],
    inverse: bool,
) -> Vec<R::Element> {
    let plan = erased_builder(ring, x.len()).build().unwrap();
    let mut values = elements(x);
    if inverse { plan.inverse(&mut values) } else { plan.forward(&mut values) }.unwrap();
    typed(&values)
}
