//! Kernels under the plans of residues of word size.

use super::{
    Accelerated, Ask, Built, Job, Kernels, PackedShape, Recipe, Resources, engine,
    kernels::{ColumnShape, Columns, Needs},
    points::Points,
    reorder::Engine,
    residue_columns,
    scale::Factor,
    word_rings::{Words, map},
};
use crate::{
    Error, Result,
    algebra::{Convolver, Domain, Module, Ring},
    arith,
    conv::ThroughRing,
    dft::{Transform, check_slices},
    kernel::{First, isa::Isa, ntt},
    lists,
    order::Order,
    rings::{Modular, Modular32},
};
use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};
use core::any::Any;

/// The instruction sets that the kernels are written for.
pub(super) const INSTRUCTION_SETS: &[Isa] = &[Isa::Avx2, Isa::Avx512];

/// The greatest length of a kernel.
const LONGEST: usize = arith::saturating_power_of_two(40);

/// A ring of words known at run time.
macro_rules! at_run_time {
    ($($ring:ty)*) => { $(
        impl Accelerated for $ring {
            const OWN_POWERS_OF_TWO: bool = true;
            const BUILDS_ALL: bool = true;

            fn identity(&self) -> Option<String> {
                Some(self.modulus().to_string())
            }

            fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
                static KERNELS: &dyn Kernels<$ring> = &Residues;
                Some(KERNELS)
            }

            fn products(&self) -> Option<Box<dyn Convolver<Self>>> {
                Some(Box::new(ThroughRing::new(*self)))
            }
        }
    )* };
}
at_run_time!(Modular Modular32);

/// The kernels of rings whose elements are words.
pub(super) struct Residues;

impl<M: Words> Kernels<M> for Residues {
    fn instruction_sets(&self, _: &M) -> &'static [Isa] {
        INSTRUCTION_SETS
    }

    fn fastest(&self, _: &M, ask: &Ask) -> Option<Result<Recipe>> {
        let natural = match ask.order {
            Order::Natural => true,
            Order::BitReversed => false,
            _ => return None,
        };
        if !ask.len.is_power_of_two() || !(2..=LONGEST).contains(&ask.len) {
            return None;
        }
        let shape = |isa| PackedShape::Residues { lanes: M::lanes(ask.len, isa), len: ask.len, natural };
        Some(ask.resources.isa.resolved().map(|isa| Recipe::Packed { shape: shape(isa) }))
    }

    fn needs(&self, _: &M, recipe: &Recipe, _: bool, resources: Resources) -> Needs {
        let (lanes, len) = match recipe {
            Recipe::Packed { shape: shape @ PackedShape::Residues { lanes, len, .. } } if shape.check().is_ok() => {
                (*lanes, *len)
            }
            _ => return Needs::default(),
        };
        // Kernels multiply by a factor and its quotient, even if the ring's twiddles have another form.
        let factor = size_of::<M::Twiddle>().max(size_of::<[u32; 2]>());
        let bytes = ntt::table_len(lanes, len, size_of::<M::Element>(), resources.twiddles)
            .and_then(|len| u64::try_from(len.checked_add(2)?.checked_mul(factor)?).ok());
        // A size that overflows is refused with the plan.
        Needs { folds: true, ..Needs::tables(bytes.unwrap_or(u64::MAX)) }
    }

    fn multiplies(&self) -> bool {
        true
    }

    fn build(&self, job: &Job<'_, M>) -> Result<Option<Built<M>>> {
        let Points::Powers(domain) = job.points else { return Ok(None) };
        if let Some(kernel) = kernel(job, domain)? {
            return Ok(Some(Built::scaled(kernel)));
        }
        if !job.is_plain() {
            return Ok(None);
        }
        if let Some(blocks) = super::truncated::engine(job.recipe, domain, job.resources, first)? {
            return Ok(Some(Built::new(blocks)));
        }
        match job.recipe {
            Recipe::Packed { .. } => Err(Error::Unsupported {
                what: format!(
                    "{} is not for {} with this root here: take auto, or `stockham`, which takes any",
                    job.recipe,
                    domain.module().scalars().name()
                ),
            }),
            recipe => Ok(Some(Built::new(engine::build(recipe, domain, job.resources.threads)?))),
        }
    }

    fn column_shape(&self, ring: &M, recipe: &Recipe, width: usize, resources: Resources) -> Option<ColumnShape> {
        residue_columns::column_shape(ring, recipe, width, resources)
    }

    fn columns(&self, job: &Job<'_, M>, width: usize) -> Result<Option<Box<dyn Columns<M>>>> {
        residue_columns::columns(job, width)
    }
}

/// A kernel as an engine of plans.
struct Packed<W> {
    kernel: Box<dyn ntt::Kernel<W>>,
    len: usize,
    order: Order,
    /// `true` if the inverse returns the coefficients, `false` if it returns them with the scale that a plan asked for.
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
    let points = Points::Powers(domain.clone());
    let Some((map, lanes)) = map(&Job::new(recipe, &points, resources), domain)? else { return Ok(None) };
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

/// Builds the kernel of a job, if a kernel computes it.
fn kernel<M: Words>(job: &Job<'_, M>, domain: &Domain<M>) -> Result<Option<Engine<M>>> {
    let Some((map, lanes)) = map(job, domain)? else { return Ok(None) };
    let order = if map.natural { Order::Natural } else { Order::BitReversed };
    let (len, exact) = (map.len, job.scale.inverse == Factor::OverLen);
    let kernel = domain.module().kernel(&map, lanes, job.resources.isa.resolved()?);
    Ok(kernel.map(|kernel| Arc::new(Packed { kernel, len, order, exact }) as Engine<M>))
}
