//! The points of a plan: powers of a root, or a subspace.

use crate::{
    Error, Result,
    algebra::{Action, Domain, Ring, Roots, Scalar, Subspace},
};
use alloc::{format, vec::Vec};

/// The points at which a plan takes its values.
///
/// A [`Job`](super::Job) carries them; [`Kernels`](super::Kernels) has an example.
#[non_exhaustive]
pub enum Points<M: Action> {
    /// Powers of a root.
    Powers(Domain<M>),
    /// The points of a subspace, or of a coset; the domain of order one beside it has the root one.
    Subspace(Subspace<M>, Domain<M>),
}

impl<M: Action> Points<M> {
    /// Returns the module whose elements are transformed.
    #[must_use]
    pub fn module(&self) -> &M {
        self.domain().module()
    }

    /// Returns the powers of the root; of order one beside a subspace.
    #[must_use]
    pub fn domain(&self) -> &Domain<M> {
        match self {
            Points::Powers(domain) | Points::Subspace(_, domain) => domain,
        }
    }

    /// Returns the subspace, if it is one.
    #[must_use]
    pub fn as_subspace(&self) -> Option<&Subspace<M>> {
        match self {
            Points::Powers(_) => None,
            Points::Subspace(subspace, _) => Some(subspace),
        }
    }
}

impl<M: Action<Scalars: Roots>> Points<M> {
    /// Returns the least subspace with `len` points: the span of `basis`, or of the ring's own; with `shift` a coset.
    pub(crate) fn subspace(
        module: M,
        len: usize,
        basis: Option<Vec<Scalar<M>>>,
        shift: Option<Scalar<M>>,
    ) -> Result<Self> {
        // Zero has been refused, and a number without a next power of two is not a length of a slice.
        let dim = len.checked_next_power_of_two().map_or(usize::BITS, usize::trailing_zeros);
        let domain = Domain::new(module.clone(), 1)?;
        let subspace = match basis {
            None => Subspace::new(module, dim)?,
            Some(basis) if basis.len() == dim as usize => Subspace::with_basis(module, basis)?,
            Some(basis) => {
                return Err(Error::Subspace {
                    ring: module.scalars().name(),
                    dim: dim as usize,
                    possible: format!("{} basis vectors were given, and length {len} needs {dim}", basis.len()),
                });
            }
        };
        let subspace = match shift {
            None => subspace,
            Some(shift) => subspace.with_shift(shift),
        };
        Ok(Points::Subspace(subspace, domain))
    }

    /// Returns whether the points are the same, for equal modules.
    pub(crate) fn equal(&self, root: &Scalar<M>, points: Option<&[Scalar<M>]>) -> bool {
        let scalars = self.module().scalars();
        scalars.equal(self.domain().root(), root)
            && match (self.list(), points) {
                (None, None) => true,
                (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| scalars.equal(a, b)),
                _ => false,
            }
    }

    /// Returns the basis and the shift of a subspace, which identify it; `None` for powers of a root.
    pub(crate) fn list(&self) -> Option<Vec<Scalar<M>>> {
        self.as_subspace().map(|subspace| [subspace.basis(), &[subspace.shift().clone()]].concat())
    }
}
