//! Stockham autosort: natural order in and out, no bit reversal, radices 2, 4, 8 and odd primes in any order.
//!
//! Notation: `n = r_1 r_2 ... r_s`, `w` a principal `n`-th root, `N` the product of the radices already done.
//!
//! # Idea
//! Each pass transforms columns of `r` elements at stride `n/r`. It writes them to the other of two buffers, at the
//! positions that the next pass reads. So the digits of the index are reversed one at a time.
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
//! The inverse is the forward map of the reversed list, `sum_k X_k w^(-jk) = sum_k X_(-k) w^(jk)`; the first pass reads
//! in reverse. Where that pass has an odd prime above 5, the list is reversed before it.
//!
//! A pass reads one buffer and writes disjoint columns of the other, so threads may share it in any way: the results are
//! the same bits. While there are many groups of `N r` outputs, threads take whole groups, then ranges of a group's columns.
//!
//! # Contract
//! | input | output | lengths | elements | scratch | in place |
//! |---|---|---|---|---|---|
//! | low degree first | natural | any n >= 1 | any action | n | through scratch |
//!
//! # Cost
//! For powers of two `n lg n` additions and `(n/2) lg n - n + 1` products for all radices; over the complex numbers
//! radix 2 takes `5 n lg n - 10 n + 16` real operations, radix 4 `(17/4) n lg n - (43/6) n + 32/3`. In general each
//! pass of radix `r` costs `n/r` transforms of length `r`, of (additions, products) 3: (7, 1), 5: (17, 5), `r = 2h + 1`
//! prime: `(2 h^2 + 4 h, 2 h^2)`, and `(r - 1) (n/r - n/(N r))` twiddles less those that are -1: quadratic in the
//! greatest prime. Asserted by `tests/suite/counts.rs`.
//!
//! # Source
//! Stockham in \[Cochran 1967\]; stated as in \[Govindaraju 2008\], figure 2, and \[Bainville 2010\]. Radix 5 is that of
//! \[Winograd 1978\].

mod radices;
mod shared;

pub(crate) use radices::is_radix;
pub use radices::stockham_radices;

use super::{
    Transform,
    butterfly::{Butterfly, Eighths},
    check_slices,
    odd::{Fifth, Prime, Third},
    small::transformed,
};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    lists::from_fn,
    order::Order,
};
use alloc::vec::Vec;
use core::mem;
use radices::check_radices;

/// Pieces of work for each thread: enough that other threads can take over those of a slow one.
const PIECES: usize = 8;

/// The Stockham transform: natural order, out of place through scratch.
///
/// ```
/// use ringfft::{algebra::Domain, dft::{Stockham, Transform}, rings::Modular};
///
/// let ring = Modular::new(7)?;
/// let domain = Domain::new(ring, 6)?;
/// let transform = Stockham::new(&domain)?;
/// // The values of `x` are the points.
/// let mut x = [0; 6];
/// x[1] = 1;
/// transform.forward(&mut x, &mut vec![0; transform.scratch_len()])?;
/// assert_eq!(x[1], *domain.root());
/// # Ok::<(), ringfft::Error>(())
/// ```
pub struct Stockham<M: Action> {
    module: M,
    len: usize,
    passes: Vec<Pass<M::Twiddle>>,
    eighths: Eighths<M::Twiddle>,
    /// The pieces of work that a pass is cut into.
    pieces: usize,
}

/// The kernel that transforms the columns of a pass.
enum Kernel<T> {
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
    /// Returns the kernel of a radix of Stockham's passes that divides the domain's length.
    fn new<M>(domain: &Domain<M>, radix: usize) -> Self
    where
        M: Action<Twiddle = T>,
        M::Scalars: Roots,
    {
        let fifth = if radix == 5 { Fifth::new(domain) } else { None };
        match (radix, fifth) {
            (2, _) => Kernel::Two,
            (3, _) => Kernel::Three(Third::new(domain)),
            (4, _) => Kernel::Four,
            (8, _) => Kernel::Eight,
            (_, Some(fifth)) => Kernel::Five(fifth),
            _ => Kernel::Prime(Prime::new(domain, radix)),
        }
    }
}

