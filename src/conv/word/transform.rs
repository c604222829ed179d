//! The transform of one length modulo one word prime.
//!
//! Notation: `p` the prime, `n` the length, `N` the least power of two not below it.
//!
//! # Idea
//! `n` is `N` or five or six eighths of it. The polynomial is reduced modulo `x^L - c` for one part or two, each a
//! transform of a power of two on a coset. The table is in [`rows`](crate::kernel::ntt::rows), which also converts
//! coefficients to the parts and back. Kernels have the small tables. Values are multiplied by Montgomery's method:
//! `a b/B`, with `B` the radix of the rows. The scale of the inverse cancels `B`.
//!
//! # Equals
//! [`Classical`](crate::dft::Classical) over [`Modular`], value by value, where `n = N`.

use super::{
    PARALLEL, join,
    kept::Kept,
    part::{Field, Part, VECTORS},
    places::Tabled,
    points::{FIFTHS, Point, THIRDS, parts},
    residue::blocks,
};
use crate::{
    Error, Result,
    algebra::Ring,
    kernel::{
        cast,
        isa::Isa,
        ntt::{
            Coefficients,
            rows::{Pair, Rows, WordRows},
        },
    },
    rings::Modular,
    threads::{Every, share},
};
use alloc::vec::Vec;

/// The transform of length `2^k`, `5 2^k` or `3 2^k` modulo a word prime, of residues in words of type `T`.
pub(crate) struct WordTransform<T: Tabled = u64> {
    ring: Modular,
    len: usize,
    shapes: &'static [(usize, Point)],
    field: Kept<Field<T>>,
    /// One or two; three or five.
    parts: Vec<Kept<Part<T>>>,
    /// The factors that join three or five parts: `c_j^(-k)/r` in row `k`.
    joins: Vec<Pair>,
}

impl<T: Tabled> WordTransform<T> {
    /// Creates the transform of `len` elements modulo the prime of `ring`, which must have the roots.
    pub(crate) fn new(ring: Modular, len: usize, threads: usize) -> Result<Self> {
        Self::of(ring, len, parts(len), threads)
    }

    fn of(ring: Modular, len: usize, shapes: &'static [(usize, Point)], threads: usize) -> Result<Self> {
        let full = len.next_power_of_two();
        let generator = ring.generator().filter(|_| (ring.modulus() - 1).is_multiple_of(full as u64));
        let (Some(generator), true) = (generator, !shapes.is_empty()) else {
            return Err(Error::Length {
                what: "a transform modulo a word prime",
                len,
                possible: "it needs 2^k, 5 2^k or 3 2^k elements, and the next power of two must divide p - 1",
            });
        };
        let least = full * shapes.last().map_or(0, |(eighths, _)| *eighths) / 8;
        let isa = Isa::Auto.resolved()?;
        let widest = T::lanes(VECTORS, isa);
        let lanes = if least >= VECTORS { widest } else { 1 };
        // Kept tables are for one kind of rows on a machine.
        let places = if lanes == widest { T::places(&ring) } else { None };
        let field = Kept::new(places.as_ref().map(|places| places.field), || Field::new(&ring, generator, lanes))?;
        let radix = field.rows.radix();
        let part = |&(eighths, point): &(usize, Point)| {
            let len = full * eighths / 8;
            let place = places.as_ref().and_then(|places| places.part(len, point, threads));
            Kept::new(place, || Part::new(&ring, radix, len, point, threads))
        };
        let parts = shapes.iter().map(part).collect::<Result<_>>()?;
        let joins = if shapes.len() > 2 { joins(&ring, generator, shapes, |w| field.rows.pair(w)) } else { Vec::new() };
        Ok(WordTransform { ring, len, shapes, field, parts, joins })
    }

    /// Computes `x <- a b` as coefficients modulo the polynomial of the parts, canonical, of any words. Destroys `other`, as long as `x`.
    pub(crate) fn convolve(&self, [a, b]: [&[u64]; 2], x: &mut [T], other: &mut [T], threads: usize) {
        self.values(a, x, threads);
        self.values(b, other, threads);
        self.multiply(x, other, threads);
        self.inverse(x, threads);
    }

    /// Computes `x <- x y` value by value.
    pub(super) fn multiply(&self, x: &mut [T], y: &[T], threads: usize) {
        let pieces = (Every(x, PARALLEL / 2), Every(y, PARALLEL / 2));
        share(threads > 1, pieces, 1, &|(Every(x, _), Every(y, _)): (Every<&mut [T]>, Every<&[T]>)| {
            self.field.rows.multiply(x, y);
        });
    }

    /// Computes `x <- a^2`, as [`convolve`](Self::convolve).
    pub(crate) fn square(&self, a: &[u64], x: &mut [T], threads: usize) {
        self.values(a, x, threads);
        self.square_values(x, threads);
        self.inverse(x, threads);
    }

    /// Computes `x <- x^2` value by value.
    pub(super) fn square_values(&self, x: &mut [T], threads: usize) {
        share(threads > 1, Every(x, PARALLEL / 2), 1, &|Every(x, _): Every<&mut [T]>| self.field.rows.square(x));
    }

