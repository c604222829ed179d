//! Removes a fine pattern from an image in the memory of the image, and finds the pattern's frequency in its spectrum.
//!
//! `cargo run --release --example image_2d`

use ringfft::real::{Packed2d, PackedSpectrum, PackedSpectrumMut};
use std::f64::consts::TAU;

fn main() -> ringfft::Result<()> {
    // 240 rows of 320 pixels: a soft hill, and stripes of 40 periods down and 64 periods across.
    let (rows, cols) = (240, 320);
    let hill = |row: usize, col: usize| {
        let (y, x) = (row as f64 / rows as f64, col as f64 / cols as f64);
        (1.0 - (TAU * y).cos()) * (1.0 - (TAU * x).cos())
    };
    let stripe =
        |row: usize, col: usize| (TAU * (40.0 * row as f64 / rows as f64 + 64.0 * col as f64 / cols as f64)).cos();
    let pixels =
        |f: &dyn Fn(usize, usize) -> f64| -> Vec<f64> { (0..rows * cols).map(|i| f(i / cols, i % cols)).collect() };
    let clean = pixels(&hill);
    let mut image = pixels(&|row, col| hill(row, col) + 0.5 * stripe(row, col));

    // The spectrum takes the place of the image: as many real numbers as there are pixels.
    let plan = Packed2d::<f64>::new(rows, cols)?;
    plan.forward(&mut image)?;

    // A wave of amplitude A reads A times half of the number of pixels, at its frequency and at the negative of it.
    let spectrum = PackedSpectrum::new(rows, cols, &image)?;
    let found = spectrum.get(40, 64).norm() * 2.0 / (rows * cols) as f64;
    println!("stripes at (40, 64): amplitude {found:.6}");
    assert!((found - 0.5).abs() < 1e-12);
    assert!((spectrum.get(40, 64) - spectrum.get(-40, -64).conj()).norm() < 1e-9);

    // Keep low frequencies alone, and go back.
    let low = |row: isize, col: isize| if row.abs() <= 10 && col.abs() <= 10 { 1.0 } else { 0.0 };
    PackedSpectrumMut::new(rows, cols, &mut image)?.filter(low);
    plan.inverse(&mut image)?;
    assert!(image.iter().zip(&clean).all(|(a, b)| (a - b).abs() < 1e-12));
    Ok(())
}

#[cfg(test)]
#[test]
fn runs() -> ringfft::Result<()> {
    main()
}
