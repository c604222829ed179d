//! Number theory on words: every public function at the edges of its arguments, against remainders of 128 bits where those exist.
//!
//! Run with overflow checks, which are on in the profiles `dev` and `test`.

use ringfft::arith::{
    Random, Seed, add_mod, find_primes, gcd, inverse_mod, is_prime, least_primitive_root, mul_mod, order_dividing,
    pow_mod, prime_factors,
};

const WORDS: [u64; 24] = [
    0,
    1,
    2,
    3,
    4,
    5,
    6,
    15,
    16,
    17,
    256,
    257,
    561,
    65_535,
    65_537,
    (1 << 32) - 1,
    1 << 32,
    (1 << 32) + 1,
    0xffff_ffff_0000_0001,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX - 58,
    u64::MAX,
];

#[test]
fn sums_products_and_powers() {
    for m in WORDS {
        for a in WORDS {
            for b in WORDS {
                let residue = |x: u128| x.checked_rem(m.into()).unwrap_or(0) as u64;
                assert_eq!(add_mod(a, b, m), residue(u128::from(a) + u128::from(b)), "{a} + {b} mod {m}");
                assert_eq!(mul_mod(a, b, m), residue(u128::from(a) * u128::from(b)), "{a} {b} mod {m}");
                // By squares from the top, as the function takes them from below.
                let power = (0..64).rev().fold(residue(1), |power, bit| {
                    let square = residue(u128::from(power) * u128::from(power));
                    if b >> bit & 1 == 1 { residue(u128::from(square) * u128::from(a)) } else { square }
                });
                assert_eq!(pow_mod(a, b, m), power, "{a}^{b} mod {m}");
            }
        }
    }
}

#[test]
fn divisors_and_inverses() {
    for a in WORDS {
        for b in WORDS {
            let common = gcd(a, b);
            assert_eq!(common, gcd(b, a));
            match common {
                0 => assert_eq!((a, b), (0, 0)),
                _ => assert!(a % common == 0 && b % common == 0 && gcd(a / common, b / common) == 1),
            }
            match inverse_mod(a, b) {
                Some(inverse) => assert!(inverse > 0 && inverse < b && mul_mod(a, inverse, b) == 1, "{a} mod {b}"),
                None => assert!(b < 2 || common != 1, "{a} mod {b}"),
            }
        }
    }
}

#[test]
fn orders() {
    for m in WORDS {
        for w in WORDS {
            for multiple in WORDS {
                let order = order_dividing(w, m, multiple);
                let is_one = |e: u64| m != 0 && pow_mod(w, e, m) == 1 % m;
                if multiple == 0 || !is_one(multiple) {
                    assert_eq!(order, multiple, "{w} mod {m}");
                    continue;
                }
                assert!(is_one(order) && multiple % order == 0, "{w} mod {m}, {multiple}");
                assert!(prime_factors(order).iter().all(|(q, _)| !is_one(order / q)), "{w} mod {m}, {multiple}");
            }
        }
    }
}

#[test]
fn primes() {
    for n in WORDS {
        let factors = prime_factors(n);
        let product: u128 = factors.iter().map(|&(q, e)| u128::from(q).pow(e)).product();
        assert_eq!(product, u128::from(n.max(1)));
        assert!(factors.iter().all(|&(q, _)| is_prime(q)));
        assert_eq!(is_prime(n), factors.iter().map(|(_, e)| e).sum::<u32>() == 1, "{n}");
        let g = least_primitive_root(n);
        assert!(g >= 1);
        if is_prime(n) {
            assert_eq!(order_dividing(g, n, n - 1), n - 1, "{n}");
        }
        for bits in [0, 1, 2, 3, 31, 32, 63, 64, 65, u32::MAX] {
            for count in [0, 1, 3] {
                let primes = find_primes(bits, n, count);
                assert!(primes.len() <= count && primes.is_sorted_by(|a, b| a > b));
                assert!(primes.iter().all(|&p| is_prime(p) && (p - 1) % n == 0 && u128::from(p) >> bits == 0));
            }
        }
    }
    assert_eq!(find_primes(2, 1, 5), [3, 2]);
}

#[test]
fn random_words() {
    for seed in WORDS {
        let words = || {
            let mut random = Random::new(Seed::Fixed(seed));
            [random.word(), random.word()]
        };
        assert_eq!(words(), words());
    }
    Random::new(Seed::System).word();
}

/// A public function that is added is called here too.
#[test]
fn no_function_is_left_out() {
    let here = include_str!("arith.rs");
    for text in [
        include_str!("../src/arith/mod.rs"),
        include_str!("../src/arith/prime.rs"),
        include_str!("../src/arith/factor.rs"),
        include_str!("../src/arith/random.rs"),
    ] {
        for line in text.lines().map(str::trim).filter(|line| line.starts_with("pub ")) {
            let Some((_, rest)) = line.split_once("fn ") else { continue };
            let name = rest.split(['(', '<']).next().unwrap();
            assert!(here.contains(&format!("{name}(")), "arith::{name} is not called at its edges");
        }
    }
}
