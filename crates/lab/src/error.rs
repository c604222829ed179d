//! The error of the laboratory. Its kinds differ in what the caller can do.

use std::fmt;

/// An error, as one line of text that says what was asked, what is possible and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The request is not possible as it is.
    Input(String),
    /// The machine lacks memory or a file cannot be written.
    Resource(String),
    /// A transform gave a wrong result.
    Verification(String),
}

/// A result of the laboratory.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Creates an error of the request.
    pub fn input(text: impl Into<String>) -> Self {
        Error::Input(text.into())
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        match self {
            Error::Input(text) | Error::Resource(text) | Error::Verification(text) => text,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl std::error::Error for Error {}

impl From<ringfft::Error> for Error {
    fn from(error: ringfft::Error) -> Self {
        let text = error.to_string();
        match error {
            ringfft::Error::Memory { .. } | ringfft::Error::Device { .. } => Error::Resource(text),
            ringfft::Error::Verification { .. } => Error::Verification(text),
            _ => Error::Input(text),
        }
    }
}

impl From<ringfft_charts::Error> for Error {
    fn from(error: ringfft_charts::Error) -> Self {
        Error::Input(error.to_string())
    }
}

/// Returns the text in quotation marks for a message, cut after 40 characters.
pub fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    if short.len() < text.len() { format!("{short:?}...") } else { format!("{short:?}") }
}
