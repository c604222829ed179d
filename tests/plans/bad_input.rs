//! Lengths, roots, slices, recipes and values that are wrong: typed errors, and nothing written.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Action, Module, Ring, Roots},
    plan::{Accelerated, Algorithm, Layout, Plan, Scale, Tuning},
    rings::{ComplexRing, Fermat, Gf2p8, Gf2p128, Modular, binary},
};
use ringfft_testing::{Erased, ErasedElement};

#[test]
fn moduli_that_make_no_ring() {
    for m in [0, 1, 2, 4, 1 << 32, 1 << 63, u64::MAX - 1] {
        let refused = Modular::new(m);
        assert!(matches!(&refused, Err(Error::Modulus { modulus, .. }) if *modulus == m), "{refused:?}");
        assert!(refused.unwrap_err().to_string().contains("odd"));
    }
    for m in [3, 9, u64::MAX] {
        assert_eq!(Modular::new(m).map(|ring| ring.modulus()).ok(), Some(m));
    }
    // A composite modulus knows the root -1, and an error that says what to do.
    let ring = Modular::new(9).unwrap();
    assert!(Plan::over(ring, 1).is_ok());
    assert!(matches!(Plan::over(ring, 0), Err(Error::Length { len: 0, .. })));
    let missing = Plan::over(ring, 4).map(|_| ()).unwrap_err();
    assert!(matches!(missing, Error::NoRoot { order: 4, .. }), "{missing}");
}

#[test]
fn roots_that_are_not_principal() -> Result<()> {
    let refused = |modulus, n, w| {
        let outcome = Plan::builder(Modular::new(modulus).unwrap(), n).root(w).build();
        assert!(
            matches!(outcome, Err(Error::NotPrincipal { order, .. }) if order == n),
            "{w} mod {modulus}: {outcome:?}"
        );
    };
    // 3 has order 16, 16 has order 2.
    for w in [0, 1, 2, 3, 16] {
        refused(17, 4, w);
    }
    // 21 = (1 mod 5, 8 mod 13) has order 4, and 26 = (1 mod 5, 0) is no unit; 14 = (-1, 1) has order 2.
    for (n, w) in [(4, 21), (4, 26), (2, 14), (2, 1)] {
        refused(65, n, w);
    }
    Plan::builder(Modular::new(65)?, 4).root(8).build()?;
    let half = Plan::builder(ComplexRing::<f64>::new(), 4).root(Complex::new(0.0, 0.5)).build();
    assert!(matches!(half, Err(Error::NotPrincipal { .. })));
    for w in [Complex::new(f64::NAN, 0.0), Complex::new(f64::INFINITY, 0.0), Complex::new(0.0, 0.0)] {
        assert!(Plan::builder(ComplexRing::<f64>::new(), 4).root(w).build().is_err(), "{w}");
    }
    let no_unit = Plan::builder(Modular::new(65)?, 4).root(8).coset(13).build();
    assert!(matches!(no_unit, Err(Error::NotInvertible { .. })), "{no_unit:?}");
    Ok(())
}

#[test]
fn slices_of_the_wrong_length_are_left_alone() -> Result<()> {
    let plan = Plan::builder(Modular::new(17)?, 8).algorithm(Algorithm::Stockham).batch(2, Layout::Rows).build()?;
    for len in [0, 1, 8, 15, 17, 32] {
        let mut values = vec![7; len];
        for outcome in [
            plan.forward(&mut values),
            plan.inverse(&mut values),
            plan.forward_into(&vec![1; len], &mut [0; 16]),
            plan.inverse_into(&[1; 16], &mut values),
        ] {
            assert!(matches!(outcome, Err(Error::SliceLength { expected: 16, found, .. }) if found == len));
        }
        assert!(values.iter().all(|&x| x == 7));
    }
    let (mut values, mut short) = (vec![7; 16], vec![0; plan.scratch_len() - 1]);
    let outcome = plan.forward_with(&mut values, &mut short);
    assert!(matches!(outcome, Err(Error::SliceLength { what: "scratch", at_least: true, .. })), "{outcome:?}");
    assert_eq!(values, [7; 16]);
    Ok(())
}

