//! Products of residues through word primes: for rings with too few roots of their own.
//!
//! Notation: `M` the ring's modulus, `n` the lesser number of coefficients, `p_0, ..., p_(k-1)` word primes
//! with `p_0 ... p_(k-1) >= n (M-1)^2 + 1`.
//!
//! # Idea
//! Residues are lifted to integers in `[0, M)`; coefficients of the product over the integers are at most
//! `n (M-1)^2`, so their residues modulo the primes determine them. The Chinese remainder theorem in mixed
//! radix (Garner) writes a coefficient as `x_0 + x_1 p_0 + x_2 p_0 p_1 + ...`, `0 <= x_i < p_i`, and that
//! sum is taken in the ring: no integer longer than a word is formed.
//!
//! # Cost
//! `k` products modulo word primes, `k^2/2` word products and `k` products of the ring to a coefficient; of a ring whose modulus is a
//! word, `k` word products by constants instead.
//!
//! # Source
//! \[Pollard 1971\]; mixed radix: \[Garner 1959\]; \[Knuth 1997\], section 4.3.2.
//! `papers/convolution.md`.

use super::{
    word::{WordTransform, primes_for, transform_len},
    wrap::{Wrap, buffer, fold},
};
use crate::{
    Result,
    algebra::{Action, Lift, Module, Ring},
    lists,
    rings::{Modular, Shoup},
};
use alloc::vec::Vec;

/// Computes `out <- a b`; `false` if the ring does not give its residues as integers.
pub(super) fn linear_into<R: Lift>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    out: &mut [R::Element],
) -> Result<bool> {
    let len = transform_len(out.len())?;
    product(ring, a, b, len, out)
}

/// Computes `out <- a b` modulo `x^n - 1`, for `n` a power of two; `false` otherwise.
pub(super) fn wrapped_into<R: Lift>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    wrap: Wrap,
    out: &mut [R::Element],
) -> Result<bool> {
    let n = out.len();
    if wrap != Wrap::Cyclic || !n.is_power_of_two() || transform_len(n).is_err() {
        return Ok(false);
    }
    let mut folded = [buffer("a folded input", n, &ring.zero())?, buffer("a folded input", n, &ring.zero())?];
    fold(ring, a, wrap, &mut folded[0]);
    fold(ring, b, wrap, &mut folded[1]);
    product(ring, &folded[0], &folded[1], n, out)
}

/// Computes `out <- a b`, wrapped at the transform's length `len`.
fn product<R: Lift>(ring: &R, a: &[R::Element], b: &[R::Element], len: usize, out: &mut [R::Element]) -> Result<bool> {
    let modulus = ring.modulus();
    if modulus.last().is_none() {
        return Ok(false);
    }
    let words = modulus.len();
    let lists = [lifted(ring, a, words)?, lifted(ring, b, words)?];
    let mut residues = Residues::of_product(&lists, &modulus, a.len().min(b.len()), len, out.len())?;
    if let &[modulus] = &modulus[..]
        && modulus > 1
        && modulus % 2 == 1
    {
        let words = residues.modulo_word(&Modular::with_generator(modulus, 0));
        for (i, out) in out.iter_mut().enumerate() {
            *out = ring.integer(words[i]);
        }
        return Ok(true);
    }
    let radices = lists::of(&residues.garner.primes, |p| ring.integer(p.modulus()));
    let mut digits = buffer("the digits of a coefficient", radices.len(), &0u64)?;
    for (i, out) in out.iter_mut().enumerate() {
        residues.digits(i, &mut digits);
        *out = ring.zero();
        let mut k = radices.len();
        while k > 0 {
            k -= 1;
            ring.mul_assign(out, &radices[k]);
            ring.add_assign(out, &ring.integer(digits[k]));
        }
    }
    Ok(true)
}

/// Coefficients whose digits stay in the nearest cache.
const ROW: usize = 256;

/// A product of integers modulo word primes.
struct Residues {
    garner: Garner,
    /// The coefficients modulo each prime.
    lists: Vec<Vec<u64>>,
}

