//! Describes a plot: its titles, its axes and its curves.

use crate::{
    Result,
    record::Row,
    style::{Dash, Look, look},
};

/// A plot: panels row by row, under one title and one legend.
pub struct Figure {
    /// The end of the file's name.
    pub name: String,
    /// The title.
    pub title: String,
    /// Stands under the title.
    pub note: String,
    /// A sentence about ratios below one, where the ground is tinted.
    pub loss: Option<String>,
    /// Panels in a row.
    pub columns: usize,
    /// The panels. All of a row have one height.
    pub panels: Vec<Panel>,
}

/// A quantity over sizes.
pub struct Panel {
    /// The title of the panel; empty if that of the figure is enough.
    pub title: String,
    /// The sizes.
    pub x: String,
    /// The quantity.
    pub y: String,
    /// `true` for a ratio with one in the middle of its axis.
    pub ratio: bool,
    /// The curves.
    pub series: Vec<Series>,
}

/// A curve.
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// Colour and dashes.
    pub look: Look,
    /// Binary logarithms of the sizes, and values.
    pub points: Vec<(f64, f64)>,
}

impl Panel {
    /// Creates a panel of the times of the peers over ours.
    pub fn ratios(title: &str, x: &str, series: Vec<Series>) -> Self {
        Panel {
            title: title.to_owned(),
            x: x.to_owned(),
            y: "time of the peer / ringfft".to_owned(),
            ratio: true,
            series,
        }
    }

    /// Creates a panel of times over sizes.
    pub fn times(title: &str, x: &str, y: &str, series: Vec<Series>) -> Self {
        let (x, y) = (x.to_owned(), y.to_owned());
        Panel { title: title.to_owned(), x, y, ratio: false, series }
    }
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
    let mut all: Vec<Series> = Vec::new();
    for row in rows {
        let x = row.number(size)?.log2();
        for (name, &time) in &row.figures {
            let Some(value) = value(row, name, time)? else { continue };
            match all.iter_mut().find(|series| series.name == *name) {
                Some(series) => series.points.push((x, value)),
                None => all.push(Series { name: name.clone(), look: look(name), points: vec![(x, value)] }),
            }
        }
    }
    for series in &mut all {
        series.points.sort_by(|a, b| a.0.total_cmp(&b.0));
        series.name = series.look.label.clone();
    }
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
        let label = format!("{}, {suffix}", series.name);
        Series {
            look: Look { label: label.clone(), ..Look::numbered(colour, dash, series.look.rank) },
            name: label,
            ..series
        }
    };
    series.into_iter().map(renamed).collect()
}
