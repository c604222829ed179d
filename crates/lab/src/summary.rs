//! The numbers of a row that are computed from its samples.

use crate::{
    report::{Report, Row},
    statistics::{Interval, median, median_interval, minimum, ratio},
};

/// The numbers of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The least nanoseconds of a call.
    pub minimum: f64,
    /// The median of the nanoseconds.
    pub median: f64,
    /// The interval of the median.
    pub interval: Interval,
    /// The median over `n log2 n`.
    pub unit: f64,
    /// The interval of [`unit`](Summary::unit).
    pub unit_interval: Interval,
    /// `5 n log2 n` operations over the median, for complex floats: GFlop/s by convention.
    pub gflops: Option<f64>,
    /// `(n/2) log2 n` multiplications over the median, for transforms over other rings: in millions a second, by convention.
    pub multiplications: Option<f64>,
    /// The time of the row over that of the baseline, and its interval.
    pub ratio: Option<(f64, Interval)>,
    /// The share of the measured limit of fused multiply-adds, or of products of words; absent for products of integers.
    pub of_arithmetic: Option<f64>,
    /// The time that a copy of the elements would take, over the median.
    pub of_copy: f64,
}

impl Summary {
    /// Computes the numbers of a row.
    pub fn new(report: &Report, row: &Row) -> Self {
        let seed = report.seed ^ 0x5eed;
        let (median, interval) = (median(&row.samples), median_interval(&row.samples, seed));
        let (work, limits) = (row.task.work(), &report.limits);
        let gflops = row.complex.then_some(5.0 * work / median);
        let products = work / 2.0 / median;
        let transforms = !row.task.is_of_integers();
        let threads = row.threads as f64;
        let base = report.rows.iter().find(|other| other.task == row.task && report.label(other) == report.baseline);
        let copied = 2.0 * row.task.elements() as f64 * row.element_bytes as f64;
        Summary {
            minimum: minimum(&row.samples),
            median,
            interval,
            unit: median / work,
            unit_interval: Interval { low: interval.low / work, high: interval.high / work },
            gflops,
            multiplications: (!row.complex && transforms).then_some(products * 1e3),
            ratio: base.map(|base| ratio(&row.samples, &base.samples, seed)),
            of_arithmetic: transforms.then_some(match gflops {
                Some(gflops) => gflops / (limits.fma_gflops * threads),
                None => products / (limits.multiplies_per_ns * threads),
            }),
            of_copy: copied / limits.copy_bytes_per_ns / median,
        }
    }
}

/// Returns nanoseconds as text with a unit.
pub(crate) fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "\u{b5}s"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{} {unit}", digits(value))
}

/// Returns a number with three digits or all before the point.
pub(crate) fn digits(value: f64) -> String {
    match value.abs() {
        x if !x.is_finite() => "-".into(),
        x if x >= 99.95 || x == 0.0 => format!("{value:.0}"),
        x if x >= 9.995 => format!("{value:.1}"),
        x if x >= 0.9995 => format!("{value:.2}"),
        x if x >= 0.0995 => format!("{value:.3}"),
        x if x >= 0.001 => format!("{value:.4}"),
        _ => format!("{value:.1e}"),
    }
}
