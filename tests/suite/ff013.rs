//! Our fields as fields of `ff` 0.13: the same constants and operations as of 0.14.

use ff013::{Field, PrimeField};
use rand_core06::{Error, RngCore};
use ringfft::rings::{BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear, M31, NativeField, ff, ff013 as over};

/// SplitMix64.
struct Words(u64);

impl RngCore for Words {
    fn next_u32(&mut self) -> u32 {
        self.next_u64() as u32
    }

    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        bytes.iter_mut().for_each(|byte| *byte = self.next_u64() as u8);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

type New<F> = <F as ::ff::PrimeField>::Repr;

fn check<F: NativeField + PrimeField + ::ff::PrimeField>() {
    assert_eq!(<F as PrimeField>::MODULUS, <F as ::ff::PrimeField>::MODULUS);
    assert_eq!(<F as PrimeField>::NUM_BITS, <F as ::ff::PrimeField>::NUM_BITS);
    assert_eq!(<F as PrimeField>::CAPACITY, <F as ::ff::PrimeField>::CAPACITY);
    assert_eq!(<F as PrimeField>::S, <F as ::ff::PrimeField>::S);
    assert_eq!(<F as PrimeField>::TWO_INV, <F as ::ff::PrimeField>::TWO_INV);
    assert_eq!(<F as PrimeField>::MULTIPLICATIVE_GENERATOR, <F as ::ff::PrimeField>::MULTIPLICATIVE_GENERATOR);
    assert_eq!(<F as PrimeField>::ROOT_OF_UNITY, <F as ::ff::PrimeField>::ROOT_OF_UNITY);
    assert_eq!(<F as PrimeField>::ROOT_OF_UNITY_INV, <F as ::ff::PrimeField>::ROOT_OF_UNITY_INV);
    assert_eq!(<F as PrimeField>::DELTA, <F as ::ff::PrimeField>::DELTA);
    let (zero, one) = (<F as Field>::ZERO, <F as Field>::ONE);
    assert_eq!((zero, one), (<F as ::ff::Field>::ZERO, <F as ::ff::Field>::ONE));
    assert!(bool::from(Field::invert(&zero).is_none()));

    let mut words = Words(1);
    let mut seen = Vec::new();
    for _ in 0..200 {
        let x = <F as Field>::random(&mut words);
        assert!(!seen.contains(&x));
        seen.push(x);
        let bytes = PrimeField::to_repr(&x);
        assert_eq!(bytes.as_ref(), New::<F>::as_ref(&::ff::PrimeField::to_repr(&x)));
        assert_eq!(<F as PrimeField>::from_repr(bytes).unwrap(), x);
        assert_eq!(bool::from(PrimeField::is_odd(&x)), bytes.as_ref()[0] & 1 == 1);
        assert_eq!((Field::square(&x), Field::double(&x)), (x * x, x + x));
        assert_eq!(Field::invert(&x).unwrap() * x, one);
        assert_eq!(Field::pow(&x, [3]), x * x * x);
        assert_eq!(Field::square(&Field::sqrt(&(x * x)).unwrap()), x * x);
        assert_eq!(bool::from(Field::sqrt(&x).is_some()), bool::from(::ff::Field::sqrt(&x).is_some()));
    }
    let mut past = PrimeField::to_repr(&-one);
    past.as_mut()[0] += 1;
    assert!(bool::from(<F as PrimeField>::from_repr(past).is_none()));

    for n in [1usize, 2, 64, 256].into_iter().filter(|n| n.trailing_zeros() <= <F as PrimeField>::S) {
        let x = &seen[..64].repeat(4)[..n];
        assert_eq!(super::through_erased(&over::<F>(), x, false), super::through_erased(&ff::<F>(), x, false));
    }
}

#[test]
fn goldilocks() {
    check::<Goldilocks>();
}

#[test]
fn fields_of_31_bits() {
    check::<BabyBear>();
    check::<M31>();
    check::<KoalaBear>();
}

#[test]
fn fields_of_256_bits() {
    check::<Bls12381Fr>();
    check::<Bn254Fr>();
}
