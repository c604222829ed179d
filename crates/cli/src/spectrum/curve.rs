//! The power by frequency as a curve, in decibels: SVG.

use super::{
    request::{Request, Scale},
    source::Source,
    table::{Estimate, unit},
    ticks::ticks,
};
use crate::{failure::Outcome, report::Report};
use std::fmt::Write;
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
    // Silence has no decibels.
    let top = if most.is_finite() { 10.0 * (most / 10.0).ceil() } else { 0.0 };
    let least = 10.0 * (finite().fold(top - 10.0, f64::min) / 10.0).floor();
    let bottom = least.max(top - request.range);
    let nyquist = source.rate / 2.0;
    let x = |frequency: f64| LEFT + frequency / nyquist * WIDTH;
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
    for (at, label) in ticks(0.0, nyquist, 12) {
        text(x(at), TOP + HEIGHT + 20.0, "m", &label);
        let _ = write!(grid, "M{} {TOP}v{HEIGHT}", short(x(at)));
    }
    for (at, label) in ticks(bottom, top, 10) {
        text(LEFT - 8.0, y(at) + 4.0, "r", &label);
        let _ = write!(grid, "M{LEFT} {}h{WIDTH}", short(y(at)));
    }
    let mut path = |data: String, class: &str| {
        let mut element = Element::new("path");
        element.assign("d", data);
        element.assign("class", class);
        document.append(element);
    };
    path(grid, "g");
    path(format!("M{LEFT} {TOP}h{WIDTH}v{HEIGHT}h-{WIDTH}z"), "f");
    path(curve(&levels, |bin| x(welch.frequency(bin)), y), "c");
    let report = report.with("top", top).with("range", top - bottom);
    Ok((format!("{document}\n").into_bytes(), report))
}

/// A line through all levels; where they lie closer than a pixel, through the least and the greatest of each pixel.
fn curve(levels: &[f64], x: impl Fn(usize) -> f64, y: impl Fn(f64) -> f64) -> String {
    let together = (levels.len() / WIDTH as usize).max(1);
    let mut data = String::new();
    let mut pen = 'M';
    for (i, levels) in levels.chunks(together).enumerate() {
        let numbers = || levels.iter().copied().filter(|level| !level.is_nan());
        let (low, high) = (numbers().fold(f64::INFINITY, f64::min), numbers().fold(f64::NEG_INFINITY, f64::max));
        if low > high {
            // A level that is no number is a gap.
            pen = 'M';
            continue;
        }
        for level in [low, high].iter().take(if low == high { 1 } else { 2 }) {
            let _ = write!(data, "{pen}{} {}", short(x(i * together)), short(y(*level)));
            pen = 'L';
        }
    }
    data
}

/// Two digits behind the point.
fn short(x: f64) -> f64 {
    (x * 100.0).round() / 100.0
}
