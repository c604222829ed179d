//! One word at a time, by integer products: every machine, constant time.

use super::{block::Block, leaf};
use crate::arith::carryless::{portable_64, square_32};

/// Words, no instruction set asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Block for Portable {
    const WORDS: usize = 1;
    const ROWS: usize = 0;
    type V = u64;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }

    #[inline]
    fn leaf(self, out: &mut [u64], a: &[u64], b: &[u64]) {
        leaf::equal(self, out, a, b);
    }

    #[inline(always)]
    fn load(self, x: &[u64]) -> u64 {
        x.first().copied().unwrap_or(0)
    }

    #[inline(always)]
    fn store(self, out: &mut [u64], v: u64) {
        if let Some(out) = out.first_mut() {
            *out = v;
        }
    }

    #[inline(always)]
    fn add(self, a: u64, b: u64) -> u64 {
        a ^ b
    }

    #[inline(always)]
    fn product(self, a: u64, b: u64) -> (u64, u64) {
        let product = word(a, b);
        (product as u64, (product >> 64) as u64)
    }

    #[inline(always)]
    fn spread(self, out: &mut [u64], a: &[u64]) {
        for (out, &a) in out.chunks_exact_mut(2).zip(a) {
            out[0] = square_32(a as u32);
            out[1] = square_32((a >> 32) as u32);
        }
    }
}

/// Returns the product of two words; one compiled copy serves all leaves.
#[inline(never)]
fn word(a: u64, b: u64) -> u128 {
    portable_64(a, b)
}
