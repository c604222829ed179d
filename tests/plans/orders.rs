//! The declared order of every algorithm is the true one, and orders are what they say.

use quickcheck::{QuickCheck, TestResult};
use ringfft::{
    Error, Result,
    algebra::{Ring, Roots},
    arith::is_prime,
    order::{
        Order, bit_reverse, bit_reverse_permute, bit_reverse_permute_negated, conjugate_pair, conjugate_pair_position,
        is_power_of_three, ternary_conjugate, ternary_reverse, transpose,
    },
    plan::{Algorithm, Plan},
    rings::{Modular, ff},
};

/// Lengths an order has.
fn lengths(order: Order, below: usize) -> impl Iterator<Item = usize> {
    (1..below).filter(move |&n| order.exists_for(n))
}

#[test]
fn lists_of_the_literature() {
    let list = |order: Order, n| order.permutation(n);
    assert_eq!(list(Order::Natural, 5), [0, 1, 2, 3, 4]);
    assert_eq!(list(Order::BitReversed, 8), [0, 4, 2, 6, 1, 5, 3, 7]);
    assert_eq!(list(Order::BitReversed, 16), [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15]);
    assert_eq!(list(Order::ConjugatePair, 8), [0, 4, 2, 6, 1, 5, 7, 3]);
    assert_eq!(list(Order::ConjugatePair, 16), [0, 8, 4, 12, 2, 10, 14, 6, 1, 9, 5, 13, 15, 7, 3, 11]);
    let thirty_two = [
        0, 16, 8, 24, 4, 20, 28, 12, 2, 18, 10, 26, 30, 14, 6, 22, 1, 17, 9, 25, 5, 21, 29, 13, 31, 15, 7, 23, 3, 19,
        27, 11,
    ];
    assert_eq!(list(Order::ConjugatePair, 32), thirty_two);
    assert_eq!(list(Order::TernaryReversed, 9), [0, 3, 6, 1, 4, 7, 2, 5, 8]);
    assert_eq!(list(Order::TernaryConjugate, 9), [0, 3, 6, 1, 4, 7, 8, 2, 5]);
    let reversed = [0, 9, 18, 3, 12, 21, 6, 15, 24, 1, 10, 19, 4, 13, 22, 7, 16, 25, 2, 11, 20, 5, 14, 23, 8, 17, 26];
    let conjugate = [0, 9, 18, 3, 12, 21, 24, 6, 15, 1, 10, 19, 4, 13, 22, 25, 7, 16, 26, 8, 17, 2, 11, 20, 23, 5, 14];
    assert_eq!(list(Order::TernaryReversed, 27), reversed);
    assert_eq!(list(Order::TernaryConjugate, 27), conjugate);
    assert_eq!(list(Order::Truncated, 6), [0, 4, 2, 6, 1, 5]);
    assert_eq!(list(Order::Truncated, 8), list(Order::BitReversed, 8));
}

/// The page prints the lists that the code computes.
#[test]
fn lists_of_the_page() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../papers/orders.md")).unwrap();
    for (name, order, n) in [
        ("sigma", Order::BitReversed, 8),
        ("sigma", Order::BitReversed, 16),
        ("sigma'", Order::ConjugatePair, 8),
        ("sigma'", Order::ConjugatePair, 16),
        ("Delta", Order::TernaryReversed, 9),
        ("Delta'", Order::TernaryConjugate, 9),
        ("Delta'", Order::TernaryConjugate, 27),
        ("truncated", Order::Truncated, 6),
    ] {
        let list: Vec<String> = order.permutation(n).iter().map(usize::to_string).collect();
        let left = format!("{name}({n})");
        let line = page.lines().find(|line| line.starts_with(&format!("{left} "))).expect(name);
        assert_eq!(line.split_once("= ").unwrap().1, list.join(" "), "{left}");
    }
}

