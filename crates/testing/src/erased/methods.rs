//! The operations of a ring, for elements without a type.

use super::element::{ErasedElement, ErasedTwiddle, Product};
use ringfft::{
    Result,
    algebra::{Action, Exponents, Roots},
};
use std::borrow::Cow;

/// The operations of a ring, its type hidden.
pub(super) trait Methods: Send + Sync {
    fn zero(&self) -> ErasedElement;
    fn add_assign(&self, a: &mut ErasedElement, b: &ErasedElement);
    fn sub_assign(&self, a: &mut ErasedElement, b: &ErasedElement);
    fn neg_assign(&self, a: &mut ErasedElement);
    fn butterfly(&self, a: &mut ErasedElement, b: &mut ErasedElement);
    fn prepare(&self, scalar: &ErasedElement) -> ErasedTwiddle;
    fn apply(&self, product: Product, x: &mut ErasedElement, w: &ErasedTwiddle);
    fn butterfly_by(&self, product: Product, a: &mut ErasedElement, b: &mut ErasedElement, w: &ErasedTwiddle);
    fn butterfly_then(&self, a: &mut ErasedElement, b: &mut ErasedElement, w: &ErasedTwiddle);
    fn name(&self) -> String;
    fn one(&self) -> ErasedElement;
    fn mul_assign(&self, a: &mut ErasedElement, b: &ErasedElement);
    fn is_zero(&self, a: &ErasedElement) -> bool;
    fn inverse(&self, a: &ErasedElement) -> Option<ErasedElement>;
    fn equal(&self, a: &ErasedElement, b: &ErasedElement) -> bool;
    fn integer(&self, n: u64) -> ErasedElement;
    fn pow(&self, a: &ErasedElement, exponent: u64) -> ErasedElement;
    fn progression(
        &self,
        first: &ErasedElement,
        ratio: &ErasedElement,
        exponents: Exponents,
        count: usize,
        take: &mut dyn FnMut(ErasedElement),
    ) -> bool;
    fn inverse_of_integer(&self, n: u64) -> Result<ErasedElement>;
    fn parts(&self, a: &ErasedElement) -> Option<[ErasedElement; 2]>;
    fn inverse_square_root_of_integer(&self, n: u64) -> Option<ErasedElement>;
    fn root(&self, n: usize) -> Result<ErasedElement>;
    fn circle_point(&self, n: usize) -> Result<[ErasedElement; 2]>;
    fn cantor_basis(&self, dim: u32) -> Result<Vec<ErasedElement>>;
    fn check_root(&self, w: &ErasedElement, n: usize) -> Result<()>;
    fn power(&self, w: &ErasedElement, n: usize, k: usize) -> ErasedElement;
    fn powers(&self, w: &ErasedElement, n: usize, step: usize, count: usize) -> Vec<ErasedElement>;
}

/// A ring, as seen from outside its type.
pub(super) struct Typed<R>(pub(super) R);

impl<R: Roots + Action<Scalars = R>> Typed<R> {
    fn read<'a>(&self, a: &'a ErasedElement) -> Cow<'a, R::Element> {
        a.get().map_or_else(|| Cow::Owned(self.0.zero()), Cow::Borrowed)
    }

    fn twiddle<'a>(&self, w: &'a ErasedTwiddle) -> Cow<'a, R::Twiddle> {
        w.0.get().map_or_else(|| Cow::Owned(self.0.prepare(&self.0.zero())), Cow::Borrowed)
    }

    fn change(&self, a: &mut ErasedElement, change: impl FnOnce(&mut R::Element)) {
        match a.get_mut() {
            Some(a) => change(a),
            None => {
                let mut zero = self.0.zero();
                change(&mut zero);
                *a = ErasedElement::new(zero);
            }
        }
    }
}

impl<R: Roots + Action<Scalars = R>> Methods for Typed<R> {
    fn zero(&self) -> ErasedElement {
        ErasedElement::new(self.0.zero())
    }

    fn add_assign(&self, a: &mut ErasedElement, b: &ErasedElement) {
        self.change(a, |a| self.0.add_assign(a, &self.read(b)));
    }

    fn sub_assign(&self, a: &mut ErasedElement, b: &ErasedElement) {
        self.change(a, |a| self.0.sub_assign(a, &self.read(b)));
    }

    fn neg_assign(&self, a: &mut ErasedElement) {
        self.change(a, |a| self.0.neg_assign(a));
    }

