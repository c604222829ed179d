//! Kernels under the plans of residues of word size.

use super::{
    Accelerated, Algorithm, Factors, Folded, PackedShape, Recipe, Resources, Scale, engine::Engine,
    methods::word_fields, scale::Factor,
};
use crate::{
    Error, Result,
    algebra::{Domain, Module, Ring, Scalar, Std},
    arith,
    dft::{Transform, check_slices},
    kernel::{First, cast, isa::Isa, ntt},
    lists,
    order::Order,
    rings::{BabyBear, Goldilocks, KoalaBear, M31, Modular, Modular32, Monty31, NativeField, ViaNative},
};
use alloc::{boxed::Box, format, sync::Arc, vec::Vec};
use core::any::{Any, TypeId};

/// The instruction sets that the kernels are written for.
pub(super) const INSTRUCTION_SETS: &[Isa] = &[Isa::Avx2, Isa::Avx512];

/// No kernel is longer.
const LONGEST: usize = arith::saturating_power_of_two(40);

/// A ring whose elements are words.
pub(super) trait Words: Accelerated {
    /// Of 64 bits or of 32.
    type Word: 'static;
    /// Whether every word of an element is below the modulus.
    const REDUCED: bool = false;

    /// The words where the elements lie.
    fn words(values: &mut [Self::Element]) -> &mut [Self::Word];
    /// The residue.
    fn word(scalar: &Scalar<Self>) -> u64;
    /// Lanes of a vector for so many elements.
    fn lanes(len: usize, isa: Isa) -> usize {
        ntt::lanes(len, isa)
    }
    fn kernel(&self, map: &ntt::Map, lanes: usize, isa: Isa) -> Option<Box<dyn ntt::Kernel<Self::Word>>>;
    /// Lanes of a vector for rows of so many columns; 1 where there are no kernels for columns.
    fn column_lanes(&self, width: usize, isa: Isa) -> usize {
        let _ = (width, isa);
        1
    }
    /// The kernel for columns in vectors.
    fn column_kernel(&self, map: &ntt::Map, width: usize, isa: Isa) -> Option<Box<dyn ntt::ColumnKernel<Self::Word>>> {
        let _ = (map, width, isa);
        None
    }
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

    fn column_lanes(&self, width: usize, isa: Isa) -> usize {
        if self.modulus() >> 62 == 0 && ntt::wide_column_lanes(width, isa) == 8 { 8 } else { 1 }
    }

    fn column_kernel(&self, map: &ntt::Map, width: usize, isa: Isa) -> Option<Box<dyn ntt::ColumnKernel<u64>>> {
        ntt::modular_columns(self, map, width, ntt::wide_column_lanes(width, isa))
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

    fn column_lanes(&self, width: usize, isa: Isa) -> usize {
        ntt::wide_column_lanes(width, isa)
    }

    fn column_kernel(&self, map: &ntt::Map, width: usize, isa: Isa) -> Option<Box<dyn ntt::ColumnKernel<u64>>> {
        ntt::goldilocks_columns(map, width, ntt::wide_column_lanes(width, isa))
    }
}

/// What [`Words`] has of the kernels of words of 32 bits, below the modulus `$modulus`.
macro_rules! small {
    ($ring:ident: $modulus:expr) => {
        fn lanes(len: usize, isa: Isa) -> usize {
            ntt::small_lanes(len, isa)
        }

        fn kernel(&self, map: &ntt::Map, lanes: usize, isa: Isa) -> Option<Box<dyn ntt::Kernel<u32>>> {
            let $ring = self;
            ntt::small($modulus, map, lanes, isa)
        }

        fn column_lanes(&self, width: usize, isa: Isa) -> usize {
            ntt::column_lanes(width, isa)
        }

        fn column_kernel(&self, map: &ntt::Map, width: usize, isa: Isa) -> Option<Box<dyn ntt::ColumnKernel<u32>>> {
            let $ring = self;
            ntt::small_columns($modulus, map, width, ntt::column_lanes(width, isa))
        }
    };
}

impl Words for Modular32 {
    type Word = u32;

