//! One word: every machine.

use super::Words32;
use crate::kernel::packed::Portable;

/// One word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct U32x1;

impl Words32<1> for U32x1 {
    type Token = Portable;
    type V = u32;
    type Block = [u32; 1];

    #[inline(always)]
    fn token(self) -> Portable {
        Portable
    }
    #[inline(always)]
    fn splat(self, x: u32) -> u32 {
        x
    }
    #[inline(always)]
    fn load(self, x: &[u32; 1]) -> u32 {
        x[0]
    }
    #[inline(always)]
    fn store(self, x: &mut [u32; 1], v: u32) {
        x[0] = v;
    }
    #[inline(always)]
    fn row(self, x: &[u32; 1]) -> u32 {
        x[0]
    }
    #[inline(always)]
    fn add(self, a: u32, b: u32) -> u32 {
        a.wrapping_add(b)
    }
    #[inline(always)]
    fn sub(self, a: u32, b: u32) -> u32 {
        a.wrapping_sub(b)
    }
    #[inline(always)]
    fn min(self, a: u32, b: u32) -> u32 {
        a.min(b)
    }
    #[inline(always)]
    fn max(self, a: u32, b: u32) -> u32 {
        a.max(b)
    }
    #[inline(always)]
    fn mul_low(self, a: u32, b: u32) -> u32 {
        a.wrapping_mul(b)
    }
    #[inline(always)]
    fn mul_high(self, a: u32, b: u32, _: u32) -> u32 {
        ((u64::from(a) * u64::from(b)) >> 32) as u32
    }
    #[inline(always)]
    fn odd(self, b: u32) -> u32 {
        b
    }
    #[inline(always)]
    fn sub_or_add(self, a: u32, b: u32, p: u32) -> u32 {
        let (difference, borrow) = a.overflowing_sub(b);
        difference.wrapping_add(p & u32::from(borrow).wrapping_neg())
    }
    #[inline(always)]
    fn any_from(self, x: u32, m: u32) -> bool {
        x >= m
    }
    #[inline(always)]
    fn transpose(self, v: [u32; 1]) -> [u32; 1] {
        v
    }
}
