//! The legend of a figure: a sample line and a name for every curve.

use crate::{
    figure::{Figure, Scale, Series},
    paper::{Area, Drawn, MARGIN, UNIT, font, stroke, text_width, write},
    style::{TEXT, TINT, TINT_TEXT},
};
use plotters::{
    element::{Circle, PathElement, Rectangle},
    style::{
        Color as _,
        text_anchor::{HPos, VPos},
    },
};

const LINE: i32 = 24;
/// The length of a sample line.
const KEY: i32 = 26;

/// A legend: in every line the series, and the place at which each begins.
pub(crate) struct Legend<'f> {
    lines: Vec<Vec<(i32, &'f Series)>>,
    tint: Option<&'f str>,
    width: i32,
}

impl<'f> Legend<'f> {
    pub(crate) fn new(figure: &'f Figure, width: i32) -> Self {
        let mut all: Vec<&Series> = Vec::new();
        for series in figure.panels.iter().flat_map(|panel| &panel.series) {
            if !all.iter().any(|other| other.name == series.name) {
                all.push(series);
            }
        }
        all.sort_by_key(|series| series.look.rank);
        let tinted = figure.panels.iter().any(|panel| matches!(panel.scale, Scale::Ratio(_)));
        let tint = figure.tint.as_deref().filter(|_| tinted);
        // The key of the tinted ground is at the right end of the first line.
        let reserved = tint.map_or(0, |text| text_width(text, 13) + 50);
        let mut lines: Vec<Vec<(i32, &Series)>> = Vec::new();
        let mut x = width;
        for series in all {
            let end = width - MARGIN - if lines.len() <= 1 { reserved } else { 0 };
            let wide = KEY + 8 + text_width(&series.name, 13) + 22;
            if x + wide > end {
                lines.push(Vec::new());
                x = MARGIN;
            }
            if let Some(line) = lines.last_mut() {
                line.push((x, series));
            }
            x += wide;
        }
        Legend { lines, tint, width }
    }

    pub(crate) fn height(&self) -> i32 {
        LINE * self.lines.len() as i32
    }

    /// Draws the legend below a height.
    pub(crate) fn draw(&self, root: &Area<'_>, top: i32) -> Drawn {
        for (number, line) in self.lines.iter().enumerate() {
            for (x, series) in line {
                key(root, series, (*x, top + LINE * number as i32 + LINE / 2))?;
            }
        }
        self.tint.map_or(Ok(()), |text| tint(root, text, (self.width - MARGIN, top + LINE / 2)))
    }
}

/// Returns the radius of the dots of a series, in units. A series of higher rank is drawn below and has larger dots.
pub(crate) fn dot(series: &Series) -> i32 {
    UNIT * 9 / 4 + (series.look.rank as i32).min(4) * UNIT / 4
}

/// Draws the line and the name of a series.
fn key(root: &Area<'_>, series: &Series, (x, y): (i32, i32)) -> Drawn {
    let colour = series.look.colour.drawn();
    let (dash, gap) = series.look.dash.pixels().unwrap_or((KEY, 0));
    for from in (0..KEY).step_by((dash + gap) as usize) {
        let to = (from + dash).min(KEY);
        let points = [((x + from) * UNIT, y * UNIT), ((x + to) * UNIT, y * UNIT)];
        root.draw(&PathElement::new(points, stroke(colour, 2)))?;
    }
    root.draw(&Circle::new(((x + KEY / 2) * UNIT, y * UNIT), dot(series), colour.filled()))?;
    write(root, &series.name, (x + KEY + 7, y), font(13, TEXT.drawn(), HPos::Left, VPos::Center, false))
}

/// Draws the key of the tinted ground, with its right end at a point.
fn tint(root: &Area<'_>, text: &str, (x, y): (i32, i32)) -> Drawn {
    let left = x - 24;
    let ground = [(left * UNIT, (y - 8) * UNIT), (x * UNIT, (y + 8) * UNIT)];
    root.draw(&Rectangle::new(ground, TINT.drawn().filled()))?;
    root.draw(&Rectangle::new(ground, stroke(TINT_TEXT.drawn(), 1)))?;
    write(root, text, (left - 7, y), font(13, TINT_TEXT.drawn(), HPos::Right, VPos::Center, false))
}
