//! Rings behind one trait object each: the only dynamic layer of the program.

use crate::{
    count, explain,
    failure::{Failure, Outcome},
    floats::Floats,
    report::Report,
    residues::Residues,
    settings::Settings,
    spec::{RingName, Spec},
    transform,
    values::Values,
    verify,
};
use ringfft::{
    algebra::{Lift, Roots, Std},
    plan::Accelerated,
    rings::{BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear, Modular, NativeField, ViaNative, native},
};
use std::io::{self, Write};

/// Writes a result that is complete.
pub(crate) type Emit<'a> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'a>;

/// A result and what there is to say about it.
pub(crate) struct Done<'a> {
    pub(crate) report: Report,
    pub(crate) emit: Emit<'a>,
}

/// What the verbs ask of a ring: bytes in, bytes out.
pub(crate) trait AnyRing {
    /// The transform of the elements in `input`.
    fn transform<'a>(&'a self, request: &transform::Request, input: &[u8]) -> Outcome<Done<'a>>;

    /// Checks a transform.
    fn verify(&self, case: &verify::Case) -> Outcome<verify::Verdict>;

    /// Counts the operations of a transform.
    fn count(&self, spec: &Spec, settings: &Settings) -> Outcome<Report>;

    /// Which recipe, and why.
    fn explain(&self, spec: &Spec, settings: &Settings) -> Outcome<Report>;
}

impl<V: Values> AnyRing for V {
    fn transform<'a>(&'a self, request: &transform::Request, input: &[u8]) -> Outcome<Done<'a>> {
        transform::transform(self, request, input)
    }

    fn verify(&self, case: &verify::Case) -> Outcome<verify::Verdict> {
        verify::check(self, case)
    }

    fn count(&self, spec: &Spec, settings: &Settings) -> Outcome<Report> {
        count::count(self, spec, settings)
    }

    fn explain(&self, spec: &Spec, settings: &Settings) -> Outcome<Report> {
        explain::explain(self, spec, settings)
    }
}

fn field<F: NativeField>(name: &RingName, width: usize, generator: u64) -> Box<dyn AnyRing>
where
    Std<F, ViaNative>: Accelerated<Scalars = Std<F, ViaNative>> + Roots + Lift,
{
    Box::new(Residues::new(native::<F>(), name.clone(), width, Some(generator)))
}

/// The ring of a name.
pub(crate) fn open(name: &RingName) -> Outcome<Box<dyn AnyRing>> {
    Ok(match name {
        RingName::C32 => Box::new(Floats::<f32>::new()),
        RingName::C64 => Box::new(Floats::<f64>::new()),
        RingName::Mod { modulus, .. } => {
            let ring = Modular::new(*modulus)?;
            Box::new(Residues::new(ring, name.clone(), 8, ring.generator()))
        }
        RingName::Integers => {
            return Err(Failure::input(
                "the ring z has no roots of unity, so no transforms: it is for convolve and poly multiply",
            ));
        }
        RingName::Goldilocks => field::<Goldilocks>(name, 8, 7),
        RingName::BabyBear => field::<BabyBear>(name, 4, 31),
        RingName::KoalaBear => field::<KoalaBear>(name, 4, 3),
        RingName::Bls12381Fr => field::<Bls12381Fr>(name, 32, 7),
        RingName::Bn254Fr => field::<Bn254Fr>(name, 32, 5),
    })
}
