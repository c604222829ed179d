//! Twiddles: the factors of the passes and of the lane stage.
//!
//! Notation: `n = L m` elements in `m` vectors, `w` the root of order `n`, `s` the shift; `rev_B` the reversal of the bits of a
//! number below the power of two `B`.
//!
//! At a level of `B` blocks, block `b` is modulo `x^(n/B) - z_b^R` and splits into `R` with
//!
//! ```text
//! z_b = s^(n/(B R)) w^((n/(B R)) rev_B(b))
//! ```
//!
//! The lane stage is the level of `m` blocks and radix `L`, so `z_b = s w^rev_m(b)`; with `b` in tile `g`, lane `l`, the exponent
//! is a sum of two:
//!
//! | values | `b` | of the lane | of the tile |
//! |---|---|---|---|
//! | bit-reversed | `L g + l` | `(m/L) rev_L(l)` | `rev_(m/L)(g)` |
//! | natural | `(m/L) rev_L(l) + g` | `l` | `L rev_(m/L)(g)` |
//!
//! The inverse has tables of the same form for `w^-1` and `s^-1`. The factors of its first stage include the scale, so
//! one element in `L` is multiplied once more. The outermost pass of a cyclic transform needs no products, as forward.

use super::{Residues, TwiddleMemory};
use crate::{kernel::cast::prefetch, lists, order::bit_reverse};
use alloc::vec::Vec;

/// The points of a transform, `s w^k` for all `k`, and the factors of both directions.
pub(crate) struct Points<S> {
    /// `w` of order `n`, and its inverse.
    pub(crate) root: [S; 2],
    /// `s` and its inverse; `None` for 1.
    pub(crate) shift: Option<[S; 2]>,
    /// The factor of the forward map; `None` for 1.
    pub(crate) forward: Option<S>,
    /// The factor of the inverse: `1/n` for coefficients as they were.
    pub(crate) scale: S,
    /// The kind of tables.
    pub(crate) memory: TwiddleMemory,
}

/// The plan-time arithmetic of a ring, on lists: so tables are filled by one text for each size of scalars `S` and factors `T`.
pub(super) trait Numbers<S, T> {
    fn one(&self) -> S;
    fn times(&self, a: S, b: S) -> S;
    /// Multiplies each of `x` by that of `y`.
    fn multiply(&self, x: &mut [S], y: &[S]);
    /// Multiplies each of `x` by `y`.
    fn scale(&self, x: &mut [S], y: S);
    fn factor(&self, w: S) -> T;
    /// Writes the factors of `w` to `to`, one every `stride` places.
    fn factors(&self, w: &[S], to: &mut [T], stride: usize);
}

/// The [`Numbers`] of a ring.
pub(super) struct Of<const L: usize, P>(pub(super) P);

impl<const L: usize, P: Residues<L>> Numbers<P::Scalar, P::Twiddle> for Of<L, P> {
    fn one(&self) -> P::Scalar {
        self.0.one()
    }
    fn times(&self, a: P::Scalar, b: P::Scalar) -> P::Scalar {
        self.0.times(a, b)
    }
    fn multiply(&self, x: &mut [P::Scalar], y: &[P::Scalar]) {
        for (x, y) in x.iter_mut().zip(y) {
            *x = self.0.times(*x, *y);
        }
    }
    fn scale(&self, x: &mut [P::Scalar], y: P::Scalar) {
        for x in x {
            *x = self.0.times(*x, y);
        }
    }
    fn factor(&self, w: P::Scalar) -> P::Twiddle {
        self.0.prepare(w)
    }
    fn factors(&self, w: &[P::Scalar], to: &mut [P::Twiddle], stride: usize) {
        for (i, &w) in w.iter().enumerate() {
            to[i * stride] = self.0.prepare(w);
        }
    }
}

/// Numbers of a list that is worked on at once: lists stay in the first cache.
const LISTS: usize = 256;

/// `z^1, ..., z^(R-1)` for every block of one level, one block after the other.
pub(super) struct Level<T> {
    pub(super) radix: usize,
    pub(super) factors: Vec<T>,
}

/// The radices of a ring's passes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Radices {
    /// [`Residues::EIGHTS`].
    eights: bool,
    /// [`Residues::RADIX8`].
    first: bool,
}

impl Radices {
    /// Returns those of a ring.
    pub(super) const fn of<const L: usize, P: Residues<L>>() -> Self {
        Radices { eights: P::EIGHTS, first: P::RADIX8 }
    }

    /// Returns the radix of a level with blocks of `2^bits` vectors.
    ///
    /// Radix 2 is the outermost level's alone: odd powers of two without radix 8, and the length 2.
    fn radix(self, bits: u32) -> usize {
        match bits {
            1 => 2,
            _ if !self.eights => 4 >> (bits % 2),
            3 => 8,
            _ if self.first && bits.is_multiple_of(3) => 8,
            _ => 4,
        }
    }
}

