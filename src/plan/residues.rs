//! Kernels under the plans of residues of word size.

use super::{Accelerated, Algorithm, PackedShape, Recipe, Resources, engine::Engine};
use crate::{
    Error, Result,
    algebra::{Domain, Ring, Scalar, Std},
    dft::{Transform, check_slices},
    kernel::{cast, isa::Isa, ntt},
    order::Order,
    rings::{BabyBear, Goldilocks, KoalaBear, M31, Modular, Monty31, NativeField, ViaNative},
};
use alloc::{boxed::Box, format, sync::Arc};
use core::any::TypeId;

/// The instruction sets that the kernels are written for.
pub(super) const INSTRUCTION_SETS: &[Isa] = &[Isa::Avx2, Isa::Avx512];

/// No kernel is longer.
const LONGEST: usize = 1 << 40;

/// A ring whose elements are words.
pub(super) trait Words: Accelerated {
    /// Of 64 bits or of 32.
    type Word: 'static;

    /// The words where the elements lie.
    fn words(values: &mut [Self::Element]) -> &mut [Self::Word];
    /// The residue.
    fn word(scalar: &Scalar<Self>) -> u64;
    /// Lanes of a vector for so many elements.
    fn lanes(len: usize, isa: Isa) -> usize {
        ntt::lanes(len, isa)
    }
    fn kernel(&self, map: &ntt::Map, lanes: usize, isa: Isa) -> Option<Box<dyn ntt::Kernel<Self::Word>>>;
}

impl Words for Modular {
    type Word = u64;

    fn words(values: &mut [u64]) -> &mut [u64] {
        values
    }

    fn word(scalar: &u64) -> u64 {
        *scalar
    }

    fn kernel(&self, map: &ntt::Map, lanes: usize, isa: Isa) -> Option<Box<dyn ntt::Kernel>> {
        ntt::modular(self, map, lanes, isa)
    }
}

impl Words for Std<Goldilocks, ViaNative> {
    type Word = u64;

    fn words(values: &mut [Goldilocks]) -> &mut [u64] {
        cast::words_mut(values)
    }

    fn word(scalar: &Goldilocks) -> u64 {
        scalar.value()
    }

    fn kernel(&self, map: &ntt::Map, lanes: usize, isa: Isa) -> Option<Box<dyn ntt::Kernel>> {
        ntt::goldilocks(map, lanes, isa)
    }
}

/// The words are in Montgomery's form, which is linear: the kernel of the residues serves them.
impl<const P: u32> Words for Std<Monty31<P>, ViaNative> {
    type Word = u32;

    fn words(values: &mut [Monty31<P>]) -> &mut [u32] {
        cast::small_words_mut(values)
    }

    fn word(scalar: &Monty31<P>) -> u64 {
        scalar.value().into()
    }

    fn lanes(len: usize, isa: Isa) -> usize {
        ntt::small_lanes(len, isa)
    }

    fn kernel(&self, map: &ntt::Map, lanes: usize, _: Isa) -> Option<Box<dyn ntt::Kernel<u32>>> {
        ntt::small(P, map, lanes)
    }
}

/// Whether some plan over `F` has a kernel.
pub(super) fn has_kernels<F: NativeField>() -> bool {
    lanes_of::<F>().is_some() || TypeId::of::<F>() == TypeId::of::<M31>()
}

/// What finds the lanes of the kernels of `F`, where there are some.
pub(super) fn lanes_of<F: NativeField>() -> Option<fn(usize, Isa) -> usize> {
    match TypeId::of::<F>() {
        field if field == TypeId::of::<Goldilocks>() => Some(ntt::lanes),
        field if [TypeId::of::<BabyBear>(), TypeId::of::<KoalaBear>()].contains(&field) => Some(ntt::small_lanes),
        _ => None,
    }
}

/// A kernel as an engine of plans; its inverse is exact.
struct Packed<W> {
    kernel: Box<dyn ntt::Kernel<W>>,
    len: usize,
    order: Order,
}

