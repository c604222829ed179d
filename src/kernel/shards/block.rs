//! The Lin-Chung-Han network on up to 256 rows that lie in the first cache.
//!
//! Notation: `m = 2^i` half the size of a node, `p` the index of its first point among all 2^16, `varpi_j` the point of
//! index `j`; a row is one or more chunks.
//!
//! # Idea
//! Over a Cantor basis the twiddle of a node is `varpi_(p >> i)`: the *index* shifted is the twiddle's coordinate word,
//! and no table of twiddles exists. Its high byte `(p >> i) >> 8` is the same for all nodes of one level of a block: a
//! block has at most 256 rows and begins at a multiple of its size. Where that byte is zero, the product is one in
//! GF(2^8).
//!
//! ```text
//! forward, two levels:  x0 += u x2, x2 += x0   x1 += u x3, x3 += x1     u = varpi_(p >> (i + 1))
//!                       x0 += v x1, x1 += x0   x2 += w x3, x3 += x2     v = varpi_(p >> i), w = v + varpi_2
//! ```
//!
//! # Equals
//! The novel-basis transform of `additive` on every column of elements.

use super::{
    tables::Tables,
    vector::{Chunk, Vector},
};
use core::ops::Range;

/// The maps of a twiddle.
#[derive(Clone, Copy)]
struct Twiddle<V: Vector> {
    direct: V::Maps,
    /// Read only where the high byte differs from zero.
    cross: V::Maps,
}

/// The kind of a level: the twiddles have no high bytes (`NARROW`) or have them (`WIDE`).
const NARROW: u8 = 0;
const WIDE: u8 = 1;

/// The half of a level's twiddles that its nodes share.
struct Level<V: Vector> {
    cross: V::Maps,
    high: usize,
    delta: usize,
}

impl<V: Vector> Level<V> {
    #[inline(always)]
    fn new(v: V, tables: &Tables, high: usize) -> Self {
        let delta = usize::from(tables.tower(high << 8) & 255);
        Level { cross: v.maps(tables, tables.times_beta_7(high), high), high, delta }
    }

    /// Returns the twiddle of coordinate word `index`.
    #[inline(always)]
    fn twiddle<const KIND: u8>(&self, v: V, tables: &Tables, index: usize) -> Twiddle<V> {
        let low = index & 255;
        let direct = match KIND {
            NARROW => v.equal_maps(tables, low),
            _ => v.maps(tables, low ^ self.delta, low ^ self.delta ^ self.high),
        };
        Twiddle { direct, cross: self.cross }
    }
}

/// Returns `sum + w x`.
#[inline(always)]
fn add_product<V: Vector, const KIND: u8>(v: V, sum: V::Chunk, x: V::Chunk, w: Twiddle<V>) -> V::Chunk {
    let sum = v.add_mapped(sum, x, w.direct);
    if KIND == NARROW { sum } else { v.add_crossed(sum, x, w.cross) }
}

/// Returns the map `w x`, for any element `w` as tower word.
#[inline(always)]
pub(super) fn times<V: Vector>(v: V, tables: &Tables, word: u16) -> impl Fn(V::Chunk) -> V::Chunk {
    let (low, high) = (usize::from(word & 255), usize::from(word >> 8));
    let direct = v.maps(tables, low, low ^ high);
    let cross = v.maps(tables, tables.times_beta_7(high), high);
    #[inline(always)]
    move |x| {
        let zero = v.xor(x, x);
        v.add_crossed(v.add_mapped(zero, x, direct), x, cross)
    }
}

/// A block of rows and where it lies.
pub(super) struct Block<'a> {
    pub(super) rows: &'a mut [Chunk],
    /// Chunks of a row.
    pub(super) width: usize,
    /// Index of the first row's point: a multiple of the number of rows, which is a power of two up to 256.
    pub(super) base: usize,
}

impl Block<'_> {
    #[inline(always)]
    fn len(&self) -> usize {
        self.rows.len() / self.width.max(1)
    }

    /// Transforms coefficients to values; only the rows in `wanted` are sure to be right.
    #[inline(always)]
    pub(super) fn forward<V: Vector>(self, v: V, tables: &Tables, wanted: Range<usize>) {
        let mut size = self.len();
        let (rows, width, base) = (self.rows, self.width, self.base);
        if size > 1 && size.ilog2() % 2 == 1 {
            size /= 2;
            let level = size.ilog2();
            let index = base >> level;
            if index >> 8 == 0 {
                forward_two::<V, NARROW>(v, tables, rows, index);
            } else {
                forward_two::<V, WIDE>(v, tables, rows, index);
            }
        }
        while size >= 4 {
            let level = size.ilog2() - 2;
            if base >> (level + 8) == 0 {
                forward_level::<V, NARROW>(v, tables, rows, width, base, level, &wanted);
            } else {
                forward_level::<V, WIDE>(v, tables, rows, width, base, level, &wanted);
            }
            size /= 4;
        }
    }

    /// Transforms values that are zero from row `live` on to coefficients.
    #[inline(always)]
    pub(super) fn inverse<V: Vector>(self, v: V, tables: &Tables, live: usize) {
        let (len, base) = (self.len(), self.base);
        let mut level = 0;
        while len >> level >= 4 {
            if base >> (level + 8) == 0 {
                inverse_level::<V, NARROW>(v, tables, self.rows, self.width, base, level, live);
            } else {
                inverse_level::<V, WIDE>(v, tables, self.rows, self.width, base, level, live);
            }
            level += 2;
        }
        if len >> level == 2 {
            let index = base >> level;
            if index >> 8 == 0 {
                inverse_two::<V, NARROW>(v, tables, self.rows, index);
            } else {
                inverse_two::<V, WIDE>(v, tables, self.rows, index);
            }
        }
    }

    /// Maps coefficients to those of the derivative: `f'_j` is the sum of `f_(j + 2^b)` over the clear bits `b` of `j`.
    #[inline(always)]
    pub(super) fn derivative<V: Vector>(self, v: V) {
        for i in 1..self.len() {
            let span = self.width << i.trailing_zeros();
            let (before, after) = self.rows.split_at_mut(i * self.width);
            let at = before.len() - span;
            for (to, from) in before[at..].iter_mut().zip(&after[..span]) {
                add(v, to, from);
            }
        }
    }
}

