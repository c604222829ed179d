//! The layers of a network as sparse matrices.

use super::{Layers, Placement, Term};
use ringfft::algebra::Ring;

/// A sparse matrix: the map of one layer.
#[derive(Clone, Debug)]
pub struct Factor<S> {
    /// Values after the layer.
    pub rows: usize,
    /// Values before the layer.
    pub columns: usize,
    /// Row, column and entry, sorted; all others are zero.
    pub entries: Vec<(usize, usize, S)>,
}

/// Returns the matrices `F_1`, ..., `F_s` of the layers, in the order in which they are applied, with rows in the order
/// of `placement`. Columns of the first are the inputs in their order, rows of the last the outputs in theirs. So
/// `F_s ... F_1` is the matrix of the network.
pub fn factors<R: Ring>(layers: &Layers<R::Element>, placement: &Placement, scalars: &R) -> Vec<Factor<R::Element>> {
    let boundaries = placement.boundaries();
    let mut factors = Vec::with_capacity(layers.depth().max(1));
    for layer in 1..boundaries.len() {
        let columns = &boundaries[layer - 1];
        let column = |value: usize| columns.iter().position(|(of, _)| *of == value);
        // The row of a value of this boundary: its terms, or itself if it is carried along.
        let row = |value: usize, factor: &R::Element| -> Vec<(usize, R::Element)> {
            let made = &layers.values()[value];
            if made.level < layer {
                return column(value).map(|c| (c, factor.clone())).into_iter().collect();
            }
            let entry = |term| {
                let mut entry = Layers::scalar(scalars, term);
                scalars.mul_assign(&mut entry, factor);
                entry
            };
            made.terms.iter().filter_map(|term| Some((column(term.value)?, entry(term)))).collect()
        };
        let rows: Vec<Vec<(usize, R::Element)>> = if layer == layers.depth() {
            let output = |term: &Option<Term<_>>| match term {
                Some(term) => row(term.value, &Layers::scalar(scalars, term)),
                None => Vec::new(),
            };
            layers.outputs().iter().map(output).collect()
        } else {
            boundaries[layer].iter().map(|&(value, _)| row(value, &scalars.one())).collect()
        };
        factors.push(sparse(scalars, rows, columns.len()));
    }
    if factors.is_empty() {
        let term =
            |term: &Option<Term<_>>| term.iter().map(|term| (term.value, Layers::scalar(scalars, term))).collect();
        factors.push(sparse(scalars, layers.outputs().iter().map(term).collect(), layers.len()));
    }
    factors
}

/// Collects the entries of rows: entries of one place are added; zeros are left out.
fn sparse<R: Ring>(scalars: &R, rows: Vec<Vec<(usize, R::Element)>>, columns: usize) -> Factor<R::Element> {
    let count = rows.len();
    let mut entries: Vec<(usize, usize, R::Element)> = Vec::new();
    for (row, mut terms) in rows.into_iter().enumerate() {
        terms.sort_by_key(|(column, _)| *column);
        for (column, entry) in terms {
            match entries.last_mut() {
                Some(last) if (last.0, last.1) == (row, column) => scalars.add_assign(&mut last.2, &entry),
                _ => entries.push((row, column, entry)),
            }
        }
    }
    entries.retain(|(_, _, entry)| !scalars.is_zero(entry));
    Factor { rows: count, columns, entries }
}

impl<S: Clone> Factor<S> {
    /// Multiplies the matrix by a vector of `columns` elements.
    pub fn apply<R: Ring<Element = S>>(&self, scalars: &R, vector: &[S]) -> Vec<S> {
        let mut product = vec![scalars.zero(); self.rows];
        for (row, column, entry) in &self.entries {
            let (Some(target), Some(x)) = (product.get_mut(*row), vector.get(*column)) else { continue };
            let mut term = entry.clone();
            scalars.mul_assign(&mut term, x);
            scalars.add_assign(target, &term);
        }
        product
    }
}
