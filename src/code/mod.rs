//! Erasure codes: data is split into shards, and parity shards can replace any of them.
//!
//! There are `data` data shards and `parity` parity shards; any `data` of all shards restore the others. The code is
//! Reed and Solomon's over GF(2^16). It is systematic: the data shards are the data. Every step is `O(n log n)` by the
//! novel-basis transform of Lin, Chung and Han. Field, basis and layout are those of the Leopard codes, so parity is
//! byte for byte that of other programs of that family.
//!
//! ```
//! use ringfft::code::ErasureCode;
//!
//! let code = ErasureCode::new(3, 2)?;
//! let data: [&[u8]; 3] = [b"some", b"data", b"here"];
//! let parity = code.encode(&data)?;
//!
//! // Two shards are lost; any two may be.
//! let mut shards: Vec<Option<Vec<u8>>> = data.iter().map(|shard| Some(shard.to_vec())).collect();
//! shards.extend(parity.into_iter().map(Some));
//! (shards[0], shards[2]) = (None, None);
//!
//! code.repair(&mut shards)?;
//! assert_eq!(shards[0].as_deref(), Some(b"some".as_slice()));
//! assert_eq!(shards[2].as_deref(), Some(b"here".as_slice()));
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Which forms there are
//! | shards as | encode | repair |
//! |---|---|---|
//! | lists | [`encode`](ErasureCode::encode), [`encode_into`](ErasureCode::encode_into) | |
//! | lists with gaps | | [`repair`](ErasureCode::repair), [`repair_all`](ErasureCode::repair_all) |
//! | index and bytes, as they arrive | | [`restore`](ErasureCode::restore) |
//! | one slice, a stride apart | [`encode_strided`](ErasureCode::encode_strided) | [`repair_strided`](ErasureCode::repair_strided) |
//!
//! Shards are numbered from 0, data first. The code corrects erasures, not errors: it cannot find damaged shards. Keep
//! a checksum of each shard and leave out the shards that fail it; `ringfft rs` does that for files (`docs/shards.md`).
//!
//! # The code
//! Position `p < 2^16` belongs to the point `varpi_p`, the sum of the Cantor basis vectors over the bits of `p`. With the
//! fewer (roughly) of data and parity padded to a power of two `m`, one of two codes is taken:
//!
//! * [high rate](Rate::High): parity at `0..m`, data from `m` on, zeros after; polynomials of degree below `2^16 - m`.
//! * [low rate](Rate::Low): data at `0..m`, zeros after, parity from `m` on; polynomials of degree below `m`.
//!
//! A shard is a column of values: 64 bytes hold 32 of them, first their low bytes, then their high bytes; the bits of a
//! value are its coordinates in the Cantor basis. A last chunk of fewer bytes holds half as many values.
//!
//! [`ElementCode`] is the same code on elements of any field, as the literature states it.
//!
//! # Source
//! \[Lin-Al-Naffouri-Han-Chung 2016\]; the layout of shards and the choice of rate: \[Taylor 2017\] and
//! `reed-solomon-simd`. `papers/reed_solomon.md`.

mod received;
mod repair;
mod strided;
mod textbook;

pub use crate::kernel::isa::Isa;
pub use textbook::ElementCode;

use crate::{
    CodeError, Error, Result,
    conv::buffer,
    kernel::{
        memory::reserve,
        shards::{Codec, Layout, Memory},
    },
    plan::Threads,
};
use alloc::{sync::Arc, vec::Vec};
use core::fmt;

/// The order of data and parity.
///
/// [`ErasureCode::builder`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rate {
    /// Parity first: for more data than parity.
    High,
    /// Data first: for more parity than data.
    Low,
}

/// A systematic Reed-Solomon code over GF(2^16). Cheap to clone.
///
/// ```
/// use ringfft::code::ErasureCode;
///
/// let code = ErasureCode::new(2, 1)?;
/// let parity = code.encode(&[[1u8, 2].as_slice(), &[3, 4]])?;
/// let mut shards = vec![None, Some(vec![3, 4]), Some(parity[0].clone())];
/// code.repair(&mut shards)?;
/// assert_eq!(shards[0], Some(vec![1, 2]));
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone)]
pub struct ErasureCode {
    codec: Arc<Codec>,
    threads: Threads,
}

