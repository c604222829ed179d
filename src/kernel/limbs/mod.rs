//! Products and squares of limbs, below the lengths at which a method with fewer products pays.
//!
//! | file | processor | products |
//! |---|---|---|
//! | `rows` | every one | of words: four rows at a time, few limbs column by column |
//! | `adx` | x86-64 with BMI2 and ADX | the same, by two chains of carries |
//! | `ifma` | x86-64 with AVX-512 IFMA and VBMI | of digits of 51 or 52 bits, from about a dozen limbs on |
//!
//! # Equals
//! [`schoolbook`](crate::arith::limbs::schoolbook), limb by limb.

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod adx;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod ifma;
mod rows;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;

#[cfg(feature = "std")]
use crate::kernel::isa::Isa;
use crate::{Result, arith::karatsuba::Base};
use rows::Portable;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use {crate::arith::limbs::add_assign, adx::Adx, ifma::Ifma};

pub(crate) use rows::{few, few_squared};

/// The instructions of a product.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    /// Words of every machine.
    Words,
    /// Words by two chains of carries.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Adx(Adx),
    /// Digits in vectors; few limbs by words.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Ifma(Ifma, Adx),
}

/// The level that the environment and the machine determine.
#[cfg(feature = "std")]
static CHOSEN: std::sync::OnceLock<Level> = std::sync::OnceLock::new();

impl Level {
    /// Returns the best level that `RINGFFT_ISA` allows and this machine has; the variable is read once.
    ///
    /// # Errors
    /// [`Error::Parse`](crate::Error::Parse) where `RINGFFT_ISA` names no instruction set.
    #[cfg(feature = "std")]
    #[inline]
    pub(crate) fn automatic() -> Result<Self> {
        match CHOSEN.get() {
            Some(&level) => Ok(level),
            None => Level::from_environment(),
        }
    }

    #[cfg(feature = "std")]
    #[cold]
    fn from_environment() -> Result<Self> {
        let level = Level::of(Isa::Auto.resolved()?);
        Ok(*CHOSEN.get_or_init(|| level))
    }

    #[cfg(not(feature = "std"))]
    pub(crate) fn automatic() -> Result<Self> {
        Ok(Level::Words)
    }

    /// Returns the best level that an instruction set allows and this machine has.
    #[cfg(feature = "std")]
    fn of(isa: Isa) -> Self {
        #[cfg(target_arch = "x86_64")]
        if let (Isa::Auto | Isa::Avx2 | Isa::Avx512, Some(adx)) = (isa, Adx::detect()) {
            return match Ifma::detect() {
                Some(ifma) if isa != Isa::Avx2 => Level::Ifma(ifma, adx),
                _ => Level::Adx(adx),
            };
        }
        let _ = isa;
        Level::Words
    }
}

/// Limbs of the shorter factor, and of a square, from which vectors pay.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
const VECTORS: [usize; 2] = [9, 9];

impl Base for Level {
    fn multiply(&self, a: &[u64], b: &[u64], out: &mut [u64]) {
        let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        match *self {
            Level::Words => rows::portable(short, long, out),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Ifma(ifma, _) if (VECTORS[0]..=ifma::MAX).contains(&short.len()) => {
                if long.len() <= ifma::MAX {
                    ifma.multiply(short, long, out);
                } else {
                    by_pieces(*self, short, long, out);
                }
            }
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Adx(adx) | Level::Ifma(_, adx) => adx.multiply(short, long, out),
        }
    }

    fn square(&self, x: &[u64], out: &mut [u64]) {
        match *self {
            Level::Words => rows::square(Portable, x, out),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Ifma(ifma, _) if (VECTORS[1]..=ifma::MAX).contains(&x.len()) => ifma.square(x, out),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Adx(adx) | Level::Ifma(_, adx) => adx.square(x, out),
        }
    }

    /// Measured on Zen 4.
    #[inline]
    fn crossover(&self, square: bool) -> usize {
        let [product, of_square] = match self {
            Level::Words => [32, 56],
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Adx(_) => [36, 56],
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Ifma(..) => [200, 256],
        };
        if square { of_square } else { product }
    }
}

/// Multiplies pieces of a factor that is too long for vectors.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn by_pieces(level: Level, short: &[u64], long: &[u64], out: &mut [u64]) {
    // Blocks of vectors without rest.
    const PIECE: usize = 208;
    let n = short.len();
    let mut room = [0; ifma::MAX];
    let above = &mut room[..n];
    for (start, piece) in (0..).step_by(PIECE).zip(long.chunks(PIECE)) {
        let out = &mut out[start..start + n + piece.len()];
        // The top of the product before.
        above.copy_from_slice(&out[..n]);
        level.multiply(short, piece, out);
        if start > 0 {
            add_assign(out, above);
        }
    }
}
