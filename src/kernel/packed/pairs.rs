//! Complex numbers with their parts side by side as vectors of a ring.
//!
//! A vector takes one register, where parts apart take two. So the eight values of a network fit the sixteen registers of AVX2
//! beside its constants. A product by `-i` is an exchange of the parts, whose signs go into the sums that follow.

use super::{Numbers, Packed, Pairs, Values, ring::rotation};
use crate::rings::Real;
use num_complex::Complex;

/// Complex numbers as vectors of numbers with the parts side by side; the root of order 16 is `exp(-2 pi i / 16)`, or its inverse if
/// the direction says so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ComplexPairs<F, W = Forward>(pub(crate) F, pub(crate) W);

/// The direction of the roots. Every method is inlined always.
pub(crate) trait Direction<const L: usize, F: Pairs<L>>: Copy + Send + Sync + 'static {
    /// Returns the vector that makes `-i x` of the exchanged parts of `x`; for the inverse roots `i x`.
    fn signs(self, f: F) -> F::V;
    /// Returns the second part of a factor with this imaginary part.
    fn imaginary(self, f: F, im: F::V) -> F::V;
    /// Returns the product by a factor.
    fn mul(self, f: F, v: F::V, w: [F::V; 2]) -> F::V;
}

/// The roots `exp(-2 pi i / n)`. A factor is its real part for every part, and its imaginary part.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Forward;

impl<const L: usize, F: Pairs<L>> Direction<L, F> for Forward {
    #[inline(always)]
    fn signs(self, f: F) -> F::V {
        f.signs()
    }
    #[inline(always)]
    fn imaginary(self, _: F, im: F::V) -> F::V {
        im
    }
    #[inline(always)]
    fn mul(self, f: F, v: F::V, w: [F::V; 2]) -> F::V {
        f.mul_sub_add(v, w[0], f.mul(f.exchange(v), w[1]))
    }
}

/// Roots of a direction that is known when running: one function for both. It holds the signs, those of `-i` or of `i`. The second part
/// of a factor has the signs of a product: `-im` for real parts and `im` for imaginary ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Either<V>(pub(crate) V);

impl<V> Either<V> {
    /// Returns the roots of a direction. It is inlined always.
    #[inline(always)]
    pub(crate) fn new<const L: usize, F: Pairs<L, V = V>>(f: F, inverse: bool) -> Self {
        Either(f.mul(f.signs(), f.splat(F::Float::from_f64(if inverse { -1.0 } else { 1.0 }))))
    }
}

impl<const L: usize, F: Pairs<L>> Direction<L, F> for Either<F::V> {
    #[inline(always)]
    fn signs(self, _: F) -> F::V {
        self.0
    }
    #[inline(always)]
    fn imaginary(self, f: F, im: F::V) -> F::V {
        f.mul(im, f.mul(self.0, f.constant(-1.0)))
    }
    #[inline(always)]
    fn mul(self, f: F, v: F::V, w: [F::V; 2]) -> F::V {
        f.mul_add(f.exchange(v), w[1], f.mul(v, w[0]))
    }
}

impl<const L: usize, F: Pairs<L>, W: Direction<L, F>> Packed<L> for ComplexPairs<F, W> {
    type Token = F::Token;
    type Block = [Complex<F::Float>; L];
    type Vec = F::V;
    type Twiddle = [F::Float; 2];
    type Factor = [F::V; 2];

