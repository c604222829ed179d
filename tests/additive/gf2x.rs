//! Products of polynomials over GF(2): every engine on every instruction set against the definition.

use ringfft::{
    Error,
    inside::require,
    poly::gf2::{self, Engine, Isa, Multiplier},
};
use ringfft_testing::Random;

/// The definition, bit by bit.
fn by_bits(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut out = vec![0; a.len() + b.len()];
    for i in (0..64 * a.len()).filter(|i| a[i / 64] >> (i % 64) & 1 == 1) {
        for (j, &word) in b.iter().enumerate() {
            let wide = u128::from(word) << (i % 64);
            out[i / 64 + j] ^= wide as u64;
            out[i / 64 + j + 1] ^= (wide >> 64) as u64;
        }
    }
    out
}

fn words(random: &mut Random, len: usize) -> Vec<u64> {
    (0..len).map(|_| random.bits()).collect()
}

/// Every engine on every instruction set that this machine has.
fn multipliers() -> Vec<Multiplier> {
    let mut all = Vec::new();
    for isa in require::sets() {
        for &engine in Engine::ALL {
            all.push(Multiplier::new().engine(engine).isa(isa));
        }
    }
    all
}

/// The product by `multiplier`, inside longer slices whose other words must stay as they are.
fn product(multiplier: &Multiplier, a: &[u64], b: &[u64]) -> Vec<u64> {
    const CANARY: u64 = 0xdead_beef_0bad_cafe;
    let (len, scratch_len) = (a.len() + b.len(), multiplier.scratch_len(a.len(), b.len()));
    let mut out = vec![CANARY; len + 16];
    let mut scratch = vec![CANARY; scratch_len + 16];
    multiplier.multiply_into(a, b, &mut out[8..8 + len], &mut scratch[8..8 + scratch_len]).unwrap();
    let outside = [&out[..8], &out[8 + len..], &scratch[..8], &scratch[8 + scratch_len..]].concat();
    assert!(outside.iter().all(|&word| word == CANARY), "{multiplier:?} by {} {}", a.len(), b.len());
    out[8..8 + len].to_vec()
}

#[test]
fn every_pair_of_short_lengths() {
    let mut random = Random::new(1);
    let all = multipliers();
    for n in 0..=20 {
        for m in 0..=20 {
            let (a, b) = (words(&mut random, n), words(&mut random, m));
            let expected = by_bits(&a, &b);
            assert_eq!(gf2::multiply(&a, &b).unwrap(), expected, "{n} by {m}");
            for multiplier in &all {
                assert_eq!(product(multiplier, &a, &b), expected, "{multiplier:?}: {n} by {m}");
            }
        }
    }
}

#[test]
fn lengths_around_every_step_agree_on_all_engines() {
    let mut random = Random::new(2);
    let all = multipliers();
    let mut pairs: Vec<(usize, usize)> = (21..80).flat_map(|n| [(n, n), (n, n - 1), (n, n / 2 + 1), (9, n)]).collect();
    pairs.extend((0..60).map(|_| (1 + random.below(300), 1 + random.below(300))));
    pairs.extend((0..6).map(|_| (1 + random.below(2000), 1 + random.below(2000))));
    pairs.extend([(1, 2000), (1999, 17), (2000, 129), (255, 256), (512, 512), (513, 1025)]);
    for (n, m) in pairs {
        let (a, b) = (words(&mut random, n), words(&mut random, m));
        let expected = by_bits(&a, &b);
        for multiplier in &all {
            assert!(product(multiplier, &a, &b) == expected, "{multiplier:?}: {n} by {m}");
        }
    }
}

