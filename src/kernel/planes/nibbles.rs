//! Linear maps of bytes as tables of half bytes, and products of half bytes by their logarithms.
//!
//! Notation: `y^4 = y + 1` in GF(2^4); `v^2 = v + lambda` over it. The *coordinates* of a byte `l + h v` of GF(2^8) are the half
//! bytes `l`, low, and `h`, high.
//!
//! # Idea
//! ```text
//! (l + h v)(m + k v) = (l m + lambda h k) + ((l + h)(m + k) + l m) v
//! ```
//! takes three products in GF(2^4), each a sum of logarithms. All tables have sixteen bytes.

use super::tower::{ALPHA, mul8};

/// A linear map of bytes: the images of `0, 1, ..., 15`, then those of `0, 16, ..., 240`.
pub(super) type Map = [[u8; 16]; 2];

/// Returns the map that takes bit `i` to `columns[i]`.
const fn map(columns: [u8; 8]) -> Map {
    let (mut images, mut i) = ([[0; 16]; 2], 1);
    while i < 16usize {
        let (bit, rest) = (i.trailing_zeros() as usize, i & (i - 1));
        images[0][i] = images[0][rest] ^ columns[bit];
        images[1][i] = images[1][rest] ^ columns[4 + bit];
        i += 1;
    }
    images
}

/// Returns the map of an operand of the affine instruction: bit `i` is the parity of the byte under byte `7 - i` of `m`.
#[inline(always)]
pub(super) const fn map_of(m: u64) -> Map {
    let (mut columns, mut bit) = ([0; 8], 0);
    while bit < 8 {
        columns[bit] = ((m >> bit & 0x0101_0101_0101_0101).wrapping_mul(0x8040_2010_0804_0201) >> 56) as u8;
        bit += 1;
    }
    map(columns)
}

const fn image(map: &Map, x: u8) -> u8 {
    map[0][(x & 15) as usize] ^ map[1][(x >> 4) as usize]
}

/// The products by every byte.
pub(super) static PRODUCTS: [Map; 256] = {
    let (mut maps, mut w) = ([[[0; 16]; 2]; 256], 0);
    while w < 256 {
        let (mut columns, mut bit) = ([0; 8], 0);
        while bit < 8 {
            columns[bit] = mul8(1 << bit, w as u8);
            bit += 1;
        }
        maps[w] = map(columns);
        w += 1;
    }
    maps
};

/// The bytes of the elements of GF(2^4): those of `y^0 .. y^3` by sums.
const SMALL: [u8; 16] = {
    let mut y = 2;
    while mul8(mul8(y, y), mul8(y, y)) ^ y != 1 {
        y += 1;
    }
    map([1, y, mul8(y, y), mul8(y, mul8(y, y)), 0, 0, 0, 0])[0]
};

/// Returns the half byte of a byte; 16 outside GF(2^4).
const fn small(byte: u8) -> u8 {
    let mut i = 0;
    while i < 16 && SMALL[i as usize] != byte {
        i += 1;
    }
    i
}

/// The byte `v`.
const V: u8 = {
    let mut v = 2;
    while small(v) < 16 || small(mul8(v, v) ^ v) == 16 {
        v += 1;
    }
    v
};

/// From coordinates to bytes.
pub(super) const FROM_COORDINATES: Map = {
    let (mut columns, mut bit) = ([0; 8], 0);
    while bit < 4 {
        columns[bit] = SMALL[1 << bit];
        columns[4 + bit] = mul8(V, SMALL[1 << bit]);
        bit += 1;
    }
    map(columns)
};

/// From bytes to coordinates.
pub(super) const COORDINATES: Map = {
    let (mut columns, mut coordinates) = ([0; 8], 0);
    while coordinates < 256 {
        let byte = image(&FROM_COORDINATES, coordinates as u8);
        if byte.is_power_of_two() {
            columns[byte.trailing_zeros() as usize] = coordinates as u8;
        }
        coordinates += 1;
    }
    map(columns)
};

/// Returns the product by a byte, in coordinates.
const fn times(w: u8) -> Map {
    let (mut columns, mut bit) = ([0; 8], 0);
    while bit < 8 {
        columns[bit] = image(&COORDINATES, mul8(w, image(&FROM_COORDINATES, 1 << bit)));
        bit += 1;
    }
    map(columns)
}

/// Products by [`ALPHA`] and by its square, in coordinates.
pub(super) const TIMES_ALPHA: [Map; 2] = [times(ALPHA), times(mul8(ALPHA, ALPHA))];

/// The logarithm of 0: a sum with it, less 15 or not, has its highest bit set, which looks up 0.
const NONE: u8 = 0xc0;

/// The powers of `y`.
const POWERS: [u8; 16] = {
    let (mut powers, mut i) = ([1; 16], 1);
    while i < 16 {
        let double = powers[i - 1] << 1;
        powers[i] = double ^ (0x13 * (double >> 4));
        i += 1;
    }
    powers
};

/// The logarithms of half bytes.
pub(super) const LOGARITHMS: [u8; 16] = {
    let (mut logarithms, mut i) = ([NONE; 16], 0);
    while i < 15 {
        logarithms[POWERS[i] as usize] = i as u8;
        i += 1;
    }
    logarithms
};

/// The terms of a product's coordinates from the logarithms of `l m`, of `h k` and of `(l + h)(m + k)`.
pub(super) const PARTS: [[u8; 16]; 3] = {
    let lambda = small(mul8(V, V) ^ V);
    let (mut parts, mut i) = ([[0; 16]; 3], 0);
    while i < 15 {
        let power = POWERS[i];
        parts[0][i] = power | power << 4;
        parts[1][i] = POWERS[(i + LOGARITHMS[lambda as usize] as usize) % 15];
        parts[2][i] = power << 4;
        i += 1;
    }
    parts
};
