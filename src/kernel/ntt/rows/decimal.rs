//! From residues modulo three primes below `2^50` to words to the base `10^19`, eight coefficients at a time.
//!
//! Notation: `R = 10^19`, `D = 2^52`, `p_k` the primes.
//!
//! # Idea
//! A coefficient is `x_0 + x_1 p_0 + x_2 p_0 p_1` in mixed radix. With `p_0 p_1 = u + v R` two divisions by `R` give its three words:
//!
//! ```text
//! x_0 + x_1 p_0 + x_2 u = r + t R,   t + x_2 v = q + s R
//! ```
//!
//! The words of neighbours are added one and two lanes up. A sum of two words is one subtraction of `R` away from a
//! word. A mask marks the lanes with a carry; carries go from lane to lane as among [limbs](super::limbs).
//!
//! # Literature
//! \[Garner 1959\].

use super::{
    digits::{DIGIT, Digits, Vectors, in_vectors},
    garner::Garner,
};
use crate::{kernel::packed::Token, lists, rings::Modular};

/// `R`.
const TEN: u64 = 10_u64.pow(19);

/// `2^115/R` in digits to the base `D`, the integer first.
const RECIPROCAL: [u64; 2] = {
    let (first, rest) = ((1 << 115) / TEN as u128, (1 << 115) % TEN as u128);
    [first as u64, ((rest << 52) / TEN as u128) as u64]
};

/// The constants of three primes.
pub(crate) struct Decimal {
    garner: Garner<3>,
    /// The digits of `u`, and `v`.
    product: [u64; 3],
}

impl Decimal {
    /// Returns the constants, where the machine has AVX-512.
    pub(crate) fn new(primes: [Modular; 3]) -> Option<Self> {
        let garner = Garner::new(primes)?;
        let [p, q, _] = garner.primes();
        let (product, ten) = (u128::from(p) * u128::from(q), u128::from(TEN));
        let (low, high) = ((product % ten) as u64, (product / ten) as u64);
        Some(Decimal { garner, product: [low & DIGIT, low >> 52, high] })
    }

    /// Adds coefficients to the words of `out`: whole blocks of eight from `start` on, a multiple of eight. Returns the
    /// number of words and the carry. The words are below the base.
    pub(crate) fn add(&self, residues: [&[u64]; 3], start: usize, out: &mut [u64]) -> (usize, u64) {
        let first = start / 8;
        let residues = lists::map(residues, |list| list.as_chunks().0);
        let out = out.as_chunks_mut().0;
        let count = residues[0].len().saturating_sub(first).min(out.len());
        if count == 0 {
            return (0, 0);
        }
        let carry = in_vectors!(self.garner.vectors(), d => self.run(d, residues, first, &mut out[..count]));
        (8 * count, carry)
    }

    #[inline(always)]
    fn run<D: Digits>(&self, d: D, residues: [&[[u64; 8]]; 3], first: usize, out: &mut [[u64; 8]]) -> u64 {
        let (one, ten, greatest) = (d.splat(1), d.splat(TEN), d.splat(TEN - 1));
        let (mut middle, mut high) = (d.splat(0), d.splat(0));
        // Only the upper words of the block before the first are used.
        let before = usize::from(first > 0);
        // Carries into the next lane: of the three sums, and of the carries themselves.
        let mut carries = [0u32; 4];
        let mut t = 0;
        while t < out.len() + before {
            let [r, q, s] = self.words(d, residues, first - before + t);
            let (from_middle, from_high) = (d.after_one(middle, q), d.after_two(high, s));
            (middle, high) = (q, s);
            t += 1;
            let Some(out) = (t - 1).checked_sub(before).and_then(|t| out.get_mut(t)) else { continue };
            let (sum, over) = plus(d, d.load(out), r);
            carries[0] |= over << 1;
            let (sum, over) = plus(d, sum, from_middle);
            carries[1] |= over << 1;
            let (sum, over) = plus(d, sum, from_high);
            carries[2] |= over << 1;
            let sum = d.add_where(carries[0] as u8, sum, one);
            let sum = d.add_where(carries[1] as u8, sum, one);
            let sum = d.add_where(carries[2] as u8, sum, one);
            let over = !d.less(sum, ten);
            let sum = d.sub_where(over, sum, ten);
            carries[3] |= u32::from(over) << 1;
            // A lane of the greatest word passes a carry on: adding the bits of both masks walks through all such lanes at once.
            let full = u32::from(d.equal(sum, greatest));
            let walked = carries[3] + full;
            let into = walked ^ full;
            let sum = d.add_where(into as u8, sum, one);
            d.store(out, d.only(!(into & full) as u8, sum));
            carries = [carries[0] >> 8, carries[1] >> 8, carries[2] >> 8, walked >> 8];
        }
        let [a, b, c, e] = carries;
        u64::from(a + b + c + e)
    }

