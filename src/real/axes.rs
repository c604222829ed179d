//! Shapes and axes of arrays, checked.

use super::support::{self, too_large};
use crate::{Error, Result};
use alloc::{format, vec::Vec};

/// Returns the axes of a shape that are transformed, checked: one flag an axis.
pub(super) fn flags(shape: &[usize], axes: &[usize]) -> Result<Vec<bool>> {
    let rank = shape.len();
    if rank == 0 {
        return Err(Error::Length { what: "a shape", len: 0, possible: "it needs one axis at least" });
    }
    if shape.contains(&0) {
        return Err(Error::Length { what: "an axis", len: 0, possible: "the least length is 1" });
    }
    let mut flags = support::filled("a list of axes", rank, false)?;
    for &axis in axes {
        let Some(flag) = flags.get_mut(axis) else {
            let last = rank - 1;
            return Err(Error::Unsupported {
                what: format!("there is no axis {axis}: the array has rank {rank}, so its axes are 0 to {last}"),
            });
        };
        if *flag {
            return Err(Error::Unsupported {
                what: format!("axis {axis} is given twice: each axis is transformed once, so name it once"),
            });
        }
        *flag = true;
    }
    Ok(flags)
}

/// Returns the elements of a shape.
pub(super) fn volume(shape: &[usize]) -> Result<usize> {
    shape.iter().try_fold(1usize, |product, &len| product.checked_mul(len)).ok_or(too_large("the array"))
}
