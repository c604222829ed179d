//! Stockham autosort: natural order in and out, no bit reversal, radices 2, 4, 8 and odd primes in any order.
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
//! | low degree first | natural | any n >= 1 | any action | n | through scratch |
//!
//! # Cost
//! For powers of two `n lg n` additions and `(n/2) lg n - n + 1` products whatever the radices; over the complex
//! numbers radix 2 takes `5 n lg n - 10 n + 16` real operations, radix 4 `(17/4) n lg n - (43/6) n + 32/3`. In
//! general each pass of radix `r` costs `n/r` transforms of length `r`, of (additions, products) 3: (7, 1),
//! 5: (17, 5), `r = 2h + 1` prime: `(2 h^2 + 4 h, 2 h^2)`, and `(r - 1) (n/r - n/(N r))` twiddles less those that
//! are -1: quadratic in the greatest prime. Asserted by `tests/suite/counts.rs`.
//!
//! # Source
//! Stockham in \[Cochran 1967\]; stated as in \[Govindaraju 2008\], figure 2, and \[Bainville 2010\]. Radix 5 is that of
//! \[Winograd 1978\].

use super::{
    Transform,
    butterfly::{Butterfly, Eighths},
    check_slices,
    odd::{Fifth, Prime, Third},
};
use crate::{
    Error, Result,
    algebra::{Action, Domain, Roots},
    arith::{is_prime, prime_factors},
    lists::from_fn,
    order::Order,
};
use alloc::vec::Vec;

/// The Stockham transform: natural order, out of place through scratch.
pub struct Stockham<M: Action> {
    module: M,
    len: usize,
    passes: Vec<Pass<M::Twiddle>>,
    pub(crate) eighths: Eighths<M::Twiddle>,
}

/// Whether there are passes of this radix.
pub(crate) fn is_radix(radix: usize) -> bool {
    matches!(radix, 2 | 4 | 8) || is_prime(radix as u64)
}

/// What transforms the columns of a pass.
pub(crate) enum Kernel<T> {
    /// Radix 2, by the transform's `eighths`, as 4 and 8.
    Two,
    Four,
    Eight,
    Three(Third<T>),
    Five(Fifth<T>),
    /// Another odd prime, or 5 without one half.
    Prime(Prime<T>),
}

impl<T: Clone> Kernel<T> {
    /// The kernel of a radix that divides the domain's length.
    fn new<M>(domain: &Domain<M>, radix: usize) -> Option<Self>
    where
        M: Action<Twiddle = T>,
        M::Scalars: Roots,
    {
        Some(match radix {
            2 => Kernel::Two,
            3 => Kernel::Three(Third::new(domain)),
            4 => Kernel::Four,
            8 => Kernel::Eight,
            _ if !is_radix(radix) => return None,
            5 => Fifth::new(domain).map_or_else(|| Kernel::Prime(Prime::new(domain, 5)), Kernel::Five),
            _ => Kernel::Prime(Prime::new(domain, radix)),
        })
    }
}

pub(crate) struct Pass<T> {
    radix: usize,
    pub(crate) kernel: Kernel<T>,
    /// The product of the radices of the passes before, `N`.
    pub(crate) done: usize,
    /// `w^(i k n/(N r))` for `1 <= k < N`, `1 <= i < r`, with `i` running fastest.
    twiddles: Vec<T>,
}

