//! The reduction tree of the classical transforms, for every divisor: from nodes to children, and back.

/// Nodes of up to this many elements are reduced level by level, longer ones child by child.
const BLOCK: usize = 1 << 8;

/// A reduction of a node to its two children, in place.
pub(super) trait Reduction {
    type Element;

    /// Reduces node `j` of its size to its two children.
    fn split(&self, node: &mut [Self::Element], j: usize);

    /// Computes node `j` of its size from its two children.
    fn merge(&self, node: &mut [Self::Element], j: usize);

    /// Reduces node `j` of its size to its values.
    fn forward_node(&self, values: &mut [Self::Element], j: usize) {
        let len = values.len();
        if len > BLOCK {
            self.split(values, j);
            for (b, half) in values.chunks_exact_mut(len / 2).enumerate() {
                self.forward_node(half, 2 * j + b);
            }
            return;
        }
        let mut size = len;
        while size > 1 {
            for (p, node) in values.chunks_exact_mut(size).enumerate() {
                self.split(node, j * (len / size) + p);
            }
            size /= 2;
        }
    }

    /// Computes node `j` of its size from its values.
    fn inverse_node(&self, values: &mut [Self::Element], j: usize) {
        let len = values.len();
        if len > BLOCK {
            for (b, half) in values.chunks_exact_mut(len / 2).enumerate() {
                self.inverse_node(half, 2 * j + b);
            }
            return self.merge(values, j);
        }
        let mut size = 2;
        while size <= len {
            for (p, node) in values.chunks_exact_mut(size).enumerate() {
                self.merge(node, j * (len / size) + p);
            }
            size *= 2;
        }
    }
}
