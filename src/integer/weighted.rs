//! Products modulo `2^N - 1` and `2^N + 1` by a transform of their own length, for every `N`.
//!
//! Notation: `n` the number of digits, `b = ceil(N/n)` the bits of the longest, `K` the number of primes, `P` their product.
//!
//! # Idea
//! [`conv::word`](crate::conv::word) multiplies digits of `b` and `b - 1` bits. A coefficient is a sum of `n` products,
//! each once or twice that of two digits, and may be doubled. So its magnitude is below `2^(2 b + 2) n`. That must be
//! below `P`, or below `P/2` modulo `2^N + 1`, and `b` below 64. Two primes carry 37 bits in `2^22` digits, three carry
//! 61.
//!
//! # Cost
//! `2 K` transforms of `n` words for a square and `3 K` for a product, `K + 1` arrays of them or `K + 2`.
//!
//! # Source
//! \[Crandall-Fagin 1994\]; `papers/integer_product.md`.

use super::{
    limbs::{add_assign, sub_assign},
    mixed_radix::MixedRadix,
    transform::{Factors, room},
};
use crate::{
    Result,
    conv::{
        buffer,
        word::{Digits, WEIGHTED, WEIGHTED_LEN, WeightedTransform, lanes},
    },
    rings::Modular,
    threads::{Every, share},
};
use alloc::vec::Vec;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use {crate::kernel::ntt::rows::limbs::Limbs, std::sync::OnceLock};

/// The form of a product: digits and primes.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    pub(super) digits: Digits,
    /// The number of primes, two or three: the last ones of [`WEIGHTED`].
    pub(super) primes: usize,
    negacyclic: bool,
}

/// The bits that are below the product of the last two primes, and of three: 49.32 and 49.33, and 47.45.
const BITS: [(usize, u32); 2] = [(2, 98), (3, 146)];

/// The fewest digits that pay (measured).
const LEAST: usize = 1 << 12;

/// Returns the fewest digits whose coefficients take at most `most` bits.
// In a function of its own: unrolled into its caller's loop it made half a megabyte of code.
#[inline(never)]
fn shortest(bits: u64, negacyclic: bool, most: u32) -> Option<usize> {
    let mut len = LEAST;
    while len <= WEIGHTED_LEN {
        let longest = bits.div_ceil(len as u64);
        // A digit is doubled in a word.
        if longest < 64 && 2 * longest + 2 + u64::from(len.ilog2()) + u64::from(negacyclic) <= u64::from(most) {
            return Some(len);
        }
        len *= 2;
    }
    None
}

impl Plan {
    /// Returns the form of the least cost modulo `2^bits - 1`, or `2^bits + 1` if `negacyclic`, if there is one.
    pub(super) fn new(bits: u64, negacyclic: bool) -> Option<Self> {
        let mut least: Option<Plan> = None;
        for (primes, most) in BITS {
            let Some(len) = shortest(bits, negacyclic, most) else { continue };
            let plan = Plan { digits: Digits { bits, len }, primes, negacyclic };
            if least.is_none_or(|least| plan.cost() < least.cost()) {
                least = Some(plan);
            }
        }
        // Every digit has some bits.
        least.filter(|plan| bits >= 8 * plan.digits.len as u64)
    }

    /// Returns the cost, as [`cost`](super::transform::cost) reckons: weights, digits and carries take as long as more passes of the
    /// transforms (measured).
    pub(super) fn cost(&self) -> u128 {
        let passes = if self.primes == 2 { 15 } else { 24 } + if self.negacyclic { 8 } else { 0 };
        self.digits.len as u128 * u128::from(self.digits.len.ilog2() + passes) * self.primes as u128
    }

