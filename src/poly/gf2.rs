//! Polynomials over GF(2), a bit to a coefficient: product, square, middle product.
//!
//! ```
//! use ringfft::poly::gf2;
//!
//! // (x^64 + x + 1)(x + 1) = x^65 + x^64 + x^2 + 1
//! assert_eq!(gf2::multiply(&[3, 1], &[3])?, [5, 3, 0]);
//! assert_eq!(gf2::square(&[0b1011])?, [0b1000101, 0]);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! A polynomial is a slice of `u64` words: bit `i` of word `j` is the coefficient of `x^(64 j + i)`. Words of zeros are neither
//! added nor removed: a product has `a.len() + b.len()` words, and the empty slice is the zero polynomial. The
//! hexadecimal text of such a slice is that of [`integer::from_hexadecimal`](crate::integer::from_hexadecimal).
//!
//! # Which way
//! | words of the shorter factor | engine | cost of `n` by `n` words |
//! |---|---|---|
//! | 1 to 16 | [`Engine::Schoolbook`], in registers | `n^2` carry-less products of words |
//! | up to hundreds | [`Engine::Karatsuba`] | about `n^1.585` |
//! | from there on | [`Engine::AdditiveFft`] | three additive transforms, `O(n lg n)` |
//!
//! A square is the bits of its root spread out, `O(n)`. Every engine is exact at every length, equal and unequal, and gives
//! the same words on every instruction set. No branch and no address depends on the coefficients, so the time depends on
//! lengths alone.
//!
//! # Tables
//! Transforms need tables of twiddles, small beside the factors, which [`multiply`] and [`multiply_into`] make anew each time. A
//! [`ProductPlan`] keeps them.

pub(crate) mod check;
mod plan;

pub use check::verify_product;
pub use plan::ProductPlan;

pub use crate::kernel::isa::Isa;

use crate::{
    Error, Result,
    conv::buffer,
    kernel::gf2x::{self, Level, Transform},
    plan::Threads,
};
use alloc::vec::Vec;
use core::{fmt, str::FromStr};

/// The algorithm that computes a product.
///
/// [`Multiplier::engine`] takes it; [`Multiplier`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Engine {
    /// The fastest for the lengths.
    #[default]
    Auto,
    /// Row by row.
    Schoolbook,
    /// Karatsuba's method down to a few words.
    Karatsuba,
    /// An additive transform over a binary field.
    AdditiveFft,
}

impl Engine {
    /// Every engine.
    pub const ALL: &'static [Engine] = &[Engine::Auto, Engine::Schoolbook, Engine::Karatsuba, Engine::AdditiveFft];

    /// Returns the name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Schoolbook => "schoolbook",
            Engine::Karatsuba => "karatsuba",
            Engine::AdditiveFft => "additive-fft",
        }
    }

    #[inline]
    fn scratch_len(self, a: usize, b: usize) -> usize {
        match self {
            Engine::Schoolbook => 0,
            Engine::AdditiveFft => gf2x::transform_scratch_len(a, b),
            Engine::Auto | Engine::Karatsuba => gf2x::karatsuba_scratch_len(a, b),
        }
    }

    fn table_bytes(self, a: usize, b: usize) -> usize {
        if self == Engine::AdditiveFft { gf2x::transform_table_bytes(a, b) } else { 0 }
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
            expected: "the name of an engine: auto, schoolbook, karatsuba or additive-fft",
            found: text.chars().take(40).collect(),
            source: None,
        })
    }
}

/// A product of polynomials with options: the fastest engine and instruction set, all threads, and no limit of memory by default.
///
/// ```
/// use ringfft::poly::gf2::{Engine, Isa, Multiplier};
///
/// let portable = Multiplier::new().engine(Engine::Karatsuba).isa(Isa::Scalar);
/// assert_eq!(portable.multiply(&[3; 40], &[1])?, Multiplier::default().multiply(&[3; 40], &[1])?);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[must_use = "options do nothing until a product is computed"]
pub struct Multiplier {
    engine: Engine,
    isa: Isa,
    threads: Threads,
    memory_limit: Option<u64>,
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

