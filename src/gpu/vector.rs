//! A device that is open, and vectors in its memory.

use super::{
    driver::{self, Description, Driver, Memory},
    limits::Limits,
    ring::{Plain, bytes, bytes_mut},
};
use crate::{Error, Result};
use alloc::{string::String, sync::Arc, vec::Vec};
use core::{fmt, marker::PhantomData};
use std::sync::{Mutex, PoisonError, Weak};

/// A device that is open: its context, and the kernels that were asked for so far. Clones are the same device.
///
/// [`DeviceVec`] has an example.
#[derive(Clone)]
pub struct Gpu(pub(super) Arc<Driver>);

impl Gpu {
    /// Returns the devices of this machine.
    ///
    /// # Errors
    /// [`Error::Device`]: there is no driver, or no device, or the driver refuses.
    pub fn all() -> Result<Vec<Description>> {
        (0..driver::devices()?).map(driver::describe).collect()
    }

    /// Creates the handle of a device.
    ///
    /// # Errors
    /// As [`all`](Gpu::all); [`DeviceFailure::NoDevice`](crate::DeviceFailure::NoDevice) for a number beyond the last, or a device
    /// older than compute capability 7.5.
    pub fn open(ordinal: u32) -> Result<Self> {
        Driver::open(ordinal, None).map(|driver| Gpu(Arc::new(driver)))
    }

    /// Creates the handle of a device that is used within these limits only.
    ///
    /// # Errors
    /// As [`open`](Gpu::open); [`Error::Unsupported`] for blocks of fewer than 32 threads.
    pub fn within(ordinal: u32, limits: Limits) -> Result<Self> {
        Driver::open(ordinal, Some(limits)).map(|driver| Gpu(Arc::new(driver)))
    }

    /// Returns the first device. All handles share it, and the last one closes it.
    ///
    /// # Errors
    /// As [`open`](Gpu::open).
    pub fn first() -> Result<Self> {
        static SHARED: Mutex<Weak<Driver>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(driver) = shared.upgrade() {
            return Ok(Gpu(driver));
        }
        let driver = Arc::new(Driver::open(0, None)?);
        *shared = Arc::downgrade(&driver);
        Ok(Gpu(driver))
    }

    /// Returns its description and its limits.
    pub fn description(&self) -> &Description {
        self.0.description()
    }

    /// Returns the kernels started since it was opened.
    pub fn launches(&self) -> u64 {
        self.0.launches()
    }

    /// Waits until all that was started is done.
    ///
    /// # Errors
    /// [`Error::Device`] if some of it failed.
    pub fn wait(&self) -> Result<()> {
        self.0.wait()
    }
}

impl fmt::Debug for Gpu {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Gpu").field(self.description()).finish()
    }
}

/// Elements in the memory of a device, between one transform and the next.
///
/// ```no_run
/// use ringfft::{gpu::{DevicePlan, Gpu}, rings::{Goldilocks, native}};
///
/// let plan = DevicePlan::new(&Gpu::first()?, native::<Goldilocks>(), 1 << 20)?;
/// let values = vec![Goldilocks::new(3); 1 << 20];
/// let mut x = plan.load(&values)?;
/// let y = plan.load(&values)?;
/// plan.forward(&mut x)?;
/// plan.multiply(&mut x, &y)?;
/// plan.inverse(&mut x)?;
/// let mut product = values;
/// x.store(&mut product)?;
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// The vector does not record if it holds coefficients or values; like with a slice, the caller keeps track. After an
/// error its contents are unspecified.
pub struct DeviceVec<E: Plain> {
    pub(super) memory: Memory,
    pub(super) ring: Arc<String>,
    len: usize,
    element: PhantomData<E>,
}

impl<E: Plain> DeviceVec<E> {
    pub(super) fn new(driver: &Arc<Driver>, ring: &Arc<String>, len: usize, wiped: bool) -> Result<Self> {
        let too_long = Error::Memory { what: "a vector on a device", needed: u128::MAX, limit: None };
        let mut memory = Memory::new(driver, len.checked_mul(size_of::<E>()).ok_or(too_long)?)?;
        memory.wipe_when_dropped(wiped);
        Ok(DeviceVec { memory, ring: Arc::clone(ring), len, element: PhantomData })
    }

    /// Returns the number of elements.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Replaces the elements by others, which are not checked: residues must be below the modulus.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are as many; [`Error::Device`].
    pub fn load(&mut self, values: &[E]) -> Result<()> {
        Error::check_len("slice of values", self.len, values.len())?;
        self.memory.write(0, bytes(values))
    }

    /// Copies the elements to `values`, after the launches that compute them. After an error the contents of the slice
    /// are unspecified: see [`to_vec`](DeviceVec::to_vec).
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are as many; [`Error::Device`].
    pub fn store(&self, values: &mut [E]) -> Result<()> {
        Error::check_len("slice of values", self.len, values.len())?;
        self.memory.read(0, bytes_mut(values))
    }

    /// Returns the elements in a list of their own.
    ///
    /// # Errors
    /// [`Error::Memory`] if the system refuses the memory; [`Error::Device`].
    pub fn to_vec(&self) -> Result<Vec<E>> {
        let mut list = Vec::new();
        let needed = self.len as u128 * size_of::<E>() as u128;
        list.try_reserve_exact(self.len).map_err(|_| Error::Memory { what: "a copy", needed, limit: None })?;
        // SAFETY: every bit pattern is a valid `Plain` element, zeros too.
        #[allow(unsafe_code, reason = "elements of zeros")]
        list.resize(self.len, unsafe { core::mem::zeroed::<E>() });
        self.store(&mut list)?;
        Ok(list)
    }

    /// Overwrites it with zeros.
    ///
    /// # Errors
    /// [`Error::Device`].
    pub fn wipe(&mut self) -> Result<()> {
        self.memory.wipe()
    }

    /// Sets the memory to be overwritten with zeros before it is freed, if the device still answers.
    pub fn wiped_when_dropped(mut self) -> Self {
        self.memory.wipe_when_dropped(true);
        self
    }
}

impl<E: Plain> fmt::Debug for DeviceVec<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceVec").field("ring", &self.ring).field("len", &self.len).finish_non_exhaustive()
    }
}
