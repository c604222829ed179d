//! The ramp 0, 1, ..., n - 1 through the transform and back.
//!
//! The classic first look at a transform: columns `j`, the input `x`, real and imaginary part of the value at
//! `exp(-2 pi i j/n)`, and what the inverse gives back.
//!
//! `cargo run --release --example roundtrip -- 16`

use num_complex::Complex;
use ringfft::plan::Plan;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    run(std::env::args().nth(1).map_or(Ok(8), |text| text.parse())?)?;
    Ok(())
}

fn run(n: usize) -> ringfft::Result<()> {
    let plan = Plan::<Complex<f64>>::new(n)?;
    let ramp: Vec<Complex<f64>> = (0..n).map(|j| Complex::new(j as f64, 0.0)).collect();

    let mut values = ramp.clone();
    plan.forward(&mut values)?;
    let mut back = vec![Complex::new(0.0, 0.0); n];
    plan.inverse_into(&values, &mut back)?;

    println!("j\tx\tre\tim\tback");
    for j in 0..n {
        println!("{j}\t{}\t{:.6}\t{:.6}\t{:.6}", ramp[j].re, values[j].re, values[j].im, back[j].re);
    }

    // Known in closed form: X_0 = n (n - 1)/2 and X_k = -n/2 + i (n/2) cot(pi k/n).
    let half = n as f64 / 2.0;
    for (k, value) in values.iter().enumerate() {
        let expected = match k {
            0 => Complex::new(half * (n as f64 - 1.0), 0.0),
            _ => Complex::new(-half, half / (std::f64::consts::PI * k as f64 / n as f64).tan()),
        };
        assert!((value - expected).norm() <= 1e-12 * (n * n) as f64, "value {k} is {value}, not {expected}");
    }
    assert!(ramp.iter().zip(&back).all(|(x, y)| (x - y).norm() <= 1e-12 * n as f64), "the round trip lost digits");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ramps_of_every_short_length() -> ringfft::Result<()> {
        (1..=32).chain([1024]).try_for_each(run)
    }

    quickcheck::quickcheck! {
        /// Takes vectors of any length from 1 through both directions.
        fn vectors_come_back(vector: Vec<(i16, i16)>) -> quickcheck::TestResult {
            let Ok(plan) = Plan::<Complex<f64>>::new(vector.len()) else {
                return quickcheck::TestResult::from_bool(vector.is_empty());
            };
            let vector: Vec<_> = vector.into_iter().map(|(re, im)| Complex::new(f64::from(re), f64::from(im))).collect();
            let mut values = vector.clone();
            let done = plan.forward(&mut values).and_then(|()| plan.inverse(&mut values));
            let error = vector.iter().zip(&values).map(|(x, y)| (x - y).norm()).fold(0.0, f64::max);
            quickcheck::TestResult::from_bool(done.is_ok() && error <= 1e-12 * f64::from(i16::MAX))
        }
    }
}
