//! Everybody computes the same.

use crate::{
    accuracy, complex,
    float::{agree, rounding},
    foreign::fftw,
    real,
    request::{Kind, Request},
    timing::{Contest, Run},
};
use num_complex::Complex;
use ringfft::order::Order;

fn request() -> Request {
    Request { threads: 1, recipe: None, fftw: fftw::Options::default(), additive: |_| Vec::new() }
}

/// Making a contest compares every peer that is here with ours.
#[test]
fn peers_agree() {
    for order in [Order::Natural, Order::BitReversed] {
        for log in 1..=9 {
            complex::contest::<f64>(&request(), &[1 << log], order, Kind::Peers).unwrap();
            complex::contest::<f32>(&request(), &[1 << log], order, Kind::Peers).unwrap();
        }
    }
    for shape in [&[1000][..], &[1009], &[24, 10], &[4, 5, 6]] {
        complex::contest::<f64>(&request(), shape, Order::Natural, Kind::Peers).unwrap();
        complex::contest::<f32>(&request(), shape, Order::Natural, Kind::Peers).unwrap();
    }
    for forward in [true, false] {
        for shape in [&[16][..], &[15], &[256], &[101], &[8, 12], &[6, 9]] {
            real::contest::<f64>(&request(), shape, forward, Kind::Peers).unwrap();
            real::contest::<f32>(&request(), shape, forward, Kind::Peers).unwrap();
        }
    }
}

#[test]
fn a_wrong_peer_is_refused() {
    let identity = |_: &mut [Complex<f64>]| {};
    let off = |values: &mut [Complex<f64>]| values[3].re += 1e-12;
    for (run, agrees) in [(Box::new(identity) as Run<_>, true), (Box::new(off) as Run<_>, false)] {
        let mut contest = Contest {
            input: complex::input(64),
            ours: Box::new(identity),
            peers: vec![("another", run)],
            most_calls: 1,
        };
        assert_eq!(agree(&mut contest, |_| rounding(128)).is_ok(), agrees);
    }
}

/// Both directions of everybody have errors of rounding, of the right type.
#[test]
fn errors_are_small_and_not_zero() {
    for errors in accuracy::errors::<f64>(240, 2, &fftw::Options::default()).unwrap() {
        let norms = errors.means.into_iter().flatten();
        norms.for_each(|norm| assert!(norm > 1e-17 && norm < 3e-15, "{}: {norm}", errors.who));
    }
    for errors in accuracy::errors::<f32>(241, 2, &fftw::Options::default()).unwrap() {
        let norms = errors.means.into_iter().flatten();
        norms.for_each(|norm| assert!(norm > 1e-9 && norm < 2e-6, "{}: {norm}", errors.who));
    }
}
