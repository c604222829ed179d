//! Cosine and sine transforms.
//!
//! Notation: as in [`TrigonometricKind`], which has the definitions.
//!
//! # Idea
//! Every kind is the transform of a longer real sequence with symmetries; values that follow from the symmetries are not computed.
//! Kinds II and III reorder `n` numbers and turn the values of a real transform of length `n`; kind IV packs two numbers into one
//! of a complex transform of length `n/2`; for odd `n` it is a real transform of length `n` in another order; kind I is a real
//! transform of twice the length. A sine transform is the cosine transform with every other sign changed on one side and the order
//! reversed on the other:
//!
//! ```text
//! x --> -+-+- --> [cosine II] --> reverse --> sine II          x --> reverse --> [cosine III] --> -+-+- --> sine III
//! ```
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | n real numbers | Y_0, ..., Y_(n-1) | any; dct1 from 2 on | any float | about 2n real numbers and that inside; kind I twice as many | yes |
//!
//! # Cost
//! The transform inside, and in real products: `6 floor(n/2) + 1` (II), `4 floor(n/2)` (III), `5 n` (IV, even), `2 n + 1`
//! (IV, odd), one each (I); a sine transform has the count of its cosine transform. Asserted by `tests/real/cost.rs`.
//!
//! # Source
//! II and III: \[Makhoul 1980\]; IV, odd: \[Chan-Ho 1990\].

use super::{
    Build, Builder, RealPlan, TrigonometricKind,
    builder::{batches, sealed::Sealed},
    cosine::{Through, areas_len, four_even, four_odd, one, sine_one, three, two, weigh},
    device::{DevicePart, OnDevice},
    support::{self, complex, factors, in_rows, roots, too_large},
};
use crate::{
    Error, Result,
    gpu::RowKind,
    kernel::cast::numbers_mut,
    order::transpose,
    plan::{Device, Layout, Options, Plan, Scale, Threads},
    rings::Real,
};
use alloc::vec::Vec;
use core::fmt;
use num_complex::Complex;

/// A cosine or sine transform of one length, and its inverse, in place.
///
/// The scales: [`INVERSE`](Scale::INVERSE) (the default) leaves the forward direction as FFTW defines it and divides
/// the inverse by the [period](TrigonometricKind::period); [`NONE`](Scale::NONE) divides neither;
/// [`UNITARY`](Scale::UNITARY) makes an orthogonal matrix, as `norm="ortho"` of SciPy.
///
/// ```
/// use ringfft::{plan::Scale, real::{Trigonometric, TrigonometricKind}};
///
/// let plan = Trigonometric::<f64>::builder(TrigonometricKind::Dct2, 4).scale(Scale::UNITARY).build()?;
/// let mut x = [1.0; 4];
/// plan.forward(&mut x)?;
/// assert!((x[0] - 2.0).abs() < 1e-15 && x[1].abs() < 1e-15);
/// plan.inverse(&mut x)?;
/// assert!((x[3] - 1.0).abs() < 1e-15);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[doc(alias = "dct", alias = "dst", alias = "idct", alias = "idst")]
pub struct Trigonometric<T: Real> {
    kind: TrigonometricKind,
    inside: Inside<T>,
    twiddles: Vec<Complex<T>>,
    elsewhere: DevicePart,
    factors: [Option<T>; 2],
    shape: Shape,
    options: Options,
    bytes: u64,
}

/// The transform inside.
#[allow(clippy::large_enum_variant, reason = "there is one of it in a plan")]
enum Inside<T: Real> {
    Real(RealPlan<T>),
    Complex(Plan<Complex<T>>),
}

/// The sizes that follow from kind, length and options.
#[derive(Clone, Copy, Debug)]
struct Shape {
    len: usize,
    period: usize,
    total: usize,
    threads: usize,
    tasks: usize,
    each: usize,
    scratch: usize,
    table: usize,
}

impl Shape {
    fn new(kind: TrigonometricKind, len: usize, options: &Options, inside: usize) -> Result<Self> {
        let period = kind.period(len)?;
        let batch = support::batch(options)?;
        let threads = options.threads.resolve();
        let tasks = threads.min(batch);
        let threads = if tasks > 1 { 1 } else { threads };
        let sizes = || {
            use TrigonometricKind::{Dct1, Dct2, Dct3, Dst1, Dst2, Dst3};
            let total = len.checked_mul(batch)?;
            let (own, table) = match kind {
                Dct1 | Dst1 => (areas_len(period)?, 0),
                Dct2 | Dct3 | Dst2 | Dst3 => (areas_len(len)?, len / 2 + 1),
                _ if packs(kind, len) => (len / 2, len / 2),
                _ => (areas_len(len)?, 0),
            };
            let each = own.checked_add(inside)?;
            let turned = if options.layout == Layout::Columns && batch > 1 { total.div_ceil(2) } else { 0 };
            let scratch = each.checked_mul(tasks)?.checked_add(turned)?;
            Some(Shape { len, period, total, threads, tasks, each, scratch, table })
        };
        sizes().ok_or(too_large("the plan"))
    }
}

