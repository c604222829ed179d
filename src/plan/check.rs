//! The check whether a recipe can be run over rings that have its roots. It is made where a recipe is read, and where one is
//! built.

use super::{Algorithm, Convolution, Recipe};
use crate::{Error, Result, arith, dft::stockham, order::Order};
use alloc::{
    format,
    string::{String, ToString},
};
use core::fmt::Display;

/// Recipes inside one another, at most.
pub(super) const DEPTH: usize = 32;

impl Recipe {
    /// Checks all of a recipe that does not depend on a ring. Each algorithm in it exists for its length, and radices and
    /// sides multiply to it. Each part inside computes the map that is needed there, in the order that is needed.
    ///
    /// A recipe that passes can be built and run over a ring that has its roots, and the instruction sets of its lanes.
    /// If the ring lacks something, building the recipe is an error. Parsed recipes and recipes of plans have been
    /// checked.
    ///
    /// # Errors
    /// [`Error::Length`] for a length that an algorithm does not support; [`Error::Parse`] for a
    /// [shape](super::PackedShape::check) that is not a kernel; [`Error::Unsupported`] for parts that do not fit
    /// together.
    pub fn check(&self) -> Result<()> {
        self.check_within(DEPTH)
    }

    fn check_within(&self, depth: usize) -> Result<()> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Error::Unsupported {
                what: format!("recipes more than {DEPTH} deep are not taken: let the planner choose"),
            });
        };
        let (len, algorithm) = (self.len(), self.algorithm());
        let wrong = |possible| Err(Error::Length { what: algorithm.name(), len, possible });
        match self {
            Recipe::Plain { .. } if !algorithm.is_plain() => return Err(algorithm.lacks_parts()),
            Recipe::Plain { .. } if !algorithm.exists_for(len) => return wrong(algorithm.possible()),
            Recipe::Stockham { radices, .. } if !radices.iter().all(|radix| stockham::is_radix(*radix)) => {
                return wrong("its radices must be 2, 4, 8 or odd primes; `mixed-radix` takes any factors");
            }
            Recipe::Stockham { radices, .. } | Recipe::MixedRadix { radices, .. } => {
                let product = radices.iter().try_fold(1usize, |product, radix| product.checked_mul(*radix));
                if product != Some(len) || radices.iter().any(|radix| *radix < 2) {
                    return wrong("its radices must be above 1 and multiply to it");
                }
            }
            Recipe::GoodThomas { columns, rows }
            | Recipe::FourStep { columns, rows }
            | Recipe::SixStep { columns, rows } => {
                for side in [columns, rows] {
                    side.check_within(depth)?;
                    side.check_inside(self)?;
                    if side.order() != Order::Natural {
                        return Err(self.mixed(side, "must leave natural order there"));
                    }
                }
                let (n1, n2) = (columns.len(), rows.len());
                if n1 < 2 || n2 < 2 || n1.checked_mul(n2).is_none() {
                    return wrong("its sides must be above 1 and multiply to what can be counted");
                }
                if algorithm == Algorithm::GoodThomas && arith::gcd(n1 as u64, n2 as u64) != 1 {
                    return wrong("its sides must have no common factor; `mixed-radix` and `four-step` take any");
                }
            }
            Recipe::Rader { .. } if !algorithm.exists_for(len) => return wrong(algorithm.possible()),
            // The cyclic convolution itself, or its kernel twice around one that is long enough.
            Recipe::Rader { convolution, .. } => convolution.check(self, len - 1, depth)?,
            Recipe::Bluestein { .. } if len == 0 => return wrong(algorithm.possible()),
            Recipe::Bluestein { convolution, .. } => convolution.check(self, len, depth)?,
            Recipe::Packed { shape } => shape.check()?,
            Recipe::Kernel { name, order, .. } => {
                let is_name = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
                if name.is_empty() || name.len() > 80 || !name.bytes().all(is_name) {
                    return Err(Error::Unsupported {
                        what: "the name of a kernel must be of letters, digits and dashes, at most 80".into(),
                    });
                }
                if len == 0 || !order.exists_for(len) {
                    return Err(Error::Length { what: order.what(), len, possible: order.lengths() });
                }
            }
            Recipe::FromNovel { inner } => {
                if !matches!(**inner, Recipe::Plain { .. }) || !algorithm.is_additive() {
                    return Err(self.mixed(inner, "must be an additive transform, of monomial coefficients, there"));
                }
                inner.check_within(depth)?;
            }
            Recipe::Columns { width, lanes, inner } => {
                inner.check_within(depth)?;
                if *width == 0 || *lanes == 0 || inner.has_columns() {
                    return Err(self.mixed(inner, "must be one transform there, with columns and lanes for it"));
                }
            }
            Recipe::Reorder { order, inner } => {
                inner.check_within(depth)?;
                if inner.has_columns() {
                    return Err(self.mixed(inner, "transforms a whole matrix and cannot stand there"));
                }
                let same = *order == inner.order();
                for order in [*order, inner.order()] {
                    if !same && !order.is_permutation(len) {
                        return Err(Error::Length { what: order.what(), len, possible: order.lengths() });
                    }
                }
            }
            Recipe::Plain { .. } => {}
        }
        if self.root_order().is_none() {
            return wrong("the order of its root of unity is more than can be counted");
        }
        Ok(())
    }

    /// Returns whether the recipe transforms the columns of a matrix, below any reordering.
    fn has_columns(&self) -> bool {
        match self {
            Recipe::Columns { .. } => true,
            Recipe::Reorder { inner, .. } | Recipe::FromNovel { inner } => inner.has_columns(),
            _ => false,
        }
    }

    /// Checks that this can be a part of `whole`: values at all powers of a root whose order is the length, by the textbook.
    fn check_inside(&self, whole: &Recipe) -> Result<()> {
        let cyclic = self.is_cyclic() && self.root_order() == Some(self.len());
        if !cyclic || self.has_columns() || self.algorithm() == Algorithm::Packed {
            let must = "must be a transform at all powers of a root of that order, and no kernel in lanes, there";
            return Err(whole.mixed(self, must));
        }
        Ok(())
    }

    /// Returns the refusal of a part.
    fn mixed(&self, part: &Recipe, must: &str) -> Error {
        let part = shorten(part);
        let what =
            format!("{part} inside {} of length {} {must}: let the planner choose", self.algorithm(), self.len());
        Error::Unsupported { what }
    }
}

impl Convolution {
    /// Checks that this can convolve `n` values inside `whole`. A transform must have at least `2n - 1` points, or for Rader's
    /// exactly `n`. The other methods must have length `n`.
    fn check(&self, whole: &Recipe, n: usize, depth: usize) -> Result<()> {
        let fits = match self {
            Convolution::Transform(recipe) => {
                recipe.check_within(depth)?;
                recipe.check_inside(whole)?;
                let long = n.checked_mul(2).is_some_and(|twice| recipe.len() >= twice - 1);
                long || (recipe.len() == n && whole.algorithm() == Algorithm::Rader)
            }
            Convolution::Karatsuba { len } | Convolution::Ring { len } => *len == n,
        };
        if fits {
            return Ok(());
        }
        Err(Error::Unsupported {
            what: format!(
                "{} of length {} convolves {n} values, for which {} has the wrong length: take {n} by `karatsuba` or `ring`, \
                 a transform of at least {}, or for `rader` of exactly {n}",
                whole.algorithm(),
                whole.len(),
                shorten(self),
                n.saturating_mul(2).saturating_sub(1)
            ),
        })
    }
}

/// Returns the beginning of a text, for a message.
fn shorten(part: &impl Display) -> String {
    part.to_string().chars().take(80).collect()
}