/// The lists by their block rules, which define them.
#[test]
fn block_rules() {
    let scaled = |list: &[usize], factor: usize, offset: usize, n: usize| -> Vec<usize> {
        list.iter().map(|s| (factor * s + offset) % n).collect()
    };
    let (mut sigma, mut pairs) = (vec![vec![0], vec![0, 1]], vec![vec![0], vec![0, 1]]);
    for k in 2..13 {
        let n = 1 << k;
        sigma.push([scaled(&sigma[k - 1], 2, 0, n), scaled(&sigma[k - 1], 2, 1, n)].concat());
        let (half, quarter) = (&pairs[k - 1], &pairs[k - 2]);
        let list = [scaled(half, 2, 0, n), scaled(quarter, 4, 1, n), scaled(quarter, 4, n - 1, n)].concat();
        pairs.push(list);
        assert_eq!(Order::BitReversed.permutation(n), sigma[k]);
        assert_eq!(Order::ConjugatePair.permutation(n), pairs[k]);
        assert!((0..n).all(|j| conjugate_pair_position(conjugate_pair(j, n), n) == j));
    }
    let (mut delta, mut conjugate) = (vec![0], vec![0]);
    for n in [3, 9, 27, 81, 243, 729, 2187] {
        let thirds = |list: &[usize], last| [scaled(list, 3, 0, n), scaled(list, 3, 1, n), scaled(list, 3, last, n)];
        (delta, conjugate) = (thirds(&delta, 2).concat(), thirds(&conjugate, n - 1).concat());
        assert_eq!(Order::TernaryReversed.permutation(n), delta);
        assert_eq!(Order::TernaryConjugate.permutation(n), conjugate);
    }
}

/// `2 sigma'(2j) = sigma'(j)`, `sigma'(4j+2) = sigma'(4j) + n/4` and `sigma'(4j+3) = sigma'(4j) - n/4` modulo `n`
/// along the nodes of the split-radix tree, whose indices have an even number of trailing ones; the ternary rules
/// for every `j`. `sigma'(2j) = sigma'(j)/2` itself holds for residues about 0, not for those from 0 to `n`.
#[test]
fn identities_of_the_trees() {
    let n = 1 << 10;
    let s = |j: usize| conjugate_pair(j, n);
    // A node of 2m points has index j below n/(2m); `left` such points are still to be split.
    let mut nodes = vec![(0usize, n)];
    while let Some((j, points)) = nodes.pop() {
        assert!(j.trailing_ones() % 2 == 0 || points == 1, "{j} {points}");
        if points == 2 {
            assert_eq!(s(2 * j + 1), (s(2 * j) + n / 2) % n);
        }
        if points >= 4 {
            assert_eq!(2 * s(2 * j) % n, s(j));
            assert_eq!(s(4 * j + 2), (s(4 * j) + n / 4) % n);
            assert_eq!(s(4 * j + 3), (s(4 * j) + n - n / 4) % n);
            nodes.extend([(2 * j, points / 2), (4 * j + 2, points / 4), (4 * j + 3, points / 4)]);
        }
    }
    assert_eq!((s(3), s(6)), (n - n / 4, n - n / 8));
    let n = 729;
    for j in 0..n / 3 {
        let (delta, conjugate) = (|j| ternary_reverse(j, n), |j| ternary_conjugate(j, n));
        assert_eq!((delta(3 * j), 3 * conjugate(3 * j) % n), (delta(j) / 3, conjugate(j)));
        assert_eq!([delta(3 * j + 1), delta(3 * j + 2)], [delta(3 * j) + n / 3, delta(3 * j) + 2 * n / 3]);
        assert_eq!(conjugate(3 * j + 1), (conjugate(3 * j) + n / 3) % n);
        assert_eq!(conjugate(3 * j + 2), (conjugate(3 * j) + n - n / 3) % n);
    }
}

