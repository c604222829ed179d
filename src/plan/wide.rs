//! Kernels under the plans of primes of 252 to 255 bits: the fields of this crate, and those of `ff`.
//!
//! The fields of this crate are transformed in place: Montgomery words times a root are Montgomery words. Fields of
//! other crates that expose such words are converted in the first and last pass, see `words`. The others are converted
//! through their canonical bytes, see `foreign`.

use super::{
    Accelerated, Ask, Built, Job, Kernels, PackedShape, Recipe, Resources, engine, kernels::Needs, points::Points,
    reorder::Engine, resident::InWords,
};
use crate::{
    Error, Result,
    algebra::{Domain, Lift, Module, Ring, Scalar},
    dft::{Transform, check_slices},
    kernel::{
        cast,
        isa::Isa,
        ntt::wide::{
            self, Form, Pool,
            carry::{self, Carried},
        },
    },
    order::Order,
    rings::{
        Mont256, Mont256Parameters, Residue,
        representation::{Representation, load, store},
    },
    threads::{Every, share},
};
use alloc::{boxed::Box, format, sync::Arc};
use core::{any::Any, marker::PhantomData, sync::atomic::Ordering};

/// Elements that one thread carries at least.
const PIECE: usize = 1 << 10;

/// Returns the instruction sets that kernels for this prime are written for: AVX2, and AVX-512 where it comes with products of 52 bits.
pub(super) fn instruction_sets(prime: &[u64]) -> &'static [Isa] {
    let takes = four(prime).is_some_and(|prime| wide::takes(&prime));
    match takes {
        true if wide::has_products(Isa::Avx512) => &[Isa::Avx2, Isa::Avx512],
        true if wide::is_here(Isa::Avx2) => &[Isa::Avx2],
        _ => &[],
    }
}

/// Returns four words, missing ones zero; `None` if there are more.
pub(super) fn four(words: &[u64]) -> Option<Residue> {
    let mut four = [0; 4];
    four.get_mut(..words.len())?.copy_from_slice(words);
    Some(four)
}

/// Returns the recipe of the kernel for this prime, where there is one.
pub(super) fn fastest(prime: &[u64], ask: &Ask) -> Option<Result<Recipe>> {
    let natural = match ask.order {
        Order::Natural => true,
        Order::BitReversed => false,
        _ => return None,
    };
    let exists = match ask.resources.isa.resolved() {
        Ok(isa) => wide::exists(&four(prime)?, ask.len, isa),
        Err(error) => return Some(Err(error)),
    };
    let shape = PackedShape::Residues { lanes: wide::LANES, len: ask.len, natural };
    exists.then_some(Ok(Recipe::Packed { shape }))
}

/// Returns the needs of a kernel; nothing for other recipes.
pub(super) fn needs(recipe: &Recipe, coset: bool) -> Needs {
    match recipe {
        Recipe::Packed { shape: shape @ PackedShape::Residues { lanes: wide::LANES, len, .. } }
            if shape.check().is_ok() =>
        {
            // A size that overflows is refused with the plan.
            Needs { folds: true, ..Needs::tables(wide::bytes(*len, coset).unwrap_or(u64::MAX)) }
        }
        _ => Needs::default(),
    }
}

/// The numbers of a kernel, as words.
pub(super) struct Numbers {
    pub(super) prime: Residue,
    pub(super) root: Residue,
    pub(super) coset: Option<Residue>,
}

/// Builds the kernel of a recipe over a root of order `order`, where there is one, and returns whether its order is natural.
pub(super) fn kernel(
    recipe: &Recipe,
    order: usize,
    numbers: impl FnOnce() -> Option<Numbers>,
    resources: Resources,
) -> Result<Option<(Box<dyn wide::Kernel>, bool)>> {
    let Recipe::Packed { shape: PackedShape::Residues { lanes: wide::LANES, len, natural } } = recipe else {
        return Ok(None);
    };
    if *len != order {
        return Ok(None);
    }
    let Some(Numbers { prime, root, coset }) = numbers() else { return Ok(None) };
    if coset == Some([0; 4]) {
        return Ok(None);
    }
    let kernel = wide::kernel(&prime, *len, &root, coset.as_ref(), resources.threads, resources.isa.resolved()?);
    Ok(kernel.transpose()?.map(|kernel| (kernel, *natural)))
}

