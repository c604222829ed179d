use super::*;
use crate::{
    arith::{Random, Seed},
    integer::multiply,
};
use alloc::vec;

fn number(len: usize, random: &mut Random) -> Vec<u64> {
    (0..len)
        .map(|_| match random.word() % 4 {
            0 => u64::MAX,
            1 => 0,
            _ => random.word(),
        })
        .collect()
}

#[inline]
pub(crate) fn reciprocals_are_close_from_below() {
    let mut random = Random::new(Seed::Fixed(5));
    let multiplier = Multiplier::default();
    for len in (1..100).chain([167, 512, 1023]) {
        for kind in 0..4 {
            let mut d = match kind {
                0 => vec![0; len],
                1 => vec![u64::MAX; len],
                _ => number(len, &mut random),
            };
            d[len - 1] |= 1 << 63;
            let v = reciprocal(&d, &multiplier).unwrap();
            let mut product = multiplier.multiply(&v, &d).unwrap();
            // B^(2L) - V d is in [0, 3d).
            let mut bound = multiplier.multiply(&d, &[3]).unwrap();
            product.resize(2 * len + 1, 0);
            let mut rest = vec![0; 2 * len + 1];
            rest[2 * len] = 1;
            assert!(!sub_assign(&mut rest, &product), "{len}");
            bound.resize(2 * len + 1, 0);
            assert!(compare(&rest, &bound).is_lt(), "{len}");
        }
    }
}

#[inline]
pub(crate) fn quotients_and_remainders_belong_together() {
    let mut random = Random::new(Seed::Fixed(6));
    let multiplier = Multiplier::default();
    for len in (1..60).chain([200, 700]) {
        for _ in 0..6 {
            let mut d = number(len, &mut random);
            d[len - 1] |= random.word() >> (random.word() % 64) | 1;
            let divisor = Divisor::new(&d, &multiplier).unwrap();
            // The greatest and random dividends below B^L d.
            let q = number(len, &mut random);
            for q in [vec![u64::MAX; len], q, Vec::new()] {
                let mut x = multiplier.multiply(&q, &d).unwrap();
                x.resize(2 * len, 0);
                let mut r = d.clone();
                sub_assign(&mut r, &[1]);
                add_assign(&mut x, &r);
                let (quotient, remainder) = divisor.divide(&x, &multiplier).unwrap();
                assert_eq!(quotient, trimmed(&q));
                assert_eq!(remainder, trimmed(&r));
            }
        }
    }
}

/// Checks quotients much longer than the divisor, as long, and much shorter.
#[inline]
pub(crate) fn quotients_of_any_lengths() {
    let mut random = Random::new(Seed::Fixed(7));
    let lens = [1, 2, 3, SCHOOLBOOK, SCHOOLBOOK + 1, 150, 700];
    for (len, count) in lens.iter().flat_map(|&len| lens.map(|count| (len, count))) {
        for kind in 0..5 {
            let mut d = match kind {
                0 => vec![u64::MAX; len],
                // The least divisor of the length: the upper limbs alone are exact.
                1 => vec![0; len],
                // Upper limbs that estimate as badly as they can.
                2 => (0..len).map(|i| if 2 * i < len { u64::MAX } else { 0 }).collect(),
                _ => number(len, &mut random),
            };
            d[len - 1] |= if kind == 3 { 1 } else { 1 << 63 };
            for q in [vec![u64::MAX; count], number(count, &mut random), vec![1], Vec::new()] {
                let mut below = d.clone();
                sub_assign(&mut below, &[1]);
                for r in [below, Vec::new(), vec![u64::from(len > 1)]] {
                    let mut x = multiply(&q, &d).unwrap();
                    x.resize(len + count + 1, 0);
                    add_assign(&mut x, &r);
                    let (quotient, remainder) = divide(&x, &d).unwrap();
                    assert_eq!(quotient, trimmed(&q), "{len} {count} {kind}");
                    assert_eq!(remainder, trimmed(&r), "{len} {count} {kind}");
                }
            }
        }
    }
    assert!(matches!(divide(&[1], &[0, 0]), Err(Error::NotInvertible { .. })));
    assert!(matches!(divide(&[], &[]), Err(Error::NotInvertible { .. })));
    assert_eq!(divide(&[0], &[7, 0]).unwrap(), (Vec::new(), Vec::new()));
}
