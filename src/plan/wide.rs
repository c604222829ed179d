//! Kernels under the plans of primes of 252 to 255 bits: the fields of this crate, and those of `ff`.
//!
//! The fields of this crate are transformed where they lie: Montgomery words times a root are Montgomery words. Elements of
//! other fields are carried through their canonical bytes, there and back.

use super::{Accelerated, PackedShape, Recipe, Resources, engine::Engine};
use crate::{
    Error, Result,
    algebra::{Domain, Lift, Module, Ring, Scalar, Std},
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
use core::{any::TypeId, marker::PhantomData};

/// Whether `F` is a field of this crate with kernels.
pub(super) fn is_own<F: 'static>() -> bool {
    [TypeId::of::<Bls12381Fr>(), TypeId::of::<Bn254Fr>()].contains(&TypeId::of::<F>())
}

/// The instruction sets that kernels for the ring are written for.
pub(super) fn instruction_sets<M: Lift>(ring: &M) -> &'static [Isa] {
    let takes = four(&ring.modulus()).is_some_and(|prime| wide::takes(&prime));
    if takes { &[Isa::Avx512] } else { &[] }
}

/// Elements that one task carries.
#[cfg(feature = "parallel")]
const PIECE: usize = 1 << 10;

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

fn order(natural: bool) -> Order {
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

const UNLIKE: Error = Error::Contract { what: "a field must be what its constants say" };

/// How elements of another field become residues and come back.
pub(super) trait Carried: Send + Sync + 'static {
    type Element: Copy + Send + Sync;
    /// Little-endian words of the canonical bytes, most significant byte first if `big`.
    fn words(element: &Self::Element, big: bool) -> Residue;
    /// `None` unless the field takes the bytes.
    fn element(words: &Residue, big: bool) -> Option<Self::Element>;
}

/// A kernel over residues that are carried there and back.
struct Foreign<C> {
    kernel: Box<dyn wide::Kernel>,
    pool: Pool,
    natural: bool,
    big: bool,
    threads: usize,
    carried: PhantomData<C>,
}

impl<C: Carried> Foreign<C> {
    fn run(&self, values: &mut [C::Element], inverse: bool) -> Result<()> {
        let big = self.big;
        let there = |values: &[C::Element], words: &mut [Residue]| {
            for (words, value) in words.iter_mut().zip(values) {
                *words = C::words(value, big);
            }
        };
        let back = |values: &mut [C::Element], words: &[Residue]| {
            values.iter_mut().zip(words).try_for_each(|(value, words)| {
                *value = C::element(words, big).ok_or(UNLIKE)?;
                Ok(())
            })
        };
        self.pool.with(|space| {
            let (words, blocks) = (&mut space.words[..], &mut space.blocks[..]);
            #[cfg(feature = "parallel")]
            let shared = self.threads > 1 && words.len() > PIECE;
            #[cfg(feature = "parallel")]
            if shared {
                use rayon::prelude::*;
                values.par_chunks(PIECE).zip(words.par_chunks_mut(PIECE)).for_each(|(v, w)| there(v, w));
            } else {
                there(values, words);
            }
            #[cfg(not(feature = "parallel"))]
            there(values, words);
            if inverse {
                self.kernel.inverse(words, blocks, self.natural)?;
            } else {
                self.kernel.forward(words, blocks, self.natural)?;
            }
            #[cfg(feature = "parallel")]
            if shared {
                use rayon::prelude::*;
                return values.par_chunks_mut(PIECE).zip(words.par_chunks(PIECE)).try_for_each(|(v, w)| back(v, w));
            }
            let _ = self.threads;
            back(values, words)
        })
    }
}

impl<C: Carried, M: Module<Element = C::Element>> Transform<M> for Foreign<C> {
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

    fn forward(&self, values: &mut [C::Element], scratch: &mut [C::Element]) -> Result<()> {
        check_slices::<M>(self, values, scratch)?;
        self.run(values, false)
    }

    fn inverse_unscaled(&self, values: &mut [C::Element], scratch: &mut [C::Element]) -> Result<()> {
        check_slices::<M>(self, values, scratch)?;
        self.run(values, true)
    }
}

/// [`Foreign`] as an engine; the byte order is that of one.
pub(super) fn foreign<C: Carried, M: Ring + Module<Element = C::Element> + Default>(
    kernel: Box<dyn wide::Kernel>,
    natural: bool,
    threads: usize,
) -> Result<Engine<M>> {
    let one = C::words(&M::default().one(), false);
    let big = one != [1, 0, 0, 0];
    let pool = Pool::new(kernel.len(), true)?;
    Ok(Arc::new(Foreign::<C> { kernel, pool, natural, big, threads, carried: PhantomData }))
}

/// A release of `ff`.
macro_rules! release {
    ($name:ident, $krate:ident) => {
        /// Elements of fields of this release, through their canonical bytes.
        pub(super) struct $name<F>(PhantomData<fn() -> F>);

        impl<F: $krate::PrimeField> Carried for $name<F> {
            type Element = F;

            #[inline]
            fn words(element: &F, big: bool) -> Residue {
                let repr = element.to_repr();
                let mut words = [0; 4];
                let Ok(bytes) = <&[u8; 32]>::try_from(repr.as_ref()) else { return words };
                for (i, word) in bytes.as_chunks::<8>().0.iter().enumerate() {
                    if big {
                        words[3 - i] = u64::from_be_bytes(*word);
                    } else {
                        words[i] = u64::from_le_bytes(*word);
                    }
                }
                words
            }

            #[inline]
            fn element(words: &Residue, big: bool) -> Option<F> {
                let mut repr = F::Repr::default();
                let bytes = <&mut [u8; 32]>::try_from(repr.as_mut()).ok()?;
                for (i, word) in bytes.as_chunks_mut::<8>().0.iter_mut().enumerate() {
                    *word = if big { words[3 - i].to_be_bytes() } else { words[i].to_le_bytes() };
                }
                F::from_repr(repr).into()
            }
        }
    };
}

#[cfg(feature = "ff014")]
release!(Release014, ff);
#[cfg(feature = "ff013")]
release!(Release013, ff013);
