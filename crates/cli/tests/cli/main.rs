//! The command line from outside: what it computes, and what it does with bad input.

mod binary;
mod compare;
mod devices;
mod draw;
mod environment;
mod errors;
mod faults;
mod fermat;
mod files;
mod integers;
mod memory;
mod npy;
mod polynomials;
mod products;
mod readme;
mod real;
mod reports;
mod rs;
mod transforms;
mod tuning;
mod usage;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// Runs the program with `input` on standard input.
pub(crate) fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ringfft"))
        .args(args)
        .env_remove("RINGFFT_ISA")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// Standard output of a run that must succeed.
pub(crate) fn ok(args: &[&str], input: &str) -> String {
    let output = run(args, input.as_bytes());
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The one line of error of a run that must fail with `code` and print nothing.
pub(crate) fn fails(args: &[&str], input: &str, code: i32) -> String {
    let output = run(args, input.as_bytes());
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    assert!(output.stdout.is_empty(), "{args:?}");
    error
}

pub(crate) fn lines(numbers: impl IntoIterator<Item = impl ToString>) -> String {
    numbers.into_iter().map(|number| number.to_string() + "\n").collect()
}

pub(crate) fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Ring, prime, generator of the contract.
pub(crate) const FIELDS: [(&str, &str, u32); 7] = [
    ("goldilocks", "18446744069414584321", 7),
    ("babybear", "2013265921", 31),
    ("koalabear", "2130706433", 3),
    ("bls12-381-fr", "52435875175126190479447740508185965837690552500527637822603658699938581184513", 7),
    ("bn254-fr", "21888242871839275222246405745257275088548364400416034343698204186575808495617", 5),
    ("mod:257", "257", 3),
    ("mod:998244353", "998244353", 3),
];
