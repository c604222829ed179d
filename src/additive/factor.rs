//! Constants that may be zero or one, acting on slices, and the tables of them that a node needs.

use crate::{
    Result,
    algebra::{Action, Module, Ring, Scalar, Subspace},
};
use alloc::{vec, vec::Vec};

/// A constant, ready to act: zero deletes the addition it would feed, one deletes the product.
#[derive(Clone)]
pub(super) enum Factor<T> {
    Zero,
    One,
    Other(T),
}

impl<T> Factor<T> {
    pub(super) fn new<M: Action<Twiddle = T>>(module: &M, scalar: &Scalar<M>) -> Self {
        let scalars = module.scalars();
        if scalars.is_zero(scalar) {
            Factor::Zero
        } else if scalars.equal(scalar, &scalars.one()) {
            Factor::One
        } else {
            Factor::Other(module.prepare(scalar))
        }
    }
}

/// Computes `targets_d <- targets_d + sources_d`.
#[inline]
pub(super) fn add<M: Module>(module: &M, targets: &mut [M::Element], sources: &[M::Element]) {
    targets.iter_mut().zip(sources).for_each(|(target, source)| module.add_assign(target, source));
}

/// Computes `targets_d <- targets_d + factor sources_d`.
#[inline]
pub(super) fn add_times<M: Action>(
    module: &M,
    targets: &mut [M::Element],
    sources: &[M::Element],
    factor: &Factor<M::Twiddle>,
) {
    match factor {
        Factor::Zero => {}
        Factor::One => add(module, targets, sources),
        Factor::Other(w) => {
            let pairs = targets.iter_mut().zip(sources);
            pairs.for_each(|(target, source)| module.add_assign(target, &module.applied(source, w)));
        }
    }
}

/// Computes `values_d <- factor values_d`.
#[inline]
pub(super) fn scale<M: Action>(module: &M, values: &mut [M::Element], factor: &Factor<M::Twiddle>) {
    match factor {
        Factor::Zero => values.fill(module.zero()),
        Factor::One => {}
        Factor::Other(w) => values.iter_mut().for_each(|value| module.apply(value, w)),
    }
}

/// Returns `start` plus the sum of the `steps_i` over the bits `i` set in `j`, for `j < 2^steps.len()`.
pub(super) fn sums<M: Action>(module: &M, start: &Scalar<M>, steps: &[Scalar<M>]) -> Vec<Scalar<M>> {
    let mut sums = Vec::with_capacity(1 << steps.len());
    sums.push(start.clone());
    for step in steps {
        for j in 0..sums.len() {
            let mut sum = sums[j].clone();
            module.scalars().add_assign(&mut sum, step);
            sums.push(sum);
        }
    }
    sums
}

/// The constants that the nodes are reduced by: `s_i` at the first point below node `j` of size `2^(i+1)`. Each is
/// `s_i(theta)` plus the sum of `s_i(beta_(i+1+b))` over the bits `b` of `j`.
///
/// Over a Cantor basis without a shift the constant is `varpi_(2j)` for every `i`, and one table serves all levels.
pub(super) struct NodeConstants<T> {
    tables: Vec<Vec<Factor<T>>>,
}

impl<T> NodeConstants<T> {
    pub(super) fn new<M: Action<Twiddle = T>>(subspace: &Subspace<M>) -> Self {
        let module = subspace.module();
        let table = |row: &Vec<Scalar<M>>| match row.split_last() {
            Some((shift, [_, steps @ ..])) => {
                sums(module, shift, steps).iter().map(|sum| Factor::new(module, sum)).collect()
            }
            _ => vec![],
        };
        let shared = subspace.is_cantor() && subspace.is_linear();
        let levels = if shared { 1 } else { usize::MAX };
        NodeConstants { tables: subspace.images().iter().take(levels).map(table).collect() }
    }

    /// Returns the constants of the nodes of size `2^(level+1)`, at least as many as there are nodes.
    #[inline]
    pub(super) fn level(&self, level: usize) -> &[Factor<T>] {
        match &*self.tables {
            [shared] => shared,
            tables => &tables[level],
        }
    }

    /// Returns the number of constants held.
    pub(super) fn len(&self) -> usize {
        self.tables.iter().map(Vec::len).sum()
    }
}

/// Rejects a basis that is not a Cantor basis.
pub(super) fn check_cantor<M: Action>(subspace: &Subspace<M>, what: &str, instead: &str) -> Result<()> {
    if subspace.is_cantor() {
        return Ok(());
    }
    Err(crate::Error::Unsupported {
        what: alloc::format!(
            "{what} needs a Cantor basis, beta_0 = 1 and beta_i = beta_(i+1)^2 + beta_(i+1), and the {} vectors given in {} \
             are none: take {instead}, which takes any basis, or the ring's own Cantor basis",
            subspace.dim(),
            subspace.module().scalars().name()
        ),
    })
}
