//! The contestants of FLINT and NTL. Elements are residues of as many words as the prime, low word first.

use crate::task::Operation;
use peers_integers::{
    contest::{Boxed, Entry},
    libraries::{Flint, Ntl, NtlOperation, NtlTask, WordPolynomial},
};

pub const FLINT: &str = "flint";
pub const NTL: &str = "ntl";

/// Two operands as words.
pub struct Operands {
    pub operation: Operation,
    pub prime: Vec<u64>,
    pub a: Vec<u64>,
    pub b: Vec<u64>,
}

/// Returns FLINT's contestant, if it was built with what the prime needs. `monic` divides a polynomial by its leading coefficient.
pub fn flint<'l>(flint: &'l Flint, operands: &Operands, monic: impl Fn(&[u64]) -> Vec<u64> + 'l) -> Option<Boxed<'l>> {
    if let [prime] = operands.prime[..] {
        return Some(words(flint, prime, operands));
    }
    let Operands { operation, prime, a, b } = operands;
    let mut field = flint.wide?.field(prime);
    let (operation, words, a, b) = (*operation, prime.len(), a.clone(), b.clone());
    let len = match operation {
        Operation::Product => a.len() + b.len() - words,
        Operation::Divide => a.len() - b.len() + words,
        Operation::Gcd | Operation::Evaluate | Operation::Interpolate => b.len(),
    };
    let state = (vec![0; len], vec![0; b.len() - words]);
    let call = move |(out, rest): &mut (Vec<u64>, Vec<u64>)| match operation {
        Operation::Product => field.multiply(&a, &b, out),
        Operation::Divide => field.divide(&a, &b, out, rest),
        Operation::Gcd => {
            let len = field.gcd(&a, &b, out);
            out[len * words..].fill(0);
        }
        Operation::Evaluate => field.evaluate(&a, &b, out),
        Operation::Interpolate => field.interpolate(&a, &b, out),
    };
    let product = move |(out, rest): &(Vec<u64>, Vec<u64>)| match operation {
        Operation::Gcd => monic(out),
        _ => [&out[..], &rest[..]].concat(),
    };
    Some(Box::new(Entry { name: FLINT, state, call, product }))
}

/// Over a prime of one word.
fn words<'l>(flint: &'l Flint, prime: u64, operands: &Operands) -> Boxed<'l> {
    let (operation, b) = (operands.operation, operands.b.clone());
    let polynomial = |residues: &[u64], room: usize| flint.words.polynomial(prime, residues, room);
    let [first, rest] = [(); 2].map(|()| polynomial(&[], operands.a.len() + b.len()));
    if operation == Operation::Evaluate || operation == Operation::Interpolate {
        let a = operands.a.clone();
        let f = if operation == Operation::Evaluate { polynomial(&a, a.len()) } else { polynomial(&[], 1) };
        let call = move |(out, values): &mut (WordPolynomial, Vec<u64>)| match operation {
            Operation::Evaluate => f.evaluate(&b, values),
            _ => out.interpolate(&a, &b),
        };
        let product = move |(out, values): &(WordPolynomial, Vec<u64>)| match operation {
            Operation::Evaluate => values.clone(),
            _ => out.residues().to_vec(),
        };
        return Box::new(Entry { name: FLINT, state: (first, vec![0; operands.b.len()]), call, product });
    }
    let (a, b) = (polynomial(&operands.a, operands.a.len()), polynomial(&b, b.len()));
    let call = move |(out, rest): &mut (WordPolynomial, WordPolynomial)| match operation {
        Operation::Divide => out.set_quotient(rest, &a, &b),
        Operation::Gcd => out.set_gcd(&a, &b),
        _ => out.set_product(&a, &b),
    };
    let product = |(out, rest): &(WordPolynomial, WordPolynomial)| [out.residues(), rest.residues()].concat();
    Box::new(Entry { name: FLINT, state: (first, rest), call, product })
}

/// Returns NTL's contestant, if it has the operation in less than quadratic time.
pub fn ntl<'l>(ntl: &'l Ntl, operands: &Operands) -> Option<Boxed<'l>> {
    let operation = ntl_operation(operands.operation)?;
    let state = ntl.task(operation, &operands.prime, &operands.a, &operands.b);
    let call = |state: &mut NtlTask<'_>| state.run();
    let product = |state: &NtlTask<'_>| state.residues();
    Some(Box::new(Entry { name: NTL, state, call, product }))
}

/// Returns NTL's operation.
pub fn ntl_operation(operation: Operation) -> Option<NtlOperation> {
    match operation {
        Operation::Product => Some(NtlOperation::Product),
        Operation::Divide => Some(NtlOperation::Divide),
        Operation::Gcd => Some(NtlOperation::Gcd),
        Operation::Evaluate | Operation::Interpolate => None,
    }
}
