//! That no value leaves its word: the kernels' own text over intervals instead of numbers, and over short words exhaustively.

use super::{
    Residues, TwiddleMemory,
    full::Full,
    goldilocks::{Carrying, EIGHTH, Gold},
    lazy::Lazy,
    tests::primes,
    transform::{Points, Transform},
    words::Words,
};
use crate::{
    algebra::{Ring, Roots},
    arith,
    kernel::packed::Portable,
    rings::{Goldilocks, Modular},
};

/// All numbers from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Interval {
    low: u128,
    high: u128,
}

const WORD: u128 = 1 << 64;
const E: u128 = (1 << 32) - 1;
const P: u128 = WORD - E;

/// `low` to `high`, which must fit a word.
#[track_caller]
fn interval(low: u128, high: u128) -> Interval {
    assert!(low <= high && high < WORD, "{low} to {high} leaves its word");
    Interval { low, high }
}

/// Words of which intervals are known; products are modulo `2^BITS`.
#[derive(Clone, Copy, Debug)]
struct Bounds<const BITS: u32>;

impl<const BITS: u32> Words<1> for Bounds<BITS> {
    type Token = Portable;
    type V = Interval;
    type Block = Interval;
    const BITS: u32 = BITS;

    fn token(self) -> Portable {
        Portable
    }
    fn splat(self, x: u64) -> Interval {
        interval(x.into(), x.into())
    }
    fn load(self, x: &Interval) -> Interval {
        *x
    }
    fn store(self, x: &mut Interval, v: Interval) {
        *x = v;
    }
    fn row(self, x: &[u64; 1]) -> Interval {
        Words::<1>::splat(self, x[0])
    }
    #[track_caller]
    fn add(self, a: Interval, b: Interval) -> Interval {
        interval(a.low + b.low, a.high + b.high)
    }
    #[track_caller]
    fn sub(self, a: Interval, b: Interval) -> Interval {
        assert!(a.low >= b.high, "{a:?} - {b:?} may be negative");
        interval(a.low - b.high, a.high - b.low)
    }
    #[track_caller]
    fn trim(self, x: Interval, m: Interval) -> Interval {
        assert!(m.low == m.high && x.high < m.low + (1 << 63) && m.low <= x.low + (1 << 63), "{x:?} against {m:?}");
        match m.low {
            m if x.high < m => x,
            m if x.low >= m => interval(x.low - m, x.high - m),
            m => interval(0, (m - 1).max(x.high - m)),
        }
    }
    #[track_caller]
    fn shoup(self, x: Interval, w: [Interval; 2], negative: Interval) -> Interval {
        let beta = 1u128 << BITS;
        assert!(x.high < beta && w[0].high < beta && w[1].high < beta, "a factor of {BITS} bits: {x:?}");
        // w x - floor(w' x/B) p with w' > w B/p - 1: below p (1 + x/B).
        let p = beta - negative.low;
        let high = p + ((p * x.high) >> BITS) + 1;
        interval(0, high.min(2 * p - 1))
    }
    const ROUGH: bool = BITS == 64;
    #[track_caller]
    fn rough(self, x: Interval, w: [Interval; 2], negative: Interval) -> Interval {
        let p = (1u128 << BITS) - negative.low;
        let exact = self.shoup(x, w, negative);
        interval(0, exact.high + 2 * p)
    }
    fn any_from(self, x: Interval, m: Interval) -> bool {
        x.high >= m.low
    }
    fn greater(self, a: Interval, b: Interval) -> Interval {
        interval(a.low.max(b.low), a.high.max(b.high))
    }
    fn split(self, x: Interval) -> [Interval; 2] {
        [interval(0, x.high.min((1 << BITS) - 1)), interval(0, x.high >> BITS)]
    }
    #[track_caller]
    fn difference(self, a: Interval, b: Interval, p: Interval) -> Interval {
        assert!(a.low + p.low >= b.high && a.high < b.low + p.low, "{a:?} - {b:?} out of range");
        interval(0, p.low - 1)
    }
    #[track_caller]
    fn montgomery(self, x: Interval, w: [Interval; 2], p: Interval) -> Interval {
        let high = interval(0, (x.high * w[0].high) >> 64);
        Words::<1>::difference(self, high, interval(0, p.low - 1), p)
    }
    fn transpose(self, v: [Interval; 1]) -> [Interval; 1] {
        v
    }
}

impl Carrying<1> for Bounds<64> {
    type Token = Portable;
    type V = Interval;
    type Block = Interval;