#[test]
fn special_operands() {
    let all = multipliers();
    for n in [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 33, 64, 100] {
        let ones = vec![u64::MAX; n];
        let mut top = vec![0; n];
        top[n - 1] = 1 << 63;
        let mut low = vec![0; n];
        low[0] = 1;
        let mut sparse = vec![0; n];
        sparse[n / 2] |= 1 << 17;
        sparse[0] |= 1 << 63;
        for a in [&ones, &top, &low, &sparse] {
            for b in [&ones, &top, &low, &sparse] {
                let expected = by_bits(a, b);
                for multiplier in &all {
                    assert!(product(multiplier, a, b) == expected, "{multiplier:?} of {n} words");
                }
            }
            assert_eq!(product(&all[0], a, &low)[..n], a[..], "times 1");
        }
    }
}

/// `x^i x^j = x^(i+j)` for bits all over a leaf and its neighbours.
#[test]
fn single_bits() {
    let all = multipliers();
    for n in [3, 8, 12, 16, 18] {
        for i in (0..64 * n).step_by(37).chain([64 * n - 1]) {
            for j in (0..64 * n).step_by(61).chain([64 * n - 1]) {
                let bit = |i: usize, n: usize| {
                    let mut x = vec![0; n];
                    x[i / 64] = 1 << (i % 64);
                    x
                };
                for multiplier in &all {
                    let found = product(multiplier, &bit(i, n), &bit(j, n));
                    assert!(found == bit(i + j, 2 * n), "{multiplier:?} of {n}: x^{i} x^{j}");
                }
            }
        }
    }
}

#[test]
fn squares() {
    let mut random = Random::new(3);
    for n in (0..40).chain([255, 256, 1000]) {
        let a = words(&mut random, n);
        let expected = by_bits(&a, &a);
        for multiplier in multipliers() {
            assert_eq!(multiplier.square(&a).unwrap(), expected, "{multiplier:?} of {n}");
            let mut out = vec![7; 2 * n + 2];
            multiplier.square_into(&a, &mut out[1..=2 * n]).unwrap();
            assert!(out[0] == 7 && out[2 * n + 1] == 7 && out[1..=2 * n] == expected, "{multiplier:?} of {n}");
            assert_eq!(product(&multiplier, &a, &a.clone()), expected);
        }
    }
}

#[test]
fn middle_products_are_the_middle() {
    let mut random = Random::new(4);
    for (n, m) in [(0, 3), (1, 1), (1, 5), (4, 9), (30, 30), (17, 70)] {
        let (a, b) = (words(&mut random, n), words(&mut random, m));
        let middle = gf2::middle_product(&a, &b).unwrap();
        let expected = if n == 0 { vec![] } else { by_bits(&a, &b)[n - 1..m].to_vec() };
        assert_eq!(middle, expected, "{n} {m}");
        assert_eq!(gf2::middle_product(&b, &a).unwrap(), expected);
    }
}

#[test]
fn bad_slices_and_requests_are_typed_errors() {
    let (a, b) = ([1; 40], [2; 30]);
    let len = gf2::scratch_len(40, 30);
    let mut scratch = vec![0; len];
    for wrong in [0, 69, 71] {
        let error = gf2::multiply_into(&a, &b, &mut vec![0; wrong], &mut scratch).unwrap_err();
        assert!(matches!(error, Error::SliceLength { expected: 70, at_least: false, .. }), "{error}");
    }
    let error = gf2::multiply_into(&a, &b, &mut [0; 70], &mut scratch[..len - 1]).unwrap_err();
    assert!(matches!(error, Error::SliceLength { at_least: true, .. }), "{error}");
    assert!(gf2::square_into(&a, &mut [0; 79]).is_err() && gf2::square_into(&a, &mut [0; 81]).is_err());
    let limited = Multiplier::new().memory_limit(8 * 70 - 1);
    assert!(matches!(limited.multiply(&a, &b), Err(Error::Memory { limit: Some(559), .. })));
    // Exactly what it takes is enough, and a byte less is not.
    let needed = 8 * (70 + len as u64);
    for (limit, enough) in [(needed, true), (needed - 1, false)] {
        let limited = Multiplier::new().memory_limit(limit);
        assert_eq!(limited.multiply(&a, &b).is_ok(), enough, "{limit} of {needed}");
    }
    // Tables count, of the last piece of a long factor too: for 128 points and for 256, 24 and 16 bytes up to 2^16 points, then 64 and 32.
    let transform = Multiplier::new().engine(Engine::AdditiveFft).isa(Isa::Scalar);
    for (a, tables) in [(512, 16 * 24 + 8 * 16), (70_000, 1024 * 64 + 512 * 32 + 128 * 24 + 64 * 16)] {
        let needed = tables + 8 * (a + 100 + transform.scratch_len(a, 100)) as u64;
        for (limit, enough) in [(needed, true), (needed - 1, false)] {
            let limited = transform.memory_limit(limit);
            assert_eq!(limited.multiply(&vec![7; a], &[5; 100]).is_ok(), enough, "{a}: {limit} of {needed}");
            assert_eq!(limited.plan(a, 100).is_ok(), enough, "{a}: {limit} of {needed}");
        }
    }
    for &isa in Isa::ALL {
        let product = Multiplier::new().isa(isa).multiply(&a, &b);
        assert_eq!(product.is_ok(), isa.is_available(), "{isa}");
        if let Err(error) = product {
            assert!(matches!(error, Error::Unsupported { .. }) && error.to_string().contains("scalar"), "{error}");
        }
        assert_eq!(isa.name().parse::<Isa>().unwrap(), isa);
    }
    assert!("avx3".parse::<Isa>().is_err() && "fft".parse::<Engine>().is_err());
    for &engine in Engine::ALL {
        assert_eq!(engine.to_string().parse::<Engine>().unwrap(), engine);
    }
}

