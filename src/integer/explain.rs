//! Explains which engine, transforms and memory a product takes, and why.

use super::{
    Engine, Multiplier, floating, product_len,
    transform::{Form, primes_of},
};
use crate::{
    Result,
    arith::karatsuba::{Base, scratch_len},
    conv::word,
    kernel::limbs::Level,
};
use alloc::{string::String, vec::Vec};
use core::fmt;

/// The way of a product of integers, chosen for lengths on this machine: engine, transforms, memory and threads.
///
/// ```
/// use ringfft::integer::{Engine, Multiplier};
///
/// let explanation = Multiplier::default().explain(100_000, 100_000, false)?;
/// assert_eq!(explanation.engine, Engine::Primes);
/// assert!(explanation.to_string().starts_with("primes: "));
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The engine that is taken: never [`Engine::Auto`].
    pub engine: Engine,
    /// The transforms, if there are some.
    pub transforms: Option<Transforms>,
    /// The bytes of scratch. Tables are not counted.
    pub scratch_bytes: u128,
    /// The most threads.
    pub threads: usize,
    /// The reason, in a sentence.
    pub why: String,
}

/// The transforms of a product.
///
/// It is part of an [`Explanation`], which has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Transforms {
    /// Elements of a transform.
    pub len: usize,
    /// The primes, each with its own transforms; none where the numbers are complex.
    pub primes: Vec<u64>,
    /// Slices that the longer factor is cut into; 1 if it is not cut.
    pub slices: usize,
    /// The number of transforms, modulo each prime.
    pub count: usize,
}

impl Multiplier {
    /// Returns the engine, lengths and memory of a product of factors of `a_len` and `b_len` limbs on this machine. For
    /// a square `b_len` is ignored.
    ///
    /// No product is computed.
    ///
    /// # Errors
    /// As [`multiply`](Self::multiply).
    pub fn explain(&self, a_len: usize, b_len: usize, square: bool) -> Result<Explanation> {
        let b_len = if square { a_len } else { b_len };
        product_len(a_len, b_len)?;
        let limbs @ [short, long] = [a_len.min(b_len), a_len.max(b_len)];
        let threads = self.threads.resolve();
        let lanes = word::lanes()?;
        if self.through_primes(limbs, square)? {
            let form = Form::new(limbs, square)?;
            let slices = if form.sliced { long.div_ceil(form.len - short + 1) } else { 1 };
            let count = if square { 2 } else { 1 + 2 * slices };
            let primes = primes_of(short, form.len)?;
            let reason = if self.engine == Engine::Primes {
                String::from("the engine was named")
            } else {
                alloc::format!("with {lanes} lanes transforms are faster from here on (measured)")
            };
            let slices_why = if slices > 1 {
                "; one transform of the shorter factor serves every slice of the longer one"
            } else {
                ""
            };
            return Ok(Explanation {
                engine: Engine::Primes,
                transforms: Some(Transforms { len: form.len, primes, slices, count }),
                scratch_bytes: 8 * form.scratch as u128,
                threads,
                why: reason + slices_why,
            });
        }
        if self.engine == Engine::Floating && short > 0 {
            let (bits, len) = floating::shape(short, long)?;
            return Ok(Explanation {
                engine: Engine::Floating,
                transforms: Some(Transforms {
                    len: len / 2,
                    primes: Vec::new(),
                    slices: 1,
                    count: if square { 2 } else { 3 },
                }),
                scratch_bytes: floating::bytes(len, square),
                threads,
                why: alloc::format!("the engine was named; the error of digits of {bits} bits is below one half"),
            });
        }
        let level = Level::automatic()?;
        let crossover = level.crossover(square);
        let (engine, why) = match self.engine {
            Engine::Schoolbook => (Engine::Schoolbook, String::from("the engine was named")),
            _ if short < crossover => {
                (Engine::Schoolbook, alloc::format!("the shorter factor has fewer than {crossover} limbs (measured)"))
            }
            Engine::Karatsuba => (Engine::Karatsuba, String::from("the engine was named")),
            _ => (
                Engine::Karatsuba,
                alloc::format!("from {crossover} limbs on, until transforms pay with {lanes} lanes (measured)"),
            ),
        };
        let scratch = if engine == Engine::Karatsuba { scratch_len(short) } else { 0 };
        Ok(Explanation { engine, transforms: None, scratch_bytes: 8 * scratch as u128, threads: 1, why })
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.engine)?;
        if let Some(Transforms { len, primes, slices, count }) = &self.transforms {
            match primes.len() {
                0 => write!(f, "{count} transforms of {len} complex numbers")?,
                primes => write!(f, "{count} transforms of {len} words modulo each of {primes} primes")?,
            }
            if *slices > 1 {
                write!(f, ", the longer factor in {slices} slices")?;
            }
            write!(f, "; ")?;
        }
        write!(
            f,
            "{} bytes of scratch, {} thread{}",
            self.scratch_bytes,
            self.threads,
            if self.threads == 1 { "" } else { "s" }
        )?;
        write!(f, ": {}", self.why)
    }
}