/// Collects the options of an [`ErasureCode`].
///
/// [`ErasureCode::builder`] has an example.
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until it is built"]
pub struct ErasureCodeBuilder {
    data: usize,
    parity: usize,
    rate: Option<Rate>,
    isa: Isa,
    threads: Threads,
}

impl ErasureCodeBuilder {
    /// Sets the rate; by default the [usual](ErasureCode::usual_rate) one.
    pub fn rate(mut self, rate: Rate) -> Self {
        self.rate = Some(rate);
        self
    }

    /// Sets the instruction set; by default the best that the machine has. The bytes do not depend on it.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// Sets the number of threads; by default all, for shards of 256 KiB and more in all. The bytes do not depend on it.
    pub fn threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }

    /// Builds the code.
    ///
    /// # Errors
    /// As [`ErasureCode::new`], and [`Error::Unsupported`] if the machine lacks the instruction set.
    pub fn build(self) -> Result<ErasureCode> {
        let ErasureCodeBuilder { data, parity, rate, isa, threads } = self;
        let rate = rate.map_or_else(|| ErasureCode::usual_rate(data, parity), Ok)?;
        let layout = layout(data, parity, rate)?;
        Ok(ErasureCode { codec: Arc::new(Codec::new(layout, isa)?), threads })
    }
}

/// The work-space of a code, kept from one call to the next. It holds a strip of all shards, at most 1 KiB of each,
/// once or twice. For codes with at most 256 data or at most 256 parity shards it is less than 1 MiB.
///
/// [`ErasureCode::encode_into`] takes one.
#[derive(Default)]
pub struct Workspace(Memory);

impl Workspace {
    /// Creates an empty workspace; it grows when it is used.
    pub fn new() -> Self {
        Self::default()
    }
}

impl fmt::Debug for Workspace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Workspace")
    }
}

impl fmt::Debug for ErasureCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ErasureCode").field("data", &self.data()).field("parity", &self.parity()).finish()
    }
}

/// Bytes of all shards from which a code takes all threads by default, an estimate: below, to share out work takes longer than the work.
const SHARED_BYTES: usize = 1 << 18;

const COUNTS: &str = "there must be at least one of each, and the fewer of them, rounded up to a power of two, and the \
                      others at most 65536 together";

impl ErasureCode {
    /// Creates the code of `data` shards and `parity` more, of the usual rate, on all threads. The rate is high if data
    /// rounds up to the larger power of two, and low if parity does. If the powers are equal it is high unless there is
    /// more data than parity.
    ///
    /// # Cost
    /// Computes tables of half a MiB, in a fraction of a millisecond.
    ///
    /// # Errors
    /// [`CodeError::Counts`] where a number is zero or there are too many: up to 32768 of each always exist.
    /// [`Error::Unsupported`] or [`Error::Parse`] if the variable `RINGFFT_ISA` names an instruction set that the
    /// machine lacks or that does not exist.
    pub fn new(data: usize, parity: usize) -> Result<Self> {
        Self::builder(data, parity).build()
    }

    /// Starts a code with options.
    ///
    /// ```
    /// use ringfft::{code::{ErasureCode, Rate}, plan::Threads};
    ///
    /// let code = ErasureCode::builder(10, 4).rate(Rate::High).threads(Threads::AtMost(1)).build()?;
    /// assert_eq!((code.shards(), code.rate()), (14, Rate::High));
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    pub fn builder(data: usize, parity: usize) -> ErasureCodeBuilder {
        ErasureCodeBuilder { data, parity, rate: None, isa: Isa::Auto, threads: Threads::Auto }
    }

    /// Returns the rate that [`new`](ErasureCode::new) chooses.
    ///
    /// # Errors
    /// [`CodeError::Counts`] where there is no such code.
    pub fn usual_rate(data: usize, parity: usize) -> Result<Rate> {
        let rounded = (data.checked_next_power_of_two(), parity.checked_next_power_of_two());
        let (Some(data_group), Some(parity_group)) = rounded else {
            return Err(Error::Code(CodeError::Counts { data, parity, possible: COUNTS }));
        };
        let high = data_group > parity_group || (data_group == parity_group && data <= parity);
        let rate = if high { Rate::High } else { Rate::Low };
        layout(data, parity, rate)?;
        Ok(rate)
    }

    /// Sets the number of threads; by default all, for shards of 256 KiB and more in all. The new code shares the tables. The bytes do not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }

