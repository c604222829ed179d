//! Bytes as choices.

use crate::Random;

/// Bytes that are read one by one; zeros after the end, so that every choice ends.
pub(super) struct Bytes<'a>(pub(super) &'a [u8]);

impl Bytes<'_> {
    pub(super) fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    /// Returns a number below `bound`, which is at most 256; 0 if `bound` is 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound.max(1)
    }

    /// Returns an entry of a list, which is not empty.
    pub(super) fn one_of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    /// Returns a number, mostly a small one, sometimes a power of two, one of the greatest, or any.
    pub(super) fn number(&mut self) -> usize {
        match self.byte() {
            0..=160 => self.below(41),
            161..=200 => 1 << self.below(8),
            201..=240 => self.below(256),
            241..=246 => 1usize.rotate_left(u32::from(self.byte())),
            247..=251 => usize::MAX - self.below(9),
            _ => usize::from_le_bytes(core::array::from_fn(|_| self.byte())),
        }
    }

    /// Returns numbers that look random, made of the bytes left.
    pub(super) fn random(&self) -> Random {
        let hash = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Random::new(self.0.iter().fold(0xcbf2_9ce4_8422_2325, hash))
    }
}
