//! The primes of products of integers, and how residues modulo them become limbs.
//!
//! Notation: `B = 2^64`, `p_k` the primes.
//!
//! # Idea
//! The Chinese remainder theorem gives the coefficients, which are below `B^3`, and their sum at `B` is the product: Garner's digits in
//! mixed radix, multiplied out.
//!
//! # Source
//! \[Garner 1959\].

use super::mixed_radix::MixedRadix;
use crate::{
    Result,
    arith::limbs::add_assign,
    conv::word::{PRIMES, SHORT_PRIMES, join, short_primes_reach},
    rings::Modular,
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::{conv::word::lanes, kernel::ntt::rows::limbs::Limbs};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use std::sync::OnceLock;

/// The greatest lesser number of limbs for three of the shorter primes: `n (B-1)^2` is below their product.
const SHORT: usize = {
    let [p, q, r] =
        [SHORT_PRIMES[0].modulus() as u128, SHORT_PRIMES[1].modulus() as u128, SHORT_PRIMES[2].modulus() as u128];
    // `p q r` from 2^128 on, rounded down.
    let product = p * q;
    (((product >> 64) * r + ((product as u64 as u128 * r) >> 64)) >> 64) as usize
};

const _: () = assert!(SHORT == 4_193_456, "papers/integer_product.md states it");

/// The primes of a product, and how coefficients come from residues modulo them.
pub(super) enum Remainders {
    /// In vectors, through three of the shorter primes.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Three(&'static Limbs<3>),
    /// In vectors, through four of the shorter primes.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Four(&'static Limbs<4>),
    Words(ChineseRemainders, [Modular; 3]),
}

impl Remainders {
    /// Returns the primes for transforms of `len` elements, if the shorter factor has this many limbs.
    pub(super) fn new(limbs: usize, len: usize) -> Result<Self> {
        Self::of_terms(limbs.min(len) as u64, len)
    }

    /// Returns the primes for transforms of `len` elements, if coefficients are sums of this many products of two
    /// limbs, at most `2^55`.
    pub(super) fn of_terms(terms: u64, len: usize) -> Result<Self> {
        let (three, reached) = (terms <= SHORT as u64, short_primes_reach(len));
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        if reached && lanes()? == 8 {
            static THREE: OnceLock<Option<Limbs<3>>> = OnceLock::new();
            static FOUR: OnceLock<Option<Limbs<4>>> = OnceLock::new();
            let [p, q, r, s, ..] = SHORT_PRIMES;
            if three && let Some(limbs) = THREE.get_or_init(|| Limbs::new([p, q, r])) {
                return Ok(Remainders::Three(limbs));
            }
            if !three && let Some(limbs) = FOUR.get_or_init(|| Limbs::new([p, q, r, s])) {
                return Ok(Remainders::Four(limbs));
            }
        }
        let [p, q, r, ..] = if three && reached { SHORT_PRIMES } else { PRIMES };
        Ok(Remainders::Words(ChineseRemainders::new([p, q, r]), [p, q, r]))
    }

    pub(super) fn primes(&self) -> &[Modular] {
        match self {
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Remainders::Three(_) => &SHORT_PRIMES[..3],
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Remainders::Four(_) => &SHORT_PRIMES[..4],
            Remainders::Words(_, primes) => primes,
        }
    }

    /// Computes `out <- sum_i c_i B^i` and returns the limbs above `out`, which has as many limbs as there are coefficients, or up to
    /// two more.
    fn write(&self, residues: [&[u64]; 4], out: &mut [u64]) -> [u64; 3] {
        let [x, y, z, _] = residues;
        let remainders = match self {
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Remainders::Three(limbs) => return in_eights([x, y, z], out, |residues, out| limbs.write(residues, out)),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Remainders::Four(limbs) => return in_eights(residues, out, |residues, out| limbs.write(residues, out)),
            Remainders::Words(remainders, _) => remainders,
        };
        let mut carry = [0u64; 3];
        let (head, tail) = out.split_at_mut(x.len());
        let (y, z) = (&y[..x.len()], &z[..x.len()]);
        for i in 0..x.len() {
            let value = remainders.value([x[i], y[i], z[i]]);
            let (sum, c) = value[0].overflowing_add(carry[0]);
            head[i] = sum;
            let middle = u128::from(value[1]) + u128::from(carry[1]) + u128::from(c);
            let high = u128::from(value[2]) + u128::from(carry[2]) + (middle >> 64);
            // The sum of all terms so far is below B^(i + 3): the carry fits two limbs and a bit.
            carry = [middle as u64, high as u64, 0];
        }
        for limb in tail {
            *limb = carry[0];
            carry = [carry[1], carry[2], 0];
        }
        carry
    }
}

/// Calls `write` with lists whose length is a multiple of eight: all but the last coefficients, and these with zeros after them.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn in_eights<const K: usize>(
    residues: [&[u64]; K],
    out: &mut [u64],
    write: impl Fn([&[u64]; K], &mut [u64]) -> [u64; 3],
) -> [u64; 3] {
    let len = residues[0].len();
    let whole = len / 8 * 8;
    let (head, tail) = out.split_at_mut(whole);
    let carry = write(residues.map(|list| &list[..whole]), head);
    if tail.is_empty() {
        return carry;
    }
    let last = residues.map(|list| {
        let mut last = [0; 8];
        last[..len - whole].copy_from_slice(&list[whole..]);
        last
    });
    let mut limbs = [0; 16];
    let (low, high) = limbs.split_at_mut(8);
    high[..3].copy_from_slice(&write(last.each_ref().map(|list| &list[..]), low));
    add_assign(&mut limbs, &carry);
    let (written, above) = limbs.split_at(tail.len());
    tail.copy_from_slice(written);
    [above[0], above[1], above[2]]
}

