//! The prime fields of this crate: laws, references, constants, conventions, and other crates' fields.
use super::through_erased;
use bls12_381::Scalar;
use ff::{Field, PrimeField};
use quickcheck::{Arbitrary, Gen, QuickCheck};
use ringfft::{
    Error,
    algebra::{Domain, Lift, Ring, Roots, StaticElement},
    arith::{pow_mod, prime_factors},
    plan::Plan,
    rings::{BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear, M31, Monty31, NativeField, ff, native},
};

/// Words with many extreme values among them.
#[derive(Clone, Copy, Debug)]
struct Word(u64);

impl Arbitrary for Word {
    fn arbitrary(g: &mut Gen) -> Self {
        let p = Goldilocks::PRIME;
        let random = u64::arbitrary(g);
        let extreme = [0, 1, 2, u64::MAX, p, p - 1, p + 1, 0xffff_ffff, 1 << 32, 1 << 63, random, random, random];
        Word(*g.choose(&extreme).unwrap())
    }
}

/// Four of them.
#[derive(Clone, Copy, Debug)]
struct Words([u64; 4]);

impl Arbitrary for Words {
    fn arbitrary(g: &mut Gen) -> Self {
        Words(std::array::from_fn(|_| Word::arbitrary(g).0))
    }
}

/// Schoolbook arithmetic on little-endian bits: double and add, compare and subtract. Nothing is shared with
/// the library.
mod reference {
    pub(super) fn less(a: &[u64; 5], b: &[u64; 5]) -> bool {
        a.iter().rev().lt(b.iter().rev())
    }

    fn subtract(a: [u64; 5], b: &[u64; 5]) -> [u64; 5] {
        let mut borrow = 0i128;
        std::array::from_fn(|i| {
            let difference = a[i] as i128 - b[i] as i128 + borrow;
            borrow = difference >> 64;
            difference as u64
        })
    }

    fn plus(a: &[u64; 5], b: &[u64; 5]) -> [u64; 5] {
        let mut carry = 0u128;
        std::array::from_fn(|i| {
            let sum = a[i] as u128 + b[i] as u128 + carry;
            carry = sum >> 64;
            sum as u64
        })
    }

    pub(super) fn wide(words: &[u64]) -> [u64; 5] {
        std::array::from_fn(|i| words.get(i).copied().unwrap_or(0))
    }

    pub(super) fn add(a: &[u64; 5], b: &[u64; 5], p: &[u64; 5]) -> [u64; 5] {
        let sum = plus(a, b);
        if less(&sum, p) { sum } else { subtract(sum, p) }
    }

    pub(super) fn mul(a: &[u64; 5], b: &[u64; 5], p: &[u64; 5]) -> [u64; 5] {
        (0..256).rev().fold([0; 5], |sum, bit| {
            let sum = add(&sum, &sum, p);
            if b[bit / 64] >> (bit % 64) & 1 == 1 { add(&sum, a, p) } else { sum }
        })
    }

    pub(super) fn reduce(a: &[u64; 5], p: &[u64; 5]) -> [u64; 5] {
        mul(&[1, 0, 0, 0, 0], a, p)
    }
}

fn residue<F: NativeField>(a: &F) -> [u64; 5] {
    reference::wide(&native::<F>().to_words(a))
}

/// Operations against the reference, and the laws of a field.
fn laws<F: NativeField>(a: Words, b: Words, c: Words) -> bool {
    let p = reference::wide(F::MODULUS);
    let (x, y, z) = (F::from_words(&a.0), F::from_words(&b.0), F::from_words(&c.0));
    let (r, s) = (residue(&x), residue(&y));
    assert_eq!(r, reference::reduce(&reference::wide(&a.0), &p));
    assert!(reference::less(&r, &p));
    assert_eq!(residue(&(x + y)), reference::add(&r, &s, &p));
    assert_eq!(residue(&(x * y)), reference::mul(&r, &s, &p));
    assert_eq!(residue(&x.squared()), reference::mul(&r, &r, &p));
    assert_eq!(x - y + y, x);
    assert_eq!(-x + x, F::ZERO);
    assert_eq!(-x, F::ZERO - x);
    assert_eq!((x + y) * z, x * z + y * z);
    assert_eq!((x * y) * z, x * (y * z));
    assert_eq!(x * F::ONE, x);
    assert_eq!(F::from_residue(&r[..4]), Some(x));
    let (mut t, mut u) = (x, y);
    t += y;
    u -= x;
    t *= u;
    assert_eq!(t, (x + y) * (y - x));
    match x.inverse() {
        Some(inverse) => assert_eq!(x * inverse, F::ONE),
        None => assert_eq!(x, F::ZERO),
    }
    true
}

