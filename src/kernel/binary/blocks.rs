//! Blocks of 64 elements: from words to planes of the tower and back.

use crate::kernel::planes::{Bytes, Line, from_planes, to_planes};

/// A matrix over GF(2) in pieces of 8 x 8 bits, as [`Bytes::affine`] takes them.
pub(super) type Matrix<const P: usize> = [[u64; P]; P];

/// `planes <- matrix planes`, byte by byte.
#[inline(always)]
fn apply<const P: usize, B: Bytes>(b: B, matrix: &Matrix<P>, x: &[B::V; P], out: &mut [Line; P]) {
    for (row, line) in matrix.iter().zip(out) {
        let mut sum = b.affine(x[0], row[0]);
        let mut p = 1;
        while p < P {
            sum = b.xor(sum, b.affine(x[p], row[p]));
            p += 1;
        }
        b.store(line, sum);
    }
}

#[inline(always)]
fn load<const P: usize, B: Bytes>(b: B, lines: &[Line; P]) -> [B::V; P] {
    let mut x = [b.load(&lines[0]); P];
    let mut p = 1;
    while p < P {
        x[p] = b.load(&lines[p]);
        p += 1;
    }
    x
}

#[inline(always)]
fn store<const P: usize, B: Bytes>(b: B, lines: &mut [Line; P], x: &[B::V; P]) {
    let mut p = 0;
    while p < P {
        b.store(&mut lines[p], x[p]);
        p += 1;
    }
}

/// Words to planes.
#[inline(always)]
pub(super) fn import<const P: usize, B: Bytes>(b: B, matrix: &Matrix<P>, words: &[Line], planes: &mut [Line]) {
    for (words, planes) in words.as_chunks::<P>().0.iter().zip(planes.as_chunks_mut::<P>().0) {
        let x = to_planes::<P, B>(b, load(b, words));
        apply(b, matrix, &x, planes);
    }
}

/// Planes to words.
#[inline(always)]
pub(super) fn export<const P: usize, B: Bytes>(b: B, matrix: &Matrix<P>, planes: &[Line], words: &mut [Line]) {
    for (planes, words) in planes.as_chunks::<P>().0.iter().zip(words.as_chunks_mut::<P>().0) {
        let x = load(b, planes);
        let mut out = [[0; 8]; P];
        apply(b, matrix, &x, &mut out);
        let x = from_planes::<P, B>(b, load(b, &out));
        store(b, words, &x);
    }
}

/// Two blocks whose elements are in turn in the first and in the second to two blocks in order.
#[inline(always)]
pub(super) fn merge<const P: usize, B: Bytes>(b: B, pair: &mut [Line]) {
    let (first, second) = pair.split_at_mut(P);
    for (first, second) in first.iter_mut().zip(second) {
        let (x, y) = b.zip(b.load(first), b.load(second));
        b.store(first, x);
        b.store(second, y);
    }
}

/// The inverse of [`merge`].
#[inline(always)]
pub(super) fn divide<const P: usize, B: Bytes>(b: B, pair: &mut [Line]) {
    let (first, second) = pair.split_at_mut(P);
    for (first, second) in first.iter_mut().zip(second) {
        let (x, y) = b.unzip(b.load(first), b.load(second));
        b.store(first, x);
        b.store(second, y);
    }
}
