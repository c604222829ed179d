//! One transform to check, and its verdict.

use crate::{
    failure::{Failure, Outcome},
    values::{Element, Values},
};
use ringfft::plan::{Algorithm, Isa, Threads};

/// Bounds the length up to which rows, every order and many values are checked. Above it, checksums cover all values.
pub(super) const LONG: usize = 1 << 14;

/// Gives the reason why nothing was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skip {
    /// The ring has no root of unity of the order needed.
    Root,
    /// The root that the ring's name gives has another order.
    OtherRoot,
    /// The algorithm does not exist over the ring.
    Algorithm,
    /// The field has fewer elements than points are needed.
    Field,
}

impl Skip {
    /// Lists every reason with its key in reports and its text.
    pub(super) const ALL: [(Skip, &'static str, &'static str); 4] = [
        (Skip::Root, "without_roots", "for want of a root of unity of the order needed"),
        (Skip::OtherRoot, "with_other_roots", "because the root named has another order"),
        (Skip::Algorithm, "without_algorithms", "because the algorithm does not exist over this ring"),
        (Skip::Field, "beyond_fields", "because the field has too few elements"),
    ];
}

/// Holds the outcome of one check.
pub(super) enum Verdict {
    /// Right.
    Passed,
    /// Nothing to check, and the error of asking for it.
    Skipped(Skip, Failure),
    /// Wrong, and where.
    Failed(String),
}

/// Describes one transform to check.
pub(super) struct Case {
    pub(super) len: usize,
    /// `None` is the planner's choice.
    pub(super) algorithm: Option<Algorithm>,
    pub(super) seed: u64,
    pub(super) threads: Threads,
    /// Used where the ring and the algorithm have kernels for it.
    pub(super) isa: Isa,
    pub(super) memory: Option<u64>,
}

/// Returns an error if the system refuses the memory, before anything is computed.
pub(super) fn affordable<V: Values>(n: usize, vectors: usize) -> Outcome<()> {
    if Vec::<Element<V>>::new().try_reserve_exact(n.saturating_mul(vectors)).is_ok() {
        return Ok(());
    }
    let bytes = n as u128 * (vectors * size_of::<Element<V>>()) as u128;
    Err(Failure::Resource(format!("no memory for {bytes} bytes, which the check needs: take a shorter length")))
}
