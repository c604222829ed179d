//! One radix-R pass over blocks of vectors, forward and back.
//!
//! ```text
//! forward   v_j = z^j x_j, their transform, back to where they came from       x^m - z^R  ->  x^(m/R) - z w_R^k
//! inverse   the transform back of what lies there, then z^-j
//! ```
//!
//! A pass is compiled twice: between others, and at the ends (`END`), where it looks in every step whether elements enter or leave.

#![allow(clippy::needless_range_loop, reason = "adapters may be compiled apart, without the instruction set")]

use super::{
    Residues,
    step_halves::{Ends, begin_forward, begin_inverse, each, end_forward, end_inverse, prepared},
};
use crate::{lists, threads::Pieces};

/// A radix, of 2, 4 or 8.
pub(super) struct Radix<const R: usize>;

/// Slices in `R` equal parts. Not by `array::from_fn`, which may be compiled apart.
pub(super) trait Split<const R: usize> {
    fn split<T>(x: &mut [T]) -> [&mut [T]; R];
}

impl Split<2> for Radix<2> {
    #[inline(always)]
    fn split<T>(x: &mut [T]) -> [&mut [T]; 2] {
        let (a, b) = x.split_at_mut(x.len() / 2);
        [a, b]
    }
}

impl Split<4> for Radix<4> {
    #[inline(always)]
    fn split<T>(x: &mut [T]) -> [&mut [T]; 4] {
        let [a, b] = Radix::<2>::split(x);
        let ([a, b], [c, d]) = (Radix::<2>::split(a), Radix::<2>::split(b));
        [a, b, c, d]
    }
}

impl Split<8> for Radix<8> {
    #[inline(always)]
    fn split<T>(x: &mut [T]) -> [&mut [T]; 8] {
        let [a, b] = Radix::<2>::split(x);
        let ([a, b, c, d], [e, f, g, h]) = (Radix::<4>::split(a), Radix::<4>::split(b));
        [a, b, c, d, e, f, g, h]
    }
}

/// Returns `x` in `R` equal parts.
#[inline(always)]
pub(super) fn parts<const R: usize, T>(x: &mut [T]) -> [&mut [T]; R]
where
    Radix<R>: Split<R>,
{
    Radix::<R>::split(x)
}

/// The parts of a block, which threads share out by columns.
pub(super) struct Parts<'a, T, const R: usize>(pub(super) [&'a mut [T]; R]);

impl<T: Send, const R: usize> Pieces for Parts<'_, T, R> {
    fn count(&self) -> usize {
        self.0[0].len()
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let Parts(mut left) = self;
        let right = lists::from_fn(|j| {
            let right;
            (left[j], right) = core::mem::take(&mut left[j]).split_at_mut(at);
            right
        });
        (Parts(left), Parts(right))
    }
}

/// The factor of the first part, and those of the others: `None` for 1.
pub(super) type Factors<'a, T, const W: usize> = (Option<&'a T>, Option<&'a [T; W]>);

/// Returns the factors of the outermost pass forward: those of its one block, or `scaled` where there is a scale.
pub(super) fn entering<'a, const W: usize, T>(scaled: &'a [T], block: &'a [T], cyclic: bool) -> Factors<'a, T, W> {
    match scaled.split_first() {
        Some((first, w)) => (Some(first), w.first_chunk()),
        None if cyclic => (None, None),
        None => (None, block.first_chunk()),
    }
}

/// Returns the factors of the outermost pass back, of `factors`: all of them where there is a scale in them.
pub(super) fn leaving<const W: usize, T>(factors: &[T], is_scaled: bool, cyclic: bool) -> Factors<'_, T, W> {
    match factors.split_first() {
        Some((first, w)) if is_scaled => (Some(first), w.first_chunk()),
        Some((_, w)) if !cyclic => (None, w.first_chunk()),
        _ => (None, None),
    }
}

/// Returns the length of the parts.
///
/// # Panics
/// If they have several.
#[inline(always)]
pub(super) fn equal<const R: usize, T>(x: &[&mut [T]; R]) -> usize {
    let q = x[0].len();
    let mut j = 0;
    while j < R {
        assert!(x[j].len() == q);
        j += 1;
    }
    q
}

/// Loads element `i` of every part.
#[inline(always)]
pub(super) fn load<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    x: &[&mut [P::Block]; R],
    i: usize,
) -> [P::Vec; R] {
    let mut v = [ring.load(&x[0][i]); R];
    let mut j = 1;
    while j < R {
        v[j] = ring.load(&x[j][i]);
        j += 1;
    }
    v
}

/// Stores element `i` of every part.
#[inline(always)]
pub(super) fn store<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    x: &mut [&mut [P::Block]; R],
    i: usize,
    v: [P::Vec; R],
) {
    let mut j = 0;
    while j < R {
        ring.store(&mut x[j][i], v[j]);
        j += 1;
    }
}

/// Transforms one block in its `R` parts, or columns of it; `w[j - 1] = z^j`, or `None` for `z = 1`. With a scale, which
/// the outermost pass may have, it is `first` and in all of `w`.
#[inline(always)]
pub(super) fn forward<const L: usize, const R: usize, const W: usize, const END: bool, P: Residues<L>>(
    ring: P,
    x: [&mut [P::Block]; R],
    ends: Ends,
    (first, w): Factors<'_, P::Twiddle, W>,
) {
    let (q, mut x) = (equal(&x), x);
    let factors = match w {
        Some(w) => Some(prepared::<L, R, W, P>(ring, w)),
        None => None,
    };
    let ends = Ends {
        enters: const { END && P::ENTERS } && ends.enters,
        leaves: const { END } && ends.leaves,
        half: const { END && P::OWN && R <= 4 } && ends.half,
    };
    let first = if const { END } { first } else { None };
    each(
        &mut x,
        q,
        const { R == 4 && P::OVERLAPS },
        #[inline(always)]
        |x, i| begin_forward::<L, R, W, P>(ring, load::<L, R, P>(ring, x, i), ends, first, factors),
        #[inline(always)]
        |x, i, v| store::<L, R, P>(ring, x, i, end_forward::<L, R, P>(ring, v, ends)),
    );
}

/// Transforms back one block in its `R` parts, or columns of it, tight values to tight ones; `w[j - 1] = z^-j`, or `None` for
/// `z = 1`. With a scale, which either end may have, it is `first` and in all of `w`.
#[inline(always)]
pub(super) fn inverse<const L: usize, const R: usize, const W: usize, const END: bool, P: Residues<L>>(
    ring: P,
    x: [&mut [P::Block]; R],
    ends: Ends,
    (first, w): Factors<'_, P::Twiddle, W>,
) {
    let (q, mut x) = (equal(&x), x);
    let factors = match w {
        Some(w) => Some(prepared::<L, R, W, P>(ring, w)),
        None => None,
    };
    let (enters, leaves) = (const { END && P::ENTERS } && ends.enters, const { END } && ends.leaves);
    let first = if const { END } { first } else { None };
    each(
        &mut x,
        q,
        const { R == 4 && P::OVERLAPS },
        #[inline(always)]
        |x, i| begin_inverse::<L, R, P>(ring, load::<L, R, P>(ring, x, i), enters),
        #[inline(always)]
        |x, i, v| store::<L, R, P>(ring, x, i, end_inverse::<L, R, W, P>(ring, v, leaves, first, factors)),
    );
}
