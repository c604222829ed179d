//! Makes the parts of plots from rows: curves, panels and figures.

use crate::{Result, contestants::contestant};
use ringfft_charts::{Dash, Figure, Look, Panel, Point, Scale, Series};
use ringfft_records::Row;

/// The meaning of the tinted ground.
pub const LOSS: &str = "below 1: ringfft is slower";

/// Returns a figure of panels, a number of them in a row. `tint` is a sentence about ratios below one, where the ground
/// is tinted.
pub fn figure(title: &str, note: String, tint: Option<&str>, columns: usize, panels: Vec<Panel>) -> Figure {
    let width = 32 + if columns == 1 { 840 } else { 480 * columns as u32 };
    Figure { title: title.to_owned(), note, tint: tint.map(str::to_owned), width, columns, panels }
}

/// Returns a panel of the times of the peers over ours.
pub fn ratio_panel(title: &str, x: &str, series: Vec<Series>) -> Panel {
    Panel { scale: Scale::Ratio(1.0), height: 300, ..time_panel(title, x, "time of the peer / ringfft", series) }
}

/// Returns a panel of times over sizes.
pub fn time_panel(title: &str, x: &str, y: &str, series: Vec<Series>) -> Panel {
    let [title, sizes, quantity] = [title, x, y].map(str::to_owned);
    Panel { title, sizes, quantity, scale: Scale::Logarithmic, height: 250, series }
}

/// Returns a curve through points, which may come in any order.
pub fn curve(name: &str, look: Look, mut points: Vec<Point>) -> Series {
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    Series { name: name.to_owned(), look, points }
}

/// Returns a curve for every contestant. `value` maps a row and the contestant's time to a value.
///
/// # Errors
/// Returns an error if a size is no positive number.
pub fn curves(
    rows: &[&Row],
    size: &str,
    value: impl Fn(&Row, &str, f64) -> Result<Option<f64>>,
) -> Result<Vec<Series>> {
    let mut all: Vec<(&str, Vec<Point>)> = Vec::new();
    for row in rows {
        let x = row.number(size)?.log2();
        for (name, &time) in &row.figures {
            let Some(value) = value(row, name, time)? else { continue };
            let point = Point::exact(x, value);
            match all.iter_mut().find(|(other, _)| other == name) {
                Some((_, points)) => points.push(point),
                None => all.push((name, vec![point])),
            }
        }
    }
    let shown = |(name, points)| {
        let contestant = contestant(name);
        curve(&contestant.label, contestant.look, points)
    };
    let mut all: Vec<Series> = all.into_iter().map(shown).collect();
    all.sort_by_key(|series| series.look.rank);
    Ok(all)
}

/// Returns the curves of the peers' times over ours.
///
/// # Errors
/// As [`curves`].
pub fn ratios(rows: &[&Row], size: &str) -> Result<Vec<Series>> {
    curves(rows, size, |row, name, _| Ok(row.ratio(name)))
}

/// Returns the curves of one of several tasks in a panel: the colour is the task's, the dashes are the peer's.
pub fn renamed(series: Vec<Series>, suffix: &str, colour: usize) -> Vec<Series> {
    let renamed = |series: Series| {
        let dash = match series.name.as_str() {
            "FLINT" => Dash::Whole,
            "NTL" => Dash::Long,
            _ => Dash::Short,
        };
        let look = Look::numbered(colour, dash, series.look.rank);
        Series { name: format!("{}, {suffix}", series.name), look, ..series }
    };
    series.into_iter().map(renamed).collect()
}