/// Returns whether two numbers become one complex number.
fn packs(kind: TrigonometricKind, len: usize) -> bool {
    matches!(kind, TrigonometricKind::Dct4 | TrigonometricKind::Dst4) && len.is_multiple_of(2)
}

/// Returns the builder of the real transform inside.
fn real<T: Real>(kind: TrigonometricKind, shape: &Shape, options: &Options) -> Builder<RealPlan<T>> {
    let len = match kind {
        TrigonometricKind::Dct1 | TrigonometricKind::Dst1 => shape.period,
        _ => shape.len,
    };
    let row = RealPlan::builder(len).scale(Scale::NONE).threads(Threads::AtMost(shape.threads)).isa(options.isa);
    let row = row.device(Device::Cpu);
    match options.memory_limit {
        Some(limit) => row.memory_limit(limit),
        None => row,
    }
}

/// Builds the device's part. Devices have kinds II and III, by rows of even length; the scale that makes them orthogonal is
/// not one factor.
fn elsewhere<T: Real>(
    kind: TrigonometricKind,
    len: usize,
    options: &Options,
    [forward, inverse]: [Option<T>; 2],
) -> Result<DevicePart> {
    let by_rows = options.layout == Layout::Rows || options.batch == 1;
    let has = by_rows && len.is_multiple_of(2) && options.scale != Scale::UNITARY;
    let factors = match kind {
        TrigonometricKind::Dct2 if has => [forward, inverse],
        TrigonometricKind::Dct3 if has => [inverse, forward],
        _ => return DevicePart::new::<T>(options, None, [None, None]),
    };
    let (shape, axes) = ([options.batch, len / 2].into(), [false, true].into());
    DevicePart::new(options, Some(OnDevice { kind: RowKind::Cosine, shape, axes }), factors)
}

batches!(Trigonometric);

impl<T: Real> Sealed for Trigonometric<T> {}

impl<T: Real> Build for Trigonometric<T> {
    type Wanted = (TrigonometricKind, usize);

    fn bytes(&(kind, len): &Self::Wanted, options: &Options) -> Result<u64> {
        let shape = Shape::new(kind, len, options, 0)?;
        let inside = match packs(kind, len) {
            true => complex::<T>(len / 2, options, shape.threads).bytes()?,
            false => real::<T>(kind, &shape, options).bytes()?,
        };
        let own = shape.scratch.checked_add(shape.table).and_then(|own| own.checked_mul(size_of::<Complex<T>>()));
        let inside = inside.checked_mul(shape.tasks as u64);
        own.and_then(|own| inside?.checked_add(own.try_into().ok()?)).ok_or(too_large("the plan"))
    }

    fn build((kind, len): Self::Wanted, options: Options, bytes: u64) -> Result<Self> {
        let shape = Shape::new(kind, len, &options, 0)?;
        let (inside, scratch, twiddles) = if packs(kind, len) {
            let plan = complex(len / 2, &options, shape.threads).build()?;
            let scratch = plan.scratch_len();
            (Inside::Complex(plan), scratch, roots(16 * len, 1, 8, shape.table)?)
        } else {
            let plan = real(kind, &shape, &options).build()?;
            let scratch = plan.scratch_len();
            (Inside::Real(plan), scratch, roots(4 * len, 0, 1, shape.table)?)
        };
        let shape = Shape::new(kind, len, &options, scratch)?;
        let factors = factors(options.scale, shape.period);
        let elsewhere = elsewhere(kind, len, &options, factors)?;
        Ok(Trigonometric { kind, inside, twiddles, elsewhere, factors, shape, options, bytes })
    }
}

impl<T: Real> Trigonometric<T> {
    /// Creates the plan of a kind and length, with default options.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) for a length the kind does not have; those of the transform inside.
    pub fn new(kind: TrigonometricKind, len: usize) -> Result<Self> {
        Self::builder(kind, len).build()
    }

    /// Starts a plan with options.
    pub fn builder(kind: TrigonometricKind, len: usize) -> Builder<Self> {
        Builder::new((kind, len))
    }

    /// Computes the kind's map, in place; allocates its scratch.
    ///
    /// # Errors
    /// [`Error::SliceLength`](crate::Error::SliceLength) unless `values` holds `len * batch` numbers;
    /// [`Error::Memory`](crate::Error::Memory) if the system refuses the scratch.
    pub fn forward(&self, values: &mut [T]) -> Result<()> {
        self.forward_with(values, &mut support::own(self.scratch()?))
    }

