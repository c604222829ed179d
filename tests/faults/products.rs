//! Wrong products: ten thousand faults, of every kind that a broken transform, carry or copy would make, and every one is caught.
//!
//! The faults are seeded; the primes, points and polynomials of the checks are new at every call.

use ringfft::{
    Error, Result,
    algebra::Module,
    arith::Seed,
    integer::{self, SpecialModulus},
    poly::{self, gf2},
    rings::Modular,
};
use ringfft_testing::Random;
use std::collections::BTreeMap;

/// The primes that products of integers are computed modulo: three or four short ones, three long ones, and those with roots of two.
const PRIMES: [u64; 10] = [
    0x3_fff3_0000_0001,
    0x3_ffed_0000_0001,
    0x3_ffeb_0000_0001,
    0x3_ffc1_0000_0001,
    0x3fff_c000_0000_0001,
    0x3fff_be00_0000_0001,
    0x3fff_8400_0000_0001,
    0x0_afbd_8d80_0001,
    0x2_836e_e680_0001,
    0x2_84e6_e700_0001,
];

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fault {
    OneBit,
    SomeBits,
    SwappedLimbs,
    ShiftedDigit,
    ShiftedTail,
    LostCarry,
    CarryTooMany,
    LostLimb,
    /// A multiple of one of the primes at a random limb.
    OnePrime(usize),
    /// A multiple of two of them.
    TwoPrimes(usize),
    /// A multiple of all three: a wrong wrap of the Chinese remainder theorem.
    AllPrimes,
}

const FAULTS: [Fault; 22] = [
    Fault::OneBit,
    Fault::SomeBits,
    Fault::SwappedLimbs,
    Fault::ShiftedDigit,
    Fault::ShiftedTail,
    Fault::LostCarry,
    Fault::CarryTooMany,
    Fault::LostLimb,
    Fault::OnePrime(0),
    Fault::OnePrime(1),
    Fault::OnePrime(2),
    Fault::OnePrime(3),
    Fault::OnePrime(4),
    Fault::OnePrime(5),
    Fault::OnePrime(6),
    Fault::OnePrime(7),
    Fault::OnePrime(8),
    Fault::OnePrime(9),
    Fault::TwoPrimes(0),
    Fault::TwoPrimes(1),
    Fault::TwoPrimes(2),
    Fault::AllPrimes,
];

fn limbs(random: &mut Random, n: usize) -> Vec<u64> {
    (0..n).map(|_| random.bits()).collect()
}

/// `x + y B^at`, in as many limbs as it takes.
fn add_at(x: &mut Vec<u64>, y: &[u64], at: usize) {
    x.resize(x.len().max(at + y.len()) + 1, 0);
    let mut carry = 0u128;
    for (i, limb) in x[at..].iter_mut().enumerate() {
        carry += u128::from(*limb) + u128::from(y.get(i).copied().unwrap_or(0));
        *limb = carry as u64;
        carry >>= 64;
    }
}

/// `x - y B^at`, which may not be negative: then the sum.
fn sub_at(x: &mut Vec<u64>, y: &[u64], at: usize) {
    let before = x.clone();
    let mut borrow = 0i128;
    for (i, limb) in x[at..].iter_mut().enumerate() {
        borrow += i128::from(*limb) - i128::from(y.get(i).copied().unwrap_or(0));
        *limb = borrow as u64;
        borrow >>= 64;
    }
    if borrow < 0 {
        *x = before;
        add_at(x, y, at);
    }
}

