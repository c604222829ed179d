//! Karatsuba's method for a fixed kernel: a Toeplitz matrix times a vector, over every module.
//!
//! Notation: `s` the size, `h = s/2`, `T` the matrix `T_(k,j) = t_(s - 1 + k - j)`, `v` the vector.
//!
//! # Idea
//! A middle product is a product by a Toeplitz matrix, a cyclic convolution by one that is circulant. Its quarters
//! are Toeplitz again and two of them are equal:
//!
//! ```text
//! | T1 T0 | | v0 |   | T1 (v0 + v1) + (T0 - T1) v1 |       T0 = t[0 .. 2h-1]
//! | T2 T1 | | v1 | = | T1 (v0 + v1) + (T2 - T1) v0 |       T1 = t[h .. 3h-1],  T2 = t[2h .. 4h-1]
//! ```
//! Three products of half the size in place of four. The kernel is fixed, so `T0 - T1` and `T2 - T1` are formed once,
//! down to the leaves; the elements see `3h` additions to a level. This is the transpose of the product of
//! polynomials in Karatsuba's form: nothing is computed and folded away. No root, no inverse, no order.
//!
//! # Cost
//! With leaves of size `l` and `s = l 2^d`: `3^d l^2` products by scalars, `3^d l (l - 1) + 3 l (3^d - 2^d)` additions,
//! `3^d (2l - 1)` scalars kept. A size between is filled up with zeros. Asserted by `tests/suite/convolutions.rs`.
//!
//! # Source
//! \[Karatsuba-Ofman 1962\]; the transposed form: \[Winograd 1980\]. `papers/convolution.md` has the product itself.

use crate::{
    Error, Result,
    algebra::{Action, Convolver, CyclicConvolution, MiddleProduct, Module, Scalar, middle_outputs},
    conv::wrap::{add_all, sub_all},
};
use alloc::{sync::Arc, vec, vec::Vec};

/// Convolutions by Karatsuba's method: every module, every length.
///
/// ```
/// use ringfft::{algebra::Convolver, conv::Karatsuba, rings::Modular};
///
/// // Multiplies by 1 + x modulo x^3 - 1 and 17.
/// let by = Karatsuba::new(Modular::new(17)?).cyclic(&[1, 1, 0])?;
/// let mut values = [1, 2, 3];
/// by.convolve(&mut values, &mut vec![0; by.scratch_len()])?;
/// assert_eq!(values, [4, 3, 5]);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Karatsuba<M> {
    module: M,
    leaf: usize,
}

/// Matrices are halved as long as the parts have this many rows: leaves of 8 to 16 rows were the fastest modulo words.
const LEAF: usize = 8;

impl<M: Action> Karatsuba<M> {
    /// Creates convolutions whose matrices are halved as long as the parts have 8 rows. That suits products that cost
    /// about as much as a few additions.
    pub fn new(module: M) -> Self {
        Self::with_leaf(module, LEAF)
    }

    /// Creates convolutions whose matrices are halved as long as the parts have `leaf` rows. A leaf of 1 takes the
    /// fewest products by scalars. That suits points of curves, whose additions cost little in comparison.
    pub fn with_leaf(module: M, leaf: usize) -> Self {
        Karatsuba { module, leaf: leaf.max(1) }
    }

    fn toeplitz(&self, kernel: &[Scalar<M>], inputs: usize) -> Result<Toeplitz<M>> {
        let outputs = middle_outputs(kernel.len(), inputs)?;
        let n = inputs.max(outputs);
        let (leaf, depth) = shape(n, self.leaf);
        let possible = "it must be below 2^62";
        let length = Error::Length { what: "Karatsuba's method", len: n, possible };
        let size = leaf.checked_mul(1 << depth).filter(|size| size >> (usize::BITS - 2) == 0).ok_or(length)?;
        // Row k, column j of the matrix is t[size - 1 + k - j].
        let mut t = vec![self.module.scalars().zero(); 2 * size - 1];
        t[size - inputs..][..kernel.len()].clone_from_slice(kernel);
        let mut leaves = Vec::new();
        self.prepare(&t, depth, &mut leaves);
        Ok(Toeplitz { module: self.module.clone(), inputs, outputs, size, leaf, leaves })
    }

    /// Collects the leaves of the matrix `t`, in the order in which they are met.
    fn prepare(&self, t: &[Scalar<M>], depth: u32, leaves: &mut Vec<M::Twiddle>) {
        if depth == 0 {
            for scalar in t {
                leaves.push(self.module.prepare(scalar));
            }
            return;
        }
        let half = t.len().div_ceil(4);
        let part = |i: usize| &t[i * half..][..2 * half - 1];
        let difference = |i: usize| {
            let mut difference = part(i).to_vec();
            sub_all(self.module.scalars(), &mut difference, part(1));
            difference
        };
        self.prepare(part(1), depth - 1, leaves);
        self.prepare(&difference(2), depth - 1, leaves);
        self.prepare(&difference(0), depth - 1, leaves);
    }
}

