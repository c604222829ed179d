//! Plans of this module whose calls go to a device.

use crate::{
    Error, Result,
    gpu::RowKind,
    kernel::memory::{Wiped, filled},
    plan::{Device, Isa, Options, least_bytes},
};
use alloc::vec::Vec;

/// An array on a device: its rows, its shape in complex numbers (half of an even number of real ones), and the
/// transformed axes.
#[derive(Clone, Debug)]
pub(super) struct OnDevice {
    pub(super) kind: RowKind,
    pub(super) shape: Vec<usize>,
    pub(super) axes: Vec<bool>,
}

impl OnDevice {
    /// Creates the description of an array of real numbers.
    pub(super) fn reals(mut shape: Vec<usize>, axes: Vec<bool>) -> Self {
        let mut kind = RowKind::Odd;
        if let Some(last) = shape.last_mut().filter(|last| last.is_multiple_of(2)) {
            (kind, *last) = (RowKind::Real, *last / 2);
        }
        OnDevice { kind, shape, axes }
    }
}

/// The device's part of a plan, which takes its calls from the processor, if there is one.
pub(super) struct DevicePart {
    #[cfg(feature = "cuda")]
    arrays: Option<crate::gpu::real::Arrays>,
    asked: Device,
}

impl DevicePart {
    /// Builds the part that the options ask for; `wanted` is `None` for arrays that devices have no kernels for. Forward and
    /// inverse are multiplied by `factors`.
    pub(super) fn new<T: 'static>(
        options: &Options,
        wanted: Option<OnDevice>,
        factors: [Option<T>; 2],
    ) -> Result<Self> {
        let asked = options.device;
        let none = DevicePart {
            #[cfg(feature = "cuda")]
            arrays: None,
            asked,
        };
        let bytes = |wanted: &OnDevice| {
            let each = size_of::<T>() as u64 * if wanted.kind == RowKind::Odd { 1 } else { 2 };
            wanted.shape.iter().fold(each, |bytes, &length| bytes.saturating_mul(length as u64))
        };
        let plain = options.isa == Isa::Auto;
        let wanted = match (asked, wanted) {
            (Device::Cpu, _) => return Ok(none),
            (Device::Cuda, Some(wanted)) if plain => wanted,
            (Device::Cuda, _) => {
                let what = "a device was asked for, but of real transforms devices have those by rows, packed images of an even \
                            number of columns, cosine transforms II and III of even lengths without the unitary scale, and no \
                            instruction sets: take auto or cpu";
                return Err(Error::Unsupported { what: what.into() });
            }
            (_, Some(wanted)) if plain && bytes(&wanted) >= least_bytes()? => wanted,
            _ => return Ok(none),
        };
        match Self::build(wanted, factors, asked) {
            Err(error) if asked == Device::Cuda => Err(error),
            built => Ok(built.unwrap_or(none)),
        }
    }

    #[cfg(feature = "cuda")]
    fn build<T: 'static>(wanted: OnDevice, factors: [Option<T>; 2], asked: Device) -> Result<Self> {
        let OnDevice { kind, shape, axes } = wanted;
        let gpu = crate::gpu::Gpu::first()?;
        let arrays = crate::gpu::real::Arrays::new(&gpu, kind, &shape, &axes, factors, cfg!(feature = "zeroize"))?;
        if arrays.is_none() {
            let what = alloc::format!("devices have no kernels for {}: take auto or cpu", core::any::type_name::<T>());
            return Err(Error::Unsupported { what });
        }
        Ok(DevicePart { arrays, asked })
    }

    #[cfg(not(feature = "cuda"))]
    fn build<T: 'static>(wanted: OnDevice, factors: [Option<T>; 2], asked: Device) -> Result<Self> {
        let OnDevice { kind, shape, axes } = wanted;
        let _ = (kind, shape, axes, factors, asked);
        Err(crate::gpu::missing())
    }

    /// Returns the place of execution of the calls.
    pub(super) fn device(&self) -> Device {
        #[cfg(feature = "cuda")]
        if self.arrays.is_some() {
            return Device::Cuda;
        }
        Device::Cpu
    }

    /// Runs a call on the device. Returns `false` if the processor is to do it: then the output is unspecified.
    pub(super) fn run<X: 'static, Y: 'static>(&self, inverse: bool, input: &[X], output: &mut [Y]) -> Result<bool> {
        #[cfg(feature = "cuda")]
        if let Some(arrays) = &self.arrays {
            use crate::gpu::real::{float_bytes, float_bytes_mut};
            let (Some(input), Some(output)) = (float_bytes(input), float_bytes_mut(output)) else { return Ok(false) };
            return match arrays.run(inverse, input, output) {
                Err(error) if self.asked == Device::Cuda => Err(error),
                done => Ok(done.is_ok()),
            };
        }
        let _ = (self.asked, inverse, input, output);
        Ok(false)
    }

    /// Runs a call on the device in place. Returns `false`, with nothing done, if the processor is to do it.
    pub(super) fn run_in_place<X: Clone + 'static>(&self, inverse: bool, values: &mut [X], zero: X) -> Result<bool> {
        if self.device() == Device::Cpu {
            return Ok(false);
        }
        if values.is_empty() {
            return Ok(false);
        }
        let mut results = Wiped::new(filled("results of a device", values.len(), zero.clone())?, zero);
        let done = self.run(inverse, values, &mut results)?;
        if done {
            values.clone_from_slice(&results);
        }
        Ok(done)
    }
}
