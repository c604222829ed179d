//! Subfields: the maps between fields of different degrees, or of one degree and different moduli.

use super::BinaryField;
use crate::{Error, Result};
use alloc::{format, vec::Vec};

/// The canonical embedding of a field as a subfield of another, or onto a field of the same degree.
///
/// There are as many embeddings as the smaller field has conjugates. This one maps the canonical tower of `S` to that of `L`: the
/// elements `t_0, t_1, t_2, ...` of either field for which
///
/// ```text
/// t_0^2 + t_0 = 1,     t_i^2 + t_i = t_0 t_1 ... t_(i-1),     bit 0 of every t_i is clear.
/// ```
///
/// Each `t_i` is of degree 2 over the field of those before it, so `t_0, ..., t_(k-1)` generate the subfield of degree
/// `2^k`; these are the relations of Conway's nimbers `2, 4, 16, 256, ...`. The relations are the same in all fields,
/// so embeddings compose for all moduli: from `A` to `B` and on to `C` is from `A` to `C`.
///
/// A canonical Cantor basis is mapped to a Cantor basis of the subfield, which the first vectors of the canonical one span; its
/// first three vectors 1, `t_0` and `t_1` are the canonical ones. The later ones need not be: no embedding of GF(2^8) in GF(2^16) maps
/// `beta_3` to `beta_3`.
///
/// ```
/// use ringfft::rings::{Embedding, Gf2p8, Gf2p64};
///
/// let embedding = Embedding::<Gf2p8, Gf2p64>::new()?;
/// let [a, b] = [0x57, 0x83].map(Gf2p8::new);
/// assert_eq!(embedding.embed(a) * embedding.embed(b), embedding.embed(a * b));
/// assert_eq!(embedding.restrict(embedding.embed(a)), Some(a));
/// assert_eq!(embedding.restrict(Gf2p64::new(2)), None);
/// # Ok::<(), ringfft::Error>(())
/// ```
///
/// Both directions are sums over all bits of the element under masks: table indices do not depend on the element.
#[derive(Clone, Debug)]
pub struct Embedding<S, L> {
    /// The images of `1, x, x^2, ...`.
    images: Vec<L>,
    /// Bits of the large field that determine an element of the subfield, each with its term of the preimage.
    preimages: Vec<(u32, S)>,
}

impl<S: BinaryField, L: BinaryField> Embedding<S, L> {
    /// Creates the embedding of `S` in `L`.
    ///
    /// # Errors
    /// [`Error::Unsupported`] unless the degree of `S` is a power of two that divides the degree of `L`.
    pub fn new() -> Result<Self> {
        let refused = || Error::Unsupported {
            what: format!(
                "{} has no canonical embedding in {}: the smaller degree must be a power of two that divides the larger one",
                S::name(),
                L::name()
            ),
        };
        if !S::BITS.is_power_of_two() || !L::BITS.is_multiple_of(S::BITS) {
            return Err(refused());
        }
        let (small, large) = (products::<S>(), products::<L>());
        let pairs = small.into_iter().zip(large).take(S::BITS as usize);
        // In terms of the unit vectors of S, then with the unit vectors among the bits of L picked out.
        let images: Vec<(u32, L)> = eliminate(pairs.collect()).ok_or_else(refused)?;
        let images: Vec<L> = images.into_iter().map(|(_, image)| image).collect();
        let units = images.iter().enumerate().map(|(i, &image)| (image, S::from_bits(1 << i)));
        let preimages = eliminate(units.collect()).ok_or_else(refused)?;
        Ok(Embedding { images, preimages })
    }

    /// Returns the image of `a`.
    pub fn embed(&self, a: S) -> L {
        let bits = a.to_bits();
        sum(self.images.iter().enumerate().map(|(i, &image)| (bits >> i, image)))
    }

    /// Returns the element whose image is `a`; `None` unless `a` lies in the subfield.
    pub fn restrict(&self, a: L) -> Option<S> {
        let bits = a.to_bits();
        let preimage = sum(self.preimages.iter().map(|&(bit, preimage)| (bits >> bit, preimage)));
        (self.embed(preimage) == a).then_some(preimage)
    }
}

/// Returns the sum of the elements that come with an odd number.
fn sum<F: BinaryField>(terms: impl Iterator<Item = (u128, F)>) -> F {
    F::from_bits(terms.fold(0, |sum, (number, term)| sum ^ (term.to_bits() & (number & 1).wrapping_neg())))
}

/// Returns the products of all subsets of the canonical tower: entry `m` is the product of the `t_i` over the bits `i` of `m`.
fn products<F: BinaryField>() -> Vec<F> {
    let mut products = Vec::from([F::ONE]);
    while products.len() < F::BITS as usize {
        // The last entry is the product of the whole tower so far.
        let Some(next) = products.last().and_then(|&all| F::solve_quadratic(all)) else { break };
        products.extend(products.clone().into_iter().map(|product| product * next));
    }
    products
}

/// Returns pairs with the same span over GF(2), ascending by a bit that is set in one first entry and clear in all
/// others: the bit and the second entry. Returns `None` if the first entries are linearly dependent.
fn eliminate<A: BinaryField, B: BinaryField>(mut pairs: Vec<(A, B)>) -> Option<Vec<(u32, B)>> {
    let mut pivots = Vec::new();
    for i in 0..pairs.len() {
        let (row, partner) = pairs[i];
        let pivot = row.to_bits().checked_ilog2()?;
        for (j, pair) in pairs.iter_mut().enumerate() {
            if j != i && pair.0.to_bits() >> pivot & 1 == 1 {
                *pair = (pair.0 + row, pair.1 + partner);
            }
        }
        pivots.push(pivot);
    }
    let mut found: Vec<(u32, B)> = pivots.into_iter().zip(pairs.into_iter().map(|(_, partner)| partner)).collect();
    found.sort_by_key(|&(pivot, _)| pivot);
    Some(found)
}
