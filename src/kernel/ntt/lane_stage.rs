//! The lane stage: the last level forward and the first one back, inside tiles of `L` vectors.
//!
//! A block is one vector here, so `L` of them are transposed and their elements meet as vectors.
//!
//! ```text
//! bit-reversed   tile g is vectors L g, ..., L g + L - 1; it is transposed again and stays where it is
//! natural        tile g is vectors (m/L) rev(i) + g, i < L: what leaves it in vector c lies, without another transposition, in
//!                vector (m/L) rev(c) + rev(g), so tiles g and rev(g) change places
//! ```

#![allow(clippy::needless_range_loop, reason = "adapters may be compiled apart, without the instruction set")]

use super::{
    Residues, network,
    tables::{LaneFactors, Tables},
    tile_pairs::{TilePairs, reversed_bits},
};

/// The factors of tile `g`, `x_j z^j` for `j > 0`; `x_0` is left.
#[inline(always)]
fn multiply<const L: usize, const R: usize, const FULL: bool, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    rows: &[P::Row],
    tile: &[P::Twiddle],
) -> [P::Vec; R] {
    let mut v = v;
    assert!(rows.len() == R - 1);
    let mut j = 1;
    while const { P::PAIRS } && j + 1 < R {
        [v[j], v[j + 1]] = ring.mul_pair([v[j], v[j + 1]], [ring.factor(&rows[j - 1]), ring.factor(&rows[j])]);
        j += 2;
    }
    while j < R {
        v[j] = ring.mul(v[j], ring.factor(&rows[j - 1]));
        j += 1;
    }
    if !FULL {
        assert!(tile.len() == R - 1);
        let mut j = 1;
        while const { P::PAIRS } && j + 1 < R {
            [v[j], v[j + 1]] = ring.mul_pair([v[j], v[j + 1]], [ring.splat(&tile[j - 1]), ring.splat(&tile[j])]);
            j += 2;
        }
        while j < R {
            v[j] = ring.mul(v[j], ring.splat(&tile[j - 1]));
            j += 1;
        }
    }
    v
}

/// From transposed coefficients to canonical values.
#[inline(always)]
fn tile_forward<const L: usize, const FULL: bool, P: Residues<L>>(
    ring: P,
    v: [P::Vec; L],
    rows: &[P::Row],
    tile: &[P::Twiddle],
) -> [P::Vec; L] {
    let mut v = v;
    if const { L == 16 } {
        // The first level by itself, then two lane stages of eight: of halves, as an index that is no constant would put all
        // sixteen into memory.
        let [mut a, mut b] = halves(&v);
        let mut j = 0;
        while j < 8 {
            let y = first::<L, FULL, P>(ring, b[j], rows, tile);
            (a[j], b[j]) = ring.butterfly(ring.reduce(a[j]), y);
            j += 1;
        }
        put(&mut v, 0, eight_forward::<L, FULL, P>(ring, a, of_half::<FULL, _, _>(rows, tile, 0)));
        put(&mut v, 8, eight_forward::<L, FULL, P>(ring, b, of_half::<FULL, _, _>(rows, tile, 8)));
        return v;
    }
    v = multiply::<L, L, FULL, P>(ring, v, rows, tile);
    v[0] = ring.reduce(v[0]);
    v = network::forward::<L, L, P>(ring, v);
    let mut j = 0;
    while j < L {
        v[j] = ring.canonical(v[j]);
        j += 1;
    }
    v
}

/// One of two lane stages of eight.
#[inline(always)]
fn eight_forward<const L: usize, const FULL: bool, P: Residues<L>>(
    ring: P,
    v: [P::Vec; 8],
    (rows, tile): (&[P::Row], &[P::Twiddle]),
) -> [P::Vec; 8] {
    let mut v = multiply::<L, 8, FULL, P>(ring, v, rows, tile);
    v[0] = ring.reduce(v[0]);
    v = network::forward::<L, 8, P>(ring, v);
    let mut j = 0;
    while j < 8 {
        v[j] = ring.canonical(v[j]);
        j += 1;
    }
    v
}

/// [`eight_forward`] backwards.
#[inline(always)]
fn eight_inverse<const L: usize, const FULL: bool, P: Residues<L>>(
    ring: P,
    v: [P::Vec; 8],
    (rows, tile): (&[P::Row], &[P::Twiddle]),
    scale: &P::Twiddle,
) -> [P::Vec; 8] {
    let mut v = multiply::<L, 8, FULL, P>(ring, network::inverse::<L, 8, P>(ring, v), rows, tile);
    v[0] = ring.mul(v[0], ring.splat(scale));
    v
}

/// From values as callers have them to tight transposed coefficients.
#[inline(always)]
fn tile_inverse<const L: usize, const FULL: bool, P: Residues<L>>(
    ring: P,
    v: [P::Vec; L],
    rows: &[P::Row],
    tile: &[P::Twiddle],
    scale: &P::Twiddle,
) -> [P::Vec; L] {
    let mut v = v;
    if const { L == 16 } {
        let [a, b] = halves(&v);
        let mut a = eight_inverse::<L, FULL, P>(ring, a, of_half::<FULL, _, _>(rows, tile, 0), scale);
        let mut b = eight_inverse::<L, FULL, P>(ring, b, of_half::<FULL, _, _>(rows, tile, 8), scale);
        let mut j = 0;
        while j < 8 {
            let (x, y) = ring.butterfly(a[j], b[j]);
            (a[j], b[j]) = (ring.reduce(x), first::<L, FULL, P>(ring, y, rows, tile));
            j += 1;
        }
        put(&mut v, 0, a);
        put(&mut v, 8, b);
        return v;
    }
    v = network::inverse::<L, L, P>(ring, v);
    v = multiply::<L, L, FULL, P>(ring, v, rows, tile);
    v[0] = ring.mul(v[0], ring.splat(scale));
    v
}

