//! The passes of a length as data: radices and factors.

use crate::{Error, Result};
use alloc::vec::Vec;

/// The greatest prime radix without a network.
pub(crate) const GREATEST: usize = 127;

/// One pass: its radix, the number of blocks it finds, and the factors of all blocks but the first.
pub(super) struct Pass<T> {
    pub(super) radix: usize,
    pub(super) blocks: usize,
    /// Number of butterflies of a block.
    pub(super) inner: usize,
    pub(super) twiddles: Vec<[T; 2]>,
    /// Cosines and sines of the circle's `radix`-th parts, for a radix without a network.
    pub(super) circle: Vec<[T; 2]>,
}

/// The passes of a length.
pub(super) struct Passes<T> {
    pub(super) len: usize,
    pub(super) passes: Vec<Pass<T>>,
    /// `rho` of every block that the last pass finds, the first 0.
    pub(super) order: Vec<u32>,
}

impl<T: crate::rings::Real> Passes<T> {
    /// Creates the passes for vectors of this many lanes.
    ///
    /// # Errors
    /// [`Error::Length`] for a radix that has no pass.
    pub(super) fn new(lanes: usize, radices: &[usize]) -> Result<Self> {
        if let Some(&len) = radices.iter().find(|radix| !(is_prime(**radix) || compiled(lanes, **radix))) {
            let possible = "1 to 13 and primes to 127; on single words 1, 4, 8 and primes; on 16 lanes also 16";
            return Err(Error::Length { what: "a pass", len, possible });
        }
        let (mut rho, mut passes) = (alloc::vec![0u32], Vec::new());
        let mut order = Vec::from([0]);
        let len = radices.iter().product::<usize>();
        for &radix in radices {
            let blocks = rho.len();
            let m = blocks * radix;
            let mut twiddles = Vec::with_capacity((blocks - 1) * (radix.max(2) - 1));
            if blocks > 1 {
                let all = super::Twiddles::<T>::new(m, m);
                for &rho in &rho[1..] {
                    twiddles.extend((1..radix.max(2)).map(|j| all.parts(j * rho as usize)));
                }
            }
            let mut circle = Vec::new();
            if radix > 16 {
                let all = super::Twiddles::<T>::new(radix, radix);
                circle.extend((0..radix).map(|k| all.power(k)).map(|w| [w.re, -w.im]));
            }
            passes.push(Pass { radix, blocks, inner: len / m, twiddles, circle });
            order = core::mem::replace(&mut rho, Vec::with_capacity(m));
            for &before in &order {
                rho.extend((0..radix).map(|k| before + (k * blocks) as u32));
            }
        }
        Ok(Passes { len, passes, order })
    }
}

/// The passes of a length whose results are stored in natural order.
///
/// The last pass computes its blocks in the order of their results, not of memory: stores that follow each other have neighbouring
/// places, which caches fetch ahead.
pub(super) struct Natural<T> {
    pub(super) len: usize,
    /// The factors of the last pass are in the order of its results.
    pub(super) passes: Vec<Pass<T>>,
    /// The place of the last pass's block with the results `k + blocks j`, for each `k`; the first is 0.
    pub(super) places: Vec<u32>,
}

impl<T: crate::rings::Real> Natural<T> {
    /// Creates the passes for vectors of this many lanes.
    ///
    /// # Errors
    /// [`Error::Length`] for a radix that has no pass.
    pub(super) fn new(lanes: usize, radices: &[usize]) -> Result<Self> {
        let Passes { len, mut passes, order } = Passes::new(lanes, radices)?;
        let places = places_of(&order);
        if let Some(last) = passes.last_mut() {
            sort(&mut last.twiddles, &places, last.radix.max(2) - 1);
        }
        Ok(Natural { len, passes, places })
    }
}

/// Returns the place of the block of each result, for the first results of the blocks.
pub(super) fn places_of(order: &[u32]) -> Vec<u32> {
    let mut places = alloc::vec![0; order.len()];
    for (place, &rho) in order.iter().enumerate() {
        places[rho as usize] = place as u32;
    }
    places
}

/// Sorts the factors of all blocks but the first, `each` for a block, from the order of memory to that of results.
pub(super) fn sort<T: Copy>(twiddles: &mut [T], places: &[u32], each: usize) {
    let before = twiddles.to_vec();
    for (after, &place) in twiddles.chunks_exact_mut(each).zip(&places[1..]) {
        after.copy_from_slice(&before[(place as usize - 1) * each..][..each]);
    }
}

/// Returns whether there is a pass of this radix. A pass without a network is never the first or last.
pub(crate) fn exists(radix: usize) -> bool {
    (1..=13).contains(&radix) || is_prime(radix)
}

/// Returns whether passes of this radix are compiled for vectors of this many lanes: 1, 4, 8 and the primes to 13 for
/// single words; all to 13 for vectors, and 16 for 16 lanes.
pub(crate) const fn compiled(lanes: usize, radix: usize) -> bool {
    match lanes {
        1 => matches!(radix, 1..=5 | 7 | 8 | 11 | 13),
        16 => matches!(radix, 1..=13 | 16),
        _ => matches!(radix, 1..=13),
    }
}

/// Returns whether passes of this radix are compiled for vectors of this many lanes where the first pass transposes: on 16 lanes for
/// powers of two alone.
pub(crate) const fn serves(lanes: usize, radix: usize) -> bool {
    lanes < 16 || matches!(radix, 4 | 8 | 16)
}

/// Returns whether this is a prime radix without a network.
pub(crate) fn is_prime(radix: usize) -> bool {
    (17..=GREATEST).contains(&radix) && crate::arith::is_prime(radix as u64)
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::kernel::complex::Twiddles;

    /// Checks that the last pass has each block once, in the order of results, with the factors of that order.
    #[inline]
    pub(crate) fn blocks_of_a_last_pass_are_in_the_order_of_results() {
        for radices in [&[8, 4, 8][..], &[5, 3, 2], &[4, 17, 3], &[6, 1], &[7]] {
            let natural = Natural::<f64>::new(4, radices).unwrap();
            let (last, before) = natural.passes.split_last().unwrap();
            assert_eq!((natural.places.len(), natural.len), (last.blocks, last.blocks * last.radix));
            for (result, &place) in natural.places.iter().enumerate() {
                // The first pass decides the most significant digit of a place, and the least one of a result.
                let (mut place, mut stride, mut found) = (place as usize, last.blocks, 0);
                for (i, pass) in before.iter().enumerate() {
                    stride /= pass.radix;
                    found += place / stride * radices[..i].iter().product::<usize>();
                    place %= stride;
                }
                assert_eq!(found, result, "{radices:?}");
            }
            let all = Twiddles::<f64>::new(natural.len, natural.len);
            let wanted = (1..last.blocks).flat_map(|k| (1..last.radix.max(2)).map(move |j| j * k));
            assert!(last.twiddles.iter().copied().eq(wanted.map(|exponent| all.parts(exponent))), "{radices:?}");
        }
    }
}
