//! The words of x86-64 with MULX, ADCX and ADOX: products that keep flags, and two chains of carries side by side.
//!
//! Compilers write one chain at a time and move flags through registers between both: two cycles a product of limbs, here 1.3.
#![allow(unsafe_code, reason = "instructions that compilers do not write")]

use super::rows::{self, Sum, Words};
use core::arch::asm;

/// BMI2 and ADX.
macro_rules! with_adx {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Adx ["bmi2" "adx"] $($rest)* } };
}

with_adx! { token! }

impl Words for Adx {
    #[inline(always)]
    fn step(self, window: &mut [u64; 4], f: &[u64; 4], x: u64, sum: u64) -> u64 {
        let [mut w0, mut w1, mut w2, mut w3] = *window;
        let top: u64;
        // SAFETY: reads the four limbs of `f`; a value of this type exists, so the processor has the instructions.
        unsafe {
            asm!(
                "mulx {h}, {l}, qword ptr [{f}]",
                "add {l}, {s}",
                "adc {h}, 0",
                "xor {s:e}, {s:e}",
                "adcx {w0}, {l}",
                "mulx {g}, {l}, qword ptr [{f} + 8]",
                "adcx {w1}, {l}",
                "adox {w1}, {h}",
                "mulx {h}, {l}, qword ptr [{f} + 16]",
                "adcx {w2}, {l}",
                "adox {w2}, {g}",
                "mulx {g}, {l}, qword ptr [{f} + 24]",
                "adcx {w3}, {l}",
                "adox {w3}, {h}",
                "adcx {g}, {s}",
                "adox {g}, {s}",
                h = out(reg) _,
                l = out(reg) _,
                g = out(reg) top,
                f = in(reg) f.as_ptr(),
                s = inout(reg) sum => _,
                w0 = inout(reg) w0,
                w1 = inout(reg) w1,
                w2 = inout(reg) w2,
                w3 = inout(reg) w3,
                in("rdx") x,
                options(pure, readonly, nostack),
            );
        }
        *window = [w1, w2, w3, top];
        w0
    }

    #[inline(always)]
    fn add_product(self, sum: &mut Sum, a: u64, b: u64) {
        let [low, middle, high] = &mut sum.0;
        // SAFETY: registers alone; a value of this type exists, so the processor has the instructions.
        unsafe {
            asm!(
                "mulx {h}, {l}, {b}",
                "add {low}, {l}",
                "adc {middle}, {h}",
                "adc {high}, 0",
                h = out(reg) _,
                l = out(reg) _,
                b = in(reg) b,
                low = inout(reg) *low,
                middle = inout(reg) *middle,
                high = inout(reg) *high,
                in("rdx") a,
                options(pure, nomem, nostack),
            );
        }
    }
}

impl Adx {
    /// Computes `out <- a b`, `out` as long as both, `a` not longer than `b`.
    #[inline(never)]
    pub(crate) fn multiply(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        rows::multiply(self, a, b, out);
    }

    /// Computes `out <- x^2`, `out` twice as long.
    #[inline(never)]
    pub(crate) fn square(self, x: &[u64], out: &mut [u64]) {
        rows::square(self, x, out);
    }
}
