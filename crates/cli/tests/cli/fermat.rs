//! The rings modulo `2^K + 1` on the command line.

use crate::{fails, lines, ok, run};
use num_bigint::BigUint;

#[test]
fn the_root_is_the_least_power_of_two() {
    for (k, n) in [(8usize, 16usize), (12, 8), (64, 128), (1, 2), (100, 8)] {
        let (ring, m) = (format!("fermat:{k}"), (BigUint::from(1u32) << k) + 1u32);
        let mut f = vec!["0"; n];
        f[1] = "1";
        let w = BigUint::from(1u32) << (2 * k / n);
        let expected: Vec<BigUint> = (0..n as u32).map(|j| w.modpow(&BigUint::from(j), &m)).collect();
        let values = ok(&["transform", "--ring", &ring, "-"], &lines(&f));
        assert_eq!(values, lines(&expected), "{ring} {n}");
        assert_eq!(ok(&["transform", "--ring", &ring, "--inverse", "-"], &values), lines(&f));
    }
    // The square root of 2 modulo 2^8 + 1 is 2^6 - 2^2 = 60.
    let f: Vec<u32> = (0..32).map(|i| u32::from(i == 1)).collect();
    let values = ok(&["transform", "--ring", "fermat:8", "-"], &lines(&f));
    assert!(values.starts_with("1\n60\n2\n120\n4\n240\n8\n"), "{values}");
}

#[test]
fn values_by_definition() {
    // f = 3 + x + 4 x^2 + 2 x^3 at 1, 16, -1 = 256, -16 = 241.
    let f = "3\n1\n4\n2\n";
    assert_eq!(ok(&["transform", "--ring", "fermat:8", "-"], f), "10\n240\n4\n15\n");
    assert_eq!(ok(&["transform", "--ring", "fermat:8", "--root", "241", "-"], f), "10\n15\n4\n240\n");
    assert_eq!(ok(&["transform", "--ring", "fermat:8", "--coset", "16", "-"], f), "240\n4\n15\n10\n");
}

#[test]
fn products() {
    let top = (BigUint::from(1u32) << 130u32).to_string();
    // (-1 + x)(-1 + x) = 1 - 2 x + x^2.
    let two_less = ((BigUint::from(1u32) << 130u32) - 1u32).to_string();
    let directory = crate::directory("fermat");
    let path = directory.join("a.txt");
    std::fs::write(&path, format!("{top}\n1\n")).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(ok(&["convolve", "--ring", "fermat:130", path, path], ""), format!("1\n{two_less}\n1\n"));
    let cyclic = ["convolve", "--ring", "fermat:130", "--kind", "cyclic", path, path];
    assert_eq!(ok(&cyclic, ""), format!("2\n{two_less}\n"));
    assert_eq!(ok(&["poly", "multiply", "--ring", "fermat:130", path, path], ""), format!("1\n{two_less}\n1\n"));
}

#[test]
fn binary_formats_are_words() {
    for (ring, text, raw) in [
        ("fermat:8", "256\n", 256u64.to_le_bytes().to_vec()),
        ("fermat:64", "18446744073709551616\n", [0u64.to_le_bytes(), 1u64.to_le_bytes()].concat()),
    ] {
        assert_eq!(ok(&["transform", "--ring", ring, "-"], text), text);
        let output = run(&["transform", "--ring", ring, "--format", "raw", "-"], &raw);
        assert_eq!(output.stdout, raw, "{ring}");
        let output = run(&["transform", "--ring", ring, "--format", "raw", "-"], &[raw.clone(), raw.clone()].concat());
        assert_eq!(output.stdout.len(), 2 * raw.len());
        let wrong = run(&["transform", "--ring", ring, "--format", "raw", "-"], &vec![0xff; raw.len()]);
        assert_eq!(wrong.status.code(), Some(2));
        let shape = if raw.len() == 8 { "(1,)" } else { "(1, 2)" };
        let header = format!("{{'descr': '<u8', 'fortran_order': False, 'shape': {shape}, }}\n");
        let npy = [b"\x93NUMPY\x01\x00", &(header.len() as u16).to_le_bytes()[..], header.as_bytes(), &raw].concat();
        let output = run(&["transform", "--ring", ring, "--format", "npy", "-"], &npy);
        assert!(output.stdout.ends_with(&raw) && String::from_utf8_lossy(&output.stdout).contains(shape), "{ring}");
    }
}

#[test]
fn bad_input_is_told() {
    for (ring, text, part) in [
        ("fermat:0", "1\n", "at least 1"),
        ("fermat:08", "1\n", "canonical"),
        ("fermat:", "1\n", "canonical"),
        ("fermat:x", "1\n", "fermat:64"),
        ("fermat:99999999999999999999", "1\n", "canonical"),
        ("fermat:18446744073709551615", "1\n", "at most"),
        ("fermat:8", "257\n", "below 2^8 + 1"),
        ("fermat:8", "-1\n", "below 2^8 + 1"),
        ("fermat:8", "1\n2\n3\n", "powers of two up to 32"),
        ("fermat:6", "1\n2\n3\n4\n5\n6\n7\n8\n", "powers of two up to 4"),
    ] {
        let error = fails(&["transform", "--ring", ring, "-"], text, 2);
        assert!(error.contains(part), "{ring}: {error}");
    }
    assert!(fails(&["transform", "--ring", "fermat:8", "--root", "3", "-"], "1\n2\n", 2).contains("principal"));
    // Elements of 12 megabytes each are more than is allowed, whatever the input's length.
    fails(&["transform", "--ring", "fermat:100000000", "--memory", "20M", "-"], "0\n1\n", 3);
}

#[test]
fn verify_and_count() {
    let text = ok(&["verify", "fermat:64:128:classical", "fermat:12:16:twisted", "fermat:100:4:naive"], "");
    assert!(text.trim_end().ends_with(" 0 failed"), "{text}");
    let text = ok(&["count", "fermat:64:128:classical"], "");
    assert!(text.contains("additions 896\n") && text.contains("products 321\n"), "{text}");
    let long = ok(&["transform", "--ring", "fermat:100000", "-"], "0\n1\n");
    assert_eq!(long, format!("1\n{}\n", BigUint::from(1u32) << 100_000u32));
}

#[test]
fn the_mersenne_field_has_roots_of_the_divisors_and_a_circle() {
    // 7^((p - 1)/3) and its square.
    let values = ok(&["transform", "--ring", "m31", "-"], "0\n1\n0\n");
    let p = BigUint::from((1u32 << 31) - 1);
    let w = BigUint::from(7u32).modpow(&((&p - 1u32) / 3u32), &p);
    assert_eq!(values, lines([BigUint::from(1u32), w.clone(), &w * &w % &p]));
    assert!(!fails(&["transform", "--ring", "m31", "-"], "1\n2\n3\n4\n", 2).is_empty());
    let circle = ok(&["transform", "--ring", "m31", "--kind", "circle", "-"], "1\n2\n3\n4\n");
    assert_eq!(ok(&["transform", "--ring", "m31", "--kind", "circle", "--inverse", "-"], &circle), "1\n2\n3\n4\n");
}
