//! The places of tables that are kept from one product to the next.

#[cfg(feature = "std")]
use super::{PARTED, PRIMES, SHORT_PRIMES, WEIGHTED};
use super::{
    kept::Place,
    part::{Field, Part, VECTORS},
    points::Point,
    residue::Residue,
};
use crate::rings::Modular;

/// Residues modulo primes whose tables are kept.
pub(crate) trait Tabled: Residue {
    /// Returns the places of the tables of a prime.
    fn places(ring: &Modular) -> Option<Places<Self>>;
}

/// The tables of a prime that are kept from one product to the next: computing them takes as long as a product of a few
/// hundred words.
pub(crate) struct Places<T: Residue> {
    pub(super) field: &'static Place<Field<T>>,
    /// Tables by point, by one thread or more, and by length.
    parts: &'static [Lengths<T>],
}

/// The places of the tables of a prime and a point.
type Lengths<T> = [[Place<Part<T>>; LENGTHS]; 2];

/// Lengths whose tables may be kept: `2^FROM` and its doubles. Those of a prime and a point take 18 MiB together.
const LENGTHS: usize = 16;
const FROM: u32 = VECTORS.ilog2();

/// The places of a prime with so many points.
#[cfg(feature = "std")]
struct Prime<T: Residue, const POINTS: usize> {
    field: Place<Field<T>>,
    parts: [Lengths<T>; POINTS],
}

#[cfg(feature = "std")]
impl<T: Residue, const POINTS: usize> Prime<T, POINTS> {
    const fn new() -> Self {
        let parts = [const { [const { [const { Place::new() }; LENGTHS] }; 2] }; _];
        Prime { field: Place::new(), parts }
    }
}

impl Tabled for u64 {
    /// Returns the places of the primes of products in vectors, and of the first ones of products in words.
    #[cfg(feature = "std")]
    fn places(ring: &Modular) -> Option<Places<u64>> {
        const WORDS: usize = 4;
        const MANY: usize = SHORT_PRIMES.len() + WORDS + WEIGHTED.len();
        static PRIMES_OF_TWO: [Prime<u64, { Point::OF_TWO }>; MANY] = [const { Prime::new() }; _];
        static PRIMES_OF_PARTS: [Prime<u64, { Point::COUNT }>; PARTED.len()] = [const { Prime::new() }; _];
        // Roots are powers of the generator, so that it is part of the key.
        let is = |prime: &Modular| (prime.modulus(), prime.generator()) == (ring.modulus(), ring.generator());
        if let Some(number) = PARTED.iter().position(is) {
            let Prime { field, parts } = &PRIMES_OF_PARTS[number];
            return Some(Places { field, parts });
        }
        let weighted = WEIGHTED.iter().map(|(prime, _)| prime);
        let number = SHORT_PRIMES.iter().chain(&PRIMES[..WORDS]).chain(weighted).position(is)?;
        let Prime { field, parts } = &PRIMES_OF_TWO[number];
        Some(Places { field, parts })
    }

    #[cfg(not(feature = "std"))]
    fn places(_: &Modular) -> Option<Places<u64>> {
        None
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
impl Tabled for u32 {
    fn places(ring: &Modular) -> Option<Places<u32>> {
        static PLACES: [Prime<u32, { Point::OF_TWO }>; super::SMALL_PRIMES.len()] = [const { Prime::new() }; _];
        let number = super::SMALL_PRIMES.iter().position(|prime| prime.modulus() == ring.modulus())?;
        let Prime { field, parts } = &PLACES[number];
        Some(Places { field, parts })
    }
}

impl<T: Residue> Places<T> {
    /// Returns the place of a part's tables, for lengths that have one.
    pub(super) fn part(&self, len: usize, point: Point, threads: usize) -> Option<&'static Place<Part<T>>> {
        let log = len.ilog2().checked_sub(FROM)?;
        // Of many points, only the tables that are long to make and short to keep.
        let few = point.number() < Point::OF_TWO;
        let lengths = &self.parts.get(point.number())?[usize::from(threads > 1)];
        lengths.get(log as usize).filter(|_| len.ilog2() < if few { T::MOST } else { 16 })
    }
}
