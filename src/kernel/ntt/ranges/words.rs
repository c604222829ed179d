//! Words without a sign whose ranges are known, in any number of lanes.

use super::{
    super::{goldilocks::Carrying, words::Words},
    interval::Interval,
};
use crate::kernel::packed::Portable;
use crate::lists::from_fn;

const WORD: u128 = 1 << 64;
const E: u128 = (1 << 32) - 1;
const P: u128 = WORD - E;

/// Vectors of intervals; products are modulo `2^BITS`. Without its reductions it shows that they are needed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranged<const BITS: u32> {
    reduces: bool,
}

impl<const BITS: u32> Ranged<BITS> {
    pub(super) const NEW: Self = Ranged { reduces: true };
    pub(super) const WITHOUT_REDUCTION: Self = Ranged { reduces: false };
}

type V<const L: usize> = [Interval; L];

fn interval(word: u64, low: u128, high: u128) -> Interval {
    Interval::new::<64>(word, low, high)
}

/// Applies `f` to every lane.
fn each<const L: usize>(a: V<L>, b: V<L>, f: impl Fn(Interval, Interval) -> Interval) -> V<L> {
    from_fn(|l| f(a[l], b[l]))
}

fn transposed<const L: usize>(v: [V<L>; L]) -> [V<L>; L] {
    from_fn(|j| from_fn(|l| v[l][j]))
}

/// Implements the common part of both traits: memory holds the same as registers.
macro_rules! memory {
    () => {
        type Token = Portable;
        type V = V<L>;
        type Block = V<L>;

        fn token(self) -> Portable {
            Portable
        }
        fn splat(self, x: u64) -> V<L> {
            [Interval::one(x); L]
        }
        fn load(self, x: &V<L>) -> V<L> {
            *x
        }
        fn store(self, x: &mut V<L>, v: V<L>) {
            *x = v;
        }
        fn row(self, x: &[u64; L]) -> V<L> {
            x.map(Interval::one)
        }
        fn transpose(self, v: [V<L>; L]) -> [V<L>; L] {
            transposed(v)
        }
    };
}

impl<const BITS: u32, const L: usize> Words<L> for Ranged<BITS> {
    const BITS: u32 = BITS;

    memory!();

    fn add(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, Interval::plus::<64>)
    }
    fn sub(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, Interval::minus::<64>)
    }
    fn trim(self, x: V<L>, m: V<L>) -> V<L> {
        each(x, m, |x, m| {
            let ([_, low, high], least) = (x.wide(), u128::from(m.low));
            let fits = m.low == m.high && high < least + (1 << 63) && least <= low + (1 << 63);
            assert!(fits, "{x:?} against {m:?}");
            if self.reduces { x.reduced::<64>(m) } else { x }
        })
    }
    fn shoup(self, x: V<L>, w: [V<L>; 2], negative: V<L>) -> V<L> {
        from_fn(|l| product::<BITS>(x[l], [w[0][l], w[1][l]], negative[l], 0))
    }
    const ROUGH: bool = BITS == 64;
    fn rough(self, x: V<L>, w: [V<L>; 2], negative: V<L>) -> V<L> {
        // The quotient may be less by 2: by each of 0, 1, 2 somewhere.
        from_fn(|l| product::<BITS>(x[l], [w[0][l], w[1][l]], negative[l], 2))
    }
    fn any_from(self, x: V<L>, m: V<L>) -> bool {
        (0..L).any(|l| x[l].high >= m[l].low)
    }
    fn greater(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, |a, b| {
            let ([_, al, ah], [_, bl, bh]) = (a.wide(), b.wide());
            interval(a.word.max(b.word), al.max(bl), ah.max(bh))
        })
    }
    fn split(self, x: V<L>) -> [V<L>; 2] {
        let part = |f: fn(u128) -> u128, most: u128| {
            x.map(|x| {
                let [word, _, high] = x.wide();
                interval(f(word) as u64, 0, most.min(high).max(f(high)))
            })
        };
        [part(|x| x % (1 << BITS), (1 << BITS) - 1), part(|x| x >> BITS, 0)]
    }
    fn difference(self, a: V<L>, b: V<L>, p: V<L>) -> V<L> {
        from_fn(|l| difference(a[l], b[l], p[l]))
    }
    fn sub_mod(self, a: V<L>, b: V<L>, m: V<L>) -> V<L> {
        from_fn(|l| {
            assert!(a[l].high < m[l].low && b[l].high < m[l].low && m[l].high <= 1 << 63, "{a:?} - {b:?} modulo {m:?}");
            difference(a[l], b[l], m[l])
        })
    }
    fn montgomery(self, x: V<L>, w: [V<L>; 2], p: V<L>) -> V<L> {
        from_fn(|l| {
            let (x, w, inverse, p) = (x[l], w[0][l], w[1][l], p[l]);
            assert!(w.high < p.low, "a factor below the modulus");
            let high = |a: u64, b: u64| ((u128::from(a) * u128::from(b)) >> 64) as u64;
            // For every factor.
            let most = (u128::from(x.high) * u128::from(p.low - 1)) >> 64;
            let multiple = high(x.word.wrapping_mul(inverse.word), p.word);
            let multiple = interval(multiple, 0, u128::from(p.low) - 1);
            difference(interval(high(x.word, w.word), 0, most), multiple, p)
        })
    }
}