    fn token(self) -> Portable {
        Portable
    }
    fn splat(self, x: u64) -> Interval {
        interval(x.into(), x.into())
    }
    fn load(self, x: &Interval) -> Interval {
        *x
    }
    fn store(self, x: &mut Interval, v: Interval) {
        *x = v;
    }
    fn row(self, x: &[u64; 1]) -> Interval {
        Carrying::<1>::splat(self, x[0])
    }
    #[track_caller]
    fn plus(self, a: Interval, b: Interval) -> Interval {
        let sum = a.high + b.high;
        if sum < WORD {
            return interval(a.low + b.low, sum);
        }
        // A sum that carries is at most this; one that does not is any word.
        let _ = interval(0, sum - WORD + E);
        interval(0, WORD - 1)
    }
    #[track_caller]
    fn minus(self, a: Interval, b: Interval) -> Interval {
        if a.low >= b.high {
            return interval(a.low - b.high, a.high - b.low);
        }
        // What borrows has e subtracted once more.
        assert!(a.low + WORD >= b.high + E, "{a:?} - {b:?} borrows twice");
        interval(0, WORD - 1)
    }
    fn halves(self, a: Interval, b: Interval) -> Interval {
        interval(0, a.high.min(E) * b.high.min(E))
    }
    fn full(self, a: Interval, b: Interval) -> [Interval; 2] {
        [interval(0, WORD - 1), interval(0, (a.high * b.high) >> 64)]
    }
    fn left<const K: u32>(self, _: Interval) -> Interval {
        interval(0, WORD - (1 << K))
    }
    fn right<const K: u32>(self, x: Interval) -> Interval {
        interval(x.low >> K, x.high >> K)
    }
    fn canonical(self, x: Interval) -> Interval {
        if x.high < P { x } else { interval(0, P - 1) }
    }
    fn transpose(self, v: [Interval; 1]) -> [Interval; 1] {
        v
    }
}

/// Numbers of which the extremes are known.
pub(super) trait Known: Copy + Send + Sync {
    /// All from 0 to `high`.
    fn up_to(high: u128) -> Self;
    fn is_canonical(self, p: u128) -> bool;
}

impl Known for Interval {
    fn up_to(high: u128) -> Self {
        interval(0, high)
    }
    fn is_canonical(self, p: u128) -> bool {
        self.high < p
    }
}

/// Forward and back from whatever words there are: canonical at both ends, and nothing between leaves its word.
pub(super) fn bounded<R: Residues<1, Block: Known, Scalar = u64>>(
    make: impl Fn([u64; 3]) -> R,
    ring: &Modular,
    entering: u128,
) {
    let p = u128::from(ring.modulus());
    let inverse = |w: u64| arith::inverse_mod(w, ring.modulus()).unwrap();
    for len in [2, 4, 8, 16, 32, 64, 512, 1024, 8192].into_iter().filter(|&len| ring.root(2 * len).is_ok()) {
        let psi = ring.root(2 * len).unwrap();
        let root = ring.pow(&psi, 2);
        let eighths = match len {
            2 => [1; 3],
            4 => [1, root, root],
            _ => [1, 2, 3].map(|k| ring.pow(&root, k * (len as u64 / 8))),
        };
        let ring = make(eighths);
        let shifts = [None, Some([psi, inverse(psi)])];
        for (shift, memory) in shifts.into_iter().zip([TwiddleMemory::Full, TwiddleMemory::Recomputed]) {
            let scale = inverse(len as u64);
            let points = Points { root: [root, inverse(root)], shift, forward: None, scale, memory };
            let transform = Transform::new(ring, len, &points, false);
            for (last, bound) in [(ring, p), (ring.unreduced(), 4 * p)] {
                let mut x = alloc::vec![R::Block::up_to(entering); len];
                transform.forward(last, &mut x);
                assert!(x.iter().all(|x| x.is_canonical(bound)), "not canonical, length {len}");
                x.fill(R::Block::up_to(entering));
                transform.inverse(last, &mut x);
                assert!(x.iter().all(|x| x.is_canonical(bound)), "not canonical, back, length {len}");
            }
        }
    }
}

#[inline]
pub(crate) fn no_value_leaves_its_word() {
    for p in primes() {
        let ring = Modular::new(p).unwrap();
        for entering in [u128::from(p) - 1, (2 * u128::from(p)).min(WORD) - 1, WORD - 1] {
            if p <= 1 << 50 {
                bounded(|r| Lazy::<_, true>::new::<1>(Bounds::<52>, ring, r), &ring, entering);
            }
            if p <= 1 << 51 {
                bounded(|r| Lazy::<_, false>::new::<1>(Bounds::<52>, ring, r), &ring, entering);
            }
            if p <= 1 << 62 {
                bounded(|r| Lazy::<_, true>::new::<1>(Bounds::<64>, ring, r), &ring, entering);
            }
            if p <= 1 << 63 {
                bounded(|r| Lazy::<_, false>::new::<1>(Bounds::<64>, ring, r), &ring, entering);
            } else {
                bounded(|r| Full::new(Bounds::<64>, ring, r), &ring, entering);
            }
        }
    }
    let ring = Modular::new(Goldilocks::PRIME).unwrap();
    bounded(|r| Gold::<_, false>::new(Bounds::<64>, r), &ring, WORD - 1);
    // Shifts whatever the root: bounds do not depend on it.
    bounded(|r| Gold::<_, true>::new(Bounds::<64>, [EIGHTH, r[1], r[2]]), &ring, WORD - 1);
}

