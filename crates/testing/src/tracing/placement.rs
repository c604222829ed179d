//! The rows in which the values of a network are drawn.
//!
//! # Idea
//! Most transforms work in place: a butterfly puts its results where its operands were. So a value takes the row of an
//! operand that is no longer needed. The value that leads to the earlier output takes the upper one. If there are more
//! values than rows, a new row is opened. If the outputs come to lie in their order, that is the picture. If not, the
//! algorithm moves elements (Stockham's autosort): then the values between two layers are sorted, by the least input
//! they depend on and the least output that depends on them; or the other way round. Digit-reversing algorithms keep
//! them in that order.

use super::Layers;
use std::collections::BTreeMap;

/// A row for every value between two layers.
#[derive(Clone, Debug)]
pub struct Placement {
    boundaries: Vec<Vec<(usize, usize)>>,
    height: usize,
    /// `true` if the outputs lie in their order.
    sorted: bool,
}

impl Placement {
    /// Creates the placement of `layers`.
    pub fn new<S: Clone + Send + Sync + 'static>(layers: &Layers<S>) -> Self {
        let reach = Reach::new(layers);
        let home = in_place(layers, &reach);
        if home.sorted {
            return home;
        }
        let by_input = ranked(layers, &reach, |input, output| (input, output));
        let by_output = ranked(layers, &reach, |input, output| (output, input));
        let moves = |placement: &Placement| placement.travel(layers);
        let ranked = if moves(&by_input) <= moves(&by_output) { by_input } else { by_output };
        // Without temporaries the sorted picture is the algorithm's own.
        if ranked.height == layers.len() || moves(&ranked) < moves(&home) { ranked } else { home }
    }

    /// Returns the values before the first layer, between layers, and after the last, each with its row, from top to bottom.
    pub fn boundaries(&self) -> &[Vec<(usize, usize)>] {
        &self.boundaries
    }

    /// Returns the number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Returns whether output `k` lies in row `k`; if not, the outputs have to be brought there.
    pub fn is_sorted(&self) -> bool {
        self.sorted
    }

    /// Returns the row of `value` at `boundary`.
    pub fn row(&self, boundary: usize, value: usize) -> Option<usize> {
        self.boundaries.get(boundary)?.iter().find(|(of, _)| *of == value).map(|(_, row)| *row)
    }

    fn travel<S: Clone + Send + Sync + 'static>(&self, layers: &Layers<S>) -> usize {
        let mut travel = 0;
        for boundary in 1..self.boundaries.len() {
            for &(value, row) in &self.boundaries[boundary] {
                let made = &layers.values()[value];
                let from = if made.level == boundary {
                    made.terms.iter().map(|term| term.value).collect()
                } else {
                    vec![value]
                };
                travel += from
                    .iter()
                    .filter_map(|&value| self.row(boundary - 1, value))
                    .map(|at| at.abs_diff(row))
                    .sum::<usize>();
            }
        }
        if let Some(last) = self.boundaries.last() {
            let outputs = layers.outputs().iter().enumerate();
            let ends = outputs.filter_map(|(k, term)| {
                Some((k, last.iter().find(|(value, _)| Some(*value) == term.as_ref().map(|term| term.value))?.1))
            });
            travel += ends.map(|(k, row)| k.abs_diff(row)).sum::<usize>();
        }
        travel
    }
}

/// For each value the least input it depends on and the least output that depends on it.
struct Reach {
    input: Vec<usize>,
    output: Vec<usize>,
    last_uses: Vec<usize>,
}

impl Reach {
    fn new<S: Clone + Send + Sync + 'static>(layers: &Layers<S>) -> Self {
        let count = layers.values().len();
        let mut input: Vec<usize> = (0..count).collect();
        for (v, value) in layers.values().iter().enumerate() {
            if let Some(least) = value.terms.iter().map(|term| input[term.value]).min() {
                input[v] = least;
            }
        }
        let mut output = vec![usize::MAX; count];
        for (k, term) in layers.outputs().iter().enumerate().rev() {
            if let Some(term) = term {
                output[term.value] = k;
            }
        }
        for (v, value) in layers.values().iter().enumerate().rev() {
            for term in &value.terms {
                output[term.value] = output[term.value].min(output[v]);
            }
        }
        Reach { input, output, last_uses: layers.last_uses() }
    }
}

