//! Blocks of 64 elements: from words to planes and back.

use super::{
    isomorphism::{Change, Matrix},
    toeplitz,
};
use crate::kernel::planes::{Bytes, Line, from_planes, to_planes};

/// Byte by byte, the matrix times the planes.
#[inline(always)]
fn apply<const P: usize, B: Bytes>(b: B, matrix: &Matrix<P>, x: [B::V; P]) -> [B::V; P] {
    let mut out = x;
    for (row, out) in matrix.iter().zip(&mut out) {
        let mut sum = b.affine(x[0], row[0]);
        let mut p = 1;
        while p < P {
            sum = b.xor(sum, b.affine(x[p], row[p]));
            p += 1;
        }
        *out = sum;
    }
    out
}

/// The first vectors of `x`; `M` and `P` agree wherever this runs.
#[inline(always)]
fn same<const P: usize, const M: usize, V: Copy>(x: [V; P]) -> [V; M] {
    let mut out = [x[0]; M];
    let mut i = 1;
    while i < M && i < P {
        out[i] = x[i];
        i += 1;
    }
    out
}

#[inline(always)]
pub(super) fn load<const P: usize, B: Bytes>(b: B, lines: &[Line; P]) -> [B::V; P] {
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

#[inline(always)]
fn into<const P: usize, B: Bytes>(b: B, change: &Change<P>, words: &[Line; P]) -> [B::V; P] {
    let x = to_planes::<P, B>(b, load(b, words));
    match change {
        Change::Dense { into, .. } => apply(b, into, x),
        // Made for 16 bytes alone.
        Change::Toeplitz(change) if const { P == 16 } => same(toeplitz::into_planes(b, change, same(x))),
        Change::Toeplitz(_) => x,
    }
}

#[inline(always)]
fn out_of<const P: usize, B: Bytes>(b: B, change: &Change<P>, x: [B::V; P], words: &mut [Line; P]) {
    let x = match change {
        Change::Dense { out_of, .. } => apply(b, out_of, x),
        Change::Toeplitz(change) if const { P == 16 } => same(toeplitz::out_of_planes(b, change, same(x))),
        Change::Toeplitz(_) => x,
    };
    store(b, words, &from_planes::<P, B>(b, x));
}

/// Words to planes.
#[inline(always)]
pub(super) fn import<const P: usize, B: Bytes>(b: B, change: &Change<P>, words: &[Line], planes: &mut [Line]) {
    for (words, planes) in words.as_chunks::<P>().0.iter().zip(planes.as_chunks_mut::<P>().0) {
        store(b, planes, &into(b, change, words));
    }
}

/// Planes to words.
#[inline(always)]
pub(super) fn export<const P: usize, B: Bytes>(b: B, change: &Change<P>, planes: &[Line], words: &mut [Line]) {
    for (planes, words) in planes.as_chunks::<P>().0.iter().zip(words.as_chunks_mut::<P>().0) {
        out_of(b, change, load(b, planes), words);
    }
}

/// Words to a pair of blocks whose elements are in turn in the first and in the second.
#[inline(always)]
pub(super) fn import_pair<const P: usize, B: Bytes>(b: B, change: &Change<P>, words: &[Line], pair: &mut [Line]) {
    import(b, change, words, pair);
    let (first, second) = pair.split_at_mut(P);
    for (first, second) in first.iter_mut().zip(second) {
        let (x, y) = b.unzip(b.load(first), b.load(second));
        b.store(first, x);
        b.store(second, y);
    }
}

/// The inverse of [`import_pair`].
#[inline(always)]
pub(super) fn export_pair<const P: usize, B: Bytes>(b: B, change: &Change<P>, pair: &[Line], words: &mut [Line]) {
    let ([first, second], _) = pair.as_chunks::<P>() else { return };
    for (half, words) in words.as_chunks_mut::<P>().0.iter_mut().enumerate() {
        let mut x = [b.load(&first[0]); P];
        let mut p = 0;
        while p < P {
            let (low, high) = b.zip(b.load(&first[p]), b.load(&second[p]));
            x[p] = if half == 0 { low } else { high };
            p += 1;
        }
        out_of(b, change, x, words);
    }
}
