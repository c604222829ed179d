//! No value leaves `[0, 2^260)` and no difference is negative: bounds of the network, level by level, with the constants of
//! each extreme prime; and no limb leaves its word: the text of the arithmetic over intervals.

use super::{
    LANES,
    field::{Field, Limbs},
    limbs::{LIMBS, PRECISE, Prime, ROUGH, Twiddle, add, carried, cut, multiply, settle, subtract, to_words},
    product::montgomery,
    tests::PRIMES,
    words::{MASK, Words},
};
use crate::kernel::packed::Portable;

/// An upper bound of values that are not negative; the uppermost limb may be longer than 52 bits.
type Bound = Limbs;

fn plus(a: Bound, b: Bound) -> Bound {
    let mut x = a;
    let mut carry = 0;
    for i in 0..LIMBS {
        let sum = a[i] + b[i] + carry;
        (x[i], carry) = if i + 1 < LIMBS { (sum & MASK, sum >> 52) } else { (sum, 0) };
    }
    assert!(x[4] <= MASK, "below 2^260");
    x
}

fn at_most(a: &Bound, b: &Bound) -> bool {
    a.iter().rev().le(b.iter().rev())
}

fn larger(a: Bound, b: Bound) -> Bound {
    if at_most(&a, &b) { b } else { a }
}

/// A bound of `x + bias - y`, where the bias is not below `y`.
fn minus(x: Bound, y: Bound, bias: &Limbs) -> Bound {
    assert!(at_most(&y, bias), "no difference is negative");
    plus(x, *bias)
}

fn times(x: Bound, n: u64) -> Bound {
    (1..n).fold(x, |sum, _| plus(sum, x))
}

#[inline]
pub(crate) fn values_stay_in_range() {
    for (prime, _) in PRIMES {
        let prime = Field::new(&prime).unwrap().prime();
        let (p, bias) = (prime.p, &prime.bias);
        let power = |bit: u32| [0, 0, 0, 0, 1 << (bit - 208)];
        let (rough, precise, settled) = (times(p, 11), times(p, 2), plus(power(257), p));
        // What a table of multiples leaves: j 2^257 and less than 2^257 more, less the greatest multiple of p up to j 2^257.
        for j in 0..8 {
            let multiple = core::array::from_fn(|i| prime.multiples.0[i][j]);
            assert!(at_most(&multiple, &power(257).map(|x| x * j as u64)));
            assert!(j == 0 || at_most(&power(257).map(|x| x * j as u64), &plus(multiple, p)));
        }
        // Forward: from words, then from anything.
        let words = power(256);
        let (a, c) = (plus(words, words), minus(words, words, &bias.product));
        let (b, d) = (a, rough);
        for x in [plus(a, b), minus(a, b, &bias.product), plus(c, d), minus(c, d, &bias.product)] {
            assert!(x[4] <= MASK);
        }
        let (b, a) = (minus(settled, rough, &bias.product), minus(settled, rough, &bias.product));
        let _ = (b, minus(a, rough, &bias.product));
        // Across the lanes, forward.
        let (mut first, mut other) = (settled, precise);
        for level in &bias.eight {
            (first, other) = (larger(plus(first, other), minus(first, other, level)), minus(other, other, level));
        }
        // Across the lanes, inverse: words, and what a product leaves is less.
        let mut all = words;
        for level in &bias.words {
            assert!(at_most(&precise, &all));
            all = minus(all, all, level);
        }
        // Inverse passes: what they leave is what they take.
        let taken = larger(rough, plus(settled, settled));
        let _ = (plus(taken, taken), minus(taken, taken, &bias.sums), minus(settled, settled, &bias.settled));
        let _ = (plus(rough, rough), minus(rough, rough, &bias.product));
        // The last pass without factors.
        let last = larger(plus(settled, rough), minus(settled, rough, &bias.product));
        // A product of values: what is below 11 p over 16, and p; then a word's worth more.
        let product = plus(rough.map(|limb| limb / 16), plus(p, p));
        let _ = plus(product, words);
        // The last reduction: at least 8 halvings leave less than 2 p.
        for x in [taken, last, plus(rough, rough)] {
            assert!(x[4] >> 8 < p[4]);
        }
    }
}

/// Bounds of a signed word in every lane.
#[derive(Clone, Copy, Debug)]
struct Range;

type V = (i128, i128);

fn checked(v: V) -> V {
    assert!(v.0 <= v.1 && v.0 >= i128::from(i64::MIN) && v.1 <= i128::from(i64::MAX), "{v:?}");
    v
}

fn low_bits(v: V) -> V {
    if v.0 >= 0 && v.1 <= i128::from(MASK) { v } else { (0, i128::from(MASK)) }
}

impl Words for Range {
    type Token = Portable;
    type V = V;

