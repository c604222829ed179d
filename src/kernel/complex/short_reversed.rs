//! [`Reversed`](super::reversed::Reversed) for short powers of two: sides are compile-time constants, all in one
//! function.
//!
//! `n = L A M L`, `A` and `M` 1, 4 or 8: the values are `L` rows of `A M` vectors. A pass of radix `L` down the columns
//! of vectors, factors and a transposition in registers put the index of a transform into the lanes. Passes of radices
//! `A` and `M` go along each row. A pass of radix `L` down the columns computes neighbours, and the second
//! transposition puts them side by side. Each result is stored in place: elements move only in registers, without
//! scratch. The inverse is the transposed network.
//!
//! ```text
//! x [j1][c][l]  --radix L, factors-->  [l][c][k1]  --A, M along c-->  [l][rev k2'][k1]  --radix L-->  [rev k1][rev k2'][rev k2'']
//! ```
//! with `j = j1 A M L + c L + l` and `k = k1 + L (k2' + A M k2'')`.

#![allow(clippy::needless_range_loop, reason = "vectors stay in registers under an index that unrolls")]

use super::{
    Kernel, Table,
    lanes_ends::swapped,
    lanes_pass::{middle, network, places, slices_mut},
    reversed::{factors, middle_back},
    table::{Parts, column_factors},
};
use crate::{
    Result,
    kernel::packed::{ComplexLanes, Floats, Packed, Token},
    lists::enumerate,
};
use alloc::{boxed::Box, vec::Vec};
use num_complex::Complex;

/// Returns the kernel of a length that has one of these. Vectors have 512 bits from 2048 values on; for fewer values,
/// vectors of half the width are faster.
///
/// # Errors
/// [`Error::Memory`](crate::Error::Memory) if the system refuses the memory of the tables.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) fn short<const L: usize, F: Floats<L>>(f: F, len: usize) -> Result<Option<Box<dyn Kernel<F::Float>>>> {
    if !len.is_multiple_of(L * L) {
        return Ok(None);
    }
    Ok(match len / (L * L) {
        1 if const { L == 8 && size_of::<F::V>() < 64 } => Some(Box::new(ShortReversed::<L, 1, 1, F>::new(f)?)),
        4 if const { size_of::<F::V>() < 64 } => Some(Box::new(ShortReversed::<L, 4, 1, F>::new(f)?)),
        8 if const { size_of::<F::V>() < 64 } => Some(Box::new(ShortReversed::<L, 8, 1, F>::new(f)?)),
        16 if const { size_of::<F::V>() < 64 } => Some(Box::new(ShortReversed::<L, 4, 4, F>::new(f)?)),
        32 => Some(Box::new(ShortReversed::<L, 8, 4, F>::new(f)?)),
        64 => Some(Box::new(ShortReversed::<L, 8, 8, F>::new(f)?)),
        _ => None,
    })
}

/// A transform of `L A M L` values to bit-reversed order.
pub(crate) struct ShortReversed<const L: usize, const A: usize, const M: usize, F: Floats<L>> {
    f: F,
    /// Factors between the columns and the rows: `w^(j2 k1)`, `j2 = c L + l`, lanes `l`.
    step: Table<F::Float, L>,
    /// Factors of radix `M` and of the last pass, by block.
    middle: Vec<[F::Float; 2]>,
    last: Vec<[F::Float; 2]>,
}

impl<const L: usize, const A: usize, const M: usize, F: Floats<L>> ShortReversed<L, A, M, F> {
    /// Vectors of a row.
    const ROW: usize = A * M;

    pub(crate) fn new(f: F) -> Result<Self> {
        const { assert!(L > 1 && (M == 1 || A > 1)) };
        let step = column_factors(L, Self::ROW * L, &F::ORDER, Parts::Apart)?;
        Ok(ShortReversed { f, step, middle: factors(A, M), last: factors(Self::ROW, L) })
    }

