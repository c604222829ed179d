//! Plans over the fields of the crate `ff`, of either release.
//!
//! Primes of 252 to 255 bits have a kernel over residues, to which elements are carried through their canonical bytes, there and back.

use super::{Accelerated, Factors, Folded, PackedShape, Recipe, Resources, engine::Engine, wide::order};
use crate::{
    Error, Result,
    algebra::{Convolver, Domain, Module, Ring, Std},
    conv::ThroughRing,
    dft::{Transform, check_slices},
    kernel::{
        isa::Isa,
        ntt::wide::{self, Pool, Residue},
    },
    order::Order,
};
use alloc::{boxed::Box, string::String, sync::Arc};
use core::marker::PhantomData;

/// Elements that one task carries.
#[cfg(feature = "parallel")]
const PIECE: usize = 1 << 10;

const UNLIKE: Error = Error::Contract { what: "a field must be what its constants say" };

/// How elements of another field become residues and come back.
trait Carried: Send + Sync + 'static {
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
fn foreign<C: Carried, M: Ring + Module<Element = C::Element> + Default>(
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
        struct $name<F>(PhantomData<fn() -> F>);

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

macro_rules! fields {
    ($field:path, $via:ident, $release:ident) => {
        impl<F: $field> Accelerated for Std<F, crate::rings::$via> {
            fn identity(&self) -> Option<String> {
                Some(String::new())
            }

            fn instruction_sets(&self) -> &'static [Isa] {
                super::wide::instruction_sets(self)
            }

            fn packed(&self, len: usize, order: Order, resources: Resources) -> Option<Result<PackedShape>> {
                super::wide::shape(self, len, order, resources)
            }

            fn packed_over_any_root(&self) -> bool {
                true
            }

            fn engine(
                &self,
                recipe: &Recipe,
                domain: &Domain<Self>,
                resources: Resources,
            ) -> Result<Arc<dyn Transform<Self>>> {
                super::wide::engine(recipe, domain, resources, foreign::<$release<F>, Self>)
            }

            fn folded_engine(
                &self,
                recipe: &Recipe,
                domain: &Domain<Self>,
                factors: Factors<'_, Self>,
                resources: Resources,
            ) -> Result<Option<Folded<Self>>> {
                let Some(coset) = factors.coset else { return Ok(None) };
                let engine = super::wide::packed(recipe, domain, Some(coset), resources, foreign::<$release<F>, Self>)?;
                Ok(engine.map(|engine| Folded::new(engine, false)))
            }

            fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
                Some(Box::new(ThroughRing::new(*self)))
            }
        }
    };
}

#[cfg(feature = "ff014")]
fields!(ff::PrimeField, ViaFf, Release014);
#[cfg(feature = "ff013")]
fields!(ff013::PrimeField, ViaFf013, Release013);
