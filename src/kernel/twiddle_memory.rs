//! The memory that twiddles may take.

/// The kind of twiddle tables of a kernel for residues of word size; every other engine has one kind of table.
///
/// For `n` elements of 64 bits, a factor with its quotient in 16 bytes, in both directions and eight lanes:
///
/// | | bytes | products |
/// |---|---|---|
/// | `Full` | about `32 n` up to `n = 2^15`, about `8 n` above | one for two elements and level |
/// | `TwoLevel` | about `8 n` | one more for each element |
/// | `Recomputed` | about `n/64` and 75000, from `n = 2^15` on | two more for each element; natural order by a pass of its own |
///
/// `TwoLevel` takes 1.0 to 1.16 of the time of `Full` where the tables are in the caches. Where they come from memory, as in a transform that
/// is one of many steps, it takes .77 to 1.28 of it. Words of 32 bits gain most, in natural order from `n = 2^14` on: .84 to .96. Measured
/// 2026-12-01, one thread, Zen 4.
///
/// [`Plan::bytes`](crate::plan::Plan::bytes) returns the total. Results are the same. Columns that are transformed in
/// place have one factor for each row for every kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TwiddleMemory {
    /// A factor for each product where the second cache holds them.
    #[default]
    Full,
    /// Inside vectors the product of two factors, of which one is the same for all vectors.
    TwoLevel,
    /// The powers of one subtree that the innermost cache holds. The other subtrees are this one on a coset, whose
    /// powers are computed when needed. Shorter transforms use `TwoLevel`.
    Recomputed,
}
