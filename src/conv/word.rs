//! The transform of residues modulo a word prime, scalar and lazy: the engine under products of integers and
//! of residues in rings with too few roots.
//!
//! Notation: `p < 2^62` a prime, `B = 2^64`, `n` the length, `N` the least power of two not below it, `w` a
//! primitive `N`-th root, `sigma` bit reversal, `T_j = w^sigma(2j)` the twiddle of node `j`.
//!
//! # Idea
//! The classical tree: a node of size `2m` holds `f mod (x^(2m) - T_j^2)` and splits by one twiddle, the same
//! for the whole node. Two levels are taken in one pass; nodes that do not fit the cache are descended one
//! after the other, the others level by level. Besides `n = N` there is `n = 3N/4`, modulo
//! `(x^(N/2) - 1)(x^(N/4) - i)`, `i = T_1`, which is the tree without its last quarter:
//!
//! ```text
//! f = f0 + f1 y + f2 y^2, y = x^(N/4):     (f0 + f2) + f1 y   modulo y^2 - 1: node 0 of size N/2
//!                                          f0 + i f1 - f2     modulo y - i:   node 2 of size N/4
//! back:  from u0 + u1 y and v:  f2 = (u0 + i u1 - v)/2,  f0 = u0 - f2,  f1 = u1
//! ```
//!
//! # Ranges
//! Forward values lie in `[0, 4p)` and those of the inverse in `[0, 2p)` (\[Harvey 2014\], algorithms 3 and 4): a
//! product by a twiddle takes any word and returns `[0, 2p)`, so one conditional subtraction a butterfly is
//! enough, and `4p < B`.
//!
//! # Equals
//! [`Classical`](crate::dft::Classical) over [`Modular`], value by value up to the lazy range, where `n = N`.

mod butterfly;

use self::butterfly::{forward_four, forward_two, inverse_four, inverse_two, montgomery, reduce_once, shoup};
use super::buffer;
use crate::{
    Error, Result,
    algebra::{Action, Ring},
    arith,
    rings::{Modular, Shoup},
    threads::both,
};
use alloc::vec::Vec;

/// The largest power of two that is the order of a root modulo every prime of [`word_primes`].
const TWO_ADICITY: u32 = 40;

/// The largest primes below 2^62 that are 1 modulo 2^40, with their least primitive roots.
pub(crate) const PRIMES: [Modular; 16] = [
    Modular::with_generator(0x3fff_c000_0000_0001, 11),
    Modular::with_generator(0x3fff_be00_0000_0001, 3),
    Modular::with_generator(0x3fff_8400_0000_0001, 19),
    Modular::with_generator(0x3fff_8100_0000_0001, 5),
    Modular::with_generator(0x3fff_6d00_0000_0001, 3),
    Modular::with_generator(0x3fff_5400_0000_0001, 5),
    Modular::with_generator(0x3fff_4500_0000_0001, 10),
    Modular::with_generator(0x3fff_3a00_0000_0001, 3),
    Modular::with_generator(0x3fff_3900_0000_0001, 13),
    Modular::with_generator(0x3fff_3100_0000_0001, 3),
    Modular::with_generator(0x3fff_2d00_0000_0001, 7),
    Modular::with_generator(0x3ffe_df00_0000_0001, 11),
    Modular::with_generator(0x3ffe_d700_0000_0001, 3),
    Modular::with_generator(0x3ffe_d300_0000_0001, 21),
    Modular::with_generator(0x3ffe_8c00_0000_0001, 3),
    Modular::with_generator(0x3ffe_8200_0000_0001, 5),
];

/// Every prime of [`word_primes`] lies above 2^61.
pub(crate) const PRIME_BITS: usize = 61;

