//! The kernels for a ring, a length and an instruction set, and how they are built.

use super::{
    Coefficients, Residues, Results, TwiddleMemory,
    columns::ColumnKernel,
    cosets,
    full::Full,
    goldilocks::{EIGHTH, Gold},
    lazy::Lazy,
    pairs::Pairs,
    signed::Nearest,
    tables::Points,
    transform::Transform,
    words_scalar::Word,
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use super::{
    columns::Columns,
    doubles::{Doubles, Eight, Four},
    words_avx2::Words64x4,
    words_avx512::{Ifma, Words52, Words64},
};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{Avx2, Avx512};
use crate::{algebra::Ring, kernel::isa::Isa, order::bit_reverse_permute, rings::Modular};
use alloc::boxed::Box;

/// A map between coefficients and values, as words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Map {
    /// A power of two, at least 2.
    pub(crate) len: usize,
    /// The root of order `len`, and its inverse.
    pub(crate) root: [u64; 2],
    /// The shift of a coset and its inverse; `None` for 1.
    pub(crate) shift: Option<[u64; 2]>,
    /// The factor of the forward map; `None` for 1.
    pub(crate) forward: Option<u64>,
    /// The factor of the inverse.
    pub(crate) scale: u64,
    /// Natural or bit-reversed order of the values.
    pub(crate) natural: bool,
    /// `true` if words that enter are residues below the modulus: kernels that reduce others need no check.
    pub(crate) reduced: bool,
    /// The kind of tables.
    pub(crate) memory: TwiddleMemory,
    /// Threads, at least 1.
    pub(crate) threads: usize,
}

/// A transform of words, in place.
pub(crate) trait Kernel<T = u64>: Send + Sync {
    /// Transforms coefficients to canonical values.
    fn forward(&self, x: &mut [T]);
    /// Transforms coefficients to the first `wanted` canonical values, if the values are in bit-reversed order. The contents of
    /// the other places are not defined.
    fn forward_part(&self, x: &mut [T], wanted: usize);
    /// Transforms values to canonical coefficients.
    fn inverse(&self, x: &mut [T]);
    /// Transforms coefficients to values, or back. Results are below four times the modulus if words have room for that.
    fn unreduced(&self, x: &mut [T], inverse: bool) {
        if inverse { self.inverse(x) } else { self.forward(x) }
    }
    /// Transforms coefficients to values in the ring's own form.
    fn own(&self, x: &mut [T], coefficients: Coefficients) {
        let _ = coefficients;
        self.forward(x);
    }
    /// Transforms values in the ring's own form to coefficients.
    fn own_inverse(&self, x: &mut [T], coefficients: Coefficients) {
        let _ = coefficients;
        self.inverse(x);
    }
    /// Returns the pairs in the vectors of this kernel, with `1/2`, and `b`, `-b`, `1/(2b)` of each step; `None` if it has none.
    fn pairs(&self, half: u64, steps: &[[u64; 3]]) -> Option<Box<dyn Pairs<T>>> {
        let _ = (half, steps);
        None
    }
}

pub(super) struct InWords<const L: usize, T> {
    transform: Transform<L, T>,
    /// `true` if the values are permuted apart from the transform.
    permutes: bool,
}

impl<const L: usize, T: Send> InWords<L, T> {
    pub(super) fn new<P>(ring: P, len: usize, points: &Points<P::Scalar>, natural: bool, threads: usize) -> Self
    where
        P: Residues<L, Block = [T; L], Scalar: TryFrom<u64>>,
    {
        let transform = Transform::new(ring, len, points, natural, threads);
        let permutes = natural && !transform.is_natural();
        InWords { transform, permutes }
    }

    fn run(&self, x: &mut [T], inverse: bool, form: Results) {
        if inverse {
            if self.permutes {
                bit_reverse_permute(x);
            }
            return self.transform.inverse(x.as_chunks_mut().0, form);
        }
        self.transform.forward(x.as_chunks_mut().0, form);
        if self.permutes {
            bit_reverse_permute(x);
        }
    }
}

impl<const L: usize, T: Send> Kernel<T> for InWords<L, T> {
    fn forward(&self, x: &mut [T]) {
        self.run(x, false, Results::Canonical);
    }

    fn forward_part(&self, x: &mut [T], wanted: usize) {
        self.transform.forward_part(x.as_chunks_mut().0, wanted.div_ceil(L), Results::Canonical);
    }

    fn inverse(&self, x: &mut [T]) {
        self.run(x, true, Results::Canonical);
    }

    fn unreduced(&self, x: &mut [T], inverse: bool) {
        self.run(x, inverse, Results::Unreduced);
    }

