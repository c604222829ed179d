//! Every refusal: which error, and that it says what to do.

use num_complex::Complex;
use ringfft::{Error, Result};
use ringfft_signal::{Analyser, Band, Fir, Form, Smoothing, Stft, Welch, Window};

fn text<T>(result: Result<T>, kind: impl Fn(&Error) -> bool) -> String {
    let error = result.err().unwrap();
    assert!(kind(&error), "{error:?}");
    error.to_string()
}

#[test]
fn builders() {
    let length = |error: &Error| matches!(error, Error::Length { .. });
    let unsupported = |error: &Error| matches!(error, Error::Unsupported { .. });
    let memory = |error: &Error| matches!(error, Error::Memory { .. });
    assert!(text(Welch::<f64>::builder(0).build(), length).contains("the least length is 1"));
    text(Welch::<f64>::periodogram(0).build(), length);
    text(Stft::<f64>::builder(0).build(), length);
    text(Analyser::<f64>::builder(0).build(), length);
    text(Window::Hann.values::<f64>(0, Form::Symmetric), length);
    assert!(text(Welch::<f64>::builder(8).hop(0).build(), length).contains("hop"));
    text(Stft::<f64>::builder(8).hop(0).build(), length);
    text(Analyser::<f64>::builder(8).hop(0).build(), length);
    assert!(text(Welch::<f64>::builder(8).transform_len(7).build(), length).contains("zeros are appended"));
    for rate in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(text(Welch::<f64>::builder(8).rate(rate).build(), unsupported).contains("sampling rate"));
    }
    text(Welch::<f64>::builder(8).window(Window::Kaiser { beta: f64::NAN }).build(), unsupported);
    for weight in [0.0, 1.5, -1.0, f64::NAN] {
        let builder = Analyser::<f64>::builder(8).smoothing(Smoothing::Exponential { weight });
        assert!(text(builder.build(), unsupported).contains("above 0"));
    }
    for len in [usize::MAX, usize::MAX / 2, usize::MAX / 16, 1 << 48] {
        text(Window::Hann.values::<f64>(len, Form::Periodic), |error| memory(error) || length(error));
        text(Welch::<f64>::builder(len).build(), |error| memory(error) || length(error));
        text(Welch::<f64>::builder(8).transform_len(len).build(), |error| memory(error) || length(error));
    }
    // The periodic form of two values has a zero and a one.
    assert!(Welch::<f64>::builder(2).build().is_ok());
    // A hop is never memory.
    assert!(Stft::<f64>::builder(8).hop(usize::MAX).build().unwrap().forward(&[1.0; 20]).is_ok());
    assert!(Analyser::<f64>::builder(8).hop(usize::MAX).build().unwrap().push(&[1.0; 20]).is_ok());
    assert!(Welch::<f64>::builder(8).hop(usize::MAX).build().unwrap().estimate(&[1.0; 20]).is_ok());
}

#[test]
fn slices() {
    let short = |error: &Error| matches!(error, Error::SliceLength { .. });
    assert!(text(Welch::builder(8).build().unwrap().estimate(&[1.0; 7]), short).contains("at least 8"));
    let stft = Stft::<f64>::builder(8).build().unwrap();
    let bins = vec![Complex::new(0.0, 0.0); 3];
    text(stft.inverse(&bins, 100), short);
    text(stft.inverse(&bins, usize::MAX), |error| matches!(error, Error::SliceLength { .. } | Error::Memory { .. }));
    assert!(stft.inverse(&[], 0).unwrap().is_empty());
}

#[test]
fn filters() {
    let unsupported = |error: &Error| matches!(error, Error::Unsupported { .. });
    let design = |len, band| Fir::<f64>::new(len, band, 8.0, Window::Hamming);
    for band in [
        Band::Low { to: 0.0 },
        Band::Low { to: 4.0 },
        Band::Low { to: f64::NAN },
        Band::High { from: -1.0 },
        Band::Pass { from: 2.0, to: 1.0 },
        Band::Pass { from: 1.0, to: 1.0 },
        Band::Stop { from: 1.0, to: 5.0 },
        Band::Stop { from: 0.0, to: 2.0 },
    ] {
        assert!(text(design(9, band), unsupported).contains("in order"), "{band:?}");
    }
    for rate in [0.0, -8.0, f64::NAN, f64::INFINITY] {
        text(Fir::<f64>::new(9, Band::Low { to: 1.0 }, rate, Window::Hann), unsupported);
    }
    let length = |error: &Error| matches!(error, Error::Length { .. });
    text(design(0, Band::Low { to: 1.0 }), length);
    assert!(text(design(8, Band::High { from: 1.0 }), length).contains("odd"));
    // Bartlett's three values have one that is not zero, Hann's two none.
    text(Fir::<f64>::new(2, Band::Low { to: 1.0 }, 8.0, Window::Hann), unsupported);
}