/// The ring's arithmetic, and lists that tables are made from one after another.
pub(super) struct Tables<'a, S, T> {
    numbers: &'a dyn Numbers<S, T>,
    z: Vec<S>,
    list: Vec<S>,
}

impl<'a, S: Copy, T: Copy> Tables<'a, S, T> {
    pub(super) fn new(numbers: &'a dyn Numbers<S, T>) -> Self {
        Tables { numbers, z: Vec::new(), list: Vec::new() }
    }

    /// Returns the levels of passes over `len` rows from `blocks` blocks to `leaves`; the factors of the last of all levels times
    /// `scale`.
    pub(super) fn levels(
        &mut self,
        radices: Radices,
        len: usize,
        [blocks, leaves]: [usize; 2],
        [root, shift]: [S; 2],
        scale: Option<S>,
    ) -> Vec<Level<T>> {
        let numbers = self.numbers;
        let mut levels = Vec::new();
        let mut blocks = blocks;
        while blocks < leaves {
            let radix = radices.radix((leaves / blocks).trailing_zeros());
            let step = len / (blocks * radix);
            self.reversed_powers(power(numbers, shift, step), power(numbers, root, step), blocks);
            let scale = scale.filter(|_| blocks * radix == len);
            let mut factors = alloc::vec![numbers.factor(numbers.one()); blocks * (radix - 1)];
            for (z, factors) in self.z.chunks(LISTS).zip(factors.chunks_mut(LISTS * (radix - 1))) {
                powers(numbers, z, radix - 1, scale, &mut self.list, &mut |j, list| {
                    numbers.factors(list, &mut factors[j..], radix - 1);
                });
            }
            levels.push(Level { radix, factors });
            blocks *= radix;
        }
        levels
    }

    /// Sets the list `z` to `first base^i` for `i < count`, at the place of `i` with its bits reversed.
    fn reversed_powers(&mut self, first: S, base: S, count: usize) {
        self.z.clear();
        self.z.resize(count, first);
        // The upper half of 2^(k+1) numbers is the lower one times one power: products that do not wait for each other.
        for k in (0..count.trailing_zeros()).rev() {
            let step = power(self.numbers, base, 1 << k);
            let (low, high) = self.z.split_at_mut(count >> (k + 1));
            let high = &mut high[..low.len()];
            high.copy_from_slice(low);
            self.numbers.scale(high, step);
        }
    }
}

/// Returns `base^exponent`.
pub(super) fn power<S: Copy, T>(numbers: &dyn Numbers<S, T>, base: S, exponent: usize) -> S {
    let mut power = numbers.one();
    for bit in (0..usize::BITS - exponent.leading_zeros()).rev() {
        power = numbers.times(power, power);
        if exponent >> bit & 1 == 1 {
            power = numbers.times(power, base);
        }
    }
    power
}

/// Calls `put(j, list)` for `j < count` with the list of `scale z^(j+1)` for each `z`, which is made in `list`.
fn powers<S: Copy, T>(
    numbers: &dyn Numbers<S, T>,
    z: &[S],
    count: usize,
    scale: Option<S>,
    list: &mut Vec<S>,
    put: &mut dyn FnMut(usize, &[S]),
) {
    list.clear();
    list.extend_from_slice(z);
    if let Some(scale) = scale {
        numbers.scale(list, scale);
    }
    for j in 0..count {
        if j > 0 {
            numbers.multiply(list, z);
        }
        put(j, list);
    }
}

/// Calls `put(j, list)` for `j < lanes - 1` with the factors of element `j + 1` of blocks `x^lanes - z^lanes` in the
/// lane stage: `scale z^(j+1)` for each `z`. Sixteen lanes are a level of two and two blocks of eight, of `z` and of
/// `z r` with `r` of order 16: `z^8`, which has no scale, then `z^1, ..., z^7`, then `(z r)^1, ..., (z r)^7`.
fn lane_powers<S: Copy, T>(
    numbers: &dyn Numbers<S, T>,
    z: &[S],
    (lanes, sixteenth): (usize, S),
    scale: Option<S>,
    list: &mut Vec<S>,
    put: &mut dyn FnMut(usize, &[S]),
) {
    if lanes < 16 {
        return powers(numbers, z, lanes - 1, scale, list, put);
    }
    powers(numbers, z, 7, scale, list, &mut |j, list| put(1 + j, list));
    let mut other = z.to_vec();
    numbers.scale(&mut other, sixteenth);
    powers(numbers, &other, 7, scale, list, &mut |j, list| put(8 + j, list));
    other.copy_from_slice(z);
    for _ in 0..3 {
        let square = other.clone();
        numbers.multiply(&mut other, &square);
    }
    put(0, &other);
}

