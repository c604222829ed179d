//! Errors of erasure codes.

use core::fmt;

/// An error of the shards of an erasure code.
///
/// ```
/// use ringfft::{CodeError, Error, code::ErasureCode};
///
/// let code = ErasureCode::new(3, 2)?;
/// let mut shards = vec![None, None, None, Some(vec![1; 64]), Some(vec![2; 64])];
/// assert_eq!(code.repair_all(&mut shards), Err(Error::Code(CodeError::TooManyLost { lost: 3, parity: 2 })));
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CodeError {
    /// The numbers of shards that no erasure code has.
    Counts {
        /// Data shards asked for.
        data: usize,
        /// Parity shards asked for.
        parity: usize,
        /// The numbers that are possible.
        possible: &'static str,
    },
    /// A shard's length differs from that of the others.
    Length {
        /// The index of the shard: data first, then parity.
        index: usize,
        /// The length of the others.
        expected: usize,
        /// The length it has.
        found: usize,
    },
    /// A shard's index is not one of the code, or was given before.
    Index {
        /// The index.
        index: usize,
        /// Shards of the code.
        shards: usize,
        /// `true` if it was given before.
        again: bool,
    },
    /// More shards are lost than the code can restore.
    TooManyLost {
        /// Shards lost.
        lost: usize,
        /// Shards that may be lost.
        parity: usize,
    },
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CodeError::Counts { data, parity, possible } => {
                write!(f, "no erasure code has {data} data shards and {parity} parity shards: {possible}")
            }
            CodeError::Length { index, expected, found } => write!(
                f,
                "shard {index} has {found} bytes, but others have {expected}: all shards of a code have one length; leave \
                 a damaged one out"
            ),
            CodeError::Index { index, shards, again: true } => {
                write!(f, "shard {index} of {shards} is given twice: give each once")
            }
            CodeError::Index { index, shards, again: false } => write!(
                f,
                "there is no shard {index}: the code has {shards}, counted from 0, data first; leave out what belongs to \
                 another code"
            ),
            CodeError::TooManyLost { lost, parity } => write!(
                f,
                "{lost} shards are lost, but this code restores at most {parity}: find {} more",
                lost.saturating_sub(*parity)
            ),
        }
    }
}

impl core::error::Error for CodeError {}
