//! Relative errors of complex transforms, by benchFFT's method: random input, against a transform in wider arithmetic.
//!
//! Parts of the input are uniform in [-1/2, 1/2). With `y` what is returned and `z` the exact values, the errors are
//! `sum |y - z| / sum |z|`, the square root of `sum |y - z|^2 / sum |z|^2`, and `max |y - z| / max |z|`; means over the
//! seeds. The reference is ours in the next wider type: `f64` for `f32`, double-doubles (106 bits) for `f64`. Both
//! directions are unscaled, and one reference serves both: backward is forward with the values' order turned round.

use crate::{
    Result,
    float::{Float, uniform},
    foreign::{fftw, mkl},
};
use num_complex::Complex;
use ringfft::{
    plan::{Plan, Scale},
    rings::{ComplexRing, Real},
};
use rustfft::FftPlanner;

/// Lengths, by name.
pub fn lengths() -> Vec<(String, usize)> {
    let powers = |base: usize, exponents: std::ops::RangeInclusive<u32>| {
        exponents.map(move |exponent| (format!("{base}^{exponent}"), base.pow(exponent)))
    };
    // Primes with Rader's smooth neighbour and without, then lengths with a large prime factor.
    let others = [
        7, 11, 13, 17, 31, 47, 101, 167, 257, 1009, 2039, 10_007, 65_537, 100_003, 1_000_003, 1018, 3027, 4078, 20_014,
        65_584, 200_014,
    ];
    powers(2, 1..=22)
        .chain(powers(3, 1..=13))
        .chain(powers(5, 1..=9))
        .chain(others.map(|n| (n.to_string(), n)))
        .collect()
}

/// The three norms of an error.
type Norms = [f64; 3];

/// Mean errors of one contestant.
pub struct Errors {
    pub who: &'static str,
    /// Forward, then backward.
    pub means: [Norms; 2],
}

type Transform<T> = Box<dyn FnMut(&mut [Complex<T>], bool)>;

/// Mean errors of all, ours first, for lengths of at least 1.
pub fn errors<T: Float>(len: usize, seeds: u64, options: &fftw::Options) -> Result<Vec<Errors>> {
    let mut contestants = contestants::<T>(len, options)?;
    let reference = Plan::builder(ComplexRing::<T::Wide>::new(), len).build()?;
    let mut scratch = reference.scratch()?;
    let mut sums = vec![[[0.0; 3]; 2]; contestants.len()];
    let widen = |z: &Complex<T>| Complex::new(T::Wide::from_f64(z.re.as_f64()), T::Wide::from_f64(z.im.as_f64()));
    for seed in 0..seeds {
        let mut number = uniform::<T>(seed + 1);
        let half = <T as Real>::from_f64(0.5);
        let input: Vec<_> = (0..len).map(|_| Complex::new(number() * half, number() * half)).collect();
        let mut exact: Vec<_> = input.iter().map(widen).collect();
        reference.forward_with(&mut exact, &mut scratch)?;
        for (sums, (_, transform)) in sums.iter_mut().zip(&mut contestants) {
            for (sums, forward) in sums.iter_mut().zip([true, false]) {
                let mut values = input.clone();
                transform(&mut values, forward);
                let at = |k: usize| if forward || k == 0 { k } else { len - k };
                let norms = norms(values.iter().enumerate().map(|(k, y)| (widen(y), exact[at(k)])));
                sums.iter_mut().zip(norms).for_each(|(sum, norm)| *sum += norm);
            }
        }
    }
    let mean = |sums: [Norms; 2]| sums.map(|norms| norms.map(|sum| sum / seeds as f64));
    Ok(contestants.iter().zip(sums).map(|((who, _), sums)| Errors { who, means: mean(sums) }).collect())
}

/// Of pairs of returned and exact values.
fn norms<R: Real>(pairs: impl Iterator<Item = (Complex<R>, Complex<R>)>) -> Norms {
    let mut error = [0.0f64; 3];
    let mut size = [0.0f64; 3];
    for (y, z) in pairs {
        // The difference is taken in the wide type; its square, and that of the value, need no more than `f64`.
        for (sums, value) in [(&mut error, y - z), (&mut size, z)] {
            let square = value.re.as_f64().powi(2) + value.im.as_f64().powi(2);
            sums[0] += square.sqrt();
            sums[1] += square;
            sums[2] = sums[2].max(square);
        }
    }
    [error[0] / size[0], (error[1] / size[1]).sqrt(), (error[2] / size[2]).sqrt()]
}

fn contestants<T: Float>(len: usize, options: &fftw::Options) -> Result<Vec<(&'static str, Transform<T>)>> {
    let plan = Plan::builder(ComplexRing::<T>::new(), len).scale(Scale::NONE).build()?;
    let mut scratch = plan.scratch()?;
    let ours = move |values: &mut [Complex<T>], forward: bool| {
        match forward {
            true => plan.forward_with(values, &mut scratch),
            false => plan.inverse_with(values, &mut scratch),
        }
        .expect("slices of the plan's lengths");
    };
    let mut planner = FftPlanner::<T>::new();
    let plans = [planner.plan_fft_inverse(len), planner.plan_fft_forward(len)];
    let rustfft = move |values: &mut [Complex<T>], forward: bool| plans[usize::from(forward)].process(values);
    let mut contestants: Vec<(&'static str, Transform<T>)> =
        vec![("ringfft", Box::new(ours)), ("rustfft", Box::new(rustfft))];
    let forward = fftw::plan::<T>(fftw::Kind::Forward, &[len], 1, options)?;
    let backward = fftw::plan::<T>(fftw::Kind::Backward, &[len], 1, options)?;
    if let (Some(forward_plan), Some(backward_plan)) = (forward, backward) {
        let mut buffer = crate::timing::Aligned::new(vec![Complex::default(); len]);
        let run = move |values: &mut [Complex<T>], forward: bool| {
            buffer.copy_from_slice(values);
            if forward { &forward_plan } else { &backward_plan }.complex(&mut buffer);
            values.copy_from_slice(&buffer);
        };
        contestants.push(("FFTW", Box::new(run)));
    }
    if let Some(plan) = mkl::plan::<T>(false, &[len], 1)? {
        contestants.push(("MKL", Box::new(move |values: &mut [Complex<T>], forward| plan.complex(values, forward))));
    }
    Ok(contestants)
}
