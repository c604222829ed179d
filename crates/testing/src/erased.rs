//! A ring behind a pointer: one type for all rings.
//!
//! Every algorithm is compiled anew for every type of ring it runs over. Where speed does not matter, as in counting
//! and tracing, [`Erased`] runs any ring by one compilation. Each operation goes through a table of functions, and each
//! element has an allocation of its own.

mod element;
mod methods;

use element::Product;
use methods::{Methods, Typed};
use ringfft::{
    Result,
    algebra::{Action, Exponents, Module, Ring, Roots},
    plan::Accelerated,
};
use std::sync::Arc;

pub use element::{ErasedElement, ErasedTwiddle};

/// Any ring, its type hidden.
///
/// Every operation is that of the ring inside. Elements are those of the ring inside, made by [`ErasedElement::new`].
/// Elements and twiddles of another type count as zero. The ring's own products of polynomials are not used:
/// convolutions go through transforms or Karatsuba's method.
///
/// ```
/// use ringfft::{plan::Algorithm, rings::Modular};
/// use ringfft_testing::{Erased, count};
///
/// let ring = Modular::new(17)?;
/// let counts = count(Algorithm::Twisted, Erased::new(ring), 8)?;
/// assert_eq!(counts, count(Algorithm::Twisted, ring, 8)?);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone)]
pub struct Erased(Arc<dyn Methods>);

impl Erased {
    /// Wraps the ring as an erased one.
    pub fn new<R: Roots + Action<Scalars = R>>(ring: R) -> Self {
        Erased(Arc::new(Typed(ring)))
    }
}

impl Module for Erased {
    type Element = ErasedElement;

    fn zero(&self) -> ErasedElement {
        self.0.zero()
    }

    fn add_assign(&self, a: &mut ErasedElement, b: &ErasedElement) {
        self.0.add_assign(a, b);
    }

    fn sub_assign(&self, a: &mut ErasedElement, b: &ErasedElement) {
        self.0.sub_assign(a, b);
    }

    fn neg_assign(&self, a: &mut ErasedElement) {
        self.0.neg_assign(a);
    }

    fn butterfly(&self, a: &mut ErasedElement, b: &mut ErasedElement) {
        self.0.butterfly(a, b);
    }
}

impl Action for Erased {
    type Scalars = Self;
    type Twiddle = ErasedTwiddle;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &ErasedElement) -> ErasedTwiddle {
        self.0.prepare(scalar)
    }

    fn apply(&self, x: &mut ErasedElement, w: &ErasedTwiddle) {
        self.0.apply(Product::Any, x, w);
    }

    fn apply_fourth(&self, x: &mut ErasedElement, w: &ErasedTwiddle) {
        self.0.apply(Product::Fourth, x, w);
    }

    fn apply_eighth(&self, x: &mut ErasedElement, w: &ErasedTwiddle) {
        self.0.apply(Product::Eighth, x, w);
    }

    fn apply_real(&self, x: &mut ErasedElement, w: &ErasedTwiddle) {
        self.0.apply(Product::Real, x, w);
    }

    fn butterfly_by(&self, a: &mut ErasedElement, b: &mut ErasedElement, w: &ErasedTwiddle) {
        self.0.butterfly_by(Product::Any, a, b, w);
    }

    fn butterfly_by_fourth(&self, a: &mut ErasedElement, b: &mut ErasedElement, w: &ErasedTwiddle) {
        self.0.butterfly_by(Product::Fourth, a, b, w);
    }

    fn butterfly_by_eighth(&self, a: &mut ErasedElement, b: &mut ErasedElement, w: &ErasedTwiddle) {
        self.0.butterfly_by(Product::Eighth, a, b, w);
    }

    fn butterfly_then(&self, a: &mut ErasedElement, b: &mut ErasedElement, w: &ErasedTwiddle) {
        self.0.butterfly_then(a, b, w);
    }
}

impl Ring for Erased {
    fn name(&self) -> String {
        self.0.name()
    }

    fn one(&self) -> ErasedElement {
        self.0.one()
    }

    fn mul_assign(&self, a: &mut ErasedElement, b: &ErasedElement) {
        self.0.mul_assign(a, b);
    }

    fn is_zero(&self, a: &ErasedElement) -> bool {
        self.0.is_zero(a)
    }

    fn inverse(&self, a: &ErasedElement) -> Option<ErasedElement> {
        self.0.inverse(a)
    }

    fn equal(&self, a: &ErasedElement, b: &ErasedElement) -> bool {
        self.0.equal(a, b)
    }

    fn integer(&self, n: u64) -> ErasedElement {
        self.0.integer(n)
    }

    fn pow(&self, a: &ErasedElement, exponent: u64) -> ErasedElement {
        self.0.pow(a, exponent)
    }

    fn progression(
        &self,
        first: &ErasedElement,
        ratio: &ErasedElement,
        exponents: Exponents,
        count: usize,
        mut take: impl FnMut(ErasedElement),
    ) -> bool {
        self.0.progression(first, ratio, exponents, count, &mut take)
    }

    fn inverse_of_integer(&self, n: u64) -> Result<ErasedElement> {
        self.0.inverse_of_integer(n)
    }

    fn parts(&self, a: &ErasedElement) -> Option<[ErasedElement; 2]> {
        self.0.parts(a)
    }

    fn inverse_square_root_of_integer(&self, n: u64) -> Option<ErasedElement> {
        self.0.inverse_square_root_of_integer(n)
    }
}

impl Roots for Erased {
    fn root(&self, n: usize) -> Result<ErasedElement> {
        self.0.root(n)
    }

    fn circle_point(&self, n: usize) -> Result<[ErasedElement; 2]> {
        self.0.circle_point(n)
    }

    fn cantor_basis(&self, dim: u32) -> Result<Vec<ErasedElement>> {
        self.0.cantor_basis(dim)
    }

    fn check_root(&self, w: &ErasedElement, n: usize) -> Result<()> {
        self.0.check_root(w, n)
    }

    fn power(&self, w: &ErasedElement, n: usize, k: usize) -> ErasedElement {
        self.0.power(w, n, k)
    }

    fn powers(&self, w: &ErasedElement, n: usize, step: usize, count: usize) -> Vec<ErasedElement> {
        self.0.powers(w, n, step, count)
    }
}

impl Accelerated for Erased {
    const SUBSPACES: bool = true;
}
