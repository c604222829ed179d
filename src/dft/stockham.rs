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

struct Pass<T> {
    radix: usize,
    /// The product of the radices of the passes before, `N`.
    done: usize,
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
    /// All passes, the first reading at `-j mod n` if `reversed`.
    fn run(&self, values: &mut [M::Element], scratch: &mut [M::Element], reversed: bool) {
        let (mut x, mut y) = (values, scratch);
        if self.passes.is_empty() {
            return;
        }
        for pass in &self.passes {
            match pass.radix {
                2 => self.pass::<2>(pass, x, y, reversed),
                4 => self.pass::<4>(pass, x, y, reversed),
                _ => self.pass::<8>(pass, x, y, reversed),
            }
            core::mem::swap(&mut x, &mut y);
        }
        if self.passes.len() % 2 == 1 {
            y.clone_from_slice(x);
        }
    }

    fn pass<const R: usize>(&self, pass: &Pass<M::Twiddle>, x: &[M::Element], y: &mut [M::Element], reversed: bool)
    where
        Eighths<M::Twiddle>: Butterfly<M, R>,
    {
        if pass.done > 1 {
            for (group, block) in y.chunks_exact_mut(pass.done * R).enumerate() {
                self.columns::<R>(pass, x, block, group * pass.done);
            }
        } else if reversed {
            let n = self.len;
            self.first_pass::<R>(x, y, |j| if j == 0 { 0 } else { n - j });
        } else {
            self.first_pass::<R>(x, y, |j| j);
        }
    }

    /// The pass with `N = 1`: no twiddles.
    fn first_pass<const R: usize>(&self, x: &[M::Element], y: &mut [M::Element], at: impl Fn(usize) -> usize)
    where
        Eighths<M::Twiddle>: Butterfly<M, R>,
    {
        let stride = self.len / R;
        for (j, block) in y.chunks_exact_mut(R).enumerate() {
            let mut v: [M::Element; R] = from_fn(|i| x[at(j + i * stride)].clone());
            self.eighths.apply(&self.module, &mut v);
            for (target, value) in block.iter_mut().zip(v) {
                *target = value;
            }
        }
    }

    /// One block of `N r` outputs, from the columns that begin at `start`.
    fn columns<const R: usize>(&self, pass: &Pass<M::Twiddle>, x: &[M::Element], block: &mut [M::Element], start: usize)
    where
        Eighths<M::Twiddle>: Butterfly<M, R>,
    {
        let (module, done, stride) = (&self.module, pass.done, self.len / R);
        let inputs: [&[M::Element]; R] = from_fn(|i| &x[start + i * stride..][..done]);
        let mut rest = block;
        let mut outputs: [&mut [M::Element]; R] = from_fn(|_| {
            let (head, tail) = core::mem::take(&mut rest).split_at_mut(done);
            rest = tail;
            head
        });
        let mut store = |k: usize, v: [M::Element; R]| {
            for (output, value) in outputs.iter_mut().zip(v) {
                output[k] = value;
            }
        };
        let mut v: [M::Element; R] = from_fn(|i| inputs[i][0].clone());
        self.eighths.apply(module, &mut v);
        store(0, v);
        for (k, twiddles) in (1..done).zip(pass.twiddles.chunks_exact(R - 1)) {
            let mut v: [M::Element; R] = from_fn(|i| inputs[i][k].clone());
            for (value, twiddle) in v[1..].iter_mut().zip(twiddles) {
                module.apply(value, twiddle);
            }
            self.eighths.apply(module, &mut v);
            store(k, v);
        }
    }
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
        self.run(values, &mut scratch[..self.len], false);
        Ok(())
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        check_slices(self, values, scratch)?;
        self.run(values, &mut scratch[..self.len], true);
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
