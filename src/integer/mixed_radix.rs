//! From residues modulo three word primes to digits in mixed radix, one number at a time.
//!
//! # Idea
//! A number below `p_0 p_1 p_2` is `x_0 + x_1 p_0 + x_2 p_0 p_1` with `0 <= x_k < p_k`, and `x_k` is the residue modulo
//! `p_k` after the earlier digits are subtracted, divided by their primes.
//!
//! # Source
//! \[Garner 1959\].

use crate::{
    algebra::{Action, Ring},
    rings::{Modular, Shoup},
};

/// The constants of three primes below `2^62`, each above half of every other.
pub(super) struct MixedRadix {
    primes: [u64; 3],
    /// `p_0^(-1)` modulo `p_1` and modulo `p_2`, `p_1^(-1)` modulo `p_2`.
    inverses: [Shoup; 3],
}

impl MixedRadix {
    pub(super) fn new([p0, p1, p2]: [Modular; 3]) -> Self {
        let inverse = |p: Modular, q: Modular| p.prepare(&p.inverse(&q.modulus()).unwrap_or(0));
        MixedRadix {
            primes: [p0.modulus(), p1.modulus(), p2.modulus()],
            inverses: [inverse(p1, p0), inverse(p2, p0), inverse(p2, p1)],
        }
    }

    /// Returns the first prime.
    #[inline(always)]
    pub(super) fn first(&self) -> u64 {
        self.primes[0]
    }

    /// Returns the product of the first two primes.
    pub(super) fn product(&self) -> u128 {
        u128::from(self.primes[0]) * u128::from(self.primes[1])
    }

    /// Returns the digits of the number with these residues.
    #[inline(always)]
    pub(super) fn digits(&self, [r0, r1, r2]: [u64; 3]) -> [u64; 3] {
        let p = &self.primes;
        let [p0_mod_p1, p0_mod_p2, p1_mod_p2] = self.inverses;
        // 2 p - x is not negative, and below 2^64 with a residue.
        let x1 = times(r1 + 2 * p[1] - r0, p0_mod_p1, p[1]);
        let x1 = x1.min(x1.wrapping_sub(p[1]));
        let y = times(r2 + 2 * p[2] - r0, p0_mod_p2, p[2]);
        let x2 = times(y + 2 * p[2] - x1, p1_mod_p2, p[2]);
        [r0, x1, x2.min(x2.wrapping_sub(p[2]))]
    }
}

/// Returns `w x` in `[0, 2p)` for every word `x`.
#[inline(always)]
fn times(x: u64, w: Shoup, p: u64) -> u64 {
    let quotient = ((u128::from(w.quotient) * u128::from(x)) >> 64) as u64;
    w.factor.wrapping_mul(x).wrapping_sub(quotient.wrapping_mul(p))
}
