//! From residues modulo `K` primes below `2^50` to residues modulo a word, eight coefficients at a time.
//!
//! Notation: `m` the odd word, `P_k` the product of the first `k` primes, `D = 2^52`.
//!
//! # Idea
//! A coefficient is `x_0 + x_1 P_1 + ...` in mixed radix. With `C_k = P_k D^2` modulo `m` the sum of `x_k C_k` is, over
//! `D^2`, the coefficient modulo `m`: two steps of Montgomery's reduction remove the two digits. The sum is below
//! `K 2^50 m`, so the result is below `m + 2^12`: for `m` from `2^13` on one conditional subtraction is enough.
//!
//! # Literature
//! \[Garner 1959\]; \[Montgomery 1985\].

use super::{
    digits::{DIGIT, Digits, Vectors, in_vectors},
    garner::Garner,
};
use crate::{algebra::Ring, kernel::packed::Token, lists, rings::Modular};

/// The least modulus.
pub(crate) const LEAST: u64 = 1 << 13;

/// The constants of `K` primes, at most four, and a modulus.
pub(crate) struct Modulo<'a, const K: usize> {
    garner: &'a Garner<K>,
    modulus: [u64; 2],
    /// `-m^(-1)` modulo `D`.
    inverse: u64,
    /// The digits of `C_k`.
    factors: [[u64; 2]; K],
}

impl<'a, const K: usize> Modulo<'a, K> {
    /// Creates the constants for an odd modulus of at least [`LEAST`].
    pub(crate) fn new(garner: &'a Garner<K>, ring: &Modular) -> Self {
        let m = ring.modulus();
        let digits = |x: u64| [x & DIGIT, x >> 52];
        let inverse = crate::arith::inverse_of_odd(m);
        let mut factor = ring.pow(&ring.element(1 << 52), 2);
        let factors = lists::map(garner.primes(), |p| {
            let own = factor;
            ring.mul_assign(&mut factor, &ring.element(p));
            digits(own)
        });
        Modulo { garner, modulus: digits(m), inverse: inverse.wrapping_neg() & DIGIT, factors }
    }

    /// Computes `out` from the residues of its coefficients. All lists have the same length, a multiple of eight.
    pub(crate) fn write(&self, residues: [&[u64]; K], out: &mut [u64]) {
        let residues = lists::map(residues, |list| list.as_chunks().0);
        in_vectors!(self.garner.vectors(), d => self.run(d, residues, out));
    }

    #[inline(always)]
    fn run<D: Digits>(&self, d: D, residues: [&[[u64; 8]]; K], out: &mut [u64]) {
        for (t, out) in out.as_chunks_mut::<8>().0.iter_mut().enumerate() {
            let mut x = [d.splat(0); K];
            let mut k = 0;
            while k < K {
                x[k] = d.load(&residues[k][t]);
                k += 1;
            }
            d.store(out, self.reduced(d, self.garner.digits(d, x)));
        }
    }

    #[inline(always)]
    fn reduced<D: Digits>(&self, d: D, x: [D::V; K]) -> D::V {
        let mut s = [d.splat(0); 4];
        let mut k = 0;
        while k < K {
            let [low, high] = [d.splat(self.factors[k][0]), d.splat(self.factors[k][1])];
            s[0] = d.low(s[0], low, x[k]);
            s[1] = d.high(s[1], low, x[k]);
            s[1] = d.low(s[1], high, x[k]);
            s[2] = d.high(s[2], high, x[k]);
            k += 1;
        }
        let (m0, m1) = (d.splat(self.modulus[0]), d.splat(self.modulus[1]));
        let mut j = 0;
        while j < 2 {
            let quotient = d.low(d.splat(0), s[j], d.splat(self.inverse));
            let carry = d.right::<52>(d.low(s[j], quotient, m0));
            s[j + 1] = d.add(d.high(s[j + 1], quotient, m0), carry);
            s[j + 1] = d.low(s[j + 1], quotient, m1);
            s[j + 2] = d.high(s[j + 2], quotient, m1);
            j += 1;
        }
        let low = d.and(s[2], d.splat(DIGIT));
        let high = d.add(s[3], d.right::<52>(s[2]));
        // Below m or not, by the sign of the upper digit of the difference.
        let difference = d.sub(low, m0);
        let above = d.add(d.sub(high, m1), d.sign(difference));
        let joined = d.or(low, d.left::<52>(high));
        d.sub_where(d.natural(above), joined, d.or(m0, d.left::<52>(m1)))
    }
}
