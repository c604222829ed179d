//! The remainder sequence of two polynomials by halves: Euclid's algorithm in the time of some products.
//!
//! Notation: `r_0 = a`, `r_1 = b`, `r_(i-1) = q_i r_i + r_(i+1)` the sequence; a matrix `M` takes `(a, b)` to two neighbours of it.
//!
//! # Idea
//! The first quotients depend on the leading coefficients alone. For `deg a = n > deg b` the part of the sequence down to degree `n/2` is
//! that of the upper halves. It is found in two steps of half the size with one division in between:
//!
//! ```text
//! degrees      n ------- 3n/4 ------- n/2        M = S Q R
//!              | R: of a, b without   | S: of the next two, without their
//!              | their lower n/2      | lower coefficients again
//! ```
//! Matrices have polynomials of degree up to `n/4` and then `n/2`: products, no long divisions. The recursive call has
//! already mapped the upper half, so a matrix is applied to the lower coefficients only.
//!
//! # Contract
//! Lists without leading zeros; every leading coefficient of the sequence must be a unit, as in a field.
//!
//! # Cost
//! `O(M(n) lg n)`: at each of `lg n` levels about 16 products of together `4 n` coefficients. Below the crossover quadratic, by Euclid's
//! own steps.
//!
//! # Source
//! \[Moenck 1973\]; in this form, with the index `2 m - deg d` for the second step, \[Thull-Yap 1990\]. `papers/polynomials.md`.

use super::{
    coefficients::{add_shifted, copy, subtract, subtract_multiple, trim},
    division::{divide, inverse_of_lead, schoolbook},
};
use crate::{
    Result,
    algebra::Ring,
    conv::{self, Convolve},
};
use alloc::{vec, vec::Vec};

/// Up to this length a half takes Euclid's steps: 56 to 96 are equally fast over words in vectors, 192 to 256 over
/// others (measured).
const STEPS: usize = 96;

/// Up to this length two lists are brought to their end by Euclid's steps, without matrices. Even between 400 and 700 coefficients over words
/// with roots of unity, at 900 over words without (measured).
const EUCLID: usize = 700;

/// A list of coefficients.
type List<R> = Vec<<R as crate::algebra::Module>::Element>;

/// Polynomials `((m_00, m_01), (m_10, m_11))` that take two neighbours of the sequence to two later ones.
pub(super) type Matrix<R> = [[List<R>; 2]; 2];

/// A division of the sequence: the degree of its quotient, and the leading coefficient of its divisor.
pub(super) struct Division<E> {
    pub(super) degree: usize,
    pub(super) lead: E,
}

/// A part of the way along the sequence.
enum Part<R: Ring> {
    /// Many divisions.
    Matrix(Matrix<R>),
    /// One division, by its quotient: the matrix `((0, 1), (1, -q))`.
    Quotient(List<R>),
}

/// Two neighbours of the remainder sequence, and the way to them.
pub(super) struct Reduced<R: Ring> {
    /// The two remainders, without leading zeros.
    pub(super) pair: [List<R>; 2],
    /// Every division on the way.
    pub(super) divisions: Vec<Division<R::Element>>,
    parts: Vec<Part<R>>,
}

impl<R: Convolve> Reduced<R> {
    /// Returns `s` and `t` with `s a + t b` the first of the pair: the way applied from its end to the row `(1, 0)`.
    pub(super) fn first_row(&self, ring: &R) -> Result<[List<R>; 2]> {
        let mut row = [vec![ring.one()], Vec::new()];
        for part in self.parts.iter().rev() {
            row = match part {
                Part::Matrix([above, below]) => [
                    sum_of_products(ring, &row, [&above[0], &below[0]])?,
                    sum_of_products(ring, &row, [&above[1], &below[1]])?,
                ],
                Part::Quotient(q) => {
                    let [first, second] = row;
                    let mut changed = first;
                    subtract(ring, &mut changed, &conv::linear(ring, q, &second)?)?;
                    [second, changed]
                }
            };
        }
        row.iter_mut().for_each(|list| trim(ring, list));
        Ok(row)
    }

    /// Returns the factors of `b` in the pair, modulo `a`: the way applied to the column `(0, 1)`.
    pub(super) fn second_column(&self, ring: &R) -> Result<[List<R>; 2]> {
        let mut column = [Vec::new(), vec![ring.one()]];
        for part in &self.parts {
            column = match part {
                Part::Matrix([above, below]) => [
                    sum_of_products(ring, &column, [&above[0], &above[1]])?,
                    sum_of_products(ring, &column, [&below[0], &below[1]])?,
                ],
                Part::Quotient(q) => {
                    let [first, second] = column;
                    let mut changed = first;
                    subtract(ring, &mut changed, &conv::linear(ring, q, &second)?)?;
                    [second, changed]
                }
            };
        }
        column.iter_mut().for_each(|list| trim(ring, list));
        Ok(column)
    }

