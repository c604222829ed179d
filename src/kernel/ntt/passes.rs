//! The passes of a transform, or of the columns of a matrix: the outermost one, and every block of one level.

use super::{
    Residues,
    pass::{self, Factors, Parts, Radix, Split},
    step_halves::{self, Ends},
    tables::{Level, Numbers, Of, Points, scaled},
};
use crate::{kernel::packed::Token, threads::share};
use alloc::vec::Vec;

/// Transforms of fewer bytes are not shared out over threads.
pub(super) const SHARED: usize = 1 << 17;
/// Vectors of each part in one piece of the outermost pass.
const PIECE: usize = 1 << 9;

/// The passes of one length, root and shift.
pub(super) struct Passes<const L: usize, P: Residues<L>> {
    pub(super) ring: P,
    /// True where the shift is 1: then the first block of every level has the factor 1.
    cyclic: bool,
    /// The outermost level first.
    pub(super) forward: Vec<Level<P::Twiddle>>,
    /// The factors of the outermost pass forward with a scale in them, the scale alone first; empty without one.
    entering: Vec<P::Twiddle>,
    /// The outermost level first.
    pub(super) inverse: Vec<Level<P::Twiddle>>,
    /// The factor of the first part of a block, where the inverse reads elements from the caller.
    scale: P::Twiddle,
    /// The factors of the outermost pass back, that of the first part first.
    leaving: Vec<P::Twiddle>,
    /// True where `leaving` includes the scale.
    is_scaled: bool,
}

/// Calls `$pass` of a radix; of radix 8 where the ring has it.
macro_rules! radices {
    ($radix:expr, $pass:ident) => {
        match $radix {
            2 => $pass!(2, 1),
            4 => $pass!(4, 3),
            _ => {
                if const { P::EIGHTS } {
                    $pass!(8, 7);
                }
            }
        }
    };
}

/// Matches a radix as [`radices`], without radix 2.
macro_rules! inner_radices {
    ($radix:expr, $pass:ident) => {
        match $radix {
            4 => $pass!(4, 3),
            _ => {
                if const { P::EIGHTS } {
                    $pass!(8, 7);
                }
            }
        }
    };
}

impl<const L: usize, P: Residues<L>> Passes<L, P> {
    /// Creates the passes over `len` rows by these levels, in both directions. The scale is in the last inverse pass if
    /// `is_scaled`, else in the first one, where elements enter by a pass.
    pub(super) fn new(
        ring: P,
        len: usize,
        points: &Points<P::Scalar>,
        [forward, inverse]: [Vec<Level<P::Twiddle>>; 2],
        is_scaled: bool,
    ) -> Self {
        let (numbers, one) = (&Of::<L, P>(ring) as &dyn Numbers<_, _>, ring.one());
        let [shift, back] = points.shift.unwrap_or([one; 2]);
        let radix = forward[0].radix;
        let (first, last) = if is_scaled { (one, points.scale) } else { (points.scale, one) };
        let entering = match points.forward {
            Some(factor) => scaled(numbers, radix, shift, len, factor),
            None => Vec::new(),
        };
        let leaving = scaled(numbers, radix, back, len, last);
        let (cyclic, scale) = (points.shift.is_none(), numbers.factor(first));
        Passes { ring, cyclic, forward, entering, inverse, scale, leaving, is_scaled }
    }

    /// Runs the outermost pass, over the whole of `x` as one block; on threads where `shared`.
    #[inline(never)]
    pub(super) fn outer(&self, x: &mut [P::Block], shared: bool, ends: Ends) {
        let (ring, token, level) = (self.ring, self.ring.token(), &self.forward[0]);
        macro_rules! radix {
            ($r:literal, $w:literal) => {{
                let w = pass::entering(&self.entering, &level.factors, self.cyclic);
                share(shared, Parts(pass::parts::<$r, _>(x)), PIECE, &|Parts(x)| {
                    token.run(
                        #[inline(always)]
                        || pass::forward::<L, $r, $w, true, P>(ring, x, ends, w),
                    );
                });
            }};
        }
        radices!(level.radix, radix);
    }

    /// Runs the outermost pass back, to elements that are canonical in `ring` where they leave.
    #[inline(never)]
    pub(super) fn outer_back(&self, ring: P, x: &mut [P::Block], shared: bool, ends: Ends) {
        let token = ring.token();
        macro_rules! radix {
            ($r:literal, $w:literal) => {{
                let w = pass::leaving(&self.leaving, self.is_scaled, self.cyclic);
                share(shared, Parts(pass::parts::<$r, _>(x)), PIECE, &|Parts(x)| {
                    token.run(
                        #[inline(always)]
                        || pass::inverse::<L, $r, $w, true, P>(ring, x, ends, w),
                    );
                });
            }};
        }
        radices!(self.leaving.len(), radix);
    }

    /// Runs a level over every block of `size` vectors in `x`, the first of which has the index `b`. The level is
    /// neither the outermost one nor one of [`last`](Passes::last).
    pub(super) fn level(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        self.inner::<false>(x, &self.forward[depth], b, size);
    }

    /// Runs the inverse of [`level`](Passes::level).
    pub(super) fn level_back(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        self.inner::<true>(x, &self.inverse[depth], b, size);
    }