    /// Sets the instruction set.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.isa = isa;
        self
    }

    /// Sets the number of threads. The words of the product do not depend on it.
    pub fn threads(mut self, threads: Threads) -> Self {
        self.threads = threads;
        self
    }

    /// Sets the most bytes that output, scratch and tables of the allocating functions may take together.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.memory_limit = Some(bytes);
        self
    }

    /// Computes `a b`, `a.len() + b.len()` words.
    ///
    /// # Errors
    /// [`Error::Memory`]; [`Error::Unsupported`] where this machine lacks the instruction set or the engine asked for.
    pub fn multiply(&self, a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
        if core::ptr::eq(a, b) {
            return self.square(a);
        }
        let len = product_len(a.len(), b.len())?;
        let way = self.way(Level::new(self.isa)?, a.len(), b.len(), false);
        let scratch_len = way.scratch_len(a.len(), b.len());
        self.check_memory(len, scratch_len, way.table_bytes(a.len(), b.len()))?;
        let (mut out, mut scratch) = (buffer(WHAT, len, &0)?, buffer(SCRATCH, scratch_len, &0)?);
        self.multiply_into(a, b, &mut out, &mut scratch)?;
        Ok(out)
    }

    /// Computes `out <- a b`. The earlier contents of `out` and `scratch` do not matter.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `out` has `a.len() + b.len()` words and `scratch` at least
    /// [`scratch_len`](Multiplier::scratch_len); [`Error::Unsupported`] as [`multiply`](Multiplier::multiply).
    pub fn multiply_into(&self, a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64]) -> Result<()> {
        let level = Level::new(self.isa)?;
        if matches!(self.engine, Engine::Auto | Engine::Karatsuba) && level.short(out, a, b) {
            return Ok(());
        }
        self.multiply_checked(level, out, a, b, scratch)
    }

    /// Computes the product apart, so that the shortest products do not pay for the stack of its errors.
    #[inline(never)]
    fn multiply_checked(&self, level: Level, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) -> Result<()> {
        Error::check_len(OUTPUT, product_len(a.len(), b.len())?, out.len())?;
        let way = self.way(level, a.len(), b.len(), false);
        Error::check_at_least(SCRATCH, way.scratch_len(a.len(), b.len()), scratch.len())?;
        match way {
            Engine::Schoolbook => level.schoolbook(out, a, b),
            Engine::AdditiveFft => return self.by_transform(level, out, a, b, scratch),
            Engine::Auto | Engine::Karatsuba => level.karatsuba(out, a, b, scratch),
        }
        Ok(())
    }

    /// Computes the product by a transform, apart for the stack of its tables.
    #[inline(never)]
    fn by_transform(&self, level: Level, out: &mut [u64], a: &[u64], b: &[u64], scratch: &mut [u64]) -> Result<()> {
        Transform::new(level, a.len(), b.len(), self.threads.resolve())?.multiply_into(out, a, b, scratch)
    }

    /// Returns the engine for these lengths, with tables made beforehand or not: any but [`Engine::Auto`].
    #[inline]
    fn way(&self, level: Level, a: usize, b: usize, planned: bool) -> Engine {
        match self.engine {
            Engine::Auto if level.transform_pays(a, b, planned) => Engine::AdditiveFft,
            Engine::AdditiveFft if a == 0 || b == 0 => Engine::Karatsuba,
            Engine::Auto => Engine::Karatsuba,
            engine => engine,
        }
    }

    /// Creates a plan with the tables for products of factors of these lengths, in words.
    ///
    /// # Errors
    /// As [`multiply`](Multiplier::multiply).
    pub fn plan(&self, a: usize, b: usize) -> Result<ProductPlan> {
        ProductPlan::new(self, a, b)
    }

    /// Returns the words of scratch for factors of these lengths in words, in either order.
    #[inline]
    pub fn scratch_len(&self, a: usize, b: usize) -> usize {
        // The product itself reports a missing instruction set.
        Level::new(self.isa).map_or(0, |level| self.way(level, a, b, false).scratch_len(a, b))
    }

    /// Computes `a^2`, `2 a.len()` words: the bits of `a` with zeros between.
    ///
    /// # Errors
    /// As [`multiply`](Multiplier::multiply).
    pub fn square(&self, a: &[u64]) -> Result<Vec<u64>> {
        let len = product_len(a.len(), a.len())?;
        self.check_memory(len, 0, 0)?;
        let mut out = buffer(WHAT, len, &0)?;
        self.square_into(a, &mut out)?;
        Ok(out)
    }

    /// Computes `out <- a^2`.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `out` has `2 a.len()` words; [`Error::Unsupported`] where this machine lacks the
    /// instruction set.
    pub fn square_into(&self, a: &[u64], out: &mut [u64]) -> Result<()> {
        Error::check_len(OUTPUT, product_len(a.len(), a.len())?, out.len())?;
        Level::new(self.isa)?.square(out, a);
        Ok(())
    }

    /// Computes the words `m - 1` to `n - 1` of `a b`, with `m` the lesser and `n` the greater number of words. The result
    /// is empty if a factor is empty. The coefficients `64 m - 1` to `64 n - 1` among them are those to which every
    /// coefficient of the shorter factor contributes.
    ///
    /// Cost: the whole product.
    ///
    /// # Errors
    /// As [`multiply`](Multiplier::multiply).
    pub fn middle_product(&self, a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
        let (short, long) = (a.len().min(b.len()), a.len().max(b.len()));
        if short == 0 {
            return Ok(Vec::new());
        }
        let mut product = self.multiply(a, b)?;
        product.truncate(long);
        product.drain(..short - 1);
        Ok(product)
    }

    fn check_memory(&self, out: usize, scratch: usize, tables: usize) -> Result<()> {
        let needed = (out as u128 + scratch as u128) * 8 + tables as u128;
        match self.memory_limit {
            Some(limit) if needed > u128::from(limit) => Err(Error::Memory { what: WHAT, needed, limit: Some(limit) }),
            _ => Ok(()),
        }
    }
}

