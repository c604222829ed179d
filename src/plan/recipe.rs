//! What a plan will run, as plain data.

use crate::{Error, Result, order::Order};
use alloc::{
    boxed::Box,
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::{fmt, num::NonZeroUsize, str::FromStr};

/// An algorithm, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Algorithm {
    /// The definition, quadratic: any length.
    Naive,
    /// Classical radix-2: powers of two.
    Classical,
    /// Twisted radix-2: powers of two.
    Twisted,
    /// Stockham autosort, radix 2, 4 and 8: powers of two.
    Stockham,
    /// Four-step over Stockham: powers of two from 64 on.
    FourStep,
    /// Decimation in frequency, depth first: powers of two from 64 on.
    DepthFirst,
}

impl Algorithm {
    /// Every algorithm.
    pub const ALL: [Algorithm; 6] = [
        Algorithm::Naive,
        Algorithm::Classical,
        Algorithm::Twisted,
        Algorithm::Stockham,
        Algorithm::FourStep,
        Algorithm::DepthFirst,
    ];

    /// The name on the command line and in recipes.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Naive => "naive",
            Algorithm::Classical => "classical",
            Algorithm::Twisted => "twisted",
            Algorithm::Stockham => "stockham",
            Algorithm::FourStep => "four-step",
            Algorithm::DepthFirst => "depth-first",
        }
    }

    /// The order in which the algorithm by itself leaves its values.
    pub const fn native_order(self) -> Order {
        match self {
            Algorithm::Naive | Algorithm::Stockham | Algorithm::FourStep | Algorithm::DepthFirst => Order::Natural,
            Algorithm::Classical | Algorithm::Twisted => Order::BitReversed,
        }
    }

    /// Whether the algorithm exists for this length.
    pub const fn exists_for(self, len: usize) -> bool {
        match self {
            Algorithm::Naive => len >= 1,
            Algorithm::FourStep | Algorithm::DepthFirst => len.is_power_of_two() && len >= 64,
            _ => len.is_power_of_two(),
        }
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Algorithm {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == text).ok_or_else(|| Error::Parse {
            expected: "the name of an algorithm: naive, classical, twisted, stockham, four-step or depth-first",
            found: text.chars().take(40).collect(),
            source: None,
        })
    }
}

/// A tree of algorithms with their lengths.
///
/// `Display` writes one line, which `FromStr` reads back: `stockham(1024, 8x8x4x4)`,
/// `reorder(natural, classical(1024))`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Recipe {
    /// The definition.
    Naive {
        /// Number of elements.
        len: usize,
    },
    /// Classical radix-2.
    Classical {
        /// Number of elements.
        len: usize,
    },
    /// Twisted radix-2.
    Twisted {
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
    /// Decimation in frequency, depth first.
    DepthFirst {
        /// Number of elements.
        len: usize,
    },
    /// Four-step: short transforms over the columns, then the rows, of a matrix.
    FourStep {
        /// The transforms of the columns.
        columns: Box<Recipe>,
        /// The transforms of the rows.
        rows: Box<Recipe>,
    },
    /// A transform whose values are brought from their native order to another one.
    Reorder {
        /// The order after the reordering.
        to_natural: bool,
        /// What is reordered.
        inner: Box<Recipe>,
    },
}

impl Recipe {
    /// Number of elements.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    pub fn len(&self) -> usize {
        match self {
            Recipe::Naive { len } | Recipe::Classical { len } | Recipe::Twisted { len } => *len,
            Recipe::Stockham { len, .. } | Recipe::DepthFirst { len } => *len,
            Recipe::FourStep { columns, rows } => columns.len().saturating_mul(rows.len()),
            Recipe::Reorder { inner, .. } => inner.len(),
        }
    }

    /// The order of the values.
    pub fn order(&self) -> Order {
        match self {
            Recipe::Naive { .. } | Recipe::Stockham { .. } => Order::Natural,
            Recipe::FourStep { .. } | Recipe::DepthFirst { .. } => Order::Natural,
            Recipe::Classical { .. } | Recipe::Twisted { .. } => Order::BitReversed,
            Recipe::Reorder { to_natural: true, .. } => Order::Natural,
            Recipe::Reorder { to_natural: false, .. } => Order::BitReversed,
        }
    }

    /// The algorithm at the root of the tree, below any reordering.
    pub fn algorithm(&self) -> Algorithm {
        match self {
            Recipe::Naive { .. } => Algorithm::Naive,
            Recipe::Classical { .. } => Algorithm::Classical,
            Recipe::Twisted { .. } => Algorithm::Twisted,
            Recipe::Stockham { .. } => Algorithm::Stockham,
            Recipe::FourStep { .. } => Algorithm::FourStep,
            Recipe::DepthFirst { .. } => Algorithm::DepthFirst,
            Recipe::Reorder { inner, .. } => inner.algorithm(),
        }
    }

    /// Number of twiddles its tables hold; `None` where that overflows.
    pub fn twiddle_count(&self) -> Option<usize> {
        match self {
            Recipe::Naive { len } => Some(*len),
            Recipe::Classical { len } | Recipe::Twisted { len } => Some(len / 2),
            Recipe::Stockham { radices, .. } => {
                let mut done = 1usize;
                let mut count = 4usize;
                for &radix in radices {
                    count = count.checked_add(done.saturating_sub(1).checked_mul(radix.saturating_sub(1))?)?;
                    done = done.checked_mul(radix)?;
                }
                Some(count)
            }
            // n/2 - 1 for the first level, half as many for each further one.
            Recipe::DepthFirst { len } => Some(*len),
            Recipe::FourStep { columns, rows } => columns
                .twiddle_count()?
                .checked_add(rows.twiddle_count()?)?
                .checked_add(columns.len().checked_mul(rows.len())?),
            Recipe::Reorder { inner, .. } => inner.twiddle_count(),
        }
    }

    /// Number of elements of scratch it needs on so many threads; `None` where that overflows.
    pub fn scratch_len(&self, threads: usize) -> Option<usize> {
        match self {
            Recipe::Naive { len } | Recipe::Stockham { len, .. } | Recipe::DepthFirst { len } => Some(*len),
            Recipe::Classical { .. } | Recipe::Twisted { .. } => Some(0),
            Recipe::FourStep { columns, rows } => {
                let inner = columns.scratch_len(1)?.max(rows.scratch_len(1)?);
                crate::kernel::four_step_scratch(columns.len(), rows.len(), inner, threads)
            }
            Recipe::Reorder { inner, .. } => inner.scratch_len(threads),
        }
    }

    /// The recipe as an indented tree, one node a line.
    pub fn tree(&self) -> String {
        match self {
            Recipe::Reorder { inner, .. } => {
                format!("reorder to {} ({})\n  {}", self.order(), self.len(), inner.tree().replace('\n', "\n  "))
            }
            Recipe::FourStep { columns, rows } => format!(
                "four-step ({})\n  columns: {}\n  rows: {}",
                self.len(),
                columns.tree().replace('\n', "\n  "),
                rows.tree().replace('\n', "\n  ")
            ),
            leaf => leaf.to_string(),
        }
    }
}

