//! The builder of the plans of this module, and their options.

use super::support::memory;
use crate::{
    Result,
    plan::{Device, Isa, Options, Scale, Threads},
};

/// A plan that a [`Builder`] makes.
///
/// Its methods are called by the builder; nothing else implements it.
///
/// [`Builder`] has an example.
pub trait Build: Sized + sealed::Sealed {
    /// The request besides options: a length, a kind, a shape.
    type Wanted: Clone;

    /// Returns the bytes that tables and scratch take, known before anything is built.
    ///
    /// # Errors
    /// Those of [`build`](Build::build) that follow from the request.
    fn bytes(wanted: &Self::Wanted, options: &Options) -> Result<u64>;

    /// Builds the plan; `bytes` is the result of [`bytes`](Build::bytes).
    ///
    /// # Errors
    /// Those that the plan's constructor states.
    fn build(wanted: Self::Wanted, options: Options, bytes: u64) -> Result<Self>;
}

pub(super) mod sealed {
    /// Keeps [`Build`](super::Build) to this module.
    pub trait Sealed {}
}

/// Collects the options of a plan; [`build`](Builder::build) makes it.
///
/// ```
/// use ringfft::{plan::Scale, real::RealPlan};
///
/// let plan = RealPlan::<f64>::builder(8).scale(Scale::UNITARY).build()?;
/// assert_eq!(plan.scale(), Scale::UNITARY);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// The options are those of [`plan::Builder`](crate::plan::Builder), as far as they have a meaning here.
#[must_use = "a builder does nothing until it is built"]
pub struct Builder<P: Build> {
    wanted: P::Wanted,
    pub(super) options: Options,
}

impl<P: Build> Builder<P> {
    pub(super) fn new(wanted: P::Wanted) -> Self {
        Builder { wanted, options: Options::default() }
    }

    /// Sets the scale; by default the inverse divides, so that it undoes the forward map.
    pub fn scale(mut self, scale: Scale) -> Self {
        self.options.scale = scale;
        self
    }

    /// Sets the number of threads that the plan may use. The results do not depend on it.
    pub fn threads(mut self, threads: Threads) -> Self {
        self.options.threads = threads;
        self
    }

    /// Sets the instruction set to run on.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.options.isa = isa;
        self
    }

    /// Sets the place of execution; by default the processor. Devices have real sequences by rows, cosine transforms II and
    /// III of even lengths by rows, and arrays.
    pub fn device(mut self, device: Device) -> Self {
        self.options.device = device;
        self
    }

    /// Sets the most bytes that tables and scratch may take.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.options.memory_limit = Some(bytes);
        self
    }

    /// Returns the bytes that tables and scratch take, known before anything is built.
    ///
    /// # Errors
    /// As [`build`](Builder::build), as far as they follow from length and options.
    pub fn bytes(&self) -> Result<u64> {
        P::bytes(&self.wanted, &self.options)
    }

    /// Builds the plan.
    ///
    /// # Errors
    /// Those that the plan's `new` states, and [`Error::Memory`](crate::Error::Memory).
    pub fn build(self) -> Result<P> {
        let bytes = self.bytes()?;
        if let Some(limit) = self.options.memory_limit.filter(|&limit| limit < bytes) {
            return Err(memory("the plan", bytes.into(), Some(limit)));
        }
        P::build(self.wanted, self.options, bytes)
    }
}

/// A builder of plans that take several transforms in one call.
macro_rules! batches {
    ($plan:ident) => {
        impl<T: $crate::rings::Real> $crate::real::Builder<$plan<T>> {
            /// Sets the number of transforms in one call, and their layout.
            pub fn batch(mut self, batch: usize, layout: $crate::plan::Layout) -> Self {
                self.options.batch = batch;
                self.options.layout = layout;
                self
            }
        }
    };
}
pub(super) use batches;
