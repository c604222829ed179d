//! Products of values in place, as words.
//!
//! Notation: `B = 2^260`. Words stand for residues times `F`, 1 or `2^256`; so a product of two words needs a factor
//! `1/F`.
//!
//! # Idea
//! Montgomery's product of `x (B / F)` and `y`: with `m_i` such that it clears limb `i` of the sum,
//!
//! ```text
//! (x (B/F) y + (m_0 + 2^52 m_1 + ... + 2^208 m_4) p) / B = x y / F mod p,       below 2 p
//! ```
//!
//! where `B / F mod p` is a factor of the kernel with its precomputed quotient.

use super::{
    field::Field,
    limbs::{self, Element, LIMBS, Prime, ROUGH, Twiddle, add, cut, from_words, to_words},
    multiply::{Multiply, multiply},
    pass::Residue,
    transform::Wide,
    walk::SHARED,
    words::{Bound, LANES, LIMB_BITS},
};
use crate::{
    kernel::packed::Token,
    threads::{Every, share},
};

/// The form of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Residues.
    Residues,
    /// Residues times `2^256`.
    Montgomery,
}

/// Returns `B / F` for both forms.
pub(super) fn factors(field: &Field) -> [Twiddle; 2] {
    let b = field.of_limbs(&field.one());
    let sixteen = field.of_words(&[16, 0, 0, 0]);
    [field.twiddle(&b), field.twiddle(&sixteen)]
}

/// Computes `x y / 2^260 mod p`, `N` of them interleaved, for `x < 2^260` and `y < 2^256` in limbs below `2^52`.
/// Results are below `x / 16 + p`, limbs below `2^57`.
#[inline(always)]
pub(super) fn montgomery<const N: usize, W: Multiply>(
    w: W,
    prime: &Prime,
    x: [Element<W>; N],
    y: [Element<W>; N],
) -> [Element<W>; N] {
    let mut k = 0;
    while k < N {
        w.takes(&x[k], &prime.p, Bound::bits(260).cut());
        w.takes(&y[k], &prime.p, Bound::bits(256).cut());
        k += 1;
    }
    let mut t = [[w.splat(0); 2 * LIMBS]; N];
    let mut i = 0;
    while i < LIMBS {
        let mut j = 0;
        while j < LIMBS {
            let mut k = 0;
            while k < N {
                t[k][i + j] = w.low(t[k][i + j], x[k][i], y[k][j]);
                t[k][i + j + 1] = w.high(t[k][i + j + 1], x[k][i], y[k][j]);
                k += 1;
            }
            j += 1;
        }
        // Limb i is complete: the carry of the first factor goes to the next limb.
        let mut m = [w.splat(0); N];
        let mut k = 0;
        while k < N {
            m[k] = w.low(m[k], t[k][i], w.splat(prime.inverse));
            k += 1;
        }
        let mut j = 0;
        while j < LIMBS {
            let mut k = 0;
            while k < N {
                t[k][i + j] = w.low(t[k][i + j], m[k], w.splat(prime.p[j]));
                t[k][i + j + 1] = w.high(t[k][i + j + 1], m[k], w.splat(prime.p[j]));
                k += 1;
            }
            j += 1;
        }
        let mut k = 0;
        while k < N {
            t[k][i + 1] = w.add(t[k][i + 1], w.right(t[k][i], LIMB_BITS));
            k += 1;
        }
        i += 1;
    }
    let mut r = x;
    let mut k = 0;
    while k < N {
        let mut i = 0;
        while i < LIMBS {
            r[k][i] = t[k][LIMBS + i];
            i += 1;
        }
        r[k] = w.leaves(r[k], &prime.p, Bound::primes(1).plus(256));
        k += 1;
    }
    r
}

/// Words of eight elements.
type Eight<T> = [Residue<T>; LANES];

#[inline(always)]
fn eight<W: Multiply>(w: W, x: &Eight<W::Word>) -> Element<W> {
    from_words(w, w.load_elements(x))
}

