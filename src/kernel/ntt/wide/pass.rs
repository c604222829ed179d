//! Passes over blocks: two levels, or one, with one set of factors a block.
//!
//! A block of `m` vectors stands for a polynomial modulo `x^m - c^2`. With `c = w_1` it is reduced modulo `x^(m/2) - c`
//! and `x^(m/2) + c`, and these with `w_2`, `w_3`. So the four quarters are the four residues in bit-reversed order.
//! The inverse computes the block from them.
//!
//! | pass | takes | leaves |
//! |---|---|---|
//! | [`forward`], [`forward2`], [`first`] | below `B` | below `B` |
//! | [`inverse`], [`inverse2`], [`last`] | below `2^258 + 2 p` or `11 p` | the same |

use super::{
    limbs::{Block, Element, Prime, ROUGH, Twiddle, add, from_words, load, settle, store, subtract, to_words},
    multiply::{Multiply, multiply},
    words::LANES,
};

/// Elements as four words each.
pub(crate) type Residue<T = u64> = [T; 4];

/// Computes two levels of the remainder tree.
#[inline(always)]
fn quarters<W: Multiply>(w: W, prime: &Prime, x: [Element<W>; 4], t: [&Twiddle; 3]) -> [Element<W>; 4] {
    let bias = &prime.bias.product;
    let [c, d] = multiply::<ROUGH, 2, W, _>(w, prime, [x[2], x[3]], [t[0], t[0]]);
    let (a, b) = (settle(w, prime, x[0]), settle(w, prime, x[1]));
    let (b, d) = (add(w, b, d), subtract(w, b, d, bias));
    let (a, c) = (add(w, a, c), subtract(w, a, c, bias));
    let [b, d] = multiply::<ROUGH, 2, W, _>(w, prime, [b, d], [t[1], t[2]]);
    [add(w, a, b), subtract(w, a, b, bias), add(w, c, d), subtract(w, c, d, bias)]
}

/// Computes two inverse levels.
#[inline(always)]
fn together<W: Multiply>(w: W, prime: &Prime, x: [Element<W>; 4], t: [&Twiddle; 3]) -> [Element<W>; 4] {
    let (sums, settled) = (&prime.bias.sums, &prime.bias.settled);
    let (b, d) = (subtract(w, x[0], x[1], sums), subtract(w, x[2], x[3], sums));
    let [b, d] = multiply::<ROUGH, 2, W, _>(w, prime, [b, d], [t[1], t[2]]);
    let (a, c) = (settle(w, prime, add(w, x[0], x[1])), settle(w, prime, add(w, x[2], x[3])));
    let (e, f) = (subtract(w, a, c, settled), subtract(w, b, d, &prime.bias.product));
    let [e, f] = multiply::<ROUGH, 2, W, _>(w, prime, [e, f], [t[0], t[0]]);
    [add(w, a, c), settle(w, prime, add(w, b, d)), e, f]
}

/// Splits `x` into four equal parts.
#[inline(always)]
fn split<T>(x: &mut [T]) -> [&mut [T]; 4] {
    let (low, high) = x.split_at_mut(x.len() / 2);
    let ((a, b), (c, d)) = (low.split_at_mut(low.len() / 2), high.split_at_mut(high.len() / 2));
    [a, b, c, d]
}

/// Four rows of equal length, or nothing is done.
macro_rules! equal_rows {
    ($rows:ident) => {
        let q = $rows[0].len();
        if $rows[1].len() != q || $rows[2].len() != q || $rows[3].len() != q {
            return;
        }
    };
}

/// Runs two levels of a block whose length is a multiple of four, in place.
#[inline(always)]
pub(crate) fn forward<W: Multiply>(w: W, prime: &Prime, x: &mut [Block<W::Word>], t: [&Twiddle; 3]) {
    let rows = split(x);
    equal_rows!(rows);
    let [a, b, c, d] = rows;
    for i in 0..a.len() {
        let v = quarters(w, prime, [load(w, &a[i]), load(w, &b[i]), load(w, &c[i]), load(w, &d[i])], t);
        store(w, &mut a[i], v[0]);
        store(w, &mut b[i], v[1]);
        store(w, &mut c[i], v[2]);
        store(w, &mut d[i], v[3]);
    }
}

/// Computes 4 times the inverse of [`forward`], given the inverse factors.
#[inline(always)]
pub(crate) fn inverse<W: Multiply>(w: W, prime: &Prime, x: &mut [Block<W::Word>], t: [&Twiddle; 3]) {
    let rows = split(x);
    equal_rows!(rows);
    let [a, b, c, d] = rows;
    for i in 0..a.len() {
        let v = together(w, prime, [load(w, &a[i]), load(w, &b[i]), load(w, &c[i]), load(w, &d[i])], t);
        store(w, &mut a[i], v[0]);
        store(w, &mut b[i], v[1]);
        store(w, &mut c[i], v[2]);
        store(w, &mut d[i], v[3]);
    }
}

