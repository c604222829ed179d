//! Words with a sign: the kernel's own text over short words exhaustively.

use super::{
    Residues,
    signed::{Nearest, Signed},
    words::Words,
};
use crate::{kernel::packed::Portable, rings::Modular};

/// Numbers of this many bits, one at a time.
#[derive(Clone, Copy, Debug)]
struct Short<const BITS: u32>;

impl<const BITS: u32> Words<1> for Short<BITS> {
    type Token = Portable;
    type V = i64;
    type Block = i64;
    const BITS: u32 = BITS;

    fn token(self) -> Portable {
        Portable
    }
    fn load(self, x: &i64) -> i64 {
        *x
    }
    fn store(self, x: &mut i64, v: i64) {
        *x = v;
    }
    fn row(self, x: &[u64; 1]) -> i64 {
        Words::<1>::splat(self, x[0])
    }
    fn transpose(self, v: [i64; 1]) -> [i64; 1] {
        v
    }
    fn split(self, _: i64) -> [i64; 2] {
        unreachable!("words with a sign")
    }
    fn shoup(self, _: i64, _: [i64; 2], _: i64) -> i64 {
        unreachable!("words with a sign")
    }
    fn difference(self, _: i64, _: i64, _: i64) -> i64 {
        unreachable!("words with a sign")
    }
    fn montgomery(self, _: i64, _: [i64; 2], _: i64) -> i64 {
        unreachable!("words with a sign")
    }
    fn splat(self, x: u64) -> i64 {
        x as i64
    }
    fn add(self, a: i64, b: i64) -> i64 {
        a + b
    }
    fn sub(self, a: i64, b: i64) -> i64 {
        a - b
    }
    fn trim(self, x: i64, m: i64) -> i64 {
        if x < m { x } else { x - m }
    }
    fn any_from(self, x: i64, m: i64) -> bool {
        x >= m
    }
    fn greater(self, a: i64, b: i64) -> i64 {
        a.max(b)
    }
}

impl<const BITS: u32> Signed<1> for Short<BITS> {
    fn raise(self, x: i64, p: i64) -> i64 {
        assert!((-2 * p..0).contains(&x));
        if x < -p { x + p } else { x }
    }
    fn lower(self, x: i64, p: i64) -> i64 {
        assert!((-p..p).contains(&x));
        if x >= 0 { x - p } else { x }
    }
    fn nearest(self, x: i64, w: [i64; 2], p: i64) -> i64 {
        let (digit, fits) = (BITS / 2, |x: i64, bits: u32| {
            assert!((-1 << (bits - 1)..1 << (bits - 1)).contains(&x), "{x} is no number of {bits} bits");
            x
        });
        let half = 1 << (digit - 1);
        let high = fits(fits(x + half, BITS) >> digit, digit);
        let low = fits(x - (high << digit), digit);
        let (above, below) = (fits(w[1] >> 32, digit), fits(i64::from(w[1] as i32), digit));
        let inner = fits(fits(high * below + half - 1, BITS) + low * above, BITS);
        let quotient = high * above + (inner >> digit);
        let rest = x * w[0] - quotient * p;
        assert!(-p < rest && rest < p, "{x} {w:?} modulo {p}: {rest}");
        rest
    }
}

/// Checks every product and sum of residues, and every word that enters.
fn exhaustive<const BITS: u32>(p: u64) {
    let ring = Nearest::new::<1>(Short::<BITS>, Modular::new(p).unwrap(), [1, p - 1, 2]);
    let p = p as i64;
    for w in 0..p as u64 {
        let factor = Residues::<1>::splat(ring, &ring.prepare(w));
        for x in -p..0 {
            let product = ring.mul(x, factor);
            assert!((-p..0).contains(&product) && (product - w as i64 * x) % p == 0, "{w} {x} modulo {p}");
        }
    }
    for a in -p..0 {
        for b in -p..0 {
            let (sum, difference) = ring.butterfly(a, b);
            assert!((-p..0).contains(&sum) && (sum - a - b) % p == 0);
            assert!((-p..0).contains(&difference) && (difference - a + b) % p == 0);
        }
        assert_eq!(ring.canonical(a), a + p);
    }
    for x in 0..1 << BITS {
        let entered = ring.enter(x);
        assert!((-p..0).contains(&entered) && (entered - x) % p == 0, "{x} entering modulo {p}");
    }
}

#[inline]
pub(crate) fn short_signed_words_exhaustively() {
    for p in (65..=127).step_by(2) {
        exhaustive::<8>(p);
    }
    for p in [1025, 1537, 2039, 2047] {
        exhaustive::<12>(p);
    }
}
