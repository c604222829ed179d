//! Sixteen singles' transform with the parts of a value side by side: four registers of four values each.
//!
//! Two steps of radix 4 as in [`codelet`](super::codelet), but nothing takes the parts apart and puts them together again: a product
//! by `i` is an exchange of neighbours and a sum whose signs alternate. Half the instructions, each on twice as many values; so
//! it pays where a register of the other form would be half as wide.

use super::{Kernel, codelet::Lines};
use crate::{
    kernel::packed::{Avx2, F32x4, Floats, Token},
    rings::constant_root,
};
use num_complex::Complex;

/// A transform of 16 values.
pub(crate) struct Sixteen {
    f: F32x4<Avx2>,
    /// Beside the kernel, not among the constants of its code: from there 16 values take some 8 % longer.
    factors: Lines<[[[f32; 8]; 6]; 2]>,
}

impl Sixteen {
    pub(crate) fn new(f: F32x4<Avx2>) -> Self {
        Sixteen { f, factors: FACTORS }
    }
}

/// The factors both ways.
const FACTORS: Lines<[[[f32; 8]; 6]; 2]> = Lines({
    let mut factors = [[[0.0; 8]; 6]; 2];
    let mut i = 0;
    while i < 24 {
        let (k, l) = (i / 8 + 1, i % 8);
        let [re, im] = constant_root(k * (l / 2), 16);
        let (re, im) = (re as f32, im as f32);
        (factors[0][2 * k - 2][l], factors[0][2 * k - 1][l]) = (re, im);
        (factors[1][2 * k - 2][l], factors[1][2 * k - 1][l]) = (re, -im);
        i += 1;
    }
    factors
});

impl Kernel<f32> for Sixteen {
    fn len(&self) -> usize {
        16
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn enter(
        &self,
        input: Option<&[Complex<f32>]>,
        output: &mut [Complex<f32>],
        _: &mut [Complex<f32>],
        inverse: bool,
    ) {
        self.f.token().run(
            #[inline(always)]
            || {
                let ([forward, back], Some(x)) = (&self.factors.0, input.unwrap_or(output).first_chunk()) else {
                    return;
                };
                let v = if inverse { self.f.sixteen::<true>(x, back) } else { self.f.sixteen::<false>(x, forward) };
                if let Some(y) = output.first_chunk_mut() {
                    self.f.store_sixteen(y, v);
                }
            },
        );
    }
}
