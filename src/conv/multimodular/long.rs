//! Products modulo an odd number of several words, with all residues in vectors: AVX2 with FMA.
//!
//! Notation: `B = 2^64`, `M` the modulus below `B^w`, `K` primes `p_i` with the product `P`.
//!
//! # Idea
//! A coefficient of the product over the integers is `sum_i y_i P/p_i - k P`, with `y_i < p_i` and `0 <= k < K`
//! ([`rows::long`](crate::kernel::ntt::rows::long)). Modulo `M` it is a sum of products of words with known residues: those of `B P/p_i` and
//! of `-k B P`. The sum is below `(2^50 K + 1) M`, so one step of Montgomery's method divides it by `B` and leaves less than `2 M`.
//!
//! Each column of the sum is below `2^118`: carries are propagated at its end.
//!
//! Elements in Montgomery form need one more factor `B^(-w)` for a product. It is part of the residues.
//!
//! # Cost
//! For each coefficient `K` products of doubles and `(K + 1) w` products of words.
//!
//! # Source
//! \[Montgomery 1985\], \[Bernstein-Sorenson 2007\].

use super::residues::{Inputs, Residues};
use crate::{
    Result,
    arith::limbs::{add_assign, mul_add_limb, shift_left, sub_assign},
    conv::{
        word::{SHORT_PRIMES, lanes, short_bits, short_primes_reach},
        wrap::buffer,
    },
    kernel::ntt::rows::long::{Long, PIECES, PRIMES, ROW, cut, pieces},
    lists,
    rings::Modular,
};
use alloc::vec::Vec;
use std::sync::OnceLock;

/// Words that are summed at once.
const BLOCK: usize = 4;
/// The most words of a modulus.
const WORDS: usize = 2 * BLOCK;

/// Returns the constants of vectors for products modulo this number; `None` if there are none for it on this machine.
pub(crate) fn vectors(modulus: &[u64]) -> Result<Option<&'static Long>> {
    static LONG: OnceLock<Option<Long>> = OnceLock::new();
    let odd = modulus.first().is_some_and(|word| word % 2 == 1);
    let takes = odd && (2..=WORDS).contains(&modulus.len()) && lanes()? > 1;
    Ok(if takes { LONG.get_or_init(|| Long::new(&SHORT_PRIMES)).as_ref() } else { None })
}

/// A product of integers of several words, modulo one.
pub(crate) struct Task<'a> {
    /// Odd, without leading zeros.
    pub(crate) modulus: &'a [u64],
    /// `true` if integers are residues times `B^w`.
    pub(crate) montgomery: bool,
    /// The integers of each factor.
    pub(crate) counts: [usize; 2],
    /// `true` if both factors are the first one.
    pub(crate) square: bool,
    /// Writes the words of the integers of a factor, from an index on: `w` each.
    pub(crate) read: &'a dyn Fn(usize, usize, &mut [u64]),
    /// The length of transforms.
    pub(crate) len: usize,
}

