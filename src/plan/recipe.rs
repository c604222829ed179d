//! The recipe of a plan, as plain data.

use super::{Algorithm, PackedShape};
use crate::{dft::Chirp, order::Order};
use alloc::{
    borrow::Cow,
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};

/// A tree of algorithms with their lengths.
///
/// ```
/// use ringfft::plan::Recipe;
///
/// let recipe: Recipe = "stockham(1024, 8x8x4x4)".parse()?;
/// assert_eq!(recipe.len(), 1024);
/// assert!("stockham(1024, 8x8)".parse::<Recipe>().is_err());
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// `Display` writes one line, which `FromStr` reads back: `stockham(1024, 8x8x4x4)`,
/// `reorder(natural, classical(1024))`, `rader(17, transform(stockham(16, 4x4)))`.
///
/// The fields are public, so not every value can be run: [`check`](Recipe::check) says which can, over rings that have its roots.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Recipe {
    /// An algorithm determined by its length: [`Algorithm::is_plain`].
    Plain {
        /// The algorithm.
        algorithm: Algorithm,
        /// Number of elements.
        len: usize,
    },
    /// Stockham autosort.
    Stockham {
        /// Number of elements.
        len: usize,
        /// The radix of each pass.
        radices: Vec<usize>,
    },
    /// Mixed radix: decimation in time over any factors.
    MixedRadix {
        /// Number of elements.
        len: usize,
        /// The factors.
        radices: Vec<usize>,
    },
    /// Good-Thomas: transforms of the columns, then the rows, of a matrix with coprime sides; no twiddles.
    GoodThomas {
        /// The transforms of the columns.
        columns: Box<Recipe>,
        /// The transforms of the rows.
        rows: Box<Recipe>,
    },
    /// Four-step: short transforms over the columns, then the rows, of a matrix.
    FourStep {
        /// The transforms of the columns.
        columns: Box<Recipe>,
        /// The transforms of the rows.
        rows: Box<Recipe>,
    },
    /// Six-step: four-step with the matrix transposed before each sweep.
    SixStep {
        /// The transforms of the columns.
        columns: Box<Recipe>,
        /// The transforms of the rows.
        rows: Box<Recipe>,
    },
    /// Rader: a prime length as a cyclic convolution.
    Rader {
        /// Number of elements.
        len: usize,
        /// The method of the convolution.
        convolution: Convolution,
    },
    /// Bluestein: any length as a convolution with a chirp.
    Bluestein {
        /// Number of elements.
        len: usize,
        /// The chirp.
        chirp: Chirp,
        /// The method of the convolution.
        convolution: Convolution,
    },
    /// A kernel in vector lanes.
    Packed {
        /// The passes.
        shape: PackedShape,
    },
    /// A kernel of a ring of another crate, by the ring's own name for it: letters, digits and dashes.
    Kernel {
        /// The name.
        name: Cow<'static, str>,
        /// Number of elements.
        len: usize,
        /// The order of its values.
        order: Order,
    },
    /// An additive transform whose coefficients are those of the novel basis instead of monomial ones.
    FromNovel {
        /// The transform.
        inner: Box<Recipe>,
    },
    /// The columns of a matrix, transformed in place: [`Layout::Columns`](super::Layout::Columns).
    Columns {
        /// Number of columns.
        width: usize,
        /// Elements of a vector, which are those of several columns or rows.
        lanes: usize,
        /// The recipe that would transform each column alone.
        inner: Box<Recipe>,
    },
    /// A transform whose values are reordered from their native order to another one.
    Reorder {
        /// The order after the reordering.
        order: Order,
        /// The transform whose values are reordered.
        inner: Box<Recipe>,
    },
}

/// The method of a cyclic convolution inside another transform.
///
/// It is part of a [`Recipe`] of Rader's or Bluestein's transform: `rader(17, transform(stockham(16, 4x4)))`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Convolution {
    /// Through a transform over the same ring.
    Transform(Box<Recipe>),
    /// By Karatsuba's method: every ring.
    Karatsuba {
        /// The length of the convolution.
        len: usize,
    },
    /// Through the ring's own product of polynomials, which for residues may go through other primes.
    Ring {
        /// The length of the convolution.
        len: usize,
    },
}

