//! Tangent transform: split radix with scaled halves, fewer real operations over the complex numbers.
//!
//! Notation: `n = 2^k` the length, `w` a primitive `n`-th root of unity, `I = w^(n/4)`, `z = w^(n/N)` the root of a node
//! of size `N = 4q`, `z^k = c_k + s_k I` with real `c_k`, `s_k`.
//!
//! # Idea
//! A product by `z^k` is 4 real products; by `1 + t I`, `t = s_k/c_k` the tangent, it is 2. So the values keep the
//! divisor `c_k`: a node of size `N` may leave them divided by a real scale `S(N, k)`. The node above merges that scale
//! into its own products. `S(N, k) = S(N, k + N/4)` lets one pair of columns share its scale, which makes
//!
//! ```text
//! S(N, k) = 1 for N <= 4, else S(N/4, k) c_k for k <= N/8 and -S(N/4, k) s_k for N/8 < k < N/4.
//! ```
//! A node is split radix (`papers/split_radix.md`), with real rotations for its two twiddles. Four kinds differ in the
//! scale that divides their values, and the kind of a node determines those of its children:
//!
//! ```text
//! kind        divided by   half of N/2   quarters of N/4   more products of the node
//! Plain       1            Plain         Same              S(N, k) on both inputs of the rotation
//! Same        S(N, k)      Double        Same              none
//! Double      S(2N, k)     Quadruple     Same              S(N, k)/S(2N, k), S(N, k)/S(2N, k + N/4) on them
//! Quadruple   S(4N, k)     Double        Same              S(N, i)/S(4N, i) on every value i > 0
//!
//! column k of a node, forward; r0, r1 are the products of the node, the first where both are the same:
//! D, C  ->  D + B, C + A                               to the half
//! B, A  ->  s = r0 (D - B), e = r1 (C - A)
//!       ->  p + I m, p - I m                           to the quarters of w and of w^(-1), with
//!             k = 0:        p = s,        m = e
//!             0 < k < N/8:  p = s - t e,  m = e + t s  t the tangent of column k
//!             k = N/8:      p = s - e,    m = e + s
//!             k > N/8:      p = e - t s,  m = -s - t e t the tangent of column N/4 - k
//! ```
//! The inverse is the transpose: the same products in the opposite order, over the inverse root.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | conjugate-pair | 2^k | scalars with real parts | 2 | yes |
//!
//! Any primitive root will do; the scales are at least `n^(-1/4)` for `exp(2 pi i/n)` and its inverse, and may be small
//! for others.
//!
//! # Cost
//! Over the complex numbers `(34/9) n lg n - (124/27) n - 2 lg n - (2/9) (-1)^k k + (16/27) (-1)^k + 8` real operations,
//! both directions: 1152 for n = 64, where split radix takes 1160. Asserted by `tests/suite/counts.rs`.
//!
//! # Source
//! \[Johnson-Frigo 2007\]. Differences: in place, decimation in frequency forward; the twiddles are rotations by a real
//! tangent in both halves of a node, the second half by exchange; scales carry signs, so that every root is served.

mod scales;

use self::scales::{Level, Scales};
use super::{Transform, check_power_of_two, check_slices, radix8::gathered, stockham::split};
use crate::{
    Result,
    algebra::{Action, Domain, Module, Roots},
    lists,
    order::Order,
};
use alloc::vec::Vec;

/// The tangent transform: in place, values in conjugate-pair order, complex numbers only.
///
/// ```
/// use num_complex::Complex;
/// use ringfft::{algebra::Domain, dft::{Tangent, Transform}, rings::ComplexRing};
///
/// let transform = Tangent::new(&Domain::new(ComplexRing::<f64>::new(), 8)?)?;
/// let mut x = [Complex::new(1.0, 0.0); 8];
/// transform.forward(&mut x, &mut vec![Complex::default(); transform.scratch_len()])?;
/// assert!((x[0] - 8.0).norm() < 1e-15);
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Tangent<M: Action> {
    module: M,
    len: usize,
    /// `I`, `I^(-1)` and `1/S(8, 1)`; absent below length 4.
    constants: Option<Constants<M::Twiddle>>,
    /// Entry `lg q` belongs to the nodes of size `4q`.
    levels: Vec<Level<M::Twiddle>>,
}

struct Constants<T> {
    fourth: T,
    inverse_fourth: T,
    /// `1/S(8, 1)`, the square root of 2 or its negative; 1 for `n = 4`, which does not use it.
    diagonal: T,
}

/// The scale that the values of a node are divided by.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    Same,
    Double,
    Quadruple,
}

