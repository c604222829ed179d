//! Rings behind one trait object each: the only dynamic layer of the program.

use crate::{
    failure::{Failure, Outcome},
    floats::Floats,
    report::Report,
    residues::Residues,
    spec::RingName,
    transform,
    values::Values,
};
use ringfft::rings::Modular;
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
}

impl<V: Values> AnyRing for V {
    fn transform<'a>(&'a self, request: &transform::Request, input: &[u8]) -> Outcome<Done<'a>> {
        transform::transform(self, request, input)
    }
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
        _ => todo!(),
    })
}
