//! The options of a plan that do not depend on the ring.

use super::{Algorithm, Device, Layout, Map, Recipe, Resources, Scale, TwiddleMemory};
use crate::{
    Error, Result,
    kernel::{isa::Isa, machine::Machine},
    order::Order,
};
use core::{fmt, str::FromStr};

/// The basis of the polynomials that an additive transform takes and returns.
///
/// ```
/// use ringfft::{plan::{Coefficients, Plan}, rings::{Gf2p8, binary}};
///
/// let plan = Plan::builder(binary::<Gf2p8>(), 4).coefficients(Coefficients::Novel).build()?;
/// let mut x = [0, 0, 1, 0].map(Gf2p8::new);
/// plan.forward(&mut x)?;
/// assert_eq!(x, [0, 0, 1, 1].map(Gf2p8::new)); // X_2 is bit 1 of the index of the point
/// # Ok::<(), ringfft::Error>(())
/// ```
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
    /// Returns the name on the command line.
    #[must_use]
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

/// The number of threads that a plan may use.
///
/// ```
/// use ringfft::{plan::{Plan, Threads}, rings::{Goldilocks, native}};
///
/// // On one thread, in the calling thread.
/// let plan = Plan::builder(native::<Goldilocks>(), 1 << 10).threads(Threads::AtMost(1)).build()?;
/// plan.forward(&mut vec![Goldilocks::new(1); 1 << 10])?;
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Threads {
    /// The number of threads of the surrounding `rayon` pool, if the work is large enough.
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
///
/// ```
/// use ringfft::{plan::{Options, Plan, Scale, Threads}, rings::{Goldilocks, native}};
///
/// let mut options = Options::default();
/// (options.scale, options.threads) = (Scale::NONE, Threads::AtMost(1));
/// let plan = Plan::builder(native::<Goldilocks>(), 8).options(options).build()?;
/// assert_eq!(plan.scale(), Scale::NONE);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Options {
    /// The map; `None` is that of the algorithm or recipe if one is named, else additive over binary fields and cyclic elsewhere.
    pub map: Option<Map>,
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
    /// The layout of the transforms.
    pub layout: Layout,
    /// The number of threads.
    pub threads: Threads,
    /// The most bytes that tables and scratch may take.
    pub memory_limit: Option<u64>,
    /// The instruction set.
    pub isa: Isa,
    /// The description of the machine, for models of cost; `None` is that of `RINGFFT_MACHINE`, or of the processor.
    pub machine: Option<Machine>,
    /// The place of execution: the processor, a device, or a device where that is worth it.
    pub device: Device,
    /// The basis of the coefficients of an additive transform; monomial for every other transform.
    pub coefficients: Coefficients,
    /// The contents of the tables of kernels for residues.
    pub twiddles: TwiddleMemory,
}

impl Options {
    /// Returns the resources of an engine.
    pub(super) fn resources(&self) -> Resources {
        Resources { threads: self.threads.resolve(), isa: self.isa, machine: self.machine, twiddles: self.twiddles }
    }

    /// Returns whether the transforms are the columns of a row-major matrix, to be transformed in place.
    pub(super) fn is_matrix(&self) -> bool {
        self.layout == Layout::Columns && self.batch > 1 && self.device != Device::Cuda
    }
}

impl Default for Options {
    fn default() -> Self {
        Options {
            map: None,
            algorithm: None,
            recipe: None,
            order: Order::Natural,
            scale: Scale::INVERSE,
            batch: 1,
            layout: Layout::Rows,
            threads: Threads::Auto,
            memory_limit: None,
            isa: Isa::Auto,
            machine: None,
            device: Device::Cpu,
            coefficients: Coefficients::Monomial,
            twiddles: TwiddleMemory::Full,
        }
    }
}
