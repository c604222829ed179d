//! The last three levels, across the lanes: tiles of eight vectors, of 64 elements.
//!
//! Vector `r`, lane `j` of tile `g` is coefficient `j` of the block `8 g + r`, a polynomial modulo `x^8 - s^8`.
//! Transposed, lanes are blocks and vectors are coefficients: coefficient `j` is multiplied by `s^j`, and a transform
//! of length 8 in every lane follows. As `s` of block `8 g + l` is `sigma_g lambda_l`, its powers are products of two
//! factors, one of the lane and one of the tile.
//!
//! Value `t` of block `8 g + l` has the place `64 g + 8 l + t` in bit-reversed order. Values enter and leave in pairs of
//! vectors whose elements are neighbours: 64 bytes.

use super::{
    limbs::{
        Block, Element, LIMBS, LaneTwiddle, PRECISE, Prime, ROUGH, Twiddle, add, from_words, load, settle, store,
        subtract, to_words,
    },
    multiply::{Multiply, multiply},
    words::LANES,
};

/// Vectors of a tile.
pub(crate) type Tile<T = u64> = [Block<T>; LANES];

/// The powers of the roots of tiles.
pub(crate) struct Lanes {
    /// `lambda_l^j` for `1 <= j < 8`.
    pub(crate) lambda: [LaneTwiddle; 7],
    /// The first three powers of the root of order 8.
    pub(crate) eighth: [Twiddle; 3],
}

#[inline(always)]
fn transpose<W: Multiply>(w: W, from: &Tile<W::Word>, to: &mut Tile<W::Word>) {
    let mut i = 0;
    while i < LIMBS {
        let mut v = [w.splat(0); LANES];
        let mut j = 0;
        while j < LANES {
            v[j] = w.load(&from[j].0[i]);
            j += 1;
        }
        let v = w.transpose(v);
        let mut j = 0;
        while j < LANES {
            w.store(&mut to[j].0[i], v[j]);
            j += 1;
        }
        i += 1;
    }
}

/// Computes `x_j <- x_j s^j`.
#[inline(always)]
fn twist<const EXACT: bool, W: Multiply>(w: W, prime: &Prime, x: &mut Tile<W::Word>, t: &Lanes, sigma: &[Twiddle; 7]) {
    let first = settle(w, prime, load(w, &x[0]));
    store(w, &mut x[0], first);
    let mut j = 1;
    while j + 1 < LANES {
        let v = [load(w, &x[j]), load(w, &x[j + 1])];
        let v = multiply::<ROUGH, 2, W, _>(w, prime, v, [&t.lambda[j - 1], &t.lambda[j]]);
        let [a, b] = multiply::<EXACT, 2, W, _>(w, prime, v, [&sigma[j - 1], &sigma[j]]);
        store(w, &mut x[j], a);
        store(w, &mut x[j + 1], b);
        j += 2;
    }
    let v = multiply::<ROUGH, 1, W, _>(w, prime, [load(w, &x[7])], [&t.lambda[6]]);
    let [v] = multiply::<EXACT, 1, W, _>(w, prime, v, [&sigma[6]]);
    store(w, &mut x[7], v);
}

/// Sums and differences of vectors `a` and `b`.
#[inline(always)]
fn butterfly<W: Multiply>(w: W, a: Element<W>, b: Element<W>, bias: &[u64; LIMBS]) -> [Element<W>; 2] {
    [add(w, a, b), subtract(w, a, b, bias)]
}

/// Computes values as words, in the first four limbs, from coefficients of blocks.
#[inline(always)]
pub(crate) fn values<W: Multiply>(
    w: W,
    prime: &Prime,
    from: &Tile<W::Word>,
    x: &mut Tile<W::Word>,
    t: &Lanes,
    sigma: &[Twiddle; 7],
) {
    transpose(w, from, x);
    twist::<PRECISE, W>(w, prime, x, t, sigma);
    let [two, four, eight] = &prime.bias.eight;
    let [e1, e2, e3] = &t.eighth;
    let mut j = 0;
    while j < 2 {
        // 1 and 5, 3 and 7; then 0 and 4, 2 and 6.
        let (a, b) = (1 - j, 3 - j);
        let [a0, a4] = butterfly(w, load(w, &x[a]), load(w, &x[a + 4]), two);
        let [b0, b4] = butterfly(w, load(w, &x[b]), load(w, &x[b + 4]), two);
        let (a4, b4) = if j == 0 {
            let [a, b] = multiply::<PRECISE, 2, W, _>(w, prime, [a4, b4], [e1, e3]);
            (a, b)
        } else {
            let [b] = multiply::<PRECISE, 1, W, _>(w, prime, [b4], [e2]);
            (a4, b)
        };
        store(w, &mut x[a], a0);
        store(w, &mut x[b], b0);
        store(w, &mut x[a + 4], a4);
        store(w, &mut x[b + 4], b4);
        j += 1;
    }
    let (halves, _) = x.as_chunks_mut::<4>();
    for x in halves {
        let [b, d] = butterfly(w, load(w, &x[1]), load(w, &x[3]), four);
        let [d] = multiply::<PRECISE, 1, W, _>(w, prime, [d], [e2]);
        let [a, c] = butterfly(w, load(w, &x[0]), load(w, &x[2]), four);
        let ([p, q], [r, s]) = (butterfly(w, a, b, eight), butterfly(w, c, d, eight));
        save(w, &mut x[0], to_words::<false, W>(w, prime, p, 0));
        save(w, &mut x[1], to_words::<false, W>(w, prime, q, 0));
        save(w, &mut x[2], to_words::<false, W>(w, prime, r, 0));
        save(w, &mut x[3], to_words::<false, W>(w, prime, s, 0));
    }
}

