//! The error type of the crate: each error states the request, the possibilities and the remedy.

mod device;
mod shards;

pub use device::DeviceFailure;
pub use shards::CodeError;

use alloc::{boxed::Box, format, string::String};
use core::{
    fmt,
    num::{ParseFloatError, ParseIntError},
};

/// A result of this crate.
pub type Result<T, E = Error> = core::result::Result<T, E>;

/// Every error that a caller's data can cause.
///
/// Two errors are equal if their variants, values and texts are equal, so that tests can compare them:
///
/// ```
/// use ringfft::{Error, plan::Plan, rings::Goldilocks};
///
/// let error = Plan::<Goldilocks>::new(0).unwrap_err();
/// assert_eq!(error, Error::Length { what: "a transform", len: 0, possible: "the least length is 1" });
/// ```
///
/// Texts may change in every release; variants and values change only in a major version.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The algorithm does not exist for this length.
    Length {
        /// Name of the algorithm or operation.
        what: &'static str,
        /// The length asked for.
        len: usize,
        /// The lengths it has, and the alternative.
        possible: &'static str,
    },
    /// The ring has no principal root of unity of this order.
    NoRoot {
        /// The ring.
        ring: String,
        /// The order asked for.
        order: usize,
        /// The orders it has, and a remedy.
        possible: String,
    },
    /// The ring has no subspace over GF(2) of this dimension to evaluate on.
    Subspace {
        /// The ring.
        ring: String,
        /// The dimension asked for: a transform of length `2^dim`.
        dim: usize,
        /// The dimensions it has, and a remedy.
        possible: String,
    },
    /// A vector of a basis given by the caller is a sum of the vectors before it.
    Dependent {
        /// The ring.
        ring: String,
        /// The index of the vector, from 0.
        index: usize,
    },
    /// A root given by the caller, or by the constants of a foreign field, is not a principal root.
    NotPrincipal {
        /// The ring.
        ring: String,
        /// The order it should have.
        order: usize,
    },
    /// An element or integer that must be invertible is not.
    NotInvertible {
        /// The ring.
        ring: String,
        /// The element or integer that has no inverse, and a remedy.
        what: String,
    },
    /// A modulus that the ring's type does not support.
    Modulus {
        /// The modulus given.
        modulus: u64,
        /// The moduli that are possible.
        possible: &'static str,
    },
    /// An element is not below the multiple of the modulus that it should be below.
    NotReduced {
        /// The ring.
        ring: String,
        /// The index of the element, from 0.
        index: usize,
        /// The multiple of the modulus that it should be below.
        times: u32,
    },
    /// A slice has the wrong length.
    SliceLength {
        /// The name of the slice.
        what: &'static str,
        /// The length it must have, or the least length where `at_least` is set.
        expected: usize,
        /// The length it has.
        found: usize,
        /// `true` if longer slices are accepted too.
        at_least: bool,
    },
    /// A slice that holds a whole number of rows has another length.
    NotMultiple {
        /// The name of the slice.
        what: &'static str,
        /// The length of a row.
        of: usize,
        /// The length of the slice.
        found: usize,
    },
    /// More memory is needed than the limit allows or the system has. A slice that is changed in place keeps its
    /// contents; a separate output, or a lost shard, is unspecified.
    ///
    /// Memory that grows with the caller's lengths is requested in a way that the system can refuse. Scratch and
    /// results are requested directly. The tables of a plan are requested once, as their sum, before the first is made,
    /// if that is above 64 KiB. Two cases abort the process instead, as Rust does if a list cannot grow. One is a list
    /// of up to 64 KiB. The other is a table whose memory was granted in that request and then taken by another thread.
    /// `Clone` and the integers of `num-bigint` abort too.
    Memory {
        /// The use of the memory.
        what: &'static str,
        /// Bytes needed; `u128::MAX` where the number itself overflows.
        needed: u128,
        /// Bytes allowed; `None` if the system refused.
        limit: Option<u64>,
    },
    /// Options that exclude each other, or a combination that is not offered.
    Unsupported {
        /// The request, the reason for its refusal, and the alternative.
        what: String,
    },
    /// Text that does not parse.
    Parse {
        /// The expected text.
        expected: &'static str,
        /// The text found, shortened.
        found: String,
        /// The error of the underlying parser, if there is one.
        source: Option<ParseCause>,
    },
    /// A transform or an element of foreign code broke its contract.
    Contract {
        /// The promise that was broken.
        what: &'static str,
    },
    /// The shards of an erasure code do not fit it.
    Code(CodeError),
    /// Windows a hop apart do not overlap as required.
    Overlap {
        /// Length of the window.
        len: usize,
        /// Samples from one window to the next.
        hop: usize,
        /// The first sample where they do not.
        at: usize,
        /// The fault at that sample.
        what: &'static str,
    },
    /// A device was not available, or failed; the input is unchanged.
    Device {
        /// The kind of failure.
        failure: DeviceFailure,
        /// The message of the driver, and the step that failed.
        what: String,
    },
    /// A check of a computed result failed: the result is withheld.
    Verification {
        /// The check and its method.
        what: String,
    },
}