impl Residues {
    /// Computes the first `count` coefficients of the product of two lists of integers below `modulus`, with as many words each, of
    /// which the shorter has `terms`.
    fn of_product(integers: &[Vec<u64>; 2], modulus: &[u64], terms: usize, len: usize, count: usize) -> Result<Self> {
        let words = modulus.len();
        let bits = words * 64 - modulus.last().map_or(0, |top| top.leading_zeros() as usize);
        let needed = 2 * bits + (usize::BITS - terms.leading_zeros()) as usize;
        let primes = primes_for(needed, len)?;
        let mut lists = Vec::new();
        let square = integers[0] == integers[1];
        let mut other = buffer("the residues of an input", if square { 0 } else { len }, &0)?;
        let residues =
            |x: &Vec<u64>| buffer("the residues of an input", if words > 1 { x.len() / words } else { 0 }, &0);
        let mut reduced = [residues(&integers[0])?, residues(&integers[1])?];
        for prime in &primes {
            let transform = WordTransform::new(*prime, len, 1)?;
            let mut product = buffer("the residues of an input", len, &0)?;
            let [a, b] = &mut reduced;
            if words > 1 {
                reduce(prime, &integers[0], words, a);
                reduce(prime, &integers[1], words, b);
            }
            let [a, b] = if words > 1 { [&a[..], &b[..]] } else { [&integers[0][..], &integers[1][..]] };
            if square {
                transform.square(a, &mut product, 1);
            } else {
                transform.convolve([a, b], &mut product, &mut other, 1);
            }
            product.truncate(count);
            lists.push(product);
        }
        Ok(Residues { garner: Garner::new(&primes), lists })
    }

    /// Returns the coefficients modulo a word, in place of the first list: the digits of a row of coefficients, then their sums.
    fn modulo_word(&mut self, ring: &Modular) -> &[u64] {
        let Garner { primes, inverses } = &self.garner;
        let mut radix = 1;
        let radices = lists::of(primes, |p| {
            let prepared = ring.prepare(&radix);
            ring.mul_assign(&mut radix, &p.modulus());
            prepared
        });
        let count = self.lists.first().map_or(0, Vec::len);
        let mut from = 0;
        while from < count {
            let row = from..count.min(from + ROW);
            for (i, prime) in primes.iter().enumerate().skip(1) {
                let (digits, rest) = self.lists.split_at_mut(i);
                for (earlier, inverse) in digits.iter().zip(&inverses[i]) {
                    for (digit, earlier) in rest[0][row.clone()].iter_mut().zip(&earlier[row.clone()]) {
                        // Every prime is below twice every other.
                        *digit = prime.difference(*digit, (*earlier).min(earlier.wrapping_sub(prime.modulus())));
                        prime.apply(digit, inverse);
                    }
                }
            }
            let (sums, digits) = self.lists.split_at_mut(1);
            for sum in &mut sums[0][row.clone()] {
                ring.apply(sum, &radices[0]);
            }
            for (digits, radix) in digits.iter().zip(&radices[1..]) {
                for (sum, digit) in sums[0][row.clone()].iter_mut().zip(&digits[row.clone()]) {
                    let mut term = *digit;
                    ring.apply(&mut term, radix);
                    *sum = ring.sum(*sum, term);
                }
            }
            from += ROW;
        }
        &self.lists[0]
    }

    /// The digits of coefficient `i` in mixed radix.
    fn digits(&self, i: usize, digits: &mut [u64]) {
        for (digit, list) in digits.iter_mut().zip(&self.lists) {
            *digit = list[i];
        }
        self.garner.digits(digits);
    }
}

/// Returns the elements as integers, `words` words each.
fn lifted<R: Lift>(ring: &R, a: &[R::Element], words: usize) -> Result<Vec<u64>> {
    let mut list = buffer("the words of an input", a.len().saturating_mul(words), &0u64)?;
    for (to, from) in list.chunks_exact_mut(words).zip(a) {
        // A foreign ring may give another number of words than it said.
        ring.write_words(from, to);
    }
    Ok(list)
}

/// Writes integers of `words` words modulo a prime.
fn reduce(prime: &Modular, list: &[u64], words: usize, to: &mut [u64]) {
    for (residue, integer) in to.iter_mut().zip(list.chunks_exact(words)) {
        *residue = prime.from_words(integer);
    }
}

/// Residues modulo the primes to digits in mixed radix.
struct Garner {
    primes: Vec<Modular>,
    /// For each prime `p_i` the inverses of the `p_j`, `j < i`.
    inverses: Vec<Vec<Shoup>>,
}

impl Garner {
    fn new(primes: &[Modular]) -> Self {
        let inverse = |p: &Modular, q: &Modular| p.prepare(&p.inverse(&q.modulus()).unwrap_or(0));
        let row = |i: usize| primes[..i].iter().map(|q| inverse(&primes[i], q)).collect();
        Garner { primes: primes.to_vec(), inverses: lists::list(primes.len(), row) }
    }

    /// In place.
    fn digits(&self, residues: &mut [u64]) {
        for (i, (prime, inverses)) in self.primes.iter().zip(&self.inverses).enumerate() {
            let (digits, rest) = residues.split_at_mut(i);
            let Some(digit) = rest.first_mut() else { return };
            for (earlier, inverse) in digits.iter().zip(inverses) {
                prime.sub_assign(digit, earlier);
                prime.apply(digit, inverse);
            }
        }
    }
}
