//! One radix-R pass over blocks of vectors, forward and back.
//!
//! ```text
//! forward   v_j = z^j x_j, their transform, back to where they came from       x^m - z^R  ->  x^(m/R) - z w_R^k
//! inverse   the transform back of what lies there, then z^-j
//! ```
//!
//! A pass is compiled twice: between others, and at the ends (`END`), where it looks in every step whether elements enter or leave.

#![allow(clippy::needless_range_loop, reason = "adapters may be compiled apart, without the instruction set")]

use super::{Residues, network};
use crate::{lists, threads::Pieces};

/// The largest radix whose factors stay in registers over a pass.
const HOIST: usize = 4;

/// The ends of a transform that a pass is at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    /// True where elements are read from the caller's words.
    pub(super) enters: bool,
    /// True where elements are written in canonical form.
    pub(super) leaves: bool,
    /// True where the second half of the elements is zero, forward, for rings whose steps [overlap](Residues::OVERLAPS).
    pub(super) half: bool,
}

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

/// Returns the factors that stay in registers; of a radix that has too many the first alone.
#[inline(always)]
pub(super) fn prepared<const L: usize, const R: usize, const W: usize, P: Residues<L>>(
    ring: P,
    w: &[P::Twiddle; W],
) -> Prepared<'_, L, W, P> {
    let mut factors = [ring.splat(&w[0]); W];
    let mut j = 1;
    while R <= HOIST && j < W {
        factors[j] = ring.splat(&w[j]);
        j += 1;
    }
    (factors, w)
}

/// Factors in registers, and the twiddles that they are made of.
pub(super) type Prepared<'a, const L: usize, const W: usize, P> =
    ([<P as Residues<L>>::Factor; W], &'a [<P as Residues<L>>::Twiddle; W]);

/// Multiplies all parts but the first: free to tight. Without factors they are reduced, where `reduces`.
#[inline(always)]
fn multiply<const L: usize, const R: usize, const W: usize, P: Residues<L>>(
    ring: P,
    v: &mut [P::Vec; R],
    factors: Option<Prepared<'_, L, W, P>>,
    reduces: bool,
) {
    const { assert!(W + 1 == R) };
    let mut j = 1;
    match factors {
        Some((factors, w)) => {
            while j < R {
                v[j] = ring.mul(v[j], if R <= HOIST { factors[j - 1] } else { ring.splat(&w[j - 1]) });
                j += 1;
            }
        }
        None => {
            while reduces && j < R {
                v[j] = ring.reduce(v[j]);
                j += 1;
            }
        }
    }
}

/// Begins a transform of `R` values: up to the second level of radix 4, else up to the first. With a scale, it is `first`.
#[inline(always)]
pub(super) fn begin_forward<const L: usize, const R: usize, const W: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    Ends { enters, half, .. }: Ends,
    first: Option<&P::Twiddle>,
    factors: Option<Prepared<'_, L, W, P>>,
) -> [P::Vec; R] {
    let mut v = v;
    if const { P::OVERLAPS && R <= 4 } && half {
        // Sums with zeros, in arrays of a constant length: a slice would lie in memory.
        if const { R == 2 } {
            let [a] = begin_half::<L, 1, W, P>(ring, [v[0]], enters, first, factors);
            return [a; R];
        }
        let [a, b] = begin_half::<L, 2, W, P>(ring, [v[0], v[R / 2 - 1]], enters, first, factors);
        (v[0], v[1], v[R / 2], v[R - 1]) = (a, b, a, b);
        return v;
    }
    if enters {
        ring.enter_all(&mut v);
    } else {
        v[0] = ring.reduce(v[0]);
    }
    if let Some(first) = first {
        v[0] = ring.mul(v[0], ring.splat(first));
    }
    multiply::<L, R, W, P>(ring, &mut v, factors, !enters);
    if const { R == 4 } { network::forward_first::<L, R, P>(ring, v) } else { v }
}

/// Enters and multiplies the first `H` values, half of them.
#[inline(always)]
fn begin_half<const L: usize, const H: usize, const W: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; H],
    enters: bool,
    first: Option<&P::Twiddle>,
    factors: Option<Prepared<'_, L, W, P>>,
) -> [P::Vec; H] {
    let mut v = v;
    if enters {
        ring.enter_all(&mut v);
    }
    if let Some(first) = first {
        v[0] = ring.mul(v[0], ring.splat(first));
    }
    if let (true, Some((factors, _))) = (H == 2, factors) {
        v[H - 1] = ring.mul(v[H - 1], factors[0]);
    }
    v
}

/// Completes [`begin_forward`].
#[inline(always)]
pub(super) fn end_forward<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    Ends { leaves, half, .. }: Ends,
) -> [P::Vec; R] {
    let mut v = if const { R == 2 } && half {
        v
    } else if const { R == 4 } {
        network::forward_last::<L, R, P>(ring, v)
    } else {
        network::forward::<L, R, P>(ring, v)
    };
    if leaves {
        let mut j = 0;
        while j < R {
            v[j] = ring.canonical(v[j]);
            j += 1;
        }
    }
    v
}

/// Begins a transform back of `R` values: the first level of radix 4, else nothing.
#[inline(always)]
pub(super) fn begin_inverse<const L: usize, const R: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    enters: bool,
) -> [P::Vec; R] {
    let mut v = v;
    if enters {
        ring.enter_all(&mut v);
    }
    if const { R == 4 } { network::inverse_first::<L, R, P>(ring, v) } else { v }
}

/// Completes [`begin_inverse`]. With a scale, it is `first`.
#[inline(always)]
pub(super) fn end_inverse<const L: usize, const R: usize, const W: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    leaves: bool,
    first: Option<&P::Twiddle>,
    factors: Option<Prepared<'_, L, W, P>>,
) -> [P::Vec; R] {
    let mut v =
        if const { R == 4 } { network::inverse_last::<L, R, P>(ring, v) } else { network::inverse::<L, R, P>(ring, v) };
    match first {
        Some(first) => v[0] = ring.mul(v[0], ring.splat(first)),
        None if leaves => {}
        None => v[0] = ring.reduce(v[0]),
    }
    multiply::<L, R, W, P>(ring, &mut v, factors, !leaves);
    if leaves {
        let mut j = 0;
        while j < R {
            let is_product = if j == 0 { first.is_some() } else { factors.is_some() };
            v[j] = if is_product { ring.canonical_of_tight(v[j]) } else { ring.canonical(v[j]) };
            j += 1;
        }
    }
    v
}

/// Calls `begin` and `end` for every index below `count`. If they overlap, `end` is called after the next `begin`.
#[inline(always)]
pub(super) fn each<X: ?Sized, V>(
    x: &mut X,
    count: usize,
    overlaps: bool,
    begin: impl Fn(&X, usize) -> V,
    end: impl Fn(&mut X, usize, V),
) {
    if overlaps && count > 0 {
        let mut held = begin(x, 0);
        for i in 1..count {
            let next = begin(x, i);
            end(x, i - 1, held);
            held = next;
        }
        return end(x, count - 1, held);
    }
    for i in 0..count {
        let v = begin(x, i);
        end(x, i, v);
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
        half: const { END && P::OVERLAPS && R <= 4 } && ends.half,
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
