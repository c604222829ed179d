//! The tables of a transform: powers of roots of unity, exact or rounded once, as bytes.

use super::{ring::DeviceRing, source::Name};
use crate::{Error, Result, algebra::Exponents};
use alloc::{format, vec::Vec};

/// The factors of a transform besides the powers of its root.
#[derive(Clone, Debug)]
pub(crate) struct Weights<E> {
    /// The coset: value `k` is taken at this times `w^k`. One for each ring, or none.
    pub(crate) coset: Vec<E>,
    /// The scales after the forward map and after the inverse one.
    pub(crate) scale: [Option<E>; 2],
    /// `true` if the inverse is divided by the length, instead of those.
    pub(crate) by_length: bool,
}

/// The content of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Table {
    /// The constants of small transforms: see `Field` in `cuda/src/args.cuh`.
    Constants,
    /// The factors of the stages of a transform with these radices.
    Stages(Vec<u64>),
    /// `w^(e step)`, `e < count`, of the root of order `order`.
    Powers { order: u64, step: u64, count: u64 },
    /// `u^(j^2)`, `u^2 = w`, of length `n`, with coset and, where `last`, scale and `1/m`.
    Chirp { n: u64, m: u64, last: bool },
    /// `u^(-j^2)` around `m` points.
    ChirpKernel { n: u64, m: u64 },
    /// `c^(e step)`, times the scale where `scaled`.
    Coset { step: u64, count: u64, scaled: bool },
    /// The scale alone.
    Scale,
    /// The run-time moduli.
    Moduli,
}

/// The tables of any ring.
pub(crate) trait Tables: Send + Sync {
    fn kernels(&self) -> Name;
    /// Returns the number of moduli.
    fn moduli(&self) -> u64;
    fn has_root(&self, order: u64) -> bool;
    fn is_on_coset(&self) -> bool;
    fn is_scaled(&self, inverse: bool) -> bool;
    /// Returns the entries, a table for each modulus one after the other. `turned` selects the inverse root; `inverse` is the
    /// direction, which scale and coset depend on.
    fn table(&self, table: &Table, turned: bool, inverse: bool) -> Result<Vec<u8>>;
}

/// Tables of one ring, or of as many as there are moduli.
pub(crate) struct Host<R: DeviceRing> {
    pub(crate) rings: Vec<R>,
    pub(crate) name: Name,
    pub(crate) weights: Weights<R::Element>,
    pub(crate) len: u64,
}

impl<R: DeviceRing> Host<R> {
    /// Returns `w^e` for each exponent, or `w^-e` if `turned`.
    fn powers(ring: &R, order: u64, exponents: impl Iterator<Item = u64>, turned: bool) -> Result<Vec<R::Element>> {
        let turn = |e: u64| if turned { (order - e % order) % order } else { e % order };
        let exponents: Vec<usize> = exponents.map(|e| turn(e) as usize).collect();
        ring.root_powers(order as usize, &exponents)
    }

    fn has(ring: &R, order: u64) -> bool {
        usize::try_from(order).is_ok_and(|order| ring.root(order).is_ok())
    }

    fn constants(ring: &R, turned: bool) -> Result<Vec<R::Element>> {
        let order = [16, 8, 4, 2, 1].into_iter().find(|&order| Self::has(ring, order)).unwrap_or(1);
        let roots = Self::powers(ring, order, 0..order, turned)?;
        let mut list: Vec<_> = (0..16)
            .map(|i| if i % (16 / order) == 0 { roots[(i * order / 16) as usize] } else { ring.zero() })
            .collect();
        let half = ring.inverse_of_integer(2)?;
        for n in [3, 5, 7] {
            let half_n = (n - 1) / 2;
            if !Self::has(ring, n) {
                list.extend((1..n).map(|_| ring.zero()));
                continue;
            }
            let roots = Self::powers(ring, n, 0..n, turned)?;
            for minus in [false, true] {
                for j in 1..=half_n {
                    let (mut x, y) = (roots[j as usize], &roots[(n - j) as usize]);
                    if minus {
                        ring.sub_assign(&mut x, y)
                    } else {
                        ring.add_assign(&mut x, y)
                    }
                    ring.mul_assign(&mut x, &half);
                    list.push(x);
                }
            }
        }
        Ok(list)
    }

    /// Returns the entries of all stages: entry `i s + q`, `1 <= i < R`, `q < s`, is `w_(sR)^(iq)`.
    fn stages(ring: &R, radices: &[u64], turned: bool) -> Result<Vec<R::Element>> {
        let n: u64 = radices.iter().product();
        let mut exponents = Vec::with_capacity(n as usize);
        exponents.push(0);
        let mut s = 1;
        for radix in radices {
            let apart = n / (s * radix);
            exponents.extend((s..s * radix).map(|entry| apart * (entry / s * (entry % s))));
            s *= radix;
        }
        Self::powers(ring, n, exponents.into_iter(), turned)
    }

    /// Returns `u^(j^2)` or `u^(-j^2)` with `u^2 = w`: for odd `n` a power of `w`, else of the root of order `2n`. Exponents are
    /// integers.
    fn chirp(ring: &R, n: u64, places: impl Iterator<Item = u64>, turned: bool) -> Result<Vec<R::Element>> {
        let (order, by) = if n % 2 == 1 { (n, n.div_ceil(2)) } else { (2 * n, 1) };
        let reduced = |x: u128| (x % u128::from(order)) as u64;
        let square = |j: u64| u128::from(reduced(u128::from(j) * u128::from(j)));
        Self::powers(ring, order, places.map(|j| reduced(square(j) * u128::from(by))), turned)
    }

