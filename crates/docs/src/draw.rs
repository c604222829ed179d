//! Figures as SVG.

use crate::{
    Result, axes,
    axes::Axis,
    figure::{Figure, Panel, Series},
    style::{FAINT, GRID, GROUND, LOSS, LOSS_TEXT, TEXT, sheet},
};
use plotters::{
    chart::ChartBuilder,
    coord::Shift,
    drawing::{DrawingArea, IntoDrawingArea},
    element::{Circle, PathElement, Rectangle, Text},
    series::{DashedLineSeries, LineSeries},
    style::text_anchor::{HPos, Pos, VPos},
    style::{Color as _, FontStyle, IntoFont, RGBColor, ShapeStyle, TRANSPARENT, TextStyle},
};
use plotters_svg::SVGBackend;

/// Units of the drawing in one pixel: the crate draws at whole units.
pub const UNIT: i32 = 4;

const PANEL_WIDTH: i32 = 840;
const NARROW_WIDTH: i32 = 480;
const RATIO_HEIGHT: i32 = 300;
const TIME_HEIGHT: i32 = 250;
const TITLE_HEIGHT: i32 = 54;
const LEGEND_HEIGHT: i32 = 24;
pub const MARGIN: i32 = 16;
/// The line of a series in the legend.
const KEY_WIDTH: i32 = 26;

/// A part of a drawing.
pub type Area<'b> = DrawingArea<SVGBackend<'b>, Shift>;

/// Returns the text of an SVG file.
///
/// # Errors
/// Returns an error for a figure without points, and if the crate that draws fails.
pub fn svg(figure: &Figure) -> Result<String> {
    let width = MARGIN * 2 + if figure.columns == 1 { PANEL_WIDTH } else { NARROW_WIDTH * figure.columns as i32 };
    let legend = legend_lines(figure, width);
    let head = MARGIN + TITLE_HEIGHT + LEGEND_HEIGHT * legend.len() as i32 + 4;
    let heights: Vec<i32> = figure.panels.chunks(figure.columns).map(height).collect();
    let total = head + heights.iter().sum::<i32>() + MARGIN;
    let mut text = String::new();
    {
        let size = ((width * UNIT) as u32, (total * UNIT) as u32);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&GROUND.drawn())?;
        write(&root, &figure.title, (MARGIN, MARGIN), 18, TEXT.drawn(), HPos::Left, true)?;
        write(&root, &figure.note, (MARGIN, MARGIN + 27), 12, FAINT.drawn(), HPos::Left, false)?;
        for (line, entries) in legend.iter().enumerate() {
            for (x, series) in entries {
                key(&root, series, (*x, MARGIN + TITLE_HEIGHT + LEGEND_HEIGHT * line as i32 + LEGEND_HEIGHT / 2))?;
            }
        }
        if let Some(loss) = &figure.loss {
            tint(&root, loss, (width - MARGIN, MARGIN + TITLE_HEIGHT + LEGEND_HEIGHT / 2))?;
        }
        let (_, below) = root.split_vertically(head * UNIT);
        let mut top = 0;
        for (row, height) in figure.panels.chunks(figure.columns).zip(&heights) {
            let range = axes::common(row);
            for (column, panel) in row.iter().enumerate() {
                let panel_width = (width - 2 * MARGIN) / figure.columns as i32;
                let left = MARGIN + panel_width * column as i32;
                let area = below.clone().shrink((left * UNIT, top * UNIT), (panel_width * UNIT, height * UNIT));
                draw(&area, panel, range)?;
            }
            top += height;
        }
        root.present()?;
    }
    finish(&text, (width, total), &figure.title)
}