/// A wrong list of limbs.
fn spoil(random: &mut Random, fault: Fault, right: &[u64]) -> Vec<u64> {
    loop {
        let mut x = right.to_vec();
        let [at, other] = [(); 2].map(|()| random.below(x.len()));
        let few = limbs(random, 1 + other % 2);
        let multiple = |primes: &[u64]| {
            primes.iter().fold(few.clone(), |product, &prime| integer::multiply(&product, &[prime]).unwrap())
        };
        match fault {
            Fault::OneBit => x[at] ^= 1 << random.below(64),
            Fault::SomeBits => (0..2 + random.below(6)).for_each(|_| {
                let at = random.below(x.len());
                x[at] ^= 1 << random.below(64);
            }),
            Fault::SwappedLimbs => x.swap(at, other),
            Fault::ShiftedDigit => x[at] = x[at] << (1 + other % 63) | x[at] >> (63 - other % 63),
            Fault::ShiftedTail => {
                x.insert(at, if other % 2 == 0 { 0 } else { x[at] });
                x.pop();
            }
            Fault::LostCarry => sub_at(&mut x, &[1], at),
            Fault::CarryTooMany => add_at(&mut x, &[1 + (other % 3) as u64], at),
            Fault::LostLimb => x[at] = 0,
            Fault::OnePrime(i) => add_at(&mut x, &multiple(&PRIMES[i..=i]), at),
            Fault::TwoPrimes(i) => sub_at(&mut x, &multiple(&[PRIMES[i], PRIMES[(i + 1) % 3]]), at),
            Fault::AllPrimes => add_at(&mut x, &multiple(&PRIMES[other % 2 * 7..][..3]), at),
        }
        let longer = x.len().max(right.len());
        let [mut x_long, mut right] = [x.clone(), right.to_vec()];
        x_long.resize(longer, 0);
        right.resize(longer, 0);
        if x_long != right {
            return x;
        }
    }
}

fn caught(verdict: Result<()>) -> bool {
    matches!(verdict, Err(Error::Verification { .. }))
}

/// Spoils `right` by each kind of fault in turn, `times` of all; `check` must catch every one.
fn inject(
    counts: &mut BTreeMap<Fault, u32>,
    random: &mut Random,
    right: &[u64],
    times: usize,
    check: impl Fn(&[u64]) -> Result<()>,
) {
    check(right).unwrap();
    for fault in FAULTS.into_iter().cycle().take(times * 3 / 2) {
        let wrong = spoil(random, fault, right);
        assert!(caught(check(&wrong)), "{fault:?} in {} limbs was not caught", right.len());
        *counts.entry(fault).or_default() += 1;
    }
}

#[test]
fn ten_thousand_faults_in_integers() {
    let (mut random, mut counts) = (Random::new(42), BTreeMap::new());
    for (m, n, times) in [(1, 1, 900), (3, 7, 1800), (40, 40, 1800), (5, 300, 1800), (200, 150, 900), (1500, 1400, 450)]
    {
        let (a, b) = (limbs(&mut random, m), limbs(&mut random, n));
        let product = integer::multiply(&a, &b).unwrap();
        inject(&mut counts, &mut random, &product, times, |c| integer::verify_product(&a, &b, c, Seed::System));
    }
    for (n, times) in [(2, 450), (60, 450), (900, 150)] {
        let a = limbs(&mut random, n);
        let square = integer::square(&a).unwrap();
        inject(&mut counts, &mut random, &square, times, |c| integer::verify_product(&a, &a, c, Seed::System));
    }
    // Digits that carry all the way, and factors beside powers of the base.
    for a in [vec![u64::MAX; 30], [vec![0; 20], vec![1]].concat()] {
        let product = integer::multiply(&a, &a).unwrap();
        inject(&mut counts, &mut random, &product, 450, |c| integer::verify_product(&a, &a, c, Seed::System));
    }
    for (modulus, times) in [
        (SpecialModulus::MinusOne(64 * 32), 300),
        (SpecialModulus::MinusOne(1999), 300),
        (SpecialModulus::PlusOne(1999), 300),
        (SpecialModulus::PlusOne(64 * 20), 300),
    ] {
        let (a, b) = (limbs(&mut random, 33), limbs(&mut random, 30));
        let product = integer::multiply_modulo(&a, &b, modulus).unwrap();
        let check = |c: &[u64]| integer::verify_product_modulo(&a, &b, c, modulus, Seed::System);
        inject(&mut counts, &mut random, &product, times, check);
    }
    // The longest special product goes through a cyclic transform.
    let (a, b) = (limbs(&mut random, 2048), limbs(&mut random, 2000));
    let modulus = SpecialModulus::MinusOne(64 << 11);
    let product = integer::multiply_modulo(&a, &b, modulus).unwrap();
    let check = |c: &[u64]| integer::verify_product_modulo(&a, &b, c, modulus, Seed::System);
    inject(&mut counts, &mut random, &product, 15, check);

    // One between powers of two, through digits with weights.
    let (a, b) = (limbs(&mut random, 7812), limbs(&mut random, 7800));
    let modulus = SpecialModulus::MinusOne(500_009);
    let product = integer::multiply_modulo(&a, &b, modulus).unwrap();
    let check = |c: &[u64]| integer::verify_product_modulo(&a, &b, c, modulus, Seed::System);
    inject(&mut counts, &mut random, &product, 15, check);

    let total: u32 = counts.values().sum();
    println!("{total} faults caught: {counts:?}");
    assert!(total >= 10_000 && counts.values().all(|&count| count >= 600), "{total}: {counts:?}");
}

