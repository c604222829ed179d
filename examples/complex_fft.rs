//! Finds two tones in a complex signal of 1000 samples, and goes back.
//!
//! `cargo run --release --example complex_fft`

use num_complex::Complex;
use ringfft::plan::Plan;
use std::f64::consts::TAU;

fn main() -> ringfft::Result<()> {
    // 120 turns in 1000 samples, and -45 turns at a third of the amplitude.
    let n = 1000;
    let tone = |turns: f64, j: usize| Complex::cis(TAU * turns * j as f64 / n as f64);
    let signal: Vec<Complex<f64>> = (0..n).map(|j| tone(120.0, j) + tone(-45.0, j) / 3.0).collect();

    // One plan serves both directions. It works in place.
    let plan = Plan::<Complex<f64>>::new(n)?;
    let mut x = signal.clone();
    plan.forward(&mut x)?;

    // Forward is unscaled: a tone of amplitude 1 reads n. Negative frequencies are in the upper half.
    let mut bins: Vec<usize> = (0..n).collect();
    bins.sort_by(|&a, &b| x[b].norm().total_cmp(&x[a].norm()));
    println!("by {}: bins {} and {}", plan.recipe(), bins[0], bins[1]);
    assert_eq!(bins[..2], [120, n - 45]);
    assert!((x[120].norm() - 1000.0).abs() < 1e-9 && x[bins[2]].norm() < 1e-9);

    // The inverse divides by n.
    plan.inverse(&mut x)?;
    assert!(x.iter().zip(&signal).all(|(a, b)| (a - b).norm() < 1e-13));
    Ok(())
}

#[cfg(test)]
#[test]
fn runs() -> ringfft::Result<()> {
    main()
}
