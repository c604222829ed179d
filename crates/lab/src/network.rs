//! A network as SVG: inputs on the left, outputs on the right, a column for every layer of additions.
//!
//! A line is a term of a sum: solid if added, dashed if subtracted, with a square on it if multiplied by a constant.
//! `ringfft draw` draws the library's own networks with their constants.

use ringfft_charts::{Colour, FAINT, GROUND, LINE, TEXT, escaped, sheet};
use ringfft_testing::tracing::{Layers, Placement, Term};
use std::fmt::Write as _;

/// The distances of rows and columns, and the margin, in pixels.
const ROW: usize = 22;
const COLUMN: usize = 130;
const MARGIN: usize = 44;
const HEAD: usize = 54;

/// Draws the layers of a network.
pub(crate) fn drawing<S: Clone + Send + Sync + 'static>(layers: &Layers<S>, title: &str) -> String {
    let title = escaped(title);
    let placement = Placement::new(layers);
    let depth = layers.depth();
    let (width, height) = (2 * MARGIN + COLUMN * depth.max(1), HEAD + ROW * placement.height() + MARGIN / 2);
    let at = |boundary: usize, value: usize| {
        placement.row(boundary, value).map(|row| (MARGIN + COLUMN * boundary, HEAD + ROW * row + ROW / 2))
    };
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        svg,
        "<svg width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         xmlns=\"http://www.w3.org/2000/svg\"><title>{title}</title><style>{}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>\n\
         <text x=\"12\" y=\"22\" font-size=\"15\" font-weight=\"bold\" fill=\"{TEXT}\">{title}</text>\n\
         <text x=\"12\" y=\"40\" font-size=\"11\" fill=\"{FAINT}\">dashed: subtracted; a square: a product</text>\n",
        sheet()
    );
    let mut edge = |boundary: usize, term: &Term<S>, to: Option<(usize, usize)>, colour: Colour| {
        let (Some((x1, y1)), Some((x2, y2))) = (at(boundary, term.value), to) else { return };
        let dash = if term.negative { " stroke-dasharray=\"5 3\"" } else { "" };
        let _ = writeln!(svg, "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\"{dash}/>");
        if term.by.is_some() {
            // Closer to the end, where the lines of a butterfly are apart.
            let (x, y) = ((x1 + 3 * x2) / 4 - 4, (y1 + 3 * y2) / 4 - 4);
            let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"8\" height=\"8\" fill=\"{colour}\"/>");
        }
    };
    for (number, value) in layers.values().iter().enumerate() {
        for term in &value.terms {
            edge(value.level - 1, term, at(value.level, number), LINE);
        }
    }
    // Values that are used in a later layer.
    for (boundary, placed) in placement.boundaries().iter().enumerate().skip(1) {
        for &(value, _) in placed.iter().filter(|(value, _)| layers.values()[*value].level < boundary) {
            edge(boundary - 1, &Term { value, negative: false, by: None }, at(boundary, value), FAINT);
        }
    }
    for input in 0..layers.len() {
        if let Some((x, y)) = at(0, input) {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"12\" text-anchor=\"end\" fill=\"{TEXT}\">x{input}</text>",
                x - 8,
                y + 4
            );
        }
    }
    for (output, term) in layers.outputs().iter().enumerate() {
        if let Some((x, y)) = term.as_ref().and_then(|term| at(depth, term.value)) {
            let _ =
                writeln!(svg, "<text x=\"{}\" y=\"{}\" font-size=\"12\" fill=\"{TEXT}\">{output}</text>", x + 8, y + 4);
        }
    }
    svg.push_str("</svg>\n");
    svg
}
