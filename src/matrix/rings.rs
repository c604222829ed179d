//! Products of matrices over any ring: by the definition, and by Strassen's method down to a size.
//!
//! Notation: `r`, `k`, `c` the rows and columns of the factors, `r` by `k` and `k` by `c`.
//!
//! # Idea
//! Cut into quarters, a product of matrices is eight products of quarters, or seven of sums of quarters (Winograd's form):
//!
//! ```text
//! S1 = A21 + A22   S2 = S1 - A11   S3 = A11 - A21   S4 = A12 - S2
//! T1 = B12 - B11   T2 = B22 - T1   T3 = B22 - B12   T4 = T2 - B21
//!
//! C11 = A11 B11 + A12 B21
//! C12 = A11 B11 + S2 T2 + S1 T1 + S4 B22
//! C21 = A11 B11 + S2 T2 + S3 T3 - A22 T4
//! C22 = A11 B11 + S2 T2 + S3 T3 + S1 T1
//! ```
//!
//! An odd last row or column is multiplied by the definition.
//!
//! # Cost
//! By the definition `r k c` products and as many sums. A step of Strassen's method saves an eighth of the products. It
//! adds eight sums of quarters of the factors and ten of quarters of the product. Scratch: at most a third of the
//! elements of the three matrices.
//!
//! # Source
//! \[Strassen 1969\]; \[Winograd 1971\]; the odd ones: \[Huss-Lederman 1996\]. `papers/matrix_product.md`.

use super::shape::checked;
use crate::{Result, algebra::Ring, conv::buffer};
use alloc::vec::Vec;

/// The algorithm of a product of matrices over a ring.
///
/// [`multiply_by`] takes it and has an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Method {
    /// Strassen's from the size on from which it was measured to pay for elements as long as the ring's.
    #[default]
    Auto,
    /// The definition.
    Classical,
    /// Strassen's method, for factors whose rows and columns number at least this size, and two.
    Strassen(usize),
}

impl Method {
    /// Returns the least size for a step of Strassen's method, for elements of `bytes` bytes.
    fn least(self, bytes: usize) -> usize {
        match self {
            Method::Auto if bytes <= 8 => WORDS,
            Method::Auto => LONG,
            Method::Classical => usize::MAX,
            Method::Strassen(least) => least.max(2),
        }
    }
}

/// The least size for a step of Strassen's method (measured): of elements of one word, and of longer ones.
const WORDS: usize = 32;
const LONG: usize = 12;

/// Returns the product of a matrix of `shape[0]` by `shape[1]` and one of `shape[1]` by `shape[2]` elements, row by row.
///
/// ```
/// use ringfft::{matrix, rings::Modular};
///
/// let product = matrix::multiply(&Modular::new(101)?, [2, 2, 1], &[1, 2, 3, 4], &[5, 6])?;
/// assert_eq!(product, [17, 39]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Costs `r k c` products of the ring by the definition, about `n^2.81` for large square matrices.
///
/// # Errors
/// [`Error::Length`](crate::Error::Length) where the shape has a zero; [`Error::SliceLength`](crate::Error::SliceLength) where a factor has
/// not as many elements as its shape; [`Error::Memory`](crate::Error::Memory).
pub fn multiply<R: Ring>(ring: &R, shape: [usize; 3], a: &[R::Element], b: &[R::Element]) -> Result<Vec<R::Element>> {
    multiply_by(ring, Method::Auto, shape, a, b)
}

/// Returns the product by one method: as [`multiply`].
///
/// ```
/// use ringfft::{matrix::{Method, multiply_by}, rings::Modular};
///
/// let product = multiply_by(&Modular::new(101)?, Method::Classical, [2, 2, 1], &[1, 2, 3, 4], &[5, 6])?;
/// assert_eq!(product, [17, 39]);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// # Errors
/// As [`multiply`].
pub fn multiply_by<R: Ring>(
    ring: &R,
    method: Method,
    shape: [usize; 3],
    a: &[R::Element],
    b: &[R::Element],
) -> Result<Vec<R::Element>> {
    let [rows, inner, columns] = shape;
    checked(rows, inner, a.len())?;
    checked(inner, columns, b.len())?;
    let least = method.least(size_of::<R::Element>());
    let mut out = buffer(WHAT, super::shape::area(rows, columns)?, &ring.zero())?;
    let mut scratch = buffer(WHAT, scratch_len(shape, least), &ring.zero())?;
    product(
        ring,
        shape,
        View { list: a, stride: inner },
        View { list: b, stride: columns },
        &mut out,
        columns,
        &mut scratch,
        least,
    );
    Ok(out)
}