impl<M: Action> Stockham<M>
where
    M::Scalars: Roots,
{
    /// The transform over `domain` with the radices of [`stockham_radices`].
    ///
    /// # Errors
    /// None: every length will do, at a cost quadratic in its greatest prime.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        Self::with_radices(domain, &stockham_radices(domain.len()))
    }

    /// The transform over `domain` with passes of the given radices, in this order.
    ///
    /// # Errors
    /// [`Error::Length`] unless the radices are 2, 4, 8 or odd primes and multiply to the length.
    pub fn with_radices(domain: &Domain<M>, radices: &[usize]) -> Result<Self> {
        let len = domain.len();
        let possible = "the radices must be 2, 4, 8 or odd primes and multiply to it; `mixed-radix` takes any factors";
        let wrong = || Error::Length { what: "stockham", len, possible };
        let mut passes = Vec::with_capacity(radices.len());
        let mut done = 1usize;
        for &radix in radices {
            let block = done.checked_mul(radix).filter(|&block| block != 0 && len.is_multiple_of(block));
            let block = block.ok_or_else(wrong)?;
            let kernel = Kernel::new(domain, radix).ok_or_else(wrong)?;
            // w^(n/(N r)) has order N r; i k < N r.
            let powers = domain.twiddles(len / block, block);
            let mut twiddles = Vec::with_capacity((done - 1) * (radix - 1));
            for k in 1..done {
                for i in 1..radix {
                    twiddles.push(powers[i * k].clone());
                }
            }
            passes.push(Pass { radix, kernel, done, twiddles });
            done = block;
        }
        if done != len {
            return Err(wrong());
        }
        Ok(Stockham { module: domain.module().clone(), len, passes, eighths: Eighths::new(domain) })
    }
}

impl<M: Action> Stockham<M> {
    /// All passes, the first reading at `-j mod n` if `reversed`: `pass` runs one of them and may overwrite what it
    /// reads, `copy` brings the values back from the scratch if they end there.
    pub(crate) fn run(
        &self,
        values: &mut [M::Element],
        scratch: &mut [M::Element],
        reversed: bool,
        pass: impl Fn(&Pass<M::Twiddle>, &mut [M::Element], &mut [M::Element], bool),
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
        let pass = |pass: &_, x: &mut _, y: &mut _, reversed| self.serial(pass, x, y, reversed);
        self.run(values, scratch, reversed, pass, |x, y| y.clone_from_slice(x));
    }

    /// One pass in the calling thread.
    fn serial(&self, pass: &Pass<M::Twiddle>, x: &mut [M::Element], y: &mut [M::Element], reversed: bool) {
        match &pass.kernel {
            Kernel::Two => self.pass::<2, _>(&self.eighths, pass, x, y, reversed),
            Kernel::Three(third) => self.pass::<3, _>(third, pass, x, y, reversed),
            Kernel::Four => self.pass::<4, _>(&self.eighths, pass, x, y, reversed),
            Kernel::Five(fifth) => self.pass::<5, _>(fifth, pass, x, y, reversed),
            Kernel::Eight => self.pass::<8, _>(&self.eighths, pass, x, y, reversed),
            Kernel::Prime(prime) => self.prime(prime, pass, x, y, reversed),
        }
    }

    /// One pass of radix `R`.
    fn pass<const R: usize, B: Butterfly<M, R>>(
        &self,
        butterfly: &B,
        pass: &Pass<M::Twiddle>,
        x: &[M::Element],
        y: &mut [M::Element],
        reversed: bool,
    ) {
        if pass.done == 1 {
            return self.first_pass(butterfly, x, y, 0, reversed);
        }
        for (group, block) in y.chunks_exact_mut(pass.done * R).enumerate() {
            self.columns(butterfly, pass, x, split(block, pass.done), group * pass.done, 0);
        }
    }

    /// One pass of another radix, whose columns are twisted and worked on where they lie.
    pub(crate) fn prime(
        &self,
        prime: &Prime<M::Twiddle>,
        pass: &Pass<M::Twiddle>,
        x: &mut [M::Element],
        y: &mut [M::Element],
        reversed: bool,
    ) {
        let (n, stride, done) = (self.len, self.len / pass.radix, pass.done);
        for (group, block) in y.chunks_exact_mut(done * pass.radix).enumerate() {
            for k in 0..done {
                let from = |i: usize| group * done + k + i * stride;
                if done == 1 && reversed {
                    prime.apply(&self.module, x, |i| (n - from(i)) % n, |q, value| block[q] = value);
                    continue;
                }
                if k != 0 {
                    let twiddles = &pass.twiddles[(k - 1) * (pass.radix - 1)..][..pass.radix - 1];
                    (1..).zip(twiddles).for_each(|(i, twiddle)| self.module.apply(&mut x[from(i)], twiddle));
                }
                prime.apply(&self.module, x, from, |q, value| block[k + q * done] = value);
            }
        }
    }

