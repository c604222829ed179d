//! The words of x86-64 with MULX, ADCX and ADOX: products that keep flags, and two chains of carries side by side.
//!
//! Compilers write one chain at a time and move flags through registers between both: two cycles a product of limbs and more, here 1.5.
#![allow(unsafe_code, reason = "instructions that compilers do not write")]

use super::{
    eight, few,
    rows::{self, Row, Words},
};
use core::arch::asm;

/// BMI2 and ADX.
macro_rules! with_adx {
    ($($then:ident)::+! $($rest:tt)*) => { $($then)::+! { Adx ["bmi2" "adx"] $($rest)* } };
}

with_adx! { token! }

/// Writes rows: for each limb its index, its name and that of the limb above.
macro_rules! row {
    ($len:literal $top:ident: $first:literal $lowest:ident $second:ident $(, $j:literal $limb:ident $above:ident)*) => {
        impl Row<$len> for Adx {
            #[inline(always)]
            fn first(self, window: &mut [u64; $len], f: &[u64; $len], x: u64, sum: u64) -> u64 {
                let $top: u64;
                let $lowest: u64;
                $( let $limb: u64; )*
                // SAFETY: reads the limbs of `f`; a value of this type exists, so the processor has the instructions.
                unsafe {
                    asm!(
                        // ADOX leaves the other flags: beside MULX, ADC takes half as long again.
                        "xor {low:e}, {low:e}",
                        concat!("mulx {", stringify!($second), "}, {", stringify!($lowest), "}, qword ptr [{f}]"),
                        concat!("adox {", stringify!($lowest), "}, {sum}"),
                        $(
                            concat!("mulx {", stringify!($above), "}, {low}, qword ptr [{f} + 8*", $j, "]"),
                            concat!("adox {", stringify!($limb), "}, {low}"),
                        )*
                        "mov {low:e}, 0",
                        "adox {top}, {low}",
                        $lowest = out(reg) $lowest,
                        $( $limb = out(reg) $limb, )*
                        top = out(reg) $top,
                        low = out(reg) _,
                        f = in(reg) f.as_ptr(),
                        sum = in(reg) sum,
                        in("rdx") x,
                        options(pure, readonly, nostack),
                    );
                }
                *window = [$second $(, $above)*];
                $lowest
            }

            #[inline(always)]
            fn next(self, window: &mut [u64; $len], f: &[u64; $len], x: u64, sum: u64) -> u64 {
                row!(@next "adox {w0}, {top}"; window f x sum; $top $lowest $second $($j $limb $above)*)
            }

            #[inline(always)]
            fn next_alone(self, window: &mut [u64; $len], f: &[u64; $len], x: u64) -> u64 {
                row!(@next ""; window f x 0_u64; $top $lowest $second $($j $limb $above)*)
            }
        }
    };
    // One function, with an instruction that adds the sum or without.
    (@next $add_sum:literal; $window:ident $f:ident $x:ident $sum:expr;
     $top:ident $lowest:ident $second:ident $($j:literal $limb:ident $above:ident)*) => { {
        let [mut $lowest, $(mut $limb),*] = *$window;
        let $top: u64;
        // SAFETY: reads the limbs of `f`; a value of this type exists, so the processor has the instructions.
        unsafe {
            asm!(
                "xor {low:e}, {low:e}",
                // Low parts by one chain, the sum and high parts by the other.
                $add_sum,
                "mov {top:e}, 0",
                "mulx {high}, {low}, qword ptr [{f}]",
                concat!("adcx {", stringify!($lowest), "}, {low}"),
                concat!("adox {", stringify!($second), "}, {high}"),
                $(
                    concat!("mulx {high}, {low}, qword ptr [{f} + 8*", $j, "]"),
                    concat!("adcx {", stringify!($limb), "}, {low}"),
                    concat!("adox {", stringify!($above), "}, {high}"),
                )*
                "mov {low:e}, 0",
                "adcx {top}, {low}",
                $lowest = inout(reg) $lowest,
                $( $limb = inout(reg) $limb, )*
                top = inout(reg) $sum => $top,
                low = out(reg) _,
                high = out(reg) _,
                f = in(reg) $f.as_ptr(),
                in("rdx") $x,
                options(pure, readonly, nostack),
            );
        }
        *$window = [$second $(, $above)*];
        $lowest
    } };
}

