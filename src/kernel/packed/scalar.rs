//! One lane: every machine.

use super::{Floats, Token};
use crate::rings::Real;
use core::marker::PhantomData;
use num_complex::Complex;

/// The token of portable code, which needs no instruction set.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

impl Token for Portable {
    // As over an instruction set: a function of thirteen radices takes far longer to compile than thirteen functions.
    #[inline(never)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        f()
    }
}

/// One float.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scalar<T>(PhantomData<T>);

impl<T> Scalar<T> {
    pub(crate) const fn new() -> Self {
        Scalar(PhantomData)
    }
}

/// One float on a CPU with fused multiplications.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fused<T, K>(K, PhantomData<T>);

#[cfg(all(target_arch = "x86_64", feature = "std"))]
impl<T, K> Fused<T, K> {
    pub(crate) const fn new(token: K) -> Self {
        Fused(token, PhantomData)
    }
}

/// The items that both one-lane types share.
macro_rules! one_lane {
    () => {
        type Float = T;
        type V = T;
        const ORDER: [usize; 1] = [0];

        #[inline(always)]
        fn constant(self, x: f64) -> T {
            T::from_f64(x)
        }
        #[inline(always)]
        fn splat(self, x: T) -> T {
            x
        }
        #[inline(always)]
        fn load(self, x: &[T; 1]) -> T {
            x[0]
        }
        #[inline(always)]
        fn store(self, x: &mut [T; 1], v: T) {
            x[0] = v;
        }
        #[inline(always)]
        fn load_pairs(self, x: &[Complex<T>; 1]) -> [T; 2] {
            [x[0].re, x[0].im]
        }
        #[inline(always)]
        fn store_pairs(self, x: &mut [Complex<T>; 1], v: [T; 2]) {
            x[0] = Complex::new(v[0], v[1]);
        }
        #[inline(always)]
        fn stream_pairs(self, x: &mut [Complex<T>; 1], v: [T; 2]) {
            x[0] = Complex::new(v[0], v[1]);
        }
        #[inline(always)]
        fn load_parts(self, x: &[Complex<T>; 1]) -> [T; 2] {
            self.load_pairs(x)
        }
        #[inline(always)]
        fn store_parts(self, x: &mut [Complex<T>; 1], v: [T; 2]) {
            self.store_pairs(x, v);
        }
        #[inline(always)]
        fn stream_parts(self, x: &mut [Complex<T>; 1], v: [T; 2]) {
            self.store_pairs(x, v);
        }
        #[inline(always)]
        fn prefetch<U>(self, _: &U) {}
        #[inline(always)]
        fn fence(self) {}
        #[inline(always)]
        fn add(self, a: T, b: T) -> T {
            a + b
        }
        #[inline(always)]
        fn sub(self, a: T, b: T) -> T {
            a - b
        }
        #[inline(always)]
        fn mul(self, a: T, b: T) -> T {
            a * b
        }
        #[inline(always)]
        fn neg(self, a: T) -> T {
            -a
        }
        #[inline(always)]
        fn transpose(self, v: [T; 1]) -> [T; 1] {
            v
        }
    };
}

/// `mul_add` is a product and a sum here: the fused form is a call where the CPU has none.
impl<T: Real + Default> Floats<1> for Scalar<T> {
    type Token = Portable;
    type Least = Self;
    one_lane!();

    #[inline(always)]
    fn least(self) -> Self {
        self
    }

    #[inline(always)]
    fn token(self) -> Portable {
        Portable
    }
    #[inline(always)]
    fn mul_add(self, a: T, b: T, c: T) -> T {
        a * b + c
    }
    #[inline(always)]
    fn mul_sub(self, a: T, b: T, c: T) -> T {
        a * b - c
    }
    #[inline(always)]
    fn neg_mul_add(self, a: T, b: T, c: T) -> T {
        c - a * b
    }
}

/// Rounded once, in functions that the token compiles.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
impl<T: Real + Default + num_traits::Float, K: Token> Floats<1> for Fused<T, K> {
    type Token = K;
    type Least = Self;
    one_lane!();

    #[inline(always)]
    fn least(self) -> Self {
        self
    }

    #[inline(always)]
    fn token(self) -> K {
        self.0
    }
    #[inline(always)]
    fn mul_add(self, a: T, b: T, c: T) -> T {
        a.mul_add(b, c)
    }
    #[inline(always)]
    fn mul_sub(self, a: T, b: T, c: T) -> T {
        a.mul_add(b, -c)
    }
    #[inline(always)]
    fn neg_mul_add(self, a: T, b: T, c: T) -> T {
        (-a).mul_add(b, c)
    }
}
