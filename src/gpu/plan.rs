//! Transforms of vectors that stay on a device.

use super::{
    call_bytes,
    engine::{Ends, Engine, Wanted},
    host::{Host, Weights, no_form},
    options::DeviceOptions,
    ring::DeviceRing,
    stream::{Batch, Piece, Streamed, upload},
    vector::{DeviceVec, Gpu},
};
use crate::{
    DeviceFailure, Error, Result,
    algebra::{Module, Ring},
};
use alloc::{boxed::Box, format, string::String, sync::Arc, vec::Vec};
use core::fmt;

/// A transform on a device, of vectors that stay there; over one ring, or over several of which each has its part of the batch.
///
/// Coefficients and values are in natural order, and the root of unity is the ring's. The results are those of
/// [`Plan`](crate::plan::Plan): the same residues, and over floats the same values within the bound of rounding.
///
/// [`DeviceVec`] has an example.
pub struct DevicePlan<R: DeviceRing> {
    way: Way,
    rings: Vec<R>,
    name: Arc<String>,
    len: usize,
    batch: Batch,
    /// The part of the batch in a tile, if it goes through the device in tiles.
    part: Batch,
    gpu: Gpu,
    wiped: bool,
}

enum Way {
    /// One transform, or several, at once.
    Whole(Box<Engine>),
    /// A transform in tiles.
    Streamed(Box<Streamed>),
}

type Element<R> = <R as Module>::Element;

impl<R: DeviceRing> DevicePlan<R> {
    /// Creates one transform of length `len`; the scale of the inverse is in the inverse.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a ring or a length without kernels, such as a length with a prime factor that needs a
    /// missing root of unity; [`Error::Device`], of the device.
    pub fn new(gpu: &Gpu, ring: R, len: usize) -> Result<Self> {
        Self::with(gpu, ring, len, DeviceOptions::default())
    }

    /// Creates transforms with options.
    ///
    /// # Errors
    /// As [`new`](DevicePlan::new); [`Error::Memory`] for a batch whose bytes no memory has; [`Error::NotInvertible`]
    /// for a coset that is not a unit, or a length that is zero in the ring; [`Error::NoRoot`] for `negacyclic` without
    /// a root of twice the order.
    pub fn with(gpu: &Gpu, ring: R, len: usize, options: DeviceOptions<Element<R>>) -> Result<Self> {
        Self::over(gpu, [ring].into(), len, options)
    }