    fn words(values: &mut [u32]) -> &mut [u32] {
        values
    }

    fn word(scalar: &u32) -> u64 {
        u64::from(*scalar)
    }

    small!(ring: ring.modulus());
}

/// The words are in Montgomery's form, which is linear: the kernel of the residues serves them.
impl<const P: u32> Words for Std<Monty31<P>, ViaNative> {
    type Word = u32;
    const REDUCED: bool = true;

    fn words(values: &mut [Monty31<P>]) -> &mut [u32] {
        cast::small_words_mut(values)
    }

    fn word(scalar: &Monty31<P>) -> u64 {
        scalar.value().into()
    }

    small!(_ring: P);
}

/// Whether some plan over `F` has a kernel.
pub(super) fn has_kernels<F: NativeField>() -> bool {
    lanes_of::<F>().is_some() || TypeId::of::<F>() == TypeId::of::<M31>()
}

/// What finds the lanes of the kernels of `F`, where there are some.
pub(super) fn lanes_of<F: NativeField>() -> Option<fn(usize, Isa) -> usize> {
    macro_rules! found {
        ($($field:ty)*) => {
            $(if TypeId::of::<F>() == TypeId::of::<$field>() { return Some(<Std<$field, ViaNative> as Words>::lanes); })*
        };
    }
    word_fields!(found);
    None
}

/// Whether the ring `R` has kernels in lanes for powers of two.
pub(super) fn is_with_kernels<R: 'static>() -> bool {
    macro_rules! list {
        ($($field:ty)*) => {
            [TypeId::of::<Modular>(), TypeId::of::<Modular32>() $(, TypeId::of::<Std<$field, ViaNative>>())*]
        };
    }
    word_fields!(list).contains(&TypeId::of::<R>())
}

/// A kernel as an engine of plans.
struct Packed<W> {
    kernel: Box<dyn ntt::Kernel<W>>,
    len: usize,
    order: Order,
    /// Whether the inverse returns the coefficients; else what a plan asked for.
    exact: bool,
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
        if self.exact { 1 } else { self.len }
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

