//! A figure as data: its titles, its axes and its curves.

use crate::style::Look;

/// A figure: panels row by row, under one title and one legend.
#[derive(Clone, Debug)]
pub struct Figure {
    /// The title.
    pub title: String,
    /// A line below the title; may be empty.
    pub note: String,
    /// The meaning of the tinted ground below one in panels of [`Scale::Ratio`]. Without it no ground is tinted.
    pub tint: Option<String>,
    /// The width in pixels, kept within 240 to 4000.
    pub width: u32,
    /// The number of panels in a row, at least 1.
    pub columns: usize,
    /// The panels. Those of a row have the height of the highest and, at one scale, one axis.
    pub panels: Vec<Panel>,
}

/// A quantity over sizes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// The title of the panel; empty if that of the figure is enough.
    pub title: String,
    /// The name of the horizontal axis.
    pub sizes: String,
    /// The name of the vertical axis.
    pub quantity: String,
    /// The scale of the vertical axis.
    pub scale: Scale,
    /// The height in pixels.
    pub height: u32,
    /// The curves. The first is on top.
    pub series: Vec<Series>,
}

/// The scale of a vertical axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// Logarithmic.
    Logarithmic,
    /// Linear, from zero.
    Linear,
    /// Logarithmic with a line at one. The axis has at least this many binary orders of magnitude on both sides of it.
    Ratio(f64),
}

/// A curve.
#[derive(Clone, Debug)]
pub struct Series {
    /// The name in the legend. Series of one name in several panels have one entry.
    pub name: String,
    /// The colour and the dashes.
    pub look: Look,
    /// The points, by size.
    pub points: Vec<Point>,
}

/// A point with the interval of its value. Values that are not finite are left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The binary logarithm of the size.
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
