//! Charts as SVG: curves over lengths, in light or dark colours as the reader's system prefers.

mod axes;
mod draw;
mod style;

pub(crate) use draw::escaped;
pub use draw::svg;
pub use style::colour_sheet;

/// A chart.
#[derive(Clone, Debug, Default)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// A line below the title.
    pub note: String,
    /// The name of the horizontal axis, which is logarithmic.
    pub lengths: String,
    /// The name of the vertical axis.
    pub quantity: String,
    /// The scale of the vertical axis.
    pub scale: Scale,
    /// The curves.
    pub series: Vec<Series>,
    /// `true` to draw a line at the value 1.
    pub marks_one: bool,
}

/// The scale of a vertical axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Logarithmic.
    #[default]
    Logarithmic,
    /// Linear, from zero.
    Linear,
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The number that selects colour and dashes.
    pub look: usize,
    /// The points.
    pub points: Vec<Point>,
}

/// A point with the interval of its value.
#[derive(Clone, Copy, Debug)]
pub struct Point {
    /// The length.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// The lower end of the interval of the value.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Point {
    /// Creates a point without an interval.
    pub fn exact(x: f64, y: f64) -> Self {
        Point { x, y, low: y, high: y }
    }
}