#[test]
fn lengths_beyond_counting() -> Result<()> {
    let huge = [usize::MAX, usize::MAX - 1, 1 << 63, 1 << 62, 1 << 60, 1 << 59, (1 << 58) + 1];
    for n in huge {
        for &algorithm in Algorithm::ALL {
            let refused = |outcome: Result<()>| {
                assert!(
                    matches!(
                        outcome,
                        Err(Error::Memory { .. }
                            | Error::Length { .. }
                            | Error::NoRoot { .. }
                            | Error::Subspace { .. }
                            | Error::Unsupported { .. })
                    ),
                    "{algorithm} {n}: {outcome:?}"
                );
            };
            refused(Plan::builder(ComplexRing::<f64>::new(), n).algorithm(algorithm).build().map(|_| ()));
            refused(Plan::builder(Modular::new(17)?, n).algorithm(algorithm).build().map(|_| ()));
            refused(Plan::builder(binary::<Gf2p128>(), n).algorithm(algorithm).build().map(|_| ()));
        }
        let batch = Plan::builder(ComplexRing::<f64>::new(), 8).batch(n, Layout::Columns);
        assert!(matches!(batch.bytes(), Err(Error::Memory { .. })), "batch {n}");
        assert!(matches!(batch.build(), Err(Error::Memory { .. })), "batch {n}");
    }
    assert!(matches!(
        Plan::builder(ComplexRing::<f64>::new(), 8).batch(0, Layout::Rows).build(),
        Err(Error::Length { .. })
    ));
    Ok(())
}

#[test]
fn values_that_are_not_finite() -> Result<()> {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        for algorithm in
            Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_dft() && algorithm.exists_for(64))
        {
            let plan = Plan::builder(ComplexRing::<f64>::new(), 64).algorithm(algorithm).build()?;
            let mut values = vec![Complex::new(1.0, 0.0); 64];
            values[3] = Complex::new(bad, 0.0);
            plan.forward(&mut values)?;
            if !bad.is_finite() {
                assert!(values.iter().all(|z| !z.re.is_finite() || !z.im.is_finite()), "{algorithm} {bad}");
            }
            plan.inverse(&mut values)?;
        }
    }
    Ok(())
}

#[test]
fn subspaces_that_do_not_exist() -> Result<()> {
    use ringfft::plan::{Coefficients, Isa};
    let plan = |n: usize| Plan::builder(Erased::new(binary::<Gf2p8>()), n);
    // Larger than the field.
    let error = plan(512).build().unwrap_err();
    assert!(matches!(error, Error::Subspace { dim: 9, .. }), "{error}");
    assert!(error.to_string().contains("8 vectors"), "{error}");
    // Dependent vectors, too few, too many.
    let vectors = |list: &[u8]| list.iter().map(|&bits| ErasedElement::new(Gf2p8::new(bits))).collect::<Vec<_>>();
    let error = plan(8).basis(vectors(&[3, 5, 6])).build().unwrap_err();
    assert!(matches!(error, Error::Dependent { index: 2, .. }), "{error}");
    for list in [&[1][..], &[1, 2, 4, 8]] {
        assert!(matches!(plan(8).basis(vectors(list)).build(), Err(Error::Subspace { dim: 3, .. })));
    }
    // A length that is no power of two: truncated is named, and is what the planner takes.
    let error = plan(100).algorithm(Algorithm::GaoMateer).build().unwrap_err();
    assert!(error.to_string().contains("truncated"), "{error}");
    assert_eq!(plan(100).build()?.recipe().algorithm(), Algorithm::AdditiveTruncated);
    // What belongs to roots of unity, and the other way round.
    assert!(matches!(plan(8).root(ErasedElement::new(Gf2p8::ONE)).build(), Err(Error::Unsupported { .. })));
    assert!(matches!(plan(8).scale(Scale::FORWARD).build(), Err(Error::Unsupported { .. })));
    let powers = Plan::builder(Modular::new(17)?, 8);
    assert!(matches!(powers.basis(vec![1, 2, 4]).build(), Err(Error::Unsupported { .. })));
    let powers = Plan::builder(Modular::new(17)?, 8);
    assert!(matches!(powers.coefficients(Coefficients::Novel).build(), Err(Error::Unsupported { .. })));
    let powers = Plan::builder(Modular::new(17)?, 8).algorithm(Algorithm::Cantor).build().unwrap_err();
    assert!(powers.to_string().contains("binary field"), "{powers}");
    // Kernels that a ring lacks.
    assert!(matches!(Plan::builder(Fermat::new(64)?, 8).isa(Isa::Avx2).build(), Err(Error::Unsupported { .. })));
    Ok(())
}

