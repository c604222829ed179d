//! Products in the tower, on planes.
//!
//! # Idea
//! With `t = (w0, w0 + w1, alpha w1)`, the digest of `w`, Karatsuba needs no reduction:
//!
//! ```text
//! (x0 + x1 u) w = (x0 w0 + x1 (alpha w1)) + ((x0 + x1)(w0 + w1) + x0 w0) u
//! ```

use super::bytes::{Bytes, Line, SAME};

/// Returns whether digit after digit of `i` in base 3 is 0 or 1. Byte `i` of a digest is then linear in byte 0 of the twiddle, with
/// factor 1: digits 0 and 1 stand for `w0` and `w0 + w1`, digit 2 for `alpha w1`, without byte 0.
const fn takes_byte_0(mut i: usize) -> bool {
    while i % 3 != 2 && i > 0 {
        i /= 3;
    }
    i == 0
}

/// [`takes_byte_0`] of the bytes of a digest of lanes.
pub(super) static TAKE_BYTE_0: [bool; 81] = {
    let (mut all, mut i) = ([false; 81], 0);
    while i < 81 {
        all[i] = takes_byte_0(i);
        i += 1;
    }
    all
};

/// Factors of a digest, and the level of those that take byte 0 of the twiddle; [`SAME`] where no twiddle depends on the lane.
pub(crate) struct Factors<const N: usize, B: Bytes> {
    pub(super) bytes: [B::Factor; N],
    pub(super) level: usize,
}

impl<const N: usize, B: Bytes> Factors<N, B> {
    #[inline(always)]
    fn times(&self, b: B, x: B::V, i: usize) -> B::V {
        b.times(x, self.bytes[i], if TAKE_BYTE_0[i] { self.level } else { SAME })
    }
}

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
fn prod2<const N: usize, B: Bytes>(b: B, x: [B::V; 2], t: &Factors<N, B>, at: usize) -> [B::V; 2] {
    let low = t.times(b, x[0], at);
    let middle = t.times(b, b.xor(x[0], x[1]), at + 1);
    let high = t.times(b, x[1], at + 2);
    [b.xor(low, high), b.xor(middle, low)]
}

macro_rules! prod {
    ($name:ident, $half:ident, $h:literal, $w:literal, $n:literal) => {
        #[inline(always)]
        fn $name<const N: usize, B: Bytes>(b: B, x: [B::V; $w], t: &Factors<N, B>, at: usize) -> [B::V; $w] {
            let (x0, x1) = (part::<$h, _>(&x, 0), part::<$h, _>(&x, $h));
            let (low, high) = ($half(b, x0, t, at), $half(b, x1, t, at + 2 * $n));
            let middle = $half(b, sum(b, x0, x1), t, at + $n);
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
pub(crate) fn prod<const W: usize, const N: usize, B: Bytes>(b: B, x: &[B::V; W], t: &Factors<N, B>) -> [B::V; W] {
    // Long products are calls; only short ones are inlined.
    if const { W <= B::INLINED } {
        return written_out::<W, N, B>(b, x, t);
    }
    b.run(
        #[inline(always)]
        || written_out::<W, N, B>(b, x, t),
    )
}

#[inline(always)]
fn written_out<const W: usize, const N: usize, B: Bytes>(b: B, x: &[B::V; W], t: &Factors<N, B>) -> [B::V; W] {
    match W {
        1 => part(&[t.times(b, x[0], 0)], 0),
        2 => part(&prod2(b, part(x, 0), t, 0), 0),
        4 => part(&prod4(b, part(x, 0), t, 0), 0),
        8 => part(&prod8(b, part(x, 0), t, 0), 0),
        _ => part(&prod16(b, part(x, 0), t, 0), 0),
    }
}

#[inline(always)]
fn full1<B: Bytes>(b: B, x: [B::V; 1], w: [B::V; 1]) -> [B::V; 1] {
    [b.mul(x[0], w[0])]
}

#[inline(always)]
fn alpha1<B: Bytes>(b: B, x: [B::V; 1]) -> [B::V; 1] {
    [b.alpha::<false>(x[0])]
}

#[inline(always)]
fn alpha2<B: Bytes>(b: B, x: [B::V; 2]) -> [B::V; 2] {
    [b.alpha::<true>(x[1]), b.alpha::<false>(b.xor(x[0], x[1]))]
}

/// Products of two variable elements of `$w` bytes, and by the element `alpha` of that field, in coordinates.
macro_rules! full {
    ($full:ident, $half:ident, $alpha:ident, $h:literal, $w:literal) => {
        #[inline(always)]
        fn $full<B: Bytes>(b: B, x: [B::V; $w], w: [B::V; $w]) -> [B::V; $w] {
            let (x0, x1) = (part::<$h, _>(&x, 0), part::<$h, _>(&x, $h));
            let (w0, w1) = (part::<$h, _>(&w, 0), part::<$h, _>(&w, $h));
            let (low, high) = ($half(b, x0, w0), $half(b, x1, $alpha(b, w1)));
            let middle = $half(b, sum(b, x0, x1), sum(b, w0, w1));
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
        fn $alpha<B: Bytes>(b: B, x: [B::V; $w]) -> [B::V; $w] {
            let (x0, x1) = (part::<$h, _>(&x, 0), part::<$h, _>(&x, $h));
            let (low, high) = ($half(b, $half(b, x1)), $half(b, sum(b, x0, x1)));
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
            let (x, w) = (x.as_chunks_mut::<P>().0, w.as_chunks::<P>().0);
            let w = &w[..x.len()];
            for i in 0..x.len() {
                let (u, v) = (load_coordinates::<P, B>(b, &x[i]), load_coordinates::<P, B>(b, &w[i]));
                let mut r: [B::V; P] = match P {
                    1 => part(&full1(b, part(&u, 0), part(&v, 0)), 0),
                    2 => part(&full2(b, part(&u, 0), part(&v, 0)), 0),
                    4 => part(&full4(b, part(&u, 0), part(&v, 0)), 0),
                    8 => part(&full8(b, part(&u, 0), part(&v, 0)), 0),
                    _ => part(&full16(b, part(&u, 0), part(&v, 0)), 0),
                };
                let mut p = 0;
                while p < P {
                    r[p] = b.out_of_coordinates(r[p]);
                    p += 1;
                }
                store(b, &mut x[i], &r);
            }
        },
    );
}

/// Loads planes in the basis of variable products.
#[inline(always)]
fn load_coordinates<const P: usize, B: Bytes>(b: B, lines: &[Line; P]) -> [B::V; P] {
    let mut r = load::<P, B>(b, lines);
    let mut p = 0;
    while p < P {
        r[p] = b.coordinates(r[p]);
        p += 1;
    }
    r
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
