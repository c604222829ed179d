//! Lazy ranges as types: words that are below a multiple of their modulus.
//!
//! Sums need not be reduced before a transform or product: a product reduces every word. The type [`Below`] holds a
//! bound on its words, as a multiple of the modulus. A sum that might overflow is refused by the compiler (too small a
//! bound) or by [`Below::sum`] (a modulus that leaves no room).
//!
//! ```
//! use ringfft::{ntt::Below, plan::Plan, rings::Modular};
//!
//! let ring = Modular::new(1125899437080577)?; // 50 bits
//! let plan = Plan::over(ring, 4)?;
//! let (mut a, b) = ([1, 2, 3, 4], [5, 6, 7, 1125899437080576]);
//! let sum = Below::<1, _, _>::new(ring, &mut a)?.sum::<1, 2, _>(&Below::new(ring, &b)?)?;
//! // No reduction between: the kernel takes words below twice the modulus.
//! let values: Below<1, _, _> = plan.forward_lazy(sum, &mut [])?;
//! assert_eq!(values.into_inner()[0], 27);
//! # Ok::<(), ringfft::Error>(())
//! ```
//!
//! # Contract
//! | | words in | words out |
//! |---|---|---|
//! | [`Plan::forward_lazy`], [`Plan::inverse_lazy`] | below any multiple | reduced, those between strides too |
//! | [`Plan::forward_unreduced`], [`Plan::inverse_unreduced`] | below any multiple | below `4 m` |
//! | [`Below::product`] | below any multiples | reduced |
//! | [`Below::sum`], [`Below::difference`] | below `K m` and `J m` | below `(K + J) m` |
//!
//! Reduced words are below every multiple: [`Below::widen`] changes the type where it must match.
//!
//! # Cost
//! Kernels for moduli of at most 62 bits, or 30 bits in words of 32, take words below twice the modulus as they are; other words
//! cost a product by 1 in the first pass of a kernel. A product whose bounds leave room, `J K m <= 2^64`, is that of reduced words.
//! Kernels leave out their last reductions, at most two conditional subtractions, where values may come out unreduced.

use crate::{
    Error, Result,
    algebra::Ring,
    kernel::ntt::Kernel,
    plan::{Accelerated, Plan},
    rings::{Modular, Modular32},
};
use alloc::{boxed::Box, format};

mod sealed {
    /// Arithmetic of words that are not reduced; `k` and `j` say below which multiples of the modulus.
    pub trait Words: Copy + PartialEq {
        type Word: Copy;
        const BITS: u32;
        fn modulus(&self) -> u64;
        fn wide(word: Self::Word) -> u64;
        fn narrow(wide: u64) -> Self::Word;
        fn canonical(&self, word: Self::Word) -> Self::Word;
        /// Returns the reduced product of any two words.
        fn product(&self, a: Self::Word, b: Self::Word) -> Self::Word;
    }
}
use sealed::Words;

/// A ring of residues of word size whose words need not be reduced: [`Modular`], [`Modular32`].
///
/// [`Below`] has an example.
pub trait WordRing: Words<Word = Self::Element> + Accelerated<Scalars = Self, Element: Copy> + Ring {}

impl<R: Words<Word = R::Element> + Accelerated<Scalars = R, Element: Copy> + Ring> WordRing for R {}

impl Words for Modular {
    type Word = u64;
    const BITS: u32 = 64;

    fn modulus(&self) -> u64 {
        Modular::modulus(self)
    }
    #[inline]
    fn wide(word: u64) -> u64 {
        word
    }
    #[inline]
    fn narrow(wide: u64) -> u64 {
        wide
    }
    #[inline]
    fn canonical(&self, word: u64) -> u64 {
        self.element(word)
    }
    #[inline]
    fn product(&self, a: u64, b: u64) -> u64 {
        // Reduced words are below the modulus, and so is the high word of their product. Others may leave no room.
        let product = u128::from(a) * u128::from(b);
        if (product >> 64) as u64 >= Modular::modulus(self) {
            return self.residue(u128::from(a) * u128::from(self.element(b)));
        }
        self.residue(product)
    }
}

impl Words for Modular32 {
    type Word = u32;
    const BITS: u32 = 32;

    fn modulus(&self) -> u64 {
        Modular32::modulus(self).into()
    }
    #[inline]
    fn wide(word: u32) -> u64 {
        word.into()
    }
    #[inline]
    fn narrow(wide: u64) -> u32 {
        wide as u32
    }
    #[inline]
    fn canonical(&self, word: u32) -> u32 {
        self.element(word.into())
    }
    #[inline]
    fn product(&self, a: u32, b: u32) -> u32 {
        self.element(u64::from(a) * u64::from(b))
    }
}

/// Words each below `K` times the modulus of `ring`, in `V`: a slice, `&mut [u64]` or `&[u64]`, a vector or an array.
///
/// ```
/// use ringfft::{ntt::Below, rings::Modular};
///
/// let ring = Modular::new(97)?;
/// let sum = Below::<1, _, _>::new(ring, [96, 1])?.sum::<1, 2, _>(&Below::new(ring, [96, 2])?)?;
/// assert_eq!(sum.values(), [192, 3]); // below 2 * 97, not reduced
/// assert_eq!(sum.reduce().into_inner(), [95, 3]);
/// # Ok::<(), ringfft::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Below<const K: u32, R, V> {
    ring: R,
    values: V,
}

