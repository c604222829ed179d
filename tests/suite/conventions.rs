//! The table of roots: every row against its generator, and transforms under two roots against each other.

use ringfft::{
    Error,
    algebra::{Ring, Roots},
    plan::Plan,
    rings::{
        BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear, NativeField,
        conventions::{Conventions, Ecosystem, convention_root, exponent},
        native,
    },
};

/// `g^((p-1)/2^s)`.
fn power_of_generator<F: NativeField>(g: u64) -> F {
    let p = F::MODULUS;
    let s = F::TWO_ADICITY;
    let odd: Vec<u64> =
        (0..p.len()).map(|i| p[i] >> s | if i + 1 < p.len() { p[i + 1] << (64 - s) } else { 0 }).collect();
    F::from(g).power(&odd)
}

#[test]
fn rows_follow_from_their_generators() {
    fn check<F: Conventions>() {
        let largest = 1usize << F::TWO_ADICITY;
        for row in F::CONVENTIONS {
            let root = F::from_words(&row.root);
            native().check_root(&root, largest).unwrap();
            assert_eq!(convention_root::<F>(row.ecosystem, largest).unwrap(), root);
            match row.generator {
                // The one row whose root is not that of its generator.
                Some(g) if row.ecosystem == Ecosystem::Winterfell => assert_ne!(root, power_of_generator(g)),
                Some(g) => assert_eq!(root, power_of_generator(g)),
                None => assert_eq!(row.ecosystem, Ecosystem::Risc0),
            }
        }
        assert_eq!(F::CONVENTIONS[0].ecosystem, Ecosystem::Ringfft);
        assert_eq!(convention_root::<F>(Ecosystem::Ringfft, 8).unwrap(), native::<F>().root(8).unwrap());
    }
    check::<Goldilocks>();
    check::<BabyBear>();
    check::<KoalaBear>();
    check::<Bls12381Fr>();
    check::<Bn254Fr>();
}

/// Generators 5 and 7 give the same values in another place: `theirs_k = ours_(k t mod n)`. Up to order 32 the
/// two roots happen to be equal.
#[test]
fn bn254_of_arkworks_and_of_halo2() {
    let ring = native::<Bn254Fr>();
    assert_eq!(convention_root::<Bn254Fr>(Ecosystem::Halo2, 32).unwrap(), ring.root(32).unwrap());
    for n in [64, 1024, 4096usize] {
        let halo2 = convention_root(Ecosystem::Halo2, n).unwrap();
        let x: Vec<Bn254Fr> = (0..n as u64).map(|i| Bn254Fr::new(i * i * i + 11)).collect();
        let ours = super::through_erased(&ring, &x, false);
        let mut theirs = x.clone();
        let plan = Plan::builder(ring, n).root(halo2).build().unwrap();
        plan.forward(&mut theirs).unwrap();
        assert_ne!(ours, theirs);
        let t = exponent(&ring, &convention_root(Ecosystem::Arkworks, n).unwrap(), &halo2, n).unwrap();
        assert!(t % 2 == 1 && t != 1);
        assert!((0..n).all(|k| theirs[k] == ours[k * t % n]));
        plan.inverse(&mut theirs).unwrap();
        assert_eq!(theirs, x);
    }
}

#[test]
fn exponents_between_conventions() {
    fn check<F: Conventions>() {
        let ring = native::<F>();
        for n in [1, 2, 4, 256, 1usize << F::TWO_ADICITY] {
            let ours = ring.root(n).unwrap();
            for row in F::CONVENTIONS {
                let theirs = convention_root(row.ecosystem, n).unwrap();
                let t = exponent(&ring, &ours, &theirs, n).unwrap();
                assert_eq!(ring.pow(&ours, t as u64), theirs);
            }
        }
        assert!(matches!(exponent(&ring, &F::ONE, &F::ONE, 2), Err(Error::NotPrincipal { .. })));
        assert!(matches!(exponent(&ring, &F::ONE, &F::ONE, 6), Err(Error::Length { .. })));
        assert!(matches!(convention_root::<F>(Ecosystem::Ringfft, 3), Err(Error::NoRoot { .. })));
        assert!(matches!(convention_root::<F>(Ecosystem::Ringfft, 0), Err(Error::NoRoot { .. })));
        assert!(matches!(convention_root::<F>(Ecosystem::Ringfft, 2 << F::TWO_ADICITY), Err(Error::NoRoot { .. })));
    }
    check::<Goldilocks>();
    check::<BabyBear>();
    check::<KoalaBear>();
    check::<Bls12381Fr>();
    check::<Bn254Fr>();
    assert!(matches!(convention_root::<KoalaBear>(Ecosystem::Risc0, 8), Err(Error::Unsupported { .. })));
}
