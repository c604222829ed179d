//! Bluestein's transform: any length, as one convolution between two multiplications by a chirp.
//!
//! Notation: `n` the length, `w` a principal `n`-th root, `C(j,2) = j (j - 1)/2`, `u` with `u^2 = w`.
//!
//! # Idea
//! Write the exponent `jk` with squares or triangular numbers, and the sum becomes a convolution:
//!
//! ```text
//! triangular   jk = C(j+k,2) - C(j,2) - C(k,2)
//!              X_k = w^(-C(k,2)) sum_j (x_j w^(-C(j,2))) w^C(j+k,2)
//! symmetric    2jk = j^2 + k^2 - (k - j)^2
//!              X_k = u^(k^2)     sum_j (x_j u^(j^2))     u^(-(k-j)^2)
//!
//! x_j -[chirp_j]-- reversed -- middle product by the kernel -[chirp_k]-- X_k       (triangular: reversed)
//! n = 5, exponents of w:    chirp  0  0 -1 -3 -6      kernel  0 0 1 3 6 10 15 21 28
//! ```
//! The triangular form needs only `w`. The symmetric one needs a square root of `w`: `w^((n+1)/2)` for odd `n`; for
//! even `n` a root of order `2n`, which not every ring has. Exponents are kept modulo `n` (or `2n`) as integers, by
//! `C(k+1,2) = C(k,2) + k` and `(k+1)^2 = k^2 + 2k + 1`: a float `j^2/(2n)` has lost its fraction when `j` is large.
//! The inverse is the forward map followed by the reversal `k -> -k mod n`.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | any n >= 1 | any action | that of the convolution | yes |
//!
//! The convolution is a middle product of `n` inputs and `n` outputs by `2n - 1` scalars. The caller chooses its
//! method: a transform of a length from `2n - 1` on, or Karatsuba's method without such a root.
//!
//! # Cost
//! The convolution, and two products for each `k` whose chirp is not 1 or -1. Through a transform of length `m` that is
//! two transforms and `m` products. With `m` about `2n`, it takes about five times the operations of a power-of-two
//! transform of `n` points; ten times where `n` is just above a power of two and `m` nearly `4n`. Use it for lengths
//! that no other algorithm supports. Asserted by `tests/suite/convolutions.rs`.
//!
//! # Source
//! \[Bluestein 1970\], the symmetric form; for any ratio \[Rabiner-Schafer-Rader 1969\]. Triangular numbers in place of
//! halved squares make the square root unnecessary. Differences from the rocFFT design text and \[Govindaraju 2008\]:
//! `papers/bluestein.md`.

use super::{Transform, apply_weights, check_slices, powers, weight};
use crate::{
    Error, Result,
    algebra::{Action, Convolver, Domain, MiddleProduct, Ring, Roots, Scalar},
    lists,
    order::Order,
};
use alloc::{format, string::String, sync::Arc, vec::Vec};

/// The numbers in the exponents of Bluestein's transform.
///
/// An argument of [`Bluestein::new`]; [`Bluestein`] has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Chirp {
    /// `C(k,2)`: needs only the root of the transform.
    #[default]
    Triangular,
    /// `k^2/2`: needs a square root of the root.
    Symmetric,
}

/// Bluestein's transform: any length, natural order, through a convolution.
///
/// ```
/// use ringfft::{algebra::Domain, conv::Karatsuba, dft::{Bluestein, Chirp, Transform}, rings::Modular};
///
/// let ring = Modular::new(11)?;
/// let domain = Domain::new(ring, 5)?;
/// let transform = Bluestein::new(&domain, Chirp::Triangular, &Karatsuba::new(ring))?;
/// // The values of `x` are the points.
/// let mut x = [0; 5];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], *domain.root());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Bluestein<M: Action> {
    module: M,
    chirp: Vec<Option<M::Twiddle>>,
    /// `true` if the convolution takes its inputs last to first.
    reversed: bool,
    convolution: Arc<dyn MiddleProduct<M>>,
}

