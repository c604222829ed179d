//! The instruction set of a computation.

#![allow(unreachable_pub, reason = "for the callers of products and transforms, who re-export it")]

#[cfg(feature = "std")]
use crate::environment::Variable;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{Avx2, Avx512};
use crate::{Error, Result};
use core::{fmt, str::FromStr};

/// A set of instructions to compute with.
///
/// The bits of a result over an exact ring do not depend on it; over floats the rounding does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Isa {
    /// The instruction set that the environment variable `RINGFFT_ISA` names; the best of this machine if the variable
    /// is unset or empty. A malformed variable is [`Error::Parse`] at every call. Without the feature `std` neither the
    /// variable nor the processor is asked.
    #[default]
    Auto,
    /// Words alone: every machine.
    Scalar,
    /// x86-64 with PCLMULQDQ on 128 bits.
    Pclmul,
    /// x86-64 with AVX2 and FMA, 256 bits at a time.
    Avx2,
    /// x86-64 with AVX2, FMA and the sets F, DQ, BW and VL of AVX-512, 512 bits at a time.
    Avx512,
}

impl Isa {
    /// Every set, from automatic to the widest.
    pub const ALL: &'static [Isa] = &[Isa::Auto, Isa::Scalar, Isa::Pclmul, Isa::Avx2, Isa::Avx512];

    /// Returns the name on the command line and in `RINGFFT_ISA`.
    pub const fn name(self) -> &'static str {
        match self {
            Isa::Auto => "auto",
            Isa::Scalar => "scalar",
            Isa::Pclmul => "pclmul",
            Isa::Avx2 => "avx2",
            Isa::Avx512 => "avx512",
        }
    }

    /// Returns whether this machine has it.
    pub fn is_available(self) -> bool {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        match self {
            Isa::Pclmul => return has_features!("pclmulqdq"),
            Isa::Avx2 => return Avx2::detect().is_some(),
            Isa::Avx512 => return Avx512::detect().is_some(),
            _ => {}
        }
        matches!(self, Isa::Auto | Isa::Scalar)
    }

    /// Returns this set, or for [`Auto`](Isa::Auto) the one that `RINGFFT_ISA` names. The variable is read once in a process.
    ///
    /// # Errors
    /// [`Error::Parse`] if the variable names none.
    pub(crate) fn resolved(self) -> Result<Self> {
        #[cfg(feature = "std")]
        if self == Isa::Auto {
            static NAMED: Variable<Isa> = Variable::new("RINGFFT_ISA", |name| {
                name.parse().map_err(|_| "in the variable RINGFFT_ISA auto, scalar, pclmul, avx2 or avx512, or nothing")
            });
            return Ok(NAMED.get()?.unwrap_or_default());
        }
        Ok(self)
    }

    /// Returns the wider of AVX-512 and AVX2 that this set allows and this machine has; `Scalar` where there is none, or the set is
    /// malformed.
    pub(crate) fn widest(self) -> Self {
        match self.resolved() {
            Ok(Isa::Auto | Isa::Avx512) if Isa::Avx512.is_available() => Isa::Avx512,
            Ok(Isa::Auto | Isa::Avx2) if Isa::Avx2.is_available() => Isa::Avx2,
            _ => Isa::Scalar,
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Isa {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Isa::ALL.iter().copied().find(|isa| isa.name() == text).ok_or_else(|| Error::Parse {
            expected: "an instruction set: auto, scalar, pclmul, avx2 or avx512",
            found: text.chars().take(40).collect(),
            source: None,
        })
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::kernel::complex::native::resolve;

    pub(crate) fn the_widest_set_is_allowed_and_available() {
        for isa in [Isa::Avx2, Isa::Avx512] {
            assert_eq!(isa.widest(), if isa.is_available() { isa } else { Isa::Scalar });
            assert_eq!(resolve(isa).ok(), isa.is_available().then_some(isa));
        }
        for isa in [Isa::Scalar, Isa::Pclmul] {
            assert_eq!((isa.widest(), resolve(isa).ok()), (Isa::Scalar, Some(Isa::Scalar)));
        }
        if Isa::Auto.resolved().is_ok_and(|isa| isa == Isa::Auto) {
            let widest = [Isa::Avx2, Isa::Avx512].into_iter().rfind(|isa| isa.is_available());
            assert_eq!(Isa::Auto.widest(), widest.unwrap_or(Isa::Scalar));
        }
    }
}
