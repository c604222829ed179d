//! Sums and differences by level, with the constants on the edges between them.

use super::{Network, Node};
use ringfft::algebra::Ring;

/// A value with the sign and constant it is taken with.
#[derive(Clone, Debug, PartialEq)]
pub struct Term<S> {
    /// Number of the value.
    pub value: usize,
    /// `true` if it is subtracted.
    pub negative: bool,
    /// The constant; `None` is 1.
    pub by: Option<S>,
}

/// An input, or a sum of two terms.
#[derive(Clone, Debug)]
pub struct Value<S> {
    /// The greatest number of additions on a way from an input.
    pub level: usize,
    /// The terms of the sum; an input has none.
    pub terms: Vec<Term<S>>,
}

/// A network as sums of terms: products are part of the terms that use them, zeros are gone.
///
/// Value `j < n` is input `j`; operands have lower numbers than their sums.
#[derive(Clone, Debug)]
pub struct Layers<S> {
    len: usize,
    depth: usize,
    values: Vec<Value<S>>,
    outputs: Vec<Option<Term<S>>>,
}

impl<S: Clone + Send + Sync + 'static> Layers<S> {
    /// Creates the layers of `network`, whose constants are elements of `scalars`.
    pub fn new<R: Ring<Element = S>>(network: &Network<S>, scalars: &R) -> Self {
        let mut values: Vec<Value<S>> = Vec::new();
        // The value of each node: a term, or zero.
        let mut terms: Vec<Option<Term<S>>> = Vec::with_capacity(network.nodes().len());
        let negated = |term: &Option<Term<S>>| term.clone().map(|term| Term { negative: !term.negative, ..term });
        for node in network.nodes() {
            let sum = |values: &mut Vec<Value<S>>, a: Option<Term<S>>, b: Option<Term<S>>| match (a, b) {
                (Some(a), Some(b)) => {
                    let level = 1 + values[a.value].level.max(values[b.value].level);
                    values.push(Value { level, terms: vec![a, b] });
                    Some(Term { value: values.len() - 1, negative: false, by: None })
                }
                (a, b) => a.or(b),
            };
            let term = match node {
                Node::Input(_) => {
                    values.push(Value { level: 0, terms: Vec::new() });
                    Some(Term { value: values.len() - 1, negative: false, by: None })
                }
                Node::Zero => None,
                Node::Sum(a, b) => sum(&mut values, terms[*a].clone(), terms[*b].clone()),
                Node::Difference(a, b) => sum(&mut values, terms[*a].clone(), negated(&terms[*b])),
                Node::Negative(a) => negated(&terms[*a]),
                Node::Product { of, by } => terms[*of].clone().map(|term| {
                    let mut product = by.clone();
                    if let Some(before) = &term.by {
                        scalars.mul_assign(&mut product, before);
                    }
                    Term { by: Some(product), ..term }
                }),
            };
            terms.push(term);
        }
        let outputs: Vec<Option<Term<S>>> = network.outputs().iter().map(|&node| terms[node].clone()).collect();
        let depth = outputs.iter().flatten().map(|term| values[term.value].level).max().unwrap_or(0);
        Layers { len: network.len(), depth, values, outputs }
    }

    /// Returns the number of inputs.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of layers: the greatest level of an output.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the values, inputs first.
    pub fn values(&self) -> &[Value<S>] {
        &self.values
    }

    /// Returns the outputs; `None` is zero.
    pub fn outputs(&self) -> &[Option<Term<S>>] {
        &self.outputs
    }

    /// Returns for each value the level of the last layer that needs it; outputs are needed for ever.
    pub fn last_uses(&self) -> Vec<usize> {
        let mut last = vec![0; self.values.len()];
        for value in &self.values {
            for term in &value.terms {
                last[term.value] = last[term.value].max(value.level);
            }
        }
        for term in self.outputs.iter().flatten() {
            last[term.value] = usize::MAX;
        }
        last
    }

    /// Returns the values that exist after `layer` and are needed later, by number; before the first layer all inputs.
    pub fn live(&self, layer: usize, last_uses: &[usize]) -> Vec<usize> {
        let needed = |&value: &usize| self.values[value].level <= layer && last_uses[value] > layer;
        (0..self.values.len()).filter(|value| (layer == 0 && *value < self.len) || needed(value)).collect()
    }

    /// Returns a term as a scalar.
    pub fn scalar<R: Ring<Element = S>>(scalars: &R, term: &Term<S>) -> S {
        let mut scalar = term.by.clone().unwrap_or_else(|| scalars.one());
        if term.negative {
            scalars.neg_assign(&mut scalar);
        }
        scalar
    }
}
