//! The sparse factors of a transform, as matrices side by side.

use super::{
    canvas::{Canvas, TITLE, label_width},
    frame::{Frame, style},
    label::{Label, subscript},
};
use ringfft_testing::{Class, tracing::Factor};
use svg::Document;

/// The greatest number of columns with text in the cells.
const WRITTEN: usize = 16;
/// The width from which a new line of matrices begins.
const LINE: f64 = 1100.0;

/// A factor with its entries as text.
pub(crate) struct Matrix {
    rows: usize,
    columns: usize,
    entries: Vec<(usize, usize, Label)>,
}

impl Matrix {
    /// Returns the matrices of the factors in the order in which they are applied.
    pub(crate) fn of<S>(factors: &[Factor<S>], label: &mut dyn FnMut(&S) -> Label) -> Vec<Matrix> {
        let matrix = |factor: &Factor<S>| Matrix {
            rows: factor.rows,
            columns: factor.columns,
            entries: factor.entries.iter().map(|(row, column, entry)| (*row, *column, label(entry))).collect(),
        };
        factors.iter().map(matrix).collect()
    }
}

/// Returns the drawing of the equation `X = F_s ... F_1 x`.
pub(crate) fn document(frame: &Frame, matrices: &[Matrix]) -> Document {
    let mut canvas = Canvas::new();
    let most = matrices.iter().map(|matrix| matrix.rows.max(matrix.columns)).max().unwrap_or(1);
    let written = most <= WRITTEN;
    let labels = matrices.iter().flat_map(|matrix| &matrix.entries).map(|(.., label)| label_width(&label.text));
    let side = if written { labels.fold(18.0, f64::max) } else { 9.0 };
    let tall = if written { 18.0 } else { 9.0 };
    let vector = |labels: &[String]| labels.iter().map(|label| label_width(label)).fold(0.0, f64::max);
    let (mut x, mut top) = (14.0, TITLE);
    // Beside small cells, labels of neighbouring rows would overlap: every second one is written.
    let each = if written { 1 } else { 2 };
    let column = |canvas: &mut Canvas, x: f64, top: f64, labels: &[String]| {
        for (row, label) in labels.iter().enumerate().step_by(each) {
            canvas.text(x, top + (row as f64 + 0.5) * tall, "", label);
        }
        canvas.extend(x + vector(labels), top + labels.len() as f64 * tall);
    };
    let mut bottom = top + frame.outputs.len() as f64 * tall;
    column(&mut canvas, x, top, &frame.outputs);
    x += vector(&frame.outputs);
    canvas.text(x + 4.0, top + frame.outputs.len() as f64 * tall / 2.0, "", "=");
    x += 20.0;
    for (number, matrix) in matrices.iter().enumerate().rev() {
        let (width, height) = (matrix.columns as f64 * side, matrix.rows as f64 * tall);
        if x > 100.0 && x + width > LINE {
            (x, top) = (34.0 + vector(&frame.outputs), bottom + 34.0);
        }
        let mut grid: Vec<[f64; 4]> = Vec::new();
        let at = |row: usize, column: usize| (x + column as f64 * side, top + row as f64 * tall);
        grid.extend((0..=matrix.rows).map(|row| [x, at(row, 0).1, x + width, at(row, 0).1]));
        grid.extend((0..=matrix.columns).map(|column| [at(0, column).0, top, at(0, column).0, top + height]));
        canvas.lines(&grid, "g");
        for (row, column, label) in &matrix.entries {
            let (left, upper) = at(*row, *column);
            let text = if written { label.text.as_str() } else { "" };
            canvas.cell([left, upper, left + side, upper + tall], style(label.class), text);
        }
        let caption = format!("F{}", subscript(number + 1));
        canvas.text(x + width / 2.0, top + height + 10.0, "m", &caption);
        canvas.extend(x + width, top + height + 16.0);
        bottom = bottom.max(top + height + 16.0);
        x += width + 12.0;
    }
    column(&mut canvas, x, top, &frame.inputs);
    let classes: Vec<Class> =
        matrices.iter().flat_map(|matrix| matrix.entries.iter().map(|(.., label)| label.class)).collect();
    canvas.finish(frame, &classes)
}
