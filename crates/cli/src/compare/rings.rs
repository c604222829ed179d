//! The rings of the command line as rings of the laboratory.

use crate::{
    failure::{Failure, Outcome},
    ring::{AnyRing, Job, open as open_values},
    spec::RingName,
    values::Values,
};
use ringfft::{conv::Convolve, plan::Algorithm};
use ringfft_lab::{Ask, Choice, Error, INTEGERS, Prepared, TimedRing, TypedRing};
use ringfft_testing::Tally;

/// Passes a ring of the command line to a function of the laboratory.
struct Timed;

impl Job for Timed {
    type In<'a> = &'a mut dyn FnMut(&dyn TimedRing);
    type Out<'v> = ();

    fn run<V: Values<Ring: Convolve>>(values: &V, with: Self::In<'_>) {
        let ring = TypedRing::new(values.name(), values.ring().clone(), |random| values.random(random))
            .element_bytes(values.size())
            .points(|builder, recipe| {
                values.points(recipe).map(|points| points.give(builder)).map_err(|failure| told(&failure))
            });
        with(&ring);
    }
}

/// Opens the ring with this name for the laboratory. An unknown name is an error.
pub(super) fn open(name: &str) -> ringfft_lab::Result<Box<dyn TimedRing>> {
    if INTEGERS.contains(&name) {
        return ringfft_lab::open(name);
    }
    let name = RingName::parse(name).map_err(|failure| told(&failure))?;
    if let RingName::C32 | RingName::C64 = name {
        return ringfft_lab::open(&name.to_string());
    }
    Ok(Box::new(Opened(open_values::<Timed>(&name).map_err(|failure| told(&failure))?)))
}

/// Calls a function with the ring of this name, as a ring of the laboratory.
pub(crate) fn with_ring(name: &RingName, with: &mut dyn FnMut(&dyn TimedRing)) -> Outcome<()> {
    match name {
        RingName::C32 | RingName::C64 => with(&*ringfft_lab::open(&name.to_string())?),
        _ => open_values::<Timed>(name)?.run(with),
    }
    Ok(())
}

/// A ring that is opened.
struct Opened(Box<dyn AnyRing<Timed>>);

impl TimedRing for Opened {
    fn prepare(&self, ask: &Ask<'_>, choice: &Choice) -> ringfft_lab::Result<Prepared> {
        let mut prepared = Err(Error::input("nothing was prepared"));
        self.0.run(&mut |ring| prepared = ring.prepare(ask, choice));
        prepared
    }

    fn count(&self, ask: &Ask<'_>, choice: &Choice) -> Option<Tally> {
        // Kernels do not run over the counting ring.
        let counted = choice.algorithm() != Some(Algorithm::Packed);
        let mut tally = None;
        self.0.run(&mut |ring| tally = if counted { ring.count(ask, choice) } else { None });
        tally
    }
}

/// Returns the failure as an error of the laboratory.
fn told(failure: &Failure) -> Error {
    match failure {
        Failure::Resource(text) => Error::Resource(text.clone()),
        Failure::Verification(text) => Error::Verification(text.clone()),
        Failure::Input(text) | Failure::Internal(text) => Error::Input(text.clone()),
        Failure::BrokenPipe => Error::input("standard output is closed"),
    }
}
