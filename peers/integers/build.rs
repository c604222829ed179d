//! Records what was compiled: the compiler, ringfft's commit, and the versions of the peers in `Cargo.lock`.

use std::{env, fs, process::Command};

fn main() {
    let head = printed("git", &["rev-parse", "--git-path", "logs/HEAD"]).unwrap_or_default();
    for path in ["build.rs", "Cargo.lock", "../../src", "../../Cargo.toml", &head] {
        if fs::exists(path).unwrap_or(false) {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let commit = printed("git", &["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(|| "unknown".into());
    let changes = printed("git", &["status", "--porcelain", "--untracked-files=no", "../../src", "../../Cargo.toml"]);
    let changed = if changes.is_some_and(|list| !list.is_empty()) { ", changed since" } else { "" };
    set("RUSTC_VERSION", &printed(&rustc, &["--version"]).unwrap_or_else(|| "unknown".into()));
    set("RINGFFT_COMMIT", &format!("{commit}{changed}"));
    set("BUILD_FLAGS", &env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\u{1f}', " "));
    set("BUILD_PROFILE", &env::var("PROFILE").unwrap_or_default());
    set("LOCKED", &locked());
}

fn set(name: &str, value: &str) {
    println!("cargo:rustc-env={name}={value}");
}

/// Returns what a command prints, without the line break at its end; `None` if it fails.
fn printed(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns `name=version` of every locked package, separated by spaces.
fn locked() -> String {
    let lock = fs::read_to_string("Cargo.lock").unwrap_or_default();
    let value = |line: &str, key: &str| line.strip_prefix(key).map(|rest| rest.trim_matches('"').to_owned());
    let mut name = String::new();
    let mut all = Vec::new();
    for line in lock.lines() {
        if let Some(found) = value(line, "name = ") {
            name = found;
        } else if let Some(version) = value(line, "version = ") {
            all.push(format!("{name}={version}"));
        }
    }
    all.join(" ")
}