/// What does not depend on random input: extreme values, constants, roots of every order.
fn constants<F: NativeField + PrimeField>(generator: u64, s: u32, bits: u32) {
    let modulus = <F as NativeField>::MODULUS;
    let zero = <F as NativeField>::ZERO;
    let one = <F as NativeField>::ONE;
    let minus_one = -one;
    assert_eq!(F::from_words(modulus), zero);
    assert_eq!(minus_one * minus_one, one);
    assert_eq!(minus_one + one, zero);
    assert_eq!(minus_one + minus_one, -(one + one));
    assert_eq!(zero - one, minus_one);
    assert_eq!(-zero, zero);
    assert_eq!(F::default(), zero);
    assert!(zero.inverse().is_none() && bool::from(zero.invert().is_none()));
    assert_eq!(F::from(u64::MAX), F::from_words(&[u64::MAX]));

    assert_eq!((<F as NativeField>::GENERATOR, F::TWO_ADICITY), (F::from(generator), s));
    assert_eq!((F::MULTIPLICATIVE_GENERATOR, F::S), (F::from(generator), s));
    assert_eq!((F::NUM_BITS, F::CAPACITY), (bits, bits - 1));
    assert_eq!(<F as PrimeField>::ROOT_OF_UNITY, <F as NativeField>::ROOT_OF_UNITY);
    assert_eq!(<F as PrimeField>::ROOT_OF_UNITY * F::ROOT_OF_UNITY_INV, one);
    assert_eq!(<F as PrimeField>::ROOT_OF_UNITY.pow([1 << (s - 1)]), minus_one);
    assert_eq!(F::TWO_INV.double(), one);
    let mut order = modulus.to_vec();
    order[0] -= 1;
    let odd: Vec<u64> = (0..order.len())
        .map(|i| order[i] >> s | if i + 1 < order.len() { order[i + 1] << (64 - s) } else { 0 })
        .collect();
    assert_eq!(F::DELTA, F::from(generator).pow([1 << s]));
    assert_eq!(F::DELTA.pow(&odd), one);
    assert_eq!(<F as PrimeField>::ROOT_OF_UNITY, F::from(generator).pow(&odd));

    // Text of the modulus, most significant digit first.
    let digits = <F as PrimeField>::MODULUS.strip_prefix("0x").unwrap();
    let value = digits.chars().fold(zero, |sum, digit| sum * F::from(16) + F::from(digit.to_digit(16).unwrap().into()));
    assert_eq!(value, zero);

    // Bytes: p - 1 comes back, p and above are refused.
    let mut bytes = minus_one.to_repr();
    assert_eq!(F::from_repr(bytes).unwrap(), minus_one);
    bytes.as_mut()[0] += 1;
    assert!(bool::from(F::from_repr(bytes).is_none()));
    bytes.as_mut().fill(0xff);
    assert!(bool::from(F::from_repr(bytes).is_none()));
    assert_eq!(F::from_residue(modulus), None);
    assert_eq!(F::from_residue(&[0, 0, 0, 0, 1]), None);
    assert_eq!(F::from_residue(&[]), Some(zero));
    assert!(bool::from(one.is_odd()) && bool::from(minus_one.is_even()));

    // Decimal text comes back.
    for x in [zero, one, minus_one, F::from(u64::MAX), F::from(10), F::from(1_000_000)] {
        assert_eq!(F::from_str_vartime(&x.to_string()), Some(x));
        assert_eq!(format!("{x:?}"), x.to_string());
    }

    // Square roots of squares and of non-squares.
    for k in 0..40 {
        let x = F::from(k).square() + F::from(k);
        assert_eq!(x.square().sqrt().unwrap().square(), x.square());
        let (is_square, root) = F::sqrt_ratio(&x, &F::from(3));
        let ratio = x * F::from(3).invert().unwrap();
        let expected = if bool::from(is_square) { ratio } else { ratio * <F as PrimeField>::ROOT_OF_UNITY };
        assert_eq!(root.square(), expected);
    }
    assert!(bool::from(F::from(generator).sqrt().is_none()));

    // Roots agree with each other, and with the `ff` adapter's, for every small order that divides p - 1.
    let ring = native::<F>();
    for n in 1..200usize {
        match ring.root(n) {
            Ok(root) => {
                ring.check_root(&root, n).unwrap();
                assert_eq!(root, ff::<F>().root(n).unwrap());
                for m in (1..=n).filter(|m| n % m == 0) {
                    assert_eq!(ring.pow(&root, (n / m) as u64), ring.root(m).unwrap(), "{n} {m}");
                }
            }
            Err(error) => assert!(matches!(error, Error::NoRoot { .. }), "{error}"),
        }
    }
    assert!(matches!(ring.root(0), Err(Error::Length { .. })));
    assert_eq!(ring.modulus(), modulus.to_vec());
    assert_eq!(ff::<F>().modulus(), modulus.to_vec());
    assert_eq!(ring.from_words(&[5, 6, 7, 8, 9]), ff::<F>().from_words(&[5, 6, 7, 8, 9]));
}

