//! The negacyclic map by an algorithm of the cyclic one.
//!
//! # Idea
//! Let `v` have order `2n` and `w = v^2`. The values at the odd powers `v^(2k + 1) = v w^k` are those on the coset by
//! `v` of the powers of `w`. So every length and every algorithm of the discrete Fourier transform can compute them, if
//! the ring has a root of order `2n`.

use super::{Accelerated, Algorithm, Builder, Map, Recipe};
use crate::{
    Error, Result,
    algebra::{Ring, Roots},
};

impl<M: Accelerated> Builder<M> {
    /// Returns whether the negacyclic map was requested, but the recipe computes the cyclic one.
    pub(super) fn is_shifted(&self, recipe: &Recipe) -> bool {
        self.options.map == Some(Map::Negacyclic) && recipe.algorithm() != Algorithm::Negacyclic
    }

    /// Returns the builder with the root of order `n` and the coset by the root of order `2n`.
    ///
    /// # Errors
    /// [`Error::NoRoot`] or [`Error::NotPrincipal`] for the root of order `2n`, [`Error::Length`] where that overflows.
    pub(super) fn shifted(mut self) -> Result<Self> {
        let (scalars, len) = (self.module.scalars(), self.len);
        let possible = "twice the length must fit a word";
        let twice = len.checked_mul(2).ok_or(Error::Length { what: "the negacyclic map", len, possible })?;
        let v = match &self.root {
            Some(v) => {
                scalars.check_root(v, twice)?;
                v.clone()
            }
            None => scalars.checked_root(twice)?,
        };
        if self.root.is_some() {
            self.root = Some(scalars.power(&v, twice, 2 % twice));
        }
        match &mut self.coset {
            Some(coset) => scalars.mul_assign(coset, &v),
            None => {
                // Powers of a rounded shift would drift from those of the exact one.
                if scalars.parts(&v).is_some() {
                    let powers = [1, twice - 1].map(|step| scalars.powers(&v, twice, step, len));
                    self.coset_powers = Some(powers).filter(|[up, down]| up.len() == len && down.len() == len);
                }
                self.coset = Some(v);
            }
        }
        Ok(self)
    }
}
