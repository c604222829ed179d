//! Products of integers: every engine against the definition, reduction, checks and text.

use quickcheck::quickcheck;
use ringfft::{
    Error,
    arith::{Random, Seed},
    integer::{self, Engine, Multiplier, SpecialModulus},
    plan::Threads,
};

/// Row by row, apart from the library's.
fn schoolbook(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len() + b.len()];
    for (i, x) in a.iter().enumerate() {
        let mut carry = 0;
        for (j, y) in b.iter().enumerate() {
            let sum = u128::from(*x) * u128::from(*y) + u128::from(out[i + j]) + carry;
            out[i + j] = sum as u64;
            carry = sum >> 64;
        }
        out[i + b.len()] = carry as u64;
    }
    out
}

fn trimmed(x: &[u64]) -> Vec<u64> {
    let mut x = x.to_vec();
    while x.last() == Some(&0) {
        x.pop();
    }
    x
}

fn random(len: usize, seed: u64) -> Vec<u64> {
    let mut random = Random::new(Seed::Fixed(seed));
    (0..len).map(|_| random.word()).collect()
}

/// Random limbs, extreme ones, and long runs of both.
fn numbers(len: usize) -> [Vec<u64>; 4] {
    let mixed = random(len, 1).iter().map(|&x| [0, u64::MAX, x, x][x as usize % 4]).collect();
    let runs = random(len, 2).iter().enumerate().map(|(i, &x)| [0, u64::MAX, x][i / 7 % 3]).collect();
    [random(len, len as u64), vec![u64::MAX; len], mixed, runs]
}

const LENGTHS: [usize; 28] = [
    0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 29, 31, 32, 33, 61, 63, 64, 65, 129, 257, 500, 849, 850, 851, 1299, 1300, 1301,
];

#[test]
fn every_engine_equals_the_definition() {
    for i in LENGTHS {
        for j in LENGTHS.into_iter().filter(|&j| j >= i) {
            for (kind, a) in numbers(i).into_iter().enumerate() {
                let b = numbers(j)[(i + j) % 4].clone();
                let expected = schoolbook(&a, &b);
                // Floats make tables at every call.
                for engine in
                    Engine::ALL.iter().copied().filter(|&engine| engine != Engine::Floating || kind == (i + j) % 4)
                {
                    let multiplier = Multiplier::new().engine(engine);
                    assert_eq!(multiplier.multiply(&a, &b).unwrap(), trimmed(&expected), "{engine}: {i} by {j}");
                    let mut out = vec![7; i + j];
                    multiplier.multiply_into(&b, &a, &mut out).unwrap();
                    assert_eq!(out, expected, "{engine}: {j} by {i}");
                }
            }
        }
        for a in numbers(i) {
            for &engine in Engine::ALL {
                let multiplier = Multiplier::new().engine(engine);
                assert_eq!(multiplier.square(&a).unwrap(), trimmed(&schoolbook(&a, &a)), "{engine}: {i} squared");
                let mut out = vec![7; 2 * i];
                multiplier.square_into(&a, &mut out).unwrap();
                assert_eq!(out, schoolbook(&a, &a));
            }
        }
    }
}

#[test]
fn unbalanced() {
    for (i, j) in [(1, 1000), (5, 5000), (30, 30_000), (45, 1001), (600, 6001)] {
        let (a, b) = (numbers(i)[2].clone(), numbers(j)[3].clone());
        let expected = trimmed(&schoolbook(&a, &b));
        for &engine in Engine::ALL {
            let multiplier = Multiplier::new().engine(engine);
            assert_eq!(multiplier.multiply(&a, &b).unwrap(), expected, "{engine}: {i} by {j}");
            assert_eq!(multiplier.multiply(&b, &a).unwrap(), expected, "{engine}: {j} by {i}");
        }
    }
}

