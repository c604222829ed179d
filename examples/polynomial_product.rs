//! The product of two polynomials over the scalar field of BLS12-381, checked at a random point.
//!
//! `cargo run --release --example polynomial_product -- 16384`

use bls12_381::Scalar;
use ringfft::{
    order::Order,
    plan::{Plan, Scale},
    rings::ff,
};
use std::{hash::BuildHasher, time::Instant};

/// Evaluates by Horner's rule.
fn evaluate(f: &[Scalar], x: Scalar) -> Scalar {
    f.iter().rev().fold(Scalar::zero(), |sum, c| sum * x + c)
}

/// A scalar of four words of SplitMix64.
fn scalar(state: &mut u64) -> Scalar {
    let mut word = || {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = *state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    Scalar::from_raw([word(), word(), word(), word() >> 2])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let coefficients: usize = std::env::args().nth(1).map_or(Ok(1 << 14), |text| text.parse())?;
    if coefficients == 0 {
        return Err("a polynomial needs at least one coefficient".into());
    }
    run(coefficients)?;
    Ok(())
}

fn run(coefficients: usize) -> ringfft::Result<()> {
    let mut state = 1;
    let f: Vec<Scalar> = (0..coefficients).map(|_| scalar(&mut state)).collect();
    let g: Vec<Scalar> = (0..coefficients).map(|_| scalar(&mut state)).collect();

    // Long enough that the cyclic product does not wrap around; values stay in bit-reversed order, because
    // they are only multiplied in their places.
    let len = (2 * coefficients - 1).next_power_of_two();
    let plan = Plan::builder(ff::<Scalar>(), len).order(Order::BitReversed).scale(Scale::INVERSE).build()?;
    println!("{}", plan.recipe().tree());

    let start = Instant::now();
    let (mut product, mut other) = (f.clone(), g.clone());
    product.resize(len, Scalar::zero());
    other.resize(len, Scalar::zero());
    plan.forward(&mut product)?;
    plan.forward(&mut other)?;
    product.iter_mut().zip(&other).for_each(|(a, b)| *a *= b);
    plan.inverse(&mut product)?;
    println!("{coefficients} by {coefficients} coefficients in {:?}", start.elapsed());

    assert!(product[2 * coefficients - 1..].iter().all(|c| *c == Scalar::zero()));
    // A wrong product agrees with the right one at no more points than its degree, out of 2^254.
    let words = std::array::from_fn(|i| std::hash::RandomState::new().hash_one(i));
    let point = Scalar::from_raw(words);
    assert_eq!(evaluate(&product, point), evaluate(&f, point) * evaluate(&g, point));
    println!("equal to f(x) g(x) at a random point");
    Ok(())
}

#[cfg(test)]
#[test]
fn products_short_and_long() -> ringfft::Result<()> {
    [1, 2, 3, 100, 4096, 16_384].into_iter().try_for_each(run)
}
