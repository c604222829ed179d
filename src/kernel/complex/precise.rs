//! Vectors of complex numbers in two parts, and networks over them, for the spectrum of a convolution's fixed values.
//!
//! A number is `high + low`. High parts are multiples of a grid, which is a power of two: sums of them have no rounding
//! error while they stay below `2^53` of it (`2^24` for `f32`). Products are rounded to the grid, and their rounding
//! errors go to the low parts:
//!
//! ```text
//! (a, a') + (b, b') = (a + b, a' + b')
//! (a, a') (b, b')   = (p, e + a b' + a' b)    t = fl(a b + M), p = t - M, e = fl(a b - p), fused
//! ```
//!
//! Adding `M`, one and a half times the power of two whose last place is the grid, rounds to the grid. Low parts stay
//! within a few units of the grid, so they need no rule of their own. A sum of two numbers takes two instructions.
//! Sources: \[Dekker 1971\] for numbers of two parts; \[Rump-Ogita-Oishi 2008\] for the rounding to a grid by adding.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use crate::kernel::packed::Floats;
use num_complex::Complex;

/// Real and imaginary part of a vector's high parts, then of its low ones.
pub(super) type Twofold<V> = [[V; 2]; 2];

/// A root of unity.
pub(super) type Root<T> = [Complex<T>; 2];

/// Returns the constant `M` of values whose parts are at most `2 most`. The grid is `2^-50` (`2^-21` for `f32`) times
/// the least power of two that is not below `most`.
pub(super) fn magic(most: usize) -> f64 {
    6.0 * most.next_power_of_two() as f64
}

/// Returns `a b + c`.
#[inline(always)]
fn product<const L: usize, F: Floats<L>>(f: F, a: [F::V; 2], b: [F::V; 2], c: [F::V; 2], magic: F::V) -> [F::V; 2] {
    let start = f.add(c[0], magic);
    let end = f.mul_add(a[0], b[0], start);
    let rest = f.mul_add(a[0], b[0], f.sub(start, end));
    [f.sub(end, magic), f.mul_add(a[0], b[1], f.mul_add(a[1], b[0], f.add(c[1], rest)))]
}

/// Returns `a b + c d`.
#[inline(always)]
fn products<const L: usize, F: Floats<L>>(f: F, [a, b, c, d]: [[F::V; 2]; 4], magic: F::V) -> [F::V; 2] {
    let first = f.mul_add(a[0], b[0], magic);
    let both = f.mul_add(c[0], d[0], first);
    let rest = f.mul_add(a[0], b[0], f.sub(magic, first));
    let rest = f.mul_add(a[0], b[1], f.mul_add(a[1], b[0], rest));
    let other = f.mul_add(c[0], d[0], f.sub(first, both));
    let other = f.mul_add(c[0], d[1], f.mul_add(c[1], d[0], other));
    [f.sub(both, magic), f.add(rest, other)]
}

#[inline(always)]
fn negated<const L: usize, F: Floats<L>>(f: F, a: [F::V; 2]) -> [F::V; 2] {
    [f.neg(a[0]), f.neg(a[1])]
}

/// Returns part 0 or 1 of a complex number.
#[inline(always)]
fn part<V: Copy>(x: Twofold<V>, i: usize) -> [V; 2] {
    [x[0][i], x[1][i]]
}

#[inline(always)]
fn joined<V: Copy>(re: [V; 2], im: [V; 2]) -> Twofold<V> {
    [[re[0], im[0]], [re[1], im[1]]]
}

#[inline(always)]
fn plus<const L: usize, F: Floats<L>>(f: F, [a, b]: Twofold<F::V>, [c, d]: Twofold<F::V>) -> Twofold<F::V> {
    [[f.add(a[0], c[0]), f.add(a[1], c[1])], [f.add(b[0], d[0]), f.add(b[1], d[1])]]
}

#[inline(always)]
fn minus<const L: usize, F: Floats<L>>(f: F, [a, b]: Twofold<F::V>, [c, d]: Twofold<F::V>) -> Twofold<F::V> {
    [[f.sub(a[0], c[0]), f.sub(a[1], c[1])], [f.sub(b[0], d[0]), f.sub(b[1], d[1])]]
}

/// Returns the complex product.
#[inline(always)]
pub(super) fn times<const L: usize, F: Floats<L>>(
    f: F,
    a: Twofold<F::V>,
    w: Twofold<F::V>,
    magic: F::V,
) -> Twofold<F::V> {
    let [x, y, c, s] = [part(a, 0), part(a, 1), part(w, 0), part(w, 1)];
    joined(products(f, [x, c, negated(f, y), s], magic), products(f, [x, s, y, c], magic))
}

/// Returns `c + r x` for a real `r`.
#[inline(always)]
fn scaled<const L: usize, F: Floats<L>>(
    f: F,
    x: Twofold<F::V>,
    r: [F::V; 2],
    c: Twofold<F::V>,
    magic: F::V,
) -> Twofold<F::V> {
    joined(product(f, part(x, 0), r, part(c, 0), magic), product(f, part(x, 1), r, part(c, 1), magic))
}

/// Returns the same numbers with high parts on the grid.
#[inline(always)]
pub(super) fn gridded<const L: usize, F: Floats<L>>(f: F, [a, b]: Twofold<F::V>, magic: F::V) -> Twofold<F::V> {
    let s = [f.sub(f.add(a[0], magic), magic), f.sub(f.add(a[1], magic), magic)];
    [s, [f.add(b[0], f.sub(a[0], s[0])), f.add(b[1], f.sub(a[1], s[1]))]]
}