impl<M: Action> Bluestein<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`, with the middle product that `convolver` makes.
    ///
    /// For the symmetric chirp of an even length `n` the scalars' own root of order `2n` must be a square root of the
    /// domain's; [`symmetric`](Bluestein::symmetric) takes any other.
    ///
    /// # Errors
    /// [`Error::NoRoot`] or [`Error::Unsupported`] if the symmetric chirp has no square root; those of
    /// [`Convolver::middle`].
    pub fn new(domain: &Domain<M>, chirp: Chirp, convolver: &dyn Convolver<M>) -> Result<Self> {
        let n = domain.len();
        match chirp {
            Chirp::Triangular => {
                let powers = powers(domain, n);
                let triangular = successive(n, n, [0, 1]);
                let chirp = lists::of(&triangular[..n], |&e| powers[(n - e) % n].clone());
                let kernel = lists::of(&triangular, |&e| powers[e].clone());
                Self::from_parts(domain.module(), &chirp, &kernel, true, convolver)
            }
            Chirp::Symmetric if n % 2 == 1 => {
                // u = w^((n+1)/2), of order n.
                let powers = powers(domain, n);
                let half = lists::list(n, |e| powers[(e as u128 * n.div_ceil(2) as u128 % n as u128) as usize].clone());
                Self::from_squares(domain.module(), n, &half, convolver)
            }
            Chirp::Symmetric => {
                let scalars = domain.module().scalars();
                let Ok(double) = Domain::new(domain.module().clone(), n.saturating_mul(2)) else {
                    return Err(no_double_root(scalars.name(), n));
                };
                let square = scalars.power(double.root(), double.len(), 2);
                if !scalars.equal(&square, &scalars.power(domain.root(), n, 1 % n)) {
                    return Err(another_root(scalars.name(), double.len()));
                }
                Self::symmetric(&double, convolver)
            }
        }
    }

    /// Creates the transform with the symmetric chirp over half the length of `double`, whose root `u` is the chirp's. The
    /// root of the transform is `u^2`.
    ///
    /// # Errors
    /// [`Error::Length`] if the length of `double` is odd; those of [`Convolver::middle`].
    pub fn symmetric(double: &Domain<M>, convolver: &dyn Convolver<M>) -> Result<Self> {
        let order = double.len();
        if order % 2 == 1 {
            let possible = "the domain must have twice the length of the transform";
            return Err(Error::Length { what: "the symmetric chirp", len: order, possible });
        }
        let powers = powers(double, order);
        Self::from_squares(double.module(), order / 2, &powers, convolver)
    }

    /// Creates the symmetric form, with all powers of `u`.
    fn from_squares(module: &M, n: usize, powers: &[Scalar<M>], convolver: &dyn Convolver<M>) -> Result<Self> {
        let order = powers.len();
        let squares = &successive(n, order, [1, 2])[..n];
        let chirp = lists::of(squares, |&e| powers[e].clone());
        // The kernel is even: position n - 1 + d and n - 1 - d hold u^(-d^2).
        let kernel = lists::list(2 * n - 1, |i| powers[(order - squares[i.abs_diff(n - 1)]) % order].clone());
        Self::from_parts(module, &chirp, &kernel, false, convolver)
    }

    fn from_parts(
        module: &M,
        chirp: &[Scalar<M>],
        kernel: &[Scalar<M>],
        reversed: bool,
        convolver: &dyn Convolver<M>,
    ) -> Result<Self> {
        let n = chirp.len();
        let convolution = convolver.middle(kernel, n)?;
        if convolution.inputs() != n || convolution.outputs() != n {
            return Err(Error::Contract { what: "a middle product must have the inputs and outputs asked for" });
        }
        let chirp = lists::of(chirp, |scalar| weight(module, scalar));
        Ok(Bluestein { module: module.clone(), chirp, reversed, convolution })
    }
}

/// Returns the refusal of the symmetric chirp where the ring has no root of twice the length.
fn no_double_root(ring: String, n: usize) -> Error {
    let possible = format!(
        "the symmetric chirp of even length {n} needs one; the triangular chirp needs only the root of order {n}"
    );
    Error::NoRoot { ring, order: n.saturating_mul(2), possible }
}

/// Returns the error of the symmetric chirp if the ring's root of this order is not a square root of the transform's.
fn another_root(ring: String, order: usize) -> Error {
    let what = format!(
        "the square of the own root of order {order} of {ring} is not the root given: pass a square root of it to \
         `Bluestein::symmetric`, or take the triangular chirp"
    );
    Error::Unsupported { what }
}

/// Returns `e_0 = 0`, `e_(k+1) = e_k + c + d k` modulo `order`, for `k < 2n - 1`.
fn successive(n: usize, order: usize, [c, d]: [u128; 2]) -> Vec<usize> {
    let mut exponents = Vec::with_capacity(2 * n - 1);
    let mut e = 0;
    for k in 0..2 * n as u128 - 1 {
        exponents.push(e);
        e = ((e as u128 + c + d * k) % order as u128) as usize;
    }
    exponents
}

impl<M: Action> Transform<M> for Bluestein<M> {
    fn len(&self) -> usize {
        self.chirp.len()
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.convolution.scratch_len()
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        apply_weights(&self.module, values, &self.chirp);
        if self.reversed {
            values.reverse();
        }
        self.convolution.multiply(values, scratch)?;
        apply_weights(&self.module, values, &self.chirp);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.forward(values, scratch)?;
        values[1..].reverse();
        Ok(())
    }
}
