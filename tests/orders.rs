//! The declared order of every algorithm is the true one, and orders are what they say.

use quickcheck::{QuickCheck, TestResult};
use ringfft::{
    Result,
    algebra::{Ring, Roots},
    order::{Order, bit_reverse, bit_reverse_permute, bit_reverse_permute_negated, transpose},
    plan::{Algorithm, Plan},
    rings::{Modular, ff},
};

const ORDERS: [Order; 2] = [Order::Natural, Order::BitReversed];

#[test]
fn lists_of_the_literature() {
    assert_eq!(Order::BitReversed.permutation(8), [0, 4, 2, 6, 1, 5, 3, 7]);
    assert_eq!(Order::BitReversed.permutation(16), [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]);
    assert_eq!(Order::Natural.permutation(5), [0, 1, 2, 3, 4]);
}

#[test]
fn every_order_is_a_permutation() {
    for order in ORDERS {
        for n in (0..200).filter(|&n| order.exists_for(n)) {
            let mut list = order.permutation(n);
            list.sort_unstable();
            assert!(list.into_iter().eq(0..n), "{order} {n}");
        }
        assert_eq!(order.to_string().parse::<Order>().unwrap(), order);
    }
    assert!("bitreversed".parse::<Order>().is_err());
    assert!(!Order::BitReversed.exists_for(0) && !Order::BitReversed.exists_for(12));
}

/// The values of the impulse at 1 are the powers of the root, so they spell the order out.
#[test]
fn declared_orders_are_true() -> Result<()> {
    let ring = Modular::new(998_244_353)?;
    for algorithm in Algorithm::ALL {
        for n in (0..=10).map(|k| 1usize << k).filter(|&n| algorithm.exists_for(n)) {
            for order in ORDERS {
                let plan = Plan::builder(ring, n).algorithm(algorithm).order(order).build()?;
                let mut x = vec![0; n];
                x[1 % n] = 1;
                plan.forward(&mut x)?;
                let w = ring.root(n)?;
                let exponents = order.permutation(n);
                let truth: Vec<u64> = exponents.iter().map(|&k| ring.pow(&w, k as u64)).collect();
                assert_eq!(x, if n == 1 { vec![1] } else { truth }, "{algorithm} {order} {n}");
                let reordered = plan.recipe().to_string().starts_with("reorder");
                assert_eq!(reordered, order != algorithm.native_order(), "{}", plan.recipe());
            }
        }
    }
    Ok(())
}

/// A convolution in any order is the convolution.
#[test]
fn products_need_no_reordering() -> Result<()> {
    type F = bls12_381::Scalar;
    let x: Vec<F> = (1..=8).map(F::from).chain((0..56).map(|_| F::zero())).collect();
    let mut truth = None;
    for algorithm in Algorithm::ALL {
        for order in ORDERS {
            let plan = Plan::builder(ff::<F>(), 64).algorithm(algorithm).order(order).build()?;
            let mut values = x.clone();
            plan.forward(&mut values)?;
            values.iter_mut().for_each(|value| *value = value.square());
            plan.inverse(&mut values)?;
            assert_eq!(values[1], F::from(4));
            assert_eq!(*truth.get_or_insert(values.clone()), values);
        }
    }
    Ok(())
}

#[test]
fn permutations_by_quickcheck() {
    fn reversal(values: Vec<u8>) -> TestResult {
        if !values.len().is_power_of_two() {
            let mut left_alone = values.clone();
            bit_reverse_permute(&mut left_alone);
            bit_reverse_permute_negated(&mut left_alone);
            return TestResult::from_bool(left_alone == values);
        }
        let bits = values.len().trailing_zeros();
        let mut reversed = values.clone();
        bit_reverse_permute(&mut reversed);
        let moved = (0..values.len()).all(|j| reversed[bit_reverse(j, bits)] == values[j]);
        let mut negated = values.clone();
        bit_reverse_permute_negated(&mut negated);
        let n = values.len();
        TestResult::from_bool(moved && (0..n).all(|k| negated[(n - k) % n] == reversed[k]))
    }
    fn transposed(values: Vec<u8>, rows: usize) -> bool {
        let rows = 1 + rows % 20;
        let columns = values.len() / rows;
        let matrix = &values[..rows * columns];
        let (mut there, mut back) = (vec![0; matrix.len()], vec![0; matrix.len()]);
        transpose(matrix, &mut there, rows, columns);
        transpose(&there, &mut back, columns, rows);
        back == matrix && (0..matrix.len()).all(|i| there[i % columns * rows + i / columns] == matrix[i])
    }
    QuickCheck::new().tests(400).quickcheck(reversal as fn(Vec<u8>) -> TestResult);
    QuickCheck::new().tests(200).quickcheck(transposed as fn(Vec<u8>, usize) -> bool);
}

#[test]
fn a_power_of_two_of_random_values_is_reversed() {
    for k in 0..10 {
        let mut values: Vec<usize> = (0..1 << k).collect();
        bit_reverse_permute(&mut values);
        assert_eq!(values, Order::BitReversed.permutation(1 << k));
    }
}