impl<const K: u32, R: WordRing, V> Below<K, R, V> {
    fn room(ring: &R) -> Result<()> {
        const { assert!(K > 0, "nothing is below 0") };
        let (modulus, bits) = (ring.modulus(), R::BITS);
        if u128::from(modulus) * u128::from(K) <= 1 << bits {
            return Ok(());
        }
        Err(Error::Unsupported {
            what: format!(
                "words of {bits} bits have no room for {K} times the modulus {modulus}, but for {} times: reduce before, or \
                 take a smaller modulus",
                (1u128 << bits) / u128::from(modulus)
            ),
        })
    }

    fn check<const J: u32, W: AsRef<[R::Element]>>(&self, len: usize, other: &Below<J, R, W>) -> Result<()> {
        Error::check_len("second operand", len, other.values.as_ref().len())?;
        if self.ring == other.ring {
            Ok(())
        } else {
            Err(Error::Contract { what: "both operands must be of one ring" })
        }
    }

    /// Returns the words.
    pub fn into_inner(self) -> V {
        self.values
    }

    /// Returns the ring.
    pub fn ring(&self) -> &R {
        &self.ring
    }

    /// Returns the same words with a larger bound: below `M >= K` times the modulus.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where words have no room for `M` times the modulus.
    pub fn widen<const M: u32>(self) -> Result<Below<M, R, V>> {
        const { assert!(K <= M, "what is below K m need not be below M m") };
        Below::<M, R, V>::room(&self.ring)?;
        Ok(Below { ring: self.ring, values: self.values })
    }
}

impl<const K: u32, R: WordRing, V: AsRef<[R::Element]>> Below<K, R, V> {
    /// Checks every word.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where words have no room for `K` times the modulus; [`Error::NotReduced`] naming the first word
    /// that is not below it.
    pub fn new(ring: R, values: V) -> Result<Self> {
        let below = Self::unchecked(ring, values)?;
        let bound = u128::from(below.ring.modulus()) * u128::from(K);
        match below.values.as_ref().iter().position(|&word| u128::from(R::wide(word)) >= bound) {
            None => Ok(below),
            Some(index) => Err(Error::NotReduced { ring: below.ring.name(), index, times: K }),
        }
    }

    /// Skips the check of the bound. If it is wrong, sums and differences may overflow, and their results are wrong;
    /// there is no undefined behaviour. Transforms and products still take every word as its residue.
    ///
    /// # Errors
    /// [`Error::Unsupported`] where words have no room for `K` times the modulus.
    pub fn unchecked(ring: R, values: V) -> Result<Self> {
        Self::room(&ring)?;
        Ok(Below { ring, values })
    }

    /// Returns the words.
    pub fn values(&self) -> &[R::Element] {
        self.values.as_ref()
    }
}

impl<const K: u32, R: WordRing, V: AsMut<[R::Element]>> Below<K, R, V> {
    fn each<const J: u32, W: AsRef<[R::Element]>>(
        &mut self,
        other: &Below<J, R, W>,
        f: impl Fn(R::Element, R::Element) -> R::Element,
    ) -> Result<()> {
        let len = self.values.as_mut().len();
        self.check(len, other)?;
        let pairs = self.values.as_mut().iter_mut().zip(other.values.as_ref());
        pairs.for_each(|(a, &b)| *a = f(*a, b));
        Ok(())
    }

    /// Adds, without a reduction.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless both have one length; [`Error::Unsupported`] where words have no room for `S` times the
    /// modulus; [`Error::Contract`] for operands of two rings.
    pub fn sum<const J: u32, const S: u32, W: AsRef<[R::Element]>>(
        mut self,
        other: &Below<J, R, W>,
    ) -> Result<Below<S, R, V>> {
        const { assert!(K as u64 + J as u64 <= S as u64, "a sum is below (K + J) m") };
        Below::<S, R, V>::room(&self.ring)?;
        self.each(other, |a, b| R::narrow(R::wide(a).wrapping_add(R::wide(b))))?;
        Ok(Below { ring: self.ring, values: self.values })
    }

    /// Subtracts, without a reduction: `a + J m - b`.
    ///
    /// # Errors
    /// As [`sum`](Below::sum).
    pub fn difference<const J: u32, const S: u32, W: AsRef<[R::Element]>>(
        mut self,
        other: &Below<J, R, W>,
    ) -> Result<Below<S, R, V>> {
        const { assert!(K as u64 + J as u64 <= S as u64, "a difference is below (K + J) m") };
        Below::<S, R, V>::room(&self.ring)?;
        // At most 2^64, of which the sum subtracts the excess.
        let multiple = self.ring.modulus().wrapping_mul(u64::from(J));
        self.each(other, |a, b| R::narrow(R::wide(a).wrapping_add(multiple).wrapping_sub(R::wide(b))))?;
        Ok(Below { ring: self.ring, values: self.values })
    }

