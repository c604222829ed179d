//! Every algorithm over every ring: two lists, in [`suite!`] below.
//!
//! A new algorithm is one word, a new ring one line. What a pair cannot be asked is listed by name when the
//! test runs (`--nocapture` shows it, a failure always does).

use num_complex::Complex;
use ringfft::{
    algebra::{Module, Roots, Std},
    inside::require,
    plan::{Accelerated, Algorithm},
    rings::{
        Acted, BabyBear, BinaryField, Bls12381Fr, Bn254Fr, ComplexRing, DoubleDouble, Fermat, Gf2p8, Gf2p16,
        Gf2p16Leopard, Gf2p32, Gf2p64, Gf2p128, Goldilocks, KoalaBear, M31, Modular, Modular32, ViaBinary, binary, ff,
        native,
    },
};
use ringfft_testing::{
    Random, Specimen,
    conformance::{Report, check, check_additive, check_rows},
};
use std::ops::{Mul, Sub};

fn run<M: Accelerated>(algorithm: &str, ring: &str, specimen: Specimen<M>) {
    let algorithm: Algorithm = algorithm.replace('_', "-").parse().expect("an algorithm");
    report(algorithm, ring, check(algorithm, &specimen));
}

/// A binary field with its kernels.
fn binary_run<M: Accelerated>(algorithm: &str, ring: &str, specimen: Specimen<M>) {
    let algorithm: Algorithm = algorithm.replace('_', "-").parse().expect("an algorithm");
    report(algorithm, ring, check(algorithm, &specimen));
    report(algorithm, ring, check_additive(algorithm, &specimen));
}

/// A binary field through the compilation for all rings; rows too.
fn binary_erased<R: Accelerated<Scalars = R> + Roots>(algorithm: &str, ring: &str, specimen: Specimen<R>) {
    let algorithm: Algorithm = algorithm.replace('_', "-").parse().expect("an algorithm");
    let specimen = specimen.erased();
    report(algorithm, ring, check(algorithm, &specimen));
    report(algorithm, ring, check_additive(algorithm, &specimen));
    let rows = check_rows(algorithm, &specimen);
    assert!(rows.failures.is_empty(), "over {ring}:\n{}", rows.failures.join("\n"));
}

/// Through one compilation for all rings; rows too.
fn erased<R: Accelerated<Scalars = R> + Roots>(algorithm: &str, ring: &str, specimen: Specimen<R>) {
    let algorithm: Algorithm = algorithm.replace('_', "-").parse().expect("an algorithm");
    let specimen = specimen.erased();
    report(algorithm, ring, check(algorithm, &specimen));
    let rows = check_rows(algorithm, &specimen);
    assert!(rows.failures.is_empty(), "over {ring}:\n{}", rows.failures.join("\n"));
}

fn report(algorithm: Algorithm, ring: &str, report: Report) {
    for property in &report.skipped {
        println!("SKIPPED {algorithm} over {ring}: no case for: {property}");
    }
    println!("{algorithm} over {ring}: {} transforms checked", report.cases);
    assert!(report.failures.is_empty(), "over {ring}:\n{}", report.failures.join("\n"));
    // Only what asks for more than roots of unity may be missing from a ring.
    let may_lack = matches!(algorithm, Algorithm::Tangent | Algorithm::Circle);
    assert!(report.cases > 0 || may_lack, "{algorithm} over {ring}: nothing was checked");
}

macro_rules! additive {
    ({ $($algorithm:ident)* } $rings:tt) => {
        const ADDITIVE: &[&str] = &[$(stringify!($algorithm)),*];
        $(suite!(@ $algorithm $rings);)*
    };
}

