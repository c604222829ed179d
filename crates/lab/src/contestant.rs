//! Contestants: each prepares the run of a task; the laboratory calls and times it.

use crate::{error::Result, report::Check, task::Task};
use ringfft::plan::Isa;
use ringfft_testing::{ErasedElement, Tally, tracing::Network};

/// A request for one row: the task and its conditions.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Ask<'a> {
    /// The task.
    pub task: &'a Task,
    /// The instruction set.
    pub isa: Isa,
    /// The number of threads.
    pub threads: usize,
    /// `true` if the values may stay in the contestant's own order instead of natural order.
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
    /// Runs the transform once, in place. This call is timed.
    ///
    /// # Errors
    /// Any error ends the comparison.
    fn run(&mut self) -> Result<()>;

    /// Restores the input. This call is not timed.
    fn refresh(&mut self);

    /// Returns the number of calls after which the input must be restored: floats grow with every transform.
    fn most_calls(&self) -> u32 {
        u32::MAX
    }

    /// Runs the transform once and returns the relative error in the Euclidean norm; 0 for a right result of an exact
    /// ring. Returns `None` if the true result is not known.
    ///
    /// # Errors
    /// [`Verification`](crate::Error::Verification) for a wrong result.
    fn error(&mut self) -> Result<Option<f64>> {
        Ok(None)
    }

    /// Returns the comparisons that [`error`](Runner::error) makes, for the report; `None` leaves them out.
    fn check(&self) -> Option<Check> {
        None
    }
}

/// A run that is prepared, and the facts about it.
pub struct Prepared {
    /// The transform that runs, as the contestant describes it.
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
    /// `true` if elements are complex floats, so that a rate in flops is defined.
    pub complex: bool,
    /// The run.
    pub runner: Box<dyn Runner>,
}

/// A contestant: it has one row in every task for which it has a transform.
///
/// Your own algorithm implements [`Variant`](crate::Variant) instead, which makes it a contestant. This trait is for
/// foreign programs, which have transforms over a ring or two.
pub trait Contestant {
    /// Returns the name of the contestant's rows.
    fn name(&self) -> String;

    /// Checks that the contestant is on this machine. `--peers` fails if it names one that is not, and `--peers all` leaves it
    /// out.
    ///
    /// # Errors
    /// One line that says what is missing and how to get it.
    fn available(&self) -> Result<()> {
        Ok(())
    }

    /// Prepares the run of a task.
    ///
    /// # Errors
    /// One line that says why the contestant has no such transform. The row is left out, and the report contains the
    /// line.
    fn prepare(&self, ask: &Ask<'_>) -> Result<Prepared>;

    /// Counts the operations of a task's transform over a counting ring; `None` if that is not possible.
    fn count(&self, ask: &Ask<'_>) -> Option<Tally> {
        let _ = ask;
        None
    }

    /// Records the network of a task's transform; `None` if that is not possible.
    fn network(&self, ask: &Ask<'_>) -> Option<Network<ErasedElement>> {
        let _ = ask;
        None
    }
}