/// Returns the refusal of a recipe that needs a kernel, over this ring.
pub(super) fn missing(recipe: &Recipe, ring: &impl Ring) -> Error {
    Error::Unsupported {
        what: format!(
            "{recipe} is not for {} on this machine: take auto, or `depth-first`, which takes any root",
            ring.name()
        ),
    }
}

/// The kernels of a field with words of four, and the textbook where they end.
pub(super) struct Wide<R>(PhantomData<fn() -> R>);

impl<R: 'static> Wide<R> {
    pub(super) const NEW: &'static Self = &Wide(PhantomData);
}

impl<R: Representation, M: Accelerated<Element = R::Element, Scalars: Lift>> Kernels<M> for Wide<R> {
    fn instruction_sets(&self, ring: &M) -> &'static [Isa] {
        if R::new().is_ok() { instruction_sets(&ring.scalars().modulus()) } else { &[] }
    }

    fn fastest(&self, ring: &M, ask: &Ask) -> Option<Result<Recipe>> {
        fastest(&ring.scalars().modulus(), ask).filter(|_| R::new().is_ok())
    }

    fn needs(&self, _: &M, recipe: &Recipe, coset: bool, _: Resources) -> Needs {
        needs(recipe, coset)
    }

    fn multiplies(&self) -> bool {
        true
    }

    fn build(&self, job: &Job<'_, M>) -> Result<Option<Built<M>>> {
        let Points::Powers(domain) = job.points else { return Ok(None) };
        let numbers = || numbers(domain, job.coset);
        if let Some((kernel, natural)) = kernel(job.recipe, domain.len(), numbers, job.resources)? {
            return InLanes::engine(kernel, natural, R::new()?).map(|engine| Some(Built::new(engine)));
        }
        if !job.is_plain() {
            return Ok(None);
        }
        if let Some(blocks) = super::truncated::engine(job.recipe, domain, job.resources, |_, _, _, _| Ok(None))? {
            return Ok(Some(Built::new(blocks)));
        }
        match job.recipe {
            Recipe::Packed { .. } => Err(missing(job.recipe, domain.module().scalars())),
            recipe => Ok(Some(Built::new(engine::build(recipe, domain, job.resources.threads)?))),
        }
    }
}

/// Returns the numbers of a kernel over a domain.
fn numbers<M: Accelerated<Scalars: Lift>>(domain: &Domain<M>, coset: Option<&Scalar<M>>) -> Option<Numbers> {
    let ring = domain.module().scalars();
    let words = |scalar: &Scalar<M>| four(&ring.to_words(scalar));
    let coset = match coset {
        Some(coset) => Some(words(coset)?),
        None => None,
    };
    Some(Numbers { prime: four(&ring.modulus())?, root: words(domain.root())?, coset })
}

/// A kernel over residues, which elements are or are carried to.
pub(super) struct InLanes<C: Representation> {
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

impl<C: Representation> InLanes<C> {
    /// Returns the kernel as an engine of plans.
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

impl<C: Representation> Lanes<C> {
    fn carried(&self) -> Carried<'_, C> {
        Carried { kernel: &*self.kernel, carry: &self.carry, natural: self.natural }
    }
}

impl<C: Representation, M: Module<Element = C::Element>> Transform<M> for InLanes<C> {
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

impl<C: Representation> InWords<C::Element> for Lanes<C> {
    fn load(&self, from: &[C::Element], to: &mut [Residue]) {
        let shared = self.kernel.threads() > 1;
        share(shared, (Every(from, 1), Every(to, 1)), PIECE, &|(from, to): (Every<&[_]>, Every<&mut [_]>)| {
            load(&self.carry, from.0, to.0);
        });
    }

    fn store(&self, from: &[Residue], to: &mut [C::Element]) -> Result<()> {
        let shared = self.kernel.threads() > 1;
        carry::all(|invalid| {
            share(shared, (Every(from, 1), Every(to, 1)), PIECE, &|(from, to): (Every<&[_]>, Every<&mut [_]>)| {
                if !store(&self.carry, from.0, to.0) {
                    invalid.store(true, Ordering::Relaxed);
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

/// The words of a field of this crate, in place.
pub(super) struct Limbs<C>(PhantomData<C>);

impl<C: Mont256Parameters> Representation for Limbs<C> {
    type Element = Mont256<C>;
    const MONTGOMERY: bool = true;

    fn new() -> Result<Self> {
        Ok(Limbs(PhantomData))
    }

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