/// The worked example of `papers/gf2x.md`.
#[test]
fn the_example_of_the_page() {
    assert_eq!(gf2::multiply(&[0b1011], &[0b1101]).unwrap(), [0b111_1111, 0]);
}

#[test]
fn plans_multiply_as_calls_do() {
    let mut random = Random::new(5);
    for (n, m) in [(0, 4), (1, 1), (40, 30), (600, 700), (700, 600), (1000, 200), (70_000, 130)] {
        let (a, b) = (words(&mut random, n), words(&mut random, m));
        let expected = gf2::multiply(&a, &b).unwrap();
        for engine in Engine::ALL.iter().copied().filter(|_| n < 2000) {
            let plan = Multiplier::new().engine(engine).plan(n, m).unwrap();
            assert_ne!(plan.engine(), Engine::Auto);
            assert!(plan.multiply(&a, &b).unwrap() == expected, "{engine}: {n} by {m}");
        }
        let plan = Multiplier::default().plan(n, m).unwrap();
        let mut out = vec![3; n + m];
        let mut scratch = vec![9; plan.scratch_len() + 5];
        for _ in 0..2 {
            plan.multiply_into(&a, &b, &mut out, &mut scratch).unwrap();
            assert!(out == expected, "{n} by {m}");
        }
        if n != m {
            assert!(plan.multiply_into(&b, &a, &mut out, &mut scratch).is_err());
        }
        assert!(plan.scratch_len() == 0 || plan.multiply_into(&a, &b, &mut out, &mut []).is_err());
    }
    let limited = Multiplier::new().memory_limit(1 << 20);
    assert!(matches!(limited.plan(1 << 20, 1 << 20), Err(Error::Memory { .. })));
    assert!(matches!(Multiplier::default().plan(usize::MAX, 2), Err(Error::Length { .. })));
}

/// A long factor goes in pieces: against sums of products of halves, by another engine.
#[test]
fn very_unequal_lengths() {
    let mut random = Random::new(6);
    for (n, m) in [(70_000, 130), (140_001, 300), (70_000, 9_000)] {
        let (a, b) = (words(&mut random, n), words(&mut random, m));
        let karatsuba = Multiplier::new().engine(Engine::Karatsuba);
        let expected = karatsuba.multiply(&a, &b).unwrap();
        let transform = Multiplier::new().engine(Engine::AdditiveFft);
        assert!(transform.multiply(&a, &b).unwrap() == expected, "{n} by {m}");
        assert!(product(&transform, &b, &a) == expected, "{m} by {n}");
    }
}
