//! NVIDIA devices: one templated source of Stockham kernels for every ring (`cuda/`), compiled in advance, behind the plans.
//!
//! ```
//! use ringfft::{gpu::Device, plan::Plan, rings::{Goldilocks, native}};
//!
//! // Without a device, or without the feature `cuda`, `Device::Auto` runs on the processor.
//! let plan = Plan::builder(native::<Goldilocks>(), 8).device(Device::Auto).build()?;
//! let mut x = [Goldilocks::from(1); 8];
//! plan.forward(&mut x)?;
//! assert_eq!(x[0], Goldilocks::from(8));
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Use
//! The feature `cuda` adds this engine. A program with it also starts on machines without a driver: the driver is
//! opened at the first call, and its absence is an error of that call.
//!
//! A [`Plan`](crate::plan::Plan) takes [`Device`] as an option, by default the processor, and copies values to the
//! device and back. A `DeviceVec` stays on a device between transforms; a `DevicePlan` transforms it. Both need the
//! feature `cuda`. The plans of [`real`](crate::real) and [`RnsPlan`](crate::ntt::RnsPlan) take the option too.
//!
//! The kernels of a transform depend on ring, length and the device's limits. A `DevicePlan` with the option `tuned` measures
//! instead, once in a process for a device, a ring, a length and a batch. Other plans do not change.
//!
//! Values larger than the free memory of the device when the plan is made go through it in tiles, between slices of the host's
//! memory. Batches go member by member. One transform goes as columns and rows; the host then needs memory for its values once
//! more. Arrays go axis by axis, by rows and then by strips of columns. Inverses of real arrays in tiles work in a copy of their
//! values. One row of real numbers, and one column, must fit into a quarter of that memory; else the plan is an error, or runs on
//! the processor. The variable `RINGFFT_DEVICE_MEMORY` names a number of bytes that plans use at most.
//!
//! # Files
//! | file | what it holds |
//! |---|---|
//! | `shim`, `functions`, `driver` | the driver's functions, found when first called; the one place that names `cust` |
//! | `limits`, `source`, `args` | what a launch may ask; which kernels there are; what a launch is told |
//! | `ring`, `host` | elements as bytes; exact tables |
//! | `tiles`, `form`, `tune` | lines of a block; how a length is cut into launches: a function of ring, length and limits; which form is the fastest |
//! | `store`, `launches`, `engine` | tables on the device; launches with their addresses; what runs them |
//! | `vector`, `options`, `plan`, `stream` | what stays on a device; batches and transforms in tiles |
//! | `real`, `odd` | rows of reals, of odd lengths too, cosine transforms, arrays |
//!
//! Only the tables are generic: elements are bytes of a known layout. A call adds the addresses of its vectors and the
//! size of the batch to launches that the plan prepared. Results reach the caller's slice only when they are whole.
//!
//! # Environment
//! A variable that is unset or empty leaves the default; one that is not a decimal number is [`Error::Parse`] for every
//! plan that may use a device. Good values are read once in a process.
//!
//! # Building
//! The crate `cust`, which calls the driver, looks for a CUDA installation when it is built. None is needed if the
//! variable `CUDA_LIBRARY_PATH` names the folder `stub` of the package `ringfft-cuda-kernels`. `DOCS_RS=1` does too, if
//! no other package needs CUDA. Inside the repository `.cargo/config.toml` sets it.

#[cfg(feature = "cuda")]
use crate::environment::Variable;
use crate::{Error, Result};
use alloc::string::String;
use core::{fmt, str::FromStr};

/// The place where a plan runs: by default the processor.
///
/// ```
/// use ringfft::{plan::{Device, Plan}, rings::ComplexRing};
///
/// // Without a device, or without the feature `cuda`, this plan runs on the processor.
/// let plan = Plan::builder(ComplexRing::<f64>::new(), 1024).device(Device::Auto).build()?;
/// assert_eq!(plan.len(), 1024);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Device {
    /// A device, if there is one, the ring has kernels for it and the values of a call take 4 MiB or more. The variable
    /// `RINGFFT_DEVICE_BYTES` names another number. Otherwise, and whenever the device fails, the processor.
    Auto,
    /// The processor: the default. Copies to a device and back can take longer than a transform there saves.
    #[default]
    Cpu,
    /// An NVIDIA device; an error if that is not possible.
    Cuda,
}

impl Device {
    /// Returns its name, as [`FromStr`] takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Device::Auto => "auto",
            Device::Cpu => "cpu",
            Device::Cuda => "cuda",
        }
    }

    /// Returns the names of the NVIDIA devices of this machine.
    ///
    /// # Errors
    /// [`Error::Device`]: there is no driver, or none in this build, or no device.
    pub fn available() -> Result<alloc::vec::Vec<String>> {
        #[cfg(feature = "cuda")]
        return Gpu::all().map(|all| all.into_iter().map(|device| device.name).collect());
        #[cfg(not(feature = "cuda"))]
        Err(missing())
    }
}

