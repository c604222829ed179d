//! The domain that a transform is built from: module, length, checked root.

use super::{Action, Ring, Roots, Scalar};
use crate::{Error, Result, arith, lists};
use alloc::{format, string::String, vec::Vec};

/// The points of a transform: the powers of a checked principal root of unity `w` of order `len`.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?;
/// assert_eq!(domain.len(), 8);
/// assert_eq!(ring.pow(domain.root(), 4), 16); // -1
/// assert!(Domain::with_root(ring, 8, 4).is_err()); // 4 has order 4
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Domain<M: Action> {
    module: M,
    len: usize,
    root: Scalar<M>,
    /// `true` if the root is the one that the scalars name.
    own: bool,
}

impl<M: Action> Clone for Domain<M> {
    fn clone(&self) -> Self {
        Domain { module: self.module.clone(), len: self.len, root: self.root.clone(), own: self.own }
    }
}

impl<M: Action> Domain<M>
where
    M::Scalars: Roots,
{
    /// Creates the domain of length `len` over the scalars' own root, which is checked: the constants of a foreign field are
    /// not trusted.
    ///
    /// # Errors
    /// [`Error::NoRoot`], [`Error::NotPrincipal`], or [`Error::Length`] for length 0.
    pub fn new(module: M, len: usize) -> Result<Self> {
        let root = match len {
            1 => {
                let one = module.scalars().one();
                module.scalars().check_root(&one, 1)?;
                one
            }
            _ => root(module.scalars(), nonzero(len)?)?,
        };
        Ok(Domain { module, len, root, own: true })
    }

    /// Creates the domain of length `len` over the caller's root.
    ///
    /// # Errors
    /// [`Error::NotPrincipal`] if `root` is not a principal root of order `len`.
    pub fn with_root(module: M, len: usize, root: Scalar<M>) -> Result<Self> {
        module.scalars().check_root(&root, nonzero(len)?)?;
        Ok(Domain { module, len, root, own: false })
    }

    /// Creates the domain of length `len / factor`, over the power `root^factor`.
    ///
    /// # Errors
    /// [`Error::Length`] if `factor` does not divide the length.
    pub fn subdomain(&self, factor: usize) -> Result<Self> {
        if factor == 0 || !self.len.is_multiple_of(factor) {
            return Err(Error::Length {
                what: "a subdomain",
                len: factor,
                possible: "the factor must divide the domain's length",
            });
        }
        let root = self.module.scalars().power(&self.root, self.len, factor % self.len);
        Ok(Domain { module: self.module.clone(), len: self.len / factor, root, own: false })
    }

    /// Returns `w^(k step)` for `k < count`, made ready to act.
    pub fn twiddles(&self, step: usize, count: usize) -> Vec<M::Twiddle> {
        let powers = self.module.scalars().powers(&self.root, self.len, step, count);
        if powers.len() != count {
            // Foreign code that returns a list of another length is not relied on.
            let exponent = |k: usize| (k as u128 * step as u128 % self.len as u128) as usize;
            return lists::list(count, |k| self.twiddle(exponent(k)));
        }
        let mut twiddles = Vec::with_capacity(count);
        for power in &powers {
            twiddles.push(self.module.prepare(power));
        }
        twiddles
    }

    /// Returns `w^k`, made ready to act; `k` is reduced modulo the length.
    pub fn twiddle(&self, k: usize) -> M::Twiddle {
        self.module.prepare(&self.module.scalars().power(&self.root, self.len, k % self.len))
    }
}

impl<M: Action> Domain<M> {
    /// Returns the module whose elements are transformed.
    pub fn module(&self) -> &M {
        &self.module
    }

    /// Returns the number of points.
    #[allow(clippy::len_without_is_empty, reason = "a domain has at least one point")]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the root is known to be the one that the scalars name.
    pub(crate) fn has_own_root(&self) -> bool {
        self.own
    }

    /// Returns the root of unity `w`.
    pub fn root(&self) -> &Scalar<M> {
        &self.root
    }
}

/// Returns the ring's own root; a refusal says so where the characteristic is the reason.
fn root<S: Roots>(scalars: &S, len: usize) -> Result<S::Element> {
    match scalars.checked_root(len) {
        Err(Error::NoRoot { ring, order, possible }) => {
            let possible = with_characteristic(len, possible, &|q| scalars.is_zero(&scalars.integer(q)));
            Err(Error::NoRoot { ring, order, possible })
        }
        root => root,
    }
}

/// Adds to the text `possible` that a prime factor of the length is zero in the ring, if one is.
fn with_characteristic(len: usize, possible: String, is_zero: &dyn Fn(u64) -> bool) -> String {
    match arith::prime_factors(len as u64).iter().find(|(q, _)| is_zero(*q)) {
        Some((q, _)) => format!(
            "{q} is zero in this ring, so x^{q} - 1 = (x - 1)^{q} has one root only, and no length divisible by {q} exists: \
             take a length prime to {q} ({possible})"
        ),
        None => possible,
    }
}

fn nonzero(len: usize) -> Result<usize> {
    if len == 0 {
        return Err(Error::Length { what: "a transform", len, possible: "the least length is 1" });
    }
    Ok(len)
}
