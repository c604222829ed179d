//! The algorithms, by name.

use super::Map;
use crate::{
    Error, Result, arith,
    order::{Order, is_power_of_three},
};
use alloc::format;
use core::{fmt, str::FromStr};

/// An algorithm, by name: how a [`Map`] is computed.
///
/// ```
/// use ringfft::plan::Algorithm;
///
/// let algorithm: Algorithm = "split-radix".parse()?;
/// assert!(algorithm.exists_for(64) && !algorithm.exists_for(100));
/// assert_eq!(algorithm.lengths(), "powers of two");
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Algorithm {
    /// The definition, quadratic: any length.
    Naive,
    /// Classical radix-2: powers of two.
    Classical,
    /// Twisted radix-2: powers of two.
    Twisted,
    /// Classical radix-4: powers of two.
    Radix4,
    /// Twisted radix-4: powers of two.
    TwistedRadix4,
    /// Classical radix-8: powers of two.
    Radix8,
    /// Twisted radix-8: powers of two.
    TwistedRadix8,
    /// Split radix, conjugate pair: powers of two.
    SplitRadix,
    /// Tangent (scaled split radix), complex rings: powers of two.
    Tangent,
    /// Classical radix-3: powers of three.
    Radix3,
    /// Twisted radix-3, fewest products of the ring: powers of three.
    TwistedRadix3,
    /// Twisted radix-3, fewest additions, and fewest real operations over the complex numbers: powers of three.
    TwistedRadix3Complex,
    /// Stockham autosort: any length.
    Stockham,
    /// Mixed radix, decimation in time over any factors: any length.
    MixedRadix,
    /// Good-Thomas: lengths with two coprime factors.
    GoodThomas,
    /// Rader: primes.
    Rader,
    /// Bluestein: any length.
    Bluestein,
    /// Four-step: composite lengths.
    FourStep,
    /// Six-step: composite lengths.
    SixStep,
    /// Decimation in frequency, depth first: powers of two from 64 on.
    DepthFirst,
    /// A kernel in vector lanes: over complex floats any length, over residues powers of two.
    Packed,
    /// Truncated: any length, the first points of bit-reversed order.
    Truncated,
    /// Negacyclic: powers of two, the odd powers of a root of order `2n`.
    Negacyclic,
    /// The circle transform: powers of two.
    Circle,
    /// The definition over the points of a subspace, quadratic: any length.
    AdditiveNaive,
    /// Von zur Gathen and Gerhard, any basis of a subspace: powers of two.
    GathenGerhard,
    /// Wang, Zhu and Cantor, a Cantor basis: powers of two.
    Cantor,
    /// Gao and Mateer, a Cantor basis: powers of two.
    GaoMateer,
    /// Gao and Mateer, any basis: powers of two.
    GaoMateerGeneral,
    /// Lin, Chung and Han, through their novel basis: powers of two.
    NovelBasis,
    /// Lin, Chung and Han, the first points of a subspace: any length.
    AdditiveTruncated,
}