    /// Returns the three words of the coefficients of a block.
    #[inline(always)]
    fn words<D: Digits>(&self, d: D, residues: [&[[u64; 8]]; 3], block: usize) -> [D::V; 3] {
        let x = [d.load(&residues[0][block]), d.load(&residues[1][block]), d.load(&residues[2][block])];
        let [x0, x1, x2] = self.garner.digits(d, x);
        let p = d.splat(self.garner.primes()[0]);
        let [u0, u1, v] = [d.splat(self.product[0]), d.splat(self.product[1]), d.splat(self.product[2])];
        let d0 = d.low(d.low(x0, p, x1), u0, x2);
        let d1 = d.high(d.high(d.right::<52>(d0), p, x1), u0, x2);
        let d1 = d.low(d1, u1, x2);
        let d2 = d.high(d.right::<52>(d1), u1, x2);
        // Below 2^100 + 2^50 + 2^114, and 2^87 + 2^52.
        let (t, r) = divide(d, [d0, d1, d2]);
        let e0 = d.low(t, v, x2);
        let e1 = d.high(d.right::<52>(e0), v, x2);
        let (s, q) = divide(d, [e0, e1, d.splat(0)]);
        [r, q, s]
    }
}

/// Returns quotient and remainder by `R` of a number below `2^115`, given by its digits. Of each digit but the last only the low 52
/// bits count.
#[inline(always)]
fn divide<D: Digits>(d: D, [d0, d1, d2]: [D::V; 3]) -> (D::V, D::V) {
    let (digit, ten) = (d.splat(DIGIT), d.splat(TEN));
    let (d0, d1) = (d.and(d0, digit), d.and(d1, digit));
    // The number over 2^63, and 52 bits of its fraction. Products use the low 52 bits.
    let top = d.or(d.right::<11>(d1), d.left::<41>(d2));
    let fraction = d.or(d.right::<11>(d0), d.left::<41>(d1));
    let [first, second] = [d.splat(RECIPROCAL[0]), d.splat(RECIPROCAL[1])];
    let low = d.low(d.splat(0), top, first);
    let low = d.high(d.high(low, fraction, first), top, second);
    // Too small by less than 2^-49 and the fraction cut off: the remainder is below R (1 + 2^-49).
    let quotient = d.high(d.right::<52>(low), top, first);
    let word = d.or(d0, d.left::<52>(d1));
    let remainder = d.sub(word, d.product(quotient, ten));
    let over = !d.less(remainder, ten);
    (d.add_where(over, quotient, d.splat(1)), d.sub_where(over, remainder, ten))
}

/// Returns the sum of words below `R`, less `R` in the lanes of the mask.
#[inline(always)]
fn plus<D: Digits>(d: D, a: D::V, b: D::V) -> (D::V, u32) {
    let ten = d.splat(TEN);
    // 2^64 is less than twice R, so a sum may not fit: what is missing to R does.
    let missing = d.sub(ten, b);
    let under = d.less(a, missing);
    (d.add_where(under, d.sub(a, missing), ten), u32::from(!under))
}