/// The prime that a check named as the one that told.
fn told(verdict: Result<()>) -> u64 {
    let Err(Error::Verification { what }) = verdict else { panic!("{verdict:?}") };
    let digits: String = what.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap()
}

/// An error made of the very primes that one run draws passes that run again, if its seed is fixed; new primes catch it.
#[test]
fn errors_made_for_known_primes_are_caught_by_new_ones() {
    let mut random = Random::new(7);
    let (a, b) = (limbs(&mut random, 30), limbs(&mut random, 20));
    let product = integer::multiply(&a, &b).unwrap();
    let wrong = |error: &[u64], at: usize| {
        let mut wrong = product.clone();
        add_at(&mut wrong, error, at);
        wrong
    };
    for turn in 0..50 {
        let fixed = Seed::Fixed(turn);
        let check = |c: &[u64], seed| integer::verify_product(&a, &b, c, seed);
        let first = told(check(&wrong(&[1], 3), fixed));
        let second = told(check(&wrong(&[first], 3), fixed));
        assert_ne!(first, second, "both rounds of the check took one prime");
        let both = wrong(&integer::multiply(&[first], &[second]).unwrap(), turn as usize);
        check(&both, fixed).expect("a fixed seed takes the same primes again");
        assert!(caught(check(&both, Seed::System)));
        // The primes of one run with the system's randomness are not those of the next.
        let seen = told(check(&wrong(&[1], 0), Seed::System));
        for at in 0..20 {
            assert!(caught(check(&wrong(&[seen], at), Seed::System)));
        }
    }
}

#[test]
fn faults_in_polynomials_over_words() {
    let (mut random, mut total) = (Random::new(43), 0);
    // Word rings of every width that the kernels know, the primes of the convolution itself, and a modulus of two factors.
    let fifty = ringfft::arith::find_primes(50, 2, 1)[0];
    let moduli = [998_244_353, fifty, PRIMES[0], 0xffff_ffff_0000_0001, 4_294_967_291 * 4_294_967_279];
    for modulus in moduli {
        let ring = Modular::new(modulus).unwrap();
        for (m, n) in [(1, 1), (6, 9), (50, 3), (200, 200)] {
            let (a, b) = [m, n].map(|n| limbs(&mut random, n).iter().map(|x| x % modulus).collect::<Vec<_>>()).into();
            let product = poly::multiply(&ring, &a, &b).unwrap();
            let check = |c: &[u64]| poly::verify_product_at_random(&ring, &a, &b, c, Seed::System);
            check(&product).unwrap();
            for turn in 0..90 {
                let mut wrong = product.clone();
                let [i, j] = [(); 2].map(|()| random.below(wrong.len()));
                match turn % 9 {
                    0 => ring.add_assign(&mut wrong[i], &1),
                    1 => ring.sub_assign(&mut wrong[i], &1),
                    2 => wrong.swap(i, j),
                    3 => wrong.rotate_left(1),
                    4 => wrong[i] = 0,
                    5 => wrong[i] = (wrong[i] ^ 1 << random.below(64)) % modulus,
                    6 => ring.add_assign(&mut wrong[i], &(PRIMES[j % 3] % modulus)),
                    7 => ring.add_assign(&mut wrong[i], &ring_power(&ring, PRIMES[j % 3], 3)),
                    _ => wrong.push(1 + random.bits() % (modulus - 1)),
                }
                if wrong != product {
                    assert!(caught(check(&wrong)), "fault {turn} modulo {modulus} was not caught");
                    total += 1;
                }
            }
        }
    }
    println!("{total} faults in polynomials caught");
    assert!(total > 1400, "{total}");
}