    /// Creates a batch over several rings of one type: the first `batch / rings.len()` members are over the first ring,
    /// and so on, unless they are [interleaved](DeviceOptions::interleaved). Coset and scale, if given, apply in each
    /// ring unchanged.
    ///
    /// # Errors
    /// As [`with`](DevicePlan::with); [`Error::Unsupported`] unless the number of rings divides the batch.
    pub fn over(gpu: &Gpu, rings: Vec<R>, len: usize, options: DeviceOptions<Element<R>>) -> Result<Self> {
        let DeviceOptions { batch, coset, negacyclic, interleaved, scale, wiped, tuned } = options;
        let names: Vec<String> = rings.iter().map(Ring::name).collect();
        let name = names.join(", ");
        let refused = |what: String| Err(Error::Unsupported { what });
        if rings.is_empty() || batch == 0 || !batch.is_multiple_of(rings.len()) {
            return refused(format!("a batch of {batch} over {} rings: take a multiple of that number", rings.len()));
        }
        let kernels = rings[0].kernels();
        let Some(kernels) = kernels.filter(|_| rings.iter().all(|ring| ring.kernels() == kernels)) else {
            return Err(no_form(&name, len as u64));
        };
        // Every number that follows from the length and the batch fits a word: see `MOST_BYTES`.
        call_bytes(&[len as u64, batch as u64], kernels.element_bytes())?;
        if negacyclic && coset.is_some() {
            return refused("values at odd powers of a root are on a coset already: leave the other out".into());
        }
        let coset = match coset {
            Some(coset) => alloc::vec![coset; rings.len()],
            None if negacyclic => rings.iter().map(|ring| ring.root(2 * len)).collect::<Result<_>>()?,
            None => Vec::new(),
        };
        let by_length = scale.is_none() && len > 1;
        let weights = Weights { coset, scale: scale.unwrap_or([None, None]), by_length };
        let host = Host { rings, name: kernels, weights, len: len as u64 };
        let (moduli, share) = (host.rings.len(), batch / host.rings.len());
        let several = interleaved && moduli > 1;
        let batch = Batch { moduli, group: if several { 1 } else { share }, cycles: if several { share } else { 1 } };
        // Values may take half of the free memory: spare memory takes a quarter, and tables come in addition.
        let each = len as u64 * kernels.element_bytes();
        let memory = gpu.0.room();
        let mut part = batch.part(usize::try_from(memory / 2 / each.max(1)).unwrap_or(usize::MAX));
        let mut way = None;
        if moduli == 1 && each > memory / 3 {
            way = Streamed::new(&gpu.0, &host, &name, wiped)?.map(|streamed| Way::Streamed(Box::new(streamed)));
            part = batch.part(1);
        }
        let way = match way {
            Some(way) => way,
            None => {
                let [batch, group] = [part.members(), part.group].map(|count| count as u64);
                let wanted = Wanted { ring: &name, n: len as u64, batch, group, columns: None, wiped, tuned };
                Way::Whole(Box::new(Engine::new(&gpu.0, &host, wanted)?))
            }
        };
        Ok(DevicePlan { way, rings: host.rings, name: Arc::new(name), len, batch, part, gpu: gpu.clone(), wiped })
    }

    /// Returns the engine of vectors that stay on the device.
    fn engine(&self) -> Result<&Engine> {
        match &self.way {
            // Members of several moduli are distinguished by their group, which is that of a tile.
            Way::Whole(engine) if self.batch.moduli == 1 || self.part.group == self.batch.group => Ok(engine),
            _ => {
                let bytes = self.total() as u128 * size_of::<Element<R>>() as u128;
                let what = format!("{bytes} bytes of values go through its memory in tiles: call `transform`");
                Err(Error::Device { failure: DeviceFailure::OutOfMemory, what })
            }
        }
    }

    /// Returns the number of elements of one transform.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns the number of transforms in one call.
    pub fn batch(&self) -> usize {
        self.batch.members()
    }

    /// Returns the bytes of tables on the device.
    pub fn table_bytes(&self) -> u64 {
        match &self.way {
            Way::Whole(engine) => engine.table_bytes(),
            Way::Streamed(streamed) => streamed.table_bytes(),
        }
    }

    /// Returns the number of kernels that one transform starts, if nothing is too long for one.
    pub fn launches(&self) -> usize {
        match &self.way {
            Way::Whole(engine) => engine.form().launches(),
            Way::Streamed(streamed) => streamed.launches(),
        }
    }

    /// Returns a description of the kernels that one transform starts.
    pub fn form(&self) -> String {
        match &self.way {
            Way::Whole(engine) => format!("{:?}", engine.form()),
            Way::Streamed(streamed) => streamed.form(),
        }
    }

    fn total(&self) -> usize {
        self.len * self.batch()
    }

    /// Creates an empty vector, of `each` elements a member.
    fn vector(&self, each: usize) -> Result<DeviceVec<Element<R>>> {
        DeviceVec::new(&self.gpu.0, &self.name, each * self.batch(), self.wiped)
    }

    /// Loads the elements of a batch to the device: those of a call, or shorter members, which are read as if zeros followed
    /// each.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless they are as many members, of at most the length; [`Error::Device`].
    pub fn load(&self, values: &[Element<R>]) -> Result<DeviceVec<Element<R>>> {
        let each = values.len() / self.batch();
        let fits = values.len().is_multiple_of(self.batch()) && (1..=self.len).contains(&each);
        Error::check_len("slice of values", if fits { values.len() } else { self.total() }, values.len())?;
        let mut vector = self.vector(each)?;
        self.batch.tiles(self.batch).iter().flat_map(|(_, pieces)| pieces).try_for_each(|piece| {
            let part = &values[piece.from * each..][..piece.members * each];
            upload(&self.rings[piece.ring], &mut vector.memory, piece.at * each, part)
        })?;
        Ok(vector)
    }

