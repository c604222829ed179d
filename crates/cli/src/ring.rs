//! Rings behind one trait object each: a verb is compiled once a ring, `draw` and the engine of `count` once for all.

use crate::{
    binary::Binary,
    count, draw, explain,
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
    conv::Convolve,
    plan::Tuning,
    rings::{
        BabyBear, Bls12381Fr, Bn254Fr, Fermat, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, Goldilocks,
        KoalaBear, M31, Modular, Modular32, native,
    },
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
    fn explain(&self, spec: &Spec, settings: &Settings, tuning: &Tuning) -> Outcome<Report>;

    /// Times the recipes worth considering.
    fn tune(&self, spec: &Spec, settings: &Settings, tuning: &mut Tuning) -> Outcome<()>;

    /// The network of a transform.
    fn draw<'a>(&'a self, request: &draw::Request) -> Outcome<Done<'a>>;
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

    fn explain(&self, spec: &Spec, settings: &Settings, tuning: &Tuning) -> Outcome<Report> {
        explain::explain(self, spec, settings, tuning)
    }

    fn tune(&self, spec: &Spec, settings: &Settings, tuning: &mut Tuning) -> Outcome<()> {
        self.time(spec, settings, tuning)
    }

    fn draw<'a>(&'a self, request: &draw::Request) -> Outcome<Done<'a>> {
        draw::draw(self, request)
    }
}

/// Takes a ring of a type known only at run time.
pub(crate) trait Visitor {
    /// What comes of it.
    type Out;

    /// Takes the ring.
    fn visit<V: Values<Ring: Convolve>>(self, values: V) -> Self::Out;
}

/// Hands the ring of a name to the visitor.
pub(crate) fn visit<W: Visitor>(name: &RingName, visitor: W) -> Outcome<W::Out> {
    let named = || name.clone();
    Ok(match name {
        RingName::C32 => visitor.visit(Floats::<f32>::new()),
        RingName::C64 => visitor.visit(Floats::<f64>::new()),
        RingName::Goldilocks => visitor.visit(Residues::new(native::<Goldilocks>(), named(), 8, Some(7))),
        RingName::BabyBear => visitor.visit(Residues::new(native::<BabyBear>(), named(), 4, Some(31))),
        RingName::KoalaBear => visitor.visit(Residues::new(native::<KoalaBear>(), named(), 4, Some(3))),
        RingName::M31 => visitor.visit(Residues::new(native::<M31>(), named(), 4, Some(7))),
        RingName::Bls12381Fr => visitor.visit(Residues::new(native::<Bls12381Fr>(), named(), 32, Some(7))),
        RingName::Bn254Fr => visitor.visit(Residues::new(native::<Bn254Fr>(), named(), 32, Some(5))),
        RingName::Mod { narrow: true, modulus, .. } => {
            let ring = Modular32::new(*modulus)?;
            visitor.visit(Residues::new(ring, named(), 4, ring.wide().generator()))
        }
        RingName::Mod { modulus, .. } => {
            let ring = Modular::new(*modulus)?;
            visitor.visit(Residues::new(ring, named(), 8, ring.generator()))
        }
        RingName::Fermat { exponent } => {
            let ring = Fermat::new(*exponent)?;
            visitor.visit(Residues::new(ring, named(), 8 * ring.limbs(), None))
        }
        RingName::Binary { degree: 8, .. } => visitor.visit(Binary::<Gf2p8>::new(named())),
        RingName::Binary { degree: 16, leopard: true } => visitor.visit(Binary::<Gf2p16Leopard>::new(named())),
        RingName::Binary { degree: 16, .. } => visitor.visit(Binary::<Gf2p16>::new(named())),
        RingName::Binary { degree: 32, .. } => visitor.visit(Binary::<Gf2p32>::new(named())),
        RingName::Binary { degree: 64, .. } => visitor.visit(Binary::<Gf2p64>::new(named())),
        RingName::Binary { .. } => visitor.visit(Binary::<Gf2p128>::new(named())),
        RingName::BinaryPolynomials => {
            return Err(Failure::input(
                "the ring gf2 has two elements, so no transforms: it is for poly multiply, one polynomial a file as a \
                 hexadecimal number; transforms are over gf2:8, gf2:16, gf2:32, gf2:64 and gf2:128",
            ));
        }
        RingName::Integers => {
            return Err(Failure::input(
                "the ring z has no roots of unity, so no transforms: it is for convolve and poly multiply",
            ));
        }
    })
}

/// The ring of a name, for transforms.
pub(crate) fn open(name: &RingName) -> Outcome<Box<dyn AnyRing>> {
    struct Boxed;

    impl Visitor for Boxed {
        type Out = Box<dyn AnyRing>;

        fn visit<V: Values<Ring: Convolve>>(self, values: V) -> Self::Out {
            Box::new(values)
        }
    }

    visit(name, Boxed)
}
