//! Vectors that stay in the working form of their plans, from one transform to the next.

use super::{Accelerated, Layout, Plan};
use crate::{
    Error, Result,
    algebra::Ring,
    kernel::memory::{Wiped, filled, reserve},
    rings::Residue,
    threads::{Every, share},
};
use alloc::{format, sync::Arc};
use core::fmt;

/// Elements that one thread takes at least.
const PIECE: usize = 1 << 10;

/// A kernel that computes with residues as words, to which elements are carried and back.
pub(super) trait InWords<E>: Send + Sync {
    fn load(&self, from: &[E], to: &mut [Residue]);
    fn store(&self, from: &[Residue], to: &mut [E]) -> Result<()>;
    fn transform(&self, words: &mut [Residue], inverse: bool) -> Result<()>;
    /// Computes `x_i <- x_i y_i + z_i`; without `z` the products alone.
    fn multiply(&self, x: &mut [Residue], y: &[Residue], z: Option<&[Residue]>);
    fn add(&self, x: &mut [Residue], y: &[Residue], subtract: bool);
}

/// A vector of ring elements between transforms, in the form that its plans compute in.
///
/// For primes of 252 to 255 bits that form is words. If the elements' crate does not expose its words, the conversion
/// takes longer than a transform. A resident vector is converted only when it is [loaded](Plan::load) and
/// [stored](Resident::store). Over every other ring, and for plans without such a kernel, it holds the elements
/// themselves; the results are the same.
///
/// ```
/// use ringfft::{plan::Plan, rings::{Bls12381Fr, native}};
///
/// // (1 + 2x)(3 + x) modulo x^256 - 1.
/// let plan = Plan::over(native::<Bls12381Fr>(), 256)?;
/// let with = |a: u64, b: u64| {
///     let mut list = vec![Bls12381Fr::ZERO; 256];
///     (list[0], list[1]) = (a.into(), b.into());
///     list
/// };
/// let (mut f, mut g) = (plan.load(&with(1, 2))?, plan.load(&with(3, 1))?);
/// plan.forward_resident(&mut f)?;
/// plan.forward_resident(&mut g)?;
/// f.multiply(&g)?;
/// plan.inverse_resident(&mut f)?;
/// let mut product = with(0, 0);
/// f.store(&mut product)?;
/// assert_eq!(product[..3], [3, 7, 2].map(Bls12381Fr::new));
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// The vector does not record whether it holds coefficients or values, their points or their order. As with a slice,
/// the caller keeps track.
pub struct Resident<R: Ring> {
    ring: R,
    held: Held<R>,
    threads: usize,
}

enum Held<R: Ring> {
    Words(Wiped<Residue>, Arc<dyn InWords<R::Element>>),
    Elements(Wiped<R::Element>),
}