/// Values of `Plan` over both rings, round trips, and the definition by Horner at every point.
fn plans<F: NativeField + PrimeField>(lengths: &[usize]) {
    for &n in lengths {
        let x: Vec<F> = (0..n as u64).map(|i| F::from(i * i + 3) * -F::from(i + 1)).collect();
        let a = through_erased(&native::<F>(), &x, false);
        assert_eq!(a, through_erased(&ff::<F>(), &x, false), "{n}");
        let root = native::<F>().root(n).unwrap();
        for (k, value) in a.iter().enumerate() {
            let point = root.pow([k as u64]);
            assert_eq!(*value, x.iter().rev().fold(<F as NativeField>::ZERO, |sum, &c| sum * point + c), "{n}");
        }
        assert_eq!(through_erased(&native::<F>(), &a, true), x, "{n}");
    }
}

macro_rules! fields {
    ($($name:ident: $field:ty, $generator:literal, $s:literal, $bits:literal, $lengths:expr;)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn laws() {
                QuickCheck::new().tests(300).quickcheck(super::laws::<$field> as fn(Words, Words, Words) -> bool);
            }

            #[test]
            fn constants() {
                super::constants::<$field>($generator, $s, $bits);
            }

            #[test]
            fn plans() {
                super::plans::<$field>(&$lengths);
                let n = $lengths[$lengths.len() - 1];
                let ring = <$field as StaticElement>::Ring::default();
                assert_eq!(ring.root(n).unwrap(), native::<$field>().root(n).unwrap());
            }
        }
    )*};
}

fields! {
    goldilocks: Goldilocks, 7, 32, 64, [1, 2, 3, 4, 5, 6, 8, 15, 16, 17, 64, 256, 257];
    baby_bear: BabyBear, 31, 27, 31, [1, 2, 3, 5, 6, 8, 15, 40, 128];
    koala_bear: KoalaBear, 3, 24, 31, [1, 2, 4, 8, 127, 128];
    m31: M31, 7, 1, 31, [1, 2, 3, 6, 7, 9, 14, 33, 151];
    bls12_381_fr: Bls12381Fr, 7, 32, 255, [1, 2, 3, 4, 6, 8, 64, 96];
    bn254_fr: Bn254Fr, 5, 28, 254, [1, 2, 3, 4, 8, 9, 13, 18, 64];
}

#[test]
fn generators_generate() {
    fn check<F: NativeField>() {
        let p = F::MODULUS[0];
        for (q, _) in prime_factors(p - 1) {
            assert_ne!(F::GENERATOR.power(&[(p - 1) / q]), F::ONE, "{p} {q}");
        }
        assert_eq!(F::GENERATOR.power(&[p - 1]), F::ONE);
    }
    check::<Goldilocks>();
    check::<BabyBear>();
    check::<KoalaBear>();
    check::<M31>();
    check::<Monty31<3>>();
    check::<Monty31<2_147_483_647>>();
}

