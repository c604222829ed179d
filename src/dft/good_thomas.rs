//! Good-Thomas, the prime-factor algorithm: coprime factors, a two-dimensional transform, no twiddles.
//!
//! Notation: `n = n1 n2` with coprime `n1`, `n2`; `w` a principal `n`-th root, so that `w^n2` has order `n1` and
//! `w^n1` order `n2`.
//!
//! # Idea
//! Read coefficient `j = n2 i + n1 c mod n` as entry `(i, c)` of a matrix, and write the value of the `k` with
//! `k = a mod n1`, `k = b mod n2` to entry `(a, b)`. Then `w^(jk) = (w^n2)^(i k) (w^n1)^(c k)`, and each power
//! sees only its own remainder of `k`:
//!
//! ```text
//! X[k] = sum_c (w^n1)^(cb) sum_i (w^n2)^(ia) x[n2 i + n1 c mod n]
//!
//! n = 12 = 3 x 4:   coefficients           values
//!                    0  3  6  9             0  9  6  3
//!                    4  7 10  1             4  1 10  7
//!                    8 11  2  5             8  5  2 11
//! ```
//! Transform the columns over `w^n2` and the rows over `w^n1`, in either order. The inverse is the forward map of
//! the list read at `-j`: both steps of the input map change their sign. More than two factors: either inner
//! transform may be a Good-Thomas transform itself.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | n1 n2, coprime | any action | n and that of the factors | through scratch |
//!
//! # Cost
//! `n2` transforms of length `n1` and `n1` of length `n2`; nothing else. Asserted by `tests/suite/counts.rs`.
//!
//! # Source
//! \[Good 1958\]; \[Thomas 1963\]. Differences: the input takes the Ruritanian map and the output that of the
//! Chinese remainder theorem; the other way round does as well.

use super::{Transform, check_slices};
use crate::{
    Error, Result,
    algebra::{Action, Domain},
    order::{Order, idempotents, linear_map, transpose},
};
use alloc::sync::Arc;

/// The Good-Thomas transform over two transforms of coprime lengths in natural order.
///
/// ```
/// use ringfft::{algebra::Domain, dft::{GoodThomas, Small, Transform}, rings::Modular};
/// use std::sync::Arc;
///
/// let ring = Modular::new(7)?;
/// let domain = Domain::new(ring, 6)?;
/// let columns = Arc::new(Small::new(&domain.subdomain(3)?)?); // length 2
/// let rows = Arc::new(Small::new(&domain.subdomain(2)?)?); // length 3
/// let transform = GoodThomas::new(&domain, columns, rows)?;
/// // The values of `x` are the points.
/// let mut x = [0; 6];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], *domain.root());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct GoodThomas<M: Action> {
    /// `n1` and `n2`.
    factors: [usize; 2],
    columns: Arc<dyn Transform<M>>,
    rows: Arc<dyn Transform<M>>,
    /// The steps of the output map.
    idempotents: [usize; 2],
}

impl<M: Action> GoodThomas<M> {
    /// Creates the transform from those of columns and rows. `columns` has length `n1` and the root `w^n2`, that of
    /// `domain.subdomain(n2)`; `rows` has length `n2` and the root `w^n1`, that of `domain.subdomain(n1)`.
    ///
    /// # Errors
    /// [`Error::Length`] unless the two lengths are coprime and multiply to that of the domain, and both
    /// transforms are in natural order.
    pub fn new(domain: &Domain<M>, columns: Arc<dyn Transform<M>>, rows: Arc<dyn Transform<M>>) -> Result<Self> {
        let fits = columns.len().checked_mul(rows.len()) == Some(domain.len());
        let natural = columns.order() == Order::Natural && rows.order() == Order::Natural;
        let factors = [columns.len(), rows.len()];
        let Some(idempotents) = idempotents(factors[0], factors[1]).filter(|_| fits && natural) else {
            return Err(Error::Length {
                what: "good-thomas",
                len: domain.len(),
                possible: "it needs two coprime factors with transforms in natural order; a prime power has none: use \
                           `mixed-radix`",
            });
        };
        Ok(GoodThomas { factors, columns, rows, idempotents })
    }

    fn run(&self, values: &mut [M::Element], scratch: &mut [M::Element], inverse: bool) -> Result<()> {
        check_slices(self, values, scratch)?;
        let (n, [n1, n2]) = (self.len(), self.factors);
        let (matrix, scratch) = scratch.split_at_mut(n);
        // Read at -j for the inverse.
        let steps = if inverse { [n - n2, n - n1] } else { [n2, n1] };
        for (entry, j) in matrix.iter_mut().zip(linear_map(n1, n2, steps, n)) {
            entry.clone_from(&values[j]);
        }
        for row in matrix.chunks_exact_mut(n2) {
            self.rows.forward(row, scratch)?;
        }
        transpose(matrix, values, n1, n2);
        for column in values.chunks_exact_mut(n1) {
            self.columns.forward(column, scratch)?;
        }
        let [e1, e2] = self.idempotents;
        for (value, k) in values.iter().zip(linear_map(n2, n1, [e2, e1], n)) {
            matrix[k].clone_from(value);
        }
        values.clone_from_slice(matrix);
        Ok(())
    }
}

impl<M: Action> Transform<M> for GoodThomas<M> {
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
        self.run(values, scratch, false)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, true)
    }
}
