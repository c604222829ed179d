//! What the network asks of an instruction set, and the answer that every machine has.

use super::tables::Tables;

/// 32 elements of GF(2^16): their low bytes, then their high bytes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Chunk(pub(super) [u8; 64]);

impl Chunk {
    pub(super) const ZERO: Self = Chunk([0; 64]);
}

/// A way to work on a chunk at once.
///
/// Every method is `inline(always)`, down to the instruction: only inside [`run`](Vector::run) does the compiler know the
/// instruction set.
pub(super) trait Vector: Copy + Send + Sync {
    /// A chunk in registers.
    type Chunk: Copy;
    /// Two linear maps of bytes, one for each half of a chunk.
    type Maps: Copy;

    /// Runs `f` compiled for the instruction set.
    fn run<R>(self, f: impl FnOnce() -> R) -> R;

    fn load(self, from: &Chunk) -> Self::Chunk;

    fn store(self, to: &mut Chunk, x: Self::Chunk);

    fn xor(self, a: Self::Chunk, b: Self::Chunk) -> Self::Chunk;

    /// The maps of entries `low` and `high` of the tables.
    fn maps(self, tables: &Tables, low: usize, high: usize) -> Self::Maps;

    /// The map of entry `c` for both halves.
    #[inline(always)]
    fn equal_maps(self, tables: &Tables, c: usize) -> Self::Maps {
        self.maps(tables, c, c)
    }

    /// `sum + maps(x)`: low bytes from low bytes, high bytes from high bytes.
    fn add_mapped(self, sum: Self::Chunk, x: Self::Chunk, maps: Self::Maps) -> Self::Chunk;

    /// `sum + maps(x with its halves exchanged)`: low bytes from high bytes, high bytes from low bytes.
    fn add_crossed(self, sum: Self::Chunk, x: Self::Chunk, maps: Self::Maps) -> Self::Chunk;
}

/// Words of eight bytes; no tables are read at places that depend on data.
#[derive(Clone, Copy)]
pub(super) struct Portable;

const ONES: u64 = 0x0101_0101_0101_0101;

impl Portable {
    /// `sum + map(x)`, each byte of `x` by itself.
    #[inline(always)]
    fn add_map(sum: u64, x: u64, columns: u64) -> u64 {
        (0..8).fold(sum, |sum, i| {
            let mask = (x >> i & ONES) * 255;
            sum ^ (mask & ((columns >> (8 * i) & 255) * ONES))
        })
    }
}

impl Vector for Portable {
    type Chunk = [u64; 8];
    type Maps = [u64; 2];

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }

    #[inline(always)]
    fn load(self, from: &Chunk) -> [u64; 8] {
        let (words, _) = from.0.as_chunks::<8>();
        core::array::from_fn(|i| u64::from_le_bytes(words[i]))
    }

    #[inline(always)]
    fn store(self, to: &mut Chunk, x: [u64; 8]) {
        for (to, word) in to.0.as_chunks_mut::<8>().0.iter_mut().zip(x) {
            *to = word.to_le_bytes();
        }
    }

    #[inline(always)]
    fn xor(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
        core::array::from_fn(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    fn maps(self, tables: &Tables, low: usize, high: usize) -> [u64; 2] {
        [tables.columns[low], tables.columns[high]]
    }

    #[inline(always)]
    fn add_mapped(self, sum: [u64; 8], x: [u64; 8], maps: [u64; 2]) -> [u64; 8] {
        core::array::from_fn(|i| Self::add_map(sum[i], x[i], maps[i / 4]))
    }

    #[inline(always)]
    fn add_crossed(self, sum: [u64; 8], x: [u64; 8], maps: [u64; 2]) -> [u64; 8] {
        core::array::from_fn(|i| Self::add_map(sum[i], x[i ^ 4], maps[i / 4]))
    }
}
