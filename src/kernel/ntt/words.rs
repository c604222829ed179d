//! Words in lanes: the few operations that residues of word size need.

use crate::kernel::packed::Token;

/// `L` words, below `2^64` each, and products modulo `B = 2^BITS`. Every method is inlined always.
pub(crate) trait Words<const L: usize>: Copy + Send + Sync + 'static {
    type Token: Token;
    type V: Copy;
    /// `L` words in memory.
    type Block: Copy + Send + Sync;
    /// Products take factors below `B = 2^BITS`: 52 or 64.
    const BITS: u32;

    fn token(self) -> Self::Token;
    fn splat(self, x: u64) -> Self::V;
    fn load(self, x: &Self::Block) -> Self::V;
    fn store(self, x: &mut Self::Block, v: Self::V);
    /// Returns a word for each lane.
    fn row(self, x: &[u64; L]) -> Self::V;
    /// Returns `a + b mod 2^64`.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `a - b mod 2^64`.
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns `x` if it is below `m`, else `x - m`; for `-2^63 <= x - m < 2^63`.
    fn trim(self, x: Self::V, m: Self::V) -> Self::V;
    /// Returns `w x + floor(w' x/B) negative mod B`, for operands below `B`. With `negative = B - p` and `w' = floor(w B/p)` that
    /// is `w x` modulo `p`, in `[0, 2 p)`.
    fn shoup(self, x: Self::V, w: [Self::V; 2], negative: Self::V) -> Self::V;
    /// `true` if [`rough`](Words::rough) is cheaper than `shoup` by more than a [`trim`](Words::trim).
    const ROUGH: bool = false;
    /// Returns [`shoup`](Words::shoup) with a quotient that may be less by 2: in `[0, 4 p)`, which must be words.
    #[inline(always)]
    fn rough(self, x: Self::V, w: [Self::V; 2], negative: Self::V) -> Self::V {
        self.shoup(x, w, negative)
    }
    /// Returns whether a word is `m` or above; `m` is at most `2^63`.
    fn any_from(self, x: Self::V, m: Self::V) -> bool;
    /// Returns the greater words.
    fn greater(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns the `BITS` low bits, and the others as a number.
    fn split(self, x: Self::V) -> [Self::V; 2];
    /// Returns `a - b`, plus `p` where that is negative; for `a - b` from `-p` to `p - 1`.
    fn difference(self, a: Self::V, b: Self::V, p: Self::V) -> Self::V;
    /// Returns `a - b` modulo `m`, for `a` and `b` below `m`, which is at most `2^63`.
    #[inline(always)]
    fn sub_mod(self, a: Self::V, b: Self::V, m: Self::V) -> Self::V {
        self.difference(a, b, m)
    }
    /// Returns `floor(x w/2^64) - floor(q p/2^64)`, plus `p` where that is negative, with `q = x w' mod 2^64`. With `w' = w/p`
    /// modulo `2^64` that is `x w/2^64` modulo `p`, in `[0, p)`, for every word `x` and `w` below `p`.
    fn montgomery(self, x: Self::V, w: [Self::V; 2], p: Self::V) -> Self::V;
    /// Transposes: lane `l` of vector `j` becomes lane `j` of vector `l`.
    fn transpose(self, v: [Self::V; L]) -> [Self::V; L];
}

/// The items that all [`Residues`](super::Residues) of words in lanes share: the words of `self.words` in memory.
macro_rules! as_they_lie {
    ($l:ident, $words:ident) => {
        type Token = $words::Token;
        type Scalar = u64;
        type Block = $words::Block;
        type Vec = $words::V;

        #[inline(always)]
        fn token(self) -> $words::Token {
            self.words.token()
        }
        #[inline(always)]
        fn load(self, block: &$words::Block) -> $words::V {
            self.words.load(block)
        }
        #[inline(always)]
        fn store(self, block: &mut $words::Block, v: $words::V) {
            self.words.store(block, v);
        }
        #[inline(always)]
        fn transpose(self, v: [$words::V; $l]) -> [$words::V; $l] {
            self.words.transpose(v)
        }
    };
}
pub(super) use as_they_lie;

/// The further items of those with factors of two words, for residues modulo `self.ring`.
macro_rules! factors_of_two_words {
    ($l:ident, $words:ident) => {
        type Twiddle = [u64; 2];
        type Row = [[u64; $l]; 2];
        type Factor = [$words::V; 2];

        fn one(self) -> u64 {
            1
        }
        fn times(self, a: u64, b: u64) -> u64 {
            let mut product = a;
            self.ring.mul_assign(&mut product, &b);
            product
        }
        fn row(self, w: [[u64; 2]; $l]) -> [[u64; $l]; 2] {
            let mut row = [[0; $l]; 2];
            for (l, [factor, quotient]) in w.into_iter().enumerate() {
                (row[0][l], row[1][l]) = (factor, quotient);
            }
            row
        }
        #[inline(always)]
        fn splat(self, w: &[u64; 2]) -> [$words::V; 2] {
            [self.words.splat(w[0]), self.words.splat(w[1])]
        }
        #[inline(always)]
        fn factor(self, w: &[[u64; $l]; 2]) -> [$words::V; 2] {
            [self.words.row(&w[0]), self.words.row(&w[1])]
        }
    };
}
pub(super) use factors_of_two_words;
