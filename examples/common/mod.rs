//! Arguments, errors and long numbers for the examples that compute with integers.

#![allow(dead_code, reason = "each example uses a part")]

use std::{fmt, path::PathBuf, process::ExitCode, str::FromStr};

/// An error of an example.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Arguments that mean nothing.
    Usage(String),
    /// An error of the library.
    Library(ringfft::Error),
    /// A file that cannot be read or written.
    File(PathBuf, std::io::Error),
    /// A file whose contents are not what the program wrote.
    Contents(PathBuf, &'static str),
    /// A result that differs from a known or recomputed one.
    Wrong(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(text) => write!(f, "{text}: --help lists the arguments"),
            Failure::Library(error) => error.fmt(f),
            Failure::File(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Contents(path, what) => write!(f, "{}: {what}: delete it, or name another", path.display()),
            Failure::Wrong(text) => write!(f, "wrong result: {text}"),
        }
    }
}

impl std::error::Error for Failure {}

impl From<ringfft::Error> for Failure {
    fn from(error: ringfft::Error) -> Self {
        Failure::Library(error)
    }
}

/// Runs an example with the arguments of the command line. Prints `help` for `--help`, and an error on one line.
pub(crate) fn start(help: &str, run: impl FnOnce(Args) -> Result<(), Failure>) -> ExitCode {
    let args = Args(std::env::args().skip(1).collect());
    if args.0.iter().any(|arg| arg == "--help" || arg == "-h") {
        println!("{help}");
        return ExitCode::SUCCESS;
    }
    match run(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// The arguments that are not read yet.
pub(crate) struct Args(Vec<String>);

impl Args {
    /// Takes an option without a value.
    pub(crate) fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|arg| arg != name);
        self.0.len() < before
    }

    /// Takes an option with the value after it.
    pub(crate) fn option<T: FromStr>(&mut self, name: &str) -> Result<Option<T>, Failure> {
        let Some(at) = self.0.iter().position(|arg| arg == name) else { return Ok(None) };
        self.0.remove(at);
        if at == self.0.len() {
            return Err(Failure::Usage(format!("{name} needs a value")));
        }
        value(&self.0.remove(at)).map(Some)
    }

    /// Takes the one argument that is left, which must be a number from `least` on.
    pub(crate) fn number(self, default: u64, least: u64) -> Result<u64, Failure> {
        match &self.0[..] {
            [] => Ok(default),
            [text] if !text.starts_with('-') => {
                let number = value(&text.replace('_', ""))?;
                match number >= least {
                    true => Ok(number),
                    false => Err(Failure::Usage(format!("{number} is too small: at least {least} is needed"))),
                }
            }
            [text] | [_, text, ..] => Err(Failure::Usage(format!("unexpected argument {text}"))),
        }
    }
}

fn value<T: FromStr>(text: &str) -> Result<T, Failure> {
    text.parse().map_err(|_| Failure::Usage(format!("{text} is no value for this argument")))
}

/// Returns `a + b`.
pub(crate) fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
    let mut sum = long.to_vec();
    let mut carry = false;
    for (i, limb) in sum.iter_mut().enumerate() {
        let (value, first) = limb.overflowing_add(short.get(i).copied().unwrap_or(0));
        let (value, second) = value.overflowing_add(u64::from(carry));
        (*limb, carry) = (value, first | second);
    }
    if carry {
        sum.push(1);
    }
    sum
}

/// Returns `a - b` without leading zero limbs, for `a` at least `b`.
pub(crate) fn difference(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut difference = a.to_vec();
    let mut borrow = false;
    for (i, limb) in difference.iter_mut().enumerate() {
        let (value, first) = limb.overflowing_sub(b.get(i).copied().unwrap_or(0));
        let (value, second) = value.overflowing_sub(u64::from(borrow));
        (*limb, borrow) = (value, first | second);
    }
    assert!(!borrow, "the difference is negative");
    while difference.last() == Some(&0) {
        difference.pop();
    }
    difference
}

/// Returns `x 2^bits`.
pub(crate) fn shifted(x: &[u64], bits: u64) -> Vec<u64> {
    let (limbs, shift) = (usize::try_from(bits / 64).unwrap_or(usize::MAX), bits % 64);
    let mut result = vec![0; limbs];
    let mut carry = 0;
    for &limb in x {
        result.push(limb << shift | carry);
        carry = if shift == 0 { 0 } else { limb >> (64 - shift) };
    }
    if carry != 0 {
        result.push(carry);
    }
    result
}

/// Returns the limbs of a number.
pub(crate) fn limbs(x: u128) -> Vec<u64> {
    let mut limbs = vec![x as u64, (x >> 64) as u64];
    while limbs.last() == Some(&0) {
        limbs.pop();
    }
    limbs
}
