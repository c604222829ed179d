//! The only module that names `cust`: the device interface of the engine, as safe functions.
//!
//! A context belongs to a thread in CUDA, so every function here makes its own current first. Everything runs in order
//! on one stream, which synchronises with the driver's plain copies. Copies return when the host's memory may be used
//! again. Launch errors surface at the next copy.

#![allow(unsafe_code, reason = "launches, and memory that starts without values")]

use super::{
    limits::Limits,
    settings, shim,
    source::{Kernel, Module},
};
use crate::{DeviceFailure, Error, Result};
use alloc::{format, string::String, sync::Arc};
use cust::{
    CudaFlags,
    context::{Context, CurrentContext},
    device::{Device, DeviceAttribute},
    error::CudaError,
    memory::{CopyDestination, DeviceBuffer, DeviceSlice, mem_get_info},
    stream::{Stream, StreamFlags},
    sys,
};
use std::{
    collections::{HashMap, hash_map::Entry},
    ffi::c_void,
    ops::Range,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// A device and its limits.
///
/// [`Gpu::all`](super::Gpu::all) returns one for each device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The device's index, from 0.
    pub ordinal: u32,
    /// The device's name.
    pub name: String,
    /// Compute capability: 75 for 7.5.
    pub capability: u32,
    /// Bytes of its memory.
    pub memory: u64,
    /// The limits of a launch.
    pub limits: Limits,
}

/// A device with its context, and the kernels asked for so far.
pub(crate) struct Driver {
    description: Description,
    most: u64,
    loaded: Mutex<Loaded>,
    stream: Stream,
    context: Context,
    launches: AtomicU64,
}

#[derive(Default)]
struct Loaded {
    modules: HashMap<Module, cust::module::Module>,
    functions: HashMap<Kernel, Function>,
}

#[derive(Clone, Copy)]
struct Function {
    raw: sys::CUfunction,
    /// The shared memory allowed above the limit of every kernel.
    shared: u64,
}
// SAFETY: a handle that the driver gave out, valid on any thread while its module is loaded, which `Loaded` sees to.
unsafe impl Send for Function {}

/// Shared memory that every kernel may have.
const PLAIN_SHARED: u64 = 48 << 10;

/// The operation during which a device failed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doing {
    Open,
    Load,
    Allocate(u64),
    Copy,
    Launch,
}

fn failed(doing: Doing) -> impl Fn(CudaError) -> Error {
    move |error| {
        let failure = match (error, doing) {
            (CudaError::NoDevice | CudaError::InvalidDevice, _) if !shim::is_there() => DeviceFailure::NoDriver,
            (CudaError::NoDevice | CudaError::InvalidDevice | CudaError::NotInitialized, _) => DeviceFailure::NoDevice,
            (CudaError::OutOfMemory | CudaError::InvalidMemoryAllocation, _) => DeviceFailure::OutOfMemory,
            (CudaError::LaunchFailed | CudaError::LaunchOutOfResources | CudaError::LaunchTimeout, Doing::Launch) => {
                DeviceFailure::Launch
            }
            (error, _) if (700..800).contains(&(error as u32)) => DeviceFailure::Lost,
            (CudaError::EccUncorrectable | CudaError::NvlinkUncorrectable, _) => DeviceFailure::Lost,
            (CudaError::Deinitialized | CudaError::UnknownError, _) => DeviceFailure::Lost,
            _ => DeviceFailure::Driver,
        };
        let at = match doing {
            Doing::Open => "when the device was opened".into(),
            Doing::Load => "when kernels were loaded, which need driver 525 or later and compute capability 7.5".into(),
            Doing::Allocate(bytes) => format!("when {bytes} bytes of its memory were asked for"),
            Doing::Copy => "in a copy".into(),
            Doing::Launch => "in a launch".into(),
        };
        Error::Device { failure, what: format!("the driver said {error} ({}) {at}", error as u32) }
    }
}

/// Returns the number of devices.
pub(crate) fn devices() -> Result<u32> {
    cust::init(CudaFlags::empty()).map_err(failed(Doing::Open))?;
    Device::num_devices().map_err(failed(Doing::Open))
}

