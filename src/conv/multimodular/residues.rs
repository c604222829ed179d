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
        garner_doubles::{Fours, FoursModulo, ROW},
        long::Long,
        modulo::{self, Modulo},
    },
};
use alloc::vec::Vec;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use std::sync::OnceLock;

/// Computes `out <- a b` of lists of words below an odd modulus, by transforms of `len` elements. A square is two lists at one place.
pub(super) fn product(modulus: u64, integers: [&[u64]; 2], len: usize, out: &mut [u64]) -> Result<()> {
    let terms = integers[0].len().min(integers[1].len());
    let residues = Residues::of_product(integers, &[modulus], terms, [len, out.len()])?;
    residues.modulo_word(&Modular::with_generator(modulus, 0), out);
    Ok(())
}

/// Returns the bits of coefficients of products of integers below `modulus`, with this many terms.
pub(super) fn needed_bits(modulus: &[u64], terms: usize) -> usize {
    let bits = modulus.len() * 64 - modulus.last().map_or(0, |top| top.leading_zeros() as usize);
    2 * bits + (usize::BITS - terms.leading_zeros()) as usize
}

/// The factors of a product. Both are one list for a square.
pub(super) enum Inputs<'a> {
    /// Integers that are words.
    Words([&'a [u64]; 2]),
    /// Integers of this many words each.
    Long { integers: [&'a [u64]; 2], words: usize },
    /// Integers in pieces, for the primes of the vectors.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Cut { vectors: &'static Long, pieces: usize, counts: [usize; 2], blocks: [&'a [[f64; 4]]; 2] },
}

impl Inputs<'_> {
    fn is_square(&self) -> bool {
        match self {
            Inputs::Words([a, b]) | Inputs::Long { integers: [a, b], .. } => core::ptr::eq(*a, *b),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Inputs::Cut { blocks: [a, b], .. } => core::ptr::eq(*a, *b),
        }
    }

    /// Returns the words that the residues of the factors take, of one for a square.
    fn room(&self) -> [usize; 2] {
        let [a, b] = match self {
            Inputs::Words(_) => return [0; 2],
            Inputs::Long { integers, words } => integers.map(|list| list.len() / words),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Inputs::Cut { counts, .. } => *counts,
        };
        [a, if self.is_square() { 0 } else { b }]
    }

    /// Returns words with the residues of a factor modulo prime `i`, in their room or elsewhere.
    fn residues<'r>(&'r self, i: usize, prime: &Modular, factor: usize, room: &'r mut [u64]) -> &'r [u64] {
        match self {
            Inputs::Words(integers) => return integers[factor],
            Inputs::Long { integers, words } => {
                for (residue, integer) in room.iter_mut().zip(integers[factor].chunks_exact(*words)) {
                    *residue = prime.from_words(integer);
                }
            }
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            Inputs::Cut { vectors, pieces, blocks, .. } => vectors.residues(i, blocks[factor], *pieces, room),
        }
        #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
        let _ = i;
        room
    }
}

/// A product of integers modulo word primes.
pub(super) struct Residues {
    primes: Vec<Modular>,
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
        let (words, needed) = (modulus.len(), needed_bits(modulus, terms));
        let inputs = if words > 1 { Inputs::Long { integers, words } } else { Inputs::Words(integers) };
        Self::of_inputs(&inputs, primes_for(needed, len)?, [len, count])
    }

    /// Computes the first `count` coefficients of a product modulo each prime.
    pub(super) fn of_inputs(inputs: &Inputs<'_>, primes: Vec<Modular>, [len, count]: [usize; 2]) -> Result<Self> {
        let square = inputs.is_square();
        let [first, second] = inputs.room();
        let what = "the residues of a product";
        let room =
            len.checked_mul(primes.len() + usize::from(!square)).and_then(|room| room.checked_add(first + second));
        let refusal = Error::Memory { what, needed: len as u128 * 8 * (primes.len() as u128 + 1), limit: None };
        let mut lists = Scratch::new(what, room.ok_or(refusal)?)?;
        let (residues, rest) = lists.split_at_mut(primes.len() * len);
        let (other, rest) = rest.split_at_mut(if square { 0 } else { len });
        let (a, rest) = rest.split_at_mut(first);
        let b = &mut rest[..second];
        for ((i, prime), product) in primes.iter().enumerate().zip(residues.chunks_exact_mut(len)) {
            let transform = WordTransform::new(*prime, len, 1)?;
            let a = inputs.residues(i, prime, 0, a);
            if square {
                transform.square(a, product, 1);
            } else {
                transform.convolve([a, inputs.residues(i, prime, 1, b)], product, other, 1);
            }
        }
        Ok(Residues { primes, lists, len, count })
    }

    /// Creates room for `count` coefficients modulo each prime.
    pub(super) fn new(primes: &[Modular], count: usize) -> Result<Self> {
        let what = "the residues of a product";
        let refusal = Error::Memory { what, needed: count as u128 * 8 * primes.len() as u128, limit: None };
        let lists = Scratch::new(what, count.checked_mul(primes.len()).ok_or(refusal)?)?;
        Ok(Residues { primes: primes.to_vec(), lists, len: count, count })
    }

    /// Returns the list of coefficients modulo each prime.
    pub(super) fn lists_mut(&mut self) -> impl Iterator<Item = &mut [u64]> {
        self.lists.chunks_exact_mut(self.len).take(self.primes.len())
    }

    /// Adds an integer to all coefficients.
    pub(super) fn add(&mut self, integer: &[u64]) {
        for (prime, list) in self.primes.iter().zip(self.lists.chunks_exact_mut(self.len)) {
            let summand = prime.from_words(integer);
            list.iter_mut().for_each(|x| *x = prime.sum(*x, summand));
        }
    }

    pub(super) fn primes(&self) -> &[Modular] {
        &self.primes
    }

    /// Returns the coefficients modulo each prime.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    pub(super) fn all(&self) -> impl Iterator<Item = &[u64]> {
        self.lists.chunks_exact(self.len).take(self.primes.len()).map(|list| &list[..self.count])
    }

    /// Computes the coefficients modulo a word.
    pub(super) fn modulo_word(&self, ring: &Modular, out: &mut [u64]) {
        macro_rules! through {
            ($($count:pat => $k:literal)+) => {
                match self.primes.len() {
                    $($count => {
                        #[cfg(all(target_arch = "x86_64", feature = "std"))]
                        {
                            let first = || lists::from_fn(|k| SHORT_PRIMES[k]);
                            static EIGHTS: OnceLock<Option<InVectors<$k>>> = OnceLock::new();
                            if self.lanes(ring) == 8
                                && let Some(garner) = EIGHTS.get_or_init(|| InVectors::new(first()))
                            {
                                return self.eights(out, |residues, out| Modulo::<$k>::new(garner, ring).write(residues, out));
                            }
                            static FOURS: OnceLock<Option<Fours<$k>>> = OnceLock::new();
                            if self.lanes(ring) == 4
                                && let Some(garner) = FOURS.get_or_init(|| Fours::new(first()))
                            {
                                return self.fours(garner, ring, out);
                            }
                        }
                        self.ones::<$k>(ring, out);
                    })+
                }
            };
        }
        // The square of a word times a number of terms is below the product of four primes of either kind.
        through!(1 => 1 2 => 2 3 => 3 _ => 4);
    }

    /// Returns the lanes of the vectors in which coefficients modulo a word are computed.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    fn lanes(&self, ring: &Modular) -> usize {
        let short = self.primes.first().is_some_and(|p| p.modulus() == SHORT_PRIMES[0].modulus());
        match lanes() {
            Ok(4) if short => 4,
            Ok(8) if short && ring.modulus() >= modulo::LEAST => 8,
            _ => 1,
        }
    }

    /// Returns the lists modulo the primes, of which there are `K`.
    fn lists<const K: usize>(&self) -> [&[u64]; K] {
        lists::from_fn(|k| &self.lists[k * self.len..][..self.count])
    }

    /// Computes the coefficients modulo a word by single words.
    fn ones<const K: usize>(&self, ring: &Modular, out: &mut [u64]) {
        let (lists, sum, garner) =
            (self.lists::<K>(), MixedSum::<K>::new(lists::from_fn(|k| self.primes[k].modulus()), ring), self.garner());
        for (i, out) in out.iter_mut().enumerate() {
            let mut digits = lists::map(lists, |list| list[i]);
            garner.digits(&mut digits);
            *out = sum.of(digits);
        }
    }

    /// Computes the coefficients modulo a word by vectors of four: all of it, or the digits for words of more than 50 bits.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    fn fours<const K: usize>(&self, garner: &Fours<K>, ring: &Modular, out: &mut [u64]) {
        let lists = self.lists::<K>();
        if let Some(modulo) = FoursModulo::new(garner, ring) {
            return modulo.write(lists, out);
        }
        let sum = MixedSum::<K>::new(lists::from_fn(|k| self.primes[k].modulus()), ring);
        let mut digits = [[0; ROW]; K];
        for (row, out) in out.chunks_mut(ROW).enumerate() {
            garner.digits(lists::map(lists, |list| &list[row * ROW..][..out.len()]), &mut digits);
            for (i, out) in out.iter_mut().enumerate() {
                *out = sum.of(lists::from_fn(|k| digits[k][i]));
            }
        }
    }

    /// Calls `write` with lists whose length is a multiple of eight.
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    fn eights<const K: usize>(&self, out: &mut [u64], write: impl Fn([&[u64]; K], &mut [u64])) {
        let (whole, lists) = (self.count / 8 * 8, self.lists::<K>());
        let (head, tail) = out.split_at_mut(whole);
        write(lists.map(|list| &list[..whole]), head);
        if !tail.is_empty() {
            let mut last = [0; 8];
            let rows = lists.map(|words| list::<8>(&words[whole..self.count]));
            write(rows.each_ref().map(|row| &row[..]), &mut last);
            tail.copy_from_slice(&last[..tail.len()]);
        }
    }

    /// Returns what turns residues modulo the primes into digits.
    pub(super) fn garner(&self) -> Garner {
        Garner::new(&self.primes)
    }

    /// Returns the residues of coefficient `i` in `residues`.
    pub(super) fn of_coefficient(&self, i: usize, residues: &mut [u64]) {
        for (residue, list) in residues.iter_mut().zip(self.lists.chunks_exact(self.len)) {
            *residue = list[i];
        }
    }
}

