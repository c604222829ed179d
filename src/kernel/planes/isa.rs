//! The instruction set that a transform on planes is compiled for.

/// An instruction set; a value that names one exists only if the machine has it.
#[derive(Clone, Copy)]
pub(crate) enum Isa {
    Portable(super::Portable),
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Shuffles(super::Shuffles),
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Avx2(super::Avx2),
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Avx512(super::Avx512),
}

/// `with_isa!(isa, b => expression)`: the expression, compiled once for every instruction set's own type of `b`.
macro_rules! with_isa {
    ($isa:expr, $b:ident => $e:expr) => {
        match $isa {
            $crate::kernel::planes::Isa::Portable($b) => $e,
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            $crate::kernel::planes::Isa::Shuffles($b) => $e,
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            $crate::kernel::planes::Isa::Avx2($b) => $e,
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            $crate::kernel::planes::Isa::Avx512($b) => $e,
        }
    };
}
pub(crate) use with_isa;
