//! Slices of elements, element by element.

use crate::residues;
use num_complex::Complex;
use ringfft::{
    Error,
    algebra::Ring,
    ntt,
    rings::{ComplexRing, Modular},
};
use ringfft_testing::Counting;

#[test]
fn products_sums_and_scales_are_those_of_the_ring() {
    let m = 12_289;
    let ring = Modular::new(m).unwrap();
    for n in [0, 1, 7, 64] {
        let [a, b, c] = [1, 2, 3].map(|seed| residues(seed, m, n));
        let expected = |f: &dyn Fn(usize) -> u64| (0..n).map(f).collect::<Vec<_>>();
        let mut product = a.clone();
        ntt::pointwise::multiply(&ring, &mut product, &b).unwrap();
        assert_eq!(product, expected(&|i| a[i] * b[i] % m));
        let mut out = vec![0; n];
        ntt::pointwise::multiply_into(&ring, &a, &b, &mut out).unwrap();
        assert_eq!(out, product);
        let mut sum = c.clone();
        ntt::pointwise::multiply_accumulate(&ring, &mut sum, &a, &b).unwrap();
        assert_eq!(sum, expected(&|i| (c[i] + a[i] * b[i]) % m));
        let mut scaled = a.clone();
        ntt::pointwise::scale(&ring, &mut scaled, &5);
        assert_eq!(scaled, expected(&|i| 5 * a[i] % m));
    }
}

#[test]
fn lengths_are_checked_before_anything_is_written() {
    let ring = Modular::new(97).unwrap();
    let mut a = [1, 2, 3];
    assert!(ntt::pointwise::multiply(&ring, &mut a, &[5, 5]).is_err());
    assert!(ntt::pointwise::multiply_accumulate(&ring, &mut a, &[5, 5, 5], &[5, 5]).is_err());
    assert!(ntt::pointwise::multiply_accumulate(&ring, &mut a, &[5; 4], &[5; 3]).is_err());
    assert!(ntt::pointwise::multiply_into(&ring, &[1, 2], &[5, 5, 5], &mut a).is_err());
    assert!(ntt::pointwise::multiply_into(&ring, &[1, 2], &[5, 5], &mut a).is_err());
    assert_eq!(a, [1, 2, 3]);
}

#[test]
fn inverses_of_many_for_one() {
    let ring = Counting::new(Modular::new(12_289).unwrap());
    for n in 0..40 {
        let list: Vec<u64> = residues(n, 12_288, n as usize).iter().map(|x| x + 1).collect();
        let mut inverses = list.clone();
        ring.take();
        ntt::pointwise::invert(&ring, &mut inverses).unwrap();
        assert_eq!(ring.take().general, (3 * n).saturating_sub(3));
        assert!(list.iter().zip(&inverses).all(|(x, y)| x * y % 12_289 == 1));
    }
    let mut list = [3, 5, 0, 7, 0];
    let error = ntt::pointwise::invert(&ring, &mut list).unwrap_err();
    assert!(matches!(&error, Error::NotInvertible { what, .. } if what.contains("element 2")), "{error}");
    assert_eq!(list, [3, 5, 0, 7, 0]);
    assert_eq!(ring.inverse(&0), None);
}

#[test]
fn inverses_of_floats_whose_product_leaves_the_range() {
    for size in [1e-100_f64, 1e100] {
        let mut list = vec![Complex::new(size, 0.0); 9];
        ntt::pointwise::invert(&ComplexRing::new(), &mut list).unwrap();
        assert!(list.iter().all(|x| (x.re * size - 1.0).abs() < 1e-15 && x.im == 0.0), "{list:?}");
    }
}
