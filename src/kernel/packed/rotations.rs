//! Which lanes a rotation of a vector of complex numbers takes from where.

use super::{F32x16, F64x8, Floats};

/// For each first element, where two registers of pairs find their parts in one of real and one of imaginary parts.
macro_rules! rotations {
    ($name:ident, $lanes:literal, $index:ty, $order:expr) => {
        pub(super) static $name: [[[$index; $lanes]; 2]; $lanes] = {
            let (mut index, order) = ([[[0; $lanes]; 2]; $lanes], $order);
            let mut lane = [0; $lanes];
            let mut l = 0;
            while l < $lanes {
                lane[order[l]] = l;
                l += 1;
            }
            let mut i = 0;
            while i < 2 * $lanes * $lanes {
                let (first, part) = (i / (2 * $lanes), i % (2 * $lanes));
                let place = lane[(first + part / 2) % $lanes] + part % 2 * $lanes;
                index[first][part / $lanes][part % $lanes] = place as $index;
                i += 1;
            }
            index
        };
    };
}
rotations! { ROTATIONS8, 8, i64, <F64x8 as Floats<8>>::ORDER }
rotations! { ROTATIONS16, 16, i32, <F32x16 as Floats<16>>::ORDER }

/// Where a mirrored register of elements of this order finds its lanes: the first in the second register.
macro_rules! mirrored {
    ($name:ident, $lanes:literal, $index:ty, $order:expr) => {
        pub(super) static $name: [$index; $lanes] = {
            let (mut index, order) = ([$lanes; $lanes], $order);
            let mut i = 0;
            while i < $lanes * $lanes {
                if order[i / $lanes] + order[i % $lanes] == $lanes {
                    index[i / $lanes] = (i % $lanes) as $index;
                }
                i += 1;
            }
            index
        };
    };
}
mirrored! { MIRRORED8, 8, i64, <F64x8 as Floats<8>>::ORDER }
mirrored! { MIRRORED16, 16, i32, <F32x16 as Floats<16>>::ORDER }

/// For each count, the lanes whose elements are below it.
const fn below<const L: usize>(order: [usize; L]) -> [u16; L] {
    let (mut masks, mut i) = ([0; L], 0);
    while i < L * L {
        if order[i % L] < i / L {
            masks[i / L] |= 1 << (i % L);
        }
        i += 1;
    }
    masks
}
pub(super) static BELOW8: [u16; 8] = below(<F64x8 as Floats<8>>::ORDER);
pub(super) static BELOW16: [u16; 16] = below(<F32x16 as Floats<16>>::ORDER);