/// Computes coefficients of blocks, times 8, from values as words, with the inverse factors.
#[inline(always)]
pub(crate) fn coefficients<W: Multiply>(
    w: W,
    prime: &Prime,
    x: &mut Tile<W::Word>,
    to: &mut Tile<W::Word>,
    t: &Lanes,
    sigma: &[Twiddle; 7],
) {
    let [one, two, four] = &prime.bias.words;
    let [e1, e2, e3] = &t.eighth;
    let (halves, _) = x.as_chunks_mut::<4>();
    for x in halves {
        let (p, q) = (from_words(w, words(w, &x[0])), from_words(w, words(w, &x[1])));
        let (r, s) = (from_words(w, words(w, &x[2])), from_words(w, words(w, &x[3])));
        let ([a, b], [c, d]) = (butterfly(w, p, q, one), butterfly(w, r, s, one));
        let [d] = multiply::<PRECISE, 1, W, _>(w, prime, [d], [e2]);
        let ([a, c], [b, d]) = (butterfly(w, a, c, two), butterfly(w, b, d, two));
        store(w, &mut x[0], a);
        store(w, &mut x[1], b);
        store(w, &mut x[2], c);
        store(w, &mut x[3], d);
    }
    let mut j = 0;
    while j < 2 {
        let (a, b) = (1 - j, 3 - j);
        let (a4, b4) = (load(w, &x[a + 4]), load(w, &x[b + 4]));
        let (a4, b4) = if j == 0 {
            let [a, b] = multiply::<PRECISE, 2, W, _>(w, prime, [a4, b4], [e1, e3]);
            (a, b)
        } else {
            let [b] = multiply::<PRECISE, 1, W, _>(w, prime, [b4], [e2]);
            (a4, b)
        };
        let [a0, a4] = butterfly(w, load(w, &x[a]), a4, four);
        let [b0, b4] = butterfly(w, load(w, &x[b]), b4, four);
        store(w, &mut x[a], a0);
        store(w, &mut x[b], b0);
        store(w, &mut x[a + 4], a4);
        store(w, &mut x[b + 4], b4);
        j += 1;
    }
    twist::<ROUGH, W>(w, prime, x, t, sigma);
    transpose(w, x, to);
}

#[inline(always)]
fn save<W: Multiply>(w: W, to: &mut Block<W::Word>, v: [W::V; 4]) {
    w.store(&mut to.0[0], v[0]);
    w.store(&mut to.0[1], v[1]);
    w.store(&mut to.0[2], v[2]);
    w.store(&mut to.0[3], v[3]);
}

#[inline(always)]
fn words<W: Multiply>(w: W, from: &Block<W::Word>) -> [W::V; 4] {
    [w.load(&from.0[0]), w.load(&from.0[1]), w.load(&from.0[2]), w.load(&from.0[3])]
}

/// Returns pairs of elements, one of the words in `a` and one of those in `b`, a pair for each lane.
#[inline(always)]
pub(crate) fn pairs<W: Multiply>(w: W, a: &Block<W::Word>, b: &Block<W::Word>) -> [W::V; LANES] {
    let (a, b) = (words(w, a), words(w, b));
    w.transpose([a[0], a[1], a[2], a[3], b[0], b[1], b[2], b[3]])
}

/// Computes the inverse of [`pairs`].
#[inline(always)]
pub(crate) fn apart<W: Multiply>(w: W, v: [W::V; LANES], a: &mut Block<W::Word>, b: &mut Block<W::Word>) {
    let v = w.transpose(v);
    save(w, a, [v[0], v[1], v[2], v[3]]);
    save(w, b, [v[4], v[5], v[6], v[7]]);
}
