//! The options of transforms on a device.

/// The options of a [`DevicePlan`](super::DevicePlan) besides its ring and its length.
///
/// ```
/// use ringfft::gpu::DeviceOptions;
///
/// // A hundred transforms a call, in the fastest form that is found by measurement.
/// let options = DeviceOptions::<f64>::new().batch(100).tuned(true);
/// ```
#[derive(Clone, Debug)]
#[must_use = "options do nothing until a plan is made"]
pub struct DeviceOptions<E> {
    pub(crate) batch: usize,
    pub(crate) coset: Option<E>,
    pub(crate) negacyclic: bool,
    pub(crate) interleaved: bool,
    pub(crate) scale: Option<[Option<E>; 2]>,
    pub(crate) wiped: bool,
    pub(crate) tuned: bool,
}

impl<E> Default for DeviceOptions<E> {
    fn default() -> Self {
        DeviceOptions {
            batch: 1,
            coset: None,
            negacyclic: false,
            interleaved: false,
            scale: None,
            wiped: false,
            tuned: false,
        }
    }
}

impl<E> DeviceOptions<E> {
    /// Returns the default options: one transform, at the powers of the ring's root.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the number of transforms in one call, one after the other.
    pub fn batch(mut self, batch: usize) -> Self {
        self.batch = batch;
        self
    }

    /// Sets the coset: values are taken at this times the powers of the root. `None` is the default.
    pub fn coset(mut self, coset: impl Into<Option<E>>) -> Self {
        self.coset = coset.into();
        self
    }

    /// Sets whether values are taken at the odd powers of the ring's root of twice the order: products are those modulo
    /// `x^n + 1`. This is a coset by that root; another coset beside it is an error.
    pub fn negacyclic(mut self, negacyclic: bool) -> Self {
        self.negacyclic = negacyclic;
        self
    }

    /// Sets whether neighbours in the batch are over different rings: member `i` is over ring `i mod rings.len()`.
    pub fn interleaved(mut self, interleaved: bool) -> Self {
        self.interleaved = interleaved;
        self
    }

    /// Sets the factors after the forward map and after the inverse one; by default the inverse of the length after the inverse.
    pub fn scale(mut self, forward: impl Into<Option<E>>, inverse: impl Into<Option<E>>) -> Self {
        self.scale = Some([forward.into(), inverse.into()]);
        self
    }

    /// Sets whether memory of the device is overwritten before it is freed.
    pub fn wiped(mut self, wiped: bool) -> Self {
        self.wiped = wiped;
        self
    }

    /// Sets whether the fastest [form](super::DevicePlan::form) is chosen by measurement, instead of one by ring, length and
    /// limits. Plan construction then builds the tables of each form, at most five, and runs six calls in both
    /// directions over zeros. The tables of the fastest are built again for the plan. That takes the memory of one call
    /// more. A form that fails is skipped. Measurements are made once in a process for a device, a ring, a length and a
    /// batch; concurrent constructions wait for them. A transform that goes through the device in tiles is not
    /// measured.
    pub fn tuned(mut self, tuned: bool) -> Self {
        self.tuned = tuned;
        self
    }
}