    #[inline(never)]
    fn inner<const BACK: bool>(&self, x: &mut [P::Block], level: &Level<P::Twiddle>, b: usize, size: usize) {
        let (ring, cyclic, ends) = (self.ring, self.cyclic && b == 0, Ends::default());
        macro_rules! radix {
            ($r:literal, $w:literal) => {
                blocks::<L, $r, $w, BACK, false, P>(ring, x, size, &level.factors[b * $w..], cyclic, ends, None)
            };
        }
        ring.token().run(
            #[inline(always)]
            || inner_radices!(level.radix, radix),
        );
    }

    /// Runs [`level`](Passes::level) for a level after which elements are canonical.
    #[inline(never)]
    pub(super) fn last(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        let (ring, level, ends) = (self.ring, &self.forward[depth], Ends { enters: false, leaves: true, half: false });
        macro_rules! radix {
            ($r:literal, $w:literal) => {
                blocks::<L, $r, $w, false, true, P>(ring, x, size, &level.factors[b * $w..], false, ends, None)
            };
        }
        ring.token().run(
            #[inline(always)]
            || radices!(level.radix, radix),
        );
    }

    /// Runs the inverse of [`last`](Passes::last): it reads elements as callers have them and multiplies by the scale.
    #[inline(never)]
    pub(super) fn last_back(&self, x: &mut [P::Block], depth: usize, b: usize, size: usize) {
        let (ring, level, ends) = (self.ring, &self.inverse[depth], Ends { enters: true, leaves: false, half: false });
        let first = Some(&self.scale);
        macro_rules! radix {
            ($r:literal, $w:literal) => {
                blocks::<L, $r, $w, true, true, P>(ring, x, size, &level.factors[b * $w..], false, ends, first)
            };
        }
        ring.token().run(
            #[inline(always)]
            || radices!(level.radix, radix),
        );
    }
}

/// Runs a pass, inverse where `BACK`, over all blocks of `size` vectors in `x`, with the factors in `w`. The first
/// block's factors are 1 if `cyclic`.
#[inline(always)]
fn blocks<const L: usize, const R: usize, const W: usize, const BACK: bool, const END: bool, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    size: usize,
    w: &[P::Twiddle],
    cyclic: bool,
    ends: Ends,
    first: Option<&P::Twiddle>,
) where
    Radix<R>: Split<R>,
{
    let (mut x, (mut w, _)) = (x, w.as_chunks::<W>());
    if const { !END } && cyclic {
        let (block, rest) = x.split_at_mut(size);
        one::<L, R, W, BACK, END, P>(ring, block, ends, (None, None));
        (x, w) = (rest, &w[1..]);
    }
    let mut i = 0;
    // Blocks of one vector a part have a constant length.
    if const { !END } && size == R {
        let (x, _) = x.as_chunks_mut::<R>();
        let w = &w[..x.len()];
        if const { R == 4 && P::OVERLAPS } {
            return singles::<L, R, W, BACK, P>(ring, x, w);
        }
        while i < x.len() {
            one::<L, R, W, BACK, END, P>(ring, &mut x[i], ends, (None, Some(&w[i])));
            i += 1;
        }
    } else {
        while x.len() >= size {
            let (block, rest) = x.split_at_mut(size);
            one::<L, R, W, BACK, END, P>(ring, block, ends, (first, Some(&w[i])));
            (x, i) = (rest, i + 1);
        }
    }
}

/// Runs a pass between others over blocks of one vector a part, which overlap.
#[inline(always)]
fn singles<const L: usize, const R: usize, const W: usize, const BACK: bool, P: Residues<L>>(
    ring: P,
    x: &mut [[P::Block; R]],
    w: &[[P::Twiddle; W]],
) {
    let count = x.len().min(w.len());
    step_halves::each(
        x,
        count,
        true,
        #[inline(always)]
        |x, i| {
            let mut v = [ring.load(&x[i][0]); R];
            let mut j = 1;
            while j < R {
                v[j] = ring.load(&x[i][j]);
                j += 1;
            }
            if const { BACK } {
                step_halves::begin_inverse::<L, R, P>(ring, v, false)
            } else {
                step_halves::begin_forward::<L, R, W, P>(
                    ring,
                    v,
                    Ends::default(),
                    None,
                    Some(step_halves::prepared::<L, R, W, P>(ring, &w[i])),
                )
            }
        },
        #[inline(always)]
        |x, i, v| {
            let v = if const { BACK } {
                let w = step_halves::prepared::<L, R, W, P>(ring, &w[i]);
                step_halves::end_inverse::<L, R, W, P>(ring, v, false, None, Some(w))
            } else {
                step_halves::end_forward::<L, R, P>(ring, v, Ends::default())
            };
            let mut j = 0;
            while j < R {
                ring.store(&mut x[i][j], v[j]);
                j += 1;
            }
        },
    );
}

/// Runs one block of [`blocks`].
#[inline(always)]
fn one<const L: usize, const R: usize, const W: usize, const BACK: bool, const END: bool, P: Residues<L>>(
    ring: P,
    x: &mut [P::Block],
    ends: Ends,
    factors: Factors<'_, P::Twiddle, W>,
) where
    Radix<R>: Split<R>,
{
    let x = pass::parts(x);
    if const { BACK } {
        pass::inverse::<L, R, W, END, P>(ring, x, ends, factors);
    } else {
        pass::forward::<L, R, W, END, P>(ring, x, ends, factors);
    }
}
