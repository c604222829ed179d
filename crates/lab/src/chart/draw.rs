//! A chart as SVG.

use super::{
    Chart, Series,
    axes::{lengths, place, quantities},
    style::{FAINT, GRID, GROUND, TEXT, curve, dashes},
};
use crate::error::{Error, Result};
use plotters::{
    chart::ChartBuilder,
    coord::Shift,
    drawing::{DrawingArea, IntoDrawingArea},
    element::{Circle, PathElement, Text},
    series::{DashedLineSeries, LineSeries},
    style::text_anchor::{HPos, Pos, VPos},
    style::{Color as _, FontStyle, IntoFont, RGBColor, ShapeStyle, TRANSPARENT, TextStyle},
};
use plotters_svg::SVGBackend;

/// Units of the drawing per pixel: the drawing crate takes whole units only.
const UNIT: i32 = 4;
const MARGIN: i32 = 12;
/// The height of the plot area; it is larger if there are many curves.
const PANEL: i32 = 290;
const TALL_PANEL: i32 = 430;
const LEGEND_LINE: i32 = 21;
/// The length of a curve's sample line in the legend.
const KEY: i32 = 26;

type Area<'b> = DrawingArea<SVGBackend<'b>, Shift>;

/// Draws a chart of this width in pixels. `sheet` is a style sheet to embed in a stand-alone drawing.
///
/// # Errors
/// [`Error::Input`] for a chart without points.
pub fn svg(chart: &Chart, width: u32, sheet: &str) -> Result<String> {
    let width = i32::try_from(width.clamp(240, 4000)).unwrap_or(840);
    let broken = |text: String| Error::input(format!("the chart {:?} cannot be drawn: {text}", chart.title));
    let legend = legend(chart, width);
    let title = wrapped(&chart.title, width, 16);
    let note = wrapped(&chart.note, width, 12);
    let top = MARGIN + 21 * title.len() as i32 + 17 * note.len() as i32 + 4;
    let head = top + LEGEND_LINE * legend.len() as i32 + 4;
    let panel_height = (PANEL + 14 * (chart.series.len() as i32 - 6).max(0)).min(TALL_PANEL);
    let height = head + panel_height + MARGIN;
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, ((width * UNIT) as u32, (height * UNIT) as u32));
        let root = root.into_drawing_area();
        root.fill(&GROUND.drawn()).map_err(|error| broken(error.to_string()))?;
        let mut y = MARGIN;
        for line in &title {
            write(&root, line, (MARGIN, y), 16, TEXT.drawn(), true).map_err(broken)?;
            y += 21;
        }
        for line in &note {
            write(&root, line, (MARGIN, y), 12, FAINT.drawn(), false).map_err(broken)?;
            y += 17;
        }
        for (line, entries) in legend.iter().enumerate() {
            for (x, series) in entries {
                key(&root, series, (*x, top + LEGEND_LINE * line as i32 + LEGEND_LINE / 2)).map_err(broken)?;
            }
        }
        let (_, below) = root.split_vertically(head * UNIT);
        let area = below.shrink((0, 0), ((width * UNIT) as u32, (panel_height * UNIT) as u32));
        panel(&area, chart, width).map_err(broken)?;
        root.present().map_err(|error| broken(error.to_string()))?;
    }
    let end = text.find('>').ok_or_else(|| broken("the drawing has no root".into()))?;
    let body = text[end + 1..].replace(" opacity=\"1\"", "").replace(" font-family=\"sans-serif\"", "");
    let body = body.replace(" stroke=\"none\" stroke-width=\"1\"", "");
    let sheet = if sheet.is_empty() { String::new() } else { format!("<style>{sheet}</style>") };
    Ok(format!(
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">\
         <title>{}</title>{sheet}\n{}",
        width * UNIT,
        height * UNIT,
        escaped(&chart.title),
        body.trim_start()
    ))
}

/// Returns text with the characters of markup escaped.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns an upper estimate of the width of a text, in pixels.
fn text_width(text: &str, size: i32) -> i32 {
    (text.chars().count() as f64 * f64::from(size) * 0.56).ceil() as i32
}

/// Splits a text into lines that fit the width.
fn wrapped(text: &str, width: i32, size: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word, size) + size / 2 < width - 2 * MARGIN => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Returns the series of every line of the legend and the place at which each begins.
fn legend(chart: &Chart, width: i32) -> Vec<Vec<(i32, &Series)>> {
    let mut lines: Vec<Vec<(i32, &Series)>> = Vec::new();
    let mut x = width;
    for series in &chart.series {
        let wide = KEY + 7 + text_width(&series.name, 13) + 18;
        if x + wide > width - MARGIN || lines.is_empty() {
            lines.push(Vec::new());
            x = MARGIN;
        }
        if let Some(line) = lines.last_mut() {
            line.push((x, series));
        }
        x += wide;
    }
    lines
}

fn stroke(colour: RGBColor, pixels: i32) -> ShapeStyle {
    colour.stroke_width((pixels * UNIT) as u32)
}

