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
use crate::{
    conv::word::lanes,
    kernel::ntt::rows::{
        garner_doubles::{Fours, ROW},
        limbs::Limbs,
    },
};
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
    /// Through three of the shorter primes, the digits in vectors of four.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Fours(ChineseRemainders, &'static Fours<3>),
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
        if reached && three && lanes()? == 4 {
            static FOURS: OnceLock<Option<Fours<3>>> = OnceLock::new();
            let [p, q, r, ..] = SHORT_PRIMES;
            if let Some(fours) = FOURS.get_or_init(|| Fours::new([p, q, r])) {
                return Ok(Remainders::Fours(ChineseRemainders::new([p, q, r]), fours));
            }
        }
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
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Remainders::Fours(..) => &SHORT_PRIMES[..3],
            Remainders::Words(_, primes) => primes,
        }
    }

    /// Computes `out <- sum_i c_i B^i` and returns the limbs above `out`, which has as many limbs as there are coefficients, or up to
    /// two more.
    fn write(&self, residues: [&[u64]; 4], out: &mut [u64]) -> [u64; 3] {
        let [x, y, z, _] = residues;
        let mut sum = Sum { out: out.iter_mut(), carry: [0; 2] };
        let remainders = match self {
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Remainders::Three(limbs) => return in_eights([x, y, z], out, |residues, out| limbs.write(residues, out)),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Remainders::Four(limbs) => return in_eights(residues, out, |residues, out| limbs.write(residues, out)),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Remainders::Fours(remainders, fours) => {
                let mut digits = [[0; ROW]; 3];
                for ((x, y), z) in x.chunks(ROW).zip(y.chunks(ROW)).zip(z.chunks(ROW)) {
                    fours.digits([x, y, z], &mut digits);
                    let [x0, x1, x2] = &digits;
                    for ((x0, x1), x2) in x0.iter().zip(x1).zip(x2).take(x.len()) {
                        sum.add(remainders.of_digits([*x0, *x1, *x2]));
                    }
                }
                return sum.end();
            }
            Remainders::Words(remainders, _) => remainders,
        };
        for ((x, y), z) in x.iter().zip(y).zip(z) {
            sum.add(remainders.of_digits(remainders.radix.digits([*x, *y, *z])));
        }
        sum.end()
    }
}

/// The sum of coefficients below `B^3`, each one limb above the one before.
struct Sum<'a> {
    out: core::slice::IterMut<'a, u64>,
    carry: [u64; 2],
}

impl Sum<'_> {
    /// Adds the next coefficient and writes one limb, as long as there is room.
    #[inline(always)]
    fn add(&mut self, value: [u64; 3]) {
        let (sum, over) = value[0].overflowing_add(self.carry[0]);
        let middle = u128::from(value[1]) + u128::from(self.carry[1]) + u128::from(over);
        // The sum of all terms so far is below B^(i + 3): the carry fits two limbs.
        self.carry = [middle as u64, value[2].wrapping_add((middle >> 64) as u64)];
        if let Some(limb) = self.out.next() {
            *limb = sum;
        }
    }

    /// Writes the carry and returns what does not fit.
    fn end(self) -> [u64; 3] {
        let [mut low, mut high] = self.carry;
        for limb in self.out {
            (*limb, low, high) = (low, high, 0);
        }
        [low, high, 0]
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

    /// Returns the integer below `p_0 p_1 p_2` with these digits: `x_0 + x_1 p_0 + x_2 p_0 p_1`.
    #[inline(always)]
    fn of_digits(&self, [x0, x1, x2]: [u64; 3]) -> [u64; 3] {
        let low = u128::from(x2) * u128::from(self.product[0]);
        let sum = u128::from(x1) * u128::from(self.radix.first()) + u128::from(x0) + u128::from(low as u64);
        let high = u128::from(x2) * u128::from(self.product[1]) + (low >> 64) + (sum >> 64);
        [sum as u64, high as u64, (high >> 64) as u64]
    }
}