impl Algorithm {
    /// Every algorithm that the library states for all modules: all but [`Packed`](Algorithm::Packed).
    pub const ALL: &'static [Algorithm] = &[
        Algorithm::Naive,
        Algorithm::Classical,
        Algorithm::Twisted,
        Algorithm::Radix4,
        Algorithm::TwistedRadix4,
        Algorithm::Radix8,
        Algorithm::TwistedRadix8,
        Algorithm::SplitRadix,
        Algorithm::Tangent,
        Algorithm::Radix3,
        Algorithm::TwistedRadix3,
        Algorithm::TwistedRadix3Complex,
        Algorithm::Stockham,
        Algorithm::MixedRadix,
        Algorithm::GoodThomas,
        Algorithm::Rader,
        Algorithm::Bluestein,
        Algorithm::FourStep,
        Algorithm::SixStep,
        Algorithm::DepthFirst,
        Algorithm::Truncated,
        Algorithm::Negacyclic,
        Algorithm::Circle,
        Algorithm::AdditiveNaive,
        Algorithm::GathenGerhard,
        Algorithm::Cantor,
        Algorithm::GaoMateer,
        Algorithm::GaoMateerGeneral,
        Algorithm::NovelBasis,
        Algorithm::AdditiveTruncated,
    ];

    /// Returns the name on the command line and in recipes.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Naive => "naive",
            Algorithm::Classical => "classical",
            Algorithm::Twisted => "twisted",
            Algorithm::Radix4 => "radix-4",
            Algorithm::TwistedRadix4 => "twisted-radix-4",
            Algorithm::Radix8 => "radix-8",
            Algorithm::TwistedRadix8 => "twisted-radix-8",
            Algorithm::SplitRadix => "split-radix",
            Algorithm::Tangent => "tangent",
            Algorithm::Radix3 => "radix-3",
            Algorithm::TwistedRadix3 => "twisted-radix-3",
            Algorithm::TwistedRadix3Complex => "twisted-radix-3-complex",
            Algorithm::Stockham => "stockham",
            Algorithm::MixedRadix => "mixed-radix",
            Algorithm::GoodThomas => "good-thomas",
            Algorithm::Rader => "rader",
            Algorithm::Bluestein => "bluestein",
            Algorithm::FourStep => "four-step",
            Algorithm::SixStep => "six-step",
            Algorithm::DepthFirst => "depth-first",
            Algorithm::Packed => "packed",
            Algorithm::Truncated => "truncated",
            Algorithm::Negacyclic => "negacyclic",
            Algorithm::Circle => "circle",
            Algorithm::AdditiveNaive => "additive-naive",
            Algorithm::GathenGerhard => "gathen-gerhard",
            Algorithm::Cantor => "cantor",
            Algorithm::GaoMateer => "gao-mateer",
            Algorithm::GaoMateerGeneral => "gao-mateer-general",
            Algorithm::NovelBasis => "novel-basis",
            Algorithm::AdditiveTruncated => "additive-truncated",
        }
    }

    /// Returns the order in which the algorithm by itself leaves its values.
    #[must_use]
    pub const fn native_order(self) -> Order {
        match self {
            Algorithm::Classical
            | Algorithm::Twisted
            | Algorithm::Radix4
            | Algorithm::TwistedRadix4
            | Algorithm::Radix8
            | Algorithm::TwistedRadix8
            | Algorithm::Negacyclic => Order::BitReversed,
            Algorithm::SplitRadix | Algorithm::Tangent => Order::ConjugatePair,
            Algorithm::Radix3 => Order::TernaryReversed,
            Algorithm::TwistedRadix3 | Algorithm::TwistedRadix3Complex => Order::TernaryConjugate,
            Algorithm::Truncated => Order::Truncated,
            _ => Order::Natural,
        }
    }

    /// Returns the order that a plan leaves by default: natural, where that exists.
    #[must_use]
    pub const fn default_order(self) -> Order {
        match self {
            Algorithm::Truncated => Order::Truncated,
            _ => Order::Natural,
        }
    }

    /// Returns the map that the algorithm computes. A plan may compute the negacyclic map by an algorithm of the cyclic one.
    #[must_use]
    pub const fn map(self) -> Map {
        match self {
            Algorithm::Negacyclic => Map::Negacyclic,
            Algorithm::Circle => Map::Circle,
            Algorithm::Truncated => Map::Truncated,
            additive if additive.is_additive() => Map::Additive,
            _ => Map::Cyclic,
        }
    }

    /// Returns whether a plan computes this map by the algorithm. Those of the cyclic map compute the negacyclic one too, on the coset by
    /// a root of order `2n`.
    #[must_use]
    pub const fn computes(self, map: Map) -> bool {
        match map {
            Map::Cyclic => self.is_dft(),
            Map::Negacyclic => self.is_dft() || matches!(self, Algorithm::Negacyclic),
            Map::Circle => matches!(self, Algorithm::Circle),
            Map::Truncated => matches!(self, Algorithm::Truncated | Algorithm::AdditiveTruncated),
            Map::Additive => self.is_additive(),
        }
    }

    /// Returns whether the values are those at all powers of a root whose order is the length. They are for all but
    /// truncated, negacyclic, circle and additive transforms.
    #[must_use]
    pub const fn is_dft(self) -> bool {
        !(self.is_additive() || matches!(self, Algorithm::Truncated | Algorithm::Negacyclic | Algorithm::Circle))
    }

    /// Returns whether the values are those at the points of a [`Subspace`](crate::algebra::Subspace) instead of powers of a
    /// root.
    #[must_use]
    pub const fn is_additive(self) -> bool {
        matches!(
            self,
            Algorithm::AdditiveNaive
                | Algorithm::GathenGerhard
                | Algorithm::Cantor
                | Algorithm::GaoMateer
                | Algorithm::GaoMateerGeneral
                | Algorithm::NovelBasis
                | Algorithm::AdditiveTruncated
        )
    }

    /// Returns the algorithm of this name over a ring with subspaces. The definition and the truncated transform have
    /// additive counterparts; every other algorithm is returned unchanged.
    pub const fn over_subspaces(self) -> Self {
        match self {
            Algorithm::Naive => Algorithm::AdditiveNaive,
            Algorithm::Truncated => Algorithm::AdditiveTruncated,
            other => other,
        }
    }

    /// Returns the refusal of a recipe that names the algorithm and its length alone.
    pub(super) fn lacks_parts(self) -> Error {
        Error::Unsupported { what: format!("{self} has parts, which a recipe must name: let the planner choose them") }
    }

    /// Returns whether the algorithm needs its length alone: no radices, and no transforms or convolutions inside.
    #[must_use]
    pub const fn is_plain(self) -> bool {
        !matches!(
            self,
            Algorithm::Stockham
                | Algorithm::MixedRadix
                | Algorithm::GoodThomas
                | Algorithm::Rader
                | Algorithm::Bluestein
                | Algorithm::FourStep
                | Algorithm::SixStep
                | Algorithm::Packed
        )
    }

    /// Returns whether the algorithm exists for this length.
    #[must_use]
    pub fn exists_for(self, len: usize) -> bool {
        match self {
            Algorithm::Naive
            | Algorithm::Stockham
            | Algorithm::MixedRadix
            | Algorithm::Bluestein
            | Algorithm::Packed
            | Algorithm::Truncated
            | Algorithm::AdditiveNaive
            | Algorithm::AdditiveTruncated => len >= 1,
            Algorithm::Radix3 | Algorithm::TwistedRadix3 | Algorithm::TwistedRadix3Complex => is_power_of_three(len),
            Algorithm::GoodThomas => len > 1 && arith::prime_factors(len as u64).len() > 1,
            Algorithm::Rader => arith::is_prime(len as u64),
            Algorithm::FourStep | Algorithm::SixStep => len > 3 && !arith::is_prime(len as u64),
            Algorithm::DepthFirst => len.is_power_of_two() && len >= 64,
            _ => len.is_power_of_two(),
        }
    }

    /// Returns the lengths in a few words.
    #[must_use]
    pub const fn lengths(self) -> &'static str {
        match self {
            Algorithm::Naive
            | Algorithm::Stockham
            | Algorithm::MixedRadix
            | Algorithm::Bluestein
            | Algorithm::Packed
            | Algorithm::Truncated
            | Algorithm::AdditiveNaive
            | Algorithm::AdditiveTruncated => "any",
            Algorithm::Radix3 | Algorithm::TwistedRadix3 | Algorithm::TwistedRadix3Complex => "powers of three",
            Algorithm::GoodThomas => "with two different prime factors",
            Algorithm::Rader => "primes",
            Algorithm::FourStep | Algorithm::SixStep => "composite",
            Algorithm::DepthFirst => "powers of two from 64 on",
            _ => "powers of two",
        }
    }

    /// Returns text for a message: the lengths that exist, and the alternative for another one.
    pub(crate) const fn possible(self) -> &'static str {
        match self {
            Algorithm::Naive
            | Algorithm::Stockham
            | Algorithm::MixedRadix
            | Algorithm::Bluestein
            | Algorithm::Packed
            | Algorithm::Truncated
            | Algorithm::AdditiveNaive
            | Algorithm::AdditiveTruncated => "it takes any length from 1 on",
            Algorithm::Radix3 | Algorithm::TwistedRadix3 | Algorithm::TwistedRadix3Complex => {
                "it needs a power of three; `stockham` and `bluestein` take any length"
            }
            Algorithm::GoodThomas => {
                "it needs a length with two different prime factors; `mixed-radix` takes powers of one prime, `rader` primes"
            }
            Algorithm::Rader => "it needs a prime; `mixed-radix` takes composite lengths, `bluestein` any",
            Algorithm::FourStep | Algorithm::SixStep => {
                "it needs a composite length; `rader` takes primes, `bluestein` any length"
            }
            Algorithm::DepthFirst => "it needs a power of two from 64 on; `stockham` takes any length",
            Algorithm::Negacyclic => {
                "it needs a power of two; for others take a coset, shifted by a root of order 2n, of a transform of \
                 any length"
            }
            Algorithm::Circle => "it needs a power of two",
            Algorithm::GathenGerhard
            | Algorithm::Cantor
            | Algorithm::GaoMateer
            | Algorithm::GaoMateerGeneral
            | Algorithm::NovelBasis => {
                "it needs a power of two; `truncated` takes any length, the first points of the subspace"
            }
            _ => {
                "it needs a power of two; `stockham` and `bluestein` take any length, `truncated` the first points of a power of two"
            }
        }
    }

    /// Returns the order of the root of unity that the algorithm is built from for this length; `None` where it overflows.
    #[must_use]
    pub const fn root_order(self, len: usize) -> Option<usize> {
        match self {
            Algorithm::Negacyclic => len.checked_mul(2),
            Algorithm::Truncated => len.checked_next_power_of_two(),
            additive if additive.is_additive() => Some(1),
            Algorithm::Circle => Some(1),
            _ => Some(len),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Algorithm::ALL.iter().copied().chain([Algorithm::Packed]).find(|algorithm| algorithm.name() == text).ok_or_else(
            || Error::Parse {
                expected: "the name of an algorithm, for instance stockham, split-radix, mixed-radix or bluestein",
                found: text.chars().take(40).collect(),
                source: None,
            },
        )
    }
}