row!(1 top: 0 w0 top);
row!(2 top: 0 w0 w1, 1 w1 top);
row!(3 top: 0 w0 w1, 1 w1 w2, 2 w2 top);
row!(4 top: 0 w0 w1, 1 w1 w2, 2 w2 w3, 3 w3 top);
row!(5 top: 0 w0 w1, 1 w1 w2, 2 w2 w3, 3 w3 w4, 4 w4 top);
row!(6 top: 0 w0 w1, 1 w1 w2, 2 w2 w3, 3 w3 w4, 4 w4 w5, 5 w5 top);
row!(7 top: 0 w0 w1, 1 w1 w2, 2 w2 w3, 3 w3 w4, 4 w4 w5, 5 w5 w6, 6 w6 top);
row!(8 top: 0 w0 w1, 1 w1 w2, 2 w2 w3, 3 w3 w4, 4 w4 w5, 5 w5 w6, 6 w6 w7, 7 w7 top);

/// Doubles a limb of products and the one above, and adds the square of a limb: one chain doubles, the other adds.
macro_rules! double_and_add_square {
    ($at:literal) => {
        concat!(
            "mov rdx, qword ptr [{x} + 8*",
            $at,
            "]\n",
            "mov {sum}, qword ptr [{out} + 16*",
            $at,
            "]\n",
            "mulx {high}, {low}, rdx\n",
            "mov {above}, qword ptr [{out} + 16*",
            $at,
            " + 8]\n",
            "adcx {sum}, {sum}\n",
            "adox {sum}, {low}\n",
            "adcx {above}, {above}\n",
            "adox {above}, {high}\n",
            "mov qword ptr [{out} + 16*",
            $at,
            "], {sum}\n",
            "mov qword ptr [{out} + 16*",
            $at,
            " + 8], {above}",
        )
    };
}

impl Words for Adx {
    const ROWS: usize = 8;

    #[inline(always)]
    fn eight_rows<const FIRST: bool>(self, out: &mut [u64], x: &[u64], f: &[u64; 8]) {
        // SAFETY: a value of this type exists, so the processor has the instructions.
        unsafe { eight::rows::<FIRST>(out, x, f) }
    }

    #[inline(always)]
    fn double_and_add_squares(self, x: &[u64], out: &mut [u64]) {
        assert!(!x.is_empty() && out.len() == 2 * x.len());
        // SAFETY: reads every limb of `x`, and reads and writes twice as many of `out`, by the assertion; a value of this type exists, so
        // the processor has the instructions.
        unsafe {
            asm!(
                "xor {low:e}, {low:e}",
                "2:",
                double_and_add_square!(0),
                // Without flags.
                "lea {x}, [{x} + 8]",
                "lea {out}, [{out} + 16]",
                "lea rcx, [rcx - 1]",
                "jrcxz 3f",
                "jmp 2b",
                "3:",
                x = inout(reg) x.as_ptr() => _,
                out = inout(reg) out.as_mut_ptr() => _,
                low = out(reg) _,
                high = out(reg) _,
                sum = out(reg) _,
                above = out(reg) _,
                inout("rcx") x.len() => _,
                out("rdx") _,
                options(nostack),
            );
        }
    }
}

impl Adx {
    /// Computes [`Words::double_and_add_squares`] for few limbs, without a loop.
    #[inline(always)]
    fn double_and_add_few_squares<const N: usize, const TWICE: usize>(self, x: &[u64; N], out: &mut [u64; TWICE]) {
        macro_rules! in_memory {
            ($($at:literal)*) => {
                // SAFETY: reads the limbs of `x`, and reads and writes twice as many of `out`, as their types say; a value of this type
                // exists, so the processor has the instructions.
                unsafe {
                    asm!(
                        "xor {low:e}, {low:e}",
                        $(double_and_add_square!($at),)*
                        x = in(reg) x.as_ptr(),
                        out = in(reg) out.as_mut_ptr(),
                        low = out(reg) _,
                        high = out(reg) _,
                        sum = out(reg) _,
                        above = out(reg) _,
                        out("rdx") _,
                        options(nostack),
                    )
                }
            };
        }
        macro_rules! in_registers {
            ($($at:literal $sum:ident $above:ident)*) => { {
                $( let (mut $sum, mut $above) = (out[2 * $at], out[2 * $at + 1]); )*
                // SAFETY: reads the limbs of `x`, as many as its type says; a value of this type exists, so the processor has the
                // instructions.
                unsafe {
                    asm!(
                        "xor {low:e}, {low:e}",
                        $(
                            concat!("mov rdx, qword ptr [{x} + 8*", $at, "]"),
                            "mulx {high}, {low}, rdx",
                            concat!("adcx {", stringify!($sum), "}, {", stringify!($sum), "}"),
                            concat!("adox {", stringify!($sum), "}, {low}"),
                            concat!("adcx {", stringify!($above), "}, {", stringify!($above), "}"),
                            concat!("adox {", stringify!($above), "}, {high}"),
                        )*
                        x = in(reg) x.as_ptr(),
                        low = out(reg) _,
                        high = out(reg) _,
                        $( $sum = inout(reg) $sum, $above = inout(reg) $above, )*
                        out("rdx") _,
                        options(pure, readonly, nostack),
                    );
                }
                $( (out[2 * $at], out[2 * $at + 1]) = ($sum, $above); )*
            } };
        }
        assert!(TWICE == 2 * N);
        match N {
            1 => in_registers!(0 s0 s1),
            2 => in_registers!(0 s0 s1 1 s2 s3),
            3 => in_registers!(0 s0 s1 1 s2 s3 2 s4 s5),
            4 => in_registers!(0 s0 s1 1 s2 s3 2 s4 s5 3 s6 s7),
            5 => in_memory!(0 1 2 3 4),
            6 => in_memory!(0 1 2 3 4 5),
            7 => in_memory!(0 1 2 3 4 5 6),
            8 => in_memory!(0 1 2 3 4 5 6 7),
            _ => self.double_and_add_squares(x, out),
        }
    }