/// Every pair of elements of some small fields, and square roots where `p` is 3, 5, 1 modulo 8.
#[test]
fn small_primes_entirely() {
    fn check<const P: u32>() {
        for a in 0..P as u64 {
            for b in 0..P as u64 {
                let (x, y) = (Monty31::<P>::new(a), Monty31::<P>::new(b + P as u64));
                assert_eq!((x + y).value() as u64, (a + b) % P as u64);
                assert_eq!((x - y).value() as u64, (a + P as u64 - b) % P as u64);
                assert_eq!((x * y).value() as u64, a * b % P as u64);
                assert_eq!(x == y, a == b);
            }
            let x = Monty31::<P>::new(a);
            let root = x.square().sqrt().unwrap();
            assert!(root == x || root == -x);
            assert_eq!(x.pow([5]).value() as u64, pow_mod(a, 5, P as u64));
        }
    }
    check::<3>();
    check::<7>();
    check::<13>();
    check::<97>();
}

#[test]
fn goldilocks_fourth_and_eighth_root() {
    let ring = native::<Goldilocks>();
    assert_eq!(ring.root(4).unwrap(), Goldilocks::new(1 << 48));
    assert_eq!(ring.root(8).unwrap(), -Goldilocks::new(1 << 24));
    assert_eq!(Goldilocks::reduce(u128::MAX), Goldilocks::from_words(&[u64::MAX; 2]));
    for x in [0, 1, Goldilocks::PRIME as u128, u64::MAX as u128, 1 << 96, (1 << 96) - 1, u128::MAX << 64] {
        assert_eq!(Goldilocks::reduce(x).value() as u128, x % Goldilocks::PRIME as u128);
    }
}

fn scalar(x: &Bls12381Fr) -> Scalar {
    Scalar::from_repr(x.to_repr()).unwrap()
}

#[test]
fn equal_to_bls12_381() {
    fn check(a: Words, b: Words) -> bool {
        let (x, y) = (Bls12381Fr::from_limbs(a.0), Bls12381Fr::from_limbs(b.0));
        let (s, t) = (scalar(&x), scalar(&y));
        assert_eq!(s, Scalar::from_raw(a.0));
        assert_eq!(scalar(&(x * y)), s * t);
        assert_eq!(scalar(&(x + y)), s + t);
        assert_eq!(scalar(&(x - y)), s - t);
        assert_eq!(x.inverse().map(|x| scalar(&x)), Option::from(s.invert()));
        assert_eq!(bool::from(x.sqrt().is_some()), bool::from(s.sqrt().is_some()));
        true
    }
    QuickCheck::new().tests(500).quickcheck(check as fn(Words, Words) -> bool);
    assert_eq!(scalar(&<Bls12381Fr as NativeField>::ROOT_OF_UNITY), Scalar::ROOT_OF_UNITY);
    assert_eq!(scalar(&<Bls12381Fr as PrimeField>::DELTA), Scalar::DELTA);
    for n in [1, 2, 3, 6, 8, 1 << 20, 3 << 20] {
        assert_eq!(scalar(&native().root(n).unwrap()), ff::<Scalar>().root(n).unwrap());
    }
}

#[test]
fn orders_that_do_not_divide() {
    let error = Plan::<Goldilocks>::new(7).unwrap_err();
    assert!(matches!(error, Error::NoRoot { order: 7, .. }) && error.to_string().contains("2^32"));
    assert!(matches!(Domain::new(native::<KoalaBear>(), 1 << 25), Err(Error::NoRoot { .. })));
    assert!(matches!(Domain::new(native::<BabyBear>(), 0), Err(Error::Length { .. })));
    assert!(matches!(Domain::new(native::<Bn254Fr>(), 27), Err(Error::NoRoot { .. })));
}

/// 3 divides `p - 1` in both fields of the Pasta curves, 9 in neither or both as it may be.
#[test]
fn pasta_with_powers_of_three() {
    fn check<F: PrimeField>() {
        let mut threes = 0;
        for k in 0..4 {
            let n = 3usize.pow(k);
            for n in [n, 2 * n, 8 * n] {
                let Ok(root) = ff::<F>().root(n) else { continue };
                threes = threes.max(k);
                let x: Vec<F> = (0..n as u64).map(|i| F::from(i * i + 1)).collect();
                let values = through_erased(&ff::<F>(), &x, false);
                let point = root.square();
                assert_eq!(values[2 % n], x.iter().rev().fold(F::ZERO, |sum, &c| sum * point + c));
                assert_eq!(through_erased(&ff::<F>(), &values, true), x);
            }
        }
        assert!(threes >= 1);
    }
    check::<pasta_curves::Fp>();
    check::<pasta_curves::Fq>();
}
