//! Charts as SVG: curves over lengths, and bars, in light or dark colours as the reader's system prefers.
//!
//! | item | what it is |
//! |---|---|
//! | [`Figure`] | panels row by row under one title and one legend |
//! | [`Panel`], [`Scale`] | a quantity over sizes, and its axis |
//! | [`Series`], [`Point`], [`Look`] | a curve, its points, its colour and dashes |
//! | [`Bars`], [`Bar`] | bars beside their names |
//! | [`sheet`], [`Colour`] | the style sheet that replaces light colours on dark screens |
//!
//! A drawing holds no bitmap, no font and no script. The crate `plotters` draws.
//!
//! ```
//! use ringfft_charts::{Figure, Look, Panel, Point, Scale, Series};
//!
//! let points = vec![Point::exact(4.0, 20.0), Point::exact(5.0, 45.0), Point::exact(6.0, 100.0)];
//! let series = vec![Series { name: "ours".into(), look: Look::of(0), points }];
//! let panel = Panel {
//!     title: String::new(),
//!     sizes: "log2 n".into(),
//!     quantity: "ns".into(),
//!     scale: Scale::Logarithmic,
//!     height: 250,
//!     series,
//! };
//! let figure = Figure {
//!     title: "Time".into(),
//!     note: "lower is better".into(),
//!     tint: None,
//!     width: 860,
//!     columns: 1,
//!     panels: vec![panel],
//! };
//! let svg = figure.svg()?;
//! assert!(svg.starts_with("<svg ") && svg.contains("prefers-color-scheme:dark"));
//! # Ok::<(), ringfft_charts::Error>(())
//! ```

mod axes;
mod bars;
mod draw;
mod error;
mod figure;
mod legend;
mod paper;
mod style;

pub use bars::{Bar, Bars};
pub use error::Error;
pub use figure::{Figure, Panel, Point, Scale, Series};
pub use paper::escaped;
pub use style::{Colour, Dash, FAINT, GROUND, LINE, Look, TEXT, sheet};
