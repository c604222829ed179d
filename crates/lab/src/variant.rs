//! Your own variant: implement one trait.

use crate::{
    contestant::{Ask, Contestant, Prepared, Runner},
    error::{Error, Result},
    judge::{Exact, Floats, Judge},
    rings::RINGS,
    settings::limits,
};
use num_complex::Complex;
use ringfft::{
    algebra::{Action, Domain, Module, Ring, Roots},
    dft::Transform,
    plan::Accelerated,
    rings::{BabyBear, Bls12381Fr, ComplexRing, Goldilocks, native},
};
use ringfft_testing::{
    Counting, Erased, ErasedElement, Random, Tally,
    accuracy::Narrow,
    tracing::{Direction, Network, Tracing, trace_transform},
};
use std::time::Instant;

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
        match ask.task.ring.as_str() {
            "c32" => prepare(self, ask, ComplexRing::<f32>::new(), complex, Box::new(Floats::new())),
            "c64" => prepare(self, ask, ComplexRing::<f64>::new(), complex, Box::new(Floats::new())),
            "goldilocks" => prepare(self, ask, native(), |r| Goldilocks::new(r.bits()), Box::new(Exact)),
            "babybear" => prepare(self, ask, native(), |r| BabyBear::new(r.bits()), Box::new(Exact)),
            "bls12-381-fr" => {
                let draw = |r: &mut Random| Bls12381Fr::from_limbs([r.bits(), r.bits(), r.bits(), r.bits()]);
                prepare(self, ask, native(), draw, Box::new(Exact))
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

fn complex<T: Narrow>(random: &mut Random) -> Complex<T> {
    let mut part = || T::from_f64(random.float());
    Complex::new(part(), part())
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
    ring: R,
    mut draw: impl FnMut(&mut Random) -> R::Element,
    judge: Box<dyn Judge<R>>,
) -> Result<Prepared> {
    let len = plain(variant, ask)?;
    let element_bytes = size_of::<R::Element>();
    limits(&ask.task.ring, ask, 4 * len as u128 * element_bytes as u128)?;
    let domain = Domain::new(ring, len)?;
    let begin = Instant::now();
    let transform = variant.build(&domain)?;
    let plan_seconds = begin.elapsed().as_secs_f64();
    if transform.len() != len {
        return Err(Error::Verification(format!(
            "{} says that its length is {} where {len} was asked for",
            variant.name(),
            transform.len()
        )));
    }
    let mut random = Random::new(ask.seed);
    let mut input: Vec<R::Element> = (0..len).map(|_| draw(&mut random)).collect();
    let most = judge.scale(&mut input, len);
    let scratch = vec![domain.module().zero(); transform.scratch_len()];
    Ok(Prepared {
        recipe: format!("{}({len})", variant.name()),
        order: transform.order().to_string(),
        plan_seconds,
        // The memory of a variant's tables is not known.
        table_bytes: None,
        scratch_bytes: (scratch.len() * element_bytes) as u64,
        element_bytes: element_bytes as u64,
        complex: judge.complex(),
        runner: Box::new(VariantRunner { transform, domain, work: input.clone(), input, scratch, most, judge }),
    })
}

/// A variant with its elements.
struct VariantRunner<R: Action + Ring> {
    transform: Box<dyn Transform<R>>,
    domain: Domain<R>,
    input: Vec<R::Element>,
    work: Vec<R::Element>,
    scratch: Vec<R::Element>,
    most: u32,
    judge: Box<dyn Judge<R>>,
}

impl<R: Action<Scalars = R> + Roots> Runner for VariantRunner<R> {
    fn run(&mut self) -> Result<()> {
        Ok(self.transform.forward(&mut self.work, &mut self.scratch)?)
    }

    fn refresh(&mut self) {
        self.work.clone_from_slice(&self.input);
    }

    fn most_calls(&self) -> u32 {
        self.most
    }

    fn error(&mut self) -> Result<Option<f64>> {
        self.refresh();
        self.run()?;
        let (ring, len, order) = (self.domain.module(), self.input.len(), self.transform.order());
        let wrong = |what: &str| Err(Error::Verification(format!("{what} of length {len} over {}", ring.name())));
        let error = self.judge.error(ring, self.domain.root(), &self.input, &self.work, &|j| order.exponent(j, len));
        if error.is_some_and(|error| !error.is_finite()) {
            return wrong("the values differ from the definition");
        }
        self.transform.inverse_unscaled(&mut self.work, &mut self.scratch)?;
        let back = self.judge.distance(ring, &self.work, &self.input, self.transform.inverse_scale());
        if back.is_some_and(|error| !error.is_finite()) {
            return wrong("the inverse does not undo the forward transform");
        }
        Ok(error)
    }
}
