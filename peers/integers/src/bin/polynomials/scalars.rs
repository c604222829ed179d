//! The contestants over the scalar field of BLS12-381.

use ark_bls12_381::Fr;
use ark_ff::PrimeField;
use ark_poly::{DenseUVPolynomial, univariate::DensePolynomial};
use peers_integers::{
    Result,
    contest::{Boxed, Entry, OURS},
    operands::Words,
};
use ringfft::{
    order::Order,
    plan::{Plan, Scale, Threads},
    poly,
    rings::{Bls12381Fr, NativeField, native},
};
use std::hint::black_box;

pub const ARK: &str = "ark-poly";
const PLAN: &str = "plan";

/// The peers, and ours through a plan that is made beforehand.
pub const NAMES: [&str; 2] = [ARK, PLAN];

/// Returns the contestants of a product of two polynomials of `len` coefficients, ours first.
pub fn contestants(len: usize, names: &[&str]) -> Result<Vec<Boxed<'static>>> {
    let scalars = |seed: u64| {
        let mut words = Words(seed ^ len as u64);
        (0..len).map(|_| Bls12381Fr::from_words(&[0; 4].map(|_| words.next()))).collect::<Vec<_>>()
    };
    let (a, b) = (scalars(1), scalars(2));
    let mut all: Vec<Boxed<'static>> = Vec::new();
    if names.contains(&ARK) {
        let polynomial = |scalars: &[Bls12381Fr]| {
            DensePolynomial::from_coefficients_vec(
                scalars.iter().map(|x| Fr::from_le_bytes_mod_order(&bytes(x))).collect(),
            )
        };
        let factors = [polynomial(&a), polynomial(&b)];
        let call = move |out: &mut DensePolynomial<Fr>| *out = black_box(&factors[0]) * black_box(&factors[1]);
        let product = |out: &DensePolynomial<Fr>| out.coeffs.iter().flat_map(|x| x.into_bigint().0).collect();
        all.push(Box::new(Entry { name: ARK, state: DensePolynomial { coeffs: Vec::new() }, call, product }));
    }
    if names.contains(&PLAN) {
        all.push(through_plan(a.clone(), b.clone())?);
    }
    let ring = native::<Bls12381Fr>();
    let call = move |out: &mut Vec<Bls12381Fr>| {
        poly::multiply_into(&ring, black_box(&a), black_box(&b), out).expect("a product that fits in memory");
    };
    let state = vec![Bls12381Fr::ZERO; 2 * len - 1];
    all.insert(0, Box::new(Entry { name: OURS, state, call, product: |out: &Vec<_>| words(out) }));
    Ok(all)
}

/// The product by two transforms, products of values and an inverse. The plan and the lists are made beforehand.
fn through_plan(a: Vec<Bls12381Fr>, b: Vec<Bls12381Fr>) -> Result<Boxed<'static>> {
    let product_len = a.len() + b.len() - 1;
    let len = product_len.next_power_of_two();
    let threads = Threads::AtMost(rayon::current_num_threads());
    let builder = Plan::builder(native::<Bls12381Fr>(), len).order(Order::BitReversed).scale(Scale::INVERSE);
    let plan = builder.threads(threads).build()?;
    let mut scratch = plan.scratch()?;
    let mut other = vec![Bls12381Fr::ZERO; len];
    let copy = |list: &mut [Bls12381Fr], factor: &[Bls12381Fr]| {
        list[..factor.len()].copy_from_slice(factor);
        list[factor.len()..].fill(Bls12381Fr::ZERO);
    };
    let call = move |out: &mut Vec<Bls12381Fr>| {
        copy(out, &a);
        copy(&mut other, &b);
        let mut transforms = || {
            plan.forward_with(out, &mut scratch)?;
            plan.forward_with(&mut other, &mut scratch)?;
            out.iter_mut().zip(&other).for_each(|(x, y)| *x *= *y);
            plan.inverse_with(out, &mut scratch)
        };
        transforms().expect("lists of the plan's length");
    };
    let state = vec![Bls12381Fr::ZERO; len];
    Ok(Box::new(Entry { name: PLAN, state, call, product: |out: &Vec<_>| words(out) }))
}

fn words(scalars: &[Bls12381Fr]) -> Vec<u64> {
    scalars.iter().flat_map(residue).collect()
}

fn residue(x: &Bls12381Fr) -> [u64; 4] {
    let mut words = [0; 4];
    x.write_residue(&mut words);
    words
}

fn bytes(x: &Bls12381Fr) -> Vec<u8> {
    residue(x).iter().flat_map(|word| word.to_le_bytes()).collect()
}
