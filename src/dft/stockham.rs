//! Stockham autosort: natural order in and out, no bit reversal, any order of the radices 2, 4 and 8.
//!
//! Notation: `n = r_1 r_2 ... r_s`, `w` a principal `n`-th root, `N` the product of the radices already done.
//!
//! # Idea
//! Each pass transforms columns of `r` elements that lie `n/r` apart and writes them where the next pass
//! wants them, in the other of two buffers; the digits of the index are reversed one at a time on the way.
//!
//! ```text
//! pass of radix r, for j < n/r, with k = j mod N:
//!     v_i = x[j + i n/r] * w^(i k n/(N r))          i < r
//!     v   = DFT_r(v)
//!     y[(j div N) N r + k + i N] = v_i
//! then x and y change places and N becomes N r.
//!
//! n = 8 = 2 x 2 x 2:      x0 x1 x2 x3 x4 x5 x6 x7
//!     N = 1 pairs (j, j+4)     -> y[2j], y[2j+1]
//!     N = 2 pairs, k = j mod 2 -> y[4(j/2) + k], y[.. + 2]
//!     N = 4 pairs, k = j       -> X0 X1 X2 X3 X4 X5 X6 X7
//! ```
//! The inverse is the forward map of the reversed list, `sum_k X_k w^(-jk) = sum_k X_(-k) w^(jk)`; the
//! reversal rides on the first pass's reads.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | 2^k | any action | n | through scratch |
//!
//! # Cost
//! `n lg n` additions and `(n/2) lg n - n + 1` products whatever the radices; over the complex numbers radix
//! 2 takes `5 n lg n - 10 n + 16` real operations, radix 4 `(17/4) n lg n - (43/6) n + 32/3`. Asserted by
//! `tests/counts.rs`.
//!
//! # Source
//! Stockham in \[Cochran 1967\]; stated as in \[Govindaraju 2008\], figure 2, and \[Bainville 2010\].

use super::{
    Transform,
    butterfly::{Butterfly, Eighths},
    check_slices,
};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    order::Order,
};
use alloc::vec::Vec;
use core::array::from_fn;

/// The Stockham transform: natural order, out of place through scratch.
pub struct Stockham<M: Action> {
    module: M,
    len: usize,
    passes: Vec<Pass<M::Twiddle>>,
    eighths: Eighths<M::Twiddle>,
}

pub(crate) struct Pass<T> {
    pub(crate) radix: usize,
    /// The product of the radices of the passes before, `N`.
    pub(crate) done: usize,
    /// `w^(i k n/(N r))` for `1 <= k < N`, `1 <= i < r`, with `i` running fastest.
    twiddles: Vec<T>,
}

impl<M: Action> Stockham<M>
where
    M::Scalars: Roots,
{
    /// The transform over `domain`, radix 8 as far as it goes.
    ///
    /// # Errors
    /// [`Error::Length`] unless the length is a power of two.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        super::check_power_of_two("stockham", domain.len())?;
        Self::with_radices(domain, &stockham_radices(domain.len()))
    }

    /// The transform over `domain` with passes of the given radices, in this order.
    ///
    /// # Errors
    /// [`Error::Length`] unless the radices are 2, 4 or 8 and multiply to the length.
    pub fn with_radices(domain: &Domain<M>, radices: &[usize]) -> Result<Self> {
        let len = domain.len();
        let possible = "the radices 2, 4 and 8 must multiply to it; `naive` takes any length";
        let wrong = Error::Length { what: "stockham", len, possible };
        let mut passes = Vec::with_capacity(radices.len());
        let mut done = 1usize;
        for &radix in radices {
            let block =
                done.checked_mul(radix).filter(|&block| matches!(radix, 2 | 4 | 8) && len.is_multiple_of(block));
            let Some(block) = block else { return Err(wrong) };
            // w^(n/(N r)) has order N r; i k < N r.
            let powers = domain.twiddles(len / block, block);
            let twiddles = (1..done).flat_map(|k| (1..radix).map(move |i| i * k)).map(|e| powers[e].clone()).collect();
            passes.push(Pass { radix, done, twiddles });
            done = block;
        }
        if done != len {
            return Err(wrong);
        }
        Ok(Stockham { module: domain.module().clone(), len, passes, eighths: Eighths::new(domain) })
    }
}

impl<M: Action> Stockham<M> {
    /// All passes, the first reading at `-j mod n` if `reversed`: `pass` runs one of them, `copy` brings the
    /// values back from the scratch if they end there.
    pub(crate) fn run(
        &self,
        values: &mut [M::Element],
        scratch: &mut [M::Element],
        reversed: bool,
        pass: impl Fn(&Pass<M::Twiddle>, &[M::Element], &mut [M::Element], bool),
        copy: impl Fn(&[M::Element], &mut [M::Element]),
    ) {
        let (mut x, mut y) = (values, scratch);
        for one in &self.passes {
            pass(one, x, y, reversed);
            core::mem::swap(&mut x, &mut y);
        }
        if self.passes.len() % 2 == 1 {
            copy(x, y);
        }
    }

    fn run_serial(&self, values: &mut [M::Element], scratch: &mut [M::Element], reversed: bool) {
        let pass = |pass: &_, x: &_, y: &mut _, reversed| self.serial(pass, x, y, reversed);
        self.run(values, scratch, reversed, pass, |x, y| y.clone_from_slice(x));
    }

