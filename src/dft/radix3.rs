//! Classical radix-3: reduce modulo `x^(3m) - b^3` into `x^m - b`, `x^m - b W` and `x^m - b W^2`.
//!
//! Notation: `n = 3^k` the length, `w` a principal `n`-th root, `W = w^(n/3)`, so `1 + W + W^2 = 0`; `Delta` the
//! reversal of `k` base-3 digits. A node of the reduction tree has a size `3m` and an index `j`; it holds
//! `f mod (x^(3m) - w^Delta(j))`.
//!
//! # Idea
//! `w^Delta(j)` has the cube roots `b = w^Delta(3j)`, `W b` and `W^2 b`. With `f = A x^(2m) + B x^m + C`,
//! `B' = b B` and `A' = b^2 A`, the remainders are the transform of length 3 of `C, B', A'`, in which
//! `W^2 = -1 - W` leaves one product:
//!
//! ```text
//! t = W (B' - A')        X = C + B' + A'      mod x^m - b
//!                        Y = (C - A') + t     mod x^m - W b
//!                        Z = (C - B') - t     mod x^m - W^2 b
//!
//! n = 9, twiddle exponents in brackets (node 0 of each level has none), * a transform of length 3:
//!
//! x0 --*------- x0 -----*-- X0        X0 X3 X6 X1 X4 X7 X2 X5 X8
//! x1 --|*------ x1 -----*-- X3
//! x2 --||*----- x2 -----*-- X6        x^9 - 1
//! x3 --*||----- x3 -----*-- X1        x^3 - 1     x^3 - w^3    x^3 - w^6
//! x4 ---*|----- x4 [1]--*-- X4        roots 1, w^3, w^6 | w, w^4, w^7 | w^2, w^5, w^8
//! x5 ----*----- x5 [2]--*-- X7
//! x6 --*||----- x6 -----*-- X2
//! x7 ---*|----- x7 [2]--*-- X5
//! x8 ----*----- x8 [4]--*-- X8
//! ```
//! Backwards `C, B, A` are the inverse transform of length 3 of `X, Y, Z`, the last two times `b^-1` and `b^-2`.
//! No second table is needed: in the list of the `b`, negation modulo `n/3` reverses each block `[3^t, 3^(t+1))` of
//! indices, so the mirrored entry is `c = W b^-1`, and
//! `b^-1 (X + W^2 Y + W Z) = c (Z + W Y + W^2 X)`: exchange `X` and `Z`, transform forward, multiply by `c`, `c^2`.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | ternary-reversed | 3^k | any action, characteristic not 3 | 0 | yes |
//!
//! # Cost
//! `(7/3) n log3 n` additions, `n log3 n - n + 1` products, both directions. Over the complex numbers
//! `(32/3) n log3 n - 6 n + 6` real operations. Asserted by `tests/suite/radix_3_family.rs`.
//!
//! # Source
//! \[Cooley-Tukey 1965\], with factors 3, as a reduction tree like that of \[Mateer 2008\], figure 4.1. Differences:
//! the kernel with one product and no division by 2; the inverse reads the forward table mirrored.

use super::{Transform, check_slices};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Ring, Roots},
    order::{Order, is_power_of_three, ternary_reverse_permute},
};
use alloc::vec::Vec;

/// The classical radix-3 transform: in place, ternary-reversed values.
///
/// ```
/// use ringfft::{algebra::{Domain, Ring}, dft::{Radix3, Transform}, rings::Modular};
///
/// let ring = Modular::new(19)?;
/// let domain = Domain::new(ring, 9)?;
/// let transform = Radix3::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 9];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], ring.pow(domain.root(), 3));
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Radix3<M: Action> {
    module: M,
    len: usize,
    /// `W`.
    third: M::Twiddle,
    /// `b = w^Delta(3j)` and `b^2` for `j < n/3`.
    twiddles: Vec<[M::Twiddle; 2]>,
}

