//! Any length against the laws of the transform, without an oracle.

use crate::plans;
use num_complex::Complex;
use ringfft::{
    Error, Result,
    algebra::Roots,
    order::Order,
    plan::{Plan, Scale},
    rings::ComplexRing,
};
use ringfft_testing::{Random, accuracy::Narrow, self_test, values_test};

fn check<T: Narrow>(n: usize, seed: u64) {
    for (isa, plan) in plans::<T>(n) {
        let laws = self_test(&plan, 2, seed).unwrap_or_else(|error| panic!("{n} on {isa}, seed {seed}: {error}"));
        assert_eq!(laws.len(), 6);
        values_test(&plan, 3, seed).unwrap_or_else(|error| panic!("{n} on {isa}, seed {seed}: {error}"));
        if n > 1000 {
            let ratios: Vec<_> = laws.iter().map(|law| format!("{} {:.3}", law.law, law.error / law.allowed)).collect();
            println!("{n} on {isa}, of what is allowed: {}", ratios.join(", "));
        }
    }
}

#[test]
fn every_short_length() {
    for n in 1..=130 {
        check::<f64>(n, n as u64);
        check::<f32>(n, n as u64);
    }
}

#[test]
fn random_lengths() {
    let mut random = Random::new(2026);
    for most in [1000, 1000, 1000, 1000, 10_000, 10_000, 10_000, 30_000] {
        check::<f64>(1 + random.below(most), random.bits());
        check::<f32>(1 + random.below(most), random.bits());
    }
}

#[test]
fn long_lengths() {
    check::<f64>(1 << 16, 1);
    check::<f32>(1 << 16, 1);
    check::<f32>(3 * 5 * 7 * 11 * 13, 2);
    check::<f64>(10_007, 3);
}

#[test]
fn what_is_no_plain_transform_is_refused() -> Result<()> {
    let ring = ComplexRing::<f64>::new();
    let refused = |plan: &Plan<Complex<f64>>| {
        assert!(matches!(self_test(plan, 1, 1), Err(Error::Unsupported { .. })), "{}", plan.recipe());
        assert!(matches!(values_test(plan, 1, 1), Err(Error::Unsupported { .. })), "{}", plan.recipe());
    };
    refused(&Plan::builder(ring, 8).order(Order::BitReversed).build()?);
    refused(&Plan::builder(ring, 8).scale(Scale::UNITARY).build()?);
    refused(&Plan::builder(ring, 8).root(ring.root(8)?.conj()).build()?);
    let unscaled = Plan::builder(ring, 60).scale(Scale::NONE).build()?;
    self_test(&unscaled, 2, 1).map(|_| ())
}

/// A coset is another map, and no law of the transform passes it but linearity and the way back.
#[test]
fn another_map_is_found() -> Result<()> {
    let ring = ComplexRing::<f64>::new();
    for (n, angle) in [(8usize, 1e-12), (1000, 1e-12), (97, 1e-11)] {
        let plan = Plan::builder(ring, n).coset(Complex::new(1.0, angle)).build()?;
        let found = [self_test(&plan, 1, 1).map(|_| ()), values_test(&plan, 20, 1).map(|_| ())];
        for found in found {
            assert!(matches!(found, Err(Error::Verification { .. })), "{n}: {found:?}");
        }
    }
    Ok(())
}
