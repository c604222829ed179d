//! Every kernel against its textbook twin, at the extreme primes of its class.

use super::{
    Kernel, Map, TwiddleMemory, goldilocks, modular,
    tile_pairs::{TilePairs, near},
};
use crate::{
    algebra::{Domain, Ring, Roots, Std},
    arith,
    dft::{Classical, Negacyclic, Transform},
    inside::require,
    kernel::{cast, isa::Isa},
    order::Order,
    rings::{Goldilocks, Modular, ViaNative},
    threads::Pieces,
};
use alloc::{boxed::Box, vec::Vec};

/// Returns whether this machine has vectors of this many bits.
pub(super) fn is_here(bits: usize) -> bool {
    match bits {
        256 => require::has("avx2", Isa::Avx2.is_available()),
        512 => require::has("avx512", Isa::Avx512.is_available()),
        _ => true,
    }
}

/// Powers of two up to this length divide `p - 1` for the primes below.
const LONGEST: usize = 1 << 12;

/// Returns the primes nearest to the borders between classes from both sides, a small one, and the largest.
pub(super) fn primes() -> Vec<u64> {
    let step = 2 * LONGEST as u64;
    let mut found = Vec::from([40961]);
    for bits in [50, 51, 62, 63] {
        let border = 1u64 << bits;
        let below = (1..).map(|k| border + 1 - k * step).find(|&p| arith::is_prime(p));
        let above = (0..).map(|k| border + 1 + k * step).find(|&p| arith::is_prime(p));
        found.extend([below, above].into_iter().flatten());
    }
    // The largest of all, and the largest with such roots.
    found.push(u64::MAX - 58);
    found.extend((1..).map(|k| 0u64.wrapping_sub(k * step) + 1).find(|&p| arith::is_prime(p)));
    found
}

/// Returns words that are and are not reduced, with many extremes.
fn words(p: u64, len: usize, seed: u64) -> Vec<u64> {
    let mut state = seed | 1;
    (0..len)
        .map(|i| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            match (seed % 4, i % 5) {
                (0, _) => p - 1,
                (1, 0) => u64::MAX,
                (1, 1) => p,
                (2, 0) => 0,
                (2, 1 | 2) => p - 1,
                _ => (state ^ state >> 31) % p,
            }
        })
        .collect()
}

fn map(ring: &Modular, len: usize, root: u64, shift: Option<u64>, natural: bool) -> Map {
    let inverse = |w: u64| arith::inverse_mod(w, ring.modulus()).unwrap();
    let scale = inverse(len as u64 % ring.modulus());
    Map {
        reduced: false,
        len,
        root: [root, inverse(root)],
        shift: shift.map(|s| [s, inverse(s)]),
        forward: None,
        scale,
        natural,
        memory: if natural && shift.is_some() { TwiddleMemory::TwoLevel } else { TwiddleMemory::Full },
        threads: 1,
    }
}

/// Returns the kernel of the machine, and that in doubles, which it may have beside it.
fn kernels(ring: &Modular, map: &Map, lanes: usize) -> Vec<Box<dyn Kernel>> {
    let mut kernels: Vec<_> = modular(ring, map, lanes, Isa::Auto).into_iter().collect();
    #[cfg(target_arch = "x86_64")]
    if lanes > 1 && ring.modulus() >> 50 == 0 && map.len >= lanes * lanes {
        kernels.extend(super::build::doubles(ring, map, lanes));
    }
    kernels
}

#[inline]
pub(crate) fn residues_equal_the_textbook() {
    for p in primes() {
        let ring = Modular::new(p).unwrap();
        for (lanes, least) in [(1, 2), (4, 16), (8, 64)].into_iter().filter(|(lanes, _)| is_here(64 * lanes)) {
            for len in (1..=12).map(|k| 1usize << k).filter(|&len| len >= least) {
                let Ok(psi) = ring.root(2 * len) else { continue };
                let psi = ring.pow(&psi, [1, 3, 5, 7][len.ilog2() as usize % 4]);
                let root = ring.pow(&psi, 2);
                let cyclic = Classical::new(&Domain::with_root(ring, len, root).unwrap()).unwrap();
                let negacyclic = Negacyclic::new(&Domain::with_root(ring, 2 * len, psi).unwrap()).unwrap();
                for (seed, shift, natural) in [
                    (0, None, false),
                    (1, None, true),
                    (2, Some(psi), false),
                    (3, Some(psi), true),
                    (5, Some(12_345 % p), false),
                    (4, Some(p - 2), true),
                ] {
                    let input = words(p, len, seed);
                    let mut expected: Vec<u64> = input.iter().map(|&x| ring.element(x)).collect();
                    let coefficients = expected.clone();
                    if shift == Some(psi) {
                        negacyclic.forward(&mut expected, &mut []).unwrap();
                    } else {
                        let mut power = 1;
                        for x in &mut expected {
                            ring.mul_assign(x, &power);
                            ring.mul_assign(&mut power, &shift.unwrap_or(1));
                        }
                        cyclic.forward(&mut expected, &mut []).unwrap();
                    }
                    if natural {
                        Order::BitReversed.to_natural(&mut expected).unwrap();
                    }
                    for kernel in kernels(&ring, &map(&ring, len, root, shift, natural), lanes) {
                        let mut x = input.clone();
                        kernel.forward(&mut x);
                        assert_eq!(
                            x, expected,
                            "modulo {p}, {lanes} lanes, length {len}, shift {shift:?}, natural {natural}"
                        );
                        if seed == 1 {
                            // Values may be unreduced too.
                            x.iter_mut().for_each(|x| *x = x.checked_add(p).unwrap_or(*x));
                        }
                        kernel.inverse(&mut x);
                        assert_eq!(x, coefficients, "back, modulo {p}, {lanes} lanes, length {len}, natural {natural}");
                    }
                }
            }
        }
    }
}

