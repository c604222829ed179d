//! One transform to check, and its verdict.

use crate::{
    failure::{Failure, Outcome},
    values::{Element, Values},
};
use ringfft::plan::{Algorithm, Isa, Threads};

/// The greatest length for which rows, every order and many values are checked. Above it, checksums cover all values.
pub(super) const LONG: usize = 1 << 14;

/// The reason for which a check was skipped.
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
    /// All reasons, each with its key in reports and its text.
    pub(super) const ALL: [(Skip, &'static str, &'static str); 4] = [
        (Skip::Root, "without_roots", "for want of a root of unity of the order needed"),
        (Skip::OtherRoot, "with_other_roots", "because the root named has another order"),
        (Skip::Algorithm, "without_algorithms", "because the algorithm does not exist over this ring"),
        (Skip::Field, "beyond_fields", "because the field has too few elements"),
    ];
}

/// The outcome of one check.
pub(super) enum Verdict {
    /// Right.
    Passed,
    /// The check does not apply, for this reason. The error is the answer if the case was asked for by name.
    Skipped(Skip, Failure),
    /// Wrong: the message says where.
    Failed(String),
}

/// One transform to check.
pub(super) struct Case {
    pub(super) len: usize,
    /// The algorithm; `None` for the planner's choice.
    pub(super) algorithm: Option<Algorithm>,
    pub(super) seed: u64,
    pub(super) threads: Threads,
    /// The instruction set, used if the ring and the algorithm have kernels for it.
    pub(super) isa: Isa,
    pub(super) memory: Option<u64>,
}

/// Returns an error if the system lacks the memory, before anything is computed.
pub(super) fn affordable<V: Values>(n: usize, vectors: usize) -> Outcome<()> {
    if Vec::<Element<V>>::new().try_reserve_exact(n.saturating_mul(vectors)).is_ok() {
        return Ok(());
    }
    let bytes = n as u128 * (vectors * size_of::<Element<V>>()) as u128;
    Err(Failure::Resource(format!("no memory for {bytes} bytes, which the check needs: take a shorter length")))
}
