//! Transforms of vectors that stay on a device.

use super::{
    engine::{Ends, Engine},
    host::{Host, Weights, no_form},
    ring::DeviceRing,
    vector::{DeviceVec, Gpu},
};
use crate::{
    Error, Result,
    algebra::{Module, Ring},
};
use alloc::{string::String, sync::Arc, vec::Vec};
use core::fmt;

/// What a [`DevicePlan`] takes besides its ring and its length.
#[derive(Clone, Debug)]
pub struct DeviceOptions<E> {
    /// Transforms in one call, one after the other.
    pub batch: usize,
    /// Values are taken at this times the powers of the root.
    pub coset: Option<E>,
    /// What is multiplied after the forward map and after the inverse one; by default the inverse of the length after the
    /// inverse.
    pub scale: Option<[Option<E>; 2]>,
    /// Memory of the device is overwritten before it is given back.
    pub wiped: bool,
}

impl<E> Default for DeviceOptions<E> {
    fn default() -> Self {
        DeviceOptions { batch: 1, coset: None, scale: None, wiped: false }
    }
}

/// A transform on a device, of vectors that stay there; over one ring, or over several of which each has its part of the batch.
///
/// Coefficients and values are in natural order, and the root of unity is the ring's. The results are those of
/// [`Plan`](crate::plan::Plan): the same residues, and over floats the same values within the bound of rounding.
pub struct DevicePlan<R: DeviceRing> {
    engine: Engine,
    rings: Vec<R>,
    name: Arc<String>,
    len: usize,
    batch: usize,
    wiped: bool,
}

type Element<R> = <R as Module>::Element;

impl<R: DeviceRing> DevicePlan<R> {
    /// One transform of length `len`, with the scale of the inverse in the inverse.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a ring or a length without kernels: a length with a prime that needs a root of unity which the
    /// ring has not; [`Error::Device`], of the device.
    pub fn new(gpu: &Gpu, ring: R, len: usize) -> Result<Self> {
        Self::with(gpu, ring, len, DeviceOptions::default())
    }

    /// Transforms with options.
    ///
    /// # Errors
    /// As [`new`](DevicePlan::new); [`Error::NotInvertible`] for a coset that is no unit, or a length that is zero in the ring.
    pub fn with(gpu: &Gpu, ring: R, len: usize, options: DeviceOptions<Element<R>>) -> Result<Self> {
        Self::build(gpu, [ring].into(), len, options)
    }

    /// A batch over as many rings of one type as are given: of its members, the first `batch / rings.len()` are over the first ring,
    /// and so on. Coset and scale, if given, are taken as they are in each.
    ///
    /// # Errors
    /// As [`with`](DevicePlan::with); [`Error::Unsupported`] unless the number of rings divides the batch.
    pub fn over(gpu: &Gpu, rings: Vec<R>, len: usize, options: DeviceOptions<Element<R>>) -> Result<Self> {
        Self::build(gpu, rings, len, options)
    }

    fn build(gpu: &Gpu, rings: Vec<R>, len: usize, options: DeviceOptions<Element<R>>) -> Result<Self> {
        let DeviceOptions { batch, coset, scale, wiped } = options;
        let names: Vec<String> = rings.iter().map(Ring::name).collect();
        let name = names.join(", ");
        if rings.is_empty() || batch == 0 || !batch.is_multiple_of(rings.len()) {
            let what = alloc::format!("a batch of {batch} over {} rings: take a multiple of that number", rings.len());
            return Err(Error::Unsupported { what });
        }
        let kernels = rings[0].kernels();
        let Some(kernels) = kernels.filter(|_| rings.iter().all(|ring| ring.kernels() == kernels)) else {
            return Err(no_form(&name, len as u64));
        };
        let by_length = scale.is_none() && len > 1;
        let weights = Weights { coset, scale: scale.unwrap_or([None, None]), by_length };
        let host = Host { rings, name: kernels, weights, len: len as u64 };
        let group = batch / host.rings.len();
        let engine = Engine::new(&gpu.0, &host, &name, len as u64, batch as u64, group as u64, wiped)?;
        Ok(DevicePlan { engine, rings: host.rings, name: Arc::new(name), len, batch, wiped })
    }

