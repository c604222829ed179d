//! Low-degree extension: from `n` values of a polynomial of degree below `n` to `k n` values, one coset at a time.
//!
//! ```text
//! X_i = f(g w^i),      i = 0, 1, ..., k n - 1,      w of order k n.
//! ```
//! Notation: `n` the length, `k` the blow-up, `w` a principal root of order `k n`, `u = w^k`, `g` the shift, `sigma` bit reversal.
//!
//! # Idea
//! A transform of length `k n` of `f`, continued by zeros, spends its first `lg k` levels on copying. Its points are
//! `k` cosets of the group of `u`: with `i = k j + c`, `g w^i = (g w^c) u^j`. So coset `c` is one transform of length
//! `n`, of the coefficients times the powers of `g w^c`, without zeros. The powers of `g` are common to all cosets, so
//! they are multiplied in once, together with the `1/n` of the interpolation.
//!
//! ```text
//! k = 2, n = 4:              natural order        bit-reversed order: block sigma(c), there sigma(j)
//! c = 0: f(g u^j)            0   2   4   6        0 4 2 6 | . . . .
//! c = 1: f(g w u^j)            1   3   5   7      . . . . | 1 5 3 7
//! ```
//! In bit-reversed order each coset is a block of the output, transformed in place; natural order takes a
//! transposition.
//!
//! # Cost
//! `k` transforms of `n` elements, the first without weights and the others with `n` products for them. The
//! interpolation is one more with `n` products. If the values are given on the coset `g` and in the requested order,
//! the first coset is a copy of them. For radix 2, `k n lg n` additions instead of `k n lg(k n)`. Asserted by
//! `tests/ntt`.
//!
//! # Source
//! The cosets are the columns of a four-step transform whose other rows are zero, see \[Bailey 1990\].

mod builder;

pub use builder::LowDegreeExtensionBuilder;

use super::support::share;
use crate::{
    Error, Result,
    algebra::Scalar,
    kernel::memory::{Wiped, filled},
    order::{Order, transpose},
    plan::{Accelerated, Plan},
};
use alloc::vec::Vec;
use core::fmt;

/// A low-degree extension of each polynomial of a batch: from `n` values, or from the coefficients, to `k n` values on
/// a larger group or a coset of it.
///
/// ```
/// use ringfft::{algebra::Ring, ntt::LowDegreeExtension, poly, rings::{BabyBear, native}};
///
/// // 1 + x + x^2 + x^3 at 3 w^i, from its values at the fourth roots of unity.
/// let ring = native::<BabyBear>();
/// let extension = LowDegreeExtension::builder(ring, 4, 4).shift(BabyBear::new(3)).build()?;
/// let mut values = vec![BabyBear::ZERO; 16];
/// extension.extend(&[4, 0, 0, 0].map(BabyBear::new), &mut values)?;
/// let point = BabyBear::new(3) * ring.pow(extension.root(), 5);
/// assert_eq!(values[5], poly::evaluate(&ring, &[BabyBear::ONE; 4], &point));
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Shapes
/// In [rows](crate::plan::Layout::Rows), value `i` of polynomial `b` is at index `b k n + i` of the output and
/// `b n + i` of the input. In [columns](crate::plan::Layout::Columns), matrices whose rows are points, it is at
/// `i batch + b` of both.
#[doc(alias = "lde", alias = "coset_lde")]
pub struct LowDegreeExtension<M: Accelerated> {
    /// From values to the coefficients of `f(g x)`.
    interpolation: Plan<M::Element, M>,
    /// The transform of each block of the output.
    cosets: Vec<Plan<M::Element, M>>,
    /// The powers of the shift; none where it is 1.
    shift: Vec<M::Twiddle>,
    root: Scalar<M>,
    order: Order,
    /// `true` if the first block is a copy of the values.
    copied: bool,
    /// Polynomials that lie in rows, and elements of each.
    rows: usize,
    width: usize,
    /// Tasks, and scratch of each: of the interpolation and of the cosets.
    interpolating: (usize, usize),
    evaluating: (usize, usize),
    scratch: usize,
    bytes: u64,
}

impl<M: Accelerated> LowDegreeExtension<M> {
    /// Creates the extension from `len` to `blowup * len` values, with default options.
    ///
    /// # Errors
    /// As [`LowDegreeExtensionBuilder::build`].
    pub fn new(module: M, len: usize, blowup: usize) -> Result<Self> {
        Self::builder(module, len, blowup).build()
    }

    /// Starts an extension with options.
    pub fn builder(module: M, len: usize, blowup: usize) -> LowDegreeExtensionBuilder<M> {
        LowDegreeExtensionBuilder::new(module, len, blowup)
    }

    /// Extends `len` values of each polynomial to `blowup * len`; allocates its scratch.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` holds `len * batch` elements and `output` `blowup * len * batch`;
    /// [`Error::Memory`] if the system refuses the scratch.
    pub fn extend(&self, values: &[M::Element], output: &mut [M::Element]) -> Result<()> {
        self.extend_with(values, output, &mut self.own_scratch()?)
    }

    /// Evaluates the `len` coefficients of each polynomial at `blowup * len` points; allocates its scratch.
    ///
    /// # Errors
    /// As [`extend`](LowDegreeExtension::extend).
    pub fn evaluate(&self, coefficients: &[M::Element], output: &mut [M::Element]) -> Result<()> {
        self.evaluate_with(coefficients, output, &mut self.own_scratch()?)
    }