    fn token(self) -> Portable {
        Portable
    }
    fn splat(self, x: u64) -> V {
        (i128::from(x), i128::from(x))
    }
    fn load(self, x: &[u64; LANES]) -> V {
        (i128::from(x[0]), i128::from(x[0]))
    }
    fn store(self, _: &mut [u64; LANES], _: V) {}
    fn add(self, a: V, b: V) -> V {
        checked((a.0 + b.0, a.1 + b.1))
    }
    fn sub(self, a: V, b: V) -> V {
        checked((a.0 - b.1, a.1 - b.0))
    }
    fn and(self, a: V, b: V) -> V {
        assert!(b.0 == b.1 && b.0 >= 0);
        if a.0 >= 0 && a.1 <= b.1 && (b.1 + 1).count_ones() == 1 { a } else { (0, b.1) }
    }
    fn or(self, a: V, b: V) -> V {
        assert!(a.0 >= 0 && b.0 >= 0);
        (a.0.max(b.0), (a.1.max(b.1) as u128 + 1).next_power_of_two() as i128 - 1)
    }
    fn right(self, a: V, count: u32) -> V {
        assert!(a.0 >= 0, "bits that move down are no sign");
        (a.0 >> count, a.1 >> count)
    }
    fn left(self, _: V, _: u32) -> V {
        // Bits of words: what is moved out is meant to be.
        (0, i128::from(u64::MAX))
    }
    fn carry(self, a: V) -> V {
        (a.0 >> 52, a.1 >> 52)
    }
    fn keep(self, _: V, a: V) -> V {
        (a.0.min(0), a.1.max(0))
    }
    fn low(self, c: V, a: V, b: V) -> V {
        let (a, b) = (low_bits(a), low_bits(b));
        checked((c.0, c.1 + (a.1 * b.1).min(i128::from(MASK))))
    }
    fn high(self, c: V, a: V, b: V) -> V {
        let (a, b) = (low_bits(a), low_bits(b));
        checked((c.0 + ((a.0 * b.0) >> 52), c.1 + ((a.1 * b.1) >> 52)))
    }
    fn lookup(self, table: &[u64; LANES], index: V) -> V {
        assert!(index.0 >= 0 && index.1 < 8);
        (0, i128::from(table.iter().copied().max().unwrap_or(0)))
    }
    fn transpose(self, v: [V; LANES]) -> [V; LANES] {
        v
    }
    fn load_elements(self, _: &[[u64; 4]; LANES]) -> [V; 4] {
        [(0, i128::from(u64::MAX)); 4]
    }
    fn store_elements(self, _: &mut [[u64; 4]; LANES], _: [V; 4]) {}
}

/// A value in `[0, 2^260)` whose limbs have been propagated is `2^208` times the uppermost limb and less than that more: the
/// uppermost is below `2^52`, which limbs alone do not show.
fn in_range(x: [V; LIMBS]) -> [V; LIMBS] {
    let mut x = carried(Range, x);
    for limb in &mut x[..LIMBS - 1] {
        *limb = low_bits(*limb);
    }
    x[LIMBS - 1] = (0, i128::from(MASK));
    x
}

#[inline]
pub(crate) fn limbs_stay_in_words() {
    let w = Range;
    let all = Twiddle([MASK; LIMBS], [MASK; LIMBS]);
    let join = |a: [V; LIMBS], b: [V; LIMBS]| core::array::from_fn(|i| (a[i].0.min(b[i].0), a[i].1.max(b[i].1)));
    for (prime, _) in PRIMES {
        let prime: Prime = Field::new(&prime).unwrap().prime();
        let bias = &prime.bias;
        let product = |x: [V; LIMBS]| -> [V; LIMBS] {
            let x = in_range(x);
            let [rough] = multiply::<ROUGH, 1, _, _>(w, &prime, [x], [&all]);
            let [precise] = multiply::<PRECISE, 1, _, _>(w, &prime, [x], [&all]);
            join(rough, precise)
        };
        let settled = |x: [V; LIMBS]| settle(w, &prime, in_range(x));
        // Four sums in a row, more than there are between products or tables: two levels, or three across the lanes.
        let long = |mut x: [V; LIMBS], y: [V; LIMBS]| {
            for bias in [&bias.product, &bias.sums, &bias.words[2], &bias.eight[2]] {
                let z: [V; LIMBS] = join(x, y);
                x = join(add(w, z, z), subtract(w, z, z, bias));
            }
            x
        };
        let words: [V; LIMBS] = [(0, i128::from(MASK)); LIMBS];
        let mut x = long(words, words);
        // Products and tables leave the same whatever they take, so the bounds do not grow with the number of levels.
        for _ in 0..3 {
            let next = long(settled(x), product(x));
            let out = in_range(next);
            for words in [to_words::<false, _>(w, &prime, out, 0), to_words::<true, _>(w, &prime, out, 8)] {
                assert!(words.iter().all(|word| word.0 >= 0));
            }
            let _ = to_words::<true, _>(w, &prime, next, 32);
            x = join(next, x);
        }
        // Products of values: any values, the first cut after its own product, and a sum with a third.
        let [x] = multiply::<ROUGH, 1, _, _>(w, &prime, [in_range(words)], [&all]);
        let [x] = montgomery(w, &prime, [in_range(cut(w, x))], [words]);
        assert!(x.iter().all(|limb| limb.0 >= 0 && limb.1 < 1 << 57));
        let out = to_words::<false, _>(w, &prime, in_range(add(w, x, words)), 0);
        assert!(out.iter().all(|word| word.0 >= 0));
    }
}
