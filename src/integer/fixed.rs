//! Products with one factor whose transforms are kept, in words to the base `2^64` or `10^19`.
//!
//! Notation: `R` the base, `n` the length of the transforms, a power of two; `p_0, p_1, p_2` word primes as in `transform`.
//!
//! # Idea
//! A word is a coefficient. Those of a product are below `min(words) (R-1)^2 < p_0 p_1 p_2`, so three residues give them. A
//! coefficient leaves as `r + q R + s R^2`, which takes two divisions by `R` whatever the primes:
//!
//! ```text
//! c = x_0 + x_1 p_0 + x_2 p_0 p_1,   p_0 p_1 = u + v R
//! x_0 + x_1 p_0 + x_2 u = r + t R,   t + x_2 v = q + s R
//! ```
//!
//! Word `k` of the sum of a number and the product is then a sum of four words and a carry of at most 3.
//!
//! # Cost
//! Two transforms a product modulo each prime instead of three; a square takes one, and the factor itself one.
//!
//! # Source
//! \[Pollard 1971\]; \[Garner 1959\]; `papers/integer_product.md`.

use super::radix::Radix;
use crate::{
    Error, Result,
    algebra::{Action, Ring},
    conv::{
        buffer,
        word::{PRIMES, SHORT_PRIMES, short_primes_reach},
    },
    kernel::{
        TwiddleMemory,
        isa::Isa,
        memory::reserve,
        ntt::{self, Kernel, Map},
    },
    rings::{Modular, Shoup},
    threads::{Every, both, share},
};
use alloc::{boxed::Box, vec::Vec};

/// A transform modulo one prime, and the factor's values.
struct Prime {
    kernel: Box<dyn Kernel>,
    p: u64,
    one: Shoup,
    /// `p^(-1)` modulo `2^64`.
    inverse: u64,
    values: Vec<u64>,
}

/// A factor of products, as its values modulo three primes.
pub(super) struct FixedFactor<R> {
    radix: R,
    len: usize,
    words: usize,
    primes: [Prime; 3],
    remainders: Remainders,
    threads: usize,
}

/// Words from this many on are worth a second thread.
pub(super) const PARALLEL: usize = 1 << 13;

const WHAT: &str = "a product with a fixed factor";

impl<R: Radix> FixedFactor<R> {
    /// Creates the factor for products of at most `len` coefficients, `len` a power of two, at least 2 and at least as many as
    /// `factor` has words.
    pub(super) fn new(radix: R, factor: &[u64], len: usize, threads: usize) -> Result<Self> {
        let list = if factor.len() <= R::SHORT && short_primes_reach(len) { &SHORT_PRIMES } else { &PRIMES };
        Self::modulo(radix, factor, len, threads, list)
    }

    fn modulo(radix: R, factor: &[u64], len: usize, threads: usize, list: &[Modular; 16]) -> Result<Self> {
        let threads = if len < PARALLEL { 1 } else { threads };
        let prime = |ring: &Modular| Prime::new(ring, factor, len, threads);
        let primes = [prime(&list[0])?, prime(&list[1])?, prime(&list[2])?];
        let remainders = Remainders::new(radix, [list[0], list[1], list[2]]);
        Ok(FixedFactor { radix, len, words: factor.len(), primes, remainders, threads })
    }

    /// Returns the words of scratch of a product.
    pub(super) fn scratch_len(&self) -> usize {
        3 * self.len
    }

    /// Writes the residues of `x` to the scratch. `x` has at most `len + 1` words less those of the factor.
    pub(super) fn load(&self, x: &[u64], scratch: &mut [u64]) {
        debug_assert!(x.len() + self.words <= self.len + 1);
        for (prime, residues) in self.primes.iter().zip(scratch.chunks_exact_mut(self.len)) {
            prime.reduce(x, residues, self.threads);
        }
    }

    /// Adds the product with what was loaded, of `words` words, to `out`, and returns the carry. `out` may be as short as the sum
    /// is; then there is none.
    pub(super) fn add_product(&self, words: usize, scratch: &mut [u64], out: &mut [u64]) -> u64 {
        for (prime, residues) in self.primes.iter().zip(scratch.chunks_exact_mut(self.len)) {
            prime.kernel.forward(residues);
            prime.multiply(residues, self.threads);
            prime.kernel.inverse(residues);
        }
        self.recombine(words, scratch, out)
    }

    /// Adds the square of the factor to `out`, as [`add_product`](Self::add_product).
    pub(super) fn add_square(&self, scratch: &mut [u64], out: &mut [u64]) -> u64 {
        for (prime, residues) in self.primes.iter().zip(scratch.chunks_exact_mut(self.len)) {
            prime.square(residues, self.threads);
            prime.kernel.inverse(residues);
        }
        self.recombine(self.words, scratch, out)
    }

