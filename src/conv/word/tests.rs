use super::*;
use crate::{
    algebra::Domain,
    dft::{Classical, Transform},
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
        assert!(arith::is_prime(p) && p >> SHORT_BITS == 1 && (p - 1).trailing_zeros() >= 32);
        assert_eq!(ring.generator(), Some(arith::least_primitive_root(p)));
    }
    assert!(short_primes_reach(3 << 20) && short_primes_reach(1 << 20));
    #[cfg(target_pointer_width = "64")]
    assert!(short_primes_reach(3 << 30) && short_primes_reach(1 << 32) && !short_primes_reach(3 << 31));
    assert!(SHORT_PRIMES.windows(2).all(|pair| pair[0].modulus() > pair[1].modulus()));
    let moduli = |primes: &[Modular]| primes.iter().map(Modular::modulus).collect::<Vec<_>>();
    assert_eq!(moduli(&word_primes(20).unwrap())[..16], moduli(&PRIMES));
}

#[inline]
pub(crate) fn word_transforms_equal_the_textbook() {
    for log in 0..15 {
        let ring = PRIMES[log as usize % 3];
        let (p, len) = (ring.modulus(), 1usize << log);
        let word = WordTransform::new(ring, len, 1).unwrap();
        let textbook = Classical::new(&Domain::new(ring, len).unwrap()).unwrap();
        let beyond = ring.element(ring.element(u64::MAX) + 1);
        let (mut fast, mut slow) = (values(len, p), values(len, p));
        word.forward(&mut fast);
        textbook.forward(&mut slow, &mut []).unwrap();
        assert_eq!(fast, slow, "{len}");
        word.inverse(&mut fast);
        let mut expected = values(len, p);
        expected.iter_mut().for_each(|x| ring.mul_assign(x, &beyond));
        assert_eq!(fast, expected, "back, {len}");
    }
}

#[inline]
pub(crate) fn word_products_equal_the_definition() {
    for len in [1usize, 2, 3, 4, 6, 8, 12, 48, 64, 96] {
        let ring = PRIMES[0];
        let p = ring.modulus();
        let (half, word) = (len.div_ceil(2), WordTransform::new(ring, len, 1).unwrap());
        let (a, b) = (values(half, p), values(len + 1 - half, p - 1));
        let mut expected = vec![0; len];
        for (i, x) in a.iter().enumerate() {
            for (j, y) in b.iter().enumerate() {
                ring.add_assign_product(&mut expected[i + j], *x, *y);
            }
        }
        let padded = |x: &[u64]| x.iter().copied().chain(core::iter::repeat(0)).take(len).collect::<Vec<_>>();
        let mut product = padded(&a);
        word.convolve(&mut product, &mut padded(&b), 1);
        assert_eq!(product, expected, "{len}");
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
pub(crate) fn long_word_products_of_both_shapes_agree() {
    for len in [3 << 13, 3 << 14, 1 << 15] {
        let ring = PRIMES[1];
        let p = ring.modulus();
        let (a, b) = (values(len / 2, p), values(len / 2, p - 2));
        let product = |n: usize, threads: usize| {
            let padded = |x: &[u64]| x.iter().copied().chain(core::iter::repeat(0)).take(n).collect::<Vec<_>>();
            let mut product = padded(&a);
            WordTransform::new(ring, n, threads).unwrap().convolve(&mut product, &mut padded(&b), threads);
            product
        };
        let long = product(1 << 17, 1);
        for threads in [1, 2, 5] {
            let short = product(len, threads);
            assert_eq!(short, long[..len]);
        }
        let mut square: Vec<u64> = a.iter().copied().chain(core::iter::repeat(0)).take(len).collect();
        let (mut twice, mut copy) = (square.clone(), square.clone());
        let word = WordTransform::new(ring, len, 1).unwrap();
        word.square(&mut square, 2);
        word.convolve(&mut twice, &mut copy, 1);
        assert_eq!(square, twice);
    }
}
