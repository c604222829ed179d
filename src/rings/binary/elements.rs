//! The fields of this crate: integers whose bit `i` is the coefficient of `x^i`.

use super::{
    BinaryField, ViaBinary, linear,
    operators::{operators, text},
    products,
};
use crate::algebra::{StaticElement, Std};

macro_rules! field {
    ($(#[$doc:meta])* $name:ident, $word:ty, $low:literal, $generator:literal, $multiply:ident, $square:ident, $root:ident, $expected:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        #[repr(transparent)]
        pub struct $name($word);

        impl $name {
            /// Zero.
            pub const ZERO: Self = $name(0);
            /// One.
            pub const ONE: Self = $name(1);
            /// The generator of the multiplicative group that is least as an integer.
            pub const GENERATOR: Self = $name($generator);

            /// Creates the element whose coefficients are the bits of `bits`.
            #[inline]
            pub const fn new(bits: $word) -> Self {
                $name(bits)
            }

            /// Returns the coefficients as bits.
            #[inline]
            pub const fn bits(self) -> $word {
                self.0
            }

            #[inline]
            fn times(self, other: Self) -> Self {
                $name(products::$multiply::<$low>(self.0, other.0))
            }
        }

        impl BinaryField for $name {
            const BITS: u32 = <$word>::BITS;
            const MODULUS: u128 = $low;
            const ZERO: Self = Self::ZERO;
            const ONE: Self = Self::ONE;
            const GENERATOR: Self = Self::GENERATOR;
            const COMPILED_HERE: bool = true;

            #[inline]
            fn from_bits(bits: u128) -> Self {
                $name(bits as $word)
            }

            #[inline]
            fn to_bits(self) -> u128 {
                self.0 as u128
            }

            #[inline]
            fn squared(self) -> Self {
                $name(products::$square::<$low>(self.0))
            }

            #[inline]
            fn square_root(self) -> Self {
                const ROOT_OF_X: $word = linear::root_of_x(<$word>::BITS, $low) as $word;
                $name(products::$root::<$low>(self.0, ROOT_OF_X))
            }

            #[inline]
            fn trace(self) -> bool {
                const MASK: $word = linear::trace_mask(<$word>::BITS, $low) as $word;
                (self.0 & MASK).count_ones() & 1 == 1
            }

            fn solve_quadratic(c: Self) -> Option<Self> {
                const BITS: usize = <$word>::BITS as usize;
                static SOLUTIONS: [$word; BITS] = {
                    let (wide, mut solutions, mut i) = (linear::solutions::<BITS>($low), [0; BITS], 0);
                    while i < BITS {
                        solutions[i] = wide[i] as $word;
                        i += 1;
                    }
                    solutions
                };
                let mut y = 0;
                for (i, solution) in SOLUTIONS.iter().enumerate() {
                    y ^= solution & (c.0 >> i & 1).wrapping_neg();
                }
                (!c.trace()).then_some($name(y))
            }
        }

        impl StaticElement for $name {
            type Ring = Std<$name, ViaBinary>;
        }

        operators!($name);
        text!($name, $word, $expected);
    };
}

field!(
    /// GF(2^8) = GF(2)\[x\]/(x^8 + x^4 + x^3 + x + 1), the field of AES; generator `x + 1`.
    Gf2p8, u8, 0x1b, 3, multiply_8, square_8, square_root_8,
    "an element of GF(2^8), 0x and a hexadecimal number below 2^8"
);
field!(
    /// GF(2^16) = GF(2)\[x\]/(x^16 + x^5 + x^3 + x + 1); generator `x + 1`.
    Gf2p16, u16, 0x2b, 3, multiply_16, square_16, square_root_16,
    "an element of GF(2^16), 0x and a hexadecimal number below 2^16"
);
field!(
    /// GF(2^16) = GF(2)\[x\]/(x^16 + x^5 + x^3 + x^2 + 1), the field of the Leopard codes; generator `x`.
    Gf2p16Leopard, u16, 0x2d, 2, multiply_16, square_16, square_root_16,
    "an element of GF(2^16), 0x and a hexadecimal number below 2^16"
);
field!(
    /// GF(2^32) = GF(2)\[x\]/(x^32 + x^7 + x^3 + x^2 + 1); generator `x + 1`.
    Gf2p32, u32, 0x8d, 3, multiply_32, square_32, square_root_32,
    "an element of GF(2^32), 0x and a hexadecimal number below 2^32"
);
field!(
    /// GF(2^64) = GF(2)\[x\]/(x^64 + x^4 + x^3 + x + 1); generator `x`.
    Gf2p64, u64, 0x1b, 2, multiply_64, square_64, square_root_64,
    "an element of GF(2^64), 0x and a hexadecimal number below 2^64"
);
field!(
    /// GF(2^128) = GF(2)\[x\]/(x^128 + x^7 + x^2 + x + 1), the field of GHASH; generator `x`.
    Gf2p128, u128, 0x87, 2, multiply_128, square_128, square_root_128,
    "an element of GF(2^128), 0x and a hexadecimal number below 2^128"
);

impl Gf2p128 {
    /// Creates the element of a block of GCM. Bytes, and the bits of a byte, are numbered from the left. The most
    /// significant bit of the first byte is the coefficient of 1, the least significant one of the last byte that of
    /// `x^127`. So the block is read as one big-endian number and all its bits are reversed.
    #[inline]
    pub const fn from_gcm_block(block: [u8; 16]) -> Self {
        Gf2p128(u128::from_be_bytes(block).reverse_bits())
    }

    /// Returns the block of GCM; undoes [`from_gcm_block`](Gf2p128::from_gcm_block).
    #[inline]
    pub const fn to_gcm_block(self) -> [u8; 16] {
        self.0.reverse_bits().to_be_bytes()
    }
}
