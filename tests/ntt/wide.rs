//! Plans over primes of 255 bits, in lanes where the machine has them, against the textbook's depth-first transform.

use ff::PrimeField;
use ringfft::{
    Error,
    algebra::{Ring, Roots, StaticElement},
    inside::require,
    order::Order,
    plan::{Accelerated, Algorithm, Isa, Layout, Plan, Scale, Threads},
    rings::{BabyBear, Bls12381Fr, Bn254Fr, Goldilocks, KoalaBear, M31, NativeField, ff, native},
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
                let lanes = has_wide_lanes();
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

/// Returns whether kernels of wide fields run here.
pub(crate) fn has_wide_lanes() -> bool {
    require::has("avx2", Isa::Avx2.is_available())
}

/// Returns whether the processor has products of 52 bits.
pub(crate) fn has_ifma() -> bool {
    #[cfg(target_arch = "x86_64")]
    let has_ifma = std::arch::is_x86_feature_detected!("avx512ifma") && std::arch::is_x86_feature_detected!("avx512dq");
    #[cfg(not(target_arch = "x86_64"))]
    let has_ifma = false;
    require::has("ifma", Isa::Avx512.is_available() && has_ifma)
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

/// A field of this crate through `ff` is what it is by itself, kernels and all.
#[test]
fn own_fields_through_ff() {
    fn same<F: NativeField + PrimeField>(n: usize) {
        let x: Vec<F> = elements(n);
        for order in [Order::Natural, Order::BitReversed].into_iter().filter(|order| order.is_permutation(n)) {
            for coset in [None, Some(<F as NativeField>::GENERATOR)] {
                let through = Plan::builder(ff::<F>(), n).order(order).threads(Threads::AtMost(2));
                let own = Plan::builder(native::<F>(), n).order(order);
                let (through, own) = match coset {
                    Some(c) => (through.coset(c).build().unwrap(), own.coset(c).build().unwrap()),
                    None => (through.build().unwrap(), own.build().unwrap()),
                };
                assert_eq!(through.recipe(), own.recipe());
                assert_eq!(through.bytes(), own.bytes());
                let (mut a, mut b) = (x.clone(), x.clone());
                through.forward(&mut a).unwrap();
                own.forward_into(&x, &mut b).unwrap();
                assert!(a == b);
                through.inverse(&mut a).unwrap();
                assert!(a == x);
            }
        }
    }
    same::<Bls12381Fr>(1024);
    same::<Bn254Fr>(256);
    same::<Goldilocks>(2048);
    same::<BabyBear>(1024);
    same::<KoalaBear>(64);
    same::<M31>(6);
    assert_eq!(Plan::over(ff::<Goldilocks>(), 256).unwrap().recipe().algorithm(), Algorithm::Packed);
    let refused = Plan::builder(ff::<M31>(), 6).isa(Isa::Pclmul).build();
    assert!(matches!(refused, Err(Error::Unsupported { .. })));
}

/// What a plan says it takes holds the tables and the workspace.
#[test]
fn bytes_are_those_of_tables_and_workspaces() {
    if !has_wide_lanes() {
        return;
    }
    let n = 1 << 12;
    let (plain, coset) = (
        Plan::<Bls12381Fr>::new(n).unwrap().bytes(),
        Plan::builder(native::<Bls12381Fr>(), n).coset(Bls12381Fr::new(7)).build().unwrap().bytes(),
    );
    // 40 bytes an element of the workspace; 80 a factor: n/16 or n/8 of blocks, 7 n/64 of tiles, both ways; 4720 for lanes.
    let kernel = |blocks: usize| (40 * n + 2 * (80 * (blocks + 7 * n / 64))) as u64;
    assert!(plain - kernel(n / 16) < 2 * 6200, "{plain}");
    assert!(coset - kernel(n / 8 - 1) < 2 * 6200, "{coset}");
}
