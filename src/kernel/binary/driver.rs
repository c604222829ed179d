//! The passes over memory and their threads, for every kernel.
//!
//! ```text
//! words   import | levels, 5 at a time, columns in a buffer | ... | leaf in a cache: levels, lanes, export   words
//! ```

use crate::kernel::{cast::prefetch, planes::Line};
use crate::lists;
use alloc::boxed::Box;

/// The most levels of one pass over columns: the buffer has `2^LEVELS` rows.
const LEVELS: u32 = 5;
/// The most rows of a pass.
const ROWS: usize = 1 << LEVELS;
/// Lines that a column takes of each row.
const COLUMN: usize = 16;
/// Nodes with fewer lines are not shared out over threads.
#[cfg(feature = "parallel")]
const SHARED: usize = 1 << 11;

/// Memory of the passes: it starts where a cache line does.
#[repr(align(64))]
pub(super) struct Buffer<const N: usize = { ROWS * COLUMN }>(pub(super) [Line; N]);

impl<const N: usize> Buffer<N> {
    pub(super) fn new() -> Self {
        Buffer([[0; 8]; N])
    }
}

/// A node of a transform.
#[derive(Clone, Copy)]
pub(super) struct Node {
    /// The logarithm of the number of elements.
    pub(super) s: u32,
    /// The index among the nodes of this size.
    pub(super) j: usize,
    /// True for the root of the tree, whose coefficients are words.
    pub(super) whole: bool,
    pub(super) inverse: bool,
}

/// The arithmetic of one instruction set on lines of elements.
pub(super) trait Kernel: Send + Sync {
    /// Returns the number of lines of a leaf, which fits a cache.
    fn leaf_lines(&self) -> usize;

    /// Converts words to the form that [`pass`](Self::pass) takes, for the whole transform.
    fn import(&self, words: &[Line], to: &mut [Line]) {
        to.copy_from_slice(words);
    }

    /// Converts back to words: undoes [`import`](Self::import).
    fn export(&self, from: &[Line], words: &mut [Line]) {
        words.copy_from_slice(from);
    }

    /// Computes the highest `depth` levels of the node, on a column of its rows.
    fn pass(&self, column: &mut [Line], depth: u32, node: Node);

    /// Computes a node that fits the cache, down to its values or from them. `buffer` has the lines of a [`Buffer`], or none.
    fn leaf(&self, buffer: &mut [Line], x: &mut [Line], node: Node);
}

/// A kernel with its passes over memory.
pub(super) struct Driver {
    pub(super) kernel: Box<dyn Kernel>,
    /// The transform has `2^dim` elements.
    pub(super) dim: u32,
    #[cfg_attr(not(feature = "parallel"), allow(dead_code, reason = "there are no threads"))]
    pub(super) threads: usize,
}

impl Driver {
    /// Transforms the elements, in place.
    pub(super) fn run(&self, x: &mut [Line], inverse: bool) {
        let node = Node { s: self.dim, j: 0, whole: true, inverse };
        #[cfg(feature = "parallel")]
        if self.threads > 1 && x.len() >= SHARED {
            return self.shared(x, node);
        }
        if x.len() <= self.kernel.leaf_lines() {
            return self.kernel.leaf(&mut [], x, node);
        }
        self.node(&mut Buffer::new(), x, node);
    }

    /// Returns how many levels the pass of a node of this many lines takes: those above the leaves in passes of equal
    /// depth.
    fn depth(&self, lines: usize) -> u32 {
        let above = (lines / self.kernel.leaf_lines()).trailing_zeros();
        above.div_ceil(above.div_ceil(LEVELS))
    }

    fn node(&self, buffer: &mut Buffer, x: &mut [Line], node: Node) {
        if x.len() <= self.kernel.leaf_lines() {
            return self.kernel.leaf(&mut buffer.0, x, node);
        }
        let depth = self.depth(x.len());
        let len = x.len() >> depth;
        if !node.inverse {
            self.columns(buffer, &mut row_slices(x, len), depth, node);
        }
        for (i, x) in x.chunks_exact_mut(len).enumerate() {
            self.node(buffer, x, child(node, depth, i));
        }
        if node.inverse {
            self.columns(buffer, &mut row_slices(x, len), depth, node);
        }
    }

    /// Computes the highest `depth` levels of the node, on the columns of its rows that are given.
    fn columns(&self, buffer: &mut Buffer, rows: &mut [&mut [Line]; ROWS], depth: u32, node: Node) {
        let count = 1 << depth;
        let buffer = &mut buffer.0[..COLUMN * count];
        for at in (0..rows[0].len()).step_by(COLUMN) {
            for (row, lines) in rows[..count].iter().zip(buffer.chunks_exact_mut(COLUMN)) {
                // The next column, while there is something to compute.
                let next = &row[at + COLUMN..];
                prefetch(next.get(..COLUMN).unwrap_or_default());
                let row = &row[at..][..COLUMN];
                if node.whole && !node.inverse { self.kernel.import(row, lines) } else { lines.copy_from_slice(row) }
            }
            self.kernel.pass(buffer, depth, node);
            for (row, lines) in rows[..count].iter_mut().zip(buffer.chunks_exact(COLUMN)) {
                let row = &mut row[at..][..COLUMN];
                if node.whole && node.inverse { self.kernel.export(lines, row) } else { row.copy_from_slice(lines) }
            }
        }
    }

    /// Runs [`node`](Self::node) on the threads of the surrounding pool.
    #[cfg(feature = "parallel")]
    fn shared(&self, x: &mut [Line], node: Node) {
        use crate::threads::{Every, share};
        let depth = self.depth(x.len()).max(3);
        let len = x.len() >> depth;
        // Pieces of each row, whole columns of them.
        let piece = (len / COLUMN).div_ceil(4 * self.threads) * COLUMN;
        let pass = |x: &mut [Line]| {
            let mut pieces = lists::list(len.div_ceil(piece), |_| empty());
            for (r, row) in x.chunks_exact_mut(len).enumerate() {
                row.chunks_mut(piece).zip(&mut pieces).for_each(|(part, rows)| rows[r] = part);
            }
            share(true, Every(&mut pieces[..], 1), 1, &|pieces: Every<&mut [[&mut [Line]; ROWS]]>| {
                let buffer = &mut Buffer::new();
                pieces.0.iter_mut().for_each(|rows| self.columns(buffer, rows, depth, node));
            });
        };
        if !node.inverse {
            pass(x);
        }
        share(true, (0..1 << depth, Every(&mut *x, len)), 1, &|(i, x): (core::ops::Range<_>, Every<&mut [Line]>)| {
            self.node(&mut Buffer::new(), x.0, child(node, depth, i.start));
        });
        if node.inverse {
            pass(x);
        }
    }
}

/// Returns the node `i` of those that are `depth` levels below.
fn child(node: Node, depth: u32, i: usize) -> Node {
    Node { s: node.s - depth, j: (node.j << depth) + i, whole: false, ..node }
}

fn empty<'a>() -> [&'a mut [Line]; ROWS] {
    lists::from_fn(|_| Default::default())
}

fn row_slices(x: &mut [Line], len: usize) -> [&mut [Line]; ROWS] {
    let mut rows = empty();
    rows.iter_mut().zip(x.chunks_exact_mut(len)).for_each(|(row, x)| *row = x);
    rows
}
