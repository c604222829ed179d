//! 64 bytes as eight words: no tables and no branches on data.

use super::bytes::{Bytes, Line, Words};
use crate::lists;

/// Machine words.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

const ONES: u64 = 0x0101_0101_0101_0101;

/// Returns all ones in the bytes whose lowest bit is set in `x`.
#[inline(always)]
const fn spread(x: u64) -> u64 {
    (x & ONES) * 0xff
}

/// Returns the bits of lanes whose index has `bit` clear, in a word of eight lanes.
const fn clear_lanes(bit: u32) -> u64 {
    match bit {
        0 => 0x00ff_00ff_00ff_00ff,
        1 => 0x0000_ffff_0000_ffff,
        _ => 0x0000_0000_ffff_ffff,
    }
}

/// Returns the bytes at even positions of a word, in its low half.
#[inline(always)]
const fn evens(x: u64) -> u64 {
    let x = x & 0x00ff_00ff_00ff_00ff;
    let x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
    (x | x >> 16) & 0x0000_0000_ffff_ffff
}

/// Computes the inverse of [`evens`] on the low half of a word.
#[inline(always)]
const fn spaced(x: u64) -> u64 {
    let x = x & 0x0000_0000_ffff_ffff;
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    (x | x << 8) & 0x00ff_00ff_00ff_00ff
}

impl Bytes for Portable {
    type V = Line;
    type Factor = Line;
    type Block = u64;
    const REGISTERS: usize = 0;
    const INLINED: usize = 1;
    // Products over GF(2) alone come here.
    const WIDEST: usize = 4;

    #[inline(never)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }

    #[inline(always)]
    fn load(self, line: &Line) -> Line {
        *line
    }

    #[inline(always)]
    fn store(self, line: &mut Line, v: Line) {
        *line = v;
    }

    #[inline(always)]
    fn splat(self, byte: u8) -> Line {
        [byte as u64 * ONES; 8]
    }

    #[inline(always)]
    fn xor(self, mut a: Line, b: Line) -> Line {
        for i in 0..8 {
            a[i] ^= b[i];
        }
        a
    }

    #[inline(always)]
    fn xor3(self, mut a: Line, b: Line, c: Line) -> Line {
        for i in 0..8 {
            a[i] ^= b[i] ^ c[i];
        }
        a
    }

    #[inline(always)]
    fn factor(self, byte: u8) -> Line {
        self.splat(byte)
    }

    #[inline(always)]
    fn lane_factor(self, byte: u8, lanes: &Line) -> Line {
        self.xor(self.splat(byte), *lanes)
    }

    #[inline(always)]
    fn times(self, a: Line, w: Line, _: usize) -> Line {
        self.mul(a, w)
    }

    #[inline(never)]
    fn mul(self, mut a: Line, w: Line) -> Line {
        let mut sum = [0; 8];
        for bit in 0..8 {
            for i in 0..8 {
                sum[i] ^= a[i] & spread(w[i] >> bit);
                a[i] = ((a[i] & !(ONES << 7)) << 1) ^ ((a[i] >> 7 & ONES) * 0x1b);
            }
        }
        sum
    }

    #[inline(always)]
    fn block(self, m: u64) -> u64 {
        m
    }

    #[inline(never)]
    fn affine(self, a: Line, m: u64) -> Line {
        let mut sum = [0; 8];
        for bit in 0..8 {
            // Column `bit`: its row `i` is in byte `7 - i`.
            let column = (m >> bit & ONES).wrapping_mul(0x8040_2010_0804_0201) >> 56;
            for i in 0..8 {
                sum[i] ^= spread(a[i] >> bit) & (column * ONES);
            }
        }
        sum
    }

    #[inline(always)]
    fn exchange<const BIT: u32>(self, mut a: Line, mut b: Line) -> (Line, Line) {
        if BIT >= 3 {
            let bit = 1 << (BIT - 3);
            for i in 0..8 {
                if i & bit == 0 {
                    (a[i + bit], b[i]) = (b[i], a[i + bit]);
                }
            }
        } else {
            let (clear, shift) = (clear_lanes(BIT), 8 << BIT);
            for i in 0..8 {
                (a[i], b[i]) = (a[i] & clear | (b[i] & clear) << shift, a[i] >> shift & clear | b[i] & !clear);
            }
        }
        (a, b)
    }

    #[inline(always)]
    fn unzip(self, a: Line, b: Line) -> (Line, Line) {
        let (mut even, mut odd) = ([0; 8], [0; 8]);
        for i in 0..4 {
            even[i] = evens(a[2 * i]) | evens(a[2 * i + 1]) << 32;
            odd[i] = evens(a[2 * i] >> 8) | evens(a[2 * i + 1] >> 8) << 32;
            even[4 + i] = evens(b[2 * i]) | evens(b[2 * i + 1]) << 32;
            odd[4 + i] = evens(b[2 * i] >> 8) | evens(b[2 * i + 1] >> 8) << 32;
        }
        (even, odd)
    }

    #[inline(always)]
    fn zip(self, even: Line, odd: Line) -> (Line, Line) {
        let (mut a, mut b) = ([0; 8], [0; 8]);
        for i in 0..4 {
            a[2 * i] = spaced(even[i]) | spaced(odd[i]) << 8;
            a[2 * i + 1] = spaced(even[i] >> 32) | spaced(odd[i] >> 32) << 8;
            b[2 * i] = spaced(even[4 + i]) | spaced(odd[4 + i]) << 8;
            b[2 * i + 1] = spaced(even[4 + i] >> 32) | spaced(odd[4 + i] >> 32) << 8;
        }
        (a, b)
    }
}

/// Returns the words of 32 bits of two lines, one after the other.
#[inline(always)]
fn words(lines: [Line; 2]) -> [u32; 32] {
    let mut words = [0; 32];
    for i in 0..32 {
        words[i] = (lines[i / 16][i % 16 / 2] >> (32 * (i % 2))) as u32;
    }
    words
}

/// Returns the line of sixteen words of 32 bits.
#[inline(always)]
fn line(words: [u32; 16]) -> Line {
    let mut line = [0; 8];
    for i in 0..16 {
        line[i / 2] |= (words[i] as u64) << (32 * (i % 2));
    }
    line
}

impl Words for Portable {
    #[inline(always)]
    fn load_bytes(self, bytes: &[u8; 64]) -> Line {
        let words = bytes.as_chunks().0;
        lists::from_fn(|i| u64::from_le_bytes(words[i]))
    }

    #[inline(always)]
    fn store_bytes(self, bytes: &mut [u8; 64], v: Line) {
        let words = bytes.as_chunks_mut().0;
        for i in 0..8 {
            words[i] = v[i].to_le_bytes();
        }
    }

    #[inline(always)]
    fn shift_words<const S: usize>(self, before: Line, v: Line) -> Line {
        let old = words([before, v]);
        line(lists::from_fn(|i| old[16 - S + i]))
    }

    #[inline(always)]
    fn next_power(self, v: Line, first: u32) -> Line {
        let (old, mut next) = (words([v; 2]), [first; 16]);
        for i in 1..16usize {
            next[i] = old[i + (1 << i.trailing_zeros()) - 1];
        }
        line(next)
    }
}
