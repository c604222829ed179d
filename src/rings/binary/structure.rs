//! The ring of a binary field.

use super::{BinaryField, linear::mask};
use crate::{
    Error, Result,
    algebra::{Action, Module, Ring, Roots, Std},
};
use alloc::{format, string::String, vec::Vec};

/// Marks the binary fields of this crate.
///
/// [`binary`] returns such a ring.
pub struct ViaBinary;

/// Returns the ring of a binary field.
///
/// [`Subspace`](crate::algebra::Subspace) has an example.
pub const fn binary<F: BinaryField>() -> Std<F, ViaBinary> {
    Std::new()
}

impl<F: BinaryField> Module for Std<F, ViaBinary> {
    type Element = F;

    #[inline]
    fn zero(&self) -> F {
        F::ZERO
    }

    #[inline]
    fn add_assign(&self, a: &mut F, b: &F) {
        *a += *b;
    }

    #[inline]
    fn sub_assign(&self, a: &mut F, b: &F) {
        *a += *b;
    }

    #[inline]
    fn neg_assign(&self, _: &mut F) {}
}

impl<F: BinaryField> Ring for Std<F, ViaBinary> {
    fn name(&self) -> String {
        F::name()
    }

    #[inline]
    fn one(&self) -> F {
        F::ONE
    }

    #[inline]
    fn mul_assign(&self, a: &mut F, b: &F) {
        *a *= *b;
    }

    #[inline]
    fn is_zero(&self, a: &F) -> bool {
        *a == F::ZERO
    }

    fn inverse(&self, a: &F) -> Option<F> {
        a.inverse()
    }

    #[inline]
    fn equal(&self, a: &F, b: &F) -> bool {
        a == b
    }

    fn integer(&self, n: u64) -> F {
        if n & 1 == 1 { F::ONE } else { F::ZERO }
    }
}

impl<F: BinaryField> Action for Std<F, ViaBinary> {
    type Scalars = Self;
    type Twiddle = F;

    #[inline]
    fn scalars(&self) -> &Self {
        self
    }

    #[inline]
    fn prepare(&self, scalar: &F) -> F {
        *scalar
    }

    #[inline]
    fn apply(&self, x: &mut F, w: &F) {
        *x *= *w;
    }
}

impl<F: BinaryField> Roots for Std<F, ViaBinary> {
    /// Returns `g^((2^d - 1)/n)`, with `g` the field's [`GENERATOR`](BinaryField::GENERATOR).
    fn root(&self, n: usize) -> Result<F> {
        if n == 0 {
            return Err(Error::Length { what: "a transform", len: 0, possible: "the least length is 1" });
        }
        let (units, order) = (mask(F::BITS), n as u128);
        if !units.is_multiple_of(order) {
            let possible = format!(
                "the order must divide 2^{} - 1, which is odd; a transform of length 2^k is an additive one, on a subspace",
                F::BITS
            );
            return Err(Error::NoRoot { ring: F::name(), order: n, possible });
        }
        Ok(F::GENERATOR.power(units / order))
    }

    /// Computes a Cantor basis: `beta_(i+1)` is the solution of `y^2 + y = beta_i` with bit 0 clear.
    fn cantor_basis(&self, dim: u32) -> Result<Vec<F>> {
        // The traces of all but the last vector vanish, and its index is the largest power of two dividing d, minus one.
        let longest = 1 << F::BITS.trailing_zeros();
        let too_large = || Error::Subspace {
            ring: F::name(),
            dim: dim as usize,
            possible: format!("its Cantor basis has {longest} vectors: take a shorter transform or a larger field"),
        };
        if dim > longest {
            return Err(too_large());
        }
        let mut basis = Vec::new();
        for _ in 0..dim {
            let next = match basis.last() {
                None => Some(F::ONE),
                Some(&last) => F::solve_quadratic(last),
            };
            basis.push(next.ok_or_else(too_large)?);
        }
        Ok(basis)
    }
}
