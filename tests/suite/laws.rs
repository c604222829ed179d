//! The laws of every ring and module, on random elements.

use num_complex::Complex;
use quickcheck::QuickCheck;
use ringfft::{
    algebra::{Action, Roots},
    rings::{
        Acted, BabyBear, Bls12381Fr, Bn254Fr, ComplexRing, Goldilocks, KoalaBear, M31, Modular, Modular32, Rows, ff,
        native,
    },
};
use ringfft_testing::{Random, laws};

/// Ring, action and root laws of an exact ring with elements drawn by `element`.
fn ring<R>(r: R, element: impl Fn(&mut Random) -> R::Element)
where
    R: Roots + Action<Scalars = R, Element: PartialEq>,
{
    let mut random = Random::new(3);
    for n in 0..200 {
        let [a, b, c] = [(); 3].map(|()| element(&mut random));
        for triple in [[&a, &b, &c], [&r.zero(), &b, &c], [&r.one(), &a, &a], [&a, &r.zero(), &r.one()]] {
            laws::ring(&r, triple, PartialEq::eq).unwrap();
            laws::action(&r, [triple[0], triple[1]], [triple[1], triple[2]], PartialEq::eq).unwrap();
        }
        if n != 0 {
            laws::roots(&r, n, &a, PartialEq::eq).unwrap();
        }
    }
    assert!(r.root(0).is_err());
}

#[test]
fn residues() {
    for m in [3, 17, 65, 257, 998_244_353, 0xffff_ffff_0000_0001, u64::MAX, (1 << 63) + 29] {
        ring(Modular::new(m).unwrap(), |random| random.bits() % m);
    }
    for m in [3, 65, 998_244_353, 3_221_225_473, u32::MAX.into()] {
        ring(Modular32::new(m).unwrap(), |random| (random.bits() % m) as u32);
    }
}

#[test]
fn fields() {
    ring(ff::<bls12_381::Scalar>(), |random| bls12_381::Scalar::from(random.bits()).square());
    ring(ff::<pasta_curves::Fp>(), |random| pasta_curves::Fp::from(random.bits()));
    ring(ff::<pasta_curves::Fq>(), |random| pasta_curves::Fq::from(random.bits()));
    ring(native::<Goldilocks>(), |random| Goldilocks::from(random.bits()));
    ring(native::<BabyBear>(), |random| BabyBear::from(random.bits()));
    ring(native::<M31>(), |random| M31::from(random.bits()));
    ring(native::<KoalaBear>(), |random| KoalaBear::from(random.bits()));
    ring(native::<Bls12381Fr>(), |random| Bls12381Fr::from(random.bits()) * Bls12381Fr::from(random.bits()));
    ring(native::<Bn254Fr>(), |random| Bn254Fr::from(random.bits()) * Bn254Fr::from(random.bits()));
    ring(ff::<Goldilocks>(), |random| Goldilocks::from(random.bits()));
    #[cfg(feature = "ff013")]
    ring(ringfft::rings::ff013::<BabyBear>(), |random| BabyBear::from(random.bits()));
}

fn near(a: &Complex<f64>, b: &Complex<f64>) -> bool {
    (a - b).norm() <= 1e-13 * (1.0 + a.norm() + b.norm())
}

#[test]
fn complex_numbers() {
    fn check(parts: (i8, i8, i8, i8, i8, i8)) -> bool {
        let z = |re: i8, im: i8| Complex::new(f64::from(re) / 32.0, f64::from(im) / 32.0);
        let (a, b, c) = (z(parts.0, parts.1), z(parts.2, parts.3), z(parts.4, parts.5));
        let ring = ComplexRing::<f64>::new();
        laws::ring(&ring, [&a, &b, &c], near).is_ok() && laws::action(&ring, [&a, &b], [&b, &c], near).is_ok()
    }
    QuickCheck::new().tests(1_000).quickcheck(check as fn((i8, i8, i8, i8, i8, i8)) -> bool);
    for n in 1..200 {
        laws::roots(&ComplexRing::<f64>::new(), n, &Complex::new(0.6, -0.8), near).unwrap();
    }
}

#[test]
fn rows_and_points() {
    let mut random = Random::new(4);
    let rows = Rows::new(ff::<bls12_381::Scalar>(), 4);
    let points = Acted::new(ff::<bls12_381::Scalar>(), bls12_381::G1Projective::identity());
    for _ in 0..8 {
        let s = [(); 4].map(|()| bls12_381::Scalar::from(random.bits()));
        let [a, b, c] = [1, 2, 3].map(|by| s.map(|x| x * bls12_381::Scalar::from(by)).to_vec());
        laws::module(&rows, [&a, &b, &c], PartialEq::eq).unwrap();
        laws::action(&rows, [&s[0], &s[1]], [&a, &b], PartialEq::eq).unwrap();
        laws::roots(&rows, 8, &a, PartialEq::eq).unwrap();
        let [a, b, c] = [s[1], s[2], s[3]].map(|s| bls12_381::G1Projective::generator() * s);
        laws::module(&points, [&a, &b, &c], PartialEq::eq).unwrap();
        laws::action(&points, [&s[0], &s[1]], [&a, &b], PartialEq::eq).unwrap();
    }
    laws::roots(&points, 8, &bls12_381::G1Projective::generator(), PartialEq::eq).unwrap();
}

#[test]
fn broken_laws_are_found() {
    let ring = ComplexRing::<f64>::new();
    let z = Complex::new(0.1, 0.7);
    let broken = laws::ring(&ring, [&z, &z, &z], |_, _| false).unwrap_err();
    assert_eq!(broken.to_string(), "the law a + b = b + a does not hold");
}
