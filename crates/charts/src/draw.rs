//! Figures as SVG.

use crate::{
    axes::{Axis, place, quantities, sizes},
    error::Error,
    figure::{Figure, Panel, Scale},
    legend::{Legend, dot},
    paper::{Area, Drawn, Head, MARGIN, UNIT, font, framed, stroke, text_width, write},
    style::{FAINT, GRID, GROUND, TEXT, TINT},
};
use plotters::{
    chart::ChartBuilder,
    drawing::IntoDrawingArea,
    element::{Circle, PathElement, Rectangle},
    series::{DashedLineSeries, LineSeries},
    style::{
        Color as _, TRANSPARENT,
        text_anchor::{HPos, VPos},
    },
};
use plotters_svg::SVGBackend;

/// The least width of the names of marks and of the axis, in pixels.
const NAMES: i32 = 62;

impl Figure {
    /// Returns the figure as the text of an SVG file, with its [sheet](crate::sheet) of colours.
    ///
    /// # Errors
    /// Returns an error for a figure without panels and for a panel without a point.
    pub fn svg(&self) -> Result<String, Error> {
        svg(self, true).map_err(|error| Error::new(&self.title, error))
    }

    /// Returns the figure as an SVG element for a page, which holds the [sheet](crate::sheet) of colours once.
    ///
    /// # Errors
    /// Returns an error for a figure without panels and for a panel without a point.
    pub fn svg_for_page(&self) -> Result<String, Error> {
        svg(self, false).map_err(|error| Error::new(&self.title, error))
    }
}

fn svg(figure: &Figure, alone: bool) -> Drawn<String> {
    if figure.panels.is_empty() {
        return Err("it has no panels".into());
    }
    let width = figure.width.clamp(240, 4000) as i32;
    let columns = figure.columns.clamp(1, figure.panels.len());
    let head = Head::new(&figure.title, &figure.note, width);
    let legend = Legend::new(figure, width);
    let top = head.height() + legend.height() + 4;
    let heights: Vec<i32> = figure.panels.chunks(columns).map(height).collect();
    let total = top + heights.iter().sum::<i32>() + MARGIN;
    let panel_width = (width - 2 * MARGIN) / columns as i32;
    let mut text = String::new();
    {
        let size = ((width * UNIT) as u32, (total * UNIT) as u32);
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        root.fill(&GROUND.drawn())?;
        head.write(&root)?;
        legend.draw(&root, head.height())?;
        let (_, below) = root.split_vertically(top * UNIT);
        let mut y = 0;
        for (row, height) in figure.panels.chunks(columns).zip(&heights) {
            for (column, panel) in row.iter().enumerate() {
                let x = MARGIN + panel_width * column as i32;
                let area = below.clone().shrink((x * UNIT, y * UNIT), (panel_width * UNIT, height * UNIT));
                let axes =
                    sizes(panel, panel_width).zip(quantities(row, panel.scale)).ok_or("a panel has no points")?;
                draw(&area, panel, axes, figure.tint.is_some())?;
            }
            y += height;
        }
        root.present()?;
    }
    framed(&text, (width, total), &figure.title, alone)
}

fn height(row: &[Panel]) -> i32 {
    row.iter().map(|panel| panel.height.clamp(100, 4000) as i32).max().unwrap_or(0)
}

/// Draws axes and curves.
fn draw(area: &Area<'_>, panel: &Panel, (x, y): (Axis, Axis), tinted: bool) -> Drawn {
    let mut builder = ChartBuilder::on(area);
    let top = if panel.title.is_empty() { 8 } else { 30 };
    let names = y.marks.iter().map(|mark| text_width(&mark.1, 12) + 27).fold(NAMES, i32::max);
    builder.margin_top(top * UNIT).margin_right(20 * UNIT).margin_bottom(8 * UNIT);
    builder.x_label_area_size(40 * UNIT).y_label_area_size(names * UNIT);
    let mut chart = builder.build_cartesian_2d(x.clone(), y.clone())?;
    if !panel.title.is_empty() {
        write(area, &panel.title, (names, 8), font(14, TEXT.drawn(), HPos::Left, VPos::Top, true))?;
    }
    let ratio = matches!(panel.scale, Scale::Ratio(_));
    if ratio && tinted {
        chart.draw_series([Rectangle::new([(x.ends.0, y.ends.0), (x.ends.1, 0.0)], TINT.drawn().filled())])?;
    }
    chart
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
        .x_desc(panel.sizes.clone())
        .y_desc(panel.quantity.clone())
        .draw()?;
    if ratio {
        chart.draw_series([PathElement::new([(x.ends.0, 0.0), (x.ends.1, 0.0)], stroke(TEXT.drawn(), 2))])?;
    }
    // The first on top; where curves coincide, the dots of the one below are wider and show as rims.
    for series in panel.series.iter().rev() {
        let colour = series.look.colour.drawn();
        let inside = |value: f64| place(panel.scale, value).clamp(y.ends.0, y.ends.1);
        let points = series.points.iter().filter(|point| point.y.is_finite());
        let spans = points.clone().filter(|point| point.high > point.low);
        let spans = spans.map(|point| [(point.x, inside(point.low)), (point.x, inside(point.high))]);
        chart.draw_series(spans.map(|span| PathElement::new(span, stroke(colour, 1))))?;
        let points = points.map(|point| (point.x, inside(point.y)));
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
