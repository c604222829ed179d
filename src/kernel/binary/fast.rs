//! The Lin-Chung-Han transform on byte planes.

use super::{
    driver::{Buffer, Kernel, Node},
    isomorphism::Isomorphism,
    toeplitz::Toeplitz,
};
use crate::{
    Result,
    algebra::{Std, Subspace},
    kernel::planes::{self, Bytes, Line, Matrix, Twiddles, from_planes, load, store, to_planes, tower},
    lists,
    rings::{BinaryField, ViaBinary},
};
use alloc::boxed::Box;

/// Lines of a leaf: half of the first cache.
const LEAF: usize = 256;

/// A transform carried to the tower.
pub(super) struct Tower {
    twiddles: Twiddles,
    map: Isomorphism,
    /// Products by twiddles of at most four bytes of sixteen; none where a twiddle is wider.
    toeplitz: Option<Toeplitz>,
}

impl Tower {
    pub(super) fn new<F: BinaryField>(points: &Subspace<Std<F, ViaBinary>>) -> Result<Self> {
        let map = Isomorphism::new::<F>()?;
        let basis = lists::of(points.basis(), |beta| map.to_tower(beta.to_bits()));
        let shift = map.to_tower(points.shift().to_bits());
        let width = basis.iter().fold(tower::width(shift), |most, &beta| tower::width(beta).max(most));
        let toeplitz = if F::BITS == 128 && width <= 4 { Some(map.toeplitz()?) } else { None };
        Ok(Tower { twiddles: Twiddles::with_basis(map.bytes(), &basis, shift), map, toeplitz })
    }
}

/// The change of basis between words and planes of `P` bytes.
trait Change<const P: usize>: Send + Sync {
    fn to_planes<B: Bytes<Block = u64>>(&self, b: B, x: [B::V; P]) -> [B::V; P];
    fn out_of_planes<B: Bytes<Block = u64>>(&self, b: B, x: [B::V; P]) -> [B::V; P];
}

/// Byte by byte, any matrix: the planes are those of the tower.
struct Dense<const P: usize> {
    into: Matrix<P, P>,
    out_of: Matrix<P, P>,
}

impl<const P: usize> Change<P> for Dense<P> {
    #[inline(always)]
    fn to_planes<B: Bytes<Block = u64>>(&self, b: B, x: [B::V; P]) -> [B::V; P] {
        planes::apply(b, &self.into, &x)
    }

    #[inline(always)]
    fn out_of_planes<B: Bytes<Block = u64>>(&self, b: B, x: [B::V; P]) -> [B::V; P] {
        planes::apply(b, &self.out_of, &x)
    }
}

impl Change<16> for Toeplitz {
    #[inline(always)]
    fn to_planes<B: Bytes<Block = u64>>(&self, b: B, x: [B::V; 16]) -> [B::V; 16] {
        self.to_planes(b, x)
    }

    #[inline(always)]
    fn out_of_planes<B: Bytes<Block = u64>>(&self, b: B, x: [B::V; 16]) -> [B::V; 16] {
        self.out_of_planes(b, x)
    }
}

/// Transforms of elements of `P` bytes.
struct Planes<const P: usize, B, C> {
    isa: B,
    twiddles: Twiddles,
    change: C,
}

/// Returns the kernel by the instructions `isa`.
pub(super) fn kernel<B: Bytes<Block = u64>>(isa: B, tower: Tower) -> Box<dyn Kernel> {
    fn with<const P: usize, B: Bytes<Block = u64>>(isa: B, twiddles: Twiddles, map: &Isomorphism) -> Box<dyn Kernel> {
        let change = Dense::<P> { into: map.matrix_into(), out_of: map.matrix_out_of() };
        Box::new(Planes::<P, _, _> { isa, twiddles, change })
    }
    let Tower { twiddles, map, toeplitz } = tower;
    match (map.bytes(), toeplitz) {
        (_, Some(change)) => Box::new(Planes::<16, _, _> { isa, twiddles, change }),
        (1, _) => with::<1, B>(isa, twiddles, &map),
        (2, _) => with::<2, B>(isa, twiddles, &map),
        (4, _) => with::<4, B>(isa, twiddles, &map),
        (8, _) => with::<8, B>(isa, twiddles, &map),
        _ => with::<16, B>(isa, twiddles, &map),
    }
}

