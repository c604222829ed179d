//! Refusals of plans, the same for every ring: they are not compiled again for each.

use super::{Algorithm, Options, Recipe, Scale};
use crate::{Error, Result, kernel::isa::Isa};
use alloc::{format, string::String, vec::Vec};

/// Bytes that no system refuses.
const LITTLE: usize = 1 << 16;

/// Returns the error that refuses `bytes` bytes.
pub(super) fn too_much(bytes: u64, limit: Option<u64>) -> Error {
    Error::Memory { what: "the plan", needed: bytes.into(), limit }
}

/// Checks the bytes of a plan against the caller's limit.
pub(super) fn within(bytes: u64, limit: Option<u64>) -> Result<()> {
    match limit {
        Some(limit) if limit < bytes => Err(too_much(bytes, Some(limit))),
        _ => Ok(()),
    }
}

/// Requests the memory of a plan once, so that a refused length is an error, not an abort, except for small
/// allocations.
pub(super) fn reserve(bytes: u64, algorithm: Algorithm) -> Result<()> {
    // Tables are made from lists of powers, which for a while lie beside them: up to twice as much, for kernels little.
    let making = if algorithm == Algorithm::Packed { bytes.saturating_add(bytes / 4) } else { bytes.saturating_mul(3) };
    let bytes_here = usize::try_from(making).map_err(|_| too_much(bytes, None))?;
    if bytes_here > LITTLE {
        Vec::<u8>::new().try_reserve_exact(bytes_here).map_err(|_| too_much(making, None))?;
    }
    Ok(())
}

/// Checks that the machine and the kernels of a ring have an instruction set.
pub(super) fn check_isa(isa: Isa, sets: &dyn Fn() -> &'static [Isa], ring: &dyn Fn() -> String) -> Result<()> {
    if matches!(isa, Isa::Auto | Isa::Scalar) {
        return Ok(());
    }
    let here = |isa: &Isa| isa.is_available();
    let sets: Vec<&str> = sets().iter().filter(|isa| here(isa)).map(|isa| isa.name()).collect();
    if sets.contains(&isa.name()) {
        return Ok(());
    }
    let lacks = if isa.is_available() { "this build has no kernels for it" } else { "this machine lacks it" };
    Err(Error::Unsupported {
        what: format!(
            "the instruction set {isa} was asked for over {}, but {lacks}: take auto, {}",
            ring(),
            [&["scalar"], &sets[..]].concat().join(", ")
        ),
    })
}

/// Checks that a plan asks for nothing that additive transforms do not take, or only they take.
pub(super) fn check_additive(recipe: &Recipe, options: &Options, root: bool, basis: bool) -> Result<()> {
    let algorithm = recipe.algorithm();
    let what = match algorithm.is_additive() {
        true if root => "has no root of unity: its points are those of a subspace, so leave the root out",
        true if !matches!(options.scale, Scale::INVERSE | Scale::NONE) => {
            "has no scale, because its inverse is exact and the length is zero in characteristic 2: take none"
        }
        false if basis => "has no basis: its points are powers of a root of unity, so leave the basis out",
        _ => return Ok(()),
    };
    Err(Error::Unsupported { what: format!("{algorithm} {what}") })
}

/// Returns the refusal of modules without subspaces to evaluate on.
pub(super) fn no_subspaces(ring: String) -> Error {
    Error::Unsupported {
        what: format!(
            "no additive transforms are offered over {ring}: take a transform over roots of unity, or a binary field"
        ),
    }
}
