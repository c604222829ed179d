//! The quotient step of a proof: one constraint, divided by the polynomial that vanishes where it holds.
//!
//! Three polynomials `a`, `b`, `s` of degree below `n` are given by their values on the group `H` of order `n`, and `c` by the values
//! of `a b s` there. So `a b s - c`, of degree up to `3n - 3`, vanishes on `H`: it is a multiple of `Z = X^n - 1`, and the quotient is
//! found from its values on a coset of the group of order `2n`, where `Z` is never zero:
//!
//! 1. evaluate: `a`, `b`, `s` and `c` at `g w^i`, `i < 2n`, by low-degree extension;
//! 2. multiply: `a b s - c`, value by value;
//! 3. divide by `Z`, which has two values there, `g^n` and `-g^n`, less 1;
//! 4. interpolate: from the values on the coset to the coefficients.
//!
//! `cargo run --release --example quotient -- 12`

use bls12_381::Scalar;
use ff::PrimeField;
use ringfft::{
    algebra::Ring,
    ntt::{self, LowDegreeExtension},
    order::Order,
    plan::Plan,
    poly,
    rings::{Goldilocks, ff},
};
use std::{fmt::Debug, time::Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let log_len: u32 = std::env::args().nth(1).map_or(Ok(12), |text| text.parse())?;
    let len = 1usize.checked_shl(log_len).ok_or("the length must be a word")?;
    run::<Scalar>("the scalars of BLS12-381", len)?;
    run::<Goldilocks>("Goldilocks", len)?;
    Ok(())
}

/// Elements that look random.
fn elements<F: PrimeField>(seed: u64, len: usize) -> Vec<F> {
    let factor = F::from(0x9e37_79b9_7f4a_7c15);
    let mut element = F::from(seed);
    let next = |_| {
        element = (element + factor).square();
        element
    };
    (0..len).map(next).collect()
}

/// The coefficients of the quotient, from the values of `a`, `b`, `s` and `c` on the group, in bit-reversed order.
fn quotient<F: PrimeField>(values: [&[F]; 4]) -> ringfft::Result<Vec<F>> {
    const BLOWUP: usize = 2;
    let ring = ff::<F>();
    let (len, shift) = (values[0].len(), F::MULTIPLICATIVE_GENERATOR);
    // Values are only multiplied in their places, so they stay in bit-reversed order.
    let order = Order::BitReversed;
    let extension = LowDegreeExtension::builder(ring, len, BLOWUP).shift(shift).order(order).build()?;
    let back = Plan::builder(ring, len * BLOWUP).order(order).coset(shift).build()?;

    let mut extended = [const { Vec::new() }; 4];
    for (values, extended) in values.into_iter().zip(&mut extended) {
        extended.resize(len * BLOWUP, F::ZERO);
        extension.extend(values, extended)?;
    }
    let [mut product, b, s, c] = extended;
    ntt::multiply(&ring, &mut product, &b)?;
    ntt::multiply(&ring, &mut product, &s)?;
    product.iter_mut().zip(&c).for_each(|(product, c)| *product -= c);

    // X^n - 1 at g w^i is g^n w^(n i) - 1, the same on each coset of H, which are the blocks of bit-reversed order.
    let on_blocks = (0..BLOWUP).map(|block| {
        let coset = Order::BitReversed.exponent(block, BLOWUP) as u64;
        (shift * ring.pow(extension.root(), coset)).pow_vartime([len as u64]) - F::ONE
    });
    let mut inverses: Vec<F> = on_blocks.collect();
    ntt::invert(&ring, &mut inverses)?;
    for (block, inverse) in product.chunks_exact_mut(len).zip(&inverses) {
        ntt::scale(&ring, block, inverse);
    }
    back.inverse(&mut product)?;
    Ok(product)
}

fn run<F: PrimeField + Debug>(name: &str, len: usize) -> ringfft::Result<()> {
    let ring = ff::<F>();
    let [a, b, s] = [1, 2, 3].map(|seed| elements::<F>(seed, len));
    let mut c = a.clone();
    ntt::multiply(&ring, &mut c, &b)?;
    ntt::multiply(&ring, &mut c, &s)?;

    let start = Instant::now();
    let found = quotient([&a, &b, &s, &c])?;
    println!("{name}: the quotient of length {} in {:?}", 2 * len, start.elapsed());

    // q Z = a b s - c at a point that is no value's.
    let plan = Plan::builder(ring, len).order(Order::BitReversed).build()?;
    let point = F::from(0x1234_5678_9abc_def1);
    let at_point = [a, b, s, c].map(|mut list| {
        plan.inverse(&mut list)?;
        Ok(poly::evaluate(&ring, &list, &point))
    });
    let [a, b, s, c] = at_point;
    let vanishing = point.pow_vartime([len as u64]) - F::ONE;
    assert_eq!(poly::evaluate(&ring, &found, &point) * vanishing, a? * b? * s? - c?);
    // Of degree 2n - 3: the constraint holds on all of the group.
    assert!(found[(2 * len).saturating_sub(2)..].iter().all(|top| *top == F::ZERO));
    println!("{name}: equal to (a b s - c)/(X^{len} - 1) at a point");
    Ok(())
}

#[cfg(test)]
#[test]
fn both_fields() -> ringfft::Result<()> {
    for log_len in [0, 1, 3, 8, 12] {
        run::<Scalar>("the scalars of BLS12-381", 1 << log_len)?;
        run::<Goldilocks>("Goldilocks", 1 << log_len)?;
    }
    Ok(())
}
