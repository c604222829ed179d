//! The construction of kernels of primes below `2^32` whose elements are words of 32 bits.

#[cfg(all(target_arch = "x86_64", feature = "std"))]
use super::words32::{U32x8, U32x16};
use super::{
    Residues,
    build::{InWords, Kernel, Map},
    columns::{ColumnKernel, Columns},
    small::{Below30, Below31, Below32, Class, Small},
    tables::Points,
    tree::{Nodes, Tree},
    words32::U32x1,
};
use crate::kernel::isa::Isa;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{Avx2, Avx512};
use alloc::boxed::Box;

/// Returns the lanes of a vector of words of 32 bits, for one transform of `len` elements on `isa` or the best there is.
pub(crate) fn small_lanes(len: usize, isa: Isa) -> usize {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        if matches!(isa, Isa::Auto | Isa::Avx512) && len >= 256 && Avx512::detect().is_some() {
            return 16;
        }
        if matches!(isa, Isa::Auto | Isa::Avx2 | Isa::Avx512) && len >= 64 && Avx2::detect().is_some() {
            return 8;
        }
    }
    let _ = (len, isa);
    1
}

/// Returns the lanes for columns of `width` elements a row.
pub(crate) fn column_lanes(width: usize, isa: Isa) -> usize {
    small_lanes(if width >= 16 { 256 } else { 8 * width }, isa)
}

/// The construction over a ring, for any class and vectors.
trait Visitor {
    type Output;
    /// `true` if there are moduli of every class; otherwise they lie between `2^30` and `2^31`.
    const ALL: bool = true;
    /// `true` if there are kernels of single words.
    const WORDS: bool = true;
    fn visit<const L: usize, P: Residues<L, Block = [u32; L], Scalar = u32>>(self, ring: P) -> Self::Output;
}

/// Calls the visitor with the ring modulo an odd `p` in vectors of `lanes`; `None` if the machine has no such vectors.
fn with_ring<V: Visitor>(p: u32, eighths: [u32; 3], reduced: bool, lanes: usize, visitor: V) -> Option<V::Output> {
    macro_rules! class {
        ($l:literal, $words:expr) => {{
            fn visit<W: super::words32::Words32<$l, Block = [u32; $l]>, V: Visitor>(
                words: W,
                p: u32,
                (eighths, reduced): ([u32; 3], bool),
                visitor: V,
            ) -> Option<V::Output> {
                fn ring<C, V>(class: C, eighths: [u32; 3], reduced: bool, visitor: V) -> V::Output
                where
                    C: Class<$l, Words: super::words32::Words32<$l, Block = [u32; $l]>>,
                    V: Visitor,
                {
                    visitor.visit(Small::new::<$l>(class, eighths, reduced))
                }
                if const { V::ALL } {
                    // Single words run if there are no vectors: one kernel serves all moduli below 2^31.
                    if const { $l > 1 }
                        && let Some(class) = Below30::new(words, p)
                    {
                        return Some(ring(class, eighths, reduced, visitor));
                    }
                    if p >> 31 == 1 {
                        return Some(ring(Below32::new(words, p)?, eighths, reduced, visitor));
                    }
                }
                Some(ring(Below31::new(words, p)?, eighths, reduced, visitor))
            }
            visit($words, p, (eighths, reduced), visitor)
        }};
    }
    match lanes {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        16 => class!(16, U32x16(Avx512::detect()?)),
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        8 => class!(8, U32x8(Avx2::detect()?)),
        1 => {
            if const { V::WORDS } {
                return class!(1, U32x1);
            }
            None
        }
        _ => None,
    }
}

/// Returns `r`, `r^2`, `r^3`, with `r` the root of order 8. A shorter transform has those that are powers of its root, and ones.
fn eighths(p: u32, map: &Map) -> [u32; 3] {
    let root = map.root[0];
    let power = |k: u64| crate::arith::pow_mod(root, k, p.into()) as u32;
    match map.len {
        2 => [1; 3],
        4 => [1, root as u32, root as u32],
        len => [1, 2, 3].map(|k| power(k * (len as u64 / 8))),
    }
}

