//! Products by additive transforms: words of 32 bits as elements of GF(2^64) on byte planes.
//!
//! Notation: a polynomial over GF(2) is `sum_i b_i(y) Y^i` with `Y = y^32` and words `b_i` of 32 bits; `n` points.
//!
//! # Idea
//! ```text
//! a, b   words -> novel basis (convert) -> GF(2^64) on planes (embed) -> values, cut off at n (planes)
//!        values of a times values of b
//!        values -> coefficients (planes) -> words lo, hi (unembed) -> lo + Y hi (carry) -> powers of Y (convert)   = a b
//! ```
//!
//! Everything before the embedding and behind the unembedding is additions of words. The product has degree below `n - 1`
//! in `Y` before the carry and below `n` after it, for `n` words in both factors together: `n - 1` points, rounded up to
//! 128, determine it.
//!
//! # Cost
//! Two forward transforms and one inverse transform of `n` points, each of `n lg n / 2` products by elements of the base
//! field's small extensions, and three conversions of `n`, of which two on half of it; `n` elements of 8 bytes of scratch
//! for each factor, rounded up to a power of two, and `n` words.

mod convert;
mod embed;
#[cfg(test)]
mod tests;

use crate::{
    Error, Result,
    kernel::planes::{
        Isa, Line, Twiddles, Words, forward_truncated, inverse_truncated, multiply_blocks, with_isa, words_of_lines,
    },
};

/// Elements in a pair of blocks.
const PAIR: usize = 128;
/// Lines of a pair of blocks of eight planes.
const PAIR_LINES: usize = 16;

/// Tables for products of two given lengths, in words of 64 bits.
pub(crate) struct Fft {
    isa: Isa,
    lens: [usize; 2],
    /// The points, a multiple of [`PAIR`].
    points: usize,
    twiddles: Twiddles<8>,
}

impl Fft {
    /// For factors of `a_len` and `b_len` words of 64 bits.
    ///
    /// # Errors
    /// [`Error::Memory`] where the scratch cannot be counted, [`Error::Length`] where a factor has no words.
    pub(crate) fn new(a_len: usize, b_len: usize, isa: Isa) -> Result<Self> {
        if a_len == 0 || b_len == 0 {
            return Err(Error::Length {
                what: "a product by additive transforms",
                len: 0,
                possible: "factors of at least one word",
            });
        }
        let too_large = Error::Memory { what: "a product by additive transforms", needed: u128::MAX, limit: None };
        // The dimension stays where all scratch is counted in a machine word and twiddles in four bytes.
        let words = a_len.checked_add(b_len).filter(|&sum| sum < usize::MAX >> 8 && sum >> 30 == 0);
        let Some(words) = words else { return Err(too_large) };
        let points = (2 * words - 1).next_multiple_of(PAIR);
        let dim = points.next_power_of_two().trailing_zeros();
        Ok(Fft { isa, lens: [a_len, b_len], points, twiddles: Twiddles::new(dim) })
    }

    /// Lines of the planes of one factor.
    fn planes(&self) -> usize {
        1 << (self.twiddles.dim() - 3)
    }

    /// Words of 32 bits that are converted: the points or more.
    fn words(&self) -> usize {
        self.points.next_multiple_of(convert::CHUNK)
    }

    /// The scratch that [`multiply_into`](Self::multiply_into) needs, in words of 64 bits.
    pub(crate) fn scratch_len(&self) -> usize {
        // Up to seven words are left out to begin where a cache line does.
        2 * 8 * self.planes() + self.words() / 2 + 7
    }

    /// `out <- a b`: `a`, `b` of the lengths given to [`new`](Self::new), `out` of their sum.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for slices of other lengths.
    pub(crate) fn multiply_into(&self, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) -> Result<()> {
        Error::check_len("first factor", self.lens[0], a.len())?;
        Error::check_len("second factor", self.lens[1], b.len())?;
        Error::check_len("product", a.len() + b.len(), out.len())?;
        Error::check_at_least("scratch", self.scratch_len(), scratch.len())?;
        let start = scratch.as_ptr().align_offset(64).min(7);
        let (lines, _) = scratch[start..].as_chunks_mut::<8>();
        let (x, lines) = lines.split_at_mut(self.planes());
        let (y, lines) = lines.split_at_mut(self.planes());
        let words = &mut words_of_lines(lines)[..self.words()];
        with_isa!(self.isa, k => self.product(k, out, [a, b], [x, y], words));
        Ok(())
    }

    fn product<K: Words>(&self, k: K, out: &mut [u64], factors: [&[u64]; 2], [x, y]: [&mut [Line]; 2], w: &mut [u32]) {
        let pairs = self.points / PAIR;
        for (factor, planes) in factors.into_iter().zip([&mut *x, &mut *y]) {
            let words = &mut w[..(2 * factor.len()).next_multiple_of(convert::CHUNK)];
            for (words, &word) in words.as_chunks_mut::<2>().0.iter_mut().zip(factor) {
                *words = [word as u32, (word >> 32) as u32];
            }
            words[2 * factor.len()..].fill(0);
            convert::convert::<false, K>(k, words);
            let filled = (2 * factor.len()).next_multiple_of(PAIR);
            embed::embed(k, &words[..filled], planes);
            forward_truncated(k, &self.twiddles, planes, filled / PAIR, pairs);
        }
        let used = pairs * PAIR_LINES;
        multiply_blocks::<8, K>(k, &mut x[..used], &y[..used]);
        inverse_truncated(k, &self.twiddles, x, pairs);
        let high = &mut words_of_lines(y)[..self.points];
        embed::unembed(k, &x[..used], w, high);
        w[self.points..].fill(0);
        embed::carry(k, &mut w[..self.points], high);
        convert::convert::<true, K>(k, w);
        for (out, words) in out.iter_mut().zip(w.as_chunks::<2>().0) {
            *out = words[0] as u64 | (words[1] as u64) << 32;
        }
    }
}