    /// Multiplies and reduces.
    ///
    /// # Errors
    /// [`Error::SliceLength`] unless both have one length; [`Error::Contract`] for operands of two rings.
    pub fn product<const J: u32, W: AsRef<[R::Element]>>(mut self, other: &Below<J, R, W>) -> Result<Below<1, R, V>> {
        let ring = self.ring;
        if u128::from(ring.modulus()) * u128::from(K) * u128::from(J) <= 1 << 64 {
            self.each(other, |a, b| ring.product(a, b))?;
        } else {
            // Of most such words the product has no room.
            self.each(other, |a, b| ring.product(a, ring.canonical(b)))?;
        }
        Ok(Below { ring, values: self.values })
    }

    /// Reduces.
    pub fn reduce(mut self) -> Below<1, R, V> {
        let ring = self.ring;
        self.values.as_mut().iter_mut().for_each(|word| *word = ring.canonical(*word));
        Below { ring, values: self.values }
    }
}

impl<R: WordRing> Plan<R::Element, R> {
    /// Transforms coefficients that are not reduced to values that are, in place; `scratch` as for
    /// [`forward_with`](Plan::forward_with).
    ///
    /// # Errors
    /// As [`forward_with`](Plan::forward_with); [`Error::Contract`] for words of another ring.
    pub fn forward_lazy<const K: u32, V: AsMut<[R::Element]>>(
        &self,
        values: Below<K, R, V>,
        scratch: &mut [R::Element],
    ) -> Result<Below<1, R, V>> {
        self.lazy(values, |values| self.forward_with(values, scratch))
    }

    /// Transforms values that are not reduced to coefficients that are, in place; `scratch` as for
    /// [`inverse_with`](Plan::inverse_with).
    ///
    /// # Errors
    /// As [`forward_lazy`](Plan::forward_lazy).
    pub fn inverse_lazy<const K: u32, V: AsMut<[R::Element]>>(
        &self,
        values: Below<K, R, V>,
        scratch: &mut [R::Element],
    ) -> Result<Below<1, R, V>> {
        self.lazy(values, |values| self.inverse_with(values, scratch))
    }

    /// Transforms coefficients to values below four times the modulus, in place, for products and transforms that follow;
    /// `scratch` as for [`forward_with`](Plan::forward_with).
    ///
    /// # Errors
    /// As [`forward_lazy`](Plan::forward_lazy); [`Error::Unsupported`] where words have no room for four times the modulus.
    pub fn forward_unreduced<const K: u32, V: AsMut<[R::Element]>>(
        &self,
        values: Below<K, R, V>,
        scratch: &mut [R::Element],
    ) -> Result<Below<4, R, V>> {
        self.unreduced(values, false, |values| self.forward_with(values, scratch))
    }

    /// Transforms values to coefficients below four times the modulus, in place; `scratch` as for
    /// [`inverse_with`](Plan::inverse_with).
    ///
    /// # Errors
    /// As [`forward_unreduced`](Plan::forward_unreduced).
    pub fn inverse_unreduced<const K: u32, V: AsMut<[R::Element]>>(
        &self,
        values: Below<K, R, V>,
        scratch: &mut [R::Element],
    ) -> Result<Below<4, R, V>> {
        self.unreduced(values, true, |values| self.inverse_with(values, scratch))
    }

    fn unreduced<const K: u32, V: AsMut<[R::Element]>>(
        &self,
        mut values: Below<K, R, V>,
        inverse: bool,
        run: impl FnOnce(&mut [R::Element]) -> Result<()>,
    ) -> Result<Below<4, R, V>> {
        Below::<4, R, V>::room(self.module())?;
        let rows = self.options().layout.is_rows(self.len(), self.batch()) && self.is_unweighted();
        let words = values.values.as_mut();
        match self.engine().ok().and_then(|engine| engine.inside()?.downcast_ref::<Box<dyn Kernel<R::Element>>>()) {
            Some(kernel) if rows && *self.module() == values.ring && words.len() == self.len() * self.batch() => {
                words.chunks_exact_mut(self.len()).for_each(|row| kernel.unreduced(row, inverse));
                Ok(Below { ring: values.ring, values: values.values })
            }
            _ => self.lazy(values, run)?.widen(),
        }
    }

    fn lazy<const K: u32, V: AsMut<[R::Element]>>(
        &self,
        mut values: Below<K, R, V>,
        run: impl FnOnce(&mut [R::Element]) -> Result<()>,
    ) -> Result<Below<1, R, V>> {
        if *self.module() != values.ring {
            return Err(Error::Contract { what: "words must be of the plan's ring" });
        }
        run(values.values.as_mut())?;
        // Transformed words are reduced. A single coefficient is its own value, and elements between strides stay as they
        // are.
        if self.len() == 1 || values.values.as_mut().len() != self.len() * self.batch() {
            return Ok(values.reduce());
        }
        Ok(Below { ring: values.ring, values: values.values })
    }
}
