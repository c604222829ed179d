//! Kernels under the plans of primes of 252 to 255 bits: the fields of this crate, and those of `ff`.
//!
//! The fields of this crate are transformed where they lie: Montgomery words times a root are Montgomery words. What carries
//! elements of other fields is in `foreign`.

use super::{Accelerated, PackedShape, Recipe, Resources, engine::Engine};
use crate::{
    Error, Result,
    algebra::{Domain, Lift, Ring, Scalar, Std},
    dft::{Transform, check_slices},
    kernel::{
        cast,
        isa::Isa,
        ntt::wide::{self, Pool, Residue},
    },
    order::Order,
    rings::{Bls12381Fr, Bn254Fr, Mont256, Mont256Parameters, ViaNative},
};
use alloc::{boxed::Box, format, sync::Arc};
use core::any::TypeId;

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
type Wrap<M> = fn(Box<dyn wide::Kernel>, bool, usize) -> Result<Engine<M>>;

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
        Some((kernel, natural)) => wrap(kernel, natural, resources.threads).map(Some),
        None => Ok(None),
    }
}

/// The engine of a recipe: a kernel, or the textbook's.
pub(super) fn engine<M: Accelerated>(
    recipe: &Recipe,
    domain: &Domain<M>,
    resources: Resources,
    wrap: Wrap<M>,
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
            super::engine::reorder(*order, recipe.is_cyclic(), engine(inner, domain, resources, wrap)?)
        }
        _ => super::engine::build(recipe, domain, resources.threads),
    }
}

pub(super) fn order(natural: bool) -> Order {
    if natural { Order::Natural } else { Order::BitReversed }
}

/// A kernel over the words of a field of this crate.
struct Own {
    kernel: Box<dyn wide::Kernel>,
    pool: Pool,
    natural: bool,
}

/// [`Own`] as an engine.
pub(super) fn own<C: Mont256Parameters>(
    kernel: Box<dyn wide::Kernel>,
    natural: bool,
    _: usize,
) -> Result<Engine<Std<Mont256<C>, ViaNative>>> {
    let pool = Pool::new(kernel.len(), false)?;
    Ok(Arc::new(Own { kernel, pool, natural }))
}

impl<C: Mont256Parameters> Transform<Std<Mont256<C>, ViaNative>> for Own {
    fn len(&self) -> usize {
        self.kernel.len()
    }

    fn order(&self) -> Order {
        order(self.natural)
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [Mont256<C>], scratch: &mut [Mont256<C>]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let words = cast::residues_mut(values);
        self.pool.with(|space| self.kernel.forward(words, &mut space.blocks, self.natural))
    }

    fn inverse_unscaled(&self, values: &mut [Mont256<C>], scratch: &mut [Mont256<C>]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let words = cast::residues_mut(values);
        self.pool.with(|space| self.kernel.inverse(words, &mut space.blocks, self.natural))
    }
}
