//! `ringfft spectrum` from outside: tables, pictures, and what it does with broken and hostile files.

mod hostile;
mod tables;
mod wav;

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

/// Runs the program with `input` on standard input.
fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ringfft"))
        .arg("spectrum")
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
fn ok(args: &[&str], input: &[u8]) -> Vec<u8> {
    let output = run(args, input);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// The one line of error of a run that must fail with `code` and print nothing.
fn fails(args: &[&str], input: &[u8], code: i32) -> String {
    let output = run(args, input);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    assert!(output.stdout.is_empty(), "{args:?}");
    error
}

/// Frequencies and values of a table.
fn rows(table: &[u8]) -> Vec<[f64; 2]> {
    let text = std::str::from_utf8(table).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let numbers = |line: &str| line.split(' ').map(|number| number.parse().unwrap()).collect::<Vec<f64>>();
    lines.map(|line| numbers(line).try_into().unwrap()).collect()
}

fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}
