//! The transform of residues modulo a word prime: the engine under products of integers and of residues in rings with too few
//! roots.
//!
//! Notation: `p` a prime, `B = 2^64`, `n` the length, `N` the least power of two not below it, `w` a primitive `N`-th root.
//!
//! # Idea
//! Besides `n = N`, a cyclic transform, there is `n = 3N/4`, modulo `(x^(N/2) - 1)(x^(N/4) - i)`, `i = w^(N/4)`: a cyclic
//! transform and one on a coset.
//!
//! ```text
//! f = f0 + f1 y + f2 y^2, y = x^(N/4):     (f0 + f2) + f1 y   modulo y^2 - 1: cyclic of length N/2
//!                                          f0 + i f1 - f2     modulo y - i: length N/4, on the coset of w
//! back:  from u0 + u1 y and v:  f2 = (u0 + i u1 - v)/2,  f0 = u0 - f2,  f1 = u1
//! ```
//!
//! Both are kernels of [`ntt`](crate::kernel::ntt) with the small tables, since a transform is made for one product. Values are
//! multiplied as Montgomery multiplies: `a b/B`, which the scale of the way back undoes.
//!
//! # Equals
//! [`Classical`](crate::dft::Classical) over [`Modular`], value by value, where `n = N`.

use crate::{
    Error, Result,
    algebra::{Action, Ring},
    arith,
    kernel::{
        TwiddleMemory,
        isa::Isa,
        memory::reserve,
        ntt::{self, Kernel, Map},
    },
    rings::{Modular, Shoup},
    threads::both,
};
use alloc::{boxed::Box, vec::Vec};

/// The largest power of two that is the order of a root modulo every prime of [`word_primes`].
const TWO_ADICITY: u32 = 40;

/// The largest primes below 2^62 that are 1 modulo 2^40, with their least primitive roots.
pub(crate) const PRIMES: [Modular; 16] = [
    Modular::with_generator(0x3fff_c000_0000_0001, 11),
    Modular::with_generator(0x3fff_be00_0000_0001, 3),
    Modular::with_generator(0x3fff_8400_0000_0001, 19),
    Modular::with_generator(0x3fff_8100_0000_0001, 5),
    Modular::with_generator(0x3fff_6d00_0000_0001, 3),
    Modular::with_generator(0x3fff_5400_0000_0001, 5),
    Modular::with_generator(0x3fff_4500_0000_0001, 10),
    Modular::with_generator(0x3fff_3a00_0000_0001, 3),
    Modular::with_generator(0x3fff_3900_0000_0001, 13),
    Modular::with_generator(0x3fff_3100_0000_0001, 3),
    Modular::with_generator(0x3fff_2d00_0000_0001, 7),
    Modular::with_generator(0x3ffe_df00_0000_0001, 11),
    Modular::with_generator(0x3ffe_d700_0000_0001, 3),
    Modular::with_generator(0x3ffe_d300_0000_0001, 21),
    Modular::with_generator(0x3ffe_8c00_0000_0001, 3),
    Modular::with_generator(0x3ffe_8200_0000_0001, 5),
];

/// Every prime of [`word_primes`] lies above 2^61.
pub(crate) const PRIME_BITS: usize = 61;

/// The largest primes below 2^50 that are 1 modulo 2^32, with their least primitive roots. In vectors their kernels are faster than those
/// of [`PRIMES`].
pub(crate) const SHORT_PRIMES: [Modular; 16] = [
    Modular::with_generator(0x3_fff3_0000_0001, 5),
    Modular::with_generator(0x3_ffed_0000_0001, 7),
    Modular::with_generator(0x3_ffeb_0000_0001, 3),
    Modular::with_generator(0x3_ffc1_0000_0001, 3),
    Modular::with_generator(0x3_ffc0_0000_0001, 11),
    Modular::with_generator(0x3_ffa0_0000_0001, 3),
    Modular::with_generator(0x3_ff70_0000_0001, 3),
    Modular::with_generator(0x3_ff58_0000_0001, 3),
    Modular::with_generator(0x3_ff4b_0000_0001, 29),
    Modular::with_generator(0x3_ff19_0000_0001, 3),
    Modular::with_generator(0x3_ff18_0000_0001, 5),
    Modular::with_generator(0x3_ff12_0000_0001, 5),
    Modular::with_generator(0x3_fefe_0000_0001, 3),
    Modular::with_generator(0x3_fefb_0000_0001, 3),
    Modular::with_generator(0x3_fef5_0000_0001, 3),
    Modular::with_generator(0x3_fedf_0000_0001, 19),
];

/// Every one of [`SHORT_PRIMES`] lies above 2^49.
const SHORT_BITS: usize = 49;

/// Returns whether transforms of some length have kernels in vectors on this machine.
pub(crate) fn in_vectors() -> Result<bool> {
    Ok(ntt::lanes(1 << 10, Isa::Auto.resolved()?) > 1)
}

/// Returns whether [`SHORT_PRIMES`] have the roots of transforms of length `len`, which is `2^k` or `3 2^k`.
pub(crate) fn short_primes_reach(len: usize) -> bool {
    len.checked_next_power_of_two().is_some_and(|full| full.trailing_zeros() <= 32)
}

