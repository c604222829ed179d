use super::*;
use crate::{
    algebra::{Domain, Ring},
    dft::{Classical, Transform},
    kernel::ntt::rows::sums::tests::residue,
};
use alloc::vec;

fn values(len: usize, p: u64) -> Vec<u64> {
    let extreme = [0, p - 1, 1, p - 1, p - 1, p / 2];
    (0..len).map(|i| if i % 7 < 3 { extreme[i % 6] } else { (i as u64 + 1).wrapping_pow(29) % p }).collect()
}

#[inline]
pub(crate) fn word_primes_are_what_they_say() {
    for ring in word_primes(20).unwrap() {
        let p = ring.modulus();
        assert!(arith::is_prime(p) && p >> PRIME_BITS == 1 && (p - 1).trailing_zeros() >= TWO_ADICITY);
        assert_eq!(ring.generator(), Some(arith::least_primitive_root(p)));
    }
    for ring in SHORT_PRIMES {
        let p = ring.modulus();
        assert!(arith::is_prime(p) && p > (1 << 50) - (1 << 41) && p >> 50 == 0 && (p - 1).trailing_zeros() >= 32);
        assert_eq!(ring.generator(), Some(arith::least_primitive_root(p)));
    }
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    SMALL_PRIMES.iter().fold(1.0, |product, ring| {
        let p = ring.modulus();
        // The product of the first k is above 2^(30 k - 1).
        let product = product * p as f64 / f64::from(1 << 30);
        assert!(
            arith::is_prime(p) && p >> 30 == 0 && (6 * p) >> 32 == 1 && (p - 1).trailing_zeros() >= 22 && product > 0.5
        );
        assert_eq!(ring.generator(), Some(arith::least_primitive_root(p)));
        product
    });
    assert!(short_primes_reach(3 << 20) && short_primes_reach(1 << 20));
    #[cfg(target_pointer_width = "64")]
    assert!(short_primes_reach(3 << 30) && short_primes_reach(1 << 32) && !short_primes_reach(3 << 31));
    assert!(SHORT_PRIMES.windows(2).all(|pair| pair[0].modulus() > pair[1].modulus()));
    let moduli = |primes: &[Modular]| primes.iter().map(Modular::modulus).collect::<Vec<_>>();
    assert_eq!(moduli(&word_primes(20).unwrap())[..16], moduli(&PRIMES));
}

#[inline]
pub(crate) fn word_transforms_equal_the_textbook() {
    for (log, list) in (0..15).flat_map(|log| [(log, &PRIMES), (log, &SHORT_PRIMES)]) {
        let ring = list[log as usize % 3];
        let (p, len) = (ring.modulus(), 1usize << log);
        let word = WordTransform::<u64>::new(ring, len, 1).unwrap();
        let textbook = Classical::new(&Domain::new(ring, len).unwrap()).unwrap();
        let (mut fast, mut slow) = (vec![0; len], values(len, p));
        // Any words are coefficients.
        let coefficients: Vec<u64> =
            slow.iter().map(|x| if x % 2 == 0 { *x } else { x.wrapping_add(p * (u64::MAX / p - 1)) }).collect();
        word.values(&coefficients, &mut fast, 1);
        textbook.forward(&mut slow, &mut []).unwrap();
        let found: Vec<u64> = fast.iter().map(|value| residue(&ring, word.rows(), *value)).collect();
        assert_eq!(found, slow, "{len}");
        word.inverse(&mut fast, 1);
        let mut expected = values(len, p);
        expected.iter_mut().for_each(|x| ring.mul_assign(x, &word.radix()));
        assert_eq!(fast, expected, "back, {len}");
    }
}

#[inline]
pub(crate) fn word_products_equal_the_definition() {
    for (len, list) in [1usize, 2, 3, 4, 5, 6, 8, 10, 12, 40, 48, 64, 96, 128, 160, 192, 256, 320, 384, 640, 768]
        .into_iter()
        .flat_map(|len| [(len, &PRIMES), (len, &SHORT_PRIMES)])
    {
        let ring = list[1];
        let p = ring.modulus();
        let word = WordTransform::<u64>::new(ring, len, 1).unwrap();
        for first in [len.div_ceil(2), len.div_ceil(7), len] {
            let (a, b) = (values(first, p), values(len + 1 - first, p - 1));
            let mut expected = vec![0; len];
            for (i, x) in a.iter().enumerate() {
                for (j, y) in b.iter().enumerate() {
                    ring.add_assign_product(&mut expected[i + j], *x, *y);
                }
            }
            let (mut product, mut other) = (vec![1; len], vec![1; len]);
            word.convolve([&a, &b], &mut product, &mut other, 1);
            assert_eq!(product, expected, "{len}, {first}");
        }
    }
}

impl Modular {
    fn add_assign_product(&self, sum: &mut u64, a: u64, b: u64) {
        use crate::algebra::Module;
        let mut product = a;
        self.mul_assign(&mut product, &b);
        self.add_assign(sum, &product);
    }
}

#[inline]
pub(crate) fn long_word_products_of_all_shapes_agree() {
    for (len, list) in
        [5 << 12, 3 << 13, 5 << 13, 3 << 14, 1 << 15].into_iter().flat_map(|len| [(len, &PRIMES), (len, &SHORT_PRIMES)])
    {
        let ring = list[1];
        let p = ring.modulus();
        let (a, b) = (values(len / 2, p), values(len / 2, p - 2));
        let product = |n: usize, threads: usize| {
            let (mut product, mut other) = (vec![0; n], vec![0; n]);
            WordTransform::<u64>::new(ring, n, threads).unwrap().convolve([&a, &b], &mut product, &mut other, threads);
            product
        };
        let long = product(1 << 17, 1);
        for threads in [1, 2, 5] {
            let short = product(len, threads);
            assert_eq!(short, long[..len]);
        }
        let (mut square, mut twice, mut other) = (vec![0; len], vec![0; len], vec![0; len]);
        let word = WordTransform::<u64>::new(ring, len, 1).unwrap();
        word.square(&a, &mut square, 2);
        word.convolve([&a, &a], &mut twice, &mut other, 1);
        assert_eq!(square, twice);
    }
}
