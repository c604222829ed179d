//! Variables: unset and empty are the default, and what is malformed is an error that names the variable.

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

/// A transform with a variable set.
fn transform(ring: &str, name: &str, value: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringfft"));
    command.args(["transform", "--ring", ring, "-"]).env(name, value);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses its variables does not read its input.
    let numbers: &[u8] = match ring {
        // Long enough that a kernel is chosen.
        "c64" => b"1 2\n3 4\n5 6\n7 8\n1 2\n3 4\n5 6\n7 8\n",
        "gf2:16" => b"0x1\n0x2\n0x3\n0x4\n",
        _ => b"1\n2\n3\n4\n",
    };
    let _ = child.stdin.take().unwrap().write_all(numbers);
    child.wait_with_output().unwrap()
}

const RINGS: [&str; 4] = ["c64", "goldilocks", "bls12-381-fr", "gf2:16"];

#[test]
fn an_empty_variable_is_the_default() {
    for ring in RINGS {
        let [empty, auto] = ["", "auto"].map(|isa| transform(ring, "RINGFFT_ISA", isa));
        for output in [&empty, &auto] {
            assert!(output.status.success(), "{ring}: {}", String::from_utf8_lossy(&output.stderr));
        }
        assert_eq!(empty.stdout, auto.stdout, "{ring}");
    }
}

#[test]
fn a_malformed_variable_is_an_error() {
    for ring in RINGS {
        for isa in ["mmx", "AVX2", " ", "avx2,avx512"] {
            let output = transform(ring, "RINGFFT_ISA", isa);
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{ring} {isa:?}: {error}");
            assert!(error.contains("RINGFFT_ISA") && error.contains("scalar"), "{ring} {isa:?}: {error}");
        }
    }
}

#[test]
fn a_description_of_the_machine_is_read_or_refused() {
    for machine in ["", "amd", "intel", "intel,wide=200,third=0"] {
        let output = transform("c64", "RINGFFT_MACHINE", machine);
        assert!(output.status.success(), "{machine}: {}", String::from_utf8_lossy(&output.stderr));
    }
    for (machine, field) in [("arm", "RINGFFT_MACHINE"), ("amd,wide=0", "wide"), ("intel,near64=many", "near64")] {
        let output = transform("c64", "RINGFFT_MACHINE", machine);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && error.contains(field), "{machine}: {error}");
    }
}