fn font(size: i32, colour: RGBColor, across: HPos, down: VPos, bold: bool) -> TextStyle<'static> {
    // The drawing crate divides font sizes by 1.24.
    let font = ("sans-serif", f64::from(size * UNIT) * 1.24).into_font();
    let font = if bold { font.style(FontStyle::Bold) } else { font };
    TextStyle { font, color: colour.to_backend_color(), pos: Pos::new(across, down) }
}

fn write(
    area: &Area<'_>,
    text: &str,
    (x, y): (i32, i32),
    size: i32,
    colour: RGBColor,
    bold: bool,
) -> Result<(), String> {
    let style = font(size, colour, HPos::Left, VPos::Top, bold);
    area.draw(&Text::new(text.to_owned(), (x * UNIT, y * UNIT), style)).map_err(|error| error.to_string())
}

/// Draws the line and the name of a series.
fn key(area: &Area<'_>, series: &Series, (x, y): (i32, i32)) -> Result<(), String> {
    let colour = curve(series.look).drawn();
    let (dash, gap) = dashes(series.look).unwrap_or((KEY, 0));
    let shown = |error: &dyn std::error::Error| error.to_string();
    for from in (0..KEY).step_by((dash + gap) as usize) {
        let to = (from + dash).min(KEY);
        let line = [((x + from) * UNIT, y * UNIT), ((x + to) * UNIT, y * UNIT)];
        area.draw(&PathElement::new(line, stroke(colour, 2))).map_err(|error| shown(&error))?;
    }
    let dot = Circle::new(((x + KEY / 2) * UNIT, y * UNIT), 3 * UNIT, colour.filled());
    area.draw(&dot).map_err(|error| shown(&error))?;
    let style = font(13, TEXT.drawn(), HPos::Left, VPos::Center, false);
    let name = Text::new(series.name.clone(), ((x + KEY + 7) * UNIT, y * UNIT), style);
    area.draw(&name).map_err(|error| shown(&error))
}

/// Draws axes and curves.
fn panel(area: &Area<'_>, chart: &Chart, width: i32) -> Result<(), String> {
    let narrow = width < 560;
    let x = lengths(chart, if narrow { 10 } else { 24 }).ok_or("there are no points")?;
    let y = quantities(chart).ok_or("there are no points")?;
    let mut builder = ChartBuilder::on(area);
    builder.margin_top(8 * UNIT).margin_right(16 * UNIT).margin_left(4 * UNIT);
    let numbers = y.marks.iter().map(|mark| text_width(&mark.1, 12)).max().unwrap_or(0);
    builder.x_label_area_size(38 * UNIT).y_label_area_size((numbers + 34) * UNIT);
    let plane = builder.build_cartesian_2d(x.clone(), y.clone());
    let mut plane = plane.map_err(|error| error.to_string())?;
    plane
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(stroke(GRID.drawn(), 1))
        .axis_style(stroke(FAINT.drawn(), 1))
        .set_all_tick_mark_size(4 * UNIT)
        .x_labels(x.marks.len())
        .y_labels(y.marks.len())
        .x_label_formatter(&|value| x.text(*value))
        .y_label_formatter(&|value| y.text(*value))
        .label_style(font(12, FAINT.drawn(), HPos::Center, VPos::Center, false))
        .axis_desc_style(font(13, TEXT.drawn(), HPos::Center, VPos::Center, false))
        .x_desc(chart.lengths.clone())
        .y_desc(chart.quantity.clone())
        .draw()
        .map_err(|error| error.to_string())?;
    if chart.marks_one {
        let one = place(chart.scale, 1.0);
        let line = PathElement::new([(x.ends.0, one), (x.ends.1, one)], stroke(TEXT.drawn(), 1));
        plane.draw_series([line]).map_err(|error| error.to_string())?;
    }
    // The first series is on top. Where curves coincide, the dots of the lower one are larger and show as rims.
    for (rank, series) in chart.series.iter().enumerate().rev() {
        let colour = curve(series.look).drawn();
        let inside = |value: f64| place(chart.scale, value).clamp(y.ends.0, y.ends.1);
        let points = series.points.iter().filter(|point| point.y.is_finite());
        let points: Vec<(f64, f64)> = points.map(|point| (point.x.max(1.0).log2(), inside(point.y))).collect();
        let spans = series.points.iter().filter(|point| point.high > point.low).map(|point| {
            let x = point.x.max(1.0).log2();
            PathElement::new([(x, inside(point.low)), (x, inside(point.high))], stroke(colour, 1))
        });
        plane.draw_series(spans).map_err(|error| error.to_string())?;
        let line = points.iter().copied();
        match dashes(series.look) {
            None => plane.draw_series(LineSeries::new(line, stroke(colour, 2))),
            Some((dash, gap)) => {
                plane.draw_series(DashedLineSeries::new(line, dash * UNIT, gap * UNIT, stroke(colour, 2)))
            }
        }
        .map_err(|error| error.to_string())?;
        let radius = 5 * UNIT / 2 + (rank as i32).min(4) * UNIT / 2;
        let dots = points.into_iter().map(|point| Circle::new(point, radius, colour.filled()));
        plane.draw_series(dots).map_err(|error| error.to_string())?;
    }
    Ok(())
}
