//! Contestants: each prepares a run of a task, which the laboratory calls and times.

use crate::{error::Result, task::Task};
use ringfft::plan::Isa;
use ringfft_testing::{ErasedElement, Tally, tracing::Network};

/// A request for one row: the task and the conditions of the run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ask<'a> {
    /// The task.
    pub task: &'a Task,
    /// The instruction set.
    pub isa: Isa,
    /// The number of threads.
    pub threads: usize,
    /// `true` if the values may be left in the contestant's own order instead of natural order.
    pub native_order: bool,
    /// The most bytes that tables, scratch and elements may take.
    pub memory: u64,
    /// The seed of the elements.
    pub seed: u64,
}

impl<'a> Ask<'a> {
    /// Creates a request for one thread, the best instruction set, natural order and 1 GiB.
    pub fn new(task: &'a Task) -> Self {
        Ask { task, isa: Isa::Auto, threads: 1, native_order: false, memory: 1 << 30, seed: 1 }
    }
}

/// A run that can be timed.
pub trait Runner {
    /// Computes once, in place: this is what is timed.
    ///
    /// # Errors
    /// Any error ends the comparison.
    fn run(&mut self) -> Result<()>;

    /// Puts the input back. It is not timed.
    fn refresh(&mut self);

    /// Returns the number of calls after which the input must be put back: floats grow with every transform.
    fn most_calls(&self) -> u32 {
        u32::MAX
    }

    /// Computes once and returns the relative error, in the Euclidean norm; 0 for a right result of an exact ring. Returns `None`
    /// where the truth is not known.
    ///
    /// # Errors
    /// [`Verification`](crate::Error::Verification) for a wrong result.
    fn error(&mut self) -> Result<Option<f64>> {
        Ok(None)
    }
}

/// A run with the facts about its preparation.
pub struct Prepared {
    /// The transform that runs, in the contestant's own words.
    pub recipe: String,
    /// The order of the values.
    pub order: String,
    /// The seconds that the preparation took.
    pub plan_seconds: f64,
    /// The bytes of tables, where they are known.
    pub table_bytes: Option<u64>,
    /// The bytes of scratch.
    pub scratch_bytes: u64,
    /// The bytes of an element.
    pub element_bytes: u64,
    /// `true` if elements are complex floats, so that operations can be given as flops.
    pub complex: bool,
    /// The run.
    pub runner: Box<dyn Runner>,
}

/// A contestant: one row of every task that it has a transform for.
///
/// An algorithm of one's own implements [`Variant`](crate::Variant) instead, which makes it a contestant. This trait is for programs
/// from elsewhere, which have transforms over a ring or two.
pub trait Contestant {
    /// Returns the name of its rows.
    fn name(&self) -> String;

    /// Prepares the run of a task.
    ///
    /// # Errors
    /// One line that says why it has no such transform; the row is left out and the report says why.
    fn prepare(&self, ask: &Ask<'_>) -> Result<Prepared>;

    /// Counts the operations of a task's transform over a counting ring; `None` where it cannot.
    fn count(&self, ask: &Ask<'_>) -> Option<Tally> {
        let _ = ask;
        None
    }

    /// Records the network of a task's transform; `None` where it cannot.
    fn network(&self, ask: &Ask<'_>) -> Option<Network<ErasedElement>> {
        let _ = ask;
        None
    }
}