const WHAT: &str = "a product of matrices";

/// A matrix inside a list.
struct View<'a, E> {
    list: &'a [E],
    /// Elements from a row to the next.
    stride: usize,
}

impl<E> Clone for View<'_, E> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<E> Copy for View<'_, E> {}

impl<'a, E> View<'a, E> {
    /// Returns the matrix from a row and a column on.
    fn from(self, row: usize, column: usize) -> Self {
        View { list: &self.list[row * self.stride + column..], stride: self.stride }
    }

    /// Returns the first `len` elements of a row.
    fn row(self, row: usize, len: usize) -> &'a [E] {
        &self.list[row * self.stride..][..len]
    }
}

/// Returns whether a product of this shape is cut into quarters.
fn is_cut([rows, inner, columns]: [usize; 3], least: usize) -> bool {
    rows.min(inner).min(columns) >= least
}

/// Returns the elements of scratch: two sums and a product for each step.
fn scratch_len(shape: [usize; 3], least: usize) -> usize {
    if !is_cut(shape, least) {
        return 0;
    }
    let [r, k, c] = shape.map(|n| n / 2);
    r * k + k * c + r * c + scratch_len([r, k, c], least)
}

/// Computes `out <- a b`, where rows of `out` are `stride` elements apart.
#[allow(clippy::too_many_arguments, reason = "three matrices, of which views of one cannot be two at once")]
fn product<R: Ring>(
    ring: &R,
    shape: [usize; 3],
    a: View<'_, R::Element>,
    b: View<'_, R::Element>,
    out: &mut [R::Element],
    stride: usize,
    scratch: &mut [R::Element],
    least: usize,
) {
    let [rows, inner, columns] = shape;
    if !is_cut(shape, least) {
        for i in 0..rows {
            out[i * stride..][..columns].fill(ring.zero());
        }
        return add_classical(ring, shape, a, b, out, stride);
    }
    let half @ [r, k, c] = shape.map(|n| n / 2);
    strassen(ring, half, a, b, out, stride, scratch, least);
    // The rest besides the halves: a column of the left and a row of the right factor, a column and a row of the
    // product.
    if inner > 2 * k {
        add_classical(ring, [2 * r, 1, 2 * c], a.from(0, 2 * k), b.from(2 * k, 0), out, stride);
    }
    if columns > 2 * c {
        for i in 0..2 * r {
            out[i * stride + 2 * c] = ring.zero();
        }
        add_classical(ring, [2 * r, inner, 1], a, b.from(0, 2 * c), &mut out[2 * c..], stride);
    }
    if rows > 2 * r {
        let last = &mut out[2 * r * stride..];
        last[..columns].fill(ring.zero());
        add_classical(ring, [1, inner, columns], a.from(2 * r, 0), b, last, stride);
    }
}

/// Terms and columns of the right factor that stay in the nearest caches.
const BLOCK: usize = 64;

/// Computes `out <- out + a b` by the definition.
fn add_classical<R: Ring>(
    ring: &R,
    [rows, inner, columns]: [usize; 3],
    a: View<'_, R::Element>,
    b: View<'_, R::Element>,
    out: &mut [R::Element],
    stride: usize,
) {
    for terms in (0..inner).step_by(BLOCK) {
        for from in (0..columns).step_by(BLOCK) {
            let width = BLOCK.min(columns - from);
            for i in 0..rows {
                let out = &mut out[i * stride + from..][..width];
                for t in terms..inner.min(terms + BLOCK) {
                    let factor = &a.list[i * a.stride + t];
                    for (out, b) in out.iter_mut().zip(b.from(t, from).row(0, width)) {
                        let mut product = factor.clone();
                        ring.mul_assign(&mut product, b);
                        ring.add_assign(out, &product);
                    }
                }
            }
        }
    }
}