/// The product with the first factors, those of the first level of sixteen lanes.
#[inline(always)]
fn first<const L: usize, const FULL: bool, P: Residues<L>>(
    ring: P,
    x: P::Vec,
    rows: &[P::Row],
    tile: &[P::Twiddle],
) -> P::Vec {
    let x = ring.mul(x, ring.factor(&rows[0]));
    if FULL { x } else { ring.mul(x, ring.splat(&tile[0])) }
}

/// The factors of one half of sixteen lanes, 0 or 8.
#[inline(always)]
fn of_half<'a, const FULL: bool, R, T>(rows: &'a [R], tile: &'a [T], half: usize) -> (&'a [R], &'a [T]) {
    let at = 1 + half / 8 * 7;
    (&rows[at..][..7], if FULL { &[] } else { &tile[at..][..7] })
}

/// The halves of sixteen.
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

/// Rows and tile factors of tile `g`.
#[inline(always)]
fn of_tile<'a, const L: usize, const FULL: bool, R, T>(rows: &'a [R], tiles: &'a [T], g: usize) -> (&'a [R], &'a [T]) {
    if FULL { (&rows[(L - 1) * g..][..L - 1], &[]) } else { (&rows[..L - 1], &tiles[(L - 1) * g..][..L - 1]) }
}

/// Tiles `first`, `first + 1`, ... in `x`, values in bit-reversed order.
#[inline(always)]
fn reversed<const L: usize, const FULL: bool, const BACK: bool, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    first: usize,
    rows: &[P::Row],
    tiles: &[P::Twiddle],
    scale: &P::Twiddle,
) {
    let (x, _) = x.as_chunks_mut::<L>();
    for g in 0..x.len() {
        let (rows, factors) = of_tile::<L, FULL, _, _>(rows, tiles, first + g);
        let tile = &mut x[g];
        let mut v = [ring.load(&tile[0]); L];
        let mut j = 1;
        while j < L {
            v[j] = ring.load(&tile[j]);
            j += 1;
        }
        if const { BACK } {
            v = ring.enter_all(v);
        }
        v = ring.transpose(v);
        v = if const { BACK } {
            tile_inverse::<L, FULL, P>(ring, v, rows, factors, scale)
        } else {
            tile_forward::<L, FULL, P>(ring, v, rows, factors)
        };
        v = ring.transpose(v);
        let mut j = 0;
        while j < L {
            ring.store(&mut tile[j], v[j]);
            j += 1;
        }
    }
}

/// Tiles, values in natural order: they change places in cycles of one or two.
#[inline(always)]
fn natural<const L: usize, const FULL: bool, const BACK: bool, P: Residues<L>>(
    ring: P,
    x: &mut TilePairs<'_, P::Block>,
    fill: P::Block,
    rows: &[P::Row],
    tiles: &[P::Twiddle],
    scale: &P::Twiddle,
) {
    let lane_bits = L.trailing_zeros();
    let mut held = [[fill; L]; 2];
    for turn in x.turns() {
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
            let (from, to, held) = (columns[k], columns[1 - k], &held[k]);
            // Tables go by the tile of coefficients.
            let (rows, factors) = of_tile::<L, FULL, _, _>(rows, tiles, if const { BACK } { to } else { from });
            let mut v = [ring.load(&held[0]); L];
            let mut j = 1;
            while j < L {
                v[j] = ring.load(&held[j]);
                j += 1;
            }
            if const { BACK } {
                v = ring.enter_all(v);
                v = tile_inverse::<L, FULL, P>(ring, v, rows, factors, scale);
                v = ring.transpose(v);
            } else {
                v = ring.transpose(v);
                v = tile_forward::<L, FULL, P>(ring, v, rows, factors);
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

/// The lane stage of tiles, values in natural order; `fill` is any block.
#[inline(always)]
pub(super) fn run_natural<const L: usize, const BACK: bool, P: Residues<L>>(
    ring: P,
    x: &mut TilePairs<'_, P::Block>,
    fill: P::Block,
    tables: &Tables<L, P>,
) {
    match &tables.lanes {
        LaneFactors::None => {}
        LaneFactors::Full(rows) => {
            if const { L > 1 && P::TABLE > 0 } {
                natural::<L, true, BACK, P>(ring, x, fill, rows, &[], &tables.scale);
            }
        }
        LaneFactors::Chain { common, tiles } => {
            if const { L > 1 } {
                natural::<L, false, BACK, P>(ring, x, fill, common, tiles, &tables.scale);
            }
        }
    }
}

/// The lane stage of the tiles in `x`, of which the first is number `first`, values in bit-reversed order.
#[inline(always)]
pub(super) fn run<const L: usize, const BACK: bool, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    first: usize,
    tables: &Tables<L, P>,
) {
    match &tables.lanes {
        LaneFactors::None => {
            let mut i = 0;
            while i < x.len() {
                let v = ring.load(&x[i]);
                ring.store(&mut x[i], if const { BACK } { ring.enter(v) } else { ring.canonical(v) });
                i += 1;
            }
        }
        LaneFactors::Full(rows) => {
            if const { L > 1 && P::TABLE > 0 } {
                reversed::<L, true, BACK, P>(ring, x, first, rows, &[], &tables.scale);
            }
        }
        LaneFactors::Chain { common, tiles } => {
            if const { L > 1 } {
                reversed::<L, false, BACK, P>(ring, x, first, common, tiles, &tables.scale);
            }
        }
    }
}
