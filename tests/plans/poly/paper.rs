//! The worked examples of `papers/polynomials.md`, modulo 17.

use ringfft::{poly, rings::Modular};

const X: [u64; 8] = [3, 1, 4, 1, 5, 9, 2, 6];

#[test]
fn polynomials() {
    let ring = Modular::new(17).unwrap();
    // Newton's steps for 1/x: two terms, four, eight.
    assert_eq!(poly::inverse_series(&ring, &X, 2).unwrap(), [6, 15]);
    assert_eq!(poly::multiply(&ring, &X[..4], &[6, 15]).unwrap(), [1, 0, 5, 15, 15]);
    assert_eq!(poly::low(&ring, &[5, 15], &[6, 15], 2).unwrap(), [13, 12]);
    assert_eq!(poly::inverse_series(&ring, &X, 4).unwrap(), [6, 15, 4, 5]);
    // Division by x^3 + 4 x + 1.
    let b = [1, 4, 0, 1];
    let (q, r) = poly::divide(&ring, &X, &b).unwrap();
    assert_eq!((&q[..], &r[..]), (&[0, 12, 2, 2, 6][..], &[3, 6, 5][..]));
    // The remainder sequence of x and b, and what it tells.
    let (q2, r2) = poly::divide(&ring, &b, &r).unwrap();
    assert_eq!((&q2[..], &r2[..]), (&[1, 7][..], &[15, 11][..]));
    let (q3, r3) = poly::divide(&ring, &r, &r2).unwrap();
    assert_eq!((&q3[..], &r3[..]), (&[6, 2][..], &[15][..]));
    assert_eq!(poly::gcd(&ring, &X, &b).unwrap(), [1]);
    // Values at 0, 1, 2, 3, and back.
    let values = poly::evaluate_many(&ring, &X, &[0, 1, 2, 3]).unwrap();
    let back = poly::interpolate(&ring, &[0, 1, 2, 3], &values).unwrap();
    assert_eq!((&values[..], &back[..]), (&[0][..], &[0][..]));
}
