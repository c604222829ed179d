//! Gao and Mateer's transform over a Cantor basis, for every dimension: fewest operations from monomials to values.
//!
//! Notation: `n = 2^k`, `theta + varpi_j` the points, `varpi_j` the sum of the `beta_i` over the bits `i` of `j`,
//! `beta_0 = 1`, `beta_i = beta_(i+1)^2 + beta_(i+1)`; `s_i` the polynomial that vanishes on the span of `beta_0 ..
//! beta_(i-1)`. Over a Cantor basis `s_i(s_j(x)) = s_(i+j)(x)`, `s_i(varpi_(j 2^i + r)) = varpi_j`, and `s_t = x^tau + x`,
//! `tau = 2^t`, where `t` is a power of two.
//!
//! # Idea
//! Let `t` be the greatest power of two below `k`. A Taylor expansion at `x^tau + x` writes
//! `f = sum g_i(x) (x^tau + x)^i`, and at the points of one coset of the span of `beta_0 .. beta_(t-1)` that last
//! factor is constant. Take the coefficients as a matrix of `tau` columns, row `i` being `g_i`. Transform every column
//! (over the `k - t` dimensional image of the points under `s_t`), then every row (over its coset). Both are the same
//! problem, smaller.
//!
//! ```text
//! k = 3, t = 2, tau = 4, theta = 0:
//!
//! x0 x1 x2 x3    Taylor    g_0     columns     f mod s_2         rows    X0 X1 X2 X3
//! x4 x5 x6 x7  -------->   g_1   --------->    f mod s_2 + 1    ----->   X4 X5 X6 X7
//!                        at x^4+x  points 0, 1                 k = 2: again
//! ```
//! The last step is a pair: `p + q x` at `c` and `c + 1`, which is `p + c q` and that plus `q`. The constants are those of
//! [`WangZhuCantor`](super::WangZhuCantor): `s_i(theta) + varpi_(2j)`, with `i` the sum of the `t` passed by columns.
//! Columns are never gathered: all columns of one expansion are transformed at once, row by row of the matrix.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural: value `j` at `theta + varpi_j` | 2^k | any action, characteristic 2 | 0 | yes |
//!
//! # Cost
//! `n k - n + 1 + T(k)` additions with `T(0) = T(1) = 0`, `T(k) = 2^(k-1) (k - t) + 2^t T(k - t) + 2^(k-t) T(t)`, and
//! `n k/2 - n + 1` products, both directions; `T(k) = (n/4) k lg k` where `k` is a power of two. A shift adds up to `n - 1`
//! of both. `n/2` constants are held, `n - 1` with a shift. Asserted by `tests/additive/classical_counts.rs`.
//!
//! # Source
//! \[Gao-Mateer 2010\]; \[Mateer 2008\], figure 4.6 (the inverse). Differences: every `k`, not only powers of two; cosets;
//! `x^eta - x - varpi_i` is read `x^eta - x - varpi_j`; the base case subtracts `f(varpi_(2j))`.

use super::{
    factor::{NodeConstants, add, add_times, check_cantor},
    taylor,
};
use crate::{
    Result,
    algebra::{Action, Subspace},
    dft::{Transform, check_slices},
    order::Order,
};

/// Gao and Mateer's transform over a Cantor basis: in place, values in natural order.
///
/// ```
/// use ringfft::{additive::GaoMateer, algebra::Subspace, dft::Transform, rings::{Gf2p8, binary}};
///
/// let points = Subspace::new(binary::<Gf2p8>(), 3)?;
/// let transform = GaoMateer::new(&points)?;
/// // The values of the polynomial `x` are the points.
/// let mut x = [0, 1, 0, 0, 0, 0, 0, 0].map(Gf2p8::new);
/// transform.forward(&mut x, &mut vec![Gf2p8::new(0); transform.scratch_len()])?;
/// assert_eq!(x[5], points.point(5));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct GaoMateer<M: Action> {
    module: M,
    dim: u32,
    constants: NodeConstants<M::Twiddle>,
}