fn points(map: &Map) -> Points<u32> {
    let words = |pair: [u64; 2]| pair.map(|word| word as u32);
    Points {
        root: words(map.root),
        shift: map.shift.map(words),
        forward: map.forward.map(|w| w as u32),
        scale: map.scale as u32,
        memory: map.memory,
    }
}

/// Returns the transform of words below the odd modulus `p`; the words of `map` are residues. Montgomery words of residues are
/// valid too: everything but `map` may be multiplied by a constant. Returns `None` if the instruction set has no such lanes.
pub(crate) fn small(p: u32, map: &Map, lanes: usize, isa: Isa) -> Option<Box<dyn Kernel<u32>>> {
    struct Single<'a>(&'a Map);
    impl Visitor for Single<'_> {
        type Output = Box<dyn Kernel<u32>>;
        fn visit<const L: usize, P: Residues<L, Block = [u32; L], Scalar = u32>>(self, ring: P) -> Self::Output {
            Box::new(InWords::<L, u32>::new(ring, self.0.len, &points(self.0), self.0.natural, self.0.threads))
        }
    }
    if map.len < lanes * lanes || lanes > small_lanes(map.len, isa) {
        return None;
    }
    with_ring(p, eighths(p, map), map.reduced, lanes, Single(map))
}

/// Returns the transform of the columns of a matrix with `map.len` rows of `width` words, as [`small`].
pub(crate) fn small_columns(p: u32, map: &Map, width: usize, lanes: usize) -> Option<Box<dyn ColumnKernel<u32>>> {
    struct Matrix<'a>(&'a Map, usize);
    impl Visitor for Matrix<'_> {
        type Output = Box<dyn ColumnKernel<u32>>;
        const WORDS: bool = false;
        fn visit<const L: usize, P: Residues<L, Block = [u32; L], Scalar = u32>>(self, ring: P) -> Self::Output {
            Box::new(Columns::<L, u32>::new(
                ring,
                [self.0.len, self.1],
                &points(self.0),
                self.0.natural,
                self.0.threads,
            ))
        }
    }
    if width == 0 {
        return None;
    }
    with_ring(p, eighths(p, map), map.reduced, lanes, Matrix(map, width))
}

/// `2^31 - 1`.
const MERSENNE: u32 = (1 << 31) - 1;

/// Returns the circle transform over M31 of `n >= 4` elements, values in the order of the leaves. It takes the residues of the
/// nodes `1, ..., n - 1`, their inverses, and the scales: `None` for 1 forward, and that of the inverse.
pub(crate) fn circle(
    residues: &[u32],
    inverses: &[u32],
    (forward, scale): (Option<u32>, u32),
    lanes: usize,
) -> Option<Box<dyn Kernel<u32>>> {
    struct Circle<'a>(Nodes<'a, u32>);
    impl Visitor for Circle<'_> {
        type Output = Box<dyn Kernel<u32>>;
        const ALL: bool = false;
        fn visit<const L: usize, P: Residues<L, Block = [u32; L], Scalar = u32>>(self, ring: P) -> Self::Output {
            Box::new(Tree::new(ring, self.0))
        }
    }
    let len = residues.len() + 1;
    if len < (lanes * lanes).max(4) {
        return None;
    }
    with_ring(MERSENNE, [1; 3], false, lanes, Circle(Nodes { residues, inverses, forward, scale }))
}

impl<const L: usize, T, P: Residues<L, Block = [T; L]>> Kernel<T> for Tree<L, P> {
    fn forward(&self, x: &mut [T]) {
        Tree::forward(self, x.as_chunks_mut().0);
    }
    fn forward_part(&self, x: &mut [T], _: usize) {
        Tree::forward(self, x.as_chunks_mut().0);
    }
    fn inverse(&self, x: &mut [T]) {
        Tree::inverse(self, x.as_chunks_mut().0);
    }
}