/// Returns up to `N` words, and zeros after them.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn list<const N: usize>(words: &[u64]) -> [u64; N] {
    let mut list = [0; N];
    list[..words.len()].copy_from_slice(words);
    list
}

/// The sum of digits in mixed radix modulo an odd word `m`.
///
/// With `B = 2^64`, `C_k` is the product of `B` and the first `k` radices modulo `m`. The sum of `x_k C_k` is divided by `B` by
/// Montgomery's method. It is below `m B`: at most four digits are below `2^62`.
pub(super) struct MixedSum<const K: usize> {
    ring: Modular,
    /// `m^(-1)` modulo `B`.
    inverse: u64,
    factors: [u64; K],
}

impl<const K: usize> MixedSum<K> {
    pub(super) fn new(radices: [u64; K], ring: &Modular) -> Self {
        const { assert!(K <= 4) };
        let m = ring.modulus();
        let inverse = crate::arith::inverse_of_odd(m);
        let mut factor = ring.residue(1 << 64);
        let factors = lists::from_fn(|k| {
            let own = factor;
            ring.mul_assign(&mut factor, &ring.element(radices[k]));
            own
        });
        MixedSum { ring: *ring, inverse, factors }
    }

    /// Returns the sum for these digits.
    #[inline(always)]
    pub(super) fn of(&self, digits: [u64; K]) -> u64 {
        let (mut sum, mut k) = (0, 0);
        while k < K {
            sum += u128::from(digits[k]) * u128::from(self.factors[k]);
            k += 1;
        }
        let quotient = (sum as u64).wrapping_mul(self.inverse);
        let product = u128::from(quotient) * u128::from(self.ring.modulus());
        self.ring.difference((sum >> 64) as u64, (product >> 64) as u64)
    }
}

