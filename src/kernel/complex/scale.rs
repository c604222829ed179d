//! Products of all values by a real number.

#[cfg(all(target_arch = "x86_64", feature = "std"))]
use crate::kernel::packed::{Avx2, Token};
use crate::{kernel::isa::Isa, rings::Real};
use num_complex::Complex;

/// Fewer values take less time than to enter an instruction set.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
const FEW: usize = 16;

/// Multiplies all values by a real number, in the vectors of a set as [`Isa::widest`] returns it. Those of AVX-512 take as long as those
/// of AVX2. The products are the same with every set.
pub(crate) fn scale<T: Real>(values: &mut [Complex<T>], by: T, isa: Isa) {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    if values.len() > FEW
        && matches!(isa, Isa::Avx2 | Isa::Avx512)
        && let Some(token) = Avx2::detect()
    {
        return token.run(
            #[inline(always)]
            move || multiply(values, by),
        );
    }
    let _ = isa;
    multiply(values, by);
}

#[inline(always)]
fn multiply<T: Real>(values: &mut [Complex<T>], by: T) {
    for x in values {
        *x = Complex::new(x.re * by, x.im * by);
    }
}
