//! Products by the additive transform: the lengths from which it is used, and its pieces.

use super::{fft::Fft, level::Level};
use crate::{Error, Result, kernel::planes};

/// Words of the shorter factor from which the transform is faster than Karatsuba's method. The fields are for equal
/// lengths, for a longer factor of at least four times the words, and for tables made for one product alone.
struct Crossover {
    equal: usize,
    unequal: usize,
    tables: usize,
}

/// Words of a product that are transformed at once if the lengths of the factors differ much. A longer factor is taken
/// in pieces that stay in the cache.
const PIECE: usize = 1 << 16;

/// The least ratio of the factors' lengths at which the longer one is cut into pieces. A product of a piece has at
/// least this many times the shorter factor's words.
const UNEQUAL: usize = 8;

impl Level {
    /// Returns the planes' instruction set for this one.
    fn planes(self) -> planes::Isa {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        {
            let shuffles = || planes::Shuffles::detect().map(planes::Isa::Shuffles);
            let avx2 = || planes::Avx2::detect().map(planes::Isa::Avx2).or_else(shuffles);
            let found = match self {
                Level::Vpclmul512(_) => planes::Avx512::detect().map(planes::Isa::Avx512).or_else(avx2),
                Level::Vpclmul256(_) | Level::PclmulAvx2(_) => avx2(),
                Level::Portable(_) | Level::Pclmul(_) => None,
            };
            if let Some(isa) = found {
                return isa;
            }
        }
        planes::Isa::Portable(planes::Portable)
    }

    /// Returns the crossover, chosen on EPYCs of family 25; for portable planes beside PCLMULQDQ by the growth of both. The products
    /// are the same on either side.
    fn crossover(self) -> Crossover {
        match (self, self.planes()) {
            (Level::Portable(_), _) => Crossover { equal: 1100, unequal: 600, tables: 1100 },
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            (_, planes::Isa::Portable(_)) => Crossover { equal: 1 << 17, unequal: 1 << 16, tables: 1 << 17 },
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            (_, planes::Isa::Shuffles(_)) => Crossover { equal: 1040, unequal: 430, tables: 1100 },
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            (_, planes::Isa::Avx2(_)) => Crossover { equal: 3000, unequal: 1500, tables: 3000 },
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            (_, planes::Isa::Avx512(_)) => Crossover { equal: 176, unequal: 72, tables: 224 },
        }
    }

    /// Returns whether the transform is faster than Karatsuba's method.
    pub(crate) fn transform_pays(self, a: usize, b: usize, planned: bool) -> bool {
        let (long, short) = (a.max(b), a.min(b));
        if short < 64 {
            return false;
        }
        let Crossover { equal, unequal, tables } = self.crossover();
        let least = if long / 4 >= short { unequal } else { equal };
        short >= least && (planned || long >= tables)
    }
}

/// Returns the words of the longer factor that are transformed at once.
fn piece_len(long: usize, short: usize) -> usize {
    if long / UNEQUAL < short || long <= PIECE {
        return long;
    }
    short.saturating_mul(UNEQUAL - 1).max(PIECE.saturating_sub(short)).min(long)
}

/// Returns the length that [`Fft::scratch_len`] will return; the greatest number if a product is too long for it.
fn fft_scratch_len(a: usize, b: usize) -> usize {
    let words = a.saturating_add(b);
    if words >> 30 != 0 {
        return usize::MAX;
    }
    let points = (2 * words).saturating_sub(1).next_multiple_of(128);
    2 * points.next_power_of_two() + points.next_multiple_of(256) / 2 + 7
}

/// Returns the words of scratch for a product by transforms.
pub(crate) fn transform_scratch_len(a: usize, b: usize) -> usize {
    let (long, short) = (a.max(b), a.min(b));
    if short == 0 {
        return 0;
    }
    let piece = piece_len(long, short);
    let kept = if piece < long { short } else { 0 };
    fft_scratch_len(piece, short).saturating_add(kept)
}

