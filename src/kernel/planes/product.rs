//! Products in the tower, on planes.
//!
//! # Idea
//! With `t = (w0, w0 + w1, alpha w1)`, the digest of `w`, Karatsuba needs no reduction:
//!
//! ```text
//! (x0 + x1 u) w = (x0 w0 + x1 (alpha w1)) + ((x0 + x1)(w0 + w1) + x0 w0) u
//! ```

use super::{
    bytes::{Bytes, Line},
    tower::{ALPHA, mul8},
};

/// Returns `M` of the vectors, from `at` on.
#[inline(always)]
pub(crate) fn part<const M: usize, V: Copy>(x: &[V], at: usize) -> [V; M] {
    let mut r = [x[at]; M];
    let mut i = 1;
    while i < M {
        r[i] = x[at + i];
        i += 1;
    }
    r
}

/// Returns the sums.
#[inline(always)]
pub(crate) fn sum<const M: usize, B: Bytes>(b: B, x: [B::V; M], y: [B::V; M]) -> [B::V; M] {
    let mut r = x;
    let mut i = 0;
    while i < M {
        r[i] = b.xor(x[i], y[i]);
        i += 1;
    }
    r
}

#[inline(always)]
fn prod2<B: Bytes>(b: B, x: [B::V; 2], t: &[B::V]) -> [B::V; 2] {
    let low = b.mul(x[0], t[0]);
    let middle = b.mul(b.xor(x[0], x[1]), t[1]);
    let high = b.mul(x[1], t[2]);
    [b.xor(low, high), b.xor(middle, low)]
}

macro_rules! prod {
    ($name:ident, $half:ident, $h:literal, $w:literal, $n:literal) => {
        #[inline(always)]
        fn $name<B: Bytes>(b: B, x: [B::V; $w], t: &[B::V]) -> [B::V; $w] {
            let (x0, x1) = (part::<$h, _>(&x, 0), part::<$h, _>(&x, $h));
            let (low, high) = ($half(b, x0, &t[..$n]), $half(b, x1, &t[2 * $n..3 * $n]));
            let middle = $half(b, sum(b, x0, x1), &t[$n..2 * $n]);
            let mut r = x;
            let mut i = 0;
            while i < $h {
                r[i] = b.xor(low[i], high[i]);
                r[$h + i] = b.xor(middle[i], low[i]);
                i += 1;
            }
            r
        }
    };
}
prod!(prod4, prod2, 2, 4, 3);
prod!(prod8, prod4, 4, 8, 9);
prod!(prod16, prod8, 8, 16, 27);

/// Computes `W` planes times the element of `W` bytes whose digest is `t`, of length `N = 3^lg W`.
#[inline(always)]
pub(crate) fn prod<const W: usize, const N: usize, B: Bytes>(b: B, x: &[B::V; W], t: &[B::V; N]) -> [B::V; W] {
    // Long products are calls; only short ones are inlined.
    if const { W == 1 || 4 * W <= B::REGISTERS } {
        return written_out::<W, N, B>(b, x, t);
    }
    b.run(
        #[inline(always)]
        || written_out::<W, N, B>(b, x, t),
    )
}

#[inline(always)]
fn written_out<const W: usize, const N: usize, B: Bytes>(b: B, x: &[B::V; W], t: &[B::V; N]) -> [B::V; W] {
    match W {
        1 => part(&[b.mul(x[0], t[0])], 0),
        2 => part(&prod2(b, part(x, 0), t), 0),
        4 => part(&prod4(b, part(x, 0), t), 0),
        8 => part(&prod8(b, part(x, 0), t), 0),
        _ => part(&prod16(b, part(x, 0), t), 0),
    }
}

/// Times `ALPHA` and times its square.
struct Alpha<V> {
    one: V,
    two: V,
}

#[inline(always)]
fn full1<B: Bytes>(b: B, x: [B::V; 1], w: [B::V; 1], _: &Alpha<B::V>) -> [B::V; 1] {
    [b.mul(x[0], w[0])]
}

#[inline(always)]
fn alpha1<B: Bytes>(b: B, x: [B::V; 1], a: &Alpha<B::V>) -> [B::V; 1] {
    [b.mul(x[0], a.one)]
}

