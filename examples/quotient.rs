//! The quotient step of a proof: one constraint, divided by the polynomial that vanishes where it holds.
//!
//! Three polynomials `a`, `b`, `s` of degree below `n` are given by their values on the group `H` of order `n`, and `c` by the values
//! of `a b s` there. So `a b s - c`, of degree up to `3n - 3`, vanishes on `H`: it is a multiple of `Z = X^n - 1`, and the quotient is
//! found from its values on a coset of the group of order `2n`, where `Z` is never zero:
//!
//! 1. evaluate: `a`, `b`, `s` and `c` at `g w^i`, `i < 2n`, by way of their coefficients;
//! 2. multiply: `a b s - c`, value by value;
//! 3. divide by `Z`, which has two values there, `g^n` and `-g^n`, less 1;
//! 4. interpolate: from the values on the coset to the coefficients.
//!
//! `cargo run --release --example quotient -- 12`

use bls12_381::Scalar;
use ff::PrimeField;
use ringfft::{
    algebra::Std,
    ntt,
    order::Order,
    plan::{Plan, Resident},
    poly,
    rings::{Goldilocks, ViaFf, ff},
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

/// The plans for one length.
struct Quotient<F: PrimeField> {
    /// From the values on `H` to coefficients.
    group: Plan<F, Std<F, ViaFf>>,
    /// The points `g w^i`.
    coset: Plan<F, Std<F, ViaFf>>,
    /// `1/Z` on the coset.
    vanishing: Resident<Std<F, ViaFf>>,
}

impl<F: PrimeField> Quotient<F> {
    fn new(len: usize) -> ringfft::Result<Self> {
        let (ring, shift) = (ff::<F>(), F::MULTIPLICATIVE_GENERATOR);
        // Values are only multiplied in their places, so they stay in bit-reversed order.
        let order = Order::BitReversed;
        let group = Plan::builder(ring, len).order(order).build()?;
        let coset = Plan::builder(ring, 2 * len).order(order).coset(shift).build()?;
        // X^n - 1 at g w^i is g^n (w^n)^i - 1, where w^n = -1: in bit-reversed order first the even i, then the odd.
        let power = shift.pow_vartime([len as u64]);
        let mut inverses = [power - F::ONE, -power - F::ONE];
        ntt::pointwise::invert(&ring, &mut inverses)?;
        let list: Vec<F> = (0..2 * len).map(|i| inverses[i / len]).collect();
        Ok(Quotient { group, vanishing: coset.load(&list)?, coset })
    }

    /// The coefficients of the quotient, from the values of `a`, `b`, `s` and `c` on the group, in bit-reversed order.
    fn of(&self, [a, b, s, c]: [&[F]; 4]) -> ringfft::Result<Vec<F>> {
        // The lists are carried to the form that the plans work in once, and once back.
        let extended = |values: &[F]| {
            let mut values = self.group.load(values)?;
            self.group.inverse_resident(&mut values)?;
            let mut extended = self.coset.extend_resident(&values)?;
            self.coset.forward_resident(&mut extended)?;
            ringfft::Result::Ok(extended)
        };
        let mut product = extended(a)?;
        product.multiply(&extended(b)?)?;
        product.multiply(&extended(s)?)?;
        product.subtract(&extended(c)?)?;
        product.multiply(&self.vanishing)?;
        self.coset.inverse_resident(&mut product)?;
        let mut quotient = vec![F::ZERO; product.len()];
        product.store(&mut quotient)?;
        Ok(quotient)
    }
}

fn run<F: PrimeField + Debug>(name: &str, len: usize) -> ringfft::Result<()> {
    let ring = ff::<F>();
    let [a, b, s] = [1, 2, 3].map(|seed| elements::<F>(seed, len));
    let mut c = a.clone();
    ntt::pointwise::multiply(&ring, &mut c, &b)?;
    ntt::pointwise::multiply(&ring, &mut c, &s)?;

    let quotient = Quotient::new(len)?;
    let start = Instant::now();
    let found = quotient.of([&a, &b, &s, &c])?;
    println!("{name}: the quotient of length {} in {:?}, by {}", 2 * len, start.elapsed(), quotient.coset.recipe());

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
