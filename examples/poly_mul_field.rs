//! Multiplies polynomials over a prime field: by one call, and by the transforms that it consists of.
//!
//! `cargo run --release --example poly_mul_field`

use ringfft::{
    arith::Seed,
    ntt,
    order::Order,
    plan::Plan,
    poly,
    rings::{Goldilocks, native},
};

fn main() -> ringfft::Result<()> {
    // Coefficients, low degree first. The field is that of 2^64 - 2^32 + 1.
    let ring = native::<Goldilocks>();
    let a: Vec<Goldilocks> = (0..3000u64).map(|j| Goldilocks::from(j * j + 1)).collect();
    let b: Vec<Goldilocks> = (0..2000u64).map(|j| Goldilocks::from(7 * j + 3)).collect();

    // One call, for factors of any length over any ring.
    let product = poly::multiply(&ring, &a, &b)?;
    assert_eq!(product.len(), 4999);

    // A wrong product passes with a probability of at most 4998 / p.
    poly::verify_product_at_random(&ring, &a, &b, &product, Seed::System)?;

    // By hand: values at enough roots of unity, multiplied one by one. Their order does not matter, so none is asked for.
    let plan = Plan::builder(ring, 8192).order(Order::BitReversed).build()?;
    let values = |f: &[Goldilocks]| {
        let mut values = f.to_vec();
        values.resize(plan.len(), Goldilocks::from(0u64));
        plan.forward(&mut values)?;
        ringfft::Result::Ok(values)
    };
    let mut c = values(&a)?;
    ntt::pointwise::multiply(&ring, &mut c, &values(&b)?)?;
    plan.inverse(&mut c)?;
    assert_eq!(c[..4999], product);
    println!("{} by {} coefficients, the transform by {}", a.len(), b.len(), plan.recipe());

    // The way back: quotient and remainder.
    let (quotient, remainder) = poly::divide(&ring, &product, &b)?;
    assert!(quotient == a && remainder.is_empty());
    Ok(())
}

#[cfg(test)]
#[test]
fn runs() -> ringfft::Result<()> {
    main()
}
