//! Four-step: a transform of length `n1 n2` as short ones along the columns and the rows of a matrix.
//!
//! Notation: `n = n1 n2`, any factors; `w` a principal `n`-th root, so that `w^n2` has order `n1` and `w^n1` order
//! `n2`; the input is an `n1` by `n2` matrix row by row.
//!
//! # Idea
//! With `j = i n2 + c` and `k = a + n1 b`, `jk = n2 ai + ac + n1 bc` modulo `n`:
//!
//! ```text
//! X[a + n1 b] = sum_c w^(n1 bc)  w^(ac)  sum_i w^(n2 ai) x[i n2 + c]
//!               3. rows          2.      1. columns                       4. transpose
//!
//! n = 8 = 2 x 4:   x0 x1 x2 x3   columns   twist      rows        X0 X2 X4 X6   read by columns:
//!                  x4 x5 x6 x7   over w^4  0 1 2 3    over w^2    X1 X3 X5 X7   X0 X1 X2 ... X7
//! ```
//! The inverse is the forward map followed by the reversal `k -> -k`, merged into the last step.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | n1 n2 | any action | n, or what a factor needs | through scratch |
//!
//! # Cost
//! `n2` transforms of length `n1`, `n1` of length `n2`, and `(n1 - 1)(n2 - 1)` products less those by -1. Asserted
//! by `tests/suite/counts.rs`.
//!
//! # Source
//! \[Bailey 1990\]; \[Govindaraju 2008\], section IV.C, which swaps the counts: columns of an `n1` by `n2` matrix
//! have length `n1`, and there are `n2` of them.

use super::{Transform, check_slices};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    order::{Order, transpose},
};
use alloc::{sync::Arc, vec::Vec};

/// The four-step transform over two transforms in natural order.
///
/// ```
/// use ringfft::{algebra::Domain, dft::{FourStep, Small, Transform}, rings::Modular};
/// use std::sync::Arc;
///
/// let ring = Modular::new(7)?;
/// let domain = Domain::new(ring, 6)?;
/// let columns = Arc::new(Small::new(&domain.subdomain(3)?)?); // length 2
/// let rows = Arc::new(Small::new(&domain.subdomain(2)?)?); // length 3
/// let transform = FourStep::new(&domain, columns, rows)?;
/// // The values of `x` are the points.
/// let mut x = [0; 6];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], *domain.root());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct FourStep<M: Action> {
    module: M,
    /// `n1` and `n2`.
    factors: [usize; 2],
    columns: Arc<dyn Transform<M>>,
    rows: Arc<dyn Transform<M>>,
    twiddles: Vec<M::Twiddle>,
}

/// Checks that two transforms in natural order make one of the domain's length.
pub(super) fn check_factors<M: Action>(
    what: &'static str,
    domain: &Domain<M>,
    columns: &dyn Transform<M>,
    rows: &dyn Transform<M>,
) -> Result<()> {
    let fits = columns.len().checked_mul(rows.len()) == Some(domain.len());
    if fits && columns.order() == Order::Natural && rows.order() == Order::Natural {
        return Ok(());
    }
    let possible =
        "it needs two factors that multiply to it, with transforms in natural order; `stockham` takes any length";
    Err(Error::Length { what, len: domain.len(), possible })
}

/// Returns `w^(ac)` for `1 <= c < n2`, `1 <= a < n1`, with `a` running fastest.
pub(super) fn twiddles<M: Action>(domain: &Domain<M>, [n1, n2]: [usize; 2]) -> Vec<M::Twiddle>
where
    M::Scalars: Roots,
{
    let powers = domain.twiddles(1, domain.len());
    (1..n2).flat_map(|c| (1..n1).map(move |a| a * c)).map(|e| powers[e].clone()).collect()
}

/// Multiplies column `c` of `n1` elements by its twiddles; element 0 and column 0 have none.
pub(super) fn twist<M: Action>(module: &M, column: &mut [M::Element], c: usize, twiddles: &[M::Twiddle]) {
    let count = column.len() - 1;
    if c != 0 {
        let twiddles = &twiddles[(c - 1) * count..][..count];
        column[1..].iter_mut().zip(twiddles).for_each(|(x, twiddle)| module.apply(x, twiddle));
    }
}

impl<M: Action> FourStep<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `columns` and `rows`. `columns` has length `n1` and the root `w^n2`, made of
    /// `domain.subdomain(n2)`. `rows` has length `n2` and the root `w^n1`, made of `domain.subdomain(n1)`.
    ///
    /// # Errors
    /// [`Error::Length`] unless the two lengths multiply to that of the domain and both transforms are in natural
    /// order.
    pub fn new(domain: &Domain<M>, columns: Arc<dyn Transform<M>>, rows: Arc<dyn Transform<M>>) -> Result<Self> {
        check_factors("four-step", domain, &*columns, &*rows)?;
        let factors = [columns.len(), rows.len()];
        let twiddles = twiddles(domain, factors);
        Ok(FourStep { module: domain.module().clone(), factors, columns, rows, twiddles })
    }
}

impl<M: Action> Transform<M> for FourStep<M> {
    fn len(&self) -> usize {
        self.factors[0] * self.factors[1]
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        let columns = self.factors[0].saturating_add(self.columns.scratch_len());
        self.len().max(columns).max(self.rows.scratch_len())
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let [n1, n2] = self.factors;
        let (column, inner) = scratch.split_at_mut(n1);
        for c in 0..n2 {
            let entries = || (c..).step_by(n2);
            column.iter_mut().zip(entries()).for_each(|(x, at)| x.clone_from(&values[at]));
            self.columns.forward(column, inner)?;
            twist(&self.module, column, c, &self.twiddles);
            column.iter().zip(entries()).for_each(|(x, at)| values[at].clone_from(x));
        }
        for row in values.chunks_exact_mut(n2) {
            self.rows.forward(row, scratch)?;
        }
        let transposed = &mut scratch[..n1 * n2];
        transpose(values, transposed, n1, n2);
        values.clone_from_slice(transposed);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.forward(values, scratch)?;
        values[1..].reverse();
        Ok(())
    }
}
