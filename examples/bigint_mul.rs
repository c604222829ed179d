//! Multiplies integers of a hundred thousand digits, checks the product, divides and takes a root.
//!
//! `cargo run --release --example bigint_mul`

use ringfft::{arith::Seed, integer};

fn main() -> ringfft::Result<()> {
    // Limbs of 64 bits, low limb first.
    let digits = 100_000;
    let a = integer::from_decimal(&"7".repeat(digits))?;
    let b = integer::from_decimal(&"9".repeat(digits))?;
    let product = integer::multiply(&a, &b)?;

    // Modulo random primes of one word: a wrong product passes with a probability of at most 2^-64.
    integer::verify_product(&a, &b, &product, Seed::System)?;

    // 77...7 (10^n - 1) = 77...76 22...23.
    let text = integer::to_decimal(&product)?;
    println!("{} limbs by {}: {} digits", a.len(), b.len(), text.len());
    assert_eq!(text, format!("{}6{}3", "7".repeat(digits - 1), "2".repeat(digits - 1)));

    let (quotient, remainder) = integer::divide(&product, &b)?;
    assert!(quotient == a && remainder.is_empty());
    assert_eq!(integer::square_root(&integer::square(&b)?)?, b);
    Ok(())
}

#[cfg(test)]
#[test]
fn runs() -> ringfft::Result<()> {
    main()
}