    fn recombine(&self, words: usize, scratch: &[u64], out: &mut [u64]) -> u64 {
        let count = (words + self.words).saturating_sub(1).min(self.len);
        let list = |i: usize| &scratch[i * self.len..i * self.len + count];
        add(self.radix, &self.remainders, [list(0), list(1), list(2)], 0, out, self.threads)
    }
}

impl Prime {
    fn new(ring: &Modular, factor: &[u64], len: usize, threads: usize) -> Result<Self> {
        let p = ring.modulus();
        let what = || Error::Unsupported { what: alloc::format!("a transform of length {len} modulo {p}") };
        let generator = ring.generator().filter(|_| (p - 1).is_multiple_of(len as u64)).ok_or_else(what)?;
        let inverse = |x: u64| ring.inverse(&x).unwrap_or(0);
        let root = ring.pow(&generator, (p - 1) / len as u64);
        // Products of values are divided by 2^64, which the way back undoes.
        let mut scale = ring.element(ring.element(u64::MAX) + 1);
        ring.mul_assign(&mut scale, &inverse(ring.element(len as u64)));
        let map = Map {
            len,
            root: [root, inverse(root)],
            shift: None,
            forward: None,
            scale,
            natural: false,
            reduced: true,
            memory: TwiddleMemory::TwoLevel,
            threads,
        };
        let isa = Isa::Auto.resolved()?;
        let lanes = ntt::lanes(len, isa);
        // The tables of both directions take less; asked for beforehand, because they are made where nothing can fail.
        reserve::<[Shoup; 6]>("tables of a product", len / lanes)?;
        let kernel = ntt::modular(ring, &map, lanes, isa).ok_or_else(what)?;
        // Newton: x -> x (2 - p x) doubles the correct bits; p p = 1 modulo 8.
        let inverse = (0..5).fold(p, |x, _| x.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(x))));
        let mut values = buffer(WHAT, len, &0)?;
        let mut prime = Prime { kernel, p, one: ring.prepare(&1), inverse, values: Vec::new() };
        prime.reduce(factor, &mut values, threads);
        prime.kernel.forward(&mut values);
        prime.values = values;
        Ok(prime)
    }

    /// Writes words modulo the prime, then zeros.
    fn reduce(&self, x: &[u64], residues: &mut [u64], threads: usize) {
        let (head, tail) = residues.split_at_mut(x.len());
        let pieces = (Every(head, 1), Every(x, 1));
        share(threads > 1, pieces, PARALLEL, &|(residues, x): (Every<&mut [u64]>, Every<&[u64]>)| {
            for (residue, &word) in residues.0.iter_mut().zip(x.0) {
                *residue = canonical(word, self.one, self.p);
            }
        });
        tail.fill(0);
    }

    /// Multiplies values by those of the factor.
    fn multiply(&self, values: &mut [u64], threads: usize) {
        let pieces = (Every(values, 1), Every(&self.values[..], 1));
        share(threads > 1, pieces, PARALLEL, &|(values, factors): (Every<&mut [u64]>, Every<&[u64]>)| {
            for (value, factor) in values.0.iter_mut().zip(factors.0) {
                *value = montgomery(*value, *factor, self.p, self.inverse);
            }
        });
    }

    /// Writes the squares of the factor's values.
    fn square(&self, values: &mut [u64], threads: usize) {
        let pieces = (Every(values, 1), Every(&self.values[..], 1));
        share(threads > 1, pieces, PARALLEL, &|(values, factors): (Every<&mut [u64]>, Every<&[u64]>)| {
            for (value, &factor) in values.0.iter_mut().zip(factors.0) {
                *value = montgomery(factor, factor, self.p, self.inverse);
            }
        });
    }
}

/// Returns `a b/2^64` below `p`, for `a`, `b` below `p`.
#[inline(always)]
fn montgomery(a: u64, b: u64, p: u64, inverse: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    let multiple = u128::from((product as u64).wrapping_mul(inverse)) * u128::from(p);
    let (difference, borrow) = ((product >> 64) as u64).overflowing_sub((multiple >> 64) as u64);
    difference.wrapping_add(if borrow { p } else { 0 })
}

/// Returns `w x` in `[0, 2p)` for every word `x`.
#[inline(always)]
fn times(x: u64, w: Shoup, p: u64) -> u64 {
    let quotient = ((u128::from(w.quotient) * u128::from(x)) >> 64) as u64;
    w.factor.wrapping_mul(x).wrapping_sub(quotient.wrapping_mul(p))
}

/// Returns `w x` below `p` for every word `x`.
#[inline(always)]
fn canonical(x: u64, w: Shoup, p: u64) -> u64 {
    let below_two = times(x, w, p);
    below_two.min(below_two.wrapping_sub(p))
}

/// The constants of the three primes.
struct Remainders {
    primes: [u64; 3],
    /// `p_0^(-1)` modulo `p_1` and modulo `p_2`, `p_1^(-1)` modulo `p_2`.
    inverses: [Shoup; 3],
    /// `p_0 p_1` in words.
    product: [u64; 2],
    /// Whether the primes are below 2^50.
    short: bool,
}

