//! Mateer's twisted radix-3: two conjugate twiddles in place of a product by `W` and two twists.
//!
//! Notation: `n = 3^k` the length, `w` a principal `n`-th root, `W = w^(n/3)`, so `1 + W + W^2 = 0`;
//! `z = w^(n/(3m))` of order `3m`, so `z^m = W`. "Conjugate" means the inverse power, in every ring.
//!
//! # Idea
//! The tree of the twisted radix 3: `f = A x^(2m) + B x^m + C` modulo `x^(3m) - 1`. With `u = C - A`, `v = B - A` the
//! second and third remainder, twisted, have coefficients that are conjugate to each other:
//!
//! ```text
//! X = C + B + A,   Y = z^d u + W z^d v,   Z = z^-d u + W^-1 z^-d v
//!
//! n = 9, exponents of w in brackets ([0] is free), * joins C, B, A:
//!
//! x0 --*--------------------- x0 --*-- X0      X0 X3 X6 X1 X4 X7 X8 X2 X5
//! x1 --|*-------------------- x1 --*-- X3
//! x2 --||*------------------- x2 --*-- X6
//! x3 --*||-- [ 0]u + [ 3]v -- x3 --*-- X1
//! x4 ---*|-- [ 1]u + [ 4]v -- x4 --*-- X4
//! x5 ----*-- [ 2]u + [ 5]v -- x5 --*-- X7
//! x6 --*||-- [ 0]u + [-3]v -- x6 --*-- X8
//! x7 ---*|-- [-1]u + [-4]v -- x7 --*-- X2
//! x8 ----*-- [-2]u + [-5]v -- x8 --*-- X5
//! ```
//! In a ring that costs 4 products each time (2 at `d = 0`), more than the 3 (1) of `twisted_radix3.rs`. Over the
//! complex numbers the two share their real products: with `z^d = p + i q` and `W z^d = r + i s`,
//!
//! ```text
//! S = p u + r v,   T = q u + s v,   Y = S + i T,   Z = S - i T
//! ```
//! is 8 real products and 16 real additions, 4 and 14 at `d = 0`. Backwards, `P = Y + Z` and `Q = i (Z - Y)` give
//! `gamma = p P + q Q` and `beta = r P + s Q` at the same cost, and `C = X + gamma`, `B = X + beta`,
//! `A = X - (beta + gamma)` are `3m` times the node; in a ring `gamma = z^-d Y + z^d Z`,
//! `beta = W^-1 z^-d Y + W z^d Z`. The shared form is taken where [`Ring::parts`] exist.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | ternary-conjugate | 3^k | any action, characteristic not 3 | 0 | yes |
//!
//! # Cost
//! Over a ring `2 n log3 n` additions and `(4/3) n log3 n - n + 1` products, both directions. Over the complex
//! numbers `8 n log3 n - 3 (n - 1)` real operations, of which `(8/3) n log3 n - 2 (n - 1)` products. Asserted by
//! `tests/suite/radix_3_family.rs`.
//!
//! # Source
//! \[Mateer 2008\], figure 4.4 (the inverse) and its exact inverse. Differences: step 10 is `f_C = f_X + f_gamma`,
//! where `f_X + f_Y` is printed; steps 7 and 8 have the minus signs of `f_alpha` and `f_A`; the shared products are
//! ours.

use super::{
    Transform, check_slices,
    radix3::{check_power_of_three, thirds},
};
use crate::{
    Result,
    algebra::{Action, Domain, Ring, Roots},
    lists,
    order::Order,
};
use alloc::vec::Vec;

/// The twisted radix-3 transform with the fewest operations over the complex numbers: in place, ternary-conjugate
/// values.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{TwistedRadix3Complex, Transform}, rings::Modular};
///
/// let ring = Modular::new(19)?;
/// let domain = Domain::new(ring, 9)?;
/// let transform = TwistedRadix3Complex::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 9];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], ring.pow(domain.root(), 3));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct TwistedRadix3Complex<M: Action> {
    module: M,
    len: usize,
    /// `i` where real products are shared.
    fourth: Option<M::Twiddle>,
    /// For `d < n/3`: `w^d, W w^d, w^-d, W^-1 w^-d`, or `p, r, q, s` where real products are shared.
    twiddles: Vec<[M::Twiddle; 4]>,
}

impl<M: Action> TwistedRadix3Complex<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of three;
    /// [`Error::NoRoot`](crate::Error::NoRoot) in characteristic 3.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        check_power_of_three("twisted-radix-3-complex", domain)?;
        let (len, module, third) = (domain.len(), domain.module(), domain.len() / 3);
        let (scalars, root) = (module.scalars(), domain.root());
        let fourth = imaginary_unit(scalars, &scalars.power(root, len, third));
        // A list of another length, from foreign code, is not relied on.
        let powers = scalars.powers(root, len, 1, 2 * third);
        let inverses = if fourth.is_some() { Vec::new() } else { scalars.powers(root, len, len - 1, 2 * third) };
        let power = |d: usize| powers.get(d).cloned().unwrap_or_else(|| scalars.power(root, len, d));
        let inverse = |d: usize| inverses.get(d).cloned().unwrap_or_else(|| scalars.power(root, len, (len - d) % len));
        let row = |d: usize| {
            let (near, far) = (power(d), power(d + third));
            let entries = match (&fourth, scalars.parts(&near), scalars.parts(&far)) {
                (Some(_), Some([p, q]), Some([r, s])) => [p, r, q, s],
                _ => [near, far, inverse(d), inverse(d + third)],
            };
            entries.map(|entry| module.prepare(&entry))
        };
        let twiddles = lists::list(third, row);
        let fourth = fourth.as_ref().map(|i| module.prepare(i));
        Ok(TwistedRadix3Complex { module: module.clone(), len, fourth, twiddles })
    }
}

