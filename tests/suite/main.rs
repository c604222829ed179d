//! Every test that makes plans, in one program: each algorithm is compiled once for each ring, whatever the number of
//! files that use it.

mod accuracy;
mod bad_input;
mod circle;
mod conformance;
mod conv;
mod conventions;
mod convolutions;
mod counts;
#[cfg(feature = "num-bigint")]
mod double_double;
mod erased;
#[cfg(feature = "ff013")]
mod ff013;
mod fuzz;
mod hostile_products;
mod hostile_rings;
mod integer;
mod laws;
mod lengths;
mod odd_elements;
mod orders;
mod papers;
mod papers_convolutions;
mod papers_fermat;
mod papers_lengths;
mod papers_mateer;
mod papers_products;
mod papers_radix_2_family;
mod papers_radix_3_family;
mod papers_sources;
mod papers_tree;
mod plan;
mod poly;
mod radix_2_family;
mod radix_3_family;
mod recipes;
mod rings;
#[cfg(feature = "num-bigint")]
mod schonhage_strassen;
mod split;
mod tracing;
mod tree;
mod vectors;
mod vectors_additive;
mod vectors_by_hand;
mod vectors_files;
mod wrong_generator;

use ringfft::{
    algebra::{Action, Roots},
    plan::{Builder, Plan},
};
use ringfft_testing::{Erased, ErasedElement};

/// A plan over `ring` that is compiled once for all rings; its elements are [`elements`], and back, [`typed`].
fn erased_builder<R: Roots + Action<Scalars = R>>(ring: &R, len: usize) -> Builder<Erased> {
    Plan::builder(Erased::new(ring.clone()), len)
}

fn elements<T: Clone + Send + Sync + 'static>(values: &[T]) -> Vec<ErasedElement> {
    values.iter().cloned().map(ErasedElement::new).collect()
}

fn typed<T: Clone + 'static>(values: &[ErasedElement]) -> Vec<T> {
    values.iter().map(|value| value.get::<T>().unwrap().clone()).collect()
}

/// The values of a polynomial over `ring`, or back to it, by a plan that is compiled once for all rings.
fn through_erased<R: Roots + Action<Scalars = R>>(ring: &R, x: &[R::Element], inverse: bool) -> Vec<R::Element> {
    let plan = erased_builder(ring, x.len()).build().unwrap();
    let mut values = elements(x);
    if inverse { plan.inverse(&mut values) } else { plan.forward(&mut values) }.unwrap();
    typed(&values)
}