impl<M: Action> Radix3<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`] unless the length is a power of three; [`Error::NoRoot`] in characteristic 3.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        check_power_of_three("radix-3", domain)?;
        let third = domain.len() / 3;
        let [mut roots, mut squares] = [1, 2].map(|step| domain.twiddles(step, third));
        ternary_reverse_permute(&mut roots);
        ternary_reverse_permute(&mut squares);
        Ok(Radix3 {
            module: domain.module().clone(),
            len: domain.len(),
            third: domain.twiddle(third),
            twiddles: roots.into_iter().zip(squares).map(|(b, square)| [b, square]).collect(),
        })
    }
}

impl<M: Action> Radix3<M> {
    /// Transforms `f mod (x^(3m) - w^Delta(j))` to its values.
    fn forward_node(&self, f: &mut [M::Element], j: usize) {
        let (module, m) = (&self.module, f.len() / 3);
        let (c, b, a) = thirds(f);
        if j == 0 {
            for ((x, y), z) in c.iter_mut().zip(&mut *b).zip(&mut *a) {
                (*y, *z) = transform_three(module, &self.third, x, y, z);
            }
        } else {
            let [root, square] = &self.twiddles[j];
            for ((x, y), z) in c.iter_mut().zip(&mut *b).zip(&mut *a) {
                let (turned_b, turned_a) = (module.applied(y, root), module.applied(z, square));
                (*y, *z) = transform_three(module, &self.third, x, &turned_b, &turned_a);
            }
        }
        if m > 1 {
            self.forward_node(c, 3 * j);
            self.forward_node(b, 3 * j + 1);
            self.forward_node(a, 3 * j + 2);
        }
    }

    /// Transforms values to `3m` times `f mod (x^(3m) - w^Delta(j))`.
    fn inverse_node(&self, f: &mut [M::Element], j: usize) {
        let (module, m) = (&self.module, f.len() / 3);
        let (c, b, a) = thirds(f);
        if m > 1 {
            self.inverse_node(c, 3 * j);
            self.inverse_node(b, 3 * j + 1);
            self.inverse_node(a, 3 * j + 2);
        }
        if j == 0 {
            for ((x, y), z) in c.iter_mut().zip(b).zip(a) {
                (*y, *z) = transform_three(module, &self.third, x, z, y);
            }
            return;
        }
        let mirrored = 4 * 3usize.pow(j.ilog(3)) - 1 - j;
        let [root, square] = &self.twiddles[mirrored];
        for ((x, y), z) in c.iter_mut().zip(b).zip(a) {
            core::mem::swap(x, z);
            let (turned_b, turned_a) = transform_three(module, &self.third, x, y, z);
            (*y, *z) = (module.applied(&turned_b, root), module.applied(&turned_a, square));
        }
    }
}

/// Computes `a <- a + b + c`; returns `a + W b + W^2 c` and `a + W^2 b + W c`, for `W` with `1 + W + W^2 = 0`.
///
/// 7 additions, 1 product.
#[inline(always)]
pub(super) fn transform_three<M: Action>(
    module: &M,
    third: &M::Twiddle,
    a: &mut M::Element,
    b: &M::Element,
    c: &M::Element,
) -> (M::Element, M::Element) {
    let mut difference = b.clone();
    module.sub_assign(&mut difference, c);
    let turned = module.applied(&difference, third);
    let (mut y, mut z) = (a.clone(), a.clone());
    module.sub_assign(&mut y, c);
    module.add_assign(&mut y, &turned);
    module.sub_assign(&mut z, b);
    module.sub_assign(&mut z, &turned);
    module.add_assign(a, b);
    module.add_assign(a, c);
    (y, z)
}

/// Returns a node as its three parts.
#[inline(always)]
pub(super) fn thirds<T>(f: &mut [T]) -> (&mut [T], &mut [T], &mut [T]) {
    let third = f.len() / 3;
    let (low, rest) = f.split_at_mut(third);
    let (middle, high) = rest.split_at_mut(third);
    (low, middle, high)
}

/// Checks that the length is a power of three and that 3 is not zero in the ring.
pub(super) fn check_power_of_three<M: Action>(what: &'static str, domain: &Domain<M>) -> Result<()> {
    let (len, scalars) = (domain.len(), domain.module().scalars());
    if !is_power_of_three(len) {
        return Err(Error::Length {
            what,
            len,
            possible: "it needs a power of three; `stockham` and `bluestein` take any length",
        });
    }
    if len > 1 && scalars.is_zero(&scalars.integer(3)) {
        let possible = "3 is zero there, so such a transform could not be inverted; take a length prime to 3";
        return Err(Error::NoRoot { ring: scalars.name(), order: len, possible: possible.into() });
    }
    Ok(())
}

impl<M: Action> Transform<M> for Radix3<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::TernaryReversed
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        if self.len > 1 {
            self.forward_node(values, 0);
        }
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        if self.len > 1 {
            self.inverse_node(values, 0);
        }
        Ok(())
    }
}
