//! Plonky3's transforms against plans over Plonky3's own field types, given Plonky3's root.
//!
//! The adapter below is all that a foreign field needs to get plans.

use p3_baby_bear::BabyBear;
use p3_dft::{NaiveDft, Radix2Dit, TwoAdicSubgroupDft};
use p3_field::{PrimeField64, TwoAdicField};
use p3_goldilocks::Goldilocks;
use p3_matrix::{Matrix, dense::RowMajorMatrix};
use ringfft::{Error, Result, algebra::{Action, Module, Ring, Roots}, plan::{Accelerated, Algorithm, Layout, Plan}};
use std::marker::PhantomData;

/// A two-adic field of Plonky3, with Plonky3's roots.
#[derive(Clone, Copy)]
struct Plonky3<F>(PhantomData<fn() -> F>);

impl<F: TwoAdicField> Module for Plonky3<F> {
    type Element = F;

    fn zero(&self) -> F {
        F::ZERO
    }

    fn add_assign(&self, a: &mut F, b: &F) {
        *a += *b;
    }

    fn sub_assign(&self, a: &mut F, b: &F) {
        *a -= *b;
    }
}

impl<F: TwoAdicField> Ring for Plonky3<F> {
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

impl<F: TwoAdicField> Action for Plonky3<F> {
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

impl<F: TwoAdicField> Roots for Plonky3<F> {
    fn root(&self, n: usize) -> Result<F> {
        if n.is_power_of_two() && n.trailing_zeros() as usize <= F::TWO_ADICITY {
            return Ok(F::two_adic_generator(n.trailing_zeros() as usize));
        }
        Err(Error::NoRoot { ring: self.name(), order: n, possible: format!("2^{}", F::TWO_ADICITY) })
    }
}

impl<F: TwoAdicField> Accelerated for Plonky3<F> {}

fn elements<F: PrimeField64>(n: usize) -> Vec<F> {
    std::iter::successors(Some(F::from_u64(3)), |&x| Some(x * x - F::from_u64(5))).take(n).collect()
}

fn equal<F: TwoAdicField + PrimeField64>() {
    let ring = Plonky3::<F>(PhantomData);
    for n in (0..=12).map(|k| 1usize << k) {
        let x = elements::<F>(n);
        let values = Radix2Dit::default().dft(x.clone());
        if n <= 64 {
            assert_eq!(values, NaiveDft.dft(x.clone()), "{n}");
        }
        for algorithm in Algorithm::ALL
            .iter()
            .copied()
            .filter(|algorithm| algorithm.is_dft() && *algorithm != Algorithm::Tangent)
            .filter(|algorithm| algorithm.exists_for(n))
        {
            if algorithm == Algorithm::Naive && n > 128 {
                continue;
            }
            let plan = Plan::builder(ring, n).algorithm(algorithm).build().unwrap();
            let mut y = x.clone();
            plan.forward(&mut y).unwrap();
            assert_eq!(y, values, "{algorithm} {n}");
            plan.inverse(&mut y).unwrap();
            assert_eq!(y, x, "{algorithm} {n}");
        }
    }
}

/// A matrix whose columns are transformed is a batch in columns; a coset is a coset.
fn columns_and_cosets<F: TwoAdicField + PrimeField64>() {
    let ring = Plonky3::<F>(PhantomData);
    for (n, width) in [(1, 3), (8, 1), (64, 5), (256, 16)] {
        let x = elements::<F>(n * width);
        let matrix = RowMajorMatrix::new(x.clone(), width);
        let builder = || Plan::builder(ring, n).batch(width, Layout::Columns);
        let mut y = x.clone();
        builder().build().unwrap().forward(&mut y).unwrap();
        let theirs = Radix2Dit::default().dft_batch(matrix.clone()).to_row_major_matrix().values;
        assert_eq!(y, theirs, "{n} x {width}");
        let mut y = x.clone();
        builder().coset(F::GENERATOR).build().unwrap().forward(&mut y).unwrap();
        let theirs = Radix2Dit::default().coset_dft_batch(matrix, F::GENERATOR).to_row_major_matrix().values;
        assert_eq!(y, theirs, "coset {n} x {width}");
    }
}

#[test]
fn goldilocks() {
    equal::<Goldilocks>();
    columns_and_cosets::<Goldilocks>();
}

#[test]
fn baby_bear() {
    equal::<BabyBear>();
    columns_and_cosets::<BabyBear>();
}

#[test]
fn lengths_without_a_root_are_refused() {
    assert!(Plan::over(Plonky3::<BabyBear>(PhantomData), 1 << 28).is_err());
    assert!(Plan::over(Plonky3::<Goldilocks>(PhantomData), 3).is_err());
}
