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
//! The cost is two forward transforms and one inverse transform of `n` points, each of `n lg n / 2` products by
//! elements of the base field's small extensions. There are three conversions of `n`, two of them on half of it. The
//! memory is `n` elements of 8 bytes of scratch for each factor, rounded up to a power of two, and `n` words.

mod embed;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;

use crate::{
    Error, Result,
    kernel::planes::{
        CHUNK, Isa, Line, Twiddles, Words, bytes_of_lines, convert, forward_truncated, inverse_truncated,
        multiply_blocks, with_isa,
    },
    threads::{Every, enter, share},
};

/// Elements in a block, in a pair of blocks.
const BLOCK: usize = 64;
const PAIR: usize = 128;
/// Lines of a block.
const PLANES: usize = 8;
/// Products of fewer than `2^SHARED` points stay in one thread.
const SHARED: u32 = 12;
/// Blocks at a time in each thread, at least.
const PIECE: usize = 64;

/// Planes, and the low and high words that they become.
type Unembedded<'a> = (Every<&'a [Line]>, (Every<&'a mut [u8]>, Every<&'a mut [u8]>));

/// Tables for products of two given lengths, in words of 64 bits.
pub(crate) struct Fft {
    isa: Isa,
    lens: [usize; 2],
    /// The points, a multiple of [`PAIR`].
    points: usize,
    twiddles: Twiddles,
    /// `true` if the work is shared out over threads.
    shared: bool,
}

impl Fft {
    /// Creates the tables for factors of `a_len` and `b_len` words of 64 bits.
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
        Ok(Fft { isa, lens: [a_len, b_len], points, twiddles: Twiddles::new(PLANES, dim), shared: false })
    }

    /// Returns the bytes of the tables of [`new`](Self::new); the greatest number if a product is too long for them.
    pub(crate) fn table_bytes(a_len: usize, b_len: usize) -> usize {
        let words = a_len.saturating_add(b_len);
        if words >> 30 != 0 {
            return usize::MAX;
        }
        let points = (2 * words).saturating_sub(1).next_multiple_of(PAIR);
        Twiddles::bytes(points.next_power_of_two().trailing_zeros())
    }

    /// Returns the same tables for products on several threads: those of the surrounding pool if there is more than one.
    pub(crate) fn threads(self, threads: usize) -> Self {
        let shared = threads > 1 && self.twiddles.dim() >= SHARED;
        Fft { twiddles: self.twiddles.shared(shared), shared, ..self }
    }

    /// Returns the lines of the planes of one factor.
    fn planes(&self) -> usize {
        1 << (self.twiddles.dim() - 3)
    }

    /// Returns the bytes that are converted: 4 a point, or more.
    fn bytes(&self) -> usize {
        (4 * self.points).next_multiple_of(CHUNK)
    }

    /// Returns the scratch that [`multiply_into`](Self::multiply_into) needs, in words of 64 bits.
    pub(crate) fn scratch_len(&self) -> usize {
        // Up to seven words are left out to begin where a cache line does.
        2 * 8 * self.planes() + self.bytes() / 8 + 7
    }

    /// Computes `out <- a b`: `a`, `b` of the lengths given to [`new`](Self::new), `out` of their sum.
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
        let bytes = &mut bytes_of_lines(lines)[..self.bytes()];
        enter(self.shared, || with_isa!(self.isa, k => self.product(k, out, [a, b], [x, y], bytes)));
        Ok(())
    }

    /// Computes the planes of one factor's values.
    fn values<K: Words>(&self, k: K, factor: &[u64], bytes: &mut [u8], planes: &mut [Line]) {
        for (bytes, &word) in bytes.as_chunks_mut().0.iter_mut().zip(factor) {
            *bytes = word.to_le_bytes();
        }
        bytes[8 * factor.len()..].fill(0);
        convert(k, bytes, 2, false, self.shared);
        let filled = (2 * factor.len()).next_multiple_of(PAIR);
        let pieces = (Every(&bytes[..4 * filled], 4 * BLOCK), Every(&mut planes[..filled / BLOCK * PLANES], PLANES));
        share(self.shared, pieces, PIECE, &|(bytes, planes): (Every<&[u8]>, Every<&mut [Line]>)| {
            embed::embed(k, bytes.0, planes.0)
        });
        forward_truncated(k, &self.twiddles, planes, filled / PAIR, self.points / PAIR);
    }

    fn product<K: Words>(&self, k: K, out: &mut [u64], [a, b]: [&[u64]; 2], [x, y]: [&mut [Line]; 2], w: &mut [u8]) {
        for (factor, planes) in [(a, &mut *x), (b, &mut *y)] {
            self.values(k, factor, &mut w[..(8 * factor.len()).next_multiple_of(CHUNK)], planes);
        }
        let used = self.points / BLOCK * PLANES;
        let pieces = (Every(&mut x[..used], PLANES), Every(&y[..used], PLANES));
        share(self.shared, pieces, PIECE, &|(x, y): (Every<&mut [Line]>, Every<&[Line]>)| {
            multiply_blocks::<PLANES, K>(k, x.0, y.0)
        });
        inverse_truncated(k, &self.twiddles, x, self.points / PAIR);
        let high = &mut bytes_of_lines(y)[..4 * self.points];
        let (low, rest) = w.split_at_mut(4 * self.points);
        let pieces = (Every(&x[..used], PLANES), (Every(&mut *low, 4 * BLOCK), Every(&mut *high, 4 * BLOCK)));
        share(self.shared, pieces, PIECE, &|(x, (low, high)): Unembedded<'_>| embed::unembed(k, x.0, low.0, high.0));
        rest.fill(0);
        share(self.shared, embed::Low(low, 0), 4 * PIECE, &|low: embed::Low<'_>| embed::carry(k, low, high));
        convert(k, w, 2, true, self.shared);
        for (out, bytes) in out.iter_mut().zip(w.as_chunks().0) {
            *out = u64::from_le_bytes(*bytes);
        }
    }
}