impl fmt::Display for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Recipe::Naive { len } => write!(f, "naive({len})"),
            Recipe::Classical { len } => write!(f, "classical({len})"),
            Recipe::Twisted { len } => write!(f, "twisted({len})"),
            Recipe::Stockham { len, radices } => {
                let radices: Vec<String> = radices.iter().map(usize::to_string).collect();
                write!(f, "stockham({len}, {})", if radices.is_empty() { "1".into() } else { radices.join("x") })
            }
            Recipe::DepthFirst { len } => write!(f, "depth-first({len})"),
            Recipe::FourStep { columns, rows } => write!(f, "four-step({columns}, {rows})"),
            Recipe::Reorder { inner, .. } => write!(f, "reorder({}, {inner})", self.order()),
        }
    }
}

impl FromStr for Recipe {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let because = |source| Error::Parse {
            expected: "a recipe, for instance stockham(1024, 8x8x4x4) or reorder(natural, classical(1024))",
            found: text.chars().take(80).collect(),
            source,
        };
        let wrong = || because(None);
        let (name, rest) = text.trim().split_once('(').ok_or_else(wrong)?;
        let arguments = rest.strip_suffix(')').ok_or_else(wrong)?;
        let number = |text: &str| match text.trim().parse::<NonZeroUsize>() {
            Ok(number) => Ok(number.get()),
            Err(source) => Err(because(Some(Box::new(source)))),
        };
        match name {
            "naive" => Ok(Recipe::Naive { len: number(arguments)? }),
            "classical" => Ok(Recipe::Classical { len: number(arguments)? }),
            "depth-first" => Ok(Recipe::DepthFirst { len: number(arguments)? }),
            "twisted" => Ok(Recipe::Twisted { len: number(arguments)? }),
            "stockham" => {
                let (len, radices) = arguments.split_once(',').ok_or_else(wrong)?;
                let radices = radices.split('x').map(number).collect::<Result<Vec<_>>>()?;
                Ok(Recipe::Stockham { len: number(len)?, radices: radices.into_iter().filter(|&r| r != 1).collect() })
            }
            // Trees are a few levels deep; a longer text is not a recipe.
            _ if text.matches('(').count() > 16 => Err(wrong()),
            "four-step" => {
                let (columns, rows) = split_arguments(arguments).ok_or_else(wrong)?;
                let (columns, rows) = (Box::new(columns.parse::<Recipe>()?), Box::new(rows.parse::<Recipe>()?));
                columns.len().checked_mul(rows.len()).ok_or_else(wrong)?;
                Ok(Recipe::FourStep { columns, rows })
            }
            "reorder" => {
                let (order, inner) = arguments.split_once(',').ok_or_else(wrong)?;
                let to_natural = order.trim().parse::<Order>().map_err(|_| wrong())? == Order::Natural;
                Ok(Recipe::Reorder { to_natural, inner: Box::new(inner.parse()?) })
            }
            _ => Err(wrong()),
        }
    }
}

/// The two sides of the comma that no parenthesis encloses.
fn split_arguments(text: &str) -> Option<(&str, &str)> {
    let mut depth = 0usize;
    let comma = text.char_indices().find(|&(_, c)| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })?;
    Some((&text[..comma.0], &text[comma.0 + 1..]))
}
