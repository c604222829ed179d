//! Eight lanes of limbs whose ranges are known.

use super::super::{
    LANES,
    limbs::LIMBS,
    multiply::Multiply,
    words::{Bound, MASK, Memory, Words},
};
use crate::kernel::packed::Portable;
use crate::lists::from_fn;

/// A value: four limbs in `[0, 2^52)` and an uppermost one with a sign, so that the order is that of lists from the end.
type Value = [i64; LIMBS];

pub(super) fn normal(x: [i128; LIMBS]) -> Value {
    let (mut value, mut carry) = ([0; LIMBS], 0);
    for i in 0..LIMBS {
        let sum = x[i] + carry;
        (value[i], carry) = if i + 1 < LIMBS { ((sum as u64 & MASK) as i64, sum >> 52) } else { (sum as i64, 0) };
        assert!(i + 1 < LIMBS || i128::from(value[i]) == sum, "a value of five limbs");
    }
    value
}

pub(super) fn plus(a: Value, b: Value) -> Value {
    normal(from_fn(|i| i128::from(a[i]) + i128::from(b[i])))
}

fn minus(a: Value, b: Value) -> Value {
    normal(from_fn(|i| i128::from(a[i]) - i128::from(b[i])))
}

pub(super) fn at_most(a: &Value, b: &Value) -> bool {
    a.iter().rev().le(b.iter().rev())
}

/// Returns the least and the greatest value within a bound.
fn within(p: &[u64; LIMBS], bound: Bound) -> [Value; 2] {
    let mut high = from_fn(|i| i128::from(p[i]) * i128::from(bound.primes));
    if bound.bits > 0 {
        high[bound.bits as usize / 52 - bound.bits as usize / 260] += 1 << (bound.bits % 52 + bound.bits / 260 * 52);
    }
    high[0] -= 1;
    [[0; LIMBS], normal(high)]
}

/// One lane: a word, the interval of its possible words, and the interval of its element's values, if known.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Limb {
    pub(super) word: u64,
    low: i128,
    high: i128,
    value: Option<[Value; 2]>,
}

impl Memory for Limb {
    const ZERO: Limb = Limb { word: 0, low: 0, high: 0, value: None };
}

/// Returns a word with its interval, without a sign where the interval reaches beyond signed words.
#[track_caller]
fn limb(word: u64, low: i128, high: i128) -> Limb {
    let number = if high > i128::from(i64::MAX) { i128::from(word) } else { i128::from(word as i64) };
    assert!(low <= number && number <= high, "{number} is not between {low} and {high}");
    Limb { word, low, high, value: None }
}

/// Returns a signed word with its interval; panics where that leaves signed words.
#[track_caller]
fn signed(word: u64, low: i128, high: i128) -> Limb {
    assert!(low >= i128::from(i64::MIN) && high <= i128::from(i64::MAX), "{low} to {high} leaves its word");
    limb(word, low, high)
}

impl Limb {
    fn known(x: u64) -> Limb {
        Limb { value: (x == 0).then_some([[0; LIMBS]; 2]), ..limb(x, x.into(), x.into()) }
    }

    /// Returns this word with the interval of all words of this many bits.
    pub(super) fn any(x: u64, bits: u32) -> Limb {
        limb(x, 0, (1 << bits) - 1)
    }

    /// Returns the low 52 bits, which a product reads.
    fn low_bits(self) -> Limb {
        if self.low >= 0 && self.high <= i128::from(MASK) { self } else { Limb::any(self.word & MASK, 52) }
    }
}

/// Eight lanes of words with their ranges.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Ranged;

type V = [Limb; LANES];

#[track_caller]
fn each(f: impl Fn(usize) -> Limb) -> V {
    from_fn(f)
}

/// Returns the value that limbs stand for, of which those below the uppermost are whole or right in their low bits alone.
fn number(x: &[V; LIMBS], lane: usize, whole: bool) -> Value {
    normal(from_fn(|i| {
        let limb = x[i][lane].word;
        if whole || i + 1 == LIMBS { i128::from(limb as i64) } else { i128::from(limb & MASK) }
    }))
}

/// Returns the interval of the value of a lane, if all limbs agree.
fn values(x: &[V; LIMBS], lane: usize) -> Option<[Value; 2]> {
    let first = x[0][lane].value;
    if x.iter().all(|v| v[lane].value == first) { first } else { None }
}

impl Words for Ranged {
    type Token = Portable;
    type V = V;
    type Word = Limb;