#[inline(always)]
fn alpha2<B: Bytes>(b: B, x: [B::V; 2], a: &Alpha<B::V>) -> [B::V; 2] {
    [b.mul(x[1], a.two), b.mul(b.xor(x[0], x[1]), a.one)]
}

/// Products of two variable elements of `$w` bytes, and by the element `alpha` of that field.
macro_rules! full {
    ($full:ident, $half:ident, $alpha:ident, $h:literal, $w:literal) => {
        #[inline(always)]
        fn $full<B: Bytes>(b: B, x: [B::V; $w], w: [B::V; $w], a: &Alpha<B::V>) -> [B::V; $w] {
            let (x0, x1) = (part::<$h, _>(&x, 0), part::<$h, _>(&x, $h));
            let (w0, w1) = (part::<$h, _>(&w, 0), part::<$h, _>(&w, $h));
            let (low, high) = ($half(b, x0, w0, a), $half(b, x1, $alpha(b, w1, a), a));
            let middle = $half(b, sum(b, x0, x1), sum(b, w0, w1), a);
            let mut r = x;
            let mut i = 0;
            while i < $h {
                r[i] = b.xor(low[i], high[i]);
                r[$h + i] = b.xor(middle[i], low[i]);
                i += 1;
            }
            r
        }
    };
    ($alpha:ident, $half:ident, $h:literal, $w:literal) => {
        #[inline(always)]
        fn $alpha<B: Bytes>(b: B, x: [B::V; $w], a: &Alpha<B::V>) -> [B::V; $w] {
            let (x0, x1) = (part::<$h, _>(&x, 0), part::<$h, _>(&x, $h));
            let (low, high) = ($half(b, $half(b, x1, a), a), $half(b, sum(b, x0, x1), a));
            let mut r = x;
            let mut i = 0;
            while i < $h {
                r[i] = low[i];
                r[$h + i] = high[i];
                i += 1;
            }
            r
        }
    };
}
full!(alpha4, alpha2, 2, 4);
full!(alpha8, alpha4, 4, 8);
full!(full2, full1, alpha1, 1, 2);
full!(full4, full2, alpha2, 2, 4);
full!(full8, full4, alpha4, 4, 8);
full!(full16, full8, alpha8, 8, 16);

/// Computes `x_i = x_i w_i` for all elements of blocks of `P` planes. Both slices have the same length, a multiple of
/// `P`.
pub(crate) fn multiply_blocks<const P: usize, B: Bytes>(b: B, x: &mut [Line], w: &[Line]) {
    debug_assert!(x.len() == w.len() && x.len().is_multiple_of(P));
    b.run(
        #[inline(always)]
        || {
            let a = Alpha { one: b.splat(ALPHA), two: b.splat(const { mul8(ALPHA, ALPHA) }) };
            let (x, w) = (x.as_chunks_mut::<P>().0, w.as_chunks::<P>().0);
            let w = &w[..x.len()];
            for i in 0..x.len() {
                let (u, v) = (load::<P, B>(b, &x[i]), load::<P, B>(b, &w[i]));
                let r: [B::V; P] = match P {
                    1 => part(&full1(b, part(&u, 0), part(&v, 0), &a), 0),
                    2 => part(&full2(b, part(&u, 0), part(&v, 0), &a), 0),
                    4 => part(&full4(b, part(&u, 0), part(&v, 0), &a), 0),
                    8 => part(&full8(b, part(&u, 0), part(&v, 0), &a), 0),
                    _ => part(&full16(b, part(&u, 0), part(&v, 0), &a), 0),
                };
                store(b, &mut x[i], &r);
            }
        },
    );
}

/// Loads `W` vectors from `W` lines.
#[inline(always)]
pub(crate) fn load<const W: usize, B: Bytes>(b: B, lines: &[Line; W]) -> [B::V; W] {
    let mut r = [b.load(&lines[0]); W];
    let mut i = 1;
    while i < W {
        r[i] = b.load(&lines[i]);
        i += 1;
    }
    r
}

/// Stores `W` vectors to `W` lines.
#[inline(always)]
pub(crate) fn store<const W: usize, B: Bytes>(b: B, lines: &mut [Line; W], v: &[B::V; W]) {
    let mut i = 0;
    while i < W {
        b.store(&mut lines[i], v[i]);
        i += 1;
    }
}
