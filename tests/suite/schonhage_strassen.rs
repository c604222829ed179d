//! The product of `examples/schonhage_strassen.rs` against integers, at its edges.

#[allow(dead_code, unreachable_pub, reason = "an example is a program")]
#[path = "../../examples/schonhage_strassen.rs"]
mod example;

use example::{multiply, multiply_in_parts, multiply_integers, negative_by_index};
use num_bigint::BigUint;
use ringfft::{
    algebra::{Module, Ring},
    rings::{Fermat, FermatElement},
};
use ringfft_testing::Random;

fn big(x: &[u64]) -> BigUint {
    BigUint::from_slice(&x.iter().flat_map(|&x| [x as u32, (x >> 32) as u32]).collect::<Vec<_>>())
}

/// `0`, `1`, `-1`, `-2`, `2^N - 1`, and random residues.
fn residues(ring: &Fermat) -> Vec<FermatElement> {
    let mut random = Random::new(ring.exponent() as u64);
    let mut list = vec![ring.zero(), ring.one(), ring.power_of_two(ring.exponent() as u64)];
    let mut ones = list[2].clone();
    ring.sub_assign(&mut ones, &list[1]);
    list.push(ones);
    for _ in 0..3 {
        list.push(ring.element(&(0..ring.limbs() + 1).map(|_| random.bits()).collect::<Vec<_>>()));
    }
    list
}

/// In every number of parts, the inner ring tight or not, the residue `2^N` among the factors.
#[test]
fn every_split_equals_the_product_of_the_ring() {
    for (n, parts) in [(8, 1), (16, 2), (124, 2), (480, 4), (64, 1), (64, 4), (192, 3), (1024, 5), (2016, 5), (4096, 6)]
    {
        let ring = Fermat::new(n).unwrap();
        for a in residues(&ring) {
            for b in residues(&ring) {
                let mut expected = a.clone();
                ring.mul_assign(&mut expected, &b);
                let found = multiply_in_parts(&ring, &a, &b, parts, negative_by_index).unwrap();
                assert_eq!(found, expected, "{a:?} {b:?} modulo 2^{n} + 1 in 2^{parts} parts");
            }
        }
    }
}

/// For `K = 2M + k` exactly, the sign by half the modulus makes coefficient `n - 1` of `(2^N - 1)^2` negative.
#[test]
fn half_the_modulus_is_no_sign() {
    let half = |ring: &Fermat, residue: &FermatElement, _: usize, _: usize| {
        big(residue.limbs()) > BigUint::from(1u32) << (ring.exponent() - 1)
    };
    // 2 * 3 + 2 = 8 and 2 * 31 + 2 = 64, multiples of 4; 2 * 30 + 4 = 64, a multiple of 16.
    for (n, parts) in [(12, 2), (124, 2), (480, 4)] {
        let ring = Fermat::new(n).unwrap();
        let ones = &residues(&ring)[3];
        let mut expected = ones.clone();
        ring.mul_assign(&mut expected, ones);
        assert_eq!(multiply_in_parts(&ring, ones, ones, parts, negative_by_index).unwrap(), expected);
        assert_ne!(multiply_in_parts(&ring, ones, ones, parts, half).unwrap(), expected);
    }
    // With a bit to spare it would do.
    let ring = Fermat::new(1024).unwrap();
    let ones = &residues(&ring)[3];
    assert_eq!(multiply_in_parts(&ring, ones, ones, 5, half).unwrap(), multiply(&ring, ones, ones).unwrap());
}

#[test]
fn integers() {
    let mut random = Random::new(5);
    for (a, b) in [(1, 1), (3, 70), (128, 128), (700, 300), (2000, 1), (1500, 1500)] {
        let mut number =
            |len: usize| -> Vec<u64> { (0..len).map(|_| random.bits() | u64::from(len % 2 == 1)).collect() };
        let (x, y) = (number(a), number(b));
        assert_eq!(big(&multiply_integers(&x, &y).unwrap()), big(&x) * big(&y), "{a} by {b} limbs");
        let (x, y) = (vec![u64::MAX; a], vec![u64::MAX; b]);
        assert_eq!(big(&multiply_integers(&x, &y).unwrap()), big(&x) * big(&y), "{a} by {b} limbs of ones");
    }
}
