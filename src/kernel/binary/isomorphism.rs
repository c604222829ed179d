//! Between a field as polynomials and the tower over the AES byte field.
//!
//! # Idea
//! The map into the field takes the generator of the bytes to a root `g` of the AES polynomial. It takes every
//! generator `u_k` of the [tower](crate::kernel::planes::tower) to a solution of `U^2 + U = c`, `c` the image of
//! `alpha_(k-1)`. The products of powers of `g` and of the `U` are a basis over GF(2): a matrix of `d x d` bits. Its
//! inverse is the map to the tower. Every such map is a homomorphism, for all choices of the roots.

use super::toeplitz::Toeplitz;
use crate::{
    Error, Result,
    kernel::planes::{Matrix, affine_rows, tower},
    lists,
    rings::{BinaryField, Gf2p128},
};
use alloc::{vec, vec::Vec};

const BROKEN: Error = Error::Contract { what: "a binary field must be a field of 2^8, 2^16, ... elements" };

/// Column `i` is the image of bit `i`.
pub(super) struct Isomorphism {
    to_tower: Vec<u128>,
    from_tower: Vec<u128>,
}

impl Isomorphism {
    /// Creates the isomorphism.
    ///
    /// # Errors
    /// [`Error::Contract`] if the field's products are not those of a field.
    pub(super) fn new<F: BinaryField>() -> Result<Self> {
        let g = byte_generator::<F>().ok_or(BROKEN)?;
        let mut basis = vec![F::ONE; 8];
        for i in 1..8 {
            basis[i] = basis[i - 1] * g;
        }
        // The image of alpha_(k-1), first of all of the byte `ALPHA`.
        let mut alpha = image(&basis, tower::ALPHA as u128);
        while (basis.len() as u32) < F::BITS {
            let u = F::solve_quadratic(alpha).ok_or(BROKEN)?;
            alpha *= u;
            for i in 0..basis.len() {
                basis.push(basis[i] * u);
            }
        }
        let from_tower = lists::of(&basis, |x| x.to_bits());
        let to_tower = inverse(&from_tower).ok_or(BROKEN)?;
        Ok(Isomorphism { to_tower, from_tower })
    }

    /// Returns the element of the tower.
    pub(super) fn to_tower(&self, bits: u128) -> u128 {
        apply(&self.to_tower, bits)
    }

    /// Returns the bytes of an element.
    pub(super) fn bytes(&self) -> usize {
        self.to_tower.len() / 8
    }

    /// Returns the map to the tower as matrices of 8 x 8 bits.
    pub(super) fn matrix_into<const P: usize>(&self) -> Matrix<P, P> {
        affine_rows(&self.to_tower)
    }

    /// Returns the map from the tower as matrices of 8 x 8 bits.
    pub(super) fn matrix_out_of<const P: usize>(&self) -> Matrix<P, P> {
        affine_rows(&self.from_tower)
    }

    /// Returns the change to four coordinates over the tower's GF(2^32), on which products by elements of that field act; for
    /// GF(2^128).
    pub(super) fn toeplitz(&self) -> Result<Toeplitz> {
        // The tower's basis of GF(2^32), times powers of x^32.
        let mut columns = self.from_tower[..32].to_vec();
        for i in 32..128 {
            columns.push((Gf2p128::new(columns[i - 32]) * Gf2p128::new(1 << 32)).bits());
        }
        let back = inverse(&columns).ok_or(BROKEN)?;
        Ok(Toeplitz::new(&columns, &back))
    }
}

/// Returns a root of the AES polynomial.
fn byte_generator<F: BinaryField>() -> Option<F> {
    let root = |g: &F| {
        let square = g.squared();
        let fourth = square.squared();
        fourth.squared() + fourth + square * *g + *g + F::ONE == F::ZERO
    };
    // In the field of AES itself the identity.
    let x = F::from_bits(2);
    if root(&x) {
        return Some(x);
    }
    // Traces of powers of x span the subfield of 2^8 elements; some of them generate it.
    let mut power = x;
    for _ in 1..F::BITS {
        let (mut trace, mut conjugate) = (power, power);
        for _ in 1..F::BITS / 8 {
            for _ in 0..8 {
                conjugate = conjugate.squared();
            }
            trace += conjugate;
        }
        let mut candidate = trace;
        for _ in 0..255 {
            if root(&candidate) {
                return Some(candidate);
            }
            candidate *= trace;
        }
        power *= x;
    }
    None
}

fn image<F: BinaryField>(basis: &[F], bits: u128) -> F {
    let mut sum = F::ZERO;
    for (i, &column) in basis.iter().enumerate() {
        if bits >> i & 1 == 1 {
            sum += column;
        }
    }
    sum
}

fn apply(columns: &[u128], bits: u128) -> u128 {
    let set = columns.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1);
    set.fold(0, |sum, (_, column)| sum ^ column)
}

/// Returns the inverse of a square matrix over GF(2), by columns.
fn inverse(columns: &[u128]) -> Option<Vec<u128>> {
    // Pairs of a sum of columns and the set of those summed, until the sums are the unit vectors.
    let mut pairs: Vec<(u128, u128)> = columns.iter().enumerate().map(|(i, &column)| (column, 1 << i)).collect();
    for bit in 0..pairs.len() {
        let pivot = (bit..pairs.len()).find(|&i| pairs[i].0 >> bit & 1 == 1)?;
        pairs.swap(bit, pivot);
        let pivot = pairs[bit];
        for (i, pair) in pairs.iter_mut().enumerate() {
            if i != bit && pair.0 >> bit & 1 == 1 {
                *pair = (pair.0 ^ pivot.0, pair.1 ^ pivot.1);
            }
        }
    }
    Some(pairs.into_iter().map(|pair| pair.1).collect())
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::*;
    use crate::rings::{Gf2p8, Gf2p16, Gf2p16Leopard, Gf2p32, Gf2p64};

    fn check<F: BinaryField>() {
        let map = Isomorphism::new::<F>().unwrap();
        let (mut a, mut b) = (F::from_bits(0x0123_4567_89ab_cdef_fedc_ba98_7654_3211), F::from_bits(3 << 6 | 5));
        for _ in 0..50 {
            let (x, y) = (map.to_tower(a.to_bits()), map.to_tower(b.to_bits()));
            assert_eq!(
                map.to_tower((a * b).to_bits()),
                crate::kernel::planes::tower::mul(x, y, F::BITS.ilog2() - 3),
                "{}",
                F::name()
            );
            assert_eq!(apply(&map.from_tower, x), a.to_bits());
            (a, b) = (a * b + F::ONE, a);
        }
    }

    #[inline]
    pub(crate) fn the_isomorphism_is_one_in_every_field() {
        check::<Gf2p8>();
        check::<Gf2p16>();
        check::<Gf2p16Leopard>();
        check::<Gf2p32>();
        check::<Gf2p64>();
        check::<Gf2p128>();
        assert_eq!(Isomorphism::new::<Gf2p8>().unwrap().to_tower(0x53), 0x53);
    }
}
