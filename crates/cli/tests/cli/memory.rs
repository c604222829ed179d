//! `--memory`: what passes stays within the limit, but for the program itself, whose share is that of a tiny run of the same kind.
#![cfg(target_os = "linux")]
#![allow(unsafe_code)]

use crate::{directory, fails, ok};
use std::{
    fs::{self, File},
    path::Path,
    process::{Command, Stdio},
};

/// Memory that one run may take more than a tiny one besides its data: stacks of threads, buffers, code of longer lengths.
const SLACK: u64 = 6 << 20;

/// Runs the program: exit code, most bytes in memory at once, and what it said.
#[allow(clippy::zombie_processes, reason = "wait4 waits for the child and tells what it took")]
fn measured(args: &[&str], home: &Path) -> (i32, u64, String) {
    let notes = home.join("notes");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringfft"));
    command.args(args).args(["--threads", "1"]).stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.stderr(File::create(&notes).unwrap()).spawn().unwrap();
    let mut status = 0;
    // SAFETY: zeros are a value of this structure of integers.
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    // SAFETY: the child is this process's own and not waited for elsewhere; both places are valid for the call.
    let waited = unsafe { libc::wait4(child.id() as i32, &mut status, 0, &mut usage) };
    assert!(waited == child.id() as i32 && libc::WIFEXITED(status), "{args:?}");
    (libc::WEXITSTATUS(status), usage.ru_maxrss as u64 * 1024, fs::read_to_string(notes).unwrap())
}

/// Finds the least limit under which a run passes, by the numbers that the refusals ask for. None of the runs exceeds its
/// limit.
fn holds(home: &Path, tiny: &[&str], args: &[&str]) {
    let (code, base, error) = measured(tiny, home);
    assert_eq!(code, 0, "{tiny:?}: {error}");
    let mut limit = 1u64;
    for _ in 0..8 {
        let text = limit.to_string();
        let (code, peak, error) = measured(&[args, &["--memory", &text]].concat(), home);
        assert!(
            peak.saturating_sub(base) <= limit + SLACK,
            "{args:?} took {} bytes more than a tiny run under a limit of {limit}, exit code {code}",
            peak - base
        );
        if code == 0 {
            return;
        }
        assert_eq!(code, 3, "{args:?}: {error}");
        let numbers = error.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<u64>().ok());
        let needed = numbers.max().unwrap_or(0);
        assert!(needed > limit, "{args:?}: {error}");
        limit = needed;
    }
    panic!("{args:?} asks for more every time");
}

#[test]
fn transforms_and_products_stay_within_their_limit() {
    let home = directory("memory");
    let place = |name: &str| home.join(name).to_str().unwrap().to_string();
    let numbers = |len: u64, one: &dyn Fn(u64) -> String| -> String {
        (0..len).map(|i| one(i.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1) + "\n").collect()
    };
    let pair = |x: u64| format!("0.{x} 0.{}", x ^ 0x5555_5555);
    for (kind, long, one) in [
        ("pairs", 1 << 16, &pair as &dyn Fn(u64) -> String),
        ("reals", 1 << 17, &|x| format!("0.{x}")),
        ("words", 1 << 17, &|x| (x >> 1).to_string()),
        ("small", 1 << 16, &|x| (x >> 34).to_string()),
        ("wide", 1 << 13, &|x| format!("{x}{x}{x}")),
        ("bits", 1 << 15, &|x| format!("{x:#x}")),
        ("integers", 1 << 12, &|x| format!("-{x}{x}{x}{x}")),
    ] {
        fs::write(place(kind), numbers(long, one)).unwrap();
        fs::write(place(&format!("{kind}-tiny")), numbers(256, one)).unwrap();
    }
    fs::write(place("floats"), vec![0x3f; 4 << 18]).unwrap();
    for (verb, args, file) in [
        ("transform", &["--ring", "c64"][..], "pairs"),
        ("transform", &["--ring", "c64", "--coset", "0.6,0.8"], "pairs"),
        ("transform", &["--ring", "c64", "--kind", "r2c"], "reals"),
        ("transform", &["--ring", "goldilocks"], "words"),
        ("transform", &["--ring", "bls12-381-fr"], "wide"),
        ("transform", &["--ring", "gf2:64"], "bits"),
        ("convolve", &["--ring", "c64"], "pairs"),
        ("convolve", &["--ring", "c32", "--kind", "negacyclic"], "pairs"),
        ("convolve", &["--ring", "goldilocks"], "words"),
        ("convolve", &["--ring", "babybear"], "small"),
        ("convolve", &["--ring", "mod:18446744073709551557"], "words"),
        ("convolve", &["--ring", "mod32:4294967291"], "small"),
        ("convolve", &["--ring", "bls12-381-fr"], "wide"),
        ("convolve", &["--ring", "gf2:64"], "bits"),
        ("convolve", &["--ring", "z"], "integers"),
    ] {
        let (long, tiny) = (place(file), place(&format!("{file}-tiny")));
        let command = |file: &str| -> Vec<String> {
            let operands = if verb == "convolve" { vec![file, file] } else { vec![file] };
            [verb].iter().chain(args).copied().chain(operands).map(String::from).collect()
        };
        let (tiny, long) = (command(&tiny), command(&long));
        let texts = |args: &[String]| -> Vec<&'static str> { args.iter().map(|arg| &*arg.clone().leak()).collect() };
        holds(&home, &texts(&tiny), &texts(&long));
    }
}

