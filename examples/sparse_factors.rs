//! The network of length 8 as a product of sparse matrices, exactly.
//!
//! Decimation in time is a permutation followed by three stages of butterflies. Each stage is a matrix with
//! two entries in every row, and their product is the matrix of the transform, entry by entry; turned around,
//! the transposed pattern gives the inverse. An exact ring shows it without a rounding error.
//! `papers/sparse_factors.md` derives the factors.
//!
//! `cargo run --release --example sparse_factors`

use ringfft::{
    algebra::{Module, Ring, Roots},
    plan::{Accelerated, Plan},
    rings::{Bls12381Fr, Modular, native},
};
use std::fmt::Debug;

const N: usize = 8;

type Matrix<R> = Vec<Vec<<R as Module>::Element>>;

fn zeros<R: Ring>(ring: &R) -> Matrix<R> {
    vec![vec![ring.zero(); N]; N]
}

fn product<R: Ring>(ring: &R, a: &Matrix<R>, b: &Matrix<R>) -> Matrix<R> {
    let mut c = zeros(ring);
    for (row, target) in a.iter().zip(&mut c) {
        for (x, b_row) in row.iter().zip(b) {
            for (y, sum) in b_row.iter().zip(target.iter_mut()) {
                let mut term = x.clone();
                ring.mul_assign(&mut term, y);
                ring.add_assign(sum, &term);
            }
        }
    }
    c
}

/// Row `k`, column `j`: `w^(jk)`.
fn dft<R: Roots>(ring: &R, w: &R::Element) -> Matrix<R> {
    (0..N).map(|k| (0..N).map(|j| ring.power(w, N, j * k % N)).collect()).collect()
}

/// Row `k` picks coefficient `sigma(k)`, the three bits of `k` reversed.
fn bit_reversal<R: Ring>(ring: &R) -> Matrix<R> {
    let mut p = zeros(ring);
    for (k, row) in p.iter_mut().enumerate() {
        row[ringfft::order::bit_reverse(k, 3)] = ring.one();
    }
    p
}

/// The stage that joins transforms of length `half` in pairs: blocks `[I D; I -D]`, `D = diag(z^d)`, with
/// `z = w^(8/(2 half))`.
fn stage<R: Roots>(ring: &R, w: &R::Element, half: usize) -> Matrix<R> {
    let mut a = zeros(ring);
    for block in (0..N).step_by(2 * half) {
        for d in 0..half {
            let z_d = ring.power(w, N, d * N / (2 * half));
            let mut minus = z_d.clone();
            ring.neg_assign(&mut minus);
            let (top, bottom) = (block + d, block + half + d);
            (a[top][top], a[top][bottom]) = (ring.one(), z_d);
            (a[bottom][top], a[bottom][bottom]) = (ring.one(), minus);
        }
    }
    a
}

/// Twice the inverse of a stage: blocks `[I I; D^-1 -D^-1]`, the stage of `w^-1` transposed.
fn inverse_stage<R: Roots>(ring: &R, w_inverse: &R::Element, half: usize) -> Matrix<R> {
    let a = stage(ring, w_inverse, half);
    (0..N).map(|i| (0..N).map(|j| a[j][i].clone()).collect()).collect()
}

fn equal<R: Ring>(ring: &R, a: &Matrix<R>, b: &Matrix<R>) -> bool {
    a.iter().flatten().zip(b.iter().flatten()).all(|(x, y)| ring.equal(x, y))
}

fn entries<R: Ring>(ring: &R, a: &Matrix<R>) -> usize {
    a.iter().flatten().filter(|x| !ring.is_zero(x)).count()
}

/// Prints a matrix with `.` for zero and the exponent of `w` for a power of it.
fn print<R: Roots>(ring: &R, w: &R::Element, name: &str, a: &Matrix<R>) {
    println!("{name}: {} entries, as exponents of w (-1 = w^4)", entries(ring, a));
    for row in a {
        let cell = |x: &R::Element| match (0..N).find(|&e| ring.equal(x, &ring.power(w, N, e))) {
            Some(exponent) => exponent.to_string(),
            None => ".".to_string(),
        };
        println!("    {}", row.iter().map(cell).collect::<Vec<_>>().join(" "));
    }
}

fn check<R>(ring: &R, verbose: bool) -> ringfft::Result<()>
where
    R: Accelerated + Roots,
    R::Element: Debug,
{
    let w = ring.root(N)?;
    let w_inverse = ring.power(&w, N, N - 1);

    // F = A_4 A_2 A_1 P.
    let p = bit_reversal(ring);
    let stages = [1, 2, 4].map(|half| stage(ring, &w, half));
    let forward = stages.iter().fold(p.clone(), |right, left| product(ring, left, &right));
    assert!(equal(ring, &forward, &dft(ring, &w)));
    assert!(stages.iter().all(|a| entries(ring, a) == 2 * N));

    // 8 F^-1 = P (2 A_1^-1) (2 A_2^-1) (2 A_4^-1), because P is its own inverse.
    let inverse_stages = [4, 2, 1].map(|half| inverse_stage(ring, &w_inverse, half));
    let stages_only =
        inverse_stages[1..].iter().fold(inverse_stages[0].clone(), |right, left| product(ring, left, &right));
    let inverse = product(ring, &p, &stages_only);
    assert!(equal(ring, &inverse, &dft(ring, &w_inverse)));

    // Together: 8 times the identity.
    let mut eight = zeros(ring);
    (0..N).for_each(|i| eight[i][i] = ring.integer(N as u64));
    assert!(equal(ring, &product(ring, &inverse, &forward), &eight));

    // A plan computes the same map: the transform of unit vector j is column j.
    let plan = Plan::over(ring.clone(), N)?;
    for j in 0..N {
        let mut unit = vec![ring.zero(); N];
        unit[j] = ring.one();
        plan.forward(&mut unit)?;
        assert!(unit.iter().zip(&forward).all(|(x, row)| ring.equal(x, &row[j])));
    }

    if verbose {
        print(ring, &w, "P", &p);
        for (half, a) in [1, 2, 4].iter().zip(&stages) {
            print(ring, &w, &format!("A_{half}"), a);
        }
        print(ring, &w, "A_4 A_2 A_1 P", &forward);
        for (half, a) in [4, 2, 1].iter().zip(&inverse_stages) {
            print(ring, &w, &format!("2 A_{half}^-1"), a);
        }
    }
    println!("{}: the products of the sparse factors are the matrices of the transform and its inverse", ring.name());
    Ok(())
}

fn main() -> ringfft::Result<()> {
    check(&Modular::new(17)?, true)?;
    check(&native::<Bls12381Fr>(), false)
}

#[cfg(test)]
#[test]
fn factors_multiply_to_the_matrices() -> ringfft::Result<()> {
    main()
}