    fn butterfly(&self, a: &mut ErasedElement, b: &mut ErasedElement) {
        self.change(a, |a| self.change(b, |b| self.0.butterfly(a, b)));
    }

    fn prepare(&self, scalar: &ErasedElement) -> ErasedTwiddle {
        ErasedTwiddle(ErasedElement::new(self.0.prepare(&self.read(scalar))))
    }

    fn apply(&self, product: Product, x: &mut ErasedElement, w: &ErasedTwiddle) {
        let w = self.twiddle(w);
        self.change(x, |x| match product {
            Product::Any => self.0.apply(x, &w),
            Product::Fourth => self.0.apply_fourth(x, &w),
            Product::Eighth => self.0.apply_eighth(x, &w),
            Product::Real => self.0.apply_real(x, &w),
        });
    }

    fn butterfly_by(&self, product: Product, a: &mut ErasedElement, b: &mut ErasedElement, w: &ErasedTwiddle) {
        let w = self.twiddle(w);
        self.change(a, |a| {
            self.change(b, |b| match product {
                Product::Fourth => self.0.butterfly_by_fourth(a, b, &w),
                Product::Eighth => self.0.butterfly_by_eighth(a, b, &w),
                Product::Any | Product::Real => self.0.butterfly_by(a, b, &w),
            });
        });
    }

    fn butterfly_then(&self, a: &mut ErasedElement, b: &mut ErasedElement, w: &ErasedTwiddle) {
        self.change(a, |a| self.change(b, |b| self.0.butterfly_then(a, b, &self.twiddle(w))));
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn one(&self) -> ErasedElement {
        ErasedElement::new(self.0.one())
    }

    fn mul_assign(&self, a: &mut ErasedElement, b: &ErasedElement) {
        self.change(a, |a| self.0.mul_assign(a, &self.read(b)));
    }

    fn is_zero(&self, a: &ErasedElement) -> bool {
        self.0.is_zero(&self.read(a))
    }

    fn inverse(&self, a: &ErasedElement) -> Option<ErasedElement> {
        self.0.inverse(&self.read(a)).map(ErasedElement::new)
    }

    fn equal(&self, a: &ErasedElement, b: &ErasedElement) -> bool {
        self.0.equal(&self.read(a), &self.read(b))
    }

    fn integer(&self, n: u64) -> ErasedElement {
        ErasedElement::new(self.0.integer(n))
    }

    fn pow(&self, a: &ErasedElement, exponent: u64) -> ErasedElement {
        ErasedElement::new(self.0.pow(&self.read(a), exponent))
    }

    fn progression(
        &self,
        first: &ErasedElement,
        ratio: &ErasedElement,
        exponents: Exponents,
        count: usize,
        take: &mut dyn FnMut(ErasedElement),
    ) -> bool {
        let (first, ratio) = (self.read(first), self.read(ratio));
        self.0.progression(&first, &ratio, exponents, count, |power| take(ErasedElement::new(power)))
    }

    fn inverse_of_integer(&self, n: u64) -> Result<ErasedElement> {
        self.0.inverse_of_integer(n).map(ErasedElement::new)
    }

    fn parts(&self, a: &ErasedElement) -> Option<[ErasedElement; 2]> {
        self.0.parts(&self.read(a)).map(|parts| parts.map(ErasedElement::new))
    }

    fn inverse_square_root_of_integer(&self, n: u64) -> Option<ErasedElement> {
        self.0.inverse_square_root_of_integer(n).map(ErasedElement::new)
    }

    fn root(&self, n: usize) -> Result<ErasedElement> {
        self.0.root(n).map(ErasedElement::new)
    }

    fn circle_point(&self, n: usize) -> Result<[ErasedElement; 2]> {
        self.0.circle_point(n).map(|point| point.map(ErasedElement::new))
    }

    fn cantor_basis(&self, dim: u32) -> Result<Vec<ErasedElement>> {
        Ok(self.0.cantor_basis(dim)?.into_iter().map(ErasedElement::new).collect())
    }

    fn check_root(&self, w: &ErasedElement, n: usize) -> Result<()> {
        self.0.check_root(&self.read(w), n)
    }

    fn power(&self, w: &ErasedElement, n: usize, k: usize) -> ErasedElement {
        ErasedElement::new(self.0.power(&self.read(w), n, k))
    }

    fn powers(&self, w: &ErasedElement, n: usize, step: usize, count: usize) -> Vec<ErasedElement> {
        self.0.powers(&self.read(w), n, step, count).into_iter().map(ErasedElement::new).collect()
    }
}