#[test]
fn pictures_sounds_and_shards_stay_within_their_limit() {
    let home = directory("memory-files");
    let place = |name: &str| home.join(name).to_str().unwrap().to_string();
    let (large, small) = (place("large.png"), place("small.png"));
    ok(&["image", "texture", "--size", "400x300", "--color", "--depth", "16", "-o", &large], "");
    ok(&["image", "texture", "--size", "8x8", "--color", "--depth", "16", "-o", &small], "");
    for args in [
        &["image", "filter", "--kind", "blur"][..],
        &["image", "filter", "--kind", "blur", "--border", "mirror"],
        &["image", "spectrum"],
        &["image", "texture"],
    ] {
        holds(&home, &[args, &[&small]].concat(), &[args, &[&large]].concat());
    }
    let law = ["image", "texture", "--color", "--size"];
    holds(&home, &[&law[..], &["8x8"]].concat(), &[&law[..], &["400x400"]].concat());
    fs::write(place("samples"), "0.25\n1\n-3\n0\n".repeat(1 << 16)).unwrap();
    fs::write(place("few"), "0.25\n1\n-3\n0\n".repeat(64)).unwrap();
    let spectrum = ["spectrum", "--rate", "8"];
    let svg = place("x.svg");
    for more in [&[][..], &["--average", "median"], &["-o", &svg]] {
        let [tiny, long] = [place("few"), place("samples")];
        holds(&home, &[&spectrum, more, &[&tiny]].concat(), &[&spectrum, more, &[&long]].concat());
    }
    fs::write(place("blob"), vec![9; 8 << 20]).unwrap();
    fs::write(place("little"), vec![9; 64]).unwrap();
    for (name, file) in [("tiny", "little"), ("long", "blob")] {
        ok(&["rs", "encode", &place(file), "--data", "4", "--parity", "3", "-o", &place(name)], "");
    }
    holds(&home, &["rs", "repair", &place("tiny")], &["rs", "repair", &place("long")]);
    [0, 2].iter().for_each(|i| fs::remove_file(home.join(format!("long/0000{i}.shard"))).unwrap());
    holds(&home, &["rs", "repair", &place("tiny")], &["rs", "repair", &place("long")]);
}

#[test]
fn what_arguments_and_sizes_tell_is_refused_before_work() {
    let home = directory("memory-early");
    let place = |name: &str| home.join(name).to_str().unwrap().to_string();
    // Numbers that would take minutes, and a file whose content is never asked for.
    let error = fails(&["multiply", "3^2^30+1", "3^2^30+1", "--memory", "20M"], "", 3);
    assert!(error.contains("needed") && error.contains("20971520"), "{error}");
    fails(&["multiply", "2^9+1", "3^2^30+1", "--memory", "20M"], "", 3);
    let sparse = File::create(place("sparse")).unwrap();
    sparse.set_len(1 << 40).unwrap();
    for args in [
        &["transform", "--ring", "c64", "--memory", "1G", &place("sparse")][..],
        &["convolve", "--ring", "c64", "--memory", "1G", &place("sparse"), &place("sparse")],
        &["multiply", "2^9+1", &place("sparse"), "--memory", "1G"],
        &["spectrum", &place("sparse"), "--memory", "1G"],
        &["image", "spectrum", &place("sparse")],
        &["rs", "encode", &place("sparse"), "--data", "3", "--parity", "1", "--memory", "1G", "-o", &place("new")],
    ] {
        let (code, peak, error) = measured(args, &home);
        assert!(code == 3 && error.contains("are needed"), "{args:?}: {error}");
        assert!(peak < 128 << 20, "{args:?}: {peak}");
    }
    // Two files that fit one by one.
    fs::write(place("half"), "1 0\n".repeat(1000)).unwrap();
    let error = fails(&["convolve", "--ring", "c64", "--memory", "5000", &place("half"), &place("half")], "", 3);
    assert!(error.contains("8000 bytes are needed for the inputs"), "{error}");
}
