//! Ranges and marks of axes.

use super::{Chart, Scale};
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use std::ops::Range;

/// An axis: its ends, and its marks with their texts. The values of a logarithmic axis are binary logarithms.
#[derive(Clone)]
pub(super) struct Axis {
    pub(super) ends: (f64, f64),
    pub(super) marks: Vec<(f64, String)>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let (low, high) = self.ends;
        (f64::from(from) + f64::from(to - from) * (value - low) / (high - low)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.marks.iter().map(|mark| mark.0).collect()
    }

    fn range(&self) -> Range<f64> {
        self.ends.0..self.ends.1
    }
}

impl Axis {
    /// Returns the text of a mark.
    pub(super) fn text(&self, value: f64) -> String {
        self.marks.iter().find(|mark| mark.0 == value).map_or_else(String::new, |mark| mark.1.clone())
    }
}

/// Returns the axis of lengths, with exponents of two as texts.
pub(super) fn lengths(chart: &Chart, most: usize) -> Option<Axis> {
    let points = chart.series.iter().flat_map(|series| &series.points);
    let (low, high) = range(points.map(|point| point.x.max(1.0).log2()))?;
    let margin = ((high - low) * 0.02).max(0.25);
    let ends = (low - margin, high + margin);
    let step = (1..).find(|step| (high - low) / f64::from(*step) < most as f64).unwrap_or(1);
    let marks = (ends.0.ceil() as i32..=ends.1.floor() as i32).filter(|mark| mark % step == 0);
    Some(Axis { ends, marks: marks.map(|mark| (f64::from(mark), mark.to_string())).collect() })
}

/// Returns the place of a value on the vertical axis.
pub(super) fn place(scale: Scale, value: f64) -> f64 {
    match scale {
        Scale::Logarithmic => value.max(f64::MIN_POSITIVE).log2(),
        Scale::Linear => value,
    }
}

/// Returns the axis of the quantity.
pub(super) fn quantities(chart: &Chart) -> Option<Axis> {
    let points = || chart.series.iter().flat_map(|series| &series.points);
    let values = points().map(|point| point.y).filter(|y| y.is_finite());
    match chart.scale {
        Scale::Linear => {
            let (_, high) = range(values)?;
            Some(linear(high.max(f64::MIN_POSITIVE)))
        }
        Scale::Logarithmic => {
            let (low, high) = range(values.filter(|y| *y > 0.0).map(f64::log2))?;
            let (low, high) = if chart.marks_one { (low.min(-0.2), high.max(0.2)) } else { (low, high) };
            Some(logarithmic(low, high))
        }
    }
}

fn linear(high: f64) -> Axis {
    let decade = 10f64.powf((high / 4.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * decade).find(|step| high / step <= 6.0);
    let step = step.unwrap_or(high);
    let marks = (0..=7).map(|i| f64::from(i) * step).filter(|mark| *mark <= high * 1.06);
    let digits = (-decade.log10()).max(0.0) as usize;
    Axis { ends: (0.0, high * 1.06), marks: marks.map(|mark| (mark, format!("{mark:.digits$}"))).collect() }
}

/// Returns the logarithmic axis of a range. Marks are at 1, 2 and 5 times powers of ten. Over many decades they are at
/// powers of ten only, in a short range at more digits.
fn logarithmic(low: f64, high: f64) -> Axis {
    let margin = ((high - low) * 0.06).max(0.1);
    let ends = (low - margin, high + margin);
    let digits: &[f64] = match ends.1 - ends.0 {
        range if range > 14.0 => &[1.0],
        range if range > 4.0 => &[1.0, 2.0, 5.0],
        range if range > 1.5 => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0],
        _ => &[1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.0, 2.2, 2.5, 2.8, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 9.0],
    };
    let decades = (ends.0 / 10f64.log2()).floor() as i32 - 1..=(ends.1 / 10f64.log2()).ceil() as i32;
    let values = decades.flat_map(|decade| digits.iter().map(move |digit| (*digit, decade)));
    let marks = values.filter_map(|(digit, decade)| {
        // Parsed from text, so that 0.3 is exactly the number that is printed.
        let value: f64 = format!("{digit}e{decade}").parse().ok()?;
        let text = if (-4..6).contains(&decade) { value.to_string() } else { format!("{digit}e{decade}") };
        Some((value.log2(), text))
    });
    Axis { ends, marks: marks.filter(|mark| (ends.0..=ends.1).contains(&mark.0)).collect() }
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(axis: Axis) -> Vec<String> {
        axis.marks.into_iter().map(|mark| mark.1).collect()
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(texts(linear(13.0)), ["0", "5", "10"]);
        assert_eq!(texts(linear(0.6)), ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6"]);
        assert_eq!(texts(logarithmic(1f64.log2(), 90f64.log2())), ["1", "2", "5", "10", "20", "50", "100"]);
        assert_eq!(
            texts(logarithmic(1e-16f64.log2(), 2e-14f64.log2())),
            ["1e-16", "2e-16", "5e-16", "1e-15", "2e-15", "5e-15", "1e-14", "2e-14"]
        );
    }
}
