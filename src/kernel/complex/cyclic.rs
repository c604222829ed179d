//! Cyclic convolution with fixed values, without any reordering.
//!
//! `m = q L` values with `L` lanes are `q` vectors as they lie in memory. Passes decimated in frequency transform the
//! `L` columns of length `q` in place. Then `L` vectors at a time are multiplied by the factors between the steps,
//! transposed in registers and transformed across the former lanes. They are multiplied by the spectrum and transformed
//! back by the same networks in the opposite order, with factors after them. The inverse passes read the order that the
//! forward passes leave, so nothing is reordered.
//!
//! ```text
//! x [j][lane] --passes--> [k1 in any order][lane] --transposition, radix L--> [k2][k1] --spectrum, and back--> x [j][lane]
//! ```
//!
//! From the second pass on the blocks of a pass are convolutions of their own: each is completed while it is in the
//! cache. The inverse is the forward transform with parts swapped, so the values come out swapped.
//!
//! The first pass reads and the last pass writes the caller's values: in Rader's order for a prime, times the chirp for
//! Bluestein's transform. Bluestein's zeros are never in memory.

use super::{
    Table, cyclic_pass as ends,
    pass::{self, Block},
    passes::{Pass, Passes},
    reserve,
    spectrum::{self, Mirror},
};
use crate::{Result, kernel::packed::Floats, rings::Real};
use num_complex::Complex;

/// Bytes that stay in the first cache beside their factors.
const NEAR: usize = 1 << 15;

pub(crate) struct Cyclic<const L: usize, F: Floats<L>> {
    f: F,
    passes: Passes<F::Float>,
    /// `w^(lane k1)` in the order that the passes leave.
    factors: Table<F::Float, L>,
    /// For each leaf its groups' transforms, divided by the length.
    pub(super) spectrum: Table<F::Float, L>,
    /// Vectors of a leaf, which is multiplied in one call.
    leaf: usize,
}

/// Returns whether a convolution with these radices is computed this way.
///
/// It needs several lanes, rows as long as the lanes, and a product of `columns` of at least the lanes.
pub(crate) fn is_cyclic(columns: &[usize], rows: &[usize], lanes: usize) -> bool {
    lanes > 1 && *rows == [lanes] && super::powers::product(columns).is_some_and(|q| q >= lanes)
}

/// Returns whether Bluestein's convolution with these radices is computed this way: its first pass multiplies by the chirp.
pub(crate) fn is_chirped(columns: &[usize], rows: &[usize], lanes: usize) -> bool {
    is_cyclic(columns, rows, lanes) && columns.first().is_some_and(|radix| ends::times_exists(*radix))
}

/// Returns the length of the scratch in complex numbers, for `len` values, which lie in it.
pub(crate) fn scratch_len(len: usize) -> Option<usize> {
    len.checked_add(7)
}

/// Returns the sign of imaginary parts: -1 for conjugates.
fn sign<T: Real>(conjugate: bool) -> T {
    T::from_f64(if conjugate { -1.0 } else { 1.0 })
}

impl<const L: usize, F: Floats<L>> Cyclic<L, F> {
    /// Creates the convolution with `values`: `L` times the product of the radices, with parts of at
    /// most 1. Overwrites `values`.
    pub(crate) fn new(f: F, radices: &[usize], mirror: Mirror, values: &mut [Complex<F::Float>]) -> Result<Self> {
        let (what, passes) = ("the spectrum of a convolution", Passes::new(L, radices)?);
        let q = passes.len;
        let last = passes.passes.last().map_or((1, 1), |pass| (pass.radix, pass.blocks));
        let mut places = reserve(what, q)?;
        for &rho in &passes.order {
            for j in 0..last.0 {
                places.push(rho + (j * last.1) as u32);
            }
        }
        // The last pass that leaves more than the cache holds ends above the leaves.
        let bytes = size_of::<Block<F::Float, L>>();
        let split = |pass: &&Pass<F::Float>| pass.inner * pass.radix * bytes > NEAR && pass.inner >= L;
        let leaf = passes.passes.iter().rev().find(split).map_or(q, |pass| pass.inner);
        let [factors, spectrum] = spectrum::spectrum(f.least(), &passes, (&places, leaf), mirror, values)?;
        Ok(Cyclic { f, passes, factors, spectrum, leaf })
    }

    pub(crate) fn len(&self) -> usize {
        self.passes.len * L
    }

    /// Returns the part of the scratch that holds the values, from a cache line on.
    pub(crate) fn values<'a>(&self, scratch: &'a mut [Complex<F::Float>]) -> &'a mut [Block<F::Float, L>] {
        let aligned = super::table::skew(scratch);
        &mut scratch[aligned..].as_chunks_mut().0[..self.passes.len]
    }

    /// Multiplies the values at `input`, or at `output` if there is no input, by `chirp`, convolves them and multiplies by
    /// `chirp`. The radices must be [valid for it](is_chirped).
    ///
    /// With `conjugate`, uses conjugates throughout; the values of the convolution must then be the same in reverse.
    pub(crate) fn run_times(
        &self,
        chirp: &[Block<F::Float, L>],
        input: Option<&[Complex<F::Float>]>,
        output: &mut [Complex<F::Float>],
        scratch: &mut [Complex<F::Float>],
        conjugate: bool,
    ) {
        let radix = self.passes.passes.first().map_or(1, |pass| pass.radix);
        let (ws, sign) = (self.values(scratch), sign(conjugate));
        ends::first_times(self.f, radix, input.unwrap_or(output), chirp, sign, ws);
        self.passes((1, 0, radix), ws, sign, &mut None);
        ends::last_times(self.f, radix, ws, chirp, sign, output);
    }

    /// Convolves pairs in place, adds `shift` to every output and returns the sum of the values.
    pub(crate) fn run_pairs(&self, ws: &mut [Block<F::Float, L>], shift: Complex<F::Float>) -> Complex<F::Float> {
        let mut sum = shift;
        let Some(pass) = self.passes.passes.first() else { return sum };
        ends::first(self.f, pass.radix, ws);
        self.passes((1, 0, pass.radix), ws, sign(false), &mut Some(&mut sum));
        ends::last(self.f, pass.radix, ws);
        sum
    }

    /// Runs the passes from `level` on, forward and back, over `count` blocks of this level from `index` on, which fill `ws`.
    fn passes(
        &self,
        (level, index, count): (usize, usize, usize),
        ws: &mut [Block<F::Float, L>],
        sign: F::Float,
        shift: &mut Option<&mut Complex<F::Float>>,
    ) {
        let (f, len) = (self.f, ws.len());
        match self.passes.passes.get(level) {
            Some(_) if count > 1 && len > self.leaf => {
                for (i, block) in ws.chunks_exact_mut(len / count).enumerate() {
                    self.passes((level, index + i, 1), block, sign, shift);
                }
            }
            Some(pass) => {
                pass::middle(f, ws, pass, index);
                self.passes((level + 1, index * pass.radix, count * pass.radix), ws, sign, shift);
                pass::back(f, ws, pass, index);
            }
            None => {
                // Blocks of one vector: `index` is the first vector's.
                let groups = self.leaf.div_ceil(L) * L;
                let spectrum = &self.spectrum[index / self.leaf * groups..][..groups];
                ends::product(f, ws, &self.factors[index..][..len], spectrum, sign, shift.take());
            }
        }
    }
}