    fn primes(&self) -> &'static [(Modular, u64)] {
        &WEIGHTED[WEIGHTED.len() - self.primes..]
    }

    /// Returns limbs that are `a b` modulo the modulus, of factors below `2^N`; not canonical.
    pub(super) fn multiply(&self, factors: &Factors<'_>, threads: usize) -> Result<Vec<u64>> {
        let len = self.digits.len;
        let mut scratch = room(self.primes + 2, len)?;
        let (residues, digits) = scratch.split_at_mut(self.primes * len);
        let (digits, other) = digits[..2 * len].split_at_mut(len);
        let transforms = self
            .primes()
            .iter()
            .map(|prime| WeightedTransform::new(*prime, self.digits, self.negacyclic, threads))
            .collect::<Result<Vec<_>>>()?;
        match *factors {
            Factors::Square(a) => {
                self.cut(a, digits, threads);
                for (transform, x) in transforms.iter().zip(residues.chunks_exact_mut(len)) {
                    transform.square(digits, x, threads);
                }
            }
            Factors::Two(a, b) => {
                for (factor, first) in [(a, true), (b, false)] {
                    self.cut(factor, digits, threads);
                    for (transform, x) in transforms.iter().zip(residues.chunks_exact_mut(len)) {
                        if first {
                            transform.values(digits, x, threads);
                        } else {
                            transform.values(digits, other, threads);
                            transform.coefficients_of_product(x, other, threads);
                        }
                    }
                }
            }
        }
        let mut lists = residues.chunks_exact_mut(len);
        let mut lists = [(); 3].map(|()| lists.next().unwrap_or_default());
        self.digits_of_coefficients(&mut lists, lanes()? == 8, threads);
        self.carry(lists.each_ref().map(|list| &**list))
    }

    /// Splits `a` into digits, doubled where their weight is halved.
    fn cut(&self, a: &[u64], out: &mut [u64], threads: usize) {
        let plan = self.digits;
        share(threads > 1, (Every(out, PIECE), 0..plan.len.div_ceil(PIECE)), 1, &|(Every(out, _), pieces): (
            Every<&mut [u64]>,
            core::ops::Range<usize>,
        )| {
            let from = pieces.start * PIECE;
            let mut start = plan.start(from);
            for ((size, is_half), out) in plan.each(from).zip(out) {
                let (limb, shift) = ((start / 64) as usize, start % 64);
                let word = match a.get(limb..limb + 2) {
                    Some(pair) => u128::from(pair[0]) | u128::from(pair[1]) << 64,
                    None => u128::from(a.get(limb).copied().unwrap_or(0)),
                };
                *out = ((word >> shift) as u64 & mask(size)) << is_half;
                start += u64::from(size);
            }
        });
    }

    /// Computes the digits of coefficients, to the base `2^52`, in place of their residues.
    fn digits_of_coefficients(&self, [x, y, z]: &mut [&mut [u64]; 3], vectors: bool, threads: usize) {
        let pieces = (Every(&mut **x, PIECE), Every(&mut **y, PIECE), Every(&mut **z, PIECE));
        share(threads > 1, pieces, 1, &|(Every(x, _), Every(y, _), Every(z, _)): Lists<'_>| {
            digits_in_place([x, y, z], self.primes, vectors);
        });
    }

    /// Adds up the coefficients where their digits begin.
    fn carry(&self, [x, y, z]: [&[u64]; 3]) -> Result<Vec<u64>> {
        let bits = self.digits.bits;
        let mut out = buffer("a residue", bits as usize / 64 + 4, &0u64)?;
        let (half, whole) = self.product();
        let mut stream = Stream { out: &mut out, at: 0, limb: 0, filled: 0 };
        // The carry above the digits so far, in two's complement.
        let mut sum = [0u64; 3];
        if self.primes == 2 {
            let [half, whole] = [half, whole].map(|x| (u128::from(x[0]) | u128::from(x[1]) << 64) as i128);
            let above = if self.negacyclic { half } else { i128::MAX };
            let mut own = 0i128;
            for ((size, is_half), (x, y)) in self.digits.each(0).zip(x.iter().zip(y)) {
                let c = (u128::from(*x) | u128::from(*y) << 52) as i128;
                own += (if c > above { c - whole } else { c }) >> is_half;
                stream.push(own as u64 & mask(size), size);
                own >>= size;
            }
            sum = [own as u64, (own >> 64) as u64, (own >> 127) as u64];
        } else {
            for ((size, is_half), (x, (y, z))) in self.digits.each(0).zip(x.iter().zip(y.iter().zip(z))) {
                let low = u128::from(*x) | u128::from(*y) << 52 | u128::from(*z) << 104;
                let mut c = [low as u64, (low >> 64) as u64, z >> 24];
                if self.negacyclic && above(&c, &half) {
                    c = plus(c, whole.map(|limb| !limb));
                    c = plus(c, [1, 0, 0]);
                }
                sum = plus(sum, shifted(c, is_half));
                stream.push(sum[0] & mask(size), size);
                sum = shifted(sum, size);
            }
        }
        stream.finish();
        // The part above 2^N, where 2^N is 1 or -1.
        let negative = sum[2] >> 63 == 1;
        if negative {
            sum = plus(sum.map(|limb| !limb), [1, 0, 0]);
        }
        if negative != self.negacyclic {
            // Short of a multiple of the modulus: 2^N -+ 1 more keeps it positive.
            let mut modulus = buffer("a residue", out.len(), &0u64)?;
            modulus[bits as usize / 64] = 1 << (bits % 64);
            if self.negacyclic {
                add_assign(&mut modulus, &[1]);
            } else {
                sub_assign(&mut modulus, &[1]);
            }
            add_assign(&mut out, &modulus);
            sub_assign(&mut out, &sum);
        } else {
            add_assign(&mut out, &sum);
        }
        Ok(out)
    }

    /// Returns half the product of the primes, and the product.
    fn product(&self) -> ([u64; 3], [u64; 3]) {
        let whole = self.primes().iter().fold([1, 0, 0], |product, (prime, _)| {
            let mut carry = 0u128;
            product.map(|limb| {
                carry += u128::from(limb) * u128::from(prime.modulus());
                let low = carry as u64;
                carry >>= 64;
                low
            })
        });
        (shifted(whole, 1), whole)
    }
}

