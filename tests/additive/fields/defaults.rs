//! A field known by its operators alone: the defaults of the trait.

#![allow(clippy::suspicious_arithmetic_impl, reason = "characteristic 2, and products are counted")]

use super::{laws, schoolbook};
use quickcheck::quickcheck;
use ringfft::{
    Error,
    algebra::Roots,
    rings::{BinaryField, binary},
};
use std::{
    cell::Cell,
    fmt::{self, Display, LowerHex},
    ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};

std::thread_local! {
    static PRODUCTS: Cell<usize> = const { Cell::new(0) };
}

/// GF(2^12) modulo x^12 + x^6 + x^4 + x + 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct Gf2p12(u16);

macro_rules! operator {
    ($op:ident, $f:ident, $assign:ident, $g:ident, |$a:ident, $b:ident| $value:expr) => {
        impl $op for Gf2p12 {
            type Output = Self;
            fn $f(self, other: Self) -> Self {
                let ($a, $b) = (self, other);
                $value
            }
        }
        impl $assign for Gf2p12 {
            fn $g(&mut self, other: Self) {
                *self = $op::$f(*self, other);
            }
        }
    };
}
operator!(Add, add, AddAssign, add_assign, |a, b| Gf2p12(a.0 ^ b.0));
operator!(Sub, sub, SubAssign, sub_assign, |a, b| Gf2p12(a.0 ^ b.0));
operator!(Mul, mul, MulAssign, mul_assign, |a, b| {
    PRODUCTS.set(PRODUCTS.get() + 1);
    schoolbook(a, b)
});

impl Neg for Gf2p12 {
    type Output = Self;
    fn neg(self) -> Self {
        self
    }
}

impl Display for Gf2p12 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

impl LowerHex for Gf2p12 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        LowerHex::fmt(&self.0, f)
    }
}

impl BinaryField for Gf2p12 {
    const BITS: u32 = 12;
    const MODULUS: u128 = 0x53;
    const ZERO: Self = Gf2p12(0);
    const ONE: Self = Gf2p12(1);
    const GENERATOR: Self = Gf2p12(2);

    fn from_bits(bits: u128) -> Self {
        Gf2p12(bits as u16 & 0xfff)
    }

    fn to_bits(self) -> u128 {
        self.0.into()
    }
}

quickcheck! {
    fn laws_12(a: u128, b: u128, c: u128) -> bool { laws::<Gf2p12>(a, b, c) }
}

/// `d - 1 = 1011` in binary: 11 squarings, which are products here, and a product for each digit and each one after the first.
#[test]
fn products_of_an_inverse() {
    let a = Gf2p12::from_bits(0x5a7);
    let expected = a.power((1 << 12) - 2);
    PRODUCTS.set(0);
    assert_eq!(a.inverse_or_zero(), expected);
    assert_eq!(PRODUCTS.get(), 11 + 3 + 2);
}

/// The chain of Cantor's basis is as long as the power of two in the degree.
#[test]
fn the_basis_of_a_degree_that_is_no_power_of_two() {
    let ring = binary::<Gf2p12>();
    let basis = ring.cantor_basis(4).unwrap();
    assert!(basis.windows(2).all(|pair| pair[1].squared() + pair[1] == pair[0]) && basis[3].trace());
    let Err(Error::Subspace { dim: 5, possible, .. }) = ring.cantor_basis(5) else { panic!() };
    assert!(possible.contains("has 4 vectors"), "{possible}");
}
