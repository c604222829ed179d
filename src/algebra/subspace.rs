//! The points of an additive transform: a subspace over GF(2), or a coset of one.

use super::{Action, Module, Ring, Roots, Scalar};
use crate::{Error, Result, lists};
use alloc::{format, vec::Vec};

/// The points `theta + varpi_j` of an additive transform, in this order, for `j < 2^k`.
///
/// ```
/// use ringfft::{algebra::Subspace, rings::{Gf2p8, binary}};
///
/// let points = Subspace::new(binary::<Gf2p8>(), 2)?.with_shift(Gf2p8::new(7));
/// assert_eq!(points.len(), 4);
/// assert_eq!(points.point(0), Gf2p8::new(7));
/// assert_eq!(points.point(1), Gf2p8::new(6)); // beta_0 = 1
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// `varpi_j` is the sum of the basis vectors `beta_i` over the bits `i` set in `j`; bit 0 belongs to `beta_0`. The scalars
/// have characteristic 2 and the basis is linearly independent over GF(2): both are checked.
pub struct Subspace<M: Action> {
    module: M,
    basis: Vec<Scalar<M>>,
    shift: Scalar<M>,
    cantor: bool,
}

impl<M: Action> Clone for Subspace<M> {
    fn clone(&self) -> Self {
        let Subspace { module, basis, shift, cantor } = self;
        Subspace { module: module.clone(), basis: basis.clone(), shift: shift.clone(), cantor: *cantor }
    }
}

impl<M: Action> Subspace<M>
where
    M::Scalars: Roots,
{
    /// Creates the span of the first `dim` vectors of the ring's own Cantor basis.
    ///
    /// # Errors
    /// [`Error::Subspace`] naming the largest dimension that exists.
    pub fn new(module: M, dim: u32) -> Result<Self> {
        let basis = module.scalars().cantor_basis(dim)?;
        if basis.len() != dim as usize {
            return Err(Error::Contract { what: "a ring's Cantor basis must have the dimension asked for" });
        }
        Self::with_basis(module, basis)
    }
}

impl<M: Action> Subspace<M> {
    /// Creates the span of `basis`.
    ///
    /// # Errors
    /// [`Error::Subspace`] if the ring is not of characteristic 2, or has fewer than `2^k` elements, or `2^k` is above
    /// `usize`; [`Error::Dependent`] where a basis vector is a sum of others.
    pub fn with_basis(module: M, basis: Vec<Scalar<M>>) -> Result<Self> {
        let scalars = module.scalars();
        let dim = basis.len();
        let refused = |possible| Error::Subspace { ring: scalars.name(), dim, possible };
        if !scalars.is_zero(&scalars.integer(2)) {
            return Err(refused(
                "additive transforms need characteristic 2, where 1 + 1 = 0: take a binary field".into(),
            ));
        }
        if dim >= usize::BITS as usize {
            return Err(refused(format!("a machine word counts the points of at most {} dimensions", usize::BITS - 1)));
        }
        let mut subspace = Subspace { shift: scalars.zero(), basis, cantor: false, module };
        let scalars = subspace.module.scalars();
        let images = subspace.images();
        // s_i(beta_i) = 0 means that beta_i lies in the span of the vectors before it.
        if let Some(index) = images.iter().position(|row| scalars.inverse(&row[0]).is_none()) {
            return Err(Error::Dependent { ring: scalars.name(), index });
        }
        subspace.cantor = images.iter().all(|row| scalars.equal(&row[0], &scalars.one()));
        Ok(subspace)
    }

    /// Sets the coset `shift + V` in place of `V`, and replaces an earlier shift.
    pub fn with_shift(mut self, shift: Scalar<M>) -> Self {
        self.shift = shift;
        self
    }

    /// Returns the module whose elements are transformed.
    pub fn module(&self) -> &M {
        &self.module
    }

    /// Returns the dimension `k`.
    pub fn dim(&self) -> u32 {
        self.basis.len() as u32
    }

    /// Returns the number of points, `2^k`.
    #[allow(clippy::len_without_is_empty, reason = "a subspace has at least one point")]
    pub fn len(&self) -> usize {
        1 << self.basis.len()
    }

    /// Returns the basis, `beta_0` first.
    pub fn basis(&self) -> &[Scalar<M>] {
        &self.basis
    }

    /// Returns the shift `theta`; zero for a subspace.
    pub fn shift(&self) -> &Scalar<M> {
        &self.shift
    }

    /// Returns whether the shift is zero, so that the points are the subspace itself.
    pub fn is_linear(&self) -> bool {
        self.module.scalars().is_zero(&self.shift)
    }

    /// Returns whether the basis is a Cantor basis: `beta_0 = 1`, `beta_i = beta_(i+1)^2 + beta_(i+1)`. Then every
    /// `s_i(beta_i)` is 1, and the shift does not matter.
    pub fn is_cantor(&self) -> bool {
        self.cantor
    }

    /// Returns point `j`, `theta + varpi_j`. Bits of `j` from `k` on are ignored.
    pub fn point(&self, j: usize) -> Scalar<M> {
        let mut point = self.shift.clone();
        for (_, beta) in self.basis.iter().enumerate().filter(|(i, _)| j >> i & 1 == 1) {
            self.module.scalars().add_assign(&mut point, beta);
        }
        point
    }

    /// Returns the span of the first `dim` basis vectors, with the same shift.
    ///
    /// # Errors
    /// [`Error::Subspace`] where there are fewer.
    pub fn subspace(&self, dim: u32) -> Result<Self> {
        if dim > self.dim() {
            let possible = format!("the subspace has dimension {}", self.dim());
            return Err(Error::Subspace { ring: self.module.scalars().name(), dim: dim as usize, possible });
        }
        let basis = self.basis[..dim as usize].to_vec();
        Ok(Subspace { module: self.module.clone(), basis, shift: self.shift.clone(), cantor: self.cantor })
    }

    /// Returns `k` rows. Row `i < k` holds `s_i(beta_i), s_i(beta_(i+1)), ..., s_i(beta_(k-1))` and last `s_i(theta)`. Here
    /// `s_i` is the polynomial that vanishes on the span of `beta_0, ..., beta_(i-1)`: `s_0 = x`, `s_(i+1) = s_i (s_i +
    /// s_i(beta_i))`.
    pub fn images(&self) -> Vec<Vec<Scalar<M>>> {
        let scalars = self.module.scalars();
        let mut row = self.basis.clone();
        row.push(self.shift.clone());
        let mut rows = Vec::with_capacity(self.basis.len());
        while row.len() > 1 {
            let next = lists::of(&row[1..], |value| {
                let mut sum = value.clone();
                scalars.add_assign(&mut sum, &row[0]);
                scalars.mul_assign(&mut sum, value);
                sum
            });
            rows.push(core::mem::replace(&mut row, next));
        }
        rows
    }
}