#[inline]
pub(crate) fn goldilocks_equals_the_textbook() {
    let ring = Modular::new(Goldilocks::PRIME).unwrap();
    let field = Std::<Goldilocks, ViaNative>::new();
    for (lanes, least) in [(1, 2), (4, 16), (8, 64)].into_iter().filter(|(lanes, _)| is_here(64 * lanes)) {
        for len in (1..=12).map(|k| 1usize << k).filter(|&len| len >= least) {
            // The field's own roots, and others, of which the eighth root is not a shift here.
            for exponent in [1, 3, 5, 7] {
                let psi = field.root(2 * len).unwrap().power(&[exponent]);
                let root = psi * psi;
                let cyclic = Classical::new(&Domain::with_root(field, len, root).unwrap()).unwrap();
                let negacyclic = Negacyclic::new(&Domain::with_root(field, 2 * len, psi).unwrap()).unwrap();
                for (seed, shifted, natural) in [(0, false, false), (2, false, true), (3, true, false), (4, true, true)]
                {
                    let shift = shifted.then_some(psi.value());
                    let kernel = goldilocks(&map(&ring, len, root.value(), shift, natural), lanes, Isa::Auto).unwrap();
                    let input: Vec<Goldilocks> =
                        words(Goldilocks::PRIME, len, seed).into_iter().map(Goldilocks::new).collect();
                    let mut expected = input.clone();
                    if shifted {
                        negacyclic.forward(&mut expected, &mut []).unwrap();
                    } else {
                        cyclic.forward(&mut expected, &mut []).unwrap();
                    }
                    if natural {
                        Order::BitReversed.to_natural(&mut expected).unwrap();
                    }
                    let mut x = input.clone();
                    kernel.forward(cast::words_mut(&mut x));
                    assert_eq!(x, expected, "{lanes} lanes, length {len}, root to the {exponent}, natural {natural}");
                    kernel.inverse(cast::words_mut(&mut x));
                    assert_eq!(
                        x, input,
                        "back, {lanes} lanes, length {len}, root to the {exponent}, natural {natural}"
                    );
                }
            }
        }
    }
}

#[inline]
pub(crate) fn every_tile_has_its_turn() {
    for bits in 0..16 {
        let mut turns = alloc::vec![0; 1 << bits];
        (0..1 << bits).for_each(|i| turns[near(i, bits)] += 1);
        assert!(turns.iter().all(|&turns| turns == 1), "{bits} bits");
    }
}

#[inline]
pub(crate) fn every_tile_is_of_one_piece() {
    for bits in [0, 1, 5, 12, 13] {
        let mut matrix = alloc::vec![0; 3 << bits];
        let mut pieces = alloc::vec![TilePairs::new(&mut matrix, 3)];
        for at in [1, 7, 300] {
            let (left, right) = pieces.remove(0).cut(at);
            pieces.extend([left, right]);
        }
        for pairs in &mut pieces {
            assert!(pairs.turns().end == 1 << bits || pairs.pair(pairs.turns().end).is_none());
            for turn in pairs.turns() {
                let Some(mut pair) = pairs.pair(turn) else { continue };
                let [column, partner] = pair.columns();
                assert_eq!(column, crate::order::bit_reverse(partner, bits));
                for which in if column == partner { 0..1 } else { 0..2 } {
                    (0..3).for_each(|row| *pair.at(which, row) += 1);
                }
            }
        }
        drop(pieces);
        assert!(matrix.iter().all(|&turns| turns == 1), "{bits} bits");
    }
}
