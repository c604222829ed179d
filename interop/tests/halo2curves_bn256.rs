//! The scalar field of bn256 (BN254) of halo2curves, a field of `ff` 0.13.

use ff013::{Field, PrimeField};
use halo2curves::bn256::Fr;
use interop::{evaluate, logarithm, stretch};
use ringfft::{order::Order, plan::{Algorithm, Plan}, rings::ff013};

fn coefficients(n: usize) -> Vec<Fr> {
    std::iter::successors(Some(Fr::from(3)), |x| Some(x.square() - Fr::from(5))).take(n).collect()
}

/// `g^((p - 1)/n)`.
fn root(g: u64, n: usize) -> Fr {
    assert!(n.is_power_of_two() && n.trailing_zeros() <= Fr::S);
    // (p - 1)/2^S, halved along.
    let mut exponent = (-Fr::ONE).to_repr().as_ref().to_vec();
    for _ in 0..n.trailing_zeros() {
        let carries: Vec<u8> = exponent.iter().skip(1).map(|byte| byte << 7).chain([0]).collect();
        exponent.iter_mut().zip(carries).for_each(|(byte, carry)| *byte = *byte >> 1 | carry);
    }
    let words: Vec<u64> =
        exponent.chunks(8).map(|word| word.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte))).collect();
    Fr::from(g).pow_vartime(words)
}

#[test]
fn transform_is_evaluation() {
    for algorithm in
        Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_dft() && *algorithm != Algorithm::Tangent)
    {
        for n in (0..=8).map(|k| 1usize << k).filter(|&n| algorithm.exists_for(n)) {
            let x = coefficients(n);
            let mut w = Fr::ROOT_OF_UNITY;
            (n.trailing_zeros()..Fr::S).for_each(|_| w = w.square());
            let values = evaluate(&x, w, Fr::ZERO, Fr::ONE);
            let plan = Plan::builder(ff013::<Fr>(), n).algorithm(algorithm).order(Order::Natural).build().unwrap();
            let mut y = x.clone();
            plan.forward(&mut y).unwrap();
            assert_eq!(y, values, "{algorithm} {n}");
            plan.inverse(&mut y).unwrap();
            assert_eq!(y, x, "{algorithm} {n}");
        }
    }
}

/// `p - 1` has the factors 3^2 and 13 too.
#[test]
fn odd_lengths() {
    for n in [3, 9, 13, 36, 117] {
        let x = coefficients(n);
        let plan = Plan::over(ff013::<Fr>(), n).unwrap();
        let mut y = x.clone();
        plan.forward(&mut y).unwrap();
        assert_eq!(y, evaluate(&x, *plan.root(), Fr::ZERO, Fr::ONE), "{n}");
        plan.inverse(&mut y).unwrap();
        assert_eq!(y, x, "{n}");
    }
    assert!(Plan::over(ff013::<Fr>(), 5).is_err());
}

/// arkworks and most others take the generator 5, halo2curves takes 7: the same values in another order.
///
/// 5/7 happens to be a 32nd power, so the roots agree up to order 32 and differ above.
#[test]
fn generators_five_and_seven() {
    assert_eq!(Fr::MULTIPLICATIVE_GENERATOR, Fr::from(7));
    for n in (2..=10).map(|k| 1usize << k) {
        let (w5, w7) = (root(5, n), root(7, n));
        let seven = Plan::over(ff013::<Fr>(), n).unwrap();
        assert_eq!(*seven.root(), w7, "{n}");
        let five = Plan::builder(ff013::<Fr>(), n).root(w5).build().unwrap();
        let x = coefficients(n);
        let (mut a, mut b) = (x.clone(), x.clone());
        five.forward(&mut a).unwrap();
        seven.forward(&mut b).unwrap();
        assert_eq!(a == b, n <= 32, "{n}");
        // w5 = w7^t, so f(w5^k) = f(w7^(t k)).
        let t = logarithm(w7, w5, Fr::ONE, n);
        assert_eq!(a, stretch(&b, t), "{n}");
        five.inverse(&mut a).unwrap();
        assert_eq!(a, x, "{n}");
    }
}

#[test]
fn a_root_of_the_wrong_order_is_refused() {
    for (order, n) in [(512, 1024), (2048, 1024), (1, 2)] {
        assert!(Plan::builder(ff013::<Fr>(), n).root(root(5, order)).build().is_err(), "{order} for {n}");
    }
}
