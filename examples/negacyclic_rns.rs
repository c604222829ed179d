//! Multiplies polynomials modulo x^n + 1 and a modulus of 150 bits, which is a product of three primes, as homomorphic encryption does.
//!
//! `cargo run --release --example negacyclic_rns`

use ringfft::{
    arith::{mul_mod, pow_mod},
    ntt::RnsPlan,
};

fn main() -> ringfft::Result<()> {
    // The three largest primes below 2^50 that have roots of unity of order 2n.
    let n = 4096;
    let plan = RnsPlan::with_primes(50, 3, n)?.build()?;
    let primes: Vec<u64> = plan.moduli().collect();
    println!("modulo {primes:?}");

    // A polynomial is its residues modulo the first prime, then modulo the second, then modulo the third.
    let residues = |f: &dyn Fn(usize, u64) -> u64| -> Vec<u64> {
        primes.iter().flat_map(|&prime| (0..n).map(move |j| (j, prime))).map(|(j, prime)| f(j, prime)).collect()
    };
    let a = residues(&|j, prime| pow_mod(3, j as u64, prime));
    let b = residues(&|j, _| if j == 1 { 5 } else { 0 });

    // Transform, multiply value by value, and go back. Sums of products would be added before the way back.
    let (mut x, mut y) = (a.clone(), b);
    plan.forward(&mut x)?;
    plan.forward(&mut y)?;
    plan.multiply(&mut x, &y)?;
    plan.inverse(&mut x)?;

    // 5x times a: coefficients move up by one, and the last comes back with its sign changed, because x^n = -1.
    let times = residues(&|j, prime| {
        let before = mul_mod(5, pow_mod(3, ((j + n - 1) % n) as u64, prime), prime);
        if j == 0 { prime - before } else { before }
    });
    assert_eq!(x, times);
    Ok(())
}

#[cfg(test)]
#[test]
fn runs() -> ringfft::Result<()> {
    main()
}
