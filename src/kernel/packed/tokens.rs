//! The tokens of AVX2 and AVX-512. The second has the first among its features.
#![allow(unsafe_code, reason = "entering the instruction set")]

use super::Token;

/// AVX2 with FMA.
macro_rules! with_avx2 {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Avx2 ["avx2" "fma"] $($rest)* } };
}
pub(crate) use with_avx2;

with_avx2! { token! }

impl Token for Avx2 {
    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_avx2! { entry! self }
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { f.inner() }
    }

    #[inline(always)]
    fn run_short<R>(self, f: impl FnOnce() -> R) -> R {
        with_avx2! { entry! self short }
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { f.inner() }
    }
}

/// AVX-512 as the first servers had it, with AVX2 and FMA.
macro_rules! with_avx512 {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Avx512 ["avx2" "fma" "avx512f" "avx512dq" "avx512bw" "avx512vl"] $($rest)* } };
}
pub(crate) use with_avx512;

with_avx512! { token! of Avx2 }

impl Token for Avx512 {
    const REGISTERS: usize = 32;

    #[inline(always)]
    fn run<R>(self, f: impl FnOnce() -> R) -> R {
        with_avx512! { entry! self }
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { f.inner() }
    }

    #[inline(always)]
    fn run_short<R>(self, f: impl FnOnce() -> R) -> R {
        with_avx512! { entry! self short }
        // SAFETY: `self` exists, so `detect` found the features.
        unsafe { f.inner() }
    }
}

impl From<Avx512> for Avx2 {
    #[inline(always)]
    fn from(token: Avx512) -> Self {
        token.0
    }
}
