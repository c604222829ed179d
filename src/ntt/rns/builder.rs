//! The builder of plans over several primes, and their options.

use super::{RnsLayout, RnsPlan};
use crate::{
    Error, Result,
    conv::Wrap,
    order::Order,
    plan::{Algorithm, Builder, Device, Isa, OnDevice, Options, OverPrimes, Plan, Scale, Threads, least_bytes},
    rings::Modular,
};
use alloc::{boxed::Box, vec::Vec};

/// Collects the options of an [`RnsPlan`].
///
/// ```
/// use ringfft::ntt::{RnsLayout, RnsPlan};
///
/// // Two polynomials of four coefficients modulo two primes: the residues of one coefficient together.
/// let plan = RnsPlan::builder(&[97, 113], 4).polynomials(2, RnsLayout::CoefficientMajor).build()?;
/// assert_eq!(plan.total_len(), 16);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Debug)]
#[must_use = "a builder does nothing until it is built"]
pub struct RnsBuilder {
    moduli: Vec<u64>,
    len: usize,
    wrap: Wrap,
    layout: RnsLayout,
    options: Options,
}

impl RnsBuilder {
    pub(super) fn new(moduli: &[u64], len: usize) -> Self {
        let (wrap, layout, options) = (Wrap::Negacyclic, RnsLayout::default(), Options::default());
        RnsBuilder { moduli: moduli.into(), len, wrap, layout, options }
    }

    /// Reduces modulo `x^n + 1` (the default) or `x^n - 1`.
    pub fn wrap(mut self, wrap: Wrap) -> Self {
        self.wrap = wrap;
        self
    }

    /// Sets the number of polynomials in a slice, and their layout; 1 by default.
    pub fn polynomials(mut self, polynomials: usize, layout: RnsLayout) -> Self {
        self.options.batch = polynomials;
        self.layout = layout;
        self
    }

    /// Sets the order of the values; natural by default. Products of values need no order: bit-reversed spares their transforms the
    /// reordering.
    pub fn order(mut self, order: Order) -> Self {
        self.options.order = order;
        self
    }

    /// Sets the scale; by default the inverse divides by the length.
    pub fn scale(mut self, scale: Scale) -> Self {
        self.options.scale = scale;
        self
    }

    /// Sets the number of threads that the plan may use. The results do not depend on it.
    pub fn threads(mut self, threads: Threads) -> Self {
        self.options.threads = threads;
        self
    }

    /// Sets the instruction set to run on.
    pub fn isa(mut self, isa: Isa) -> Self {
        self.options.isa = isa;
        self
    }

    /// Sets the place of execution; by default the processor. Devices have primes below 2^62, natural order, the scales
    /// [`INVERSE`](Scale::INVERSE) and [`NONE`](Scale::NONE), and all layouts but
    /// [`CoefficientMajor`](RnsLayout::CoefficientMajor): one launch takes all moduli and polynomials.
    pub fn device(mut self, device: Device) -> Self {
        self.options.device = device;
        self
    }

    /// Sets the most bytes that tables and scratch may take.
    pub fn memory_limit(mut self, bytes: u64) -> Self {
        self.options.memory_limit = Some(bytes);
        self
    }

    /// Returns the threads for the rows, and the threads inside each.
    fn threads_of(&self) -> (usize, usize) {
        let threads = self.options.threads.resolve();
        let rows = self.moduli.len().saturating_mul(self.options.batch).max(1);
        let tasks = threads.min(rows);
        (tasks, threads / tasks)
    }

    /// Returns the plan modulo one of the primes, to be built.
    fn limb(&self, modulus: u64) -> Result<Builder<Modular>> {
        let Options { order, scale, isa, memory_limit, .. } = self.options;
        let builder = Plan::builder(prime(modulus)?, self.len)
            .order(order)
            .scale(scale)
            .isa(isa)
            .device(Device::Cpu)
            .threads(Threads::AtMost(self.threads_of().1));
        let builder = match memory_limit {
            Some(bytes) => builder.memory_limit(bytes),
            None => builder,
        };
        Ok(match self.wrap {
            Wrap::Cyclic => builder,
            Wrap::Negacyclic => builder.algorithm(Algorithm::Negacyclic),
        })
    }

