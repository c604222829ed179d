//! Draws bars beside their names, as SVG.

use crate::{
    Result,
    draw::{Area, MARGIN, UNIT, finish, font, write},
    style::{Colour, FAINT, GROUND, Look, TEXT, look},
};
use plotters::{
    drawing::IntoDrawingArea,
    element::{Rectangle, Text},
    style::{
        Color as _,
        text_anchor::{HPos, VPos},
    },
};
use plotters_svg::SVGBackend;

/// A list of bars under one title.
pub struct Bars {
    /// The title.
    pub title: String,
    /// Stands under the title.
    pub note: String,
    /// The unit of the values.
    pub unit: String,
    /// Names and values; `true` for ours.
    pub bars: Vec<(String, f64, bool)>,
}

const WIDTH: i32 = 872;
const NAMES: i32 = 300;
const HEAD: i32 = 64;
const BAR: i32 = 30;

/// Returns the text of an SVG file.
///
/// # Errors
/// Returns an error for no bars, and if the crate that draws fails.
pub fn svg(bars: &Bars) -> Result<String> {
    let greatest = bars.bars.iter().map(|bar| bar.1).fold(0.0, f64::max);
    if greatest <= 0.0 {
        return Err("bars without values".into());
    }
    let total = HEAD + BAR * bars.bars.len() as i32 + MARGIN;
    let mut text = String::new();
    {
        let size = ((WIDTH * UNIT) as u32, (total * UNIT) as u32);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&GROUND.drawn())?;
        write(&root, &bars.title, (MARGIN, MARGIN), 18, TEXT.drawn(), HPos::Left, true)?;
        write(&root, &bars.note, (MARGIN, MARGIN + 27), 12, FAINT.drawn(), HPos::Left, false)?;
        for (line, (name, value, ours)) in bars.bars.iter().enumerate() {
            let Look { colour, .. } = look(if *ours { "ringfft" } else { "flint" });
            let middle = HEAD + BAR * line as i32 + BAR / 2;
            let long = (f64::from(WIDTH - NAMES - 2 * MARGIN - 90) * value / greatest).round() as i32;
            bar(&root, name, &format!("{value} {}", bars.unit), (middle, long.max(1)), colour)?;
        }
        root.present()?;
    }
    finish(&text, (WIDTH, total), &bars.title)
}

fn bar(root: &Area<'_>, name: &str, value: &str, (middle, long): (i32, i32), colour: Colour) -> Result<()> {
    let left = MARGIN + NAMES;
    let names = font(13, TEXT.drawn(), HPos::Right, VPos::Center, false);
    root.draw(&Text::new(name.to_owned(), ((left - 10) * UNIT, middle * UNIT), names))?;
    let corners = [(left * UNIT, (middle - 9) * UNIT), ((left + long) * UNIT, (middle + 9) * UNIT)];
    root.draw(&Rectangle::new(corners, colour.drawn().filled()))?;
    let values = font(13, FAINT.drawn(), HPos::Left, VPos::Center, false);
    Ok(root.draw(&Text::new(value.to_owned(), ((left + long + 8) * UNIT, middle * UNIT), values))?)
}
