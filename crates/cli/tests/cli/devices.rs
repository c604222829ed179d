//! Devices from the command line, on the emulated driver that `scripts/gpu-shim driver` builds; without it they say that only its
//! absence was checked.
#![cfg(all(feature = "cuda", target_os = "linux"))]

use ringfft::inside::require;
use serde_json::Value;
use std::{
    env,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

fn emulated() -> Option<PathBuf> {
    let folder = env::var_os("RINGFFT_SHIM").map_or_else(|| "target/gpu-shim".into(), PathBuf::from);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder).join("driver");
    require::found("gpu-emulator", folder.join("libcuda.so.1").exists().then_some(folder))
}

/// A run with the driver that this folder holds, if any.
fn run(folder: &Path, settings: &[(&str, &str)], args: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ringfft"));
    command.args(args).env("LD_LIBRARY_PATH", folder).env_remove("RINGFFT_DEVICE_BYTES").envs(settings.iter().copied());
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// The result, and the device that the report names.
fn result(folder: &Path, settings: &[(&str, &str)], args: &[&str], input: &str) -> (String, String) {
    let output = run(folder, settings, &[args, &["--json", "-"]].concat(), input);
    assert!(output.status.success(), "{args:?} {settings:?}: {}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stderr).unwrap();
    (text(&output.stdout), report["device"].as_str().unwrap().into())
}

fn error(folder: &Path, settings: &[(&str, &str)], args: &[&str], code: i32) -> String {
    let output = run(folder, settings, args, "1\n2\n");
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{args:?} {settings:?}: {error}");
    assert!(output.stdout.is_empty() && error.lines().count() == 1, "{error}");
    error
}

fn numbers(text: &str) -> Vec<f64> {
    text.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

const GOLDILOCKS: [&str; 3] = ["transform", "--ring", "goldilocks"];

#[test]
fn without_a_driver_cuda_is_an_error_and_auto_is_silent() {
    let nowhere = crate::directory("no_driver");
    let listed = run(&nowhere, &[], &["list", "--json"], "");
    let listed: Value = serde_json::from_slice(&listed.stdout).unwrap();
    if !require::has("no-driver", listed["cuda_devices"] == serde_json::json!([])) {
        return;
    }
    let bytes = [("RINGFFT_DEVICE_BYTES", "1")];
    for device in ["auto", "cpu"] {
        let found = result(&nowhere, &bytes, &[&GOLDILOCKS[..], &["--device", device]].concat(), "1\n2\n");
        assert_eq!(found, ("3\n18446744069414584320\n".into(), "cpu".into()));
    }
    let said = error(&nowhere, &bytes, &[&GOLDILOCKS[..], &["--device", "cuda", "-"]].concat(), 3);
    assert!(said.contains("driver") && said.contains("take cpu or auto"), "{said}");
    let said = error(&nowhere, &[], &["list", "--device", "cuda"], 3);
    assert!(said.contains("driver"), "{said}");
    assert!(text(&run(&nowhere, &[], &["list"], "").stdout).contains("CUDA devices\n  none: no CUDA driver"));
}

#[test]
fn transforms_on_a_device_are_those_of_the_processor() {
    let Some(driver) = emulated() else { return };
    let words: String = (0..60).map(|i| format!("{}\n", i * i + 3)).collect();
    let pairs: String = (0..60).map(|i| format!("{} {}\n", i * i % 17, i % 5)).collect();
    for (ring, input) in
        [("goldilocks", &words), ("mod:998244353", &words), ("mod32:998244353", &words), ("c64", &pairs)]
    {
        // Of 60 lines, batches: 60 = 12 x 5 = 4 x 15.
        for more in [&["--batch", "5"][..], &["--batch", "15", "--inverse", "--layout", "columns"]] {
            if ring.contains("mod") && more.len() == 2 {
                continue; // p - 1 is not a multiple of 3
            }
            let args = |device| [&["transform", "--ring", ring, "--device", device], more].concat();
            let (found, device) = result(&driver, &[], &args("cuda"), input);
            assert_eq!(device, "cuda");
            let (expected, device) = result(&driver, &[], &args("cpu"), input);
            assert_eq!(device, "cpu");
            let near = |(x, y): (&f64, &f64)| (x - y).abs() < 1e-9;
            let same = if ring == "c64" {
                numbers(&found).iter().zip(&numbers(&expected)).all(near)
            } else {
                found == expected
            };
            assert!(same && found.lines().count() == 60, "{ring} {more:?}");
        }
    }
}

#[test]
fn real_transforms_and_arrays_on_a_device_are_those_of_the_processor() {
    let Some(driver) = emulated() else { return };
    let reals: String = (0..48).map(|i| format!("{}\n", i * i % 19)).collect();
    let pairs: String = (0..48).map(|i| format!("{} {}\n", i * i % 17, i % 5)).collect();
    for (more, input) in [
        (&["--kind", "r2c", "--batch", "3"][..], &reals),
        (&["--kind", "dct2"], &reals),
        (&["--kind", "r2c", "--shape", "6x8"], &reals),
        (&["--kind", "r2c", "--batch", "16"], &reals),
        (&["--shape", "3x16", "--axes", "1,0", "--inverse"], &pairs),
    ] {
        let args = |device| [&["transform", "--ring", "c64", "--device", device], more].concat();
        let (found, device) = result(&driver, &[], &args("cuda"), input);
        assert_eq!(device, "cuda");
        let (expected, device) = result(&driver, &[], &args("cpu"), input);
        assert_eq!(device, "cpu");
        let (found, expected) = (numbers(&found), numbers(&expected));
        assert!(
            found.len() == expected.len() && found.iter().zip(&expected).all(|(x, y)| (x - y).abs() < 1e-9),
            "{more:?}"
        );
    }
    let odd = ["transform", "--ring", "c64", "--kind", "dct2", "--device", "cuda", "-"];
    assert_eq!(run(&driver, &[], &odd, "1\n").status.code(), Some(2));
}

#[test]
fn a_device_that_fails_is_an_error_only_where_it_was_asked_for() {
    let Some(driver) = emulated() else { return };
    let args = |device| [&GOLDILOCKS[..], &["--device", device]].concat();
    let always = ("RINGFFT_DEVICE_BYTES", "1");
    assert_eq!(result(&driver, &[always], &args("auto"), "1\n2\n").1, "cuda");
    assert_eq!(result(&driver, &[], &args("auto"), "1\n2\n").1, "cpu");
    for (failure, device, named) in [
        ("RINGFFT_EMULATED_NO_DEVICE", "cpu", "no CUDA device"),
        ("RINGFFT_EMULATED_FAIL_LAUNCH", "cuda", "kernel"),
        ("RINGFFT_EMULATED_FAIL_ALLOCATION", "cpu", "too little memory"),
    ] {
        let settings = [always, (failure, "1")];
        assert_eq!(
            result(&driver, &settings, &args("auto"), "1\n2\n"),
            ("3\n18446744069414584320\n".into(), device.into())
        );
        let said = error(&driver, &settings, &[&args("cuda")[..], &["-"]].concat(), 3);
        assert!(said.contains(named), "{said}");
    }
}

#[test]
fn devices_are_listed_and_verbs_without_them_say_so() {
    let Some(driver) = emulated() else { return };
    let listed: Value = serde_json::from_slice(&run(&driver, &[], &["list", "--json"], "").stdout).unwrap();
    let name = listed["cuda_devices"][0].as_str().unwrap();
    assert!(text(&run(&driver, &[], &["list"], "").stdout).contains(&format!("CUDA devices\n  {name}\n")));
    for args in [&["count", "c64:8"][..], &["multiply", "-", "-"], &["verify", "c64:8"]] {
        assert!(error(&driver, &[], &[args, &["--device", "cuda"]].concat(), 2).contains("transform"));
    }
    // A ring that devices lack.
    let said = error(&driver, &[], &["transform", "--ring", "fermat:8", "--device", "cuda", "-"], 2);
    assert!(said.contains("auto or cpu"), "{said}");
}