/// Sorts values between layers; the outputs come in their order.
fn ranked<S: Clone + Send + Sync + 'static>(
    layers: &Layers<S>,
    reach: &Reach,
    key: impl Fn(usize, usize) -> (usize, usize),
) -> Placement {
    let mut boundaries = Vec::with_capacity(layers.depth() + 1);
    for boundary in 0..=layers.depth() {
        let mut live = layers.live(boundary, &reach.last_uses);
        match boundary {
            0 => {}
            _ if boundary == layers.depth() => live.sort_by_key(|&v| (reach.output[v], v)),
            _ => live.sort_by_key(|&v| (key(reach.input[v], reach.output[v]), v)),
        }
        boundaries.push(live.into_iter().enumerate().map(|(row, value)| (value, row)).collect::<Vec<_>>());
    }
    finish(boundaries, layers)
}

/// Computes the placement with values in the rows of their operands.
fn in_place<S: Clone + Send + Sync + 'static>(layers: &Layers<S>, reach: &Reach) -> Placement {
    // A slot is a row: those of the inputs, and others opened below one of them.
    let mut slots: Vec<(usize, usize)> = (0..layers.len()).map(|j| (j, 0)).collect();
    let mut live: BTreeMap<usize, usize> = (0..layers.len()).map(|j| (j, j)).collect();
    let mut boundaries = vec![live.clone()];
    for layer in 1..=layers.depth() {
        let next = layers.live(layer, &reach.last_uses);
        let mut now: BTreeMap<usize, usize> =
            next.iter().filter_map(|value| Some((*value, *live.get(value)?))).collect();
        let mut made: Vec<usize> = next.into_iter().filter(|value| !live.contains_key(value)).collect();
        made.sort_by_key(|&value| (reach.output[value], value));
        let mut free: Vec<usize> = (0..slots.len()).filter(|slot| !now.values().any(|taken| taken == slot)).collect();
        let operands = |value: usize| {
            let mut of: Vec<usize> =
                layers.values()[value].terms.iter().filter_map(|term| live.get(&term.value).copied()).collect();
            of.sort_by_key(|&slot| slots_key(&slots, slot));
            of
        };
        let mut homeless = Vec::new();
        let homes: Vec<(usize, Vec<usize>)> = made.into_iter().map(|value| (value, operands(value))).collect();
        for (value, operands) in homes {
            match operands.iter().find(|slot| free.contains(slot)) {
                Some(&slot) => {
                    free.retain(|&other| other != slot);
                    now.insert(value, slot);
                }
                None => homeless.push((value, operands.last().copied().unwrap_or_default())),
            }
        }
        for (value, near) in homeless {
            let distance = |slot: usize| slots[slot].0.abs_diff(slots[near].0);
            let slot = match free.iter().copied().min_by_key(|&slot| (distance(slot), slot)) {
                Some(slot) => slot,
                None => {
                    let anchor = slots[near].0;
                    let number = slots.iter().filter(|slot| slot.0 == anchor).count();
                    slots.push((anchor, number));
                    slots.len() - 1
                }
            };
            free.retain(|&other| other != slot);
            now.insert(value, slot);
        }
        boundaries.push(now.clone());
        live = now;
    }
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by_key(|&slot| slots_key(&slots, slot));
    let mut rows = vec![0; slots.len()];
    order.iter().enumerate().for_each(|(row, &slot)| rows[slot] = row);
    let placed = |boundary: BTreeMap<usize, usize>| {
        let mut list: Vec<(usize, usize)> = boundary.into_iter().map(|(value, slot)| (value, rows[slot])).collect();
        list.sort_by_key(|&(_, row)| row);
        list
    };
    finish(boundaries.into_iter().map(placed).collect(), layers)
}

fn slots_key(slots: &[(usize, usize)], slot: usize) -> (usize, usize) {
    slots[slot]
}

fn finish<S: Clone + Send + Sync + 'static>(boundaries: Vec<Vec<(usize, usize)>>, layers: &Layers<S>) -> Placement {
    let height = boundaries.iter().flatten().map(|(_, row)| row + 1).max().unwrap_or(0);
    let mut placement = Placement { boundaries, height, sorted: false };
    let rows: Option<Vec<usize>> =
        layers.outputs().iter().map(|term| placement.row(layers.depth(), term.as_ref()?.value)).collect();
    placement.sorted = rows.is_some_and(|rows| rows.is_sorted_by(|a, b| a < b));
    placement
}
