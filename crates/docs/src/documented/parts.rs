//! The parts that figures are made of.

use crate::{
    Result,
    figure::{LOSS, curve, figure},
};
use ringfft_charts::{Bars, Dash, Figure, Look, Panel, Point, Series};
use ringfft_records::{Found, Row};

/// A figure of the documentation, its data, and its text.
pub struct Documented {
    /// The name between markers and of the file.
    pub name: &'static str,
    /// The alternative text, for readers who do not see the plot.
    pub alternative: String,
    /// The plot.
    pub plot: Plot,
    /// Paths of the records.
    pub data: Vec<String>,
    /// The comparisons with peers, one for each machine and task.
    pub comparisons: Vec<Comparison>,
}

/// Curves or bars.
pub enum Plot {
    /// Curves.
    Curves(Figure),
    /// Bars.
    Bars(Bars),
}

impl Plot {
    /// Returns the text of an SVG file.
    ///
    /// # Errors
    /// Returns an error for a plot without points.
    pub fn svg(&self) -> Result<String> {
        Ok(match self {
            Plot::Curves(figure) => figure.svg()?,
            Plot::Bars(bars) => bars.svg()?,
        })
    }
}

/// The fastest peer of every row beside ringfft, on one machine.
pub struct Comparison {
    /// The machine.
    pub machine: String,
    /// The task, in words.
    pub task: &'static str,
    /// The rows.
    pub rows: Vec<Beside>,
}

/// A row of a comparison.
pub struct Beside {
    /// The ring or the kind of transform; equal for neighbouring rows of one group.
    pub group: String,
    /// The length.
    pub size: String,
    /// The fastest peer.
    pub peer: String,
    /// The time of the peer over that of ringfft.
    pub ratio: f64,
}

/// Returns the fastest peer of a row.
pub fn beside(row: &Row, group: &str, size: &str) -> Option<Beside> {
    let (peer, ratio) = row.fastest(|_| true)?;
    Some(Beside { group: group.to_owned(), size: row.key(size).to_owned(), peer: peer.to_owned(), ratio })
}

/// Returns a curve of the fastest peers over ours.
///
/// # Errors
/// Returns an error if a size is no number.
pub fn fastest(rows: &[&Row], size: &str, name: &str, (colour, dash): (usize, Dash)) -> Result<Series> {
    let mut points = Vec::new();
    for row in rows {
        if let Some((_, ratio)) = row.fastest(|_| true) {
            points.push(Point::exact(row.number(size)?.log2(), ratio));
        }
    }
    Ok(curve(name, Look::numbered(colour, dash, colour), points))
}

/// Returns a plot of ratios, two panels in a row, with the states of its records below the title.
pub fn ratios(title: &str, found: &[&Found], columns: usize, panels: Vec<Panel>) -> Plot {
    let mut states: Vec<String> = found.iter().map(|found| found.state()).collect();
    states.dedup();
    Plot::Curves(figure(title, states.join(" · "), Some(LOSS), columns, panels))
}

/// Returns the paths of records, each once.
pub fn paths(found: &[&Found]) -> Vec<String> {
    let mut paths: Vec<String> = found.iter().map(|found| found.path.clone()).collect();
    paths.dedup();
    paths
}
