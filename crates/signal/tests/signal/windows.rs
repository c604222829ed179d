//! Windows: the figures of their sources, their symmetries and sums.

use ringfft::Error;
use ringfft_signal::{Form, Gains, Window, check_constant, check_invertible, weights};

/// Harris 1978, table 1: coherent gain and equivalent noise bandwidth. Its rows of the Gaussian are left
/// out: their gains 0.51, 0.43 and 0.37 are not `sqrt(pi/2) erf(alpha/sqrt(2))/alpha`, the integral of their formula.
#[test]
fn gains_are_those_of_harris() {
    let kaiser = |alpha: f64| Window::Kaiser { beta: alpha * std::f64::consts::PI };
    let table = [
        (Window::Rectangular, 1.00, 1.00),
        (Window::Bartlett, 0.50, 1.33),
        (Window::Sine, 0.64, 1.23),
        (Window::Hann, 0.50, 1.50),
        (Window::Hamming, 0.54, 1.36),
        (Window::Blackman, 0.42, 1.73),
        (Window::BlackmanHarris, 0.36, 2.00),
        (Window::Tukey { taper: 0.25 }, 0.88, 1.10),
        (Window::Tukey { taper: 0.5 }, 0.75, 1.22),
        (Window::Tukey { taper: 0.75 }, 0.63, 1.36),
        (kaiser(2.0), 0.49, 1.50),
        (kaiser(2.5), 0.44, 1.65),
        (kaiser(3.0), 0.40, 1.80),
        (kaiser(3.5), 0.37, 1.93),
    ];
    for (window, coherent, bandwidth) in table {
        let gains = Gains::of(&window.values::<f64>(1 << 14, Form::Periodic).unwrap());
        // The last digit of the table is rounded one way or the other.
        assert!((gains.coherent_gain() - coherent).abs() < 0.0101, "{window} {}", gains.coherent_gain());
        assert!((gains.noise_bandwidth() - bandwidth).abs() < 0.0101, "{window} {}", gains.noise_bandwidth());
        let hz = gains.noise_bandwidth_hz(48000.0);
        assert!((hz / (48000.0 / gains.len as f64) - gains.noise_bandwidth()).abs() < 1e-9);
        assert!((gains.noise_gain() / gains.coherent_gain().powi(2) - gains.noise_bandwidth()).abs() < 1e-12);
    }
}

/// Sums of cosines over a period have bandwidths in closed form: `1 + sum a_k^2/(2 a_0^2)`.
#[test]
fn gains_in_closed_form() {
    let closed = |a: &[f64]| 1.0 + a[1..].iter().map(|a| a * a).sum::<f64>() / (2.0 * a[0] * a[0]);
    let table = [
        (Window::Hann, &[0.5, 0.5][..]),
        (Window::Hamming, &[0.54, 0.46]),
        (Window::Blackman, &[0.42, 0.5, 0.08]),
        (Window::BlackmanHarris, &[0.35875, 0.48829, 0.14128, 0.01168]),
        (Window::Nuttall, &[0.3635819, 0.4891775, 0.1365995, 0.0106411]),
        (Window::FlatTop, &[0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368]),
    ];
    for (window, a) in table {
        for n in [11, 12, 1000, 4096] {
            let gains = Gains::of(&window.values::<f64>(n, Form::Periodic).unwrap());
            assert!((gains.noise_bandwidth() - closed(a)).abs() < 1e-12, "{window} {n}");
            assert!((gains.coherent_gain() - a[0]).abs() < 1e-12, "{window} {n}");
        }
    }
}

#[test]
fn forms() {
    for &window in Window::ALL {
        for n in 1..40 {
            let symmetric: Vec<f64> = window.values(n, Form::Symmetric).unwrap();
            let periodic: Vec<f64> = window.values(n, Form::Periodic).unwrap();
            let mut reversed = symmetric.clone();
            reversed.reverse();
            assert_eq!(symmetric, reversed, "{window} {n}");
            assert!(symmetric.iter().chain(&periodic).all(|&w| (-0.1..=1.0 + 1e-8).contains(&w)), "{window} {n}");
            if n > 1 {
                let longer: Vec<f64> = window.values(n + 1, Form::Symmetric).unwrap();
                assert_eq!(periodic, longer[..n], "{window} {n}");
            }
        }
    }
}

