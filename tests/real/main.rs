//! Real transforms, arrays and what is built on them, against their definitions.

mod array;
mod convolution;
mod cost;
mod papers;
mod plan;
mod right_angle;
mod trigonometric;

use num_complex::Complex;
use ringfft::{
    plan::{Scale, Threads},
    rings::root_of_unity,
};
use ringfft_testing::Random;

pub(crate) type C = Complex<f64>;

/// Numbers between -1 and 1.
pub(crate) fn random(seed: u64, n: usize) -> Vec<f64> {
    let mut random = Random::new(seed);
    (0..n).map(|_| random.float()).collect()
}

pub(crate) fn random_complex(seed: u64, n: usize) -> Vec<C> {
    random(seed, 2 * n).chunks(2).map(|pair| C::new(pair[0], pair[1])).collect()
}

/// `X_k` by the definition.
pub(crate) fn definition(x: &[C], k: usize) -> C {
    let n = x.len();
    x.iter().enumerate().map(|(j, x)| x * root_of_unity::<f64>(j * k % n, n).conj()).sum()
}

pub(crate) fn complex(x: &[f64]) -> Vec<C> {
    x.iter().map(|&re| C::new(re, 0.0)).collect()
}

/// The distance relative to the greater of 1 and the expected norm.
pub(crate) fn distance(found: &[C], expected: &[C]) -> f64 {
    assert_eq!(found.len(), expected.len());
    let norm = |list: &mut dyn Iterator<Item = C>| list.map(|z| z.norm_sqr()).sum::<f64>().sqrt();
    let error = norm(&mut found.iter().zip(expected).map(|(a, b)| a - b));
    error / norm(&mut expected.iter().copied()).max(1.0)
}

pub(crate) fn near(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    let error = distance(&complex(found), &complex(expected));
    assert!(error <= tolerance, "{what}: {error}");
}

pub(crate) const SCALES: [Scale; 4] = [Scale::NONE, Scale::FORWARD, Scale::INVERSE, Scale::UNITARY];
pub(crate) const THREADS: [Threads; 3] = [Threads::AtMost(1), Threads::AtMost(2), Threads::AtMost(3)];
pub(crate) const DIRTY: C = C::new(f64::NAN, f64::INFINITY);

/// Runs in a pool of three threads, so that two and three are to be had on every machine.
pub(crate) fn in_pool(run: impl FnOnce() + Send) {
    rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap().install(run);
}