/// Coefficients from this many on are worth a second thread.
const PARALLEL: usize = 1 << 13;

/// Computes `out <- sum_i c_i B^i` with `c_i` given by its residues, and returns the limbs left above `out`.
///
/// `out` has as many limbs as there are coefficients, or up to two more. Of three primes, the fourth list is empty.
pub(super) fn recombine(remainders: &Remainders, residues: [&[u64]; 4], out: &mut [u64], threads: usize) -> [u64; 3] {
    let len = residues[0].len();
    if threads <= 1 || len < PARALLEL {
        return remainders.write(residues, out);
    }
    let middle = len / 16 * 8;
    let halves = residues.map(|list| list.split_at(middle.min(list.len())));
    let (low, high) = out.split_at_mut(middle);
    let (left, right) = (threads - threads / 2, threads / 2);
    let (mut carry, mut above) = ([0; 3], [0; 3]);
    join(
        threads,
        || carry = recombine(remainders, halves.map(|(low, _)| low), low, left),
        || above = recombine(remainders, halves.map(|(_, high)| high), high, right),
    );
    let over = add_assign(high, &carry);
    // The whole is below B^out.len() times B^3: this cannot carry further.
    add_assign(&mut above, &[u64::from(over)]);
    above
}

/// The constants of the three primes.
pub(super) struct ChineseRemainders {
    radix: MixedRadix,
    /// `p_0 p_1`, low limb first.
    product: [u64; 2],
}

impl ChineseRemainders {
    fn new(primes: [Modular; 3]) -> Self {
        let radix = MixedRadix::new(primes);
        let product = radix.product();
        ChineseRemainders { radix, product: [product as u64, (product >> 64) as u64] }
    }

    /// Returns the integer below `p_0 p_1 p_2` with these residues: `x_0 + x_1 p_0 + x_2 p_0 p_1`.
    #[inline(always)]
    fn value(&self, residues: [u64; 3]) -> [u64; 3] {
        let [x0, x1, x2] = self.radix.digits(residues);
        let low = u128::from(x2) * u128::from(self.product[0]);
        let sum = u128::from(x1) * u128::from(self.radix.first()) + u128::from(x0) + u128::from(low as u64);
        let high = u128::from(x2) * u128::from(self.product[1]) + (low >> 64) + (sum >> 64);
        [sum as u64, high as u64, (high >> 64) as u64]
    }
}