    #[inline(always)]
    fn token(self) -> F::Token {
        self.0.token()
    }
    #[inline(always)]
    fn load(self, block: &[Complex<F::Float>; L]) -> F::V {
        self.0.load_values(block)
    }
    #[inline(always)]
    fn store(self, block: &mut [Complex<F::Float>; L], v: F::V) {
        self.0.store(block, v);
    }
    #[inline(always)]
    fn splat(self, w: &[F::Float; 2]) -> [F::V; 2] {
        [self.0.splat(w[0]), self.1.imaginary(self.0, self.0.splat(w[1]))]
    }
    #[inline(always)]
    fn lanes(self, w: &[[F::Float; 2]; L]) -> [F::V; 2] {
        [self.0.load(&w.map(|w| [w[0]; 2])), self.1.imaginary(self.0, self.0.load(&w.map(|w| [w[1]; 2])))]
    }
    #[inline(always)]
    fn mul(self, v: F::V, w: [F::V; 2]) -> F::V {
        self.1.mul(self.0, v, w)
    }
    /// Computes the butterfly: quarter turns are exchanges of parts; eighth turns fuse their products.
    #[inline(always)]
    fn butterfly<const K: usize>(self, a: F::V, b: F::V) -> (F::V, F::V) {
        let (f, signs) = (self.0, self.1.signs(self.0));
        // -i b is this times the signs.
        let turned = f.exchange(b);
        match K {
            0 => (f.add(a, b), f.sub(a, b)),
            4 => (f.mul_add(turned, signs, a), f.neg_mul_add(turned, signs, a)),
            2 => {
                let (half, sum) = (f.constant(core::f64::consts::FRAC_1_SQRT_2), f.mul_add(turned, signs, b));
                (f.mul_add(half, sum, a), f.neg_mul_add(half, sum, a))
            }
            6 => {
                let (half, sum) = (f.constant(core::f64::consts::FRAC_1_SQRT_2), f.neg_mul_add(turned, signs, b));
                (f.neg_mul_add(half, sum, a), f.mul_add(half, sum, a))
            }
            _ => {
                let w = rotation(K);
                let b = self.mul(b, [f.constant(w[0]), self.1.imaginary(f, f.constant(w[1]))]);
                (f.add(a, b), f.sub(a, b))
            }
        }
    }
    #[inline(always)]
    fn transpose(self, v: [F::V; L]) -> [F::V; L] {
        self.0.transpose(v)
    }
}

impl<const L: usize, F: Pairs<L, Float: Default>, W: Direction<L, F>> Values<L> for ComplexPairs<F, W> {
    type Float = F::Float;
    const ORDER: [usize; L] = {
        let (mut order, mut l) = ([0; L], 0);
        while l < L {
            order[l] = l;
            l += 1;
        }
        order
    };
    const DOUBLED: bool = true;

    #[inline(always)]
    fn load_values(self, x: &[Complex<F::Float>; L]) -> F::V {
        self.0.load_values(x)
    }
    #[inline(always)]
    fn store_values(self, x: &mut [Complex<F::Float>; L], v: F::V) {
        self.0.store(x, v);
    }
    #[inline(always)]
    fn factor(self, w: &[[Complex<F::Float>; L]]) -> [F::V; 2] {
        [self.0.load_values(&w[0]), self.0.load_values(&w[1])]
    }
    #[inline(always)]
    fn short_factor(self, w: &[Complex<F::Float>; L]) -> [F::V; 2] {
        let [re, im] = self.0.doubled(self.0.load_values(w));
        [re, self.1.imaginary(self.0, im)]
    }
    #[inline(always)]
    fn reflect(self, v: F::V) -> F::V {
        self.0.conj(v)
    }
    #[inline(always)]
    fn scale(self, v: F::V, by: F::Float) -> F::V {
        self.0.mul(v, self.0.splat(by))
    }
}

impl<const L: usize, F: Pairs<L>, W: Direction<L, F>> Numbers<L> for ComplexPairs<F, W> {
    #[inline(always)]
    fn add(self, a: F::V, b: F::V) -> F::V {
        self.0.add(a, b)
    }
    #[inline(always)]
    fn sub(self, a: F::V, b: F::V) -> F::V {
        self.0.sub(a, b)
    }
    #[inline(always)]
    fn neg(self, a: F::V) -> F::V {
        self.0.mul(a, self.0.constant(-1.0))
    }
    #[inline(always)]
    fn mul_add(self, x: F::V, by: f64, c: F::V) -> F::V {
        self.0.mul_add(x, self.0.constant(by), c)
    }
    #[inline(always)]
    fn neg_mul_add(self, x: F::V, by: f64, c: F::V) -> F::V {
        self.0.neg_mul_add(x, self.0.constant(by), c)
    }
    #[inline(always)]
    fn turn_sub(self, x: F::V, by: f64, c: F::V) -> F::V {
        let f = self.0;
        f.mul_add(f.exchange(x), f.mul(self.1.signs(f), f.constant(by)), c)
    }
    #[inline(always)]
    fn turn_add(self, x: F::V, by: f64, c: F::V) -> F::V {
        let f = self.0;
        f.neg_mul_add(f.exchange(x), f.mul(self.1.signs(f), f.constant(by)), c)
    }
    #[inline(always)]
    fn mul_turn(self, x: F::V, by: f64) -> F::V {
        let f = self.0;
        f.mul_add(x, f.constant(by), f.mul(f.exchange(x), self.1.signs(f)))
    }
}
