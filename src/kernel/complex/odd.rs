//! Transforms of small odd length in registers, and of even length with an odd factor: the networks of the odd radices.
//!
//! For an odd prime `p` with `h = (p - 1)/2` let `s_j = x_j + x_{p-j}` and `d_j = x_j - x_{p-j}`, `1 <= j <= h`. Then
//!
//! ```text
//! X_0 = x_0 + sum s_j,    X_k, X_{p-k} = A_k -+ i B_k,
//! A_k = x_0 + sum cos(2 pi jk/p) s_j,    B_k = sum sin(2 pi jk/p) d_j.
//! ```
//!
//! Each sine is a common factor `S`, the largest of them, times a ratio. So one term of every `B_k` needs no product, and
//! `S` goes into the fused multiplications that join `A_k` and `B_k`: `4 h^2 + 8 h` instructions for a complex vector of
//! any width, 12 for `p = 3`, 32 for 5, 60 for 7, 140 for 11 and 192 for 13.
//!
//! Composite lengths with coprime factors are Good and Thomas's: no factors between the two stages. Length 9 has four, and their real
//! parts go into the second stage.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use crate::{
    kernel::packed::{Numbers, dft},
    rings::constant_root,
};

/// Cosines, the ratios of the sines to the largest, and the largest sine, of `2 pi j/p`, `1 <= j <= H`.
struct Circle<const H: usize> {
    cos: [f64; H],
    ratio: [f64; H],
    sin: f64,
}

const CIRCLE3: Circle<1> = Circle { cos: [-0.5], ratio: [1.0], sin: 0.8660254037844386 };
const CIRCLE5: Circle<2> = Circle {
    cos: [0.30901699437494745, -0.8090169943749475],
    ratio: [1.0, 0.6180339887498949],
    sin: 0.9510565162951535,
};
const CIRCLE7: Circle<3> = Circle {
    cos: [0.6234898018587335, -0.2225209339563144, -0.9009688679024191],
    ratio: [0.8019377358048383, 1.0, 0.4450418679126288],
    sin: 0.9749279121818236,
};
const CIRCLE11: Circle<5> = Circle {
    cos: [0.8412535328311812, 0.41541501300188644, -0.14231483827328514, -0.6548607339452851, -0.9594929736144974],
    ratio: [0.5462003494572025, 0.9189859472289947, 1.0, 0.7635211184333676, 0.2846296765465703],
    sin: 0.9898214418809327,
};
const CIRCLE13: Circle<6> = Circle {
    cos: [
        0.8854560256532099,
        0.5680647467311558,
        0.12053668025532305,
        -0.3546048870425356,
        -0.7485107481711011,
        -0.970941817426052,
    ],
    ratio: [0.46813641357442515, 0.8290284164543157, 1.0, 0.941883634852104, 0.6679930798878865, 0.2410733605106461],
    sin: 0.992708874098054,
};

const CIRCLE17: Circle<8> = circle();
const CIRCLE19: Circle<9> = circle();
const CIRCLE23: Circle<11> = circle();

/// Returns the numbers of a circle; ratios are rounded twice.
const fn circle<const H: usize>() -> Circle<H> {
    let mut circle = Circle { cos: [0.0; H], ratio: [0.0; H], sin: 0.0 };
    let mut j = 0;
    while j < H {
        let [cos, sin] = constant_root(j + 1, 2 * H + 1);
        (circle.cos[j], circle.ratio[j]) = (cos, -sin);
        circle.sin = circle.sin.max(-sin);
        j += 1;
    }
    while j > 0 {
        j -= 1;
        circle.ratio[j] /= circle.sin;
    }
    circle
}

/// Returns the place of the angle `2 pi jm/p`: its index on the upper half circle, and whether it is there or mirrored.
const fn place(j: usize, m: usize, p: usize) -> (usize, bool) {
    let turns = j * m % p;
    if turns <= p / 2 { (turns - 1, true) } else { (p - turns - 1, false) }
}

/// Returns the `j` whose cosine in row `m` is the `rank`-th smallest in size, counted from 1. Sums start with small
/// terms, so that their rounding errors are small.
const fn ascending<const H: usize>(circle: &Circle<H>, rank: usize, m: usize) -> usize {
    let p = 2 * H + 1;
    let mut j = 1;
    while j <= H {
        let (mut smaller, mut other) = (0, 1);
        while other <= H {
            let (this, that) = (circle.cos[place(j, m, p).0].abs(), circle.cos[place(other, m, p).0].abs());
            if that < this {
                smaller += 1;
            }
            other += 1;
        }
        if smaller + 1 == rank {
            return j;
        }
        j += 1;
    }
    panic!("cosines of one circle differ in size")
}