    fn own(&self, x: &mut [T], coefficients: Coefficients) {
        self.run(x, false, Results::Own(coefficients));
    }

    fn own_inverse(&self, x: &mut [T], coefficients: Coefficients) {
        self.run(x, true, Results::Own(coefficients));
    }

    fn pairs(&self, half: u64, steps: &[[u64; 3]]) -> Option<Box<dyn Pairs<T>>> {
        self.transform.pairs(half, steps)
    }
}

fn points(map: &Map) -> Points<u64> {
    Points { root: map.root, shift: map.shift, forward: map.forward, scale: map.scale, memory: map.memory }
}

#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn columns<const L: usize, P: Residues<L, Block = [u64; L], Scalar = u64>>(
    ring: P,
    map: &Map,
    width: usize,
) -> Box<dyn ColumnKernel<u64>> {
    Box::new(Columns::<L, u64>::new(ring, [map.len, width], &points(map), map.natural, map.threads))
}

fn kernel<const L: usize, P: Residues<L, Block = [u64; L], Scalar = u64>>(ring: P, map: &Map) -> Box<dyn Kernel> {
    Box::new(InWords::<L, u64>::new(ring, map.len, &points(map), map.natural, map.threads))
}

/// Returns the lanes of a vector of words, for columns of `width` elements a row.
pub(crate) fn wide_column_lanes(width: usize, isa: Isa) -> usize {
    lanes(if width >= 8 { 64 } else { 4 * width }, isa)
}

/// Returns the kernel for the columns of a matrix with `map.len` rows of `width` Goldilocks elements. Returns `None`
/// for roots whose eighth root is not the field's own.
pub(crate) fn goldilocks_columns(map: &Map, width: usize, lanes: usize) -> Option<Box<dyn ColumnKernel<u64>>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        let eighths = eighths(&Modular::with_generator(crate::rings::Goldilocks::PRIME, 7), map);
        if map.len < 8 || eighths[0] != EIGHTH {
            return None;
        }
        match lanes {
            8 => return Some(columns(Gold::<_, true>::new(Words64(Avx512::detect()?), eighths), map, width)),
            4 => return Some(columns(Gold::<_, true>::new(Words64x4(Avx2::detect()?), eighths), map, width)),
            _ => {}
        }
    }
    let _ = (map, width, lanes);
    None
}

/// Returns the kernel for the columns of a matrix with `map.len` rows of `width` residues modulo `ring`. Returns `None` for
/// moduli from `2^62` on, and unless there are eight lanes: one kernel serves all others.
pub(crate) fn modular_columns(
    ring: &Modular,
    map: &Map,
    width: usize,
    lanes: usize,
) -> Option<Box<dyn ColumnKernel<u64>>> {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if lanes == 8 && ring.modulus() >> 62 == 0 {
        let words = Words64(Avx512::detect()?);
        return Some(columns(Lazy::<_, true>::new::<8>(words, *ring, eighths(ring, map)), map, width));
    }
    let _ = (ring, map, width, lanes);
    None
}

/// Returns the lanes of a vector of words, for `len` elements on `isa` or the best instruction set of the machine.
pub(crate) fn lanes(len: usize, isa: Isa) -> usize {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        if matches!(isa, Isa::Auto | Isa::Avx512) && len >= 64 && Avx512::detect().is_some() {
            return 8;
        }
        if matches!(isa, Isa::Auto | Isa::Avx2 | Isa::Avx512) && len >= 16 && Avx2::detect().is_some() {
            return 4;
        }
    }
    let _ = (len, isa);
    1
}

/// Returns whether `isa` allows vectors of this many words.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
fn allows(isa: Isa, lanes: usize) -> bool {
    match lanes {
        8 => matches!(isa, Isa::Auto | Isa::Avx512),
        4 => matches!(isa, Isa::Auto | Isa::Avx2 | Isa::Avx512),
        _ => true,
    }
}

/// Returns `r`, `r^2`, `r^3`, with `r` the root of order 8. A shorter transform has those that are powers of its root, and ones.
fn eighths(ring: &impl Ring<Element = u64>, map: &Map) -> [u64; 3] {
    let [root, _] = map.root;
    match map.len {
        2 => [1; 3],
        4 => [1, root, root],
        len => [1, 2, 3].map(|k| ring.pow(&root, k * (len as u64 / 8))),
    }
}

