//! Bars beside their names, as SVG.

use crate::{
    error::Error,
    paper::{Area, Drawn, Head, MARGIN, UNIT, font, framed, write},
    style::{CURVES, Colour, FAINT, GROUND, TEXT},
};
use plotters::{
    drawing::IntoDrawingArea,
    element::Rectangle,
    style::{
        Color as _,
        text_anchor::{HPos, VPos},
    },
};
use plotters_svg::SVGBackend;

/// A list of bars under one title.
#[derive(Clone, Debug)]
pub struct Bars {
    /// The title.
    pub title: String,
    /// A line below the title; may be empty.
    pub note: String,
    /// The unit of the values.
    pub unit: String,
    /// The bars, from above.
    pub bars: Vec<Bar>,
}

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// The name on its left.
    pub name: String,
    /// The value, which stands on its right.
    pub value: f64,
    /// `true` for a bar that stands out.
    pub strong: bool,
}

const WIDTH: i32 = 872;
const NAMES: i32 = 300;
const LINE: i32 = 30;

impl Bars {
    /// Returns the bars as the text of an SVG file, with its [sheet](crate::sheet) of colours.
    ///
    /// # Errors
    /// Returns an error unless some value is positive and all are finite.
    pub fn svg(&self) -> Result<String, Error> {
        svg(self).map_err(|error| Error::new(&self.title, error))
    }
}

fn svg(bars: &Bars) -> Drawn<String> {
    let greatest = bars.bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
    if greatest <= 0.0 || !bars.bars.iter().all(|bar| bar.value.is_finite()) {
        return Err("a bar has a finite value, and one of them is positive".into());
    }
    let head = Head::new(&bars.title, &bars.note, WIDTH);
    let top = head.height() - 6;
    let total = top + LINE * bars.bars.len() as i32 + MARGIN;
    let mut text = String::new();
    {
        let size = ((WIDTH * UNIT) as u32, (total * UNIT) as u32);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&GROUND.drawn())?;
        head.write(&root)?;
        for (line, one) in bars.bars.iter().enumerate() {
            let middle = top + LINE * line as i32 + LINE / 2;
            let long = (f64::from(WIDTH - NAMES - 2 * MARGIN - 90) * one.value / greatest).round() as i32;
            let colour = CURVES[usize::from(!one.strong)];
            bar(&root, &one.name, &format!("{} {}", one.value, bars.unit), (middle, long.max(1)), colour)?;
        }
        root.present()?;
    }
    framed(&text, (WIDTH, total), &bars.title, true)
}

fn bar(root: &Area<'_>, name: &str, value: &str, (middle, long): (i32, i32), colour: Colour) -> Drawn {
    let left = MARGIN + NAMES;
    write(root, name, (left - 10, middle), font(13, TEXT.drawn(), HPos::Right, VPos::Center, false))?;
    let corners = [(left * UNIT, (middle - 9) * UNIT), ((left + long) * UNIT, (middle + 9) * UNIT)];
    root.draw(&Rectangle::new(corners, colour.drawn().filled()))?;
    write(root, value, (left + long + 8, middle), font(13, FAINT.drawn(), HPos::Left, VPos::Center, false))
}
