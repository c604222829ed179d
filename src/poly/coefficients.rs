//! Lists of coefficients: copies, trimming, and products in small parts.

use crate::{
    Error, Result,
    algebra::{self, Ring},
    conv::{self, Convolve},
    kernel::memory::reserve,
};
use alloc::{format, string::String, vec::Vec};

/// The use of memory that errors name.
const WHAT: &str = "the coefficients of a polynomial";

/// Returns `f` without its leading zeros.
pub(super) fn trimmed<'a, R: Ring>(ring: &R, f: &'a [R::Element]) -> &'a [R::Element] {
    let mut len = f.len();
    while len > 0 && ring.is_zero(&f[len - 1]) {
        len -= 1;
    }
    &f[..len]
}

/// Removes the leading zeros of `f`.
pub(super) fn trim<R: Ring>(ring: &R, f: &mut Vec<R::Element>) {
    let len = trimmed(ring, f).len();
    f.truncate(len);
}

/// Returns at most the first `n` elements of `f`.
pub(super) fn first<E>(f: &[E], n: usize) -> &[E] {
    &f[..n.min(f.len())]
}

/// Returns a copy of `f`.
pub(super) fn copy<E: Clone>(f: &[E]) -> Result<Vec<E>> {
    let mut list = reserve(WHAT, f.len())?;
    list.extend_from_slice(f);
    Ok(list)
}

/// Returns the first `n` coefficients of `f`, with zeros above its length.
pub(super) fn padded<R: Ring>(ring: &R, f: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    let mut list = reserve(WHAT, n)?;
    list.extend_from_slice(first(f, n));
    list.resize(n, ring.zero());
    Ok(list)
}

/// Sets the length of `f` to exactly `n` coefficients: truncates it or appends zeros.
pub(super) fn resize<R: Ring>(ring: &R, f: &mut Vec<R::Element>, n: usize) -> Result<()> {
    if f.capacity() < n {
        *f = padded(ring, f, n)?;
    }
    f.resize(n, ring.zero());
    Ok(())
}

/// Returns the elements of `f`, last to first.
pub(super) fn reversed<E: Clone>(f: &[E]) -> Result<Vec<E>> {
    let mut list = copy(f)?;
    list.reverse();
    Ok(list)
}

/// Adds `x^shift b` to `a`, which is made longer if need be.
pub(super) fn add_shifted<R: Ring>(ring: &R, a: &mut Vec<R::Element>, shift: usize, b: &[R::Element]) -> Result<()> {
    if !b.is_empty() && a.len() < shift + b.len() {
        resize(ring, a, shift + b.len())?;
    }
    for (i, b) in b.iter().enumerate() {
        ring.add_assign(&mut a[shift + i], b);
    }
    Ok(())
}

/// Subtracts `b` from `a`, which is made longer if need be.
pub(super) fn subtract<R: Ring>(ring: &R, a: &mut Vec<R::Element>, b: &[R::Element]) -> Result<()> {
    if a.len() < b.len() {
        resize(ring, a, b.len())?;
    }
    for (a, b) in a.iter_mut().zip(b) {
        ring.sub_assign(a, b);
    }
    Ok(())
}

/// Subtracts `factor b` from the elements of `a`, as many as both have.
pub(super) fn subtract_multiple<R: Ring>(ring: &R, a: &mut [R::Element], factor: &R::Element, b: &[R::Element]) {
    for (a, b) in a.iter_mut().zip(b) {
        let mut product = b.clone();
        ring.mul_assign(&mut product, factor);
        ring.sub_assign(a, &product);
    }
}

/// Multiplies each coefficient by `factor`.
pub(super) fn scale<R: Ring>(ring: &R, f: &mut [R::Element], factor: &R::Element) {
    for a in f {
        ring.mul_assign(a, factor);
    }
}

/// Computes the first `n` coefficients of `a b`: exactly `n`, zeros above the product's length.
pub(super) fn low<R: Convolve>(ring: &R, a: &[R::Element], b: &[R::Element], n: usize) -> Result<Vec<R::Element>> {
    let mut product = conv::linear(ring, first(a, n), first(b, n))?;
    resize(ring, &mut product, n)?;
    Ok(product)
}

/// Computes the coefficients `from` to `to - 1` of `a b`, whose first `from` coefficients are `known`. It takes a
/// product modulo `x^n - 1` of about the length of the unknown part.
///
/// With `n >= a.len() + b.len() - 1 - from` no coefficient wraps onto a wanted one that does not wrap, and with `n >= to - from` a wanted one
/// that wraps falls on known ones.
pub(super) fn above<R: Convolve>(
    ring: &R,
    [a, b]: [&[R::Element]; 2],
    known: &[R::Element],
    from: usize,
    to: usize,
) -> Result<Vec<R::Element>> {
    let n = power_of_two((to - from).max((a.len() + b.len()).saturating_sub(1 + from)).max(1))?;
    let wrapped = conv::cyclic(ring, a, b, n)?;
    let mut wanted = reserve(WHAT, to - from)?;
    for i in from..to {
        let mut coefficient = wrapped[i % n].clone();
        let mut below = i;
        while below >= n {
            below -= n;
            if let Some(known) = known.get(below) {
                ring.sub_assign(&mut coefficient, known);
            }
        }
        wanted.push(coefficient);
    }
    Ok(wanted)
}

/// Returns the least power of two from `n` on.
pub(super) fn power_of_two(n: usize) -> Result<usize> {
    let possible = "its length rounded up to a power of two must fit an address";
    n.checked_next_power_of_two().ok_or(Error::Length { what: "a product", len: n, possible })
}

/// Returns the inverse of `a`; `what` describes `a` in the error.
pub(super) fn inverse<R: Ring>(ring: &R, a: &R::Element, what: impl FnOnce() -> String) -> Result<R::Element> {
    ring.inverse(a).ok_or_else(|| Error::NotInvertible { ring: ring.name(), what: what() })
}

/// Returns the inverses of all elements of the list; `None` if one of them is not a unit.
pub(super) fn inverses<R: Ring>(ring: &R, list: &[R::Element]) -> Result<Option<Vec<R::Element>>> {
    Ok(algebra::inverses(ring, list, reserve(WHAT, list.len())?))
}

/// Returns 0, 1, ..., `n - 1` as elements.
pub(super) fn integers<R: Ring>(ring: &R, n: usize) -> Result<Vec<R::Element>> {
    let mut list = reserve(WHAT, n)?;
    let (mut k, one) = (ring.zero(), ring.one());
    for _ in 0..n {
        list.push(k.clone());
        ring.add_assign(&mut k, &one);
    }
    Ok(list)
}

/// Returns the inverses of the integers 1 to `n - 1`, at their own index; index 0 holds one.
///
/// # Errors
/// [`Error::NotInvertible`] naming the least integer that is not a unit.
pub(super) fn inverse_integers<R: Ring>(ring: &R, n: usize) -> Result<Vec<R::Element>> {
    let mut list = integers(ring, n)?;
    if let Some(zero) = list.first_mut() {
        *zero = ring.one();
    }
    if let Some(inverses) = inverses(ring, &list)? {
        return Ok(inverses);
    }
    let least = list.iter().position(|k| ring.inverse(k).is_none()).unwrap_or(n);
    let what = format!(
        "{least} (a series of {n} terms is divided by the integers below {n}: take at most {least} terms, or a ring of larger \
         characteristic)"
    );
    Err(Error::NotInvertible { ring: ring.name(), what })
}