/// The settings of devices in the environment.
#[cfg(feature = "cuda")]
pub(crate) struct Settings {
    /// Bytes of a call from which [`Device::Auto`] takes a device.
    pub(crate) least_bytes: u64,
    /// The most bytes of a device's memory to use.
    pub(crate) memory: u64,
}

/// Reads the environment, once in a process.
///
/// # Errors
/// [`Error::Parse`] for a variable that is not a number.
#[cfg(feature = "cuda")]
pub(crate) fn settings() -> Result<Settings> {
    static LEAST: Variable<u64> = Variable::new("RINGFFT_DEVICE_BYTES", |text| {
        text.parse().map_err(|_| "in the variable RINGFFT_DEVICE_BYTES a decimal number of bytes, or nothing")
    });
    static MEMORY: Variable<u64> = Variable::new("RINGFFT_DEVICE_MEMORY", |text| {
        text.parse().map_err(|_| "in the variable RINGFFT_DEVICE_MEMORY a decimal number of bytes, or nothing")
    });
    Ok(Settings { least_bytes: LEAST.get()?.unwrap_or(4 << 20), memory: MEMORY.get()?.unwrap_or(u64::MAX) })
}

/// The most bytes of the values of one call. It is so small a part of the address space that no count of elements, bytes or
/// threads that follows from it overflows a word.
#[cfg(feature = "cuda")]
const MOST_BYTES: u64 = (usize::MAX / 64) as u64;

/// Returns the bytes of `counts[0] counts[1] ...` elements of this many bytes.
///
/// # Errors
/// [`Error::Memory`] above [`MOST_BYTES`].
#[cfg(feature = "cuda")]
fn call_bytes(counts: &[u64], element: u64) -> Result<u64> {
    let product = counts.iter().try_fold(u128::from(element), |bytes, &count| bytes.checked_mul(count.into()));
    let needed = product.unwrap_or(u128::MAX);
    let refused = Error::Memory { what: "the values of a call of a device", needed, limit: Some(MOST_BYTES) };
    u64::try_from(needed).ok().filter(|&bytes| bytes <= MOST_BYTES).ok_or(refused)
}

/// Returns the error of a build without the feature.
#[cfg(not(feature = "cuda"))]
pub(crate) fn missing() -> Error {
    let what = "this build has no engine for devices: build with the feature `cuda`".into();
    Error::Device { failure: crate::DeviceFailure::NoDriver, what }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Device {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        [Device::Auto, Device::Cpu, Device::Cuda].into_iter().find(|device| device.name() == text).ok_or_else(|| {
            Error::Parse { expected: "cpu, cuda or auto", found: text.chars().take(40).collect(), source: None }
        })
    }
}

/// The kind of a row of an array that goes through a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowKind {
    /// Complex numbers.
    Complex,
    /// An even number `n` of real numbers, with `n/2 + 1` values.
    Real,
    /// An odd number of real numbers, which go to the device as complex ones: one transform of the whole length.
    Odd,
    /// An even number of real numbers, by cosine transforms of kinds II and III.
    Cosine,
}

#[cfg(feature = "cuda")]
mod args;
#[cfg(feature = "cuda")]
mod driver;
#[cfg(feature = "cuda")]
mod engine;
#[cfg(feature = "cuda")]
pub(crate) mod form;
#[cfg(feature = "cuda")]
mod functions;
#[cfg(feature = "cuda")]
mod host;
#[cfg(feature = "cuda")]
mod launches;
#[cfg(feature = "cuda")]
mod limits;
#[cfg(feature = "cuda")]
mod odd;
#[cfg(feature = "cuda")]
mod options;
#[cfg(feature = "cuda")]
mod plan;
#[cfg(feature = "cuda")]
pub(crate) mod real;
#[cfg(feature = "cuda")]
mod ring;
#[cfg(feature = "cuda")]
pub(crate) mod shim;
#[cfg(feature = "cuda")]
pub(crate) mod source;
#[cfg(feature = "cuda")]
mod store;
#[cfg(feature = "cuda")]
pub(crate) mod stream;
#[cfg(feature = "cuda")]
mod tiles;
#[cfg(feature = "cuda")]
pub(crate) mod tune;
#[cfg(feature = "cuda")]
mod vector;

#[cfg(feature = "cuda")]
pub use driver::Description;
#[cfg(feature = "cuda")]
pub use limits::Limits;
#[cfg(feature = "cuda")]
pub use options::DeviceOptions;
#[cfg(feature = "cuda")]
pub use plan::DevicePlan;
#[cfg(feature = "cuda")]
pub use ring::{DeviceRing, Plain};
#[cfg(feature = "cuda")]
pub use vector::{DeviceVec, Gpu};
