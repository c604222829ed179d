//! The steps of a transform, as a graph.

use super::{Operation, Traced};
use crate::{Class, Tally};
use ringfft::{
    Result,
    algebra::{Action, Scalar},
};
use std::collections::BTreeMap;

/// One step. Operands are numbers of earlier nodes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Node<S> {
    /// Input `j`.
    Input(usize),
    /// The neutral element.
    Zero,
    /// `a + b`.
    Sum(usize, usize),
    /// `a - b`.
    Difference(usize, usize),
    /// `-a`.
    Negative(usize),
    /// `by` times `of`.
    Product {
        /// The element.
        of: usize,
        /// The constant.
        by: S,
    },
}

/// A directed acyclic graph from inputs to outputs, in the order in which its nodes were made.
///
/// It has only the nodes that some output needs. Node `j` is input `j`.
#[derive(Clone, Debug)]
pub struct Network<S> {
    len: usize,
    nodes: Vec<Node<S>>,
    outputs: Vec<usize>,
}

impl<S: Clone> Network<S> {
    pub(super) fn new(inputs: &[Traced<S>], outputs: &[Traced<S>]) -> Self {
        let mut reached = BTreeMap::new();
        let mut pending: Vec<&Traced<S>> = inputs.iter().chain(outputs).collect();
        while let Some(traced) = pending.pop() {
            if reached.insert(traced.0.number, traced).is_some() {
                continue;
            }
            match &traced.0.operation {
                Operation::Input(_) | Operation::Zero => {}
                Operation::Sum(a, b) | Operation::Difference(a, b) => pending.extend([a, b]),
                Operation::Negative(a) | Operation::Product(a, _) => pending.push(a),
            }
        }
        // Inputs first, then all others in the order in which they were made.
        let is_input = |traced: &&&Traced<S>| matches!(traced.0.operation, Operation::Input(_));
        let (inputs, made): (Vec<&Traced<S>>, Vec<_>) = reached.values().partition(is_input);
        let all: Vec<&Traced<S>> = inputs.iter().chain(&made).copied().collect();
        let index: BTreeMap<u64, usize> = all.iter().enumerate().map(|(i, traced)| (traced.0.number, i)).collect();
        let at = |traced: &Traced<S>| index.get(&traced.0.number).copied().unwrap_or_default();
        let node = |traced: &&Traced<S>| match &traced.0.operation {
            Operation::Input(j) => Node::Input(*j),
            Operation::Zero => Node::Zero,
            Operation::Sum(a, b) => Node::Sum(at(a), at(b)),
            Operation::Difference(a, b) => Node::Difference(at(a), at(b)),
            Operation::Negative(a) => Node::Negative(at(a)),
            Operation::Product(a, by) => Node::Product { of: at(a), by: by.clone() },
        };
        Network { len: inputs.len(), nodes: all.iter().map(node).collect(), outputs: outputs.iter().map(at).collect() }
    }

    /// Returns the number of inputs.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the nodes, operands first.
    pub fn nodes(&self) -> &[Node<S>] {
        &self.nodes
    }

    /// Returns the node of each output.
    pub fn outputs(&self) -> &[usize] {
        &self.outputs
    }

    /// Runs the network over `module`.
    ///
    /// # Errors
    /// [`SliceLength`](ringfft::Error::SliceLength) unless there are [`len`](Network::len) inputs.
    pub fn evaluate<M>(&self, module: &M, inputs: &[M::Element]) -> Result<Vec<M::Element>>
    where
        M: Action,
        M::Scalars: ringfft::algebra::Module<Element = S>,
    {
        ringfft::inside::check_len("slice of inputs", self.len, inputs.len())?;
        let mut values: Vec<M::Element> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let value = match node {
                Node::Input(j) => inputs[*j].clone(),
                Node::Zero => module.zero(),
                Node::Sum(a, b) => changed(&values[*a], |value| module.add_assign(value, &values[*b])),
                Node::Difference(a, b) => changed(&values[*a], |value| module.sub_assign(value, &values[*b])),
                Node::Negative(a) => changed(&values[*a], |value| module.neg_assign(value)),
                Node::Product { of, by } => module.applied(&values[*of], &module.prepare(by)),
            };
            values.push(value);
        }
        Ok(self.outputs.iter().map(|&output| values[output].clone()).collect())
    }

    /// Counts the operations as [`Counting`](crate::Counting) counts them.
    pub fn tally<M>(&self, module: &M) -> Tally
    where
        M: Action,
        M::Scalars: ringfft::algebra::Module<Element = S>,
        S: Clone + Send + Sync + 'static,
    {
        let mut tally = Tally::default();
        for node in &self.nodes {
            match node {
                Node::Sum(..) | Node::Difference(..) => tally.additions += 1,
                Node::Product { by, .. } => {
                    let by: &Scalar<M> = by;
                    match Class::of(module.scalars(), by) {
                        Class::One | Class::MinusOne => tally.by_unit += 1,
                        Class::Fourth => tally.by_fourth += 1,
                        Class::Eighth => tally.by_eighth += 1,
                        Class::Axis => tally.by_axis += 1,
                        Class::Other => tally.by_other += 1,
                    }
                }
                Node::Input(_) | Node::Zero | Node::Negative(_) => {}
            }
        }
        tally
    }
}

fn changed<E: Clone>(element: &E, change: impl FnOnce(&mut E)) -> E {
    let mut element = element.clone();
    change(&mut element);
    element
}