    fn inside(&self) -> Option<&dyn Any> {
        Some(&self.kernel)
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

/// The first values by a kernel that leaves out the others, and the path back in its vectors.
struct FirstValues<W> {
    kernel: Box<dyn ntt::Kernel<W>>,
    pairs: Option<Box<dyn ntt::Pairs<W>>>,
}

impl<M: Words> First<M> for FirstValues<M::Word> {
    fn forward(&self, values: &mut [M::Element], wanted: usize) {
        self.kernel.forward_part(M::words(values), wanted);
    }

    fn pair(&self, step: usize, pairing: ntt::Pairing, low: &mut [M::Element], high: &mut [M::Element]) -> usize {
        self.pairs.as_ref().map_or(0, |pairs| pairs.pair(step, pairing, M::words(low), M::words(high)))
    }
}

fn first<M: Words>(
    recipe: &Recipe,
    domain: &Domain<M>,
    exponents: &[usize],
    resources: Resources,
) -> Result<Option<Box<dyn First<M>>>> {
    let Some((map, lanes)) = map(recipe, domain, nothing(), resources)? else { return Ok(None) };
    let (ring, order) = (domain.module().scalars(), domain.len());
    let half = ring.inverse_of_integer(2)?;
    let step = |&e: &usize| {
        let b = ring.pow(domain.root(), (e % order) as u64);
        let mut back = ring.pow(domain.root(), ((order - e) % order) as u64);
        ring.mul_assign(&mut back, &half);
        let mut minus = b.clone();
        ring.neg_assign(&mut minus);
        [&b, &minus, &back].map(M::word)
    };
    let steps: Vec<[u64; 3]> = lists::of(exponents, step);
    let kernel = domain.module().kernel(&map, lanes, resources.isa.resolved()?);
    Ok(kernel.map(|kernel| {
        let pairs = kernel.pairs(M::word(&half), &steps);
        Box::new(FirstValues { kernel, pairs }) as Box<dyn First<M>>
    }))
}

/// What a plan has where it multiplies with nothing.
fn nothing<M: Words>() -> Factors<'static, M> {
    Factors { coset: None, scale: Scale::INVERSE }
}

/// The engine of a recipe: a kernel, or the textbook's.
///
/// The negacyclic transform is a kernel too, unless words alone are asked for.
pub(super) fn engine<M: Words>(recipe: &Recipe, domain: &Domain<M>, resources: Resources) -> Result<Engine<M>> {
    if let Some(kernel) = kernel(recipe, domain, nothing(), resources)? {
        return Ok(kernel);
    }
    if let Some(blocks) = super::truncated::engine(recipe, domain, resources, first)? {
        return Ok(blocks);
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

/// The kernel of a recipe with coset and scale in its tables, where a kernel computes it.
pub(super) fn folded<M: Words>(
    recipe: &Recipe,
    domain: &Domain<M>,
    factors: Factors<'_, M>,
    resources: Resources,
) -> Result<Option<Folded<M>>> {
    if let Recipe::Reorder { order, inner } = recipe {
        let Some(inner) = folded(inner, domain, factors, resources)? else { return Ok(None) };
        // Its inverse is not the forward map of other points.
        return Ok(Some(Folded::new(super::engine::reorder(*order, false, inner.engine)?, true)));
    }
    Ok(kernel(recipe, domain, factors, resources)?.map(|engine| Folded::new(engine, true)))
}

/// The map that a recipe of a kernel computes, and the lanes of the kernel; `None` for other recipes, and for factors that are
/// refused where it is told why.
pub(super) fn map<M: Words>(
    recipe: &Recipe,
    domain: &Domain<M>,
    factors: Factors<'_, M>,
    resources: Resources,
) -> Result<Option<(ntt::Map, usize)>> {
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
    recipe.check()?;
    let power = |k: usize| ring.pow(domain.root(), (k % order) as u64);
    let pair = |w: &Scalar<M>, inverse: &Scalar<M>| [M::word(w), M::word(inverse)];
    let step = order / len;
    // The negacyclic points are a coset of the powers of the root's square, shifted by the root.
    let mut shift = (step > 1).then(|| (power(1), power(order - 1)));
    if let Some(coset) = factors.coset {
        let Some(inverse) = ring.inverse(coset) else { return Ok(None) };
        let (mut by, mut back) = shift.unwrap_or_else(|| (ring.one(), ring.one()));
        ring.mul_assign(&mut by, coset);
        ring.mul_assign(&mut back, &inverse);
        shift = Some((by, back));
    }
    let over_len = M::word(&ring.inverse_of_integer(len as u64)?);
    let (forward, scale) = match (factors.scale.forward, factors.scale.inverse) {
        (Factor::OverSqrtLen, _) | (_, Factor::OverSqrtLen) => return Ok(None),
        (forward, inverse) => {
            ((forward == Factor::OverLen).then_some(over_len), if inverse == Factor::OverLen { over_len } else { 1 })
        }
    };
    let map = ntt::Map {
        len,
        root: pair(&power(step), &power(order - step)),
        shift: shift.map(|(by, back)| pair(&by, &back)),
        forward,
        scale,
        natural,
        reduced: M::REDUCED,
        memory: resources.twiddles,
        threads: resources.threads,
    };
    Ok(Some((map, lanes)))
}

/// The kernel of a recipe with factors, where a kernel computes it.
fn kernel<M: Words>(
    recipe: &Recipe,
    domain: &Domain<M>,
    factors: Factors<'_, M>,
    resources: Resources,
) -> Result<Option<Engine<M>>> {
    let Some((map, lanes)) = map(recipe, domain, factors, resources)? else { return Ok(None) };
    let order = if map.natural { Order::Natural } else { Order::BitReversed };
    let (len, exact) = (map.len, factors.scale.inverse == Factor::OverLen);
    let kernel = domain.module().kernel(&map, lanes, resources.isa.resolved()?);
    Ok(kernel.map(|kernel| Arc::new(Packed { kernel, len, order, exact }) as Engine<M>))
}
