//! Plonky3's binary fields, in both of its representations, under the additive transforms, and its own transforms beside them.
//!
//! `Plonky3Binary` is all that a foreign binary field needs: four traits, of which [`Roots::cantor_basis`] is the one that
//! the points of the transforms come from, and for plans one constant of [`Accelerated`]. Where a crate has no Cantor basis, it is found by solving `y^2 + y = beta_i`, or a
//! transform for any basis is taken with `Subspace::with_basis`.

use p3_binary_dft::{AdditiveNtt, ButterflyField, LchNtt, NaiveAdditiveNtt};
use p3_binary_field::{
    BinaryField8, BinaryField16, BinaryField32, BinaryField64, BinaryField128, Ghash128, TowerLevel, poly_basis,
};
use p3_field::Field;
use p3_matrix::dense::RowMajorMatrix;
use ringfft::{Error, Result, additive::{Conversion, GaoMateer, GaoMateerGeneral, GathenGerhard, NovelBasis, WangZhuCantor}, algebra::{Action, Module, Ring, Roots, Subspace}, dft::Transform, order::Order, plan::{Accelerated, Algorithm, Coefficients, Plan}, rings::{BinaryField, Gf2p128}};
use std::marker::PhantomData;

/// A binary field of Plonky3, with Plonky3's Cantor basis.
#[derive(Clone, Copy)]
struct Plonky3Binary<F>(PhantomData<fn() -> F>);

impl<F> Plonky3Binary<F> {
    fn new() -> Self {
        Plonky3Binary(PhantomData)
    }
}

impl<F: TowerLevel> Module for Plonky3Binary<F> {
    type Element = F;

    fn zero(&self) -> F {
        F::ZERO
    }

    fn add_assign(&self, a: &mut F, b: &F) {
        *a += *b;
    }

    fn sub_assign(&self, a: &mut F, b: &F) {
        *a += *b;
    }
}

impl<F: TowerLevel> Ring for Plonky3Binary<F> {
    fn name(&self) -> String {
        std::any::type_name::<F>().into()
    }

    fn one(&self) -> F {
        F::ONE
    }

    fn mul_assign(&self, a: &mut F, b: &F) {
        *a *= *b;
    }

    fn is_zero(&self, a: &F) -> bool {
        a.is_zero()
    }

    fn inverse(&self, a: &F) -> Option<F> {
        a.try_inverse()
    }
}

impl<F: TowerLevel> Action for Plonky3Binary<F> {
    type Scalars = Self;
    type Twiddle = F;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &F) -> F {
        *scalar
    }

    fn apply(&self, x: &mut F, w: &F) {
        *x *= *w;
    }
}

impl<F: TowerLevel> Roots for Plonky3Binary<F> {
    /// `g^((2^d - 1)/n)`, with `g` the generator of the crate.
    fn root(&self, n: usize) -> Result<F> {
        let units = u128::MAX >> (128 - (1 << F::LOG_BITS));
        if n == 0 || !units.is_multiple_of(n as u128) {
            let possible = format!("the order must divide 2^{} - 1", 1 << F::LOG_BITS);
            return Err(Error::NoRoot { ring: self.name(), order: n, possible });
        }
        let exponent = units / n as u128;
        Ok((0..128).rev().fold(F::ONE, |power, bit| {
            let square = power * power;
            if exponent >> bit & 1 == 1 { square * F::GENERATOR } else { square }
        }))
    }

    fn cantor_basis(&self, dim: u32) -> Result<Vec<F>> {
        if dim > 1 << F::LOG_BITS {
            let possible = format!("its Cantor basis has {} vectors", 1 << F::LOG_BITS);
            return Err(Error::Subspace { ring: self.name(), dim: dim as usize, possible });
        }
        Ok((0..dim as usize).map(F::cantor_basis).collect())
    }
}

impl<F: TowerLevel> Accelerated for Plonky3Binary<F> {
    const SUBSPACES: bool = true;
}

/// Elements that fill the field.
fn elements<F: TowerLevel>(n: usize) -> Vec<F> {
    std::iter::successors(Some(F::GENERATOR), |&x| Some(x * x * F::GENERATOR + F::ONE)).take(n).collect()
}

fn forward<F: TowerLevel>(transform: &impl Transform<Plonky3Binary<F>>, values: &[F]) -> Vec<F> {
    let mut scratch = vec![F::ZERO; transform.scratch_len()];
    let mut found = values.to_vec();
    transform.forward(&mut found, &mut scratch).unwrap();
    let mut back = found.clone();
    transform.inverse_unscaled(&mut back, &mut scratch).unwrap();
    assert_eq!(back, values);
    found
}

