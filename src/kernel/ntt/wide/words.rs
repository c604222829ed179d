//! Eight lanes of words, and the 52-bit products that elements of several limbs are multiplied by.

use crate::kernel::packed::Token;

/// The bits of a limb.
pub(crate) const LIMB_BITS: u32 = 52;
/// The greatest limb.
pub(crate) const MASK: u64 = (1 << LIMB_BITS) - 1;
/// Lanes of a vector.
pub(crate) const LANES: usize = 8;

/// Eight words of 64 bits each in a register. Every method is inlined always.
pub(crate) trait Words: Copy + Send + Sync + 'static {
    /// What proves the instruction set.
    type Token: Token;
    /// Eight words.
    type V: Copy;

    fn token(self) -> Self::Token;
    /// `x` in every lane.
    fn splat(self, x: u64) -> Self::V;
    fn load(self, x: &[u64; LANES]) -> Self::V;
    fn store(self, x: &mut [u64; LANES], v: Self::V);
    /// Modulo `2^64`.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Modulo `2^64`.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    /// Bits move down, zeros follow; `count < 64`.
    fn right(self, a: Self::V, count: u32) -> Self::V;
    /// Bits move up, zeros follow; `count < 64`.
    fn left(self, a: Self::V, count: u32) -> Self::V;
    /// `floor(a / 2^52)` of signed words.
    fn carry(self, a: Self::V) -> Self::V;
    /// `a` where `sign` is not negative, 0 elsewhere.
    fn keep(self, sign: Self::V, a: Self::V) -> Self::V;
    /// `c` plus the low 52 bits of the product of the low 52 bits of `a` and of `b`.
    fn low(self, c: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// `c` plus the high 52 bits of the product of the low 52 bits of `a` and of `b`.
    fn high(self, c: Self::V, a: Self::V, b: Self::V) -> Self::V;
    /// In each lane the word of `table` that the lane of `index` names, which is below 8.
    fn lookup(self, table: &[u64; LANES], index: Self::V) -> Self::V;
    /// Lane `l` of vector `j` becomes lane `j` of vector `l`.
    fn transpose(self, v: [Self::V; LANES]) -> [Self::V; LANES];
    /// Word `k` of element `l`, elements of four words one after another, becomes lane `l` of vector `k`.
    fn load_elements(self, x: &[[u64; 4]; LANES]) -> [Self::V; 4];
    /// Inverse of [`load_elements`](Words::load_elements).
    fn store_elements(self, x: &mut [[u64; 4]; LANES], v: [Self::V; 4]);
}
