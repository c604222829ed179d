//! Stockham's passes shared out over threads.
//!
//! # Equals
//! [`Stockham`], bit for bit and for every number of threads: each butterfly is computed by the same code
//! from the same inputs; only who computes it differs.
//!
//! # Idea
//! A pass reads one buffer and writes disjoint columns of the other, so any division of its columns is a
//! division of work. While there are many groups, whole groups are shared out; once there are few, each
//! group's columns are cut into ranges.

use crate::{
    Result,
    algebra::Action,
    dft::{
        Stockham, Transform,
        butterfly::Butterfly,
        check_slices, delegated,
        stockham::{Kernel, Pass, split},
    },
    lists::{self, from_fn},
    threads::{Every, map, share},
};
use alloc::vec::Vec;
use core::ops::Range;

/// Pieces of work for each thread: enough that a thread which is slowed down can hand some on.
const PIECES: usize = 8;

/// [`Stockham`] on several threads of the surrounding `rayon` pool.
pub(crate) struct ParallelStockham<M: Action> {
    inner: Stockham<M>,
    threads: usize,
}

impl<M: Action> ParallelStockham<M> {
    pub(crate) fn new(inner: Stockham<M>, threads: usize) -> Self {
        ParallelStockham { inner, threads }
    }

    fn run(&self, values: &mut [M::Element], scratch: &mut [M::Element], reversed: bool) -> Result<()> {
        check_slices(self, values, scratch)?;
        let piece = self.len().div_ceil(self.threads * PIECES);
        let pass = |pass: &_, x: &mut _, y: &mut _, reversed| self.pass(pass, x, y, reversed);
        let copy = |x: &[M::Element], y: &mut [M::Element]| {
            share(true, (Every(y, piece), Every(x, piece)), 1, &|(y, x): (Every<&mut [_]>, Every<&[_]>)| {
                y.0.clone_from_slice(x.0);
            });
        };
        self.inner.run(values, &mut scratch[..self.inner.len()], reversed, pass, copy);
        Ok(())
    }

    fn pass(&self, pass: &Pass<M::Twiddle>, x: &mut [M::Element], y: &mut [M::Element], reversed: bool) {
        let eighths = &self.inner.eighths;
        match &pass.kernel {
            Kernel::Two => self.radix::<2, _>(eighths, pass, x, y, reversed),
            Kernel::Three(third) => self.radix::<3, _>(third, pass, x, y, reversed),
            Kernel::Four => self.radix::<4, _>(eighths, pass, x, y, reversed),
            Kernel::Five(fifth) => self.radix::<5, _>(fifth, pass, x, y, reversed),
            Kernel::Eight => self.radix::<8, _>(eighths, pass, x, y, reversed),
            // It works in place before it writes: one thread.
            Kernel::Prime(prime) => self.inner.prime(prime, pass, x, y, reversed),
        }
    }

    fn radix<const R: usize, B: Butterfly<M, R> + Sync>(
        &self,
        butterfly: &B,
        pass: &Pass<M::Twiddle>,
        x: &[M::Element],
        y: &mut [M::Element],
        reversed: bool,
    ) {
        let done = pass.done;
        let groups = self.inner.len() / (done * R);
        let pieces = self.threads * PIECES;
        // Groups in one piece, or pieces in one group.
        let (each, parts) = (groups.div_ceil(pieces), pieces.div_ceil(groups).min(done));
        if done == 1 {
            let pieces = (0..groups.div_ceil(each), Every(y, each * R));
            share(true, pieces, 1, &|(numbers, blocks): (Range<usize>, Every<&mut [_]>)| {
                self.inner.first_pass(butterfly, x, blocks.0, numbers.start * each, reversed);
            });
        } else if parts == 1 {
            let pieces = (0..groups.div_ceil(each), Every(y, each * R * done));
            share(true, pieces, 1, &|(numbers, blocks): (Range<usize>, Every<&mut [_]>)| {
                for (group, block) in (numbers.start * each..).zip(blocks.0.chunks_exact_mut(R * done)) {
                    self.inner.columns(butterfly, pass, x, split(block, done), group * done, 0);
                }
            });
        } else {
            let part = done.div_ceil(parts);
            let mut work = Vec::with_capacity(groups * parts);
            for (group, block) in y.chunks_exact_mut(R * done).enumerate() {
                let mut outputs = lists::map(split::<R, _>(block, done), |output| output.chunks_mut(part));
                for k in (0..done).step_by(part) {
                    let outputs: [&mut [M::Element]; R] = from_fn(|i| outputs[i].next().unwrap_or_default());
                    work.push((outputs, group * done, k));
                }
            }
            map(true, work, &|(outputs, start, k)| self.inner.columns(butterfly, pass, x, outputs, start, k));
        }
    }
}

impl<M: Action> Transform<M> for ParallelStockham<M> {
    delegated!(inner: len, order, scratch_len);

    fn forward(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, false)
    }

    fn inverse_unscaled(&self, values: &mut [M::Element], scratch: &mut [M::Element]) -> Result<()> {
        self.run(values, scratch, true)
    }
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::{algebra::Domain, rings::Modular};
    use alloc::vec;

    #[inline]
    pub(crate) fn parallel_passes_equal_the_serial_ones() {
        let ring = Modular::new(1390 * 720_720 + 1).unwrap();
        for n in [720usize, 5040, 8008, 13 * 11 * 7, 3003] {
            let domain = Domain::new(ring, n).unwrap();
            let input: Vec<u64> = (0..n as u64).map(|j| j * j + 1).collect();
            let (serial, parallel) =
                (Stockham::new(&domain).unwrap(), ParallelStockham::new(Stockham::new(&domain).unwrap(), 3));
            let mut scratch = vec![0; n];
            let (mut a, mut b) = (input.clone(), input);
            serial.forward(&mut a, &mut scratch).unwrap();
            parallel.forward(&mut b, &mut scratch).unwrap();
            assert_eq!(a, b, "{n}");
            serial.inverse_unscaled(&mut a, &mut scratch).unwrap();
            parallel.inverse_unscaled(&mut b, &mut scratch).unwrap();
            assert_eq!(a, b, "{n}, inverse");
        }
    }
}
