//! One word: every machine.

use super::words::Words;
use crate::kernel::packed::Portable;

/// One word of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word;

impl Words<1> for Word {
    type Token = Portable;
    type V = u64;
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
    fn split(self, x: u64) -> [u64; 2] {
        [x, 0]
    }
    #[inline(always)]
    fn transpose(self, v: [u64; 1]) -> [u64; 1] {
        v
    }
}