    /// One pass in the calling thread.
    fn serial(&self, pass: &Pass<M::Twiddle>, x: &[M::Element], y: &mut [M::Element], reversed: bool) {
        match pass.radix {
            2 => self.pass::<2>(pass, x, y, reversed),
            4 => self.pass::<4>(pass, x, y, reversed),
            _ => self.pass::<8>(pass, x, y, reversed),
        }
    }

    /// One pass of radix `R`.
    fn pass<const R: usize>(&self, pass: &Pass<M::Twiddle>, x: &[M::Element], y: &mut [M::Element], reversed: bool)
    where
        Eighths<M::Twiddle>: Butterfly<M, R>,
    {
        if pass.done == 1 {
            return self.first_pass::<R>(x, y, 0, reversed);
        }
        for (group, block) in y.chunks_exact_mut(pass.done * R).enumerate() {
            self.columns::<R>(pass, x, split(block, pass.done), group * pass.done, 0);
        }
    }

    /// The pass with `N = 1`, which has no twiddles: blocks of `R` outputs, from column `start` on.
    pub(crate) fn first_pass<const R: usize>(
        &self,
        x: &[M::Element],
        blocks: &mut [M::Element],
        start: usize,
        reversed: bool,
    ) where
        Eighths<M::Twiddle>: Butterfly<M, R>,
    {
        let slots = <Eighths<M::Twiddle> as Butterfly<M, R>>::SLOTS;
        let (n, stride, count) = (self.len, self.len / R, blocks.len() / R);
        let blocks = blocks.chunks_exact_mut(R).enumerate();
        let transform = |mut v: [M::Element; R], block: &mut [M::Element]| {
            self.eighths.apply(&self.module, v.each_mut());
            block.iter_mut().zip(v).for_each(|(target, value)| *target = value);
        };
        if reversed {
            let at = |j: usize| if j == 0 { 0 } else { n - j };
            blocks.for_each(|(j, block)| transform(from_fn(|s| x[at(start + j + slots[s] * stride)].clone()), block));
        } else {
            let inputs: [&[M::Element]; R] = from_fn(|s| &x[start + slots[s] * stride..][..count]);
            blocks.take(count).for_each(|(j, block)| transform(from_fn(|s| inputs[s][j].clone()), block));
        }
    }

    /// The columns `k`, `k + 1`, ... of one group, as many as the outputs are long; the group's first column
    /// lies at `start`.
    pub(crate) fn columns<const R: usize>(
        &self,
        pass: &Pass<M::Twiddle>,
        x: &[M::Element],
        mut outputs: [&mut [M::Element]; R],
        start: usize,
        k: usize,
    ) where
        Eighths<M::Twiddle>: Butterfly<M, R>,
    {
        let (module, stride, count) = (&self.module, self.len / R, outputs[0].len());
        let slots = <Eighths<M::Twiddle> as Butterfly<M, R>>::SLOTS;
        let inputs: [&[M::Element]; R] = from_fn(|s| &x[start + k + slots[s] * stride..][..count]);
        // Column 0 of a group has no twiddles.
        let untwisted = usize::from(k == 0).min(count);
        if untwisted == 1 {
            let mut v: [M::Element; R] = from_fn(|s| inputs[s][0].clone());
            self.eighths.apply(module, v.each_mut());
            outputs.iter_mut().zip(v).for_each(|(output, value)| output[0] = value);
        }
        let twiddles = pass.twiddles[(k + untwisted - 1) * (R - 1)..].chunks_exact(R - 1);
        for (column, twiddles) in (untwisted..count).zip(twiddles) {
            let mut v: [M::Element; R] = from_fn(|s| match slots[s] {
                0 => inputs[s][column].clone(),
                i => module.applied(&inputs[s][column], &twiddles[i - 1]),
            });
            self.eighths.apply(module, v.each_mut());
            outputs.iter_mut().zip(v).for_each(|(output, value)| output[column] = value);
        }
    }
}

/// A block as `R` slices of `part` elements each.
pub(crate) fn split<const R: usize, T>(block: &mut [T], part: usize) -> [&mut [T]; R] {
    let mut rest = block;
    from_fn(|_| {
        let (head, tail) = core::mem::take(&mut rest).split_at_mut(part);
        rest = tail;
        head
    })
}

impl<M: Action> Transform<M> for Stockham<M> {
    fn len(&self) -> usize {
        self.len
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        self.len
    }

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.run_serial(values, &mut scratch[..self.len], false);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.run_serial(values, &mut scratch[..self.len], true);
        Ok(())
    }
}

/// The radices [`Stockham::new`] takes: the fewest passes, and an even number of them where that costs none,
/// so that no copy is left at the end. Empty unless the length is a power of two above 1.
pub fn stockham_radices(len: usize) -> Vec<usize> {
    if !len.is_power_of_two() {
        return Vec::new();
    }
    let log_len = len.trailing_zeros() as usize;
    // `a` eights, `b` fours, `c` twos with 3a + 2b + c = log_len; the copy after an odd number of passes
    // counts as half a pass.
    let cost = |[a, b, c]: &[usize; 3]| 2 * (a + b + c) + (a + b + c) % 2;
    let split = |a: usize| [a, (log_len - 3 * a) / 2, (log_len - 3 * a) % 2];
    let [a, b, c] = (0..=log_len / 3).rev().map(split).min_by_key(cost).unwrap_or([0; 3]);
    [8; 64].into_iter().take(a).chain([4; 64].into_iter().take(b)).chain([2; 64].into_iter().take(c)).collect()
}