    /// Divides once more; the second of the pair is not zero.
    pub(super) fn divide_once(&mut self, ring: &R) -> Result<()> {
        let [c, d] = &mut self.pair;
        let (quotient, rest) = divide(ring, c, d)?;
        self.divisions.push(division(c, d));
        *c = core::mem::replace(d, rest);
        self.parts.push(Part::Quotient(quotient));
        Ok(())
    }
}

/// Follows the sequence of `a` and `b`, without leading zeros, to the first pair of which the second has at most `target` coefficients.
/// The way is left out unless it is `wanted`, as it must be for a target above zero.
pub(super) fn reduce<R: Convolve>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    target: usize,
    wanted: bool,
) -> Result<Reduced<R>> {
    let mut reduced = Reduced { pair: [copy(a)?, copy(b)?], divisions: Vec::new(), parts: Vec::new() };
    while reduced.pair[1].len() > target {
        let [c, d] = &reduced.pair;
        // The upper parts whose half ends at the target, or both polynomials whole.
        let degree = c.len().saturating_sub(1);
        let shift = (2 * target).saturating_sub(degree);
        let worth = if wanted { STEPS } else { EUCLID };
        if c.len() > d.len() && c.len() - shift > worth && d.len() > shift + (degree - shift).div_ceil(2) {
            let Half { matrix, mut pair } = half(ring, &c[shift..], &d[shift..], wanted, &mut reduced.divisions)?;
            if shift > 0 {
                pair = combine(ring, &matrix, pair, [&c[..shift], &d[..shift]], shift)?;
            }
            reduced.pair = pair;
            if wanted {
                reduced.parts.push(Part::Matrix(matrix));
            }
        } else if wanted && c.len().max(d.len()) <= STEPS {
            let half = by_steps(ring, c, d, target, &mut reduced.divisions)?;
            reduced.pair = half.pair;
            reduced.parts.push(Part::Matrix(half.matrix));
        } else if wanted {
            reduced.divide_once(ring)?;
        } else {
            let (_, rest) = divide(ring, c, d)?;
            reduced.divisions.push(division(c, d));
            let [c, d] = &mut reduced.pair;
            *c = core::mem::replace(d, rest);
        }
    }
    Ok(reduced)
}

/// Returns the record of the division of `c` by `d`.
fn division<E: Clone>(c: &[E], d: &[E]) -> Division<E> {
    Division { degree: c.len().saturating_sub(d.len()), lead: d[d.len() - 1].clone() }
}

/// Half of the sequence: the way to its last two members, and these.
struct Half<R: Ring> {
    matrix: Matrix<R>,
    pair: [List<R>; 2],
}

/// Follows the sequence of `a` and `b`, `deg a > deg b`, to the neighbours `c`, `d` with `deg c >= m > deg d`, for `m` half of the degree of
/// `a`, rounded up. Appends the divisions on the way. The matrix is unspecified unless it is `wanted`.
fn half<R: Convolve>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    wanted: bool,
    divisions: &mut Vec<Division<R::Element>>,
) -> Result<Half<R>> {
    let m = a.len() / 2;
    if b.len() <= m || a.len() <= STEPS {
        return by_steps(ring, a, b, m, divisions);
    }
    let Half { matrix, pair } = half(ring, &a[m..], &b[m..], true, divisions)?;
    let [c, d] = combine(ring, &matrix, pair, [&a[..m], &b[..m]], m)?;
    if d.len() <= m {
        return Ok(Half { matrix, pair: [c, d] });
    }
    let (quotient, rest) = divide(ring, &c, &d)?;
    divisions.push(division(&c, &d));
    let mut matrix = after_division(ring, matrix, &quotient)?;
    if rest.len() <= m {
        return Ok(Half { matrix, pair: [d, rest] });
    }
    // Of degree 2 (deg d - m), so that half of it ends at m.
    let shift = 2 * m - (d.len() - 1);
    let further = half(ring, &d[shift..], &rest[shift..], true, divisions)?;
    let pair = combine(ring, &further.matrix, further.pair, [&d[..shift], &rest[..shift]], shift)?;
    if wanted {
        matrix = product(ring, &further.matrix, &matrix)?;
    }
    Ok(Half { matrix, pair })
}

/// Runs Euclid's steps, with their matrix: the textbook method.
fn by_steps<R: Convolve>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    m: usize,
    divisions: &mut Vec<Division<R::Element>>,
) -> Result<Half<R>> {
    let (mut c, mut d) = (copy(a)?, copy(b)?);
    let one = ring.one();
    let mut above = [vec![one.clone()], Vec::new()];
    let mut below = [Vec::new(), vec![one]];
    while d.len() > m {
        divisions.push(division(&c, &d));
        let quotient = schoolbook(ring, &mut c, &d, &inverse_of_lead(ring, &d)?)?;
        core::mem::swap(&mut c, &mut d);
        for (above, below) in above.iter_mut().zip(&below) {
            if below.is_empty() {
                continue;
            }
            let len = above.len().max(quotient.len() + below.len() - 1);
            above.resize(len, ring.zero());
            for (i, q) in quotient.iter().enumerate() {
                subtract_multiple(ring, &mut above[i..], q, below);
            }
        }
        core::mem::swap(&mut above, &mut below);
    }
    Ok(Half { matrix: [above, below], pair: [c, d] })
}