    /// Builds the device's part of the plan, as asked, or where it is worth it; `None` leaves the plan to the processor.
    fn on_device(&self, limbs: &[Plan<u64, Modular>]) -> Result<Option<Box<dyn OnDevice<Modular>>>> {
        let Options { order, scale, isa, batch: polynomials, device, .. } = self.options;
        let plain = order == Order::Natural && isa == Isa::Auto && self.layout != RnsLayout::CoefficientMajor;
        let build = || {
            let (len, negacyclic) = (self.len, self.wrap == Wrap::Negacyclic);
            let interleaved = self.layout == RnsLayout::PolynomialMajor;
            let rings = limbs.iter().map(|plan| *plan.module()).collect();
            OverPrimes { len, polynomials, negacyclic, interleaved, scale }.on_device(rings)
        };
        match device {
            Device::Cpu => Ok(None),
            Device::Cuda if plain => build().map(Some),
            Device::Cuda => {
                let what = "a device was asked for, but over several primes devices take the natural order, no instruction set, and \
                            each polynomial's residues side by side";
                Err(Error::Unsupported { what: what.into() })
            }
            _ => {
                let residues = (self.len as u64).saturating_mul(polynomials as u64).saturating_mul(limbs.len() as u64);
                let worth = plain && residues.saturating_mul(size_of::<u64>() as u64) >= least_bytes()?;
                Ok(if worth { build().ok() } else { None })
            }
        }
    }

    /// Builds the plan.
    ///
    /// # Errors
    /// - [`Error::Modulus`] for a modulus that is 0, 1, even or composite, or given before;
    /// - [`Error::NoRoot`] where a prime has no root of order `2n`, or `n` for [`Wrap::Cyclic`]: the largest order is named, and
    ///   [`find_primes`](crate::arith::find_primes) finds primes that have it;
    /// - [`Error::Length`] for a length without such a transform, an empty list of moduli, or no polynomials;
    /// - [`Error::Memory`].
    pub fn build(self) -> Result<RnsPlan> {
        for (what, len) in [("a list of moduli", self.moduli.len()), ("a batch", self.options.batch)] {
            if len == 0 {
                return Err(Error::Length { what, len, possible: "the least length is 1" });
            }
        }
        for (index, &modulus) in self.moduli.iter().enumerate() {
            if self.moduli[..index].contains(&modulus) {
                return Err(Error::Modulus {
                    modulus,
                    possible: "each prime of a residue number system is given once",
                });
            }
        }
        let too_much = |needed| Error::Memory { what: "the plan", needed, limit: self.options.memory_limit };
        let builders = self.moduli.iter().map(|&modulus| self.limb(modulus)).collect::<Result<Vec<_>>>()?;
        if let Some(limit) = self.options.memory_limit {
            // All together, before the first is built.
            let mut needed = 0;
            for builder in &builders {
                needed += u128::from(builder.bytes()?);
            }
            if u128::from(limit) < needed {
                return Err(too_much(needed));
            }
        }
        let limbs = builders.into_iter().map(Builder::build).collect::<Result<Vec<_>>>()?;
        let tasks = self.threads_of().0;
        let each = limbs.iter().map(Plan::scratch_len).max().unwrap_or(0);
        let polynomials = self.options.batch;
        let total = self.len.checked_mul(polynomials).and_then(|all| all.checked_mul(limbs.len()));
        let turned = if self.layout == RnsLayout::CoefficientMajor { total } else { Some(0) };
        let sizes = || {
            let (_, turned) = (total?, turned?);
            let scratch = each.checked_mul(tasks)?.checked_add(turned)?;
            let own = u64::try_from(scratch.checked_mul(size_of::<u64>())?).ok()?;
            Some((scratch, limbs.iter().try_fold(own, |sum, plan| sum.checked_add(plan.bytes()))?))
        };
        let Some((scratch, bytes)) = sizes() else { return Err(too_much(u128::MAX)) };
        if self.options.memory_limit.is_some_and(|limit| limit < bytes) {
            return Err(too_much(bytes.into()));
        }
        let device = self.on_device(&limbs)?;
        let asked = self.options.device;
        Ok(RnsPlan {
            limbs,
            device,
            asked,
            polynomials,
            layout: self.layout,
            wrap: self.wrap,
            tasks,
            each,
            scratch,
            bytes,
        })
    }
}

/// Returns the field of a prime.
fn prime(modulus: u64) -> Result<Modular> {
    let ring = Modular::new(modulus)?;
    match ring.generator() {
        Some(_) => Ok(ring),
        None => Err(Error::Modulus {
            modulus,
            possible: "it must be an odd prime, and this is composite; `arith::find_primes` finds primes that have roots of \
                       unity of an order",
        }),
    }
}