/// Returns the bytes of the tables for a product by transforms; the greatest number if it is too long for them.
pub(crate) fn transform_table_bytes(a: usize, b: usize) -> usize {
    let (long, short) = (a.max(b), a.min(b));
    if short == 0 {
        return 0;
    }
    let piece = piece_len(long, short);
    let rest = if long % piece == 0 { 0 } else { Fft::table_bytes(long % piece, short) };
    Fft::table_bytes(piece, short).saturating_add(rest)
}

/// The tables of a product by transforms.
pub(crate) struct Transform {
    piece: usize,
    whole: Fft,
    rest: Option<Fft>,
}

impl Transform {
    /// Creates the tables for factors of `a` and `b` words, at least one each, in either order, on this many threads.
    ///
    /// # Errors
    /// [`Error::Memory`] if a product is too long for the transform.
    pub(crate) fn new(level: Level, a: usize, b: usize, threads: usize) -> Result<Self> {
        let (long, short) = (a.max(b), a.min(b));
        let piece = piece_len(long, short);
        let fft = |len| Fft::new(len, short, level.planes()).map(|fft| fft.threads(threads));
        let rest = if long % piece == 0 { None } else { Some(fft(long % piece)?) };
        Ok(Transform { piece, whole: fft(piece)?, rest })
    }

    /// Computes `out <- a b`, in the lengths given to [`new`](Self::new), with [`transform_scratch_len`] words of scratch.
    pub(crate) fn multiply_into(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) -> Result<()> {
        let (a, b) = if a.len() >= b.len() { (a, b) } else { (b, a) };
        Error::check_at_least("scratch", transform_scratch_len(a.len(), b.len()), scratch.len())?;
        if self.piece == a.len() {
            return self.whole.multiply_into(out, a, b, scratch);
        }
        let (kept, scratch) = scratch.split_at_mut(b.len());
        kept.fill(0);
        let mut out = out;
        for piece in a.chunks(self.piece) {
            let fft = if piece.len() == self.piece { Some(&self.whole) } else { self.rest.as_ref() };
            let Some(fft) = fft else {
                return Err(Error::Contract { what: "a product takes the lengths it was made for" });
            };
            let (product, _) = out.split_at_mut(piece.len() + b.len());
            fft.multiply_into(product, piece, b, scratch)?;
            // The product before ends where this one begins.
            product.iter_mut().zip(&*kept).for_each(|(word, kept)| *word ^= kept);
            kept.copy_from_slice(&product[piece.len()..]);
            out = &mut out[piece.len()..];
        }
        Ok(())
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::kernel::isa::Isa;
    #[cfg(target_arch = "x86_64")]
    use crate::{inside::require, kernel::gf2x::pclmul::Pclmul};

    /// Checks both methods of a processor with AVX2 and without VPCLMULQDQ against the portable rows.
    #[inline]
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn transforms_go_with_narrow_products() {
        let found = Pclmul::detect().filter(|_| planes::Shuffles::detect().is_some());
        let Some(level) = require::found("avx2", found).map(Level::PclmulAvx2) else { return };
        assert!(!matches!(level.planes(), planes::Isa::Portable(_)));
        let (a, b) = ([0x9e37_79b9_7f4a_7c15; 70], [0xc2b2_ae3d_27d4_eb4f; 67]);
        let mut expected = [0; 137];
        Level::new(Isa::Scalar).unwrap().schoolbook(&mut expected, &a, &b);
        let (mut out, mut scratch) = ([0; 137], alloc::vec![0; transform_scratch_len(70, 67)]);
        Transform::new(level, 70, 67, 1).unwrap().multiply_into(&mut out, &a, &b, &mut scratch).unwrap();
        assert_eq!(out, expected);
        level.karatsuba(&mut out, &a, &b, &mut scratch);
        assert_eq!(out, expected);
    }

    #[inline]
    pub(crate) fn scratch_of_a_product_is_that_of_the_transform() {
        let level = Level::new(Isa::Scalar).unwrap();
        for (a, b) in [(1, 1), (31, 33), (32, 33), (1000, 3), (4096, 4096), (4097, 4096), (70_000, 100)] {
            let fft = Fft::new(a, b, level.planes()).unwrap();
            assert_eq!(fft.scratch_len(), fft_scratch_len(a, b), "{a} {b}");
        }
        assert_eq!(fft_scratch_len(usize::MAX, 5), usize::MAX);
    }
}
