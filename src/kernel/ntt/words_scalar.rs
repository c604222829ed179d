//! One word: every machine.

use super::words::Words;
use crate::kernel::packed::Portable;
use core::hint::select_unpredictable;

/// One word of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word;

impl Words<1> for Word {
    type Token = Portable;
    type V = u64;
    type Block = [u64; 1];
    const BITS: u32 = 64;

    #[inline(always)]
    fn token(self) -> Portable {
        Portable
    }
    #[inline(always)]
    fn splat(self, x: u64) -> u64 {
        x
    }
    #[inline(always)]
    fn load(self, x: &[u64; 1]) -> u64 {
        x[0]
    }
    #[inline(always)]
    fn store(self, x: &mut [u64; 1], v: u64) {
        x[0] = v;
    }
    #[inline(always)]
    fn row(self, x: &[u64; 1]) -> u64 {
        x[0]
    }
    #[inline(always)]
    fn add(self, a: u64, b: u64) -> u64 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn sub(self, a: u64, b: u64) -> u64 {
        a.wrapping_sub(b)
    }
    #[inline(always)]
    fn trim(self, x: u64, m: u64) -> u64 {
        x.min(x.wrapping_sub(m))
    }
    #[inline(always)]
    fn shoup(self, x: u64, w: [u64; 2], negative: u64) -> u64 {
        let quotient = ((u128::from(x) * u128::from(w[1])) >> 64) as u64;
        x.wrapping_mul(w[0]).wrapping_add(quotient.wrapping_mul(negative))
    }
    #[inline(always)]
    fn any_from(self, x: u64, m: u64) -> bool {
        x >= m
    }
    #[inline(always)]
    fn greater(self, a: u64, b: u64) -> u64 {
        a.max(b)
    }
    #[inline(always)]
    fn split(self, x: u64) -> [u64; 2] {
        [x, 0]
    }
    #[inline(always)]
    fn difference(self, a: u64, b: u64, p: u64) -> u64 {
        let (difference, borrow) = a.overflowing_sub(b);
        difference.wrapping_add(select_unpredictable(borrow, p, 0))
    }
    #[inline(always)]
    fn montgomery(self, x: u64, w: [u64; 2], p: u64) -> u64 {
        let high = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) >> 64) as u64;
        Words::<1>::difference(self, high(x, w[0]), high(x.wrapping_mul(w[1]), p), p)
    }
    #[inline(always)]
    fn transpose(self, v: [u64; 1]) -> [u64; 1] {
        v
    }
}