/// By slices of the long factor, and by factors that are kept.
#[test]
fn slices_and_prepared_factors() {
    for (i, j) in [(130, 20_000), (520, 9_001), (1000, 40_000), (3, 700), (0, 5)] {
        let (a, b) = (numbers(i)[3].clone(), numbers(j)[2].clone());
        let expected = schoolbook(&a, &b);
        for threads in [Threads::AtMost(1), Threads::AtMost(2)] {
            let multiplier = Multiplier::new().engine(Engine::Primes).threads(threads);
            let mut out = vec![7; i + j];
            multiplier.multiply_into(&b, &a, &mut out).unwrap();
            assert!(out == expected, "{i} by {j}");
            for other in [0, 1, i, 2 * i + 1, j] {
                let factor = multiplier.prepare(&a, other).unwrap();
                assert_eq!(factor.factor(), trimmed(&a));
                assert!(factor.multiply(&b).unwrap() == trimmed(&expected), "{i} by {j}, prepared for {other}");
                assert!(factor.multiply(&b[..j / 50]).unwrap() == trimmed(&schoolbook(&a, &b[..j / 50])));
                assert!(matches!(factor.multiply_into(&b, &mut [0; 3]), Err(Error::SliceLength { .. })));
            }
        }
    }
}

#[test]
fn all_ones_at_lengths_around_those_of_transforms() {
    // (2^s - 1)(2^t - 1) = 2^(s+t) - 2^s - 2^t + 1.
    let lengths = [
        80, 159, 160, 161, 319, 321, 511, 512, 513, 767, 768, 769, 1023, 1024, 1025, 5000, 12_288, 12_289, 16_384,
        40_000,
    ];
    for n in lengths {
        for m in [n, n + 1, n / 2 + 1] {
            let product = integer::multiply(&vec![u64::MAX; n], &vec![u64::MAX; m]).unwrap();
            let (s, t) = (n.min(m), n.max(m));
            let limb = |i: usize| match i {
                0 => 1,
                i if i < s => 0,
                i if i < t => u64::MAX,
                i if i == t => u64::MAX - 1,
                _ => u64::MAX,
            };
            let limb = |i: usize| if s == t && i == s { u64::MAX - 1 } else { limb(i) };
            assert_eq!(product.len(), n + m);
            assert!(product.iter().enumerate().all(|(i, &x)| x == limb(i)), "{n} by {m}");
        }
    }
}

#[test]
fn the_same_limbs_for_every_number_of_threads() {
    for len in [9000, 30_000, 50_000] {
        let (a, b) = (random(len, 1), random(len - 77, 2));
        let one = Multiplier::new().threads(Threads::AtMost(1));
        let (product, square) = (one.multiply(&a, &b).unwrap(), one.square(&a).unwrap());
        integer::verify_product(&a, &b, &product, Seed::System).unwrap();
        integer::verify_product(&a, &a, &square, Seed::System).unwrap();
        for threads in [Threads::Auto, Threads::AtMost(2), Threads::AtMost(5)] {
            let multiplier = Multiplier::new().threads(threads);
            assert!(multiplier.multiply(&a, &b).unwrap() == product);
            assert!(multiplier.square(&a).unwrap() == square);
        }
    }
}

#[test]
fn wrong_products_are_found() {
    for len in [1, 5, 8, 9, 16, 100, 3000] {
        let [a, b, ..] = numbers(len);
        let mut product = integer::multiply(&a, &b).unwrap();
        for seed in [Seed::System, Seed::Fixed(3)] {
            integer::verify_product(&a, &b, &product, seed).unwrap();
            for i in [0, product.len() / 2, product.len() - 1] {
                product[i] ^= 1 << (i % 64);
                assert!(matches!(integer::verify_product(&a, &b, &product, seed), Err(Error::Verification { .. })));
                product[i] ^= 1 << (i % 64);
            }
            product.push(1);
            assert!(integer::verify_product(&a, &b, &product, seed).is_err());
            product.pop();
        }
    }
    integer::verify_product(&[], &[3], &[0, 0], Seed::System).unwrap();
}

