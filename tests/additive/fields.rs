//! The binary fields against their definition.

#![allow(clippy::op_ref, reason = "operators on references are what is tested")]

mod defaults;
mod embeddings;
mod published;

use quickcheck::quickcheck;
use ringfft::{
    Error,
    algebra::{Ring, Roots},
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, binary},
};
use std::str::FromStr;

/// The definition: a carry-less schoolbook product, then the division by the modulus, one bit after the other.
pub(crate) fn schoolbook<F: BinaryField>(a: F, b: F) -> F {
    let (a, b, d) = (a.to_bits(), b.to_bits(), F::BITS as usize);
    let mut product = [false; 256];
    for i in 0..d {
        for j in 0..d {
            product[i + j] ^= a >> i & 1 == 1 && b >> j & 1 == 1;
        }
    }
    for top in (d..2 * d).rev() {
        if product[top] {
            product[top] = false;
            for i in (0..d).filter(|i| F::MODULUS >> i & 1 == 1) {
                product[top - d + i] ^= true;
            }
        }
    }
    F::from_bits((0..d).fold(0, |bits, i| bits | u128::from(product[i]) << i))
}

/// The laws at three elements.
fn laws<F: BinaryField>(a: u128, b: u128, c: u128) -> bool {
    let [a, b, c] = [a, b, c].map(F::from_bits);
    let inverse = a.inverse_or_zero();
    let mut power = a;
    let mut trace = F::ZERO;
    for _ in 0..F::BITS {
        trace += power;
        power = power.squared();
    }
    a * b == schoolbook(a, b)
        && a * b == b * a
        && (a * b) * c == a * (b * c)
        && (a + b) * c == a * c + b * c
        && a + a == F::ZERO
        && a - b == a + b
        && -a == a
        && a.squared() == schoolbook(a, a)
        && a.square_root().squared() == a
        && a.squared().square_root() == a
        && a.frobenius(3) == a.squared().squared().squared()
        && power == a
        && a.power(11) == a.frobenius(3) * a.squared() * a
        && (a * inverse == F::ONE || a == F::ZERO && inverse == F::ZERO)
        && a.inverse() == (a != F::ZERO).then_some(inverse)
        && trace == if a.trace() { F::ONE } else { F::ZERO }
        && (a + b).trace() == (a.trace() != b.trace())
        && a.squared().trace() == a.trace()
        && quadratic(a)
        && quadratic(a.squared() + a)
}

/// `y^2 + y = c` has a solution if and only if the trace of `c` is 0.
fn quadratic<F: BinaryField>(c: F) -> bool {
    match F::solve_quadratic(c) {
        Some(y) => y.squared() + y == c && y.to_bits() & 1 == 0 && !c.trace(),
        None => c.trace(),
    }
}

quickcheck! {
    fn laws_8(a: u128, b: u128, c: u128) -> bool { laws::<Gf2p8>(a, b, c) }
    fn laws_16(a: u128, b: u128, c: u128) -> bool { laws::<Gf2p16>(a, b, c) }
    fn laws_16_leopard(a: u128, b: u128, c: u128) -> bool { laws::<Gf2p16Leopard>(a, b, c) }
    fn laws_32(a: u128, b: u128, c: u128) -> bool { laws::<Gf2p32>(a, b, c) }
    fn laws_64(a: u128, b: u128, c: u128) -> bool { laws::<Gf2p64>(a, b, c) }
    fn laws_128(a: u128, b: u128, c: u128) -> bool { laws::<Gf2p128>(a, b, c) }
}

/// Single bits, all ones, and what lies next to them.
fn laws_at_the_edges<F: BinaryField>() {
    let top = F::BITS - 1;
    for a in [0, 1, 2, 3, u128::MAX, 1 << top, 1 << (top / 2), u128::MAX << (top / 2)] {
        for b in [0, 1, 2, 1 << top, u128::MAX, F::MODULUS] {
            assert!(laws::<F>(a, b, u128::MAX ^ a), "{} {a:#x} {b:#x}", F::name());
        }
    }
}

#[test]
fn edges() {
    laws_at_the_edges::<Gf2p8>();
    laws_at_the_edges::<Gf2p16>();
    laws_at_the_edges::<Gf2p16Leopard>();
    laws_at_the_edges::<Gf2p32>();
    laws_at_the_edges::<Gf2p64>();
    laws_at_the_edges::<Gf2p128>();
}

#[test]
fn every_product_of_bytes() {
    for a in (0..=255).map(Gf2p8::new) {
        for b in (0..=255).map(Gf2p8::new) {
            assert_eq!(a * b, schoolbook(a, b), "{a} {b}");
        }
        assert!(laws::<Gf2p8>(a.bits().into(), 0x53, 0xca));
    }
}

#[test]
fn every_element_of_16_bits() {
    for bits in 0..=u16::MAX {
        let (a, b) = (Gf2p16::new(bits), Gf2p16Leopard::new(bits));
        assert!(quadratic(a) && quadratic(b) && a.square_root().squared() == a && b.square_root().squared() == b);
        assert!(bits == 0 || a * a.inverse_or_zero() == Gf2p16::ONE && b * b.inverse_or_zero() == Gf2p16Leopard::ONE);
    }
}

