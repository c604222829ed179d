//! Polynomials: product, square, value, check.

use quickcheck::quickcheck;
use ringfft::{
    Error,
    algebra::Ring,
    arith::Seed,
    poly,
    rings::{Modular, ff},
};

type Scalar = bls12_381::Scalar;

#[test]
fn short_polynomials() {
    let ring = Modular::new(101).unwrap();
    assert!(poly::multiply(&ring, &[], &[1, 2]).unwrap().is_empty());
    assert_eq!(poly::multiply(&ring, &[7], &[20]).unwrap(), [39]);
    assert_eq!(poly::multiply(&ring, &[1, 0, 0], &[2, 0]).unwrap(), [2, 0, 0, 0]);
    assert_eq!(poly::square(&ring, &[1, 100]).unwrap(), [1, 99, 1]);
    assert_eq!(poly::evaluate(&ring, &[], &5), 0);
    assert_eq!(poly::evaluate(&ring, &[3, 2, 1], &10), 22);
    let mut out = [0; 3];
    poly::multiply_into(&ring, &[1, 1], &[1, 1], &mut out).unwrap();
    assert_eq!(out, [1, 2, 1]);
    assert!(matches!(poly::multiply_into(&ring, &[1], &[1], &mut out), Err(Error::SliceLength { .. })));
}

#[test]
fn long_products_pass_the_check_and_wrong_ones_do_not() {
    let ring = ff::<Scalar>();
    let list = |len: u64, seed: u64| (0..len).map(|i| -Scalar::from(i * seed + 1).square()).collect::<Vec<_>>();
    for (i, j) in [(1, 1), (40, 50), (1000, 3), (3000, 2000)] {
        let (a, b) = (list(i, 3), list(j, 5));
        let mut product = poly::multiply(&ring, &a, &b).unwrap();
        for seed in [Seed::System, Seed::Fixed(7)] {
            let point = poly::random_point(&ring, seed);
            poly::verify_product(&ring, &a, &b, &product, &point).unwrap();
            for k in [0, product.len() / 2, product.len() - 1] {
                product[k] += Scalar::one();
                let verdict = poly::verify_product(&ring, &a, &b, &product, &point);
                assert!(matches!(verdict, Err(Error::Verification { .. })));
                product[k] -= Scalar::one();
            }
        }
        assert_eq!(poly::square(&ring, &a).unwrap(), poly::multiply(&ring, &a, &a).unwrap());
    }
    assert_eq!(poly::random_point(&ring, Seed::Fixed(7)), poly::random_point(&ring, Seed::Fixed(7)));
    assert_ne!(poly::random_point(&ring, Seed::Fixed(7)), poly::random_point(&ring, Seed::System));
}

quickcheck! {
    fn values_multiply(a: Vec<u64>, b: Vec<u64>, m: u64, x: u64) -> bool {
        let Ok(ring) = Modular::new(m | 1) else { return true };
        let product = poly::multiply(&ring, &a, &b).unwrap();
        let mut value = poly::evaluate(&ring, &a, &x);
        ring.mul_assign(&mut value, &poly::evaluate(&ring, &b, &x));
        ring.equal(&value, &poly::evaluate(&ring, &product, &x))
    }
}