/// Returns the description of a device.
pub(crate) fn describe(ordinal: u32) -> Result<Description> {
    let there = devices()?;
    if ordinal >= there {
        let what = format!("device {ordinal} was asked for, and there are {there}");
        return Err(Error::Device { failure: DeviceFailure::NoDevice, what });
    }
    let device = Device::get_device(ordinal).map_err(failed(Doing::Open))?;
    let ask = |attribute| device.get_attribute(attribute).map_err(failed(Doing::Open));
    let count = |attribute| ask(attribute).map(|value| u64::try_from(value).unwrap_or(0));
    let capability =
        10 * count(DeviceAttribute::ComputeCapabilityMajor)? + count(DeviceAttribute::ComputeCapabilityMinor)?;
    // Shared memory that a kernel may ask for: attribute 97 of the driver, which `cust` does not name.
    let mut shared = 0;
    // SAFETY: `shared` is written; the device is one that the driver gave out.
    let asked = unsafe {
        let attribute = sys::CUdevice_attribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        sys::cuDeviceGetAttribute(&mut shared, attribute, device.as_raw())
    };
    let plain = count(DeviceAttribute::MaxSharedMemoryPerBlock)?;
    let shared =
        if asked == sys::CUresult::CUDA_SUCCESS { u64::try_from(shared).unwrap_or(0).max(plain) } else { plain };
    Ok(Description {
        ordinal,
        name: device.name().map_err(failed(Doing::Open))?,
        capability: capability as u32,
        memory: device.total_memory().map_err(failed(Doing::Open))? as u64,
        limits: Limits {
            blocks: count(DeviceAttribute::MaxGridDimX)?,
            threads: count(DeviceAttribute::MaxThreadsPerBlock)?,
            shared,
            processors: count(DeviceAttribute::MultiprocessorCount)?,
            lines: (1 << 31) - 1,
        },
    })
}

impl Driver {
    /// Creates the connection to a device, within `limits` if they are given.
    pub(crate) fn open(ordinal: u32, limits: Option<Limits>) -> Result<Self> {
        let mut description = describe(ordinal)?;
        if let Some(limits) = limits {
            description.limits = description.limits.least(limits);
        }
        if description.capability < 75 {
            let what = format!("{} is older than compute capability 7.5, which the kernels need", description.name);
            return Err(Error::Device { failure: DeviceFailure::NoDevice, what });
        }
        let threads = description.limits.threads;
        if threads < 32 {
            let what = format!("{threads} threads of a block were asked for: take a warp of 32 or more");
            return Err(Error::Unsupported { what });
        }
        let device = Device::get_device(ordinal).map_err(failed(Doing::Open))?;
        let context = Context::new(device).map_err(failed(Doing::Open))?;
        CurrentContext::set_current(&context).map_err(failed(Doing::Open))?;
        let stream = Stream::new(StreamFlags::DEFAULT, None).map_err(failed(Doing::Open))?;
        Ok(Driver {
            description,
            most: settings()?.memory,
            loaded: Mutex::default(),
            stream,
            context,
            launches: AtomicU64::new(0),
        })
    }

    pub(crate) fn description(&self) -> &Description {
        &self.description
    }

    /// Returns the free bytes of its memory; all of it if the driver does not say. Returns no more than the environment allows.
    pub(crate) fn room(&self) -> u64 {
        let free = self.enter().and_then(|()| mem_get_info().map_err(failed(Doing::Open)));
        free.map_or(self.description.memory, |(free, _)| free as u64).min(self.most)
    }

    /// Returns the number of launches so far.
    pub(crate) fn launches(&self) -> u64 {
        self.launches.load(Ordering::Relaxed)
    }

    fn enter(&self) -> Result<()> {
        CurrentContext::set_current(&self.context).map_err(failed(Doing::Open))
    }

    fn loaded(&self) -> MutexGuard<'_, Loaded> {
        // A panic elsewhere leaves the lists as they were.
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the kernel, loads it if necessary, and allows it at least this shared memory.
    fn function(&self, kernel: Kernel, shared: u64) -> Result<sys::CUfunction> {
        let mut loaded = self.loaded();
        let Loaded { modules, functions } = &mut *loaded;
        let function = match functions.entry(kernel) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(place) => {
                let module = match modules.entry(kernel.module()) {
                    Entry::Occupied(there) => there.into_mut(),
                    Entry::Vacant(place) => {
                        let text = place.key().text()?;
                        place.insert(cust::module::Module::from_ptx(&text, &[]).map_err(failed(Doing::Load))?)
                    }
                };
                let function = module.get_function(kernel.name()).map_err(failed(Doing::Load))?;
                place.insert(Function { raw: function.to_raw(), shared: PLAIN_SHARED })
            }
        };
        if shared > function.shared {
            let bytes =
                i32::try_from(shared).map_err(|_| Error::Contract { what: "shared memory is counted in 31 bits" })?;
            // SAFETY: the function is of a module that is loaded.
            let code = unsafe {
                let attribute = sys::CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
                sys::cuFuncSetAttribute(function.raw, attribute, bytes)
            };
            if code != sys::CUresult::CUDA_SUCCESS {
                return Err(failed(Doing::Launch)(CudaError::LaunchOutOfResources));
            }
            function.shared = shared;
        }
        Ok(function.raw)
    }

    /// Starts a kernel and returns before it ends.
    ///
    /// # Safety
    /// The words are the argument that the kernel takes. Every address in them belongs to memory of this device that
    /// lives until the next copy. That memory is as long as the kernel reads or writes.
    pub(crate) unsafe fn launch(
        &self,
        kernel: Kernel,
        blocks: u64,
        threads: u64,
        shared: u64,
        words: &[u64],
    ) -> Result<()> {
        let narrow =
            |value: u64| u32::try_from(value).map_err(|_| Error::Contract { what: "a launch is counted in 32 bits" });
        let (blocks, threads, bytes) = (narrow(blocks)?, narrow(threads)?, narrow(shared)?);
        self.enter()?;
        let function = self.function(kernel, shared)?;
        let mut argument = words.as_ptr().cast::<c_void>().cast_mut();
        // SAFETY: `function` is of a loaded module; it has one parameter, which `words` are by the caller's promise; the driver
        // copies it before it returns.
        let code = unsafe {
            let stream = self.stream.as_inner();
            let none = core::ptr::null_mut();
            sys::cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1, bytes, stream, &mut argument, none)
        };
        if code != sys::CUresult::CUDA_SUCCESS {
            return Err(failed(Doing::Launch)(error_of(code)));
        }
        self.launches.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Waits for all launches.
    pub(crate) fn wait(&self) -> Result<()> {
        self.enter()?;
        self.stream.synchronize().map_err(failed(Doing::Copy))
    }
}

