//! Integers: limbs in, limbs out.
//!
//! ```
//! use ringfft::{arith::Seed, integer};
//!
//! let a = integer::from_decimal("340282366920938463463374607431768211455")?;
//! let square = integer::square(&a)?;
//! assert_eq!(square, [1, 0, u64::MAX - 1, u64::MAX]);
//! integer::verify_product(&a, &a, &square, Seed::System)?;
//! assert_eq!(integer::to_hexadecimal(&a)?, "ffffffffffffffffffffffffffffffff");
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! A natural number is a slice of `u64` limbs, low limb first. Leading zero limbs, at its end, are allowed in, and the
//! empty slice is zero. Functions that return a `Vec` return no leading zero limbs; functions that write into a slice
//! of the caller's fill all of it.
//!
//! # Which way
//! | limbs of the shorter factor | engine | cost of `n` by `n` limbs |
//! |---|---|---|
//! | below 24; 48 with ADX, 144 with AVX-512 IFMA | rows, as [`Engine::Schoolbook`], compiled for the processor | `n^2` word products, about half for a square |
//! | hundreds | [`Engine::Karatsuba`] over those | about `n^1.585` |
//! | from there on | [`Engine::Primes`] | nine transforms of words, `O(n lg n)` |
//! | by name alone | [`Engine::Floating`] | three complex transforms of `4 n` to `10 n` numbers |
//!
//! Every engine is exact at every length that memory allows, and gives the same limbs for every number of
//! threads. A long factor is cut into slices for a short one, which is transformed once; [`Multiplier::prepare`] keeps those transforms
//! for many products.
//!
//! [`inner_product`] adds products before the inverse transform; [`matrix::Integers`](crate::matrix::Integers) are
//! matrices, whose entries are transformed once.
//!
//! # Memory
//! A product through transforms takes four words of memory for each word of the product, a square three. It takes up to
//! half as many again where its length lies just above that of a transform. Of these, 16 MiB are kept for the next
//! product, and tables of the transforms up to `2^20` elements: 24 MiB for the longest.
//!
//! [`Multiplier::multiply_with_scratch`] uses the caller's memory; [`Multiplier::explain`] returns how much it needs.
//!
//! [`multiply_modulo`] computes residues modulo `2^N - 1` and `2^N + 1` by transforms of their own length,
//! [`Multiplier::multiply_low`] and [`Multiplier::multiply_high`] halves of products. [`divide`] and [`square_root`]
//! use products. Decimal digits are read and printed in `O(M(n) lg n)`, `M(n)` the cost of a product: parts of a number
//! are merged by products with one power a level.

#[cfg(feature = "num-bigint")]
mod bigint;
pub(crate) mod decimal;
pub(crate) mod decimal_words;
pub(crate) mod division;
mod explain;
pub(crate) mod fixed;
#[cfg_attr(not(feature = "complex"), path = "without_floating.rs")]
pub(crate) mod floating;
mod halves;
pub(crate) mod inner;
mod mixed_radix;
mod parted;
mod pieces;
mod prepared;
mod remainders;
mod reuse;
pub(crate) mod root;
mod special;
pub(crate) mod text;
mod transform;
pub(crate) mod verify;
pub(crate) mod weighted;

#[cfg(feature = "num-bigint")]
pub use bigint::BigProduct;
pub use division::divide;
pub use explain::{Explanation, Transforms};
pub use inner::{Signed, inner_product};
pub use prepared::Prepared;
pub use root::square_root;
pub use special::{SpecialModulus, multiply_modulo};
pub use text::{from_decimal, from_hexadecimal, to_decimal, to_hexadecimal};
pub use verify::{verify_product, verify_product_modulo};

use crate::{
    Error, Result,
    arith::{
        karatsuba::{self, Base},
        limbs,
    },
    conv::{buffer, word},
    kernel::limbs::{Level, small_product, small_square},
    plan::Threads,
};
use alloc::vec::Vec;
use core::{fmt, str::FromStr};
use limbs::trimmed;
use pieces::{by_karatsuba, in_scratch};
use transform::Factors;