impl Task<'_> {
    /// Returns the bits of the modulus, and the number of primes; `None` if there are too few.
    fn sizes(&self) -> Option<[usize; 2]> {
        let words = self.modulus.len();
        let bits = words * 64 - self.modulus.last().map_or(0, |top| top.leading_zeros() as usize);
        let terms = self.counts[0].min(self.counts[1]);
        // Coefficients are below a quarter of the product of the primes.
        let needed = 2 * bits + (usize::BITS - terms.leading_zeros()) as usize + 1;
        let primes = (needed + 1).div_ceil(50);
        debug_assert!(short_bits(primes) >= needed);
        let takes = primes <= PRIMES && pieces(bits) <= PIECES && short_primes_reach(self.len);
        takes.then_some([bits, primes])
    }

    /// Computes the first `count` coefficients of the product, and hands them to `write` in order, some at a time. Returns `false` if
    /// integers or lists are too long.
    pub(crate) fn run(
        &self,
        vectors: &'static Long,
        count: usize,
        write: &mut dyn FnMut(usize, &[u64]),
    ) -> Result<bool> {
        let Some([bits, primes]) = self.sizes() else { return Ok(false) };
        let (pieces, primes) = (pieces(bits), &SHORT_PRIMES[..primes]);
        let first = self.cut(0, pieces)?;
        let second = if self.square { Vec::new() } else { self.cut(1, pieces)? };
        let blocks = [&first[..], if self.square { &first } else { &second }];
        let inputs = Inputs::Cut { vectors, pieces, counts: self.counts, blocks };
        let residues = Residues::of_inputs(&inputs, primes.to_vec(), [self.len, count])?;
        if self.modulus.len() <= BLOCK {
            Sums::<1>::new(self, primes).write(vectors, &residues, count, write);
        } else {
            Sums::<2>::new(self, primes).write(vectors, &residues, count, write);
        }
        Ok(true)
    }

    /// Returns a factor in pieces.
    fn cut(&self, factor: usize, pieces: usize) -> Result<Vec<[f64; 4]>> {
        let (words, count) = (self.modulus.len(), self.counts[factor]);
        let mut blocks = buffer("the pieces of an input", count.div_ceil(4) * pieces, &[0.0; 4])?;
        let mut integers = [0; ROW * WORDS];
        for (row, blocks) in blocks.chunks_mut(ROW / 4 * pieces).enumerate() {
            let integers = &mut integers[..words * ROW.min(count - row * ROW)];
            (self.read)(factor, row * ROW, integers);
            cut(integers, words, pieces, blocks);
        }
        Ok(blocks)
    }
}

/// An integer in blocks of words.
type Blocks<const N: usize> = [[u64; BLOCK]; N];

/// The constants of the sums of coefficients.
struct Sums<const N: usize> {
    modulus: Modulus<N>,
    words: usize,
    /// `B P/p_i`, and over `B^w` for elements in Montgomery form.
    factors: Vec<Blocks<N>>,
    /// `-k B P`, or over `B^w`.
    multiples: Vec<Blocks<N>>,
}

impl<const N: usize> Sums<N> {
    fn new(task: &Task<'_>, primes: &[Modular]) -> Self {
        let (modulus, words) = (Modulus::new(task.modulus), task.modulus.len());
        // Every step divides by B.
        let divided = if task.montgomery { words } else { 0 };
        let mut power = modulus.power((primes.len() - divided) as u32);
        let factors = lists::list(primes.len(), |i| {
            let mut factor = power;
            for (_, p) in primes.iter().enumerate().filter(|(j, _)| *j != i) {
                factor = modulus.times(factor, p.modulus());
            }
            factor
        });
        modulus.double(&mut power, u64::BITS);
        let product = primes.iter().fold(power, |product, p| modulus.times(product, p.modulus()));
        let mut multiple = [[0; BLOCK]; N];
        let multiples = lists::list(primes.len() + 1, |_| {
            let own = multiple;
            if sub_assign(multiple.as_flattened_mut(), product.as_flattened()) {
                add_assign(multiple.as_flattened_mut(), modulus.words.as_flattened());
            }
            own
        });
        Sums { modulus, words, factors, multiples }
    }

    /// Computes the first `count` coefficients in order.
    fn write(&self, vectors: &Long, residues: &Residues, count: usize, write: &mut dyn FnMut(usize, &[u64])) {
        let lists: Vec<&[u64]> = residues.all().collect();
        let (mut shares, mut multiples, mut words) = ([[0; ROW]; PRIMES], [0; ROW], [0; ROW * WORDS]);
        for at in (0..count).step_by(ROW) {
            vectors.shares(&lists, at, &mut shares, &mut multiples);
            let words = &mut words[..self.words * ROW.min(count - at)];
            for (t, out) in words.chunks_exact_mut(self.words).enumerate() {
                lists::copy(out, self.one(&shares, t, multiples[t]).as_flattened());
            }
            write(at, words);
        }
    }

