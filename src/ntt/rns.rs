//! Polynomials modulo several primes at once.

mod automorphism;
mod builder;
mod rows;

pub use builder::RnsBuilder;

use super::pointwise;
use crate::{
    Error, Result,
    algebra::{Module, Ring},
    arith,
    conv::Wrap,
    kernel::memory::{Wiped, filled},
    order::Order,
    plan::{Device, OnDevice, Plan},
    rings::Modular,
};
use alloc::{boxed::Box, format, vec::Vec};

/// The layout of the residues of several polynomials modulo several primes in one slice.
///
/// With `L` primes, `P` polynomials and `n` coefficients, each variant states the place of residue `j` of polynomial `p`
/// modulo prime `l`.
///
/// [`RnsBuilder::polynomials`] takes it; [`RnsBuilder`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum RnsLayout {
    /// `(p L + l) n + j`: each polynomial by itself, prime after prime, as homomorphic encryption holds ciphertexts.
    #[default]
    PolynomialMajor,
    /// `(l P + p) n + j`: all polynomials modulo the first prime, then all modulo the second. The same as
    /// [`PolynomialMajor`](RnsLayout::PolynomialMajor) for one polynomial.
    LimbMajor,
    /// `(p n + j) L + l`: the residues of one coefficient together. Transforms copy it to the other form and back.
    CoefficientMajor,
}

/// Transforms and products of polynomials modulo `x^n + 1` or `x^n - 1`, over a list of primes.
///
/// A residue number system holds a large coefficient by its residues modulo several primes, the *limbs*; sums and
/// products are taken limb by limb. One slice holds `limbs * polynomials * len` residues in the order of [`RnsLayout`];
/// values replace coefficients in place.
///
/// ```
/// use ringfft::ntt::RnsPlan;
///
/// // (1 + 2x) x^3 = x^3 + 2 x^4 = -2 + x^3 modulo x^4 + 1.
/// let plan = RnsPlan::new(&[97, 113], 4)?;
/// let mut a = [1, 2, 0, 0, 1, 2, 0, 0];
/// let mut b = [0, 0, 0, 1, 0, 0, 0, 1];
/// plan.product(&mut a, &mut b)?;
/// assert_eq!(a, [95, 0, 0, 1, 111, 0, 0, 1]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Conventions
/// Coefficients are low degree first. A negacyclic plan computes the values at the odd powers `v^(2k+1)` of the ring's
/// root `v` of order `2n`. A cyclic plan computes those at the powers `w^k` of its root of order `n`. `k` is in natural
/// order unless [`order`](RnsBuilder::order) says otherwise. The inverse divides by `n` unless
/// [`Scale`](crate::plan::Scale) says otherwise. Residues are in `[0, prime)`, and so are results. A greater word counts
/// as its residue, see [`check`](RnsPlan::check). Only automorphisms move words as they are.
///
/// # Cost
/// It takes `limbs * polynomials` transforms of `n` elements of a word. The work is shared out over threads by limbs and
/// polynomials, and the results do not depend on their number.
#[doc(alias = "crt", alias = "rns")]
pub struct RnsPlan {
    limbs: Vec<Plan<u64, Modular>>,
    /// The device's part, which runs instead, if there is one; below it the place that was asked for.
    device: Option<Box<dyn OnDevice<Modular>>>,
    asked: Device,
    polynomials: usize,
    layout: RnsLayout,
    wrap: Wrap,
    /// Parts the work is cut into.
    tasks: usize,
    /// Scratch of each.
    each: usize,
    scratch: usize,
    bytes: u64,
}

impl RnsPlan {
    /// Creates the plan of length `len` modulo `x^len + 1` over these primes, with default options.
    ///
    /// # Errors
    /// As [`RnsBuilder::build`].
    pub fn new(moduli: &[u64], len: usize) -> Result<Self> {
        Self::builder(moduli, len).build()
    }

    /// Starts a plan with options.
    pub fn builder(moduli: &[u64], len: usize) -> RnsBuilder {
        RnsBuilder::new(moduli, len)
    }

