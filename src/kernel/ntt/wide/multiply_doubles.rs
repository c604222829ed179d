//! Products of elements by known factors with AVX2, by the halves of [`doubles`](super::doubles).
//!
//! # Idea
//! A half of a product is added to a column by one addition of words. All constants are subtracted where the column begins:
//!
//! | column | begins at |
//! |---|---|
//! | each | minus the constants of its halves |
//! | not the last | `8 2^52` more, since halves may be negative; the next has 8 less |
//! | the first of a quotient | 3 less: the halves left out come to less than 3 below zero, and to less than 7 above |
//!
//! So the quotient of [`limbs`](super::limbs) is never too large. `ROUGH`, where `q` is `x w'/B` less between 0.5 and 9.5, leaves less than
//! `11 p`; `PRECISE` leaves less than `2 p`.
#![allow(unsafe_code, reason = "calling a function of the instruction set")]

use super::{
    doubles::{Half, LOWER, Steps, TOP},
    limbs::{Element, Factor, LIMBS, Prime},
    multiply::Multiply,
    words::MASK,
};
use crate::kernel::packed::Avx2;
use core::arch::x86_64::__m256d;

/// Returns the starts of `C` columns, for so many products whose halves below column `first` are left out.
const fn starts<const C: usize>(first: usize, products: u64) -> [u64; C] {
    let (mut starts, mut c) = ([0; C], first);
    while c < C {
        let less = if c > first {
            8
        } else if first > 0 {
            3
        } else {
            0
        };
        let (mut start, mut i) = (if c + 1 < C { (8 << 52) - less } else { 0u64.wrapping_sub(less) }, 0);
        while i < LIMBS * LIMBS {
            let sum = i / LIMBS + i % LIMBS;
            let half = if sum == c {
                LOWER.to_bits()
            } else if sum + 1 == c {
                TOP.to_bits()
            } else {
                0
            };
            start = start.wrapping_sub(products.wrapping_mul(half));
            i += 1;
        }
        starts[c] = start;
        c += 1;
    }
    starts
}

/// The starts of a quotient.
const ROUGH_QUOTIENT: [u64; 2 * LIMBS] = starts(5, 1);
const PRECISE_QUOTIENT: [u64; 2 * LIMBS] = starts(4, 1);
/// The starts of a remainder, of two products.
const REMAINDER: [u64; LIMBS] = starts(0, 2);

/// Adds the columns of `x f` from `first` on to `sums`, as far as it has them.
#[inline(always)]
fn columns<const C: usize>(
    s: Avx2,
    sums: &mut [Half; C],
    first: usize,
    x: &[__m256d; LIMBS],
    f: impl Fn(usize) -> __m256d,
) {
    let mut i = 0;
    while i < LIMBS {
        let mut j = 0;
        while j < LIMBS {
            if i + j + 1 >= first && i + j < C {
                let b = f(j);
                let upper = s.upper(x[i], b);
                if i + j >= first {
                    sums[i + j] = s.plus(sums[i + j], s.lower(x[i], b, upper));
                }
                if i + j + 1 < C {
                    sums[i + j + 1] = s.plus(sums[i + j + 1], s.bits(upper));
                }
            }
            j += 1;
        }
        i += 1;
    }
}

/// Computes `x <- x w` as [`multiply`](super::multiply::multiply). A call: many copies of the text do not fit the cache of instructions.
///
/// Carries of one half of the lanes are between sums of the other: a chain of carries has nothing else to do meanwhile.
#[inline(never)]
#[target_feature(enable = "avx2,fma")]
fn product<const EXACT: bool>(s: Avx2, prime: &Prime, x: &mut Element<Avx2>, f: impl Factor) {
    let a = limbs(s, [x[0][0], x[1][0], x[2][0], x[3][0], x[4][0]]);
    let mut q = quotient::<EXACT, 0>(s, &a, f);
    let b = limbs(s, [x[0][1], x[1][1], x[2][1], x[3][1], x[4][1]]);
    let mut r = low_columns::<0>(s, &a, f);
    let a = over(s, EXACT, &mut q);
    let mut p = quotient::<EXACT, 1>(s, &b, f);
    let low = rest(s, prime, &mut r, &a);
    let mut t = low_columns::<1>(s, &b, f);
    let b = over(s, EXACT, &mut p);
    let high = rest(s, prime, &mut t, &b);
    let mut i = 0;
    while i < LIMBS {
        x[i] = [low[i], high[i]];
        i += 1;
    }
}

