//! Split radix, conjugate pair: a node of size `4m` falls into one of `2m` and two of `m`.
//!
//! Notation: `n = 2^k` the length, `w` a principal `n`-th root, `I = w^(n/4)`, `z = w^(n/(4m))` the root of a node
//! of size `4m` (so `z^m = I`), `sigma'` the conjugate-pair order.
//!
//! # Idea
//! `x^(4m) - 1 = (x^(2m) - 1)(x^m - I)(x^m + I)`. With `f = A x^(3m) + B x^(2m) + C x^m + D` the remainders are
//! `(C + A) x^m + (D + B)`, `(D - B) + I (C - A)` and `(D - B) - I (C - A)`. Substituting `x -> z x` turns `x^m - I`
//! into `x^m - 1`, and `x -> x/z` does it for `x^m + I`. Coefficient `d` is multiplied by `z^d` in the one, and in the
//! other by its inverse `z^(-d)`, the conjugate over the complex numbers. The half of size `2m` needs no twiddle at
//! all, and is split again.
//!
//! ```text
//! n = 8: sums and differences of pairs, then the product by I or by the power of w in brackets
//!
//! x0 --+----- sum --------------+-- sum -------+-- sum -- X0
//! x1 --|+---- sum --------------|+- sum -------+-- dif -- X4
//! x2 --||+--- sum --------------+|- dif -------+-- sum -- X2
//! x3 --|||+-- sum ---------------+- dif I -----+-- dif -- X6
//! x4 --+||| - dif ---+-- sum ----------- [0] --+-- sum -- X1
//! x5 ---+|| - dif ---|+- sum ----------- [1] --+-- dif -- X5
//! x6 ----+| - dif I -+|- dif ----------- [0] --+-- sum -- X7
//! x7 -----+ - dif I --+- dif ----------- [-1] -+-- dif -- X3
//! ```
//! The inverse untwists by `z^(-d)` and `z^d`: the same pairs, the other way round.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | conjugate-pair | 2^k | any action | 0 | yes |
//!
//! # Cost
//! `n lg n` additions, `(n/2) lg n - n + 1` products, both directions: over a ring no fewer than radix 2. But
//! `((3k - 2) n + 2 (-1)^k)/18` of the products are by `I`, about a third, so that it pays where `I` is cheap: over
//! the complex numbers `4 n lg n - 6 n + 8` real operations (n >= 2). Asserted by `tests/suite/counts.rs`.
//!
//! # Source
//! \[Duhamel-Hollmann 1984\], the conjugate pair \[Kamar-Elcherif 1989\]; \[Mateer 2008\], figure 4.3 (the inverse) and
//! its exact inverse (the forward map). Differences: step 4 leaves the
//! remainder modulo `x^m - I` and step 5 modulo `x^m + I`, where the figure has `1` for `I`; its bound `4m < n` is
//! `4m <= n`; steps 11 and 12 stand in the other order.

use super::{Transform, check_power_of_two, check_slices, stockham::split};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    lists,
    order::Order,
};
use alloc::vec::Vec;

/// The conjugate-pair split-radix transform: in place, values in conjugate-pair order.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{SplitRadix, Transform}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?;
/// let transform = SplitRadix::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 8];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], ring.pow(domain.root(), 4));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct SplitRadix<M: Action> {
    module: M,
    len: usize,
    /// `I` and `I^(-1)`; absent below length 4.
    fourth: Option<[M::Twiddle; 2]>,
    /// Entry `lg m` belongs to the nodes of size `4m`: `z^d` and `z^(-d)` for `1 <= d < m`.
    levels: Vec<Vec<[M::Twiddle; 2]>>,
}

impl<M: Action> SplitRadix<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of two.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        let len = domain.len();
        check_power_of_two("split-radix", len)?;
        let level = |log_m: u32| {
            let (m, step) = (1usize << log_m, len >> (log_m + 2));
            let up = domain.twiddles(step, m);
            let down = domain.twiddles(len - step, m);
            up.into_iter().zip(down).skip(1).map(|(z_d, inverse)| [z_d, inverse]).collect()
        };
        let levels = lists::list((len.trailing_zeros().saturating_sub(1)) as usize, |l| level(l as u32));
        let fourth = len.is_multiple_of(4).then(|| [len / 4, 3 * (len / 4)].map(|e| domain.twiddle(e)));
        Ok(SplitRadix { module: domain.module().clone(), len, fourth, levels })
    }
}

