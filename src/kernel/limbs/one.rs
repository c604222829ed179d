//! Products of one limb by many, by MULX and ADOX.
//!
//! The carry stays in the flag of ADOX from limb to limb; the loop counter does not change it.
#![allow(unsafe_code, reason = "instructions that compilers do not write")]

use super::adx::Adx;
use core::arch::asm;

impl Adx {
    /// Computes `out <- a x` for one limb of `a`, `out` as long as both.
    #[inline(never)]
    pub(super) fn multiply_one(self, a: &[u64], x: &[u64], out: &mut [u64]) {
        let &[a] = a else { return };
        assert!(out.len() == x.len() + 1);
        // SAFETY: reads the limbs of `x` and writes those of `out`, one more by the assertion; a value of this type exists, so the processor
        // has the instructions.
        unsafe {
            asm!(
                "mov {n:e}, ecx",
                "shr rcx, 2",
                // One limb, or none, without a carry.
                "mov {c:e}, 0",
                "test {n:e}, 1",
                "jz 2f",
                "mulx {c}, {l}, qword ptr [{x}]",
                "mov qword ptr [{out}], {l}",
                "lea {x}, [{x} + 8]",
                "lea {out}, [{out} + 8]",
                // Two, or none; this clears the flags. From here on a carry stays in that of ADOX.
                "2:",
                "test {n:e}, 2",
                "jz 3f",
                "mulx {h}, {l}, qword ptr [{x}]",
                "adox {l}, {c}",
                "mov qword ptr [{out}], {l}",
                "mulx {c}, {l}, qword ptr [{x} + 8]",
                "adox {l}, {h}",
                "mov qword ptr [{out} + 8], {l}",
                "lea {x}, [{x} + 16]",
                "lea {out}, [{out} + 16]",
                // Fours.
                "3:",
                "jrcxz 4f",
                "mulx {h}, {l}, qword ptr [{x}]",
                "adox {l}, {c}",
                "mov qword ptr [{out}], {l}",
                "mulx {c}, {l}, qword ptr [{x} + 8]",
                "adox {l}, {h}",
                "mov qword ptr [{out} + 8], {l}",
                "mulx {h}, {l}, qword ptr [{x} + 16]",
                "adox {l}, {c}",
                "mov qword ptr [{out} + 16], {l}",
                "mulx {c}, {l}, qword ptr [{x} + 24]",
                "adox {l}, {h}",
                "mov qword ptr [{out} + 24], {l}",
                "lea {x}, [{x} + 32]",
                "lea {out}, [{out} + 32]",
                "lea rcx, [rcx - 1]",
                "jmp 3b",
                "4:",
                "mov {l:e}, 0",
                "adox {c}, {l}",
                "mov qword ptr [{out}], {c}",
                x = inout(reg) x.as_ptr() => _,
                out = inout(reg) out.as_mut_ptr() => _,
                c = out(reg) _,
                l = out(reg) _,
                h = out(reg) _,
                n = out(reg) _,
                inout("rcx") x.len() => _,
                in("rdx") a,
                options(nostack),
            );
        }
    }
}
