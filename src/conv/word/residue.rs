//! The words in which residues lie: of 64 bits, or of 32 bits for primes below `2^30` with AVX2.

use super::PARALLEL;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::ntt::rows::{Rows, thirty};
use crate::{
    algebra::Action,
    kernel::{
        isa::Isa,
        ntt::{
            self, Kernel, Map,
            rows::{self, Pair, WordRows},
        },
    },
    rings::{Modular, Shoup},
    threads::{Every, share},
};
use alloc::boxed::Box;

/// A word of residues in memory.
pub(crate) trait Residue: Copy + Default + Send + Sync + 'static {
    /// Tables are made for lengths below two to this power, and kept.
    const MOST: u32;
    /// The rows of a prime.
    type Rows: ?Sized + rows::Rows<Self>;

    /// Returns the lanes of the vectors of a transform of `len` elements.
    fn lanes(len: usize, isa: Isa) -> usize;
    /// Returns the rows modulo the prime of `ring`, as [`rows`](rows::rows); `None` where there are none.
    fn rows(ring: &Modular, z: u64, lanes: usize) -> Option<Box<Self::Rows>>;
    /// Returns the kernel of a map.
    fn kernel(ring: &Modular, map: &Map, isa: Isa) -> Option<Box<dyn Kernel<Self>>>;
    /// Multiplies a residue.
    fn apply(ring: &Modular, x: &mut Self, factor: &Shoup);
    /// Computes coefficients from three or five parts in blocks of `x`, by the factors of [`WordRows::join_thirds`]. Words that have no such parts
    /// do nothing.
    fn join_odd(rows: &Self::Rows, x: &mut [Self], count: usize, factors: &[Pair], threads: usize) {
        let _ = (rows, x, count, factors, threads);
    }
}

impl Residue for u64 {
    const MOST: u32 = 21;
    type Rows = dyn WordRows;

    fn lanes(len: usize, isa: Isa) -> usize {
        ntt::lanes(len, isa)
    }
    fn rows(ring: &Modular, z: u64, lanes: usize) -> Option<Box<dyn WordRows>> {
        Some(rows::rows(ring, z, lanes))
    }
    fn kernel(ring: &Modular, map: &Map, isa: Isa) -> Option<Box<dyn Kernel>> {
        ntt::modular(ring, map, ntt::lanes(map.len, isa), isa)
    }
    fn apply(ring: &Modular, x: &mut u64, factor: &Shoup) {
        ring.apply(x, factor);
    }
    fn join_odd(rows: &dyn WordRows, x: &mut [u64], count: usize, factors: &[Pair], threads: usize) {
        match count {
            3 => blocks(x, threads, &|blocks| rows.join_thirds(blocks, factors)),
            _ => blocks(x, threads, &|blocks| rows.join_fifths(blocks, factors)),
        }
    }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
impl Residue for u32 {
    const MOST: u32 = 22;
    type Rows = dyn Rows<u32>;

    fn lanes(len: usize, isa: Isa) -> usize {
        ntt::small_lanes(len, isa)
    }
    fn rows(ring: &Modular, z: u64, _: usize) -> Option<Box<dyn Rows<u32>>> {
        thirty::rows(ring, z)
    }
    fn kernel(ring: &Modular, map: &Map, isa: Isa) -> Option<Box<dyn Kernel<u32>>> {
        ntt::small(u32::try_from(ring.modulus()).ok()?, map, ntt::small_lanes(map.len, isa), isa)
    }
    fn apply(ring: &Modular, x: &mut u32, factor: &Shoup) {
        let mut residue = u64::from(*x);
        ring.apply(&mut residue, factor);
        *x = residue as u32;
    }
}

/// Applies `f` to the `R` blocks of `x`, or on threads to parts of them.
pub(super) fn blocks<T: Send, const R: usize>(x: &mut [T], threads: usize, f: &(dyn Fn([&mut [T]; R]) + Sync)) {
    let mut chunks = x.chunks_exact_mut(x.len() / R);
    let blocks = [(); R].map(|()| Every(chunks.next().unwrap_or_default(), PARALLEL / 8));
    share(threads > 1, blocks, 1, &|blocks: [Every<&mut [T]>; R]| f(blocks.map(|Every(block, _)| block)));
}
