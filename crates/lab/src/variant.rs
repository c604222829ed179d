//! Your own variant: implement one trait.

use crate::{
    contestant::{Ask, Contestant, Prepared},
    error::{Error, Result},
    floats::FloatRing,
    in_place::{About, InPlace, built},
    ring::TypedRing,
    rings::RINGS,
};
use ringfft::{
    algebra::{Action, Domain, Module, Ring, Roots},
    dft::Transform,
    order::Order,
    plan::Accelerated,
    rings::{BabyBear, Bls12381Fr, ComplexRing, Goldilocks, native},
};
use ringfft_testing::{
    Counting, Erased, ErasedElement, Random, Tally,
    tracing::{Direction, Network, Tracing, trace_transform},
};

/// Your own algorithm for the discrete Fourier transform, written once for every module.
///
/// The laboratory counts its operations, draws its network, checks it over every ring, and times it.
/// `examples/own_variant.rs` is a complete one.
///
/// ```
/// use ringfft::{Result, algebra::{Action, Domain, Roots}, dft::{SplitRadix, Transform}};
/// use ringfft_lab::Variant;
///
/// struct Renamed;
///
/// impl Variant for Renamed {
///     fn name(&self) -> &str {
///         "split-radix-renamed"
///     }
///
///     fn exists_for(&self, len: usize) -> bool {
///         len.is_power_of_two()
///     }
///
///     fn build<M: Action<Scalars: Roots>>(&self, domain: &Domain<M>) -> Result<Box<dyn Transform<M>>> {
///         Ok(Box::new(SplitRadix::new(domain)?))
///     }
/// }
///
/// let variants: &[&dyn ringfft_lab::Contestant] = &[&Renamed];
/// assert_eq!(variants[0].name(), "split-radix-renamed");
/// ```
pub trait Variant {
    /// Returns the name of the variant's rows.
    fn name(&self) -> &str;

    /// Returns true if there is a transform of this length.
    fn exists_for(&self, len: usize) -> bool;

    /// Builds the transform over the powers of a root of unity.
    ///
    /// # Errors
    /// Errors of the algorithm, for instance for a length that it does not have.
    fn build<M: Action<Scalars: Roots>>(&self, domain: &Domain<M>) -> ringfft::Result<Box<dyn Transform<M>>>;
}

impl<V: Variant> Contestant for V {
    fn name(&self) -> String {
        Variant::name(self).to_string()
    }

    fn prepare(&self, ask: &Ask<'_>) -> Result<Prepared> {
        let name = ask.task.ring.as_str();
        match name {
            "c32" => prepare(self, ask, FloatRing::<f32>::new(name).typed()),
            "c64" => prepare(self, ask, FloatRing::<f64>::new(name).typed()),
            "goldilocks" => {
                prepare(self, ask, &TypedRing::new(name, native::<Goldilocks>(), |r| Goldilocks::new(r.bits())))
            }
            "babybear" => prepare(self, ask, &TypedRing::new(name, native::<BabyBear>(), |r| BabyBear::new(r.bits()))),
            "bls12-381-fr" => {
                let draw = |r: &mut Random| Bls12381Fr::from_limbs([r.bits(), r.bits(), r.bits(), r.bits()]);
                prepare(self, ask, &TypedRing::new(name, native::<Bls12381Fr>(), draw))
            }
            ring => Err(Error::input(format!(
                "{} is timed over {} and not over {ring}",
                Variant::name(self),
                RINGS.join(", ")
            ))),
        }
    }

    fn count(&self, ask: &Ask<'_>) -> Option<Tally> {
        let ring = Counting::new(erased(&ask.task.ring)?);
        let transform = self.build(&plain(self, ask).and_then(|len| Ok(Domain::new(ring.clone(), len)?)).ok()?).ok()?;
        let (mut values, mut scratch) =
            (vec![ring.zero(); transform.len()], vec![ring.zero(); transform.scratch_len()]);
        ring.take();
        transform.forward(&mut values, &mut scratch).ok()?;
        Some(ring.take())
    }

    fn network(&self, ask: &Ask<'_>) -> Option<Network<ErasedElement>> {
        let ring = Tracing::new(erased(&ask.task.ring)?);
        let transform = self.build(&plain(self, ask).and_then(|len| Ok(Domain::new(ring.clone(), len)?)).ok()?).ok()?;
        trace_transform(transform.as_ref(), &ring, Direction::Forward).ok()
    }
}

/// Returns the ring over which operations are counted and networks recorded; `None` for an unknown name.
pub(crate) fn erased(ring: &str) -> Option<Erased> {
    Some(match ring {
        "c32" => Erased::new(ComplexRing::<f32>::new()),
        "c64" => Erased::new(ComplexRing::<f64>::new()),
        "goldilocks" => Erased::new(native::<Goldilocks>()),
        "babybear" => Erased::new(native::<BabyBear>()),
        "bls12-381-fr" => Erased::new(native::<Bls12381Fr>()),
        _ => return None,
    })
}

/// Returns the length of a task, or an error if the variant does not have it.
fn plain<V: Variant>(variant: &V, ask: &Ask<'_>) -> Result<usize> {
    let task = ask.task;
    if task.shape.len() == 1 && task.batch == 1 && variant.exists_for(task.len()) {
        return Ok(task.len());
    }
    Err(Error::input(format!("{} has no transform of {}", variant.name(), task.size())))
}

fn prepare<V: Variant, R: Accelerated<Scalars = R> + Roots>(
    variant: &V,
    ask: &Ask<'_>,
    ring: &TypedRing<'_, R>,
) -> Result<Prepared> {
    let len = plain(variant, ask)?;
    let element_bytes = size_of::<R::Element>();
    // Tables are taken to be as long as the elements.
    ring.affordable(ask, len as u64 * element_bytes as u64)?;
    let domain = Domain::new(ring.ring().clone(), len)?;
    let (transform, plan_seconds) = built(|| variant.build(&domain))?;
    if transform.len() != len {
        return Err(Error::Verification(format!(
            "{} says that its length is {} where {len} was asked for",
            variant.name(),
            transform.len()
        )));
    }
    let scratch = vec![ring.ring().zero(); transform.scratch_len()];
    let (recipe, order) = (format!("{}({len})", variant.name()), transform.order().to_string());
    // The memory of a variant's tables is not known.
    let about = About { recipe, order, plan_seconds, bytes: None, element_bytes };
    let run = VariantRun { name: variant.name().to_string(), transform, root: domain.root().clone() };
    Ok(ring.prepared(ask, run, scratch, about))
}

/// A transform with the root of its domain.
struct VariantRun<R: Ring> {
    name: String,
    transform: Box<dyn Transform<R>>,
    root: R::Element,
}

impl<R: Ring> InPlace<R> for VariantRun<R> {
    fn len(&self) -> usize {
        self.transform.len()
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn definition(&self) -> Option<(R::Element, Order)> {
        Some((self.root.clone(), self.transform.order()))
    }

    fn forward(&self, values: &mut [R::Element], scratch: &mut [R::Element]) -> Result<()> {
        Ok(self.transform.forward(values, scratch)?)
    }

    fn inverse(&self, values: &mut [R::Element], scratch: &mut [R::Element]) -> Result<usize> {
        self.transform.inverse_unscaled(values, scratch)?;
        Ok(self.transform.inverse_scale())
    }
}