    /// Starts a plan over the `count` largest primes below `2^bits` that are 1 modulo `2 len`.
    ///
    /// ```
    /// use ringfft::ntt::RnsPlan;
    ///
    /// let plan = RnsPlan::with_primes(30, 3, 1 << 12)?.build()?;
    /// assert!(plan.moduli().all(|prime| prime >> 29 == 1 && prime % (1 << 13) == 1));
    /// assert!(RnsPlan::with_primes(14, 3, 1 << 12).is_err());
    /// # Ok::<(), ringfft::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Unsupported`] where there are fewer; [`Error::Length`] where `2 len` overflows or is 0.
    pub fn with_primes(bits: u32, count: usize, len: usize) -> Result<RnsBuilder> {
        let order = (len as u64).checked_mul(2).filter(|&order| order != 0).ok_or(Error::Length {
            what: "a transform",
            len,
            possible: "the least length is 1, and twice the length must be a word",
        })?;
        let primes = arith::find_primes(bits, order, count);
        if primes.len() < count || count == 0 {
            return Err(Error::Unsupported {
                what: format!(
                    "{count} primes below 2^{bits} that are 1 modulo {order} were asked for, and there are {}: ask for 1 at least, \
                     for no more than there are, or for more bits, 64 at most",
                    primes.len()
                ),
            });
        }
        Ok(Self::builder(&primes, len))
    }

    /// Transforms coefficients to values, in place; allocates its scratch.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` holds [`total_len`](RnsPlan::total_len) residues; [`Error::Memory`].
    pub fn forward(&self, values: &mut [u64]) -> Result<()> {
        self.forward_with(values, &mut self.own_scratch()?)
    }

    /// Transforms values to coefficients, in place; allocates its scratch.
    ///
    /// # Errors
    /// As [`forward`](RnsPlan::forward).
    pub fn inverse(&self, values: &mut [u64]) -> Result<()> {
        self.inverse_with(values, &mut self.own_scratch()?)
    }

    /// Transforms coefficients to values, in place; on one thread nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` is as long as [`forward`](RnsPlan::forward) asks, and `scratch` at least
    /// [`scratch_len`](RnsPlan::scratch_len).
    pub fn forward_with(&self, values: &mut [u64], scratch: &mut [u64]) -> Result<()> {
        self.transform(values, scratch, false)
    }

    /// Transforms values to coefficients, in place; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_with`](RnsPlan::forward_with).
    pub fn inverse_with(&self, values: &mut [u64], scratch: &mut [u64]) -> Result<()> {
        self.transform(values, scratch, true)
    }

    /// Computes `a <- a b`, coefficients in and out, polynomial by polynomial, modulo `x^n + 1` or `x^n - 1` and every
    /// prime. `b` is left as values. It takes two forward transforms, a product of values and one inverse. Allocates its
    /// scratch.
    ///
    /// # Errors
    /// As [`forward`](RnsPlan::forward), for both slices.
    pub fn product(&self, a: &mut [u64], b: &mut [u64]) -> Result<()> {
        self.product_with(a, b, &mut self.own_scratch()?)
    }

    /// Computes [`product`](RnsPlan::product) with the caller's scratch; on one thread nothing is allocated.
    ///
    /// # Errors
    /// As [`forward_with`](RnsPlan::forward_with), for both slices.
    pub fn product_with(&self, a: &mut [u64], b: &mut [u64], scratch: &mut [u64]) -> Result<()> {
        self.check_slices(&[a.len(), b.len()])?;
        self.forward_with(a, scratch)?;
        self.forward_with(b, scratch)?;
        self.multiply(a, b)?;
        self.inverse_with(a, scratch)
    }

    /// Computes `a_i <- a_i b_i` for values (or other residues): the product of polynomials, between transforms.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless both slices hold [`total_len`](RnsPlan::total_len) residues.
    pub fn multiply(&self, a: &mut [u64], b: &[u64]) -> Result<()> {
        self.check_slices(&[a.len(), b.len()])?;
        self.by_limb(a, &|ring, at, step, a| match step {
            1 => pointwise::multiply(ring, a, &b[at..at + a.len()]),
            _ => {
                let (a, b) = (a.iter_mut().step_by(step), b[at..].iter().step_by(step));
                a.zip(b).for_each(|(a, b)| ring.mul_assign(a, b));
                Ok(())
            }
        })
    }