/// A matrix of `2^dim` rows of `width` elements each: `width` polynomials, or values of them on a coset of dimension `dim`.
#[derive(Clone, Copy)]
struct Shape {
    dim: u32,
    width: usize,
    /// The points are images under `s_level` of points of the whole transform.
    level: usize,
}

impl Shape {
    /// Returns `t` and the shapes of the two smaller problems.
    fn split(self) -> (u32, Shape, Shape) {
        let t = self.dim.next_power_of_two() / 2;
        let columns = Shape { dim: self.dim - t, width: self.width << t, level: self.level + t as usize };
        (t, columns, Shape { dim: t, ..self })
    }

    fn len(self) -> usize {
        self.width << self.dim
    }
}

/// Rows of up to this many elements are done together, longer ones one after the other.
const BLOCK: usize = 1 << 10;

impl<M: Action> GaoMateer<M> {
    /// Creates the transform on `subspace`, whose basis is a Cantor basis; any shift.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) if the basis is not a Cantor basis.
    pub fn new(subspace: &Subspace<M>) -> Result<Self> {
        check_cantor(subspace, "gao-mateer", "gao-mateer-general")?;
        let constants = NodeConstants::new(subspace);
        Ok(GaoMateer { module: subspace.module().clone(), dim: subspace.dim(), constants })
    }

    /// Returns the number of constants held.
    pub fn constants(&self) -> usize {
        self.constants.len()
    }

    fn root(&self) -> Shape {
        Shape { dim: self.dim, width: 1, level: 0 }
    }

    /// Transforms the nodes `j`, `j + 1`, ... of one shape, which lie one after the other in `values`.
    fn forward_nodes(&self, values: &mut [M::Element], shape: Shape, j: usize) {
        match shape.dim {
            0 => {}
            1 => {
                let pairs = values.chunks_exact_mut(shape.len());
                for (pair, c) in pairs.zip(&self.constants.level(shape.level)[j..]) {
                    let (p, q) = pair.split_at_mut(shape.width);
                    add_times(&self.module, p, q, c);
                    add(&self.module, q, p);
                }
            }
            _ => {
                let (t, columns, rows) = shape.split();
                for node in values.chunks_exact_mut(shape.len()) {
                    taylor::expand(&self.module, node, 1 << t, shape.width);
                }
                self.forward_nodes(values, columns, j);
                self.each_row(values, rows, j << columns.dim, Self::forward_nodes);
            }
        }
    }

    fn inverse_nodes(&self, values: &mut [M::Element], shape: Shape, j: usize) {
        match shape.dim {
            0 => {}
            1 => {
                let pairs = values.chunks_exact_mut(shape.len());
                for (pair, c) in pairs.zip(&self.constants.level(shape.level)[j..]) {
                    let (p, q) = pair.split_at_mut(shape.width);
                    add(&self.module, q, p);
                    add_times(&self.module, p, q, c);
                }
            }
            _ => {
                let (t, columns, rows) = shape.split();
                self.each_row(values, rows, j << columns.dim, Self::inverse_nodes);
                self.inverse_nodes(values, columns, j);
                for node in values.chunks_exact_mut(shape.len()) {
                    taylor::collect(&self.module, node, 1 << t, shape.width);
                }
            }
        }
    }

    fn each_row(
        &self,
        values: &mut [M::Element],
        rows: Shape,
        first: usize,
        nodes: fn(&Self, &mut [M::Element], Shape, usize),
    ) {
        if rows.len() <= BLOCK {
            return nodes(self, values, rows, first);
        }
        for (p, row) in values.chunks_exact_mut(rows.len()).enumerate() {
            nodes(self, row, rows, first + p);
        }
    }
}

impl<M: Action> Transform<M> for GaoMateer<M> {
    fn len(&self) -> usize {
        1 << self.dim
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.forward_nodes(values, self.root(), 0);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.inverse_nodes(values, self.root(), 0);
        Ok(())
    }
}
