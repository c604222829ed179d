//! The contestants over the scalar field of BLS12-381.

use crate::{
    foreign::{self, FLINT, NTL, Operands},
    task::{Operation, Task},
};
use ark_bls12_381::Fr;
use ark_ff::PrimeField;
use ark_poly::{
    DenseUVPolynomial,
    univariate::{DenseOrSparsePolynomial, DensePolynomial},
};
use peers_integers::{
    Result,
    contest::{Boxed, Entry, OURS},
    libraries::{Flint, Ntl},
    operands::Words,
};
use ringfft::{
    algebra::Ring,
    order::Order,
    plan::{Plan, Scale, Threads},
    rings::{Bls12381Fr, NativeField, native},
};
use std::hint::black_box;

pub const ARK: &str = "ark-poly";
pub const PLAN: &str = "plan";

/// The peers, and ours through a plan that is made beforehand.
pub const NAMES: [&str; 4] = [FLINT, NTL, ARK, PLAN];

/// Returns the contestants of an operation over `n` coefficients, ours first.
///
/// # Errors
/// Returns an error if there is no memory.
pub fn contestants<'l>(
    flint: Option<&'l Flint>,
    ntl: Option<&'l Ntl>,
    operation: Operation,
    n: usize,
    names: &[&str],
) -> Result<Vec<Boxed<'l>>> {
    let ring = native::<Bls12381Fr>();
    let element = |words: &mut Words| Bls12381Fr::from_words(&[0; 4].map(|_| words.next()));
    let task = Task::new(&ring, operation, n, element, |x| residue(x).to_vec())?;
    let (a, b) = (words(&task.a), words(&task.b));
    let operands = Operands { operation, prime: Bls12381Fr::MODULUS.to_vec(), a, b };
    let mut peers: Vec<Boxed<'l>> = Vec::new();
    for &name in names {
        peers.extend(match name {
            FLINT => flint.and_then(|flint| foreign::flint(flint, &operands, monic)),
            NTL => ntl.and_then(|ntl| foreign::ntl(ntl, &operands)),
            ARK => ark(&task),
            PLAN if operation == Operation::Product => Some(through_plan(task.a.clone(), task.b.clone())?),
            _ => None,
        });
    }
    let mut all = vec![task.ours(OURS, ring, |x| residue(x).to_vec())];
    all.extend(peers);
    Ok(all)
}

/// Returns the contestant of ark-poly, which has products and divisions alone.
fn ark<'a>(task: &Task<Bls12381Fr>) -> Option<Boxed<'a>> {
    let polynomial = |scalars: &[Bls12381Fr]| {
        DensePolynomial::from_coefficients_vec(scalars.iter().map(|x| Fr::from_le_bytes_mod_order(&bytes(x))).collect())
    };
    let operation = task.operation;
    if operation != Operation::Product && operation != Operation::Divide {
        return None;
    }
    let (a, b) = (polynomial(&task.a), polynomial(&task.b));
    let call = move |out: &mut [DensePolynomial<Fr>; 2]| match operation {
        Operation::Divide => {
            let [a, b] = [&a, &b].map(|f| DenseOrSparsePolynomial::from(black_box(f)));
            let (quotient, remainder) = a.divide_with_q_and_r(&b).expect("a divisor that is not zero");
            *out = [quotient, remainder];
        }
        _ => out[0] = black_box(&a) * black_box(&b),
    };
    let product = |out: &[DensePolynomial<Fr>; 2]| {
        out.iter().flat_map(|list| &list.coeffs).flat_map(|x| x.into_bigint().0).collect()
    };
    let state = [(); 2].map(|()| DensePolynomial { coeffs: Vec::new() });
    Some(Box::new(Entry { name: ARK, state, call, product }))
}

/// Returns a polynomial over its leading coefficient.
fn monic(residues: &[u64]) -> Vec<u64> {
    let ring = native::<Bls12381Fr>();
    let mut scalars: Vec<_> = residues.chunks_exact(4).map(Bls12381Fr::from_words).collect();
    let lead = scalars.iter().rfind(|x| !ring.is_zero(x)).and_then(|lead| ring.inverse(lead));
    if let Some(inverse) = lead {
        scalars.iter_mut().for_each(|x| *x *= inverse);
    }
    words(&scalars)
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