/// The residue by long division in bits.
fn residue_by_bits(x: &[u64], modulus: u128) -> Vec<u64> {
    let bits = x.iter().rev().flat_map(|limb| (0..64).rev().map(move |i| limb >> i & 1));
    let r = bits.fold(0u128, |r, bit| (r * 2 + u128::from(bit)) % modulus);
    trimmed(&[r as u64, (r >> 64) as u64])
}

#[test]
fn special_moduli() {
    for n in [1, 2, 3, 31, 63, 64, 65, 100, 120] {
        for (modulus, m) in
            [(SpecialModulus::MinusOne(n), (1u128 << n) - 1), (SpecialModulus::PlusOne(n), (1u128 << n) + 1)]
        {
            for len in [0, 1, 2, 3, 40] {
                for a in numbers(len) {
                    assert_eq!(modulus.residue(&a).unwrap(), residue_by_bits(&a, m), "{modulus} of {a:x?}");
                    let b = numbers(len + 1)[1].clone();
                    let product = integer::multiply_modulo(&a, &b, modulus).unwrap();
                    assert_eq!(product, residue_by_bits(&schoolbook(&a, &b), m));
                }
            }
            for (x, r) in [(m, 0), (m - 1, m - 1), (1 << n, (1u128 << n) % m)] {
                let r = trimmed(&[r as u64, (r >> 64) as u64]);
                assert_eq!(modulus.residue(&[x as u64, (x >> 64) as u64]).unwrap(), r, "{modulus}");
            }
        }
    }
    for n in [64 * 1024, 64 * 1024 + 1, 100_000] {
        let (a, b) = (random(1600, 8), random(1700, 9));
        for modulus in [SpecialModulus::MinusOne(n), SpecialModulus::PlusOne(n)] {
            for b in [&a, &b] {
                let product = modulus.residue(&integer::multiply(&a, b).unwrap()).unwrap();
                let direct = integer::multiply_modulo(&a, b, modulus).unwrap();
                assert_eq!(product, direct, "{modulus}");
            }
        }
    }
    // 2^N = -1, whose square is 1.
    let minus_one = [vec![0; 1024], vec![1]].concat();
    let multiplier = Multiplier::default();
    let modulus = SpecialModulus::PlusOne(65_536);
    assert_eq!(modulus.residue(&minus_one).unwrap(), minus_one);
    assert_eq!(multiplier.multiply_modulo(&minus_one, &minus_one, modulus).unwrap(), [1]);
    // 2^N - 2 = -1 modulo 2^N - 1, through the cyclic transform.
    let minus_one = [vec![u64::MAX - 1], vec![u64::MAX; 1023]].concat();
    let modulus = SpecialModulus::MinusOne(65_536);
    assert_eq!(multiplier.multiply_modulo(&minus_one, &minus_one.clone(), modulus).unwrap(), [1]);
    assert!(SpecialModulus::MinusOne(0).residue(&[1]).is_err());
    assert_eq!("2^127-1".parse::<SpecialModulus>().unwrap(), SpecialModulus::MinusOne(127));
    assert_eq!("2^64+1".parse::<SpecialModulus>().unwrap().to_string(), "2^64+1");
    for text in ["", "2^-1", "2^0+1", "2^5", "3^5-1", "2^+5-1", "2^99999999999999999999-1"] {
        assert!(matches!(text.parse::<SpecialModulus>(), Err(Error::Parse { .. })), "{text}");
    }
}

