//! The binary fields against their definition and against published values.

use quickcheck::quickcheck;
use ringfft::{
    Error,
    algebra::{Ring, Roots},
    rings::{BinaryField, Embedding, Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, binary},
};
use std::{fmt::Display, str::FromStr};

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

/// FIPS 197, sections 4.2 and 4.2.1, and its substitution box: the affine map of the inverse.
#[test]
fn the_field_of_aes() {
    let product = |a, b| (Gf2p8::new(a) * Gf2p8::new(b)).bits();
    assert_eq!(product(0x57, 0x83), 0xc1);
    assert_eq!(product(0x57, 0x13), 0xfe);
    assert_eq!([0x02, 0x04, 0x08, 0x10].map(|b| product(0x57, b)), [0xae, 0x47, 0x8e, 0x07]);
    assert_eq!(product(0x53, 0xca), 0x01);
    let substitute = |a: u8| {
        let b = Gf2p8::new(a).inverse_or_zero().bits();
        b ^ b.rotate_left(1) ^ b.rotate_left(2) ^ b.rotate_left(3) ^ b.rotate_left(4) ^ 0x63
    };
    let row: Vec<u8> = (0..16).map(substitute).collect();
    let published = [0x63, 0x7c, 0x77, 0x7b, 0xf2, 0x6b, 0x6f, 0xc5, 0x30, 0x01, 0x67, 0x2b, 0xfe, 0xd7, 0xab, 0x76];
    assert_eq!(row, published);
    assert_eq!([0x53, 0x9a, 0xff].map(substitute), [0xed, 0xb8, 0x16]);
}

fn block(hex: u128) -> Gf2p128 {
    Gf2p128::from_gcm_block(hex.to_be_bytes())
}

/// GHASH of a list of blocks.
fn ghash(h: Gf2p128, blocks: &[u128]) -> u128 {
    let sum = blocks.iter().fold(Gf2p128::ZERO, |sum, &next| (sum + block(next)) * h);
    u128::from_be_bytes(sum.to_gcm_block())
}

/// Test cases 2 and 4 of the specification of GCM.
#[test]
fn the_field_of_ghash() {
    let h = block(0x66e94bd4ef8a2c3b884cfa59ca342b2e);
    let steps = [0x0388dace60b6a392f328c2b971b2fe78, 0x80];
    assert_eq!(ghash(h, &steps[..1]), 0x5e2ec746917062882c85b0685353deb7);
    assert_eq!(ghash(h, &steps), 0xf38cbb1ad69223dcc3457ae5b6b0f885);
    let h = block(0xb83b533708bf535d0aa6e52980d53b78);
    let blocks = [
        0xfeedfacedeadbeeffeedfacedeadbeef,
        0xabaddad2000000000000000000000000,
        0x42831ec2217774244b7221b784d0d49c,
        0xe3aa212f2c02a4e035c17e2329aca12e,
        0x21d514b25466931c7d8f6a5aac84aa05,
        0x1ba30b396a0aac973d58e09100000000,
        0x00000000000000a000000000000001e0,
    ];
    assert_eq!(ghash(h, &blocks), 0x698e57f70e6ecc7fd9463b7260a9ae5f);
    // The coefficient of 1 is the first bit of the first byte.
    assert_eq!(Gf2p128::ONE.to_gcm_block()[0], 0x80);
    assert_eq!(Gf2p128::new(1 << 127).to_gcm_block()[15], 0x01);
}

/// The primes that divide `2^128 - 1`; their product is checked.
const PRIMES: [u128; 9] = [3, 5, 17, 257, 641, 65537, 274177, 6700417, 67280421310721];

fn generates<F: BinaryField>(g: F, units: u128) -> bool {
    g != F::ZERO && PRIMES.iter().filter(|&q| units % q == 0).all(|q| g.power(units / q) != F::ONE)
}

