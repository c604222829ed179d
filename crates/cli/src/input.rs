//! Input files: read whole, within the memory limit.

use crate::{
    failure::{Failure, Outcome},
    phrase::{self, exact_size},
};
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// The memory that data may take.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limit {
    /// The system alone limits the memory.
    None,
    /// The bytes of `--memory`.
    Asked(u64),
    /// The bytes of a verb with a default limit.
    Default(u64),
}

impl Limit {
    /// Returns the bytes; `None` without a limit.
    pub(crate) fn bytes(self) -> Option<u64> {
        match self {
            Limit::None => None,
            Limit::Asked(bytes) | Limit::Default(bytes) => Some(bytes),
        }
    }
}

impl From<Option<u64>> for Limit {
    fn from(memory: Option<u64>) -> Self {
        memory.map_or(Limit::None, Limit::Asked)
    }
}

/// Reads a file, or standard input for `-`. Returns an error if it exceeds the limit.
pub(crate) fn read(path: &Path, limit: impl Into<Limit>) -> Outcome<Vec<u8>> {
    let limit = limit.into();
    let failed = |error: io::Error| Failure::reading(path, &error);
    let mut bytes = Vec::new();
    let mut reader: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        let file = File::open(path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(Failure::input(format!("the input {path:?} is a directory: name a file")));
        }
        within(limit, u128::from(metadata.len()), "the input")?;
        let len = usize::try_from(metadata.len()).unwrap_or(usize::MAX);
        let reserved = bytes.try_reserve_exact(len.saturating_add(1));
        reserved.map_err(|_| {
            Failure::Resource(format!("no memory for the {len} bytes of {path:?}: take a shorter file"))
        })?;
        Box::new(file)
    };
    // One byte beyond the limit shows that the stream is too long.
    let cap = limit.bytes().map_or(u64::MAX, |bytes| bytes.saturating_add(1));
    reader.by_ref().take(cap).read_to_end(&mut bytes).map_err(failed)?;
    within(limit, bytes.len() as u128, "the input")?;
    Ok(bytes)
}

/// Returns the size of a file in bytes; 0 for standard input and pipes, whose size is not known before they are read.
pub(crate) fn size(path: &Path) -> u128 {
    if path == Path::new("-") {
        return 0;
    }
    std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file).map_or(0, |metadata| metadata.len().into())
}

/// Reads both inputs of a product. At most one may be standard input.
pub(crate) fn read_two(a: &Path, b: &Path, memory: Option<u64>) -> Outcome<[Vec<u8>; 2]> {
    if a == Path::new("-") && b == Path::new("-") {
        return Err(Failure::input("both inputs are `-`, but standard input can be read once: name a file for one"));
    }
    within(memory, size(a) + size(b), "the inputs")?;
    Ok([read(a, memory)?, read(b, memory)?])
}

/// Returns an error if `needed` bytes exceed the limit.
pub(crate) fn within(limit: impl Into<Limit>, needed: u128, what: &str) -> Outcome<()> {
    let limit = limit.into();
    if limit.bytes().is_none_or(|bytes| needed <= u128::from(bytes)) {
        return Ok(());
    }
    let needs = exact_size(needed);
    Err(Failure::Resource(match limit {
        Limit::None => format!("{needs} are needed for {what}: take a shorter input"),
        Limit::Asked(bytes) => format!(
            "--memory allows {}, but {needs} are needed for {what}: raise it or take a shorter input",
            exact_size(bytes.into())
        ),
        Limit::Default(bytes) => format!(
            "{needs} are needed for {what}; the default limit is {}: raise it with --memory {}G, or take a smaller input",
            phrase::size(bytes),
            needed.div_ceil(1 << 30)
        ),
    }))
}

/// Returns the name of an input in messages.
pub(crate) fn input_name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".into() } else { path.display().to_string() }
}