#[test]
fn text() {
    assert_eq!(integer::to_decimal(&[]).unwrap(), "0");
    assert_eq!(integer::to_hexadecimal(&[0, 0]).unwrap(), "0");
    assert!(integer::from_decimal("000").unwrap().is_empty());
    assert_eq!(integer::to_decimal(&[0, 1]).unwrap(), "18446744073709551616");
    assert_eq!(integer::from_decimal("0018446744073709551616").unwrap(), [0, 1]);
    assert_eq!(integer::to_hexadecimal(&[0xabc, 0x1]).unwrap(), "10000000000000abc");
    assert_eq!(integer::from_hexadecimal("0010000000000000ABc").unwrap(), [0xabc, 0x1]);
    for text in ["", "-1", "1_000", "0x12", " 1", "12a", "1e5", "\u{661}"] {
        assert!(matches!(integer::from_decimal(text), Err(Error::Parse { .. })), "{text}");
    }
    for text in ["", "-1", "0x12", "g"] {
        assert!(matches!(integer::from_hexadecimal(text), Err(Error::Parse { .. })), "{text}");
    }
    // Powers of ten and their neighbours, around the lengths at which numbers are halved.
    for digits in (1..60).chain([607, 608, 609, 1215, 1216, 1217, 2431, 2432, 2433, 9728, 9729, 20_000]) {
        let power = format!("1{}", "0".repeat(digits));
        let limbs = integer::from_decimal(&power).unwrap();
        assert_eq!(integer::to_decimal(&limbs).unwrap(), power);
        let nines = "9".repeat(digits);
        let mut below = integer::from_decimal(&nines).unwrap();
        assert_eq!(integer::to_decimal(&below).unwrap(), nines);
        let limb = below.iter_mut().find_map(|limb| limb.checked_add(1).map(|sum| *limb = sum));
        assert!(limb.is_some());
        let lowest = limbs.iter().position(|&limb| limb != 0).unwrap();
        assert_eq!(trimmed(&below)[lowest..], limbs[lowest..]);
    }
    for len in (0..100).chain([500, 1500, 6000]) {
        for a in numbers(len) {
            let decimal = integer::to_decimal(&a).unwrap();
            assert!(decimal == "0" || !decimal.starts_with('0'));
            assert_eq!(integer::from_decimal(&decimal).unwrap(), trimmed(&a), "{len}");
            assert_eq!(integer::from_hexadecimal(&integer::to_hexadecimal(&a).unwrap()).unwrap(), trimmed(&a));
        }
    }
}

#[test]
fn refusals() {
    assert!(matches!(integer::multiply_into(&[1], &[1], &mut [0; 3]), Err(Error::SliceLength { expected: 2, .. })));
    assert!(matches!("fast".parse::<Engine>(), Err(Error::Parse { .. })));
    assert_eq!("primes".parse::<Engine>().unwrap(), Engine::Primes);
}

quickcheck! {
    fn products(a: Vec<u64>, b: Vec<u64>) -> bool {
        let product = integer::multiply(&a, &b).unwrap();
        product == trimmed(&schoolbook(&a, &b)) && integer::verify_product(&a, &b, &product, Seed::System).is_ok()
    }

    fn texts(a: Vec<u64>) -> bool {
        integer::from_decimal(&integer::to_decimal(&a).unwrap()).unwrap() == trimmed(&a)
    }
}

#[cfg(feature = "num-bigint")]
mod bigint {
    use num_bigint::{BigInt, BigUint};
    use ringfft::integer::{self, BigProduct};

    fn big(limbs: &[u64]) -> BigUint {
        BigUint::new(limbs.iter().flat_map(|limb| [*limb as u32, (limb >> 32) as u32]).collect())
    }

    #[test]
    fn agrees_with_num_bigint() {
        for (i, j) in [(0, 1), (1, 1), (27, 28), (300, 400), (500, 501), (1000, 2000), (5, 4000)] {
            for (a, b) in super::numbers(i).iter().zip(super::numbers(j)) {
                let (x, y) = (big(a), big(&b));
                let product = x.fast_product(&y).unwrap();
                assert_eq!(product, &x * &y);
                assert_eq!(x.fast_square().unwrap(), &x * &x);
                assert_eq!(integer::to_decimal(a).unwrap(), x.to_string());
                assert_eq!(integer::to_hexadecimal(a).unwrap(), format!("{x:x}"));
                let (x, y) = (-BigInt::from(x), BigInt::from(y));
                assert_eq!(x.fast_product(&y).unwrap(), &x * &y);
                assert_eq!(x.fast_square().unwrap(), &x * &x);
            }
        }
    }
}