/// Returns primes for a product whose coefficients have at most `bits` bits, by transforms of length `len`. All lie between the same two
/// neighbouring powers of two.
pub(crate) fn primes_for(bits: usize, len: usize) -> Result<Vec<Modular>> {
    let (short, long) = (bits.div_ceil(SHORT_BITS), bits.div_ceil(PRIME_BITS));
    let vectors = ntt::lanes(len, Isa::Auto.resolved()?) > 1;
    if short <= SHORT_PRIMES.len() && short_primes_reach(len) && (short == long || vectors) {
        return Ok(SHORT_PRIMES[..short].to_vec());
    }
    word_primes(long)
}

/// Returns `count` distinct primes between 2^61 and 2^62 that are 1 modulo 2^40.
pub(crate) fn word_primes(count: usize) -> Result<Vec<Modular>> {
    if count <= PRIMES.len() {
        return Ok(PRIMES[..count].to_vec());
    }
    let found = arith::find_primes(62, 1 << TWO_ADICITY, count);
    let primes = found.into_iter().filter(|p| p >> PRIME_BITS == 1).map(Modular::new).collect::<Result<Vec<_>>>()?;
    if primes.len() < count {
        return Err(Error::Unsupported {
            what: alloc::format!("a product through {count} word primes: there are {} of them", primes.len()),
        });
    }
    Ok(primes)
}

/// From this length on three quarters of it are faster than the whole.
const THREE_QUARTERS: usize = 1 << 16;

/// Returns the length for products of `len` elements.
pub(crate) fn transform_len(len: usize) -> Result<usize> {
    let full = len.checked_next_power_of_two().filter(|full| full.trailing_zeros() <= TWO_ADICITY);
    let full = full.ok_or(Error::Length { what: "a product", len, possible: "the longest is 2^40" })?;
    Ok(if full >= THREE_QUARTERS && full / 4 * 3 >= len { full / 4 * 3 } else { full })
}

/// Values from this many on are worth a second thread.
const PARALLEL: usize = 1 << 13;

/// Runs both, side by side if `threads` allows.
pub(crate) fn join(threads: usize, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    both(threads > 1, a, b);
}

/// The transform of length `2^k` or `3 2^k` modulo a word prime.
pub(crate) struct WordTransform {
    ring: Modular,
    len: usize,
    /// Modulo `x^N - 1`, or `x^(N/2) - 1`.
    first: Part,
    /// Modulo `x^(N/4) - i`, and `i`.
    second: Option<(Part, Shoup)>,
    /// `p^(-1) mod B`.
    inverse: u64,
}

/// A transform of a power of two, whose way back multiplies with `B`.
struct Part {
    /// `None` for a length of 1.
    kernel: Option<Box<dyn Kernel>>,
    /// `B mod p`.
    beyond: Shoup,
}

impl Part {
    fn new(ring: &Modular, len: usize, root: u64, shift: Option<u64>, threads: usize) -> Result<Self> {
        let word = ring.element(u64::MAX);
        let beyond = ring.element(word + 1);
        if len == 1 {
            return Ok(Part { kernel: None, beyond: ring.prepare(&beyond) });
        }
        let inverse = |w: u64| ring.inverse(&w).unwrap_or(0);
        let mut scale = inverse(ring.element(len as u64));
        ring.mul_assign(&mut scale, &beyond);
        let map = Map {
            len,
            root: [root, inverse(root)],
            shift: shift.map(|shift| [shift, inverse(shift)]),
            forward: None,
            scale,
            natural: false,
            reduced: true,
            memory: TwiddleMemory::TwoLevel,
            threads,
        };
        let isa = Isa::Auto.resolved()?;
        // The tables of both directions take less; asked for beforehand, because they are made where nothing can fail.
        reserve::<[Shoup; 6]>("tables of a product", len / ntt::lanes(len, isa))?;
        let kernel = ntt::modular(ring, &map, ntt::lanes(len, isa), isa);
        let what = || alloc::format!("a transform of length {len} modulo {}", ring.modulus());
        Ok(Part {
            kernel: Some(kernel.ok_or_else(|| Error::Unsupported { what: what() })?),
            beyond: ring.prepare(&beyond),
        })
    }

    fn forward(&self, f: &mut [u64]) {
        if let Some(kernel) = &self.kernel {
            kernel.forward(f);
        }
    }

    fn inverse(&self, f: &mut [u64], ring: &Modular) {
        match &self.kernel {
            Some(kernel) => kernel.inverse(f),
            None => {
                for x in f.iter_mut() {
                    ring.apply(x, &self.beyond);
                }
            }
        }
    }
}

