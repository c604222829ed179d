//! One radix-R pass over blocks of vectors, forward and back.
//!
//! ```text
//! forward   v_j = z^j x_j, their transform, back to where they came from       x^m - z^R  ->  x^(m/R) - z w_R^k
//! inverse   the transform back of what lies there, then z^-j
//! ```

#![allow(clippy::needless_range_loop, reason = "adapters may be compiled apart, without the instruction set")]

use super::{Residues, network};

/// Free values in, free values out.
pub(super) const INNER: u8 = 0;
/// What callers have in.
pub(super) const OUTER: u8 = 1;
/// What callers get out; on the way back what they have in.
pub(super) const LAST: u8 = 2;

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

/// `x` in `R` equal parts.
#[inline(always)]
pub(super) fn parts<const R: usize, T>(x: &mut [T]) -> [&mut [T]; R]
where
    Radix<R>: Split<R>,
{
    Radix::<R>::split(x)
}

/// The factors of the outermost pass forward: those of its one block, or `scaled` where there is a scale.
pub(super) fn entering<'a, const W: usize, T>(
    scaled: &'a [T],
    block: &'a [[T; W]],
    cyclic: bool,
) -> (Option<&'a T>, Option<&'a [T; W]>) {
    match scaled.split_first() {
        Some((first, w)) => (Some(first), w.first_chunk()),
        None if cyclic => (None, None),
        None => (None, block.first()),
    }
}

/// The factors of the outermost pass back, of `factors`: all of them where there is a scale in them.
pub(super) fn leaving<const W: usize, T>(
    factors: &[T],
    is_scaled: bool,
    cyclic: bool,
) -> (Option<&T>, Option<&[T; W]>) {
    match factors.split_first() {
        Some((first, w)) if is_scaled => (Some(first), w.first_chunk()),
        Some((_, w)) if !cyclic => (None, w.first_chunk()),
        _ => (None, None),
    }
}

/// Forward over one block in its `R` parts, or over columns of it; `w[j - 1] = z^j`, or `None` for `z = 1`. With a scale, which
/// the outermost pass may have, it is `first` and in all of `w`.
#[inline(always)]
pub(super) fn forward<const L: usize, const R: usize, const W: usize, const AT: u8, P: Residues<L>>(
    ring: P,
    x: [&mut [P::Block]; R],
    first: Option<&P::Twiddle>,
    w: Option<&[P::Twiddle; W]>,
) {
    const { assert!(W + 1 == R) };
    let q = x[0].len();
    let mut j = 0;
    while j < R {
        assert!(x[j].len() == q);
        j += 1;
    }
    let hoist = R <= P::HOIST;
    let factors = match w {
        Some(w) => {
            let mut factors = [ring.splat(&w[0]); W];
            let mut j = 1;
            while hoist && j < W {
                factors[j] = ring.splat(&w[j]);
                j += 1;
            }
            Some((factors, w))
        }
        None => None,
    };
    for i in 0..q {
        let mut v = [ring.load(&x[0][i]); R];
        let mut j = 1;
        while j < R {
            v[j] = ring.load(&x[j][i]);
            j += 1;
        }
        if const { AT & OUTER != 0 && P::ENTERS } {
            v = ring.enter_all(v);
        } else {
            v[0] = ring.reduce(v[0]);
        }
        if const { AT & OUTER != 0 }
            && let Some(first) = first
        {
            v[0] = ring.mul(v[0], ring.splat(first));
        }
        match factors {
            Some((factors, w)) => {
                let mut j = 1;
                while const { P::PAIRS } && j + 1 < R {
                    let pair =
                        if hoist { [factors[j - 1], factors[j]] } else { [ring.splat(&w[j - 1]), ring.splat(&w[j])] };
                    [v[j], v[j + 1]] = ring.mul_pair([v[j], v[j + 1]], pair);
                    j += 2;
                }
                while j < R {
                    v[j] = ring.mul(v[j], if hoist { factors[j - 1] } else { ring.splat(&w[j - 1]) });
                    j += 1;
                }
            }
            None => {
                let mut j = 1;
                while const { !(AT & OUTER != 0 && P::ENTERS) } && j < R {
                    v[j] = ring.reduce(v[j]);
                    j += 1;
                }
            }
        }
        let v = network::forward::<L, R, P>(ring, v);
        let mut j = 0;
        while j < R {
            ring.store(&mut x[j][i], if const { AT & LAST != 0 } { ring.canonical(v[j]) } else { v[j] });
            j += 1;
        }
    }
}

