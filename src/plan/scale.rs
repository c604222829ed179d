//! The scale of a transform in each direction.

use core::{fmt, str::FromStr};

/// The factors that a plan applies: all algorithms compute unscaled maps.
///
/// ```
/// use ringfft::{plan::{Plan, Scale}, rings::{Goldilocks, native}};
///
/// let plan = Plan::builder(native::<Goldilocks>(), 4).scale(Scale::NONE).build()?;
/// let mut x = [1, 2, 3, 4].map(Goldilocks::new);
/// plan.forward(&mut x)?;
/// plan.inverse(&mut x)?;
/// assert_eq!(x, [4, 8, 12, 16].map(Goldilocks::new));
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// The inverse of an additive transform is exact by itself: there [`INVERSE`](Scale::INVERSE) and [`NONE`](Scale::NONE)
/// are the same, and other scales are refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Scale {
    /// The factor of the forward direction.
    pub forward: Factor,
    /// The factor of the inverse direction.
    pub inverse: Factor,
}

/// One direction's factor.
///
/// Two of them make a [`Scale`]: `Scale { forward: Factor::OverLen, inverse: Factor::One }` is [`Scale::FORWARD`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Factor {
    /// 1.
    One,
    /// `1/n`.
    OverLen,
    /// `1/sqrt(n)`: complex rings only.
    OverSqrtLen,
}

impl Scale {
    /// Forward unscaled, inverse by `1/n`: the default.
    pub const INVERSE: Scale = Scale { forward: Factor::One, inverse: Factor::OverLen };
    /// Neither: the inverse returns `n` times the coefficients.
    pub const NONE: Scale = Scale { forward: Factor::One, inverse: Factor::One };
    /// Forward by `1/n`, inverse unscaled.
    pub const FORWARD: Scale = Scale { forward: Factor::OverLen, inverse: Factor::One };
    /// Both by `1/sqrt(n)`: a unitary map, for complex rings.
    pub const UNITARY: Scale = Scale { forward: Factor::OverSqrtLen, inverse: Factor::OverSqrtLen };
}

impl Default for Scale {
    fn default() -> Self {
        Scale::INVERSE
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match *self {
            Scale::INVERSE => "inverse",
            Scale::NONE => "none",
            Scale::FORWARD => "forward",
            Scale::UNITARY => "unitary",
            _ => return write!(f, "{:?}/{:?}", self.forward, self.inverse),
        })
    }
}

impl FromStr for Scale {
    type Err = crate::Error;

    fn from_str(text: &str) -> crate::Result<Self> {
        match text {
            "inverse" => Ok(Scale::INVERSE),
            "none" => Ok(Scale::NONE),
            "forward" => Ok(Scale::FORWARD),
            "unitary" => Ok(Scale::UNITARY),
            _ => Err(crate::Error::Parse {
                expected: "none, forward, inverse or unitary",
                found: text.chars().take(40).collect(),
                source: None,
            }),
        }
    }
}