/// The error of a parser inside another.
///
/// It is part of [`Error::Parse`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseCause {
    /// The standard library refused an integer.
    Integer(ParseIntError),
    /// The standard library refused a float.
    Float(ParseFloatError),
    /// A part parses, but cannot be.
    Part(Box<Error>),
}

impl ParseCause {
    fn as_error(&self) -> &(dyn core::error::Error + 'static) {
        match self {
            ParseCause::Integer(error) => error,
            ParseCause::Float(error) => error,
            ParseCause::Part(error) => &**error,
        }
    }
}

impl Error {
    /// Checks that the slice `what` has length `expected`.
    pub(crate) fn check_len(what: &'static str, expected: usize, found: usize) -> Result<()> {
        if expected == found {
            return Ok(());
        }
        Err(Error::SliceLength { what, expected, found, at_least: false })
    }

    /// Returns the error of a scale by an integer that is no unit.
    pub(crate) fn no_inverse(ring: String, n: u64) -> Self {
        let what = format!("{n} (needed to scale an inverse transform; the unscaled inverse does without)");
        Error::NotInvertible { ring, what }
    }

    /// Checks that the length of the slice `what` is a multiple of `of`.
    pub(crate) fn check_multiple(what: &'static str, of: usize, found: usize) -> Result<()> {
        if found.is_multiple_of(of) {
            return Ok(());
        }
        Err(Error::NotMultiple { what, of, found })
    }

    /// Checks that the slice `what` has at least `expected` elements.
    pub(crate) fn check_at_least(what: &'static str, expected: usize, found: usize) -> Result<()> {
        if expected <= found {
            return Ok(());
        }
        Err(Error::SliceLength { what, expected, found, at_least: true })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Length { what, len, possible } => {
                write!(f, "{what} does not exist for length {len}: {possible}")
            }
            Error::NoRoot { ring, order, possible } => {
                write!(f, "{ring} has no principal root of unity of order {order}: {possible}")
            }
            Error::Subspace { ring, dim, possible } => {
                write!(f, "{ring} has no subspace of dimension {dim} for an additive transform: {possible}")
            }
            Error::Dependent { ring, index } => write!(
                f,
                "basis vector {index} is a sum of the vectors before it in {ring}: a basis must be linearly independent \
                 over GF(2); leave the vector out or take the ring's Cantor basis"
            ),
            Error::NotPrincipal { ring, order } => write!(
                f,
                "the root given is not a principal root of unity of order {order} in {ring}: \
                 check the root, or let the ring choose its own"
            ),
            Error::NotInvertible { ring, what } => write!(f, "{what} is not invertible in {ring}"),
            Error::Modulus { modulus, possible } => write!(f, "the modulus {modulus} is not possible: {possible}"),
            Error::NotReduced { ring, index, times } => write!(
                f,
                "element {index}, counted from 0, is not below {times} times the modulus of {ring}: reduce it before, or say a \
                 larger multiple"
            ),
            Error::SliceLength { what, expected, found, at_least } => {
                let least = if *at_least { "at least " } else { "" };
                write!(f, "the {what} has length {found}, but {least}{expected} is needed")
            }
            Error::NotMultiple { what, of, found } => {
                write!(f, "the {what} has length {found}, but a multiple of {of}, the length of a row, is needed")
            }
            Error::Memory { what, needed, limit } => {
                if *needed == u128::MAX {
                    write!(f, "{what} needs more bytes than can be counted")?;
                } else {
                    write!(f, "{what} needs {needed} bytes")?;
                }
                match limit {
                    Some(limit) => write!(f, ", but the limit is {limit}: raise the limit or take a shorter length"),
                    None => write!(f, ", which the system does not give: take a shorter length"),
                }
            }
            Error::Unsupported { what } => f.write_str(what),
            Error::Parse { expected, found, source } => {
                write!(f, "expected {expected}, found {found:?}")?;
                match source {
                    Some(source) => write!(f, " ({})", source.as_error()),
                    None => Ok(()),
                }
            }
            Error::Contract { what } => write!(f, "foreign code broke its contract: {what}"),
            Error::Code(error) => write!(f, "{error}"),
            Error::Overlap { len, hop, at, what } => write!(
                f,
                "windows of length {len}, {hop} samples apart, {what} at sample {at}: take a shorter hop, another window, \
                 or frames that reach over the ends of the signal"
            ),
            Error::Device { failure, what } => write!(f, "{failure} ({what})"),
            Error::Verification { what } => write!(f, "verification failed: {what}"),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Error::Parse { source: Some(source), .. } => Some(source.as_error()),
            _ => None,
        }
    }
}