/// Returns `i` with `a = p + i q` for the [`parts`](Ring::parts) `p` and `q` of `a`, where the ring has both.
fn imaginary_unit<R: Roots>(ring: &R, a: &R::Element) -> Option<R::Element> {
    let [p, q] = ring.parts(a)?;
    let root = ring.root(4).ok()?;
    let mut conjugate = root.clone();
    ring.neg_assign(&mut conjugate);
    [root, conjugate].into_iter().find(|i| {
        let mut sum = q.clone();
        ring.mul_assign(&mut sum, i);
        ring.add_assign(&mut sum, &p);
        ring.equal(&sum, a)
    })
}

impl<M: Action> TwistedRadix3Complex<M> {
    /// Computes `x <- w x`, with `w` real where products are shared.
    #[inline(always)]
    fn scale(&self, mut x: M::Element, w: &M::Twiddle) -> M::Element {
        match self.fourth {
            Some(_) => self.module.apply_real(&mut x, w),
            None => self.module.apply(&mut x, w),
        }
        x
    }

    /// Returns `w a + v b`; without the product by `w` if that is 1.
    #[inline(always)]
    fn combine(&self, a: M::Element, w: Option<&M::Twiddle>, b: M::Element, v: &M::Twiddle) -> M::Element {
        let mut sum = match w {
            Some(w) => self.scale(a, w),
            None => a,
        };
        self.module.add_assign(&mut sum, &self.scale(b, v));
        sum
    }

    /// Computes `X, Y, Z` from `C, B, A` at one position. At the first, `d = 0`, two of the twiddles are 1, or 1 and 0.
    #[inline(always)]
    fn forward_three(&self, [c, b, a]: [&mut M::Element; 3], [p, r, q, s]: &[M::Twiddle; 4], first: bool) {
        let module = &self.module;
        let (mut u, mut v) = (c.clone(), b.clone());
        module.sub_assign(&mut u, a);
        module.sub_assign(&mut v, a);
        module.add_assign(c, b);
        module.add_assign(c, a);
        *b = self.combine(u.clone(), (!first).then_some(p), v.clone(), r);
        *a = match &self.fourth {
            Some(_) if first => self.scale(v, s),
            _ => self.combine(u, (!first).then_some(q), v, s),
        };
        if let Some(i) = &self.fourth {
            module.apply_fourth(a, i);
            module.butterfly(b, a);
        }
    }

    /// Computes three times `C, B, A` from `X, Y, Z` at one position.
    #[inline(always)]
    fn inverse_three(&self, [x, y, z]: [&mut M::Element; 3], [p, r, q, s]: &[M::Twiddle; 4], first: bool) {
        let module = &self.module;
        if let Some(i) = &self.fourth {
            module.butterfly(z, y);
            module.apply_fourth(y, i);
        }
        let beta = self.combine(z.clone(), Some(r), y.clone(), s);
        let gamma = match &self.fourth {
            Some(_) if first => z.clone(),
            None if first => {
                let mut sum = z.clone();
                module.add_assign(&mut sum, y);
                sum
            }
            _ => self.combine(z.clone(), Some(p), y.clone(), q),
        };
        let mut alpha = beta.clone();
        module.add_assign(&mut alpha, &gamma);
        *z = x.clone();
        module.sub_assign(z, &alpha);
        *y = x.clone();
        module.add_assign(y, &beta);
        module.add_assign(x, &gamma);
    }

    /// Transforms `f mod (x^(3m) - 1)` to its values.
    fn forward_node(&self, f: &mut [M::Element]) {
        let step = self.len / f.len();
        if let ([c, b, a], Some(twiddles)) = (&mut *f, self.twiddles.first()) {
            return self.forward_three([c, b, a], twiddles, true);
        }
        let (c, b, a) = thirds(f);
        let twiddles = self.twiddles.iter().step_by(step);
        for (d, (((x, y), z), twiddles)) in c.iter_mut().zip(&mut *b).zip(&mut *a).zip(twiddles).enumerate() {
            self.forward_three([x, y, z], twiddles, d == 0);
        }
        self.forward_node(c);
        self.forward_node(b);
        self.forward_node(a);
    }

    /// Transforms values to `3m` times `f mod (x^(3m) - 1)`.
    fn inverse_node(&self, f: &mut [M::Element]) {
        let step = self.len / f.len();
        if let ([x, y, z], Some(twiddles)) = (&mut *f, self.twiddles.first()) {
            return self.inverse_three([x, y, z], twiddles, true);
        }
        let (x, y, z) = thirds(f);
        self.inverse_node(x);
        self.inverse_node(y);
        self.inverse_node(z);
        let twiddles = self.twiddles.iter().step_by(step);
        for (d, (((x, y), z), twiddles)) in x.iter_mut().zip(y).zip(z).zip(twiddles).enumerate() {
            self.inverse_three([x, y, z], twiddles, d == 0);
        }
    }
}

impl<M: Action> Transform<M> for TwistedRadix3Complex<M> {
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
