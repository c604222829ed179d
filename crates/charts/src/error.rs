//! The error of a drawing.

use std::fmt;

/// A chart that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    title: String,
    reason: String,
}

impl Error {
    pub(crate) fn new(title: &str, reason: impl fmt::Display) -> Self {
        Error { title: title.to_owned(), reason: reason.to_string() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the chart {:?} cannot be drawn: {}", self.title, self.reason)
    }
}

impl std::error::Error for Error {}
