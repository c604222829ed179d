//! Our contestants of products of matrices.

use crate::Factors;
use peers_integers::{
    Result,
    contest::{Boxed, Entry},
};
use ringfft::{
    integer::{Multiplier, Signed},
    matrix::Integers,
    plan::Threads,
};
use std::hint::black_box;

/// Returns ringfft's product of matrices: a transform of every entry.
///
/// # Errors
/// Returns an error if the entries do not make a matrix.
pub fn contestant<'a>(name: &'static str, factors: &Factors, threads: usize) -> Result<Boxed<'a>> {
    let &Factors { order, limbs, .. } = factors;
    let room = factors.product_limbs();
    let matrix = |entries: &[u64]| {
        let entries = entries.chunks_exact(limbs).map(|entry| Signed { negative: false, limbs: entry.to_vec() });
        Integers::new(order, order, entries.collect())
    };
    let (a, b) = (matrix(&factors.a)?, matrix(&factors.b)?);
    let call = move |out: &mut Option<Integers>| {
        let product = black_box(&a).multiply_on(black_box(&b), Threads::AtMost(threads));
        *out = Some(product.expect("a product that fits in memory"));
    };
    let product = move |out: &Option<Integers>| {
        let entries = out.iter().flat_map(Integers::entries);
        let padded = entries.flat_map(|entry| (0..room).map(|at| entry.limbs.get(at).copied().unwrap_or(0)));
        padded.collect()
    };
    Ok(Box::new(Entry { name, state: None, call, product }))
}

/// Returns the product by `order^3` products of integers.
pub fn entry_by_entry<'a>(name: &'static str, factors: &Factors, threads: usize) -> Boxed<'a> {
    let &Factors { order, limbs, .. } = factors;
    let (a, b) = (factors.a.clone(), factors.b.clone());
    let room = factors.product_limbs();
    let multiplier = Multiplier::new().threads(Threads::AtMost(threads));
    let mut term = vec![0; 2 * limbs];
    let call = move |out: &mut Vec<u64>| {
        let (a, b) = (black_box(&a), black_box(&b));
        out.fill(0);
        for (index, sum) in out.chunks_exact_mut(room).enumerate() {
            let (row, column) = (index / order, index % order);
            for k in 0..order {
                let (x, y) = (row * order + k, k * order + column);
                let (x, y) = (&a[x * limbs..][..limbs], &b[y * limbs..][..limbs]);
                multiplier.multiply_into(x, y, &mut term).expect("a product that fits in memory");
                add(sum, &term);
            }
        }
    };
    Box::new(Entry { name, state: vec![0; order * order * room], call, product: Vec::clone })
}

/// Computes `sum <- sum + term`. The sum has room for the carry.
fn add(sum: &mut [u64], term: &[u64]) {
    let (low, high) = sum.split_at_mut(term.len());
    let mut carry = false;
    for (x, &y) in low.iter_mut().zip(term) {
        let (partial, first) = x.overflowing_add(y);
        let (total, second) = partial.overflowing_add(u64::from(carry));
        (*x, carry) = (total, first | second);
    }
    for x in high {
        (*x, carry) = x.overflowing_add(u64::from(carry));
    }
}
