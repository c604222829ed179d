//! The charts of a report.

use crate::{
    report::{Report, Row},
    summary::Summary,
    task::Task,
};
use ringfft_charts::{Figure, Look, Panel, Point, Scale, Series};

/// A quantity of a row and its interval.
type Quantity<'a> = dyn Fn(&Row, &Summary) -> Option<(f64, f64, f64)> + 'a;

/// The tasks that share a chart, by their lengths.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One axis, a power of two.
    Power,
    /// One axis of another length.
    Other,
    /// Axes of one length.
    Square,
    /// Axes of several lengths.
    Oblong,
}

impl Kind {
    fn of(task: &Task) -> Self {
        match task.shape.as_slice() {
            [len] if len.is_power_of_two() => Kind::Power,
            [_] => Kind::Other,
            [first, rest @ ..] if rest.iter().all(|axis| axis == first) => Kind::Square,
            _ => Kind::Oblong,
        }
    }

    /// Returns the supplement of a title, and the name of the horizontal axis.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Kind::Power => ("", "log2 n"),
            Kind::Other => (" of other lengths", "log2 n"),
            Kind::Square => (" of square arrays", "log2 of the side"),
            Kind::Oblong => (" of other arrays", "log2 of the first side"),
        }
    }
}

/// Returns the charts of a ring that have at least two lengths: time, ratio, rate, error and operations.
pub fn figures(report: &Report, ring: &str) -> Vec<Figure> {
    let kinds = [Kind::Power, Kind::Other, Kind::Square, Kind::Oblong];
    kinds.into_iter().flat_map(|kind| of_kind(report, ring, kind)).collect()
}

fn of_kind(report: &Report, ring: &str, kind: Kind) -> Vec<Figure> {
    let rows = report.rows.iter().filter(|row| row.task.ring == ring && Kind::of(&row.task) == kind);
    let rows: Vec<(&Row, Summary)> = rows.map(|row| (row, Summary::new(report, row))).collect();
    let (of, lengths) = kind.words();
    let chart = |title: &str, note: &str, quantity: &str, scale: Scale, value: &Quantity<'_>| {
        let series = series(report, &rows, value);
        // Many curves need more room.
        let height = (290 + 14 * series.len().saturating_sub(6) as u32).min(430);
        let (sizes, quantity) = (lengths.into(), quantity.into());
        Figure {
            title: format!("{ring}: {title}{of}"),
            note: note.into(),
            tint: None,
            width: 860,
            columns: 1,
            panels: vec![Panel { title: String::new(), sizes, quantity, scale, height, series }],
        }
    };
    let error = |row: &Row, of_round_trip: bool| {
        let kind = row.check.is_some_and(|check| check.is_round_trip());
        let error = row.error.filter(|error| *error > 0.0 && kind == of_round_trip)?;
        Some((error, error, error))
    };
    let ratios = "above 1 is slower than the baseline; bars are intervals of 95 %";
    let charts = [
        chart("time", "lower is better; bars are intervals of 95 %", "ns / (n log2 n)", Scale::Logarithmic, &|_, s| {
            Some((s.unit, s.unit_interval.low, s.unit_interval.high))
        }),
        chart(&format!("time over that of {}", report.baseline), ratios, "ratio", Scale::Ratio(0.2), &|row, s| {
            let (ratio, interval) = s.ratio?;
            (report.label(row) != report.baseline).then_some((ratio, interval.low, interval.high))
        }),
        chart("rate", "higher is better; 5 n log2 n operations over the time", "GFlop/s", Scale::Linear, &|_, s| {
            let gflops = s.gflops?;
            Some((gflops, gflops * s.median / s.interval.high, gflops * s.median / s.interval.low))
        }),
        chart(
            "rate",
            "higher is better; (n/2) log2 n multiplications over the time",
            "10^6 multiplications/s",
            Scale::Linear,
            &|_, s| {
                let rate = s.multiplications?;
                Some((rate, rate * s.median / s.interval.high, rate * s.median / s.interval.low))
            },
        ),
        chart(
            "error",
            "relative, in the Euclidean norm, against longer precision; lower is better",
            "error",
            Scale::Logarithmic,
            &|row, _| error(row, false),
        ),
        chart(
            "error of the round trip",
            "relative, in the Euclidean norm, forward and inverse against the input; lower is better",
            "error",
            Scale::Logarithmic,
            &|row, _| error(row, true),
        ),
        chart(
            "operations",
            "counted; on real numbers where elements are complex",
            "operations / (n log2 n)",
            Scale::Logarithmic,
            &|row, _| {
                let operations = row.operations?;
                let all = if row.complex { operations.real } else { operations.additions + operations.products };
                let unit = all as f64 / row.task.work() * row.task.batch as f64;
                Some((unit, unit, unit))
            },
        ),
    ];
    let useful = |chart: &Figure| chart.panels.iter().flat_map(|panel| &panel.series).any(|one| one.points.len() > 1);
    charts.into_iter().filter(useful).collect()
}

/// Returns a curve for each label. Order and look of a label are the same in all charts.
fn series(report: &Report, rows: &[(&Row, Summary)], value: &Quantity<'_>) -> Vec<Series> {
    let labels = report.labels();
    let curve = |(look, label): (usize, &String)| {
        let mut points: Vec<Point> = rows
            .iter()
            .filter(|(row, _)| report.label(row) == *label)
            .filter_map(|(row, summary)| {
                let (y, low, high) = value(row, summary)?;
                Some(Point { x: (row.task.shape[0] as f64).log2(), y, low, high })
            })
            .collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Series { name: label.clone(), look: Look::of(look), points }
    };
    labels.iter().enumerate().map(curve).filter(|series| !series.points.is_empty()).collect()
}
