//! Products of eight limbs by many with MULX, ADCX and ADOX, as whole functions of machine code.
//!
//! # Idea
//! The method is that of [`rows`](super::rows). The window of eight limbs and the limb above it are in nine registers. Each
//! row takes the next of them as its lowest limb. So nine rows make a round of the loop, and nothing is moved. Two more
//! registers hold a product, one the limb of `x`, three are addresses: that is every register but the stack's. Inline
//! assembly has two registers fewer.
//!
//! A number of rows that is no multiple of nine begins inside the round.

#![allow(unsafe_code, reason = "instructions that compilers do not write, and every register")]

use core::arch::naked_asm;

/// The rows of one round.
const ROUND: usize = 9;

/// Adds the product of limb `$j` to two limbs: its low part by one chain of carries, its high part by the other.
macro_rules! product {
    ($j:literal $limb:ident $above:ident) => {
        concat!(
            "mulx r14, r13, qword ptr [r15 + 8*",
            $j,
            "]\nadcx ",
            stringify!($limb),
            ", r13\nadox ",
            stringify!($above),
            ", r14\n"
        )
    };
}

/// Writes row `$k`: adds eight products, and writes the lowest limb. `$sum` adds the limb that is there before.
macro_rules! row {
    ($k:literal $sum:expr; $w0:ident $w1:ident $w2:ident $w3:ident $w4:ident $w5:ident $w6:ident $w7:ident $top:ident) => {
        concat!(
            "3",
            $k,
            ":\nmov rdx, qword ptr [rsi + 8*",
            $k,
            "]\nxor r13d, r13d\n",
            $sum,
            product!(0 $w0 $w1),
            product!(1 $w1 $w2),
            product!(2 $w2 $w3),
            product!(3 $w3 $w4),
            product!(4 $w4 $w5),
            product!(5 $w5 $w6),
            product!(6 $w6 $w7),
            "mulx ",
            stringify!($top),
            ", r13, qword ptr [r15 + 56]\nadcx ",
            stringify!($w7),
            ", r13\n",
            // Both carries, by a zero in memory.
            "adcx ",
            stringify!($top),
            ", qword ptr [rsp]\nadox ",
            stringify!($top),
            ", qword ptr [rsp]\nmov qword ptr [rdi + 8*",
            $k,
            "], ",
            stringify!($w0),
            "\n"
        )
    };
}

/// Writes a function of rows. `$sum` adds a limb of `out` to a register, or nothing.
macro_rules! rows {
    ($name:ident: $($sum:expr),*) => {
        /// Computes all rows. The first round leaves out `left_out` of them: `out` and `x` are as many limbs lower.
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $name(
            out: *mut u64,
            x: *const u64,
            f: *const [u64; 8],
            end: *const u64,
            left_out: usize,
        ) {
            naked_asm!(
                "push rbx",
                "push rbp",
                "push r12",
                "push r13",
                "push r14",
                "push r15",
                "push rcx",
                "push 0",
                "mov r15, rdx",
                "lea r14, [rip + 5f]",
                "movsxd r13, dword ptr [r14 + 4*r8]",
                "add r14, r13",
                "xor eax, eax",
                "mov ecx, eax",
                "mov ebx, eax",
                "mov ebp, eax",
                "mov r8d, eax",
                "mov r9d, eax",
                "mov r10d, eax",
                "mov r11d, eax",
                "mov r12d, eax",
                "jmp r14",
                ".p2align 2",
                "5:",
                ".long 30f - 5b",
                ".long 31f - 5b",
                ".long 32f - 5b",
                ".long 33f - 5b",
                ".long 34f - 5b",
                ".long 35f - 5b",
                ".long 36f - 5b",
                ".long 37f - 5b",
                ".long 38f - 5b",
                ".p2align 5",
                rows!(@all $($sum),*),
                "add rdi, 72",
                "add rsi, 72",
                "cmp rsi, qword ptr [rsp + 8]",
                "jne 30b",
                "mov qword ptr [rdi], rax",
                "mov qword ptr [rdi + 8], rcx",
                "mov qword ptr [rdi + 16], rbx",
                "mov qword ptr [rdi + 24], rbp",
                "mov qword ptr [rdi + 32], r8",
                "mov qword ptr [rdi + 40], r9",
                "mov qword ptr [rdi + 48], r10",
                "mov qword ptr [rdi + 56], r11",
                "add rsp, 16",
                "pop r15",
                "pop r14",
                "pop r13",
                "pop r12",
                "pop rbp",
                "pop rbx",
                "ret",
            )
        }
    };
    (@all $s0:expr, $s1:expr, $s2:expr, $s3:expr, $s4:expr, $s5:expr, $s6:expr, $s7:expr, $s8:expr) => {
        concat!(
            row!(0 $s0; rax rcx rbx rbp r8 r9 r10 r11 r12),
            row!(1 $s1; rcx rbx rbp r8 r9 r10 r11 r12 rax),
            row!(2 $s2; rbx rbp r8 r9 r10 r11 r12 rax rcx),
            row!(3 $s3; rbp r8 r9 r10 r11 r12 rax rcx rbx),
            row!(4 $s4; r8 r9 r10 r11 r12 rax rcx rbx rbp),
            row!(5 $s5; r9 r10 r11 r12 rax rcx rbx rbp r8),
            row!(6 $s6; r10 r11 r12 rax rcx rbx rbp r8 r9),
            row!(7 $s7; r11 r12 rax rcx rbx rbp r8 r9 r10),
            row!(8 $s8; r12 rax rcx rbx rbp r8 r9 r10 r11)
        )
    };
}

rows!(write: "", "", "", "", "", "", "", "", "");
rows!(
    add: "adox rax, qword ptr [rdi]\n",
    "adox rcx, qword ptr [rdi + 8]\n",
    "adox rbx, qword ptr [rdi + 16]\n",
    "adox rbp, qword ptr [rdi + 24]\n",
    "adox r8, qword ptr [rdi + 32]\n",
    "adox r9, qword ptr [rdi + 40]\n",
    "adox r10, qword ptr [rdi + 48]\n",
    "adox r11, qword ptr [rdi + 56]\n",
    "adox r12, qword ptr [rdi + 64]\n"
);

/// Computes `out <- x f` if `FIRST`, else `out <- out + x f`. `out` has eight limbs more than `x`, the last eight of which are
/// overwritten; `x` is not empty.
///
/// # Safety
/// The processor has BMI2 and ADX.
#[inline(always)]
pub(super) unsafe fn rows<const FIRST: bool>(out: &mut [u64], x: &[u64], f: &[u64; 8]) {
    assert!(!x.is_empty() && out.len() == x.len() + 8);
    let left_out = (ROUND - x.len() % ROUND) % ROUND;
    let end = x.as_ptr_range().end;
    let (low, x) = (out.as_mut_ptr().wrapping_sub(left_out), x.as_ptr().wrapping_sub(left_out));
    // SAFETY: the rows left out are not run. The first that runs reads the first limb of `x`, the last one the last limb, because
    // all rounds together have `left_out` rows more than `x` has limbs. Each row reads and writes the limb of `out` at its place,
    // and at the end the eight limbs above are written, which are there by the assertion. `f` is eight limbs. The processor has the
    // instructions.
    unsafe { if FIRST { write(low, x, f, end, left_out) } else { add(low, x, f, end, left_out) } }
}
