//! The definition, `F_j = f(theta + varpi_j)`, as written: Horner's rule at every point, and Newton's interpolation back.
//!
//! Notation: `x_j = theta + varpi_j` the points of a [`Subspace`], `n` the length, `f` the coefficients of powers of `x`.
//!
//! # Idea
//! Every other additive transform is tested against this one. Interpolation is by divided differences (\[Knuth 1997\],
//! section 4.6.4), with the inverses of `x_i - x_l = varpi_(i xor l)`. Their number is at most that of the points.
//! Horner's rule on the products of `x - x_j` follows:
//!
//! ```text
//! n = 3:   F_j = (f_2 x_j + f_1) x_j + f_0
//!          d_0 = F_0   d_1 = (F_1 - F_0)/varpi_1   d_2 = ((F_2 - F_1)/varpi_3 - d_1)/varpi_2
//!          f = d_0 + (x - x_0)(d_1 + (x - x_1) d_2)
//! ```
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural: point `j` at position `j` | any, 1 to 2^k | any action, characteristic 2 | n | no |
//!
//! # Cost
//! `n (n - 1)` additions and as many products in each direction, `n - 1` less where point 0 is zero; products by one are among
//! them. Asserted by `tests/additive/naive.rs`.

use super::{conversion::check_points, novel_basis::room};
use crate::{
    Error, Result,
    algebra::{Action, Module, Ring, Subspace},
    dft::{Transform, check_slices},
    order::Order,
};
use alloc::{format, vec::Vec};

/// The additive transform by its definition: any length up to the number of points, quadratic time.
///
/// ```
/// use ringfft::{additive::Naive, algebra::Subspace, dft::Transform, rings::{Gf2p8, binary}};
///
/// let points = Subspace::new(binary::<Gf2p8>(), 3)?;
/// let transform = Naive::new(&points, 8)?;
/// // The values of the polynomial `x` are the points.
/// let mut x = [0, 1, 0, 0, 0, 0, 0, 0].map(Gf2p8::new);
/// transform.forward(&mut x, &mut vec![Gf2p8::new(0); transform.scratch_len()])?;
/// assert_eq!(x[5], points.point(5));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Naive<M: Action> {
    module: M,
    /// `x_j`; `None` for zero.
    points: Vec<Option<M::Twiddle>>,
    /// The inverse of `varpi_d`, `d > 0`, at `d - 1`.
    inverses: Vec<M::Twiddle>,
}

impl<M: Action> Naive<M> {
    /// Creates the transform at the first `len` points of `subspace`.
    ///
    /// # Errors
    /// [`Error::Length`] if `len` is 0 or above the number of points; [`Error::NotInvertible`] if two points differ by
    /// a non-unit, which cannot happen in a field; [`Error::Memory`] if the system refuses the memory for the tables.
    pub fn new(subspace: &Subspace<M>, len: usize) -> Result<Self> {
        check_points("the definition of an additive transform", subspace, len)?;
        let (module, scalars) = (subspace.module(), subspace.module().scalars());
        let linear = subspace.clone().with_shift(scalars.zero());
        let mut points = room(len)?;
        points.extend((0..len).map(|j| subspace.point(j)).map(|x| (!scalars.is_zero(&x)).then(|| module.prepare(&x))));
        let differences = len.next_power_of_two() - 1;
        let mut inverses = room(differences)?;
        for d in 1..=differences {
            let inverse = scalars.inverse(&linear.point(d)).ok_or_else(|| Error::NotInvertible {
                ring: scalars.name(),
                what: format!("the difference of points 0 and {d}, needed to interpolate,"),
            })?;
            inverses.push(module.prepare(&inverse));
        }
        Ok(Naive { module: module.clone(), points, inverses })
    }
}

impl<M: Action> Transform<M> for Naive<M> {
    fn len(&self) -> usize {
        self.points.len()
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.len()
    }

    /// Returns 1: the inverse is exact.
    fn inverse_scale(&self) -> usize {
        1
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let f = &mut scratch[..self.len()];
        f.clone_from_slice(values);
        for (j, value) in values.iter_mut().enumerate() {
            let Some(point) = &self.points[j] else {
                *value = f[0].clone();
                continue;
            };
            *value = f[f.len() - 1].clone();
            for coefficient in f.iter().rev().skip(1) {
                self.module.apply(value, point);
                self.module.add_assign(value, coefficient);
            }
        }
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        let n = self.len();
        for distance in 1..n {
            for i in (distance..n).rev() {
                let (below, from) = values.split_at_mut(i);
                self.module.sub_assign(&mut from[0], &below[i - 1]);
                let difference = i ^ (i - distance);
                self.module.apply(&mut from[0], &self.inverses[difference - 1]);
            }
        }
        // f = d_j + (x - x_j) g: from the coefficients of g to those of f.
        for j in (0..n - 1).rev() {
            let Some(point) = &self.points[j] else { continue };
            for i in j..n - 1 {
                let term = self.module.applied(&values[i + 1], point);
                self.module.sub_assign(&mut values[i], &term);
            }
        }
        Ok(())
    }
}