impl Remainders {
    fn new<R: Radix>(radix: R, [p0, p1, p2]: [Modular; 3]) -> Self {
        let inverse = |p: Modular, q: Modular| p.prepare(&p.inverse(&q.modulus()).unwrap_or(0));
        let (high, low) = radix.split(u128::from(p0.modulus()) * u128::from(p1.modulus()));
        Remainders {
            primes: [p0.modulus(), p1.modulus(), p2.modulus()],
            inverses: [inverse(p1, p0), inverse(p2, p0), inverse(p2, p1)],
            product: [low, high],
            short: p0.modulus() >> 50 == 0,
        }
    }

    /// Returns the words `r, q, s` of a coefficient; `r` and `q` are below `1.04 R`.
    #[inline(always)]
    fn words<R: Radix>(&self, radix: R, [r0, r1, r2]: [u64; 3]) -> [u64; 3] {
        let p = &self.primes;
        let [p0_mod_p1, p0_mod_p2, p1_mod_p2] = self.inverses;
        // Every prime is above half of every other: 2 p - x is not negative, and below 2^64 with a residue.
        let x1 = canonical(r1 + 2 * p[1] - r0, p0_mod_p1, p[1]);
        let y = times(r2 + 2 * p[2] - r0, p0_mod_p2, p[2]);
        let x2 = canonical(y + 2 * p[2] - x1, p1_mod_p2, p[2]);
        let low = u128::from(x1) * u128::from(p[0]) + u128::from(r0) + u128::from(x2) * u128::from(self.product[0]);
        let high = u128::from(x2) * u128::from(self.product[1]);
        let ((t, r), (s, q));
        if self.short {
            // Below 2^100 + 2^50 + 2^114, and 2^87 + 2^51.
            (t, r) = radix.split_roughly(low);
            (s, q) = radix.split_roughly(high + u128::from(t));
        } else {
            // Primes are below 2^62: below 2^124 + 2^62 + 2^126, and 2^123 + 2^64, with R above 2^63.
            (t, r) = radix.split(low);
            (s, q) = radix.split(high + u128::from(t));
        }
        [r, q, s]
    }
}

/// Adds coefficients from the one of index `start` on to `out`, and returns the carry. Those of lower index give what they reach
/// `out` with. Coefficients that are not there are zero.
fn add<R: Radix>(
    radix: R,
    remainders: &Remainders,
    residues: [&[u64]; 3],
    start: usize,
    out: &mut [u64],
    threads: usize,
) -> u64 {
    if threads > 1 && out.len() >= PARALLEL {
        let middle = out.len() / 2;
        let (low, high) = out.split_at_mut(middle);
        let (left, right) = (threads - threads / 2, threads / 2);
        let (mut carry, mut above) = (0, 0);
        both(
            true,
            || carry = add(radix, remainders, residues, start, low, left),
            || above = add(radix, remainders, residues, start + middle, high, right),
        );
        return above + ripple(radix, high, carry);
    }
    let words = |at: Option<usize>| {
        let value = |list: &[u64]| at.and_then(|at| list.get(at)).copied().unwrap_or(0);
        remainders.words(radix, residues.map(value))
    };
    let [_, mut q, mut s] = words(start.checked_sub(1));
    let [.., mut older] = words(start.checked_sub(2));
    let mut carry = 0;
    let count = residues[0].len().saturating_sub(start).min(out.len());
    let (head, tail) = out.split_at_mut(count);
    let [r0, r1, r2] = residues.map(|list| &list[start.min(list.len())..]);
    for (((word, r0), r1), r2) in head.iter_mut().zip(r0).zip(r1).zip(r2) {
        let [r, next, above] = remainders.words(radix, [*r0, *r1, *r2]);
        // Below 3.08 R + s + carry, and s is below 2^60.
        let sum = u128::from(*word) + u128::from(r) + u128::from(q) + u128::from(older) + u128::from(carry);
        (carry, *word) = radix.carry(sum);
        (q, older, s) = (next, s, above);
    }
    // Two words of the last coefficients, then the carry.
    let two = tail.len().min(2);
    for word in &mut tail[..two] {
        let sum = u128::from(*word) + u128::from(q) + u128::from(older) + u128::from(carry);
        (carry, *word) = radix.carry(sum);
        (q, older, s) = (0, s, 0);
    }
    ripple(radix, &mut tail[two..], carry)
}

/// Adds a carry to `out`, and returns what leaves at the top.
fn ripple<R: Radix>(radix: R, out: &mut [u64], mut carry: u64) -> u64 {
    for word in out {
        if carry == 0 {
            return 0;
        }
        (carry, *word) = radix.carry(u128::from(*word) + u128::from(carry));
    }
    carry
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
