//! How much memory twiddles may take.

/// What the tables of a kernel for residues of word size hold; every other engine has one kind of table.
///
/// For `n` elements of 64 bits, a factor with its quotient in 16 bytes, in both directions and eight lanes:
///
/// | | bytes | products |
/// |---|---|---|
/// | `Full` | about `32 n` up to `n = 2^15`, about `8 n` above | one for two elements and level |
/// | `TwoLevel` | about `8 n` | one more for each element |
///
/// [`Plan::bytes`](super::Plan::bytes) tells how many there are. Results are the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TwiddleMemory {
    /// A factor for each product where the second cache holds them.
    #[default]
    Full,
    /// Inside vectors the product of two factors, of which one is the same for all vectors.
    TwoLevel,
}
