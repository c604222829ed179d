//! Twiddles: what the passes and the lane stage multiply with.
//!
//! Notation: `n = L m` elements in `m` vectors, `w` the root of order `n`, `s` the shift, `rev_B` the reversal of the bits of a
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
//! The inverse has tables of the same form for `w^-1` and `s^-1`. Those of its first stage have the scale in them, so that an element in
//! `L` is multiplied once more, and the outermost pass of a cyclic transform multiplies with nothing, as forward.

use super::{Residues, memory::TwiddleMemory};
use crate::lists::{self, from_fn};
use crate::order::bit_reverse;
use alloc::vec::Vec;

/// What a transform evaluates at: `s w^k` for all `k`, and what the inverse multiplies with.
pub(crate) struct Points<S> {
    /// `w` of order `n`, and its inverse.
    pub(crate) root: [S; 2],
    /// `s` and its inverse; `None` for 1.
    pub(crate) shift: Option<[S; 2]>,
    /// The factor of the forward map; `None` for 1.
    pub(crate) forward: Option<S>,
    /// The factor of the inverse: `1/n` for coefficients as they were.
    pub(crate) scale: S,
    /// What the tables hold.
    pub(crate) memory: TwiddleMemory,
}

/// `z^1, ..., z^(R-1)` for every block of one level; one of the three lists is in use.
pub(super) struct Level<T> {
    pub(super) radix: usize,
    pub(super) twos: Vec<[T; 1]>,
    pub(super) fours: Vec<[T; 3]>,
    pub(super) eights: Vec<[T; 7]>,
}

/// The factors of the lane stage, `L - 1` for each tile.
pub(super) enum LaneFactors<const L: usize, P: Residues<L>> {
    /// One lane: there is no lane stage.
    None,
    /// A row for each.
    Full(Vec<P::Row>),
    /// The rows of the lanes' exponents, and a factor for each tile's.
    Chain { common: Vec<P::Row>, tiles: Vec<P::Twiddle> },
}

/// What one direction multiplies with.
pub(super) struct Tables<const L: usize, P: Residues<L>> {
    /// The outermost level first.
    pub(super) levels: Vec<Level<P::Twiddle>>,
    pub(super) lanes: LaneFactors<L, P>,
    /// What the first element of a tile is multiplied with on the way back; the factors of the others have it in them.
    pub(super) scale: P::Twiddle,
}

/// The radix of a level with blocks of `2^bits` vectors.
///
/// Radix 2 is the outermost level's alone: odd powers of two without radix 8, and the length 2.
fn radix<const L: usize, P: Residues<L>>(bits: u32) -> usize {
    match bits {
        1 => 2,
        _ if !P::EIGHTS => 4 >> (bits % 2),
        3 => 8,
        _ if P::RADIX8 && bits.is_multiple_of(3) => 8,
        _ => 4,
    }
}

/// The levels of passes over `len` rows from `blocks` blocks to `leaves`; the factors of the last of all levels times `scale`.
pub(super) fn levels<const L: usize, P: Residues<L>>(
    ring: P,
    len: usize,
    blocks: usize,
    leaves: usize,
    root: P::Scalar,
    shift: P::Scalar,
    scale: Option<P::Scalar>,
) -> Vec<Level<P::Twiddle>> {
    let mut levels = Vec::new();
    let mut blocks = blocks;
    while blocks < leaves {
        let radix = radix::<L, P>((leaves / blocks).trailing_zeros());
        let step = len / (blocks * radix);
        let z = reversed_powers(ring, power(ring, shift, step), power(ring, root, step), blocks);
        let scale = scale.filter(|_| blocks * radix == len);
        let mut level = Level { radix, twos: Vec::new(), fours: Vec::new(), eights: Vec::new() };
        match radix {
            2 => level.twos = runs(ring, &z, scale),
            4 => level.fours = runs(ring, &z, scale),
            _ => level.eights = runs(ring, &z, scale),
        }
        levels.push(level);
        blocks *= radix;
    }
    levels
}

/// `a b`, out of line: of loops of a known number of products, each of the one before, LLVM looks for checksums, in time exponential
/// in the length of the arithmetic of one product.
#[inline(never)]
pub(super) fn times<const L: usize, P: Residues<L>>(ring: P, a: P::Scalar, b: P::Scalar) -> P::Scalar {
    ring.times(a, b)
}

pub(super) fn power<const L: usize, P: Residues<L>>(ring: P, base: P::Scalar, exponent: usize) -> P::Scalar {
    let mut power = ring.one();
    for bit in (0..usize::BITS - exponent.leading_zeros()).rev() {
        power = times(ring, power, power);
        if exponent >> bit & 1 == 1 {
            power = times(ring, power, base);
        }
    }
    power
}

/// `first base^i` for `i < count`, at the place of `i` with its bits reversed.
fn reversed_powers<const L: usize, P: Residues<L>>(
    ring: P,
    first: P::Scalar,
    base: P::Scalar,
    count: usize,
) -> Vec<P::Scalar> {
    let mut powers = alloc::vec![first; count];
    // The upper half of 2^(k+1) numbers is the lower one times one power: products that do not wait for each other.
    for k in (0..count.trailing_zeros()).rev() {
        let step = power(ring, base, 1 << k);
        let (low, high) = powers.split_at_mut(count >> (k + 1));
        for (to, from) in high.iter_mut().zip(low) {
            *to = ring.times(*from, step);
        }
    }
    powers
}

