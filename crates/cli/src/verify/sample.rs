//! The cases that are checked by default: rings, lengths, algorithms, instruction sets.

use crate::{
    failure::Outcome,
    spec::{RingName, Spec},
};
use ringfft::{
    arith::prime_factors,
    plan::{Algorithm, Isa},
};

/// All rings with a name, and moduli of several kinds.
const RINGS: [&str; 19] = [
    "c32",
    "c64",
    "goldilocks",
    "m31",
    "bls12-381-fr",
    "bn254-fr",
    "mod:3",
    "mod:17",
    "mod:257",
    "mod:65@8",
    "mod:149299201",
    "fermat:12",
    "fermat:64",
    "gf2:8",
    "gf2:16",
    "gf2:16/1002d",
    "gf2:32",
    "gf2:64",
    "gf2:128",
];

/// Fields of 31 bits, and primes of every width that the kernels of run-time moduli distinguish: 30, 31, 32, 50, 51,
/// 62, 63 and 64 bits. All have roots of order `2^22` and more. In the short sample the first three run every
/// algorithm, the others those with kernels of their own.
const WORDS: [&str; 13] = [
    "babybear",
    "mod:998244353",
    "mod:9223372036737335297",
    "koalabear",
    "mod32:998244353",
    "mod32:2130706433",
    "mod32:4194304001",
    "mod:2130706433",
    "mod:4194304001",
    "mod:1125899437080577",
    "mod:2251799696244737",
    "mod:4611686018326724609",
    "mod:18446744073692774401",
];

/// Fields of 255 bits with kernels.
const WIDE: [&str; 2] = ["bls12-381-fr", "bn254-fr"];

/// One, small and large powers of two and three, odd primes, products.
const SAMPLE: [usize; 20] = [1, 2, 3, 4, 5, 8, 9, 12, 15, 16, 17, 27, 64, 97, 100, 360, 729, 1024, 8192, 1 << 16];

/// Lengths of the planner's choice over residues: every step from words to vectors, and beyond a leaf.
const POWERS: [usize; 10] = [2, 8, 32, 64, 128, 256, 512, 2048, 4096, 1 << 14];

/// Lengths of additive transforms: every power of two to 2^14, and lengths between them.
const ADDITIVE: [usize; 20] =
    [1, 2, 3, 4, 7, 8, 16, 32, 64, 100, 128, 256, 512, 1000, 1024, 2048, 4096, 5000, 8192, 1 << 14];

/// The most products that a quadratic part may take by default.
const AFFORDABLE: u64 = 1 << 24;

/// Returns the sample that takes less than a minute.
pub(crate) fn short() -> Outcome<Vec<Spec>> {
    let mut specs = every(&WORDS[..3], &SAMPLE, &ADDITIVE)?;
    chosen(&mut specs, POWERS)?;
    for name in ["c32", "c64", "goldilocks", "babybear"] {
        // Long transforms have other plans than short ones.
        specs.push(choice(&RingName::parse(name)?, 1 << 20));
    }
    Ok(specs)
}

/// Returns the cases that take minutes, ring by ring.
pub(crate) fn full() -> Outcome<Vec<Spec>> {
    let lengths: Vec<usize> =
        (1..=100).chain((7..=16).map(|log_len| 1 << log_len)).chain([243, 729, 1000, 1009, 2187, 65537]).collect();
    let additive: Vec<usize> =
        (1..=100).chain((7..=16).map(|log_len| 1 << log_len)).chain([1000, 5000, 40000]).collect();
    let mut specs = every(&WORDS, &lengths, &additive)?;
    let long = [17, 20].map(|log_len| 1 << log_len);
    chosen(&mut specs, long)?;
    for name in WORDS.into_iter().chain(["goldilocks", WIDE[0]]) {
        specs.push(choice(&RingName::parse(name)?, 1 << 22));
    }
    let circle = RingName::parse("m31")?;
    let long = long.into_iter().chain([1 << 22]);
    specs.extend(long.map(|len| Spec { algorithm: Some(Algorithm::Circle), ..choice(&circle, len) }));
    for name in ["gf2:32", "gf2:64", "gf2:128"] {
        specs.push(choice(&RingName::parse(name)?, 1 << 20));
    }
    let mut rings: Vec<RingName> = Vec::new();
    for spec in &specs {
        if !rings.contains(&spec.ring) {
            rings.push(spec.ring.clone());
        }
    }
    specs.sort_by_key(|spec| rings.iter().position(|ring| *ring == spec.ring));
    Ok(specs)
}