/// Three lists in pieces.
type Lists<'a> = (Every<&'a mut [u64]>, Every<&'a mut [u64]>, Every<&'a mut [u64]>);

/// Digits from this many on are worth a second thread.
const PIECE: usize = 1 << 13;

/// Returns ones below 2^bits, for fewer than 64 bits.
#[inline(always)]
const fn mask(bits: u32) -> u64 {
    (1 << bits) - 1
}

/// Digits on their way to limbs.
struct Stream<'a> {
    out: &'a mut [u64],
    at: usize,
    /// The limb that is not full yet, and its bits.
    limb: u64,
    filled: u32,
}

impl Stream<'_> {
    /// Appends a digit of fewer than 64 bits.
    #[inline(always)]
    fn push(&mut self, digit: u64, size: u32) {
        // Without a branch: where limbs end is as good as random.
        let limb = self.limb | digit << self.filled;
        self.out[self.at] = limb;
        let filled = self.filled + size;
        let is_full = filled >= 64;
        self.at += usize::from(is_full);
        self.limb = if is_full { digit.wrapping_shr(64 - self.filled) } else { limb };
        self.filled = filled % 64;
    }

    fn finish(self) {
        self.out[self.at] = self.limb;
    }
}

#[inline(always)]
fn plus(a: [u64; 3], b: [u64; 3]) -> [u64; 3] {
    let (x, carry) = a[0].overflowing_add(b[0]);
    let middle = u128::from(a[1]) + u128::from(b[1]) + u128::from(carry);
    let high = a[2].wrapping_add(b[2]).wrapping_add((middle >> 64) as u64);
    [x, middle as u64, high]
}

/// Returns `x/2^bits`, rounded down, in two's complement, for fewer than 64 bits.
#[inline(always)]
fn shifted(x: [u64; 3], bits: u32) -> [u64; 3] {
    let pair = |low: u64, high: u64| ((u128::from(high) << 64 | u128::from(low)) >> bits) as u64;
    [pair(x[0], x[1]), pair(x[1], x[2]), ((x[2] as i64) >> bits) as u64]
}

#[inline(always)]
fn above(a: &[u64; 3], b: &[u64; 3]) -> bool {
    (a[2], a[1], a[0]) > (b[2], b[1], b[0])
}

/// Computes the digits to the base `2^52` of coefficients in place of their residues modulo the last primes.
fn digits_in_place([x, y, z]: [&mut [u64]; 3], primes: usize, vectors: bool) {
    let [p, q, r] = WEIGHTED.map(|(prime, _)| prime);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if vectors {
        static TWO: OnceLock<Option<Limbs<2>>> = OnceLock::new();
        static THREE: OnceLock<Option<Limbs<3>>> = OnceLock::new();
        if primes == 2
            && let Some(limbs) = TWO.get_or_init(|| Limbs::new([q, r]))
        {
            return limbs.digits_in_place([x, y]);
        }
        if primes == 3
            && let Some(limbs) = THREE.get_or_init(|| Limbs::new([p, q, r]))
        {
            return limbs.digits_in_place([x, y, z]);
        }
    }
    let _ = vectors;
    // Of two primes, the third digit is nothing. The first prime is below half of the others, so it cannot stand in for it.
    let radix = MixedRadix::new(if primes == 2 { [q, r, r] } else { [p, q, r] });
    let product = radix.product();
    for (i, (x, y)) in x.iter_mut().zip(y).enumerate() {
        let third = z.get(i).copied();
        let [x0, x1, x2] = radix.digits([*x, *y, third.unwrap_or(0)]);
        let x2 = if third.is_some() { x2 } else { 0 };
        let low = u128::from(x2) * u128::from(product as u64);
        let sum = u128::from(x1) * u128::from(radix.first()) + u128::from(x0) + u128::from(low as u64);
        let high = u128::from(x2) * (product >> 64) + (low >> 64) + (sum >> 64);
        let (sum, middle) = (sum as u64, high as u64);
        *x = sum & DIGIT;
        *y = (sum >> 52 | middle << 12) & DIGIT;
        if let Some(z) = z.get_mut(i) {
            *z = (high >> 40) as u64;
        }
    }
}

const DIGIT: u64 = (1 << 52) - 1;