    /// Transforms from the host's memory to the host's memory, member by member: as many at once as the device has room for. A
    /// member too large for the device goes through it part by part.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless both are as long as a call; [`Error::Device`], [`Error::Memory`]: then the output is not defined.
    pub fn transform(&self, input: &[Element<R>], output: &mut [Element<R>], inverse: bool) -> Result<()> {
        Error::check_len("input", self.total(), input.len())?;
        Error::check_len("output", self.total(), output.len())?;
        let n = self.len;
        let engine = match &self.way {
            Way::Whole(engine) => engine,
            Way::Streamed(streamed) => {
                let mut members = input.chunks_exact(n).zip(output.chunks_exact_mut(n));
                return members.try_for_each(|(input, output)| streamed.run(&self.rings[0], input, output, inverse));
            }
        };
        let mut vector = DeviceVec::<Element<R>>::new(&self.gpu.0, &self.name, n * self.part.members(), self.wiped)?;
        for (members, pieces) in self.batch.tiles(self.part) {
            for Piece { ring, from, at, members } in &pieces {
                upload(&self.rings[*ring], &mut vector.memory, at * n, &input[from * n..][..members * n])?;
            }
            engine.run(inverse, &vector.memory, &vector.memory, members as u64, Ends::default(), None)?;
            for Piece { from, at, members, .. } in &pieces {
                let part = &mut output[from * n..][..members * n];
                vector.memory.read(at * n * size_of::<Element<R>>(), super::ring::bytes_mut(part))?;
            }
        }
        Ok(())
    }

    fn check(&self, vector: &DeviceVec<Element<R>>) -> Result<()> {
        if !Arc::ptr_eq(vector.memory.driver(), &self.gpu.0) {
            return Err(Error::Unsupported { what: "a vector of another device: load it through this plan".into() });
        }
        if vector.ring != self.name {
            let what = format!("a vector over {} in a plan over {}", vector.ring, self.name);
            return Err(Error::Unsupported { what });
        }
        Ok(())
    }

    fn run(
        &self,
        vector: &mut DeviceVec<Element<R>>,
        inverse: bool,
        unordered: bool,
        other: Option<&DeviceVec<Element<R>>>,
    ) -> Result<()> {
        self.check(vector)?;
        Error::check_len("vector on the device", self.total(), vector.len())?;
        if let Some(other) = other {
            self.check(other)?;
            Error::check_len("other vector", self.total(), other.len())?;
        }
        let (memory, other) = (&vector.memory, other.map(|other| &other.memory));
        let ends = Ends { unordered, ..Ends::default() };
        self.engine()?.run(inverse, memory, memory, self.batch() as u64, ends, other)
    }

    /// Transforms coefficients to values, in place.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for a vector of another length, [`Error::Unsupported`] for one of another device or ring;
    /// [`Error::Device`].
    pub fn forward(&self, vector: &mut DeviceVec<Element<R>>) -> Result<()> {
        self.run(vector, false, false, None)
    }

    /// Transforms values to coefficients, in place.
    ///
    /// # Errors
    /// As [`forward`](DevicePlan::forward).
    pub fn inverse(&self, vector: &mut DeviceVec<Element<R>>) -> Result<()> {
        self.run(vector, true, false, None)
    }

    /// Transforms the product of two vectors of values to coefficients, in place of the first. The product is formed on the first
    /// read.
    ///
    /// # Errors
    /// As [`forward`](DevicePlan::forward), for both.
    pub fn inverse_of_product(&self, x: &mut DeviceVec<Element<R>>, y: &DeviceVec<Element<R>>) -> Result<()> {
        self.run(x, true, false, Some(y))
    }

