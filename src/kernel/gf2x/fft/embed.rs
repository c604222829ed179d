//! Words of 32 bits to elements of GF(2^64) on planes, and back; the carry between blocks.
//!
//! # Idea
//! A word is a polynomial of degree below 32 in `y`; `y` goes to an element `z` of the tower with `1, z, ..., z^63`
//! independent over GF(2). A coefficient of the product is a sum of products, of degree at most 62 in `y`: it is read back
//! without any reduction.
//!
//! With `c_k = lo_k + hi_k y^32` the product is `sum_k (lo_k + hi_k Y) X_k`, and for a Cantor basis
//! `Y X_i = X_(i+1) + sum_(q < trailing ones of i) X_(i - 2^q + 1)`, so its words in the novel basis are
//!
//! ```text
//! r_k = lo_k + hi_(k-1) + hi_(k + 2^tz(k) - 1),      r_0 = lo_0,      tz(k): the zero bits at the end of k.
//! ```

use crate::{
    kernel::planes::{
        Line, Matrix, Words, affine_rows, apply, from_planes, inverse_columns, load, prepared, store, to_planes, tower,
    },
    threads::Pieces,
};

/// The powers of `z`.
const POWERS: [u128; 64] = {
    let (mut powers, mut i) = ([1; 64], 1);
    while i < 64 {
        powers[i] = tower::mul(powers[i - 1], 0x0123_4567_89ab_cdef, 3);
        i += 1;
    }
    powers
};
static INTO: Matrix<8, 4> = affine_rows(&POWERS);
static OUT: Matrix<8, 8> = match inverse_columns(&POWERS) {
    Some(columns) => affine_rows(&columns),
    None => panic!("the powers of z are dependent"),
};

/// Embeds `64` words a block.
pub(super) fn embed<B: Words>(b: B, words: &[u8], planes: &mut [Line]) {
    b.run(
        #[inline(always)]
        || {
            let (into, words, planes) = (prepared(b, &INTO), words.as_chunks::<256>().0, planes.as_chunks_mut::<8>().0);
            for i in 0..words.len().min(planes.len()) {
                let bytes = to_planes::<4, B>(b, load_four(b, &words[i]));
                store(b, &mut planes[i], &apply(b, &into, &bytes));
            }
        },
    );
}

/// Returns the words of `y^0 .. y^31` and of `y^32 .. y^62` of every element.
pub(super) fn unembed<B: Words>(b: B, planes: &[Line], low: &mut [u8], high: &mut [u8]) {
    b.run(
        #[inline(always)]
        || {
            let (low, high) = (low.as_chunks_mut::<256>().0, high.as_chunks_mut::<256>().0);
            let (out, planes) = (prepared(b, &OUT), planes.as_chunks::<8>().0);
            for i in 0..planes.len().min(low.len()).min(high.len()) {
                let y = apply(b, &out, &load(b, &planes[i]));
                store_four(b, &mut low[i], &from_planes::<4, B>(b, [y[0], y[1], y[2], y[3]]));
                store_four(b, &mut high[i], &from_planes::<4, B>(b, [y[4], y[5], y[6], y[7]]));
            }
        },
    );
}

#[inline(always)]
fn load_four<B: Words>(b: B, words: &[u8; 256]) -> [B::V; 4] {
    let lines = words.as_chunks().0;
    [b.load_bytes(&lines[0]), b.load_bytes(&lines[1]), b.load_bytes(&lines[2]), b.load_bytes(&lines[3])]
}

#[inline(always)]
fn store_four<B: Words>(b: B, words: &mut [u8; 256], v: &[B::V; 4]) {
    let lines = words.as_chunks_mut().0;
    b.store_bytes(&mut lines[0], v[0]);
    b.store_bytes(&mut lines[1], v[1]);
    b.store_bytes(&mut lines[2], v[2]);
    b.store_bytes(&mut lines[3], v[3]);
}

/// A piece of the low words, and the number of the line where it begins.
pub(super) struct Low<'a>(pub(super) &'a mut [u8], pub(super) usize);

impl Pieces for Low<'_> {
    fn count(&self) -> usize {
        self.0.len() / 64
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let (left, right) = self.0.split_at_mut(64 * at);
        (Low(left, self.1), Low(right, self.1 + at))
    }
}

/// Computes `low <- low + Y high` in the novel basis; all of `high`, of 16 words or more, and a piece of `low`. Lengths are multiples
/// of 16 words and the product fits `high`'s.
pub(super) fn carry<B: Words>(b: B, Low(low, start): Low<'_>, high: &[u8]) {
    let words = high.as_chunks::<4>().0;
    let next = |k: usize| words.get(k + (1 << k.trailing_zeros()) - 1).map_or(0, |word| u32::from_le_bytes(*word));
    b.run(
        #[inline(always)]
        || {
            let lines = high.as_chunks::<64>().0;
            for (i, low) in low.as_chunks_mut::<64>().0.iter_mut().enumerate() {
                let i = start + i;
                let v = b.load_bytes(&lines[i]);
                let (before, first) = match i.checked_sub(1) {
                    None => (b.splat(0), 0),
                    Some(last) => (b.load_bytes(&lines[last]), next(16 * i)),
                };
                let before = b.shift_words::<1>(before, v);
                let sum = b.xor3(b.load_bytes(low), before, b.next_power(v, first));
                b.store_bytes(low, sum);
            }
        },
    );
}
