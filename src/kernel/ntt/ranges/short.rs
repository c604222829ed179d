//! Lazy residues over short words, all of them.

use super::super::{Residues, lazy::Lazy, words::Words};
use crate::{kernel::packed::Portable, rings::Modular};

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

/// Checks every product, sum and reduction of free and tight values.
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