/// Runs one level of two pairs of vectors, each a block.
#[inline(always)]
pub(crate) fn forward2<W: Multiply>(w: W, prime: &Prime, x: &mut [Block<W::Word>; 4], t: [&Twiddle; 2]) {
    let bias = &prime.bias.product;
    let [b, d] = multiply::<ROUGH, 2, W, _>(w, prime, [load(w, &x[1]), load(w, &x[3])], t);
    let (a, c) = (settle(w, prime, load(w, &x[0])), settle(w, prime, load(w, &x[2])));
    store(w, &mut x[0], add(w, a, b));
    store(w, &mut x[1], subtract(w, a, b, bias));
    store(w, &mut x[2], add(w, c, d));
    store(w, &mut x[3], subtract(w, c, d, bias));
}

/// Computes 2 times the inverse of [`forward2`], given the inverse factors.
#[inline(always)]
pub(crate) fn inverse2<W: Multiply>(w: W, prime: &Prime, x: &mut [Block<W::Word>; 4], t: [&Twiddle; 2]) {
    let (a, b, c, d) = (load(w, &x[0]), load(w, &x[1]), load(w, &x[2]), load(w, &x[3]));
    let bias = &prime.bias.sums;
    let [e, f] = multiply::<ROUGH, 2, W, _>(w, prime, [subtract(w, a, b, bias), subtract(w, c, d, bias)], t);
    store(w, &mut x[0], settle(w, prime, add(w, a, b)));
    store(w, &mut x[1], e);
    store(w, &mut x[2], settle(w, prime, add(w, c, d)));
    store(w, &mut x[3], f);
}

/// Loads the eight elements from index `8 i`.
#[inline(always)]
fn eight<W: Multiply>(w: W, x: &[[Residue<W::Word>; LANES]], i: usize) -> Element<W> {
    from_words(w, w.load_elements(&x[i]))
}

/// Runs [`forward`] over a whole transform, from words. Where the factors are powers of a root (`!COSET`), the first
/// two are 1.
#[inline(always)]
pub(crate) fn first<const COSET: bool, W: Multiply>(
    w: W,
    prime: &Prime,
    from: [&[[Residue<W::Word>; LANES]]; 4],
    to: [&mut [Block<W::Word>]; 4],
    t: [&Twiddle; 3],
) {
    let [a, b, c, d] = to;
    let q = a.len();
    if from[0].len() != q || from[1].len() != q || from[2].len() != q || from[3].len() != q {
        return;
    }
    if b.len() != q || c.len() != q || d.len() != q {
        return;
    }
    let bias = &prime.bias.product;
    for i in 0..q {
        let x = [eight(w, from[0], i), eight(w, from[1], i), eight(w, from[2], i), eight(w, from[3], i)];
        let v = if COSET {
            quarters(w, prime, x, t)
        } else {
            let (a, c) = (add(w, x[0], x[2]), subtract(w, x[0], x[2], bias));
            let (b, d) = (add(w, x[1], x[3]), subtract(w, x[1], x[3], bias));
            let [d] = multiply::<ROUGH, 1, W, _>(w, prime, [d], [t[2]]);
            [add(w, a, b), subtract(w, a, b, bias), add(w, c, d), subtract(w, c, d, bias)]
        };
        store(w, &mut a[i], v[0]);
        store(w, &mut b[i], v[1]);
        store(w, &mut c[i], v[2]);
        store(w, &mut d[i], v[3]);
    }
}

/// Runs [`inverse`] over a whole transform, to words, over `2^halvings`; the factors as in [`first`].
#[inline(always)]
pub(crate) fn last<const COSET: bool, W: Multiply>(
    w: W,
    prime: &Prime,
    from: [&[Block<W::Word>]; 4],
    to: [&mut [[Residue<W::Word>; LANES]]; 4],
    t: [&Twiddle; 3],
    halvings: u32,
) {
    let [a, b, c, d] = to;
    let q = a.len();
    if from[0].len() != q || from[1].len() != q || from[2].len() != q || from[3].len() != q {
        return;
    }
    if b.len() != q || c.len() != q || d.len() != q {
        return;
    }
    for i in 0..q {
        let x = [load(w, &from[0][i]), load(w, &from[1][i]), load(w, &from[2][i]), load(w, &from[3][i])];
        let v = if COSET {
            together(w, prime, x, t)
        } else {
            let (sums, settled, product) = (&prime.bias.sums, &prime.bias.settled, &prime.bias.product);
            let [d] = multiply::<ROUGH, 1, W, _>(w, prime, [subtract(w, x[2], x[3], sums)], [t[2]]);
            let b = settle(w, prime, subtract(w, x[0], x[1], sums));
            let (a, c) = (settle(w, prime, add(w, x[0], x[1])), settle(w, prime, add(w, x[2], x[3])));
            [add(w, a, c), add(w, b, d), subtract(w, a, c, settled), subtract(w, b, d, product)]
        };
        w.store_elements(&mut a[i], to_words::<true, W>(w, prime, v[0], halvings));
        w.store_elements(&mut b[i], to_words::<true, W>(w, prime, v[1], halvings));
        w.store_elements(&mut c[i], to_words::<true, W>(w, prime, v[2], halvings));
        w.store_elements(&mut d[i], to_words::<true, W>(w, prime, v[3], halvings));
    }
}
