//! Computes the spectrum of a real signal, reads two tones from it and checks its energy.
//!
//! `cargo run --release --example real_spectrum`

use num_complex::Complex;
use ringfft::real::RealPlan;
use std::f64::consts::TAU;

fn main() -> ringfft::Result<()> {
    // A tenth of a second at 48 kHz: 1000 Hz at amplitude 2, and 4400 Hz at amplitude 0.5.
    let (n, rate) = (4800, 48_000.0);
    let tone = |hertz: f64, j: usize| (TAU * hertz * j as f64 / rate).sin();
    let signal: Vec<f64> = (0..n).map(|j| 2.0 * tone(1000.0, j) + 0.5 * tone(4400.0, j)).collect();

    // Half of the spectrum is the conjugate of the other: n/2 + 1 values.
    let plan = RealPlan::<f64>::new(n)?;
    let mut spectrum = vec![Complex::new(0.0, 0.0); plan.spectrum_len()];
    plan.forward(&signal, &mut spectrum)?;

    // Bin k is the frequency k rate / n. A sine of amplitude A reads A n / 2.
    for (hertz, amplitude) in [(1000.0, 2.0), (4400.0, 0.5)] {
        let bin = (hertz * n as f64 / rate) as usize;
        let found = spectrum[bin].norm() * 2.0 / n as f64;
        println!("{hertz} Hz: amplitude {found:.6}");
        assert!((found - amplitude).abs() < 1e-12);
    }

    // Parseval: all bins but the first and the last stand for two.
    let energy: f64 = signal.iter().map(|x| x * x).sum();
    let inner: f64 = spectrum[1..n / 2].iter().map(|z| 2.0 * z.norm_sqr()).sum();
    let ends = spectrum[0].norm_sqr() + spectrum[n / 2].norm_sqr();
    assert!((energy - (inner + ends) / n as f64).abs() < 1e-9 * energy);

    let mut back = vec![0.0; n];
    plan.inverse(&spectrum, &mut back)?;
    assert!(back.iter().zip(&signal).all(|(a, b)| (a - b).abs() < 1e-12));
    Ok(())
}

#[cfg(test)]
#[test]
fn runs() -> ringfft::Result<()> {
    main()
}