/// Computes `out <- a b` for matrices of twice these halves, by seven products.
#[allow(clippy::too_many_arguments, reason = "as `product`")]
fn strassen<R: Ring>(
    ring: &R,
    half: [usize; 3],
    a: View<'_, R::Element>,
    b: View<'_, R::Element>,
    out: &mut [R::Element],
    stride: usize,
    scratch: &mut [R::Element],
    least: usize,
) {
    let [r, k, c] = half;
    let (s, rest) = scratch.split_at_mut(r * k);
    let (t, rest) = rest.split_at_mut(k * c);
    let (p, rest) = rest.split_at_mut(r * c);
    let [a11, a12, a21, a22] = [a, a.from(0, k), a.from(r, 0), a.from(r, k)];
    let [b11, b12, b21, b22] = [b, b.from(0, c), b.from(k, 0), b.from(k, c)];
    let mut times = |a: View<'_, R::Element>, b: View<'_, R::Element>, p: &mut [R::Element]| {
        product(ring, half, a, b, p, c, rest, least);
    };
    // The product's quarters, by the offset of their first elements.
    let [c11, c12, c21, c22] = [0, c, r * stride, r * stride + c];
    let add = |out: &mut [R::Element], quarters: &[usize], p: &[R::Element]| {
        for from in quarters {
            for (i, p) in p.chunks_exact(c).enumerate() {
                for (out, p) in out[from + i * stride..].iter_mut().zip(p) {
                    ring.add_assign(out, p);
                }
            }
        }
    };
    times(a11, b11, p);
    for from in [c11, c12, c21, c22] {
        for (i, p) in p.chunks_exact(c).enumerate() {
            out[from + i * stride..][..c].clone_from_slice(p);
        }
    }
    times(a12, b21, p);
    add(out, &[c11], p);
    // S1, T1
    combine(ring, a21, a22, s, k, R::add_assign);
    combine(ring, b12, b11, t, c, R::sub_assign);
    times(View { list: s, stride: k }, View { list: t, stride: c }, p);
    add(out, &[c12, c22], p);
    // S2, T2
    change(s, a11, k, |s, a| ring.sub_assign(s, a));
    let from = |x: &mut R::Element, y: &R::Element| {
        let mut difference = y.clone();
        ring.sub_assign(&mut difference, x);
        *x = difference;
    };
    change(t, b22, c, from);
    times(View { list: s, stride: k }, View { list: t, stride: c }, p);
    add(out, &[c12, c21, c22], p);
    // S4, T4
    change(s, a12, k, from);
    times(View { list: s, stride: k }, b22, p);
    add(out, &[c12], p);
    // The negative of T4.
    change(t, b21, c, |t, b| ring.sub_assign(t, b));
    for x in &mut *t {
        ring.neg_assign(x);
    }
    times(a22, View { list: t, stride: c }, p);
    add(out, &[c21], p);
    // S3, T3
    combine(ring, a11, a21, s, k, R::sub_assign);
    combine(ring, b22, b12, t, c, R::sub_assign);
    times(View { list: s, stride: k }, View { list: t, stride: c }, p);
    add(out, &[c21, c22], p);
}

/// Computes `out <- f(x, y)`, element by element, with `width` columns.
fn combine<R: Ring>(
    ring: &R,
    x: View<'_, R::Element>,
    y: View<'_, R::Element>,
    out: &mut [R::Element],
    width: usize,
    f: impl Fn(&R, &mut R::Element, &R::Element),
) {
    for (i, out) in out.chunks_exact_mut(width).enumerate() {
        for ((out, x), y) in out.iter_mut().zip(x.row(i, width)).zip(y.row(i, width)) {
            out.clone_from(x);
            f(ring, out, y);
        }
    }
}

/// Applies `f` to each element of `x` and its counterpart.
fn change<E>(x: &mut [E], y: View<'_, E>, width: usize, f: impl Fn(&mut E, &E)) {
    for (i, x) in x.chunks_exact_mut(width).enumerate() {
        for (x, y) in x.iter_mut().zip(y.row(i, width)) {
            f(x, y);
        }
    }
}
