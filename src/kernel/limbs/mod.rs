//! Products and squares of limbs, below the lengths at which a method with fewer products pays.
//!
//! | file | processor | products |
//! |---|---|---|
//! | `few` | every one | of up to three limbs, column by column; squares up to eight |
//! | `rows` | every one | of words: up to eight rows at a time |
//! | `adx` | x86-64 with BMI2 and ADX | the same, by two chains of carries |
//! | `eight` | the same | of eight limbs by many, as whole functions |
//! | `one` | the same | of one limb by many |
//! | `digits` | x86-64 with AVX-512 IFMA and VBMI | limbs as digits of 51 or 52 bits, and back |
//! | `ifma` | the same | of digits, of more limbs |
//! | `stripes` | the same | of digits, two to ten limbs by more |
//!
//! # Equals
//! [`schoolbook`](crate::arith::limbs::schoolbook), limb by limb.

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod adx;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod digits;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod eight;
mod few;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod ifma;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod one;
mod rows;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod stripes;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;

#[cfg(feature = "std")]
use crate::kernel::isa::Isa;
use crate::{Result, arith::karatsuba::Base};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use {crate::arith::limbs::add_assign, adx::Adx, digits::Ifma};

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

    /// Computes `out <- short long`, for a first factor that is not longer than the other, `out` as long as both.
    #[inline(always)]
    fn multiply_ordered(self, short: &[u64], long: &[u64], out: &mut [u64]) {
        match self {
            Level::Words => rows::portable(short, long, out),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Ifma(ifma, _) if pays(short.len(), long.len()) => {
                if short.len() <= stripes::SHORT {
                    ifma.multiply_few(short, long, out);
                } else if long.len() <= ifma::MAX {
                    ifma.multiply(short, long, out);
                } else {
                    by_pieces(ifma, short, long, out);
                }
            }
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Adx(adx) | Level::Ifma(_, adx) => adx.multiply(short, long, out),
        }
    }

    /// Returns the level if it was chosen before.
    #[inline]
    fn chosen() -> Option<Self> {
        #[cfg(feature = "std")]
        return CHOSEN.get().copied();
        #[cfg(not(feature = "std"))]
        Some(Level::Words)
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

    /// Returns whether products are of digits in vectors.
    pub(crate) fn has_digits(self) -> bool {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        return matches!(self, Level::Ifma(..));
        #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
        false
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

/// Limbs of the longer factor from which vectors pay, by limbs of the shorter one (measured on Zen 4).
#[cfg(all(target_arch = "x86_64", feature = "std"))]
const VECTORS: [usize; 9] = [usize::MAX, usize::MAX, 36, 9, 7, 7, 7, 9, 9];

/// Limbs of a square from which vectors pay.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
const VECTORS_OF_SQUARES: usize = 12;

/// Factors of up to this many limbs are multiplied before anything is asked.
const SMALL: usize = 32;

/// Computes `out <- a b` for a factor of few limbs. Returns `false`, and does nothing, for others, and before the level is chosen.
#[inline(never)]
pub(crate) fn small_product(a: &[u64], b: &[u64], out: &mut [u64]) -> bool {
    // A list of functions takes longer than so few products.
    if let ([x], [y], [low, high]) = (a, b, &mut *out) {
        let product = u128::from(*x) * u128::from(*y);
        (*low, *high) = (product as u64, (product >> 64) as u64);
        return true;
    }
    if a.len() == 2 && b.len() == 2 && out.len() == 4 {
        few::product(a, b, out);
        return true;
    }
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    // Slices are too short for a carry.
    if short.len() + long.len() != out.len() || short.is_empty() {
        return false;
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if (long.len() <= 6 || short.len() == 1)
        && let Some(Level::Adx(adx) | Level::Ifma(_, adx)) = Level::chosen()
    {
        adx.multiply(short, long, out);
        return true;
    }
    medium_product(short, long, out)
}

/// Computes [`small_product`] for other lengths, the shorter factor first.
#[inline(never)]
fn medium_product(short: &[u64], long: &[u64], out: &mut [u64]) -> bool {
    if long.len() <= 3 && short.len() == long.len() {
        few::product(short, long, out);
        return true;
    }
    let (..=SMALL, Some(level)) = (short.len(), Level::chosen()) else { return false };
    if short.len() > 8 && core::ptr::eq(short, long) {
        level.square(short, out);
    } else {
        level.multiply_ordered(short, long, out);
    }
    true
}

/// Computes `out <- x^2` for few limbs. Returns `false`, and does nothing, for others, and before the level is chosen.
#[inline(never)]
pub(crate) fn small_square(x: &[u64], out: &mut [u64]) -> bool {
    if x.is_empty() || x.len() > SMALL || out.len() != 2 * x.len() {
        return false;
    }
    if x.len() <= 3 {
        few::square(x, out);
        return true;
    }
    let Some(level) = Level::chosen() else { return false };
    level.square(x, out);
    true
}

impl Base for Level {
    fn multiply(&self, a: &[u64], b: &[u64], out: &mut [u64]) {
        let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
        self.multiply_ordered(short, long, out);
    }

    #[inline]
    fn square(&self, x: &[u64], out: &mut [u64]) {
        match *self {
            Level::Words => rows::portable_square(x, out),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Ifma(ifma, _) if (VECTORS_OF_SQUARES..=ifma::MAX).contains(&x.len()) => ifma.square(x, out),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Adx(adx) | Level::Ifma(_, adx) => adx.square(x, out),
        }
    }

    /// Returns the length from which Karatsuba's method is faster: measured on Zen 4, for two chains of carries on Zen 3.
    #[inline]
    fn crossover(&self, square: bool) -> usize {
        let [product, of_square] = match self {
            Level::Words => [24, 50],
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Adx(_) => [48, 80],
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Level::Ifma(..) => [144, 232],
        };
        if square { of_square } else { product }
    }
}

/// Returns whether vectors pay.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[inline]
fn pays(short: usize, long: usize) -> bool {
    VECTORS.get(short).map_or(short <= ifma::MAX, |&least| long >= least)
}

/// Multiplies pieces of a factor that is too long for vectors.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn by_pieces(ifma: Ifma, short: &[u64], long: &[u64], out: &mut [u64]) {
    // Blocks of vectors without rest.
    const PIECE: usize = 208;
    let n = short.len();
    let mut room = [0; ifma::MAX];
    let above = &mut room[..n];
    for (start, piece) in (0..).step_by(PIECE).zip(long.chunks(PIECE)) {
        let out = &mut out[start..start + n + piece.len()];
        // The top of the product before.
        above.copy_from_slice(&out[..n]);
        ifma.multiply(short, piece, out);
        if start > 0 {
            add_assign(out, above);
        }
    }
}