/// `count` distinct primes between 2^61 and 2^62 that are 1 modulo 2^40.
pub(crate) fn word_primes(count: usize) -> Result<Vec<Modular>> {
    if count <= PRIMES.len() {
        return Ok(PRIMES[..count].to_vec());
    }
    let found = arith::find_primes(62, 1 << TWO_ADICITY, count);
    let primes = found.into_iter().filter(|p| p >> PRIME_BITS == 1).map(Modular::new).collect::<Result<Vec<_>>>()?;
    if primes.len() < count {
        return Err(Error::Unsupported {
            what: alloc::format!("a product through {count} word primes: there are {} of them", primes.len()),
        });
    }
    Ok(primes)
}

/// The least length of a [`WordTransform`] that is not below `len`.
pub(crate) fn transform_len(len: usize) -> Result<usize> {
    let full = len.checked_next_power_of_two().filter(|full| full.trailing_zeros() <= TWO_ADICITY);
    let full = full.ok_or(Error::Length { what: "a product", len, possible: "the longest is 2^40" })?;
    Ok(if full >= 4 && full / 4 * 3 >= len { full / 4 * 3 } else { full })
}

/// Nodes up to this many elements are transformed level by level.
const BLOCK: usize = 1 << 11;

/// Nodes from this many elements on are worth a second thread.
const PARALLEL: usize = 1 << 14;

/// Runs both, side by side if `threads` allows.
pub(crate) fn join(threads: usize, a: impl FnOnce() + Send, b: impl FnOnce() + Send) {
    both(threads > 1, a, b);
}

/// The transform of length `2^k` or `3 2^k` modulo a word prime.
pub(crate) struct WordTransform {
    ring: Modular,
    len: usize,
    /// `T_j`.
    twiddles: Vec<Shoup>,
    minus_one: Shoup,
    /// `p^(-1) mod B`.
    inverse: u64,
    /// `B/N`: undoes the scale of the inverse and of the product.
    scale: Shoup,
}

