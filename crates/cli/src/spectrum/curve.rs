//! The power by frequency as a curve, in decibels: SVG.

use super::{
    axis::Axis,
    request::{Request, Scale},
    source::Source,
    table::{Estimate, unit},
};
use crate::{failure::Outcome, report::Report};
use std::{fmt::Write, ops::Range};
use svg::{
    Document, Node,
    node::{Text, element::Element},
};

/// The curve, and the room around it.
const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 76.0;
const TOP: f64 = 52.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 58.0;
const STYLE: &str = "text{font:12px 'DejaVu Sans',Verdana,sans-serif;fill:#222}.m{text-anchor:middle}.r{text-anchor:end}\
                     path{fill:none;stroke:#1f5fa8;stroke-width:1.2;stroke-linejoin:round}.g{stroke:#ccc;stroke-width:.6}\
                     .f{stroke:#444;stroke-width:1}";

/// Returns the drawing, and its report.
pub(super) fn draw(source: &Source, request: &Request) -> Outcome<(Vec<u8>, Report)> {
    let Estimate { welch, values, report, .. } = Estimate::new(source, request)?;
    let levels: Vec<f64> = match request.scale {
        Scale::Decibels => values,
        _ => values.iter().map(|power| 10.0 * power.log10()).collect(),
    };
    let finite = || levels.iter().copied().filter(|level| level.is_finite());
    let most = finite().fold(f64::NEG_INFINITY, f64::max);
    // A level of silence is not finite.
    let top = if most.is_finite() { 10.0 * (most / 10.0).ceil() } else { 0.0 };
    let least = 10.0 * (finite().fold(top - 10.0, f64::min) / 10.0).floor();
    let bottom = least.max(top - request.range);
    let frequency = Axis::frequency(source.rate, welch.segment_len(), request.log);
    let x = |frequency_in_hz: f64| LEFT + frequency.place(frequency_in_hz) * WIDTH;
    let y = |level: f64| TOP + (top - level.clamp(bottom, top)) / (top - bottom) * HEIGHT;

    let mut document =
        Document::new().set("viewBox", format!("0 0 {} {}", LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM));
    let mut style = Element::new("style");
    style.append(Text::new(STYLE));
    document.append(style);
    let mut text = |x: f64, y: f64, class: &str, text: &str| {
        let mut element = Element::new("text");
        for (key, value) in [("x", x), ("y", y)] {
            element.assign(key, short(value));
        }
        element.assign("class", class);
        element.append(Text::new(text));
        document.append(element);
    };
    text(LEFT, 20.0, "", &request.name);
    let note = format!("{} window, {} samples, channel {}", request.window, welch.segment_len(), request.channel);
    text(LEFT + WIDTH, 20.0, "r", &note);
    let unit = match request.scale {
        Scale::Spectrum => unit(Scale::Spectrum, source.unit),
        _ => unit(Scale::Density, source.unit),
    };
    text(8.0, 40.0, "", &format!("dB re 1 {}", unit.replace("^2", "\u{b2}")));
    text(LEFT + WIDTH / 2.0, TOP + HEIGHT + 44.0, "m", "Frequency (Hz)");
    let mut grid = String::new();
    for (place, label) in frequency.marks(12) {
        let x = LEFT + place * WIDTH;
        text(x, TOP + HEIGHT + 20.0, "m", &label);
        let _ = write!(grid, "M{} {TOP}v{HEIGHT}", short(x));
    }
    for (place, label) in Axis::linear(bottom, top).marks(10) {
        let y = TOP + (1.0 - place) * HEIGHT;
        text(LEFT - 8.0, y + 4.0, "r", &label);
        let _ = write!(grid, "M{LEFT} {}h{WIDTH}", short(y));
    }
    let mut path = |data: String, class: &str| {
        let mut element = Element::new("path");
        element.assign("d", data);
        element.assign("class", class);
        document.append(element);
    };
    path(grid, "g");
    path(format!("M{LEFT} {TOP}h{WIDTH}v{HEIGHT}h-{WIDTH}z"), "f");
    path(curve(&levels, frequency.log, |bin| x(welch.frequency(bin)), y), "c");
    let report = report.with("top", top).with("range", top - bottom);
    Ok((format!("{document}\n").into_bytes(), report))
}

/// Returns the groups of bins that share a pixel.
fn groups(bins: usize, log: bool, x: &impl Fn(usize) -> f64) -> Vec<Range<usize>> {
    if !log {
        let together = (bins / WIDTH as usize).max(1);
        return (0..bins).step_by(together).map(|first| first..(first + together).min(bins)).collect();
    }
    // Frequency 0 has no place on a logarithmic axis.
    let mut groups: Vec<Range<usize>> = Vec::new();
    for bin in 1..bins {
        match groups.last_mut().filter(|group| x(bin) - x(group.start) < 1.0) {
            Some(group) => group.end = bin + 1,
            None => groups.push(bin..bin + 1),
        }
    }
    groups
}

/// Returns the path through the least and the greatest level of each group of bins.
fn curve(levels: &[f64], log: bool, x: impl Fn(usize) -> f64, y: impl Fn(f64) -> f64) -> String {
    let mut data = String::new();
    let mut pen = 'M';
    for group in groups(levels.len(), log, &x) {
        let (first, levels) = (group.start, &levels[group]);
        let numbers = || levels.iter().copied().filter(|level| !level.is_nan());
        let (low, high) = (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
        if low > high {
            // A level that is no number leaves a gap.
            pen = 'M';
            continue;
        }
        for level in [low, high].iter().take(if low == high { 1 } else { 2 }) {
            let _ = write!(data, "{pen}{} {}", short(x(first)), short(y(*level)));
            pen = 'L';
        }
    }
    data
}

/// Rounds to two decimals.
fn short(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