macro_rules! suite {
    ({ $($algorithm:ident)* } $rings:tt) => {
        const LISTED: &[&str] = &[$(stringify!($algorithm)),*];
        $(suite!(@ $algorithm $rings);)*
    };
    (@ $algorithm:ident { $($(#[$meta:meta])* $way:ident $ring:ident = $specimen:expr;)* }) => {
        mod $algorithm {
            use super::*;
            $($(#[$meta])* #[test] fn $ring() {
                $way(stringify!($algorithm), stringify!($ring), $specimen);
            })*
        }
    };
}

additive! {
    { additive_naive gathen_gerhard cantor gao_mateer gao_mateer_general novel_basis additive_truncated }
    {
        binary_erased gf2_8 = binary_field::<Gf2p8>();
        binary_erased gf2_16 = binary_field::<Gf2p16>();
        binary_erased gf2_16_leopard = binary_field::<Gf2p16Leopard>();
        binary_erased gf2_32 = binary_field::<Gf2p32>();
        binary_erased gf2_64 = binary_field::<Gf2p64>();
        binary_run gf2_128 = binary_field::<Gf2p128>();
    }
}

suite! {
    {
        naive classical twisted radix_4 twisted_radix_4 radix_8 twisted_radix_8 split_radix tangent
        radix_3 twisted_radix_3 twisted_radix_3_complex
        stockham mixed_radix good_thomas rader bluestein four_step six_step depth_first
        truncated negacyclic circle
    }
    {
        run complex_f64 = complex::<f64>();
        erased complex_f32 = complex::<f32>();
        erased complex_double_double = complex::<DoubleDouble>().up_to(81, 729);
        erased fermat_64 = fermat(64);
        erased fermat_100 = fermat(100);
        erased m31 = Specimen::exact(native::<M31>(), word).with_product();
        run bls12_381_scalar = Specimen::exact(ff::<bls12_381::Scalar>(), word).with_product();
        erased pallas_base = Specimen::exact(ff::<pasta_curves::Fp>(), word).with_product();
        run g1_points = Specimen::exact(points(), point).up_to(6, 8);
        run goldilocks = Specimen::exact(native::<Goldilocks>(), word).with_product();
        erased babybear = Specimen::exact(native::<BabyBear>(), word).with_product();
        erased koalabear = Specimen::exact(native::<KoalaBear>(), word).with_product();
        erased bls12_381_fr = Specimen::exact(native::<Bls12381Fr>(), word).with_product();
        erased bn254_fr = Specimen::exact(native::<Bn254Fr>(), word).with_product();
        erased bn254_fr_through_ff = Specimen::exact(ff::<Bn254Fr>(), word).with_product();
        #[cfg(feature = "ff013")]
        erased goldilocks_through_ff013 = Specimen::exact(ringfft::rings::ff013::<Goldilocks>(), word).with_product();
        #[cfg(feature = "ff013")]
        erased bls12_381_fr_through_ff013 = Specimen::exact(ringfft::rings::ff013::<Bls12381Fr>(), word).with_product();
        run modulo_17 = modulo(17);
        erased modulo_257 = modulo(257);
        run modulo_998244353 = modulo(998_244_353);
        erased modulo_19 = modulo(19);
        erased modulo_149299201 = modulo(149_299_201);
        erased modulo_998244353_in_32_bits = modulo_small(998_244_353);
        erased modulo_a_prime_of_32_bits = modulo_small(4_194_304_001);
        erased modulo_a_prime_of_64_bits = modulo(0xffff_ffff_0000_0001);
        run modulo_65_with_root_8 = modulo(65).with_root(|n| [1, 64, 0, 8].get(n - 1).copied().filter(|&w| w != 0));
    }
}

/// The kernels of complex floats, on every instruction set of this machine.
mod packed {
    use super::*;
    use ringfft::plan::Isa;

    fn every_instruction_set<T: ringfft::rings::Real>(ring: &str) {
        for isa in require::sets().filter(|isa| *isa != Isa::Pclmul) {
            report(Algorithm::Packed, &format!("{ring} on {isa}"), check(Algorithm::Packed, &complex::<T>().on(isa)));
        }
    }

    #[test]
    fn complex_f64() {
        every_instruction_set::<f64>("complex_f64");
    }

    #[test]
    fn complex_f32() {
        every_instruction_set::<f32>("complex_f32");
    }
}

#[test]
fn every_algorithm_is_listed() {
    let names: Vec<String> = Algorithm::ALL.iter().map(|algorithm| algorithm.name().replace('-', "_")).collect();
    assert_eq!(names, [LISTED, ADDITIVE].concat());
}

/// Random bits, now and then 0 or 1.
fn binary_field<F: BinaryField>() -> Specimen<Std<F, ViaBinary>> {
    let draw = |random: &mut Random| match random.below(16) {
        small @ (0 | 1) => F::from_bits(small as u128),
        _ => F::from_bits(u128::from(random.bits()) << 64 | u128::from(random.bits())),
    };
    Specimen::exact(binary::<F>(), draw).with_product()
}

/// A product of random words, so that every limb is used; now and then 0, 1 or -1.
fn word<F: From<u64> + Mul<Output = F> + Sub<Output = F> + Copy>(random: &mut Random) -> F {
    let root = F::from(random.bits());
    match random.below(16) {
        0 => F::from(0),
        1 => F::from(1),
        2 => F::from(0) - F::from(1),
        _ => root * root * F::from(random.bits()),
    }
}

type Points = Acted<bls12_381::G1Projective, ringfft::algebra::Std<bls12_381::Scalar, ringfft::rings::ViaFf>>;

fn points() -> Points {
    Acted::new(ff(), bls12_381::G1Projective::identity())
}

fn point(random: &mut Random) -> bls12_381::G1Projective {
    bls12_381::G1Projective::generator() * word::<bls12_381::Scalar>(random)
}

/// Residues, the extremes often among them.
fn residue(random: &mut Random, modulus: u64) -> u64 {
    match random.below(4) {
        0 => [0, 1, modulus / 2, modulus - 1][random.below(4)],
        _ => random.bits() % modulus,
    }
}

fn modulo(modulus: u64) -> Specimen<Modular> {
    let ring = Modular::new(modulus).expect("an odd modulus");
    Specimen::exact(ring, move |random: &mut Random| residue(random, modulus)).with_product()
}

fn modulo_small(modulus: u64) -> Specimen<Modular32> {
    let ring = Modular32::new(modulus).expect("an odd modulus of 32 bits");
    Specimen::exact(ring, move |random: &mut Random| residue(random, modulus) as u32).with_product()
}

/// The error in the Euclidean norm, relative to the norm of the truth, stays below `2 sqrt(n) lg n + 16` units
/// in the last place: that is the error of Horner's rule, the oracle. `tests/suite/accuracy.rs` is sharper.
fn complex<T: ringfft::rings::Real>() -> Specimen<ComplexRing<T>> {
    let part = |random: &mut Random| T::from_f64(random.float());
    let distance = |found: &[Complex<T>], truth: &[Complex<T>]| {
        let norm = |z: Complex<T>| (z.re * z.re + z.im * z.im).as_f64();
        let error: f64 = found.iter().zip(truth).map(|(&a, &b)| norm(a - b)).sum();
        let size: f64 = truth.iter().map(|&b| norm(b)).sum();
        if error == 0.0 { 0.0 } else { (error / size).sqrt() }
    };
    let bound = |n: usize| (2.0 * (n as f64).sqrt() * (n.max(1) as f64).log2() + 16.0) * T::unit().as_f64();
    Specimen::inexact(ComplexRing::new(), move |random| Complex::new(part(random), part(random)), distance, bound)
        .with_product()
}

/// Random limbs, now and then an extreme residue.
fn fermat(exponent: usize) -> Specimen<Fermat> {
    let ring = Fermat::new(exponent).expect("an exponent");
    let draw = move |random: &mut Random| match random.below(8) {
        0 => ring.zero(),
        1 => ring.power_of_two(exponent as u64),
        _ => ring.element(&(0..exponent / 64 + 1).map(|_| random.bits()).collect::<Vec<_>>()),
    };
    Specimen::exact(ring, draw).up_to(64, 512).with_product()
}