fn generator_is_the_least<F: BinaryField>() {
    let units = u128::MAX >> (128 - F::BITS);
    let product: u128 = PRIMES.iter().filter(|&q| units % q == 0).product();
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

fn cantor<F: BinaryField>(first: &[u128]) {
    let ring = binary::<F>();
    let basis = ring.cantor_basis(F::BITS).unwrap();
    let bits: Vec<u128> = basis.iter().map(|beta| beta.to_bits()).collect();
    assert_eq!(bits[..first.len()], *first, "{}", F::name());
    for (i, pair) in basis.windows(2).enumerate() {
        assert_eq!(pair[1].squared() + pair[1], pair[0], "{i}");
        assert_eq!(bits[i + 1] & 1, 0, "{i}");
    }
    // Only the last vector has trace 1, so no other basis goes further; the first 2^i span a subfield.
    assert!(basis.iter().enumerate().all(|(i, beta)| beta.trace() == (i + 1 == basis.len())));
    for degree in (0..8).map(|i| 1 << i).filter(|&degree| degree <= F::BITS) {
        assert!(basis[..degree as usize].iter().all(|beta| beta.is_in_subfield(degree)));
        assert!(basis.get(degree as usize).is_none_or(|beta| !beta.is_in_subfield(degree)));
    }
    let Err(Error::Subspace { dim, possible, .. }) = ring.cantor_basis(F::BITS + 1) else { panic!() };
    assert!(dim as u32 == F::BITS + 1 && possible.contains(&F::BITS.to_string()));
}

#[test]
fn canonical_cantor_bases() {
    cantor::<Gf2p8>(&[0x01, 0xbc, 0x5c, 0x0c, 0xae, 0x5a, 0x0e, 0x84]);
    cantor::<Gf2p16Leopard>(&[
        0x0001, 0xacca, 0x3c0e, 0x163e, 0xc582, 0xed2e, 0x914c, 0x4012, 0x6c98, 0x10d8, 0x6a72, 0xb900, 0xfdb8, 0xfb34,
        0xff38, 0x991e,
    ]);
    cantor::<Gf2p16>(&[
        0x0001, 0x0732, 0x88ac, 0xa0b6, 0x3872, 0x9ea0, 0x50f2, 0x7874, 0x1298, 0x0468, 0x0028, 0x0624, 0x88be, 0xa0b0,
        0x3870, 0xec18,
    ]);
    cantor::<Gf2p32>(&[0x00000001, 0x54fd1264, 0x76449fc2, 0x98110738, 0x327a5f52, 0x2eaa1f6c, 0x5c742ac4, 0x7214be62]);
    cantor::<Gf2p64>(&[
        0x0000000000000001,
        0x19c9369f278adc02,
        0xa181e7d66f5ff794,
        0x5db84357ce785d08,
        0xb973d466f5c9d0ca,
        0x521ac889831a075e,
    ]);
    cantor::<Gf2p128>(&[
        0x00000000000000000000000000000001,
        0x295ac0b1f4731af9676aac9fa4b20b08,
        0xa2134422cd4054c9ff1099c31bbe8f22,
        0x7959d70ce1ee694253b85b6402b1e848,
    ]);
}

/// A field known by its operators alone: the defaults of the trait.
mod defaults {
    use super::*;
    use std::{
        cell::Cell,
        fmt::{self, LowerHex},
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

/// A homomorphism onto the subfield of the right degree, and back.
fn embeds<S: BinaryField, L: BinaryField>() {
    let embedding = Embedding::<S, L>::new().unwrap();
    let elements: Vec<S> =
        std::iter::successors(Some(S::GENERATOR), |&a| Some(a.squared() * a + S::GENERATOR)).take(12).collect();
    assert!(embedding.embed(S::ZERO) == L::ZERO && embedding.embed(S::ONE) == L::ONE);
    for &a in &elements {
        for &b in &elements {
            assert_eq!(embedding.embed(a + b), embedding.embed(a) + embedding.embed(b));
            assert_eq!(embedding.embed(a * b), embedding.embed(a) * embedding.embed(b));
        }
        let image = embedding.embed(a);
        assert!(image.is_in_subfield(S::BITS) && image.frobenius(S::BITS % L::BITS) == image);
        assert_eq!(embedding.restrict(image), Some(a));
    }
    let mut outside = L::GENERATOR;
    for _ in 0..40 {
        outside = outside.squared() * L::GENERATOR + L::ONE;
        assert_eq!(embedding.restrict(outside).is_some(), outside.is_in_subfield(S::BITS), "{outside}");
    }
    // The image of the Cantor basis is a Cantor basis and spans what the Cantor basis spans; the first three vectors agree.
    let small = binary::<S>().cantor_basis(S::BITS).unwrap();
    let large = binary::<L>().cantor_basis(S::BITS).unwrap();
    let images: Vec<L> = small.iter().map(|&beta| embedding.embed(beta)).collect();
    assert!(images.windows(2).all(|pair| pair[1].squared() + pair[1] == pair[0]));
    assert_eq!(images[..3], large[..3]);
    assert!(large.iter().all(|&beta| embedding.restrict(beta).is_some()));
    // The tower, by its relations.
    let (mut all, mut image_of_all) = (S::ONE, L::ONE);
    for _ in 0..S::BITS.ilog2() {
        let (t, image) = (S::solve_quadratic(all).unwrap(), L::solve_quadratic(image_of_all).unwrap());
        assert_eq!(embedding.embed(t), image);
        (all, image_of_all) = (all * t, image_of_all * image);
    }
}

fn composes<A: BinaryField, B: BinaryField, C: BinaryField>() {
    let (first, second) = (Embedding::<A, B>::new().unwrap(), Embedding::<B, C>::new().unwrap());
    let direct = Embedding::<A, C>::new().unwrap();
    for i in 0..A::BITS {
        let a = A::from_bits(1 << i);
        assert_eq!(second.embed(first.embed(a)), direct.embed(a), "{a}");
    }
}

#[test]
fn embeddings() {
    embeds::<Gf2p8, Gf2p8>();
    embeds::<Gf2p8, Gf2p16>();
    embeds::<Gf2p8, Gf2p16Leopard>();
    embeds::<Gf2p8, Gf2p32>();
    embeds::<Gf2p8, Gf2p64>();
    embeds::<Gf2p8, Gf2p128>();
    embeds::<Gf2p16, Gf2p16Leopard>();
    embeds::<Gf2p16Leopard, Gf2p16>();
    embeds::<Gf2p16, Gf2p32>();
    embeds::<Gf2p16Leopard, Gf2p128>();
    embeds::<Gf2p32, Gf2p64>();
    embeds::<Gf2p32, Gf2p128>();
    embeds::<Gf2p64, Gf2p128>();
    composes::<Gf2p8, Gf2p16, Gf2p32>();
    composes::<Gf2p8, Gf2p32, Gf2p128>();
    composes::<Gf2p16Leopard, Gf2p16, Gf2p64>();
    composes::<Gf2p16, Gf2p16Leopard, Gf2p16>();
    composes::<Gf2p32, Gf2p64, Gf2p128>();
    // No embedding maps more than the first three canonical vectors to their like.
    let embedding = Embedding::<Gf2p8, Gf2p16>::new().unwrap();
    let image = embedding.embed(binary::<Gf2p8>().cantor_basis(4).unwrap()[3]);
    let canonical = binary::<Gf2p16>().cantor_basis(4).unwrap()[3];
    assert!((0..8).all(|i| image.frobenius(i) != canonical));
    assert_eq!(embedding.embed(Gf2p8::new(2)), Gf2p16::new(0x50f3));
    for a in (0..=255).map(Gf2p8::new) {
        assert_eq!(Embedding::<Gf2p8, Gf2p8>::new().unwrap().embed(a), a);
    }
    let error = Embedding::<Gf2p16, Gf2p8>::new().unwrap_err().to_string();
    assert!(error.contains("GF(2^16)") && error.contains("GF(2^8)") && error.contains("power of two"), "{error}");
    assert!(Embedding::<defaults::Gf2p12, Gf2p128>::new().is_err());
    assert!(Embedding::<Gf2p8, defaults::Gf2p12>::new().is_err());
}

/// The worked example of `papers/binary_fields.md`.
#[test]
fn worked_example() {
    let class = |a: u32, i: u32| a & (0x4924_9249 << i);
    let [a, b] = [0x57, 0x83].map(|a| [0, 1, 2].map(|i| class(a, i)));
    assert_eq!((a, b), ([0x41, 0x12, 0x04], [0x01, 0x82, 0x00]));
    let columns = [0, 1, 2].map(|k| (0..3).fold(0, |sum, i| sum ^ (a[i] * b[(k + 3 - i) % 3])));
    assert_eq!(columns, [0x249, 0x2110, 0x920]);
    let masked = [0, 1, 2].map(|k| class(columns[k], k as u32));
    assert_eq!(masked, [0x249, 0x2010, 0x920]);
    let low = |h: u32| h ^ h << 1 ^ h << 3 ^ h << 4;
    let product: u32 = masked.iter().sum();
    assert_eq!((product, low(0x2b)), (0x2b79, 0x395));
    assert_eq!((0x79 ^ 0x395, low(0x03), 0xec ^ 0x2d), (0x3ec, 0x2d, 0xc1));
    let tower = canonical_tower::<Gf2p8>();
    assert_eq!(tower, [0xbc, 0x5c, 0xf2].map(Gf2p8::new));
    assert_eq!(canonical_tower::<Gf2p16>()[..3], [0x732, 0x88ac, 0xb7ec].map(Gf2p16::new));
    let traces = |bits: u32, trace: &dyn Fn(u128) -> bool| (0..bits).filter(|i| trace(1 << i)).collect::<Vec<_>>();
    assert_eq!(traces(8, &|a| Gf2p8::from_bits(a).trace()), [5, 7]);
    assert_eq!(traces(16, &|a| Gf2p16::from_bits(a).trace()), [11, 13, 15]);
    assert_eq!(traces(16, &|a| Gf2p16Leopard::from_bits(a).trace()), [11, 13]);
    assert_eq!(traces(32, &|a| Gf2p32::from_bits(a).trace()), [25, 29]);
    assert_eq!(traces(64, &|a| Gf2p64::from_bits(a).trace()), [61, 63]);
    assert_eq!(traces(128, &|a| Gf2p128::from_bits(a).trace()), [121, 127]);
}

/// `t_0, t_1, ...`
fn canonical_tower<F: BinaryField>() -> Vec<F> {
    let (mut tower, mut all) = (Vec::new(), F::ONE);
    while 1 << tower.len() < F::BITS {
        let next = F::solve_quadratic(all).unwrap();
        all *= next;
        tower.push(next);
    }
    tower
}
