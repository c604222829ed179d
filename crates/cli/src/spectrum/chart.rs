//! The spectrogram with its axes, colours and their scale.

use super::{
    axis::Axis,
    canvas::{CHARACTER, Canvas},
};
use crate::failure::Outcome;
use embedded_graphics::text::Alignment::{Center, Left, Right};

/// Columns and rows of the spectrogram.
pub(super) const WIDTH: usize = 1000;
pub(super) const HEIGHT: usize = 512;

/// Room around the spectrogram, in pixels.
const LEFT: usize = 84;
const TOP: usize = 64;
const BOTTOM: usize = 60;
const RIGHT: usize = 170;
/// The colour bar: its distance and width.
const GAP: usize = 32;
const BAR: usize = 22;

/// Bytes of the pixels of a chart.
pub(super) const BYTES: u128 = 3 * ((LEFT + WIDTH + RIGHT) * (TOP + HEIGHT + BOTTOM)) as u128;

/// Returns the marks of an axis, with the pixel of `pixels` that each belongs to.
fn marks(axis: &Axis, pixels: usize, count: usize) -> impl Iterator<Item = (usize, String)> {
    axis.marks(count).map(move |(place, text)| ((place * (pixels - 1) as f64).round() as usize, text))
}

/// The texts and axes around the spectrogram.
pub(super) struct Chart<'a> {
    pub(super) title: &'a str,
    pub(super) note: &'a str,
    /// Seconds.
    pub(super) time: Axis,
    /// Hz.
    pub(super) frequency: Axis,
    /// Decibels.
    pub(super) level: Axis,
    pub(super) unit: &'a str,
}

/// Returns the PNG of the chart. `levels` are rows of values from 0 (dark) to 1 (bright).
pub(super) fn png(chart: &Chart<'_>, levels: &[f64]) -> Outcome<Vec<u8>> {
    let mut canvas = Canvas::new(LEFT + WIDTH + RIGHT, TOP + HEIGHT + BOTTOM);
    for (y, row) in levels.chunks_exact(WIDTH).enumerate() {
        for (x, &level) in row.iter().enumerate() {
            canvas.set(LEFT + x, TOP + y, colour(level));
        }
    }
    canvas.frame(LEFT, TOP, WIDTH, HEIGHT);
    let bar = LEFT + WIDTH + GAP;
    for y in 0..HEIGHT {
        let colour = colour((HEIGHT - 1 - y) as f64 / (HEIGHT - 1) as f64);
        (0..BAR).for_each(|x| canvas.set(bar + x, TOP + y, colour));
    }
    canvas.frame(bar, TOP, BAR, HEIGHT);

    let most = (WIDTH - 2) / CHARACTER;
    canvas.text(LEFT, 16, Left, &shortened(chart.title, most.saturating_sub(chart.note.chars().count() + 4)));
    canvas.text(LEFT + WIDTH, 16, Right, chart.note);
    canvas.text(8, TOP - 22, Left, "Frequency (Hz)");
    canvas.text(LEFT + WIDTH / 2, TOP + HEIGHT + 42, Center, "Time (s)");
    canvas.text(bar, TOP - 40, Left, "dB re");
    canvas.text(bar, TOP - 22, Left, &format!("1 {}", chart.unit.replace("^2", "\u{b2}")));
    for (x, text) in marks(&chart.time, WIDTH, 10) {
        canvas.line((LEFT + x, TOP + HEIGHT), (LEFT + x, TOP + HEIGHT + 6));
        canvas.text(LEFT + x, TOP + HEIGHT + 18, Center, &text);
    }
    for (y, text) in marks(&chart.frequency, HEIGHT, 12) {
        let y = TOP + HEIGHT - 1 - y;
        canvas.line((LEFT - 7, y), (LEFT - 1, y));
        canvas.text(LEFT - 12, y, Right, &text);
    }
    for (y, text) in marks(&chart.level, HEIGHT, 12) {
        let y = TOP + HEIGHT - 1 - y;
        canvas.line((bar + BAR, y), (bar + BAR + 6, y));
        canvas.text(bar + BAR + 12, y, Left, &text);
    }
    canvas.png()
}

/// Returns the colour of a level, from a scale that is perceptually uniform and grows in brightness; NaN is grey.
fn colour(level: f64) -> [u8; 3] {
    if level.is_nan() {
        return [128; 3];
    }
    let colour = colorous::MAGMA.eval_continuous(level.clamp(0.0, 1.0));
    [colour.r, colour.g, colour.b]
}

fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    let kept: String = text.chars().take(most.saturating_sub(3)).collect();
    kept + "..."
}