/// Every transform evaluates; the one in the novel basis gives what Plonky3's gives.
fn transforms<F: ButterflyField>() {
    let ring = Plonky3Binary::<F>::new();
    for (dim, shift) in (0..=8).flat_map(|dim| [(dim, F::ZERO), (dim, F::GENERATOR)]) {
        let subspace = Subspace::new(ring, dim).unwrap().with_shift(shift);
        assert!(subspace.is_cantor());
        let x = elements::<F>(subspace.len());
        let horner = |point: F| x.iter().rev().fold(F::ZERO, |sum, &c| sum * point + c);
        let values: Vec<F> = (0..x.len()).map(|j| horner(subspace.point(j))).collect();
        assert_eq!(forward(&WangZhuCantor::new(&subspace).unwrap(), &x), values, "{dim}");
        assert_eq!(forward(&GaoMateer::new(&subspace).unwrap(), &x), values, "{dim}");
        assert_eq!(forward(&GaoMateerGeneral::new(&subspace).unwrap(), &x), values, "{dim}");
        assert_eq!(forward(&GathenGerhard::new(&subspace).unwrap(), &x), values, "{dim}");
        let mut novel = x.clone();
        Conversion::new(&subspace, x.len()).unwrap().to_novel(&mut novel).unwrap();
        let transform = NovelBasis::new(&subspace).unwrap();
        assert_eq!(forward(&transform, &novel), values, "{dim}");
        let theirs = |ntt: &dyn AdditiveNtt<F>| ntt.shifted_ntt_batch(RowMajorMatrix::new(x.clone(), 1), shift).values;
        assert_eq!(forward(&transform, &x), theirs(&LchNtt::default()), "{dim}");
        if dim <= 5 {
            assert_eq!(forward(&transform, &x), theirs(&NaiveAdditiveNtt::default()), "{dim}");
        }
    }
    for (n, shift) in [1, 2, 8, 64, 256].into_iter().flat_map(|n| [(n, F::ZERO), (n, F::GENERATOR)]) {
        let x = elements::<F>(n);
        let subspace = Subspace::new(ring, n.ilog2()).unwrap().with_shift(shift);
        let horner = |point: F| x.iter().rev().fold(F::ZERO, |sum, &c| sum * point + c);
        let values: Vec<F> = (0..n).map(|j| horner(subspace.point(j))).collect();
        for algorithm in Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_additive()) {
            let plan = Plan::builder(ring, n).algorithm(algorithm).order(Order::Natural).coset(shift).build().unwrap();
            let mut y = x.clone();
            plan.forward(&mut y).unwrap();
            assert_eq!(y, values, "{algorithm} {n}");
            plan.inverse(&mut y).unwrap();
            assert_eq!(y, x, "{algorithm} {n}");
        }
        let builder = Plan::builder(ring, n).algorithm(Algorithm::NovelBasis).coset(shift);
        let mut y = x.clone();
        builder.coefficients(Coefficients::Novel).build().unwrap().forward(&mut y).unwrap();
        assert_eq!(y, LchNtt::default().shifted_ntt_batch(RowMajorMatrix::new(x, 1), shift).values);
    }
    let Err(error) = Subspace::new(ring, (1 << F::LOG_BITS) + 1) else { panic!() };
    assert!(error.to_string().contains("Cantor basis"));
}

#[test]
fn the_tower() {
    transforms::<BinaryField8>();
    transforms::<BinaryField16>();
    transforms::<BinaryField32>();
    transforms::<BinaryField64>();
    transforms::<BinaryField128>();
}

#[test]
fn the_polynomial_basis() {
    transforms::<Ghash128>();
}

/// The roots of unity of a foreign field are its own.
#[test]
fn roots() {
    let ring = Plonky3Binary::<BinaryField128>::new();
    for n in [1, 3, 15, 641] {
        ring.check_root(&ring.root(n).unwrap(), n).unwrap();
    }
    assert!(ring.root(2).is_err());
}

/// Plonky3's polynomial basis has the modulus of our field of 128 bits: the same bits are the same element.
#[test]
fn the_same_field() {
    let list = elements::<BinaryField128>(40);
    let bits: Vec<u128> = list.iter().map(|&a| poly_basis::from_tower(a)).collect();
    for (&a, &x) in list.iter().zip(&bits) {
        assert_eq!(Gf2p128::new(x).squared().bits(), poly_basis::square(x));
        assert_eq!(Gf2p128::new(x).inverse().unwrap().bits(), poly_basis::from_tower(a.try_inverse().unwrap()));
        for (&b, &y) in list.iter().zip(&bits) {
            let product = Gf2p128::new(x) * Gf2p128::new(y);
            assert_eq!(product.bits(), poly_basis::mul(x, y));
            assert_eq!(product.bits(), poly_basis::from_tower(a * b));
            let theirs = Ghash128::from_le_bytes(x.to_le_bytes()) * Ghash128::from_le_bytes(y.to_le_bytes());
            assert_eq!(theirs, Ghash128::from_le_bytes(product.bits().to_le_bytes()));
        }
    }
    // The bases of Cantor are bases of the same subspaces wherever these are subfields.
    for degree in [1, 2, 4, 8, 16, 32, 64, 128] {
        for i in 0..degree as usize {
            let beta = Gf2p128::new(poly_basis::from_tower(BinaryField128::cantor_basis(i)));
            assert!(beta.is_in_subfield(degree));
        }
    }
}