impl Kind {
    /// Returns the kind of the half; the quarters are of kind `Same`.
    fn half(self) -> Kind {
        match self {
            Kind::Plain => Kind::Plain,
            Kind::Same | Kind::Quadruple => Kind::Double,
            Kind::Double => Kind::Quadruple,
        }
    }
}

impl<M: Action> Tangent<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain`.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the length is a power of two;
    /// [`Error::Unsupported`](crate::Error::Unsupported) where scalars have no real parts.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        let (len, module) = (domain.len(), domain.module().clone());
        check_power_of_two("tangent", len)?;
        let scales = Scales::new(domain)?;
        let levels =
            lists::list((len.trailing_zeros().saturating_sub(1)) as usize, |log_q| scales.level(&module, log_q as u32));
        let constants = len.is_multiple_of(4).then(|| Constants {
            fourth: domain.twiddle(len / 4),
            inverse_fourth: domain.twiddle(3 * (len / 4)),
            diagonal: module.prepare(&scales.diagonal()),
        });
        Ok(Tangent { module, len, constants, levels })
    }
}

/// Two elements of scratch.
type Pair<'a, M> = &'a mut [<M as Module>::Element; 2];

impl<M: Action> Tangent<M> {
    fn forward_node(&self, f: &mut [M::Element], kind: Kind, scratch: Pair<'_, M>) {
        let (ring, q) = (&self.module, f.len() / 4);
        let (Some(constants), 1..) = (&self.constants, q) else {
            if let [a, b] = f {
                if let (Some(constants), Kind::Quadruple) = (&self.constants, kind) {
                    ring.apply_real(b, &constants.diagonal);
                }
                ring.butterfly(a, b);
            }
            return;
        };
        let level = &self.levels[q.ilog2() as usize];
        match kind {
            Kind::Plain => self.forward_columns(f, level, constants, scratch, |k, s, e| match k {
                0 => {}
                _ => [s, e].into_iter().for_each(|x| ring.apply_real(x, &level.plain[k - 1])),
            }),
            Kind::Double => self.forward_columns(f, level, constants, scratch, |k, s, e| match k {
                0 => ring.apply_real(e, &constants.diagonal),
                _ => [s, e].into_iter().zip(&level.double[k - 1]).for_each(|(x, r)| ring.apply_real(x, r)),
            }),
            Kind::Same => self.forward_columns(f, level, constants, scratch, |_, _, _| {}),
            Kind::Quadruple => {
                f.iter_mut().skip(1).zip(&level.quadruple).for_each(|(x, r)| ring.apply_real(x, r));
                self.forward_columns(f, level, constants, scratch, |_, _, _| {});
            }
        }
        let (half, rest) = f.split_at_mut(2 * q);
        let (up, down) = rest.split_at_mut(q);
        self.forward_node(half, kind.half(), scratch);
        self.forward_node(up, Kind::Same, scratch);
        self.forward_node(down, Kind::Same, scratch);
    }

    /// Runs the columns of a node forward, `scale` multiplying the inputs `s`, `e` of the rotation of column `k`.
    #[inline(always)]
    fn forward_columns(
        &self,
        f: &mut [M::Element],
        level: &Level<M::Twiddle>,
        Constants { fourth, inverse_fourth, .. }: &Constants<M::Twiddle>,
        scratch: Pair<'_, M>,
        scale: impl Fn(usize, &mut M::Element, &mut M::Element),
    ) {
        let (ring, q) = (&self.module, f.len() / 4);
        let [fd, fc, fb, fa] = split(f, q);
        for k in 0..q {
            gathered([&mut fd[k], &mut fc[k], &mut fb[k], &mut fa[k]], |[d, c, b, a]| {
                ring.butterfly(d, b);
                ring.butterfly(c, a);
                scale(k, b, a);
                match k {
                    0 => ring.butterfly_by_fourth(b, a, fourth),
                    _ if k < q / 2 => {
                        self.rotate(b, a, &level.tangents[k - 1], scratch);
                        ring.butterfly_by_fourth(b, a, fourth);
                    }
                    _ if k > q / 2 => {
                        self.rotate(a, b, &level.tangents[q - k - 1], scratch);
                        ring.butterfly_by_fourth(a, b, fourth);
                    }
                    _ => {
                        ring.butterfly(b, a);
                        ring.butterfly_by_fourth(a, b, inverse_fourth);
                    }
                }
            });
        }
    }

    /// Rotates `(x, y)` to `(x - t y, y + t x)` for a real `t`.
    #[inline(always)]
    fn rotate(&self, x: &mut M::Element, y: &mut M::Element, t: &M::Twiddle, [t_x, t_y]: Pair<'_, M>) {
        if core::mem::needs_drop::<M::Element>() {
            t_x.clone_from(x);
            t_y.clone_from(y);
            self.rotate_with(x, y, t, [t_x, t_y]);
        } else {
            // Copies without storage of their own live in registers.
            let (mut t_x, mut t_y) = (x.clone(), y.clone());
            self.rotate_with(x, y, t, [&mut t_x, &mut t_y]);
        }
    }

    /// Computes [`rotate`](Tangent::rotate) with copies of `x` and `y`.
    #[inline(always)]
    fn rotate_with(&self, x: &mut M::Element, y: &mut M::Element, t: &M::Twiddle, [t_x, t_y]: [&mut M::Element; 2]) {
        self.module.apply_real(t_x, t);
        self.module.apply_real(t_y, t);
        self.module.sub_assign(x, t_y);
        self.module.add_assign(y, t_x);
    }

    fn inverse_node(&self, f: &mut [M::Element], kind: Kind, scratch: Pair<'_, M>) {
        let (ring, q) = (&self.module, f.len() / 4);
        let (Some(constants), 1..) = (&self.constants, q) else {
            if let [a, b] = f {
                ring.butterfly(a, b);
                if let (Some(constants), Kind::Quadruple) = (&self.constants, kind) {
                    ring.apply_real(b, &constants.diagonal);
                }
            }
            return;
        };
        let (half, rest) = f.split_at_mut(2 * q);
        let (up, down) = rest.split_at_mut(q);
        self.inverse_node(half, kind.half(), scratch);
        self.inverse_node(up, Kind::Same, scratch);
        self.inverse_node(down, Kind::Same, scratch);
        let level = &self.levels[q.ilog2() as usize];
        match kind {
            Kind::Plain => self.inverse_columns(f, level, constants, scratch, |k, s, e| match k {
                0 => {}
                _ => [s, e].into_iter().for_each(|x| ring.apply_real(x, &level.plain[k - 1])),
            }),
            Kind::Double => self.inverse_columns(f, level, constants, scratch, |k, s, e| match k {
                0 => ring.apply_real(e, &constants.diagonal),
                _ => [s, e].into_iter().zip(&level.double[k - 1]).for_each(|(x, r)| ring.apply_real(x, r)),
            }),
            Kind::Same => self.inverse_columns(f, level, constants, scratch, |_, _, _| {}),
            Kind::Quadruple => {
                self.inverse_columns(f, level, constants, scratch, |_, _, _| {});
                f.iter_mut().skip(1).zip(&level.quadruple).for_each(|(x, r)| ring.apply_real(x, r));
            }
        }
    }

    /// Runs the columns of a node backwards, `scale` multiplying the outputs `s`, `e` of the rotation of column `k`.
    #[inline(always)]
    fn inverse_columns(
        &self,
        f: &mut [M::Element],
        level: &Level<M::Twiddle>,
        Constants { fourth, inverse_fourth, .. }: &Constants<M::Twiddle>,
        scratch: Pair<'_, M>,
        scale: impl Fn(usize, &mut M::Element, &mut M::Element),
    ) {
        let (ring, q) = (&self.module, f.len() / 4);
        let [fd, fc, fb, fa] = split(f, q);
        for k in 0..q {
            gathered([&mut fd[k], &mut fc[k], &mut fb[k], &mut fa[k]], |[d, c, b, a]| {
                match k {
                    0 => {
                        ring.butterfly(b, a);
                        ring.apply_fourth(a, inverse_fourth);
                    }
                    // `rotate` with x and y exchanged turns the other way.
                    _ if k < q / 2 => {
                        ring.butterfly(b, a);
                        ring.apply_fourth(a, inverse_fourth);
                        self.rotate(a, b, &level.tangents[k - 1], scratch);
                    }
                    _ if k > q / 2 => {
                        ring.butterfly(a, b);
                        ring.apply_fourth(b, inverse_fourth);
                        self.rotate(b, a, &level.tangents[q - k - 1], scratch);
                    }
                    _ => {
                        ring.butterfly(a, b);
                        ring.apply_fourth(b, fourth);
                        ring.butterfly(b, a);
                    }
                }
                scale(k, b, a);
                ring.butterfly(d, b);
                ring.butterfly(c, a);
            });
        }
    }
}

impl<M: Action> Transform<M> for Tangent<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::ConjugatePair
    }

    fn scratch_len(&self) -> usize {
        2
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        if let Some(pair) = scratch.first_chunk_mut() {
            self.forward_node(values, Kind::Plain, pair);
        }
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        if let Some(pair) = scratch.first_chunk_mut() {
            self.inverse_node(values, Kind::Plain, pair);
        }
        Ok(())
    }
}
