//! Products, correlations, filters, and parts of a spectrum.

use crate::{C, complex, distance, near, random, random_complex};
use quickcheck::QuickCheck;
use ringfft::{
    Error,
    real::{OverlapSave, Zoom, correlate, cyclic, cyclic_correlate, linear},
};

fn product(a: &[C], b: &[C]) -> Vec<C> {
    let mut c = vec![C::new(0.0, 0.0); (a.len() + b.len()).saturating_sub(1)];
    for (i, a) in a.iter().enumerate() {
        b.iter().enumerate().for_each(|(j, b)| c[i + j] += a * b);
    }
    if a.is_empty() || b.is_empty() { vec![] } else { c }
}

fn wrapped(c: &[C], n: usize) -> Vec<C> {
    let mut w = vec![C::new(0.0, 0.0); n];
    c.iter().enumerate().for_each(|(i, c)| w[i % n] += c);
    w
}

const LENGTHS: [(usize, usize); 10] =
    [(0, 3), (1, 1), (5, 7), (24, 24), (30, 100), (100, 30), (64, 65), (24, 1000), (3000, 40), (500, 501)];

#[test]
fn products_equal_the_definition() {
    for (m, n) in LENGTHS {
        let (a, b) = (random_complex(1, m), random_complex(2, n));
        let expected = product(&a, &b);
        assert!(distance(&linear(&a, &b).unwrap(), &expected) < 1e-14, "{m} {n}");
        let reversed: Vec<C> = b.iter().rev().copied().collect();
        assert!(distance(&correlate(&a, &b).unwrap(), &product(&a, &reversed)) < 1e-14, "{m} {n}");
        for len in [1, 2, 7, 24, 31, 60, 97] {
            let found = cyclic(&a, &b, len).unwrap();
            assert!(distance(&found, &wrapped(&expected, len)) < 1e-13, "{m} {n} {len}");
            let (p, q) = (wrapped(&a, len), wrapped(&b, len));
            let lag = |k: usize| (0..len).map(|j| p[(j + k) % len] * q[j]).sum::<C>();
            let found = cyclic_correlate(&a, &b, len).unwrap();
            assert!(distance(&found, &(0..len).map(lag).collect::<Vec<_>>()) < 1e-13, "{m} {n} {len}");
        }
        let (a, b) = (random(1, m), random(2, n));
        let expected = product(&complex(&a), &complex(&b));
        assert!(distance(&complex(&linear(&a, &b).unwrap()), &expected) < 1e-14, "{m} {n}");
        for len in [1, 6, 24, 30, 77] {
            let found = cyclic(&a, &b, len).unwrap();
            assert!(distance(&complex(&found), &wrapped(&expected, len)) < 1e-13, "{m} {n} {len}");
        }
    }
    assert!(matches!(cyclic(&[1.0], &[1.0], 0), Err(Error::Length { len: 0, .. })));
    assert!(matches!(cyclic_correlate(&[1.0], &[1.0], 0), Err(Error::Length { len: 0, .. })));
}

fn filtered(filter: &mut OverlapSave<f64>, x: &[f64], pieces: &[usize]) -> Vec<f64> {
    let (mut out, mut done, mut at) = (vec![f64::NAN; x.len() + filter.pending()], 0, 0);
    for &piece in pieces.iter().cycle().take_while(|_| !x.is_empty()) {
        let end = (at + piece).min(x.len());
        let expected = filter.output_len(end - at);
        let written = filter.process(&x[at..end], &mut out[done..]).unwrap();
        assert_eq!(written, expected);
        done += written;
        at = end;
        if at == x.len() {
            break;
        }
    }
    assert_eq!(filter.pending(), out.len() - done);
    assert_eq!(filter.finish(&mut out[done..]).unwrap(), out.len() - done);
    out
}

#[test]
fn a_filter_has_the_same_bits_for_all_pieces() {
    for (taps, block) in [(1, 1), (1, 4), (3, 3), (3, 8), (5, 7), (16, 31), (40, 256)] {
        let (h, x) = (random(1, taps), random(2, 777));
        let mut filter = OverlapSave::with_block(&h, block).unwrap();
        assert_eq!((filter.block_len(), filter.step()), (block, block - taps + 1));
        let whole = filtered(&mut filter, &x, &[777]);
        near(&whole, &linear(&x, &h).unwrap(), 1e-14, &format!("{taps} {block}"));
        for pieces in [&[1][..], &[7, 0, 100], &[64]] {
            assert_eq!(filtered(&mut filter, &x, pieces), whole, "{taps} {block} {pieces:?}");
        }
        let short = filtered(&mut filter, &x[..2], &[1]);
        near(&short, &linear(&x[..2], &h).unwrap(), 1e-14, &format!("{taps} {block} short"));
    }
}

#[test]
fn complex_filters() {
    let (h, x) = (random_complex(1, 33), random_complex(2, 1000));
    let mut filter = OverlapSave::<f64, C>::new(&h).unwrap();
    let mut out = vec![C::new(0.0, 0.0); 1032];
    let done = filter.process(&x, &mut out).unwrap();
    filter.finish(&mut out[done..]).unwrap();
    assert!(distance(&out, &product(&h, &x)) < 1e-14);
}

