//! Scales and cosets in the tables of the kernels, against the textbook, for every class of modulus.

use crate::{in_pool, residues};
use ringfft::{
    inside::require,
    order::Order,
    plan::{Accelerated, Algorithm, Isa, Plan, Scale, Threads},
    rings::{BabyBear, Goldilocks, M31, Modular, Modular32, native},
};

/// The kernels of a ring on every instruction set against its textbook on words.
fn check<M>(ring: &M, element: impl Fn(u64) -> M::Element, algorithm: Option<Algorithm>, cosets: bool)
where
    M: Accelerated<Scalars = M, Element: PartialEq>,
{
    let text = ring.name();
    for len in (1..=12).map(|k| 1usize << k) {
        let values: Vec<M::Element> = residues(len as u64, u64::MAX, len).into_iter().map(&element).collect();
        for order in [Order::Natural, Order::BitReversed] {
            let book = match (algorithm, order) {
                (Some(algorithm), _) => algorithm,
                (None, Order::Natural) => Algorithm::Stockham,
                (None, _) => Algorithm::TwistedRadix4,
            };
            for (case, scale) in [Scale::INVERSE, Scale::NONE, Scale::FORWARD].into_iter().enumerate() {
                let shift = (cosets && (case + len.trailing_zeros() as usize) % 2 == 1).then(|| element(54_321));
                let plan = |algorithm: Option<Algorithm>, isa, threads| {
                    let mut builder = Plan::builder(ring.clone(), len).order(order).scale(scale).isa(isa);
                    if let Some(algorithm) = algorithm {
                        builder = builder.algorithm(algorithm);
                    }
                    if let Some(shift) = &shift {
                        builder = builder.coset(shift.clone());
                    }
                    builder.threads(Threads::AtMost(threads)).build()
                };
                let words = plan(Some(book), Isa::Scalar, 1).unwrap();
                let [mut there, mut back] = [values.clone(), values.clone()];
                words.forward(&mut there).unwrap();
                words.inverse(&mut back).unwrap();
                for (isa, threads) in [(Isa::Auto, 1), (Isa::Auto, 3), (Isa::Avx2, 1), (Isa::Scalar, 1)] {
                    let Ok(plan) = plan(algorithm, isa, threads) else {
                        assert!(isa == Isa::Avx2, "{text}: {len} on {isa}");
                        require::has("avx2", isa.is_available());
                        continue;
                    };
                    let what = || format!("{text}: {len}, {order}, {scale}, {isa}, coset {}", shift.is_some());
                    let mut x = values.clone();
                    plan.forward(&mut x).unwrap();
                    assert!(x == there, "{}", what());
                    let mut x = values.clone();
                    plan.inverse(&mut x).unwrap();
                    assert!(x == back, "back, {}", what());
                }
            }
        }
    }
}

#[test]
fn scales_of_words_of_64_bits() {
    in_pool(|| {
        // Of every class of modulus, p - 1 a multiple of 2^13.
        for bits in [31, 50, 51, 62, 63, 64] {
            let modulus = greatest_prime_below(bits);
            let ring = Modular::new(modulus).unwrap();
            check(&ring, |x| x % modulus, None, true);
            check(&ring, |x| x % modulus, Some(Algorithm::Negacyclic), false);
        }
        check(&native::<Goldilocks>(), Goldilocks::new, None, true);
        check(&native::<Goldilocks>(), Goldilocks::new, Some(Algorithm::Negacyclic), false);
    });
}

#[test]
fn scales_of_words_of_32_bits() {
    in_pool(|| {
        for bits in [30, 31, 32] {
            let modulus = greatest_prime_below(bits);
            let ring = Modular32::new(modulus).unwrap();
            check(&ring, |x| (x % modulus) as u32, None, true);
            check(&ring, |x| (x % modulus) as u32, Some(Algorithm::Negacyclic), false);
        }
        check(&native::<BabyBear>(), BabyBear::from, None, true);
        check(&native::<BabyBear>(), BabyBear::from, Some(Algorithm::Negacyclic), true);
        check(&native::<M31>(), M31::from, Some(Algorithm::Circle), false);
    });
}

/// Words that are not reduced count as their residues.
#[test]
fn words_that_are_not_reduced() {
    for bits in [12, 30, 31, 32] {
        let modulus = if bits == 12 { 12_289 } else { greatest_prime_below(bits) };
        let ring = Modular32::new(modulus).unwrap();
        for len in [64, 256, 1024] {
            let values: Vec<u32> = residues(3, 1 << 32, len).into_iter().map(|x| x as u32).collect();
            let reduced: Vec<u32> = values.iter().map(|&x| ring.element(x.into())).collect();
            for order in [Order::Natural, Order::BitReversed] {
                let plan = Plan::builder(ring, len).order(order).build().unwrap();
                let [mut x, mut y] = [values.clone(), reduced.clone()];
                plan.forward(&mut x).unwrap();
                plan.forward(&mut y).unwrap();
                assert_eq!(x, y, "modulo {modulus}, length {len}");
                let [mut x, mut y] = [values.clone(), reduced.clone()];
                plan.inverse(&mut x).unwrap();
                plan.inverse(&mut y).unwrap();
                assert_eq!(x, y, "back, modulo {modulus}, length {len}");
            }
        }
    }
}

/// Long enough to be shared out: the same values on one thread and on three, there and back.
#[test]
fn threads_compute_the_same() {
    fn check<M: Accelerated<Scalars = M, Element: PartialEq>>(ring: &M, element: impl Fn(u64) -> M::Element) {
        for (len, order) in [(1 << 16, Order::Natural), (1 << 17, Order::BitReversed), (1 << 17, Order::Natural)] {
            let values: Vec<M::Element> = residues(9, u64::MAX, len).into_iter().map(&element).collect();
            let plan = |threads| {
                Plan::builder(ring.clone(), len).order(order).threads(Threads::AtMost(threads)).build().unwrap()
            };
            let [mut one, mut three] = [values.clone(), values.clone()];
            plan(1).forward(&mut one).unwrap();
            plan(3).forward(&mut three).unwrap();
            assert!(one == three, "{}: {len}, {order}", ring.name());
            plan(3).inverse(&mut three).unwrap();
            assert!(three == values, "{}: back, {len}, {order}", ring.name());
        }
    }
    in_pool(|| {
        check(&native::<BabyBear>(), BabyBear::from);
        check(&native::<Goldilocks>(), Goldilocks::new);
        check(&Modular::new(greatest_prime(50, 18)).unwrap(), |x| x >> 15);
    });
}

fn greatest_prime_below(bits: u32) -> u64 {
    greatest_prime(bits, 13)
}

/// The greatest prime of so many bits that leaves 1 modulo `2^order`.
fn greatest_prime(bits: u32, order: u32) -> u64 {
    let step = 1u128 << order;
    let top = ((1u128 << bits) - 1) / step;
    (0..top)
        .map(|k| ((top - k) * step + 1) as u64)
        .find(|&p| u128::from(p) < 1 << bits && ringfft::arith::is_prime(p))
        .unwrap()
}
