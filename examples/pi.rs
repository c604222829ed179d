//! Digits of pi: the series of the Chudnovskys by binary splitting.
//!
//! ```text
//! 1/pi = 12 sum_k (-1)^k (6k)! (A + B k) / ((3k)! k!^3 C^(3k + 3/2)),   A = 13591409, B = 545140134, C = 640320
//! ```
//!
//! Each term brings 14.18 digits. With `p(k) = (6k-5)(2k-1)(6k-1)`, `q(k) = k^3 C^3/24` and `t(k) = p(k) (A + B k)`, sums over terms `a` to
//! `b - 1` are fractions of integers, and a longer sum is made of two shorter ones:
//!
//! ```text
//! P(a, b) = P(a, m) P(m, b),   Q(a, b) = Q(a, m) Q(m, b),   T(a, b) = T(a, m) Q(m, b) +- P(a, m) T(m, b),   - for m - a odd
//! pi = 426880 sqrt(10005) Q/(A Q - T),   over all terms from 1 on
//! ```
//!
//! `T` is without its sign `(-1)^a`: terms alternate and shrink, so it is positive.
//!
//! Source: \[Chudnovsky-Chudnovsky 1989\]; binary splitting: \[Brent-Zimmermann 2010\], section 4.9.
//!
//! `cargo run --release --example pi -- 1000000`

mod common;

use common::{Failure, difference, limbs, shifted, sum};
use ringfft::{
    integer::{Multiplier, to_decimal},
    plan::Threads,
};
use std::{path::PathBuf, process::ExitCode, time::Instant};

const HELP: &str = "\
Computes digits of pi and checks them against known ones.

usage: pi [DIGITS] [--threads N] [--output FILE]

  DIGITS         digits after the point [1000000]
  --threads N    threads [all of the machine]
  --output FILE  write all digits to this file";

fn main() -> ExitCode {
    common::start(HELP, |mut args| {
        let threads = args.option("--threads")?;
        let output: Option<PathBuf> = args.option("--output")?;
        let digits = args.number(1_000_000, 1)?;
        let threads = threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
        eprintln!("{digits} digits on {threads} threads: about {} MB of memory", memory(digits) >> 20);
        let text = pi(digits, threads, true)?;
        let shown = text.len().saturating_sub(50).max(1);
        println!("pi = {}.{}{}", &text[..1], if shown > 1 { "..." } else { "" }, &text[shown..]);
        println!("the last of these digits has position {digits} after the point");
        match check(&text)? {
            Some(position) => println!("equal to the known digits up to position {position}"),
            None => println!("too few digits to compare with known ones"),
        }
        if let Some(path) = output {
            let text = format!("{}.{}\n", &text[..1], &text[1..]);
            std::fs::write(&path, text).map_err(|error| Failure::File(path, error))?;
        }
        Ok(())
    })
}

/// Returns the bytes that a run takes, from above (measured).
fn memory(digits: u64) -> u64 {
    16 * digits + (8 << 20)
}

/// The ten decimals that end at a position. Those at the powers of ten stand in many tables of pi, and were computed again for this file
/// by the arithmetic-geometric mean with another library.
const KNOWN: [(usize, &str); 5] = [
    (10, "1415926535"),
    (1_000, "2164201989"),
    (10_000, "5256375678"),
    (100_000, "5493624646"),
    (1_000_000, "5779458151"),
];

/// Compares the digits, the first of them before the point, with the known ones. Returns the last position that was compared.
fn check(text: &str) -> Result<Option<usize>, Failure> {
    let mut last = None;
    for (position, known) in KNOWN {
        if let Some(found) = text.get(position - 9..=position) {
            if found != known {
                return Err(Failure::Wrong(format!("decimals up to {position} are {found}, but should be {known}")));
            }
            last = Some(position);
        }
    }
    Ok(last)
}

const A: u64 = 13_591_409;
const B: u64 = 545_140_134;
/// `640320^3/24`.
const C: u64 = 10_939_058_860_032_000;

/// `P`, `Q` and `T` of some terms.
struct Part {
    p: Vec<u64>,
    q: Vec<u64>,
    t: Vec<u64>,
}