impl<M: Words> Transform<M> for Packed<M::Word> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        self.order
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices::<M>(self, values, scratch)?;
        self.kernel.forward(M::words(values));
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices::<M>(self, values, scratch)?;
        self.kernel.inverse(M::words(values));
        Ok(())
    }
}

/// The kernel for this length and order, where there is one.
pub(super) fn shape(
    len: usize,
    order: Order,
    resources: Resources,
    lanes: fn(usize, Isa) -> usize,
) -> Option<Result<PackedShape>> {
    let natural = match order {
        Order::Natural => true,
        Order::BitReversed => false,
        _ => return None,
    };
    if !len.is_power_of_two() || !(2..=LONGEST).contains(&len) {
        return None;
    }
    match resources.isa.resolved() {
        Ok(isa) => Some(Ok(PackedShape::Residues { lanes: lanes(len, isa), len, natural })),
        Err(error) => Some(Err(error)),
    }
}

/// The engine of a recipe: a kernel, or the textbook's.
///
/// The negacyclic transform is a kernel too, unless words alone are asked for.
pub(super) fn engine<M: Words>(recipe: &Recipe, domain: &Domain<M>, resources: Resources) -> Result<Engine<M>> {
    if let Some(kernel) = kernel(recipe, domain, None, resources)? {
        return Ok(kernel);
    }
    match recipe {
        Recipe::Packed { .. } => Err(Error::Unsupported {
            what: format!(
                "{recipe} is not for {} with this root here: take auto, or `stockham`, which takes any",
                domain.module().scalars().name()
            ),
        }),
        Recipe::Reorder { order, inner } => {
            super::engine::reorder(*order, recipe.is_cyclic(), engine(inner, domain, resources)?)
        }
        _ => super::engine::build(recipe, domain, resources.threads),
    }
}

/// The kernel of a recipe with the points multiplied by `coset`, where a kernel computes it.
pub(super) fn kernel<M: Words>(
    recipe: &Recipe,
    domain: &Domain<M>,
    coset: Option<&Scalar<M>>,
    resources: Resources,
) -> Result<Option<Engine<M>>> {
    let isa = resources.isa.resolved()?;
    let (ring, order) = (domain.module().scalars(), domain.len());
    let (len, lanes, natural) = match recipe {
        Recipe::Packed { shape: PackedShape::Residues { lanes, len, natural } } if *len == order => {
            (*len, *lanes, *natural)
        }
        Recipe::Plain { algorithm: Algorithm::Negacyclic, len }
            if isa != Isa::Scalar && *len > 1 && len.checked_mul(2) == Some(order) =>
        {
            (*len, M::lanes(*len, isa), false)
        }
        _ => return Ok(None),
    };
    let power = |k: usize| ring.pow(domain.root(), (k % order) as u64);
    let pair = |w: &Scalar<M>, inverse: &Scalar<M>| [M::word(w), M::word(inverse)];
    let step = order / len;
    // The negacyclic points are a coset of the powers of the root's square, shifted by the root.
    let mut shift = (step > 1).then(|| (power(1), power(order - 1)));
    if let Some(coset) = coset {
        // What is no unit is refused where it is told so.
        let Some(inverse) = ring.inverse(coset) else { return Ok(None) };
        let (mut by, mut back) = shift.unwrap_or_else(|| (ring.one(), ring.one()));
        ring.mul_assign(&mut by, coset);
        ring.mul_assign(&mut back, &inverse);
        shift = Some((by, back));
    }
    let map = ntt::Map {
        len,
        root: pair(&power(step), &power(order - step)),
        shift: shift.map(|(by, back)| pair(&by, &back)),
        scale: M::word(&ring.inverse_of_integer(len as u64)?),
        natural,
        threads: resources.threads,
    };
    let order = if natural { Order::Natural } else { Order::BitReversed };
    let kernel = domain.module().kernel(&map, lanes, isa);
    Ok(kernel.map(|kernel| Arc::new(Packed { kernel, len, order }) as Engine<M>))
}
