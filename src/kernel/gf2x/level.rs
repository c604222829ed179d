//! The choice of the block for the products of this machine.

use super::{block::Block, karatsuba, leaf, portable::Portable};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use super::{pclmul::Pclmul, vpclmul256::Vpclmul256, vpclmul512::Vpclmul512};
use crate::{Error, Result, kernel::isa::Isa};
use alloc::{format, string::String};

/// A block that this machine has.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    Portable(Portable),
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Pclmul(Pclmul),
    /// PCLMULQDQ for short products, AVX2 for transforms.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    PclmulAvx2(Pclmul),
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Vpclmul256(Vpclmul256),
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Vpclmul512(Vpclmul512),
}

/// The block that the environment and the machine determine.
#[cfg(feature = "std")]
static CHOSEN: std::sync::OnceLock<Level> = std::sync::OnceLock::new();

macro_rules! with_block {
    ($level:expr, $k:ident => $body:expr) => {
        match $level {
            Level::Portable($k) => $body,
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Pclmul($k) | Level::PclmulAvx2($k) => $body,
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Vpclmul256($k) => $body,
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Vpclmul512($k) => $body,
        }
    };
}

impl Level {
    /// Returns the block of an instruction set.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where this machine lacks it; [`Error::Parse`] where `RINGFFT_ISA` names none.
    #[inline]
    pub(crate) fn new(isa: Isa) -> Result<Self> {
        match isa {
            Isa::Auto => Level::automatic(),
            _ => Level::find(isa).ok_or_else(|| missing(isa)),
        }
    }

    /// Returns the block that `RINGFFT_ISA` names; the variable is read once.
    #[cfg(feature = "std")]
    #[inline]
    fn automatic() -> Result<Self> {
        match CHOSEN.get() {
            Some(&level) => Ok(level),
            None => Level::from_environment().map(|level| *CHOSEN.get_or_init(|| level)),
        }
    }

    #[cfg(feature = "std")]
    #[cold]
    fn from_environment() -> Result<Self> {
        let isa = Isa::Auto.resolved()?;
        Level::find(isa).ok_or_else(|| missing(isa))
    }

    #[cfg(not(feature = "std"))]
    fn automatic() -> Result<Self> {
        Ok(Level::Portable(Portable))
    }

    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    fn find(isa: Isa) -> Option<Self> {
        let pclmul = || Pclmul::detect().map(Level::Pclmul);
        // Without the wide form of PCLMULQDQ transforms still take AVX2.
        let narrow = || if Isa::Avx2.is_available() { Pclmul::detect().map(Level::PclmulAvx2) } else { pclmul() };
        let avx2 = || Vpclmul256::detect().map(Level::Vpclmul256).or_else(narrow);
        let avx512 = || Vpclmul512::detect().map(Level::Vpclmul512);
        let scalar = Some(Level::Portable(Portable));
        match isa {
            Isa::Auto => avx512().or_else(avx2).or(scalar),
            Isa::Scalar => scalar,
            Isa::Pclmul => pclmul(),
            Isa::Avx2 | Isa::Avx512 if !isa.is_available() => None,
            Isa::Avx2 => avx2(),
            Isa::Avx512 => avx512().or_else(avx2),
        }
    }

    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    fn find(isa: Isa) -> Option<Self> {
        matches!(isa, Isa::Auto | Isa::Scalar).then_some(Level::Portable(Portable))
    }

    /// Computes `out <- a b` for equal lengths that fit two registers, with the fewest steps before it. Returns `false` with
    /// nothing written for other lengths.
    #[inline]
    pub(crate) fn short(self, out: &mut [u64], a: &[u64], b: &[u64]) -> bool {
        let n = a.len();
        if n != b.len() || out.len() != 2 * n || n == 0 {
            return false;
        }
        with_block!(self, k => {
            let fits = n <= 2 * words(k);
            if fits {
                k.leaf(out, a, b);
            }
            fits
        })
    }

    /// Computes `out <- a b` by Karatsuba's method, with [`karatsuba::scratch_len`] words of scratch. The lengths were checked.
    pub(crate) fn karatsuba(self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) {
        let (a, b) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        if b.is_empty() {
            return out.fill(0);
        }
        with_block!(self, k => karatsuba::multiply(k, out, a, b, scratch))
    }

    /// Computes `out <- a b` row by row. The lengths were checked.
    pub(crate) fn schoolbook(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        if a.is_empty() || b.is_empty() {
            return out.fill(0);
        }
        with_block!(self, k => leaf::schoolbook(k, out, a, b))
    }

    /// Computes `out <- a^2`; `out` has `2 a.len()` words.
    pub(crate) fn square(self, out: &mut [u64], a: &[u64]) {
        with_block!(self, k => k.run(#[inline(always)] || k.spread(out, a)))
    }
}

/// Returns the words of a block's register.
const fn words<K: Block>(_: K) -> usize {
    K::WORDS
}

fn missing(isa: Isa) -> Error {
    let mut have = String::new();
    for isa in Isa::ALL.iter().copied().filter(|isa| isa.is_available()) {
        have += if have.is_empty() { "" } else { ", " };
        have += isa.name();
    }
    let what =
        format!("the instruction set {isa} was asked for, which this machine or this build lacks: take one of {have}");
    Error::Unsupported { what }
}
