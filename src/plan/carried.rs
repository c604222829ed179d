//! Transforms of elements that stand for those of a field of this crate with the same prime. A field of another crate
//! then needs no engines of its own: it uses those that this crate has compiled.

use super::{
    Accelerated, Ask, Built, Job, Kernels, Recipe, Resources, engine,
    kernels::Needs,
    points::Points,
    reorder::Engine,
    wide::{self, InLanes, Numbers, four},
};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Module, Std},
    dft::Transform,
    kernel::{cast, isa::Isa, memory::Spaces},
    order::Order,
    rings::{
        NativeField, Residue, ViaNative, native,
        representation::{Exchange, Outer, Representation},
    },
};
use alloc::sync::Arc;
use core::{
    any::{Any, TypeId},
    marker::PhantomData,
};

const INCONSISTENT_FIELD: Error = Error::Contract { what: "a field must be what its constants say" };

type Inner<X> = Std<<X as Exchange>::Inner, ViaNative>;

/// The kernels of a field whose elements stand for those of a field of this crate. They are that field's kernels, or
/// those for elements that are converted to several words. All other recipes run that field's engines.
pub(super) struct Through<X>(PhantomData<fn() -> X>);

impl<X: Exchange> Through<X> {
    pub(super) const NEW: &'static Self = &Through(PhantomData);

    /// Returns whether plans are those of the inner field. Kernels carry elements of several words themselves, unless the
    /// fields are the same.
    fn as_inner() -> bool {
        Self::is_same() || X::Inner::MODULUS.len() == 1
    }

    /// Returns whether the elements are those of the inner field.
    fn is_same() -> bool {
        TypeId::of::<Outer<X>>() == TypeId::of::<X::Inner>()
    }

    fn word(exchange: &X, element: &Outer<X>) -> Option<Residue> {
        let mut words = [0; 4];
        exchange.inner(element)?.write_residue(words.get_mut(..X::Inner::MODULUS.len())?);
        Some(words)
    }
}

impl<X: Exchange, M> Kernels<M> for Through<X>
where
    M: Action<Element = Outer<X>, Scalars: Module<Element = Outer<X>>>,
{
    fn instruction_sets(&self, _: &M) -> &'static [Isa] {
        if Self::as_inner() {
            return native::<X::Inner>().instruction_sets();
        }
        if X::Words::new().is_ok() { wide::instruction_sets(X::Inner::MODULUS) } else { &[] }
    }

    fn fastest(&self, _: &M, ask: &Ask) -> Option<Result<Recipe>> {
        if Self::as_inner() {
            let ring = native::<X::Inner>();
            return ring.kernels()?.fastest(&ring, ask);
        }
        wide::fastest(X::Inner::MODULUS, ask).filter(|_| X::Words::new().is_ok())
    }

    fn needs(&self, _: &M, recipe: &Recipe, coset: bool, resources: Resources) -> Needs {
        let ring = native::<X::Inner>();
        let mut needs = match ring.kernels() {
            Some(kernels) if Self::as_inner() => kernels.needs(&ring, recipe, coset, resources),
            _ => wide::needs(recipe, coset),
        };
        if Self::is_same() || (needs.tables.is_some() && !Self::as_inner()) {
            return needs;
        }
        let scratch = recipe.scratch_len(resources.threads).unwrap_or(usize::MAX);
        let kept = recipe.len().saturating_add(scratch).saturating_add(needs.scratch);
        let bytes = (kept as u64).saturating_mul(size_of::<X::Inner>() as u64);
        needs.tables = needs.tables.map(|tables| tables.saturating_add(bytes));
        Needs { kept, scratch: 0, ..needs }
    }

    fn multiplies(&self) -> bool {
        true
    }

    fn build(&self, job: &Job<'_, M>) -> Result<Option<Built<M>>> {
        let Points::Powers(domain) = job.points else { return Ok(None) };
        let exchange = X::new()?;
        if !Self::as_inner() {
            let numbers = || {
                let coset = match job.coset {
                    Some(coset) => Some(Self::word(&exchange, coset)?),
                    None => None,
                };
                Some(Numbers { prime: four(X::Inner::MODULUS)?, root: Self::word(&exchange, domain.root())?, coset })
            };
            if let Some((kernel, natural)) = wide::kernel(job.recipe, domain.len(), numbers, job.resources)? {
                return InLanes::engine(kernel, natural, X::Words::new()?).map(|engine| Some(Built::new(engine)));
            }
        }
        let inner = |element: &Outer<X>| exchange.inner(element).ok_or(INCONSISTENT_FIELD);
        let coset = job.coset.map(inner).transpose()?;
        let points = Points::Powers(Domain::with_root(native::<X::Inner>(), domain.len(), inner(domain.root())?)?);
        let inner = Job { coset: coset.as_ref(), scale: job.scale, ..Job::new(job.recipe, &points, job.resources) };
        let Some(Built { engine, scaled }) = engine::built(&inner)? else { return Ok(None) };
        let room = if Self::is_same() { 0 } else { engine.len().saturating_add(engine.scratch_len()) };
        let spaces = Spaces::new("the elements of another field", room, X::Inner::ZERO)?;
        Ok(Some(Built { engine: Arc::new(Carried { engine, spaces, exchange }), scaled }))
    }
}

