//! The errors of the command line, each as one line and an exit code.

use ringfft::Error;
use std::{fmt, io, path::Path, process::ExitCode};

pub(crate) use ringfft_lab::quoted;

/// An error of the command line: one line for standard error, and the exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// 1: a verification failed.
    Verification(String),
    /// 2: bad input.
    Input(String),
    /// 3: memory, disk space or a device is not available.
    Resource(String),
    /// 4: a fault of this program.
    Internal(String),
    /// The reader of standard output closed it: the program ends without a message.
    BrokenPipe,
}

pub(crate) type Outcome<T> = Result<T, Failure>;

impl Failure {
    /// Creates the error of bad input.
    pub(crate) fn input(text: impl Into<String>) -> Self {
        Failure::Input(text.into())
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::BrokenPipe => 0,
            Failure::Verification(_) => 1,
            Failure::Input(_) => 2,
            Failure::Resource(_) => 3,
            Failure::Internal(_) => 4,
        })
    }

    /// Creates the error of a file that cannot be read.
    pub(crate) fn reading(path: &Path, error: &io::Error) -> Self {
        let text = format!("cannot read {}: {}: check the path and its permissions", shown(path), reason(error));
        match error.kind() {
            io::ErrorKind::OutOfMemory => Failure::Resource(format!("no memory for the content of {}", shown(path))),
            _ => Failure::Input(text),
        }
    }

    /// Creates the error of a file that cannot be written, when no part of it is left.
    pub(crate) fn writing(path: &Path, error: &io::Error) -> Self {
        Self::unwritten(path, error, "nothing unfinished was left behind")
    }

    /// Creates the error of a stream or device that cannot be written, when it may hold a part of the result.
    pub(crate) fn streaming(path: &Path, error: &io::Error) -> Self {
        Self::unwritten(path, error, "what is there is not the whole result")
    }

    fn unwritten(path: &Path, error: &io::Error, state: &str) -> Self {
        use io::ErrorKind::*;
        match error.kind() {
            BrokenPipe => Failure::BrokenPipe,
            NotFound | PermissionDenied | NotADirectory | IsADirectory | InvalidInput | InvalidFilename => {
                Failure::Input(format!("cannot write {}: {}: choose another output", shown(path), reason(error)))
            }
            _ => Failure::Resource(format!(
                "cannot write {}: {}: {state}; make room or choose another output",
                shown(path),
                reason(error)
            )),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (prefix, text) = match self {
            Failure::Verification(text) => ("verification failed: ", text.as_str()),
            Failure::Input(text) | Failure::Resource(text) => ("error: ", text.as_str()),
            Failure::Internal(text) => ("internal error, please report it: ", text.as_str()),
            Failure::BrokenPipe => return Ok(()),
        };
        // Line breaks inside the text become spaces.
        let line = text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>();
        write!(f, "{prefix}{}", line.join(" "))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let text = error.to_string();
        match error {
            Error::Memory { .. } | Error::Device { .. } => Failure::Resource(text),
            Error::Verification { what } => Failure::Verification(what),
            Error::Contract { .. } => Failure::Internal(text),
            _ => Failure::Input(text),
        }
    }
}

/// Returns a path for messages: in quotes, or `-` for a standard stream.
fn shown(path: &Path) -> String {
    if path == Path::new("-") { "`-`".into() } else { format!("{:?}", path.display().to_string()) }
}

/// Returns the system's message without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}
