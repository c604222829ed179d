//! The cosine and sine transforms, by name.

use crate::{Error, Result};
use core::{fmt, str::FromStr};

/// One of the eight real trigonometric transforms, by the definitions of FFTW (`REDFT00` to `RODFT11`).
///
/// | kind | `Y_k`, `0 <= k < n` | FFTW | inverse | period |
/// |---|---|---|---|---|
/// | `dct1` | `x_0 + (-1)^k x_(n-1) + 2 sum_(0<j<n-1) x_j cos(pi j k/(n-1))` | `REDFT00` | `dct1` | `2(n - 1)` |
/// | `dct2` | `2 sum_j x_j cos(pi (j+1/2) k/n)` | `REDFT10` | `dct3` | `2n` |
/// | `dct3` | `x_0 + 2 sum_(j>0) x_j cos(pi j (k+1/2)/n)` | `REDFT01` | `dct2` | `2n` |
/// | `dct4` | `2 sum_j x_j cos(pi (j+1/2) (k+1/2)/n)` | `REDFT11` | `dct4` | `2n` |
/// | `dst1` | `2 sum_j x_j sin(pi (j+1) (k+1)/(n+1))` | `RODFT00` | `dst1` | `2(n + 1)` |
/// | `dst2` | `2 sum_j x_j sin(pi (j+1/2) (k+1)/n)` | `RODFT10` | `dst3` | `2n` |
/// | `dst3` | `(-1)^k x_(n-1) + 2 sum_(j<n-1) x_j sin(pi (j+1) (k+1/2)/n)` | `RODFT01` | `dst2` | `2n` |
/// | `dst4` | `2 sum_j x_j sin(pi (j+1/2) (k+1/2)/n)` | `RODFT11` | `dst4` | `2n` |
///
/// A kind followed by its inverse kind multiplies by the period.
///
/// [`Trigonometric`](super::Trigonometric) has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TrigonometricKind {
    /// Cosine I: two points at least.
    Dct1,
    /// Cosine II: "the" cosine transform.
    Dct2,
    /// Cosine III: its inverse.
    Dct3,
    /// Cosine IV.
    Dct4,
    /// Sine I.
    Dst1,
    /// Sine II.
    Dst2,
    /// Sine III.
    Dst3,
    /// Sine IV.
    Dst4,
}

use TrigonometricKind::{Dct1, Dct2, Dct3, Dct4, Dst1, Dst2, Dst3, Dst4};

impl TrigonometricKind {
    /// All of them.
    pub const ALL: &'static [TrigonometricKind] = &[Dct1, Dct2, Dct3, Dct4, Dst1, Dst2, Dst3, Dst4];

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Dct1 => "dct1",
            Dct2 => "dct2",
            Dct3 => "dct3",
            Dct4 => "dct4",
            Dst1 => "dst1",
            Dst2 => "dst2",
            Dst3 => "dst3",
            Dst4 => "dst4",
        }
    }

    /// Returns the inverse kind, up to the factor [`period`](TrigonometricKind::period).
    pub const fn inverse(self) -> Self {
        match self {
            Dct2 => Dct3,
            Dct3 => Dct2,
            Dst2 => Dst3,
            Dst3 => Dst2,
            other => other,
        }
    }

    /// Returns the length of the periodic sequence that `n` points stand for, and the factor of the kind followed by its
    /// inverse.
    ///
    /// # Errors
    /// [`Error::Length`] for a length that the kind does not have.
    pub fn period(self, n: usize) -> Result<usize> {
        let half = match self {
            Dct1 => n.checked_sub(1).filter(|&half| half != 0),
            Dst1 => n.checked_add(1).filter(|_| n != 0),
            _ => Some(n).filter(|_| n != 0),
        };
        // Some twiddles have eight times the period as their order.
        half.filter(|half| half.checked_mul(16).is_some()).and_then(|half| half.checked_mul(2)).ok_or(Error::Length {
            what: self.name(),
            len: n,
            possible: match self {
                Dct1 => "the least length is 2, and 16 times the length must fit a word",
                _ => "the least length is 1, and 16 times the length must fit a word",
            },
        })
    }

    /// Returns whether this is a sine transform.
    #[must_use]
    pub const fn is_sine(self) -> bool {
        matches!(self, Dst1 | Dst2 | Dst3 | Dst4)
    }
}

impl fmt::Display for TrigonometricKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for TrigonometricKind {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        TrigonometricKind::ALL.iter().copied().find(|kind| kind.name() == text).ok_or_else(|| Error::Parse {
            expected: "dct1, dct2, dct3, dct4, dst1, dst2, dst3 or dst4",
            found: text.chars().take(40).collect(),
            source: None,
        })
    }
}
