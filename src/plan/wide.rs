//! Kernels under the plans of primes of 252 to 255 bits: the fields of this crate, and those of `ff`.
//!
//! The fields of this crate are transformed where they lie: Montgomery words times a root are Montgomery words. Those of other
//! crates that hand out such words are read from them in the first pass and made of them in the last, see `words`; those that do
//! not go through their canonical bytes instead, see `foreign`.

use super::{Accelerated, Factors, Folded, PackedShape, Recipe, Resources, engine::Engine, resident::InWords};
use crate::{
    Error, Result,
    algebra::{Domain, Lift, Module, Ring, Scalar, Std},
    dft::{Transform, check_slices},
    kernel::{
        cast,
        isa::Isa,
        ntt::wide::{
            self, Form, Pool, Residue,
            carry::{self, Carried, Carry},
        },
    },
    order::Order,
    rings::{Bls12381Fr, Bn254Fr, Mont256, Mont256Parameters, ViaNative},
    threads::{Every, share},
};
use alloc::{boxed::Box, format, sync::Arc};
use core::{
    any::{Any, TypeId},
    marker::PhantomData,
    sync::atomic::Ordering,
};

/// Elements that one thread carries at least.
const PIECE: usize = 1 << 10;

/// Whether `F` is a field of this crate with kernels.
pub(super) fn is_own<F: 'static>() -> bool {
    [TypeId::of::<Bls12381Fr>(), TypeId::of::<Bn254Fr>()].contains(&TypeId::of::<F>())
}

/// The instruction sets that kernels for the ring are written for.
pub(super) fn instruction_sets<M: Lift>(ring: &M) -> &'static [Isa] {
    let takes = four(&ring.modulus()).is_some_and(|prime| wide::takes(&prime));
    if takes { &[Isa::Avx512] } else { &[] }
}

/// Four words, missing ones zero; `None` if there are more.
fn four(words: &[u64]) -> Option<Residue> {
    let mut four = [0; 4];
    four.get_mut(..words.len())?.copy_from_slice(words);
    Some(four)
}

/// The kernel for this prime, length and order, where there is one.
pub(super) fn shape<M: Lift>(ring: &M, len: usize, order: Order, resources: Resources) -> Option<Result<PackedShape>> {
    let natural = match order {
        Order::Natural => true,
        Order::BitReversed => false,
        _ => return None,
    };
    let isa = match resources.isa.resolved() {
        Ok(isa) => isa,
        Err(error) => return Some(Err(error)),
    };
    let exists = wide::exists(&four(&ring.modulus())?, len, isa);
    exists.then_some(Ok(PackedShape::Residues { lanes: wide::LANES, len, natural }))
}

/// The kernel of a recipe with the points multiplied by `coset`, where a kernel computes it, and whether in natural order.
fn kernel<M: Accelerated>(
    recipe: &Recipe,
    domain: &Domain<M>,
    coset: Option<&Scalar<M>>,
    resources: Resources,
) -> Result<Option<(Box<dyn wide::Kernel>, bool)>>
where
    M::Scalars: Lift,
{
    let Recipe::Packed { shape: PackedShape::Residues { lanes: wide::LANES, len, natural } } = recipe else {
        return Ok(None);
    };
    let ring = domain.module().scalars();
    if *len != domain.len() || coset.is_some_and(|coset| ring.is_zero(coset)) {
        return Ok(None);
    }
    let words = |scalar: &Scalar<M>| four(&ring.to_words(scalar));
    let (Some(prime), Some(root)) = (four(&ring.modulus()), words(domain.root())) else { return Ok(None) };
    let shift = match coset {
        Some(coset) => match words(coset) {
            Some(shift) => Some(shift),
            None => return Ok(None),
        },
        None => None,
    };
    let kernel = wide::kernel(&prime, *len, &root, shift.as_ref(), resources.threads, resources.isa.resolved()?);
    Ok(kernel.transpose()?.map(|kernel| (kernel, *natural)))
}

/// What makes an engine of a kernel.
type Wrap<M> = fn(Box<dyn wide::Kernel>, bool) -> Result<Engine<M>>;

