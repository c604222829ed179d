//! The rings of the laboratory itself. The command line opens more.

use crate::{
    error::{Error, Result, quoted},
    floats::FloatRing,
    integers::IntegerRing,
    ring::{TimedRing, TypedRing},
    task::INTEGERS,
};
use ringfft::rings::{BabyBear, Bls12381Fr, Goldilocks, native};

/// The names of the rings that have transforms.
pub const RINGS: [&str; 5] = ["c32", "c64", "goldilocks", "babybear", "bls12-381-fr"];

/// Opens the ring with this name: one of [`RINGS`] or of [`INTEGERS`].
///
/// # Errors
/// [`Error::Input`] for any other name.
pub fn open(name: &str) -> Result<Box<dyn TimedRing>> {
    Ok(match name {
        "c32" => Box::new(FloatRing::<f32>::new(name)),
        "c64" => Box::new(FloatRing::<f64>::new(name)),
        "goldilocks" => Box::new(TypedRing::new(name, native::<Goldilocks>(), |random| Goldilocks::new(random.bits()))),
        "babybear" => Box::new(TypedRing::new(name, native::<BabyBear>(), |random| BabyBear::new(random.bits()))),
        "bls12-381-fr" => Box::new(TypedRing::new(name, native::<Bls12381Fr>(), |random| {
            Bls12381Fr::from_limbs([random.bits(), random.bits(), random.bits(), random.bits()])
        })),
        _ if INTEGERS.contains(&name) => Box::new(IntegerRing::new(name)),
        _ => {
            return Err(Error::input(format!(
                "no ring {}: there are {}, and for products {}",
                quoted(name),
                RINGS.join(", "),
                INTEGERS.join(" and ")
            )));
        }
    })
}