/// Returns the kernel for residues modulo `ring`; `None` if the lanes or the instruction set have none.
pub(crate) fn modular(ring: &Modular, map: &Map, lanes: usize, isa: Isa) -> Option<Box<dyn Kernel>> {
    let modulus = ring.modulus();
    if map.len < lanes * lanes {
        return None;
    }
    let eighths = eighths(ring, map);
    let two = modulus >> 63 == 0;
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    match lanes {
        8 if allows(isa, 8) => {
            let token = Avx512::detect()?;
            return Some(match Ifma::detect() {
                Some(ifma) if modulus >> 50 == 0 => {
                    kernel(Lazy::<_, true>::new::<8>(Words52(ifma), *ring, eighths), map)
                }
                Some(ifma) if modulus >> 51 == 0 => {
                    kernel(Lazy::<_, false>::new::<8>(Words52(ifma), *ring, eighths), map)
                }
                _ if modulus >> 50 == 0 => return doubles(ring, map, 8),
                _ if modulus >> 62 == 0 => kernel(Lazy::<_, true>::new::<8>(Words64(token), *ring, eighths), map),
                _ if two => kernel(Nearest::new::<8>(Words64(token), *ring, eighths), map),
                _ => kernel(Full::new(Words64(token), *ring, eighths), map),
            });
        }
        4 if allows(isa, 4) => {
            let token = Avx2::detect()?;
            return Some(match () {
                () if modulus >> 50 == 0 => return doubles(ring, map, 4),
                () if modulus >> 62 == 0 => kernel(Lazy::<_, true>::new::<4>(Words64x4(token), *ring, eighths), map),
                () if two => kernel(Lazy::<_, false>::new::<4>(Words64x4(token), *ring, eighths), map),
                () => kernel(Full::new(Words64x4(token), *ring, eighths), map),
            });
        }
        _ => {}
    }
    let _ = isa;
    match lanes {
        // Single words run on machines without vectors; there is no kernel for room for four.
        1 if two => Some(kernel(Lazy::<_, false>::new::<1>(Word, *ring, eighths), map)),
        1 => Some(kernel(Full::new(Word, *ring, eighths), map)),
        _ => None,
    }
}

/// Returns the kernel in doubles for residues modulo `ring`, below `2^50`; `None` if the machine has no such lanes.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(super) fn doubles(ring: &Modular, map: &Map, lanes: usize) -> Option<Box<dyn Kernel>> {
    let eighths = eighths(ring, map);
    match lanes {
        8 => Some(kernel(Doubles::new(Eight(Avx512::detect()?), *ring, eighths), map)),
        _ => Some(kernel(Doubles::new(Four(Avx2::detect()?), *ring, eighths), map)),
    }
}

/// Returns the kernel for Goldilocks, whose elements as words are the residues.
///
/// Vectors have the eighth root `-2^24`, which is that of the field's own roots. Other eighth roots run on single
/// words.
pub(crate) fn goldilocks(map: &Map, lanes: usize, isa: Isa) -> Option<Box<dyn Kernel>> {
    if map.len < lanes * lanes {
        return None;
    }
    let field = Modular::with_generator(crate::rings::Goldilocks::PRIME, 7);
    let eighths = eighths(&field, map);
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if eighths[0] == EIGHTH {
        match lanes {
            8 if allows(isa, 8) => return Some(kernel(Gold::<_, true>::new(Words64(Avx512::detect()?), eighths), map)),
            4 if allows(isa, 4) => return Some(kernel(Gold::<_, true>::new(Words64x4(Avx2::detect()?), eighths), map)),
            _ => {}
        }
    }
    let _ = (isa, EIGHTH);
    // Every root has this kernel, and a plan for another root asks for the lanes of the field's own.
    Some(kernel(Gold::<_, false>::new(Word, eighths), map))
}

/// Returns the twiddles of the tables, for elements of this many bytes, to a few per cent; `None` if the number
/// overflows. It is more than they are for primes of 64 bits, whose vectors share a row of factors.
pub(crate) fn table_len(lanes: usize, len: usize, element: usize, memory: TwiddleMemory) -> Option<usize> {
    let (lanes, vectors) = (lanes.max(1), len / lanes.max(1));
    if let Some(subtree) = cosets::subtree(vectors, lanes * element, memory) {
        let kept = table_len(lanes, subtree * lanes, element, TwiddleMemory::Full)?;
        return (vectors / subtree).checked_mul(2)?.checked_add(kept);
    }
    let most = if element == 4 { super::FULL_SHORT } else { super::FULL };
    let rows = if lanes > 1 && len <= most && memory == TwiddleMemory::Full { len } else { vectors };
    // Both directions.
    vectors.checked_add(rows)?.checked_mul(2)?.checked_add(64)
}