/// The primes that divide `2^128 - 1`; their product is checked.
const PRIMES: [u128; 9] = [3, 5, 17, 257, 641, 65537, 274177, 6700417, 67280421310721];

fn generates<F: BinaryField>(g: F, units: u128) -> bool {
    g != F::ZERO && PRIMES.iter().filter(|&q| units.is_multiple_of(*q)).all(|q| g.power(units / q) != F::ONE)
}

fn generator_is_the_least<F: BinaryField>() {
    let units = u128::MAX >> (128 - F::BITS);
    let product: u128 = PRIMES.iter().filter(|&q| units.is_multiple_of(*q)).product();
    assert_eq!(product, units);
    assert!(F::GENERATOR.power(units) == F::ONE && generates(F::GENERATOR, units));
    assert!((1..F::GENERATOR.to_bits()).all(|bits| !generates(F::from_bits(bits), units)), "{}", F::name());
}

#[test]
fn generators() {
    assert_eq!(PRIMES.iter().product::<u128>(), u128::MAX);
    generator_is_the_least::<Gf2p8>();
    generator_is_the_least::<Gf2p16>();
    generator_is_the_least::<Gf2p16Leopard>();
    generator_is_the_least::<Gf2p32>();
    generator_is_the_least::<Gf2p64>();
    generator_is_the_least::<Gf2p128>();
}

fn roots_agree<F: BinaryField>() {
    let ring = binary::<F>();
    let units = u128::MAX >> (128 - F::BITS);
    let orders: Vec<usize> = (1..=1285).filter(|&n| units.is_multiple_of(n as u128)).collect();
    assert!(orders.len() >= 8, "{orders:?}");
    for &n in &orders {
        let w = ring.root(n).unwrap();
        ring.check_root(&w, n).unwrap();
        for m in orders.iter().filter(|&m| n % m == 0) {
            assert_eq!(ring.pow(&w, (n / m) as u64), ring.root(*m).unwrap(), "{n} {m}");
        }
    }
    assert!(matches!(ring.root(0), Err(Error::Length { len: 0, .. })));
    for n in [2, 6, 7, 1 << 20] {
        let Err(Error::NoRoot { order, possible, .. }) = ring.root(n) else { panic!("{n}") };
        assert!(order == n && possible.contains(&format!("2^{} - 1", F::BITS)) && possible.contains("additive"));
    }
}

#[test]
fn roots_of_odd_order() {
    roots_agree::<Gf2p8>();
    roots_agree::<Gf2p16>();
    roots_agree::<Gf2p16Leopard>();
    roots_agree::<Gf2p32>();
    roots_agree::<Gf2p64>();
    roots_agree::<Gf2p128>();
    assert_eq!(binary::<Gf2p8>().root(255).unwrap(), Gf2p8::new(3));
}

fn text<F: BinaryField + FromStr<Err = Error>>() {
    let top = u128::MAX >> (128 - F::BITS);
    for bits in [0, 1, 0x1b, top, top ^ 0x5a] {
        let a = F::from_bits(bits);
        assert_eq!(a.to_string(), format!("{bits:#x}"));
        assert_eq!(format!("{a:?} {a:x}"), format!("{bits:#x} {bits:x}"));
        assert_eq!(a.to_string().parse::<F>().unwrap(), a);
        assert_eq!(format!("0x000{bits:X}").parse::<F>().unwrap(), a);
    }
    let too_large = if F::BITS == 128 { format!("{:#x}0", top) } else { format!("{:#x}", top + 1) };
    for wrong in ["", "0x", "1b", "x1", "0x+1", "0x-1", "0x1_0", "0xg", " 0x1", "0x1 ", "0X1", &too_large] {
        let Err(Error::Parse { expected, found, .. }) = wrong.parse::<F>() else { panic!("{wrong}") };
        assert!(expected.contains(&format!("below 2^{}", F::BITS)) && found == wrong, "{wrong}");
    }
    let long = format!("0x{}", "f".repeat(1000));
    let Err(Error::Parse { found, .. }) = long.parse::<F>() else { panic!() };
    assert_eq!(found.len(), 40);
}

#[test]
fn elements_as_text() {
    text::<Gf2p8>();
    text::<Gf2p16>();
    text::<Gf2p16Leopard>();
    text::<Gf2p32>();
    text::<Gf2p64>();
    text::<Gf2p128>();
}

#[test]
fn sums_products_and_references() {
    let list = [3u16, 5, 0x8000].map(Gf2p16::new);
    let [a, b, c] = list;
    assert_eq!(list.iter().sum::<Gf2p16>(), a + &b - &c);
    assert_eq!(list.into_iter().product::<Gf2p16>(), a * &b * c);
    let mut d = a;
    d += &b;
    d *= &c;
    d -= &c;
    assert_eq!(d, (a + b) * c + c);
    assert!(num_traits::Zero::is_zero(&<Gf2p16 as num_traits::Zero>::zero()));
    assert_eq!(<Gf2p16 as num_traits::One>::one(), Gf2p16::ONE);
}
