//! Primes below `2^32`: every kernel equals the textbook.

use super::{Map, TwiddleMemory, circle, column_scratch, small, small_columns, tests::is_here};
use crate::{
    algebra::{Domain, Ring, Roots, Std},
    arith,
    dft::{Circle, Classical, Transform},
    order::Order,
    rings::{M31, Modular, ViaNative},
};
use alloc::{vec, vec::Vec};

/// Returns canonical elements: all greatest, all zero, one of each in turn, or mixed.
fn elements(p: u32, len: usize, seed: usize) -> Vec<u32> {
    let mut x = seed as u64 + 88_172_645_463_325_252;
    let mut next = || {
        x ^= x << 13;
        x ^= x >> 7;
        x ^= x << 17;
        (x >> 16) % u64::from(p)
    };
    (0..len)
        .map(|i| match seed % 4 {
            0 => p - 1,
            1 => (p - 1) * (i % 2) as u32,
            2 if i % 5 == 0 => p - 1,
            _ => next() as u32,
        })
        .collect()
}

fn map(ring: &Modular, len: usize, shift: Option<u64>, natural: bool) -> Map {
    let inverse = |w: u64| arith::inverse_mod(w, ring.modulus()).unwrap();
    let root = ring.root(len).unwrap();
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

/// Computes the textbook's values.
fn textbook(ring: &Modular, coefficients: &[u32], shift: Option<u64>, natural: bool) -> Vec<u32> {
    let mut power = 1;
    let mut values: Vec<u64> = coefficients
        .iter()
        .map(|&x| {
            let mut x = x.into();
            ring.mul_assign(&mut x, &power);
            ring.mul_assign(&mut power, &shift.unwrap_or(1));
            x
        })
        .collect();
    let domain = Domain::with_root(*ring, values.len(), ring.root(values.len()).unwrap()).unwrap();
    Classical::new(&domain).unwrap().forward(&mut values, &mut []).unwrap();
    if natural {
        Order::BitReversed.to_natural(&mut values).unwrap();
    }
    values.into_iter().map(|x| x as u32).collect()
}

/// Primes of every class: the extremes with roots of order `2^13`, and those in use.
const PRIMES: [u32; 8] =
    [40_961, 998_244_353, 1_073_692_673, 0x7800_0001, 0x7f00_0001, 2_147_352_577, 3_221_225_473, 4_294_475_777];

#[inline]
pub(crate) fn short_residues_equal_the_textbook() {
    for p in PRIMES {
        assert!(arith::is_prime(p.into()) && p % (1 << 13) == 1, "{p}");
        let ring = Modular::new(p.into()).unwrap();
        for len in (1..=13).map(|k| 1usize << k) {
            for (seed, shift, natural) in [(0, None, false), (2, None, true), (1, Some(7), false), (3, Some(7), true)] {
                let map = map(&ring, len, shift, natural);
                let input = elements(p, len, seed + 4 * len);
                let expected = textbook(&ring, &input, shift, natural);
                for lanes in [1, 8, 16].into_iter().filter(|lanes| is_here(32 * lanes)) {
                    let Some(kernel) = small(p, &map, lanes, crate::kernel::isa::Isa::Auto) else { continue };
                    let mut x = input.clone();
                    kernel.forward(&mut x);
                    assert!(
                        x == expected,
                        "modulo {p}, {lanes} lanes, length {len}, shift {shift:?}, natural {natural}"
                    );
                    kernel.inverse(&mut x);
                    assert!(x == input, "back, modulo {p}, {lanes} lanes, length {len}, shift {shift:?}");
                }
            }
        }
    }
}

#[inline]
pub(crate) fn columns_of_short_residues_equal_the_textbook() {
    for p in [998_244_353, 0x7800_0001, 3_221_225_473] {
        let ring = Modular::new(p.into()).unwrap();
        for rows in (1..=9).map(|k| 1usize << k) {
            for (width, shift, natural) in
                [(16, None, false), (48, Some(7), true), (5, None, true), (37, Some(7), false), (20, None, false)]
            {
                let map = map(&ring, rows, shift, natural);
                let input = elements(p, rows * width, 3 + width);
                let column = |x: &[u32], c: usize| x.iter().skip(c).step_by(width).copied().collect::<Vec<u32>>();
                for lanes in [8, 16].into_iter().filter(|lanes| is_here(32 * lanes)) {
                    let Some(kernel) = small_columns(p, &map, width, lanes) else { continue };
                    let mut scratch = vec![9; column_scratch(rows, width, lanes, 1).unwrap()];
                    let mut x = input.clone();
                    kernel.forward(&mut x, &mut scratch);
                    for c in [0, width / 2, width - 1] {
                        let expected = textbook(&ring, &column(&input, c), shift, natural);
                        assert!(column(&x, c) == expected, "modulo {p}, {lanes} lanes, {rows} by {width}, column {c}");
                    }
                    kernel.inverse(&mut x, &mut scratch);
                    assert!(x == input, "back, modulo {p}, {lanes} lanes, {rows} by {width}");
                }
            }
        }
    }
}

#[inline]
pub(crate) fn the_circle_equals_the_textbook() {
    let p = M31::PRIME;
    for len in (2..=13).map(|k| 1usize << k) {
        let book = Circle::new(Std::<M31, ViaNative>::new(), len).unwrap();
        let [residues, inverses] = book.tables().map(|list| list.iter().map(|x| x.value()).collect::<Vec<u32>>());
        let scale = arith::inverse_mod(len as u64, p.into()).unwrap() as u32;
        for seed in 0..4 {
            let input = elements(p, len, seed);
            let mut expected: Vec<M31> = input.iter().map(|&x| M31::new(x.into())).collect();
            book.forward_unordered(&mut expected).unwrap();
            // The scale of either direction.
            let scales = if seed % 2 == 0 { (None, scale) } else { (Some(scale), 1) };
            let factor = scales.0.map_or(M31::from(1u64), |scale| M31::new(scale.into()));
            expected.iter_mut().for_each(|x| *x *= factor);
            for lanes in [1, 8, 16].into_iter().filter(|lanes| is_here(32 * lanes)) {
                let Some(kernel) = circle(&residues, &inverses, scales, lanes) else { continue };
                let mut x = input.clone();
                kernel.forward(&mut x);
                assert!(
                    x.iter().zip(&expected).all(|(x, y)| *x == y.value()),
                    "{lanes} lanes, length {len}, seed {seed}"
                );
                kernel.inverse(&mut x);
                assert!(x == input, "back, {lanes} lanes, length {len}, seed {seed}");
            }
        }
    }
}
