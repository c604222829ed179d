//! Linear maps between fields of bytes: 8 x 8 blocks for the affine instruction.

use super::bytes::Bytes;
use crate::lists;

/// A linear map from `I` to `O` planes: block `[o][i]` takes byte `i` to its part of byte `o`.
pub(crate) type Matrix<const O: usize, const I: usize> = [[u64; I]; O];

/// Returns the blocks of the map that takes bit `i` to `columns[i]`; missing columns are zero.
pub(crate) const fn affine_rows<const O: usize, const I: usize>(columns: &[u128]) -> Matrix<O, I> {
    let mut m = [[0; I]; O];
    let mut i = 0;
    while i < I {
        let mut o = 0;
        while o < O {
            // Byte `c` is that of column `8 i + c`.
            let (mut block, mut c) = (0, 0);
            while c < 8 && 8 * i + c < columns.len() {
                block |= (columns[8 * i + c] >> (8 * o) & 0xff) as u64 * (1 << (8 * c));
                c += 1;
            }
            m[o][i] = transposed(block).swap_bytes();
            o += 1;
        }
        i += 1;
    }
    m
}

/// Swaps bit `b` of byte `c` with bit `c` of byte `b`.
const fn transposed(block: u64) -> u64 {
    let mut x = block;
    let t = (x ^ x >> 7) & 0x00aa_00aa_00aa_00aa;
    x ^= t ^ t << 7;
    let t = (x ^ x >> 14) & 0x0000_cccc_0000_cccc;
    x ^= t ^ t << 14;
    let t = (x ^ x >> 28) & 0x0000_0000_f0f0_f0f0;
    x ^ t ^ t << 28
}

/// Returns the columns of the inverse of the map that takes bit `i` to `columns[i]`; `None` if it has none.
pub(crate) const fn inverse_columns<const BITS: usize>(columns: &[u128; BITS]) -> Option<[u128; BITS]> {
    // Column operations to the identity; `made[i]` says of which columns the present column i is the sum.
    let (mut left, mut made) = (*columns, [0u128; BITS]);
    let mut i = 0;
    while i < BITS {
        made[i] = 1 << i;
        i += 1;
    }
    let mut row = 0;
    while row < BITS {
        let mut pivot = row;
        while pivot < BITS && left[pivot] >> row & 1 == 0 {
            pivot += 1;
        }
        if pivot == BITS {
            return None;
        }
        left.swap(row, pivot);
        made.swap(row, pivot);
        let mut other = 0;
        while other < BITS {
            if other != row && left[other] >> row & 1 == 1 {
                left[other] ^= left[row];
                made[other] ^= made[row];
            }
            other += 1;
        }
        row += 1;
    }
    Some(made)
}

/// Prepares a map for [`apply`].
#[inline(always)]
pub(crate) fn prepared<const O: usize, const I: usize, B: Bytes>(b: B, m: &Matrix<O, I>) -> [[B::Block; I]; O] {
    lists::map(*m, |row| lists::map(row, |m| b.block(m)))
}

/// Applies the map to planes.
#[inline(always)]
pub(crate) fn apply<const O: usize, const I: usize, B: Bytes>(
    b: B,
    m: &[[B::Block; I]; O],
    x: &[B::V; I],
) -> [B::V; O] {
    let mut y = [x[0]; O];
    let mut o = 0;
    while o < O {
        let mut sum = b.affine(x[0], m[o][0]);
        let mut i = 1;
        while i + 1 < I {
            sum = b.xor3(sum, b.affine(x[i], m[o][i]), b.affine(x[i + 1], m[o][i + 1]));
            i += 2;
        }
        if i < I {
            sum = b.xor(sum, b.affine(x[i], m[o][i]));
        }
        y[o] = sum;
        o += 1;
    }
    y
}
