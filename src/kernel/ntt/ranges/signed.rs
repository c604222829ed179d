//! Words with a sign whose ranges are known, in any number of lanes.

use super::{
    super::{signed::Signed, words::Words},
    interval::Tracked,
};
use crate::kernel::packed::Portable;
use crate::lists::from_fn;

const WORD: i128 = 1 << 64;

/// A number, and all numbers from `low` to `high` that its word may stand for; the next step fixes the sign.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Between {
    word: i128,
    low: i128,
    high: i128,
}

#[track_caller]
fn between(word: i128, low: i128, high: i128) -> Between {
    assert!(low <= word && word <= high, "{word} is not between {low} and {high}");
    assert!(high - low < WORD && low >= -WORD && high < WORD, "{low} to {high} leaves its word");
    Between { word, low, high }
}

impl Tracked for Between {
    fn up_to(word: u64, most: u64) -> Self {
        between(word.into(), 0, most.into())
    }
    fn is_below(&self, bound: u128) -> bool {
        self.low >= 0 && self.high < bound as i128
    }
    fn word(&self) -> u64 {
        self.word as u64
    }
}

/// Vectors of such numbers, of words of 64 bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranged;

type V<const L: usize> = [Between; L];

fn each<const L: usize>(a: V<L>, b: V<L>, f: impl Fn(Between, Between) -> Between) -> V<L> {
    from_fn(|l| f(a[l], b[l]))
}

impl<const L: usize> Words<L> for Ranged {
    type Token = Portable;
    type V = V<L>;
    type Block = V<L>;
    const BITS: u32 = 64;

    fn token(self) -> Portable {
        Portable
    }
    fn splat(self, x: u64) -> V<L> {
        [between(x.into(), x.into(), x.into()); L]
    }
    fn load(self, x: &V<L>) -> V<L> {
        *x
    }
    fn store(self, x: &mut V<L>, v: V<L>) {
        *x = v;
    }
    fn row(self, x: &[u64; L]) -> V<L> {
        x.map(|x| between(x.into(), x.into(), x.into()))
    }
    fn add(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, |a, b| between(a.word + b.word, a.low + b.low, a.high + b.high))
    }
    fn sub(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, |a, b| between(a.word - b.word, a.low - b.high, a.high - b.low))
    }
    fn trim(self, x: V<L>, m: V<L>) -> V<L> {
        each(x, m, |x, m| {
            assert!(x.low >= 0 && x.high < WORD && x.high < 2 * m.low, "{x:?} against {m:?}");
            let word = if x.word < m.word { x.word } else { x.word - m.word };
            if x.high < m.low { x } else { between(word, 0, m.low - 1) }
        })
    }
    fn any_from(self, x: V<L>, m: V<L>) -> bool {
        (0..L).any(|l| x[l].high >= m[l].low)
    }
    fn greater(self, a: V<L>, b: V<L>) -> V<L> {
        each(a, b, |a, b| between(a.word.max(b.word), a.low.max(b.low), a.high.max(b.high)))
    }
    fn transpose(self, v: [V<L>; L]) -> [V<L>; L] {
        from_fn(|j| from_fn(|l| v[l][j]))
    }
    fn split(self, _: V<L>) -> [V<L>; 2] {
        unreachable!("words with a sign")
    }
    fn shoup(self, _: V<L>, _: [V<L>; 2], _: V<L>) -> V<L> {
        unreachable!("words with a sign")
    }
    fn difference(self, _: V<L>, _: V<L>, _: V<L>) -> V<L> {
        unreachable!("words with a sign")
    }
    fn montgomery(self, _: V<L>, _: [V<L>; 2], _: V<L>) -> V<L> {
        unreachable!("words with a sign")
    }
}

impl<const L: usize> Signed<L> for Ranged {
    fn raise(self, x: V<L>, p: V<L>) -> V<L> {
        each(x, p, |x, p| {
            assert!(-2 * p.low <= x.low && x.high < 0, "{x:?} raised");
            between(if x.word < -p.word { x.word + p.word } else { x.word }, -p.low, -1)
        })
    }
    fn lower(self, x: V<L>, p: V<L>) -> V<L> {
        each(x, p, |x, p| {
            assert!(-p.low <= x.low && x.high < p.low, "{x:?} lowered");
            between(if x.word >= 0 { x.word - p.word } else { x.word }, -p.low, -1)
        })
    }
    fn nearest(self, x: V<L>, w: [V<L>; 2], p: V<L>) -> V<L> {
        from_fn(|l| {
            let (x, p, factor, digits) = (x[l], p[l], w[0][l].word as i64, w[1][l].word as u64);
            assert!(-p.low <= x.low && x.high < 0 && x.low >= -WORD / 2, "{x:?} times a factor");
            let half = 1i128 << 31;
            let above = (x.word + half) >> 32;
            let below = x.word - (above << 32);
            let (high, low) = (i128::from(digits as i64 >> 32), i128::from(digits as i32));
            let inner = above * low + below * high + half - 1;
            assert!(above >= -half && i64::try_from(inner).is_ok(), "digits of 32 bits");
            // Between -p and p, for every factor.
            between(x.word * i128::from(factor) - (above * high + (inner >> 32)) * p.word, 1 - p.low, p.low - 1)
        })
    }
}
