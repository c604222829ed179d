//! Twisted radix 4: every node of the tree is modulo `x^(4m) - 1` and falls into four of the same kind.
//!
//! Notation: `n = 2^k` the length, `w` a principal `n`-th root, `I = w^(n/4)`, `z = w^(n/(4m))` the root of a node of
//! size `4m` (so `z^m = I`), `sigma` bit reversal.
//!
//! # Idea
//! With `f = A x^(3m) + B x^(2m) + C x^m + D` the remainders modulo `x^m - 1`, `x^m + 1`, `x^m - I` and `x^m + I` are the
//! transform of length 4 of `(D, C, B, A)`, without a product but one by `I`. The substitutions `x -> z^2 x`,
//! `x -> z x` and `x -> z^3 x` turn the last three moduli into `x^m - 1`: coefficient `d` is multiplied by `z^(2d)`,
//! `z^d` and `z^(3d)`. The twiddles depend on the position inside a node, not on the node.
//!
//! ```text
//! column d of a node:
//!
//! D --+-------- D + B --+-------------- node modulo x^m - 1
//! C --|+------- C + A --+-- [z^(2d)] -- of f(z^2 x), from x^m + 1
//! B --+|------- D - B ----+ [z^d] ----- of f(z x),   from x^m - I
//! A ---+------- C - A --I-+ [z^(3d)] -- of f(z^3 x), from x^m + I
//!
//! n = 16: nodes of size 4 with the values at  w^0 w^8 w^4 w^12 | w^2 w^10 w^6 w^14 | w w^9 w^5 w^13 | w^3 ...
//! ```
//! For odd `k` the last step is of radix 2: its nodes, `x^2 - 1`, have no twiddles.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | bit-reversed | 2^k | any action | 0 | yes |
//!
//! # Cost
//! `n lg n` additions and `(n/2) lg n - n + 1` products, as radix 2; more of them are by `I`. Over the complex
//! numbers `(17/4) n lg n - (43/6) n + 32/3` real operations for `n = 4^k`. Both directions; asserted by
//! `tests/suite/counts.rs`.
//!
//! # Source
//! \[Gentleman-Sande 1966\]; the node is that of \[Mateer 2008\], figure 4.2, with four factors. Difference: the inverse
//! untwists by a table of inverses.

use super::{Transform, check_power_of_two, check_slices, radix8::gathered, stockham::split};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    lists,
    lists::from_fn,
    order::Order,
};
use alloc::vec::Vec;

/// The twisted radix-4 transform: in place, bit-reversed values.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{TwistedRadix4, Transform}, rings::Modular};
///
/// let ring = Modular::new(17)?;
/// let domain = Domain::new(ring, 8)?;
/// let transform = TwistedRadix4::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 8];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], ring.pow(domain.root(), 4));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct TwistedRadix4<M: Action> {
    module: M,
    len: usize,
    /// `I` and `I^(-1)`; absent below length 4.
    fourth: Option<[M::Twiddle; 2]>,
    /// The nodes of sizes `n`, `n/4`, ..., as far as these are 4 or more.
    levels: Vec<Level<M::Twiddle>>,
}

/// The twiddles of the nodes of size `4m`.
struct Level<T> {
    /// `z^d`, `z^(2d)`, `z^(3d)` for `1 <= d < m`.
    forward: Vec<[T; 3]>,
    /// The inverses of the twiddles.
    inverse: Vec<[T; 3]>,
}

impl<M: Action> TwistedRadix4<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of two.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        let len = domain.len();
        check_power_of_two("twisted-radix-4", len)?;
        let table = |m: usize, step: usize| {
            let powers = domain.twiddles(step, 3 * m);
            (1..m).map(|d| from_fn(|i| powers[(i + 1) * d].clone())).collect()
        };
        let level = |l: u32| {
            let (m, step) = (len >> (2 * l + 2), 1usize << (2 * l));
            Level { forward: table(m, step), inverse: table(m, len - step) }
        };
        let levels = lists::list((len.trailing_zeros() / 2) as usize, |l| level(l as u32));
        let fourth = len.is_multiple_of(4).then(|| [domain.twiddle(len / 4), domain.twiddle(3 * (len / 4))]);
        Ok(TwistedRadix4 { module: domain.module().clone(), len, fourth, levels })
    }
}

