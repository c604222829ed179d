//! Lines, dots and labels that do not overlap.

use super::frame::{Frame, colours};
use ringfft_testing::Class;
use svg::{
    Document, Node,
    node::{Text, element::Element},
};

/// Approximate width of a character of a label.
pub(crate) const CHARACTER: f64 = 6.4;
/// Height of a label.
pub(crate) const LABEL: f64 = 14.0;
/// Distance to the edge of the picture.
const MARGIN: f64 = 14.0;
/// Room for the title.
pub(crate) const TITLE: f64 = 34.0;
/// Height of a line of notes.
const NOTE: f64 = 17.0;
/// The least width, so that notes are readable.
const LEAST: f64 = 480.0;

const STYLE: &str = "text{font:11px 'DejaVu Sans',Verdana,sans-serif;fill:#222}\
                     .t{font-size:13px;font-weight:bold}.m{text-anchor:middle}.r{text-anchor:end}.s{font-size:9px}\
                     path{fill:none;stroke:#444}.g{stroke:#ccc;stroke-width:.5}circle{fill:#222}\
                     rect{stroke:#999;stroke-width:.5}.w{fill:#fff;stroke:none}.n{fill:#fff;stroke:#444}.u{fill:#dfe6ef}.i{fill:#d8efd3}\
                     .e{fill:#fdeebf}.a{fill:#d3e5fa}.o{fill:#f6d5cf}";

/// A rectangle: left, top, right, bottom.
type Area = [f64; 4];

/// A picture that grows with its content.
pub(crate) struct Canvas {
    under: Vec<Element>,
    over: Vec<Element>,
    taken: Vec<Area>,
    width: f64,
    height: f64,
}

impl Canvas {
    pub(crate) fn new() -> Self {
        Canvas { under: Vec::new(), over: Vec::new(), taken: Vec::new(), width: 0.0, height: 0.0 }
    }

    /// Extends the picture to a point.
    pub(crate) fn extend(&mut self, x: f64, y: f64) {
        self.width = self.width.max(x);
        self.height = self.height.max(y);
    }

    /// Draws straight lines as one path.
    pub(crate) fn lines(&mut self, lines: &[[f64; 4]], class: &str) {
        if lines.is_empty() {
            return;
        }
        let mut data = String::new();
        for &[x1, y1, x2, y2] in lines {
            self.extend(x1.max(x2), y1.max(y2));
            data += &format!("M{} {}L{} {}", short(x1), short(y1), short(x2), short(y2));
        }
        let mut path = Element::new("path");
        path.assign("d", data);
        if !class.is_empty() {
            path.assign("class", class);
        }
        self.under.push(path);
    }

    /// Draws a filled dot.
    pub(crate) fn dot(&mut self, x: f64, y: f64, radius: f64) {
        let mut dot = Element::new("circle");
        dot.assign("cx", short(x));
        dot.assign("cy", short(y));
        dot.assign("r", radius);
        self.under.push(dot);
    }

    /// Writes text with its middle line at `y`; the class sets its alignment.
    pub(crate) fn text(&mut self, x: f64, y: f64, class: &str, content: &str) {
        self.over.push(text(x, y + 4.0, class, content));
    }

    /// Draws a rectangle with a text in its middle.
    pub(crate) fn cell(&mut self, area: Area, class: &str, content: &str) {
        let [left, top, right, bottom] = area;
        self.extend(right, bottom);
        let mut rect = Element::new("rect");
        rect.assign("x", short(left));
        rect.assign("y", short(top));
        rect.assign("width", short(right - left));
        rect.assign("height", short(bottom - top));
        rect.assign("class", class);
        self.over.push(rect);
        if !content.is_empty() {
            self.text((left + right) / 2.0, (top + bottom) / 2.0, "m", content);
        }
    }

    /// Draws a label around a point. Returns `false`, and draws nothing, if it would overlap another one.
    pub(crate) fn label(&mut self, x: f64, y: f64, class: &str, content: &str) -> bool {
        self.place(x, y, [label_width(content), LABEL], class, content)
    }

    /// Draws a minus sign at a point of an edge. Returns `false`, and draws nothing, if it would overlap a label.
    pub(crate) fn minus(&mut self, x: f64, y: f64) -> bool {
        self.place(x, y, [10.0, 10.0], "n", "\u{2212}")
    }

    fn place(&mut self, x: f64, y: f64, [width, height]: [f64; 2], class: &str, content: &str) -> bool {
        let area = [x - width / 2.0, y - height / 2.0, x + width / 2.0, y + height / 2.0];
        let apart =
            |other: &Area| other[2] <= area[0] || area[2] <= other[0] || other[3] <= area[1] || area[3] <= other[1];
        if !self.taken.iter().all(apart) {
            return false;
        }
        self.taken.push(area);
        self.cell(area, class, content);
        true
    }

    /// Returns the document: the picture with its title above, and the notes and the legend of the colours below.
    pub(crate) fn finish(self, frame: &Frame, classes: &[Class]) -> Document {
        let width = (self.width + MARGIN).max(LEAST).round();
        let mut below: Vec<Element> = Vec::new();
        let mut y = self.height + NOTE + 4.0;
        let columns = ((width - 2.0 * MARGIN) / 6.6) as usize;
        for line in frame.notes.iter().flat_map(|note| wrapped(note, columns)) {
            below.push(text(MARGIN, y, "", &line));
            y += NOTE;
        }
        let mut x = MARGIN;
        for (class, meaning) in colours(classes) {
            let room = 16.0 + CHARACTER * meaning.chars().count() as f64 + 10.0;
            if x > MARGIN && x + room > width {
                (x, y) = (MARGIN, y + NOTE);
            }
            let mut swatch = Element::new("rect");
            for (name, value) in [("x", x), ("y", y - 9.0), ("width", 10.0), ("height", 10.0)] {
                swatch.assign(name, short(value));
            }
            swatch.assign("class", class);
            below.push(swatch);
            below.push(text(x + 15.0, y, "", meaning));
            x += room;
        }
        let height = y + if x > MARGIN { 12.0 } else { 12.0 - NOTE };
        let mut background = Element::new("rect");
        background.assign("width", width);
        background.assign("height", height.round());
        background.assign("class", "w");
        let mut document = Document::new()
            .set("viewBox", format!("0 0 {width} {}", height.round()))
            .set("width", width)
            .set("height", height.round())
            .set("role", "img")
            .add(element("title", &frame.title))
            .add(element("style", STYLE))
            .add(background)
            .add(text(MARGIN, 21.0, "t", &frame.title));
        for element in self.under.into_iter().chain(self.over).chain(below) {
            document = document.add(element);
        }
        document
    }
}

/// Returns the width of a label with its frame.
pub(crate) fn label_width(content: &str) -> f64 {
    CHARACTER * content.chars().count() as f64 + 5.0
}

fn element(name: &str, content: &str) -> Element {
    let mut element = Element::new(name);
    element.append(Text::new(content));
    element
}

fn text(x: f64, y: f64, class: &str, content: &str) -> Element {
    let mut text = element("text", content);
    text.assign("x", short(x));
    text.assign("y", short(y));
    if !class.is_empty() {
        text.assign("class", class);
    }
    text
}

/// Rounds to one decimal.
fn short(x: f64) -> f64 {
    (x * 10.0).round() / 10.0
}

/// Splits a text at spaces into lines of at most `columns` characters. A longer word is a line of its own.
fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().filter(|line| line.chars().count() + 1 + word.chars().count() <= columns);
        match line {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.into()),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}
