//! A product of integers modulo word primes, with coefficients as digits in mixed radix or as residues modulo a word.

use crate::{
    Error, Result,
    algebra::{Action, Lift, Module, Ring},
    conv::word::{Scratch, WordTransform, primes_for},
    lists,
    rings::{Modular, Shoup},
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::{
    conv::word::{SHORT_PRIMES, lanes},
    kernel::ntt::rows::{
        garner::Garner as InVectors,
        modulo::{self, Modulo},
    },
};
use alloc::vec::Vec;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use std::sync::OnceLock;

/// Computes `out <- a b` of lists of words below an odd modulus, by transforms of `len` elements. A square is two lists at one place.
pub(super) fn product(modulus: u64, integers: [&[u64]; 2], len: usize, out: &mut [u64]) -> Result<()> {
    let terms = integers[0].len().min(integers[1].len());
    let mut residues = Residues::of_product(integers, &[modulus], terms, [len, out.len()])?;
    residues.modulo_word(&Modular::with_generator(modulus, 0), out);
    Ok(())
}

/// Returns whether all words are below the bound.
pub(super) fn below(words: &[u64], bound: u64) -> bool {
    words.iter().all(|word| *word < bound)
}

/// Coefficients whose digits stay in the nearest cache.
const ROW: usize = 256;

/// A product of integers modulo word primes.
pub(super) struct Residues {
    garner: Garner,
    /// The coefficients modulo each prime, in lists of `len`, of which `count` are wanted.
    lists: Scratch,
    len: usize,
    count: usize,
}

impl Residues {
    /// Computes the first `count` coefficients of the product of two lists of integers below `modulus`. Both have as
    /// many words an integer, and the shorter list has `terms` integers. The transforms have `len` elements. A square
    /// is two lists at one address.
    pub(super) fn of_product(
        integers: [&[u64]; 2],
        modulus: &[u64],
        terms: usize,
        [len, count]: [usize; 2],
    ) -> Result<Self> {
        let words = modulus.len();
        let bits = words * 64 - modulus.last().map_or(0, |top| top.leading_zeros() as usize);
        let needed = 2 * bits + (usize::BITS - terms.leading_zeros()) as usize;
        let primes = primes_for(needed, len)?;
        let square = core::ptr::eq(integers[0], integers[1]);
        let reduced = if words > 1 { (integers[0].len() + integers[1].len()) / words } else { 0 };
        let what = "the residues of a product";
        let room = len.checked_mul(primes.len() + usize::from(!square)).and_then(|room| room.checked_add(reduced));
        let refusal = Error::Memory { what, needed: len as u128 * 8 * (primes.len() as u128 + 1), limit: None };
        let mut lists = Scratch::new(what, room.ok_or(refusal)?)?;
        let (residues, rest) = lists.split_at_mut(primes.len() * len);
        let (other, rest) = rest.split_at_mut(if square { 0 } else { len });
        let (a, rest) = rest.split_at_mut(if words > 1 { integers[0].len() / words } else { 0 });
        let b = &mut rest[..reduced - a.len()];
        for (prime, product) in primes.iter().zip(residues.chunks_exact_mut(len)) {
            let transform = WordTransform::new(*prime, len, 1)?;
            let mut inputs = integers;
            if words > 1 {
                reduce(prime, integers[0], words, a);
                reduce(prime, integers[1], words, b);
                inputs = [a, b];
            }
            if square {
                transform.square(inputs[0], product, 1);
            } else {
                transform.convolve(inputs, product, other, 1);
            }
        }
        Ok(Residues { garner: Garner::new(&primes), lists, len, count })
    }

    /// Creates room for `count` coefficients modulo each prime.
    pub(super) fn new(primes: &[Modular], count: usize) -> Result<Self> {
        let what = "the residues of a product";
        let refusal = Error::Memory { what, needed: count as u128 * 8 * primes.len() as u128, limit: None };
        let lists = Scratch::new(what, count.checked_mul(primes.len()).ok_or(refusal)?)?;
        Ok(Residues { garner: Garner::new(primes), lists, len: count, count })
    }

    /// Returns the list of coefficients modulo each prime.
    pub(super) fn lists_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.lists.chunks_exact_mut(self.len).take(self.garner.primes.len())
    }

    /// Adds an integer to all coefficients.
    pub(super) fn add(&mut self, integer: &[u64]) {
        for (prime, list) in self.garner.primes.iter().zip(self.lists.chunks_exact_mut(self.len)) {
            let summand = prime.from_words(integer);
            list.iter_mut().for_each(|x| *x = prime.sum(*x, summand));
        }
    }

    pub(super) fn primes(&self) -> &[Modular] {
        &self.garner.primes
    }

    /// Computes the coefficients modulo a word.
    pub(super) fn modulo_word(&mut self, ring: &Modular, out: &mut [u64]) {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        if self.in_vectors(ring, out) {
            return;
        }
        let (count, len) = (self.count, self.len);
        let Garner { primes, inverses } = &self.garner;
        let mut radix = 1;
        let radices = lists::of(primes, |p| {
            let prepared = ring.prepare(&radix);
            ring.mul_assign(&mut radix, &ring.element(p.modulus()));
            prepared
        });
        let mut from = 0;
        while from < count {
            // The digits of a row of coefficients, then their sums.
            let row = from..count.min(from + ROW);
            for (i, prime) in primes.iter().enumerate().skip(1) {
                let (digits, rest) = self.lists.split_at_mut(i * len);
                for (earlier, inverse) in digits.chunks_exact(len).zip(&inverses[i]) {
                    for (digit, earlier) in rest[row.clone()].iter_mut().zip(&earlier[row.clone()]) {
                        // Every prime is below twice every other.
                        *digit = prime.difference(*digit, (*earlier).min(earlier.wrapping_sub(prime.modulus())));
                        prime.apply(digit, inverse);
                    }
                }
            }
            let out = &mut out[row.clone()];
            out.fill(0);
            for (digits, radix) in self.lists.chunks_exact(len).zip(&radices) {
                for (sum, digit) in out.iter_mut().zip(&digits[row.clone()]) {
                    let mut term = *digit;
                    ring.apply(&mut term, radix);
                    *sum = ring.sum(*sum, term);
                }
            }
            from += ROW;
        }
    }

    /// Computes the coefficients modulo a word in vectors; `false` where there are none for it.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    fn in_vectors(&self, ring: &Modular, out: &mut [u64]) -> bool {
        macro_rules! through {
            ($($k:literal)+) => {
                match self.garner.primes.len() {
                    $($k => {
                        static KEPT: OnceLock<Option<InVectors<$k>>> = OnceLock::new();
                        let first = || lists::from_fn(|k| SHORT_PRIMES[k]);
                        let Some(garner) = KEPT.get_or_init(|| InVectors::new(first())) else { return false };
                        self.eights(out, |residues, out| Modulo::<$k>::new(garner, ring).write(residues, out));
                        true
                    })+
                    _ => false,
                }
            };
        }
        let short = self.garner.primes.first().is_some_and(|p| p.modulus() == SHORT_PRIMES[0].modulus());
        short && ring.modulus() >= modulo::LEAST && lanes().is_ok_and(|lanes| lanes == 8) && through!(2 3 4)
    }

    /// Calls `write` with lists whose length is a multiple of eight.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    fn eights<const K: usize>(&self, out: &mut [u64], write: impl Fn([&[u64]; K], &mut [u64])) {
        let (whole, len) = (self.count / 8 * 8, self.len);
        let lists: [&[u64]; K] = lists::from_fn(|k| &self.lists[k * len..(k + 1) * len]);
        let (head, tail) = out.split_at_mut(whole);
        write(lists.map(|list| &list[..whole]), head);
        if !tail.is_empty() {
            let mut last = [0; 8];
            let rows = lists.map(|words| list::<8>(&words[whole..self.count]));
            write(rows.each_ref().map(|row| &row[..]), &mut last);
            tail.copy_from_slice(&last[..tail.len()]);
        }
    }

    /// Computes the digits of coefficient `i` in mixed radix.
    pub(super) fn digits(&self, i: usize, digits: &mut [u64]) {
        for (digit, list) in digits.iter_mut().zip(self.lists.chunks_exact(self.len)) {
            *digit = list[i];
        }
        self.garner.digits(digits);
    }
}

/// Returns up to `N` words, and zeros after them.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn list<const N: usize>(words: &[u64]) -> [u64; N] {
    let mut list = [0; N];
    list[..words.len()].copy_from_slice(words);
    list
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

    /// Computes the mixed-radix digits of the residues, in place.
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
