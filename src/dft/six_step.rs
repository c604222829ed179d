//! Six-step: the four-step transform with every short transform contiguous.
//!
//! Notation: `n = n1 n2`, any factors; `w` a principal `n`-th root; the input is an `n1` by `n2` matrix row by row.
//!
//! # Idea
//! Columns lie apart, so the matrix is transposed before the first transforms and again before the second; the
//! third transposition leaves natural order.
//!
//! ```text
//! X[a + n1 b] = sum_c w^(n1 bc)  w^(ac)  sum_i w^(n2 ai) x[i n2 + c]
//!
//! 1. transpose   2. n2 rows of n1   3. twist   4. transpose   5. n1 rows of n2   6. transpose
//!
//! n = 6 = 2 x 3:                          twist
//!      x0 x1 x2      x0 x3     length 2   0 0                  length 3   X0 X2 X4      X0 X1
//!      x3 x4 x5      x1 x4     over w^3   0 1     transposed   over w^2   X1 X3 X5      X2 X3
//!                    x2 x5                0 2                                           X4 X5
//! ```
//! The inverse is the forward map followed by the reversal `k -> -k`, merged into the last step.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | n1 n2 | any action | n and that of the factors | through scratch |
//!
//! # Cost
//! As the four-step transform: `n2` transforms of length `n1`, `n1` of length `n2`, and `(n1 - 1)(n2 - 1)` products
//! less those by -1. Asserted by `tests/suite/counts.rs`.
//!
//! # Source
//! \[Bailey 1990\].

use super::{
    Transform, check_slices,
    four_step::{check_factors, twiddles, twist},
};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    order::{Order, transpose},
};
use alloc::{sync::Arc, vec::Vec};

/// The six-step transform over two transforms in natural order.
///
/// ```
/// use ringfft::{algebra::Domain, dft::{SixStep, Small, Transform}, rings::Modular};
/// use std::sync::Arc;
///
/// let ring = Modular::new(7)?;
/// let domain = Domain::new(ring, 6)?;
/// let columns = Arc::new(Small::new(&domain.subdomain(3)?)?); // length 2
/// let rows = Arc::new(Small::new(&domain.subdomain(2)?)?); // length 3
/// let transform = SixStep::new(&domain, columns, rows)?;
/// // The values of `x` are the points.
/// let mut x = [0; 6];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], *domain.root());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct SixStep<M: Action> {
    module: M,
    /// `n1` and `n2`.
    factors: [usize; 2],
    columns: Arc<dyn Transform<M>>,
    rows: Arc<dyn Transform<M>>,
    twiddles: Vec<M::Twiddle>,
}

impl<M: Action> SixStep<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform from those of columns and rows. `columns` has length `n1` and the root `w^n2`, that of
    /// `domain.subdomain(n2)`; `rows` has length `n2` and the root `w^n1`, that of `domain.subdomain(n1)`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the two lengths multiply to that of the domain and both
    /// transforms are in natural order.
    pub fn new(domain: &Domain<M>, columns: Arc<dyn Transform<M>>, rows: Arc<dyn Transform<M>>) -> Result<Self> {
        check_factors("six-step", domain, &*columns, &*rows)?;
        let factors = [columns.len(), rows.len()];
        let twiddles = twiddles(domain, factors);
        Ok(SixStep { module: domain.module().clone(), factors, columns, rows, twiddles })
    }
}

impl<M: Action> Transform<M> for SixStep<M> {
    fn len(&self) -> usize {
        self.factors[0] * self.factors[1]
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.len().saturating_add(self.columns.scratch_len().max(self.rows.scratch_len()))
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let [n1, n2] = self.factors;
        let (matrix, inner) = scratch.split_at_mut(n1 * n2);
        transpose(values, matrix, n1, n2);
        for (c, column) in matrix.chunks_exact_mut(n1).enumerate() {
            self.columns.forward(column, inner)?;
            twist(&self.module, column, c, &self.twiddles);
        }
        transpose(matrix, values, n2, n1);
        for row in values.chunks_exact_mut(n2) {
            self.rows.forward(row, inner)?;
        }
        transpose(values, matrix, n1, n2);
        values.clone_from_slice(matrix);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.forward(values, scratch)?;
        values[1..].reverse();
        Ok(())
    }
}