    #[inline(always)]
    fn there(&self, x: &mut [Complex<F::Float>]) {
        let (f, ring) = (self.f, ComplexLanes(self.f));
        let x = slices_mut::<L, _>(&mut x.as_chunks_mut::<L>().0[..L * Self::ROW]);
        for (c, w) in enumerate(self.step.chunks_exact(L - 1)) {
            let mut v = [f.load_pairs(&x[0][c]); L];
            for j in 1..L {
                v[j] = f.load_pairs(&x[j][c]);
            }
            let v = network::<L, L, _>(ring, v);
            let mut t = v;
            for k in 0..L {
                t[k] =
                    if F::ORDER[k] == 0 { v[0] } else { ring.mul(v[F::ORDER[k]], f.load_parts(&w[F::ORDER[k] - 1])) };
            }
            let t = ring.transpose(t);
            for l in 0..L {
                f.store_parts(&mut x[F::ORDER[l]][c], t[l]);
            }
        }
        for l in 0..L {
            let row = &mut x[l][..Self::ROW];
            if A > 1 {
                middle::<L, A, true, _>(ring, row, &self.last[..A - 1], true);
            }
            if M > 1 {
                middle::<L, M, true, _>(ring, row, &self.middle[..A * (M - 1)], true);
            }
        }
        for (c, w) in enumerate(self.last.chunks_exact(L - 1)) {
            let mut v = [f.load_parts(&x[0][c]); L];
            for j in 1..L {
                v[j] = f.load_parts(&x[j][c]);
                if c > 0 {
                    v[j] = ring.mul(v[j], ring.splat(&w[j - 1]));
                }
            }
            let v = network::<L, L, _>(ring, v);
            let mut t = v;
            for k in 0..L {
                t[k] = v[const { places::<L>() }[k]];
            }
            let t = f.to_rows(t);
            for l in 0..L {
                f.store_parts(&mut x[const { places::<L>() }[F::ORDER[l]]][c], t[l]);
            }
        }
    }

    /// Computes [`there`](Self::there) transposed, with the inverse root: the parts are exchanged on input and on output.
    #[inline(always)]
    fn back(&self, x: &mut [Complex<F::Float>]) {
        let (f, ring) = (self.f, ComplexLanes(self.f));
        let x = slices_mut::<L, _>(&mut x.as_chunks_mut::<L>().0[..L * Self::ROW]);
        for (c, w) in enumerate(self.last.chunks_exact(L - 1)) {
            let mut t = [f.load_parts(&x[0][c]); L];
            for l in 0..L {
                t[l] = f.load_parts(&x[const { places::<L>() }[F::ORDER[l]]][c]);
            }
            let t = f.of_rows(t);
            let mut v = t;
            for k in 0..L {
                v[const { places::<L>() }[k]] = swapped::<true, _>(t[k]);
            }
            let v = network::<L, L, _>(ring, v);
            f.store_parts(&mut x[0][c], v[0]);
            for j in 1..L {
                let v = if c > 0 { ring.mul(v[j], ring.splat(&w[j - 1])) } else { v[j] };
                f.store_parts(&mut x[j][c], v);
            }
        }
        for l in 0..L {
            let row = &mut x[l][..Self::ROW];
            if M > 1 {
                middle_back::<L, M, F>(f, row, &self.middle[..A * (M - 1)], true);
            }
            if A > 1 {
                middle_back::<L, A, F>(f, row, &self.last[..A - 1], true);
            }
        }
        for (c, w) in enumerate(self.step.chunks_exact(L - 1)) {
            let mut t = [f.load_parts(&x[0][c]); L];
            for l in 0..L {
                t[l] = f.load_parts(&x[F::ORDER[l]][c]);
            }
            let t = ring.transpose(t);
            let mut v = t;
            for k in 0..L {
                let j = F::ORDER[k];
                v[j] = if j == 0 { t[k] } else { ring.mul(t[k], f.load_parts(&w[j - 1])) };
            }
            let v = network::<L, L, _>(ring, v);
            for j in 0..L {
                f.store_pairs(&mut x[j][c], swapped::<true, _>(v[j]));
            }
        }
    }
}

impl<const L: usize, const A: usize, const M: usize, F: Floats<L>> Kernel<F::Float> for ShortReversed<L, A, M, F> {
    fn len(&self) -> usize {
        L * Self::ROW * L
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn enter(
        &self,
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        _: &mut [Complex<F::Float>],
        inverse: bool,
    ) {
        if let Some(input) = input {
            output.copy_from_slice(input);
        }
        if inverse {
            exchange(output);
        }
        self.f.token().run(
            #[inline(always)]
            || self.there(output),
        );
        if inverse {
            exchange(output);
        }
    }

    fn run_back(&self, x: &mut [Complex<F::Float>], _: &mut [Complex<F::Float>], inverse: bool) {
        if !inverse {
            exchange(x);
        }
        self.f.token().run(
            #[inline(always)]
            || self.back(x),
        );
        if !inverse {
            exchange(x);
        }
    }
}

/// Swaps the parts of every value: a sweep for the directions without a function of their own, in plans over the
/// inverse root.
fn exchange<T: Copy>(x: &mut [Complex<T>]) {
    for z in x {
        (z.re, z.im) = (z.im, z.re);
    }
}
