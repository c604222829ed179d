//! Transforms of elements that are carried to a field of this crate and back: so that a field of another crate whose prime is one
//! of this crate's compiles none of the textbook's engines, of which this crate has some of its own.

use super::{Accelerated, Recipe, Resources, engine::Engine};
#[cfg(any(feature = "ff013", feature = "ff014"))]
use crate::kernel::ntt::wide::carry::Carry;
use crate::{
    Error, Result,
    algebra::{Domain, Module, Std},
    dft::{Transform, check_slices},
    kernel::memory::Spaces,
    order::Order,
    rings::{NativeField, ViaNative, native},
};
use alloc::sync::Arc;

const UNLIKE: Error = Error::Contract { what: "a field must be what its constants say" };

/// How elements become those of a field of this crate, and come back.
pub(super) trait Exchange: Send + Sync + 'static {
    type Element: Copy + Send + Sync + 'static;
    type Inner: NativeField;

    /// `None` unless the element stands for one of the inner field.
    fn inner(&self, element: &Self::Element) -> Option<Self::Inner>;
    /// `None` unless the field takes it.
    fn element(&self, inner: &Self::Inner) -> Option<Self::Element>;
}

/// Elements that are carried as residues.
#[cfg(any(feature = "ff013", feature = "ff014"))]
pub(super) struct Residues<C, G> {
    carry: C,
    inner: core::marker::PhantomData<fn() -> G>,
}

#[cfg(any(feature = "ff013", feature = "ff014"))]
impl<C: Carry, G: NativeField> Residues<C, G> {
    /// `None` unless minus one is what it must be, and a power of `generator` the power of what that is.
    pub(super) fn new(
        carry: C,
        minus_one: C::Element,
        [generator, power]: [C::Element; 2],
        exponent: u64,
    ) -> Option<Self> {
        let found = Self { carry, inner: core::marker::PhantomData };
        let holds = found.inner(&minus_one)? == -G::ONE
            && found.inner(&generator)?.power(&[exponent]) == found.inner(&power)?
            && found.element(&-G::ONE).is_some();
        holds.then_some(found)
    }
}

#[cfg(any(feature = "ff013", feature = "ff014"))]
impl<C: Carry, G: NativeField> Exchange for Residues<C, G> {
    type Element = C::Element;
    type Inner = G;

    #[inline]
    fn inner(&self, element: &C::Element) -> Option<G> {
        let words = self.carry.words(element);
        let (low, high) = words.split_at_checked(G::MODULUS.len())?;
        if high.iter().any(|&word| word != 0) { None } else { G::from_residue(low) }
    }

    #[inline]
    fn element(&self, inner: &G) -> Option<C::Element> {
        let mut words = [0; 4];
        inner.write_residue(words.get_mut(..G::MODULUS.len())?);
        self.carry.element(&words)
    }
}

type Native<X> = Std<<X as Exchange>::Inner, ViaNative>;

/// The engine of `recipe` over the field of this crate, for elements that are exchanged.
pub(super) fn engine<X: Exchange, M: Accelerated<Element = X::Element>>(
    recipe: &Recipe,
    domain: &Domain<M>,
    resources: Resources,
    exchange: X,
) -> Result<Engine<M>>
where
    M::Scalars: Module<Element = X::Element>,
{
    let root = exchange.inner(domain.root()).ok_or(UNLIKE)?;
    let domain = Domain::with_root(native::<X::Inner>(), domain.len(), root)?;
    let engine = domain.module().engine(recipe, &domain, resources)?;
    let room = engine.len().saturating_add(engine.scratch_len());
    let spaces = Spaces::new("the elements of another field", room, X::Inner::ZERO)?;
    Ok(Arc::new(Carried { engine, spaces, exchange }))
}

/// Elements that such an engine keeps room for.
pub(super) fn kept(recipe: &Recipe, resources: Resources) -> usize {
    recipe.len().saturating_add(recipe.scratch_len(resources.threads).unwrap_or(usize::MAX))
}

struct Carried<X: Exchange> {
    engine: Engine<Native<X>>,
    spaces: Spaces<X::Inner>,
    exchange: X,
}

impl<X: Exchange> Carried<X> {
    fn run(
        &self,
        input: Option<&[X::Element]>,
        output: &mut [X::Element],
        run: impl FnOnce(&mut [X::Inner], &mut [X::Inner]) -> Result<()>,
    ) -> Result<()> {
        self.spaces.with(|space| {
            let (inner, scratch) = space.split_at_mut(self.engine.len());
            for (inner, element) in inner.iter_mut().zip(input.unwrap_or(output)) {
                *inner = self.exchange.inner(element).ok_or(UNLIKE)?;
            }
            run(inner, scratch)?;
            for (element, inner) in output.iter_mut().zip(&*inner) {
                *element = self.exchange.element(inner).ok_or(UNLIKE)?;
            }
            Ok(())
        })
    }
}

impl<X: Exchange, M: Module<Element = X::Element>> Transform<M> for Carried<X> {
    fn len(&self) -> usize {
        self.engine.len()
    }

    fn order(&self) -> Order {
        self.engine.order()
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn inverse_scale(&self) -> usize {
        self.engine.inverse_scale()
    }

    fn forward(&self, values: &mut [X::Element], scratch: &mut [X::Element]) -> Result<()> {
        check_slices::<M>(self, values, scratch)?;
        self.run(None, values, |inner, scratch| self.engine.forward(inner, scratch))
    }

    fn inverse_unscaled(&self, values: &mut [X::Element], scratch: &mut [X::Element]) -> Result<()> {
        check_slices::<M>(self, values, scratch)?;
        self.run(None, values, |inner, scratch| self.engine.inverse_unscaled(inner, scratch))
    }

    fn forward_into(&self, input: &[X::Element], output: &mut [X::Element], scratch: &mut [X::Element]) -> Result<()> {
        Error::check_len("input", self.engine.len(), input.len())?;
        check_slices::<M>(self, output, scratch)?;
        self.run(Some(input), output, |inner, scratch| self.engine.forward(inner, scratch))
    }

    fn inverse_unscaled_into(
        &self,
        input: &[X::Element],
        output: &mut [X::Element],
        scratch: &mut [X::Element],
    ) -> Result<()> {
        Error::check_len("input", self.engine.len(), input.len())?;
        check_slices::<M>(self, output, scratch)?;
        self.run(Some(input), output, |inner, scratch| self.engine.inverse_unscaled(inner, scratch))
    }
}