/// Returns `x^shift pair + M low`, without leading zeros: `M` applied to whole polynomials, whose upper parts gave the
/// pair.
fn combine<R: Convolve>(
    ring: &R,
    matrix: &Matrix<R>,
    pair: [List<R>; 2],
    low: [&[R::Element]; 2],
    shift: usize,
) -> Result<[List<R>; 2]> {
    let mut lists = times(ring, matrix, &[[low[0]], [low[1]]])?;
    for (list, upper) in lists.iter_mut().zip(&pair) {
        add_shifted(ring, &mut list[0], shift, upper)?;
        trim(ring, &mut list[0]);
    }
    Ok(lists.map(|[list]| list))
}

/// Returns the product of a matrix and two rows of `C` polynomials.
fn times<R: Convolve, const C: usize>(
    ring: &R,
    matrix: &Matrix<R>,
    rows: &[[&[R::Element]; C]; 2],
) -> Result<[[List<R>; C]; 2]> {
    #[cfg(feature = "prime")]
    if let Some(product) = times_in_words(ring, matrix, rows)? {
        return Ok(product);
    }
    let mut product = [const { [const { Vec::new() }; C] }; 2];
    for (row, out) in matrix.iter().zip(&mut product) {
        for (j, out) in out.iter_mut().enumerate() {
            *out = sum_of_products(ring, row, [rows[0][j], rows[1][j]])?;
        }
    }
    Ok(product)
}

/// The coefficients of a matrix from which one transform of each entry takes less time than products of two (48 and 96 measured alike).
#[cfg(feature = "prime")]
const TRANSFORMS: usize = 48;

/// Computes [`times`] modulo an odd word, with each entry transformed once; `None` in other rings and for short entries.
#[cfg(feature = "prime")]
fn times_in_words<R: Convolve, const C: usize>(
    ring: &R,
    matrix: &Matrix<R>,
    rows: &[[&[R::Element]; C]; 2],
) -> Result<Option<[[List<R>; C]; 2]>> {
    use crate::{kernel::cast, rings::Modular};
    let entries = matrix.as_flattened();
    let longest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or(0);
    let short =
        longest(&mut entries.iter().map(Vec::len)).min(longest(&mut rows.as_flattened().iter().map(|x| x.len())));
    let Some([modular]) = cast::same::<R, Modular>(core::slice::from_ref(ring)) else { return Ok(None) };
    if short < TRANSFORMS || modular.modulus() % 2 == 0 || modular.modulus() == 1 {
        return Ok(None);
    }
    let (mut left, mut right) = (Vec::with_capacity(4), Vec::with_capacity(2 * C));
    left.extend(entries.iter().filter_map(|list| cast::same(&list[..])));
    right.extend(rows.as_flattened().iter().filter_map(|list| cast::same(list)));
    let mut lists = conv::sums::modulo(modular, [2, 2, C], [&left, &right], 1)?.into_iter();
    let mut product = [const { [const { Vec::new() }; C] }; 2];
    for out in product.as_flattened_mut() {
        let words = lists.next().unwrap_or_default();
        *out = ring_elements(ring, words)?;
    }
    Ok(Some(product))
}

/// Returns words as elements of a ring whose elements are words.
#[cfg(feature = "prime")]
fn ring_elements<R: Ring>(ring: &R, words: Vec<u64>) -> Result<List<R>> {
    let mut list = crate::conv::buffer("a product of polynomials", words.len(), &ring.zero())?;
    if let Some(list) = crate::kernel::cast::same_mut(&mut list[..]) {
        list.copy_from_slice(&words);
    }
    Ok(list)
}

/// Returns `a_0 b_0 + a_1 b_1`.
fn sum_of_products<R: Convolve>(ring: &R, a: &[List<R>; 2], b: [&[R::Element]; 2]) -> Result<List<R>> {
    let mut sum = conv::linear(ring, &a[0], b[0])?;
    add_shifted(ring, &mut sum, 0, &conv::linear(ring, &a[1], b[1])?)?;
    Ok(sum)
}

/// Returns the matrix after one more division: the lower row, and the upper one less `q` times the lower.
fn after_division<R: Convolve>(ring: &R, matrix: Matrix<R>, q: &[R::Element]) -> Result<Matrix<R>> {
    let [mut above, below] = matrix;
    for (above, below) in above.iter_mut().zip(&below) {
        subtract(ring, above, &conv::linear(ring, q, below)?)?;
    }
    Ok([below, above])
}

/// Returns `a b`.
fn product<R: Convolve>(ring: &R, a: &Matrix<R>, b: &Matrix<R>) -> Result<Matrix<R>> {
    let mut product = times(ring, a, &[[&b[0][0], &b[0][1]], [&b[1][0], &b[1][1]]])?;
    for entry in product.as_flattened_mut() {
        trim(ring, entry);
    }
    Ok(product)
}