impl<E: Clone + Send + Sync + 'static, R: Accelerated<Element = E, Scalars = R> + Ring> Plan<E, R> {
    /// Converts the elements of one call to the form that this plan and others of the same length work in.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are `len * batch` elements; [`Error::Unsupported`] for a batch that is not
    /// in rows; [`Error::Memory`] if the system refuses the memory.
    pub fn load(&self, values: &[E]) -> Result<Resident<R>> {
        let total = self.total()?;
        Error::check_len("slice of values", total, values.len())?;
        let held = match self.in_words() {
            Some(kernel) => {
                let mut words = Wiped::new(filled("a resident vector", total, [0; 4])?, [0; 4]);
                kernel.load(values, &mut words);
                Held::Words(words, Arc::clone(kernel))
            }
            None => {
                let mut list = reserve("a resident vector", total)?;
                list.extend_from_slice(values);
                Held::Elements(Wiped::new(list, self.module().zero()))
            }
        };
        Ok(Resident { ring: self.module().clone(), held, threads: self.options().threads.resolve() })
    }

    /// Copies a shorter vector and appends zeros, up to the length of this plan. So the values of a polynomial at more
    /// points can be computed. The result has the form of this plan.
    ///
    /// # Errors
    /// [`Error::SliceLength`] if it is longer than this plan; else as [`load`](Plan::load), and
    /// [`forward_resident`](Plan::forward_resident).
    pub fn extend_resident(&self, shorter: &Resident<R>) -> Result<Resident<R>> {
        let total = self.total()?;
        Error::check_at_least("longer vector", shorter.len(), total)?;
        let held = match (self.in_words(), &shorter.held) {
            (Some(kernel), Held::Words(words, _)) => {
                let mut longer = Wiped::new(filled("a resident vector", total, [0; 4])?, [0; 4]);
                longer[..words.len()].copy_from_slice(words);
                Held::Words(longer, Arc::clone(kernel))
            }
            (None, Held::Elements(list)) => {
                let zero = self.module().zero();
                let mut longer = Wiped::new(filled("a resident vector", total, zero.clone())?, zero);
                longer[..list.len()].clone_from_slice(list);
                Held::Elements(longer)
            }
            // A short plan may have no kernel where a longer one has.
            (Some(kernel), Held::Elements(list)) => {
                let mut longer = Wiped::new(filled("a resident vector", total, [0; 4])?, [0; 4]);
                kernel.load(list, &mut longer[..list.len()]);
                Held::Words(longer, Arc::clone(kernel))
            }
            (None, Held::Words(words, kernel)) => {
                let zero = self.module().zero();
                let mut longer = Wiped::new(filled("a resident vector", total, zero.clone())?, zero);
                kernel.store(words, &mut longer[..words.len()])?;
                Held::Elements(longer)
            }
        };
        shorter.check_ring(self.module())?;
        Ok(Resident { ring: self.module().clone(), held, threads: self.options().threads.resolve() })
    }

    /// Transforms coefficients to values, in place, as [`forward`](Plan::forward).
    ///
    /// # Errors
    /// [`Error::SliceLength`] for a vector of another length; [`Error::Unsupported`] for one over another ring, or in another
    /// form, because a plan with another algorithm, scale or instruction set has made it; else as [`forward`](Plan::forward).
    pub fn forward_resident(&self, vector: &mut Resident<R>) -> Result<()> {
        self.run_resident(vector, false)
    }

    /// Transforms values to coefficients, in place, as [`inverse`](Plan::inverse).
    ///
    /// # Errors
    /// As [`forward_resident`](Plan::forward_resident).
    pub fn inverse_resident(&self, vector: &mut Resident<R>) -> Result<()> {
        self.run_resident(vector, true)
    }

    fn run_resident(&self, vector: &mut Resident<R>, inverse: bool) -> Result<()> {
        Error::check_len("resident vector", self.total()?, vector.len())?;
        vector.check_ring(self.module())?;
        match (self.in_words(), &mut vector.held) {
            (Some(kernel), Held::Words(words, _)) => {
                words.chunks_exact_mut(self.len()).try_for_each(|row| kernel.transform(row, inverse))
            }
            (None, Held::Elements(list)) if inverse => self.inverse(list),
            (None, Held::Elements(list)) => self.forward(list),
            _ => Err(self.mixed(vector)),
        }
    }

    /// Returns the number of elements of one call, which lie in rows.
    fn total(&self) -> Result<usize> {
        if !self.options().layout.is_rows(self.len(), self.batch()) {
            let what = format!("a resident vector of a batch in {:?}: take {:?}", self.options().layout, Layout::Rows);
            return Err(Error::Unsupported { what });
        }
        Ok(self.len() * self.batch())
    }

    /// Returns the kernel, if it takes words and the plan adds nothing to it.
    fn in_words(&self) -> Option<&Arc<dyn InWords<E>>> {
        self.engine().ok()?.inside().filter(|_| self.is_unweighted())?.downcast_ref()
    }

    fn mixed(&self, vector: &Resident<R>) -> Error {
        let form = |words| if words { "words" } else { "elements" };
        let what = format!(
            "a resident vector of {} in a plan that takes {} ({}): make both with plans of one algorithm, scale and instruction set",
            form(matches!(vector.held, Held::Words(..))),
            form(self.in_words().is_some()),
            self.recipe()
        );
        Error::Unsupported { what }
    }
}