/// Angles are reduced in integers: a window of 2^20 values has the digits of one of 16.
#[test]
fn long_windows_lose_no_digits() {
    for &window in Window::ALL {
        let short: Vec<f64> = window.values(16, Form::Periodic).unwrap();
        let long: Vec<f64> = window.values(1 << 20, Form::Periodic).unwrap();
        // The sine window's samples lie between those of a longer one.
        if window != Window::Sine {
            assert!((0..16).all(|j| (short[j] - long[j << 16]).abs() < 1e-15), "{window}");
        }
    }
}

#[test]
fn names_read_back() {
    for &window in Window::ALL {
        assert_eq!(window.to_string().parse::<Window>().unwrap(), window);
        assert_eq!(window.name().parse::<Window>().unwrap(), window);
    }
    assert_eq!("kaiser:3".parse::<Window>().unwrap(), Window::Kaiser { beta: 3.0 });
    for text in ["", "hanning", "hann:1", "kaiser:", "kaiser:x", "Hann", "kaiser:1:2"] {
        assert!(matches!(text.parse::<Window>(), Err(Error::Parse { .. })), "{text}");
    }
    for text in ["kaiser:-1", "kaiser:701", "kaiser:nan", "gaussian:0", "gaussian:inf", "tukey:1.1", "tukey:-0.1"] {
        assert!(matches!(text.parse::<Window>(), Err(Error::Unsupported { .. })), "{text}");
    }
}

/// Some windows add up to a constant, and others only leave weight everywhere.
#[test]
fn overlaps() {
    let values = |window: Window, n| window.values::<f64>(n, Form::Periodic).unwrap();
    for (window, n, hop) in [
        (Window::Rectangular, 60, 60),
        (Window::Rectangular, 60, 20),
        (Window::Bartlett, 60, 30),
        (Window::Hann, 60, 30),
        (Window::Hann, 60, 20),
        (Window::Hamming, 60, 30),
        (Window::Blackman, 60, 20),
        (Window::BlackmanHarris, 60, 15),
        (Window::FlatTop, 60, 12),
    ] {
        check_constant(&values(window, n), hop).unwrap_or_else(|error| panic!("{window} {n} {hop}: {error}"));
        let narrow: Vec<f32> = window.values(n, Form::Periodic).unwrap();
        check_constant(&narrow, hop).unwrap();
    }
    for (window, n, hop) in
        [(Window::Hann, 60, 25), (Window::Blackman, 60, 30), (Window::Rectangular, 60, 45), (Window::Hann, 60, 60)]
    {
        let error = check_constant(&values(window, n), hop).unwrap_err();
        assert!(matches!(error, Error::Overlap { len: 60, .. }), "{error}");
    }
    // Squares of the sine window at half its symmetric length add up to 1.
    let squares = weights(&Window::Sine.values::<f64>(64, Form::Symmetric).unwrap(), 32, 2).unwrap();
    assert!(squares.iter().all(|sum| (sum - 1.0).abs() < 1e-14));

    check_invertible(&values(Window::Hann, 60), 59).unwrap();
    let error = check_invertible(&values(Window::Hann, 60), 60).unwrap_err();
    assert!(matches!(error, Error::Overlap { len: 60, hop: 60, at: 0, .. }));
    assert!(error.to_string().contains("leave no weight at sample 0"), "{error}");
    assert!(matches!(check_invertible(&values(Window::Rectangular, 8), 9), Err(Error::Overlap { at: 8, .. })));
    assert!(matches!(check_invertible(&values(Window::Hann, 8), 0), Err(Error::Length { .. })));
    assert!(check_constant::<f64>(&[], 3).is_err() && check_invertible::<f64>(&[], 3).is_err());
}
