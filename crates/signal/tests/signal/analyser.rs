//! The streaming analyser: any pieces, the spectra of the whole; nothing allocated.

use super::{allocations, near, noise};
use ringfft_signal::{Analyser, Detrend, Framing, Scaling, Smoothing, Stft, Welch, Window};

/// The mean of all frames is Welch's estimate, to the last bits however the samples are cut.
#[test]
fn pieces_do_not_matter() {
    for (n, hop, transform_len) in [(16, 8, 16), (15, 4, 21), (8, 20, 8), (1, 1, 1), (32, 1, 32)] {
        let signal = noise(300, 2);
        let build = || {
            let builder = Analyser::builder(n).hop(hop).transform_len(transform_len).rate(50.0).window(Window::Hamming);
            builder.smoothing(Smoothing::Mean).build().unwrap()
        };
        let welch = Welch::builder(n).hop(hop).transform_len(transform_len).rate(50.0).window(Window::Hamming);
        let expected = welch.build().unwrap().estimate(&signal).unwrap();
        let mut whole = build();
        let frames = whole.push(&signal).unwrap();
        assert_eq!(frames, (300 - n) / hop + 1);
        assert!(near(whole.powers().unwrap(), &expected, 1e-12) || n == 1, "{n} {hop}");
        for size in [1, 2, 7, 31, 299] {
            let mut pieces = build();
            let count: usize = signal.chunks(size).map(|piece| pieces.push(piece).unwrap()).sum();
            assert_eq!((count, count as u64), (frames, pieces.frames()));
            assert_eq!(pieces.powers(), whole.powers(), "{n} {hop} {size}");
        }
    }
}

/// The last frame is the last that the short-time transform has.
#[test]
fn the_last_frame() {
    let signal = noise(103, 3);
    let builder = Analyser::builder(16).hop(4).detrend(Detrend::None).scaling(Scaling::Spectrum);
    let mut analyser = builder.build().unwrap();
    analyser.push(&signal).unwrap();
    let stft = Stft::builder(16).hop(4).framing(Framing::Inside).scaling(Scaling::Spectrum).build().unwrap();
    let bins = stft.forward(&signal).unwrap();
    let last = &bins[bins.len() - 9..];
    for (k, &z) in last.iter().enumerate() {
        assert_eq!(analyser.power(k), Some(stft.power(k, z)));
        assert_eq!(analyser.magnitude(k), Some(stft.power(k, z).sqrt()));
    }
}

#[test]
fn smoothing() {
    let (first, second) = (vec![1.0; 8], vec![3.0; 8]);
    let after = |smoothing| {
        let builder = Analyser::builder(8).hop(8).detrend(Detrend::None).window(Window::Rectangular);
        let mut analyser = builder.scaling(Scaling::Spectrum).smoothing(smoothing).build().unwrap();
        analyser.push(&first).unwrap();
        analyser.push(&second).unwrap();
        analyser.power(0).unwrap()
    };
    assert_eq!(after(Smoothing::Last), 9.0);
    assert_eq!(after(Smoothing::Mean), 5.0);
    assert_eq!(after(Smoothing::Exponential { weight: 0.25 }), 3.0);
    assert_eq!(after(Smoothing::Exponential { weight: 1.0 }), 9.0);
}

#[test]
fn before_the_first_frame_and_after_a_reset() {
    let mut analyser = Analyser::<f64>::builder(8).build().unwrap();
    assert_eq!((analyser.power(0), analyser.magnitude(0), analyser.frames()), (None, None, 0));
    analyser.push(&noise(7, 1)).unwrap();
    assert!(analyser.powers().is_none());
    analyser.push(&[f64::NAN]).unwrap();
    assert!(analyser.power(2).unwrap().is_nan() && analyser.power(5).is_none());
    analyser.reset();
    assert!(analyser.powers().is_none());
    assert_eq!(analyser.push(&noise(8, 1)).unwrap(), 1);
    let mut fresh = Analyser::<f64>::builder(8).build().unwrap();
    fresh.push(&noise(8, 1)).unwrap();
    assert_eq!(analyser.powers(), fresh.powers());
    // A sample that is no number is forgotten with its frame.
    analyser.push(&[f64::INFINITY]).unwrap();
    analyser.push(&noise(16, 1)).unwrap();
    assert!(analyser.powers().unwrap().iter().all(|power| power.is_finite()));
}

#[test]
fn nothing_is_allocated() {
    for n in [64, 1000, 1009, 4096] {
        let signal: Vec<f32> = noise(5 * n, 1).iter().map(|&x| x as f32).collect();
        let mut analyser = Analyser::builder(n).hop(n / 3).smoothing(Smoothing::Mean).build().unwrap();
        let count = allocations(|| {
            for piece in signal.chunks(77) {
                analyser.push(piece).unwrap();
            }
            assert!(analyser.magnitude(n / 2).is_some() && analyser.powers().is_some());
            analyser.reset();
        });
        assert_eq!(count, 0, "{n}");
    }
}
