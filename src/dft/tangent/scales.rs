//! The real constants of the tangent transform.
//!
//! `S(N, k) = 1` for `N <= 4`, else `S(N/4, k) c_k` for `k <= N/8` and `-S(N/4, k) s_k` for `N/8 < k < N/4`, with
//! period `N/4` in `k`. Every constant is a ratio of two entries of one table: errors of entries cancel along the tree.

use crate::{
    Error, Result,
    algebra::{Action, Domain, Ring, Roots},
};
use alloc::{format, vec, vec::Vec};

/// The real constants of the nodes of size `N = 4q`.
pub(super) struct Level<T> {
    /// `s_k/c_k` for `1 <= k < q/2`; backwards, `c_k/s_k` for `q/2 < k < q`.
    pub(super) tangents: Vec<T>,
    /// `S(N, k)` for `1 <= k < q`.
    pub(super) plain: Vec<T>,
    /// `S(N, k)/S(2N, k)` and `S(N, k)/S(2N, k + q)` for `1 <= k < q`; for `k = 0` they are 1 and the diagonal.
    pub(super) double: Vec<[T; 2]>,
    /// `S(N, i)/S(4N, i)` for `1 <= i < 4q`.
    pub(super) quadruple: Vec<T>,
}

/// The scales and the roots they come from, while the constants are made.
pub(super) struct Scales<S: Ring> {
    scalars: S,
    one: S::Element,
    len: usize,
    /// Entry `lg N`: `c_k` and `s_k` for `k < N/4`.
    parts: Vec<Vec<[S::Element; 2]>>,
    /// Entry `lg N`: `S(N, k)` for `k < max(N/4, 1)`.
    scales: Vec<Vec<S::Element>>,
}

impl<S: Roots> Scales<S> {
    pub(super) fn new<M: Action<Scalars = S>>(domain: &Domain<M>) -> Result<Self> {
        let (len, scalars) = (domain.len(), domain.module().scalars().clone());
        let one = scalars.one();
        let refusal = || Error::Unsupported {
            what: format!(
                "the tangent transform needs scalars with a real and an imaginary part, which {} does not have: \
                 use `split-radix`, which leaves the same order",
                scalars.name()
            ),
        };
        let imaginary = |a: &S::Element| scalars.parts(a).ok_or_else(refusal).map(|[_, im]| im);
        // I is i or -i: the sign is that of the imaginary part of every s_k I.
        let sign = match len {
            0..4 => imaginary(&one).map(|_| one.clone())?,
            _ => imaginary(&scalars.power(domain.root(), len, len / 4))?,
        };
        let (mut parts, mut scales) = (Vec::new(), Vec::new());
        for log_size in 0..=len.trailing_zeros() {
            let size = 1usize << log_size;
            let powers = scalars.powers(domain.root(), len, len / size, size / 4);
            let of_size: Vec<[S::Element; 2]> = powers
                .iter()
                .map(|power| {
                    let [re, mut im] = scalars.parts(power).ok_or_else(refusal)?;
                    scalars.mul_assign(&mut im, &sign);
                    Ok([re, im])
                })
                .collect::<Result<_>>()?;
            if size < 8 {
                scales.push(vec![one.clone()]);
            } else {
                let quarter: &Vec<S::Element> = &scales[log_size as usize - 2];
                let scale = |(k, [c, s]): (usize, &[S::Element; 2])| {
                    let mut scale = quarter[k % quarter.len()].clone();
                    scalars.mul_assign(&mut scale, if 8 * k <= size { c } else { s });
                    if 8 * k > size {
                        scalars.neg_assign(&mut scale);
                    }
                    scale
                };
                let of_size = of_size.iter().enumerate().map(scale).collect();
                scales.push(of_size);
            }
            parts.push(of_size);
        }
        Ok(Scales { scalars, one, len, parts, scales })
    }

    /// Returns `S(size, k)`.
    fn at(&self, size: usize, k: usize) -> &S::Element {
        let scales = &self.scales[size.ilog2() as usize];
        &scales[k % scales.len()]
    }

    /// Returns `1/S(8, 1)`; 1 below length 8.
    pub(super) fn diagonal(&self) -> S::Element {
        self.ratio(&self.one, self.at(8.min(self.len), 1))
    }

    /// Returns `a/b`.
    fn ratio(&self, a: &S::Element, b: &S::Element) -> S::Element {
        // Scales and the larger part of a root are units.
        let mut ratio = self.scalars.inverse(b).unwrap_or_else(|| self.scalars.zero());
        self.scalars.mul_assign(&mut ratio, a);
        ratio
    }

    pub(super) fn level<M: Action<Scalars = S>>(&self, module: &M, log_q: u32) -> Level<M::Twiddle> {
        let q = 1usize << log_q;
        let size = 4 * q;
        let prepare = |scalar: S::Element| module.prepare(&scalar);
        let of = |multiple: usize, k: usize| prepare(self.ratio(self.at(size, k), self.at(multiple * size, k)));
        // The kinds Double and Quadruple begin three and four levels below the root.
        let double = if 8 * size <= self.len { 1..q } else { 1..1 };
        let quadruple = if 16 * size <= self.len { 1..size } else { 1..1 };
        let tangent = |[c, s]: &[S::Element; 2]| prepare(self.ratio(s, c));
        Level {
            tangents: self.parts[log_q as usize + 2].iter().take(q / 2).skip(1).map(tangent).collect(),
            plain: (1..q).map(|k| module.prepare(self.at(size, k))).collect(),
            double: double
                .map(|k| {
                    let crossed = self.ratio(self.at(size, k), self.at(2 * size, k + q));
                    [of(2, k), prepare(crossed)]
                })
                .collect(),
            quadruple: quadruple.map(|i| of(4, i)).collect(),
        }
    }
}