/// Expands a spec without an algorithm to all algorithms that exist for its length and are affordable. Returns a spec
/// with an algorithm as it is.
pub(crate) fn algorithms_of(spec: &Spec) -> Vec<Spec> {
    if spec.named {
        return vec![spec.clone()];
    }
    let with = |algorithm: Option<Algorithm>| Spec { algorithm, named: true, ..spec.clone() };
    let binary = matches!(spec.ring, RingName::Binary { .. });
    let exists = Algorithm::ALL
        .iter()
        .copied()
        .filter(|algorithm| algorithm.exists_for(spec.len) && algorithm.is_additive() == binary);
    exists.filter(|&algorithm| steps(algorithm, spec.len) <= AFFORDABLE).map(Some).chain([None]).map(with).collect()
}

/// Returns the instruction sets to check a spec on: all of the machine if it has kernels and none is asked for.
pub(crate) fn instruction_sets(spec: &Spec, asked: Isa) -> Vec<Isa> {
    let kernels = match spec.algorithm {
        None => !matches!(spec.ring, RingName::Fermat { .. } | RingName::Binary { .. }),
        Some(Algorithm::Negacyclic) => !matches!(spec.ring, RingName::Fermat { .. }),
        Some(Algorithm::Circle) => true,
        Some(_) => false,
    };
    let wide = WIDE.contains(&spec.ring.to_string().as_str());
    // Long transforms run on the best set only, from a shorter length on if elements are large or rounded.
    let longest = if wide || matches!(spec.ring, RingName::C32 | RingName::C64) { 1 << 19 } else { 1 << 20 };
    if asked != Isa::Auto || !kernels || spec.len > longest {
        return vec![asked];
    }
    // Wide fields have no kernels of their own for AVX2.
    let sets = Isa::ALL.iter().copied().filter(|isa| *isa != Isa::Auto && isa.is_available());
    sets.filter(|isa| !wide || *isa != Isa::Avx2).collect()
}

/// Returns the number of products of the quadratic part of an algorithm.
fn steps(algorithm: Algorithm, len: usize) -> u64 {
    let len = len as u64;
    let largest = || prime_factors(len).last().map_or(1, |&(q, _)| q);
    match algorithm {
        Algorithm::Naive => len.saturating_mul(len),
        // A Newton interpolation in each direction, and its overhead.
        Algorithm::AdditiveNaive => len.saturating_mul(len).saturating_mul(64),
        Algorithm::Stockham | Algorithm::MixedRadix => len.saturating_mul(largest()),
        _ => 0,
    }
}

/// Returns the specs of every ring and algorithm at these lengths.
fn every(words: &[&str], lengths: &[usize], additive: &[usize]) -> Outcome<Vec<Spec>> {
    let mut specs = Vec::new();
    for name in RINGS.iter().chain(words) {
        let ring = RingName::parse(name)?;
        for &len in if matches!(ring, RingName::Binary { .. }) { additive } else { lengths } {
            specs.extend(algorithms_of(&Spec { ring: ring.clone(), len, algorithm: None, named: false }));
        }
    }
    Ok(specs)
}

/// Adds the planner's choice at these lengths, for the rings in which it has kernels of its own.
fn chosen(specs: &mut Vec<Spec>, lengths: impl IntoIterator<Item = usize> + Clone) -> Outcome<()> {
    for name in WORDS.into_iter().chain(["goldilocks"]).chain(WIDE) {
        let ring = RingName::parse(name)?;
        for len in lengths.clone() {
            let negacyclic = Spec { algorithm: Some(Algorithm::Negacyclic), ..choice(&ring, len) };
            specs.extend([choice(&ring, len), negacyclic]);
        }
    }
    Ok(())
}

fn choice(ring: &RingName, len: usize) -> Spec {
    Spec { ring: ring.clone(), len, algorithm: None, named: true }
}
