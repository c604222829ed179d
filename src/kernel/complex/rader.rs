//! Rader's transform of prime length as a cyclic convolution of the length below it.
//!
//! With a primitive root `g` of `p`, the values and outputs but the first in the order of its powers:
//!
//! ```text
//! X_0 = sum x_j,    X_{g^-m} = x_0 + sum_q x_{g^q} w^(g^(q - m)).
//! ```
//!
//! The spectrum of `w^(g^-q)` is made with the plan. Source: Rader 1968.

use super::{Kernel, convolution::Cycle, cyclic, powers_of_root, reserve, spectrum::Mirror};
use crate::{Error, Result, arith, kernel::packed::Floats, lists::zip, rings::Real};
use alloc::vec::Vec;
use num_complex::Complex;

/// Returns whether the transform exists for this length.
pub(crate) fn exists(len: usize) -> bool {
    u32::try_from(len).is_ok_and(|p| p > 2 && arith::is_prime(u64::from(p)))
}

/// Powers of the primitive root that are computed side by side.
const CHAINS: usize = 4;

pub(crate) struct Rader<const L: usize, F: Floats<L>> {
    len: usize,
    inner: Cycle<L, F>,
    /// Powers of the primitive root.
    powers: Vec<u32>,
}

impl<const L: usize, F: Floats<L>> Rader<L, F> {
    /// Creates the transform for a prime and the radices of two steps of the length below it.
    pub(crate) fn new(f: F, len: usize, columns: &[usize], rows: &[usize]) -> Result<Self> {
        if !exists(len) {
            let possible = "odd primes below 2^32; Bluestein's transform has every length";
            return Err(Error::Length { what: "Rader's transform", len, possible });
        }
        let (half, powers) = (len / 2, powers(len as u32)?);
        let mut values = reserve("the spectrum of a convolution", len - 1)?;
        // The first power, then the others backwards.
        let mut at = 0;
        let mut next = || {
            let power = powers[at];
            at = if at == 0 { len - 2 } else { at - 1 };
            power as usize
        };
        powers_of_root::extend(f.least(), len, half, &mut next, &mut values)?;
        append_conjugates(&mut values);
        let lanes = cyclic::is_cyclic(columns, rows, L);
        let inner = Cycle::new(f, columns, rows, lanes, Mirror::Conjugates, &mut values)?;
        Ok(Rader { len, inner, powers })
    }
}

/// Returns the powers of the least primitive root of an odd prime, from the first to the one before they begin again.
fn powers(p: u32) -> Result<Vec<u32>> {
    let (len, modulus) = (p as usize, u64::from(p));
    let root = arith::least_primitive_root(modulus);
    let (half, mut powers) = (len / 2, reserve("the order of a transform", len - 1)?);
    powers.resize(len - 1, 0);
    let (mut chains, mut leap) = ([0; CHAINS], 1);
    for power in &mut chains {
        *power = leap;
        leap = leap * root % modulus;
    }
    // Products by a fixed factor take no division: of the quotient `power leap/p`, at most one is lacking.
    let reciprocal = ((u128::from(leap) << 64) / u128::from(modulus)) as u64;
    let (first, second) = powers.split_at_mut(half);
    for places in first.chunks_mut(CHAINS) {
        for (place, power) in zip(places, &mut chains) {
            *place = *power as u32;
            let quotient = ((u128::from(*power) * u128::from(reciprocal)) >> 64) as u64;
            *power = *power * leap - quotient * modulus;
            *power -= if *power >= modulus { modulus } else { 0 };
        }
    }
    // `g^((p - 1)/2)` is -1: the second half of the powers are negatives, and their roots conjugates.
    for (place, power) in zip(second, first) {
        *place = p - *power;
    }
    Ok(powers)
}

/// Appends the conjugates of all values.
fn append_conjugates<T: Real>(values: &mut Vec<Complex<T>>) {
    let half = values.len();
    values.extend_from_within(..);
    for value in &mut values[half..] {
        *value = value.conj();
    }
}

/// Gathers the values at `places` from `x` into `z`.
fn gather<T: Copy>(x: &[T], places: &[u32], z: &mut [T]) {
    for (z, place) in zip(z, places) {
        *z = x[*place as usize];
    }
}

/// Returns the sum of all values, added by halves so that errors stay small.
fn sum<T: Real>(x: &[Complex<T>]) -> Complex<T> {
    if x.len() > 512 {
        let (a, b) = x.split_at(x.len() / 2);
        return sum(a) + sum(b);
    }
    let (blocks, tail) = x.as_chunks::<8>();
    let mut sums = [Complex::new(T::zero(), T::zero()); 8];
    for block in blocks {
        for j in 0..8 {
            sums[j] = sums[j] + block[j];
        }
    }
    let [a, b, c, d, e, f, g, h] = sums;
    tail.iter().fold((a + b) + (c + d) + ((e + f) + (g + h)), |sum, x| sum + *x)
}

impl<const L: usize, F: Floats<L>> Kernel<F::Float> for Rader<L, F> {
    fn len(&self) -> usize {
        self.len
    }

    fn scratch_len(&self) -> usize {
        self.inner.scratch_len()
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        let x = input.unwrap_or(output);
        let (first, zero) = (x[0], Complex::new(F::Float::default(), F::Float::default()));
        // All outputs but the first are the convolution's, each with the first value.
        let (z, shift) = match &self.inner {
            Cycle::Sides(inner) => {
                let (z, scratch) = scratch.split_at_mut(self.len - 1);
                let sum = sum(x);
                gather(x, &self.powers, z);
                inner.run(z, scratch);
                output[0] = sum;
                (z, first)
            }
            Cycle::Lanes(inner) => {
                if const { L == 1 } {
                    return;
                }
                let blocks = inner.values(scratch);
                gather(x, &self.powers, blocks.as_flattened_mut());
                output[0] = first + inner.run_pairs(blocks, first);
                (blocks.as_flattened_mut(), zero)
            }
        };
        // The first power, then the others backwards; the inverse transform has its outputs in reverse.
        let (mut j, count) = (0, self.powers.len());
        for z in z {
            let power = self.powers[if j == 0 { 0 } else { count - j }] as usize;
            output[if inverse { self.len - power } else { power }] = shift + *z;
            j += 1;
        }
    }
}