/// The transform of an odd prime length, straight-line: the compiler does not unroll loops of this size.
macro_rules! prime {
    ($(#[$meta:meta])* $name:ident, $p:literal, $circle:ident, $half:tt) => {
        $(#[$meta])*
        #[inline(always)]
        pub(crate) fn $name<const L: usize, K: Numbers<L>>(k: K, v: [K::Vec; $p]) -> [K::Vec; $p] {
            let x = v[0];
            let (mut s, mut d, mut out) = ([x; $p / 2], [x; $p / 2], [x; $p]);
            for j in 0..$p / 2 {
                s[j] = k.add(v[j + 1], v[$p - 1 - j]);
                d[j] = k.sub(v[j + 1], v[$p - 1 - j]);
                out[0] = k.add(out[0], s[j]);
            }
            prime!(@rows k, x, s, d, out, $p, $circle, $half, $half);
            out
        }
    };
    (@rows $k:ident, $x:ident, $s:ident, $d:ident, $out:ident, $p:literal, $circle:ident, [$($m:literal)*], $half:tt) => {
        $( prime!(@row $k, $x, $s, $d, $out, $p, $circle, $m, $half); )*
    };
    (@row $k:ident, $x:ident, $s:ident, $d:ident, $out:ident, $p:literal, $circle:ident, $m:literal, [$($j:literal)*]) => {
        let (mut a, mut b) = ($x, $x);
        $(
            // The term of the sum of sines without a product comes first.
            const { assert!($j <= $p / 2) };
            if const { $circle.ratio[place($j, $m, $p).0] == 1.0 } {
                let d = $d[$j - 1];
                b = if const { place($j, $m, $p).1 } { d } else { $k.neg(d) };
            }
        )*
        $(
            let (j, cos) = const {
                let j = ascending(&$circle, $j, $m);
                (j - 1, $circle.cos[place(j, $m, $p).0])
            };
            a = $k.mul_add($s[j], cos, a);
            let ratio = const { $circle.ratio[place($j, $m, $p).0] };
            if const { $circle.ratio[place($j, $m, $p).0] != 1.0 } {
                b = if const { place($j, $m, $p).1 } {
                    $k.mul_add($d[$j - 1], ratio, b)
                } else {
                    $k.neg_mul_add($d[$j - 1], ratio, b)
                };
            }
        )*
        ($out[$m], $out[$p - $m]) = ($k.turn_sub(b, $circle.sin, a), $k.turn_add(b, $circle.sin, a));
    };
}

prime!(dft3, 3, CIRCLE3, [1]);
prime!(dft5, 5, CIRCLE5, [1 2]);
prime!(dft7, 7, CIRCLE7, [1 2 3]);
prime!(dft11, 11, CIRCLE11, [1 2 3 4 5]);
prime!(dft13, 13, CIRCLE13, [1 2 3 4 5 6]);
prime!(dft17, 17, CIRCLE17, [1 2 3 4 5 6 7 8]);
prime!(dft19, 19, CIRCLE19, [1 2 3 4 5 6 7 8 9]);
prime!(dft23, 23, CIRCLE23, [1 2 3 4 5 6 7 8 9 10 11]);

/// Computes length 6 by Good and Thomas: input `j = 3 a + 2 b mod 6`, output `X` at `k = 3 c + 4 d mod 6`.
#[inline(always)]
pub(crate) fn dft6<const L: usize, K: Numbers<L>>(k: K, v: [K::Vec; 6]) -> [K::Vec; 6] {
    let a = dft3(k, [v[0], v[2], v[4]]);
    let b = dft3(k, [v[3], v[5], v[1]]);
    let mut out = v;
    for d in 0..3 {
        [out[4 * d % 6], out[(3 + 4 * d) % 6]] = power(k, [a[d], b[d]]);
    }
    out
}

/// Returns `a + b + c, a + w b + w^2 c, a + w^2 b + w c` for `w` of order 3; `b` and `c` are `scale` times the arguments.
#[inline(always)]
fn scaled3<const L: usize, K: Numbers<L>>(k: K, a: K::Vec, [b, c]: [K::Vec; 2], scale: [f64; 2]) -> [K::Vec; 3] {
    let (s, d) = (k.mul_add(c, scale[1] / scale[0], b), k.neg_mul_add(c, scale[1] / scale[0], b));
    let (m, sine) = (k.neg_mul_add(s, 0.5 * scale[0], a), CIRCLE3.sin * scale[0]);
    [k.mul_add(s, scale[0], a), k.turn_sub(d, sine, m), k.turn_add(d, sine, m)]
}

/// Transforms nine values: two stages of length 3 with the factors `w^1, w^2, w^2, w^4` of order 9 between them. Each
/// factor is a turn by its tangent or cotangent, the one below 1, times a real number. That number is merged into the
/// sums of the second stage.
#[inline(always)]
pub(crate) fn dft9<const L: usize, K: Numbers<L>>(k: K, v: [K::Vec; 9]) -> [K::Vec; 9] {
    // cos and sin of 2 pi j/9 for j = 1, 2, 4.
    const COS: [f64; 3] = [0.766044443118978, 0.17364817766693036, -0.9396926207859084];
    const SIN: [f64; 3] = [0.6427876096865394, 0.984807753012208, 0.3420201433256687];
    let a = dft3(k, [v[0], v[3], v[6]]);
    let b = dft3(k, [v[1], v[4], v[7]]);
    let c = dft3(k, [v[2], v[5], v[8]]);
    let mut out = v;
    [out[0], out[3], out[6]] = dft3(k, [a[0], b[0], c[0]]);
    // The greater scale first: the second goes with the conjugate root where they swap.
    let turned = [k.mul_turn(c[1], COS[1] / SIN[1]), k.turn_sub(b[1], SIN[0] / COS[0], b[1])];
    [out[1], out[7], out[4]] = scaled3(k, a[1], turned, [SIN[1], COS[0]]);
    let turned = [k.mul_turn(b[2], COS[1] / SIN[1]), k.turn_sub(c[2], SIN[2] / COS[2], c[2])];
    [out[2], out[5], out[8]] = scaled3(k, a[2], turned, [SIN[1], COS[2]]);
    out
}

/// Computes length 10 by Good and Thomas: `j = 5 a + 2 b`, `k = 5 c + 6 d` modulo 10.
#[inline(always)]
pub(crate) fn dft10<const L: usize, K: Numbers<L>>(k: K, v: [K::Vec; 10]) -> [K::Vec; 10] {
    let a = dft5(k, [v[0], v[2], v[4], v[6], v[8]]);
    let b = dft5(k, [v[5], v[7], v[9], v[1], v[3]]);
    let mut out = v;
    for d in 0..5 {
        [out[6 * d % 10], out[(5 + 6 * d) % 10]] = power(k, [a[d], b[d]]);
    }
    out
}

/// Computes length 12 by Good and Thomas: `j = 4 a + 3 b`, `k = 4 c + 9 d` modulo 12.
#[inline(always)]
pub(crate) fn dft12<const L: usize, K: Numbers<L>>(k: K, v: [K::Vec; 12]) -> [K::Vec; 12] {
    let a = power(k, [v[0], v[3], v[6], v[9]]);
    let b = power(k, [v[4], v[7], v[10], v[1]]);
    let c = power(k, [v[8], v[11], v[2], v[5]]);
    let mut out = v;
    for d in 0..4 {
        [out[9 * d % 12], out[(4 + 9 * d) % 12], out[(8 + 9 * d) % 12]] = dft3(k, [a[d], b[d], c[d]]);
    }
    out
}

/// Computes length 14 by Good and Thomas: `j = 7 a + 2 b`, `k = 7 c + 8 d` modulo 14.
#[inline(always)]
pub(crate) fn dft14<const L: usize, K: Numbers<L>>(k: K, v: [K::Vec; 14]) -> [K::Vec; 14] {
    let a = dft7(k, [v[0], v[2], v[4], v[6], v[8], v[10], v[12]]);
    let b = dft7(k, [v[7], v[9], v[11], v[13], v[1], v[3], v[5]]);
    let mut out = v;
    for d in 0..7 {
        [out[8 * d % 14], out[(7 + 8 * d) % 14]] = power(k, [a[d], b[d]]);
    }
    out
}

/// Computes length 15 by Good and Thomas: `j = 5 a + 3 b`, `k = 10 c + 6 d` modulo 15.
#[inline(always)]
pub(crate) fn dft15<const L: usize, K: Numbers<L>>(k: K, v: [K::Vec; 15]) -> [K::Vec; 15] {
    let a = dft5(k, [v[0], v[3], v[6], v[9], v[12]]);
    let b = dft5(k, [v[5], v[8], v[11], v[14], v[2]]);
    let c = dft5(k, [v[10], v[13], v[1], v[4], v[7]]);
    let mut out = v;
    for d in 0..5 {
        [out[6 * d % 15], out[(10 + 6 * d) % 15], out[(5 + 6 * d) % 15]] = dft3(k, [a[d], b[d], c[d]]);
    }
    out
}

/// The radices that have a network, but for 17, 19 and 23, which exceed the registers by far.
pub(crate) const RADICES: [usize; 15] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

macro_rules! arms {
    ($k:ident, $v:ident, $r:ident: $($n:literal $network:expr;)*) => {
        match $r {
            $( $n => {
                if let Some(v) = $v.first_chunk_mut::<$n>() {
                    *v = $network($k, *v);
                }
            } )*
            _ => {}
        }
    };
}

/// Computes the network of length `R`, one of [`RADICES`] or 17, 19, 23: natural order in and out.
#[inline(always)]
pub(crate) fn network<const L: usize, const R: usize, K: Numbers<L>>(k: K, v: [K::Vec; R]) -> [K::Vec; R] {
    let mut v = v;
    arms! { k, v, R:
        2 power;
        3 dft3;
        4 power;
        5 dft5;
        6 dft6;
        7 dft7;
        8 power;
        9 dft9;
        10 dft10;
        11 dft11;
        12 dft12;
        13 dft13;
        14 dft14;
        15 dft15;
        16 power;
        17 dft17;
        19 dft19;
        23 dft23;
    }
    v
}

#[inline(always)]
fn power<const L: usize, const R: usize, K: Numbers<L>>(k: K, v: [K::Vec; R]) -> [K::Vec; R] {
    dft(k, v)
}
