//! Transforms of arrays: any number of axes, any of them transformed.
//!
//! Notation: the array has the shape `n_0 x ... x n_(d-1)`, row-major: the last index runs fastest.
//!
//! # Idea
//! The transform along several axes is one after the other along each. Rows of the last axis are contiguous; columns of
//! the others are gathered a block at a time.
//!
//! # Contract
//! | input | output | shapes | axes | scratch | in place |
//! |---|---|---|---|---|---|
//! | row-major | the same shape | any, no length 0 | any, each once | some columns of the longest axis, and that of its transform, a thread | yes |
//!
//! # Cost
//! `N/n` transforms of each length `n`, `N` elements in all; an axis whose slabs exceed the cache costs a sweep through
//! memory.

use super::{
    Build, Builder, RealPlan,
    axes::{flags, volume},
    builder::sealed::Sealed,
    device::{DevicePart, OnDevice},
    nest::{Direction, Nest, NestLayout, Reals},
    support::{factors, own, zeros},
};
use crate::{
    Error, Result,
    gpu::RowKind,
    plan::{Device, Options, Scale, Threads},
    rings::Real,
};
use alloc::{format, vec::Vec};
use num_complex::Complex;

/// The request of both kinds of plan, which their constructors make: a shape and its axes.
#[derive(Clone, Debug)]
pub struct Extent {
    pub(super) shape: Vec<usize>,
    pub(super) axes: Vec<usize>,
}

impl Extent {
    fn new(shape: &[usize], axes: &[usize]) -> Self {
        Extent { shape: shape.to_vec(), axes: axes.to_vec() }
    }

    /// Returns the product of the lengths that are transformed.
    fn points(&self) -> Result<usize> {
        volume(&self.axes.iter().filter_map(|&axis| self.shape.get(axis).copied()).collect::<Vec<_>>())
    }
}

/// The transform of arrays of complex numbers along some of their axes, in place.
///
/// ```
/// use num_complex::Complex;
/// use ringfft::complex::Multi;
///
/// let plan = Multi::<f64>::new(&[2, 3], &[0, 1])?;
/// let mut x: Vec<Complex<f64>> = (1..=6).map(|x| Complex::new(f64::from(x), 0.0)).collect();
/// plan.forward(&mut x)?;
/// assert!((x[0].re - 21.0).abs() < 1e-12 && (x[3].re + 9.0).abs() < 1e-12);
/// plan.inverse(&mut x)?;
/// assert!((x[5].re - 6.0).abs() < 1e-12);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[doc(alias = "fft2", alias = "fftn", alias = "ndfft")]
pub struct Multi<T: Real> {
    nest: Nest<T>,
    elsewhere: DevicePart,
    axes: Vec<usize>,
    factors: [Option<T>; 2],
    scale: Scale,
    bytes: u64,
}

impl<T: Real> Sealed for Multi<T> {}

impl<T: Real> Build for Multi<T> {
    type Wanted = Extent;

    fn bytes(wanted: &Extent, options: &Options) -> Result<u64> {
        NestLayout::<T>::new(&wanted.shape, &flags(&wanted.shape, &wanted.axes)?, options)?.bytes(options, 0)
    }

    fn build(wanted: Extent, options: Options, bytes: u64) -> Result<Self> {
        let axes = flags(&wanted.shape, &wanted.axes)?;
        let plot = NestLayout::new(&wanted.shape, &axes, &options)?;
        let factors = factors(options.scale, wanted.points()?);
        let on_device = OnDevice { kind: RowKind::Complex, shape: wanted.shape.clone(), axes };
        let elsewhere = DevicePart::new(&options, Some(on_device), factors)?;
        let nest = plot.build(wanted.shape, &options, None)?;
        Ok(Multi { nest, elsewhere, axes: wanted.axes, factors, scale: options.scale, bytes })
    }
}

impl<T: Real> Multi<T> {
    /// Creates the plan for arrays of `shape`, transformed along `axes`, with default options.
    ///
    /// # Errors
    /// [`Error::Length`] for no axes in the shape or one of length 0; [`Error::Unsupported`] for an axis that the shape
    /// does not have or that is named twice; [`Error::Memory`].
    pub fn new(shape: &[usize], axes: &[usize]) -> Result<Self> {
        Self::builder(shape, axes).build()
    }

    /// Starts a plan with options.
    pub fn builder(shape: &[usize], axes: &[usize]) -> Builder<Self> {
        Builder::new(Extent::new(shape, axes))
    }

    /// Transforms forward along all axes, in place; allocates its scratch.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` holds the product of the shape; [`Error::Memory`] if the system refuses
    /// the scratch.
    pub fn forward(&self, values: &mut [Complex<T>]) -> Result<()> {
        self.forward_with(values, &mut own(self.scratch()?))
    }