    /// Computes the values of the polynomial of the words `a`, at most as many as there are coefficients, in the form of the kernels.
    pub(crate) fn values(&self, a: &[u64], x: &mut [T], threads: usize) {
        let Field { rows, points } = &*self.field;
        let mut rest = x;
        for (part, (len, point)) in self.parts.iter().zip(self.lengths()) {
            let piece;
            (piece, rest) = rest.split_at_mut(len);
            if point == Point::One
                && rows.entered()
                && a.len() <= len
                && let Some(a) = cast::same(a)
            {
                let (words, zeros) = piece.split_at_mut(a.len());
                words.copy_from_slice(a);
                zeros.fill(T::default());
                let form = if 2 * a.len() <= len { Coefficients::Half } else { Coefficients::Words };
                part.forward(piece, Some(form));
                continue;
            }
            let middle = len / 16 * 8;
            let (low, high) = piece.split_at_mut(middle);
            let c = points[point.number()];
            join(
                if middle < PARALLEL { 1 } else { threads },
                || rows.enter(a, c, len, 0, low),
                || rows.enter(a, c, len, middle, high),
            );
            part.forward(piece, rows.own().then_some(Coefficients::Own));
        }
    }

    /// Transforms values to coefficients times the radix, canonical.
    pub(super) fn inverse(&self, x: &mut [T], threads: usize) {
        // Parts are joined in the form of the kernels.
        let form = if self.parts.len() == 1 { Coefficients::Words } else { Coefficients::Own };
        let (rows, mut rest) = (&*self.field.rows, &mut *x);
        for (part, (len, _)) in self.parts.iter().zip(self.lengths()) {
            let piece;
            (piece, rest) = rest.split_at_mut(len);
            part.inverse(piece, &self.ring, rows.own().then_some(form));
        }
        match self.parts.len() {
            1 => {}
            count @ (3 | 5) => T::join_odd(rows, x, count, &self.joins, threads),
            _ if self.len.is_multiple_of(3) => blocks(x, threads, &|blocks| rows.join_six(blocks)),
            _ => blocks(x, threads, &|blocks| rows.join_five(blocks)),
        }
    }

    fn lengths(&self) -> impl Iterator<Item = (usize, Point)> {
        let full = self.len.next_power_of_two();
        self.shapes.iter().map(move |&(eighths, point)| (full * eighths / 8, point))
    }
}

impl WordTransform {
    /// Creates the transform modulo `x^len + 1`, for `len` a power of two of which the double must divide `p - 1`.
    pub(crate) fn negacyclic(ring: Modular, len: usize, threads: usize) -> Result<Self> {
        let possible = len.is_power_of_two() && (ring.modulus() - 1).is_multiple_of(2 * len as u64);
        Self::of(ring, len, if possible { &[(8, Point::MinusOne)] } else { &[] }, threads)
    }

    /// Creates the transform modulo `x^len - 1`, or modulo `x^len + 1`, for `len` three or five times a power of two, modulo a prime of
    /// [`PARTED`].
    pub(crate) fn of_parts(ring: Modular, len: usize, negacyclic: bool, threads: usize) -> Result<Self> {
        let full = len.next_power_of_two();
        let shapes = if len == full / 4 * 3 { THIRDS } else { FIFTHS }[usize::from(negacyclic)];
        let possible = full >= 16 && len == full / 8 * (shapes[0].0 * shapes.len());
        let possible = possible && (ring.modulus() - 1).is_multiple_of(2 * len as u64);
        Self::of(ring, len, if possible { shapes } else { &[] }, threads)
    }

    /// Computes `x <- a b` from the values of `a`, as [`convolve`](Self::convolve).
    pub(crate) fn convolve_values(&self, values: &[u64], b: &[u64], x: &mut [u64], threads: usize) {
        self.values(b, x, threads);
        self.coefficients_of_product(x, values, threads);
    }

    /// Computes the coefficients of the product of two factors from their values, in place of the first.
    pub(crate) fn coefficients_of_product(&self, x: &mut [u64], values: &[u64], threads: usize) {
        self.multiply(x, values, threads);
        self.inverse(x, threads);
    }

    /// Adds `c` to every residue.
    pub(crate) fn raise(&self, x: &mut [u64], c: u64) {
        self.field.rows.raise(x, c);
    }

    pub(super) fn ring(&self) -> &Modular {
        &self.ring
    }

    /// Transforms coefficients to values in place, where there is one part.
    pub(super) fn forward(&self, x: &mut [u64]) {
        if let [part] = &self.parts[..] {
            part.forward(x, self.rows().own().then_some(Coefficients::Words));
        }
    }

    /// Returns the radix that products of values are divided by.
    #[cfg(all(feature = "inside", feature = "std"))]
    pub(super) fn radix(&self) -> u64 {
        self.field.rows.radix()
    }

    /// Returns the arithmetic of values.
    pub(super) fn rows(&self) -> &dyn WordRows {
        &*self.field.rows
    }

    /// Returns the length.
    pub(super) fn len(&self) -> usize {
        self.len
    }
}

/// Returns `c_j^(-k)/r` for the `r` points `c_j`, row by row.
fn joins(ring: &Modular, generator: u64, shapes: &[(usize, Point)], pair: impl Fn(u64) -> Pair) -> Vec<Pair> {
    let inverse = |w: u64| ring.inverse(&w).unwrap_or(0);
    let scale = inverse(shapes.len() as u64);
    let points: Vec<u64> = shapes.iter().map(|(_, point)| inverse(point.value(ring, generator))).collect();
    let factor = |k: u64, c: &u64| {
        let mut factor = ring.pow(c, k);
        ring.mul_assign(&mut factor, &scale);
        pair(factor)
    };
    (0..shapes.len() as u64).flat_map(|k| points.iter().map(move |c| (k, c))).map(|(k, c)| factor(k, c)).collect()
}
