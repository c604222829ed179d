//! Products of matrices of polynomials.

use super::shape::{area, checked};
use crate::{
    Result,
    algebra::Lift,
    conv::{self, Convolve, buffer, linear_len, sums},
    kernel::{cast::same, memory::reserve},
    plan::Threads,
    poly,
    rings::Modular,
};
use alloc::vec::Vec;

const WHAT: &str = "a product of matrices of polynomials";

/// Returns the product of matrices of polynomials over residues, row by row. Every entry has as many coefficients as
/// the longest product of entries.
///
/// ```
/// use ringfft::{matrix, rings::Modular};
///
/// let row = [vec![1, 2], vec![3]];
/// let column = [vec![5], vec![0, 7]];
/// let product = matrix::multiply_polynomials(&Modular::new(101)?, [1, 2, 1], &row, &column)?;
/// assert_eq!(product, [[5, 10 + 21, 0]]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Costs a transform of each entry of the factors and of the product. It is modulo the ring's own modulus if that is a
/// prime below 2^62 with the roots, else modulo each of two to four primes. Rings whose modulus is not one odd word
/// take a product of polynomials for each product of entries.
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) if the shape has a zero, or above 2^40 coefficients;
/// [`Error::SliceLength`](crate::Error::SliceLength) if the number of entries of a factor does not match its shape;
/// [`Error::Memory`](crate::Error::Memory).
pub fn multiply_polynomials<R: Convolve + Lift>(
    ring: &R,
    shape: [usize; 3],
    a: &[Vec<R::Element>],
    b: &[Vec<R::Element>],
) -> Result<Vec<Vec<R::Element>>> {
    let [rows, inner, columns] = shape;
    checked(rows, inner, a.len())?;
    checked(inner, columns, b.len())?;
    if let [modulus] = ring.modulus()[..]
        && modulus > 1
        && modulus % 2 == 1
    {
        let own = same::<R, Modular>(core::slice::from_ref(ring)).map(|ring| ring[0]);
        let modular = own.unwrap_or(Modular::with_generator(modulus, 0));
        let (left, right) = (lifted(ring, a)?, lifted(ring, b)?);
        let product = sums::modulo(&modular, shape, [&views(&left)?, &views(&right)?], Threads::default().resolve())?;
        let mut out = reserve(WHAT, product.len())?;
        for words in product {
            let mut entry = reserve(WHAT, words.len())?;
            entry.extend(words.iter().map(|word| ring.integer(*word)));
            out.push(entry);
        }
        return Ok(out);
    }
    let longest = |list: &[Vec<R::Element>]| list.iter().map(Vec::len).max().unwrap_or(0);
    let empty = buffer(WHAT, linear_len(longest(a), longest(b))?, &ring.zero())?;
    let mut out = buffer(WHAT, area(rows, columns)?, &empty)?;
    for (number, out) in out.iter_mut().enumerate() {
        let (i, j) = (number / columns, number % columns);
        for t in 0..inner {
            let product = conv::linear(ring, &a[i * inner + t], &b[t * columns + j])?;
            for (sum, x) in out.iter_mut().zip(&product) {
                ring.add_assign(sum, x);
            }
        }
    }
    Ok(out)
}

/// Returns the coefficients of all entries as words below the modulus, one word each.
fn lifted<R: Lift>(ring: &R, list: &[Vec<R::Element>]) -> Result<Vec<Vec<u64>>> {
    let mut lists = reserve(WHAT, list.len())?;
    for entry in list {
        let mut words = buffer(WHAT, entry.len(), &0u64)?;
        for (word, x) in words.iter_mut().zip(entry) {
            ring.write_words(x, core::slice::from_mut(word));
        }
        lists.push(words);
    }
    Ok(lists)
}

fn views<T>(list: &[Vec<T>]) -> Result<Vec<&[T]>> {
    let mut views = reserve(WHAT, list.len())?;
    views.extend(list.iter().map(|entry| &entry[..]));
    Ok(views)
}

/// Returns the product of matrices of polynomials over the integers, as [`multiply_polynomials`].
///
/// ```
/// use ringfft::matrix;
///
/// let product = matrix::multiply_integer_polynomials([1, 2, 1], &[vec![1, -2], vec![3]], &[vec![5], vec![0, -7]])?;
/// assert_eq!(product, [[5, -10 - 21, 0]]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`multiply_polynomials`]; [`Error::Unsupported`](crate::Error::Unsupported) where a coefficient does not fit 128 bits with its sign.
pub fn multiply_integer_polynomials(shape: [usize; 3], a: &[Vec<i64>], b: &[Vec<i64>]) -> Result<Vec<Vec<i128>>> {
    let [rows, inner, columns] = shape;
    checked(rows, inner, a.len())?;
    checked(inner, columns, b.len())?;
    let product = sums::integers(shape, [&views(a)?, &views(b)?], Threads::default().resolve())?;
    let mut out = reserve(WHAT, product.len())?;
    for entry in product {
        out.push(entry.ok_or_else(poly::integers::too_long)?);
    }
    Ok(out)
}
