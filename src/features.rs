//! The processor features of each instruction set: one list for each token.
//!
//! A token is a value that exists only where the processor has its features. A macro `with_...` passes the name of a
//! token and its features to other macros. So the check and the compiled functions take their features from one list:
//!
//! ```text
//! macro_rules! with_avx2 {
//!     ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Avx2 ["avx2" "fma"] $($rest)* } };
//! }
//! with_avx2! { token! }             the type `Avx2`, and `Avx2::detect`, which asks for AVX2 and FMA
//! with_avx2! { entry! self }        makes `f.inner()` a call of the closure `f`, compiled for both
//! with_avx2! { compiled! fn ... }   a function that is compiled for both
//! with_avx2! { token_methods! ... } methods of the token that are compiled for both
//! ```
//!
//! A function compiled for some features may be called safely by functions compiled for the same features or more. The
//! compiler checks that. An unsafe call needs the token of the same macro.
#![allow(unused_macros, reason = "targets other than x86-64 have no tokens")]

/// Evaluates to `true` if the processor has every feature; without `std`, if the build assumes every feature.
macro_rules! has_features {
    ($($feature:tt)+) => {{
        #[cfg(feature = "std")]
        let found = true $(&& std::is_x86_feature_detected!($feature))+;
        #[cfg(not(feature = "std"))]
        let found = true $(&& cfg!(target_feature = $feature))+;
        found
    }};
}

/// Defines the type of a token, with `detect`, the only way to make a value. `token!` with `of Narrow` holds a token of
/// another type.
macro_rules! token {
    ($token:ident [$($feature:tt)+]) => {
        /// Proof that the processor has the features that `detect` asks for; nothing else makes one.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $token(());

        impl $token {
            /// Returns the token where the processor has its features.
            #[inline]
            pub(crate) fn detect() -> Option<Self> {
                has_features!($($feature)+).then_some($token(()))
            }
        }
    };
    ($token:ident [$($feature:tt)+] of $narrow:ident) => {
        /// Proof that the processor has the features that `detect` asks for; nothing else makes one.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $token($narrow);

        impl $token {
            /// Returns the token where the processor has its features.
            #[inline]
            pub(crate) fn detect() -> Option<Self> {
                let narrow = $narrow::detect()?;
                has_features!($($feature)+).then_some($token(narrow))
            }
        }
    };
}

/// Defines a function that is compiled for the features.
macro_rules! compiled {
    ($token:ident [$($feature:tt)+] $($function:tt)+) => {
        #[target_feature($(enable = $feature),+)]
        $($function)+
    };
}

/// Defines methods of a token that are compiled for its features. A trait method cannot be inlined always and have features of
/// its own: each is a shell that is, over a body that has.
macro_rules! token_methods {
    ($token:ident $features:tt
     $($(#[$meta:meta])* fn $name:ident($($v:ident: $t:ty),* $(,)?) $(-> $r:ty)? $body:block)*) => { $(
        #[inline(always)]
        fn $name(self, $($v: $t),*) $(-> $r)? {
            compiled! { $token $features #[inline] fn body($($v: $t),*) $(-> $r)? $body }
            let _: $token = self;
            // SAFETY: `self` exists, so `detect` found the features.
            unsafe { body($($v),*) }
        }
    )* };
}

/// Returns `result`, and lets the frame of the function that this is inlined into begin at a cache line.
#[allow(dead_code, reason = "targets other than x86-64 have no tokens")]
#[inline(always)]
pub(crate) fn aligned<R>(result: R) -> R {
    #[repr(align(64))]
    struct Line {
        _bytes: [u8; 64],
    }
    core::hint::black_box(&core::mem::MaybeUninit::<Line>::uninit());
    result
}

/// Makes `f.inner()` a call of the closure `f` inside a function that is compiled for the features of the token `$proof`.
///
/// It is a method of the closure, because a method is compiled in the unit of the module of its `Self`. So the kernels
/// of one instruction set are spread over the units of all networks, which are compiled in parallel. A free function
/// would put them into the one unit of its own module.
///
/// Its frame begins at a cache line, unless `entry!` is told that it is `short`. Without a value of that alignment the compiler keeps vectors
/// that do not fit the registers at whatever address the caller's stack has. Then most of them lie across two lines, and some across two pages.
macro_rules! entry {
    ($token:ident $features:tt $proof:ident) => {
        entry! { @ $token $features $proof call => $crate::features::aligned(call()) }
    };
    ($token:ident $features:tt $proof:ident short) => {
        entry! { @ $token $features $proof call => call() }
    };
    (@ $token:ident $features:tt $proof:ident $call:ident => $run:expr) => {
        trait Enter<R> {
            unsafe fn inner(self) -> R;
        }
        impl<R, F: FnOnce() -> R> Enter<R> for F {
            compiled! { $token $features
                #[inline(never)]
                unsafe fn inner(self) -> R {
                    let $call = self;
                    $run
                }
            }
        }
        let _: $token = $proof;
    };
}