/// The algorithm that computes a product.
///
/// [`Multiplier::engine`] takes it; the example of [`Multiplier`] names one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Engine {
    /// The fastest for the lengths.
    #[default]
    Auto,
    /// Row by row.
    Schoolbook,
    /// Karatsuba's method down to short lengths.
    Karatsuba,
    /// Transforms modulo three word primes.
    Primes,
    /// Complex transforms of floats, with digits so short that rounding is proven right. It needs the feature `complex`.
    Floating,
}

impl Engine {
    /// Every engine.
    pub const ALL: &'static [Engine] =
        &[Engine::Auto, Engine::Schoolbook, Engine::Karatsuba, Engine::Primes, Engine::Floating];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Schoolbook => "schoolbook",
            Engine::Karatsuba => "karatsuba",
            Engine::Primes => "primes",
            Engine::Floating => "floating",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Engine {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        Engine::ALL.iter().copied().find(|engine| engine.name() == text).ok_or_else(|| Error::Parse {
            expected: "the name of an engine: auto, schoolbook, karatsuba, primes or floating",
            found: text.chars().take(40).collect(),
            source: None,
        })
    }
}

/// The least limbs, by lanes of vectors, from which transforms pay (measured).
struct Crossover {
    /// For factors of about equal length.
    product: usize,
    square: usize,
    /// For the shorter of two factors, where it is transformed once for slices of one from [`SLICES`] times as long.
    slices: usize,
}

/// A factor this many times as long as the other is cut.
const SLICES: usize = 3;

/// Returns whether transforms pay for factors of this many limbs, the shorter one first.
fn transforms_pay([short, long]: [usize; 2], square: bool) -> Result<bool> {
    // Below all crossovers the machine is not asked.
    if short < 90 {
        return Ok(false);
    }
    let crossover = match word::lanes()? {
        8 if !Level::automatic()?.has_digits() => Crossover { product: 250, square: 250, slices: 90 },
        8 => Crossover { product: 440, square: 480, slices: 210 },
        4 => Crossover { product: 230, square: 230, slices: 130 },
        _ => Crossover { product: 1600, square: 1450, slices: 700 },
    };
    Ok(short >= if square { crossover.square } else { crossover.product }
        || long / SLICES >= short && short >= crossover.slices)
}

/// Products, and functions built from them, with options: the fastest engine and all threads by default.
///
/// ```
/// use ringfft::{integer::{Engine, Multiplier}, plan::Threads};
///
/// let multiplier = Multiplier::new().engine(Engine::Primes).threads(Threads::AtMost(1));
/// assert_eq!(multiplier.multiply(&[u64::MAX; 2], &[3])?, [u64::MAX - 2, u64::MAX, 2]);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[must_use = "options do nothing until a product is computed"]
pub struct Multiplier {
    engine: Engine,
    threads: Threads,
}

impl Multiplier {
    /// Returns the default options.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the algorithm.
    pub fn engine(mut self, engine: Engine) -> Self {
        self.engine = engine;
        self
    }