#[test]
fn blocks_are_chosen_by_cost() {
    for taps in [1usize, 2, 33, 1000, 20_000] {
        let filter = OverlapSave::<f64>::new(&random(1, taps)).unwrap();
        let n = filter.block_len();
        assert!(n.is_power_of_two() && n >= 2 * taps.max(8) && n <= 64 * taps.max(8), "{taps}: {n}");
        let cost = |n: usize| n as f64 * ((n as f64).log2() + 4.0) / (n - taps + 1) as f64;
        assert!(cost(n) <= cost(2 * n), "{taps}: {n}");
    }
}

#[test]
fn filters_say_what_cannot_be() {
    assert!(matches!(OverlapSave::<f64>::new(&[]), Err(Error::Length { what: "a filter", .. })));
    assert!(matches!(OverlapSave::<f64>::with_block(&[1.0; 5], 4), Err(Error::Length { what: "a block", .. })));
    let mut filter = OverlapSave::<f64>::with_block(&[1.0; 5], 8).unwrap();
    let error = filter.process(&[1.0; 9], &mut [0.0; 7]).unwrap_err();
    assert!(matches!(error, Error::SliceLength { expected: 8, found: 7, at_least: true, .. }));
    // Nothing was taken.
    assert_eq!(filter.pending(), 4);
    filter.process(&[1.0; 3], &mut []).unwrap();
    assert!(matches!(filter.finish(&mut [0.0; 6]), Err(Error::SliceLength { expected: 7, .. })));
    filter.reset();
    assert_eq!(filter.pending(), 4);
}

#[test]
fn zooms_equal_the_definition() {
    for (n, start, step, m) in [(1, 0.3, 0.1, 1), (5, 0.0, 0.2, 5), (64, 0.1, 1.0 / 512.0, 50), (100, -0.37, 1e-3, 7)] {
        let x = random_complex(6, n);
        let value = |k: usize| {
            let f = start + step * k as f64;
            x.iter().enumerate().map(|(j, x)| x * C::from_polar(1.0, -std::f64::consts::TAU * f * j as f64)).sum::<C>()
        };
        let zoom = Zoom::new(n, start, step, m).unwrap();
        let mut found = vec![C::new(f64::NAN, 0.0); m];
        let mut scratch = vec![C::new(f64::NAN, 0.0); zoom.scratch_len()];
        zoom.evaluate_with(&x, &mut found, &mut scratch).unwrap();
        assert!(distance(&found, &(0..m).map(value).collect::<Vec<_>>()) < 1e-13, "{n} {m}");
        assert!(zoom.evaluate(&x[1..], &mut found).is_err() && zoom.evaluate(&x, &mut found[1..]).is_err());
    }
    // Long: the phases are many turns, and the values are those of the transform.
    let n = 30_000;
    let x = random_complex(6, n);
    let mut found = vec![C::new(0.0, 0.0); n];
    Zoom::new(n, 0.0, 1.0 / n as f64, n).unwrap().evaluate(&x, &mut found).unwrap();
    let mut expected = x;
    ringfft::plan::Plan::<C>::new(n).unwrap().forward(&mut expected).unwrap();
    assert!(distance(&found, &expected) < 1e-11, "{}", distance(&found, &expected));
    for wrong in [Zoom::<f64>::new(0, 0.0, 0.1, 1), Zoom::new(1, 0.0, 0.1, 0), Zoom::new(1 << 26, 0.0, 0.1, 1)] {
        assert!(matches!(wrong, Err(Error::Length { .. })));
    }
    assert!(matches!(Zoom::<f64>::new(4, f64::NAN, 0.1, 1), Err(Error::Unsupported { .. })));
}

#[test]
fn products_are_linear_and_commute() {
    fn property(a: Vec<i16>, b: Vec<i16>, c: Vec<i16>) -> bool {
        let n = b.len().min(c.len());
        let float = |x: &[i16]| x.iter().map(|&x| f64::from(x)).collect::<Vec<_>>();
        let (a, b, c) = (float(&a), float(&b[..n]), float(&c[..n]));
        let sum: Vec<f64> = b.iter().zip(&c).map(|(b, c)| b + c).collect();
        let size: f64 = a.iter().chain(&b).chain(&c).map(|x| x.abs()).sum::<f64>().powi(2).max(1.0);
        let (ab, ac, both, ba) = (linear(&a, &b), linear(&a, &c), linear(&a, &sum), linear(&b, &a));
        let (ab, ac, both, ba) = (ab.unwrap(), ac.unwrap(), both.unwrap(), ba.unwrap());
        (0..both.len())
            .all(|k| (both[k] - ab[k] - ac[k]).abs() <= 1e-13 * size && (ab[k] - ba[k]).abs() <= 1e-13 * size)
    }
    QuickCheck::new().quickcheck(property as fn(Vec<i16>, Vec<i16>, Vec<i16>) -> bool);
}
