//! A network: inputs on the left, outputs on the right, a column for every layer of additions.
//!
//! A constant that multiplies *all* uses of a value is in a box on the wire of the value. A constant of a single use is
//! on its edge. A difference has a minus sign at the end of the edge of its second term.

use super::{
    canvas::{Canvas, TITLE, label_width},
    frame::{Frame, style},
    label::Label,
};
use ringfft_testing::{
    Class,
    tracing::{Layers, Placement, Term},
};
use svg::Document;

/// Distance of rows.
const PITCH: f64 = 26.0;
/// Room about the boxes on the wires.
const AROUND: f64 = 6.0;

/// The picture of a network, in rows and columns.
pub(crate) struct Picture {
    height: usize,
    inputs: Vec<usize>,
    outputs: Vec<usize>,
    zones: Vec<Zone>,
}

/// The zone between two columns of values.
#[derive(Default)]
struct Zone {
    /// Constants on the wires.
    boxes: Vec<(usize, Label)>,
    /// Wires of values that pass the zone unchanged.
    wires: Vec<(usize, usize)>,
    edges: Vec<Edge>,
    /// `true` if the edges end in sums.
    sums: bool,
}

struct Edge {
    from: usize,
    to: usize,
    negative: bool,
    label: Option<Label>,
}

/// The place at which the constants of a value are written.
#[derive(Clone, PartialEq)]
enum Constant {
    Unused,
    /// On the wire, before the zone of the first use.
    Wire(usize, Option<Label>),
    /// On each edge.
    Edges,
}

impl Picture {
    /// Computes the rows and columns of the values, edges and constants of `layers`.
    pub(crate) fn new<S: Clone + Send + Sync + 'static>(
        layers: &Layers<S>,
        placement: &Placement,
        label: &mut dyn FnMut(&S) -> Label,
    ) -> Self {
        let depth = layers.depth();
        // Every use of every value: the zone, and the constant as text.
        let mut uses: Vec<(usize, &Term<S>, Option<Label>)> = Vec::new();
        for value in layers.values() {
            uses.extend(value.terms.iter().map(|term| (value.level - 1, term, term.by.as_ref().map(&mut *label))));
        }
        uses.extend(layers.outputs().iter().flatten().map(|term| (depth, term, term.by.as_ref().map(&mut *label))));
        let mut constants = vec![Constant::Unused; layers.values().len()];
        for (zone, term, label) in &uses {
            let constant = &mut constants[term.value];
            *constant = match &*constant {
                Constant::Unused => Constant::Wire(*zone, label.clone()),
                Constant::Wire(first, other) if other == label => Constant::Wire(*first.min(zone), label.clone()),
                _ => Constant::Edges,
            };
        }
        let row = |boundary: usize, value: usize| placement.row(boundary, value).unwrap_or_default();
        let edge = |boundary: usize, to: usize, term: &Term<S>, label: Option<Label>| Edge {
            from: row(boundary, term.value),
            to,
            negative: term.negative,
            label: label.filter(|_| constants[term.value] == Constant::Edges),
        };
        let mut zones: Vec<Zone> = (0..=depth).map(|_| Zone::default()).collect();
        for (value, constant) in constants.iter().enumerate() {
            if let Constant::Wire(zone, Some(label)) = constant {
                zones[*zone].boxes.push((row(*zone, value), label.clone()));
            }
        }
        let mut uses = uses.into_iter();
        for (v, value) in layers.values().iter().enumerate() {
            for (boundary, term, label) in uses.by_ref().take(value.terms.len()) {
                zones[boundary].edges.push(edge(boundary, row(value.level, v), term, label));
                zones[boundary].sums = true;
            }
        }
        for boundary in 1..=depth {
            for &(value, to) in &placement.boundaries()[boundary] {
                if layers.values()[value].level < boundary {
                    zones[boundary - 1].wires.push((row(boundary - 1, value), to));
                }
            }
        }
        // Outputs are at the rows of their values if these are sorted, otherwise at the rows of the inputs.
        let inputs: Vec<usize> = (0..layers.len()).map(|j| row(0, j)).collect();
        let at: Vec<Option<usize>> =
            layers.outputs().iter().map(|term| Some(row(depth, term.as_ref()?.value))).collect();
        let plain = layers.outputs().iter().flatten().all(|term| term.by.is_none() && !term.negative);
        let sorted = placement.is_sorted();
        let outputs = match sorted {
            true => at.into_iter().flatten().collect(),
            false => inputs.clone(),
        };
        if sorted && plain {
            zones.pop();
        } else {
            for ((_, term, label), &to) in
                uses.zip(layers.outputs().iter().zip(&outputs).filter(|(term, _)| term.is_some()).map(|(_, to)| to))
            {
                zones[depth].edges.push(edge(depth, to, term, label));
            }
        }
        zones.iter_mut().for_each(|zone| zone.boxes.sort_by_key(|(row, _)| *row));
        Picture { height: placement.height(), inputs, outputs, zones }
    }

    fn classes(&self) -> Vec<Class> {
        let boxes = self.zones.iter().flat_map(|zone| zone.boxes.iter().map(|(_, label)| label.class));
        let edges =
            self.zones.iter().flat_map(|zone| zone.edges.iter().filter_map(|edge| Some(edge.label.as_ref()?.class)));
        boxes.chain(edges).collect()
    }
}

