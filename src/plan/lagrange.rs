//! The points of a plan's values, and polynomials given by their values there.
//!
//! # Idea
//! Let `Z(x)` be the product of `x - p_k` over the points. The Lagrange polynomial that is 1 at `p_k` and 0 at the other points
//! is `L_k(x) = Z(x)/(Z'(p_k) (x - p_k))`. A polynomial of degree below `n` has the value `sum_k L_k(x) f(p_k)` at `x`. For
//! `Z = x^n - a` the derivative `n p_k^(n-1) = n a/p_k` makes `L_k(x)` proportional to `p_k/(x - p_k)`. Where the points are a
//! whole subspace or a coset of one, `Z` is linearised and its derivative is the same everywhere. So `L_k(x)` is proportional
//! to `1/(x - p_k)`. The sum of all is 1, which gives the common factor: the second barycentric form, which is stable over
//! floats.

use super::{Accelerated, Algorithm, Plan};
use crate::{
    Error, Result,
    algebra::{Module, Ring, Roots, Scalar, inverses},
    kernel::memory::reserve,
};
use alloc::{format, vec::Vec};

impl<E: Clone + Send + Sync + 'static, R: Accelerated<Element = E>> Plan<E, R> {
    /// Returns the point `p_k` at which value `k` is taken, in the plan's own order and with its coset: `f(p_k)` is
    /// element `k` after [`forward`](Plan::forward), except for the scale. Returns `None` where `k` is not below
    /// [`len`](Plan::len), and for the circle transform, whose points are pairs.
    ///
    /// ```
    /// use ringfft::{order::Order, plan::Plan, rings::{Goldilocks, native}};
    ///
    /// let plan = Plan::builder(native::<Goldilocks>(), 8).order(Order::BitReversed).coset(Goldilocks::new(7)).build()?;
    /// // Coefficients of x.
    /// let mut f = [0, 1, 0, 0, 0, 0, 0, 0].map(Goldilocks::new);
    /// plan.forward(&mut f)?;
    /// assert!((0..8).all(|k| plan.point(k) == Some(f[k])));
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    #[must_use]
    pub fn point(&self, k: usize) -> Option<Scalar<R>> {
        if k >= self.len() || self.has_pairs() {
            return None;
        }
        let exponent = self.recipe().exponent(k);
        if let Some(subspace) = self.subspace() {
            return Some(subspace.point(exponent));
        }
        let (scalars, domain) = (self.module().scalars(), self.facts.points.domain());
        let mut point = scalars.power(domain.root(), domain.len(), exponent % domain.len());
        if let Some(coset) = &self.facts.coset {
            scalars.mul_assign(&mut point, coset);
        }
        Some(point)
    }

    /// Returns all [points](Plan::point), that of value `k` at index `k`.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for the circle transform; [`Error::Memory`] if the system refuses the memory.
    #[doc(alias = "elements")]
    pub fn points(&self) -> Result<Vec<Scalar<R>>> {
        self.check_scalar_points()?;
        let mut points = reserve("the points of a plan", self.len())?;
        let (scalars, domain) = (self.module().scalars(), self.facts.points.domain());
        let natural = match self.subspace() {
            None => scalars.powers(domain.root(), domain.len(), 1, domain.len()),
            Some(_) => Vec::new(),
        };
        for k in 0..self.len() {
            // Foreign code that returns a list of another length is not relied on.
            let point = match natural.get(self.recipe().exponent(k)) {
                Some(power) if natural.len() == domain.len() => {
                    let mut point = power.clone();
                    if let Some(coset) = &self.facts.coset {
                        scalars.mul_assign(&mut point, coset);
                    }
                    Some(point)
                }
                _ => self.point(k),
            };
            points.extend(point);
        }
        Ok(points)
    }

    /// Returns `Z(x)`, the product of `x - p_k` over all [points](Plan::point): zero at each of them and nowhere else in a field.
    ///
    /// For the points of `x^n = a` it takes two powers, for a whole subspace a product for each dimension. For a
    /// truncated transform it takes a product for each point.
    ///
    /// ```
    /// use ringfft::{plan::Plan, rings::Goldilocks};
    ///
    /// let plan = Plan::<Goldilocks>::new(8)?;
    /// assert_eq!(plan.vanishing(&Goldilocks::new(3))?, Goldilocks::new(3u64.pow(8) - 1));
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] for the circle transform; [`Error::Memory`] where there is no room for the points.
    #[doc(alias = "evaluate_vanishing_polynomial", alias = "zerofier")]
    pub fn vanishing(&self, x: &Scalar<R>) -> Result<Scalar<R>> {
        self.check_scalar_points()?;
        let scalars = self.module().scalars();
        match (self.subspace(), self.point(0)) {
            (None, Some(first)) if self.is_binomial() => {
                let n = self.len() as u64;
                let mut value = scalars.pow(x, n);
                scalars.sub_assign(&mut value, &scalars.pow(&first, n));
                Ok(value)
            }
            (Some(subspace), _) if subspace.len() == self.len() => {
                let mut value = x.clone();
                scalars.sub_assign(&mut value, subspace.shift());
                // s_(i+1) = s_i (s_i + s_i(beta_i)).
                for row in subspace.images() {
                    let mut sum = value.clone();
                    scalars.add_assign(&mut sum, &row[0]);
                    scalars.mul_assign(&mut value, &sum);
                }
                Ok(value)
            }
            _ => {
                let mut value = scalars.one();
                for point in self.points()? {
                    let mut factor = x.clone();
                    scalars.sub_assign(&mut factor, &point);
                    scalars.mul_assign(&mut value, &factor);
                }
                Ok(value)
            }
        }
    }

    /// Returns the values `L_k(x)` of the Lagrange polynomials of the [points](Plan::point), in the plan's own order: a polynomial of
    /// degree below `n` with the values `y_k` has the value `sum_k L_k(x) y_k` at `x`. No transform is run.
    ///
    /// It takes about six products for each point and one inverse; over complex numbers an inverse for each point.
    ///
    /// ```
    /// use ringfft::{plan::Plan, rings::Goldilocks};
    ///
    /// let plan = Plan::<Goldilocks>::new(8)?;
    /// // 5 + 2 x^3 by its values, then its value at 10.
    /// let mut values = [5, 0, 0, 2, 0, 0, 0, 0].map(Goldilocks::new);
    /// plan.forward(&mut values)?;
    /// let lagrange = plan.lagrange(&Goldilocks::new(10))?;
    /// let at_ten: Goldilocks = lagrange.iter().zip(&values).map(|(l, y)| *l * *y).sum();
    /// assert_eq!(at_ten, Goldilocks::new(2005));
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] for the circle transform, and for a truncated one whose length is not a power of two;
    /// [`Error::NotInvertible`] in rings with zero divisors, if `x` minus a point is not a unit; [`Error::Memory`] if
    /// the system refuses the memory.
    #[doc(alias = "barycentric", alias = "evaluate_all_lagrange_coefficients")]
    pub fn lagrange(&self, x: &Scalar<R>) -> Result<Vec<Scalar<R>>> {
        self.check_scalar_points()?;
        let whole = self.subspace().map(|subspace| subspace.len() == self.len());
        if !whole.unwrap_or_else(|| self.is_binomial()) {
            let what = format!(
                "the Lagrange polynomials of {} points of a truncated transform: take a power of two, or interpolate by \
                 `inverse` and evaluate the coefficients",
                self.len()
            );
            return Err(Error::Unsupported { what });
        }
        let scalars = self.module().scalars();
        let points = self.points()?;
        let mut differences = reserve("differences of points", points.len())?;
        for (k, point) in points.iter().enumerate() {
            let mut difference = x.clone();
            scalars.sub_assign(&mut difference, point);
            if scalars.is_zero(&difference) {
                let mut unit = reserve("Lagrange polynomials", points.len())?;
                unit.extend((0..points.len()).map(|i| if i == k { scalars.one() } else { scalars.zero() }));
                return Ok(unit);
            }
            differences.push(difference);
        }
        let what = "the difference of x and a point (the Lagrange polynomials need units: take another x)";
        let refused = || Error::NotInvertible { ring: scalars.name(), what: what.into() };
        let room = reserve("inverses", points.len())?;
        let mut values = inverses(scalars, &differences, room).ok_or_else(refused)?;
        let mut sum = scalars.zero();
        for (value, point) in values.iter_mut().zip(&points) {
            if whole.is_none() {
                scalars.mul_assign(value, point);
            }
            scalars.add_assign(&mut sum, value);
        }
        let factor = scalars.inverse(&sum).ok_or_else(refused)?;
        values.iter_mut().for_each(|value| scalars.mul_assign(value, &factor));
        Ok(values)
    }

    /// Returns whether the points are the solutions of `x^n = a` for some `a`.
    fn is_binomial(&self) -> bool {
        self.recipe().is_cyclic() || self.recipe().algorithm() == Algorithm::Negacyclic
    }

    /// Returns whether the points are pairs of scalars.
    fn has_pairs(&self) -> bool {
        self.recipe().algorithm() == Algorithm::Circle
    }

    fn check_scalar_points(&self) -> Result<()> {
        if self.has_pairs() {
            let what =
                "scalars as the points of a circle transform, which are pairs: multiples of `Roots::circle_point`";
            return Err(Error::Unsupported { what: what.into() });
        }
        Ok(())
    }
}