    /// Returns the coefficient with the shares in column `t`.
    #[inline(always)]
    fn one(&self, shares: &[[u64; ROW]; PRIMES], t: usize, multiple: u64) -> Blocks<N> {
        let (mut sum, mut carry) = (self.multiples[multiple as usize], 0);
        for b in 0..N {
            let mut columns = lists::map(sum[b], u128::from);
            for (shares, factor) in shares.iter().zip(&self.factors) {
                for j in 0..BLOCK {
                    columns[j] += u128::from(shares[t]) * u128::from(factor[b][j]);
                }
            }
            for j in 0..BLOCK {
                carry += columns[j];
                sum[b][j] = carry as u64;
                carry >>= 64;
            }
        }
        self.modulus.step(sum, carry as u64)
    }
}

/// An odd modulus with the constants of Montgomery's method.
struct Modulus<const N: usize> {
    words: Blocks<N>,
    /// `-1/M` modulo `B`.
    inverse: u64,
    bits: u32,
}

impl<const N: usize> Modulus<N> {
    /// Creates the constants of a modulus of at most `4 N` words, without leading zeros.
    fn new(modulus: &[u64]) -> Self {
        let mut words = [[0; BLOCK]; N];
        lists::copy(words.as_flattened_mut(), modulus);
        let m = words[0][0];
        let inverse = crate::arith::inverse_of_odd(m);
        let bits = modulus.last().map_or(0, |top| modulus.len() as u32 * 64 - top.leading_zeros());
        Modulus { words, inverse: inverse.wrapping_neg(), bits }
    }

    /// Returns `(x + B^(4 N) top)/B` modulo `M`, of less than `B M`.
    #[inline(always)]
    fn step(&self, x: Blocks<N>, top: u64) -> Blocks<N> {
        let quotient = x[0][0].wrapping_mul(self.inverse);
        let (mut sum, mut less) = (x, x);
        let mut carry = 0u128;
        for b in 0..N {
            for j in 0..BLOCK {
                carry += u128::from(quotient) * u128::from(self.words[b][j]) + u128::from(x[b][j]);
                match (b, j) {
                    (0, 0) => {}
                    (_, 0) => sum[b - 1][BLOCK - 1] = carry as u64,
                    _ => sum[b][j - 1] = carry as u64,
                }
                carry >>= 64;
            }
        }
        // Below 2 M, which may be one bit longer than the blocks.
        carry += u128::from(top);
        sum[N - 1][BLOCK - 1] = carry as u64;
        let mut borrow = false;
        for b in 0..N {
            for j in 0..BLOCK {
                let (difference, first) = sum[b][j].overflowing_sub(self.words[b][j]);
                let second;
                (less[b][j], second) = difference.overflowing_sub(u64::from(borrow));
                borrow = first | second;
            }
        }
        if borrow && carry >> 64 == 0 { sum } else { less }
    }

    /// Returns `x y/B` modulo `M`.
    fn times(&self, mut x: Blocks<N>, y: u64) -> Blocks<N> {
        let top = mul_add_limb(x.as_flattened_mut(), y, 0);
        self.step(x, top)
    }

    /// Computes `x <- 2^k x` modulo `M`.
    fn double(&self, x: &mut Blocks<N>, k: u32) {
        for _ in 0..k {
            let over = shift_left(x.as_flattened_mut(), 1) > 0;
            let before = *x;
            if sub_assign(x.as_flattened_mut(), self.words.as_flattened()) && !over {
                *x = before;
            }
        }
    }