/// The factors of the lane stage, `L - 1` for each tile.
pub(super) struct LaneFactors<T, R> {
    /// A row for each; or the rows of the lanes' exponents, where there are `tiles`.
    pub(super) rows: Vec<R>,
    /// A factor for the exponents of each tile; empty where rows have them.
    pub(super) tiles: Vec<T>,
    /// The factor of the first element of a tile in the inverse; the factors of the others include it.
    pub(super) scale: T,
}

/// The length and layout of the factors of a lane stage.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lanes {
    /// Elements.
    pub(super) len: usize,
    /// True for values in natural order, false for bit-reversed order.
    pub(super) natural: bool,
    /// True where tiles share rows at every length, to save memory.
    pub(super) lean: bool,
}

impl<T: Copy, R: Copy> LaneFactors<T, R> {
    /// Returns those of a lane stage in `L` lanes, which multiplies with `scale`; none where there is one lane.
    pub(super) fn new<const L: usize, P: Residues<L, Twiddle = T, Row = R>>(
        ring: P,
        tables: &mut Tables<'_, P::Scalar, T>,
        lanes: Lanes,
        [root, shift]: [P::Scalar; 2],
        scale: Option<P::Scalar>,
    ) -> Self {
        let (numbers, one) = (tables.numbers, ring.one());
        let factor = numbers.factor(scale.unwrap_or(one));
        let (mut rows, mut tiles) = (Vec::new(), Vec::new());
        if const { L > 1 } {
            let is_full = lanes.len <= P::TABLE && !lanes.lean;
            let bases = tables.lane_bases(L, lanes, [root, shift], is_full);
            let Tables { z, list, .. } = tables;
            if !is_full {
                // The sixteenth root is in the rows already.
                tiles = alloc::vec![factor; z.len() * (L - 1)];
                for (z, tiles) in z.chunks(LISTS).zip(tiles.chunks_mut(LISTS * (L - 1))) {
                    lane_powers(numbers, z, (L, one), None, list, &mut |j, list| {
                        numbers.factors(list, &mut tiles[j..], L - 1);
                    });
                }
            }
            let mut row = [factor; L];
            rows = alloc::vec![ring.row(row); bases.len() / L * (L - 1)];
            let sixteenth = if const { L < 16 } { one } else { power(numbers, root, lanes.len / 16) };
            for (z, rows) in bases.chunks(LISTS).zip(rows.chunks_mut(LISTS / L * (L - 1))) {
                lane_powers(numbers, z, (L, sixteenth), scale, list, &mut |j, list| {
                    for (g, list) in list.as_chunks::<L>().0.iter().enumerate() {
                        numbers.factors(list, &mut row, 1);
                        rows[g * (L - 1) + j] = ring.row(row);
                    }
                });
            }
        }
        LaneFactors { rows, tiles, scale: factor }
    }

    /// Prefetches what a tile alone has.
    #[inline(always)]
    pub(super) fn prefetch<const L: usize>(&self, tile: usize) {
        let at = (L - 1) * tile;
        if self.tiles.is_empty() {
            prefetch(self.rows.get(at..at + L - 1).unwrap_or_default());
        } else {
            prefetch(self.tiles.get(at..at + L - 1).unwrap_or_default());
        }
    }
}

impl<S: Copy, T: Copy> Tables<'_, S, T> {
    /// Sets the list `z` to the bases of the tiles, and returns those of rows, one a lane: of every tile where `is_full`.
    fn lane_bases(
        &mut self,
        count: usize,
        Lanes { len, natural, .. }: Lanes,
        [root, shift]: [S; 2],
        is_full: bool,
    ) -> Vec<S> {
        let numbers = self.numbers;
        let tiles = len / (count * count);
        let bits = count.trailing_zeros();
        let exponent = |l: usize| if natural { l } else { tiles * bit_reverse(l, bits) };
        self.reversed_powers(shift, power(numbers, root, if natural { count } else { 1 }), tiles);
        let mut bases = Vec::with_capacity(if is_full { tiles * count } else { count });
        bases.extend((0..count).map(|l| power(numbers, root, exponent(l))));
        if !is_full {
            return bases;
        }
        for place in 1..tiles {
            bases.extend_from_within(..count);
            numbers.scale(&mut bases[place * count..], self.z[place]);
        }
        numbers.scale(&mut bases[..count], self.z[0]);
        bases
    }
}

/// Returns `scale z^-j` for `j < R`, `z = s^(n/R)` of the outermost level: the factors of the last pass back.
pub(super) fn scaled<S: Copy, T>(
    numbers: &dyn Numbers<S, T>,
    radix: usize,
    inverse_shift: S,
    len: usize,
    scale: S,
) -> Vec<T> {
    let z = power(numbers, inverse_shift, len / radix);
    let mut power = scale;
    lists::list(radix, |_| {
        let factor = numbers.factor(power);
        power = numbers.times(power, z);
        factor
    })
}
