//! The source lanes of a rotation of a vector of complex numbers.

/// The element of a pair of registers that each of eight lanes holds.
pub(super) const ORDER8: [usize; 8] = [0, 4, 1, 5, 2, 6, 3, 7];
/// The same for sixteen.
pub(super) const ORDER16: [usize; 16] = [0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15];

/// For each first element, the source places of two registers of pairs, in a register of real parts followed by one of imaginary
/// parts.
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
rotations! { ROTATIONS8, 8, i64, ORDER8 }
rotations! { ROTATIONS16, 16, i32, ORDER16 }

/// The source lanes of a mirrored register of elements in this order; the first element comes from the second register.
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
mirrored! { MIRRORED8, 8, i64, ORDER8 }
mirrored! { MIRRORED16, 16, i32, ORDER16 }

/// Returns, for each count, the lanes whose elements are below it.
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
pub(super) static BELOW8: [u16; 8] = below(ORDER8);
pub(super) static BELOW16: [u16; 16] = below(ORDER16);
