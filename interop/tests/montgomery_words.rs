//! Fields whose crates hand out their Montgomery words by safe functions: `blstrs`, `halo2curves`, `ark-ff`.

use ark_ff::{AdditiveGroup, BigInt, Field as _};
use blst::blst_fr;
use ff013::Field as _;
use ringfft::{order::Order, plan::Plan, rings::{Bls12381FrParameters, Bn254FrParameters, Mont256, MontgomeryWords, montgomery_words, native}};

/// `blstrs::Scalar` by `blst_fr`, into which it turns and back.
struct Blstrs;

impl MontgomeryWords for Blstrs {
    type Field = blstrs::Scalar;
    type Parameters = Bls12381FrParameters;
    const ONE: blstrs::Scalar = blstrs::Scalar::ONE;

    fn to_words(element: &blstrs::Scalar) -> [u64; 4] {
        blst_fr::from(*element).l
    }

    fn from_words(words: [u64; 4]) -> blstrs::Scalar {
        blst_fr { l: words }.into()
    }
}

/// The words of halo2curves' fields are public, though not in their documentation.
struct Halo2;

impl MontgomeryWords for Halo2 {
    type Field = halo2curves::bn256::Fr;
    type Parameters = Bn254FrParameters;
    const ONE: halo2curves::bn256::Fr = halo2curves::bn256::Fr::ONE;

    fn to_words(element: &halo2curves::bn256::Fr) -> [u64; 4] {
        element.0
    }

    fn from_words(words: [u64; 4]) -> halo2curves::bn256::Fr {
        halo2curves::bn256::Fr(words)
    }
}

/// So are those of arkworks, which has fields without `ff`.
struct Ark;

impl MontgomeryWords for Ark {
    type Field = ark_bls12_381::Fr;
    type Parameters = Bls12381FrParameters;
    const ONE: ark_bls12_381::Fr = ark_bls12_381::Fr::ONE;

    fn to_words(element: &ark_bls12_381::Fr) -> [u64; 4] {
        element.0.0
    }

    fn from_words(words: [u64; 4]) -> ark_bls12_381::Fr {
        ark_bls12_381::Fr::new_unchecked(BigInt(words))
    }
}

/// Elements of the other crate by its own arithmetic, transformed as they are and as elements of ours.
fn agrees<A: MontgomeryWords<Field: PartialEq + core::fmt::Debug>>(element: impl Fn(u64) -> A::Field) {
    let square = |x: u64| x.wrapping_mul(x) % 0xffff_fffb;
    for n in [1, 12, 256, 1024] {
        for order in [Order::Natural, Order::BitReversed] {
            if order != Order::Natural && !usize::is_power_of_two(n) {
                continue;
            }
            let plan = Plan::builder(montgomery_words::<A>(), n).order(order).build().unwrap();
            let own = Plan::builder(native::<Mont256<A::Parameters>>(), n).order(order).build().unwrap();
            let mut theirs: Vec<_> = (0..n as u64).map(|i| element(square(i + 3))).collect();
            let mut ours: Vec<_> = (0..n as u64).map(|i| Mont256::<A::Parameters>::new(square(i + 3))).collect();
            let input = theirs.clone();
            plan.forward(&mut theirs).unwrap();
            own.forward(&mut ours).unwrap();
            let words = montgomery_words::<A>();
            for (x, y) in theirs.iter().zip(&ours) {
                use ringfft::algebra::Lift;
                assert_eq!(words.to_words(x), y.limbs());
            }
            plan.inverse(&mut theirs).unwrap();
            assert_eq!(theirs, input);
        }
    }
}

#[test]
fn blstrs_scalars() {
    agrees::<Blstrs>(blstrs::Scalar::from);
}

#[test]
fn halo2curves_bn256() {
    agrees::<Halo2>(halo2curves::bn256::Fr::from);
}

#[test]
fn arkworks_bls12_381() {
    agrees::<Ark>(ark_bls12_381::Fr::from);
    assert_eq!(Ark::to_words(&ark_bls12_381::Fr::ZERO), [0; 4]);
}
