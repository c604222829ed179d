//! The error that a recipe may have, before it is run: `papers/rounding.md` derives every number here.

use ringfft::{
    arith::prime_factors,
    plan::{Algorithm, Convolution, PackedShape, Recipe},
};

/// The mean square of a relative error, in units of the square of the roundoff `u`.
///
/// Errors of different operations are taken as uncorrelated and of mean zero, each as large as rounding to nearest allows, so
/// that squares add.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Rounding(pub f64);

impl Rounding {
    /// A complex product by a root rounded once: four products and two sums, `2 u^2`; the root, `u^2/2`.
    pub const PRODUCT: Rounding = Rounding(2.5);

    /// A factor `1/n`: its own rounding and the product's.
    pub const SCALE: Rounding = Rounding(2.0);

    /// Returns the root mean square, in units of `u`.
    pub fn units(self) -> f64 {
        num_traits::Float::sqrt(self.0)
    }

    /// Returns the bound of the inverse transform, which may be scaled.
    pub fn of_inverse(self) -> Rounding {
        Rounding(self.0 + Self::SCALE.0)
    }

    /// Returns the bound of a butterfly of this prime length, as the written-out ones have it for 3 and 5, and by the
    /// definition else.
    fn butterfly(prime: u64) -> Rounding {
        match prime {
            2 => Rounding(1.0),
            3 => Rounding(13.0 / 3.0),
            5 => Rounding(8.0),
            prime => Rounding(Self::PRODUCT.0 + (prime as f64 + 1.0) / 2.0),
        }
    }

    /// Returns the bound by radices, with a product at every element between two of them.
    fn by_factors(len: usize) -> Rounding {
        let levels: f64 = prime_factors(len as u64)
            .iter()
            .map(|&(prime, exponent)| f64::from(exponent) * (Self::butterfly(prime).0 + Self::PRODUCT.0))
            .sum();
        Rounding((levels - Self::PRODUCT.0).max(0.0))
    }

    /// Returns the bound of a kernel in vector lanes.
    fn packed(shape: &PackedShape) -> Rounding {
        match shape {
            PackedShape::Rader { inner, .. } => Rounding(Self::through(Self::packed(inner)).0 + 1.5),
            PackedShape::Bluestein { inner, .. } => {
                Rounding(Self::through(Self::packed(inner)).0 + 2.0 * Self::PRODUCT.0)
            }
            PackedShape::Rows { len, inner } => {
                Rounding(Self::packed(inner).0 + Self::by_factors(len / inner.len()).0 + Self::PRODUCT.0)
            }
            PackedShape::Direct { len, .. } => Rounding(Self::PRODUCT.0 + (*len as f64 + 1.0) / 2.0),
            PackedShape::Single { len } => Self::by_factors(*len),
            // Once, between its steps, a factor is the product of two.
            other => Rounding(Self::by_factors(other.len()).0 + Self::PRODUCT.0),
        }
    }

    /// Returns the bound of a list that is transformed, multiplied by a spectrum computed in the same way from rounded
    /// exact numbers, and transformed back.
    fn through(transform: Rounding) -> Rounding {
        Rounding(3.0 * transform.0 + Self::PRODUCT.0 + Self::SCALE.0)
    }

    /// Returns the same by a recipe.
    fn convolution(convolution: &Convolution) -> Rounding {
        match convolution {
            Convolution::Transform(inner) => Self::through(rounding_bound(inner)),
            // Nothing better is derived than the bound of the definition.
            other => Rounding(Self::PRODUCT.0 + (other.len() as f64 + 1.0) / 2.0),
        }
    }
}

/// Returns the bound of one forward transform by this recipe, unscaled.
///
/// For lengths without prime factors above 31 it is at most `4.53 lg n`. For a prime length from 37 on, by a
/// convolution of a length without such factors, it is at most `16 lg n`. Other algorithms have the bound of the
/// definition.
pub fn rounding_bound(recipe: &Recipe) -> Rounding {
    match recipe {
        Recipe::Rader { convolution, .. } => {
            // The coefficient that stays out of the convolution is added, and all are summed for value 0.
            Rounding(Rounding::convolution(convolution).0 + 1.5)
        }
        Recipe::Bluestein { convolution, .. } => {
            Rounding(Rounding::convolution(convolution).0 + 2.0 * Rounding::PRODUCT.0)
        }
        Recipe::FourStep { columns, rows }
        | Recipe::SixStep { columns, rows }
        | Recipe::GoodThomas { columns, rows } => {
            Rounding(rounding_bound(columns).0 + Rounding::PRODUCT.0 + rounding_bound(rows).0)
        }
        Recipe::Reorder { inner, .. } | Recipe::Columns { inner, .. } | Recipe::FromNovel { inner } => {
            rounding_bound(inner)
        }
        Recipe::Plain { algorithm: Algorithm::Naive | Algorithm::Tangent, len } => {
            Rounding(Rounding::PRODUCT.0 + (*len as f64 + 1.0) / 2.0)
        }
        Recipe::Packed { shape } => Rounding::packed(shape),
        other => Rounding::by_factors(other.len()),
    }
}
