//! Ranges and marks of axes.

use crate::figure::{Panel, Scale};
use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint, Ranged};
use std::ops::Range;

/// An axis: its ends, and its marks with their texts. The values of a logarithmic axis are binary logarithms.
#[derive(Clone)]
pub(crate) struct Axis {
    pub(crate) ends: (f64, f64),
    pub(crate) marks: Vec<(f64, String)>,
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
    pub(crate) fn text(&self, value: f64) -> String {
        self.marks.iter().find(|mark| mark.0 == value).map_or_else(String::new, |mark| mark.1.clone())
    }
}

/// Returns the place of a value on a vertical axis.
pub(crate) fn place(scale: Scale, value: f64) -> f64 {
    match scale {
        Scale::Linear => value,
        Scale::Logarithmic | Scale::Ratio(_) => value.max(f64::MIN_POSITIVE).log2(),
    }
}

/// Returns the axis of sizes, with exponents of two as texts. A mark takes some 34 pixels.
pub(crate) fn sizes(panel: &Panel, width: i32) -> Option<Axis> {
    let points = panel.series.iter().flat_map(|series| &series.points);
    let (low, high) = range(points.filter(|point| point.y.is_finite()).map(|point| point.x))?;
    let margin = ((high - low) * 0.015).max(0.1);
    let ends = (low - margin, high + margin);
    let most = f64::from((width / 34).clamp(1, 14));
    let step = [1, 2, 4].into_iter().find(|step| (high - low) / f64::from(*step) <= most).unwrap_or(8);
    let marks = (ends.0.ceil() as i32..=ends.1.floor() as i32).filter(|mark| mark % step == 0);
    Some(Axis { ends, marks: marks.map(|mark| (f64::from(mark), format!("{mark}"))).collect() })
}

/// Returns the vertical axis of the panels of a row that have one scale; `None` without a point.
pub(crate) fn quantities(row: &[Panel], scale: Scale) -> Option<Axis> {
    let panels = row.iter().filter(|panel| panel.scale == scale);
    let points = panels.flat_map(|panel| &panel.series).flat_map(|series| &series.points);
    let values = points.map(|point| point.y).filter(|value| value.is_finite());
    match scale {
        Scale::Linear => range(values).map(|(_, high)| linear(high.max(f64::MIN_POSITIVE))),
        Scale::Logarithmic => logarithms(values).map(|(low, high)| logarithmic(low, high)),
        Scale::Ratio(least) => logarithms(values).map(|(low, high)| ratios(low, high, least)),
    }
}

fn logarithms(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    range(values.filter(|value| *value > 0.0).map(f64::log2))
}

fn linear(high: f64) -> Axis {
    let decade = 10f64.powf((high / 4.0).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * decade).find(|step| high / step <= 6.0);
    let step = step.unwrap_or(high);
    let marks = (0..=7).map(|i| f64::from(i) * step).filter(|mark| *mark <= high * 1.06);
    let digits = (-decade.log10()).max(0.0) as usize;
    Axis { ends: (0.0, high * 1.06), marks: marks.map(|mark| (mark, format!("{mark:.digits$}"))).collect() }
}

/// Returns the axis of ratios. Marks are at powers of two, in a short range between them too, and in a shorter one at
/// more digits.
fn ratios(low: f64, high: f64, least: f64) -> Axis {
    let ends = (low.min(-least) - 0.12, high.max(least) + 0.12);
    let range = ends.1 - ends.0;
    let step = (range / 12.0).ceil() as i32;
    let exponents = (ends.0.floor() as i32..=ends.1.ceil() as i32).filter(|exponent| exponent % step == 0);
    let powers = within(ends, exponents.map(|exponent| marked(f64::from(exponent).exp2())).collect());
    if range > 2.8 && powers.marks.len() > 2 {
        powers
    } else if range > 2.0 {
        within(ends, [0.5, 0.7, 1.0, 1.4, 2.0, 2.8].map(marked).to_vec())
    } else {
        within(ends, decimal(ends))
    }
}

/// Returns the mark of a value on a logarithmic axis.
fn marked(value: f64) -> (f64, String) {
    (value.log2(), value.to_string())
}