impl WordTransform {
    /// The transform of `len` elements modulo the prime of `ring`, which must have the roots.
    pub(crate) fn new(ring: Modular, len: usize, threads: usize) -> Result<Self> {
        let p = ring.modulus();
        let full = len.next_power_of_two();
        let generator = ring.generator().filter(|_| p >> 62 == 0 && (p - 1).is_multiple_of(full as u64));
        let (Some(generator), true) = (generator, len == full || (full >= 4 && len == full / 4 * 3)) else {
            return Err(Error::Length {
                what: "a transform modulo a word prime",
                len,
                possible: "it needs 2^k or 3 2^k elements, and 2^k or 4 2^k must divide p - 1",
            });
        };
        let one = ring.prepare(&1);
        let count = (full / 2).max(2);
        let mut twiddles = buffer("the table of twiddles", count, &one)?;
        for log in 0..count.next_power_of_two().trailing_zeros() {
            let half = 1usize << log;
            // The first twiddle of a level has order 4 half; lengths below it do not use it.
            let order = (4 * half as u64).min(p - 1);
            let step = ring.prepare(&ring.pow(&generator, (p - 1) / order));
            let (done, rest) = twiddles.split_at_mut(half);
            let len = rest.len().min(half);
            multiples(&ring, &mut rest[..len], &done[..len], &step, threads);
        }
        // Newton: x -> x (2 - p x) doubles the correct bits; p p = 1 modulo 8.
        let inverse = (0..5).fold(p, |x, _| x.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(x))));
        let mut scale = ring.element(full as u64);
        scale = ring.inverse(&scale).unwrap_or(0);
        let word = ring.element(u64::MAX);
        ring.mul_assign(&mut scale, &ring.element(word + 1));
        Ok(WordTransform {
            ring,
            len,
            twiddles,
            minus_one: ring.prepare(&(p - 1)),
            inverse,
            scale: ring.prepare(&scale),
        })
    }

    /// The prime's ring.
    pub(crate) fn ring(&self) -> &Modular {
        &self.ring
    }

    /// `a <- a b` as coefficients modulo `x^N - 1`, or its divisor of degree `3N/4`: canonical. Destroys `b`.
    pub(crate) fn convolve(&self, a: &mut [u64], b: &mut [u64], threads: usize) {
        self.forward(a, threads);
        self.forward(b, threads);
        let (p, inverse) = (self.ring.modulus(), self.inverse);
        in_parts(a, b, threads, &|a, b| {
            a.iter_mut().zip(b).for_each(|(a, b)| *a = montgomery(*a, *b, p, inverse));
        });
        self.finish(a, threads);
    }

    /// `a <- a^2`, as [`convolve`](Self::convolve).
    pub(crate) fn square(&self, a: &mut [u64], threads: usize) {
        self.forward(a, threads);
        let (p, inverse) = (self.ring.modulus(), self.inverse);
        a.iter_mut().for_each(|a| *a = montgomery(*a, *a, p, inverse));
        self.finish(a, threads);
    }

    fn finish(&self, a: &mut [u64], threads: usize) {
        self.inverse(a, threads);
        let p = self.ring.modulus();
        let (low, high) = a.split_at_mut(a.len() / 2);
        in_parts(low, high, threads, &|low, high| {
            for part in [low, high] {
                part.iter_mut().for_each(|a| *a = reduce_once(shoup(*a, self.scale, p), p));
            }
        });
    }

    /// Coefficients in `[0, p)` to values in `[0, 4p)`.
    fn forward(&self, f: &mut [u64], threads: usize) {
        if self.len.is_power_of_two() {
            return self.forward_node(f, 0, threads);
        }
        let p = self.ring.modulus();
        let (u, v) = f.split_at_mut(self.len / 3 * 2);
        let (u0, u1) = u.split_at_mut(self.len / 3);
        for ((f0, f1), f2) in u0.iter_mut().zip(u1.iter()).zip(v.iter_mut()) {
            let (sum, difference) = (*f0 + *f2, *f0 + p - *f2);
            *f0 = sum;
            *f2 = difference + shoup(*f1, self.twiddles[1], p);
        }
        let (left, right) = (threads - threads / 2, threads / 2);
        join(threads, || self.forward_node(u, 0, left), || self.forward_node(v, 2, right));
    }

    /// Values in `[0, 2p)` to `N` times the coefficients, in `[0, 2p)`.
    fn inverse(&self, f: &mut [u64], threads: usize) {
        if self.len.is_power_of_two() {
            return self.inverse_node(f, 0, threads);
        }
        let p = self.ring.modulus();
        let (u, v) = f.split_at_mut(self.len / 3 * 2);
        let (left, right) = (threads - threads / 2, threads / 2);
        join(threads, || self.inverse_node(u, 0, left), || self.inverse_node(v, 2, right));
        let (u0, u1) = u.split_at_mut(self.len / 3);
        // u carries the factor N/2, v the factor N/4.
        for ((u0, u1), v) in u0.iter_mut().zip(u1.iter_mut()).zip(v.iter_mut()) {
            let sum = reduce_once(*u0 + shoup(*u1, self.twiddles[1], p), 2 * p);
            let twice = |x: u64| reduce_once(2 * x, 2 * p);
            *v = reduce_once(sum + 2 * p - twice(*v), 2 * p);
            *u0 = reduce_once(twice(*u0) + 2 * p - *v, 2 * p);
            *u1 = twice(*u1);
        }
    }

    fn forward_node(&self, f: &mut [u64], j: usize, threads: usize) {
        let (p, table) = (self.ring.modulus(), &self.twiddles[..]);
        let size = f.len();
        if threads > 1 && size >= PARALLEL {
            let (low, high) = f.split_at_mut(size / 2);
            in_parts(low, high, threads, &|low, high| forward_two(low, high, table[j], p));
            let (left, right) = (threads - threads / 2, threads / 2);
            join(threads, || self.forward_node(low, 2 * j, left), || self.forward_node(high, 2 * j + 1, right));
        } else if size > BLOCK {
            forward_four(f, [table[j], table[2 * j], table[2 * j + 1]], p);
            for (i, quarter) in f.chunks_exact_mut(size / 4).enumerate() {
                self.forward_node(quarter, 4 * j + i, 1);
            }
        } else {
            let (mut size, mut first) = (size, j);
            while size > 4 {
                for (j, node) in (first..).zip(f.chunks_exact_mut(size)) {
                    forward_four(node, [table[j], table[2 * j], table[2 * j + 1]], p);
                }
                (size, first) = (size / 4, 4 * first);
            }
            if size == 4 {
                for (j, node) in (first..).zip(f.chunks_exact_mut(4)) {
                    forward_four(node, [table[j], table[2 * j], table[2 * j + 1]], p);
                }
            } else if size == 2 {
                for (twiddle, node) in table[first..].iter().zip(f.chunks_exact_mut(2)) {
                    let (low, high) = node.split_at_mut(1);
                    forward_two(low, high, *twiddle, p);
                }
            }
        }
    }

    fn inverse_node(&self, f: &mut [u64], j: usize, threads: usize) {
        let p = self.ring.modulus();
        let size = f.len();
        if threads > 1 && size >= PARALLEL {
            let (low, high) = f.split_at_mut(size / 2);
            let (left, right) = (threads - threads / 2, threads / 2);
            join(threads, || self.inverse_node(low, 2 * j, left), || self.inverse_node(high, 2 * j + 1, right));
            in_parts(low, high, threads, &|low, high| inverse_two(low, high, self.mirrored(j), p));
        } else if size > BLOCK {
            for (i, quarter) in f.chunks_exact_mut(size / 4).enumerate() {
                self.inverse_node(quarter, 4 * j + i, 1);
            }
            inverse_four(f, self.mirrored_three(j), p);
        } else {
            // The levels of the forward map, backwards.
            let odd = size.trailing_zeros() % 2 == 1;
            let mut level = if odd { 2 } else { 4 };
            if odd {
                for (j, node) in (j * (size / 2)..).zip(f.chunks_exact_mut(2)) {
                    let (low, high) = node.split_at_mut(1);
                    inverse_two(low, high, self.mirrored(j), p);
                }
                level = 8;
            }
            while level <= size {
                for (j, node) in (j * (size / level)..).zip(f.chunks_exact_mut(level)) {
                    inverse_four(node, self.mirrored_three(j), p);
                }
                level *= 4;
            }
        }
    }

    /// `-T_j^(-1)`: bit-reversed order mirrors each block `[2^t, 2^(t+1))` of the table.
    #[inline]
    fn mirrored(&self, j: usize) -> Shoup {
        if j == 0 { self.minus_one } else { self.twiddles[3 * (1 << j.ilog2()) - 1 - j] }
    }

    #[inline]
    fn mirrored_three(&self, j: usize) -> [Shoup; 3] {
        [self.mirrored(j), self.mirrored(2 * j), self.mirrored(2 * j + 1)]
    }
}

