//! Plans over primes of 255 bits, in lanes where the machine has them, against the textbook's depth-first transform.
#![cfg(all(feature = "ff014", feature = "parallel"))]

use ff::PrimeField;
use ringfft::{
    algebra::{Ring, Roots, StaticElement},
    order::Order,
    plan::{Accelerated, Algorithm, Isa, Layout, Plan, Scale, Threads},
    rings::{Bls12381Fr, Bn254Fr, Goldilocks, ff},
};

/// Elements with extremes among them.
fn elements<F: From<u64> + Copy + core::ops::Neg<Output = F> + core::ops::Mul<Output = F>>(n: usize) -> Vec<F> {
    let factor = F::from(0x9e37_79b9_7f4a_7c15);
    let mut power = F::from(1);
    let step = |power: &mut F| {
        *power = *power * factor;
        *power
    };
    (0..n)
        .map(|i| match i % 4 {
            0 => -F::from(1),
            1 => F::from(0),
            _ => step(&mut power),
        })
        .collect()
}

fn agrees<F>(n: usize)
where
    F: StaticElement + From<u64> + Copy + PartialEq + Send + Sync + 'static,
    F: core::ops::Neg<Output = F> + core::ops::Mul<Output = F>,
    F::Ring: Accelerated<Scalars = F::Ring>,
{
    let ring = F::Ring::default();
    let x: Vec<F> = elements(n);
    for order in [Order::Natural, Order::BitReversed] {
        for coset in [None, Some(F::from(7))] {
            for (threads, scale) in [(1, Scale::INVERSE), (2, Scale::INVERSE), (1, Scale::NONE)] {
                let builder = |algorithm: Option<Algorithm>| {
                    let mut builder = Plan::builder(ring.clone(), n).order(order).scale(scale);
                    if let Some(coset) = coset {
                        builder = builder.coset(coset);
                    }
                    if let Some(algorithm) = algorithm {
                        builder = builder.algorithm(algorithm);
                    }
                    builder.threads(Threads::AtMost(threads)).build().unwrap()
                };
                let (fast, textbook) = (builder(None), builder(Some(Algorithm::DepthFirst)));
                let lanes = Isa::Avx512.is_available() && ringfft_has_ifma();
                assert_eq!(fast.recipe().algorithm() == Algorithm::Packed, lanes, "{}", fast.recipe());
                let (mut a, mut b) = (x.clone(), x.clone());
                fast.forward(&mut a).unwrap();
                textbook.forward(&mut b).unwrap();
                assert!(a == b, "{n} {order} {}", coset.is_some());
                fast.inverse(&mut a).unwrap();
                textbook.inverse(&mut b).unwrap();
                assert!(a == b, "{n} {order} {}", coset.is_some());
                let mut c = vec![F::from(0); n];
                fast.forward_into(&x, &mut c).unwrap();
                fast.inverse(&mut c).unwrap();
                assert!(a == c);
            }
        }
    }
    // Any root, and a batch.
    let root = ring.root(n).map(|root| ring.pow(&root, 3)).unwrap();
    let plan = |algorithm| {
        let builder = Plan::builder(ring.clone(), n).root(root).batch(2, Layout::Rows);
        let builder = if let Some(algorithm) = algorithm { builder.algorithm(algorithm) } else { builder };
        builder.build().unwrap()
    };
    let (mut a, mut b): (Vec<F>, Vec<F>) = (elements(2 * n), elements(2 * n));
    plan(None).forward(&mut a).unwrap();
    plan(Some(Algorithm::DepthFirst)).forward(&mut b).unwrap();
    assert!(a == b);
}

#[cfg(target_arch = "x86_64")]
fn ringfft_has_ifma() -> bool {
    std::arch::is_x86_feature_detected!("avx512ifma") && std::arch::is_x86_feature_detected!("avx512dq")
}

#[cfg(not(target_arch = "x86_64"))]
fn ringfft_has_ifma() -> bool {
    false
}

#[test]
fn fields_of_this_crate() {
    agrees::<Bls12381Fr>(256);
    agrees::<Bn254Fr>(512);
}

/// Through canonical bytes, little-endian ones here.
#[test]
fn foreign_fields() {
    let plan = Plan::over(ff::<bls12_381::Scalar>(), 512).unwrap();
    let own = Plan::<Bls12381Fr>::new(512).unwrap();
    let mut x: Vec<bls12_381::Scalar> = (0..512).map(|i| bls12_381::Scalar::from(i * i)).collect();
    let mut y: Vec<Bls12381Fr> = (0..512).map(|i| Bls12381Fr::from(i * i)).collect();
    plan.forward(&mut x).unwrap();
    own.forward(&mut y).unwrap();
    for (x, y) in x.iter().zip(&y) {
        assert_eq!(x.to_bytes(), y.to_repr().as_ref());
    }
}

/// A field of `ff` 0.14, through its bytes, is what it is as a field of this crate.
#[test]
fn foreign_fields_of_ff_014() {
    use ringfft::rings::ff;
    let plan = Plan::over(ff::<Bls12381Fr>(), 1024).unwrap();
    let own = Plan::<Bls12381Fr>::new(1024).unwrap();
    let x: Vec<Bls12381Fr> = elements(1024);
    let (mut a, mut b) = (x.clone(), x.clone());
    plan.forward(&mut a).unwrap();
    own.forward(&mut b).unwrap();
    assert!(a == b);
    plan.inverse(&mut a).unwrap();
    assert!(a == x);
    // A field without such kernels takes the textbook's way.
    let short = Plan::over(ff::<Goldilocks>(), 256).unwrap();
    assert_ne!(short.recipe().algorithm(), Algorithm::Packed);
}
