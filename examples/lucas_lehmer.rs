//! The test of Lucas and Lehmer: whether `2^p - 1` is prime, for an odd prime `p`.
//!
//! With `s_0 = 4` and `s_(i+1) = s_i^2 - 2` modulo `2^p - 1`, the number is prime if and only if `s_(p-2) = 0`. One iteration is a square
//! modulo `2^p - 1`. Every residue can be written to a checkpoint file, from which a later run goes on.
//!
//! Source: \[Crandall-Pomerance 2005\], section 4.2.
//!
//! ```text
//! cargo run --release --example lucas_lehmer -- 11213
//! cargo run --release --example lucas_lehmer -- 216091 --checkpoint m216091.txt
//! cargo run --release --example lucas_lehmer -- 136279841 --time
//! ```

mod common;

use common::{Failure, difference, sum};
use ringfft::{
    arith::{Random, Seed, is_prime},
    integer::{Multiplier, SpecialModulus, from_hexadecimal, to_hexadecimal},
    plan::Threads,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant},
};

const HELP: &str = "\
Tests whether 2^P - 1 is prime.

usage: lucas_lehmer [P] [--checkpoint FILE] [--every SECONDS] [--time] [--threads N]

  P                  an odd prime [11213]
  --checkpoint FILE  go on from this file, if it exists, and write the state to it
  --every SECONDS    time between two checkpoints [60]
  --time             only measure one iteration
  --threads N        threads [all of the machine]";

fn main() -> ExitCode {
    common::start(HELP, |mut args| {
        let checkpoint: Option<PathBuf> = args.option("--checkpoint")?;
        let every = Duration::from_secs(args.option("--every")?.unwrap_or(60));
        let threads = args.option("--threads")?.map_or(Threads::Auto, Threads::AtMost);
        let time = args.flag("--time");
        let exponent = args.number(11_213, 3)?;
        if exponent > 1 << 36 || !is_prime(exponent) {
            return Err(Failure::Usage(format!("{exponent} is no prime between 3 and 2^36")));
        }
        let mut test = Test::new(exponent, Multiplier::new().threads(threads));
        if time {
            let seconds = test.time()?;
            println!("one iteration modulo 2^{exponent}-1: {seconds:.4} s, all of them: {:.2} days", {
                seconds * (exponent - 2) as f64 / 86_400.0
            });
            return Ok(());
        }
        if let Some(path) = checkpoint.as_deref().filter(|path| path.exists()) {
            test.read(path)?;
            eprintln!("goes on after {} iterations", test.done);
        }
        let start = Instant::now();
        let (mut shown, mut written, first) = (start, start, test.done);
        while test.done < exponent - 2 {
            test.step()?;
            if shown.elapsed() > Duration::from_secs(5) {
                shown = Instant::now();
                let each = start.elapsed().as_secs_f64() / (test.done - first) as f64;
                let left = each * (exponent - 2 - test.done) as f64;
                eprintln!("{} of {} iterations, {:.3} ms each, {left:.0} s left", test.done, exponent - 2, each * 1e3);
            }
            if let Some(path) = checkpoint.as_deref().filter(|_| written.elapsed() > every) {
                written = Instant::now();
                test.write(path)?;
            }
        }
        if let Some(path) = &checkpoint {
            test.write(path)?;
        }
        eprintln!("{} iterations in {:.3} s", test.done - first, start.elapsed().as_secs_f64());
        match test.residue.first() {
            None => println!("2^{exponent}-1 is prime"),
            Some(low) => println!("2^{exponent}-1 is composite: the last residue ends in {low:016x}"),
        }
        Ok(())
    })
}

/// A test, as far as it has come.
struct Test {
    exponent: u64,
    multiplier: Multiplier,
    /// Iterations.
    done: u64,
    /// `s`, canonical.
    residue: Vec<u64>,
}

impl Test {
    fn new(exponent: u64, multiplier: Multiplier) -> Self {
        Test { exponent, multiplier, done: 0, residue: vec![4] }
    }

    fn modulus(&self) -> SpecialModulus {
        SpecialModulus::MinusOne(self.exponent)
    }