/// Converts the driver's number into the error of `cust`, for the cases that callers distinguish.
fn error_of(code: sys::CUresult) -> CudaError {
    match code {
        sys::CUresult::CUDA_ERROR_OUT_OF_MEMORY => CudaError::OutOfMemory,
        sys::CUresult::CUDA_ERROR_INVALID_VALUE => CudaError::InvalidValue,
        sys::CUresult::CUDA_ERROR_LAUNCH_FAILED => CudaError::LaunchFailed,
        sys::CUresult::CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES => CudaError::LaunchOutOfResources,
        sys::CUresult::CUDA_ERROR_LAUNCH_TIMEOUT => CudaError::LaunchTimeout,
        sys::CUresult::CUDA_ERROR_ILLEGAL_ADDRESS => CudaError::IllegalAddress,
        sys::CUresult::CUDA_ERROR_NO_DEVICE => CudaError::NoDevice,
        _ => CudaError::UnknownError,
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Destructors after this need the context; without it the driver frees everything with the process.
        let _ = self.enter();
        let mut loaded = self.loaded();
        loaded.functions.clear();
        loaded.modules.clear();
    }
}

/// Memory of a device; without values at first.
pub(crate) struct Memory {
    bytes: DeviceBuffer<u8>,
    driver: Arc<Driver>,
    wiped: bool,
}

impl Memory {
    pub(crate) fn new(driver: &Arc<Driver>, bytes: usize) -> Result<Self> {
        driver.enter()?;
        // The driver has no empty allocations. SAFETY: bytes have no invalid values, and are written by a copy or a
        // kernel before a copy reads them; on this device every bit pattern is valid.
        let buffer = unsafe { DeviceBuffer::uninitialized(bytes.max(8)) };
        let bytes = buffer.map_err(failed(Doing::Allocate(bytes as u64)))?;
        Ok(Memory { bytes, driver: Arc::clone(driver), wiped: false })
    }

    pub(crate) fn holding(driver: &Arc<Driver>, values: &[u8]) -> Result<Self> {
        let mut memory = Memory::new(driver, values.len())?;
        memory.write(0, values)?;
        Ok(memory)
    }

    /// Returns its address on the device.
    pub(crate) fn address(&self) -> u64 {
        self.bytes.as_device_ptr().as_raw()
    }

    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn driver(&self) -> &Arc<Driver> {
        &self.driver
    }

    /// Sets whether the memory is overwritten before it is freed.
    pub(crate) fn wipe_when_dropped(&mut self, wiped: bool) {
        self.wiped = wiped;
    }

    fn part(&self, range: Range<usize>) -> Result<DeviceSlice<u8>> {
        if range.start > range.end || range.end > self.bytes.len() {
            return Err(Error::Contract { what: "a copy lies within its memory" });
        }
        Ok(self.bytes.index(range))
    }

    pub(crate) fn write(&mut self, at: usize, values: &[u8]) -> Result<()> {
        self.driver.enter()?;
        self.part(at..at.saturating_add(values.len()))?.copy_from(values).map_err(failed(Doing::Copy))
    }

    pub(crate) fn read(&self, at: usize, values: &mut [u8]) -> Result<()> {
        self.driver.enter()?;
        self.part(at..at.saturating_add(values.len()))?.copy_to(values).map_err(failed(Doing::Copy))
    }

    pub(crate) fn wipe(&mut self) -> Result<()> {
        self.driver.enter()?;
        self.bytes.set_8(0).map_err(failed(Doing::Copy))
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // A buffer that is dropped where no context is current is never freed.
        if self.driver.enter().is_ok() && self.wiped {
            let _ = self.wipe();
        }
    }
}
