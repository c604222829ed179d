//! The worked examples of `papers/polynomials.md`, modulo 17.

use ringfft::{conv, poly, rings::Modular};

const X: [u64; 8] = [3, 1, 4, 1, 5, 9, 2, 6];

#[test]
fn polynomials() {
    let ring = Modular::new(17).unwrap();
    // Newton's step from two terms of 1/x to four.
    assert_eq!(poly::inverse_series(&ring, &X, 2).unwrap(), [6, 15]);
    assert_eq!(conv::cyclic(&ring, &X[..4], &[6, 15], 4).unwrap(), [16, 0, 5, 15]);
    assert_eq!(poly::low(&ring, &[5, 15], &[6, 15], 2).unwrap(), [13, 12]);
    assert_eq!(poly::inverse_series(&ring, &X, 4).unwrap(), [6, 15, 4, 5]);
    // Division by x^3 + 4 x + 1.
    let b = [1, 4, 0, 1];
    let (q, r) = poly::divide(&ring, &X, &b).unwrap();
    assert_eq!((&q[..], &r[..]), (&[8, 8, 2, 2, 6][..], &[12, 12, 4][..]));
    assert_eq!(poly::inverse_series(&ring, &[1, 0, 4, 1], 5).unwrap(), [1, 0, 13, 16, 16]);
    assert_eq!(poly::low(&ring, &[6, 2, 9, 5, 1], &[1, 0, 13, 16, 16], 5).unwrap(), [6, 2, 2, 8, 8]);
    // The remainder sequence of x and b.
    let (q2, r2) = poly::divide(&ring, &b, &r).unwrap();
    assert_eq!((&q2[..], &r2[..]), (&[12, 13][..], &[10, 10][..]));
    let (q3, r3) = poly::divide(&ring, &r, &r2).unwrap();
    assert_eq!((&q3[..], &r3[..]), (&[11, 14][..], &[4][..]));
    assert_eq!(poly::gcd(&ring, &X, &b).unwrap(), [1]);
    assert_eq!(poly::resultant(&ring, &X, &b).unwrap(), 9);
    assert_eq!(poly::minimal_polynomial(&ring, &[0, 1, 1, 2, 3, 5, 8, 13]).unwrap(), [16, 16, 1]);
    // Values at 0, 1, 2, 3, by the tree.
    let tree = poly::Multipoint::new(&ring, &[0, 1, 2, 3]).unwrap();
    assert_eq!(tree.polynomial().unwrap(), [0, 11, 11, 11, 1]);
    assert_eq!(poly::inverse_series(&ring, &[1, 11, 11, 11], 4).unwrap(), [1, 6, 8, 5]);
    // x backwards times the series, backwards.
    assert_eq!(poly::low(&ring, &[1, 4, 1, 3], &[1, 6, 8, 5], 4).unwrap(), [1, 10, 16, 12]);
    assert_eq!(poly::middle(&ring, &[12, 16, 10, 1], &[6, 12, 1]).unwrap(), [9, 6]);
    assert_eq!(poly::middle(&ring, &[12, 16, 10, 1], &[0, 16, 1]).unwrap(), [13, 6]);
    assert_eq!(poly::low(&ring, &[6, 9], &[1, 16], 2).unwrap(), [6, 3]);
    assert_eq!(poly::low(&ring, &[6, 13], &[1, 12], 2).unwrap(), [6, 0]);
    let values = tree.evaluate(&X[..4]).unwrap();
    assert_eq!(values, [3, 9, 12, 1]);
    // And back.
    assert_eq!(tree.evaluate(&[11, 5, 16, 4]).unwrap(), [11, 2, 15, 6]);
    assert_eq!(tree.interpolate(&values).unwrap(), X[..4]);
    assert_eq!(poly::multiply(&ring, &[4, 9], &[1, 12, 6]).unwrap(), [4, 6, 13, 3]);
    assert_eq!(poly::multiply(&ring, &[14, 12], &[1, 16]).unwrap(), [14, 15, 5]);
    assert_eq!(poly::shift(&ring, &X[..4], &2).unwrap(), [12, 12, 10, 1]);
}
