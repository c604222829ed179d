//! Vectors of 64 bytes on any machine's registers.

use super::tower::{ALPHA, mul8};
use crate::lists;

/// 64 bytes of memory; byte `8 i + j` is bits `8 j .. 8 j + 7` of word `i`.
pub(crate) type Line = [u64; 8];

/// The level of factors that are the same in all lanes.
pub(crate) const SAME: usize = 6;

/// Returns the lines of each slice in groups of `W`, as many groups as the first slice has.
#[inline(always)]
pub(crate) fn groups<const W: usize, const M: usize>(x: [&mut [Line]; M]) -> [&mut [[Line; W]]; M] {
    let n = x[0].len() / W;
    lists::map(x, |x| &mut x.as_chunks_mut().0[..n])
}

/// An instruction set at work on 64 bytes at a time. A value of the type proves that the machine has it.
pub(crate) trait Bytes: Copy + Send + Sync + 'static {
    /// 64 bytes in registers.
    type V: Copy;
    /// The factors of 64 bytes.
    type Factor: Copy;
    /// An 8 x 8 matrix over GF(2), prepared.
    type Block: Copy;
    /// Number of vectors that the registers hold; 0 without vectors, where short code is worth more than fused levels.
    const REGISTERS: usize;
    /// The most bytes of a twiddle that transforms are compiled for.
    const WIDEST: usize;
    /// The most bytes of a twiddle whose products are written out in place; those by wider ones are calls.
    const INLINED: usize;

    /// Runs `f` compiled for this instruction set; the other methods are fast only inside it.
    fn run<R>(self, f: impl FnOnce() -> R) -> R;
    fn load(self, line: &Line) -> Self::V;
    fn store(self, line: &mut Line, v: Self::V);
    fn splat(self, byte: u8) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Returns the factor that is `byte` in every lane.
    fn factor(self, byte: u8) -> Self::Factor;
    /// Returns the factor that is `byte` plus the lane's byte of `lanes`.
    fn lane_factor(self, byte: u8, lanes: &Line) -> Self::Factor;
    /// Returns the 64 products in GF(2)\[x\]/(x^8 + x^4 + x^3 + x + 1). The factor is linear in the bits of the lane's number from bit
    /// `level` on, and the same in all lanes where `level` is [`SAME`].
    fn times(self, a: Self::V, w: Self::Factor, level: usize) -> Self::V;
    /// Converts bytes to the basis in which [`mul`](Self::mul) multiplies: their own, unless the instruction set has another.
    #[inline(always)]
    fn coordinates(self, a: Self::V) -> Self::V {
        a
    }
    /// Computes the inverse of [`coordinates`](Self::coordinates).
    #[inline(always)]
    fn out_of_coordinates(self, a: Self::V) -> Self::V {
        a
    }
    /// Returns the 64 products of two variable bytes; operands and result are coordinates.
    fn mul(self, a: Self::V, w: Self::V) -> Self::V;
    /// Returns the products by [`ALPHA`], by its square where `SQUARE`, in coordinates.
    #[inline(always)]
    fn alpha<const SQUARE: bool>(self, a: Self::V) -> Self::V {
        self.mul(a, self.splat(if SQUARE { const { mul8(ALPHA, ALPHA) } } else { ALPHA }))
    }
    /// Prepares the matrix `m` for [`affine`](Self::affine): bit `i` of a product is the parity of the byte under byte `7 - i`.
    fn block(self, m: u64) -> Self::Block;
    /// Multiplies every byte by a matrix.
    fn affine(self, a: Self::V, m: Self::Block) -> Self::V;
    /// Swaps the lanes of `a` whose index has bit `BIT` set with the lanes of `b` whose index has it clear. It is its
    /// own inverse.
    fn exchange<const BIT: u32>(self, a: Self::V, b: Self::V) -> (Self::V, Self::V);
    /// Returns the bytes at even places of `a` and then of `b`, and those at odd places.
    fn unzip(self, a: Self::V, b: Self::V) -> (Self::V, Self::V);
    /// Computes the inverse of [`unzip`](Self::unzip).
    fn zip(self, even: Self::V, odd: Self::V) -> (Self::V, Self::V);
}

/// The same 64 bytes as 16 words of 32 bits, word `i` in lanes `4 i .. 4 i + 3`.
pub(crate) trait Words: Bytes {
    /// Loads byte `i` to lane `i`.
    fn load_bytes(self, bytes: &[u8; 64]) -> Self::V;
    fn store_bytes(self, bytes: &mut [u8; 64], v: Self::V);
    /// Returns word `i - S` of `v` at place `i`; the first `S` are the last of `before`.
    fn shift_words<const S: usize>(self, before: Self::V, v: Self::V) -> Self::V;
    /// Returns word `i + 2^t - 1` of `v` at place `i > 0`, where `2^t` is the largest power of two that divides `i`; `first` at
    /// 0.
    fn next_power(self, v: Self::V, first: u32) -> Self::V;
}

/// Converts 64 elements of `P` bytes, in `P` vectors as they lie in memory, to their planes.
#[inline(always)]
pub(crate) fn to_planes<const P: usize, B: Bytes>(b: B, x: [B::V; P]) -> [B::V; P] {
    // Before a round, vector `low + k * 2^done` holds part `k` of the bytes whose number has `low` in its `done` low bits.
    let (mut x, mut done) = (x, 1);
    while done < P {
        let old = x;
        let mut low = 0;
        while low < done {
            let mut k = 0;
            while 2 * k * done < P {
                let (even, odd) = b.unzip(old[low + 2 * k * done], old[low + (2 * k + 1) * done]);
                x[low + 2 * k * done] = even;
                x[low + done + 2 * k * done] = odd;
                k += 1;
            }
            low += 1;
        }
        done *= 2;
    }
    x
}

/// Computes the inverse of [`to_planes`].
#[inline(always)]
pub(crate) fn from_planes<const P: usize, B: Bytes>(b: B, x: [B::V; P]) -> [B::V; P] {
    let (mut x, mut done) = (x, P);
    while done > 1 {
        done /= 2;
        let old = x;
        let mut low = 0;
        while low < done {
            let mut k = 0;
            while 2 * k * done < P {
                let (first, second) = b.zip(old[low + 2 * k * done], old[low + done + 2 * k * done]);
                x[low + 2 * k * done] = first;
                x[low + (2 * k + 1) * done] = second;
                k += 1;
            }
            low += 1;
        }
    }
    x
}
