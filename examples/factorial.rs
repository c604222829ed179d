//! Factorials by the powers of primes in them.
//!
//! The prime `p` divides `n!` `e = floor(n/p) + floor(n/p^2) + ...` times. With `e` in bits, `n!` without its powers of two is built from the
//! highest bit down: square, then multiply by the product of the odd primes whose `e` has that bit. The power of two is a shift.
//!
//! The result is checked modulo a random prime above `n`, where `n!` is computed factor by factor.
//!
//! Source: \[Borwein 1985\].
//!
//! `cargo run --release --example factorial -- 1000000`

mod common;

use common::{Failure, limbs, shifted};
use ringfft::{
    arith::{Random, Seed, add_mod, is_prime, mul_mod},
    integer::{Multiplier, to_decimal},
    plan::Threads,
};
use std::{path::PathBuf, process::ExitCode, time::Instant};

const HELP: &str = "\
Computes N! and prints its length, its first and last digits and the sum of its digits.

usage: factorial [N] [--threads N] [--output FILE]

  N              at most 4294967295 [1000000]
  --threads N    threads [all of the machine]
  --output FILE  write all digits to this file";

fn main() -> ExitCode {
    common::start(HELP, |mut args| {
        let threads = args.option("--threads")?;
        let output: Option<PathBuf> = args.option("--output")?;
        let n = args.number(1_000_000, 0)?;
        if n > u64::from(u32::MAX) {
            return Err(Failure::Usage(format!("{n} is too large: at most {} is possible", u32::MAX)));
        }
        let threads = threads.map_or(Threads::Auto, Threads::AtMost);
        let multiplier = Multiplier::new().threads(threads);
        // log2(n!) < n log2(n); the product, its square and the transforms.
        let bits = n as f64 * (n.max(2) as f64).log2();
        eprintln!("{n}!: about {} MB of memory", (bits * 1.5) as u64 >> 20);

        let start = Instant::now();
        let product = factorial(n, &multiplier)?;
        eprintln!("product {:.3} s", start.elapsed().as_secs_f64());
        let start = Instant::now();
        check(n, &product)?;
        eprintln!("check {:.3} s", start.elapsed().as_secs_f64());
        let start = Instant::now();
        let digits = to_decimal(&product)?;
        eprintln!("decimal digits {:.3} s", start.elapsed().as_secs_f64());

        let zeros = digits.len() - digits.trim_end_matches('0').len();
        let end = digits.len() - zeros;
        println!("{n}! has {} digits, of which the last {zeros} are zeros", digits.len());
        println!("first digits: {}", &digits[..end.min(20)]);
        println!("last digits before the zeros: {}", &digits[end.saturating_sub(20)..end]);
        println!("sum of digits: {}", digits.bytes().map(|digit| u64::from(digit - b'0')).sum::<u64>());
        if let Some(path) = output {
            std::fs::write(&path, digits + "\n").map_err(|error| Failure::File(path, error))?;
        }
        Ok(())
    })
}

/// Returns how often `p` divides `n!`.
fn multiplicity(n: u64, p: u64) -> u64 {
    let (mut rest, mut count) = (n, 0);
    while rest > 0 {
        rest /= p;
        count += rest;
    }
    count
}

/// Returns the odd primes up to `n`.
fn odd_primes(n: u64) -> Vec<u64> {
    // Place i stands for 2 i + 1.
    let mut composite = vec![false; (n as usize).div_ceil(2)];
    let mut primes = Vec::new();
    for i in 1..composite.len() {
        if !composite[i] {
            let p = 2 * i + 1;
            primes.push(p as u64);
            (p * p / 2..composite.len()).step_by(p).for_each(|multiple| composite[multiple] = true);
        }
    }
    primes
}

/// Returns the product of words, by halves.
fn product(words: &[u64], multiplier: &Multiplier) -> ringfft::Result<Vec<u64>> {
    if words.len() <= 16 {
        return words.iter().try_fold(vec![1], |product, word| multiplier.multiply(&product, &[*word]));
    }
    let (low, high) = words.split_at(words.len() / 2);
    multiplier.multiply(&product(low, multiplier)?, &product(high, multiplier)?)
}

/// Returns `n!`.
fn factorial(n: u64, multiplier: &Multiplier) -> ringfft::Result<Vec<u64>> {
    let powers: Vec<(u64, u64)> = odd_primes(n).into_iter().map(|p| (p, multiplicity(n, p))).collect();
    let top = powers.first().map_or(0, |(_, most)| u64::BITS - most.leading_zeros());
    let mut result = vec![1];
    let mut factors = Vec::new();
    for bit in (0..top).rev() {
        result = multiplier.square(&result)?;
        // Two primes below 2^32 fit a word.
        factors.clear();
        let mut set = powers.iter().filter(|(_, count)| count >> bit & 1 == 1).map(|(p, _)| *p);
        while let Some(p) = set.next() {
            factors.push(p * set.next().unwrap_or(1));
        }
        result = multiplier.multiply(&result, &product(&factors, multiplier)?)?;
    }
    Ok(shifted(&result, multiplicity(n, 2)))
}

/// Compares with `n!` modulo a random prime between 2^60 and 2^61.
fn check(n: u64, number: &[u64]) -> Result<(), Failure> {
    let mut random = Random::new(Seed::System);
    let p = loop {
        let candidate = random.word() >> 4 | 1 << 60 | 1;
        if is_prime(candidate) {
            break candidate;
        }
    };
    let base = limbs((1 << 64) % u128::from(p))[0];
    let found = number.iter().rev().fold(0, |value, limb| add_mod(mul_mod(value, base, p), limb % p, p));
    let expected = (2..=n).fold(1, |value, k| mul_mod(value, k, p));
    match found == expected {
        true => Ok(()),
        false => Err(Failure::Wrong(format!("{n}! is {expected} modulo {p}, but the product is {found}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factorials_are_products() {
        let multiplier = Multiplier::default();
        let mut expected = vec![1];
        for n in 0..300 {
            if n > 0 {
                expected = multiplier.multiply(&expected, &[n]).unwrap();
            }
            assert_eq!(factorial(n, &multiplier).unwrap(), expected, "{n}");
        }
        let long = factorial(20_000, &multiplier).unwrap();
        check(20_000, &long).unwrap();
        assert!(check(20_001, &long).is_err());
        // The length is that of tables.
        assert_eq!(to_decimal(&long).unwrap().len(), 77_338);
    }
}