/// Computes `a b`, `a.len() + b.len()` words, by the fastest engine.
///
/// ```
/// // (x + 1) (x^2 + 1) = x^3 + x^2 + x + 1
/// assert_eq!(ringfft::poly::gf2::multiply(&[0b11], &[0b101])?, [0b1111, 0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::multiply`].
pub fn multiply(a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
    Multiplier::default().multiply(a, b)
}

/// Computes `out <- a b` by the fastest engine, with [`scratch_len`] words of scratch.
///
/// ```
/// use ringfft::poly::gf2;
///
/// let (mut out, mut scratch) = ([0; 2], vec![0; gf2::scratch_len(1, 1)]);
/// gf2::multiply_into(&[0b11], &[0b101], &mut out, &mut scratch)?;
/// assert_eq!(out, [0b1111, 0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::multiply_into`].
pub fn multiply_into(a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64]) -> Result<()> {
    Multiplier::default().multiply_into(a, b, out, scratch)
}

/// Returns the words of scratch that [`multiply_into`] needs for factors of these lengths, in either order.
///
/// [`multiply_into`] has an example.
#[inline]
pub fn scratch_len(a: usize, b: usize) -> usize {
    Multiplier::default().scratch_len(a, b)
}

/// Computes `a^2`, `2 a.len()` words.
///
/// ```
/// // (x + 1)^2 = x^2 + 1
/// assert_eq!(ringfft::poly::gf2::square(&[0b11])?, [0b101, 0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::square`].
pub fn square(a: &[u64]) -> Result<Vec<u64>> {
    Multiplier::default().square(a)
}

/// Computes `out <- a^2`.
///
/// ```
/// let mut out = [0; 2];
/// ringfft::poly::gf2::square_into(&[0b11], &mut out)?;
/// assert_eq!(out, [0b101, 0]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::square_into`].
pub fn square_into(a: &[u64], out: &mut [u64]) -> Result<()> {
    Multiplier::default().square_into(a, out)
}

/// Computes the words `m - 1` to `n - 1` of `a b`: see [`Multiplier::middle_product`].
///
/// ```
/// use ringfft::poly::gf2;
///
/// let (a, b) = ([1, 2], [3, 4, 5]);
/// assert_eq!(gf2::middle_product(&a, &b)?, gf2::multiply(&a, &b)?[1..3]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`Multiplier::middle_product`].
pub fn middle_product(a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
    Multiplier::default().middle_product(a, b)
}

const WHAT: &str = "a product of polynomials over GF(2)";
const OUTPUT: &str = "output of a product of polynomials over GF(2)";
const SCRATCH: &str = "scratch of a product of polynomials over GF(2)";

fn product_len(a: usize, b: usize) -> Result<usize> {
    a.checked_add(b).ok_or(Error::Length {
        what: WHAT,
        len: usize::MAX,
        possible: "the lengths of both factors together must fit an address",
    })
}
