//! Vectors of numbers on one instruction set: the base of every network, written once.
//!
//! [`Floats`] is `L` floats in a register, with one file per instruction set; [`Packed`] is `L` elements of a ring. [`Values`] are
//! complex numbers and their layout in memory. A network names one of these and is safe code. A value of a [`Token`] exists only if the CPU has the
//! features, and [`Token::run`] compiles its closure for them. Everything between `run` and the intrinsics must be
//! `inline(always)`, or the intrinsics become calls.

use crate::rings::Real;
use num_complex::Complex;

#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod avx2;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod avx512;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod fence;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod interleaved;
mod networks;
mod numbers;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod pairs;
mod ring;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod rotations;
mod scalar;
#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
mod tokens;
mod values;

#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use avx2::{F32x8, F64x4};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use avx512::{F32x16, F64x8};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use interleaved::{C32x4, C32x8, C64x2, C64x4, Diagonal, Interleaved, Mirrored, Pairs};
pub(crate) use networks::dft;
pub(crate) use numbers::Numbers;
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use pairs::{ComplexPairs, Either, Forward};
pub(crate) use ring::{ComplexLanes, Packed};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use scalar::Fused;
pub(crate) use scalar::{Portable, Scalar};
#[cfg(all(target_arch = "x86_64", feature = "std"))]
pub(crate) use tokens::{Avx2, Avx512, with_avx2, with_avx512};
pub(crate) use values::Values;

/// Proof that this CPU has an instruction set.
pub(crate) trait Token: Copy + Send + Sync + 'static {
    /// Number of vectors that fit its registers.
    const REGISTERS: usize = 16;

    /// Calls `f` inside a function that is compiled for the instruction set.
    ///
    /// A closure that takes its values (`move`) reaches them with a load less each. It must not change variables
    /// outside: it would change copies of them.
    fn run<R>(self, f: impl FnOnce() -> R) -> R;

    /// Calls `f` as [`run`](Token::run), at the least cost, if its values fit the registers.
    #[inline(always)]
    fn run_short<R>(self, f: impl FnOnce() -> R) -> R {
        self.run(f)
    }
}