    /// The pass with `N = 1`, which has no twiddles: blocks of `R` outputs, from column `start` on.
    pub(crate) fn first_pass<const R: usize, B: Butterfly<M, R>>(
        &self,
        butterfly: &B,
        x: &[M::Element],
        blocks: &mut [M::Element],
        start: usize,
        reversed: bool,
    ) {
        let slots = B::SLOTS;
        let (n, stride, count) = (self.len, self.len / R, blocks.len() / R);
        let (blocks, _) = blocks.as_chunks_mut::<R>();
        let inputs: [&[M::Element]; R] = from_fn(|s| &x[start + slots[s] * stride..][..count]);
        for (j, block) in blocks.iter_mut().enumerate() {
            let mut v: [M::Element; R] = if reversed {
                let at = |j: usize| if j == 0 { 0 } else { n - j };
                from_fn(|s| x[at(start + j + slots[s] * stride)].clone())
            } else {
                from_fn(|s| inputs[s][j].clone())
            };
            butterfly.apply(&self.module, v.each_mut());
            *block = v;
        }
    }

    /// The columns `k`, `k + 1`, ... of one group, as many as the outputs are long; the group's first column
    /// lies at `start`.
    pub(crate) fn columns<const R: usize, B: Butterfly<M, R>>(
        &self,
        butterfly: &B,
        pass: &Pass<M::Twiddle>,
        x: &[M::Element],
        mut outputs: [&mut [M::Element]; R],
        start: usize,
        k: usize,
    ) {
        let (module, stride, count) = (&self.module, self.len / R, outputs[0].len());
        let slots = B::SLOTS;
        let inputs: [&[M::Element]; R] = from_fn(|s| &x[start + k + slots[s] * stride..][..count]);
        // Column 0 of a group has no twiddles.
        let untwisted = usize::from(k == 0).min(count);
        if untwisted == 1 {
            let mut v: [M::Element; R] = from_fn(|s| inputs[s][0].clone());
            butterfly.apply(module, v.each_mut());
            for (output, value) in outputs.iter_mut().zip(v) {
                output[0] = value;
            }
        }
        let twiddles = pass.twiddles[(k + untwisted - 1) * (R - 1)..].chunks_exact(R - 1);
        for (column, twiddles) in (untwisted..count).zip(twiddles) {
            let mut v: [M::Element; R] = from_fn(|s| match slots[s] {
                0 => inputs[s][column].clone(),
                i => module.applied(&inputs[s][column], &twiddles[i - 1]),
            });
            butterfly.apply(module, v.each_mut());
            for (output, value) in outputs.iter_mut().zip(v) {
                output[column] = value;
            }
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

/// The radices [`Stockham::new`] takes: for the power of two the fewest passes, then the odd primes, ascending. Empty for 0 and 1.
pub fn stockham_radices(len: usize) -> Vec<usize> {
    let log_len = if len == 0 { 0 } else { len.trailing_zeros() as usize };
    let factors = prime_factors(len as u64).into_iter().filter(|&(prime, _)| prime != 2);
    let odd: Vec<usize> = factors.flat_map(|(prime, e)| (0..e).map(move |_| prime as usize)).collect();
    // `a` eights, `b` fours, `c` twos with 3a + 2b + c = log_len.
    let split = |a: usize| [a, (log_len - 3 * a) / 2, (log_len - 3 * a) % 2];
    let [a, b, c] =
        (0..=log_len / 3).rev().map(split).min_by_key(|split| split.iter().sum::<usize>()).unwrap_or([0; 3]);
    let twos = [8; 64].into_iter().take(a).chain([4; 64].into_iter().take(b)).chain([2; 64].into_iter().take(c));
    twos.chain(odd).collect()
}
