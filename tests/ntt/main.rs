//! Residue number systems, low-degree extension, automorphisms, lazy ranges, truncated lengths, arrays, primes of 255 bits and resident vectors, against their definitions.

mod arrays;
mod automorphism;
mod below;
mod columns;
mod extension;
#[cfg(all(feature = "ff014", feature = "parallel"))]
mod foreign;
mod kernels;
mod pointwise;
#[cfg(all(feature = "ff014", feature = "parallel"))]
mod resident;
mod rns;
mod scales;
mod secrets;
mod truncated;
#[cfg(all(feature = "ff014", feature = "parallel"))]
mod wide;

use ringfft_testing::Random;

/// Numbers below `modulus`.
pub(crate) fn residues(seed: u64, modulus: u64, n: usize) -> Vec<u64> {
    let mut random = Random::new(seed);
    (0..n).map(|_| random.bits() % modulus).collect()
}

/// Runs in a pool of three threads, so that two and three are to be had on every machine.
pub(crate) fn in_pool(run: impl FnOnce() + Send) {
    rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap().install(run);
}
