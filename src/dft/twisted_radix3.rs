//! Twisted radix-3: split modulo `x^(3m) - 1` and twist two thirds so that all are modulo `x^m - 1` again.
//!
//! Notation: `n = 3^k` the length, `w` a principal `n`-th root, `W = w^(n/3)`, so `1 + W + W^2 = 0`;
//! `z = w^(n/(3m))` of order `3m`, so `z^m = W`.
//!
//! # Idea
//! Of `f = A x^(2m) + B x^m + C` the remainders modulo `x^m - 1`, `x^m - W` and `x^m - W^-1` are the transform of
//! length 3 of `C, B, A`. Substituting `z x` in the second and `z^-1 x` in the third, which multiplies coefficient `d`
//! by `z^d` and `z^-d`, makes all three the same problem. Twiddles depend on the position, not on the node, and come in
//! pairs of inverses:
//!
//! ```text
//! t = W (B - A)          X = C + B + A
//!                        Y = z^d  ((C - A) + t)
//!                        Z = z^-d ((C - B) - t)
//!
//! n = 9, twiddle exponents in brackets, * a transform of length 3:
//!
//! x0 --*------------ x0 --*-- X0      X0 X3 X6 X1 X4 X7 X8 X2 X5
//! x1 --|*----------- x1 --*-- X3
//! x2 --||*---------- x2 --*-- X6      x^9 - 1
//! x3 --*||---------- x3 --*-- X1      x^3 - 1     x^3 - 1 at w x    x^3 - 1 at w^-1 x
//! x4 ---*|-[ 1]----- x4 --*-- X4      roots 1, w^3, w^6 | w, w^4, w^7 | w^8, w^2, w^5
//! x5 ----*-[ 2]----- x5 --*-- X7
//! x6 --*||---------- x6 --*-- X8
//! x7 ---*|-[-1]----- x7 --*-- X2
//! x8 ----*-[-2]----- x8 --*-- X5
//! ```
//! Backwards: multiply `Y` and `Z` by `z^-d` and `z^d`, exchange them and transform by 3 again, which gives `3m` times
//! the node.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | ternary-conjugate | 3^k | any action, characteristic not 3 | 0 | yes |
//!
//! # Cost
//! `(7/3) n log3 n` additions, `n log3 n - n + 1` products, both directions, as the classical radix 3. Over the complex
//! numbers `(32/3) n log3 n - 6 n + 6` real operations. Asserted by `tests/suite/radix_3_family.rs`.
//!
//! # Source
//! \[Mateer 2008\], figure 4.4 (the inverse), with the kernel of the classical radix 3 in place of its own, see
//! `twisted_radix3_complex.rs`.

use super::{
    Transform, check_slices,
    radix3::{check_power_of_three, thirds, transform_three},
};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    order::Order,
};
use alloc::vec::Vec;

/// The twisted radix-3 transform with the fewest products in a ring: in place, ternary-conjugate values.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{TwistedRadix3, Transform}, rings::Modular};
///
/// let ring = Modular::new(19)?;
/// let domain = Domain::new(ring, 9)?;
/// let transform = TwistedRadix3::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 9];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], ring.pow(domain.root(), 3));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct TwistedRadix3<M: Action> {
    module: M,
    len: usize,
    /// `W`.
    third: M::Twiddle,
    /// `w^d` and `w^-d` for `d < n/3`.
    twiddles: Vec<[M::Twiddle; 2]>,
}

impl<M: Action> TwistedRadix3<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of three;
    /// [`Error::NoRoot`](crate::Error::NoRoot) in characteristic 3.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        check_power_of_three("twisted-radix-3", domain)?;
        let third = domain.len() / 3;
        let [powers, inverses] = [1, domain.len() - 1].map(|step| domain.twiddles(step, third));
        Ok(TwistedRadix3 {
            module: domain.module().clone(),
            len: domain.len(),
            third: domain.twiddle(third),
            twiddles: powers.into_iter().zip(inverses).map(|(power, inverse)| [power, inverse]).collect(),
        })
    }
}

impl<M: Action> TwistedRadix3<M> {
    /// Transforms `f mod (x^(3m) - 1)` to its values.
    fn forward_node(&self, f: &mut [M::Element]) {
        let module = &self.module;
        if let [c, b, a] = f {
            (*b, *a) = transform_three(module, &self.third, c, b, a);
            return;
        }
        let step = self.len / f.len();
        let (c, b, a) = thirds(f);
        (b[0], a[0]) = transform_three(module, &self.third, &mut c[0], &b[0], &a[0]);
        let twiddles = self.twiddles.iter().step_by(step).skip(1);
        for (((x, y), z), [power, inverse]) in c[1..].iter_mut().zip(&mut b[1..]).zip(&mut a[1..]).zip(twiddles) {
            let (second, third) = transform_three(module, &self.third, x, y, z);
            (*y, *z) = (module.applied(&second, power), module.applied(&third, inverse));
        }
        self.forward_node(c);
        self.forward_node(b);
        self.forward_node(a);
    }

    /// Transforms values to `3m` times `f mod (x^(3m) - 1)`.
    fn inverse_node(&self, f: &mut [M::Element]) {
        let module = &self.module;
        if let [x, y, z] = f {
            (*y, *z) = transform_three(module, &self.third, x, z, y);
            return;
        }
        let step = self.len / f.len();
        let (x, y, z) = thirds(f);
        self.inverse_node(x);
        self.inverse_node(y);
        self.inverse_node(z);
        (y[0], z[0]) = transform_three(module, &self.third, &mut x[0], &z[0], &y[0]);
        let twiddles = self.twiddles.iter().step_by(step).skip(1);
        for (((x, y), z), [power, inverse]) in x[1..].iter_mut().zip(&mut y[1..]).zip(&mut z[1..]).zip(twiddles) {
            let (second, third) = (module.applied(y, inverse), module.applied(z, power));
            (*y, *z) = transform_three(module, &self.third, x, &third, &second);
        }
    }
}

impl<M: Action> Transform<M> for TwistedRadix3<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::TernaryConjugate
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        if self.len > 1 {
            self.forward_node(values);
        }
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        if self.len > 1 {
            self.inverse_node(values);
        }
        Ok(())
    }
}
