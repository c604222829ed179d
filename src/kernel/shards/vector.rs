//! The interface between the network and an instruction set, and its implementation for every machine.

use super::tables::Tables;

/// 32 elements of GF(2^16): their low bytes, then their high bytes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Chunk(pub(super) [u8; 64]);

impl Chunk {
    pub(super) const ZERO: Self = Chunk([0; 64]);
}

/// Sets all chunks to zero.
#[inline(always)]
pub(super) fn clear(chunks: &mut [Chunk]) {
    // The compiler makes one call of this, and of `fill` a loop of stores of 16 bytes.
    for chunk in chunks {
        chunk.0 = [0; 64];
    }
}

/// A way to work on a chunk at once.
///
/// Every method is `inline(always)`, down to the instruction: only inside [`run`](Vector::run) does the compiler know the
/// instruction set.
pub(super) trait Vector: Copy + Send + Sync + 'static {
    /// A chunk in registers.
    type Chunk: Copy;
    /// Two linear maps of bytes, one for each half of a chunk.
    type Maps: Copy;

    /// Runs `f` compiled for the instruction set.
    fn run<R>(self, f: impl FnOnce() -> R) -> R;

    fn load(self, from: &Chunk) -> Self::Chunk;

    fn store(self, to: &mut Chunk, x: Self::Chunk);

    fn xor(self, a: Self::Chunk, b: Self::Chunk) -> Self::Chunk;

    /// Returns the maps of entries `low` and `high` of the tables.
    fn maps(self, tables: &Tables, low: usize, high: usize) -> Self::Maps;

    /// Returns the map of entry `c` for both halves.
    #[inline(always)]
    fn equal_maps(self, tables: &Tables, c: usize) -> Self::Maps {
        self.maps(tables, c, c)
    }

    /// Returns `sum + maps(x)`: low bytes from low bytes, high bytes from high bytes.
    fn add_mapped(self, sum: Self::Chunk, x: Self::Chunk, maps: Self::Maps) -> Self::Chunk;

    /// Returns `sum + maps(x with its halves exchanged)`: low bytes from high bytes, high bytes from low bytes.
    fn add_crossed(self, sum: Self::Chunk, x: Self::Chunk, maps: Self::Maps) -> Self::Chunk;
}

/// Bytes, in loops that compilers turn into vectors; no table is read at a place that depends on data.
#[derive(Clone, Copy)]
pub(super) struct Portable;

/// One half of a chunk.
type Half = [u8; 32];

/// Computes `sum + map(x)`, each byte of `x` by itself: column `i` of the map where bit `i` is set.
#[inline(always)]
fn add_map(sum: &mut Half, mut x: Half, columns: u64) {
    for column in columns.to_be_bytes() {
        for (sum, x) in sum.iter_mut().zip(&mut x) {
            // The top bit as a mask.
            *sum ^= (*x as i8 >> 7) as u8 & column;
            *x <<= 1;
        }
    }
}

impl Vector for Portable {
    type Chunk = [Half; 2];
    type Maps = [u64; 2];

    #[inline(never)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }

    #[inline(always)]
    fn load(self, from: &Chunk) -> [Half; 2] {
        let (halves, _) = from.0.as_chunks();
        [halves[0], halves[1]]
    }

    #[inline(always)]
    fn store(self, to: &mut Chunk, x: [Half; 2]) {
        to.0.as_chunks_mut().0.copy_from_slice(&x);
    }

    #[inline(always)]
    fn xor(self, mut a: [Half; 2], b: [Half; 2]) -> [Half; 2] {
        a.as_flattened_mut().iter_mut().zip(b.as_flattened()).for_each(|(a, b)| *a ^= b);
        a
    }

    #[inline(always)]
    fn maps(self, tables: &Tables, low: usize, high: usize) -> [u64; 2] {
        [tables.columns[low], tables.columns[high]]
    }

    #[inline(always)]
    fn add_mapped(self, mut sum: [Half; 2], x: [Half; 2], maps: [u64; 2]) -> [Half; 2] {
        add_map(&mut sum[0], x[0], maps[0]);
        add_map(&mut sum[1], x[1], maps[1]);
        sum
    }

    #[inline(always)]
    fn add_crossed(self, sum: [Half; 2], x: [Half; 2], maps: [u64; 2]) -> [Half; 2] {
        self.add_mapped(sum, [x[1], x[0]], maps)
    }
}
