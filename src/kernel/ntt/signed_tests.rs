//! Words with a sign: the kernel's own text over intervals, and over short words exhaustively.

use super::{
    Residues,
    ranges::{Known, bounded},
    signed::{Nearest, Signed},
    tests::primes,
    words::Words,
};
use crate::{kernel::packed::Portable, rings::Modular};

/// All numbers from `.0` to `.1`, as a word stands for them whose sign the next step knows.
#[derive(Clone, Copy, Debug)]
struct Between(i128, i128);

const WORD: i128 = 1 << 64;

impl Known for Between {
    fn up_to(high: u128) -> Self {
        Between(0, high as i128)
    }
    fn is_canonical(self, p: u128) -> bool {
        self.0 >= 0 && self.1 < p as i128
    }
}

#[derive(Clone, Copy, Debug)]
struct Bounds;

/// Numbers of so many bits, one at a time.
#[derive(Clone, Copy, Debug)]
struct Short<const BITS: u32>;

macro_rules! words {
    ([$($b:ident)?] $name:ty, $v:ty, $bits:expr; $($method:item)*) => {
        impl<$(const $b: u32)?> Words<1> for $name {
            type Token = Portable;
            type V = $v;
            type Block = $v;
            const BITS: u32 = $bits;

            fn token(self) -> Portable {
                Portable
            }
            fn load(self, x: &$v) -> $v {
                *x
            }
            fn store(self, x: &mut $v, v: $v) {
                *x = v;
            }
            fn row(self, x: &[u64; 1]) -> $v {
                Words::<1>::splat(self, x[0])
            }
            fn transpose(self, v: [$v; 1]) -> [$v; 1] {
                v
            }
            fn split(self, _: $v) -> [$v; 2] {
                unreachable!("words with a sign")
            }
            fn shoup(self, _: $v, _: [$v; 2], _: $v) -> $v {
                unreachable!("words with a sign")
            }
            fn difference(self, _: $v, _: $v, _: $v) -> $v {
                unreachable!("words with a sign")
            }
            fn montgomery(self, _: $v, _: [$v; 2], _: $v) -> $v {
                unreachable!("words with a sign")
            }
            $($method)*
        }
    };
}

words! { [] Bounds, Between, 64;
    fn splat(self, x: u64) -> Between {
        Between(x.into(), x.into())
    }
    fn add(self, a: Between, b: Between) -> Between {
        Between(a.0 + b.0, a.1 + b.1)
    }
    fn sub(self, a: Between, b: Between) -> Between {
        Between(a.0 - b.1, a.1 - b.0)
    }
    fn trim(self, x: Between, m: Between) -> Between {
        assert!(x.0 >= 0 && x.1 < WORD && x.1 < 2 * m.0, "{x:?} against {m:?}");
        if x.1 < m.0 { x } else { Between(0, m.0 - 1) }
    }
    fn any_from(self, x: Between, m: Between) -> bool {
        x.1 >= m.0
    }
    fn greater(self, a: Between, b: Between) -> Between {
        Between(a.0.max(b.0), a.1.max(b.1))
    }
}

impl Signed<1> for Bounds {
    fn raise(self, x: Between, p: Between) -> Between {
        assert!(-2 * p.0 <= x.0 && x.1 < 0, "{x:?} raised");
        Between(-p.0, -1)
    }
    fn lower(self, x: Between, p: Between) -> Between {
        assert!(-p.0 <= x.0 && x.1 < p.0, "{x:?} lowered");
        Between(-p.0, -1)
    }
    fn nearest(self, x: Between, _: [Between; 2], p: Between) -> Between {
        assert!(-p.0 <= x.0 && x.1 < 0 && x.0 >= -WORD / 2, "{x:?} times a factor");
        Between(1 - p.0, p.0 - 1)
    }
}

words! { [BITS] Short<BITS>, i64, BITS;
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

#[inline]
pub(crate) fn no_signed_value_leaves_its_word() {
    for p in primes().into_iter().filter(|p| p >> 62 == 1) {
        let ring = Modular::new(p).unwrap();
        for entering in [u128::from(p) - 1, u128::from(u64::MAX)] {
            bounded(|r| Nearest::new::<1>(Bounds, ring, r), &ring, entering);
        }
    }
}

/// Every product and sum of residues, and every word that enters.
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