    /// Transforms back along all axes, in place; allocates its scratch.
    ///
    /// # Errors
    /// As [`forward`](Multi::forward).
    pub fn inverse(&self, values: &mut [Complex<T>]) -> Result<()> {
        self.inverse_with(values, &mut own(self.scratch()?))
    }

    /// Runs [`forward`](Multi::forward) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`] as there, and for less than [`scratch_len`](Multi::scratch_len) elements of scratch.
    pub fn forward_with(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        self.run(values, scratch, Direction::Forward, self.factors[0])
    }

    /// Runs [`inverse`](Multi::inverse) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_with`](Multi::forward_with).
    pub fn inverse_with(&self, values: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        self.run(values, scratch, Direction::Inverse, self.factors[1])
    }

    fn run(
        &self,
        values: &mut [Complex<T>],
        scratch: &mut [Complex<T>],
        direction: Direction,
        factor: Option<T>,
    ) -> Result<()> {
        Error::check_len("array", self.nest.total(), values.len())?;
        Error::check_at_least("scratch", self.nest.scratch_len(), scratch.len())?;
        if self.elsewhere.run_in_place(
            matches!(direction, Direction::Inverse),
            values,
            Complex::new(T::zero(), T::zero()),
        )? {
            return Ok(());
        }
        self.nest.run(values, Reals::None, scratch, direction, factor)
    }

    /// Allocates scratch of the length this plan needs.
    ///
    /// # Errors
    /// [`Error::Memory`] if the system refuses the memory.
    pub fn scratch(&self) -> Result<Vec<Complex<T>>> {
        zeros("scratch", self.nest.scratch_len())
    }

    /// Returns the number of elements of scratch that the `_with` forms need.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.nest.scratch_len()
    }

    /// Returns the lengths of the axes.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        self.nest.shape()
    }

    /// Returns the axes that are transformed.
    #[must_use]
    pub fn axes(&self) -> &[usize] {
        &self.axes
    }

    /// Returns the place of execution. Under [`Device::Auto`] a device that fails leaves the call to the processor.
    #[must_use]
    pub fn device(&self) -> Device {
        self.elsewhere.device()
    }

    /// Returns the scale of both directions; its length is the product of those transformed.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Returns the most bytes that tables and scratch take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// The transform of arrays of real numbers along some of their axes, the last among them, out of place.
///
/// The values of the last axis are those of a [`RealPlan`]: `floor(n/2) + 1` of `n`. So an array of shape `a x b x n` has
/// values of shape `a x b x (floor(n/2) + 1)`.
///
/// ```
/// let plan = ringfft::real::RealMulti::<f64>::new(&[2, 4], &[0, 1])?;
/// let mut values = [num_complex::Complex::new(0.0, 0.0); 6]; // 2 x 3
/// plan.forward(&[1.0; 8], &mut values)?;
/// assert_eq!(values[0].re, 8.0);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[doc(alias = "rfft2", alias = "rfftn")]
pub struct RealMulti<T: Real> {
    nest: Nest<T>,
    elsewhere: DevicePart,
    shape: Vec<usize>,
    axes: Vec<usize>,
    factors: [Option<T>; 2],
    scale: Scale,
    bytes: u64,
}

/// Returns the shape of the values, and which of its axes a complex transform takes.
fn spectrum<T: Real>(wanted: &Extent, options: &Options) -> Result<(NestLayout<T>, Vec<usize>, usize)> {
    let mut flags = flags(&wanted.shape, &wanted.axes)?;
    let mut shape = wanted.shape.clone();
    volume(&shape)?;
    let (Some(last), Some(true)) = (shape.last_mut(), flags.pop()) else {
        let last = wanted.shape.len() - 1;
        return Err(Error::Unsupported {
            what: format!(
                "real numbers are transformed along their last axis, so axis {last} must be among the axes: add it, or \
                 make the numbers complex"
            ),
        });
    };
    let len = core::mem::replace(last, *last / 2 + 1);
    flags.push(false);
    Ok((NestLayout::new(&shape, &flags, options)?, shape, len))
}

/// Returns the builder of the real rows.
fn rows<T: Real>(shape: &[usize], len: usize, tasks: usize, options: &Options) -> Builder<RealPlan<T>> {
    let count: usize = shape[..shape.len() - 1].iter().product();
    let threads = Threads::AtMost(if count < tasks { tasks } else { 1 });
    let rows = RealPlan::builder(len).scale(Scale::NONE).threads(threads).isa(options.isa).device(Device::Cpu);
    match options.memory_limit {
        Some(limit) => rows.memory_limit(limit),
        None => rows,
    }
}

impl<T: Real> Sealed for RealMulti<T> {}

impl<T: Real> Build for RealMulti<T> {
    type Wanted = Extent;

