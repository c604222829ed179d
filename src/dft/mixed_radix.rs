//! Mixed radix, decimation in time: Cooley and Tukey's transform for any factorisation.
//!
//! Notation: `n = r_1 r_2 ... r_s`, any factors; `w` a principal `n`-th root; a node of size `r m` has the root
//! `z = w^(n/(r m))`.
//!
//! # Idea
//! The coefficients whose index is `i` modulo `r` make the polynomial `f_i`: `f(x) = sum_i x^i f_i(x^r)`. A node
//! takes the values of its `r` parts, each of size `m`, twists and joins them:
//!
//! ```text
//! F[k + q m] = sum_i (z^m)^(iq) (z^(ik) F_i[k]),       k < m, q < r
//!
//! n = 6 = 2 x 3:   x0 --+         +-- [0] -- sum -- X0
//!                  x2 --| DFT_3   |-- [0] -- sum -- X1     each with the line three below,
//!                  x4 --+ w^2     +-- [0] -- sum -- X2     which is twisted first by
//!                  x1 --+         +-- [0] -- dif -- X3     the power of w in brackets
//!                  x3 --| DFT_3   |-- [1] -- dif -- X4
//!                  x5 --+ w^2     +-- [2] -- dif -- X5
//! ```
//! The gather on the left is the reversal of the index's digits; a leaf reads its coefficients with a stride from a
//! copy in the scratch. The inverse is the forward map of the list read at `-j`, which the copy does.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | any n >= 1 | any action | n, and the greatest radix not written out | through scratch |
//!
//! # Cost
//! A node of size `r m` costs `m` transforms of length `r` and `(r - 1)(m - 1)` products less those by -1. The
//! radices 2, 3, 4, 5, 8 are written out, other odd primes are sums over pairs, other composite radices are the
//! definition. With the radices of a Stockham transform in the opposite order, the same counts. Asserted by
//! `tests/suite/counts.rs`.
//!
//! # Source
//! \[Cooley-Tukey 1965\], which reverses the digits at the end; \[Gentleman-Sande 1966\] states both ends.

use super::{
    Transform,
    butterfly::Butterfly,
    check_slices,
    small::{Kernel, Straight, transformed},
    stockham::split,
};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    arith::prime_factors,
    lists::from_fn,
    order::Order,
};
use alloc::vec::Vec;

/// The mixed-radix transform: natural order, out of place through scratch.
///
/// ```
/// use ringfft::{algebra::Domain, dft::{MixedRadix, Transform}, rings::Modular};
///
/// let ring = Modular::new(7)?;
/// let domain = Domain::new(ring, 6)?;
/// let transform = MixedRadix::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 6];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], *domain.root());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct MixedRadix<M: Action> {
    module: M,
    len: usize,
    levels: Vec<Level<M::Twiddle>>,
    /// Elements that a radix which is not written out works on.
    column: usize,
}

/// The nodes of one size.
struct Level<T> {
    straight: Straight<T>,
    /// `z^(ik)` for `1 <= k < m`, `1 <= i < r`, with `i` running fastest.
    twiddles: Vec<T>,
}

