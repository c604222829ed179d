//! The steps around the convolution of a real sequence of prime length, in vectors of neighbours of the convolution.
//!
//! Notation: `h = (p - 1)/2`; value `m < h` of the transform is `X_k` or its conjugate, with `k` at most `h`.
//!
//! # Idea
//! ```text
//! X_k     = (s_m + s_(m+h)) ± i (s_m - s_(m+h))
//!
//! back:
//! t_m     = Re X_k ± Im X_k,    t_(m+h) = Re X_k ∓ Im X_k
//! ```
//! The numbers `m` are read and written in vectors, the values by their places. The last vector overlaps the one before it.
//!
//! Equals `real::prime` within the rounding.

use super::{
    super::{
        complex::{Table, block},
        memory::reserve,
        packed::{ComplexLanes, Floats, Packed, Token},
    },
    kernel::PrimeKernel,
};
use crate::{Result, lists};
use alloc::vec::Vec;
use num_complex::Complex;
use num_traits::One;

/// The steps.
pub(super) struct Places<const L: usize, F: Floats<L>> {
    f: F,
    h: usize,
    /// The places of the values of each vector, and their signs.
    places: Vec<[u32; L]>,
    signs: Vec<[F::Float; L]>,
    spectrum: Table<F::Float, L>,
}

impl<const L: usize, F: Floats<L>> Places<L, F> {
    /// Creates the steps from the places of at least `L` values, with `true` for conjugates, and from the values of the fixed
    /// numbers.
    pub(super) fn new(f: F, places: &[(u32, bool)], values: &[Complex<F::Float>]) -> Result<Self> {
        let (h, what) = (places.len(), "the order of a transform");
        let count = h.div_ceil(L);
        let (mut list, mut signs) = (reserve(what, count)?, reserve(what, count)?);
        for i in 0..count {
            let places = &places[(i * L).min(h - L)..][..L];
            let mut vector = [0; L];
            for l in 0..L {
                vector[F::ORDER[l]] = places[l].0;
            }
            list.push(vector);
            let one = F::Float::one();
            signs.push(lists::from_fn(|l| if places[l].1 { -one } else { one }));
        }
        let count = values.len().div_ceil(L);
        let mut spectrum = Table::new("the spectrum of a convolution", count)?;
        for i in 0..count {
            let values = &values[(i * L).min(values.len() - L)..][..L];
            spectrum.push(block(lists::map(F::ORDER, |lane| values[lane])));
        }
        Ok(Places { f, h, places: list, signs, spectrum })
    }

    /// Returns the first number of vector `i`.
    #[inline(always)]
    fn first(&self, i: usize) -> usize {
        (i * L).min(self.h - L)
    }

    #[inline(always)]
    fn product(&self, z: &[Complex<F::Float>; L], w: &[Complex<F::Float>; L], sign: F::V) -> [F::V; 2] {
        let [re, im] = self.f.load_parts(w);
        ComplexLanes(self.f).mul(self.f.load_pairs(z), [re, self.f.mul(im, sign)])
    }
}

impl<const L: usize, F: Floats<L>> PrimeKernel<F::Float> for Places<L, F> {
    fn multiply(&self, values: &mut [Complex<F::Float>], conjugate: bool) {
        let f = self.f;
        let one = F::Float::one();
        let sign = if conjugate { -one } else { one };
        f.token().run(
            #[inline(always)]
            move || {
                let sign = f.splat(sign);
                let Some((w, ws)) = self.spectrum.split_last() else { return };
                let Some(last) = values.last_chunk() else { return };
                let product = self.product(last, w, sign);
                for (z, w) in values.as_chunks_mut::<L>().0.iter_mut().zip(ws) {
                    f.store_pairs(z, self.product(z, w, sign));
                }
                if let Some(last) = values.last_chunk_mut() {
                    f.store_pairs(last, product);
                }
            },
        );
    }

    fn write_values(&self, s: &[F::Float], values: &mut [Complex<F::Float>]) {
        let f = self.f;
        f.token().run(
            #[inline(always)]
            move || {
                let (front, back) = s.split_at(self.h);
                let mut vector = [Complex::new(F::Float::default(), F::Float::default()); L];
                for (i, (places, signs)) in self.places.iter().zip(&self.signs).enumerate() {
                    let first = self.first(i);
                    let (Some(a), Some(b)) = (front[first..].first_chunk(), back[first..].first_chunk()) else {
                        return;
                    };
                    let (a, b) = (f.load(a), f.load(b));
                    f.store_pairs(&mut vector, [f.add(a, b), f.mul(f.sub(a, b), f.load(signs))]);
                    for l in 0..L {
                        values[places[l] as usize] = vector[l];
                    }
                }
            },
        );
    }

    fn read_values(&self, values: &[Complex<F::Float>], t: &mut [F::Float], scratch: &mut [Complex<F::Float>]) {
        let f = self.f;
        f.token().run(
            #[inline(always)]
            move || {
                // Vectors that are read at once would wait for the copies of their elements.
                for (z, places) in scratch.as_chunks_mut::<L>().0.iter_mut().zip(&self.places) {
                    for l in 0..L {
                        z[l] = values[places[l] as usize];
                    }
                }
                let (front, back) = t.split_at_mut(self.h);
                for (i, (z, signs)) in scratch.as_chunks::<L>().0.iter().zip(&self.signs).enumerate() {
                    let [re, im] = f.load_pairs(z);
                    let im = f.mul(im, f.load(signs));
                    let first = self.first(i);
                    let (a, b) = (&mut front[first..], &mut back[first..]);
                    let (Some(a), Some(b)) = (a.first_chunk_mut(), b.first_chunk_mut()) else { return };
                    f.store(a, f.add(re, im));
                    f.store(b, f.sub(re, im));
                }
            },
        );
    }
}
