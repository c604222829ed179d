//! Input files in memory, in place of `crates/cli/src/input.rs`.

use crate::failure::{Failure, Outcome};
pub(crate) use crate::original::input::within;
use std::{cell::RefCell, io::ErrorKind, path::Path};

thread_local! {
    static FILES: RefCell<Vec<(String, Vec<u8>)>> = const { RefCell::new(Vec::new()) };
}

/// Replaces all files by these.
pub(crate) fn place(files: &[(&str, &[u8])]) {
    FILES.set(files.iter().map(|(name, content)| (name.to_string(), content.to_vec())).collect());
}

/// Returns the length of a file.
pub(crate) fn size(path: &Path) -> u128 {
    read(path, None).map_or(0, |content| content.len() as u128)
}

/// Returns the content of a file, within the memory limit.
pub(crate) fn read(path: &Path, memory: Option<u64>) -> Outcome<Vec<u8>> {
    let found = FILES.with_borrow(|files| {
        let file = files.iter().find(|(name, _)| Path::new(name) == path);
        file.map(|(_, content)| content.clone())
    });
    let content = found.ok_or_else(|| Failure::reading(path, &ErrorKind::NotFound.into()))?;
    within(memory, content.len() as u128, "the input")?;
    Ok(content)
}

/// Returns both inputs of a product.
pub(crate) fn read_two(a: &Path, b: &Path, memory: Option<u64>) -> Outcome<[Vec<u8>; 2]> {
    Ok([read(a, memory)?, read(b, memory)?])
}