    /// Transforms coefficients to values, in place, in the order in which the launches leave them. Long powers of two
    /// are not reordered and need no further memory. The values are for [`multiply`](DevicePlan::multiply) and
    /// [`inverse_unordered`](DevicePlan::inverse_unordered) of a plan of the same ring, length and device. A
    /// [tuned](DeviceOptions::tuned) plan must also have the same [form](DevicePlan::form).
    ///
    /// # Errors
    /// As [`forward`](DevicePlan::forward).
    pub fn forward_unordered(&self, vector: &mut DeviceVec<Element<R>>) -> Result<()> {
        self.run(vector, false, true, None)
    }

    /// Transforms values in the order in which [`forward_unordered`](DevicePlan::forward_unordered) leaves them to coefficients;
    /// those of a product, if there is another factor.
    ///
    /// # Errors
    /// As [`forward`](DevicePlan::forward), for both.
    pub fn inverse_unordered(&self, x: &mut DeviceVec<Element<R>>, by: Option<&DeviceVec<Element<R>>>) -> Result<()> {
        self.run(x, true, true, by)
    }

    /// Transforms coefficients to values in a new vector. A member shorter than the transform is read as if zeros followed it.
    ///
    /// # Errors
    /// As [`forward`](DevicePlan::forward).
    pub fn forward_from(&self, vector: &DeviceVec<Element<R>>) -> Result<DeviceVec<Element<R>>> {
        self.values_of(vector, false)
    }

    fn values_of(&self, vector: &DeviceVec<Element<R>>, unordered: bool) -> Result<DeviceVec<Element<R>>> {
        self.check(vector)?;
        let each = vector.len() / self.batch();
        let fits = vector.len().is_multiple_of(self.batch()) && each <= self.len;
        Error::check_len("vector on the device", if fits { vector.len() } else { self.total() }, vector.len())?;
        let values = self.vector(self.len)?;
        let ends = Ends { read: Some(each as u64), unordered, ..Ends::default() };
        self.engine()?.run(false, &vector.memory, &values.memory, self.batch() as u64, ends, None)?;
        Ok(values)
    }

    /// Multiplies values by values, in place of the first.
    ///
    /// # Errors
    /// As [`forward`](DevicePlan::forward), for both.
    pub fn multiply(&self, x: &mut DeviceVec<Element<R>>, y: &DeviceVec<Element<R>>) -> Result<()> {
        self.check(x)?;
        self.check(y)?;
        Error::check_len("vector on the device", self.total(), x.len())?;
        Error::check_len("other vector", self.total(), y.len())?;
        self.engine()?.multiply(&x.memory, &y.memory, self.batch() as u64)
    }

    /// Computes products of polynomials, member by member: three transforms and nothing else. `x` and `y` have as many members as
    /// the batch. The degrees of a product must be below the length; otherwise it wraps around.
    ///
    /// # Errors
    /// As [`load`](DevicePlan::load), for both.
    pub fn product(&self, x: &[Element<R>], y: &[Element<R>]) -> Result<Vec<Element<R>>> {
        let mut fx = self.values_of(&self.load(x)?, true)?;
        let fy = self.values_of(&self.load(y)?, true)?;
        let coefficients = (x.len() + y.len()) / self.batch() - 1;
        let each = coefficients.min(self.len);
        if each == self.len {
            self.inverse_unordered(&mut fx, Some(&fy))?;
            return fx.to_vec();
        }
        let product = self.vector(each)?;
        let ends = Ends { written: Some(each as u64), unordered: true, ..Ends::default() };
        self.engine()?.run(true, &fx.memory, &product.memory, self.batch() as u64, ends, Some(&fy.memory))?;
        product.to_vec()
    }
}

impl<R: DeviceRing> fmt::Debug for DevicePlan<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DevicePlan")
            .field("ring", &self.name)
            .field("len", &self.len)
            .field("batch", &self.batch())
            .field("form", &self.form())
            .finish_non_exhaustive()
    }
}
