//! Products modulo `2^N - 1` and `2^N + 1` at their own length: against the residue of the whole product.

use ringfft::{
    arith::{Random, Seed},
    integer::{self, Multiplier, SpecialModulus},
    plan::Threads,
};

/// Random limbs, ones, runs of ones and zeros, and a single bit.
fn number(bits: u64, kind: usize, seed: u64) -> Vec<u64> {
    let mut random = Random::new(Seed::Fixed(seed));
    let len = bits.div_ceil(64) as usize;
    let limb = |i: usize, x: u64| match kind {
        0 => x,
        1 => u64::MAX,
        2 => [0, u64::MAX, x][i / 7 % 3],
        _ => u64::from(i + 1 == len) << (bits.wrapping_sub(1) % 64),
    };
    (0..len).map(|i| limb(i, random.word())).collect()
}

fn agrees(modulus: SpecialModulus, a: &[u64], b: &[u64], threads: Threads) {
    let multiplier = Multiplier::new().threads(threads);
    let expected = modulus.residue(&integer::multiply(a, b).unwrap()).unwrap();
    assert!(multiplier.multiply_modulo(a, b, modulus).unwrap() == expected, "modulo {modulus}");
}

/// Powers of two of limbs, three and five times one, one off them, exponents of Mersenne primes and others.
#[test]
fn products_are_the_residues_of_whole_ones() {
    let limbs = [480, 512, 640, 768, 1024, 1280, 1536, 2048, 3072, 4096, 5120];
    let exponents = limbs.into_iter().flat_map(|n| [64 * n - 1, 64 * n, 64 * n + 1]);
    for (turn, bits) in exponents.chain([30_011, 44_497, 86_243, 100_000, 216_091, 500_009, 859_433]).enumerate() {
        for modulus in [SpecialModulus::MinusOne(bits), SpecialModulus::PlusOne(bits)] {
            for kind in 0..4 {
                let threads = if turn % 2 == 0 { Threads::AtMost(1) } else { Threads::Auto };
                let a = number(bits, kind, bits);
                agrees(modulus, &a, &a, threads);
                agrees(modulus, &a, &number(bits, (kind + turn) % 4, bits + 1), threads);
            }
        }
    }
}

/// The numbers next to the modulus, which are 0, 1, -1 and their neighbours.
#[test]
fn numbers_next_to_the_modulus() {
    for bits in [65_536, 98_304, 100_003] {
        for modulus in [SpecialModulus::MinusOne(bits), SpecialModulus::PlusOne(bits)] {
            let power: Vec<u64> = [vec![0; bits as usize / 64], vec![1 << (bits % 64)]].concat();
            let near = [-2, -1, 0, 1, 2].map(|offset: i64| {
                let mut x = power.clone();
                if offset < 0 {
                    let (low, borrow) = x[0].overflowing_sub(offset.unsigned_abs());
                    x[0] = low;
                    let mut borrow = borrow;
                    for limb in &mut x[1..] {
                        (*limb, borrow) = limb.overflowing_sub(u64::from(borrow));
                    }
                } else {
                    x[0] += offset as u64;
                }
                x
            });
            for a in &near {
                for b in &near {
                    agrees(modulus, a, b, Threads::AtMost(1));
                }
            }
        }
    }
}