/// The engine of a recipe, on a coset if there is one; `None` where no kernel computes it.
pub(super) fn packed<M: Accelerated>(
    recipe: &Recipe,
    domain: &Domain<M>,
    coset: Option<&Scalar<M>>,
    resources: Resources,
    wrap: Wrap<M>,
) -> Result<Option<Engine<M>>>
where
    M::Scalars: Lift,
{
    match kernel(recipe, domain, coset, resources)? {
        Some((kernel, natural)) => wrap(kernel, natural).map(Some),
        None => Ok(None),
    }
}

/// The engine of a recipe with its coset in the tables, where a kernel computes it; the scale is the plan's.
pub(super) fn folded<M: Accelerated>(
    recipe: &Recipe,
    domain: &Domain<M>,
    factors: Factors<'_, M>,
    resources: Resources,
    wrap: Wrap<M>,
) -> Result<Option<Folded<M>>>
where
    M::Scalars: Lift,
{
    let Some(coset) = factors.coset else { return Ok(None) };
    let engine = packed(recipe, domain, Some(coset), resources, wrap)?;
    Ok(engine.map(|engine| Folded::new(engine, false)))
}

/// What makes an engine of other recipes.
type Otherwise<M> = fn(&Recipe, &Domain<M>, Resources) -> Result<Engine<M>>;

/// The textbook, and blocks by kernels.
pub(super) fn textbook<M: Accelerated>(recipe: &Recipe, domain: &Domain<M>, resources: Resources) -> Result<Engine<M>> {
    match super::truncated::engine(recipe, domain, resources, |_, _, _, _| Ok(None))? {
        Some(blocks) => Ok(blocks),
        None => super::engine::build(recipe, domain, resources.threads),
    }
}

/// The engine of a recipe: a kernel, or what there is otherwise.
pub(super) fn engine<M: Accelerated>(
    recipe: &Recipe,
    domain: &Domain<M>,
    resources: Resources,
    wrap: Wrap<M>,
    otherwise: Otherwise<M>,
) -> Result<Engine<M>>
where
    M::Scalars: Lift,
{
    if let Some(kernel) = packed(recipe, domain, None, resources, wrap)? {
        return Ok(kernel);
    }
    match recipe {
        Recipe::Packed { .. } => Err(Error::Unsupported {
            what: format!(
                "{recipe} is not for {} on this machine: take auto, or `depth-first`, which takes any root",
                domain.module().scalars().name()
            ),
        }),
        Recipe::Reorder { order, inner } => {
            super::engine::reorder(*order, recipe.is_cyclic(), engine(inner, domain, resources, wrap, otherwise)?)
        }
        _ => otherwise(recipe, domain, resources),
    }
}

/// Bytes of the tables and the workspace of a kernel.
pub(super) fn bytes(shape: &PackedShape, coset: bool) -> Option<u64> {
    match shape {
        PackedShape::Residues { lanes: wide::LANES, len, .. } if shape.check().is_ok() => wide::bytes(*len, coset),
        _ => None,
    }
}

/// A kernel over residues, which elements are or are carried to.
pub(super) struct InLanes<C: Carry> {
    lanes: Arc<Lanes<C>>,
    /// The same.
    words: Arc<dyn InWords<C::Element>>,
}

struct Lanes<C> {
    kernel: Box<dyn wide::Kernel>,
    pool: Pool,
    natural: bool,
    carry: C,
}

impl<C: Carry> InLanes<C> {
    /// The kernel as an engine of plans.
    pub(super) fn engine<M: Module<Element = C::Element>>(
        kernel: Box<dyn wide::Kernel>,
        natural: bool,
        carry: C,
    ) -> Result<Engine<M>> {
        let pool = Pool::new(kernel.len())?;
        let lanes = Arc::new(Lanes { kernel, pool, natural, carry });
        let words = Arc::clone(&lanes) as Arc<dyn InWords<C::Element>>;
        Ok(Arc::new(InLanes { lanes, words }))
    }
}

impl<C: Carry> Lanes<C> {
    fn carried(&self) -> Carried<'_, C> {
        Carried { kernel: &*self.kernel, carry: &self.carry, natural: self.natural }
    }
}

impl<C: Carry, M: Module<Element = C::Element>> Transform<M> for InLanes<C> {
    fn len(&self) -> usize {
        self.lanes.kernel.len()
    }