/// `out <- step from`, made ready to act.
fn multiples(ring: &Modular, out: &mut [Shoup], from: &[Shoup], step: &Shoup, threads: usize) {
    if threads > 1 && out.len() >= PARALLEL {
        let middle = out.len() / 2;
        let ((out, high), (from, upper)) = (out.split_at_mut(middle), from.split_at(middle));
        let (left, right) = (threads - threads / 2, threads / 2);
        join(threads, || multiples(ring, out, from, step, left), || multiples(ring, high, upper, step, right));
        return;
    }
    for (twiddle, base) in out.iter_mut().zip(from) {
        let mut power = base.factor;
        ring.apply(&mut power, step);
        *twiddle = ring.prepare(&power);
    }
}

/// Applies `f` to matching parts of the two slices, on up to `threads` threads.
fn in_parts(a: &mut [u64], b: &mut [u64], threads: usize, f: &(impl Fn(&mut [u64], &mut [u64]) + Sync)) {
    if threads <= 1 || a.len() < PARALLEL / 2 {
        return f(a, b);
    }
    let middle = a.len().min(b.len()) / 2;
    let ((a0, a1), (b0, b1)) = (a.split_at_mut(middle), b.split_at_mut(middle));
    let (left, right) = (threads - threads / 2, threads / 2);
    join(threads, || in_parts(a0, b0, left, f), || in_parts(a1, b1, right, f));
}

#[cfg(test)]
mod tests;