/// `z^1, ..., z^W` for each `z`, times `scale`, ready to multiply.
fn runs<const L: usize, const W: usize, P: Residues<L>>(
    ring: P,
    list: &[P::Scalar],
    scale: Option<P::Scalar>,
) -> Vec<[P::Twiddle; W]> {
    let mut runs = Vec::with_capacity(list.len());
    for &z in list {
        let mut run = [ring.prepare(z); W];
        let mut power = z;
        for (j, factor) in run.iter_mut().enumerate() {
            if j > 0 {
                power = times(ring, power, z);
            }
            *factor = ring.prepare(scaled_by(ring, power, scale));
        }
        runs.push(run);
    }
    runs
}

fn scaled_by<const L: usize, P: Residues<L>>(ring: P, power: P::Scalar, scale: Option<P::Scalar>) -> P::Scalar {
    match scale {
        Some(scale) => times(ring, power, scale),
        None => power,
    }
}

impl<const L: usize, P: Residues<L>> Tables<L, P> {
    /// For `n = len` elements, a power of two of at least `L^2`, `root` of order `n`, and values in natural or bit-reversed
    /// order; lean or not. The lane stage, where there is one, multiplies with `scale`.
    pub(super) fn new(
        ring: P,
        len: usize,
        [root, shift]: [P::Scalar; 2],
        scale: Option<P::Scalar>,
        how: [bool; 2],
    ) -> Self {
        let levels = levels(ring, len, 1, len / L, root, shift, None);
        let lanes = if const { L == 1 } { LaneFactors::None } else { lane_factors(ring, len, root, shift, scale, how) };
        Tables { levels, lanes, scale: ring.prepare(scale.unwrap_or(ring.one())) }
    }

    /// Of the levels above subtrees of so many vectors, and of one of these with the shift 1; values in bit-reversed order.
    pub(super) fn of_subtree(
        ring: P,
        len: usize,
        [root, shift]: [P::Scalar; 2],
        scale: Option<P::Scalar>,
        subtree: usize,
    ) -> Self {
        let subtrees = len / (L * subtree);
        let below = [power(ring, root, subtrees), ring.one()];
        let mut tables = Self::new(ring, L * subtree, below, scale, [false; 2]);
        tables.levels.splice(..0, levels(ring, len, 1, subtrees, root, shift, None));
        tables
    }
}

/// What the lane stage multiplies by in block `x^L - z^L`, `z^1, ..., z^(L-1)`. Sixteen lanes are a level of two and two
/// blocks of eight, of `z` and of `z r` with `r` of order 16: `z^8`, then `z^1, ..., z^7`, then `(z r)^1, ..., (z r)^7`.
fn lane_powers<const L: usize, P: Residues<L>>(ring: P, z: P::Scalar, sixteenth: P::Scalar) -> [P::Scalar; L] {
    let mut list = [z; L];
    if L == 16 {
        for (at, base) in [(1, z), (8, times(ring, z, sixteenth))] {
            list[at] = base;
            for j in 1..7 {
                list[at + j] = times(ring, list[at + j - 1], base);
            }
        }
        list[0] = times(ring, list[7], z);
    } else {
        for j in 1..L {
            list[j] = times(ring, list[j - 1], z);
        }
    }
    list
}

fn lane_factors<const L: usize, P: Residues<L>>(
    ring: P,
    len: usize,
    root: P::Scalar,
    shift: P::Scalar,
    scale: Option<P::Scalar>,
    [natural, lean]: [bool; 2],
) -> LaneFactors<L, P> {
    let tiles = len / (L * L);
    let (bits, tile_step) = (L.trailing_zeros(), if natural { L } else { 1 });
    let lane_exponent = |l: usize| if natural { l } else { tiles * bit_reverse(l, bits) };
    let of_tiles = reversed_powers(ring, shift, power(ring, root, tile_step), tiles);
    let of_lanes: [P::Scalar; L] = from_fn(|l| power(ring, root, lane_exponent(l)));
    let sixteenth = power(ring, root, len / 16);
    // Of the L - 1 powers of one number a lane.
    let push_rows = |rows: &mut Vec<P::Row>, z: [P::Scalar; L]| {
        let mut powers = lists::map(z, |z| lane_powers(ring, z, sixteenth));
        for list in &mut powers {
            // Of sixteen lanes the first level has its own factor, and no scale.
            for power in &mut list[L / 16..] {
                *power = scaled_by(ring, *power, scale);
            }
        }
        let row = |j: usize| ring.row(from_fn(|l| ring.prepare(powers[l][j])));
        for j in 0..L - 1 {
            rows.push(row(j));
        }
    };
    if len <= P::TABLE && !lean {
        let mut rows = Vec::with_capacity(of_tiles.len() * (L - 1));
        for z in of_tiles {
            push_rows(&mut rows, lists::map(of_lanes, |lane| times(ring, lane, z)));
        }
        return LaneFactors::Full(rows);
    }
    // The sixteenth root is in the rows already.
    let one = ring.one();
    let mut tiles = Vec::with_capacity(of_tiles.len() * (L - 1));
    for z in of_tiles {
        for &power in &lane_powers(ring, z, one)[..L - 1] {
            tiles.push(ring.prepare(power));
        }
    }
    let mut common = Vec::with_capacity(L - 1);
    push_rows(&mut common, of_lanes);
    LaneFactors::Chain { common, tiles }
}

/// `scale z^-j` for `j < R`, `z = s^(n/R)` of the outermost level: what the last pass back multiplies with.
pub(super) fn scaled<const L: usize, P: Residues<L>>(
    ring: P,
    radix: usize,
    inverse_shift: P::Scalar,
    len: usize,
    scale: P::Scalar,
) -> Vec<P::Twiddle> {
    let z = power(ring, inverse_shift, len / radix);
    let mut power = scale;
    lists::list(radix, |_| {
        let factor = ring.prepare(power);
        power = times(ring, power, z);
        factor
    })
}