    /// Computes `out <- a b`, `out` as long as both, `a` not longer than `b`, neither empty.
    #[inline]
    pub(crate) fn multiply(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        if let Some(product) = PRODUCTS.get(b.len()).and_then(|products| products.get(a.len())) {
            return product(self, a, b, out);
        }
        match a {
            [_] => self.multiply_one(a, b, out),
            [_, _] => self.multiply_narrow::<2>(a, b, out),
            [_, _, _] => self.multiply_narrow::<3>(a, b, out),
            _ => self.multiply_blocks(a, b, out),
        }
    }

    /// Computes `out <- x^2`, `out` twice as long.
    #[inline]
    pub(crate) fn square(self, x: &[u64], out: &mut [u64]) {
        match SQUARES.get(x.len()) {
            Some(square) => square(self, x, out),
            None => self.square_blocks(x, out),
        }
    }

    #[inline(never)]
    fn product_of<const S: usize, const M: usize>(self, a: &[u64], b: &[u64], out: &mut [u64])
    where
        Adx: Row<M>,
    {
        if S == 2 && M == 2 {
            // The compiler's code is shorter.
            return few::product_of::<2, 4>(a, b, out);
        }
        rows::product_of::<S, M>(self, a, b, out);
    }

    #[inline(never)]
    fn multiply_narrow<const S: usize>(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        rows::narrow::<_, S>(self, a, b, out);
    }

    #[inline(never)]
    fn multiply_blocks(self, a: &[u64], b: &[u64], out: &mut [u64]) {
        rows::multiply(self, a, b, out);
    }

    /// Computes `out <- x^2` for `N` limbs, up to nine, `TWICE` as many of `out`.
    #[inline(never)]
    fn square_few<const N: usize, const TWICE: usize>(self, x: &[u64], out: &mut [u64]) {
        let (Some(x), Some(out)) = (x.first_chunk::<N>(), out.first_chunk_mut::<TWICE>()) else { return };
        let mut sums = [0; TWICE];
        if N <= 4 {
            // In registers.
            rows::pairs::<_, true>(self, x, &mut sums);
            self.double_and_add_few_squares(x, &mut sums);
            *out = sums;
        } else {
            (out[0], out[TWICE - 1]) = (0, 0);
            rows::pairs::<_, true>(self, x, out);
            self.double_and_add_few_squares(x, out);
        }
    }

    #[inline(never)]
    fn square_blocks(self, x: &[u64], out: &mut [u64]) {
        rows::square(self, x, out);
    }
}

type Product = fn(Adx, &[u64], &[u64], &mut [u64]);
type Square = fn(Adx, &[u64], &mut [u64]);

/// Writes the products of two limbs and more by each number of limbs in the list.
macro_rules! products {
    ($($m:literal: $($s:literal)*;)*) => {
        /// Products by the number of limbs of the longer factor, then by that of the shorter one.
        static PRODUCTS: [&[Product]; 9] =
            [&[], $(&[|_, _, _, _| {}, Adx::multiply_one, $(Adx::product_of::<$s, $m>),*]),*];
    };
}

products! {
    1: ;
    2: 2;
    3: 2 3;
    4: 2 3 4;
    5: 2 3 4 5;
    6: 2 3 4 5 6;
    7: 2 3 4 5 6 7;
    8: 2 3 4 5 6 7 8;
}

/// Squares by the number of limbs.
static SQUARES: [Square; 10] = [
    |_, _, _| {},
    Adx::square_few::<1, 2>,
    Adx::square_few::<2, 4>,
    Adx::square_few::<3, 6>,
    Adx::square_few::<4, 8>,
    Adx::square_few::<5, 10>,
    Adx::square_few::<6, 12>,
    Adx::square_few::<7, 14>,
    Adx::square_few::<8, 16>,
    Adx::square_few::<9, 18>,
];