/// Computes `w x - (floor(w' x/B) - off) p`: `w' > w B/p - 1`, so below `p (1 + x/B)` and `off p` more, for every
/// factor.
fn product<const BITS: u32>(x: Interval, w: [Interval; 2], negative: Interval, off: u128) -> Interval {
    let beta = 1u128 << BITS;
    let below = |x: Interval| u128::from(x.high) < beta;
    assert!(below(x) && below(w[0]) && below(w[1]), "a factor of {BITS} bits: {x:?}");
    let p = beta - u128::from(negative.low);
    let high = (p + ((p * u128::from(x.high)) >> BITS) + 1).min(2 * p - 1);
    let [factor, quotient] = w.map(|w| u128::from(w.word));
    let quotient = (quotient * u128::from(x.word)) >> BITS;
    let quotient = quotient.saturating_sub(u128::from(x.word % 3).min(off));
    let rest = factor * u128::from(x.word) - quotient * p;
    interval(rest as u64, 0, high + off * p)
}

/// Computes `a - b`, plus `p` where that is negative.
fn difference(a: Interval, b: Interval, p: Interval) -> Interval {
    let ([_, al, ah], [_, bl, bh], [m, ..]) = (a.wide(), b.wide(), p.wide());
    assert!(al + m >= bh && ah < bl + m, "{a:?} - {b:?} out of range");
    let word = if a.word < b.word { a.word.wrapping_add(p.word) } else { a.word };
    interval(word.wrapping_sub(b.word), 0, m - 1)
}

impl<const L: usize> Carrying<L> for Ranged<64> {
    memory!();

    fn plus(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, |a, b| {
            let ([x, al, ah], [y, bl, bh]) = (a.wide(), b.wide());
            let word = if x + y < WORD { x + y } else { x + y - WORD + E };
            if ah + bh < WORD {
                return interval(word as u64, al + bl, ah + bh);
            }
            // A sum that carries is at most this; one that does not is any word.
            let _ = interval(0, 0, ah + bh - WORD + E);
            interval(word as u64, 0, WORD - 1)
        })
    }
    fn minus(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, |a, b| {
            let ([x, al, ah], [y, bl, bh]) = (a.wide(), b.wide());
            let word = if x >= y { x - y } else { x + WORD - y - E };
            if al >= bh {
                return interval(word as u64, al - bh, ah - bl);
            }
            // After a borrow, `E` is subtracted once more.
            assert!(al + WORD >= bh + E, "{a:?} - {b:?} borrows twice");
            interval(word as u64, 0, WORD - 1)
        })
    }
    fn halves(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, |a, b| {
            let ([x, _, ah], [y, _, bh]) = (a.wide(), b.wide());
            interval(((x & E) * (y & E)) as u64, 0, ah.min(E) * bh.min(E))
        })
    }
    fn full(self, a: V<L>, b: V<L>) -> [V<L>; 2] {
        let words = |a: Interval, b: Interval| u128::from(a.word) * u128::from(b.word);
        let low = each(a, b, |a, b| interval(words(a, b) as u64, 0, WORD - 1));
        let high = each(a, b, |a, b| {
            // For every factor, which is a residue.
            assert!(u128::from(b.high) < P);
            interval((words(a, b) >> 64) as u64, 0, (u128::from(a.high) * (P - 1)) >> 64)
        });
        [low, high]
    }
    fn left<const K: u32>(self, x: V<L>) -> V<L> {
        x.map(|x| interval(x.word << K, 0, WORD - (1 << K)))
    }
    fn right<const K: u32>(self, x: V<L>) -> V<L> {
        x.map(|x| Interval { word: x.word >> K, low: x.low >> K, high: x.high >> K })
    }
    fn canonical(self, x: V<L>) -> V<L> {
        x.map(|x| match x.wide() {
            [.., high] if high < P || !self.reduces => x,
            [word, ..] => interval((word % P) as u64, 0, P - 1),
        })
    }
}
