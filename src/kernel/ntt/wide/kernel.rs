//! What plans ask of a kernel.

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
/// Elements that are no residues take the steps one by one, [`carry`](super::carry); every slice has the length that the step's name and the
/// length of the transform give it.
pub(crate) trait Kernel: Send + Sync {
    /// How many elements there are.
    fn len(&self) -> usize;
    /// How many threads.
    fn threads(&self) -> usize;
    /// Coefficients below `p` to values in `[0, p)`, in natural or bit-reversed order.
    fn forward(&self, values: &mut [Residue], workspace: &mut [Block], natural: bool) -> Result<()>;
    /// Values below `p` to coefficients in `[0, p)`: the inverse of [`forward`](Kernel::forward), `1/n` included.
    fn inverse(&self, values: &mut [Residue], workspace: &mut [Block], natural: bool) -> Result<()>;
    /// The first two levels.
    fn first(&self, read: Read<'_>, x: &mut [Block]);
    /// All further levels but those of tiles.
    fn levels_down(&self, x: &mut [Block]);
    /// Two levels of block `b` of its size.
    fn level_down(&self, x: &mut [Block], b: usize);
    /// All levels of block `b` of its size, to the values of `out` in bit-reversed order.
    fn values_down(&self, x: &mut [Block], out: &mut [Residue], b: usize);
    /// The values of as many columns of natural order as rows have elements, from number `first`.
    fn columns_down(&self, tiles: &[Tile], first: usize, rows: [&mut [Residue]; ROWS]);
    /// All levels back but the last two.
    fn levels_up(&self, read: Read<'_>, x: &mut [Block], natural: bool);
    /// The last two levels back.
    fn last(&self, from: [&[Block]; 4], to: [&mut [[Residue; LANES]]; 4]);
    /// `x_i <- x_i y_i + z_i`, without `z` the products alone, of words in the form; all of equal length.
    fn multiply(&self, form: Form, x: &mut [Residue], y: &[Residue], z: Option<&[Residue]>);
    /// `x_i <- x_i + y_i`, or `x_i - y_i`, of words in either form.
    fn add(&self, x: &mut [Residue], y: &[Residue], subtract: bool);
}
