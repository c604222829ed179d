//! Computes ranges and marks of axes. Both axes are logarithmic.

use crate::figure::Panel;
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use std::ops::Range;

/// An axis: its ends and its marks, as binary logarithms, and the text of each mark.
#[derive(Clone)]
pub struct Axis {
    /// The least and the greatest value.
    pub ends: (f64, f64),
    /// The values with a mark, and their texts.
    pub marks: Vec<(f64, String)>,
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

/// Returns the axis of sizes, with exponents of two as texts.
pub fn sizes(values: impl Iterator<Item = f64>) -> Option<Axis> {
    let (low, high) = range(values)?;
    let margin = ((high - low) * 0.015).max(0.1);
    let ends = (low - margin, high + margin);
    let step = [1, 2, 4].into_iter().find(|step| (high - low) / f64::from(*step) <= 14.0).unwrap_or(8);
    let marks = (ends.0.ceil() as i32..=ends.1.floor() as i32).filter(|mark| mark % step == 0);
    Some(Axis { ends, marks: marks.map(|mark| (f64::from(mark), format!("{mark}"))).collect() })
}

/// Returns the range of the values of panels beside each other, as binary logarithms.
pub fn common(row: &[Panel]) -> Option<(f64, f64)> {
    range(row.iter().flat_map(|panel| &panel.series).flat_map(|series| &series.points).map(|point| point.1.log2()))
}

/// Returns the axis of the quantity of a panel over a range.
pub fn quantities(panel: &Panel, range: Option<(f64, f64)>) -> Option<Axis> {
    let (low, high) = range?;
    Some(if panel.ratio { ratios(low, high) } else { times(low, high) })
}

/// Returns the axis of ratios over a range of at least one half to two. Marks are at powers of two, and between them if
/// the range is short.
fn ratios(low: f64, high: f64) -> Axis {
    let ends = (low.min(-1.0) - 0.12, high.max(1.0) + 0.12);
    let values = (ends.0.floor() as i32..=ends.1.ceil() as i32).map(|exponent| f64::from(exponent).exp2());
    let short = [0.5, 0.7, 1.0, 1.4, 2.0, 2.8];
    let marks = if ends.1 - ends.0 > 2.8 { marks(ends, values) } else { marks(ends, short.into_iter()) };
    Axis { ends, marks }
}

/// Returns the axis of times. Marks are at 1, 2 and 5 times powers of ten. Over many decades they are at powers of ten
/// only, in a short range at more digits.
fn times(low: f64, high: f64) -> Axis {
    let margin = ((high - low) * 0.06).max(0.1);
    let ends = (low - margin, high + margin);
    let digits: &[f64] = match ends.1 - ends.0 {
        range if range > 14.0 => &[1.0],
        range if range > 4.0 => &[1.0, 2.0, 5.0],
        _ => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 7.0],
    };
    let values = (-6..=15).flat_map(|exponent| digits.iter().map(move |digit| format!("{digit}e{exponent}")));
    Axis { ends, marks: marks(ends, values.filter_map(|text| text.parse().ok())) }
}

fn marks((low, high): (f64, f64), values: impl Iterator<Item = f64>) -> Vec<(f64, String)> {
    let mut marks: Vec<(f64, String)> = values.map(|value| (value.log2(), format!("{value}"))).collect();
    marks.retain(|mark| (low..=high).contains(&mark.0));
    marks.dedup_by(|a, b| a.1 == b.1);
    marks
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    })
}

#[cfg(test)]
mod tests {
    use super::{ratios, sizes, times};

    fn texts(axis: super::Axis) -> Vec<String> {
        axis.marks.into_iter().map(|mark| mark.1).collect()
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(texts(ratios(-1.5, 2.3)), ["0.5", "1", "2", "4"]);
        assert_eq!(texts(ratios(0.2, 0.3)), ["0.5", "0.7", "1", "1.4", "2"]);
        assert_eq!(texts(times((21f64).log2(), (95f64).log2())), ["20", "30", "40", "50", "70", "100"]);
        assert_eq!(texts(times((0.09f64).log2(), (1.2f64).log2())), ["0.1", "0.2", "0.5", "1"]);
        assert_eq!(texts(sizes([10.0, 13.0, 16.0].into_iter()).unwrap()), ["10", "11", "12", "13", "14", "15", "16"]);
        assert_eq!(texts(sizes([6.0, 28.0].into_iter()).unwrap()).len(), 12);
        assert!(sizes(std::iter::empty()).is_none());
    }
}
