//! Lengths, roots, slices, recipes and values that are wrong: typed errors, and nothing written.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    order::Order,
    plan::{Algorithm, Layout, Plan, Recipe, Scale},
    rings::{ComplexRing, Fermat, Gf2p8, Gf2p128, Modular, binary},
    testing::{Erased, ErasedElement},
};

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
        for algorithm in Algorithm::ALL {
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
fn recipes_that_make_no_sense() -> Result<()> {
    let ring = Modular::new(17)?;
    let lists: [&[usize]; 7] = [&[0, 8], &[8, 0], &[3], &[2, 2], &[8, 8], &[1, 8], &[usize::MAX, 2]];
    for radices in lists {
        let recipe = Recipe::Stockham { len: 8, radices: radices.to_vec() };
        let outcome = Plan::builder(ring, 8).recipe(recipe).build();
        assert!(matches!(outcome, Err(Error::Length { .. } | Error::Memory { .. })), "{radices:?}: {outcome:?}");
    }
    for recipe in [
        Recipe::plain(Algorithm::Classical, 16),
        Recipe::plain(Algorithm::Naive, 0),
        Recipe::plain(Algorithm::Twisted, 7),
    ] {
        assert!(Plan::builder(ring, 8).recipe(recipe).build().is_err());
    }
    // Factors that are no multiples of 8, and values in the wrong order.
    let leaf = |len| Box::new(Recipe::plain(Algorithm::Twisted, len));
    for (columns, rows) in [(8, 8), (1, 8), (usize::MAX, 2), (1 << 32, 1 << 32)] {
        let recipe = Recipe::FourStep { columns: leaf(columns), rows: leaf(rows) };
        let len = recipe.len();
        assert!(Plan::builder(Modular::new(257)?, len).recipe(recipe).build().is_err(), "{columns} x {rows}");
    }
    let six = Recipe::Reorder { order: Order::Natural, inner: Box::new(Recipe::plain(Algorithm::Classical, 6)) };
    assert!(matches!(Plan::builder(ring, 6).recipe(six).build(), Err(Error::NoRoot { .. })));
    Ok(())
}

#[test]
fn values_that_are_not_finite() -> Result<()> {
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX] {
        for algorithm in Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_dft() && algorithm.exists_for(64)) {
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