    /// Sets the number of threads. The limbs of a product do not depend on it.
    pub fn threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }

    /// Computes `a b`.
    ///
    /// # Errors
    /// [`Error::Memory`]; [`Error::Length`] above 2^40 limbs.
    pub fn multiply(&self, a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
        let (a, b) = (trimmed(a), trimmed(b));
        let mut out = buffer(WHAT, product_len(a.len(), b.len())?, &0)?;
        self.multiply_into(a, b, &mut out)?;
        Ok(without_leading_zeros(out))
    }

    /// Computes `out <- a b`.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `out` has `a.len() + b.len()` limbs; otherwise as
    /// [`multiply`](Self::multiply).
    #[inline]
    pub fn multiply_into(&self, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<()> {
        // Checks take longer than so few products.
        if self.engine == Engine::Auto && small_product(a, b, out) {
            return Ok(());
        }
        self.multiply_long(a, b, out)
    }

    fn multiply_long(&self, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<()> {
        Error::check_len(OUTPUT, product_len(a.len(), b.len())?, out.len())?;
        if core::ptr::eq(a, b) {
            return self.run(&Factors::Square(a), out);
        }
        self.run(&Factors::Two(a, b), out)
    }

    /// Computes `a^2`: faster than `a a`.
    ///
    /// # Errors
    /// As [`multiply`](Self::multiply).
    pub fn square(&self, a: &[u64]) -> Result<Vec<u64>> {
        let a = trimmed(a);
        let mut out = buffer(WHAT, product_len(a.len(), a.len())?, &0)?;
        self.run(&Factors::Square(a), &mut out)?;
        Ok(without_leading_zeros(out))
    }

    /// Computes `out <- a^2`.
    ///
    /// # Errors
    /// As [`multiply_into`](Self::multiply_into).
    #[inline]
    pub fn square_into(&self, a: &[u64], out: &mut [u64]) -> Result<()> {
        if self.engine == Engine::Auto && small_square(a, out) {
            return Ok(());
        }
        self.square_long(a, out)
    }

    fn square_long(&self, a: &[u64], out: &mut [u64]) -> Result<()> {
        Error::check_len(OUTPUT, product_len(a.len(), a.len())?, out.len())?;
        self.run(&Factors::Square(a), out)
    }

    fn run(&self, factors: &Factors<'_>, out: &mut [u64]) -> Result<()> {
        let (short, long) = match *factors {
            Factors::Square(a) => (a, a),
            Factors::Two(a, b) if a.len() <= b.len() => (a, b),
            Factors::Two(a, b) => (b, a),
        };
        if short.is_empty() {
            out.fill(0);
            return Ok(());
        }
        match self.engine {
            Engine::Schoolbook => limbs::schoolbook(short, long, out),
            Engine::Primes => transform::product(factors, out, self.threads.resolve())?,
            Engine::Floating => {
                floating::product(factors, out, self.threads.resolve())?;
            }
            Engine::Auto | Engine::Karatsuba => {
                let (level, square) = (Level::automatic()?, matches!(factors, Factors::Square(_)));
                if self.engine == Engine::Auto && transforms_pay([short.len(), long.len()], square)? {
                    transform::product(factors, out, self.threads.resolve())?;
                } else if short.len() < level.crossover(square) {
                    if square {
                        level.square(short, out);
                    } else {
                        level.multiply(short, long, out);
                    }
                } else if square {
                    in_scratch(short.len(), &mut |scratch| karatsuba::square(short, out, scratch, &level))?;
                } else {
                    by_karatsuba(short, long, out, &level)?;
                }
            }
        }
        Ok(())
    }
}

/// Computes `a b`, by the fastest engine, on all threads.
///
/// ```
/// assert_eq!(ringfft::integer::multiply(&[u64::MAX], &[u64::MAX])?, [1, u64::MAX - 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::multiply`].
pub fn multiply(a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
    Multiplier::default().multiply(a, b)
}

/// Computes `out <- a b`, by the fastest engine, on all threads.
///
/// ```
/// let mut out = [0; 3];
/// ringfft::integer::multiply_into(&[5, 1], &[3], &mut out)?;
/// assert_eq!(out, [15, 3, 0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::multiply_into`].
#[inline]
pub fn multiply_into(a: &[u64], b: &[u64], out: &mut [u64]) -> Result<()> {
    Multiplier::default().multiply_into(a, b, out)
}

/// Computes `a^2`, by the fastest engine, on all threads.
///
/// ```
/// assert_eq!(ringfft::integer::square(&[0, 3])?, [0, 0, 9]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::square`].
pub fn square(a: &[u64]) -> Result<Vec<u64>> {
    Multiplier::default().square(a)
}

const WHAT: &str = "a product of integers";
const OUTPUT: &str = "output of a product of integers";

/// Copies `x` to a list of `len` limbs, at least its own.
fn copied(what: &'static str, x: &[u64], len: usize) -> Result<Vec<u64>> {
    let mut list = buffer(what, len, &0)?;
    list[..x.len()].copy_from_slice(x);
    Ok(list)
}

/// Appends zeros to `x`, up to `len` limbs.
fn lengthen(what: &'static str, x: &mut Vec<u64>, len: usize) -> Result<()> {
    let more = len.saturating_sub(x.len());
    x.try_reserve_exact(more).map_err(|_| Error::Memory { what, needed: len as u128 * 8, limit: None })?;
    x.resize(len, 0);
    Ok(())
}

fn product_len(a: usize, b: usize) -> Result<usize> {
    a.checked_add(b).ok_or(Error::Length { what: WHAT, len: usize::MAX, possible: "the longest is 2^40 limbs" })
}

fn without_leading_zeros(mut x: Vec<u64>) -> Vec<u64> {
    x.truncate(trimmed(&x).len());
    x
}
