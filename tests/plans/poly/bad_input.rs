//! Requests that have no answer: each is refused by an error that says why.

use super::Source;
use ringfft::{Error, Result, poly, rings::Modular};

fn refused<T: std::fmt::Debug>(result: Result<T>, text: &str) {
    let error = result.unwrap_err();
    assert!(matches!(error, Error::NotInvertible { .. } | Error::Unsupported { .. }), "{error:?}");
    assert!(error.to_string().contains(text), "{error}");
}

#[test]
fn division_by_zero() {
    let ring = Modular::new(97).unwrap();
    for zero in [vec![], vec![0], vec![0; 300]] {
        let text = "the zero polynomial, as a divisor, is not invertible";
        refused(poly::divide(&ring, &[1, 2], &zero), text);
        refused(poly::divide(&ring, &[], &zero), text);
        refused(poly::remainder(&ring, &[1, 2], &zero), text);
        refused(poly::Divisor::new(&ring, &zero).map(drop), text);
        refused(poly::rational_reconstruction(&ring, &[1], &zero, 1), text);
        refused(poly::inverse_series(&ring, &zero, 3), "the constant term of a series");
        refused(poly::divide_series(&ring, &[1], &zero, 3), "the constant term of a series");
        refused(poly::inverse_series(&ring, &zero, 300), "the constant term of a series");
        assert!(poly::gcd(&ring, &zero, &zero).unwrap().is_empty());
        assert_eq!(poly::gcd(&ring, &zero, &[2, 4, 0]).unwrap(), [49, 1]);
        assert_eq!(poly::extended_gcd(&ring, &zero, &zero).unwrap()[0], []);
        assert_eq!(poly::resultant(&ring, &zero, &[1, 2]).unwrap(), 0);
        assert_eq!(poly::minimal_polynomial(&ring, &zero).unwrap(), [1]);
    }
}

#[test]
fn zero_divisors_in_the_lead() {
    let ring = Modular::new(15).unwrap();
    let text = "the leading coefficient of a divisor is not invertible in the integers modulo 15";
    for b in [vec![1, 5], vec![1, 2, 3, 0, 0]] {
        refused(poly::divide(&ring, &[1, 2, 3, 4], &b), text);
        refused(poly::Divisor::new(&ring, &b).map(drop), text);
        refused(poly::gcd(&ring, &[1, 2, 3, 4], &b), text);
        refused(poly::extended_gcd(&ring, &[1, 2, 3, 4], &b), text);
        refused(poly::resultant(&ring, &[1, 2, 3, 4], &b), text);
        refused(poly::gcd(&ring, &b, &[]), text);
    }
    // A long remainder sequence meets one: its coefficients are random modulo 3 and modulo 5.
    let mut source = Source(18);
    let long = [source.full(&ring, 1200), source.full(&ring, 1199)];
    refused(poly::gcd(&ring, &long[0], &long[1]), "is not invertible");
    refused(poly::inverse_series(&ring, &[5, 1], 4), "the constant term of a series");
    refused(poly::inverse_series(&ring, &[5, 1], 200), "the constant term of a series");
    refused(poly::exp_series(&ring, &[0, 1], 4), "3 (a series of 4 terms");
    refused(poly::log_series(&ring, &[1, 1], 100), "3 (a series of 100 terms");
    assert_eq!(poly::exp_series(&ring, &[0, 1], 3).unwrap(), [1, 1, 8]);
}

#[test]
fn constant_terms_of_series() {
    let ring = Modular::new(97).unwrap();
    for f in [vec![], vec![0, 1], vec![2, 1]] {
        refused(poly::log_series(&ring, &f, 5), "the logarithm of a power series over the integers modulo 97 needs");
    }
    refused(poly::exp_series(&ring, &[1, 1], 5), "a constant term that is zero");
    refused(poly::square_root_series(&ring, &[2, 1], &1, 5), "the square of the root given");
    refused(poly::square_root_series(&ring, &[], &1, 5), "the square of the root given");
    refused(poly::square_root_series(&ring, &[0, 0, 1], &0, 5), "the root given");
    assert_eq!(poly::exp_series(&ring, &[], 3).unwrap(), [1, 0, 0]);
    assert_eq!(poly::log_series(&ring, &[1], 3).unwrap(), [0, 0, 0]);
    refused(poly::evaluate_geometric(&ring, &[1, 2], &1, &0, 3), "the ratio of a geometric progression");
}