    /// Returns the scale of a direction; 1 if there is none.
    fn scale(&self, ring: &R, inverse: bool) -> Result<R::Element> {
        if self.weights.by_length && inverse {
            return ring.inverse_of_integer(self.len);
        }
        Ok(self.weights.scale[usize::from(inverse)].unwrap_or_else(|| ring.one()))
    }

    /// Returns `first c^(e step)` for `e < count`, with the coset forward and its inverse back.
    fn coset(&self, at: usize, first: R::Element, step: u64, count: u64, inverse: bool) -> Result<Vec<R::Element>> {
        let ring = &self.rings[at];
        let c = self.weights.coset.get(at).copied().unwrap_or_else(|| ring.one());
        let missing = || Error::NotInvertible { ring: ring.name(), what: "the coset shift".into() };
        if step != 1 {
            // Over floats powers of a rounded power of the shift are rounded more than once. So are those of its
            // inverse, which is used for powers whose square leaves the range.
            let back = if inverse { Some(ring.inverse(&c).ok_or_else(missing)?) } else { None };
            let entry = |e: u64| {
                let mut power = match &back {
                    None => ring.pow(&c, e * step),
                    Some(back) if ring.parts(&c).is_none() => ring.pow(back, e * step),
                    Some(back) => ring.inverse(&ring.pow(&c, e * step)).unwrap_or_else(|| ring.pow(back, e * step)),
                };
                ring.mul_assign(&mut power, &first);
                Ok(power)
            };
            return (0..count).map(entry).collect();
        }
        let exponents = if inverse { Exponents::Down } else { Exponents::Up };
        let mut list = Vec::with_capacity(count as usize);
        let unit = ring.progression(&first, &c, exponents, count as usize, |power| list.push(power));
        if unit { Ok(list) } else { Err(missing()) }
    }

    /// Returns the entries of a table for the ring with index `at`.
    fn entries(&self, at: usize, table: &Table, turned: bool, inverse: bool) -> Result<Vec<R::Element>> {
        let ring = &self.rings[at];
        match *table {
            Table::Constants => Self::constants(ring, turned),
            Table::Stages(ref radices) => Self::stages(ring, radices, turned),
            Table::Powers { order, step, count } => Self::powers(ring, order, (0..count).map(|e| e * step), turned),
            Table::Chirp { n, m, last } => {
                let mut list = Self::chirp(ring, n, 0..n, turned)?;
                let mut first = if last { self.scale(ring, inverse)? } else { ring.one() };
                if last {
                    ring.mul_assign(&mut first, &ring.inverse_of_integer(m)?);
                }
                // The coset comes before the forward map and after the inverse one.
                if self.is_on_coset() && last == inverse {
                    let weights = self.coset(at, first, 1, n, inverse)?;
                    list.iter_mut().zip(&weights).for_each(|(x, weight)| ring.mul_assign(x, weight));
                } else if last {
                    list.iter_mut().for_each(|x| ring.mul_assign(x, &first));
                }
                Ok(list)
            }
            Table::ChirpKernel { n, m } => {
                let near = Self::chirp(ring, n, 0..n, !turned)?;
                let kernel = |j: u64| near.get(j.min(m - j) as usize).cloned().unwrap_or_else(|| ring.zero());
                Ok((0..m).map(kernel).collect())
            }
            Table::Coset { step, count, scaled } => {
                let first = if scaled { self.scale(ring, inverse)? } else { ring.one() };
                self.coset(at, first, step, count, inverse)
            }
            Table::Scale => Ok([self.scale(ring, inverse)?].into()),
            Table::Moduli => Err(Error::Contract { what: "moduli are no elements" }),
        }
    }
}

impl<R: DeviceRing> Tables for Host<R> {
    fn kernels(&self) -> Name {
        self.name
    }

    fn moduli(&self) -> u64 {
        self.rings.len() as u64
    }

    fn has_root(&self, order: u64) -> bool {
        self.rings.iter().all(|ring| Self::has(ring, order))
    }

    fn is_on_coset(&self) -> bool {
        !self.weights.coset.is_empty()
    }

    fn is_scaled(&self, inverse: bool) -> bool {
        self.weights.by_length && inverse || self.weights.scale[usize::from(inverse)].is_some()
    }

    fn table(&self, table: &Table, turned: bool, inverse: bool) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for (at, ring) in self.rings.iter().enumerate() {
            match table {
                Table::Moduli => ring.describe(&mut bytes),
                // Data, not a table: products by it are of two plain values.
                Table::ChirpKernel { .. } => {
                    bytes.extend_from_slice(super::ring::bytes(&self.entries(at, table, turned, inverse)?));
                }
                _ => self.entries(at, table, turned, inverse)?.iter().for_each(|x| ring.put(x, &mut bytes)),
            }
        }
        Ok(bytes)
    }
}

/// Returns the error of a length without a form.
pub(crate) fn no_form(ring: &str, n: u64) -> Error {
    Error::Unsupported {
        what: format!("a transform of length {n} over {ring} has no form on devices: let the processor do it"),
    }
}
