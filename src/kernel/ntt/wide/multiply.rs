//! Products of elements by known factors, as [`limbs`](super::limbs) states them.

use super::{
    limbs::{Element, Factor, LIMBS, Prime, carried},
    words::{Bound, LIMB_BITS, MASK, Words},
};

/// Words with products by known factors.
pub(crate) trait Multiply: Words {
    /// Computes [`multiply`].
    #[inline(always)]
    fn multiply<const EXACT: bool, const N: usize, F: Factor>(
        self,
        prime: &Prime,
        x: [Element<Self>; N],
        f: [F; N],
    ) -> [Element<Self>; N] {
        products::<EXACT, N, Self, F>(self, prime, x, f)
    }
}

/// Computes the products `x w`, `N` of them, of values in `[0, 2^260)` of any limbs, in `[0, 2^259)` if `EXACT`. Each limb of a result
/// but the uppermost is below `2^57`.
#[inline(always)]
pub(crate) fn multiply<const EXACT: bool, const N: usize, W: Multiply, F: Factor>(
    w: W,
    prime: &Prime,
    x: [Element<W>; N],
    f: [F; N],
) -> [Element<W>; N] {
    w.multiply::<EXACT, N, F>(prime, x, f)
}

/// Adds to each of `r` the columns from `first` on of limb `i` of `x` times `f`, as far as `r` has them.
#[inline(always)]
fn row<const N: usize, const C: usize, W: Words>(
    w: W,
    r: &mut [[W::V; C]; N],
    (i, first): (usize, usize),
    x: &[Element<W>; N],
    f: &impl Fn(usize, usize) -> W::V,
) {
    let mut j = 0;
    while j < LIMBS {
        let mut k = 0;
        while k < N {
            if i + j >= first && i + j < C {
                r[k][i + j] = w.low(r[k][i + j], x[k][i], f(k, j));
            }
            if i + j + 1 >= first && i + j + 1 < C {
                r[k][i + j + 1] = w.high(r[k][i + j + 1], x[k][i], f(k, j));
            }
            k += 1;
        }
        j += 1;
    }
}

/// Adds to each of `r` the products of `x` and `f`, as [`row`] for all limbs; limb `j` of number `k` is `f(k, j)`.
#[inline(always)]
fn columns<const N: usize, const C: usize, W: Words>(
    w: W,
    r: &mut [[W::V; C]; N],
    first: usize,
    x: &[Element<W>; N],
    f: impl Fn(usize, usize) -> W::V,
) {
    // Written out: the compiler unrolls each row by itself.
    row(w, r, (0, first), x, &f);
    row(w, r, (1, first), x, &f);
    row(w, r, (2, first), x, &f);
    row(w, r, (3, first), x, &f);
    row(w, r, (4, first), x, &f);
}

/// Computes [`multiply`] by halves of products that are not negative, all of them interleaved.
#[inline(always)]
fn products<const EXACT: bool, const N: usize, W: Words, F: Factor>(
    w: W,
    prime: &Prime,
    x: [Element<W>; N],
    f: [F; N],
) -> [Element<W>; N] {
    let mut x = x;
    let mut k = 0;
    while k < N {
        w.takes(&x[k], &prime.p, Bound::bits(if EXACT { 259 } else { 260 }));
        x[k] = carried(w, x[k]);
        k += 1;
    }
    // Columns 4 to 9 of x w', or 5 to 9.
    let (mut q, first) = ([[w.splat(0); 2 * LIMBS]; N], if EXACT { 4 } else { 5 });
    columns(
        w,
        &mut q,
        first,
        &x,
        #[inline(always)]
        |k, j| f[k].quotient(w, j),
    );
    // Columns 0 to 4 of x w.
    let mut r = [[w.splat(0); LIMBS]; N];
    columns(
        w,
        &mut r,
        0,
        &x,
        #[inline(always)]
        |k, j| f[k].limb(w, j),
    );
    // Those of q (2^260 - p), as the carries of q come along.
    let mut i = 0;
    while i < LIMBS * N {
        let (k, c) = (i / LIMBS, i % LIMBS + LIMBS);
        if c > first {
            q[k][c] = w.add(q[k][c], w.right(q[k][c - 1], LIMB_BITS));
        }
        x[k][c - LIMBS] = q[k][c];
        i += 1;
    }
    columns(
        w,
        &mut r,
        0,
        &x,
        #[inline(always)]
        |_, j| w.splat(prime.negated[j]),
    );
    // The top limb is reduced modulo 2^52 with the carry of the lower limbs, which are unchanged.
    let mut k = 0;
    while k < N {
        let mut carry = w.right(r[k][0], LIMB_BITS);
        let mut i = 1;
        while i + 1 < LIMBS {
            carry = w.right(w.add(r[k][i], carry), LIMB_BITS);
            i += 1;
        }
        r[k][4] = w.sub(w.and(w.add(r[k][4], carry), w.splat(MASK)), carry);
        r[k] = w.leaves(r[k], &prime.p, Bound::primes(if EXACT { 2 } else { 11 }));
        k += 1;
    }
    r
}
