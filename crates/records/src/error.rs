//! Errors of reading.

use std::{
    error, fmt, io,
    path::{Path, PathBuf},
};

/// A record that cannot be read. The message is one line.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder cannot be opened, or is no UTF-8.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The line of names lacks a column.
    Column {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
    },
    /// A line is malformed.
    Line {
        /// The file.
        path: PathBuf,
        /// The number of the line, from 1 on.
        line: u64,
        /// The fault, and the possible values.
        fault: String,
    },
    /// A file whose name is not `DATE-WHAT.csv`.
    Name {
        /// The file.
        path: PathBuf,
    },
    /// A file that holds no times of peers beside ringfft.
    NoComparison {
        /// The file.
        path: PathBuf,
    },
}

impl Error {
    pub(crate) fn io(path: &Path, source: io::Error) -> Self {
        Error::Io { path: path.to_owned(), source }
    }

    pub(crate) fn line(path: &Path, line: u64, fault: String) -> Self {
        Error::Line { path: path.to_owned(), line, fault }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Error::Column { path, column } => write!(f, "{}: there is no column called {column}", path.display()),
            Error::Line { path, line, fault } => write!(f, "{}, line {line}: {fault}", path.display()),
            Error::Name { path } => write!(
                f,
                "{}: the name of a record is DATE-WHAT.csv, such as 2026-11-26-complex.csv: rename it",
                path.display()
            ),
            Error::NoComparison { path } => write!(
                f,
                "{}: no row has the time of a peer beside that of ringfft: the columns are those of `peers --csv` or of \
                 benches/record/README.md",
                path.display()
            ),
        }
    }
}

impl error::Error for Error {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            Error::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