    /// Computes `sum_i <- sum_i + a_i b_i` for values (or other residues): the step of a sum of products between transforms.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless all slices hold [`total_len`](RnsPlan::total_len) residues.
    pub fn multiply_accumulate(&self, sum: &mut [u64], a: &[u64], b: &[u64]) -> Result<()> {
        self.check_slices(&[sum.len(), a.len(), b.len()])?;
        self.by_limb(sum, &|ring, at, step, sum| match step {
            1 => pointwise::multiply_accumulate(ring, sum, &a[at..at + sum.len()], &b[at..at + sum.len()]),
            _ => {
                let factors = a[at..].iter().zip(&b[at..]).step_by(step);
                for (sum, (a, b)) in sum.iter_mut().step_by(step).zip(factors) {
                    let mut product = *a;
                    ring.mul_assign(&mut product, b);
                    ring.add_assign(sum, &product);
                }
                Ok(())
            }
        })
    }

    /// Multiplies all residues modulo prime `l` by `factors[l]`.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` holds [`total_len`](RnsPlan::total_len) residues and `factors` one for each prime.
    pub fn scale(&self, values: &mut [u64], factors: &[u64]) -> Result<()> {
        self.check_slices(&[values.len()])?;
        Error::check_len("list of factors", self.limbs.len(), factors.len())?;
        self.by_limb(values, &|ring, at, step, values| {
            let limb = self.limb_of(at);
            match step {
                1 => pointwise::scale(ring, values, &factors[limb]),
                _ => values.iter_mut().step_by(step).for_each(|value| ring.mul_assign(value, &factors[limb])),
            }
            Ok(())
        })
    }

    /// Checks that every residue is below its prime.
    ///
    /// Transforms and products do not ask for it: they take a word for its residue. Callers that must refuse other people's
    /// unreduced residues call this once, where they come in.
    ///
    /// # Errors
    /// [`Error::Unsupported`] naming the first residue that is not; [`Error::SliceLength`].
    pub fn check(&self, values: &[u64]) -> Result<()> {
        self.check_slices(&[values.len()])?;
        let modulus = |at: usize| self.limbs[self.limb_of(at)].module().modulus();
        match values.iter().enumerate().find(|&(at, &value)| value >= modulus(at)) {
            None => Ok(()),
            Some((at, value)) => Err(Error::Unsupported {
                what: format!(
                    "element {at} is {value}, which is no residue modulo {}: reduce it, or call the operation without this check, \
                     which takes it for its residue",
                    modulus(at)
                ),
            }),
        }
    }

    /// Allocates scratch of the length this plan needs.
    ///
    /// # Errors
    /// [`Error::Memory`] if the system refuses the memory.
    pub fn scratch(&self) -> Result<Vec<u64>> {
        filled("scratch", self.scratch, 0)
    }

    /// Allocates the scratch of a call without the caller's scratch.
    fn own_scratch(&self) -> Result<Wiped<u64>> {
        Ok(Wiped::new(self.scratch()?, 0))
    }

    /// Returns the number of coefficients of a polynomial.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    pub fn len(&self) -> usize {
        self.limbs[0].len()
    }

    /// Returns the number of polynomials in one slice.
    pub fn polynomials(&self) -> usize {
        self.polynomials
    }

    /// Returns the number of residues in one slice: `limbs * polynomials * len`.
    pub fn total_len(&self) -> usize {
        self.limbs.len() * self.polynomials * self.len()
    }

    /// Returns the primes, in the order of the limbs.
    pub fn moduli(&self) -> impl ExactSizeIterator<Item = u64> {
        self.limbs.iter().map(|plan| plan.module().modulus())
    }

    /// Returns the transform modulo each prime, of one polynomial.
    pub fn limbs(&self) -> &[Plan<u64, Modular>] {
        &self.limbs
    }

    /// Returns the layout of the residues.
    pub fn layout(&self) -> RnsLayout {
        self.layout
    }

    /// Returns the modulus: `x^n + 1` (negacyclic) or `x^n - 1` (cyclic).
    pub fn wrap(&self) -> Wrap {
        self.wrap
    }

    /// Returns the place of execution. Under [`Device::Auto`] a device that fails leaves the call to the processor.
    pub fn device(&self) -> Device {
        if self.device.is_some() { Device::Cuda } else { Device::Cpu }
    }

    /// Returns the order of the values.
    pub fn order(&self) -> Order {
        self.limbs[0].order()
    }

    /// Returns the number of elements of scratch that the `_with` forms need.
    pub fn scratch_len(&self) -> usize {
        self.scratch
    }

    /// Returns the bytes that tables and scratch take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    fn check_slices(&self, lens: &[usize]) -> Result<()> {
        lens.iter().try_for_each(|&len| Error::check_len("slice of residues", self.total_len(), len))
    }
}