struct Carried<X: Exchange> {
    engine: Engine<Inner<X>>,
    spaces: Spaces<X::Inner>,
    exchange: X,
}

impl<X: Exchange> Carried<X> {
    fn run(
        &self,
        input: Option<&[Outer<X>]>,
        output: &mut [Outer<X>],
        scratch: &mut [Outer<X>],
        inverse: bool,
    ) -> Result<()> {
        let engine = &self.engine;
        if Through::<X>::is_same() {
            let (output, scratch) =
                (cast::same_mut(output).ok_or(INCONSISTENT_FIELD)?, cast::same_mut(scratch).ok_or(INCONSISTENT_FIELD)?);
            return match (input.map(|input| cast::same(input).ok_or(INCONSISTENT_FIELD)).transpose()?, inverse) {
                (None, false) => engine.forward(output, scratch),
                (None, true) => engine.inverse_unscaled(output, scratch),
                (Some(input), false) => engine.forward_into(input, output, scratch),
                (Some(input), true) => engine.inverse_unscaled_into(input, output, scratch),
            };
        }
        Error::check_len("slice of values", engine.len(), output.len())?;
        if let Some(input) = input {
            Error::check_len("input", engine.len(), input.len())?;
        }
        self.spaces.with(|space| {
            let (inner, scratch) = space.split_at_mut(engine.len());
            for (inner, element) in inner.iter_mut().zip(input.unwrap_or(output)) {
                *inner = self.exchange.inner(element).ok_or(INCONSISTENT_FIELD)?;
            }
            match inverse {
                false => engine.forward(inner, scratch)?,
                true => engine.inverse_unscaled(inner, scratch)?,
            }
            for (element, inner) in output.iter_mut().zip(&*inner) {
                *element = self.exchange.outer(inner).ok_or(INCONSISTENT_FIELD)?;
            }
            Ok(())
        })
    }
}

impl<X: Exchange, M: Module<Element = Outer<X>>> Transform<M> for Carried<X> {
    fn len(&self) -> usize {
        self.engine.len()
    }

    fn order(&self) -> Order {
        self.engine.order()
    }

    fn scratch_len(&self) -> usize {
        if Through::<X>::is_same() { self.engine.scratch_len() } else { 0 }
    }

    fn inverse_scale(&self) -> usize {
        self.engine.inverse_scale()
    }

    fn forward(&self, values: &mut [Outer<X>], scratch: &mut [Outer<X>]) -> Result<()> {
        self.run(None, values, scratch, false)
    }

    fn inverse_unscaled(&self, values: &mut [Outer<X>], scratch: &mut [Outer<X>]) -> Result<()> {
        self.run(None, values, scratch, true)
    }

    fn forward_into(&self, input: &[Outer<X>], output: &mut [Outer<X>], scratch: &mut [Outer<X>]) -> Result<()> {
        self.run(Some(input), output, scratch, false)
    }

    fn inverse_unscaled_into(
        &self,
        input: &[Outer<X>],
        output: &mut [Outer<X>],
        scratch: &mut [Outer<X>],
    ) -> Result<()> {
        self.run(Some(input), output, scratch, true)
    }

    fn inside(&self) -> Option<&dyn Any> {
        if Through::<X>::is_same() { self.engine.inside() } else { None }
    }
}