#[inline]
pub(crate) fn a_prime_too_large_for_its_class_is_found() {
    let p = primes().into_iter().find(|&p| p > 1 << 50).unwrap();
    let ring = Modular::new(p).unwrap();
    let lazy = Lazy::<_, true>::of::<1>(Bounds::<52>, ring, [1; 3]);
    let found = std::panic::catch_unwind(|| bounded(|_| lazy, &ring, u128::from(p) - 1));
    assert!(
        found.is_err_and(|panic| panic
            .downcast_ref::<alloc::string::String>()
            .is_some_and(|text| text.contains("bits")))
    );
}

/// Words whose products are modulo `2^BITS`.
#[derive(Clone, Copy, Debug)]
struct Short<const BITS: u32>;

impl<const BITS: u32> Words<1> for Short<BITS> {
    type Token = Portable;
    type V = u64;
    type Block = [u64; 1];
    const BITS: u32 = BITS;

    fn token(self) -> Portable {
        Portable
    }
    fn splat(self, x: u64) -> u64 {
        x
    }
    fn load(self, x: &[u64; 1]) -> u64 {
        x[0]
    }
    fn store(self, x: &mut [u64; 1], v: u64) {
        x[0] = v;
    }
    fn row(self, x: &[u64; 1]) -> u64 {
        x[0]
    }
    fn add(self, a: u64, b: u64) -> u64 {
        a + b
    }
    fn sub(self, a: u64, b: u64) -> u64 {
        a - b
    }
    fn trim(self, x: u64, m: u64) -> u64 {
        if x < m { x } else { x - m }
    }
    fn shoup(self, x: u64, w: [u64; 2], negative: u64) -> u64 {
        assert!((x | w[0] | w[1]) >> BITS == 0);
        (w[0] * x + ((w[1] * x) >> BITS) * negative) % (1 << BITS)
    }
    const ROUGH: bool = true;
    // Every quotient that the contract allows: the factor's own digits choose.
    fn rough(self, x: u64, w: [u64; 2], negative: u64) -> u64 {
        assert!((x | w[0] | w[1]) >> BITS == 0);
        let quotient = ((w[1] * x) >> BITS).saturating_sub((x ^ w[0]) % 3);
        (w[0] * x + quotient * negative) % (1 << BITS)
    }
    fn any_from(self, x: u64, m: u64) -> bool {
        x >= m
    }
    fn greater(self, a: u64, b: u64) -> u64 {
        a.max(b)
    }
    fn split(self, x: u64) -> [u64; 2] {
        [x % (1 << BITS), x >> BITS]
    }
    fn difference(self, a: u64, b: u64, p: u64) -> u64 {
        if a < b { a + p - b } else { a - b }
    }
    fn montgomery(self, x: u64, w: [u64; 2], p: u64) -> u64 {
        let quotient = x * w[1] % (1 << BITS);
        Words::<1>::difference(self, (x * w[0]) >> BITS, (quotient * p) >> BITS, p)
    }
    fn transpose(self, v: [u64; 1]) -> [u64; 1] {
        v
    }
}

/// Every product, sum and reduction of free and tight values.
fn exhaustive<const BITS: u32, const FOUR: bool>(p: u64) {
    let modulus = Modular::new(p).unwrap();
    let ring = Lazy::<_, FOUR>::new::<1>(Short::<BITS>, modulus, [1, p - 1, 2 % p]);
    let (tight, free) = if FOUR { (2 * p, 4 * p) } else { (p, 2 * p) };
    for x in 0..free {
        assert_eq!(ring.canonical(x), x % p);
        let reduced = ring.reduce(x);
        assert!(reduced < tight && reduced % p == x % p);
        assert!(ring.rotate::<2>(x) < tight && (ring.rotate::<2>(x) + x).is_multiple_of(p));
    }
    for w in 0..p {
        let factor = ring.prepare(w);
        for x in 0..1 << BITS {
            let product = ring.mul(x, factor);
            assert!(product < tight && product % p == w * x % p, "{w} {x} modulo {p}");
        }
    }
    for a in 0..tight {
        for b in 0..tight {
            let (sum, difference) = ring.butterfly(a, b);
            assert!(sum < free && sum % p == (a + b) % p);
            assert!(difference < free && (difference + b) % p == a % p);
        }
    }
    for x in (0..1u64 << (BITS + 6)).step_by(7).chain([u64::MAX >> (64 - 2 * BITS)]) {
        let entered = ring.enter(x);
        assert!(entered < tight && entered % p == x % p, "{x} entering modulo {p}");
    }
}

#[inline]
pub(crate) fn short_words_exhaustively() {
    for p in (3..=64).step_by(2) {
        exhaustive::<8, true>(p);
    }
    for p in (3..=128).step_by(2) {
        exhaustive::<8, false>(p);
    }
    exhaustive::<12, true>(1021);
    exhaustive::<12, false>(1021);
    exhaustive::<12, false>(2039);
}