/// The rules of the printed figure, applied to every `j` and not along the nodes, give another list from `n = 8` on:
/// `j = 1` is no node.
#[test]
fn printed_rules_for_every_index_give_a_wrong_order() {
    fn printed(j: usize, n: usize) -> usize {
        match (j, j % 4) {
            (0, _) => 0,
            (1, _) => n / 2,
            (_, 2) => (printed(j - 2, n) + n / 4) % n,
            (_, 3) => (printed(j - 3, n) + n - n / 4) % n,
            _ if j % 2 == 1 => (printed(j - 1, n) + n / 2) % n,
            _ => printed(j / 2, n) / 2,
        }
    }
    assert_eq!((0..4).map(|j| printed(j, 4)).collect::<Vec<_>>(), [0, 2, 1, 3]);
    assert_eq!((0..8).map(|j| printed(j, 8)).collect::<Vec<_>>(), [0, 4, 2, 6, 1, 5, 3, 7]);
    assert_eq!(Order::ConjugatePair.permutation(8)[6..], [7, 3]);
    for n in (3..10).map(|k| 1 << k) {
        assert_ne!((0..n).map(|j| printed(j, n)).collect::<Vec<_>>(), Order::ConjugatePair.permutation(n));
    }
}

#[test]
fn every_order_is_a_permutation() {
    for &order in Order::ALL {
        for n in lengths(order, 300) {
            let mut list = order.permutation(n);
            assert_eq!(list[0], 0);
            list.sort_unstable();
            assert!(list.windows(2).all(|pair| pair[0] < pair[1]), "{order} {n}");
            let points = if order == Order::Truncated { n.next_power_of_two() } else { n };
            assert!(list[n - 1] < points && (points == n) == order.is_permutation(n), "{order} {n}");
        }
        assert_eq!(order.to_string().parse::<Order>().unwrap(), order);
    }
    assert!("bitreversed".parse::<Order>().is_err());
    assert!(!Order::BitReversed.exists_for(0) && !Order::BitReversed.exists_for(12));
    assert!(is_power_of_three(1) && is_power_of_three(59049) && !is_power_of_three(0) && !is_power_of_three(6));
}

#[test]
fn reordering_there_and_back() -> Result<()> {
    for &order in Order::ALL {
        let long = [1 << 10, 1 << 13, 1 << 16, 3usize.pow(6), 3usize.pow(8), 3usize.pow(9)];
        for n in lengths(order, 300).chain(long).filter(|&n| order.is_permutation(n)) {
            // Elements that are neither copied nor cloned.
            let natural: Vec<Box<usize>> = (0..n).map(Box::new).collect();
            let mut values: Vec<Box<usize>> = order.permutation(n).into_iter().map(Box::new).collect();
            order.to_natural(&mut values)?;
            assert_eq!(values, natural, "{order} {n}");
            order.from_natural(&mut values)?;
            assert!(values.iter().map(|k| **k).eq(order.permutation(n)), "{order} {n}");
        }
    }
    Order::Natural.to_natural::<u8>(&mut [])
}

#[test]
fn orders_that_cannot_be_reordered() {
    let lengths = [0, 1, 2, 3, 4, 6, 8, 9, 12, 18, 27, 100];
    for &order in Order::ALL {
        for n in lengths {
            let before: Vec<usize> = (0..n).collect();
            let mut values = before.clone();
            let answers = [order.to_natural(&mut values), order.from_natural(&mut values)];
            for answer in answers {
                match answer {
                    Ok(()) => assert!(order.is_permutation(n), "{order} {n}"),
                    Err(Error::Length { len, .. }) => assert!(!order.is_permutation(n) && len == n, "{order} {n}"),
                    Err(error) => panic!("{order} {n}: {error}"),
                }
            }
            assert_eq!(values, before, "{order} {n}");
        }
    }
    let message = Order::ConjugatePair.to_natural(&mut [0; 12]).unwrap_err().to_string();
    assert_eq!(
        message,
        "conjugate-pair order does not exist for length 12: it needs a power of two; natural order has every length"
    );
    let message = Order::Truncated.to_natural(&mut [0; 6]).unwrap_err().to_string();
    assert!(message.contains("next power of two"), "{message}");
}

