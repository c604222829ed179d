//! Every algorithm over a few small rings, compiled once for all of them.

use ringfft::{
    algebra::Roots,
    plan::{Accelerated, Algorithm},
    rings::{Gf2p8, Modular, binary},
};
use ringfft_testing::{
    Random, Specimen,
    conformance::{check, check_additive, check_rows},
};

/// The additive algorithms, or those over roots of unity.
fn every_algorithm<R: Accelerated<Scalars = R> + Roots>(specimen: Specimen<R>, additive: bool) {
    let specimen = specimen.erased();
    for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_additive() == additive) {
        if algorithm == Algorithm::Packed {
            continue;
        }
        let mut reports = vec![check(algorithm, &specimen), check_rows(algorithm, &specimen)];
        if additive {
            reports.push(check_additive(algorithm, &specimen));
        }
        for report in reports {
            assert!(report.failures.is_empty(), "{algorithm}:\n{}", report.failures.join("\n"));
        }
    }
}

fn modulo(modulus: u64) -> Specimen<Modular> {
    let ring = Modular::new(modulus).expect("an odd modulus");
    Specimen::exact(ring, move |random: &mut Random| random.bits() % modulus).with_product()
}

#[test]
fn modulo_257() {
    every_algorithm(modulo(257), false);
}

#[test]
fn modulo_19() {
    every_algorithm(modulo(19), false);
}

#[test]
fn modulo_3889() {
    every_algorithm(modulo(3889).up_to(162, 486), false);
}

#[test]
fn gf2_8() {
    let draw = |random: &mut Random| Gf2p8::new(random.bits() as u8);
    every_algorithm(Specimen::exact(binary::<Gf2p8>(), draw).with_product(), true);
}