impl<M: Action> SplitRadix<M> {
    /// Transforms `f mod (x^(4m) - 1)` to its values.
    fn forward_node(&self, f: &mut [M::Element]) {
        let Some([i, _]) = &self.fourth else { return self.two(f) };
        match f {
            [_] | [_, _] => return self.two(f),
            [d, c, b, a] => {
                self.forward_column([d, c, b, a], i);
                self.module.butterfly(d, c);
                return;
            }
            _ => {}
        }
        let ring = &self.module;
        let m = f.len() / 4;
        let [fd, fc, fb, fa] = split(f, m);
        self.forward_column([&mut fd[0], &mut fc[0], &mut fb[0], &mut fa[0]], i);
        let columns = fd.iter_mut().zip(fc).zip(fb.iter_mut().zip(fa)).skip(1);
        for (at, (((d, c), (b, a)), [z_d, inverse])) in columns.zip(&self.levels[m.ilog2() as usize]).enumerate() {
            self.forward_column([d, c, &mut *b, &mut *a], i);
            if at + 1 == m / 2 {
                ring.apply_eighth(b, z_d);
                ring.apply_eighth(a, inverse);
            } else {
                ring.apply(b, z_d);
                ring.apply(a, inverse);
            }
        }
        let (half, rest) = f.split_at_mut(2 * m);
        let (up, down) = rest.split_at_mut(m);
        self.forward_node(half);
        self.forward_node(up);
        self.forward_node(down);
    }

    /// Transforms `(D, C, B, A)` to `(D + B, C + A, u + v, u - v)` with `u = D - B`, `v = I (C - A)`.
    #[inline(always)]
    fn forward_column(&self, [d, c, b, a]: [&mut M::Element; 4], i: &M::Twiddle) {
        self.module.butterfly(d, b);
        self.module.butterfly(c, a);
        self.module.butterfly_by_fourth(b, a, i);
    }

    /// Transforms values to `4m` times `f mod (x^(4m) - 1)`.
    fn inverse_node(&self, f: &mut [M::Element]) {
        let Some([_, inverse_i]) = &self.fourth else { return self.two(f) };
        match f {
            [_] | [_, _] => return self.two(f),
            [x, w, y, z] => {
                self.module.butterfly(x, w);
                self.module.butterfly(y, z);
                return self.inverse_column([x, w, y, z], inverse_i);
            }
            _ => {}
        }
        let ring = &self.module;
        let m = f.len() / 4;
        let (half, rest) = f.split_at_mut(2 * m);
        let (up, down) = rest.split_at_mut(m);
        self.inverse_node(half);
        self.inverse_node(up);
        self.inverse_node(down);
        let [fx, fw, fy, fz] = split(f, m);
        ring.butterfly(&mut fy[0], &mut fz[0]);
        self.inverse_column([&mut fx[0], &mut fw[0], &mut fy[0], &mut fz[0]], inverse_i);
        let columns = fx.iter_mut().zip(fw).zip(fy.iter_mut().zip(fz)).skip(1);
        for (at, (((x, w), (y, z)), [z_d, inverse])) in columns.zip(&self.levels[m.ilog2() as usize]).enumerate() {
            if at + 1 == m / 2 {
                ring.apply_eighth(y, inverse);
                ring.butterfly_by_eighth(y, z, z_d);
            } else {
                ring.apply(y, inverse);
                ring.butterfly_by(y, z, z_d);
            }
            self.inverse_column([x, w, y, z], inverse_i);
        }
    }

    /// Transforms `(X, W, Y + Z, Y - Z)` to `(X + be, W - al, X - be, W + al)` with `be = Y + Z`, `al = I (Y - Z)`.
    #[inline(always)]
    fn inverse_column(&self, [x, w, be, difference]: [&mut M::Element; 4], inverse_i: &M::Twiddle) {
        self.module.butterfly(x, be);
        self.module.butterfly_by_fourth(w, difference, inverse_i);
    }

    /// Transforms nodes of size 1 and 2, in either direction.
    fn two(&self, f: &mut [M::Element]) {
        if let [a, b] = f {
            self.module.butterfly(a, b);
        }
    }
}

impl<M: Action> Transform<M> for SplitRadix<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::ConjugatePair
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.forward_node(values);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.inverse_node(values);
        Ok(())
    }
}