    /// Returns the number of threads for shards of so many bytes.
    fn threads_for(&self, len: usize) -> usize {
        match self.threads {
            Threads::Auto if len.saturating_mul(self.shards()) < SHARED_BYTES => 1,
            threads => threads.resolve(),
        }
    }

    /// Returns the number of data shards.
    pub fn data(&self) -> usize {
        self.codec.layout().data
    }

    /// Returns the number of parity shards: the most of all shards that may be lost.
    pub fn parity(&self) -> usize {
        self.codec.layout().parity
    }

    /// Returns the number of shards.
    pub fn shards(&self) -> usize {
        self.data() + self.parity()
    }

    /// Returns the rate: the order of data and parity.
    pub fn rate(&self) -> Rate {
        if self.codec.layout().high { Rate::High } else { Rate::Low }
    }

    /// Computes the parity shards of `data`: as many slices as the code has data shards, of one even length.
    ///
    /// # Cost
    /// `O((d + p) log m)` products of GF(2^16) for each two bytes of a shard, `m` the power of two of the fewer shards.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for another number of shards, [`CodeError::Length`] for shards of different length,
    /// [`Error::Length`] for an odd length or none, [`Error::Memory`].
    pub fn encode<S: AsRef<[u8]>>(&self, data: &[S]) -> Result<Vec<Vec<u8>>> {
        let data: Vec<&[u8]> = listed(data.iter().map(AsRef::as_ref), data.len())?;
        let len = self.check_data(&data)?;
        let mut parity: Vec<Vec<u8>> = reserve(SHARDS, self.parity())?;
        for _ in 0..self.parity() {
            parity.push(zeros(len)?);
        }
        let mut places: Vec<&mut [u8]> = listed(parity.iter_mut().map(Vec::as_mut_slice), self.parity())?;
        self.encode_into(&data, &mut places, &mut Workspace::new())?;
        Ok(parity)
    }

    /// Writes the parity shards of `data` to `parity`, all of one even length. Once the workspace has grown, only the
    /// lists of tasks of several threads are allocated.
    ///
    /// # Errors
    /// As [`encode`](ErasureCode::encode).
    pub fn encode_into(&self, data: &[&[u8]], parity: &mut [&mut [u8]], workspace: &mut Workspace) -> Result<()> {
        let len = self.check_data(data)?;
        Error::check_len("list of parity shards", self.parity(), parity.len())?;
        for (i, shard) in parity.iter().enumerate() {
            check_shard(self.data() + i, len, shard.len())?;
        }
        self.codec.encode(data, parity, self.threads_for(len), &mut workspace.0)
    }

    fn check_data(&self, data: &[&[u8]]) -> Result<usize> {
        Error::check_len("list of data shards", self.data(), data.len())?;
        let len = data.first().map_or(0, |shard| shard.len());
        check_even(len)?;
        data.iter().enumerate().try_for_each(|(i, shard)| check_shard(i, len, shard.len()))?;
        Ok(len)
    }
}

/// Returns the layout of the shards, if they fit.
fn layout(data: usize, parity: usize, rate: Rate) -> Result<Layout> {
    const POINTS: usize = 1 << 16;
    let layout = Layout { data, parity, high: rate == Rate::High };
    let (first, after) = if layout.high { (parity, data) } else { (data, parity) };
    let fits = data > 0 && parity > 0 && first < POINTS && after < POINTS;
    if fits && layout.group() + after <= POINTS {
        return Ok(layout);
    }
    Err(Error::Code(CodeError::Counts { data, parity, possible: COUNTS }))
}

/// Checks the length of a shard.
fn check_even(len: usize) -> Result<()> {
    let possible =
        "an even number of bytes from 2 on, for the code works on two bytes at a time: pad the data with zeros";
    if len == 0 || len % 2 == 1 { Err(Error::Length { what: "a shard", len, possible }) } else { Ok(()) }
}

/// Checks the length of one shard among others.
fn check_shard(index: usize, expected: usize, found: usize) -> Result<()> {
    if expected == found { Ok(()) } else { Err(Error::Code(CodeError::Length { index, expected, found })) }
}

const SHARDS: &str = "a list of shards";

/// Collects at most `len` items in a list.
fn listed<T>(items: impl Iterator<Item = T>, len: usize) -> Result<Vec<T>> {
    let mut list = reserve(SHARDS, len)?;
    list.extend(items);
    Ok(list)
}

fn zeros(len: usize) -> Result<Vec<u8>> {
    buffer("a shard", len, &0)
}
