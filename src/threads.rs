//! Work on several threads of the surrounding pool.
//!
//! The pool's own code is long, and would be compiled for every closure and every iterator. Here all of them go through
//! one [`join_dyn`] of two closures behind a pointer.
//!
//! A panic in a piece of work reaches the caller after every started piece has ended. Nothing here holds a lock or
//! state between calls, so the pool and later calls are unaffected. The output of the pieces is unspecified.

use crate::{Result, lists};
use core::ops::Range;

/// Slices that are cut at the same places.
pub(crate) trait Pieces: Send + Sized {
    /// Returns the greatest number of pieces.
    fn count(&self) -> usize;
    fn cut(self, at: usize) -> (Self, Self);
}

/// A slice that may be cut at multiples of a length.
#[derive(Default)]
pub(crate) struct Every<S>(pub(crate) S, pub(crate) usize);

impl<T: Sync> Pieces for Every<&[T]> {
    fn count(&self) -> usize {
        self.0.len().div_ceil(self.1)
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let (left, right) = self.0.split_at((at * self.1).min(self.0.len()));
        (Every(left, self.1), Every(right, self.1))
    }
}

impl<T: Send> Pieces for Every<&mut [T]> {
    fn count(&self) -> usize {
        self.0.len().div_ceil(self.1)
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let at = (at * self.1).min(self.0.len());
        let (left, right) = self.0.split_at_mut(at);
        (Every(left, self.1), Every(right, self.1))
    }
}

/// The numbers of pieces.
impl Pieces for Range<usize> {
    fn count(&self) -> usize {
        self.len()
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let at = (self.start + at).min(self.end);
        (self.start..at, at..self.end)
    }
}

impl<P: Pieces, Q: Pieces> Pieces for (P, Q) {
    fn count(&self) -> usize {
        self.0.count().max(self.1.count())
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let ((a, b), (c, d)) = (self.0.cut(at), self.1.cut(at));
        ((a, c), (b, d))
    }
}

impl<P: Pieces, Q: Pieces, S: Pieces> Pieces for (P, Q, S) {
    fn count(&self) -> usize {
        self.0.count().max(self.1.count()).max(self.2.count())
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let ((a, b), (c, d), (e, f)) = (self.0.cut(at), self.1.cut(at), self.2.cut(at));
        ((a, c, e), (b, d, f))
    }
}

impl<S: Pieces + Default, const R: usize> Pieces for [S; R] {
    fn count(&self) -> usize {
        let mut most = 0;
        for part in self {
            most = most.max(part.count());
        }
        most
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let mut left = self;
        let right = lists::from_fn(|i| {
            let right;
            (left[i], right) = core::mem::take(&mut left[i]).cut(at);
            right
        });
        (left, right)
    }
}

/// Runs both, on two threads.
#[inline]
pub(crate) fn join(first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    both(true, first, second);
}

/// Runs both, on two threads where `shared`.
#[inline]
pub(crate) fn both(shared: bool, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    if !cfg!(feature = "parallel") || !shared {
        first();
        return second();
    }
    let (mut first, mut second) = (Some(first), Some(second));
    let mut first = || {
        if let Some(first) = first.take() {
            first();
        }
    };
    let mut second = || {
        if let Some(second) = second.take() {
            second();
        }
    };
    join_dyn(&mut first, &mut second);
}

#[inline(never)]
fn join_dyn(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    #[cfg(feature = "parallel")]
    rayon::join(first, second);
    #[cfg(not(feature = "parallel"))]
    {
        first();
        second();
    }
}

/// Runs `f`, inside the pool if `shared`. A thread from outside would otherwise enter it at every piece of work.
pub(crate) fn enter(shared: bool, f: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    if shared {
        let mut f = Some(f);
        return enter_dyn(&mut || {
            if let Some(f) = f.take() {
                f();
            }
        });
    }
    let _ = shared;
    f();
}

#[cfg(feature = "parallel")]
#[inline(never)]
fn enter_dyn(f: &mut (dyn FnMut() + Send)) {
    rayon::scope(|_| f());
}

/// Runs `f` on all of it; if `shared`, in pieces of at least `least` each.
#[inline(always)]
pub(crate) fn share<P: Pieces>(shared: bool, pieces: P, least: usize, f: &(impl Fn(P) + Sync)) {
    if shared { cut(pieces, least, f) } else { f(pieces) }
}

/// Runs [`share`] on threads; compiled once for every kind of pieces.
#[inline(never)]
fn cut<P: Pieces>(pieces: P, least: usize, f: &(dyn Fn(P) + Sync)) {
    let count = pieces.count();
    if count < 2 * least {
        return f(pieces);
    }
    let (left, right) = pieces.cut(count / 2);
    let (mut left, mut right) = (Some(left), Some(right));
    let half = |piece: &mut Option<P>| {
        if let Some(piece) = piece.take() {
            cut(piece, least, f);
        }
    };
    join_dyn(&mut || half(&mut left), &mut || half(&mut right));
}

/// Runs `f` on every piece of work, on threads.
pub(crate) fn each<W: Send>(work: &mut [W], f: &(dyn Fn(&mut W) + Sync)) {
    if let [work] = work {
        return f(work);
    }
    let (left, right) = work.split_at_mut(work.len() / 2);
    if !right.is_empty() {
        join_dyn(&mut || each(left, f), &mut || each(right, f));
    }
}

/// Runs `f` on every piece by itself, on threads, and returns the first of the errors.
pub(crate) fn try_each<P: Pieces>(pieces: P, f: &(dyn Fn(P) -> Result<()> + Sync)) -> Result<()> {
    let count = pieces.count();
    if count < 2 {
        return f(pieces);
    }
    let (left, right) = pieces.cut(count / 2);
    let (mut first, mut second) = (Ok(()), Ok(()));
    both(true, || first = try_each(left, f), || second = try_each(right, f));
    first.and(second)
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::Error;
    use alloc::vec::Vec;

    #[inline]
    pub(crate) fn pieces_are_cut_at_the_same_places() {
        for len in [0, 1, 6, 7, 8, 50] {
            let (from, mut to): (Vec<usize>, Vec<usize>) = ((0..len).collect(), [0].repeat(len));
            for (shared, least) in [(true, 1), (true, 3), (false, 1)] {
                to.fill(usize::MAX);
                let pieces = (0..len.div_ceil(4), Every(&from[..], 4), Every(&mut to[..], 4));
                share(shared, pieces, least, &|(numbers, from, to): (Range<usize>, Every<&[_]>, Every<&mut [_]>)| {
                    assert!(from.0.first().is_none_or(|&first| first == numbers.start * 4));
                    assert!(!shared || least > 1 || numbers.len() < 2);
                    to.0.copy_from_slice(from.0);
                });
                assert_eq!(to, from);
            }
        }
    }

    #[inline]
    pub(crate) fn the_first_error_comes_back() {
        let fail = |from: usize| {
            try_each(0..20, &|numbers| match numbers.start < from {
                true => Ok(()),
                false => Err(Error::Length { what: "a piece", len: numbers.start, possible: "" }),
            })
        };
        for from in 0..20 {
            assert!(matches!(fail(from), Err(Error::Length { len, .. }) if len == from));
        }
        assert!(fail(20).is_ok());
    }

    #[inline]
    pub(crate) fn every_piece_is_worked_on_once() {
        for len in [0, 1, 2, 33] {
            let mut list: Vec<u32> = (0..len).collect();
            each(&mut list, &|x| *x *= *x + 1);
            assert!(list.into_iter().eq((0..len).map(|x| x * (x + 1))));
        }
    }
}
