//! Opens rings by name. A verb is compiled once for each ring, behind one trait object.

use crate::{
    binary::Binary,
    failure::{Failure, Outcome},
    floats::Floats,
    residues::Residues,
    spec::RingName,
    values::Values,
};
use ringfft::{
    conv::Convolve,
    rings::{
        BabyBear, Bls12381Fr, Bn254Fr, Fermat, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, Goldilocks,
        KoalaBear, M31, Modular, Modular32, native,
    },
};

/// Computes one verb over a ring whose type is known only at run time.
pub(crate) trait Job {
    /// The arguments.
    type In<'a>;

    /// The result, which may borrow the ring.
    type Out<'v>;

    /// Runs over the ring of `values`.
    fn run<'v, V: Values<Ring: Convolve>>(values: &'v V, input: Self::In<'_>) -> Self::Out<'v>;
}

/// Hides the type of a ring for one kind of job.
pub(crate) trait AnyRing<J: Job>: Send + Sync {
    /// Runs the job over this ring.
    fn run(&self, input: J::In<'_>) -> J::Out<'_>;
}

impl<J: Job, V: Values<Ring: Convolve>> AnyRing<J> for V {
    fn run(&self, input: J::In<'_>) -> J::Out<'_> {
        J::run(self, input)
    }
}

/// Opens the ring with this name.
pub(crate) fn open<J: Job>(name: &RingName) -> Outcome<Box<dyn AnyRing<J>>> {
    fn boxed<J: Job>(values: impl Values<Ring: Convolve>) -> Box<dyn AnyRing<J>> {
        Box::new(values)
    }
    let named = || name.clone();
    Ok(match name {
        RingName::C32 => boxed(Floats::<f32>::new()),
        RingName::C64 => boxed(Floats::<f64>::new()),
        RingName::Goldilocks => boxed(Residues::new(native::<Goldilocks>(), named(), 8, Some(7))),
        RingName::BabyBear => boxed(Residues::new(native::<BabyBear>(), named(), 4, Some(31))),
        RingName::KoalaBear => boxed(Residues::new(native::<KoalaBear>(), named(), 4, Some(3))),
        RingName::M31 => boxed(Residues::new(native::<M31>(), named(), 4, Some(7))),
        RingName::Bls12381Fr => boxed(Residues::new(native::<Bls12381Fr>(), named(), 32, Some(7))),
        RingName::Bn254Fr => boxed(Residues::new(native::<Bn254Fr>(), named(), 32, Some(5))),
        RingName::Mod { narrow: true, modulus, .. } => {
            let ring = Modular32::new(*modulus)?;
            boxed(Residues::new(ring, named(), 4, ring.wide().generator()))
        }
        RingName::Mod { modulus, .. } => {
            let ring = Modular::new(*modulus)?;
            boxed(Residues::new(ring, named(), 8, ring.generator()))
        }
        RingName::Fermat { exponent } => {
            let ring = Fermat::new(*exponent)?;
            boxed(Residues::new(ring, named(), 8 * ring.limbs(), None))
        }
        RingName::Binary { degree: 8, .. } => boxed(Binary::<Gf2p8>::new(named())),
        RingName::Binary { degree: 16, leopard: true } => boxed(Binary::<Gf2p16Leopard>::new(named())),
        RingName::Binary { degree: 16, .. } => boxed(Binary::<Gf2p16>::new(named())),
        RingName::Binary { degree: 32, .. } => boxed(Binary::<Gf2p32>::new(named())),
        RingName::Binary { degree: 64, .. } => boxed(Binary::<Gf2p64>::new(named())),
        RingName::Binary { .. } => boxed(Binary::<Gf2p128>::new(named())),
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
