//! The lane stage: the last level forward and the first one back, inside tiles of `L` vectors.
//!
//! A block is one vector here, so `L` of them are transposed and their elements become vectors.
//!
//! ```text
//! bit-reversed   tile g is vectors L g, ..., L g + L - 1; it is transposed again and stays where it is
//! natural        tile g is vectors (m/L) rev(i) + g, i < L: what leaves it in vector c lies, without another transposition, in
//!                vector (m/L) rev(c) + rev(g), so tiles g and rev(g) change places
//! ```

#![allow(clippy::needless_range_loop, reason = "adapters may be compiled apart, without the instruction set")]

use super::{
    Residues, network,
    step_halves::each,
    tables::LaneFactors,
    tile_pairs::{TilePairs, reversed_bits},
};

/// The factors of one tile: a row for each element but the first and, where rows are the same for all tiles, one factor more for
/// each; none where rows are the tile's own.
#[derive(Clone, Copy)]
struct Factors<'a, R, T> {
    rows: &'a [R],
    tile: &'a [T],
}

impl<'a, R, T> Factors<'a, R, T> {
    /// Returns those of tile `g`.
    #[inline(always)]
    fn of<const L: usize>(factors: &'a LaneFactors<T, R>, g: usize) -> Self {
        let (rows, tiles) = (&factors.rows[..], &factors.tiles[..]);
        if tiles.is_empty() {
            Factors { rows: &rows[(L - 1) * g..][..L - 1], tile: tiles }
        } else {
            Factors { rows: &rows[..L - 1], tile: &tiles[(L - 1) * g..][..L - 1] }
        }
    }

    /// Returns seven of them from `at`.
    #[inline(always)]
    fn seven(self, at: usize) -> Self {
        let tile = if self.tile.is_empty() { self.tile } else { &self.tile[at..][..7] };
        Factors { rows: &self.rows[at..][..7], tile }
    }
}

/// Computes `x_j z^j` for `j > 0`; `x_0` is unchanged.
#[inline(always)]
fn multiply<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    factors: Factors<'_, P::Row, P::Twiddle>,
) -> [P::Vec; R] {
    let (mut v, Factors { rows, tile }) = (v, factors);
    assert!(rows.len() == R - 1);
    let mut j = 1;
    while j < R {
        v[j] = ring.mul(v[j], ring.factor(&rows[j - 1]));
        j += 1;
    }
    if const { P::TABLE == 0 } || !tile.is_empty() {
        assert!(tile.len() == R - 1);
        let mut j = 1;
        while j < R {
            v[j] = ring.mul(v[j], ring.splat(&tile[j - 1]));
            j += 1;
        }
    }
    v
}

/// Multiplies by the first factors, those of the first level of sixteen lanes.
#[inline(always)]
fn first<const L: usize, P: Residues<L>>(ring: P, v: &mut [P::Vec; 8], factors: Factors<'_, P::Row, P::Twiddle>) {
    let w = ring.factor(&factors.rows[0]);
    let mut j = 0;
    while j < 8 {
        v[j] = ring.mul(v[j], w);
        j += 1;
    }
    if let Some(w) = factors.tile.first() {
        let w = ring.splat(w);
        let mut j = 0;
        while j < 8 {
            v[j] = ring.mul(v[j], w);
            j += 1;
        }
    }
}

/// Transforms transposed coefficients to canonical values: of all lanes up to eight, or one of two halves of sixteen.
#[inline(always)]
fn forward<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    factors: Factors<'_, P::Row, P::Twiddle>,
) -> [P::Vec; R] {
    let mut v = multiply::<L, R, P>(ring, v, factors);
    v[0] = ring.reduce(v[0]);
    canonical::<L, R, P>(ring, network::forward::<L, R, P>(ring, v))
}

/// Computes the inverse of [`forward`], from values as callers have them to tight coefficients times `scale`.
#[inline(always)]
fn inverse<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    factors: Factors<'_, P::Row, P::Twiddle>,
    scale: &P::Twiddle,
) -> [P::Vec; R] {
    let mut v = multiply::<L, R, P>(ring, network::inverse::<L, R, P>(ring, v), factors);
    v[0] = ring.mul(v[0], ring.splat(scale));
    v
}

