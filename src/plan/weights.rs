//! The factors that a plan multiplies with: scale and coset.

use super::{Accelerated, Scale, scale::Factor};
use crate::{
    Error, Result,
    algebra::{Action, Exponents, Module, Ring, Roots, Scalar},
    kernel::isa::Isa,
};
use alloc::{format, vec::Vec};

/// The direction in which a plan runs.
#[derive(Clone, Copy)]
pub(super) enum Direction {
    Forward,
    Inverse,
}

/// The factors that a plan multiplies with: scale and coset.
pub(crate) enum Weights<M: Action> {
    /// One factor for all, if any.
    Scale {
        /// After the forward map.
        forward: Option<M::Twiddle>,
        /// After the inverse map.
        inverse: Option<M::Twiddle>,
        /// The [widest](Isa::widest) of what the plan was asked for.
        isa: Isa,
    },
    /// A factor for each coefficient: the coset's powers with the scale folded in.
    Coset {
        /// Before the forward map.
        forward: Vec<M::Twiddle>,
        /// After the inverse map.
        inverse: Vec<M::Twiddle>,
    },
}

/// The powers of a shift, and those of its inverse.
pub(crate) type ShiftPowers<M> = [Vec<Scalar<M>>; 2];

#[derive(Clone, Copy)]
pub(super) enum Side {
    Before,
    After,
}

impl<M: Action> Weights<M> {
    /// The weights of a plan that multiplies by nothing.
    pub(super) const ONES: Self = Weights::Scale { forward: None, inverse: None, isa: Isa::Scalar };

    /// Returns whether this direction multiplies by nothing.
    pub(super) fn is_empty(&self, direction: Direction) -> bool {
        match (self, direction) {
            (Weights::Scale { forward, .. }, Direction::Forward) => forward.is_none(),
            (Weights::Scale { inverse, .. }, Direction::Inverse) => inverse.is_none(),
            (Weights::Coset { .. }, _) => false,
        }
    }

    /// Multiplies by the factors that belong before or after the unscaled map.
    pub(super) fn apply(&self, module: &M, row: &mut [M::Element], direction: Direction, side: Side)
    where
        M: Accelerated,
    {
        let (factor, isa) = match (self, direction, side) {
            (Weights::Coset { forward: factors, .. }, Direction::Forward, Side::Before)
            | (Weights::Coset { inverse: factors, .. }, Direction::Inverse, Side::After) => {
                return row.iter_mut().zip(factors).for_each(|(x, factor)| module.apply(x, factor));
            }
            (Weights::Scale { forward, isa, .. }, Direction::Forward, Side::After) => (forward, isa),
            (Weights::Scale { inverse, isa, .. }, Direction::Inverse, Side::After) => (inverse, isa),
            _ => return,
        };
        if let Some(factor) = factor {
            module.scale(row, factor, *isa);
        }
    }
}

impl<M: Action<Scalars: Roots>> Weights<M> {
    /// Computes the weights of a transform of `n` elements whose inverse returns `unscaled` times the coefficients. `coset` holds
    /// the shift and, if they are known, its powers and those of its inverse.
    pub(crate) fn new(
        module: &M,
        n: usize,
        unscaled: usize,
        coset: Option<(&Scalar<M>, Option<&ShiftPowers<M>>)>,
        (scale, isa): (Scale, Isa),
    ) -> Result<Self> {
        let scalars = module.scalars();
        let forward = scale_factor(scalars, scale.forward, n)?;
        let inverse = match scale.inverse {
            _ if unscaled == n => scale_factor(scalars, scale.inverse, n)?,
            // An exact inverse is not divided, but multiplied if the caller wants n times it.
            Factor::OverLen => scale_factor(scalars, scale.inverse, unscaled)?,
            other => {
                let mut factor = scalars.integer(n as u64);
                if let Some(by) = scale_factor(scalars, other, n)? {
                    scalars.mul_assign(&mut factor, &by);
                }
                if let Some(by) = scale_factor(scalars, Factor::OverLen, unscaled)? {
                    scalars.mul_assign(&mut factor, &by);
                }
                Some(factor)
            }
        };
        let prepare = |scalar: Option<<M::Scalars as Module>::Element>| scalar.map(|scalar| module.prepare(&scalar));
        let Some((c, given)) = coset else {
            return Ok(Weights::Scale { forward: prepare(forward), inverse: prepare(inverse), isa: isa.widest() });
        };
        let powers = |first: Option<<M::Scalars as Module>::Element>, exponents: Exponents| {
            let first = first.unwrap_or_else(|| scalars.one());
            let mut list = Vec::new();
            list.try_reserve_exact(n).map_err(|_| Error::Memory {
                what: "the table of coset powers",
                needed: n as u128 * size_of::<M::Twiddle>() as u128,
                limit: None,
            })?;
            if let Some(given) = given {
                list.extend(given[usize::from(exponents.is_negative())].iter().map(|power| {
                    let mut power = power.clone();
                    scalars.mul_assign(&mut power, &first);
                    module.prepare(&power)
                }));
                return Ok(list);
            }
            if scalars.progression(&first, c, exponents, n, |power| list.push(module.prepare(&power))) {
                if list.len() != n {
                    return Err(Error::Contract { what: "a progression must have as many powers as were asked for" });
                }
                return Ok(list);
            }
            let what = "the coset shift (a coset needs a unit)".into();
            Err(Error::NotInvertible { ring: scalars.name(), what })
        };
        let inverse = powers(inverse, Exponents::Down)?;
        Ok(Weights::Coset { forward: powers(forward, Exponents::Up)?, inverse })
    }
}

#[inline]
pub(super) fn scale_factor<S: Roots>(scalars: &S, factor: Factor, n: usize) -> Result<Option<S::Element>> {
    match factor {
        Factor::One => Ok(None),
        _ if n == 1 => Ok(None),
        Factor::OverLen => scalars.inverse_of_integer(n as u64).map(Some),
        Factor::OverSqrtLen => match scalars.inverse_square_root_of_integer(n as u64) {
            Some(factor) => Ok(Some(factor)),
            None => Err(Error::Unsupported {
                what: format!(
                    "a unitary scale needs real square roots, which {} has not: scale the inverse instead",
                    scalars.name()
                ),
            }),
        },
    }
}
