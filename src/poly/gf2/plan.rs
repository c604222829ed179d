//! A product with precomputed tables.

use super::{Engine, Multiplier, OUTPUT, SCRATCH, WHAT, product_len};
use crate::{
    Error, Result,
    conv::buffer,
    kernel::gf2x::{Level, Transform},
};
use alloc::vec::Vec;

/// A plan for products of factors of two fixed lengths: it holds all data that depends only on the lengths.
///
/// ```
/// use ringfft::poly::gf2::{self, Multiplier};
///
/// let plan = Multiplier::default().plan(700, 600)?;
/// let (a, b) = (vec![5; 700], vec![3; 600]);
/// let (mut out, mut scratch) = (vec![0; 1300], vec![0; plan.scratch_len()]);
/// plan.multiply_into(&a, &b, &mut out, &mut scratch)?;
/// assert_eq!(out, gf2::multiply(&a, &b)?);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct ProductPlan {
    lens: [usize; 2],
    level: Level,
    engine: Engine,
    transform: Option<Transform>,
    scratch_len: usize,
}

impl ProductPlan {
    pub(super) fn new(multiplier: &Multiplier, a: usize, b: usize) -> Result<Self> {
        let level = Level::new(multiplier.isa)?;
        let len = product_len(a, b)?;
        let engine = multiplier.way(level, a, b, true);
        let scratch_len = engine.scratch_len(a, b);
        multiplier.check_memory(len, scratch_len, engine.table_bytes(a, b))?;
        let transform = match engine {
            Engine::AdditiveFft => Some(Transform::new(level, a, b, multiplier.threads.resolve())?),
            _ => None,
        };
        Ok(ProductPlan { lens: [a, b], level, engine, transform, scratch_len })
    }

    /// Returns the engine that was chosen; never [`Engine::Auto`].
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// Returns the words of scratch that [`multiply_into`](Self::multiply_into) needs.
    pub fn scratch_len(&self) -> usize {
        self.scratch_len
    }

    /// Computes `out <- a b`, without asking for memory. The earlier contents of `out` and `scratch` do not matter.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `a` and `b` have the plan's lengths, `out` their sum, and `scratch` at least
    /// [`scratch_len`](Self::scratch_len).
    pub fn multiply_into(&self, a: &[u64], b: &[u64], out: &mut [u64], scratch: &mut [u64]) -> Result<()> {
        Error::check_len("first factor of a product over GF(2)", self.lens[0], a.len())?;
        Error::check_len("second factor of a product over GF(2)", self.lens[1], b.len())?;
        Error::check_len(OUTPUT, self.lens[0] + self.lens[1], out.len())?;
        Error::check_at_least(SCRATCH, self.scratch_len, scratch.len())?;
        match (&self.transform, self.engine) {
            (Some(transform), _) => transform.multiply_into(out, a, b, scratch)?,
            (None, Engine::Schoolbook) => self.level.schoolbook(out, a, b),
            (None, _) => self.level.karatsuba(out, a, b, scratch),
        }
        Ok(())
    }

    /// Returns `a b`.
    ///
    /// # Errors
    /// As [`multiply_into`](Self::multiply_into); [`Error::Memory`].
    pub fn multiply(&self, a: &[u64], b: &[u64]) -> Result<Vec<u64>> {
        let mut out = buffer(WHAT, self.lens[0] + self.lens[1], &0)?;
        let mut scratch = buffer(SCRATCH, self.scratch_len, &0)?;
        self.multiply_into(a, b, &mut out, &mut scratch)?;
        Ok(out)
    }
}
