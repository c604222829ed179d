//! Everybody computes the same.

use crate::{
    accuracy, complex,
    float::{agree, rounding},
    foreign::fftw,
    makes, real,
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

/// The rows of `--csv` stand beside the committed records, and a filter selects rows as it does elsewhere.
#[test]
fn rows_at_hand_stand_beside_the_records() {
    let file = std::env::temp_dir().join(format!("peers-{}.csv", std::process::id()));
    let text = "# folder: another\nring,n,peer,ours_ns,peer_ns,ratio\ncomplex-f64,2^10,\"a, b\",10,9,0.9\n";
    std::fs::write(&file, text).unwrap();
    let options = makes::Options { here: Some(file.clone()), ..Default::default() };
    let all = |_: &str, _: &[String]| true;
    let asked = |name: &str, _: &[String]| name == "complex-f64/2^10";
    let table = options.table(asked).unwrap();
    let [first, _, row] = table.lines().take(3).collect::<Vec<_>>()[..] else { panic!("{table}") };
    assert!(first.starts_with("| row ") && first.contains("| another, at hand |") && first.contains("epyc-genoa"));
    assert!(row.contains("| **0.900** a, b ") && row.contains("not measured"), "{row}");
    assert!(table.contains("another, at hand: 1 of 1 rows below 1.0"), "{table}");
    assert!(options.table(|_, _| false).unwrap_err().to_string().starts_with("no row matches"));
    let named = makes::Options { machine: Some("mine".into()), below: true, csv: true, ..options };
    assert!(named.table(asked).unwrap().contains("complex-f64/2^10,\"mine, at hand\",0.900,\"a, b\",below,"));
    assert!(named.head().unwrap().ends_with("\n# folder: mine"));
    std::fs::write(&file, text.replace(",9,", ",x,")).unwrap();
    let error = named.table(all).unwrap_err().to_string();
    assert!(error.starts_with(&format!("{}, line 3: \"x\"", file.display())), "{error}");
    std::fs::remove_file(&file).unwrap();
    assert_eq!((makes::quoted("a"), makes::quoted("a, \"b\"")), ("a".into(), "\"a, \"\"b\"\"\"".into()));
}