    /// Elements of one transform.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Transforms in one call.
    pub fn batch(&self) -> usize {
        self.batch
    }

    /// Bytes of tables on the device.
    pub fn table_bytes(&self) -> u64 {
        self.engine.table_bytes()
    }

    /// Kernels that one transform starts, where nothing is too long for one.
    pub fn launches(&self) -> usize {
        self.engine.form().launches()
    }

    /// Which kernels one transform starts.
    pub fn form(&self) -> String {
        alloc::format!("{:?}", self.engine.form())
    }

    fn total(&self) -> usize {
        self.len * self.batch
    }

    /// An empty vector, of `each` elements a member.
    fn vector(&self, each: usize) -> Result<DeviceVec<Element<R>>> {
        DeviceVec::new(self.engine.driver(), &self.name, each * self.batch, self.wiped)
    }

    /// The elements of a batch on the device: those of a call, or shorter members, to be read as if zeros followed each.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless they are as many members, of at most the length; [`Error::Device`].
    pub fn load(&self, values: &[Element<R>]) -> Result<DeviceVec<Element<R>>> {
        let each = values.len() / self.batch;
        let fits = values.len().is_multiple_of(self.batch) && (1..=self.len).contains(&each);
        Error::check_len("slice of values", if fits { values.len() } else { self.total() }, values.len())?;
        let mut vector = self.vector(each)?;
        let group = values.len() / self.rings.len();
        for (ring, (at, part)) in self.rings.iter().zip(values.chunks_exact(group).enumerate()) {
            let reduced = ring.reduced(part);
            let part = reduced.as_deref().unwrap_or(part);
            vector.memory.write(at * size_of_val(part), super::ring::bytes(part))?;
        }
        Ok(vector)
    }

    /// From the host's memory to the host's memory, member by member; as many at once as the device has room for.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless both are as long as a call; [`Error::Device`]: then the output is not defined.
    pub fn transform(&self, input: &[Element<R>], output: &mut [Element<R>], inverse: bool) -> Result<()> {
        Error::check_len("input", self.total(), input.len())?;
        Error::check_len("output", self.total(), output.len())?;
        let driver = self.engine.driver();
        let each = self.len * size_of::<Element<R>>();
        // Half of the memory for values: what is spare takes a quarter, and tables come besides.
        let room = (driver.description().memory / 2 / each.max(1) as u64).max(1) as usize;
        // Members of one modulus, or whole cycles of all of them, so that a member's place tells its modulus.
        let at_once = if self.rings.len() > 1 { self.batch } else { room.min(self.batch) };
        let mut vector = DeviceVec::<Element<R>>::new(driver, &self.name, self.len * at_once, self.wiped)?;
        let group = input.len() / self.rings.len();
        for (input, output) in input.chunks(self.len * at_once).zip(output.chunks_mut(self.len * at_once)) {
            let mut at = 0;
            for (ring, part) in self.rings.iter().zip(input.chunks(group.min(input.len()))) {
                let reduced = ring.reduced(part);
                vector.memory.write(at, super::ring::bytes(reduced.as_deref().unwrap_or(part)))?;
                at += size_of_val(part);
            }
            let members = (input.len() / self.len) as u64;
            self.engine.run(inverse, &vector.memory, &vector.memory, members, Ends::default(), None)?;
            vector.memory.read(0, super::ring::bytes_mut(output))?;
        }
        Ok(())
    }

    fn check(&self, vector: &DeviceVec<Element<R>>) -> Result<()> {
        if !Arc::ptr_eq(vector.memory.driver(), self.engine.driver()) {
            return Err(Error::Unsupported { what: "a vector of another device: load it through this plan".into() });
        }
        if vector.ring != self.name {
            let what = alloc::format!("a vector over {} in a plan over {}", vector.ring, self.name);
            return Err(Error::Unsupported { what });
        }
        Ok(())
    }

