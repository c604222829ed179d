//! Halves of products, products in the caller's scratch, and explanations of both.

use ringfft::{
    Error,
    arith::{Random, Seed},
    integer::{self, Engine, Multiplier},
    plan::Threads,
};

fn trimmed(x: &[u64]) -> &[u64] {
    &x[..x.iter().rposition(|&limb| limb != 0).map_or(0, |top| top + 1)]
}

/// Random limbs, all ones, runs of ones and zeros, and ones below a top limb of one.
fn numbers(len: usize, seed: u64) -> [Vec<u64>; 4] {
    let mut random = Random::new(Seed::Fixed(seed));
    let any: Vec<u64> = (0..len).map(|_| random.word()).collect();
    let runs = any.iter().enumerate().map(|(i, &x)| [0, u64::MAX, x][i / 9 % 3]).collect();
    let single = (0..len).map(|i| u64::from(i + 1 == len)).collect();
    [any, vec![u64::MAX; len], runs, single]
}

const ENGINES: [Engine; 3] = [Engine::Auto, Engine::Karatsuba, Engine::Primes];

#[test]
fn halves_are_those_of_the_product() {
    let lengths = [
        (0, 0),
        (1, 1),
        (1, 5),
        (95, 95),
        (96, 97),
        (97, 300),
        (150, 150),
        (333, 333),
        (400, 390),
        (700, 20),
        (700, 699),
    ];
    for (i, j) in lengths {
        for (kind, a) in numbers(i, 1).iter().enumerate() {
            for b in [&numbers(j, 2)[(kind + i) % 4], &numbers(j, 3)[kind]] {
                let product = integer::multiply(a, b).unwrap();
                let at = |n: usize| [trimmed(&product[..n.min(product.len())]), &product[n.min(product.len())..]];
                for n in [0, 1, i.min(j), i, j, i.max(j) + 1, (i + j) / 2, (i + j).saturating_sub(2), i + j, i + j + 3]
                {
                    for engine in ENGINES {
                        let multiplier = Multiplier::new().engine(engine);
                        let [low, high] = at(n);
                        assert_eq!(multiplier.multiply_low(a, b, n).unwrap(), low, "{i} by {j}, low {n}, {engine}");
                        assert_eq!(multiplier.multiply_high(a, b, n).unwrap(), high, "{i} by {j}, high {n}, {engine}");
                    }
                }
            }
            let square = integer::square(a).unwrap();
            for n in [i / 2, i, i + i / 2] {
                let at = n.min(square.len());
                let multiplier = Multiplier::default();
                assert_eq!(multiplier.multiply_low(a, a, n).unwrap(), trimmed(&square[..at]), "{i} squared, low {n}");
                assert_eq!(multiplier.multiply_high(a, a, n).unwrap(), square[at..], "{i} squared, high {n}");
            }
        }
    }
}

/// What is left out carries to the top: the square of a number just below a root of a power of the base.
#[test]
fn what_is_left_out_may_carry() {
    for len in [40, 100, 200, 400, 1000] {
        // (B^len - 1)^2 = B^(2 len) - 2 B^len + 1, and (B^len - 1)(B^len + 1) = B^(2 len) - 1, of which all limbs are ones.
        let ones = vec![u64::MAX; len];
        let above: Vec<u64> = (0..=len).map(|i| u64::from(i == 0 || i == len)).collect();
        for n in [len, 2 * len - 1, 2 * len - 2, len / 2] {
            let expected = vec![u64::MAX; 2 * len - n];
            assert_eq!(Multiplier::default().multiply_high(&ones, &above, n).unwrap(), expected, "{len} {n}");
            assert_eq!(Multiplier::default().multiply_low(&ones, &above, n).unwrap(), vec![u64::MAX; n], "{len} {n}");
        }
    }
}

#[test]
fn products_in_scratch() {
    for (i, j) in [(0, 3), (1, 1), (20, 30), (300, 300), (600, 600), (600, 601), (250, 5000), (5000, 250), (3000, 4000)]
    {
        let (a, b) = (&numbers(i, 4)[2], &numbers(j, 5)[0]);
        for engine in ENGINES {
            for threads in [Threads::AtMost(1), Threads::Auto] {
                let multiplier = Multiplier::new().engine(engine).threads(threads);
                let len = multiplier.scratch_len(i, j).unwrap();
                // More than is asked for, and of any values.
                let mut scratch = vec![0xabcd; len + 5];
                let mut out = vec![7; i + j];
                for _ in 0..2 {
                    multiplier.multiply_with_scratch(a, b, &mut out, &mut scratch).unwrap();
                    assert_eq!(trimmed(&out), integer::multiply(a, b).unwrap(), "{i} by {j}, {engine}");
                }
                assert_eq!(scratch[len..], [0xabcd; 5]);
                let mut square = vec![7; 2 * i];
                let mut scratch = vec![1; multiplier.scratch_len(i, i).unwrap()];
                multiplier.multiply_with_scratch(a, a, &mut square, &mut scratch).unwrap();
                assert_eq!(trimmed(&square), integer::square(a).unwrap(), "{i} squared, {engine}");
                if len > 0 {
                    let refused = multiplier.multiply_with_scratch(a, b, &mut out, &mut scratch[..0]);
                    assert!(matches!(refused, Err(Error::SliceLength { at_least: true, .. })), "{refused:?}");
                }
            }
        }
    }
    let short = Multiplier::default().multiply_with_scratch(&[1], &[1], &mut [0; 3], &mut []);
    assert!(matches!(short, Err(Error::SliceLength { expected: 2, .. })));
}

#[test]
fn explanations_name_what_is_taken() {
    let one = Multiplier::new().threads(Threads::AtMost(1));
    let explained = |multiplier: &Multiplier, a, b, square| multiplier.explain(a, b, square).unwrap();
    let short = explained(&one, 3, 5, false);
    assert_eq!((short.engine, short.transforms.is_none(), short.scratch_bytes), (Engine::Schoolbook, true, 0));
    let long = explained(&one, 10_000, 10_000, false);
    let transforms = long.transforms.clone().unwrap();
    assert_eq!((long.engine, transforms.slices, transforms.count, transforms.len), (Engine::Primes, 1, 3, 20_480));
    assert_eq!(long.scratch_bytes, 8 * (transforms.primes.len() as u128 + 1) * 20_480);
    assert_eq!(explained(&one, 10_000, 0, true).transforms.unwrap().count, 2);
    let slices = explained(&one, 1000, 100_000, false);
    let transforms = slices.transforms.clone().unwrap();
    assert!(transforms.slices > 1 && transforms.count == 1 + 2 * transforms.slices);
    assert!(slices.to_string().contains("slices"), "{slices}");
    for &engine in Engine::ALL {
        let explanation = explained(&one.engine(engine), 300, 300, false);
        assert_ne!(explanation.engine, Engine::Auto);
        assert!(!explanation.why.is_empty());
    }
    // Nothing is computed, and what is too long is refused.
    assert!(explained(&one, 1 << 30, 1 << 30, false).scratch_bytes > 1 << 34);
    assert!(matches!(one.explain(1 << 41, 1 << 41, false), Err(Error::Length { .. })));
    assert!(matches!(one.explain(usize::MAX, 1, false), Err(Error::Length { .. })));
}
