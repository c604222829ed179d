//! Products of matrices of polynomials over GF(2).

use super::{
    rings::{Method, multiply_by},
    shape::checked,
};
use crate::{
    Error, Result,
    algebra::{Module, Ring},
    kernel::memory::reserve,
    poly::gf2,
};
use alloc::{string::String, sync::Arc, vec::Vec};
use core::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Returns the product of matrices of polynomials over GF(2), row by row. Entries are words of bits as in [`gf2`], each
/// as long as the longest product of entries.
///
/// ```
/// use ringfft::matrix;
///
/// assert_eq!(matrix::multiply_gf2([1, 2, 1], &[vec![3], vec![2]], &[vec![3], vec![1]])?, [[5 ^ 2, 0]]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Costs a product of polynomials for each product of entries, seven in place of eight at each step of Strassen's
/// method. That method is used from 4 rows on for entries of 64 words, and from 8 rows for shorter ones.
///
/// # Errors
/// [`Error::Length`] if the shape has a zero; [`Error::SliceLength`] if the number of entries of a factor does not
/// match its shape; [`Error::Memory`].
pub fn multiply_gf2(shape: [usize; 3], a: &[Vec<u64>], b: &[Vec<u64>]) -> Result<Vec<Vec<u64>>> {
    let [rows, inner, columns] = shape;
    checked(rows, inner, a.len())?;
    checked(inner, columns, b.len())?;
    let [left, right] = [a, b].map(|list| list.iter().map(Vec::len).max().unwrap_or(0));
    let len = if left == 0 || right == 0 { 0 } else { left.saturating_add(right) };
    let ring = Polynomials::default();
    let method = Method::Strassen(if left.min(right) >= LONG { 4 } else { SHORT });
    let mut product = multiply_by(&ring, method, shape, a, b)?;
    let needed = len as u128 * 8;
    let refusal = || Error::Memory { what: WHAT, needed, limit: None };
    if ring.refused.load(Relaxed) {
        return Err(refusal());
    }
    for entry in &mut product {
        entry.try_reserve_exact(len.saturating_sub(entry.len())).map_err(|_| refusal())?;
        entry.resize(len, 0);
    }
    Ok(product)
}

const WHAT: &str = "a product of matrices of polynomials over GF(2)";

/// The least words of long entries, and the least sizes for a step of Strassen's method (measured).
const LONG: usize = 64;
const SHORT: usize = 8;

/// The polynomials over GF(2), where a sum is as long as the longer summand. A product that gets no memory is zero, and noted.
#[derive(Clone, Default)]
struct Polynomials {
    refused: Arc<AtomicBool>,
}

impl Module for Polynomials {
    type Element = Vec<u64>;

    fn zero(&self) -> Vec<u64> {
        Vec::new()
    }

    fn add_assign(&self, a: &mut Vec<u64>, b: &Vec<u64>) {
        let common = a.len().min(b.len());
        for (a, b) in a.iter_mut().zip(b) {
            *a ^= b;
        }
        a.extend_from_slice(&b[common..]);
    }

    fn sub_assign(&self, a: &mut Vec<u64>, b: &Vec<u64>) {
        self.add_assign(a, b);
    }

    fn neg_assign(&self, _: &mut Vec<u64>) {}
}

impl Ring for Polynomials {
    fn name(&self) -> String {
        "GF(2)[x]".into()
    }

    fn one(&self) -> Vec<u64> {
        [1].to_vec()
    }

    fn mul_assign(&self, a: &mut Vec<u64>, b: &Vec<u64>) {
        let product = if a.is_empty() || b.is_empty() { reserve(WHAT, 0) } else { gf2::multiply(a, b) };
        *a = product.unwrap_or_else(|_| {
            self.refused.store(true, Relaxed);
            Vec::new()
        });
    }

    fn is_zero(&self, a: &Vec<u64>) -> bool {
        a.iter().all(|word| *word == 0)
    }

    fn inverse(&self, a: &Vec<u64>) -> Option<Vec<u64>> {
        // Units are of degree zero.
        let (first, rest) = a.split_first()?;
        (*first == 1 && rest.iter().all(|word| *word == 0)).then(|| self.one())
    }
}