    /// Computes the map of the inverse kind, in place; allocates its scratch.
    ///
    /// # Errors
    /// As [`forward`](Trigonometric::forward).
    pub fn inverse(&self, values: &mut [T]) -> Result<()> {
        self.inverse_with(values, &mut support::own(self.scratch()?))
    }

    /// Runs [`forward`](Trigonometric::forward) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`](crate::Error::SliceLength) as there, and for less than
    /// [`scratch_len`](Trigonometric::scratch_len) elements of scratch.
    pub fn forward_with(&self, values: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        self.execute(self.kind, self.factors[0], values, scratch)
    }

    /// Runs [`inverse`](Trigonometric::inverse) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_with`](Trigonometric::forward_with).
    pub fn inverse_with(&self, values: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        self.execute(self.kind.inverse(), self.factors[1], values, scratch)
    }

    fn execute(
        &self,
        kind: TrigonometricKind,
        factor: Option<T>,
        values: &mut [T],
        scratch: &mut [Complex<T>],
    ) -> Result<()> {
        let Shape { len, total, tasks, each, .. } = self.shape;
        Error::check_len("slice of real numbers", total, values.len())?;
        Error::check_at_least("scratch", self.shape.scratch, scratch.len())?;
        if self.elsewhere.run_in_place(kind == TrigonometricKind::Dct3, values, T::zero())? {
            return Ok(());
        }
        let run = |row: &mut [T], scratch: &mut [Complex<T>]| self.one(kind, factor, row, scratch);
        let batch = self.batch();
        if self.options.layout == Layout::Rows || batch == 1 {
            return in_rows(values, len, scratch, each, tasks, &run);
        }
        let (rows, scratch) = scratch.split_at_mut(total.div_ceil(2));
        let rows = &mut numbers_mut(rows)[..total];
        transpose(values, rows, len, batch);
        in_rows(rows, len, scratch, each, tasks, &run)?;
        transpose(rows, values, batch, len);
        Ok(())
    }

    /// Runs one transform.
    fn one(&self, kind: TrigonometricKind, factor: Option<T>, x: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        use TrigonometricKind::{Dct1, Dct2, Dct3, Dct4, Dst1, Dst2, Dst3, Dst4};
        let unitary = self.options.scale == Scale::UNITARY;
        let last = x.len() - 1;
        if unitary {
            match kind {
                Dct1 => [0, last].into_iter().for_each(|end| weigh(&mut x[end], true)),
                Dct3 => weigh(&mut x[0], true),
                Dst3 => weigh(&mut x[last], true),
                _ => {}
            }
        }
        match kind {
            Dst3 => x.reverse(),
            Dst4 => x.iter_mut().skip(1).step_by(2).for_each(|x| *x = -*x),
            _ => {}
        }
        let twiddles = &self.twiddles[..];
        match &self.inside {
            Inside::Complex(plan) => four_even(x, Through { plan, twiddles, scratch, factor })?,
            Inside::Real(plan) => {
                let through = Through { plan, twiddles, scratch, factor };
                match kind {
                    Dct1 => one(x, through)?,
                    Dst1 => sine_one(x, through)?,
                    Dct2 | Dst2 => two(x, kind.is_sine(), through)?,
                    Dct3 | Dst3 => three(x, kind.is_sine(), through)?,
                    Dct4 | Dst4 => four_odd(x, through)?,
                }
            }
        }
        if matches!(kind, Dst2 | Dst4) {
            x.reverse();
        }
        if unitary {
            match kind {
                Dct1 => [0, last].into_iter().for_each(|end| weigh(&mut x[end], false)),
                Dct2 => weigh(&mut x[0], false),
                Dst2 => weigh(&mut x[last], false),
                _ => {}
            }
        }
        Ok(())
    }

    /// Allocates scratch of the length this plan needs.
    ///
    /// # Errors
    /// [`Error::Memory`](crate::Error::Memory) if the system refuses the memory.
    pub fn scratch(&self) -> Result<Vec<Complex<T>>> {
        support::zeros("scratch", self.shape.scratch)
    }

    /// Returns the number of real numbers of one transform.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.shape.len
    }

    /// Returns the kind of the forward direction.
    #[must_use]
    pub fn kind(&self) -> TrigonometricKind {
        self.kind
    }

    /// Returns the number of transforms in one call.
    #[must_use]
    pub fn batch(&self) -> usize {
        self.options.batch
    }

    /// Returns the number of elements of scratch that the `_with` forms need.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.shape.scratch
    }

    /// Returns the most bytes that tables and scratch take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the place of execution. Under [`Device::Auto`] a device that fails leaves the call to the processor.
    #[must_use]
    pub fn device(&self) -> Device {
        self.elsewhere.device()
    }

    /// Returns the scale of both directions; its length is the period.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.options.scale
    }
}

impl<T: Real> fmt::Debug for Trigonometric<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trigonometric").field("kind", &self.kind).field("len", &self.len()).finish_non_exhaustive()
    }
}
