//! Output in memory, in place of `crates/cli/src/output.rs`.

use crate::failure::{Failure, Outcome};
pub(crate) use crate::original::output::{Content, check_inputs};
use std::{
    cell::RefCell,
    io::{self, Write},
    path::Path,
};

thread_local! {
    static WRITTEN: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Takes what has been written since the last call.
pub(crate) fn take() -> Vec<u8> {
    WRITTEN.take()
}

/// Where a result goes: into memory.
pub(crate) struct Output;

impl Output {
    /// Chooses the output of a report.
    pub(crate) fn report() -> Outcome<Self> {
        Ok(Output)
    }

    /// Chooses the output; its name is not looked at.
    pub(crate) fn new(_: Option<&Path>, _: &[&Path], _: Content) -> Outcome<Self> {
        Ok(Output)
    }

    /// Writes the result.
    pub(crate) fn write(self, emit: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Outcome<()> {
        let mut written = Vec::new();
        emit(&mut written).map_err(|error| Failure::writing(Path::new("-"), &error))?;
        WRITTEN.set(written);
        Ok(())
    }
}