/// Back over one block in its `R` parts, or over columns of it, tight values to tight ones; `w[j - 1] = z^-j`, or `None` for `z = 1`.
/// With a scale, which the first pass back may have, it is `first` and in all of `w`.
#[inline(always)]
pub(super) fn inverse<const L: usize, const R: usize, const W: usize, const AT: u8, P: Residues<L>>(
    ring: P,
    x: [&mut [P::Block]; R],
    first: Option<&P::Twiddle>,
    w: Option<&[P::Twiddle; W]>,
) {
    const { assert!(W + 1 == R) };
    let q = x[0].len();
    let mut j = 0;
    while j < R {
        assert!(x[j].len() == q);
        j += 1;
    }
    let hoist = R <= P::HOIST;
    let factors = match w {
        Some(w) => {
            let mut factors = [ring.splat(&w[0]); W];
            let mut j = 1;
            while hoist && j < W {
                factors[j] = ring.splat(&w[j]);
                j += 1;
            }
            Some((factors, w))
        }
        None => None,
    };
    for i in 0..q {
        let mut v = [ring.load(&x[0][i]); R];
        let mut j = 1;
        while j < R {
            v[j] = ring.load(&x[j][i]);
            j += 1;
        }
        if const { AT & LAST != 0 && P::ENTERS } {
            v = ring.enter_all(v);
        }
        let mut v = network::inverse::<L, R, P>(ring, v);
        v[0] = match first {
            Some(first) if const { AT & LAST != 0 } => ring.mul(v[0], ring.splat(first)),
            _ => ring.reduce(v[0]),
        };
        match factors {
            Some((factors, w)) => {
                let mut j = 1;
                while const { P::PAIRS } && j + 1 < R {
                    let pair =
                        if hoist { [factors[j - 1], factors[j]] } else { [ring.splat(&w[j - 1]), ring.splat(&w[j])] };
                    [v[j], v[j + 1]] = ring.mul_pair([v[j], v[j + 1]], pair);
                    j += 2;
                }
                while j < R {
                    v[j] = ring.mul(v[j], if hoist { factors[j - 1] } else { ring.splat(&w[j - 1]) });
                    j += 1;
                }
            }
            None => {
                let mut j = 1;
                while j < R {
                    v[j] = ring.reduce(v[j]);
                    j += 1;
                }
            }
        }
        let mut j = 0;
        while j < R {
            ring.store(&mut x[j][i], v[j]);
            j += 1;
        }
    }
}

/// The outermost pass back: tight values to canonical ones; factors as those of [`inverse`].
#[inline(always)]
pub(super) fn inverse_last<const L: usize, const R: usize, const W: usize, P: Residues<L>>(
    ring: P,
    x: [&mut [P::Block]; R],
    first: Option<&P::Twiddle>,
    w: Option<&[P::Twiddle; W]>,
) {
    const { assert!(W + 1 == R) };
    let q = x[0].len();
    let mut j = 0;
    while j < R {
        assert!(x[j].len() == q);
        j += 1;
    }
    for i in 0..q {
        let mut v = [ring.load(&x[0][i]); R];
        let mut j = 1;
        while j < R {
            v[j] = ring.load(&x[j][i]);
            j += 1;
        }
        let mut v = network::inverse::<L, R, P>(ring, v);
        v[0] = match first {
            Some(first) => ring.canonical_of_tight(ring.mul(v[0], ring.splat(first))),
            None => ring.canonical(v[0]),
        };
        let mut j = 1;
        while j < R {
            v[j] = match w {
                Some(w) => ring.canonical_of_tight(ring.mul(v[j], ring.splat(&w[j - 1]))),
                None => ring.canonical(v[j]),
            };
            j += 1;
        }
        let mut j = 0;
        while j < R {
            ring.store(&mut x[j][i], v[j]);
            j += 1;
        }
    }
}
