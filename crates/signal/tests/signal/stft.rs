//! Short-time transforms: the definition, and the way back.

use super::{definition, near, noise};
use num_complex::Complex;
use ringfft::Error;
use ringfft_signal::{Framing, Gains, Stft, Window, weights};

fn cases() -> impl Iterator<Item = (usize, usize, usize)> {
    [(1, 1, 1), (2, 1, 2), (8, 4, 8), (8, 3, 8), (9, 5, 9), (16, 4, 21), (15, 1, 32), (12, 11, 12)].into_iter()
}

#[test]
fn the_definition() {
    for (n, hop, transform_len) in cases() {
        for len in [0, 1, 7, 40] {
            let signal = noise(len, len as u64);
            let window: Vec<f64> = Window::Hamming.values(n, Default::default()).unwrap();
            let builder = || Stft::<f64>::builder(n).window(Window::Hamming).hop(hop).transform_len(transform_len);
            for (framing, padding) in [(Framing::Whole, (n - 1) / hop * hop), (Framing::Inside, 0)] {
                let stft = builder().framing(framing).build().unwrap();
                let mut padded = vec![0.0; padding];
                padded.extend(&signal);
                if framing == Framing::Whole {
                    padded.resize(padded.len() + 2 * n, 0.0);
                }
                let found = stft.forward(&signal).unwrap();
                let frames = stft.frames(len).unwrap();
                assert_eq!(found.len(), frames * stft.bins());
                let shows = |t: usize| (t * hop..t * hop + n).any(|at| (padding..padding + len).contains(&at));
                match framing {
                    Framing::Whole => assert!((0..frames).all(shows) && !shows(frames), "{n} {hop} {len}"),
                    Framing::Inside => assert!(frames == 0 || (frames - 1) * hop + n <= len && frames * hop + n > len),
                }
                for (t, frame) in found.chunks(stft.bins()).enumerate() {
                    let shown: Vec<f64> = padded[t * hop..][..n].iter().zip(&window).map(|(x, w)| x * w).collect();
                    let expected = definition(&shown, transform_len);
                    let close = frame.iter().zip(&expected).all(|(a, b)| (a - b).norm() < 1e-13);
                    assert!(close, "{n} {hop} {len} {framing:?} {t}");
                }
            }
        }
    }
}

#[test]
fn signals_come_back() {
    for (n, hop, transform_len) in cases() {
        for window in [
            Window::Hann,
            Window::Hamming,
            Window::BlackmanHarris,
            Window::FlatTop,
            Window::Gaussian { deviation: 0.5 },
        ] {
            let stft = Stft::builder(n).window(window).hop(hop).transform_len(transform_len).build().unwrap();
            for len in [0, 1, 5, 16, 117] {
                let signal = noise(len, 7);
                let found = stft.inverse(&stft.forward(&signal).unwrap(), len).unwrap();
                // Little weight costs digits: hop 11 leaves a Blackman-Harris window of 12 next to none.
                let tolerance = if hop > n / 2 + 1 { 1e-6 } else { 1e-12 };
                assert!(near(&found, &signal, tolerance), "{window} {n} {hop} {len} {found:?} {signal:?}");
            }
        }
    }
}

/// Frames inside: what lies before the first weight or after the last frame is an error, all else comes back.
#[test]
fn frames_inside() {
    let signal = noise(100, 8);
    let inside = |window| Stft::builder(16).window(window).hop(4).framing(Framing::Inside).build().unwrap();
    let stft = inside(Window::Hamming);
    let found = stft.inverse(&stft.forward(&signal).unwrap(), 100).unwrap();
    assert!(near(&found, &signal, 1e-11));
    let error = stft.inverse(&stft.forward(&signal[..99]).unwrap(), 99).unwrap_err();
    assert!(matches!(error, Error::Overlap { len: 16, hop: 4, at: 96, .. }), "{error}");
    let stft = inside(Window::Hann);
    let error = stft.inverse(&stft.forward(&signal).unwrap(), 100).unwrap_err();
    assert!(matches!(error, Error::Overlap { at: 0, .. }), "{error}");
}