impl<R: Accelerated + Ring> Resident<R> {
    /// Returns the number of elements.
    #[allow(clippy::len_without_is_empty, reason = "a transform has at least one point")]
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.held {
            Held::Words(words, _) => words.len(),
            Held::Elements(list) => list.len(),
        }
    }

    /// Replaces its elements by others; nothing is allocated.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless there are as many.
    pub fn load(&mut self, values: &[R::Element]) -> Result<()> {
        Error::check_len("slice of values", self.len(), values.len())?;
        match &mut self.held {
            Held::Words(words, kernel) => kernel.load(values, words),
            Held::Elements(list) => list.clone_from_slice(values),
        }
        Ok(())
    }

    /// Writes its elements to `values`.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless `values` has as many; [`Error::Contract`] if the field refuses words that its constants
    /// declare to be residues.
    pub fn store(&self, values: &mut [R::Element]) -> Result<()> {
        Error::check_len("slice of values", self.len(), values.len())?;
        match &self.held {
            Held::Words(words, kernel) => kernel.store(words, values),
            Held::Elements(list) => {
                values.clone_from_slice(list);
                Ok(())
            }
        }
    }

    /// Computes `x_i <- x_i y_i`.
    ///
    /// # Errors
    /// [`Error::SliceLength`] for another length; [`Error::Unsupported`] for another ring, or the same in another form.
    pub fn multiply(&mut self, y: &Self) -> Result<()> {
        self.combine(y, None, |ring, x, y, _| ring.mul_assign(x, y), |kernel, x, y, _| kernel.multiply(x, y, None))
    }

    /// Computes `x_i <- x_i y_i + z_i`.
    ///
    /// # Errors
    /// As [`multiply`](Resident::multiply), of both.
    pub fn multiply_add(&mut self, y: &Self, z: &Self) -> Result<()> {
        let sum = |ring: &R, x: &mut R::Element, y: &R::Element, z: Option<&R::Element>| {
            ring.mul_assign(x, y);
            z.into_iter().for_each(|z| ring.add_assign(x, z));
        };
        self.combine(y, Some(z), sum, |kernel, x, y, z| kernel.multiply(x, y, z))
    }

    /// Computes `x_i <- x_i + y_i`.
    ///
    /// # Errors
    /// As [`multiply`](Resident::multiply).
    pub fn add(&mut self, y: &Self) -> Result<()> {
        self.combine(y, None, |ring, x, y, _| ring.add_assign(x, y), |kernel, x, y, _| kernel.add(x, y, false))
    }

    /// Computes `x_i <- x_i - y_i`.
    ///
    /// # Errors
    /// As [`multiply`](Resident::multiply).
    pub fn subtract(&mut self, y: &Self) -> Result<()> {
        self.combine(y, None, |ring, x, y, _| ring.sub_assign(x, y), |kernel, x, y, _| kernel.add(x, y, true))
    }

    fn combine(
        &mut self,
        y: &Self,
        z: Option<&Self>,
        element: impl Fn(&R, &mut R::Element, &R::Element, Option<&R::Element>) + Sync,
        words: impl FnOnce(&dyn InWords<R::Element>, &mut [Residue], &[Residue], Option<&[Residue]>),
    ) -> Result<()> {
        for other in [Some(y), z].into_iter().flatten() {
            Error::check_len("resident vector", self.len(), other.len())?;
            self.check_ring(&other.ring)?;
        }
        let ring = &self.ring;
        match (&mut self.held, &y.held, z.map(|z| &z.held)) {
            (Held::Words(x, kernel), Held::Words(y, _), None) => words(&**kernel, x, y, None),
            (Held::Words(x, kernel), Held::Words(y, _), Some(Held::Words(z, _))) => words(&**kernel, x, y, Some(z)),
            (Held::Elements(x), Held::Elements(y), None | Some(Held::Elements(_))) => {
                let z = match z.map(|z| &z.held) {
                    Some(Held::Elements(z)) => &z[..],
                    _ => &[],
                };
                let pieces = (Every(&mut x[..], 1), Every(&y[..], 1), Every(z, 1));
                type Three<'a, E> = (Every<&'a mut [E]>, Every<&'a [E]>, Every<&'a [E]>);
                share(self.threads > 1, pieces, PIECE, &|(x, y, z): Three<'_, R::Element>| {
                    for (i, (x, y)) in x.0.iter_mut().zip(y.0).enumerate() {
                        element(ring, x, y, z.0.get(i));
                    }
                });
            }
            _ => {
                let what = "resident vectors of words and of elements together: make both with plans of one algorithm, scale \
                            and instruction set";
                return Err(Error::Unsupported { what: what.into() });
            }
        }
        Ok(())
    }

    /// Checks that both rings are one: the type has a single value, or both values have the same identity.
    fn check_ring(&self, ring: &R) -> Result<()> {
        let (one, other) = (self.ring.identity(), ring.identity());
        if size_of::<R>() == 0 || (one.is_some() && one == other) {
            return Ok(());
        }
        let todo = match one.is_some() && other.is_some() {
            true => "take one ring",
            false => "they do not tell whether they are one ring, so implement `Accelerated::identity` for them",
        };
        let what = format!("a vector over {} together with {}: {todo}", self.ring.name(), ring.name());
        Err(Error::Unsupported { what })
    }
}

impl<R: Accelerated + Ring> Clone for Resident<R> {
    fn clone(&self) -> Self {
        let held = match &self.held {
            Held::Words(words, kernel) => Held::Words(Wiped::new(words.to_vec(), [0; 4]), Arc::clone(kernel)),
            Held::Elements(list) => Held::Elements(Wiped::new(list.to_vec(), self.ring.zero())),
        };
        Resident { ring: self.ring.clone(), held, threads: self.threads }
    }
}

impl<R: Accelerated + Ring> fmt::Debug for Resident<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let form = if matches!(self.held, Held::Words(..)) { "words" } else { "elements" };
        f.debug_struct("Resident").field("len", &self.len()).field("form", &form).finish_non_exhaustive()
    }
}