/// Returns the rows of the leaves and the number of halvings for `n` rows: the fewest products with leaves of at least
/// `least` rows.
fn shape(n: usize, least: usize) -> (usize, u32) {
    let shapes = (0..usize::BITS).map(|depth| (n.div_ceil(1 << depth), depth));
    let products = |&(leaf, depth): &(usize, u32)| (0..depth).fold((leaf as u128).pow(2), |product, _| 3 * product);
    let admitted = |&(leaf, depth): &(usize, u32)| depth == 0 || leaf >= least;
    shapes.take_while(admitted).min_by_key(products).unwrap_or((n, 0))
}

/// Returns the rows of a leaf and the number of halvings for `n` rows, with leaves as [`Karatsuba::new`] has them.
pub(crate) fn karatsuba_shape(n: usize) -> (usize, u32) {
    shape(n, LEAF)
}

impl<M: Action> Convolver<M> for Karatsuba<M> {
    fn module(&self) -> &M {
        &self.module
    }

    fn len_from(&self, least: usize) -> Result<usize> {
        Ok(least.max(1))
    }

    /// Returns the circulant matrix.
    fn cyclic(&self, kernel: &[Scalar<M>]) -> Result<Arc<dyn CyclicConvolution<M>>> {
        // Row k, column j holds the kernel at k - j modulo n.
        let periods = [kernel.get(1..).unwrap_or_default(), kernel].concat();
        Ok(Arc::new(self.toeplitz(&periods, kernel.len())?))
    }

    fn middle(&self, kernel: &[Scalar<M>], inputs: usize) -> Result<Arc<dyn MiddleProduct<M>>> {
        Ok(Arc::new(self.toeplitz(kernel, inputs)?))
    }
}

/// A Toeplitz matrix, ready.
struct Toeplitz<M: Action> {
    module: M,
    inputs: usize,
    outputs: usize,
    /// The matrix with its zeros: `leaf 2^depth`.
    size: usize,
    leaf: usize,
    /// `2 leaf - 1` scalars to a leaf.
    leaves: Vec<M::Twiddle>,
}

impl<M: Action> Toeplitz<M> {
    fn fits(&self) -> bool {
        self.inputs == self.size && self.outputs == self.size
    }

    fn scratch(&self) -> usize {
        if self.fits() { self.size } else { 2 * self.size }
    }

    fn run(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        Error::check_len("slice of values", self.inputs.max(self.outputs), values.len())?;
        Error::check_at_least("scratch", self.scratch(), scratch.len())?;
        if self.fits() {
            self.node(values, &self.leaves, scratch);
            return Ok(());
        }
        let (filled, scratch) = scratch.split_at_mut(self.size);
        filled[..self.inputs].clone_from_slice(&values[..self.inputs]);
        filled[self.inputs..].fill(self.module.zero());
        self.node(filled, &self.leaves, scratch);
        values[..self.outputs].clone_from_slice(&filled[..self.outputs]);
        Ok(())
    }

    /// Computes `v <- T v`, with `s` elements of scratch.
    fn node(&self, v: &mut [M::Element], leaves: &[M::Twiddle], scratch: &mut [M::Element]) {
        let module = &self.module;
        let size = v.len();
        if size == self.leaf {
            let results = &mut scratch[..size];
            let mut row = leaves;
            for result in results.iter_mut() {
                *result = module.applied(&v[0], &row[size - 1]);
                for (x, scalar) in v[1..].iter().zip(row[..size - 1].iter().rev()) {
                    module.add_assign(result, &module.applied(x, scalar));
                }
                row = &row[1..];
            }
            v.swap_with_slice(results);
            return;
        }
        let (v0, v1) = v.split_at_mut(size / 2);
        let (sum, scratch) = scratch.split_at_mut(size / 2);
        let (first, rest) = leaves.split_at(leaves.len() / 3);
        let (second, third) = rest.split_at(first.len());
        sum.clone_from_slice(v0);
        add_all(module, sum, v1);
        self.node(sum, first, scratch);
        self.node(v0, second, scratch);
        self.node(v1, third, scratch);
        v0.swap_with_slice(v1);
        add_all(module, v0, sum);
        add_all(module, v1, sum);
    }
}

impl<M: Action> CyclicConvolution<M> for Toeplitz<M> {
    fn len(&self) -> usize {
        self.inputs
    }

    fn scratch_len(&self) -> usize {
        self.scratch()
    }

    fn convolve(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch)
    }
}

impl<M: Action> MiddleProduct<M> for Toeplitz<M> {
    fn inputs(&self) -> usize {
        self.inputs
    }

    fn outputs(&self) -> usize {
        self.outputs
    }

    fn scratch_len(&self) -> usize {
        self.scratch()
    }

    fn multiply(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch)
    }
}