impl<M: Action> MixedRadix<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain` by the prime factors of its length, ascending.
    ///
    /// # Errors
    /// None: every length will do, at a cost quadratic in its greatest prime.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        let factors = prime_factors(domain.len() as u64).into_iter();
        let radices: Vec<usize> = factors.flat_map(|(prime, e)| (0..e).map(move |_| prime as usize)).collect();
        Self::with_radices(domain, &radices)
    }

    /// Creates the transform over `domain` by these radices: the first is that of the last step.
    ///
    /// # Errors
    /// [`Error::Length`] unless the radices are above 1 and multiply to the length.
    pub fn with_radices(domain: &Domain<M>, radices: &[usize]) -> Result<Self> {
        let len = domain.len();
        let mut levels: Vec<Level<M::Twiddle>> = Vec::with_capacity(radices.len());
        let mut size = len;
        for &radix in radices {
            if radix < 2 || !size.is_multiple_of(radix) {
                break;
            }
            let part = size / radix;
            let powers = domain.twiddles(len / size, size);
            let twiddles = (1..part).flat_map(|k| (1..radix).map(move |i| i * k)).map(|e| powers[e].clone()).collect();
            levels.push(Level { straight: Straight::new(domain, radix), twiddles });
            size = part;
        }
        if size != 1 || levels.len() != radices.len() {
            let possible = "the radices must be above 1 and multiply to it";
            return Err(Error::Length { what: "mixed-radix", len, possible });
        }
        let column = levels.iter().map(|level| level.straight.column_len()).max().unwrap_or(0);
        Ok(MixedRadix { module: domain.module().clone(), len, levels, column })
    }
}

impl<M: Action> MixedRadix<M> {
    /// Computes the values of the coefficients `x[start + j stride]`.
    fn node(
        &self,
        levels: &[Level<M::Twiddle>],
        x: &[M::Element],
        [start, stride]: [usize; 2],
        values: &mut [M::Element],
        column: &mut [M::Element],
    ) {
        let Some((level, below)) = levels.split_first() else { return };
        let radix = level.straight.radix;
        match below {
            [] => return self.leaves(&level.straight, x, [start, 0, stride], values, column),
            [last] => self.leaves(&last.straight, x, [start, stride, radix * stride], values, column),
            _ => {
                for (i, part) in values.chunks_exact_mut(values.len() / radix).enumerate() {
                    self.node(below, x, [start + i * stride, radix * stride], part, column);
                }
            }
        }
        match &level.straight.kernel {
            Kernel::Two(eighths) => self.join::<2, _>(eighths, level, values),
            Kernel::Three(third) => self.join::<3, _>(third, level, values),
            Kernel::ThreeByHalf(third) => self.join::<3, _>(third, level, values),
            Kernel::Four(eighths) => self.join::<4, _>(eighths, level, values),
            Kernel::Five(fifth) => self.join::<5, _>(fifth, level, values),
            Kernel::Eight(eighths) => self.join::<8, _>(eighths, level, values),
            Kernel::Prime(_) | Kernel::Plain(_) => self.join_any(level, values, &mut column[..radix]),
        }
    }

    /// Computes the leaves of one node: leaf `i` is the transform of the `x[start + i step + j stride]`.
    fn leaves(
        &self,
        straight: &Straight<M::Twiddle>,
        x: &[M::Element],
        [start, step, stride]: [usize; 3],
        values: &mut [M::Element],
        column: &mut [M::Element],
    ) {
        match &straight.kernel {
            Kernel::Two(eighths) => self.written_out::<2, _>(eighths, x, [start, step, stride], values),
            Kernel::Three(third) => self.written_out::<3, _>(third, x, [start, step, stride], values),
            Kernel::ThreeByHalf(third) => self.written_out::<3, _>(third, x, [start, step, stride], values),
            Kernel::Four(eighths) => self.written_out::<4, _>(eighths, x, [start, step, stride], values),
            Kernel::Five(fifth) => self.written_out::<5, _>(fifth, x, [start, step, stride], values),
            Kernel::Eight(eighths) => self.written_out::<8, _>(eighths, x, [start, step, stride], values),
            Kernel::Prime(_) | Kernel::Plain(_) => {
                let column = &mut column[..straight.radix];
                for (i, values) in values.chunks_exact_mut(straight.radix).enumerate() {
                    let from = x[start + i * step..].iter().step_by(stride);
                    for (to, from) in column.iter_mut().zip(from) {
                        to.clone_from(from);
                    }
                    straight.apply(&self.module, column, |q, value| values[q] = value);
                }
            }
        }
    }

    /// Computes [`leaves`](Self::leaves) of a radix that has a butterfly of its own.
    #[inline]
    fn written_out<const R: usize, B: Butterfly<M, R>>(
        &self,
        butterfly: &B,
        x: &[M::Element],
        [start, step, stride]: [usize; 3],
        values: &mut [M::Element],
    ) {
        for (i, values) in values.chunks_exact_mut(R).enumerate() {
            let leaf = transformed(&self.module, butterfly, |j| x[start + i * step + j * stride].clone());
            for (value, new) in values.iter_mut().zip(leaf) {
                *value = new;
            }
        }
    }

    /// Merges `R` parts, in place.
    #[inline]
    fn join<const R: usize, B: Butterfly<M, R>>(
        &self,
        butterfly: &B,
        level: &Level<M::Twiddle>,
        values: &mut [M::Element],
    ) {
        let (module, slots) = (&self.module, B::SLOTS);
        let m = values.len() / R;
        let mut parts: [&mut [M::Element]; R] = split(values, m);
        let mut v: [M::Element; R] = from_fn(|s| parts[slots[s]][0].clone());
        butterfly.apply(module, &mut v);
        for (part, value) in parts.iter_mut().zip(v) {
            part[0] = value;
        }
        for (k, twiddles) in (1..m).zip(level.twiddles.chunks_exact(R - 1)) {
            let mut v: [M::Element; R] = from_fn(|s| match slots[s] {
                0 => parts[0][k].clone(),
                i => module.applied(&parts[i][k], &twiddles[i - 1]),
            });
            butterfly.apply(module, &mut v);
            for (part, value) in parts.iter_mut().zip(v) {
                part[k] = value;
            }
        }
    }

    /// Merges parts by a radix without a butterfly of its own.
    fn join_any(&self, level: &Level<M::Twiddle>, values: &mut [M::Element], column: &mut [M::Element]) {
        let radix = column.len();
        let m = values.len() / radix;
        for k in 0..m {
            for (i, x) in column.iter_mut().enumerate() {
                x.clone_from(&values[k + i * m]);
            }
            if k != 0 {
                let twiddles = &level.twiddles[(k - 1) * (radix - 1)..];
                for (x, twiddle) in column[1..].iter_mut().zip(twiddles) {
                    self.module.apply(x, twiddle);
                }
            }
            level.straight.apply(&self.module, column, |q, value| values[k + q * m] = value);
        }
    }

    fn run(&self, values: &mut [M::Element], scratch: &mut [M::Element], reversed: bool) -> Result<()> {
        check_slices(self, values, scratch)?;
        if self.levels.is_empty() {
            return Ok(());
        }
        let (x, column) = scratch.split_at_mut(self.len);
        x.clone_from_slice(values);
        if reversed {
            x[1..].reverse();
        }
        self.node(&self.levels, x, [0, 1], values, column);
        Ok(())
    }
}

impl<M: Action> Transform<M> for MixedRadix<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.len + self.column
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, false)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, true)
    }
}