/// `L` lanes of floats. Every method is inlined always.
///
/// Sums and products are rounded once, as IEEE 754 says; whether `mul_add` and its like round once or twice is the
/// instruction set's.
pub(crate) trait Floats<const L: usize>: Copy + Send + Sync + 'static {
    /// Proof of the instruction set.
    type Token: Token;
    /// `f64` or `f32`.
    type Float: Real + Default;
    /// `L` floats in a register.
    type V: Copy;
    /// Lane `l` of [`load_pairs`](Floats::load_pairs) holds element `ORDER[l]`.
    const ORDER: [usize; L];
    /// The same vectors of the least instruction set that has them: what makes tables is compiled for those alone.
    type Least: Floats<L, Float = Self::Float>;

    /// Returns the vectors of the least instruction set.
    fn least(self) -> Self::Least;
    fn token(self) -> Self::Token;
    /// Returns `x`, rounded, in every lane, for compile-time constants.
    fn constant(self, x: f64) -> Self::V;
    /// Returns `x` in every lane.
    fn splat(self, x: Self::Float) -> Self::V;
    fn load(self, x: &[Self::Float; L]) -> Self::V;
    fn store(self, x: &mut [Self::Float; L], v: Self::V);
    /// Loads real and imaginary parts, lanes in [`ORDER`](Floats::ORDER).
    fn load_pairs(self, x: &[Complex<Self::Float>; L]) -> [Self::V; 2];
    /// Stores pairs: the inverse of [`load_pairs`](Floats::load_pairs).
    fn store_pairs(self, x: &mut [Complex<Self::Float>; L], v: [Self::V; 2]);
    /// Stores as [`store_pairs`](Floats::store_pairs), past the caches if `x` is aligned to the register.
    fn stream_pairs(self, x: &mut [Complex<Self::Float>; L], v: [Self::V; 2]);
    /// Loads the same `2 L` floats as real parts, then imaginary parts, lane by lane: the layout of vectors in scratch.
    fn load_parts(self, x: &[Complex<Self::Float>; L]) -> [Self::V; 2];
    /// Stores parts: the inverse of [`load_parts`](Floats::load_parts).
    fn store_parts(self, x: &mut [Complex<Self::Float>; L], v: [Self::V; 2]);
    /// Stores as [`store_parts`](Floats::store_parts), past the caches if `x` is aligned to the register.
    fn stream_parts(self, x: &mut [Complex<Self::Float>; L], v: [Self::V; 2]);
    /// Returns the lanes of elements below `first` from `b`, the others from `a`.
    #[inline(always)]
    fn select(self, first: usize, a: Self::V, b: Self::V) -> Self::V {
        let (mut x, mut y) = ([Self::Float::default(); L], [Self::Float::default(); L]);
        self.store(&mut x, a);
        self.store(&mut y, b);
        for l in 0..L {
            if Self::ORDER[l] < first {
                x[l] = y[l];
            }
        }
        self.load(&x)
    }
    /// Stores as [`stream_pairs`](Floats::stream_pairs), beginning with element `first` and ending with the elements before it.
    #[inline(always)]
    fn stream_rotated(self, x: &mut [Complex<Self::Float>; L], v: [Self::V; 2], first: usize) {
        let mut turned = *x;
        self.store_pairs(&mut turned, v);
        for l in 0..L {
            x[l] = turned[(l + first) % L];
        }
    }
    /// Prefetches the cache line of `x` into the second-level cache.
    fn prefetch<T>(self, x: &T);
    /// Waits until streamed stores are visible before later stores; call it before another thread may read them.
    #[inline(always)]
    fn fence(self) {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        fence::fence();
    }
    fn add(self, a: Self::V, b: Self::V) -> Self::V;
    fn sub(self, a: Self::V, b: Self::V) -> Self::V;
    /// Returns [`sub`](Floats::sub), on the units of products if those are others: to balance the load of the units of sums.
    #[inline(always)]
    fn sub_fused(self, a: Self::V, b: Self::V) -> Self::V {
        self.sub(a, b)
    }
    fn mul(self, a: Self::V, b: Self::V) -> Self::V;
    fn neg(self, a: Self::V) -> Self::V;
    /// Returns `a b + c`.
    fn mul_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Returns `a b - c`.
    fn mul_sub(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Returns `c - a b`.
    fn neg_mul_add(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V;
    /// Transposes: lane `l` of vector `j` becomes lane `j` of vector `l`.
    fn transpose(self, v: [Self::V; L]) -> [Self::V; L];
    /// Transposes element `j` of `L` sequences in the lanes of vector `j` to `L` neighbours of each lane's sequence, as
    /// they lie in memory.
    #[inline(always)]
    fn to_rows(self, v: [[Self::V; 2]; L]) -> [[Self::V; 2]; L] {
        let (mut re, mut im) = ([v[0][0]; L], [v[0][1]; L]);
        for l in 0..L {
            [re[l], im[l]] = v[Self::ORDER[l]];
        }
        let (re, im) = (self.transpose(re), self.transpose(im));
        let (mut rows, mut row) = (v, [Complex::new(Self::Float::default(), Self::Float::default()); L]);
        for l in 0..L {
            self.store_pairs(&mut row, [re[l], im[l]]);
            rows[l] = self.load_parts(&row);
        }
        rows
    }
    /// Computes the inverse of [`to_rows`](Floats::to_rows).
    #[inline(always)]
    fn of_rows(self, rows: [[Self::V; 2]; L]) -> [[Self::V; 2]; L] {
        let (mut re, mut im) = ([rows[0][0]; L], [rows[0][1]; L]);
        let mut row = [Complex::new(Self::Float::default(), Self::Float::default()); L];
        for l in 0..L {
            self.store_parts(&mut row, rows[l]);
            [re[l], im[l]] = self.load_pairs(&row);
        }
        let (re, im) = (self.transpose(re), self.transpose(im));
        let mut v = rows;
        for l in 0..L {
            v[Self::ORDER[l]] = [re[l], im[l]];
        }
        v
    }
    /// Reverses the lanes: lane `l` becomes lane `L - 1 - l`; [`ORDER`](Floats::ORDER) reversed is that of the reversed elements.
    #[inline(always)]
    fn reverse(self, v: Self::V) -> Self::V {
        let mut x = [Self::Float::default(); L];
        self.store(&mut x, v);
        x.reverse();
        self.load(&x)
    }
    /// Returns element 0 of `before`, then those of `v` from the last to the second: the values at `-k` beside those at `k`.
    #[inline(always)]
    fn mirror(self, v: Self::V, before: Self::V) -> Self::V {
        let (mut x, mut y) = ([Self::Float::default(); L], [Self::Float::default(); L]);
        self.store(&mut x, v);
        self.store(&mut y, before);
        for (y, to) in y.iter_mut().zip(Self::ORDER) {
            for (x, from) in x.iter().zip(Self::ORDER) {
                if to + from == L {
                    *y = *x;
                }
            }
        }
        self.load(&y)
    }
}

/// A trait method cannot be inlined always and have features of its own: each is a shell that is, over a body that has.
///
/// `self.0` is the token.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
macro_rules! methods {
    ($token:ident $features:tt
     $($(#[$meta:meta])* fn $name:ident $(<$t:ident>)? ($($v:ident: $ty:ty),*) $(-> $r:ty)? $body:block)*) => { $(
        #[inline(always)]
        fn $name $(<$t>)? (self, $($v: $ty),*) $(-> $r)? {
            compiled! { $token $features #[inline] fn body $(<$t>)? ($($v: $ty),*) $(-> $r)? $body }
            let _: $token = self.0;
            // SAFETY: `self` holds a token, so `detect` found the features.
            unsafe { body($($v),*) }
        }
    )* };
}
#[cfg(all(target_arch = "x86_64", feature = "std"))]
use methods;
