//! GF(2^128) as four coordinates over GF(2^32). The conversion from and to words is a product by a Toeplitz matrix.
//!
//! Notation: `K` the subfield of `2^32` elements, `Y = x^32`, `f = h_0 + h_1 Y + h_2 Y^2 + h_3 Y^3` with `h_l` in `K`; `f_p` the
//! `p`-th 32 bits of `f` as a polynomial; `m` the minimal polynomial of `Y` over `K`.
//!
//! # Idea
//! If all twiddles are in `K`, every basis over `K` is possible. This one makes the change of basis cheap.
//!
//! *Out of planes.* The basis dual to `1, x, ..., x^127` is `x^(127-j)/P'(x)`, except for `j < 7`, where
//! `P = x^128 + x^7 + x^2 + x + 1`. So bit `32 p + b` of `h_l Y^l` is `Tr(x^(127-b) x^(32 (l-p)) h_l / P')`: it depends
//! on `l - p` alone. Bits 121 to 127, which are already right, are added to the 7 lowest bits.
//!
//! *Into planes.* `c_o = Tr_K(Y^o f / m'(Y))` depends on `f_p` by `o + p` alone, and by Euler's formula `h_3 = c_0`,
//! `h_2 = c_1 + m_3 c_0`, `h_1 = c_2 + m_3 c_1 + m_2 c_0`, `h_0 = c_3 + m_3 c_2 + m_2 c_1 + m_1 c_0`.
//!
//! Four by four such pieces take nine products instead of sixteen, two levels of
//!
//! ```text
//! [ T0  T+ ] [a]   [ Q + (T+ + T0) b ]
//! [ T-  T0 ] [b] = [ Q + (T- + T0) a ],    Q = T0 (a + b).
//! ```

use crate::{
    kernel::planes::{Bytes, Factors, apply, factors, part, prod, sum as add, tower},
    lists,
};

/// A map of 32 bits to 32, in pieces of 8 x 8 bits.
type Piece = [[u64; 4]; 4];

/// `T0`, `T+ + T0`, `T- + T0`, each with its own three pieces.
type Nine = [[Piece; 3]; 3];

/// The change of basis.
pub(super) struct Toeplitz {
    into: Nine,
    out_of: Nine,
    /// The sum that bits 121 to 127 add to the lowest byte.
    fold: u64,
    /// The digests of `m_3`, `m_2`, `m_1`.
    minimal: [[u8; 9]; 3],
}

/// Returns `[T0, T+ + T0, T- + T0]` of the pieces of index -1, 0, 1.
fn three([minus, zero, plus]: [Piece; 3]) -> [Piece; 3] {
    [zero, sum(&plus, &zero), sum(&minus, &zero)]
}

fn sum(a: &Piece, b: &Piece) -> Piece {
    let mut sum = *a;
    sum.iter_mut().flatten().zip(b.iter().flatten()).for_each(|(a, b)| *a ^= b);
    sum
}

/// Returns the nine pieces of the pieces of index -3, ..., 3.
fn nine(t: &[Piece; 7]) -> Nine {
    let middle = [t[2], t[3], t[4]];
    let with_middle = |side: [&Piece; 3]| lists::from_fn(|i| sum(side[i], &middle[i]));
    [three(middle), three(with_middle([&t[4], &t[5], &t[6]])), three(with_middle([&t[0], &t[1], &t[2]]))]
}

/// Returns the piece of columns `32 from ..` of a matrix in rows `32 to ..`.
fn piece(columns: &[u128], from: usize, to: usize) -> Piece {
    let mut piece = [[0; 4]; 4];
    for (i, column) in columns[32 * from..][..32].iter().enumerate() {
        for bit in 0..32 {
            piece[bit / 8][i / 8] |= ((column >> (32 * to + bit) & 1) as u64) << (8 * (7 - bit % 8) + i % 8);
        }
    }
    piece
}