    fn run(
        &self,
        vector: &mut DeviceVec<Element<R>>,
        inverse: bool,
        other: Option<&DeviceVec<Element<R>>>,
    ) -> Result<()> {
        self.check(vector)?;
        Error::check_len("vector on the device", self.total(), vector.len())?;
        if let Some(other) = other {
            self.check(other)?;
            Error::check_len("other vector", self.total(), other.len())?;
        }
        let (memory, other) = (&vector.memory, other.map(|other| &other.memory));
        self.engine.run(inverse, memory, memory, self.batch as u64, Ends::default(), other)
    }

    /// Coefficients to values, where they lie.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for a vector of another length, [`Error::Unsupported`] for one of another device or ring;
    /// [`Error::Device`].
    pub fn forward(&self, vector: &mut DeviceVec<Element<R>>) -> Result<()> {
        self.run(vector, false, None)
    }

    /// Values to coefficients, where they lie.
    ///
    /// # Errors
    /// As [`forward`](DevicePlan::forward).
    pub fn inverse(&self, vector: &mut DeviceVec<Element<R>>) -> Result<()> {
        self.run(vector, true, None)
    }

    /// Values times values to coefficients, where the first lie: the product is formed on the first read.
    ///
    /// # Errors
    /// As [`forward`](DevicePlan::forward), for both.
    pub fn inverse_of_product(&self, x: &mut DeviceVec<Element<R>>, y: &DeviceVec<Element<R>>) -> Result<()> {
        self.run(x, true, Some(y))
    }

    /// Coefficients to values in a new vector; what is shorter than the transform is read as if zeros followed each member.
    ///
    /// # Errors
    /// As [`forward`](DevicePlan::forward).
    pub fn forward_from(&self, vector: &DeviceVec<Element<R>>) -> Result<DeviceVec<Element<R>>> {
        self.check(vector)?;
        let each = vector.len() / self.batch;
        let fits = vector.len().is_multiple_of(self.batch) && each <= self.len;
        Error::check_len("vector on the device", if fits { vector.len() } else { self.total() }, vector.len())?;
        let values = self.vector(self.len)?;
        let ends = Ends { read: Some(each as u64), ..Ends::default() };
        self.engine.run(false, &vector.memory, &values.memory, self.batch as u64, ends, None)?;
        Ok(values)
    }

    /// Values times values, where the first lie.
    ///
    /// # Errors
    /// As [`forward`](DevicePlan::forward), for both.
    pub fn multiply(&self, x: &mut DeviceVec<Element<R>>, y: &DeviceVec<Element<R>>) -> Result<()> {
        self.check(x)?;
        self.check(y)?;
        Error::check_len("vector on the device", self.total(), x.len())?;
        Error::check_len("other vector", self.total(), y.len())?;
        self.engine.multiply(&x.memory, &y.memory, self.batch as u64)
    }

    /// Products of polynomials, member by member: three transforms and nothing else. `x` and `y` have as many members as the batch, and
    /// the degrees of a product must be below the length, or wrap around.
    ///
    /// # Errors
    /// As [`load`](DevicePlan::load), for both.
    pub fn product(&self, x: &[Element<R>], y: &[Element<R>]) -> Result<Vec<Element<R>>> {
        let mut fx = self.forward_from(&self.load(x)?)?;
        let fy = self.forward_from(&self.load(y)?)?;
        let coefficients = (x.len() + y.len()) / self.batch - 1;
        let each = coefficients.min(self.len);
        if each == self.len {
            self.inverse_of_product(&mut fx, &fy)?;
            return fx.to_vec();
        }
        let product = self.vector(each)?;
        let ends = Ends { written: Some(each as u64), ..Ends::default() };
        self.engine.run(true, &fx.memory, &product.memory, self.batch as u64, ends, Some(&fy.memory))?;
        product.to_vec()
    }
}

impl<R: DeviceRing> fmt::Debug for DevicePlan<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DevicePlan")
            .field("ring", &self.name)
            .field("len", &self.len)
            .field("batch", &self.batch)
            .field("form", self.engine.form())
            .finish_non_exhaustive()
    }
}
