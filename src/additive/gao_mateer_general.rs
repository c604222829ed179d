//! Gao and Mateer's transform over any basis: two halves of half the length, by Taylor expansion at `x^2 + x`.
//!
//! Notation: `n = 2^k`, `theta + varpi_j` the points, `varpi_j` the sum of the `beta_i` over the bits `i` of `j`;
//! `b = beta_(k-1)`.
//!
//! # Idea
//! Divide the points by `b`: `f(b x) = g_0(x^2 + x) + x g_1(x^2 + x)` by a Taylor expansion at `x^2 + x`, and the points
//! `x` and `x + 1`, which are `j` and `j + n/2`, have the same `y = x^2 + x`. With `gamma_i = beta_i/b`, the values `y` are the
//! points of basis `gamma_i^2 + gamma_i`, `i < k - 1`, and shift `(theta/b)^2 + theta/b`: the same problem twice, half as
//! long, and
//!
//! ```text
//! f(b x) = g_0(y) + x g_1(y),    f(b (x + 1)) = f(b x) + g_1(y).
//!
//! x0 x1 x2 x3     times b^i,    g_0 and g_1     both by the     u_i, v_i      u_i + x_i v_i           X0 X1 X2 X3
//!                --------->     interleaved    --------->      i < n/2      ----------------------->  natural order
//!                 Taylor                       same tables                  and that plus v_i
//! ```
//! All transforms of one depth have the same constants and run side by side, so there is one table per depth. Pairs
//! stay in place: the values are bit-reversed and are reordered at the end.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural: value `j` at `theta + varpi_j` | 2^k | any action, characteristic 2 | 0 | yes |
//!
//! # Cost
//! `(n k^2 + 3 n k - 4 n + 4)/4` additions and `(3 n k - 4 n + 4)/2` products, both directions, for a basis without accidents;
//! less for each constant that is one. A shift adds up to `n - 1` of both: no Taylor shift is needed. `5 (n - 1) - 2 k`
//! constants are held. Asserted by `tests/additive/classical_counts.rs`.
//!
//! # Source
//! \[Gao-Mateer 2010\]. Differences: any shift; in place; the product by the first sum, which is zero, is left out.

use super::{
    factor::{Factor, add, add_times, scale, sums},
    taylor,
};
use crate::{
    Error, Result,
    algebra::{Action, Module, Ring, Scalar, Subspace},
    dft::{Transform, check_slices},
    lists,
    order::{Order, bit_reverse_permute},
};
use alloc::{string::String, vec::Vec};

/// Gao and Mateer's transform over any basis: in place, values in natural order.
///
/// ```
/// use ringfft::{additive::GaoMateerGeneral, algebra::Subspace, dft::Transform, rings::{Gf2p8, binary}};
///
/// let points = Subspace::new(binary::<Gf2p8>(), 3)?;
/// let transform = GaoMateerGeneral::new(&points)?;
/// // The values of the polynomial `x` are the points.
/// let mut x = [0, 1, 0, 0, 0, 0, 0, 0].map(Gf2p8::new);
/// transform.forward(&mut x, &mut vec![Gf2p8::new(0); transform.scratch_len()])?;
/// assert_eq!(x[5], points.point(5));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct GaoMateerGeneral<M: Action> {
    module: M,
    depths: Vec<Depth<M::Twiddle>>,
}

/// The constants of one depth, for its `2^depth` transforms of length `2^(k - depth)`.
struct Depth<T> {
    /// `b^i` and `b^(-i)` for `i > 0`.
    powers: Vec<Factor<T>>,
    inverse_powers: Vec<Factor<T>>,
    /// The points of the first half divided by `b`, in bit-reversed order.
    points: Vec<Factor<T>>,
}

impl<T> Depth<T> {
    fn new<M: Action<Twiddle = T>>(
        module: &M,
        [b, inverse]: [&Scalar<M>; 2],
        gamma: &[Scalar<M>],
        shift: &Scalar<M>,
    ) -> Self {
        let factors = |scalars: &[Scalar<M>]| lists::of(scalars, |scalar| Factor::new(module, scalar));
        let powers = |base: &Scalar<M>| {
            let mut power = module.scalars().one();
            let next = (1..2usize << gamma.len()).map(|_| {
                module.scalars().mul_assign(&mut power, base);
                Factor::new(module, &power)
            });
            next.collect()
        };
        let mut points = sums(module, shift, gamma);
        bit_reverse_permute(&mut points);
        Depth { powers: powers(b), inverse_powers: powers(inverse), points: factors(&points) }
    }
}

impl<M: Action> GaoMateerGeneral<M> {
    /// Creates the transform on `subspace`, for any basis and any shift.
    ///
    /// # Errors
    /// [`Error::NotInvertible`] where a ring that is not a field has no inverse of a basis vector met on the way.
    pub fn new(subspace: &Subspace<M>) -> Result<Self> {
        let (module, scalars) = (subspace.module(), subspace.module().scalars());
        let mut basis = subspace.basis().to_vec();
        let mut shift = subspace.shift().clone();
        let mut depths = Vec::with_capacity(basis.len());
        while let Some(b) = basis.pop() {
            let inverse = scalars.inverse(&b).ok_or_else(|| Error::NotInvertible {
                ring: scalars.name(),
                what: String::from("a basis vector, or the image of one"),
            })?;
            basis.iter_mut().chain([&mut shift]).for_each(|x| scalars.mul_assign(x, &inverse));
            depths.push(Depth::new(module, [&b, &inverse], &basis, &shift));
            for x in basis.iter_mut().chain([&mut shift]) {
                let gamma = x.clone();
                scalars.mul_assign(x, &gamma);
                scalars.add_assign(x, &gamma);
            }
        }
        Ok(GaoMateerGeneral { module: module.clone(), depths })
    }

    /// Returns the number of constants held.
    pub fn constants(&self) -> usize {
        self.depths.iter().map(|depth| depth.powers.len() + depth.inverse_powers.len() + depth.points.len()).sum()
    }

    /// Multiplies coefficient `i > 0` of `width` polynomials side by side by `powers[i - 1]`.
    fn scale(&self, values: &mut [M::Element], width: usize, powers: &[Factor<M::Twiddle>]) {
        for (row, power) in values.chunks_exact_mut(width).skip(1).zip(powers) {
            scale(&self.module, row, power);
        }
    }
}

impl<M: Action> Transform<M> for GaoMateerGeneral<M> {
    fn len(&self) -> usize {
        1 << self.depths.len()
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
        for (d, depth) in self.depths.iter().enumerate() {
            self.scale(values, 1 << d, &depth.powers);
            taylor::expand(&self.module, values, 2, 1 << d);
        }
        for (d, depth) in self.depths.iter().enumerate().rev() {
            for (pair, x) in values.chunks_exact_mut(2 << d).zip(&depth.points) {
                let (u, v) = pair.split_at_mut(1 << d);
                add_times(&self.module, u, v, x);
                add(&self.module, v, u);
            }
        }
        bit_reverse_permute(values);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        bit_reverse_permute(values);
        for (d, depth) in self.depths.iter().enumerate() {
            for (pair, x) in values.chunks_exact_mut(2 << d).zip(&depth.points) {
                let (u, v) = pair.split_at_mut(1 << d);
                add(&self.module, v, u);
                add_times(&self.module, u, v, x);
            }
        }
        for (d, depth) in self.depths.iter().enumerate().rev() {
            taylor::collect(&self.module, values, 2, 1 << d);
            self.scale(values, 1 << d, &depth.inverse_powers);
        }
        Ok(())
    }
}
