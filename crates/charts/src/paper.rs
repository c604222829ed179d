//! Texts and strokes on an area, in pixels, and the frame of a drawing.

use crate::style::{FAINT, TEXT, sheet};
use plotters::{
    coord::Shift,
    drawing::DrawingArea,
    element::Text,
    style::text_anchor::{HPos, Pos, VPos},
    style::{Color as _, FontStyle, IntoFont, RGBColor, ShapeStyle, TextStyle},
};
use plotters_svg::SVGBackend;
use std::error::Error;

/// Units of the drawing in one pixel: the crate draws at whole units.
pub(crate) const UNIT: i32 = 4;
pub(crate) const MARGIN: i32 = 16;
const TITLE: i32 = 18;
const NOTE: i32 = 12;

/// A part of a drawing.
pub(crate) type Area<'b> = DrawingArea<SVGBackend<'b>, Shift>;

/// A result of drawing; the error becomes that of the whole figure.
pub(crate) type Drawn<T = ()> = Result<T, Box<dyn Error>>;

/// Returns text with the characters of markup escaped.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns an upper estimate of the width of a short text, in pixels.
pub(crate) fn text_width(text: &str, size: i32) -> i32 {
    (text.chars().count() as f64 * f64::from(size) * 0.58).ceil() as i32
}

pub(crate) fn stroke(colour: RGBColor, pixels: i32) -> ShapeStyle {
    colour.stroke_width((pixels * UNIT) as u32)
}

/// Returns the style of a text of a size in pixels.
pub(crate) fn font(size: i32, colour: RGBColor, across: HPos, down: VPos, bold: bool) -> TextStyle<'static> {
    // The crate divides sizes of fonts by 1.24.
    let font = ("sans-serif", f64::from(size * UNIT) * 1.24).into_font();
    let font = if bold { font.style(FontStyle::Bold) } else { font };
    TextStyle { font, color: colour.to_backend_color(), pos: Pos::new(across, down) }
}

/// Writes a text at a point, in pixels.
pub(crate) fn write(area: &Area<'_>, text: &str, (x, y): (i32, i32), style: TextStyle<'static>) -> Drawn {
    Ok(area.draw(&Text::new(text.to_owned(), (x * UNIT, y * UNIT), style))?)
}

/// The title of a drawing and the note below it, in lines that fit its width.
pub(crate) struct Head {
    title: Vec<String>,
    note: Vec<String>,
}

impl Head {
    pub(crate) fn new(title: &str, note: &str, width: i32) -> Self {
        Head { title: wrapped(title, width, TITLE), note: wrapped(note, width, NOTE) }
    }

    /// Returns the height, the upper margin included.
    pub(crate) fn height(&self) -> i32 {
        MARGIN + 22 * self.title.len() as i32 + 17 * self.note.len() as i32 + 15
    }

    pub(crate) fn write(&self, root: &Area<'_>) -> Drawn {
        let mut y = MARGIN;
        for line in &self.title {
            write(root, line, (MARGIN, y), font(TITLE, TEXT.drawn(), HPos::Left, VPos::Top, true))?;
            y += 22;
        }
        for line in &self.note {
            write(root, line, (MARGIN, y + 5), font(NOTE, FAINT.drawn(), HPos::Left, VPos::Top, false))?;
            y += 17;
        }
        Ok(())
    }
}

/// Splits a text into lines that fit the width. Letters of long texts are narrower than those of short ones may be.
fn wrapped(text: &str, width: i32, size: i32) -> Vec<String> {
    let most = (f64::from(width - 2 * MARGIN) / (0.56 * f64::from(size))) as usize;
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Returns a drawing of [`UNIT`] units a pixel with its size in pixels and its title. A drawing that stands alone also gets
/// the sheet of colours.
pub(crate) fn framed(text: &str, (width, height): (i32, i32), title: &str, alone: bool) -> Drawn<String> {
    let end = text.find('>').ok_or("it has no root")?;
    let body = text[end + 1..].replace(" opacity=\"1\"", "").replace(" font-family=\"sans-serif\"", "");
    let body = body.replace(" stroke=\"none\" stroke-width=\"1\"", "");
    let sheet = if alone { format!("<style>{}</style>\n", sheet()) } else { String::new() };
    Ok(format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" role=\"img\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n<title>{}</title>\n{sheet}{}",
        width * UNIT,
        height * UNIT,
        escaped(title),
        body.trim_start()
    ))
}