/// Frames with gaps between cannot be put together.
#[test]
fn gaps() {
    for (window, hop) in [(Window::Hann, 8), (Window::Rectangular, 9)] {
        let stft = Stft::builder(8).window(window).hop(hop).build().unwrap();
        let bins = stft.forward(&noise(40, 1)).unwrap();
        assert!(matches!(stft.inverse(&bins, 40), Err(Error::Overlap { len: 8, .. })), "{window}");
    }
    let stft = Stft::builder(8).window(Window::Rectangular).hop(8).build().unwrap();
    let signal = noise(43, 1);
    assert!(near(&stft.inverse(&stft.forward(&signal).unwrap(), 43).unwrap(), &signal, 1e-14));
}

/// For bins of no signal, the result is the signal with the nearest bins: none near it is nearer.
#[test]
fn the_inverse_is_the_least_square() {
    let stft = Stft::<f64>::builder(8).hop(3).build().unwrap();
    let len = 20;
    let parts = noise(2 * stft.frames(len).unwrap() * stft.bins(), 4);
    let mut bins: Vec<Complex<f64>> = parts.chunks(2).map(|z| Complex::new(z[0], z[1])).collect();
    // Bins of real frames.
    bins.chunks_mut(5).for_each(|frame| (frame[0].im, frame[4].im) = (0.0, 0.0));
    let distance = |signal: &[f64]| -> f64 {
        let found = stft.forward(signal).unwrap();
        // Bins with a negative twin count twice.
        let twice = |i: usize| if matches!(i % 5, 0 | 4) { 1.0 } else { 2.0 };
        found.iter().zip(&bins).enumerate().map(|(i, (a, b))| twice(i) * (a - b).norm_sqr()).sum()
    };
    let best = stft.inverse(&bins, len).unwrap();
    let least = distance(&best);
    for seed in 0..20 {
        for step in [1e-3, 0.1, 1.0] {
            let other: Vec<f64> = best.iter().zip(noise(len, seed)).map(|(x, e)| x + step * e).collect();
            assert!(distance(&other) > least, "{seed} {step}");
        }
    }
}

#[test]
fn times_and_powers() {
    let stft = Stft::<f64>::builder(8).hop(4).rate(100.0).build().unwrap();
    assert_eq!(stft.time(1), 0.035);
    assert_eq!(stft.time(0), -0.005);
    assert_eq!(stft.frequency(2), 25.0);
    // A level of 3 in a Hann window, power density: 9 over the noise bandwidth.
    let bins = stft.forward(&[3.0; 64]).unwrap();
    let power = stft.power(0, bins[stft.bins() * 5]);
    assert!((power - 9.0 / (1.5 * 100.0 / 8.0)).abs() < 1e-12);
}

/// The worked example of `papers/signal.md`.
#[test]
fn the_worked_example() {
    let window: Vec<f64> = Window::Hann.values(4, Default::default()).unwrap();
    assert_eq!(window, [0.0, 0.5, 1.0, 0.5]);
    let gains = Gains::of(&window);
    assert_eq!((gains.sum, gains.energy, gains.noise_bandwidth()), (2.0, 1.5, 1.5));
    assert_eq!(weights(&window, 2, 1).unwrap(), [1.0, 1.0]);
    assert_eq!(weights(&window, 2, 2).unwrap(), [1.0, 0.5]);
    let stft = Stft::<f64>::builder(4).build().unwrap();
    let bins = stft.forward(&[2.0, 4.0, 2.0]).unwrap();
    let expected = [(4, 0), (-2, 2), (0, 0), (4, 0), (-2, -2), (0, 0), (0, 0), (0, 0), (0, 0)];
    assert_eq!(bins, expected.map(|(re, im)| Complex::new(f64::from(re), f64::from(im))));
    assert_eq!(stft.inverse(&bins, 3).unwrap(), [2.0, 4.0, 2.0]);
}