    fn order(&self) -> Order {
        if self.lanes.natural { Order::Natural } else { Order::BitReversed }
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [C::Element], scratch: &mut [C::Element]) -> Result<()> {
        check_slices::<M>(self, values, scratch)?;
        if let Some(words) = C::in_place(values) {
            return self.lanes.transform(words, false);
        }
        let carried = self.lanes.carried();
        self.lanes.pool.with(|space| {
            carried.enter(values, space);
            carried.values(space, values)
        })
    }

    fn inverse_unscaled(&self, values: &mut [C::Element], scratch: &mut [C::Element]) -> Result<()> {
        check_slices::<M>(self, values, scratch)?;
        if let Some(words) = C::in_place(values) {
            return self.lanes.transform(words, true);
        }
        let carried = self.lanes.carried();
        self.lanes.pool.with(|space| {
            carried.enter_values(values, space);
            carried.coefficients(space, values)
        })
    }

    fn forward_into(&self, input: &[C::Element], output: &mut [C::Element], scratch: &mut [C::Element]) -> Result<()> {
        Error::check_len("input", self.lanes.kernel.len(), input.len())?;
        check_slices::<M>(self, output, scratch)?;
        let carried = self.lanes.carried();
        self.lanes.pool.with(|space| {
            carried.enter(input, space);
            carried.values(space, output)
        })
    }

    fn inverse_unscaled_into(
        &self,
        input: &[C::Element],
        output: &mut [C::Element],
        scratch: &mut [C::Element],
    ) -> Result<()> {
        Error::check_len("input", self.lanes.kernel.len(), input.len())?;
        check_slices::<M>(self, output, scratch)?;
        let carried = self.lanes.carried();
        self.lanes.pool.with(|space| {
            carried.enter_values(input, space);
            carried.coefficients(space, output)
        })
    }

    fn inside(&self) -> Option<&dyn Any> {
        Some(&self.words)
    }
}

impl<C: Carry> InWords<C::Element> for Lanes<C> {
    fn load(&self, from: &[C::Element], to: &mut [Residue]) {
        let shared = self.kernel.threads() > 1;
        share(shared, (Every(from, 1), Every(to, 1)), PIECE, &|(from, to): (Every<&[_]>, Every<&mut [_]>)| {
            carry::load(&self.carry, from.0, to.0);
        });
    }

    fn store(&self, from: &[Residue], to: &mut [C::Element]) -> Result<()> {
        let shared = self.kernel.threads() > 1;
        carry::all(|strange| {
            share(shared, (Every(from, 1), Every(to, 1)), PIECE, &|(from, to): (Every<&[_]>, Every<&mut [_]>)| {
                if !carry::store(&self.carry, from.0, to.0) {
                    strange.store(true, Ordering::Relaxed);
                }
            });
        })
    }

    fn transform(&self, words: &mut [Residue], inverse: bool) -> Result<()> {
        self.pool.with(|space| match inverse {
            true => self.kernel.inverse(words, space, self.natural),
            false => self.kernel.forward(words, space, self.natural),
        })
    }

    fn multiply(&self, x: &mut [Residue], y: &[Residue], z: Option<&[Residue]>) {
        let form = if C::MONTGOMERY { Form::Montgomery } else { Form::Residues };
        self.kernel.multiply(form, x, y, z);
    }

    fn add(&self, x: &mut [Residue], y: &[Residue], subtract: bool) {
        self.kernel.add(x, y, subtract);
    }
}

/// The words of a field of this crate, where they lie.
struct Own<C>(PhantomData<C>);

impl<C: Mont256Parameters> Carry for Own<C> {
    type Element = Mont256<C>;
    const MONTGOMERY: bool = true;

    fn in_place(elements: &mut [Mont256<C>]) -> Option<&mut [Residue]> {
        Some(cast::residues_mut(elements))
    }

    #[inline]
    fn words(&self, element: &Mont256<C>) -> Residue {
        element.limbs
    }

    #[inline]
    fn element(&self, words: &Residue) -> Option<Mont256<C>> {
        Some(Mont256::raw(*words))
    }
}

/// A kernel over the words of a field of this crate as an engine.
pub(super) fn own<C: Mont256Parameters>(
    kernel: Box<dyn wide::Kernel>,
    natural: bool,
) -> Result<Engine<Std<Mont256<C>, ViaNative>>> {
    InLanes::engine(kernel, natural, Own(PhantomData))
}