/// Residues modulo the primes to digits in mixed radix.
pub(super) struct Garner {
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
    pub(super) fn digits(&self, residues: &mut [u64]) {
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

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::conv::{columns, word::transform_len};
    use alloc::vec;

    /// Checks one to four primes, the greatest coefficients, and moduli that are residues in doubles or not.
    #[inline]
    pub(crate) fn coefficients_modulo_words_equal_the_definition() {
        for modulus in [3, 65, (1 << 20) + 7, (1 << 31) - 1, (1 << 50) - 27, (1 << 50) + 1, (1 << 60) - 93, u64::MAX] {
            let ring = Modular::with_generator(modulus, 0);
            let list = |len: usize, seed: u64| -> Vec<u64> {
                let any = |i: u64| (i + seed).wrapping_pow(29) % modulus;
                (0..len as u64).map(|i| if len == 70 || (i + seed) % 3 < 1 { modulus - 1 } else { any(i) }).collect()
            };
            for (m, n) in [(1, 1), (3, 9), (70, 70), (100, 33), (300, 271)] {
                let (a, b) = (list(m, 1), list(n, 2));
                let (mut found, mut expected) = (vec![9; m + n - 1], vec![0; m + n - 1]);
                product(modulus, [&a, &b], transform_len(m + n - 1).unwrap(), &mut found).unwrap();
                columns::linear_into(&ring, &a, &b, &mut expected);
                assert_eq!(found, expected, "{m} by {n} modulo {modulus}");
            }
        }
    }
}