/// Exponents need no more than the length: the longest lists of each kind have their ends.
#[test]
fn exponents_of_the_longest_lengths() {
    let (two, three) = (1usize << (usize::BITS - 1), 3usize.pow(usize::MAX.ilog(3)));
    for (order, n, radix) in [
        (Order::BitReversed, two, 2),
        (Order::ConjugatePair, two, 2),
        (Order::TernaryReversed, three, 3),
        (Order::TernaryConjugate, three, 3),
    ] {
        assert_eq!(order.exponent(0, n), 0);
        assert_eq!(order.exponent(1, n), n / radix, "{order}");
    }
    assert_eq!(Order::BitReversed.exponent(two - 1, two), two - 1);
    assert_eq!(Order::ConjugatePair.exponent(two / 4 * 3, two), two - 1);
    assert_eq!(Order::TernaryConjugate.exponent(three / 3 * 2, three), three - 1);
    assert_eq!(Order::TernaryConjugate.exponent(three - 1, three), three / 2 + 1);
}

/// Algorithms over every exact field: tangent needs real and imaginary parts, the circle has no powers.
fn exact() -> impl Iterator<Item = Algorithm> {
    let others =
        |algorithm: &Algorithm| algorithm.is_additive() || matches!(algorithm, Algorithm::Tangent | Algorithm::Circle);
    Algorithm::ALL.iter().copied().filter(move |algorithm| !others(algorithm))
}

/// The values of the impulse at 1 are the powers of the root, so they spell the order out.
#[test]
fn declared_orders_are_true() -> Result<()> {
    // Roots of every order used below: a prime 1 modulo 2^11 3^5 5 7.
    let prime = (1..).map(|k| k * 2048 * 243 * 35 + 1).find(|&p| is_prime(p)).unwrap();
    let ring = Modular::new(prime)?;
    let lengths = [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 27, 32, 35, 64, 81, 128, 243, 256, 512, 1024];
    for algorithm in exact().filter(|&algorithm| algorithm != Algorithm::Negacyclic) {
        for n in lengths.into_iter().filter(|&n| algorithm.exists_for(n)) {
            let native = algorithm.native_order();
            let reordered = |order: &Order| order.is_permutation(n) && native.is_permutation(n);
            for order in Order::ALL.iter().copied().filter(|order| *order == native || reordered(order)) {
                let plan = Plan::builder(ring, n).algorithm(algorithm).order(order).build()?;
                let mut x = vec![0; n];
                x[1 % n] = 1;
                plan.forward(&mut x)?;
                let w = ring.root(if order == Order::Truncated { n.next_power_of_two() } else { n })?;
                let truth: Vec<u64> = order.permutation(n).iter().map(|&k| ring.pow(&w, k as u64)).collect();
                assert_eq!(x, if n == 1 { vec![1] } else { truth }, "{algorithm} {order} {n}");
                plan.inverse(&mut x)?;
                assert!(x.iter().enumerate().all(|(k, x)| *x == u64::from(k == 1 % n)), "{algorithm} {order} {n}");
            }
        }
    }
    Ok(())
}

/// An order that the length or the values do not have is an error.
#[test]
fn orders_a_plan_cannot_have() -> Result<()> {
    let ring = Modular::new(7681)?;
    for (algorithm, n, order) in [
        (Algorithm::Stockham, 12, Order::BitReversed),
        (Algorithm::Stockham, 6, Order::ConjugatePair),
        (Algorithm::Stockham, 8, Order::TernaryConjugate),
        (Algorithm::Stockham, 6, Order::Truncated),
        (Algorithm::Truncated, 6, Order::Natural),
        (Algorithm::Truncated, 6, Order::BitReversed),
    ] {
        let answer = Plan::builder(ring, n).algorithm(algorithm).order(order).build();
        let error = answer.err();
        assert!(
            matches!(error, Some(Error::Length { .. } | Error::Unsupported { .. })),
            "{algorithm} {n} {order}: {error:?}"
        );
    }
    Ok(())
}

/// A convolution in any order is the convolution.
#[test]
fn products_need_no_reordering() -> Result<()> {
    type F = bls12_381::Scalar;
    let x: Vec<F> = (1..=8).map(F::from).chain((0..56).map(|_| F::zero())).collect();
    let mut truth = None;
    for algorithm in exact().filter(|algorithm| algorithm.exists_for(64)) {
        for order in Order::ALL.iter().copied().filter(|order| order.is_permutation(64)) {
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