/// A modulus that is known at run time, in a ring that does not tell which, or calls itself something.
#[derive(Clone, Copy)]
struct Untold(Modular, Option<&'static str>);

impl Module for Untold {
    type Element = u64;

    fn zero(&self) -> u64 {
        0
    }

    fn add_assign(&self, a: &mut u64, b: &u64) {
        self.0.add_assign(a, b);
    }

    fn sub_assign(&self, a: &mut u64, b: &u64) {
        self.0.sub_assign(a, b);
    }
}

impl Ring for Untold {
    fn name(&self) -> String {
        "some integers".into()
    }

    fn one(&self) -> u64 {
        1
    }

    fn mul_assign(&self, a: &mut u64, b: &u64) {
        self.0.mul_assign(a, b);
    }

    fn is_zero(&self, a: &u64) -> bool {
        *a == 0
    }

    fn inverse(&self, a: &u64) -> Option<u64> {
        self.0.inverse(a)
    }
}

impl Action for Untold {
    type Scalars = Self;
    type Twiddle = u64;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &u64) -> u64 {
        *scalar
    }

    fn apply(&self, x: &mut u64, w: &u64) {
        self.0.mul_assign(x, w);
    }
}

impl Roots for Untold {
    fn root(&self, n: usize) -> Result<u64> {
        self.0.root(n)
    }
}

impl Accelerated for Untold {
    fn identity(&self) -> Option<String> {
        self.1.map(String::from)
    }
}

#[test]
fn resident_vectors_of_rings_that_cannot_be_told_apart() -> Result<()> {
    let plans = [17, 257].map(|modulus| Plan::over(Untold(Modular::new(modulus).unwrap(), None), 8).unwrap());
    let [mut x, mut y] = [plans[0].load(&[16; 8])?, plans[1].load(&[200; 8])?];
    let z = y.clone();
    for outcome in [
        x.multiply(&y),
        x.add(&y),
        x.subtract(&y),
        y.multiply_add(&z, &x),
        plans[0].forward_resident(&mut y),
        plans[1].inverse_resident(&mut x),
    ] {
        match outcome {
            Err(Error::Unsupported { what }) => assert!(what.contains("Accelerated::identity"), "{what}"),
            other => panic!("{other:?}"),
        }
    }
    let mut values = [0; 8];
    y.store(&mut values)?;
    assert_eq!(values, [200; 8]);
    // A type with one value has nothing to tell.
    let zero = Plan::over(crate::odd_elements::Zero, 4)?;
    let mut x = zero.load(&[(); 4])?;
    x.multiply(&zero.load(&[(); 4])?)?;
    zero.forward_resident(&mut x)
}

#[test]
fn tuning_of_rings_with_names_of_several_words() -> Result<()> {
    // In a line of text the words after the first would be something else.
    for (identity, kept) in [(None, 0), (Some("modulo 17"), 0), (Some("17\n18"), 0), (Some("17"), 1)] {
        let mut tuning = Tuning::new();
        tuning.measure(&Plan::builder(Untold(Modular::new(17)?, identity), 8))?;
        assert_eq!(tuning.len(), kept, "{identity:?}");
        assert_eq!(tuning.to_string().parse::<Tuning>()?, tuning);
    }
    Ok(())
}