struct Pass<T> {
    radix: usize,
    kernel: Kernel<T>,
    /// The product of the radices of the passes before, `N`.
    done: usize,
    /// `w^(i k n/(N r))` for `1 <= k < N`, `1 <= i < r`, with `i` running fastest.
    twiddles: Vec<T>,
}

impl<M: Action> Stockham<M>
where
    M::Scalars: Roots,
{
    /// Creates the transform over `domain` with the radices of [`stockham_radices`].
    ///
    /// # Errors
    /// None: every length will do, at a cost quadratic in its greatest prime.
    pub fn new(domain: &Domain<M>) -> Result<Self> {
        Self::with_radices(domain, &stockham_radices(domain.len()))
    }

    /// Creates the transform over `domain` with passes of the given radices, in this order.
    ///
    /// # Errors
    /// [`Error::Length`](crate::Error::Length) unless the radices are 2, 4, 8 or odd primes and multiply to the length.
    pub fn with_radices(domain: &Domain<M>, radices: &[usize]) -> Result<Self> {
        let len = domain.len();
        check_radices(len, radices)?;
        let mut passes = Vec::with_capacity(radices.len());
        let mut done = 1usize;
        for &radix in radices {
            let block = done * radix;
            let kernel = Kernel::new(domain, radix);
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
        Ok(Stockham { module: domain.module().clone(), len, passes, eighths: Eighths::new(domain), pieces: 1 })
    }
}

impl<M: Action> Stockham<M> {
    /// Sets the number of threads of the surrounding pool that share the passes.
    pub(crate) fn on_threads(self, threads: usize) -> Self {
        let pieces = if threads > 1 { threads.saturating_mul(PIECES) } else { 1 };
        Stockham { pieces, ..self }
    }

    /// Runs all passes, the first reading at `-j mod n` if `reversed`.
    fn run(&self, values: &mut [M::Element], scratch: &mut [M::Element], reversed: bool) -> Result<()> {
        check_slices(self, values, scratch)?;
        let (mut x, mut y) = (values, &mut scratch[..self.len]);
        for pass in &self.passes {
            match &pass.kernel {
                // It works in place before it writes: one thread.
                Kernel::Prime(prime) => self.prime(prime, pass, x, y, reversed),
                _ if self.pieces == 1 => self.groups_of(pass, x, y, 0, reversed),
                _ => self.pass_on_threads(pass, x, y, reversed),
            }
            mem::swap(&mut x, &mut y);
        }
        if self.passes.len().is_multiple_of(2) {
            return Ok(());
        }
        if self.pieces == 1 {
            y.clone_from_slice(x);
        } else {
            self.copy_on_threads(x, y);
        }
        Ok(())
    }

    /// Runs whole groups of a pass of a radix that is written out, from the one with the number `group` on.
    fn groups_of(&self, pass: &Pass<M::Twiddle>, x: &[M::Element], y: &mut [M::Element], group: usize, reversed: bool) {
        match &pass.kernel {
            Kernel::Two => self.groups::<2, _>(&self.eighths, pass, x, y, group, reversed),
            Kernel::Three(third) => self.groups::<3, _>(third, pass, x, y, group, reversed),
            Kernel::Four => self.groups::<4, _>(&self.eighths, pass, x, y, group, reversed),
            Kernel::Five(fifth) => self.groups::<5, _>(fifth, pass, x, y, group, reversed),
            Kernel::Eight => self.groups::<8, _>(&self.eighths, pass, x, y, group, reversed),
            Kernel::Prime(_) => {}
        }
    }

    /// Runs [`groups_of`](Self::groups_of) for radix `R`.
    #[inline]
    fn groups<const R: usize, B: Butterfly<M, R>>(
        &self,
        butterfly: &B,
        pass: &Pass<M::Twiddle>,
        x: &[M::Element],
        y: &mut [M::Element],
        group: usize,
        reversed: bool,
    ) {
        if pass.done == 1 {
            return self.first_pass(butterfly, x, y, group, reversed);
        }
        let mut start = group * pass.done;
        for block in y.chunks_exact_mut(pass.done * R) {
            self.columns::<R, _>(butterfly, pass, x, &mut split::<R, _>(block, pass.done), start, 0);
            start += pass.done;
        }
    }

    /// Runs one pass of another radix, whose columns are twisted and transformed in place.
    fn prime(
        &self,
        prime: &Prime<M::Twiddle>,
        pass: &Pass<M::Twiddle>,
        x: &mut [M::Element],
        y: &mut [M::Element],
        reversed: bool,
    ) {
        let (radix, done, stride) = (pass.radix, pass.done, self.len / pass.radix);
        if reversed && done == 1 {
            x[1..].reverse();
        }
        let mut start = 0;
        for block in y.chunks_exact_mut(done * radix) {
            for k in 0..done {
                let from = |i: usize| start + k + i * stride;
                if k != 0 {
                    let twiddles = &pass.twiddles[(k - 1) * (radix - 1)..];
                    for i in 1..radix {
                        self.module.apply(&mut x[from(i)], &twiddles[i - 1]);
                    }
                }
                prime.apply(&self.module, x, from, |q, value| block[k + q * done] = value);
            }
            start += done;
        }
    }

    /// Runs the pass with `N = 1`, which has no twiddles: blocks of `R` outputs, from column `start` on.
    fn first_pass<const R: usize, B: Butterfly<M, R>>(
        &self,
        butterfly: &B,
        x: &[M::Element],
        blocks: &mut [M::Element],
        start: usize,
        reversed: bool,
    ) {
        let (n, stride, count) = (self.len, self.len / R, blocks.len() / R);
        let (blocks, _) = blocks.as_chunks_mut::<R>();
        let inputs = inputs::<R, _>(x, start, count);
        let mut j = 0;
        while j < count {
            blocks[j] = if reversed {
                let at = |i: usize| start + j + i * stride;
                let get = |i: usize| x[if at(i) == 0 { 0 } else { n - at(i) }].clone();
                transformed(&self.module, butterfly, get)
            } else {
                transformed(&self.module, butterfly, |i| inputs[i][j].clone())
            };
            j += 1;
        }
    }

    /// Transforms the columns `k`, `k + 1`, ... of one group, as many as the outputs are long; the group's first column lies at
    /// `start`.
    fn columns<const R: usize, B: Butterfly<M, R>>(
        &self,
        butterfly: &B,
        pass: &Pass<M::Twiddle>,
        x: &[M::Element],
        outputs: &mut [&mut [M::Element]],
        start: usize,
        k: usize,
    ) {
        let count = outputs[0].len();
        let inputs = inputs::<R, _>(x, start + k, count);
        let mut outputs: [&mut [M::Element]; R] = from_fn(|i| &mut mem::take(&mut outputs[i])[..count]);
        let mut put = |column: usize, mut v: [M::Element; R]| {
            let mut i = 0;
            while i < R {
                mem::swap(&mut outputs[i][column], &mut v[i]);
                i += 1;
            }
        };
        // Column 0 of a group has no twiddles.
        let mut column = 0;
        if k == 0 {
            put(0, transformed(&self.module, butterfly, |i| inputs[i][0].clone()));
            column = 1;
        }
        while column < count {
            let twiddles = &pass.twiddles[(k + column - 1) * (R - 1)..][..R - 1];
            let twisted = |i: usize| match i {
                0 => inputs[0][column].clone(),
                _ => self.module.applied(&inputs[i][column], &twiddles[i - 1]),
            };
            put(column, transformed(&self.module, butterfly, twisted));
            column += 1;
        }
    }
}

/// Returns the `count` elements from `start` on of each of the `R` parts of `x`.
#[inline]
fn inputs<const R: usize, E>(x: &[E], start: usize, count: usize) -> [&[E]; R] {
    from_fn(|i| &x[start + i * (x.len() / R)..][..count])
}

/// Returns a block as `R` slices of `part` elements each; those behind its end are empty.
pub(crate) fn split<const R: usize, T>(mut block: &mut [T], part: usize) -> [&mut [T]; R] {
    from_fn(|_| {
        let at = part.min(block.len());
        let (head, tail) = mem::take(&mut block).split_at_mut(at);
        block = tail;
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
        self.run(values, scratch, false)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, true)
    }
}