    fn token(self) -> Portable {
        Portable
    }
    fn splat(self, x: u64) -> V {
        [Limb::known(x); LANES]
    }
    fn constant(self, x: &[u64; LIMBS], i: usize) -> V {
        let value = normal(x.map(i128::from));
        self.splat(x[i]).map(|limb| Limb { value: Some([value; 2]), ..limb })
    }
    fn factor(self, x: u64) -> V {
        [Limb::any(x, 52); LANES]
    }
    fn factors(self, x: &[u64; LANES]) -> V {
        x.map(|x| Limb::any(x, 52))
    }
    fn load(self, x: &V) -> V {
        *x
    }
    fn store(self, x: &mut V, v: V) {
        *x = v;
    }
    #[track_caller]
    fn add(self, a: V, b: V) -> V {
        each(|l| {
            let (a, b) = (a[l], b[l]);
            let value = a.value.zip(b.value).map(|(a, b)| [plus(a[0], b[0]), plus(a[1], b[1])]);
            Limb { value, ..signed(a.word.wrapping_add(b.word), a.low + b.low, a.high + b.high) }
        })
    }
    #[track_caller]
    fn sub(self, a: V, b: V) -> V {
        each(|l| {
            let (a, b) = (a[l], b[l]);
            let value = a.value.zip(b.value).map(|(a, b)| [minus(a[0], b[1]), minus(a[1], b[0])]);
            Limb { value, ..signed(a.word.wrapping_sub(b.word), a.low - b.high, a.high - b.low) }
        })
    }
    fn and(self, a: V, b: V) -> V {
        each(|l| {
            let (a, b) = (a[l], b[l]);
            assert!(b.low == b.high && b.low >= 0, "a mask");
            let kept = a.low >= 0 && a.high <= b.high && (b.high + 1).count_ones() == 1;
            let (low, high) = if kept { (a.low, a.high) } else { (0, b.high) };
            limb(a.word & b.word, low, high)
        })
    }
    fn or(self, a: V, b: V) -> V {
        each(|l| {
            let (a, b) = (a[l], b[l]);
            assert!(a.low >= 0 && b.low >= 0);
            limb(a.word | b.word, a.low.max(b.low), (a.high.max(b.high) as u128 + 1).next_power_of_two() as i128 - 1)
        })
    }
    fn right(self, a: V, count: u32) -> V {
        each(|l| {
            let a = a[l];
            assert!(a.low >= 0, "bits that move down are no sign");
            limb(a.word >> count, a.low >> count, a.high >> count)
        })
    }
    fn left(self, a: V, count: u32) -> V {
        // Bits of words: those that are moved out are meant to be.
        each(|l| limb(a[l].word << count, 0, u64::MAX.into()))
    }
    fn carry(self, a: V) -> V {
        each(|l| limb((a[l].word as i64 >> 52) as u64, a[l].low >> 52, a[l].high >> 52))
    }
    fn keep(self, sign: V, a: V) -> V {
        each(|l| limb(if sign[l].word >> 63 == 0 { a[l].word } else { 0 }, a[l].low.min(0), a[l].high.max(0)))
    }
    fn low(self, c: V, a: V, b: V) -> V {
        each(|l| {
            let (a, b, c) = (a[l].low_bits(), b[l].low_bits(), c[l]);
            let sum = c.word.wrapping_add(a.word.wrapping_mul(b.word) & MASK);
            signed(sum, c.low, c.high + (a.high * b.high).min(MASK.into()))
        })
    }
    fn high(self, c: V, a: V, b: V) -> V {
        each(|l| {
            let (a, b, c) = (a[l].low_bits(), b[l].low_bits(), c[l]);
            let product = (u128::from(a.word) * u128::from(b.word)) >> 52;
            let (low, high) = ((a.low * b.low) >> 52, (a.high * b.high) >> 52);
            signed(c.word.wrapping_add(product as u64), c.low + low, c.high + high)
        })
    }
    fn lookup(self, table: &[u64; LANES], index: V) -> V {
        each(|l| {
            let index = index[l];
            assert!(index.low >= 0 && index.high < 8, "an entry of a table");
            let reached = &table[index.low as usize..=index.high as usize];
            let (low, high) = (reached.iter().min().unwrap_or(&0), reached.iter().max().unwrap_or(&0));
            limb(table[index.word as usize], i128::from(*low), i128::from(*high))
        })
    }
    fn transpose(self, v: [V; LANES]) -> [V; LANES] {
        from_fn(|j| from_fn(|l| v[l][j]))
    }
    fn load_elements(self, x: &[[Limb; 4]; LANES]) -> [V; 4] {
        from_fn(|k| from_fn(|l| x[l][k]))
    }
    fn store_elements(self, x: &mut [[Limb; 4]; LANES], v: [V; 4]) {
        *x = from_fn(|l| from_fn(|k| v[k][l]));
    }

    #[track_caller]
    fn takes(self, x: &[V; LIMBS], p: &[u64; LIMBS], bound: Bound) {
        let [least, greatest] = within(p, bound);
        for l in 0..LANES {
            let Some([low, high]) = values(x, l) else { panic!("nothing is known of a value that must be in range") };
            assert!(at_most(&least, &low) && at_most(&high, &greatest), "a value out of range: {low:x?} to {high:x?}");
            let cut = |v: &V| v[l].low >= 0 && v[l].high <= i128::from(MASK);
            assert!(!bound.cut || x.iter().all(cut), "limbs that are cut");
        }
    }
    #[track_caller]
    fn leaves(self, mut x: [V; LIMBS], p: &[u64; LIMBS], bound: Bound) -> [V; LIMBS] {
        let [least, greatest] = within(p, bound);
        for l in 0..LANES {
            let value = number(&x, l, true);
            assert!(at_most(&least, &value) && at_most(&value, &greatest), "{value:x?} is not {bound:?}");
            x.iter_mut().for_each(|v| v[l].value = Some([least, greatest]));
        }
        x
    }
    fn same(self, before: [V; LIMBS], mut after: [V; LIMBS]) -> [V; LIMBS] {
        for l in 0..LANES {
            let (value, masked) = (number(&before, l, true), after[..4].iter().all(|v| v[l].high <= MASK.into()));
            let masked = masked && after[..4].iter().all(|v| v[l].low >= 0);
            assert_eq!(value, number(&after, l, false), "carries change no value");
            let known = values(&before, l);
            if let Some([low, high]) = known {
                // The uppermost limb is the value over 2^208, rounded down.
                let top = &mut after[LIMBS - 1][l];
                (top.low, top.high) = (top.low.max(low[4].into()), top.high.min(high[4].into()));
                *top = limb(top.word, top.low, top.high);
            }
            after.iter_mut().for_each(|v| v[l].value = known.filter(|_| masked));
        }
        after
    }
}

impl Multiply for Ranged {}
