//! The valid shapes: the one condition for text, sizes and kernels.

use super::{LONGEST, SHORTEST_ROW, Shape, product, shorten};
use crate::{
    Error, Result,
    kernel::complex::{
        across::radices::is_in_steps, codelets, direct, nine_rows, odd, passes, powers, rader, short_powers, stepped,
    },
};
use alloc::format;

/// Returns whether radices make a side of [`Shape::Columns`]: each has a pass, and those at the ends have a network. More than 40
/// radices make no length that exists.
fn is_side(radices: &[usize], lanes: usize) -> bool {
    let ends = [radices.first(), radices.last()];
    radices.len() <= 40
        && product(radices).is_some_and(|n| n >= lanes)
        && radices.iter().all(|radix| passes::is_prime(*radix) || passes::compiled(lanes, *radix))
        && ends.iter().all(|end| end.is_some_and(|radix| !passes::is_prime(*radix)))
}

/// Returns whether these are two steps on vectors of 64 bytes with the parts side by side.
fn is_wide(lanes: usize, columns: &[usize], rows: &[usize]) -> bool {
    let Some([n1, n2]) = stepped::sides(columns, rows) else { return false };
    codelets::is_wide_codelet(lanes, n1, n2) || matches!(lanes, 4 | 8) && stepped::exists(lanes, n1, n2)
}

impl Shape {
    /// Checks that this is a kernel on some instruction set: every number is in its range, and all of them fit together.
    ///
    /// Parsed text has been checked; a shape made by hand is checked at every use.
    ///
    /// # Errors
    /// [`Error::Parse`], which says what a shape must be.
    pub fn check(&self) -> Result<()> {
        let refuse = |expected| Err(Error::Parse { expected, found: shorten(&format!("{self}")), source: None });
        let n = self.len();
        if n == 0 || n > LONGEST {
            return refuse("a length of 1 to 2^40");
        }
        // Before anything is computed with the lanes.
        if let Shape::Columns { lanes, .. }
        | Shape::Lanes { lanes, .. }
        | Shape::Reversed { lanes, .. }
        | Shape::Residues { lanes, .. } = self
            && !matches!(lanes, 1 | 4 | 8 | 16)
        {
            return refuse("1, 4, 8 or 16 lanes");
        }
        match self {
            Shape::Direct { lanes, .. } if !matches!(lanes, 1 | 2 | 4 | 8 | 16) => refuse("1, 2, 4, 8 or 16 lanes"),
            Shape::Direct { lanes: 2, len } if !codelets::is_short_direct(2, *len) => {
                refuse("direct2 of 9, 11, 13, 15, 17, 19, 23, 29, 31, 37, 41, 43 or 47 values")
            }
            Shape::Direct { len, .. } if *len > direct::LONGEST => refuse("direct of at most 1024 values"),
            Shape::Single { len } if *len != 1 && !odd::RADICES.contains(len) => refuse("a network of 1 to 16 values"),
            Shape::Codelet { lanes, columns, rows }
                if !(codelets::is_codelet(*lanes, *columns, *rows)
                    || nine_rows::exists(*lanes, *columns, *rows)
                    || matches!(lanes, 2 | 4 | 8) && stepped::exists(*lanes, *columns, *rows)) =>
            {
                refuse("a codelet that exists")
            }
            Shape::Columns { lanes, columns, rows }
                if !is_side(columns, *lanes)
                    || !is_side(rows, *lanes)
                    // On 16 lanes this radix is that of a convolution's rows.
                    || columns.contains(&16)
                    || rows.len() > 1 && rows.contains(&16) =>
            {
                refuse("two sides of at least as many values as lanes, of radices that exist")
            }
            Shape::Lanes { lanes, columns, rows } if !powers::is_power(*lanes, columns, rows) => refuse(
                "4, 8 or 16 lanes, radices 4 and 8, the first 8, or 16 on 16 lanes; the lanes a divisor of the rows, which have two radices \
                     where the columns have",
            ),
            Shape::Pairs { lanes, columns, rows }
                if !(short_powers::is_pairs(*lanes, columns, rows) || is_wide(*lanes, columns, rows)) =>
            {
                refuse(
                    "2, 4 or 8 lanes, radix 8 or 16, then 8x4, 8x8, 8x4x4, 8x4x8 or 8x8x8, not all of them on all lanes; \
                     or 4 or 8 lanes and the sides of two steps",
                )
            }
            Shape::Reversed { lanes, len }
                if !(*lanes > 1 && len.is_power_of_two() && *len >= 4 * lanes && *len >= lanes * lanes) =>
            {
                refuse("4, 8 or 16 lanes and a power of two, at least 4 times the lanes and their square")
            }
            Shape::Residues { lanes, len, .. } if !(len.is_power_of_two() && *len >= 2 && *len >= lanes * lanes) => {
                refuse("a power of two, at least 2 and the square of the lanes")
            }
            Shape::Rader { len, inner } => {
                if !matches!(**inner, Shape::Columns { .. }) || inner.len() != len - 1 || !rader::exists(*len) {
                    return refuse("an odd prime below 2^32, and columns of the length below it");
                }
                inner.check()
            }
            Shape::Bluestein { len, inner } => {
                if !matches!(**inner, Shape::Columns { .. }) || inner.len() < 2 * len - 1 {
                    return refuse("columns of at least twice the length less one");
                }
                inner.check()
            }
            Shape::Rows { len, inner } => {
                // The kind of the kernel inside first, so that nothing is checked deeper than it can be.
                let is_row = matches!(**inner, Shape::Direct { .. } | Shape::Rader { .. } | Shape::Bluestein { .. })
                    && inner.len() >= SHORTEST_ROW
                    && len.is_multiple_of(inner.len());
                if !is_row || !is_in_steps(len / inner.len()) {
                    return refuse(
                        "rows of at least 16 values as direct, rader or bluestein, and a number of them from 2 to 2048 without a prime \
                         factor above 7",
                    );
                }
                inner.check()
            }
            _ => Ok(()),
        }
    }
}