impl Toeplitz {
    /// Creates the change of basis from the bits of the elements `Y^l t`, `t` running over the tower's basis of `K`. The second
    /// argument is the inverse of that matrix.
    pub(super) fn new(from_coordinates: &[u128], to_coordinates: &[u128]) -> Self {
        // Bit j < 7 is the Toeplitz part's and bit 121 + j, for j < 2 bit 126 + j, for j < 1 bit 127.
        let fold = |f: u128| {
            let f = (f >> 121) as u64;
            f ^ f >> 5 ^ f >> 6
        };
        let straight: alloc::vec::Vec<u128> = lists::of(from_coordinates, |&f| f ^ fold(f) as u128);
        // Index l - p: from 0 to 3 in the rows p = 0, below in the columns l = 0.
        let out: [Piece; 7] = lists::from_fn(|i| match i.checked_sub(3) {
            Some(l) => piece(&straight, l, 0),
            None => piece(&straight, 0, 3 - i),
        });
        let fold_columns: [u128; 32] = lists::from_fn(|i| match i {
            24.. => fold(1 << (96 + i)) as u128,
            _ => 0,
        });
        // Y^4 is reduced by the minimal polynomial: its coordinates are those of that polynomial.
        let coordinates = |f: u128| {
            let set = to_coordinates.iter().enumerate().filter(|(i, _)| f >> i & 1 == 1);
            set.fold(0, |sum, (_, column)| sum ^ column)
        };
        let part = |h: u128, l: usize| h >> (32 * l) & 0xffff_ffff;
        let product = |a, b| tower::mul(a, b, 2);
        let fourth = coordinates(0x87);
        let [m1, m2, m3] = [1, 2, 3].map(|l| part(fourth, l));
        // tau_j = Tr_K(Y^j / m'(Y)): 0, 0, 0, 1, and then by the recurrence.
        let tau4 = m3;
        let tau5 = product(m3, tau4) ^ m2;
        let tau6 = product(m3, tau5) ^ product(m2, tau4) ^ m1;
        // c_0 and c_3 of every bit.
        let ends: alloc::vec::Vec<u128> = to_coordinates
            .iter()
            .map(|&h| {
                let c3 = part(h, 0) ^ product(tau4, part(h, 1)) ^ product(tau5, part(h, 2)) ^ product(tau6, part(h, 3));
                part(h, 3) | c3 << 32
            })
            .collect();
        // Index o + p = 3 - (l - o) with l = 3 - p.
        let into: [Piece; 7] = lists::from_fn(|i| match 6 - i {
            p @ 0..=3 => piece(&ends, p, 0),
            p => piece(&ends, p - 3, 1),
        });
        Toeplitz {
            into: nine(&into),
            out_of: nine(&out),
            fold: piece(&fold_columns, 0, 0)[0][3],
            minimal: [m3, m2, m1].map(|m| lists::from_fn(|i| tower::digest(m, 2)[i])),
        }
    }
}

#[inline(always)]
fn join<const H: usize, const M: usize, V: Copy>(low: [V; H], high: [V; H]) -> [V; M] {
    let mut both = [low[0]; M];
    let mut i = 0;
    while i < H {
        both[i] = low[i];
        both[H + i] = high[i];
        i += 1;
    }
    both
}

#[inline(always)]
fn apply2<B: Bytes<Block = u64>>(b: B, t: &[Piece; 3], x: [B::V; 8]) -> [B::V; 8] {
    let (low, high) = (part::<4, _>(&x, 0), part::<4, _>(&x, 4));
    let middle = apply(b, &t[0], &add(b, low, high));
    let (low, high) = (apply(b, &t[1], &high), apply(b, &t[2], &low));
    join(add(b, low, middle), add(b, high, middle))
}

#[inline(always)]
fn apply4<B: Bytes<Block = u64>>(b: B, t: &Nine, x: [B::V; 16]) -> [B::V; 16] {
    let (low, high) = (part::<8, _>(&x, 0), part::<8, _>(&x, 8));
    let middle = apply2(b, &t[0], add(b, low, high));
    let (low, high) = (apply2(b, &t[1], high), apply2(b, &t[2], low));
    join(add(b, low, middle), add(b, high, middle))
}

#[inline(always)]
fn tower_product<B: Bytes<Block = u64>>(b: B, x: [B::V; 4], t: &Factors<9, B>) -> [B::V; 4] {
    prod::<4, 9, B>(b, &x, t)
}

impl Toeplitz {
    /// Converts bytes of words to planes.
    #[inline(always)]
    pub(super) fn to_planes<B: Bytes<Block = u64>>(&self, b: B, x: [B::V; 16]) -> [B::V; 16] {
        let (f0, f1, f2, f3) = (part::<4, _>(&x, 0), part::<4, _>(&x, 4), part::<4, _>(&x, 8), part::<4, _>(&x, 12));
        let c = apply4(b, &self.into, join(join::<4, 8, _>(f3, f2), join(f1, f0)));
        let (c0, c1, c2, c3) = (part::<4, _>(&c, 0), part::<4, _>(&c, 4), part::<4, _>(&c, 8), part::<4, _>(&c, 12));
        let m3 = factors::<9, B>(b, &self.minimal[0]);
        let h2 = add(b, c1, tower_product(b, c0, &m3));
        let h1 = add(b, c2, tower_product(b, c1, &m3));
        let h0 = add(b, c3, tower_product(b, c2, &m3));
        let m2 = factors::<9, B>(b, &self.minimal[1]);
        let h1 = add(b, h1, tower_product(b, c0, &m2));
        let h0 = add(b, h0, tower_product(b, c1, &m2));
        let m1 = factors::<9, B>(b, &self.minimal[2]);
        let h0 = add(b, h0, tower_product(b, c0, &m1));
        join(join::<4, 8, _>(h0, h1), join(h2, c0))
    }

    /// Converts planes to bytes of words.
    #[inline(always)]
    pub(super) fn out_of_planes<B: Bytes<Block = u64>>(&self, b: B, x: [B::V; 16]) -> [B::V; 16] {
        let mut out = apply4(b, &self.out_of, x);
        out[0] = b.xor(out[0], b.affine(out[15], self.fold));
        out
    }
}
