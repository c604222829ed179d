//! The steps of a pass, each in two halves: what comes before the last level of radix 4, and what follows.
//!
//! A step runs from loads to stores of `R` values, as a chain of dependent instructions. Where that is long, the second half of a step follows
//! the first half of the next one.

use super::{Residues, network};

/// The largest radix whose factors stay in registers over a pass.
const HOIST: usize = 4;

/// The ends of a transform that a pass is at.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ends {
    /// True where elements are read from the caller's words.
    pub(super) enters: bool,
    /// True where elements are written in canonical form.
    pub(super) leaves: bool,
    /// True where the second half of the elements is zero, forward, for rings with [a form of their own](Residues::OWN).
    pub(super) half: bool,
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

/// Computes the first half of a step forward: up to the second level of radix 4, else up to the first. With a scale, it is `first`.
#[inline(always)]
pub(super) fn begin_forward<const L: usize, const R: usize, const W: usize, P: Residues<L>>(
    ring: P,
    v: [P::Vec; R],
    Ends { enters, half, .. }: Ends,
    first: Option<&P::Twiddle>,
    factors: Option<Prepared<'_, L, W, P>>,
) -> [P::Vec; R] {
    let mut v = v;
    if const { P::OWN && R <= 4 } && half {
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

/// Reduces and multiplies the first `H` values, half of them.
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

/// Computes the second half of [`begin_forward`].
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

/// Computes the first half of a step back: the first level of radix 4, else nothing.
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

/// Computes the second half of [`begin_inverse`]. With a scale, it is `first`.
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
