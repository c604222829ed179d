//! Real numbers and arrays.

use crate::{directory, fails, lines, ok, run};
use std::fs;

fn transform(ring: &str, options: &str, input: &str) -> String {
    let args: Vec<&str> = ["transform", "--ring", ring].into_iter().chain(options.split(' ')).chain(["-"]).collect();
    ok(&args, input)
}

#[test]
fn sequences() {
    for ring in ["c32", "c64"] {
        assert_eq!(transform(ring, "--kind r2c", "1\n2\n3\n4\n"), "10 0\n-2 2\n-2 0\n");
        assert_eq!(transform(ring, "--kind c2r", "10 0\n-2 2\n-2 0\n"), "1\n2\n3\n4\n");
        assert_eq!(transform(ring, "--kind c2r --scale none", "10 0\n-2 2\n-2 0\n"), "4\n8\n12\n16\n");
        assert_eq!(transform(ring, "--kind r2c --scale forward", "1\n2\n3\n4\n"), "2.5 0\n-0.5 0.5\n-0.5 0\n");
        assert_eq!(transform(ring, "--kind c2r --shape 1", "5 0\n"), "5\n");
        assert_eq!(transform(ring, "--kind c2r", "5 0\n"), "5\n");
        let columns = transform(ring, "--kind r2c --batch 2 --layout columns", "1\n0\n2\n1\n3\n0\n4\n0\n");
        assert_eq!(columns, "10 0\n1 0\n-2 2\n0 -1\n-2 0\n-1 0\n");
        assert_eq!(transform(ring, "--kind c2r --batch 2 --layout columns", &columns), "1\n0\n2\n1\n3\n0\n4\n0\n");
        // The shape says that the length is odd.
        let odd = transform(ring, "--kind r2c", "3\n0\n0\n");
        assert_eq!(odd, "3 0\n3 0\n");
        assert_eq!(transform(ring, "--kind c2r --shape 3", &odd), "3\n0\n0\n");
        assert_eq!(transform(ring, "--kind c2r --shape 3 --batch 2", &odd.repeat(2)), "3\n0\n0\n3\n0\n0\n");
    }
}

#[test]
fn cosines_and_sines() {
    let expected = [
        ("dct1", 3, "1\n2\n3\n", "8\n-2\n0\n"),
        ("dct2", 2, "1\n1\n", "4\n0\n"),
        ("dct3", 2, "1\n0\n", "1\n1\n"),
        ("dst1", 1, "3\n", "6\n"),
        ("dst2", 1, "3\n", "6\n"),
        ("dst3", 1, "3\n", "3\n"),
    ];
    for (kind, _, input, output) in expected {
        assert_eq!(transform("c64", &format!("--kind {kind}"), input), output, "{kind}");
    }
    for kind in ["dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"] {
        for scale in ["inverse", "forward", "unitary"] {
            let forth = transform("c64", &format!("--kind {kind} --scale {scale} --batch 2"), "1\n-2\n4\n0\n8\n3\n");
            let back = transform("c64", &format!("--kind {kind} --scale {scale} --batch 2 --inverse"), &forth);
            let numbers: Vec<f64> = back.lines().map(|line| line.parse().unwrap()).collect();
            let near = numbers.iter().zip([1.0, -2.0, 4.0, 0.0, 8.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-14);
            assert!(near && numbers.len() == 6, "{kind} {scale}: {back}");
        }
    }
}

#[test]
fn arrays() {
    let x = "1 0\n2 0\n3 0\n4 0\n";
    assert_eq!(transform("c64", "--shape 2x2", x), "10 0\n-2 0\n-4 0\n0 0\n");
    assert_eq!(transform("c64", "--shape 2x2 --axes 0", x), "4 0\n6 0\n-2 0\n-2 0\n");
    assert_eq!(transform("c64", "--shape 2x2 --axes 1", x), "3 0\n-1 0\n7 0\n-1 0\n");
    let values = transform("c64", "--shape 2x2 --axes 1,0", x);
    assert_eq!(transform("c64", "--shape 2x2 --inverse", &values), x);
    assert_eq!(transform("c64", "--shape 2x2 --scale unitary", x), "5 0\n-1 0\n-2 0\n0 0\n");
    let reals = lines(1..=12);
    for shape in ["3x4", "4x3", "2x6", "1x12", "2x3x2", "12"] {
        let values = transform("c64", &format!("--kind r2c --shape {shape}"), &reals);
        assert!(values.starts_with("78 0\n"), "{shape}");
        let back = transform("c64", &format!("--kind c2r --shape {shape}"), &values);
        let numbers: Vec<f64> = back.lines().map(|line| line.parse().unwrap()).collect();
        assert!(numbers.iter().zip(1..).all(|(a, b)| (a - f64::from(b)).abs() < 1e-13), "{shape}: {back}");
    }
}

/// Along each axis of an array, they are those of its rows and columns.
#[test]
fn cosines_and_sines_of_arrays() {
    let numbers = |text: &str| text.lines().map(|line| line.parse().unwrap()).collect::<Vec<f64>>();
    let near = |a: &str, b: &str| {
        let (a, b) = (numbers(a), numbers(b));
        a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| (a - b).abs() < 1e-9)
    };
    let input = lines((1..=24).map(|i| i * i % 17));
    for kind in ["dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"] {
        let rows = transform("c64", &format!("--kind {kind} --batch 4"), &input);
        let both = transform("c64", &format!("--kind {kind} --batch 6 --layout columns"), &rows);
        let array = |options: &str, input: &str| transform("c64", &format!("--kind {kind} --shape {options}"), input);
        assert!(near(&array("4x6", &input), &both), "{kind}");
        assert!(near(&array("4x6 --axes 1", &input), &rows), "{kind}");
        assert!(near(&array("4x6 --axes 1,0", &input), &both), "{kind}");
        assert!(near(&array("4x6 --inverse", &both), &input), "{kind}");
        assert!(near(&array("24", &input), &transform("c64", &format!("--kind {kind}"), &input)), "{kind}");
        // The middle axis of three has columns inside each part of the array.
        let deep = array("2x4x3 --axes 1", &input);
        for part in 0..2 {
            let half = |text: &str| text.lines().skip(12 * part).take(12).map(|line| format!("{line}\n")).collect();
            let columns: String = half(&input);
            let expected = transform("c64", &format!("--kind {kind} --batch 3 --layout columns"), &columns);
            let found: String = half(&deep);
            assert!(near(&found, &expected), "{kind}");
        }
        assert!(near(&array("2x4x3 --inverse", &array("2x4x3", &input)), &input), "{kind}");
    }
}