/// Returns the name of a chirp in texts.
pub(super) fn chirp_name(chirp: Chirp) -> &'static str {
    match chirp {
        Chirp::Triangular => "triangular",
        Chirp::Symmetric => "symmetric",
    }
}

impl Convolution {
    /// Returns the length of the convolution.
    #[allow(clippy::len_without_is_empty, reason = "a convolution has at least one point")]
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Convolution::Transform(recipe) => recipe.len(),
            Convolution::Karatsuba { len } | Convolution::Ring { len } => *len,
        }
    }

    fn tree(&self) -> String {
        match self {
            Convolution::Transform(recipe) => {
                format!("convolution through\n    {}", recipe.tree().replace('\n', "\n    "))
            }
            Convolution::Karatsuba { len } => format!("convolution by Karatsuba ({len})"),
            Convolution::Ring { len } => format!("convolution through the ring's products ({len})"),
        }
    }
}

impl Recipe {
    /// Creates the recipe of an algorithm that needs its length alone.
    pub fn plain(algorithm: Algorithm, len: usize) -> Recipe {
        Recipe::Plain { algorithm, len }
    }

    /// Returns the number of elements.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Recipe::Plain { len, .. }
            | Recipe::Stockham { len, .. }
            | Recipe::MixedRadix { len, .. }
            | Recipe::Rader { len, .. }
            | Recipe::Bluestein { len, .. }
            | Recipe::Kernel { len, .. } => *len,
            Recipe::GoodThomas { columns, rows }
            | Recipe::FourStep { columns, rows }
            | Recipe::SixStep { columns, rows } => columns.len().saturating_mul(rows.len()),
            Recipe::Packed { shape } => shape.len(),
            Recipe::FromNovel { inner } | Recipe::Columns { inner, .. } | Recipe::Reorder { inner, .. } => inner.len(),
        }
    }

    /// Returns the order of the values.
    #[must_use]
    pub fn order(&self) -> Order {
        match self {
            Recipe::Reorder { order, .. } | Recipe::Kernel { order, .. } => *order,
            Recipe::Packed { shape } => shape.order(),
            Recipe::Columns { inner, .. } => inner.order(),
            other => other.algorithm().native_order(),
        }
    }

    /// Returns the algorithm at the root of the tree, below any reordering.
    #[must_use]
    pub fn algorithm(&self) -> Algorithm {
        match self {
            Recipe::Plain { algorithm, .. } => *algorithm,
            Recipe::Stockham { .. } => Algorithm::Stockham,
            Recipe::MixedRadix { .. } => Algorithm::MixedRadix,
            Recipe::GoodThomas { .. } => Algorithm::GoodThomas,
            Recipe::FourStep { .. } => Algorithm::FourStep,
            Recipe::SixStep { .. } => Algorithm::SixStep,
            Recipe::Packed { .. } | Recipe::Kernel { .. } => Algorithm::Packed,
            Recipe::Rader { .. } => Algorithm::Rader,
            Recipe::Bluestein { .. } => Algorithm::Bluestein,
            Recipe::FromNovel { inner } | Recipe::Columns { inner, .. } | Recipe::Reorder { inner, .. } => {
                inner.algorithm()
            }
        }
    }

    /// Returns the order of the root of unity that the transform is built from. That is the length, except where the points
    /// are others than the powers of a root of that order. Returns `None` where it overflows.
    #[must_use]
    pub fn root_order(&self) -> Option<usize> {
        match self {
            Recipe::Bluestein { len, chirp: Chirp::Symmetric, .. } if len % 2 == 0 => len.checked_mul(2),
            Recipe::FromNovel { inner } | Recipe::Columns { inner, .. } | Recipe::Reorder { inner, .. } => {
                inner.root_order()
            }
            other => other.algorithm().root_order(other.len()),
        }
    }

    /// Returns the exponent `e` such that value `j` is `f(root^e)`, with `root` of the order
    /// [`root_order`](Recipe::root_order). For a circle transform, value `j` is taken at the point `e` times the generator
    /// of order `2 len`. For an additive transform, `e` is the index of the [point](crate::algebra::Subspace::point).
    #[must_use]
    pub fn exponent(&self, j: usize) -> usize {
        let exponent = self.order().exponent(j, self.len());
        match self.algorithm() {
            Algorithm::Negacyclic | Algorithm::Circle => exponent.saturating_mul(2).saturating_add(1),
            Algorithm::Truncated => exponent,
            additive if additive.is_additive() => exponent,
            _ => exponent.saturating_mul(self.root_order().unwrap_or(0) / self.len().max(1)),
        }
    }

    /// Returns the recipe of one transform: the inner one of a recipe for the columns of a matrix.
    pub(super) fn single(&self) -> &Recipe {
        match self {
            Recipe::Columns { inner, .. } => inner,
            other => other,
        }
    }

    /// Returns the recipe below a reordering.
    pub(super) fn below(&self) -> &Recipe {
        match self {
            Recipe::Reorder { inner, .. } => inner,
            other => other,
        }
    }

    /// Returns whether the values are those at all powers of a root whose order is the length.
    #[must_use]
    pub fn is_cyclic(&self) -> bool {
        match self.algorithm() {
            Algorithm::Negacyclic | Algorithm::Circle => false,
            additive if additive.is_additive() => false,
            Algorithm::Truncated => self.len().is_power_of_two(),
            _ => true,
        }
    }

    /// Returns whether both compute the same values at the same points, in the same order. Where polynomials have more than
    /// one basis, both must take the same one.
    #[cfg(any(feature = "std", feature = "inside"))]
    pub(crate) fn is_same_map(&self, other: &Recipe) -> bool {
        let points = |recipe: &Recipe| match recipe.algorithm() {
            Algorithm::Negacyclic => (1, false),
            Algorithm::Circle => (2, false),
            additive if additive.is_additive() => (3, recipe.is_novel()),
            // The first points of a power of two.
            Algorithm::Truncated if !recipe.is_cyclic() => (4, false),
            _ => (5, false),
        };
        (self.len(), self.order(), self.root_order(), points(self))
            == (other.len(), other.order(), other.root_order(), points(other))
    }

    /// Returns whether the coefficients are those of the novel basis.
    #[cfg(any(feature = "std", feature = "inside"))]
    pub(crate) fn is_novel(&self) -> bool {
        match self {
            Recipe::FromNovel { .. } => true,
            Recipe::Reorder { inner, .. } | Recipe::Columns { inner, .. } => inner.is_novel(),
            _ => false,
        }
    }

    /// Returns the recipe as an indented tree, one node a line.
    #[must_use]
    pub fn tree(&self) -> String {
        let below = |recipe: &Recipe| recipe.tree().replace('\n', "\n  ");
        match self {
            Recipe::Reorder { order, inner } => format!("reorder to {order} ({})\n  {}", self.len(), below(inner)),
            Recipe::Columns { width, lanes, inner } => {
                format!("{width} columns where they lie, {lanes} lanes ({})\n  {}", self.len(), below(inner))
            }
            Recipe::FromNovel { inner } => format!("from the novel basis ({})\n  {}", self.len(), below(inner)),
            Recipe::GoodThomas { columns, rows }
            | Recipe::FourStep { columns, rows }
            | Recipe::SixStep { columns, rows } => {
                format!("{} ({})\n  columns: {}\n  rows: {}", self.algorithm(), self.len(), below(columns), below(rows))
            }
            Recipe::Rader { len, convolution } => format!("rader ({len})\n  {}", convolution.tree()),
            Recipe::Bluestein { len, chirp, convolution } => {
                format!("bluestein ({len}, {} chirp)\n  {}", chirp_name(*chirp), convolution.tree())
            }
            leaf => leaf.to_string(),
        }
    }
}
