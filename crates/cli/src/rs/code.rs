//! The erasure code as the options ask for it, and room for shards.

use crate::{
    failure::{Failure, Outcome},
    settings::Settings,
};
use ringfft::code::ErasureCode;

/// Returns the code for this many shards, with the threads and instruction set of the options.
pub(super) fn code(data: usize, parity: usize, settings: &Settings) -> Outcome<ErasureCode> {
    Ok(ErasureCode::builder(data, parity).isa(settings.isa).threads(settings.threads).build()?)
}

/// Allocates `len` bytes of zeros, or returns an error.
pub(super) fn room(len: usize) -> Outcome<Vec<u8>> {
    let mut bytes = Vec::new();
    bytes
        .try_reserve_exact(len)
        .map_err(|_| Failure::Resource(format!("no memory for shards of {len} bytes: take a smaller file")))?;
    bytes.resize(len, 0);
    Ok(bytes)
}
