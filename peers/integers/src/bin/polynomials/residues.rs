//! The contestants over primes of a word.

use peers_integers::{
    Result,
    contest::{Boxed, Entry, OURS},
    libraries::{Flint, FlintPolynomial, Ntl, NtlProduct},
    operands::Words,
};
use ringfft::{
    poly,
    rings::{Modular, Modular32},
};
use std::hint::black_box;

pub const FLINT: &str = "flint";
pub const NTL: &str = "ntl";
pub const SHORT: &str = "modular32";

/// The peers, and ours in words of 32 bits.
pub const NAMES: [&str; 3] = [FLINT, NTL, SHORT];

/// Returns the contestants of a product of two polynomials of `len` coefficients, ours first.
pub fn contestants<'l>(
    flint: Option<&'l Flint>,
    ntl: Option<&'l Ntl>,
    prime: u64,
    len: usize,
    names: &[&str],
) -> Result<Vec<Boxed<'l>>> {
    let residues = |seed: u64| {
        let mut words = Words(seed ^ len as u64);
        let mut residues: Vec<u64> = (0..len).map(|_| words.next() % prime).collect();
        // A leading zero would be dropped by the peers.
        residues[len - 1] = residues[len - 1].max(1);
        residues
    };
    let (a, b) = (residues(1), residues(2));
    let mut all: Vec<Boxed<'l>> = Vec::new();
    if names.contains(&FLINT)
        && let Some(flint) = flint
    {
        let factors = [flint.polynomial(prime, &a, len), flint.polynomial(prime, &b, len)];
        let state = flint.polynomial(prime, &[], 2 * len - 1);
        let call = move |out: &mut FlintPolynomial| out.set_product(&factors[0], &factors[1]);
        let product = |out: &FlintPolynomial| out.residues().to_vec();
        all.push(Box::new(Entry { name: FLINT, state, call, product }));
    }
    if names.contains(&NTL)
        && let Some(ntl) = ntl
    {
        let state = ntl.factors(prime, &a, &b);
        let call = |state: &mut NtlProduct<'_>| state.multiply();
        let product = |state: &NtlProduct<'_>| state.residues();
        all.push(Box::new(Entry { name: NTL, state, call, product }));
    }
    if names.contains(&SHORT) {
        let ring = Modular32::new(prime)?;
        let short = |residues: &[u64]| residues.iter().map(|&x| x as u32).collect::<Vec<u32>>();
        let (a, b) = (short(&a), short(&b));
        let call = move |out: &mut Vec<u32>| {
            poly::multiply_into(&ring, black_box(&a), black_box(&b), out).expect("a product that fits in memory");
        };
        let product = |out: &Vec<u32>| out.iter().map(|&x| u64::from(x)).collect();
        all.push(Box::new(Entry { name: SHORT, state: vec![0; 2 * len - 1], call, product }));
    }
    let ring = Modular::new(prime)?;
    let call = move |out: &mut Vec<u64>| {
        poly::multiply_into(&ring, black_box(&a), black_box(&b), out).expect("a product that fits in memory");
    };
    all.insert(0, Box::new(Entry { name: OURS, state: vec![0; 2 * len - 1], call, product: Vec::clone }));
    Ok(all)
}