/// Returns the part of the terms `a` to `b - 1`. `P` of the last terms is not needed.
fn part(a: u64, b: u64, threads: usize, last: bool) -> ringfft::Result<Part> {
    let multiplier = Multiplier::new().threads(Threads::AtMost(threads));
    if b - a == 1 {
        let k = u128::from(a);
        let p = limbs((6 * k - 5) * (2 * k - 1) * (6 * k - 1));
        let q = multiplier.multiply(&limbs(k * k * k), &[C])?;
        let t = multiplier.multiply(&p, &limbs(u128::from(A) + u128::from(B) * k))?;
        return Ok(Part { p, q, t });
    }
    // An even number of terms on the left, so that nothing is subtracted, but for two terms.
    let m = if b - a == 2 { a + 1 } else { a + (b - a).div_ceil(4) * 2 };
    let (left, right) = if threads > 1 && b - a > 1000 {
        std::thread::scope(|scope| {
            let left = scope.spawn(|| part(a, m, threads - threads / 2, false));
            let right = part(m, b, threads / 2, last);
            let left = left.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            ringfft::Result::Ok((left?, right?))
        })?
    } else {
        (part(a, m, threads, false)?, part(m, b, threads, last)?)
    };
    let mut t = multiplier.multiply(&left.t, &right.q)?;
    let other = multiplier.multiply(&left.p, &right.t)?;
    t = if (m - a).is_multiple_of(2) { sum(&t, &other) } else { difference(&t, &other) };
    drop(right.t);
    let q = multiplier.multiply(&left.q, &right.q)?;
    let p = if last { Vec::new() } else { multiplier.multiply(&left.p, &right.p)? };
    Ok(Part { p, q, t })
}

/// Returns the digits of pi, the first of them before the point, rounded down.
fn pi(digits: u64, threads: usize, progress: bool) -> Result<String, Failure> {
    let multiplier = Multiplier::new().threads(Threads::AtMost(threads));
    let start = Instant::now();
    let mut before = start.elapsed();
    let mut done = |phase: &str| {
        let now = start.elapsed();
        if progress {
            eprintln!("{:8.3} s  {phase}: {:.3} s", now.as_secs_f64(), (now - before).as_secs_f64());
        }
        before = now;
    };
    let terms = (digits as f64 / 14.181_647_462) as u64 + 3;
    let Part { q, t, .. } = part(1, terms, threads, true)?;
    done(&format!("series of {terms} terms"));
    // Two limbs more than the digits need.
    let len = (digits as f64 * 10f64.log2() / 64.0) as usize + 3;
    let root = multiplier.square_root(&shifted(&[10_005], 128 * len as u64))?;
    done("square root");
    let mut below = difference(&multiplier.multiply(&q, &[A])?, &t);
    let mut above = q;
    drop(t);
    // Of numerator and denominator the upper limbs are enough: each changes by less than 2^-64 of the last unit of the result.
    let cut = above.len().min(below.len()).saturating_sub(len + 2);
    above.drain(..cut);
    below.drain(..cut);
    let above = multiplier.multiply(&multiplier.multiply(&above, &root)?, &[426_880])?;
    let (value, _) = multiplier.divide(&above, &below)?;
    done("quotient");
    // pi B^len, with an error below 4 units; 10^digits = 5^digits 2^digits.
    let mut scaled = multiplier.multiply(&value, &power_of_five(digits, &multiplier)?)?;
    // The bits below the point end at 64 len - digits.
    let point = 64 * len as u64 - digits;
    scaled.drain(..(point / 64) as usize);
    let shift = point % 64;
    let scaled = if shift == 0 { scaled } else { shifted(&scaled, 64 - shift).split_off(1) };
    let text = to_decimal(&scaled)?;
    done("decimal digits");
    Ok(text)
}

/// Returns `5^exponent`.
fn power_of_five(exponent: u64, multiplier: &Multiplier) -> ringfft::Result<Vec<u64>> {
    let mut power = vec![1];
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        power = multiplier.square(&power)?;
        if exponent >> bit & 1 == 1 {
            power = multiplier.multiply(&power, &[5])?;
        }
    }
    Ok(power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_the_known_ones() {
        let longest = pi(20_000, 2, false).unwrap();
        assert_eq!(check(&longest).unwrap(), Some(10_000));
        for digits in [1, 2, 10, 14, 50, 999, 1_000, 1_001, 10_000] {
            assert_eq!(pi(digits, 1, false).unwrap(), longest[..=digits as usize], "{digits}");
        }
        assert!(check("30000000000").is_err());
    }
}
