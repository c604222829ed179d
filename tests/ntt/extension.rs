//! Low-degree extension equals the transform of the coefficients continued by zeros.

use crate::{in_pool, residues};
use ringfft::{
    Error,
    algebra::{Module, Ring, Roots},
    ntt::LowDegreeExtension,
    order::Order,
    plan::{Layout, Plan, Scale, Threads},
    rings::{Goldilocks, Modular, native},
};
use ringfft_testing::Counting;

const P: u64 = 12_289;

/// Values at `g w^i` of polynomials in columns, by a long transform.
fn padded(ring: Modular, columns: &[u64], batch: usize, k: usize, g: u64, order: Order) -> Vec<u64> {
    let mut values = columns.to_vec();
    values.resize(columns.len() * k, 0);
    let builder = Plan::builder(ring, columns.len() / batch * k).order(order).batch(batch, Layout::Columns);
    builder.coset(g).build().unwrap().forward(&mut values).unwrap();
    values
}

fn turn(list: &[u64], rows: usize, columns: usize) -> Vec<u64> {
    let mut turned = vec![0; list.len()];
    ringfft::order::transpose(list, &mut turned, rows, columns);
    turned
}

#[test]
fn equal_to_the_padded_transform() {
    let ring = Modular::new(P).unwrap();
    for (n, k) in [(1, 1), (1, 4), (4, 1), (8, 2), (16, 8), (4, 16), (12, 4), (4, 3), (1, 3)] {
        for order in [Order::Natural, Order::BitReversed] {
            if !order.exists_for(n * k) {
                continue;
            }
            for batch in [1, 3] {
                for (g, h) in [(1, 1), (11, 1), (1, 7), (11, 7), (11, 11)] {
                    for values_order in [Order::Natural, order] {
                        let columns = residues(g + h, P, n * batch);
                        let expected = padded(ring, &columns, batch, k, g, order);
                        let mut values = columns.clone();
                        let small = Plan::builder(ring, n).order(values_order).coset(h).batch(batch, Layout::Columns);
                        small.build().unwrap().forward(&mut values).unwrap();
                        for layout in [Layout::Columns, Layout::Rows] {
                            let builder = LowDegreeExtension::builder(ring, n, k).shift(g).values_shift(h).order(order);
                            let builder = builder.values_order(values_order).batch(batch, layout);
                            let extension = builder.build().unwrap();
                            assert_eq!((extension.len(), extension.blowup(), extension.batch()), (n, k, batch));
                            assert_eq!(*extension.root(), ring.root(n * k).unwrap());
                            let lay = |list: &[u64]| match layout {
                                Layout::Rows => turn(list, list.len() / batch, batch),
                                _ => list.to_vec(),
                            };
                            let mut scratch = vec![P - 1; extension.scratch_len() + 1];
                            let mut out = vec![5; n * k * batch];
                            extension.extend_with(&lay(&values), &mut out, &mut scratch).unwrap();
                            assert_eq!(
                                out,
                                lay(&expected),
                                "{n} {k} {order} {values_order} {batch} {g} {h} {layout:?}"
                            );
                            let mut out = vec![6; n * k * batch];
                            extension.evaluate(&lay(&columns), &mut out).unwrap();
                            assert_eq!(out, lay(&expected), "{n} {k} {order} {batch} {g} {layout:?}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn the_callers_root_and_other_rings() {
    let ring = Modular::new(P).unwrap();
    let w = ring.pow(&ring.root(64).unwrap(), 5);
    let extension = LowDegreeExtension::builder(ring, 16, 4).root(w).order(Order::BitReversed).build().unwrap();
    let f = residues(3, P, 16);
    let mut expected = f.clone();
    expected.resize(64, 0);
    Plan::builder(ring, 64).root(w).order(Order::BitReversed).build().unwrap().forward(&mut expected).unwrap();
    let mut out = vec![0; 64];
    extension.evaluate(&f, &mut out).unwrap();
    assert_eq!(out, expected);

    let field = native::<Goldilocks>();
    let f: Vec<Goldilocks> = (0..32).map(|i| Goldilocks::new(i * i + 1)).collect();
    let mut expected = f.clone();
    expected.resize(256, Goldilocks::ZERO);
    Plan::builder(field, 256).coset(Goldilocks::new(7)).build().unwrap().forward(&mut expected).unwrap();
    let mut values = f;
    Plan::over(field, 32).unwrap().forward(&mut values).unwrap();
    let mut out = vec![field.zero(); 256];
    let extension = LowDegreeExtension::builder(field, 32, 8).shift(Goldilocks::new(7)).build().unwrap();
    extension.extend(&values, &mut out).unwrap();
    assert_eq!(out, expected);
}

#[test]
fn threads_do_not_change_the_results() {
    in_pool(|| {
        let ring = Modular::new(P).unwrap();
        for (order, layout) in [
            (Order::Natural, Layout::Rows),
            (Order::Natural, Layout::Columns),
            (Order::BitReversed, Layout::Rows),
            (Order::BitReversed, Layout::Columns),
        ] {
            let values = residues(9, P, 3 * 64);
            let results = [1, 2, 3].map(|threads| {
                let builder = LowDegreeExtension::builder(ring, 64, 4).shift(5).order(order).batch(3, layout);
                let mut out = vec![0; 3 * 256];
                builder.threads(Threads::AtMost(threads)).build().unwrap().extend(&values, &mut out).unwrap();
                out
            });
            assert!(results[0] == results[1] && results[0] == results[2], "{order} {layout:?}");
        }
    });
}

/// `k` transforms and the weights of all but the first; nothing is done to zeros.
#[test]
fn counts() {
    for (n, k) in [(16u64, 2u64), (64, 4), (256, 8)] {
        let ring = Counting::new(Modular::new(P).unwrap());
        let small =
            Plan::builder(ring.clone(), n as usize).order(Order::BitReversed).scale(Scale::NONE).build().unwrap();
        let mut values = vec![1; n as usize];
        ring.take();
        small.forward(&mut values).unwrap();
        let one = ring.take();
        assert_eq!(one.additions, n * u64::from(n.ilog2()));
        let mut out = vec![0; (n * k) as usize];
        for (shift, copied) in [(1, true), (5, false)] {
            let builder = LowDegreeExtension::builder(ring.clone(), n as usize, k as usize).shift(shift);
            let extension = builder.order(Order::BitReversed).build().unwrap();
            ring.take();
            extension.evaluate(&values, &mut out).unwrap();
            let tally = ring.take();
            assert_eq!(tally.additions, k * one.additions);
            let shifted = if shift == 1 { 0 } else { n };
            // The first weight of each coset is 1.
            let weights = (k - 1) * n + shifted;
            let all = tally.products() + tally.by_unit;
            assert_eq!(all, k * (one.products() + one.by_unit) + weights, "{n} {k} {shift}");
            extension.extend(&values, &mut out).unwrap();
            let tally = ring.take();
            let transforms = if copied { k } else { k + 1 };
            assert_eq!(tally.additions, transforms * one.additions);
            let all = tally.products() + tally.by_unit;
            // The interpolation's `1/n`, in which the shift is.
            assert_eq!(all, transforms * (one.products() + one.by_unit) + k * n, "{n} {k} {shift}");
        }
    }
}

#[test]
fn bad_input() {
    let ring = Modular::new(P).unwrap();
    let error = LowDegreeExtension::new(ring, 1 << 10, 8).unwrap_err();
    assert!(matches!(&error, Error::NoRoot { order: 8192, .. }), "{error}");
    assert!(error.to_string().contains("4096"), "{error}");
    for (n, k) in [(0, 2), (2, 0), (usize::MAX, 2)] {
        assert!(matches!(LowDegreeExtension::new(ring, n, k), Err(Error::Length { .. })), "{n} {k}");
    }
    let builder = || LowDegreeExtension::builder(ring, 8, 2);
    assert!(matches!(builder().batch(0, Layout::Rows).build(), Err(Error::Length { .. })));
    assert!(matches!(builder().order(Order::ConjugatePair).build(), Err(Error::Unsupported { .. })));
    let strided = Layout::Strided { stride: 1, distance: 8 };
    assert!(matches!(builder().batch(2, strided).build(), Err(Error::Unsupported { .. })));
    assert!(matches!(builder().shift(0).build(), Err(Error::NotInvertible { .. })));
    assert!(matches!(builder().values_shift(P).build(), Err(Error::NotInvertible { .. })));
    assert!(matches!(builder().root(1).build(), Err(Error::NotPrincipal { order: 16, .. })));
    assert!(matches!(builder().memory_limit(100).build(), Err(Error::Memory { limit: Some(100), .. })));
    let odd = LowDegreeExtension::builder(ring, 3, 2).order(Order::BitReversed).build();
    assert!(matches!(odd, Err(Error::Length { len: 6, .. })));
    let extension = builder().build().unwrap();
    assert!(extension.bytes() > 0);
    assert!(extension.extend(&[0; 7], &mut [0; 16]).is_err() && extension.extend(&[0; 8], &mut [0; 15]).is_err());
    assert!(extension.evaluate(&[0; 9], &mut [0; 16]).is_err());
    let short = &mut vec![0; extension.scratch_len() - 1];
    assert!(extension.evaluate_with(&[0; 8], &mut [0; 16], short).is_err());
}