/// Transforms transposed coefficients to canonical values.
#[inline(always)]
fn tile_forward<const L: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; L],
    factors: Factors<'_, P::Row, P::Twiddle>,
) -> [P::Vec; L] {
    if const { L == 16 } {
        // The first level by itself, then two lane stages of eight: of halves, as an index that is not a constant would
        // put all sixteen into memory.
        let (mut v, [mut a, mut b]) = (v, halves(&v));
        first::<L, P>(ring, &mut b, factors);
        let mut j = 0;
        while j < 8 {
            (a[j], b[j]) = ring.butterfly(ring.reduce(a[j]), b[j]);
            j += 1;
        }
        put(&mut v, 0, forward::<L, 8, P>(ring, a, factors.seven(1)));
        put(&mut v, 8, forward::<L, 8, P>(ring, b, factors.seven(8)));
        v
    } else {
        forward::<L, L, P>(ring, v, factors)
    }
}

/// Transforms values as callers have them to tight transposed coefficients.
#[inline(always)]
fn tile_inverse<const L: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; L],
    factors: Factors<'_, P::Row, P::Twiddle>,
    scale: &P::Twiddle,
) -> [P::Vec; L] {
    if const { L == 16 } {
        let (mut v, [a, b]) = (v, halves(&v));
        let mut a = inverse::<L, 8, P>(ring, a, factors.seven(1), scale);
        let mut b = inverse::<L, 8, P>(ring, b, factors.seven(8), scale);
        let mut j = 0;
        while j < 8 {
            let (x, y) = ring.butterfly(a[j], b[j]);
            (a[j], b[j]) = (ring.reduce(x), y);
            j += 1;
        }
        first::<L, P>(ring, &mut b, factors);
        put(&mut v, 0, a);
        put(&mut v, 8, b);
        v
    } else {
        inverse::<L, L, P>(ring, v, factors, scale)
    }
}

/// Splits sixteen vectors into halves.
#[inline(always)]
fn halves<V: Copy>(v: &[V]) -> [[V; 8]; 2] {
    [[v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]], [v[8], v[9], v[10], v[11], v[12], v[13], v[14], v[15]]]
}

#[inline(always)]
fn put<V>(v: &mut [V], at: usize, u: [V; 8]) {
    let [a, b, c, d, e, f, g, h] = u;
    let [s, t, u, v, w, x, y, z, ..] = &mut v[at..] else { return };
    (*s, *t, *u, *v, *w, *x, *y, *z) = (a, b, c, d, e, f, g, h);
}

/// Loads a tile.
#[inline(always)]
fn load<const L: usize, P: Residues<L>>(ring: P, tile: &[P::Block; L]) -> [P::Vec; L] {
    let mut v = [ring.load(&tile[0]); L];
    let mut j = 1;
    while j < L {
        v[j] = ring.load(&tile[j]);
        j += 1;
    }
    v
}

/// Runs the lane stage over the tiles in `x`, the first of which has the index `first`, with values in bit-reversed
/// order.
#[inline(always)]
pub(super) fn reversed<const L: usize, const BACK: bool, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    first: usize,
    factors: &LaneFactors<P::Twiddle, P::Row>,
) {
    if const { L == 1 } {
        for i in 0..x.len() {
            let v = ring.load(&x[i]);
            ring.store(&mut x[i], if const { BACK } { ring.enter(v) } else { ring.canonical(v) });
        }
        return;
    }
    let (x, _) = x.as_chunks_mut::<L>();
    if const { L == 4 && P::OVERLAPS } {
        return fours::<L, BACK, P>(ring, x, first, factors);
    }
    for g in 0..x.len() {
        let (tile, own) = (&mut x[g], Factors::of::<L>(factors, first + g));
        let mut v = load::<L, P>(ring, tile);
        if const { BACK } {
            ring.enter_all(&mut v);
        }
        v = ring.transpose(v);
        v = if const { BACK } {
            tile_inverse::<L, P>(ring, v, own, &factors.scale)
        } else {
            tile_forward::<L, P>(ring, v, own)
        };
        put_tile(ring, tile, ring.transpose(v));
    }
}