    fn bytes(wanted: &Extent, options: &Options) -> Result<u64> {
        let (plot, shape, len) = spectrum::<T>(wanted, options)?;
        let row = rows::<T>(&shape, len, plot.tasks(), options).bytes()?;
        plot.bytes(options, row.saturating_mul(plot.tasks() as u64))
    }

    fn build(wanted: Extent, options: Options, bytes: u64) -> Result<Self> {
        let (plot, spectrum, len) = spectrum(&wanted, &options)?;
        let row = rows(&spectrum, len, plot.tasks(), &options).build()?;
        let nest = plot.build(spectrum, &options, Some(row))?;
        let factors = factors(options.scale, wanted.points()?);
        let on_device = OnDevice::reals(wanted.shape.clone(), flags(&wanted.shape, &wanted.axes)?);
        let elsewhere = DevicePart::new(&options, Some(on_device), factors)?;
        let Extent { shape, axes } = wanted;
        Ok(RealMulti { nest, elsewhere, shape, axes, factors, scale: options.scale, bytes })
    }
}

impl<T: Real> RealMulti<T> {
    /// Creates the plan for arrays of `shape`, transformed along `axes`, with default options.
    ///
    /// # Errors
    /// As [`Multi::new`], and [`Error::Unsupported`] where the last axis is not among `axes`.
    pub fn new(shape: &[usize], axes: &[usize]) -> Result<Self> {
        Self::builder(shape, axes).build()
    }

    /// Starts a plan with options.
    pub fn builder(shape: &[usize], axes: &[usize]) -> Builder<Self> {
        Builder::new(Extent::new(shape, axes))
    }

    /// Transforms real numbers to values; allocates its scratch.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `input` holds the product of the shape and `output` that of
    /// [`spectrum_shape`](RealMulti::spectrum_shape); [`Error::Memory`] if the system refuses the scratch.
    pub fn forward(&self, input: &[T], output: &mut [Complex<T>]) -> Result<()> {
        self.forward_with(input, output, &mut own(self.scratch()?))
    }

    /// Transforms values to real numbers; allocates its scratch. The values are overwritten.
    ///
    /// If no real array has the values, their conjugate-symmetric part counts along the first and, for even lengths, the
    /// last column of the last axis.
    ///
    /// # Errors
    /// As [`forward`](RealMulti::forward).
    pub fn inverse(&self, input: &mut [Complex<T>], output: &mut [T]) -> Result<()> {
        self.inverse_with(input, output, &mut own(self.scratch()?))
    }

    /// Runs [`forward`](RealMulti::forward) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`] as there, and for less than [`scratch_len`](RealMulti::scratch_len) elements of scratch.
    pub fn forward_with(&self, input: &[T], output: &mut [Complex<T>], scratch: &mut [Complex<T>]) -> Result<()> {
        self.check(input.len(), output.len(), scratch.len())?;
        if self.elsewhere.run(false, input, output)? {
            return Ok(());
        }
        self.nest.run(output, Reals::From(input), scratch, Direction::Forward, self.factors[0])
    }

    /// Runs [`inverse`](RealMulti::inverse) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_with`](RealMulti::forward_with).
    pub fn inverse_with(&self, input: &mut [Complex<T>], output: &mut [T], scratch: &mut [Complex<T>]) -> Result<()> {
        self.check(output.len(), input.len(), scratch.len())?;
        if self.elsewhere.run(true, input, output)? {
            return Ok(());
        }
        self.nest.run(input, Reals::To(output), scratch, Direction::Inverse, self.factors[1])
    }

    fn check(&self, reals: usize, values: usize, scratch: usize) -> Result<()> {
        Error::check_len("array of real numbers", self.shape.iter().product(), reals)?;
        Error::check_len("array of values", self.nest.total(), values)?;
        Error::check_at_least("scratch", self.nest.scratch_len(), scratch)
    }

    /// Allocates scratch of the length this plan needs.
    ///
    /// # Errors
    /// [`Error::Memory`] if the system refuses the memory.
    pub fn scratch(&self) -> Result<Vec<Complex<T>>> {
        zeros("scratch", self.nest.scratch_len())
    }

    /// Returns the number of elements of scratch that the `_with` forms need.
    #[must_use]
    pub fn scratch_len(&self) -> usize {
        self.nest.scratch_len()
    }

    /// Returns the lengths of the axes of the real array.
    #[must_use]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Returns the lengths of the axes of the values.
    #[must_use]
    pub fn spectrum_shape(&self) -> &[usize] {
        self.nest.shape()
    }

    /// Returns the axes that are transformed.
    #[must_use]
    pub fn axes(&self) -> &[usize] {
        &self.axes
    }

    /// Returns the place of execution. Under [`Device::Auto`] a device that fails leaves the call to the processor.
    #[must_use]
    pub fn device(&self) -> Device {
        self.elsewhere.device()
    }

    /// Returns the scale of both directions; its length is the product of those transformed.
    #[must_use]
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// Returns the most bytes that tables and scratch take.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}
