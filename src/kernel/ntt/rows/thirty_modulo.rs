//! From residues modulo `K` primes below `2^30` to digits in mixed radix, and to residues modulo a word below `2^31`, sixteen at a time: AVX2.
//!
//! # Idea
//! That of [`garner`](super::garner), with Shoup's products of words of 32 bits, which take every word: a product by a factor modulo `p` is below
//! `2 p`. A difference with `2 p` added is positive, because every prime is below twice every other.
//!
//! # Literature
//! \[Garner 1959\].

use super::{
    super::{
        small::{Below30, Below31, Class},
        words32::{Factor, U32x8, Words32},
    },
    thirty::{pairs, widened},
};
use crate::{
    algebra::Ring,
    kernel::packed::{Avx2, Token},
    lists,
    rings::Modular,
};

/// The most numbers that are converted at once: their digits stay in the nearest cache.
pub(crate) const ROW: usize = 256;

type V = <U32x8 as Words32<8>>::V;

/// The constants of `K` primes between `2^29` and `2^30`.
pub(crate) struct Eights<const K: usize> {
    primes: [Below30<U32x8>; K],
    /// `p_j^(-1)` modulo `p_k` with its quotient, for `j < k`.
    inverses: [[[u32; 2]; K]; K],
}

#[inline(always)]
fn factor(words: U32x8, [w, quotient]: [u32; 2]) -> Factor<V> {
    let high = words.splat(quotient);
    Factor { low: words.splat(w), high, odd: high }
}

/// Residues modulo one prime that are converted at once.
pub(crate) type Residues = [[u32; 8]; 2];

impl<const K: usize> Eights<K> {
    /// Returns the constants, where the machine has AVX2.
    pub(crate) fn new(primes: [Modular; K]) -> Option<Self> {
        debug_assert!(primes.iter().all(|p| p.modulus() >> 29 == 1));
        let words = U32x8(Avx2::detect()?);
        let mut classes = [Below30::new(words, 3)?; K];
        for (class, prime) in classes.iter_mut().zip(&primes) {
            *class = Below30::new(words, u32::try_from(prime.modulus()).ok()?)?;
        }
        let inverse = |k: usize, j: usize| {
            let inverse = if j < k { primes[k].inverse(&primes[j].modulus()).unwrap_or(0) } else { 0 };
            Class::<8>::prepare(classes[k], inverse as u32)
        };
        let inverses = lists::from_fn(|k| lists::from_fn(|j| inverse(k, j)));
        Some(Eights { primes: classes, inverses })
    }

    fn words(&self) -> U32x8 {
        self.primes[0].words()
    }

    /// Returns the digits of the sixteen numbers at `t`, in two vectors: products of one wait for each other.
    #[inline(always)]
    fn sixteen(&self, residues: [&[Residues]; K], t: usize) -> [[V; 2]; K] {
        let words = self.words();
        let mut x = [[words.splat(0); 2]; K];
        let mut k = 0;
        while k < K {
            let [low, high] = &residues[k][t];
            x[k] = [words.load(low), words.load(high)];
            k += 1;
        }
        let mut j = 0;
        while j < K {
            if j > 0 {
                x[j] = [self.primes[j].canonical_of_tight(x[j][0]), self.primes[j].canonical_of_tight(x[j][1])];
            }
            let mut k = j + 1;
            while k < K {
                let p = self.primes[k];
                let (twice, w) = (words.splat(2 * Class::<8>::modulus(p)), factor(words, self.inverses[k][j]));
                x[k] = [
                    p.mul(words.difference(x[k][0], x[j][0], twice), w),
                    p.mul(words.difference(x[k][1], x[j][1], twice), w),
                ];
                k += 1;
            }
            j += 1;
        }
        x
    }

    /// Computes the digits of up to [`ROW`] numbers from their residues, two of them as one for the product of two primes. All lists have the same
    /// length.
    pub(crate) fn digits<const PAIRS: usize>(&self, residues: [&[Residues]; K], digits: &mut [[u64; ROW]; PAIRS]) {
        const { assert!(PAIRS == K.div_ceil(2)) };
        let words = self.words();
        words.token().run(
            #[inline(always)]
            || {
                let mut t = 0;
                while t < residues[0].len().min(ROW / 16) {
                    let x = self.sixteen(residues, t);
                    let mut k = 0;
                    while k < PAIRS {
                        let low = x[2 * k];
                        let high = if 2 * k + 1 < K { x[2 * k + 1] } else { [words.splat(0); 2] };
                        let p = Class::<8>::modulus(self.primes[2 * k]);
                        if let Some([first, second]) = digits[k][16 * t..].as_chunks_mut().0.first_chunk_mut() {
                            *first = pairs(words, low[0], high[0], p);
                            *second = pairs(words, low[1], high[1], p);
                        }
                        k += 1;
                    }
                    t += 1;
                }
            },
        );
    }
}

/// The constants of `K` primes and of an odd modulus below `2^31`.
pub(crate) struct EightsModulo<'a, const K: usize> {
    garner: &'a Eights<K>,
    modulus: Below31<U32x8>,
    /// The products of the first primes modulo `m`, with their quotients.
    factors: [[u32; 2]; K],
}

impl<'a, const K: usize> EightsModulo<'a, K> {
    /// Returns the constants; `None` for another modulus.
    pub(crate) fn new(garner: &'a Eights<K>, ring: &Modular) -> Option<Self> {
        let modulus = Below31::new(garner.words(), u32::try_from(ring.modulus()).ok()?)?;
        let mut product = ring.one();
        let factors = lists::map(garner.primes, |p| {
            let own = Class::<8>::prepare(modulus, product as u32);
            ring.mul_assign(&mut product, &ring.element(Class::<8>::modulus(p).into()));
            own
        });
        Some(EightsModulo { garner, modulus, factors })
    }

    /// Computes the residues modulo `m` from those modulo the primes, of which there are as many or more.
    pub(crate) fn write(&self, residues: [&[Residues]; K], out: &mut [u64]) {
        let (words, m) = (self.garner.words(), self.modulus);
        words.token().run(
            #[inline(always)]
            || {
                for (t, out) in out.chunks_mut(16).enumerate() {
                    let x = self.garner.sixteen(residues, t);
                    let mut rows = [[0; 8]; 2];
                    let mut v = 0;
                    while v < 2 {
                        let mut sum = m.mul(x[0][v], factor(words, self.factors[0]));
                        let mut k = 1;
                        while k < K {
                            sum = m.tighten(m.sum(sum, m.mul(x[k][v], factor(words, self.factors[k]))));
                            k += 1;
                        }
                        rows[v] = widened(words, sum);
                        v += 1;
                    }
                    let row = rows.as_flattened();
                    match out.first_chunk_mut::<16>() {
                        Some(out) => lists::copy(out, row),
                        None => lists::copy(out, row),
                    }
                }
            },
        );
    }
}