/// Returns the picture as SVG.
pub(crate) fn document(frame: &Frame, picture: &Picture) -> Document {
    // Zones grow until their labels do not touch.
    let mut stretch = 1.0;
    loop {
        let (canvas, clear) = paint(frame, picture, stretch);
        if clear || stretch > 6.0 {
            return canvas.finish(frame, &picture.classes());
        }
        stretch *= 1.3;
    }
}

/// Draws the picture on a canvas. Returns it, and `true` if no label was left out.
fn paint(frame: &Frame, picture: &Picture, stretch: f64) -> (Canvas, bool) {
    let mut canvas = Canvas::new();
    let y = |row: usize| TITLE + 14.0 + row as f64 * PITCH;
    let widest = |labels: &[String]| labels.iter().map(|label| label_width(label)).fold(0.0, f64::max);
    let mut x = 14.0 + widest(&frame.inputs);
    for (label, &row) in frame.inputs.iter().zip(&picture.inputs) {
        canvas.text(x - 3.0, y(row), "r", label);
    }
    let mut clear = true;
    let lead = 12.0;
    let rows: Vec<[f64; 4]> = picture.inputs.iter().map(|&row| [x, y(row), x + lead, y(row)]).collect();
    canvas.lines(&rows, "");
    x += lead;
    for zone in &picture.zones {
        let boxes = zone.boxes.iter().map(|(_, label)| label_width(&label.text)).fold(0.0, f64::max);
        let stub = if boxes > 0.0 { boxes + 2.0 * AROUND } else { AROUND };
        let span = zone.edges.iter().map(|edge| edge.from.abs_diff(edge.to)).max().unwrap_or(0);
        let labelled = zone.edges.iter().any(|edge| edge.label.is_some());
        let cross = (30.0 + 7.0 * span.min(16) as f64 + if labelled { 40.0 } else { 0.0 }) * stretch;
        let (start, end) = (x + stub, x + stub + cross);
        let mut lines: Vec<[f64; 4]> = Vec::new();
        let mut sources: Vec<usize> = zone.edges.iter().map(|edge| edge.from).collect();
        sources.sort_unstable();
        let moves = zone.wires.iter().copied().chain(zone.edges.iter().map(|edge| (edge.from, edge.to)));
        for (from, to) in moves {
            if from == to {
                lines.push([x, y(from), end, y(to)]);
            } else {
                lines.push([x, y(from), start, y(from)]);
                lines.push([start, y(from), end, y(to)]);
            }
        }
        lines.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
        lines.dedup();
        canvas.lines(&lines, "");
        if zone.sums {
            let shared = sources.chunk_by(|a, b| a == b).filter(|uses| uses.len() > 1);
            shared.for_each(|uses| canvas.dot(start, y(uses[0]), 1.7));
            let mut targets: Vec<usize> = zone.edges.iter().map(|edge| edge.to).collect();
            targets.sort_unstable();
            targets.dedup();
            targets.iter().for_each(|&row| canvas.dot(end, y(row), 2.4));
        }
        for (row, label) in &zone.boxes {
            clear &= canvas.label(x + stub / 2.0, y(*row), style(label.class), &label.text);
        }
        for edge in &zone.edges {
            let at = |share: f64| (start + share * cross, y(edge.from) + share * (y(edge.to) - y(edge.from)));
            if let Some(label) = &edge.label {
                let text = signed(&label.text, edge.negative);
                let places = [0.66, 0.74, 0.58, 0.5, 0.42, 0.34, 0.26, 0.8];
                clear &= places.iter().any(|&share| {
                    let (x, y) = at(share);
                    canvas.label(x, y, style(label.class), &text)
                });
            } else if edge.negative {
                let places = [10.0, 14.0, 19.0, 25.0, 32.0, 40.0, 50.0, 60.0];
                clear &= places.iter().any(|&back| {
                    let (x, y) = at(1.0 - f64::min(back / cross, 0.9));
                    canvas.minus(x, y)
                });
            }
        }
        x = end;
    }
    let tail = 12.0;
    let rows: Vec<[f64; 4]> = picture.outputs.iter().map(|&row| [x, y(row), x + tail, y(row)]).collect();
    canvas.lines(&rows, "");
    for (label, &row) in frame.outputs.iter().zip(&picture.outputs) {
        canvas.text(x + tail + 4.0, y(row), "", label);
    }
    let bottom = y(picture.height.saturating_sub(1)) + 8.0;
    canvas.extend(x + tail + 4.0 + widest(&frame.outputs), bottom);
    (canvas, clear)
}

/// Returns a constant with the sign of its edge.
fn signed(text: &str, negative: bool) -> String {
    match (negative, text.strip_prefix('\u{2212}')) {
        (false, _) => text.into(),
        (true, Some(positive)) => positive.into(),
        (true, None) => format!("\u{2212}{text}"),
    }
}