/// Stores a tile.
#[inline(always)]
fn put_tile<const L: usize, P: Residues<L>>(ring: P, tile: &mut [P::Block; L], v: [P::Vec; L]) {
    let mut j = 0;
    while j < L {
        ring.store(&mut tile[j], v[j]);
        j += 1;
    }
}

/// Runs [`reversed`] over tiles of four vectors, which overlap.
#[inline(always)]
fn fours<const L: usize, const BACK: bool, P: Residues<L>>(
    ring: P,
    x: &mut [[P::Block; L]],
    first: usize,
    factors: &LaneFactors<P::Twiddle, P::Row>,
) {
    let count = x.len();
    each(
        x,
        count,
        true,
        #[inline(always)]
        |x, g| {
            let mut v = load::<L, P>(ring, &x[g]);
            if const { BACK } {
                ring.enter_all(&mut v);
                return network::inverse_first::<L, L, P>(ring, ring.transpose(v));
            }
            v = multiply::<L, L, P>(ring, ring.transpose(v), Factors::of::<L>(factors, first + g));
            v[0] = ring.reduce(v[0]);
            network::forward_first::<L, L, P>(ring, v)
        },
        #[inline(always)]
        |x, g, v| {
            let v = if const { BACK } {
                let v = network::inverse_last::<L, L, P>(ring, v);
                let mut v = multiply::<L, L, P>(ring, v, Factors::of::<L>(factors, first + g));
                v[0] = ring.mul(v[0], ring.splat(&factors.scale));
                v
            } else {
                canonical::<L, L, P>(ring, network::forward_last::<L, L, P>(ring, v))
            };
            put_tile(ring, &mut x[g], ring.transpose(v));
        },
    );
}

/// Returns canonical values.
#[inline(always)]
fn canonical<const L: usize, const R: usize, P: Residues<L>>(ring: P, v: [P::Vec; R]) -> [P::Vec; R] {
    let (mut v, mut j) = (v, 0);
    while j < R {
        v[j] = ring.canonical(v[j]);
        j += 1;
    }
    v
}

/// Runs the lane stage with values in natural order: tiles swap positions in cycles of one or two. `fill` is any block.
#[inline(always)]
pub(super) fn natural<const L: usize, const BACK: bool, P: Residues<L>>(
    ring: P,
    x: &mut TilePairs<'_, P::Block>,
    fill: P::Block,
    factors: &LaneFactors<P::Twiddle, P::Row>,
) {
    /// The turns by which factors are asked for ahead: those of partners lie where no processor expects them.
    const AHEAD: usize = 8;
    let lane_bits = L.trailing_zeros();
    let mut held = [[fill; L]; 2];
    for turn in x.turns() {
        for tile in x.columns(turn + AHEAD) {
            factors.prefetch::<L>(tile);
        }
        let Some(mut pair) = x.pair(turn) else { continue };
        let [column, partner] = pair.columns();
        let columns = [column, partner];
        let count = if column == partner { 1 } else { 2 };
        // Both are held before the one is stored where the other was.
        let mut k = 0;
        while k < count {
            let mut j = 0;
            while j < L {
                held[k][j] = *pair.at(k, reversed_bits(j, lane_bits));
                j += 1;
            }
            k += 1;
        }
        let mut k = 0;
        while k < count {
            let (from, to) = (columns[k], columns[1 - k]);
            // Tables go by the tile of coefficients.
            let own = Factors::of::<L>(factors, if const { BACK } { to } else { from });
            let mut v = load::<L, P>(ring, &held[k]);
            if const { BACK } {
                ring.enter_all(&mut v);
                v = tile_inverse::<L, P>(ring, v, own, &factors.scale);
                v = ring.transpose(v);
            } else {
                v = ring.transpose(v);
                v = tile_forward::<L, P>(ring, v, own);
            }
            let mut j = 0;
            while j < L {
                ring.store(pair.at(1 - k, reversed_bits(j, lane_bits)), v[j]);
                j += 1;
            }
            k += 1;
        }
    }
}