fn logarithmic(low: f64, high: f64) -> Axis {
    let margin = ((high - low) * 0.06).max(0.1);
    let ends = (low - margin, high + margin);
    within(ends, decimal(ends))
}

/// Returns marks at 1, 2 and 5 times powers of ten. Over many decades they are at powers of ten only, in a short range
/// at more digits.
fn decimal(ends: (f64, f64)) -> Vec<(f64, String)> {
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
    marks.collect()
}

/// Returns the axis with the marks between its ends.
fn within(ends: (f64, f64), mut marks: Vec<(f64, String)>) -> Axis {
    marks.retain(|mark| (ends.0..=ends.1).contains(&mark.0));
    Axis { ends, marks }
}

fn range(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |range, value| match range {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    })
}

#[cfg(test)]
mod tests {
    use super::{Axis, linear, logarithmic, quantities, ratios, sizes};
    use crate::{
        figure::{Panel, Point, Scale, Series},
        style::Look,
    };

    fn texts(axis: Axis) -> Vec<String> {
        axis.marks.into_iter().map(|mark| mark.1).collect()
    }

    fn panel(points: &[(f64, f64)], scale: Scale) -> Panel {
        let points = points.iter().map(|&(x, y)| Point::exact(x, y)).collect();
        Panel {
            title: String::new(),
            sizes: String::new(),
            quantity: String::new(),
            scale,
            height: 250,
            series: vec![Series { name: String::new(), look: Look::of(0), points }],
        }
    }

    #[test]
    fn marks_are_round() {
        assert_eq!(texts(ratios(-1.5, 2.3, 1.0)), ["0.5", "1", "2", "4"]);
        assert_eq!(texts(ratios(0.2, 0.3, 1.0)), ["0.5", "0.7", "1", "1.4", "2"]);
        assert_eq!(texts(ratios(-1.8, 0.7, 0.2)), ["0.5", "0.7", "1", "1.4"]);
        assert_eq!(texts(ratios(0.0, 0.1, 0.3)), ["0.8", "0.9", "1", "1.1", "1.2", "1.3"]);
        assert_eq!(texts(logarithmic(21f64.log2(), 95f64.log2())), ["20", "30", "40", "50", "70", "100"]);
        assert_eq!(texts(logarithmic(0.09f64.log2(), 1.2f64.log2())), ["0.1", "0.2", "0.5", "1"]);
        assert_eq!(texts(logarithmic(1f64.log2(), 90f64.log2())), ["1", "2", "5", "10", "20", "50", "100"]);
        assert_eq!(
            texts(logarithmic(1e-16f64.log2(), 2e-14f64.log2())),
            ["1e-16", "2e-16", "5e-16", "1e-15", "2e-15", "5e-15", "1e-14", "2e-14"]
        );
        assert_eq!(texts(linear(13.0)), ["0", "5", "10"]);
        assert_eq!(texts(linear(0.6)), ["0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6"]);
        let short = panel(&[(10.0, 1.0), (13.0, 1.0), (16.0, 1.0)], Scale::Logarithmic);
        assert_eq!(texts(sizes(&short, 480).unwrap()), ["10", "11", "12", "13", "14", "15", "16"]);
        let long = panel(&[(6.0, 1.0), (28.0, 1.0)], Scale::Logarithmic);
        assert_eq!(texts(sizes(&long, 480).unwrap()).len(), 12);
        assert_eq!(texts(sizes(&long, 330).unwrap()).len(), 6);
    }

    #[test]
    fn axes_need_a_value_that_can_be_drawn() {
        let none = panel(&[(3.0, f64::NAN)], Scale::Linear);
        assert!(sizes(&none, 480).is_none() && quantities(&[none], Scale::Linear).is_none());
        let zero = panel(&[(3.0, 0.0)], Scale::Logarithmic);
        assert!(quantities(std::slice::from_ref(&zero), Scale::Logarithmic).is_none());
        // Panels of another scale have their own axis.
        let other = panel(&[(3.0, 64.0)], Scale::Ratio(1.0));
        assert!(quantities(&[zero, other], Scale::Ratio(1.0)).unwrap().ends.1 > 6.0);
    }
}
