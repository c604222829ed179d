//! Rings that know their roots of unity.

use super::Ring;
use crate::{Error, Result, arith};
use alloc::vec::Vec;

/// A ring that can name a principal `n`-th root of unity.
///
/// `w` is *principal* of order `n` if `w^n = 1` and `sum_(j<n) w^(jk) = 0` for `0 < k < n`. In an integral
/// domain that is the same as order exactly `n`; in a ring with zero divisors only principal roots give
/// transforms that can be inverted. Equivalent, and tested by [`check_root`](Roots::check_root): `w^n = 1`
/// and for every prime `q` dividing `n`, `sum_(i<q) w^(i n/q) = 0`.
///
/// ```
/// use ringfft::{algebra::{Ring, Roots}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let w = ring.root(8)?;
/// assert_eq!(ring.pow(&w, 4), 16); // -1
/// assert_eq!(ring.pow(&w, 2), ring.root(4)?);
/// assert!(ring.check_root(&4, 8).is_err()); // 4 has order 4
/// assert!(ring.root(32).is_err());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub trait Roots: Ring {
    /// Returns the ring's own principal `n`-th root of unity.
    ///
    /// Roots of different orders agree: `root(n)^(n/m) = root(m)` whenever `m` divides `n`.
    ///
    /// # Errors
    /// [`Error::NoRoot`] naming the largest order that exists; [`Error::Length`] for `n = 0`.
    fn root(&self, n: usize) -> Result<Self::Element>;

    /// Returns [`root`](Roots::root), checked. A ring whose roots are right by construction may skip the check.
    ///
    /// # Errors
    /// Those of [`root`](Roots::root) and [`check_root`](Roots::check_root).
    fn checked_root(&self, n: usize) -> Result<Self::Element> {
        let root = self.root(n)?;
        self.check_root(&root, n)?;
        Ok(root)
    }

    /// Returns the point `(x, y)` that generates the subgroup of order `n`, a power of two, of the circle `x^2 + y^2 = 1`.
    /// Twice the point of order `2n` is the point of order `n`.
    ///
    /// # Errors
    /// [`Error::NoRoot`] in rings that name no such point, which is the default.
    fn circle_point(&self, n: usize) -> Result<[Self::Element; 2]> {
        let possible =
            "this ring names no points of the circle; the circle transform exists over the Mersenne field M31";
        Err(Error::NoRoot { ring: self.name(), order: n, possible: possible.into() })
    }

    /// Returns the first `dim` vectors of the ring's own Cantor basis: `beta_0 = 1`, `beta_i = beta_(i+1)^2 + beta_(i+1)`.
    /// The points of an additive transform are their sums.
    ///
    /// # Errors
    /// [`Error::Subspace`] naming the largest dimension that exists; always so in rings that are not of characteristic 2,
    /// which is the default.
    fn cantor_basis(&self, dim: u32) -> Result<Vec<Self::Element>> {
        let possible = "additive transforms need a field of characteristic 2: take a binary field, or a transform over \
                        roots of unity";
        Err(Error::Subspace { ring: self.name(), dim: dim as usize, possible: possible.into() })
    }

    /// Checks that `w` is a principal `n`-th root of unity.
    ///
    /// # Errors
    /// [`Error::NotPrincipal`] if not.
    fn check_root(&self, w: &Self::Element, n: usize) -> Result<()> {
        let one = self.one();
        let vanishing = |q: usize| {
            let step = self.pow(w, (n / q) as u64);
            let (mut sum, mut power) = (self.zero(), one.clone());
            for _ in 0..q {
                self.add_assign(&mut sum, &power);
                self.mul_assign(&mut power, &step);
            }
            self.is_zero(&sum)
        };
        let mut principal = n != 0 && self.equal(&self.pow(w, n as u64), &one);
        if principal {
            for (q, _) in &arith::prime_factors(n as u64) {
                principal &= vanishing(*q as usize);
            }
        }
        if principal { Ok(()) } else { Err(Error::NotPrincipal { ring: self.name(), order: n }) }
    }

    /// Returns `w^k` for a principal `n`-th root `w` and `k < n`.
    fn power(&self, w: &Self::Element, n: usize, k: usize) -> Self::Element {
        let _ = n;
        self.pow(w, k as u64)
    }

    /// Returns `w^(k step)` for `k < count`, with `w` a principal `n`-th root.
    ///
    /// The default multiplies along; rings in which that would lose digits compute each power by itself.
    fn powers(&self, w: &Self::Element, n: usize, step: usize, count: usize) -> Vec<Self::Element> {
        let step = self.power(w, n, step % n.max(1));
        let mut power = self.one();
        let mut powers = Vec::with_capacity(count);
        for _ in 0..count {
            powers.push(power.clone());
            self.mul_assign(&mut power, &step);
        }
        powers
    }
}
