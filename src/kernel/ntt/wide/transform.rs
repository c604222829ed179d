//! A transform with its tables.

use super::{
    limbs::{Prime, Twiddle},
    roots::Roots,
};

/// A transform that is ready to run.
pub(crate) struct Wide<W> {
    pub(super) words: W,
    pub(super) prime: Prime,
    pub(super) log_len: u32,
    pub(super) coset: bool,
    pub(super) forward: Roots,
    pub(super) inverse: Roots,
    /// The factors of [`product`](super::product)s for both forms: with them a product stands for the product of its factors.
    pub(super) products: [Twiddle; 2],
    pub(super) threads: usize,
}
