//! The interface between plans and a kernel.

use super::{
    limbs::Block,
    pass::Residue,
    product::Form,
    tile::Tile,
    walk::{ROWS, Read},
    words::LANES,
};
use crate::Result;

/// A transform of residues of four words, with a workspace of an eighth of the length in blocks.
///
/// Elements that are not residues run the steps one by one, in [`carry`](super::carry). Every slice has the length that the
/// step's name and the length of the transform give it.
pub(crate) trait Kernel: Send + Sync {
    /// Returns the number of elements.
    fn len(&self) -> usize;
    /// Returns the number of threads.
    fn threads(&self) -> usize;
    /// Transforms coefficients below `p` to values in `[0, p)`, in natural or bit-reversed order.
    fn forward(&self, values: &mut [Residue], workspace: &mut [Block], natural: bool) -> Result<()>;
    /// Transforms values below `p` to coefficients in `[0, p)`: the inverse of [`forward`](Kernel::forward), `1/n` included.
    fn inverse(&self, values: &mut [Residue], workspace: &mut [Block], natural: bool) -> Result<()>;
    /// Runs the first two levels.
    fn first(&self, read: Read<'_>, x: &mut [Block]);
    /// Runs all further levels except those of tiles.
    fn levels_down(&self, x: &mut [Block]);
    /// Runs two levels of block `b` of its size.
    fn level_down(&self, x: &mut [Block], b: usize);
    /// Runs all levels of block `b` of its size, to the values of `out` in bit-reversed order.
    fn values_down(&self, x: &mut [Block], out: &mut [Residue], b: usize);
    /// Computes the values of as many columns of natural order as rows have elements, from number `first`.
    fn columns_down(&self, tiles: &[Tile], first: usize, rows: [&mut [Residue]; ROWS]);
    /// Runs all levels back except the last two.
    fn levels_up(&self, read: Read<'_>, x: &mut [Block], natural: bool);
    /// Runs the last two levels back.
    fn last(&self, from: [&[Block]; 4], to: [&mut [[Residue; LANES]]; 4]);
    /// Computes `x_i <- x_i y_i + z_i`, without `z` the products alone, of words in `form`. All slices have equal length.
    fn multiply(&self, form: Form, x: &mut [Residue], y: &[Residue], z: Option<&[Residue]>);
    /// Computes `x_i <- x_i + y_i`, or `x_i - y_i`, of words in either form.
    fn add(&self, x: &mut [Residue], y: &[Residue], subtract: bool);
}