/// Computes `to += from`.
#[inline(always)]
pub(super) fn add<V: Vector>(v: V, to: &mut Chunk, from: &Chunk) {
    let sum = v.xor(v.load(to), v.load(from));
    v.store(to, sum);
}

#[inline(always)]
fn forward_two<V: Vector, const KIND: u8>(v: V, tables: &Tables, rows: &mut [Chunk], index: usize) {
    let level = Level::new(v, tables, index >> 8);
    let w = level.twiddle::<KIND>(v, tables, index);
    let (low, high) = rows.split_at_mut(rows.len() / 2);
    for (x, y) in low.iter_mut().zip(high) {
        let (mut a, mut b) = (v.load(x), v.load(y));
        if index != 0 {
            a = add_product::<V, KIND>(v, a, b, w);
            v.store(x, a);
        }
        b = v.xor(a, b);
        v.store(y, b);
    }
}

#[inline(always)]
fn inverse_two<V: Vector, const KIND: u8>(v: V, tables: &Tables, rows: &mut [Chunk], index: usize) {
    let level = Level::new(v, tables, index >> 8);
    let w = level.twiddle::<KIND>(v, tables, index);
    let (low, high) = rows.split_at_mut(rows.len() / 2);
    for (x, y) in low.iter_mut().zip(high) {
        let (a, mut b) = (v.load(x), v.load(y));
        b = v.xor(a, b);
        v.store(y, b);
        if index != 0 {
            v.store(x, add_product::<V, KIND>(v, a, b, w));
        }
    }
}

/// Runs levels `level + 1` and `level` of a block.
#[inline(always)]
fn forward_level<V: Vector, const KIND: u8>(
    v: V,
    tables: &Tables,
    rows: &mut [Chunk],
    width: usize,
    base: usize,
    level: u32,
    wanted: &Range<usize>,
) {
    let (upper, lower) = (Level::new(v, tables, base >> (level + 9)), Level::new(v, tables, base >> (level + 8)));
    let step = 4 << level;
    let quarter = width << level;
    for (node, part) in rows.chunks_exact_mut(4 * quarter).enumerate() {
        let at = node * step;
        if at + step <= wanted.start || at >= wanted.end {
            continue;
        }
        let index = (base + at) >> level;
        let u = upper.twiddle::<KIND>(v, tables, index >> 1);
        let p = lower.twiddle::<KIND>(v, tables, index);
        let q = lower.twiddle::<KIND>(v, tables, index + 2);
        let (x01, x23) = part.split_at_mut(2 * quarter);
        let ((x0, x1), (x2, x3)) = (x01.split_at_mut(quarter), x23.split_at_mut(quarter));
        for (((x0, x1), x2), x3) in x0.iter_mut().zip(x1).zip(x2).zip(x3) {
            let (mut a, mut b, mut c, mut d) = (v.load(x0), v.load(x1), v.load(x2), v.load(x3));
            a = add_product::<V, KIND>(v, a, c, u);
            b = add_product::<V, KIND>(v, b, d, u);
            c = v.xor(c, a);
            d = v.xor(d, b);
            a = add_product::<V, KIND>(v, a, b, p);
            c = add_product::<V, KIND>(v, c, d, q);
            b = v.xor(b, a);
            d = v.xor(d, c);
            v.store(x0, a);
            v.store(x1, b);
            v.store(x2, c);
            v.store(x3, d);
        }
    }
}

/// Runs levels `level` and `level + 1` of a block.
#[inline(always)]
fn inverse_level<V: Vector, const KIND: u8>(
    v: V,
    tables: &Tables,
    rows: &mut [Chunk],
    width: usize,
    base: usize,
    level: u32,
    live: usize,
) {
    let (upper, lower) = (Level::new(v, tables, base >> (level + 9)), Level::new(v, tables, base >> (level + 8)));
    let step = 4 << level;
    let quarter = width << level;
    for (node, part) in rows.chunks_exact_mut(4 * quarter).enumerate().take(live.div_ceil(step)) {
        let index = (base + node * step) >> level;
        let u = upper.twiddle::<KIND>(v, tables, index >> 1);
        let p = lower.twiddle::<KIND>(v, tables, index);
        let q = lower.twiddle::<KIND>(v, tables, index + 2);
        let (x01, x23) = part.split_at_mut(2 * quarter);
        let ((x0, x1), (x2, x3)) = (x01.split_at_mut(quarter), x23.split_at_mut(quarter));
        for (((x0, x1), x2), x3) in x0.iter_mut().zip(x1).zip(x2).zip(x3) {
            let (mut a, mut b, mut c, mut d) = (v.load(x0), v.load(x1), v.load(x2), v.load(x3));
            b = v.xor(b, a);
            d = v.xor(d, c);
            a = add_product::<V, KIND>(v, a, b, p);
            c = add_product::<V, KIND>(v, c, d, q);
            c = v.xor(c, a);
            d = v.xor(d, b);
            a = add_product::<V, KIND>(v, a, c, u);
            b = add_product::<V, KIND>(v, b, d, u);
            v.store(x0, a);
            v.store(x1, b);
            v.store(x2, c);
            v.store(x3, d);
        }
    }
}
