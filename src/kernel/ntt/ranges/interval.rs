//! One word, and an interval of the words that could stand in its place.

use core::fmt::Debug;

/// A tracked word in memory.
pub(super) trait Tracked: Copy + Debug + Send + Sync + 'static {
    /// Returns `word` with the interval from 0 to `most`.
    fn up_to(word: u64, most: u64) -> Self;
    /// Returns whether all of the interval is below `bound`.
    fn is_below(&self, bound: u128) -> bool;
    /// Returns the one word.
    fn word(&self) -> u64;
}

/// A word, and all numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(in super::super) struct Interval {
    pub(super) word: u64,
    pub(super) low: u64,
    pub(super) high: u64,
}

impl Tracked for Interval {
    fn up_to(word: u64, most: u64) -> Self {
        Interval::new::<64>(word, 0, most.into())
    }
    fn is_below(&self, bound: u128) -> bool {
        u128::from(self.high) < bound
    }
    fn word(&self) -> u64 {
        self.word
    }
}

impl Interval {
    /// Returns `word` with the interval from `low` to `high`; panics where that leaves `BITS` bits.
    #[track_caller]
    pub(super) fn new<const BITS: u32>(word: u64, low: u128, high: u128) -> Self {
        assert!(low <= high && high < 1 << BITS, "{low} to {high} leaves its word");
        assert!(low <= word.into() && u128::from(word) <= high, "{word} is not between {low} and {high}");
        Interval { word, low: low as u64, high: high as u64 }
    }

    /// Returns a word by itself.
    pub(super) fn one(x: u64) -> Self {
        Interval { word: x, low: x, high: x }
    }

    /// Returns the word and both ends in twice as many bits.
    pub(super) fn wide(self) -> [u128; 3] {
        [self.word, self.low, self.high].map(u128::from)
    }

    #[track_caller]
    pub(super) fn plus<const BITS: u32>(self, other: Self) -> Self {
        let ([a, al, ah], [b, bl, bh]) = (self.wide(), other.wide());
        Interval::new::<BITS>((a + b) as u64, al + bl, ah + bh)
    }

    #[track_caller]
    pub(super) fn minus<const BITS: u32>(self, other: Self) -> Self {
        let ([a, al, ah], [b, bl, bh]) = (self.wide(), other.wide());
        assert!(al >= bh, "{self:?} - {other:?} may be negative");
        Interval::new::<BITS>((a - b) as u64, al - bh, ah - bl)
    }

    /// Returns `x`, less `m` where it is `m` or more.
    pub(super) fn reduced<const BITS: u32>(self, m: Self) -> Self {
        let word = if self.word < m.word { self.word } else { self.word - m.word };
        let ([_, low, high], m) = (self.wide(), m.wide()[1]);
        match () {
            () if high < m => self,
            () if low >= m => Interval::new::<BITS>(word, low - m, high - m),
            () => Interval::new::<BITS>(word, 0, (m - 1).max(high - m)),
        }
    }
}