    /// Computes [`extend`](LowDegreeExtension::extend) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`] as [`extend`](LowDegreeExtension::extend) says, and unless `scratch` has
    /// [`scratch_len`](LowDegreeExtension::scratch_len) elements at least.
    pub fn extend_with(
        &self,
        values: &[M::Element],
        output: &mut [M::Element],
        scratch: &mut [M::Element],
    ) -> Result<()> {
        self.check_slices(values, output, scratch)?;
        let (coefficients, scratch) = scratch.split_at_mut(values.len());
        let (row, (tasks, each)) = (self.len() * self.width, self.interpolating);
        share(coefficients, row, 0, scratch, each, tasks, &|first, rows, scratch| {
            let values = values[first * row..].chunks_exact(row);
            let mut pairs = values.zip(rows.chunks_exact_mut(row));
            pairs.try_for_each(|(values, row)| self.interpolation.inverse_into_with(values, row, scratch))
        })?;
        self.on_cosets(coefficients, self.copied.then_some(values), output, scratch)
    }

    /// Computes [`evaluate`](LowDegreeExtension::evaluate) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`extend_with`](LowDegreeExtension::extend_with).
    pub fn evaluate_with(
        &self,
        coefficients: &[M::Element],
        output: &mut [M::Element],
        scratch: &mut [M::Element],
    ) -> Result<()> {
        self.check_slices(coefficients, output, scratch)?;
        if self.shift.is_empty() {
            return self.on_cosets(coefficients, None, output, scratch);
        }
        let (shifted, scratch) = scratch.split_at_mut(coefficients.len());
        shifted.clone_from_slice(coefficients);
        for row in shifted.chunks_exact_mut(self.len() * self.width) {
            for (elements, power) in row.chunks_exact_mut(self.width).zip(&self.shift) {
                elements.iter_mut().for_each(|x| self.module().apply(x, power));
            }
        }
        self.on_cosets(shifted, None, output, scratch)
    }

    /// Computes values of polynomials, given by the coefficients of `f(g x)`, and on the first coset perhaps by their
    /// values.
    fn on_cosets(
        &self,
        coefficients: &[M::Element],
        values: Option<&[M::Element]>,
        output: &mut [M::Element],
        scratch: &mut [M::Element],
    ) -> Result<()> {
        let (k, row, (tasks, each)) = (self.blowup(), self.len() * self.width, self.evaluating);
        let blocks = |output: &mut [M::Element], scratch: &mut [M::Element]| {
            share(output, row, 0, scratch, each, tasks, &|first, blocks, scratch| {
                blocks.chunks_exact_mut(row).enumerate().try_for_each(|(i, block)| {
                    let (polynomial, coset) = ((first + i) / k, (first + i) % k);
                    let of = |list: &'_ [M::Element]| polynomial * row..(polynomial * row + row).min(list.len());
                    match values.filter(|_| coset == 0) {
                        Some(values) => block.clone_from_slice(&values[of(values)]),
                        None => {
                            self.cosets[coset].forward_into_with(&coefficients[of(coefficients)], block, scratch)?;
                        }
                    }
                    Ok(())
                })
            })
        };
        if self.order != Order::Natural || k == 1 {
            return blocks(output, scratch);
        }
        let (turned, scratch) = scratch.split_at_mut(output.len());
        blocks(turned, scratch)?;
        for (from, to) in turned.chunks_exact(k * row).zip(output.chunks_exact_mut(k * row)) {
            if self.width == 1 {
                transpose(from, to, k, row);
                continue;
            }
            for (place, to) in to.chunks_exact_mut(self.width).enumerate() {
                let start = (place % k * self.len() + place / k) * self.width;
                to.clone_from_slice(&from[start..start + self.width]);
            }
        }
        Ok(())
    }

    fn check_slices(&self, input: &[M::Element], output: &[M::Element], scratch: &[M::Element]) -> Result<()> {
        let total = self.len() * self.batch();
        Error::check_len("input", total, input.len())?;
        Error::check_len("output", total * self.blowup(), output.len())?;
        Error::check_at_least("scratch", self.scratch, scratch.len())
    }

    /// Allocates scratch of the length this extension needs.
    ///
    /// # Errors
    /// [`Error::Memory`] if the system refuses the memory.
    pub fn scratch(&self) -> Result<Vec<M::Element>> {
        filled("scratch", self.scratch, self.module().zero())
    }

    /// Allocates the scratch of a call without the caller's scratch.
    fn own_scratch(&self) -> Result<Wiped<M::Element>> {
        Ok(Wiped::new(self.scratch()?, self.module().zero()))
    }

    /// Returns the number of coefficients of a polynomial.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    pub fn len(&self) -> usize {
        self.interpolation.len()
    }

    /// Returns the blow-up: the number of output values for each input value.
    pub fn blowup(&self) -> usize {
        self.cosets.len()
    }

    /// Returns the number of polynomials in one call.
    pub fn batch(&self) -> usize {
        self.rows * self.width
    }

    /// Returns the root of unity, of order `blowup * len`: value `i`, in natural order, is taken at the shift times its
    /// power `i`.
    pub fn root(&self) -> &Scalar<M> {
        &self.root
    }

    /// Returns the order of the output values.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Returns the number of elements of scratch that the `_with` forms need.
    pub fn scratch_len(&self) -> usize {
        self.scratch
    }

    /// Returns the most bytes that tables and scratch take: cosets of equal recipes share their tables.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the module whose elements are transformed.
    pub fn module(&self) -> &M {
        self.interpolation.module()
    }
}

impl<M: Accelerated> fmt::Debug for LowDegreeExtension<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LowDegreeExtension")
            .field("recipe", &format_args!("{}", self.interpolation.recipe()))
            .field("blowup", &self.blowup())
            .field("order", &self.order)
            .field("batch", &self.batch())
            .field("bytes", &self.bytes)
            .finish_non_exhaustive()
    }
}