/// Returns limbs as doubles, with their carries propagated.
#[inline(always)]
fn limbs(s: Avx2, mut x: [Half; LIMBS]) -> [__m256d; LIMBS] {
    let mut i = 1;
    while i < LIMBS {
        x[i] = s.plus(x[i], s.carried(x[i - 1]));
        i += 1;
    }
    [s.double(x[0]), s.double(x[1]), s.double(x[2]), s.double(x[3]), s.double(x[4])]
}

/// Returns the columns of `x w'`.
#[inline(always)]
fn quotient<const EXACT: bool, const H: usize>(s: Avx2, x: &[__m256d; LIMBS], f: impl Factor) -> [Half; 2 * LIMBS] {
    let (starts, first) = if EXACT { (PRECISE_QUOTIENT, 4) } else { (ROUGH_QUOTIENT, 5) };
    let mut q = [s.word(0); 2 * LIMBS];
    let mut c = first;
    while c < 2 * LIMBS {
        q[c] = s.word(starts[c]);
        c += 1;
    }
    columns(
        s,
        &mut q,
        first,
        x,
        #[inline(always)]
        |j| s.double(f.quotient(s, j)[H]),
    );
    q
}

/// Returns the limbs of the quotient from its columns.
#[inline(always)]
fn over(s: Avx2, exact: bool, q: &mut [Half; 2 * LIMBS]) -> [__m256d; LIMBS] {
    let mut c = if exact { 5 } else { 6 };
    while c < 2 * LIMBS {
        q[c] = s.plus(q[c], s.over(q[c - 1]));
        c += 1;
    }
    [s.double(q[5]), s.double(q[6]), s.double(q[7]), s.double(q[8]), s.double(q[9])]
}

/// Returns the columns of `x w` below `B`, where those of another product are to be added.
#[inline(always)]
fn low_columns<const H: usize>(s: Avx2, x: &[__m256d; LIMBS], f: impl Factor) -> [Half; LIMBS] {
    let mut r = [s.word(0); LIMBS];
    let mut c = 0;
    while c < LIMBS {
        r[c] = s.word(REMAINDER[c]);
        c += 1;
    }
    columns(
        s,
        &mut r,
        0,
        x,
        #[inline(always)]
        |j| s.double(f.limb(s, j)[H]),
    );
    r
}

/// Returns the remainder: `r` and the columns of `q (B - p)` modulo `B`.
#[inline(always)]
fn rest(s: Avx2, prime: &Prime, r: &mut [Half; LIMBS], q: &[__m256d; LIMBS]) -> [Half; LIMBS] {
    columns(
        s,
        r,
        0,
        q,
        #[inline(always)]
        |j| s.double(s.word(prime.negated[j])),
    );
    let mut carry = s.over(r[0]);
    let mut i = 1;
    while i + 1 < LIMBS {
        carry = s.over(s.plus(r[i], carry));
        i += 1;
    }
    r[4] = s.minus(s.masked(s.plus(r[4], carry), s.word(MASK)), carry);
    *r
}

impl Multiply for Avx2 {
    #[inline(always)]
    fn multiply<const EXACT: bool, const N: usize, F: Factor>(
        self,
        prime: &Prime,
        mut x: [Element<Self>; N],
        f: [F; N],
    ) -> [Element<Self>; N] {
        let mut k = 0;
        while k < N {
            // SAFETY: `self` exists, so `detect` found the features.
            unsafe { product::<EXACT>(self, prime, &mut x[k], f[k]) };
            k += 1;
        }
        x
    }
}