#[test]
fn arrays_of_numpy_keep_their_shape() {
    let folder = directory("real_numpy");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let header = |file: &str| {
        let bytes = fs::read(path(file)).unwrap();
        String::from_utf8_lossy(&bytes[10..bytes.iter().position(|&byte| byte == b'\n').unwrap()]).trim().to_string()
    };
    fs::write(path("x.raw"), (0..24).flat_map(|x| f64::from(x).to_le_bytes()).collect::<Vec<u8>>()).unwrap();
    let at = |options: &str, from: &str, to: &str| {
        let (from, to) = (path(from), path(to));
        let mut args = vec!["transform", "--ring", "c64", "--json"];
        args.extend(options.split(' '));
        args.extend([from.as_str(), "-o", to.as_str()]);
        let output = run(&args, b"");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stderr).unwrap()
    };
    at("--kind r2c --shape 4x6 --format raw", "x.raw", "values.raw");
    assert_eq!(fs::read(path("values.raw")).unwrap().len(), 4 * 4 * 16);
    let mut array = b"\x93NUMPY\x01\x00\x46\x00".to_vec();
    array.extend(format!("{:69}\n", "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 6), }").bytes());
    array.extend(fs::read(path("x.raw")).unwrap());
    fs::write(path("x.npy"), array).unwrap();
    let report = at("--kind r2c --shape 4x6 --format npy", "x.npy", "values.npy");
    assert!(report.contains("\"kind\":\"r2c\"") && report.contains("\"shape\":\"4x6\""), "{report}");
    assert_eq!(header("values.npy"), "{'descr': '<c16', 'fortran_order': False, 'shape': (4, 4), }");
    at("--kind c2r --shape 4x6 --format npy", "values.npy", "back.npy");
    assert_eq!(header("back.npy"), "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 6), }");
    at("--kind dct2 --format npy --batch 4", "x.npy", "dct.npy");
    assert_eq!(header("dct.npy"), "{'descr': '<f8', 'fortran_order': False, 'shape': (24,), }");
}

#[test]
fn what_cannot_be_is_said() {
    for (options, input, named) in [
        ("--kind r2c", "1 0\n", "one number"),
        ("--kind r2c", "", "no number"),
        ("--kind dct1", "1\n", "least length is 2"),
        ("--kind r2c --inverse", "1\n", "other kind"),
        ("--kind r2c --algorithm stockham", "1\n", "--algorithm"),
        ("--kind dct2 --root 1,0", "1\n", "--root"),
        ("--kind dct2 --coset 1,0", "1\n", "--coset"),
        ("--kind dct2 --order bit-reversed", "1\n", "--order"),
        ("--kind dct2 --shape 2x2", "1\n", "4 of shape 2x2"),
        ("--kind dct1 --shape 2x1", "1\n2\n", "least length is 2"),
        ("--kind dst3 --shape 2x2 --axes 2", "1\n1\n1\n1\n", "rank 2"),
        ("--kind dst3 --shape 2x2 --axes 1,1", "1\n1\n1\n1\n", "twice"),
        ("--kind dct2 --shape 2x2 --batch 2", "1\n", "axis"),
        ("--kind r2c --batch 2", "1\n", "multiple"),
        ("--kind r2c --batch 0", "1\n", "--batch"),
        ("--kind c2r --shape 5", "1 0\n", "3 of shape 3"),
        ("--kind r2c --shape 5", "1\n", "--shape"),
        ("--axes 0", "1 0\n", "--shape"),
        ("--shape 2x0", "1 0\n", "512x768"),
        ("--shape 2y2", "1 0\n", "512x768"),
        ("--shape 2x2 --axes 0;1", "1 0\n", "0,1"),
        ("--shape 2x2 --axes 2", "1 0\n1 0\n1 0\n1 0\n", "rank 2"),
        ("--shape 2x2 --axes 1,1", "1 0\n1 0\n1 0\n1 0\n", "twice"),
        ("--kind r2c --shape 2x2 --axes 0", "1\n1\n1\n1\n", "axis 1"),
        ("--shape 2x2", "1 0\n", "4 of shape 2x2"),
        ("--shape 2x2 --batch 2", "1 0\n", "axis"),
        ("--kind circle --shape 2x2", "1 0\n", "c2r"),
    ] {
        let args: Vec<&str> =
            ["transform", "--ring", "c64"].into_iter().chain(options.split(' ')).chain(["-"]).collect();
        let error = fails(&args, input, 2);
        assert!(error.contains(named), "{options}: {error}");
    }
    assert!(fails(&["transform", "--ring", "mod:17", "--kind", "dct2", "-"], "1\n", 2).contains("c64"));
    assert!(fails(&["transform", "--ring", "c64", "--kind", "r2c", "--memory", "40", "-"], "1\n2\n", 3).contains("40"));
}