/// Returns a drawing with its size in pixels, its title and its sheet of colours. The drawing has [`UNIT`] units a pixel.
///
/// # Errors
/// Returns an error for a text that is no SVG drawing.
pub fn finish(text: &str, (width, total): (i32, i32), title: &str) -> Result<String> {
    let end = text.find('>').ok_or("a drawing without a root")?;
    let open = format!(
        "<svg width=\"{width}\" height=\"{total}\" viewBox=\"0 0 {} {}\" role=\"img\" xmlns=\"http://www.w3.org/2000/svg\">",
        width * UNIT,
        total * UNIT
    );
    let name = format!("\n<title>{}</title>\n{}", escaped(title), sheet());
    let body = text[end + 1..].replace(" opacity=\"1\"", "").replace(" font-family=\"sans-serif\"", "");
    let body = body.replace(" stroke=\"none\" stroke-width=\"1\"", "");
    Ok(format!("{open}{name}{}", body.trim_start()))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

fn height(row: &[Panel]) -> i32 {
    row.iter().map(|panel| if panel.ratio { RATIO_HEIGHT } else { TIME_HEIGHT }).max().unwrap_or(0)
}

/// Returns the series of every line of the legend and where each begins. A series with the name of another appears once.
fn legend_lines(figure: &Figure, width: i32) -> Vec<Vec<(i32, &Series)>> {
    let mut lines: Vec<Vec<(i32, &Series)>> = Vec::new();
    let mut names: Vec<&Series> = Vec::new();
    for series in figure.panels.iter().flat_map(|panel| &panel.series) {
        if !names.iter().any(|other| other.name == series.name) {
            names.push(series);
        }
    }
    names.sort_by_key(|series| series.look.rank);
    let mut x = width;
    // The key of the tinted ground is at the right end of the first line.
    let loss = figure.loss.as_ref().map_or(0, |text| text_width(text, 13) + 50);
    for series in names {
        let end = width - MARGIN - if lines.len() <= 1 { loss } else { 0 };
        let wide = 34 + text_width(&series.name, 13) + 22;
        if x + wide > end {
            lines.push(Vec::new());
            x = MARGIN;
        }
        lines.last_mut().expect("a line was pushed").push((x, series));
        x += wide;
    }
    lines
}

/// Returns an upper estimate of the width of a text, in pixels.
fn text_width(text: &str, size: i32) -> i32 {
    (text.chars().count() as f64 * f64::from(size) * 0.58).ceil() as i32
}

/// Draws the key of the tinted ground, with its right end at a point.
fn tint(root: &Area<'_>, text: &str, (x, y): (i32, i32)) -> Result<()> {
    let left = x - 24;
    let ground = [(left * UNIT, (y - 8) * UNIT), (x * UNIT, (y + 8) * UNIT)];
    root.draw(&Rectangle::new(ground, LOSS.drawn().filled()))?;
    root.draw(&Rectangle::new(ground, stroke(LOSS_TEXT.drawn(), 1)))?;
    let style = font(13, LOSS_TEXT.drawn(), HPos::Right, VPos::Center, false);
    Ok(root.draw(&Text::new(text.to_owned(), ((left - 7) * UNIT, y * UNIT), style))?)
}

/// Draws the line and the name of a series.
fn key(root: &Area<'_>, series: &Series, (x, y): (i32, i32)) -> Result<()> {
    let colour = series.look.colour.drawn();
    let (dash, gap) = series.look.dash.pixels().unwrap_or((KEY_WIDTH, 0));
    for from in (0..KEY_WIDTH).step_by((dash + gap) as usize) {
        let to = (from + dash).min(KEY_WIDTH);
        let points = [((x + from) * UNIT, y * UNIT), ((x + to) * UNIT, y * UNIT)];
        root.draw(&PathElement::new(points, stroke(colour, 2)))?;
    }
    root.draw(&Circle::new(((x + KEY_WIDTH / 2) * UNIT, y * UNIT), dot(series), colour.filled()))?;
    let style = font(13, TEXT.drawn(), HPos::Left, VPos::Center, false);
    Ok(root.draw(&Text::new(series.name.clone(), ((x + KEY_WIDTH + 7) * UNIT, y * UNIT), style))?)
}

/// Returns the radius of the dots of a series. A series of higher rank is drawn below and has larger dots.
fn dot(series: &Series) -> i32 {
    UNIT * 9 / 4 + (series.look.rank as i32).min(4) * UNIT / 4
}

fn stroke(colour: RGBColor, pixels: i32) -> ShapeStyle {
    colour.stroke_width((pixels * UNIT) as u32)
}

/// Returns the style of a text of a size in pixels.
pub fn font(size: i32, colour: RGBColor, across: HPos, down: VPos, bold: bool) -> TextStyle<'static> {
    // The crate divides sizes of fonts by 1.24.
    let size = f64::from(size * UNIT) * 1.24;
    let font = ("sans-serif", size).into_font();
    let font = if bold { font.style(FontStyle::Bold) } else { font };
    TextStyle { font, color: colour.to_backend_color(), pos: Pos::new(across, down) }
}

