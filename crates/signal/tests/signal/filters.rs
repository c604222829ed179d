//! Filters on signals.

use super::noise;
use ringfft_signal::{Band, Fir, Window};

#[test]
fn a_filter_is_a_convolution_with_its_taps() {
    let filter = Fir::<f64>::new(15, Band::Pass { from: 1.0, to: 2.0 }, 8.0, Window::Hamming).unwrap();
    let mut impulse = [0.0; 20];
    impulse[2] = 1.0;
    let response = filter.apply(&impulse).unwrap();
    assert_eq!(response[2..17], *filter.taps());
    assert!(response[..2].iter().chain(&response[17..]).all(|&y| y == 0.0));
    assert_eq!(filter.delay(), 7.0);
    assert!((filter.gain(1.5, 8.0) - 1.0).abs() < 1e-12);
    assert!(filter.apply(&[]).unwrap().is_empty());
}

/// Through transforms or tap by tap, whole or in pieces.
#[test]
fn every_way_gives_the_same() {
    // Samples are at most 1, and the gain is about 1 at most.
    let close = |found: &[f64], expected: &[f64]| {
        found.len() == expected.len() && found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-13)
    };
    for taps in [1, 32, 33, 65, 301] {
        let filter = Fir::<f64>::new(taps, Band::Low { to: 1.0 }, 8.0, Window::Hamming).unwrap();
        for len in [1, 32, 33, 34, 66, 1000] {
            let signal = noise(len, taps as u64);
            let value = |j: usize| (0..taps.min(j + 1)).map(|i| filter.taps()[i] * signal[j - i]).sum();
            let expected: Vec<f64> = (0..len).map(value).collect();
            assert!(close(&filter.apply(&signal).unwrap(), &expected), "{taps} {len}");
            let mut stream = filter.stream().unwrap();
            let (mut found, mut done) = (vec![0.0; len + taps], 0);
            for piece in signal.chunks(17) {
                done += stream.process(piece, &mut found[done..]).unwrap();
            }
            done += stream.finish(&mut found[done..]).unwrap();
            assert_eq!(done, len + taps - 1);
            assert!(close(&found[..len], &expected), "{taps} {len}");
        }
    }
}
