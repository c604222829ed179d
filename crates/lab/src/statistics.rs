//! Order statistics of samples, and confidence intervals by the bootstrap.
//!
//! Notation: `x_1, ..., x_m` the samples of a row, one per round; `q` the share of resamples that an interval leaves
//! out at each end.
//!
//! # Idea
//! The times of a transform have no tail to the left and a long one to the right. So the median and the minimum
//! describe them, and the mean does not. The distribution of the median is not known. Samples are drawn from the
//! samples with replacement, and the median of each draw is taken. The interval holds all of these medians but the
//! share `q` at each end (the percentile method).
//!
//! Two rows of one task were timed in the same rounds. For their ratio, rounds are drawn instead of samples, so that a
//! slow round affects both.
//!
//! # Source
//! B. Efron, Bootstrap methods: another look at the jackknife, *Annals of Statistics* 7 (1979), 1-26.

use ringfft_testing::Random;

/// The number of resamples.
const RESAMPLES: usize = 1000;

/// The share of resamples left out at each end: intervals of 95 per cent.
const TAIL: f64 = 0.025;

/// An interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// Returns the least sample; NaN if there are none.
pub fn minimum(samples: &[f64]) -> f64 {
    samples.iter().copied().reduce(f64::min).unwrap_or(f64::NAN)
}

/// Returns the median, the mean of the two middle samples if their number is even; NaN if there are none.
pub fn median(samples: &[f64]) -> f64 {
    let mut sorted = samples.to_vec();
    median_of(&mut sorted)
}

/// Returns the interval of the median, by the bootstrap with this seed.
pub fn median_interval(samples: &[f64], seed: u64) -> Interval {
    let mut random = Random::new(seed);
    let mut drawn = vec![0.0; samples.len()];
    interval(|| {
        drawn.iter_mut().for_each(|x| *x = samples[random.below(samples.len())]);
        median_of(&mut drawn)
    })
}

/// Returns the ratio of the medians of `a` and `b` and its interval. Samples `i` of both belong to round `i`; the
/// longer list is cut.
pub fn ratio(a: &[f64], b: &[f64], seed: u64) -> (f64, Interval) {
    let rounds = a.len().min(b.len());
    let (a, b) = (&a[..rounds], &b[..rounds]);
    let mut random = Random::new(seed);
    let [mut of_a, mut of_b] = [vec![0.0; rounds], vec![0.0; rounds]];
    let interval = interval(|| {
        for (x, y) in of_a.iter_mut().zip(&mut of_b) {
            let round = random.below(rounds);
            (*x, *y) = (a[round], b[round]);
        }
        median_of(&mut of_a) / median_of(&mut of_b)
    });
    (median(a) / median(b), interval)
}

fn median_of(samples: &mut [f64]) -> f64 {
    samples.sort_by(f64::total_cmp);
    match samples.len() {
        0 => f64::NAN,
        len if len % 2 == 1 => samples[len / 2],
        len => (samples[len / 2 - 1] + samples[len / 2]) / 2.0,
    }
}

fn interval(mut draw: impl FnMut() -> f64) -> Interval {
    let mut drawn: Vec<f64> = (0..RESAMPLES).map(|_| draw()).collect();
    drawn.sort_by(f64::total_cmp);
    let left = (TAIL * RESAMPLES as f64) as usize;
    Interval { low: drawn[left], high: drawn[RESAMPLES - 1 - left] }
}
