//! One word at a time, by integer products: every machine, constant time.

use super::block::Block;

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
        let product = multiply(a, b);
        (product as u64, (product >> 64) as u64)
    }

    #[inline(always)]
    fn spread(self, out: &mut [u64], a: &[u64]) {
        for (out, &a) in out.chunks_exact_mut(2).zip(a) {
            out[0] = square(a as u32);
            out[1] = square((a >> 32) as u32);
        }
    }
}

/// The carry-less product of two words.
///
/// Bits four apart leave room for sums up to 15 in an integer product; 64 bits are four classes of 16, one bit too
/// many, so the top four bits of `a` go apart.
#[inline(never)]
fn multiply(a: u64, b: u64) -> u128 {
    const CLASS: u64 = 0x1111_1111_1111_1111;
    const WIDE: u128 = 0x1111_1111_1111_1111_1111_1111_1111_1111;
    let low = a & (u64::MAX >> 4);
    let mut columns = [0u128; 4];
    for i in 0..4 {
        for j in 0..4 {
            columns[(i + j) % 4] ^= u128::from(low & CLASS << i) * u128::from(b & CLASS << j);
        }
    }
    let mut product = 0;
    for (i, column) in columns.into_iter().enumerate() {
        product |= column & WIDE << i;
    }
    for bit in 60..64 {
        product ^= u128::from(b & (a >> bit & 1).wrapping_neg()) << bit;
    }
    product
}

/// A zero between each two bits.
#[inline(always)]
fn square(a: u32) -> u64 {
    let mut a = u64::from(a);
    a = (a ^ a << 16) & 0x0000_ffff_0000_ffff;
    a = (a ^ a << 8) & 0x00ff_00ff_00ff_00ff;
    a = (a ^ a << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    a = (a ^ a << 2) & 0x3333_3333_3333_3333;
    (a ^ a << 1) & 0x5555_5555_5555_5555
}
