//! From residues modulo `K` primes below `2^50` to the limbs of a sum, eight coefficients at a time.
//!
//! Notation: `P_k` the product of the first `k` primes, `B = 2^64`, `D = 2^52`.
//!
//! # Idea
//! A coefficient is `x_0 + x_1 P_1 + x_2 P_2 + ...` in mixed radix. With `P_k` in digits to the base `D` the low and high halves of
//! products add up to digits of the coefficient. These fit words and make limbs: two and a part. The limbs of neighbours are added
//! one and two lanes up, and a carry goes from lane to lane through the bits of a mask.

use super::{
    digits::{DIGIT, Digits, Vectors, in_vectors},
    garner::Garner,
};
use crate::{kernel::packed::Token, lists, rings::Modular};

/// The constants of three primes or four.
pub(crate) struct Limbs<const K: usize> {
    garner: Garner<K>,
    /// The digits of `P_k`.
    products: [[u64; K]; K],
}

impl<const K: usize> Limbs<K> {
    /// Returns the constants, where the machine has AVX-512.
    pub(crate) fn new(primes: [Modular; K]) -> Option<Self> {
        let garner = Garner::new(primes)?;
        let mut products = [[0; K]; K];
        products[0][0] = 1;
        for k in 1..K {
            let mut carry = 0;
            products[k] = lists::map(products[k - 1], |digit| {
                let sum = u128::from(digit) * u128::from(garner.primes()[k - 1]) + carry;
                carry = sum >> 52;
                sum as u64 & DIGIT
            });
        }
        Some(Limbs { garner, products })
    }

    /// Computes `out <- sum_i c_i B^i` with the coefficients `c_i` below `B^3` by their residues, and returns the limbs above `out`. All
    /// lists have the same length, a multiple of eight.
    pub(crate) fn write(&self, residues: [&[u64]; K], out: &mut [u64]) -> [u64; 3] {
        let residues = lists::map(residues, |list| list.as_chunks().0);
        in_vectors!(self.garner.vectors(), d => self.run(d, residues, out))
    }

    #[inline(always)]
    fn run<D: Digits>(&self, d: D, residues: [&[[u64; 8]]; K], out: &mut [u64]) -> [u64; 3] {
        let (zero, one, ones) = (d.splat(0), d.splat(1), d.splat(u64::MAX));
        let (mut middle, mut high) = (zero, zero);
        // Carries into the next lane: of the two sums, and of the carries themselves.
        let mut carries = [0u32; 3];
        for (t, out) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mut x = [zero; K];
            let mut k = 0;
            while k < K {
                x[k] = d.load(&residues[k][t]);
                k += 1;
            }
            let [w0, w1, w2] = self.words(d, x);
            let (from_middle, from_high) = (d.after_one(middle, w1), d.after_two(high, w2));
            (middle, high) = (w1, w2);
            let first = d.add(w0, from_middle);
            let second = d.add(first, from_high);
            let over_first = u32::from(d.less(first, w0));
            let over_second = u32::from(d.less(second, from_high));
            let into = [over_first << 1 | carries[0], over_second << 1 | carries[1]];
            let sum = d.add_where(into[0] as u8, second, one);
            let sum = d.add_where(into[1] as u8, sum, one);
            let again = u32::from(d.less(sum, second)) << 1 | carries[2];
            // A lane of ones passes a carry on: adding the bits of both masks walks through all such lanes at once.
            let full = u32::from(d.equal(sum, ones));
            let walked = again + full;
            d.store(out, d.add_where((walked ^ full) as u8, sum, one));
            carries = [into[0] >> 8, into[1] >> 8, walked >> 8];
        }
        let (mut last, mut beyond) = ([0; 8], [0; 8]);
        d.store(&mut last, middle);
        d.store(&mut beyond, high);
        let low = u128::from(last[7]) + u128::from(beyond[6]) + u128::from(carries.iter().sum::<u32>());
        let rest = (low >> 64) + u128::from(beyond[7]);
        [low as u64, rest as u64, (rest >> 64) as u64]
    }

    /// Computes the digits of the coefficients to the base `D` in place of their residues. All lists have the same length, a multiple of
    /// eight.
    pub(crate) fn digits_in_place(&self, lists: [&mut [u64]; K]) {
        let lists = lists::map(lists, |list| list.as_chunks_mut().0);
        in_vectors!(self.garner.vectors(), d => self.replace(d, lists));
    }

    #[inline(always)]
    fn replace<D: Digits>(&self, d: D, lists: [&mut [[u64; 8]]; K]) {
        let mut t = 0;
        while t < lists[0].len() {
            let mut x = [d.splat(0); K];
            let mut k = 0;
            while k < K {
                x[k] = d.load(&lists[k][t]);
                k += 1;
            }
            let x = self.digits(d, x);
            let mut k = 0;
            while k < K {
                d.store(&mut lists[k][t], x[k]);
                k += 1;
            }
            t += 1;
        }
    }

    /// Returns the digits of each coefficient.
    #[inline(always)]
    fn digits<D: Digits>(&self, d: D, residues: [D::V; K]) -> [D::V; K] {
        let x = self.garner.digits(d, residues);
        let mut digits = [d.splat(0); K];
        digits[0] = x[0];
        let mut k = 1;
        while k < K {
            let mut j = 0;
            while j < k {
                let factor = d.splat(self.products[k][j]);
                digits[j] = d.low(digits[j], factor, x[k]);
                digits[j + 1] = d.high(digits[j + 1], factor, x[k]);
                j += 1;
            }
            k += 1;
        }
        let mut j = 1;
        while j < K {
            digits[j] = d.add(digits[j], d.right::<52>(digits[j - 1]));
            digits[j - 1] = d.and(digits[j - 1], d.splat(DIGIT));
            j += 1;
        }
        digits
    }

    /// Returns the three limbs of each coefficient.
    #[inline(always)]
    fn words<D: Digits>(&self, d: D, residues: [D::V; K]) -> [D::V; 3] {
        let digits = self.digits(d, residues);
        let last = if K > 3 { d.left::<28>(digits[K - 1]) } else { d.splat(0) };
        [
            d.or(digits[0], d.left::<52>(digits[1])),
            d.or(d.right::<12>(digits[1]), d.left::<40>(digits[2])),
            d.or(d.right::<24>(digits[2]), last),
        ]
    }
}