    /// Returns `B^k` modulo `M`.
    fn power(&self, k: u32) -> Blocks<N> {
        let mut power = [[0; BLOCK]; N];
        // The greatest power of two below M is the first.
        let first = (u64::BITS * k).min(self.bits - 1);
        power.as_flattened_mut()[first as usize / 64] = 1 << (first % 64);
        self.double(&mut power, u64::BITS * k - first);
        power
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::{
        arith::{
            limbs::schoolbook,
            random::{Random, Seed},
        },
        conv::word::transform_len,
    };
    use alloc::vec;

    /// Returns an integer modulo another by the definition.
    fn residue(x: &[u64], modulus: &[u64]) -> Vec<u64> {
        let mut rest = vec![0; modulus.len() + 1];
        for bit in (0..64 * x.len()).rev() {
            shift_left(&mut rest, 1);
            rest[0] |= x[bit / 64] >> (bit % 64) & 1;
            let before = rest.clone();
            if sub_assign(&mut rest, modulus) {
                rest = before;
            }
        }
        rest.truncate(modulus.len());
        rest
    }

    /// Checks a product, or a square, of random integers or of the greatest.
    fn check(modulus: &[u64], [m, n]: [usize; 2], greatest: bool, square: bool, montgomery: bool) -> bool {
        let (words, mut random) = (modulus.len(), Random::new(Seed::Fixed(7)));
        let mut list = |len: usize| -> Vec<u64> {
            let mut minus_one = modulus.to_vec();
            minus_one[0] -= 1;
            let mut any = || residue(&lists::list(words, |_| random.word()), modulus);
            (0..len).flat_map(|_| if greatest { minus_one.clone() } else { any() }).collect()
        };
        let a = list(m);
        let b = if square { a.clone() } else { list(n) };
        let count = (a.len() + b.len()) / words - 1;
        let read = |factor: usize, at: usize, to: &mut [u64]| {
            to.copy_from_slice(&[&a, &b][factor][at * words..][..to.len()]);
        };
        let counts = [a.len() / words, b.len() / words];
        let len = transform_len(count).unwrap();
        let task = Task { modulus, montgomery, counts, square, read: &read, len };
        let mut found = vec![0; count * words];
        let mut write = |at: usize, from: &[u64]| found[at * words..][..from.len()].copy_from_slice(from);
        if !task.run(vectors(modulus).unwrap().unwrap(), count, &mut write).unwrap() {
            return false;
        }
        for (k, found) in found.chunks_exact(words).enumerate() {
            let mut sum = vec![0; 2 * words + 1];
            for (i, x) in a.chunks_exact(words).enumerate().filter(|(i, _)| *i <= k && k - i < counts[1]) {
                let mut product = vec![0; 2 * words];
                schoolbook(x, &b[(k - i) * words..][..words], &mut product);
                add_assign(&mut sum, &product);
            }
            // In Montgomery form the coefficient is to be multiplied by B^w.
            let raised = [vec![0; if montgomery { words } else { 0 }], found.to_vec()].concat();
            assert_eq!(residue(&raised, modulus), residue(&sum, modulus), "coefficient {k}, {m} by {n}, {modulus:x?}");
            assert_eq!(found, residue(found, modulus), "coefficient {k}, {m} by {n}, {modulus:x?}");
        }
        true
    }

    /// Checks moduli of two to six words, and that those of seven are refused, where the machine has the vectors.
    #[inline]
    pub(crate) fn products_modulo_several_words_equal_the_definition() {
        let moduli: [&[u64]; 8] = [
            &[1, 1],
            &[u64::MAX; 2],
            &[0x9e37_79b9_7f4a_7c15, 5, 1],
            &[0xffff_ffff_0000_0001, 0x53bd_a402_fffe_5bfe, 0x3339_d808_09a1_d805, 0x73ed_a753_299d_7d48],
            &[u64::MAX; 4],
            &[u64::MAX - 6, 0, 0, 0, 1 << 63],
            &[u64::MAX; 6],
            &[u64::MAX; 7],
        ];
        if vectors(moduli[0]).unwrap().is_none() {
            return;
        }
        for modulus in moduli {
            for sizes in [[1, 1], [3, 9], [66, 40], [130, 5]] {
                for (greatest, square, montgomery) in
                    [(false, false, false), (true, false, true), (true, true, false), (false, true, true)]
                {
                    // The product of all primes has 800 bits.
                    assert_eq!(check(modulus, sizes, greatest, square, montgomery), modulus.len() < 7);
                }
            }
        }
        // The greatest coefficient is a quarter of the product of the primes, which is as much as there may be.
        assert!(check(&[u64::MAX, (1 << 56) - 1], [255, 255], true, false, false));
        assert!(vectors(&[2, 1]).unwrap().is_none() && vectors(&[3]).unwrap().is_none());
    }
}
