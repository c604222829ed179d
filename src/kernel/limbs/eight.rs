//! Products of eight limbs by many with MULX, ADCX and ADOX, as whole functions of machine code.
//!
//! # Idea
//! The method is that of [`rows`](super::rows). The window of eight limbs and the limb above it are in nine registers. Each
//! row takes the next of them as its lowest limb. So nine rows make a round of the loop, and nothing is moved. Two more
//! registers hold a product, one the limb of `x`, three are addresses: that is every register but the stack's. Inline
//! assembly has two registers fewer.
//!
//! A number of rows that is no multiple of nine begins inside the round. Each such place loads the window in its own order.

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

/// Writes how the window is loaded before row `$k`.
macro_rules! load {
    ($k:literal: $($i:literal $limb:ident)*) => {
        concat!("4", $k, ":\n", $("mov ", stringify!($limb), ", qword ptr [r14 + 8*", $i, "]\n",)* "jmp 3", $k, "b\n")
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
            window: *const [u64; 8],
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
                "push r8",
                "push 0",
                "mov r15, rdx",
                "mov r14, rcx",
                "lea rax, [rip + 5f]",
                "movsxd rcx, dword ptr [rax + 4*r9]",
                "add rax, rcx",
                "jmp rax",
                ".p2align 2",
                "5:",
                ".long 40f - 5b",
                ".long 41f - 5b",
                ".long 42f - 5b",
                ".long 43f - 5b",
                ".long 44f - 5b",
                ".long 45f - 5b",
                ".long 46f - 5b",
                ".long 47f - 5b",
                ".long 48f - 5b",
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
                load!(0: 0 rax 1 rcx 2 rbx 3 rbp 4 r8 5 r9 6 r10 7 r11),
                load!(1: 0 rcx 1 rbx 2 rbp 3 r8 4 r9 5 r10 6 r11 7 r12),
                load!(2: 0 rbx 1 rbp 2 r8 3 r9 4 r10 5 r11 6 r12 7 rax),
                load!(3: 0 rbp 1 r8 2 r9 3 r10 4 r11 5 r12 6 rax 7 rcx),
                load!(4: 0 r8 1 r9 2 r10 3 r11 4 r12 5 rax 6 rcx 7 rbx),
                load!(5: 0 r9 1 r10 2 r11 3 r12 4 rax 5 rcx 6 rbx 7 rbp),
                load!(6: 0 r10 1 r11 2 r12 3 rax 4 rcx 5 rbx 6 rbp 7 r8),
                load!(7: 0 r11 1 r12 2 rax 3 rcx 4 rbx 5 rbp 6 r8 7 r9),
                load!(8: 0 r12 1 rax 2 rcx 3 rbx 4 rbp 5 r8 6 r9 7 r10),
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

/// Computes `out <- window + x f` if `FIRST`, else `out <- window + out + x f`. `out` has eight limbs more than `x`, the last eight of
/// which are overwritten.
///
/// # Safety
/// The processor has BMI2 and ADX.
#[inline(always)]
pub(super) unsafe fn rows<const FIRST: bool>(window: &[u64; 8], out: &mut [u64], x: &[u64], f: &[u64; 8]) {
    assert_eq!(out.len(), x.len() + 8);
    if x.is_empty() {
        out.copy_from_slice(window);
        return;
    }
    let left_out = (ROUND - x.len() % ROUND) % ROUND;
    let end = x.as_ptr_range().end;
    let (low, x) = (out.as_mut_ptr().wrapping_sub(left_out), x.as_ptr().wrapping_sub(left_out));
    // SAFETY: the rows left out are not run. The first that runs reads the first limb of `x`, the last one the last limb, because
    // all rounds together have `left_out` rows more than `x` has limbs. Each row reads and writes the limb of `out` at its place,
    // and at the end the eight limbs above are written, which are there by the assertion. `f` and the window are eight limbs. The
    // processor has the instructions.
    unsafe { if FIRST { write(low, x, f, window, end, left_out) } else { add(low, x, f, window, end, left_out) } }
}