impl WordTransform {
    /// Creates the transform of `len` elements modulo the prime of `ring`, which must have the roots.
    pub(crate) fn new(ring: Modular, len: usize, threads: usize) -> Result<Self> {
        let p = ring.modulus();
        let full = len.next_power_of_two();
        let generator = ring.generator().filter(|_| (p - 1).is_multiple_of(full as u64));
        let (Some(generator), true) = (generator, len == full || (full >= 4 && len == full / 4 * 3)) else {
            return Err(Error::Length {
                what: "a transform modulo a word prime",
                len,
                possible: "it needs 2^k or 3 2^k elements, and 2^k or 4 2^k must divide p - 1",
            });
        };
        let root = ring.pow(&generator, (p - 1) / full as u64);
        let power = |k: usize| ring.pow(&root, k as u64);
        let (first, second) = if len == full {
            (Part::new(&ring, full, root, None, threads)?, None)
        } else {
            let second = Part::new(&ring, full / 4, power(4), Some(root), threads)?;
            (Part::new(&ring, full / 2, power(2), None, threads)?, Some((second, ring.prepare(&power(full / 4)))))
        };
        // Newton: x -> x (2 - p x) doubles the correct bits; p p = 1 modulo 8.
        let inverse = (0..5).fold(p, |x, _| x.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(x))));
        Ok(WordTransform { ring, len, first, second, inverse })
    }

    /// Returns the prime's ring.
    pub(crate) fn ring(&self) -> &Modular {
        &self.ring
    }

    /// Computes `a <- a b` as coefficients modulo `x^N - 1`, or its divisor of degree `3N/4`: canonical. Destroys `b`.
    pub(crate) fn convolve(&self, a: &mut [u64], b: &mut [u64], threads: usize) {
        self.forward(a);
        self.forward(b);
        let (p, inverse) = (self.ring.modulus(), self.inverse);
        in_parts(a, b, threads, &|a, b| {
            for (a, b) in a.iter_mut().zip(b) {
                *a = montgomery(*a, *b, p, inverse);
            }
        });
        self.inverse(a);
    }

    /// Computes `a <- a^2`, as [`convolve`](Self::convolve).
    pub(crate) fn square(&self, a: &mut [u64], threads: usize) {
        self.forward(a);
        let (p, inverse) = (self.ring.modulus(), self.inverse);
        let (low, high) = a.split_at_mut(a.len() / 2);
        in_parts(low, high, threads, &|low, high| {
            for part in [low, high] {
                for a in part.iter_mut() {
                    *a = montgomery(*a, *a, p, inverse);
                }
            }
        });
        self.inverse(a);
    }

    /// Transforms coefficients to values, canonical both.
    fn forward(&self, f: &mut [u64]) {
        let Some((second, fourth)) = &self.second else { return self.first.forward(f) };
        let p = self.ring.modulus();
        let (u, v) = f.split_at_mut(self.len / 3 * 2);
        let (u0, u1) = u.split_at_mut(self.len / 3);
        for ((f0, f1), f2) in u0.iter_mut().zip(u1.iter()).zip(v.iter_mut()) {
            let (a, mut b, c) = (*f0, *f1, *f2);
            self.ring.apply(&mut b, fourth);
            (*f0, *f2) = (difference(a, p - c, p), difference(difference(a, c, p), p - b, p));
        }
        self.first.forward(u);
        second.forward(v);
    }

    /// Transforms values to `B` times the coefficients, canonical both.
    fn inverse(&self, f: &mut [u64]) {
        let Some((second, fourth)) = &self.second else { return self.first.inverse(f, &self.ring) };
        let p = self.ring.modulus();
        let (u, v) = f.split_at_mut(self.len / 3 * 2);
        self.first.inverse(u, &self.ring);
        second.inverse(v, &self.ring);
        let (u0, u1) = u.split_at_mut(self.len / 3);
        for ((u0, u1), v) in u0.iter_mut().zip(u1.iter()).zip(v.iter_mut()) {
            let mut b = *u1;
            self.ring.apply(&mut b, fourth);
            let twice = difference(difference(*u0, p - b, p), *v, p);
            *v = twice / 2 + (p / 2 + 1) * (twice % 2);
            *u0 = difference(*u0, *v, p);
        }
    }
}

/// Returns `a - b`, plus `p` where that is negative; for `a` below `p` and `b` at most `p`.
#[inline(always)]
fn difference(a: u64, b: u64, p: u64) -> u64 {
    let (difference, borrow) = a.overflowing_sub(b);
    difference.wrapping_add(if borrow { p } else { 0 })
}

/// Returns `a b/B` below `p`, for `a`, `b` below `p`.
#[inline(always)]
fn montgomery(a: u64, b: u64, p: u64, inverse: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let multiple = u128::from((product as u64).wrapping_mul(inverse)) * u128::from(p);
    difference((product >> 64) as u64, (multiple >> 64) as u64, p)
}

/// Applies `f` to matching parts of the two slices, on up to `threads` threads.
fn in_parts(a: &mut [u64], b: &mut [u64], threads: usize, f: &(impl Fn(&mut [u64], &mut [u64]) + Sync)) {
    if threads <= 1 || a.len() < PARALLEL || a.len() != b.len() {
        return f(a, b);
    }
    let middle = a.len() / 2;
    let ((a0, a1), (b0, b1)) = (a.split_at_mut(middle), b.split_at_mut(middle));
    let (left, right) = (threads - threads / 2, threads / 2);
    join(threads, || in_parts(a0, b0, left, f), || in_parts(a1, b1, right, f));
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