fn ring_power(ring: &Modular, x: u64, exponent: u64) -> u64 {
    ringfft::algebra::Ring::pow(ring, &(x % ring.modulus()), exponent)
}

/// An error with roots at the points of one run passes that run again; new points catch it.
#[test]
fn errors_made_for_known_points_are_caught_by_new_ones() {
    let ring = Modular::new(0xffff_ffff_0000_0001).unwrap();
    let (a, b) = (vec![3; 40], vec![5; 30]);
    let product = poly::multiply(&ring, &a, &b).unwrap();
    for turn in 0..50 {
        let point = poly::random_point(&ring, Seed::Fixed(turn));
        let mut wrong = product.clone();
        // (x - point) x^turn.
        ring.add_assign(&mut wrong[turn as usize + 1], &1);
        ring.sub_assign(&mut wrong[turn as usize], &point);
        poly::verify_product(&ring, &a, &b, &wrong, &point).expect("a known point");
        assert!(caught(poly::verify_product(&ring, &a, &b, &wrong, &poly::random_point(&ring, Seed::System))));
        for seed in [Seed::Fixed(turn), Seed::System] {
            assert!(caught(poly::verify_product_at_random(&ring, &a, &b, &wrong, seed)), "one point is not enough");
        }
    }
    let small = Modular::new(17).unwrap();
    let refused = poly::verify_product_at_random(&small, &[1; 5], &[1; 5], &[1; 9], Seed::System);
    assert!(matches!(refused, Err(Error::Unsupported { .. })), "{refused:?}");
}

#[test]
fn faults_in_polynomials_over_bits() {
    let (mut random, mut total) = (Random::new(44), 0);
    let bits = FAULTS[..5].iter().chain(&FAULTS[7..8]);
    for (m, n) in [(1, 1), (3, 8), (40, 2), (300, 280)] {
        let (a, b) = (limbs(&mut random, m), limbs(&mut random, n));
        let product = gf2::multiply(&a, &b).unwrap();
        gf2::verify_product(&a, &b, &product, Seed::System).unwrap();
        gf2::verify_product(&b, &a, &[&product[..], &[0, 0]].concat(), Seed::Fixed(1)).unwrap();
        for fault in bits.clone().cycle().take(300) {
            let wrong = spoil(&mut random, *fault, &product);
            assert!(caught(gf2::verify_product(&a, &b, &wrong, Seed::System)), "{fault:?} was not caught");
            total += 1;
        }
        // A multiple of the modulus of one run.
        let mut wrong = product.clone();
        wrong[0] ^= 1;
        let Err(Error::Verification { what }) = gf2::verify_product(&a, &b, &wrong, Seed::Fixed(3)) else { panic!() };
        let digits = what.split("0x").nth(1).unwrap().split(':').next().unwrap();
        wrong[0] = product[0] ^ u64::from_str_radix(digits, 16).unwrap();
        assert!(caught(gf2::verify_product(&a, &b, &wrong, Seed::System)));
        assert!(caught(gf2::verify_product(&a, &b, &wrong, Seed::Fixed(3))), "both rounds took one modulus");
    }
    gf2::verify_product(&[], &[3], &[0, 0], Seed::System).unwrap();
    assert!(caught(gf2::verify_product(&[], &[3], &[0, 4], Seed::System)));
    println!("{total} faults in polynomials over GF(2) caught");
    assert_eq!(total, 1200);
}
