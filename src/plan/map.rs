//! The map that a plan computes, separate from the algorithm.

use crate::{Error, Result};
use core::{fmt, str::FromStr};

/// The map of a transform: the points of its values, separate from the [`Algorithm`](super::Algorithm) that computes it.
///
/// ```
/// use ringfft::{plan::{Algorithm, Map, Plan}, rings::{Goldilocks, native}};
///
/// let builder = || Plan::builder(native::<Goldilocks>(), 8).map(Map::Negacyclic);
/// // The fastest way, and Stockham's on a coset: both take value k at v^(2k + 1), with v of order 16.
/// let (fastest, stockham) = (builder().build()?, builder().algorithm(Algorithm::Stockham).build()?);
/// let (mut x, mut y) = ([1, 2, 3, 4, 5, 6, 7, 8].map(Goldilocks::new), [1, 2, 3, 4, 5, 6, 7, 8].map(Goldilocks::new));
/// fastest.forward(&mut x)?;
/// stockham.forward(&mut y)?;
/// assert_eq!(x, y);
/// assert_eq!(fastest.point(3), stockham.point(3));
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Map {
    /// The discrete Fourier transform: the powers `w^k` of a root of order `n`. Products of values are products modulo `x^n - 1`.
    Cyclic,
    /// The odd powers `v^(2k + 1)` of a root of order `2n`. Products of values are products modulo `x^n + 1`.
    Negacyclic,
    /// The points `(2k + 1) g` of the circle `x^2 + y^2 = 1`, for `g` of order `2n`: powers of two, over [`M31`](crate::rings::M31).
    Circle,
    /// The first `n` powers, in bit-reversed order, of a root of the next power of two: any length. Over a binary field the first `n`
    /// points of a subspace.
    Truncated,
    /// The points of a [`Subspace`](crate::algebra::Subspace) over GF(2), or the first of them: binary fields.
    Additive,
}

impl Map {
    /// Every map.
    pub const ALL: &'static [Map] = &[Map::Cyclic, Map::Negacyclic, Map::Circle, Map::Truncated, Map::Additive];

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Map::Cyclic => "cyclic",
            Map::Negacyclic => "negacyclic",
            Map::Circle => "circle",
            Map::Truncated => "truncated",
            Map::Additive => "additive",
        }
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Map {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Map::ALL.iter().copied().find(|map| map.name() == text).ok_or_else(|| Error::Parse {
            expected: "the name of a map: cyclic, negacyclic, circle, truncated or additive",
            found: text.chars().take(40).collect(),
            source: None,
        })
    }
}
