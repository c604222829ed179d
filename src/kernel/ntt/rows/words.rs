//! One word: every odd modulus, every machine. Residues are canonical throughout.

use super::lanes::{Lanes, Pair, SumLanes};
use crate::{
    algebra::Action,
    kernel::packed::Portable,
    rings::{Modular, Shoup},
};

#[derive(Clone, Copy)]
pub(super) struct Word {
    ring: Modular,
    one: Shoup,
    /// `p^(-1)` modulo `2^64`.
    inverse: u64,
}

impl Word {
    pub(super) fn new(ring: &Modular) -> Self {
        let p = ring.modulus();
        // Newton: x -> x (2 - p x) doubles the correct bits; p p = 1 modulo 8.
        let inverse = crate::arith::inverse_of_odd(p);
        Word { ring: *ring, one: ring.prepare(&1), inverse }
    }
}

impl Lanes<1> for Word {
    type Token = Portable;
    type Word = u64;
    type V = u64;
    type Factor = Shoup;

    #[inline(always)]
    fn token(self) -> Portable {
        Portable
    }
    #[inline(always)]
    fn splat(self, [factor, quotient]: Pair) -> Shoup {
        Shoup { factor, quotient }
    }
    #[inline(always)]
    fn load(self, x: &[u64; 1]) -> u64 {
        x[0]
    }
    #[inline(always)]
    fn store(self, x: &mut [u64; 1], v: u64) {
        x[0] = v;
    }
    #[inline(always)]
    fn enter(self, x: &[u64; 1]) -> u64 {
        self.times(x[0], self.one)
    }
    #[inline(always)]
    fn plus(self, a: u64, b: u64) -> u64 {
        self.ring.sum(a, b)
    }
    #[inline(always)]
    fn minus(self, a: u64, b: u64) -> u64 {
        self.ring.difference(a, b)
    }
    #[inline(always)]
    fn times(self, a: u64, w: Shoup) -> u64 {
        let mut product = a;
        self.ring.apply(&mut product, &w);
        product
    }
    #[inline(always)]
    fn product(self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let multiple = u128::from((product as u64).wrapping_mul(self.inverse)) * u128::from(self.ring.modulus());
        self.ring.difference((product >> 64) as u64, (multiple >> 64) as u64)
    }
    fn radix(self) -> u64 {
        self.ring.element(self.ring.element(u64::MAX) + 1)
    }
    fn pair(self, w: u64) -> Pair {
        let Shoup { factor, quotient } = self.ring.prepare(&w);
        [factor, quotient]
    }
}

impl SumLanes<1> for Word {
    type Sum = u128;
    #[inline(always)]
    fn no_products(self) -> u128 {
        0
    }
    /// Adds a product: the sum stays below `2^64 p`, because the product is at most `p^2` and `p` is below `2^62`.
    #[inline(always)]
    fn add_product(self, sum: u128, a: u64, b: u64) -> u128 {
        let sum = sum + u128::from(a) * u128::from(b);
        sum.min(sum.wrapping_sub(u128::from(self.ring.modulus()) << 64))
    }
    #[inline(always)]
    fn reduced(self, sum: u128) -> u64 {
        let multiple = u128::from((sum as u64).wrapping_mul(self.inverse)) * u128::from(self.ring.modulus());
        self.ring.difference((sum >> 64) as u64, (multiple >> 64) as u64)
    }
    #[inline(always)]
    fn negative(self, value: u64) -> u64 {
        self.ring.modulus() - value
    }
}
