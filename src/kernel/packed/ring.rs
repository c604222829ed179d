//! Vectors of elements of a ring, with acting roots: the interface below a network of powers of two.

use super::{Floats, Token};

/// `L` elements of one ring on one instruction set. Every method is inlined always.
///
/// A ring of integers may keep elements in ranges wider than its residues: `mul` and `butterfly` accept the results of
/// both.
#[allow(dead_code, reason = "the whole of what a ring offers, of which one network needs a part")]
pub(crate) trait Packed<const L: usize>: Copy + Send + Sync + 'static {
    /// Proof of the instruction set.
    type Token: Token;
    /// `L` elements in memory.
    type Block: Copy;
    /// `L` elements in registers.
    type Vec: Copy;
    /// One acting root in memory.
    type Twiddle: Copy;
    /// Acting roots in registers, one a lane.
    type Factor: Copy;

    fn token(self) -> Self::Token;
    fn load(self, block: &Self::Block) -> Self::Vec;
    fn store(self, block: &mut Self::Block, v: Self::Vec);
    /// Returns one root in every lane. It stays in memory: as a value a pair of singles is one word, which takes six instructions to split.
    fn splat(self, w: &Self::Twiddle) -> Self::Factor;
    /// Returns a root for each lane.
    fn lanes(self, w: &[Self::Twiddle; L]) -> Self::Factor;
    fn mul(self, v: Self::Vec, w: Self::Factor) -> Self::Vec;
    /// Returns `(a + r^K b, a - r^K b)` with `r` the ring's root of order 16, `K < 8`.
    fn butterfly<const K: usize>(self, a: Self::Vec, b: Self::Vec) -> (Self::Vec, Self::Vec);
    /// Transposes: lane `l` of vector `j` becomes lane `j` of vector `l`.
    fn transpose(self, v: [Self::Vec; L]) -> [Self::Vec; L];
}

/// Complex numbers as two vectors of floats; the root of order 16 is `exp(-2 pi i / 16)`.
///
/// With real and imaginary parts swapped on input and output, the same network computes with the inverse root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComplexLanes<F>(pub(crate) F);

impl<F> ComplexLanes<F> {
    /// Returns `a + w b, a - w b` for a constant `w`.
    #[inline(always)]
    fn rotated<const L: usize>(self, a: [F::V; 2], b: [F::V; 2], w: [f64; 2]) -> ([F::V; 2], [F::V; 2])
    where
        F: Floats<L>,
    {
        let f = self.0;
        let b = self.mul(b, [f.constant(w[0]), f.constant(w[1])]);
        ([f.add(a[0], b[0]), f.add(a[1], b[1])], [f.sub(a[0], b[0]), f.sub(a[1], b[1])])
    }
}

/// `cos(pi/8)`, `sin(pi/8)`.
const COS: f64 = 0.923_879_532_511_286_7;
const SIN: f64 = 0.382_683_432_365_089_8;

/// Returns `exp(-2 pi i k/16)` for odd `k` below 8.
#[inline(always)]
pub(super) const fn rotation(k: usize) -> [f64; 2] {
    match k {
        1 => [COS, -SIN],
        3 => [SIN, -COS],
        5 => [-SIN, -COS],
        _ => [-COS, -SIN],
    }
}

impl<const L: usize, F: Floats<L>> Packed<L> for ComplexLanes<F> {
    type Token = F::Token;
    type Block = [[F::Float; L]; 2];
    type Vec = [F::V; 2];
    type Twiddle = [F::Float; 2];
    type Factor = [F::V; 2];

    #[inline(always)]
    fn token(self) -> F::Token {
        self.0.token()
    }
    #[inline(always)]
    fn load(self, block: &[[F::Float; L]; 2]) -> [F::V; 2] {
        [self.0.load(&block[0]), self.0.load(&block[1])]
    }
    #[inline(always)]
    fn store(self, block: &mut [[F::Float; L]; 2], v: [F::V; 2]) {
        self.0.store(&mut block[0], v[0]);
        self.0.store(&mut block[1], v[1]);
    }
    #[inline(always)]
    fn splat(self, w: &[F::Float; 2]) -> [F::V; 2] {
        [self.0.splat(w[0]), self.0.splat(w[1])]
    }
    #[inline(always)]
    fn lanes(self, w: &[[F::Float; 2]; L]) -> [F::V; 2] {
        self.load(&[w.map(|w| w[0]), w.map(|w| w[1])])
    }
    #[inline(always)]
    fn mul(self, v: [F::V; 2], w: [F::V; 2]) -> [F::V; 2] {
        let f = self.0;
        [f.neg_mul_add(v[1], w[1], f.mul(v[0], w[0])), f.mul_add(v[1], w[0], f.mul(v[0], w[1]))]
    }
    /// Computes the butterfly: quarter turns are exchanges of parts; eighth turns share their sums and fuse their products.
    #[inline(always)]
    fn butterfly<const K: usize>(self, a: [F::V; 2], b: [F::V; 2]) -> ([F::V; 2], [F::V; 2]) {
        let f = self.0;
        match K {
            0 => ([f.add(a[0], b[0]), f.add(a[1], b[1])], [f.sub_fused(a[0], b[0]), f.sub(a[1], b[1])]),
            4 => ([f.add(a[0], b[1]), f.sub(a[1], b[0])], [f.sub_fused(a[0], b[1]), f.add(a[1], b[0])]),
            2 | 6 => {
                let half = f.constant(core::f64::consts::FRAC_1_SQRT_2);
                let (s, d) = (f.add(b[0], b[1]), f.sub(b[1], b[0]));
                if K == 2 {
                    // (1 - i)(x + i y) = x + y + i (y - x)
                    let plus = [f.mul_add(half, s, a[0]), f.mul_add(half, d, a[1])];
                    (plus, [f.neg_mul_add(half, s, a[0]), f.neg_mul_add(half, d, a[1])])
                } else {
                    // (-1 - i)(x + i y) = y - x - i (x + y)
                    let plus = [f.mul_add(half, d, a[0]), f.neg_mul_add(half, s, a[1])];
                    (plus, [f.neg_mul_add(half, d, a[0]), f.mul_add(half, s, a[1])])
                }
            }
            _ => self.rotated(a, b, rotation(K)),
        }
    }
    #[inline(always)]
    fn transpose(self, v: [[F::V; 2]; L]) -> [[F::V; 2]; L] {
        let (mut re, mut im) = ([v[0][0]; L], [v[0][1]; L]);
        let mut j = 0;
        while j < L {
            (re[j], im[j]) = (v[j][0], v[j][1]);
            j += 1;
        }
        let (re, im) = (self.0.transpose(re), self.0.transpose(im));
        let mut v = v;
        let mut j = 0;
        while j < L {
            v[j] = [re[j], im[j]];
            j += 1;
        }
        v
    }
}
