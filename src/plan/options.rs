//! What may be asked of a plan, whatever the ring.

use super::{Algorithm, Device, Layout, Recipe, Resources, Scale, TwiddleMemory};
use crate::{Error, Result, kernel::isa::Isa, order::Order};
use core::{fmt, str::FromStr};

/// The basis of the polynomials that an additive transform takes and gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Coefficients {
    /// `1, x, x^2, ...`: low degree first.
    #[default]
    Monomial,
    /// The novel basis of the points: `X_i` is the product of the normalised subspace polynomials over the bits of `i`.
    Novel,
}

impl Coefficients {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Coefficients::Monomial => "monomial",
            Coefficients::Novel => "novel",
        }
    }
}

impl fmt::Display for Coefficients {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Coefficients {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        [Coefficients::Monomial, Coefficients::Novel].into_iter().find(|basis| basis.name() == text).ok_or_else(|| {
            Error::Parse { expected: "monomial or novel", found: text.chars().take(40).collect(), source: None }
        })
    }
}

/// How many threads a plan may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Threads {
    /// As many as the surrounding `rayon` pool has, where the work is worth it.
    #[default]
    Auto,
    /// At most this many; 1 runs in the calling thread and never touches `rayon`, 0 counts as 1.
    AtMost(usize),
}

impl Threads {
    pub(crate) fn resolve(self) -> usize {
        #[cfg(feature = "parallel")]
        let available = rayon::current_num_threads;
        #[cfg(not(feature = "parallel"))]
        let available = || 1;
        match self {
            Threads::Auto => available(),
            Threads::AtMost(0 | 1) => 1,
            Threads::AtMost(threads) => threads.min(available()),
        }
    }
}

/// The options that do not depend on the ring.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Options {
    /// The algorithm; `None` lets the planner choose.
    pub algorithm: Option<Algorithm>,
    /// The whole recipe; overrides algorithm and order.
    pub recipe: Option<Recipe>,
    /// The order of the values.
    pub order: Order,
    /// The scale of both directions.
    pub scale: Scale,
    /// Number of transforms in one call.
    pub batch: usize,
    /// How they lie.
    pub layout: Layout,
    /// Threads.
    pub threads: Threads,
    /// The most bytes that tables and scratch may take.
    pub memory_limit: Option<u64>,
    /// The instruction set.
    pub isa: Isa,
    /// Where to run: on the processor, on a device, or on a device where that is worth it.
    pub device: Device,
    /// What the coefficients of an additive transform belong to; monomial everywhere else.
    pub coefficients: Coefficients,
    /// What the tables of kernels for residues hold.
    pub twiddles: TwiddleMemory,
}

impl Options {
    /// The resources of an engine.
    pub(super) fn resources(&self) -> Resources {
        Resources { threads: self.threads.resolve(), isa: self.isa, twiddles: self.twiddles }
    }

    /// Whether the transforms are the columns of a matrix that lies row by row, and are to be transformed there.
    pub(super) fn is_matrix(&self) -> bool {
        self.layout == Layout::Columns && self.batch > 1 && self.device != Device::Cuda
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            algorithm: None,
            recipe: None,
            order: Order::Natural,
            scale: Scale::INVERSE,
            batch: 1,
            layout: Layout::Rows,
            threads: Threads::Auto,
            memory_limit: None,
            isa: Isa::Auto,
            device: Device::Cpu,
            coefficients: Coefficients::Monomial,
            twiddles: TwiddleMemory::Full,
        }
    }
}
