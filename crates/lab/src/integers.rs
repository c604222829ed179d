//! Products and squares of integers as rings of the laboratory: the length is the number of bits of a factor.
//!
//! The algorithms are the engines of [`Multiplier`]. Before a product is timed, all of its limbs are compared with those
//! of another engine: transforms modulo primes against transforms of floats, every other engine against transforms
//! modulo primes. Where there is no memory for the other engine, the product is checked modulo random primes.

use crate::{
    choice::Choice,
    contestant::{Ask, Prepared, Runner},
    error::{Error, Result},
    ring::TimedRing,
    settings::limits,
    task::INTEGERS,
};
use ringfft::{
    arith::Seed,
    integer::{Engine, Explanation, Multiplier, verify_product},
    plan::{Isa, Threads},
};
use ringfft_testing::{Random, Tally};

/// The bytes of a limb.
const LIMB: u64 = 8;

/// The integers, with products or squares.
pub(crate) struct IntegerRing {
    square: bool,
}

impl IntegerRing {
    /// Creates the ring of one of the names in [`INTEGERS`].
    pub(crate) fn new(name: &str) -> Self {
        IntegerRing { square: name != INTEGERS[0] }
    }
}

impl TimedRing for IntegerRing {
    fn prepare(&self, ask: &Ask<'_>, choice: &Choice) -> Result<Prepared> {
        let (ring, bits, square) = (&ask.task.ring, ask.task.len(), self.square);
        let engine = choice.engine().ok_or_else(|| {
            Error::input(format!(
                "{choice} is a choice of transforms, and {ring} has products: take auto, schoolbook, karatsuba, primes or floating"
            ))
        })?;
        if ask.task.shape.len() != 1 || ask.task.batch != 1 || ask.isa != Isa::Auto {
            return Err(Error::input(format!(
                "{ring} has one product a call, with its own choice of instructions: leave out arrays, --batch, --total and --isa"
            )));
        }
        let len = ask.task.elements();
        let multiplier = Multiplier::new().engine(engine).threads(Threads::AtMost(ask.threads));
        let explanation = multiplier.explain(len, len, square)?;
        let other = if explanation.engine == Engine::Primes { Engine::Floating } else { Engine::Primes };
        let check = Multiplier::new().engine(other).threads(Threads::AtMost(ask.threads));
        // Two factors and the product.
        let needed = 4 * len as u128 * u128::from(LIMB) + explanation.scratch_bytes;
        limits(ring, ask, needed)?;
        let more = 2 * len as u128 * u128::from(LIMB) + check.explain(len, len, square)?.scratch_bytes;
        let check = (needed + more <= u128::from(ask.memory)).then_some(check);
        let mut random = Random::new(ask.seed);
        let a = number(bits, &mut random);
        let b = if square { Vec::new() } else { number(bits, &mut random) };
        Ok(Prepared {
            recipe: recipe(&explanation),
            order: "low limb first".into(),
            // Products have no plan. The first one of a length makes tables, which is not timed.
            plan_seconds: 0.0,
            table_bytes: None,
            scratch_bytes: u64::try_from(explanation.scratch_bytes).unwrap_or(u64::MAX),
            element_bytes: LIMB,
            complex: false,
            runner: Box::new(Product { multiplier, check, seed: ask.seed, a, b, square, out: vec![0; 2 * len] }),
        })
    }

    fn count(&self, _: &Ask<'_>, _: &Choice) -> Option<Tally> {
        None
    }
}

/// Returns the engine and its transforms as text.
fn recipe(explanation: &Explanation) -> String {
    let engine = explanation.engine;
    match &explanation.transforms {
        None => engine.to_string(),
        Some(transforms) => {
            let each = match transforms.primes.len() {
                0 => String::new(),
                primes => format!(" modulo each of {primes} primes"),
            };
            format!("{engine}: {} transforms of length {}{each}", transforms.count, transforms.len)
        }
    }
}

/// Draws a number of exactly so many bits, at least one.
fn number(bits: usize, random: &mut Random) -> Vec<u64> {
    let mut number: Vec<u64> = (0..bits.div_ceil(64)).map(|_| random.bits()).collect();
    let top = (bits.max(1) - 1) % 64;
    if let Some(last) = number.last_mut() {
        *last = *last >> (63 - top) | 1 << top;
    }
    number
}

/// A product with its factors.
struct Product {
    multiplier: Multiplier,
    /// The engine that the product is compared with; `None` if there is no memory for it.
    check: Option<Multiplier>,
    seed: u64,
    a: Vec<u64>,
    /// Empty for squares.
    b: Vec<u64>,
    square: bool,
    out: Vec<u64>,
}

impl Product {
    fn by(&self, multiplier: &Multiplier, out: &mut [u64]) -> Result<()> {
        if self.square {
            multiplier.square_into(&self.a, out)?;
        } else {
            multiplier.multiply_into(&self.a, &self.b, out)?;
        }
        Ok(())
    }
}

impl Runner for Product {
    fn run(&mut self) -> Result<()> {
        let mut out = std::mem::take(&mut self.out);
        let done = self.by(&self.multiplier, &mut out);
        self.out = out;
        done
    }

    fn refresh(&mut self) {}

    fn error(&mut self) -> Result<Option<f64>> {
        self.run()?;
        let right = match &self.check {
            Some(check) => {
                let mut wanted = vec![0; self.out.len()];
                self.by(check, &mut wanted)?;
                self.out == wanted
            }
            None => {
                let b = if self.square { &self.a } else { &self.b };
                verify_product(&self.a, b, &self.out, Seed::Fixed(self.seed)).is_ok()
            }
        };
        if right {
            return Ok(Some(0.0));
        }
        let len = self.a.len();
        Err(Error::Verification(format!("a product of factors of {len} limbs is not that of another engine")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_exactly_so_many_bits() {
        for bits in [1, 2, 63, 64, 65, 128, 1000] {
            let number = number(bits, &mut Random::new(3));
            let top = number.last().unwrap();
            assert_eq!(64 * number.len() - top.leading_zeros() as usize, bits);
        }
    }
}
