//! arkworks' `Radix2EvaluationDomain` against plans over the same fields of other crates, given arkworks' root.
//! Elements cross over as canonical little-endian bytes.

use ark_ff::{BigInteger, FftField, PrimeField as ArkField};
use ark_poly::{EvaluationDomain, Radix2EvaluationDomain};
use ringfft::{plan::{Accelerated, Algorithm, Plan}, rings::{ff, ff013}};

fn elements<F: ArkField>(n: usize) -> Vec<F> {
    std::iter::successors(Some(F::from(3u64)), |x| Some(x.square() - F::from(5u64))).take(n).collect()
}

fn bytes<F: ArkField>(x: F) -> [u8; 32] {
    x.into_bigint().to_bytes_le().try_into().unwrap()
}

/// Forward, inverse and coset transforms of both, with `cross` taking arkworks' elements to ours.
fn equal<A, R>(ring: R, cross: impl Fn(A) -> R::Element)
where
    A: ArkField + FftField,
    R: Accelerated<Scalars = R>,
    R::Element: PartialEq + std::fmt::Debug,
{
    for n in (0..=10).map(|k| 1usize << k) {
        let domain = Radix2EvaluationDomain::<A>::new(n).unwrap();
        let shift = A::GENERATOR;
        let coset = domain.get_coset(shift).unwrap();
        let x = elements::<A>(n);
        let (values, on_coset) = (domain.fft(&x), coset.fft(&x));
        let over = |list: &[A]| list.iter().map(|&x| cross(x)).collect::<Vec<_>>();
        for algorithm in Algorithm::ALL
            .iter()
            .copied()
            .filter(|algorithm| algorithm.is_dft() && *algorithm != Algorithm::Tangent)
            .filter(|algorithm| algorithm.exists_for(n))
        {
            if algorithm == Algorithm::Naive && n > 128 {
                continue;
            }
            let builder = || Plan::builder(ring.clone(), n).root(cross(domain.group_gen())).algorithm(algorithm);
            let mut y = over(&x);
            let plan = builder().build().unwrap();
            plan.forward(&mut y).unwrap();
            assert_eq!(y, over(&values), "{algorithm} {n}");
            plan.inverse(&mut y).unwrap();
            assert_eq!(y, over(&domain.ifft(&values)), "{algorithm} {n}");
            let plan = builder().coset(cross(shift)).build().unwrap();
            plan.forward(&mut y).unwrap();
            assert_eq!(y, over(&on_coset), "coset {algorithm} {n}");
            plan.inverse(&mut y).unwrap();
            assert_eq!(y, over(&x), "coset {algorithm} {n}");
        }
    }
}

fn to_bls12_381(x: ark_bls12_381::Fr) -> bls12_381::Scalar {
    bls12_381::Scalar::from_bytes(&bytes(x)).unwrap()
}

fn to_bn256(x: ark_bn254::Fr) -> halo2curves::bn256::Fr {
    ff013::PrimeField::from_repr(bytes(x).into()).unwrap()
}

#[test]
fn bls12_381_fr() {
    equal(ff::<bls12_381::Scalar>(), to_bls12_381);
}

#[test]
fn bn254_fr() {
    equal(ff013::<halo2curves::bn256::Fr>(), to_bn256);
}

/// Over the scalar field of BLS12-381 both sides take the generator 7, so the roots agree without being given;
/// over that of BN254 arkworks takes 5 and halo2curves 7, which differ above order 32.
#[test]
fn own_roots() {
    for n in [1usize << 6, 1 << 10, 1 << 20] {
        let bls = ark_bls12_381::Fr::get_root_of_unity(n as u64).unwrap();
        assert_eq!(ringfft::algebra::Roots::root(&ff::<bls12_381::Scalar>(), n).unwrap(), to_bls12_381(bls));
        let bn = ark_bn254::Fr::get_root_of_unity(n as u64).unwrap();
        let halo = ringfft::algebra::Roots::root(&ff013::<halo2curves::bn256::Fr>(), n).unwrap();
        assert_ne!(halo, to_bn256(bn));
    }
    assert_eq!(ark_bls12_381::Fr::GENERATOR, ark_bls12_381::Fr::from(7u64));
    assert_eq!(ark_bn254::Fr::GENERATOR, ark_bn254::Fr::from(5u64));
}