    fn step(&mut self) -> Result<(), Failure> {
        let square = self.multiplier.multiply_modulo(&self.residue, &self.residue, self.modulus())?;
        self.residue = if matches!(square[..], [] | [1]) {
            // -2 or -1, plus the modulus.
            let modulus = difference(&common::shifted(&[1], self.exponent), &[1]);
            difference(&sum(&modulus, &square), &[2])
        } else {
            difference(&square, &[2])
        };
        self.done += 1;
        Ok(())
    }

    /// Returns the seconds that one iteration takes for a random residue: the least of three.
    fn time(&mut self) -> Result<f64, Failure> {
        let mut random = Random::new(Seed::System);
        let limbs: Vec<u64> = (0..self.exponent.div_ceil(64)).map(|_| random.word()).collect();
        self.residue = self.modulus().residue(&limbs)?;
        let mut best = f64::MAX;
        for _ in 0..3 {
            let start = Instant::now();
            self.step()?;
            best = best.min(start.elapsed().as_secs_f64());
        }
        Ok(best)
    }

    /// Writes the state beside the file, then renames: a run that is stopped leaves the state before.
    fn write(&self, path: &Path) -> Result<(), Failure> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let digits = to_hexadecimal(&self.residue)?;
        let text = format!("lucas_lehmer {} {} {} {digits}\n", self.exponent, self.done, digest(&digits));
        fs::write(&part, text).map_err(|error| Failure::File(part.clone(), error))?;
        fs::rename(&part, path).map_err(|error| Failure::File(path.into(), error))
    }

    /// Reads the state.
    fn read(&mut self, path: &Path) -> Result<(), Failure> {
        let text = fs::read_to_string(path).map_err(|error| Failure::File(path.into(), error))?;
        let wrong = |what| Failure::Contents(path.into(), what);
        let words: Vec<&str> = text.split_whitespace().collect();
        let &["lucas_lehmer", exponent, done, found, digits] = &words[..] else {
            return Err(wrong("this is no checkpoint of this program"));
        };
        if exponent.parse() != Ok(self.exponent) {
            return Err(wrong("this is the checkpoint of another exponent"));
        }
        if found.parse() != Ok(digest(digits)) {
            return Err(wrong("the checkpoint is damaged"));
        }
        let residue = from_hexadecimal(digits)?;
        self.done =
            done.parse().ok().filter(|done| *done <= self.exponent - 2).ok_or(wrong("the checkpoint is damaged"))?;
        self.residue = self.modulus().residue(&residue)?;
        Ok(())
    }
}

/// Returns a digest that finds damage of a file: FNV-1a.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_mersenne_prime(exponent: u64) -> bool {
        let mut test = Test::new(exponent, Multiplier::default());
        while test.done < exponent - 2 {
            test.step().unwrap();
        }
        test.residue.is_empty()
    }

    #[test]
    fn exponents_of_primes_are_the_known_ones() {
        let found: Vec<u64> = (3..700).filter(|&p| is_prime(p) && is_mersenne_prime(p)).collect();
        assert_eq!(found, [3, 5, 7, 13, 17, 19, 31, 61, 89, 107, 127, 521, 607]);
    }

    #[test]
    fn checkpoints_go_on_and_damage_is_found() {
        let path = std::env::temp_dir().join(format!("ringfft-lucas-lehmer-{}", std::process::id()));
        let mut test = Test::new(521, Multiplier::default());
        for _ in 0..300 {
            test.step().unwrap();
        }
        test.write(&path).unwrap();
        let mut other = Test::new(521, Multiplier::default());
        other.read(&path).unwrap();
        assert_eq!((other.done, &other.residue), (300, &test.residue));
        while other.done < 519 {
            other.step().unwrap();
        }
        assert!(other.residue.is_empty());
        assert!(Test::new(607, Multiplier::default()).read(&path).is_err());
        let text = fs::read_to_string(&path).unwrap();
        let end = text.len() - 2;
        fs::write(&path, format!("{}{}\n", &text[..end], if text[end..].starts_with('0') { '1' } else { '0' }))
            .unwrap();
        assert!(matches!(Test::new(521, Multiplier::default()).read(&path), Err(Failure::Contents(..))));
        fs::remove_file(&path).unwrap();
    }
}
