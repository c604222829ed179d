//! Power spectra: units, by tones and noise of known power; Parseval's identity; the definition.

use super::{definition, gaussian, near, noise};
use ringfft_signal::{Averaging, Detrend, Scaling, Sides, Welch, Window, frequency};
use std::f64::consts::TAU;

fn tone(len: usize, amplitude: f64, hz: f64, rate: f64) -> Vec<f64> {
    (0..len).map(|j| amplitude * (TAU * hz * j as f64 / rate + 0.3).sin()).collect()
}

/// A tone on a bin reads half the square of its amplitude, a constant its square, at half the rate twice the mean square.
#[test]
fn tones() {
    for &window in Window::ALL {
        // Sums of cosines over a period are zero at the tone's other side; the others leak there.
        let smooth = Window::ALL[3..9].contains(&window) || window == Window::Rectangular;
        let tolerance = if smooth { 1e-12 } else { 2e-2 };
        for n in [64, 63, 100] {
            let rate = 10.0 * n as f64;
            let builder = || Welch::builder(n).rate(rate).window(window).detrend(Detrend::None);
            let welch = builder().scaling(Scaling::Spectrum).build().unwrap();
            let power = welch.estimate(&tone(5 * n, 3.0, 200.0, rate)).unwrap();
            assert_eq!(welch.frequency(20), 200.0);
            assert!((power[20] - 4.5).abs() < tolerance, "{window} {n} {}", power[20]);
            let level = welch.estimate(&vec![-2.0; 3 * n]).unwrap();
            assert!((level[0] - 4.0).abs() < 1e-12, "{window} {n}");
            // The density is the power over the noise bandwidth.
            let density = builder().build().unwrap();
            let bandwidth = density.gains().noise_bandwidth_hz(rate);
            let power = density.estimate(&tone(5 * n, 3.0, 200.0, rate)).unwrap();
            assert!((power[20] * bandwidth - 4.5).abs() < tolerance, "{window} {n}");
            if n % 2 == 0 {
                let alternating: Vec<f64> = (0..n).map(|j| if j % 2 == 0 { 5.0 } else { -5.0 }).collect();
                assert!((welch.estimate(&alternating).unwrap()[n / 2] - 25.0).abs() < 1e-11, "{window} {n}");
            }
        }
    }
}

/// White noise of variance 1 has density `2/rate`, whatever the window, by mean and by median; the area is the variance.
#[test]
fn noise_has_its_density() {
    let rate = 500.0;
    let signal = gaussian(1 << 16, 5);
    for window in [Window::Rectangular, Window::Hann, Window::FlatTop] {
        for averaging in [Averaging::Mean, Averaging::Median] {
            let welch = Welch::builder(128).rate(rate).window(window).averaging(averaging).build().unwrap();
            let density = welch.estimate(&signal).unwrap();
            let inner = &density[4..61];
            let mean = inner.iter().sum::<f64>() / inner.len() as f64;
            assert!((mean * rate / 2.0 - 1.0).abs() < 0.02, "{window} {averaging:?} {}", mean * rate / 2.0);
            let area: f64 = density.iter().sum::<f64>() * rate / 128.0;
            assert!((area - 1.0).abs() < 0.04, "{window} {averaging:?} {area}");
        }
    }
}

/// The median does not see a burst in one segment of many; the mean does.
#[test]
fn the_median_overlooks_bursts() {
    let mut signal = gaussian(1 << 14, 6);
    signal[5000..5100].iter_mut().for_each(|x| *x *= 1000.0);
    let estimate = |averaging| {
        Welch::builder(256).averaging(averaging).build().unwrap().estimate(&signal).unwrap()[4..120].to_vec()
    };
    let mean = |list: Vec<f64>| list.iter().sum::<f64>() / list.len() as f64;
    assert!(mean(estimate(Averaging::Median)) < 2.3);
    assert!(mean(estimate(Averaging::Mean)) > 1000.0);
}

/// Without a window the area under the periodogram is the mean square of the signal, to rounding; both sides.
#[test]
fn parseval() {
    for n in (1..70).chain([127, 256, 1000]) {
        let signal = noise(n, n as u64);
        let expected = signal.iter().map(|x| x * x).sum::<f64>() / n as f64;
        for sides in [Sides::One, Sides::Two] {
            let welch = Welch::periodogram(n).rate(7.0).sides(sides).build().unwrap();
            let density = welch.estimate(&signal).unwrap();
            assert_eq!(density.len(), welch.bins());
            let area = density.iter().sum::<f64>() * 7.0 / n as f64;
            assert!((area - expected).abs() < 1e-13 * expected.max(1.0), "{n} {sides:?}");
        }
    }
}

#[test]
fn the_definition() {
    for (n, transform_len, hop) in [(1, 1, 1), (5, 5, 2), (8, 13, 4), (16, 16, 20), (9, 32, 1)] {
        let signal = noise(100, 9);
        let welch = Welch::builder(n).transform_len(transform_len).hop(hop).window(Window::Hamming).build().unwrap();
        let window: Vec<f64> = Window::Hamming.values(n, Default::default()).unwrap();
        let energy: f64 = window.iter().map(|w| w * w).sum();
        let segments = (100 - n) / hop + 1;
        assert_eq!((welch.segments(100), welch.segments(n), welch.segments(n - 1)), (segments, 1, 0));
        let mut expected = vec![0.0; transform_len / 2 + 1];
        for t in 0..segments {
            let frame = &signal[t * hop..][..n];
            let mean = frame.iter().sum::<f64>() / n as f64;
            let shown: Vec<f64> = frame.iter().zip(&window).map(|(x, w)| (x - mean) * w).collect();
            for (k, z) in definition(&shown, transform_len).iter().enumerate() {
                let twice = if k == 0 || 2 * k == transform_len { 1.0 } else { 2.0 };
                expected[k] += twice * z.norm_sqr() / (energy * segments as f64);
            }
        }
        let found = welch.estimate(&signal).unwrap();
        assert!(near(&found, &expected, 1e-12) || n == 1, "{n} {found:?} {expected:?}");
    }
}

#[test]
fn frequencies() {
    let two = |len: usize| (0..len).map(|k| frequency(k, len, len as f64, Sides::Two)).collect::<Vec<_>>();
    assert_eq!(two(4), [0.0, 1.0, -2.0, -1.0]);
    assert_eq!(two(5), [0.0, 1.0, 2.0, -2.0, -1.0]);
    assert_eq!(frequency(2, 4, 8.0, Sides::One), 4.0);
}

/// Single precision gives what double precision does, to its digits; what is no number stays in its bins' estimate.
#[test]
fn floats() {
    let signal = noise(1000, 3);
    let narrow: Vec<f32> = signal.iter().map(|&x| x as f32).collect();
    let wide = Welch::builder(64).build().unwrap().estimate(&signal).unwrap();
    let found: Vec<f64> =
        Welch::builder(64).build().unwrap().estimate(&narrow).unwrap().iter().map(|&x: &f32| x.into()).collect();
    assert!(near(&found, &wide, 1e-5));
    let mut broken = signal;
    broken[500] = f64::NAN;
    for averaging in [Averaging::Mean, Averaging::Median] {
        let estimate = Welch::builder(64).averaging(averaging).build().unwrap().estimate(&broken).unwrap();
        assert!(estimate.iter().all(|power| power.is_nan()), "{averaging:?}");
    }
}