/// Multiplies two vectors by two others and adds `z` to each product, if there is one.
#[inline(always)]
fn pair<W: Multiply>(
    w: W,
    prime: &Prime,
    by: &Twiddle,
    x: &mut [Eight<W::Word>; 2],
    y: &[Eight<W::Word>; 2],
    z: Option<&[Eight<W::Word>; 2]>,
) {
    let [a, b] = multiply::<ROUGH, 2, W, _>(w, prime, [eight(w, &x[0]), eight(w, &x[1])], [by, by]);
    let [mut a, mut b] = montgomery(w, prime, [cut(w, a), cut(w, b)], [eight(w, &y[0]), eight(w, &y[1])]);
    if let Some(z) = z {
        (a, b) = (add(w, a, eight(w, &z[0])), add(w, b, eight(w, &z[1])));
    }
    w.store_elements(&mut x[0], to_words::<false, W>(w, prime, a, 0));
    w.store_elements(&mut x[1], to_words::<false, W>(w, prime, b, 0));
}

/// Pairs of vectors of the slices that are cut at the same places.
type Pairs<'a, T> = (Every<&'a mut [Residue<T>]>, Every<&'a [Residue<T>]>, Every<&'a [Residue<T>]>);

/// A slice that is changed by another, cut at the same places.
type Both<'a, T> = (Every<&'a mut [Residue<T>]>, Every<&'a [Residue<T>]>);

impl<W: Multiply> Wide<W> {
    pub(super) fn multiply(
        &self,
        form: Form,
        x: &mut [Residue<W::Word>],
        y: &[Residue<W::Word>],
        z: Option<&[Residue<W::Word>]>,
    ) {
        const PAIR: usize = 2 * LANES;
        let by = match form {
            Form::Residues => &self.products[0],
            Form::Montgomery => &self.products[1],
        };
        let shared = self.shares(x.len() / LANES);
        let pieces = (Every(x, PAIR), Every(y, PAIR), Every(z.unwrap_or_default(), PAIR));
        let (w, prime) = (self.words, &self.prime);
        share(shared, pieces, SHARED / 2, &|(Every(x, _), Every(y, _), Every(z, _)): Pairs<'_, W::Word>| {
            let (x, y, z) = (in_pairs_mut(x), in_pairs(y), in_pairs(z));
            w.token().run(
                #[inline(always)]
                || {
                    for i in 0..x.len().min(y.len()) {
                        pair(w, prime, by, &mut x[i], &y[i], z.get(i));
                    }
                },
            );
        });
    }
}

impl<W: Multiply> Wide<W> {
    pub(super) fn add(&self, x: &mut [Residue<W::Word>], y: &[Residue<W::Word>], subtract: bool) {
        let shared = self.shares(x.len() / LANES);
        let (w, prime) = (self.words, &self.prime);
        let bias = &prime.bias.words[0];
        let pieces = (Every(x, LANES), Every(y, LANES));
        share(shared, pieces, SHARED, &|(Every(x, _), Every(y, _)): Both<'_, W::Word>| {
            let (x, y) = (x.as_chunks_mut::<LANES>().0, y.as_chunks::<LANES>().0);
            w.token().run(
                #[inline(always)]
                || {
                    for i in 0..x.len().min(y.len()) {
                        let (a, mut b) = (eight(w, &x[i]), eight(w, &y[i]));
                        if subtract {
                            b = limbs::subtract(w, [w.splat(0); LIMBS], b, bias);
                        }
                        w.store_elements(&mut x[i], to_words::<false, W>(w, prime, add(w, a, b), 0));
                    }
                },
            );
        });
    }
}

fn in_pairs<T>(x: &[Residue<T>]) -> &[[Eight<T>; 2]] {
    x.as_chunks().0.as_chunks().0
}

fn in_pairs_mut<T>(x: &mut [Residue<T>]) -> &mut [[Eight<T>; 2]] {
    x.as_chunks_mut().0.as_chunks_mut().0
}