/// Returns the same numbers with high parts that are the rounded sums of both.
#[inline(always)]
pub(super) fn settled<const L: usize, F: Floats<L>>(f: F, [a, b]: Twofold<F::V>) -> Twofold<F::V> {
    let s = [f.add(a[0], b[0]), f.add(a[1], b[1])];
    [s, [f.sub(b[0], f.sub(s[0], a[0])), f.sub(b[1], f.sub(s[1], a[1]))]]
}

/// Returns the products with a real number, rounded.
#[inline(always)]
pub(super) fn rounded<const L: usize, F: Floats<L>>(f: F, [a, b]: Twofold<F::V>, r: [F::V; 2]) -> [F::V; 2] {
    let (mut out, a, b) = (a, a, b);
    for i in 0..2 {
        let p = f.mul(a[i], r[0]);
        let e = f.mul_sub(a[i], r[0], p);
        out[i] = f.add(p, f.mul_add(a[i], r[1], f.mul_add(b[i], r[0], e)));
    }
    out
}

#[inline(always)]
pub(super) fn splat<const L: usize, F: Floats<L>>(f: F, [high, low]: Root<F::Float>) -> Twofold<F::V> {
    [[f.splat(high.re), f.splat(high.im)], [f.splat(low.re), f.splat(low.im)]]
}

/// Returns `-i a`.
#[inline(always)]
fn turned<const L: usize, F: Floats<L>>(f: F, a: Twofold<F::V>) -> Twofold<F::V> {
    joined(part(a, 1), negated(f, part(a, 0)))
}

/// Transforms four values.
#[inline(always)]
fn four<const L: usize, F: Floats<L>>(f: F, z: [Twofold<F::V>; 4]) -> [Twofold<F::V>; 4] {
    let (a, b) = (plus(f, z[0], z[2]), minus(f, z[0], z[2]));
    let (c, d) = (plus(f, z[1], z[3]), turned(f, minus(f, z[1], z[3])));
    [plus(f, a, c), plus(f, b, d), minus(f, a, c), minus(f, b, d)]
}

/// Transforms `z`, which is overwritten, and gives each output to `put`. `circle` has `exp(-2 pi i k/r)`.
/// The values and the outputs are on the grid of `magic`, and so is all that is between them.
#[inline(always)]
pub(super) fn dft<const L: usize, F: Floats<L>>(
    f: F,
    z: &mut [Twofold<F::V>],
    circle: &[Root<F::Float>],
    magic: F::V,
    mut put: impl FnMut(usize, Twofold<F::V>),
) {
    if let (4, Some(z)) = (z.len(), z.first_chunk::<4>()) {
        for (k, x) in four(f, *z).into_iter().enumerate() {
            put(k, x);
        }
        return;
    }
    if let (8, Some(z), Some([high, low])) = (z.len(), z.first_chunk::<8>(), circle.get(1)) {
        // The square root of one half.
        let h = [f.splat(high.re), f.splat(low.re)];
        let zero = [[f.constant(0.0); 2]; 2];
        let a = four(f, [z[0], z[2], z[4], z[6]]);
        let [b0, b1, b2, b3] = four(f, [z[1], z[3], z[5], z[7]]);
        // By `(1 - i) h`, `-i` and `(-1 - i) h`.
        let b1 = scaled(f, plus(f, b1, turned(f, b1)), h, zero, magic);
        let b3 = scaled(f, minus(f, turned(f, b3), b3), h, zero, magic);
        let b = [b0, b1, turned(f, b2), b3];
        for k in 0..4 {
            put(k, plus(f, a[k], b[k]));
            put(k + 4, minus(f, a[k], b[k]));
        }
        return;
    }
    any(f, z, circle, magic, put);
}

/// Transforms any length as above, by sums and differences.
#[inline(always)]
fn any<const L: usize, F: Floats<L>>(
    f: F,
    z: &mut [Twofold<F::V>],
    circle: &[Root<F::Float>],
    magic: F::V,
    mut put: impl FnMut(usize, Twofold<F::V>),
) {
    let (r, h) = (z.len(), (z.len() - 1) / 2);
    let zero = [[f.constant(0.0); 2]; 2];
    let first = z[0];
    let mut total = first;
    for t in 1..=h {
        let (a, b) = (z[t], z[r - t]);
        (z[t], z[r - t]) = (plus(f, a, b), minus(f, a, b));
        total = plus(f, total, z[t]);
    }
    let middle = if r.is_multiple_of(2) { z[r / 2] } else { zero };
    put(0, plus(f, total, middle));
    for k in 1..=r / 2 {
        let mut a = if k % 2 == 0 { plus(f, first, middle) } else { minus(f, first, middle) };
        let (mut b, mut at) = (zero, 0);
        for t in 1..=h {
            at += k;
            at -= if at >= r { r } else { 0 };
            let w = splat(f, circle[at]);
            a = scaled(f, z[t], part(w, 0), a, magic);
            b = scaled(f, z[r - t], part(w, 1), b, magic);
        }
        // `B` has the sign of `-sin`: `X = A + i B`.
        let b = turned(f, b);
        put(k, minus(f, a, b));
        if k != r - k {
            put(r - k, plus(f, a, b));
        }
    }
}
