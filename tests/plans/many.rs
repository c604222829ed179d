//! Batches by call, and clones of plans.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::{Ring, Roots},
    order::Order,
    plan::{Accelerated, Layout, Plan, Threads},
    rings::{ComplexRing, Fermat, Goldilocks, M31, Modular, ff, native},
};

type F = bls12_381::Scalar;

/// Compares any number of rows in one call with each row by itself, on several threads, with scratch of the caller's and without.
fn check<R>(ring: &R, n: usize, element: impl Fn(u64) -> R::Element, coset: Option<R::Element>)
where
    R: Accelerated<Scalars = R> + Ring + Roots,
    R::Element: PartialEq + std::fmt::Debug,
{
    for (threads, order, batch) in [(1, Order::Natural, 1), (3, Order::BitReversed, 1), (2, Order::Natural, 5)] {
        if !order.exists_for(n) {
            continue;
        }
        let builder = |threads: usize| {
            let builder = Plan::builder(ring.clone(), n).order(order).threads(Threads::AtMost(threads));
            match &coset {
                Some(coset) => builder.coset(coset.clone()),
                None => builder,
            }
        };
        let one = builder(1).build().unwrap();
        let many = builder(threads).batch(batch, Layout::Rows).build().unwrap();
        for rows in [0, 1, 2, 3, 7, 8] {
            let x: Vec<R::Element> = (0..(rows * n) as u64).map(|k| element(k * k + 3)).collect();
            let (mut expected, mut found) = (x.clone(), x.clone());
            expected.chunks_exact_mut(n).for_each(|row| one.forward(row).unwrap());
            many.forward_many(&mut found).unwrap();
            assert_eq!(found, expected, "{n} {rows}");
            let mut scratch = vec![element(1); many.many_scratch_len(rows)];
            let mut again = x.clone();
            many.forward_many_with(&mut again, &mut scratch).unwrap();
            assert_eq!(again, expected);
            expected.chunks_exact_mut(n).for_each(|row| one.inverse(row).unwrap());
            many.clone().inverse_many(&mut found).unwrap();
            assert_eq!(found, expected);
            many.inverse_many_with(&mut again, &mut scratch).unwrap();
            assert_eq!(again, expected);
        }
    }
}

#[test]
fn rows_of_one_call_are_transformed_each_by_itself() {
    for n in [1, 2, 3, 8, 60, 64, 257, 512] {
        check(&ComplexRing::<f64>::new(), n, |k| Complex::new((k % 1000) as f64, -1.5), None);
    }
    for n in [1, 4, 64, 512] {
        check(&native::<Goldilocks>(), n, Goldilocks::new, Some(Goldilocks::new(7)));
        check(&Modular::new(998_244_353).unwrap(), n, |k| k % 998_244_353, Some(3));
        check(&ff::<F>(), n, F::from, None);
    }
    let fermat = Fermat::new(64).unwrap();
    check(&fermat, 16, |k| fermat.element(&[k]), None);
}

#[test]
fn a_slice_is_a_whole_number_of_rows() -> Result<()> {
    let plan = Plan::<Goldilocks>::new(8)?;
    let mut values = vec![Goldilocks::new(1); 20];
    let expected = Error::NotMultiple { what: "slice of values", of: 8, found: 20 };
    assert_eq!(plan.forward_many(&mut values), Err(expected));
    let error = plan.inverse_many(&mut values).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the slice of values has length 20, but a multiple of 8, the length of a row, is needed"
    );
    assert_eq!(values, vec![Goldilocks::new(1); 20]);
    // Too little scratch is told before anything is written.
    let long = Plan::builder(ComplexRing::<f64>::new(), 1 << 12).threads(Threads::AtMost(1)).build()?;
    let mut rows = vec![Complex::new(1.0, 0.0); 2 << 12];
    let needed = long.many_scratch_len(2);
    if needed > 0 {
        let mut short = vec![Complex::new(0.0, 0.0); needed - 1];
        assert!(matches!(long.forward_many_with(&mut rows, &mut short), Err(Error::SliceLength { .. })));
        assert!(rows.iter().all(|x| x.re == 1.0));
    }
    Ok(())
}

#[test]
fn the_layout_of_a_plan_does_not_matter_to_rows() -> Result<()> {
    let strided =
        Plan::builder(native::<Goldilocks>(), 4).batch(2, Layout::Strided { stride: 2, distance: 1 }).build()?;
    let mut rows = [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0].map(Goldilocks::new);
    strided.forward_many(&mut rows)?;
    assert_eq!(rows, [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3].map(Goldilocks::new));
    // Columns where they lie have no engine of a row.
    let columns = Plan::builder(native::<M31>(), 2).batch(64, Layout::Columns).build()?;
    match columns.forward_many(&mut [1, 0, 0, 0].map(M31::from)) {
        Ok(()) => assert!(!columns.recipe().to_string().starts_with("columns")),
        Err(error) => assert!(error.to_string().contains("Rows"), "{error}"),
    }
    Ok(())
}

#[test]
fn a_clone_is_the_same_plan() -> Result<()> {
    let plan = Plan::builder(ff::<F>(), 64).coset(F::from(5)).build()?;
    let clone = plan.clone();
    let x: Vec<F> = (0..64).map(F::from).collect();
    let (mut first, mut second) = (x.clone(), x.clone());
    plan.forward(&mut first)?;
    drop(plan);
    std::thread::scope(|scope| scope.spawn(|| clone.forward(&mut second)).join().expect("no transform panics"))?;
    assert_eq!(first, second);
    clone.inverse(&mut second)?;
    assert_eq!(second, x);
    assert_eq!((clone.len(), clone.batch(), clone.recipe().len()), (64, 1, 64));
    assert_eq!(format!("{clone:?}"), format!("{:?}", clone.clone()));
    Ok(())
}