impl<M: Action> TwistedRadix4<M> {
    /// Transforms `f mod (x^(4m) - 1)` to its values.
    fn forward_node(&self, f: &mut [M::Element], levels: &[Level<M::Twiddle>]) {
        let (Some((level, below)), Some([i, _])) = (levels.split_first(), &self.fourth) else { return self.two(f) };
        let ring = &self.module;
        if let [d, c, b, a] = f {
            return self.forward_column([d, c, b, a], i);
        }
        let m = f.len() / 4;
        let [fd, fc, fb, fa] = split(f, m);
        self.forward_column([&mut fd[0], &mut fc[0], &mut fb[0], &mut fa[0]], i);
        let columns = fd.iter_mut().zip(fc).zip(fb.iter_mut().zip(fa)).skip(1);
        for (((d, c), (b, a)), [z_1, z_2, z_3]) in columns.zip(&level.forward) {
            gathered([d, c, b, a], |[d, c, b, a]| {
                ring.butterfly(d, b);
                ring.butterfly(c, a);
                ring.butterfly_then(d, c, z_2);
                ring.butterfly_by_fourth(b, a, i);
                ring.apply(b, z_1);
                ring.apply(a, z_3);
            });
        }
        for child in f.chunks_exact_mut(m) {
            self.forward_node(child, below);
        }
    }

    /// Computes the transform of length 4.
    #[inline(always)]
    fn forward_column(&self, [d, c, b, a]: [&mut M::Element; 4], i: &M::Twiddle) {
        self.module.butterfly(d, b);
        self.module.butterfly(c, a);
        self.module.butterfly(d, c);
        self.module.butterfly_by_fourth(b, a, i);
    }

    /// Transforms values to `4m` times `f mod (x^(4m) - 1)`.
    fn inverse_node(&self, f: &mut [M::Element], levels: &[Level<M::Twiddle>]) {
        let (Some((level, below)), Some([_, i])) = (levels.split_first(), &self.fourth) else { return self.two(f) };
        let ring = &self.module;
        if let [d, c, b, a] = f {
            return self.inverse_column([d, c, b, a], i);
        }
        let m = f.len() / 4;
        for child in f.chunks_exact_mut(m) {
            self.inverse_node(child, below);
        }
        let [fd, fc, fb, fa] = split(f, m);
        self.inverse_column([&mut fd[0], &mut fc[0], &mut fb[0], &mut fa[0]], i);
        let columns = fd.iter_mut().zip(fc).zip(fb.iter_mut().zip(fa)).skip(1);
        for (((d, c), (b, a)), [z_1, z_2, z_3]) in columns.zip(&level.inverse) {
            gathered([d, c, b, a], |[d, c, b, a]| {
                ring.butterfly_by(d, c, z_2);
                ring.apply(b, z_1);
                ring.butterfly_by(b, a, z_3);
                ring.butterfly(d, b);
                ring.butterfly_by_fourth(c, a, i);
            });
        }
    }

    /// Computes the unscaled inverse of length 4.
    #[inline(always)]
    fn inverse_column(&self, [d, c, b, a]: [&mut M::Element; 4], inverse_i: &M::Twiddle) {
        self.module.butterfly(d, c);
        self.module.butterfly(b, a);
        self.module.butterfly(d, b);
        self.module.butterfly_by_fourth(c, a, inverse_i);
    }

    /// Transforms nodes of size 1 and 2, in either direction.
    fn two(&self, f: &mut [M::Element]) {
        if let [a, b] = f {
            self.module.butterfly(a, b);
        }
    }
}

impl<M: Action> Transform<M> for TwistedRadix4<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::BitReversed
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.forward_node(values, &self.levels);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.inverse_node(values, &self.levels);
        Ok(())
    }
}