impl<const P: usize, B: Bytes<Block = u64>, C: Change<P>> Planes<P, B, C> {
    /// Converts words to a pair of blocks; elements alternate between the first and the second block.
    #[inline(always)]
    fn import_pair(&self, [x, y]: &[[Line; P]; 2], [first, second]: &mut [[Line; P]; 2]) {
        let b = self.isa;
        let x = self.change.to_planes(b, to_planes(b, load(b, x)));
        let y = self.change.to_planes(b, to_planes(b, load(b, y)));
        let mut p = 0;
        while p < P {
            let (u, v) = b.unzip(x[p], y[p]);
            b.store(&mut first[p], u);
            b.store(&mut second[p], v);
            p += 1;
        }
    }

    /// Computes the inverse of [`import_pair`](Self::import_pair).
    #[inline(always)]
    fn export_pair(&self, [first, second]: &[[Line; P]; 2], words: &mut [[Line; P]; 2]) {
        let b = self.isa;
        for (half, words) in words.iter_mut().enumerate() {
            let mut x = [b.load(&first[0]); P];
            let mut p = 0;
            while p < P {
                let (low, high) = b.zip(b.load(&first[p]), b.load(&second[p]));
                x[p] = if half == 0 { low } else { high };
                p += 1;
            }
            store(b, words, &from_planes(b, self.change.out_of_planes(b, x)));
        }
    }

    fn import_pairs(&self, words: &[Line], to: &mut [Line]) {
        self.isa.run(
            #[inline(always)]
            || {
                let (words, to) = (words.as_chunks::<P>().0.as_chunks().0, to.as_chunks_mut::<P>().0.as_chunks_mut().0);
                let to = &mut to[..words.len()];
                for i in 0..words.len() {
                    self.import_pair(&words[i], &mut to[i]);
                }
            },
        );
    }

    fn export_pairs(&self, from: &[Line], words: &mut [Line]) {
        self.isa.run(
            #[inline(always)]
            || {
                let (from, words) =
                    (from.as_chunks::<P>().0.as_chunks().0, words.as_chunks_mut::<P>().0.as_chunks_mut().0);
                let words = &mut words[..from.len()];
                for i in 0..from.len() {
                    self.export_pair(&from[i], &mut words[i]);
                }
            },
        );
    }
}

impl<const P: usize, B: Bytes<Block = u64>, C: Change<P>> Kernel for Planes<P, B, C> {
    fn leaf_lines(&self) -> usize {
        LEAF
    }

    fn import(&self, words: &[Line], to: &mut [Line]) {
        let b = self.isa;
        b.run(
            #[inline(always)]
            || {
                let (words, to) = (words.as_chunks::<P>().0, to.as_chunks_mut::<P>().0);
                let to = &mut to[..words.len()];
                for i in 0..words.len() {
                    store(b, &mut to[i], &self.change.to_planes(b, to_planes(b, load(b, &words[i]))));
                }
            },
        );
    }

    fn export(&self, from: &[Line], words: &mut [Line]) {
        let b = self.isa;
        b.run(
            #[inline(always)]
            || {
                let (from, words) = (from.as_chunks::<P>().0, words.as_chunks_mut::<P>().0);
                let words = &mut words[..from.len()];
                for i in 0..from.len() {
                    store(b, &mut words[i], &from_planes(b, self.change.out_of_planes(b, load(b, &from[i]))));
                }
            },
        );
    }

    fn pass(&self, column: &mut [Line], depth: u32, node: Node) {
        planes::pass(self.isa, &self.twiddles, column, depth, node.s, node.j, node.inverse);
    }

    fn leaf(&self, buffer: &mut [Line], x: &mut [Line], node: Node) {
        if buffer.is_empty() {
            return self.leaf(&mut Buffer::<LEAF>::new().0, x, node);
        }
        let buffer = &mut buffer[..x.len()];
        match (node.inverse, node.whole) {
            (true, _) => self.import_pairs(x, buffer),
            (false, true) => self.import(x, buffer),
            (false, false) => buffer.copy_from_slice(x),
        }
        planes::leaf(self.isa, &self.twiddles, buffer, node.s, node.j, node.inverse);
        match (node.inverse, node.whole) {
            (false, _) => self.export_pairs(buffer, x),
            (true, true) => self.export(buffer, x),
            (true, false) => x.copy_from_slice(buffer),
        }
    }
}