/// Writes a text at a point, in pixels.
///
/// # Errors
/// Returns an error if the crate that draws fails.
pub fn write(
    area: &Area<'_>,
    text: &str,
    (x, y): (i32, i32),
    size: i32,
    colour: RGBColor,
    across: HPos,
    bold: bool,
) -> Result<()> {
    let style = font(size, colour, across, VPos::Top, bold);
    Ok(area.draw(&Text::new(text.to_owned(), (x * UNIT, y * UNIT), style))?)
}

fn mark(axis: &Axis, value: f64) -> String {
    axis.marks.iter().find(|mark| mark.0 == value).map_or_else(String::new, |mark| mark.1.clone())
}

fn draw(area: &Area<'_>, panel: &Panel, range: Option<(f64, f64)>) -> Result<()> {
    let sizes = panel.series.iter().flat_map(|series| &series.points).map(|point| point.0);
    let x = axes::sizes(sizes).ok_or("a panel without points")?;
    let y = axes::quantities(panel, range).ok_or("a panel without points")?;
    let mut builder = ChartBuilder::on(area);
    let top = if panel.title.is_empty() { 8 } else { 30 };
    builder.margin_top(top * UNIT).margin_right(20 * UNIT).margin_bottom(8 * UNIT);
    builder.x_label_area_size(40 * UNIT).y_label_area_size(62 * UNIT);
    let mut chart = builder.build_cartesian_2d(x.clone(), y.clone())?;
    if !panel.title.is_empty() {
        write(area, &panel.title, (62, 8), 14, TEXT.drawn(), HPos::Left, true)?;
    }
    if panel.ratio {
        let below = Rectangle::new([(x.ends.0, y.ends.0), (x.ends.1, 0.0)], LOSS.drawn().filled());
        chart.draw_series([below])?;
    }
    let numbers = font(12, FAINT.drawn(), HPos::Center, VPos::Center, false);
    let names = font(13, TEXT.drawn(), HPos::Center, VPos::Center, false);
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(stroke(GRID.drawn(), 1))
        .axis_style(stroke(FAINT.drawn(), 1))
        .set_all_tick_mark_size(4 * UNIT)
        .x_labels(x.marks.len())
        .y_labels(y.marks.len())
        .x_label_formatter(&|value| mark(&x, *value))
        .y_label_formatter(&|value| mark(&y, *value))
        .label_style(numbers)
        .axis_desc_style(names)
        .x_desc(panel.x.clone())
        .y_desc(panel.y.clone())
        .draw()?;
    if panel.ratio {
        let one = [(x.ends.0, 0.0), (x.ends.1, 0.0)];
        chart.draw_series([PathElement::new(one, stroke(TEXT.drawn(), 2))])?;
    }
    // Ours on top; where curves coincide, the dots of the one below are wider and show as rims.
    for series in panel.series.iter().rev() {
        let colour = series.look.colour.drawn();
        let points = series.points.iter().map(|&(x, y)| (x, y.log2()));
        match series.look.dash.pixels() {
            None => chart.draw_series(LineSeries::new(points.clone(), stroke(colour, 2)))?,
            Some((dash, gap)) => {
                let style = stroke(colour, 2);
                chart.draw_series(DashedLineSeries::new(points.clone(), dash * UNIT, gap * UNIT, style))?
            }
        };
        let radius = dot(series);
        chart.draw_series(points.map(|point| Circle::new(point, radius, colour.filled())))?;
    }
    Ok(())
}
