//! `poly divide`, `gcd`, `evaluate` and `interpolate` from outside.

use crate::{FIELDS, directory, fails, lines, ok, run};
use std::fs;

#[test]
fn quotients_divisors_and_values() {
    let home = directory("polynomials");
    let file = |name: &str, text: &str| {
        fs::write(home.join(name), text).unwrap();
        home.join(name).to_str().unwrap().to_string()
    };
    // (x^2 + 2)(x + 5) + 3, with a leading zero; x^2 + 2; (x + 5)(x + 7).
    let b = file("b", "2\n0\n1\n");
    let c = file("c", "35\n12\n1\n");
    let points = file("points", "0\n1\n2\n3\n");
    for (ring, _, _) in
        FIELDS.iter().copied().chain([("m31", "", 0), ("mod32:257", "", 0), ("mod:65", "", 0), ("fermat:64", "", 0)])
    {
        let verb = |verb: &str, more: &[&str], a: &str, b: &str| {
            ok(&[&["poly", verb, "--ring", ring], more, &["-", b]].concat(), a)
        };
        let a = "13\n2\n5\n1\n0\n";
        assert_eq!(verb("divide", &[], a, &b), "5\n1\n\n3\n", "{ring}");
        assert_eq!(verb("divide", &["--part", "quotient"], a, &b), "5\n1\n", "{ring}");
        assert_eq!(verb("divide", &["--part", "remainder"], a, &b), "3\n", "{ring}");
        assert_eq!(verb("divide", &[], "1\n", &b), "0\n\n1\n", "{ring}");
        assert_eq!(verb("divide", &[], "4\n0\n2\n", &b), "2\n\n0\n", "{ring}");
        assert_eq!(verb("gcd", &[], "10\n2\n5\n1\n", &c), "5\n1\n", "{ring}");
        assert_eq!(verb("gcd", &[], "0\n0\n", &c), "35\n12\n1\n", "{ring}");
        assert_eq!(verb("evaluate", &[], "1\n1\n1\n", &points), "1\n3\n7\n13\n", "{ring}");
    }
    let values = file("values", "1\n3\n7\n13\n");
    for (ring, _, _) in FIELDS {
        assert_eq!(ok(&["poly", "interpolate", "--ring", ring, &points, &values], ""), "1\n1\n1\n0\n", "{ring}");
    }
    // x^2 + x divides x^4 + x^2 over GF(2^8).
    let d = file("d", "0x0\n0x1\n0x1\n");
    assert_eq!(
        ok(&["poly", "divide", "--ring", "gf2:8", "-", &d], "0x0\n0x0\n0x1\n0x0\n0x1\n"),
        "0x0\n0x1\n0x1\n\n0x0\n"
    );
    // Raw, one part; and a file that the next verb reads.
    let raw = home.join("q.raw");
    let text: Vec<u8> = [8u64, 2].iter().flat_map(|word| word.to_le_bytes()).collect();
    fs::write(home.join("a.raw"), text).unwrap();
    fs::write(home.join("b.raw"), 2u64.to_le_bytes()).unwrap();
    let (raw_a, raw_b) = (home.join("a.raw"), home.join("b.raw"));
    let [out, a, b_raw] = [&raw, &raw_a, &raw_b].map(|path| path.to_str().unwrap());
    let args = ["poly", "divide", "--ring", "mod:97", "--format", "raw", "--part", "quotient", a, b_raw, "-o", out];
    ok(&args, "");
    assert_eq!(fs::read(&raw).unwrap(), [4u64, 1].iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>());
}

/// Rings without a division of all elements.
#[test]
fn polynomials_over_bits_integers_and_floats() {
    let home = directory("other-polynomials");
    let file = |name: &str, text: &str| {
        fs::write(home.join(name), text).unwrap();
        home.join(name).to_str().unwrap().to_string()
    };
    let verb = |ring: &str, verb: &str, more: &[&str], a: &str, b: &str| {
        ok(&[&["poly", verb, "--ring", ring], more, &["-", b]].concat(), a)
    };
    // x^5 + x + 1 = (x^2 + x + 1)(x^3 + x^2 + 1).
    let b = file("b", "0x7\n");
    assert_eq!(verb("gf2", "divide", &[], "0x23", &b), "0xd\n\n0x0\n");
    assert_eq!(verb("gf2", "divide", &["--part", "remainder"], "0x22", &b), "0x1\n");
    assert_eq!(verb("gf2", "gcd", &[], "0x23", &b), "0x7\n");
    let (p, q) = (format!("0x{}1\n", "9c3".repeat(700)), format!("0x{}5\n", "71e".repeat(500)));
    let (q_file, p_file) = (file("q", &q), file("p", &p));
    let product = ok(&["poly", "multiply", "--ring", "gf2", &p_file, &q_file], "");
    assert_eq!(verb("gf2", "divide", &[], &product, &q_file), format!("{p}\n0x0\n"));
    let c = file("c", "2\n0\n1\n");
    assert_eq!(verb("z", "divide", &[], "13\n2\n5\n1\n0\n", &c), "5\n1\n\n3\n");
    let points = file("points", "0\n-1\n100000000000000000000\n");
    let values = format!("1\n1\n1{0}1{0}1\n", "0".repeat(19));
    assert_eq!(verb("z", "evaluate", &[], "1\n1\n1\n", &points), values);
    let points = file("complex", "0 1\n2 0\n");
    assert_eq!(verb("c64", "evaluate", &[], "1 0\n0 0\n1 0\n", &points), "0 0\n5 0\n");
}

#[test]
fn long_inputs_come_back() {
    let home = directory("long-polynomials");
    let path = |name: &str| home.join(name).to_str().unwrap().to_string();
    let list = |len: u64, seed: u64| lines((0..len).map(|i| (i * i * seed + 7 * i + 1) % 998_244_353));
    for (name, text) in [("f", list(900, 3)), ("g", list(500, 5)), ("p", lines(0..900u64))] {
        fs::write(home.join(name), text).unwrap();
    }
    let (f, g, p) = (path("f"), path("g"), path("p"));
    let ring = ["--ring", "mod:998244353"];
    let product = ok(&[&["poly", "multiply"], &ring[..], &[&f, &g]].concat(), "");
    assert_eq!(ok(&[&["poly", "divide"], &ring[..], &["-", &g]].concat(), &product), format!("{}\n0\n", list(900, 3)));
    let divisor = ok(&[&["poly", "gcd"], &ring[..], &["-", &g]].concat(), &product);
    assert_eq!(divisor.lines().count(), 500);
    let values = ok(&[&["poly", "evaluate"], &ring[..], &[&f, &p]].concat(), "");
    assert_eq!(ok(&[&["poly", "interpolate"], &ring[..], &[&p, "-"]].concat(), &values), list(900, 3));
    let output = run(&[&["poly", "divide", "--json"], &ring[..], &["-", &g]].concat(), product.as_bytes());
    let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!((&report["schema"], &report["remainder_length"]), (&"ringfft.poly_divide/1".into(), &1.into()));
}

#[test]
fn what_cannot_be_divided() {
    let home = directory("bad-polynomials");
    let path = home.join("b");
    let b = path.to_str().unwrap();
    let divide = |ring: &str, verb: &str, text: &str, a: &str| {
        fs::write(&path, text).unwrap();
        fails(&["poly", verb, "--ring", ring, "-", b], a, 2)
    };
    assert!(divide("mod:97", "divide", "0\n0\n", "1\n").contains("zero polynomial"));
    assert!(divide("mod:15", "divide", "1\n5\n", "1\n1\n1\n").contains("not invertible"));
    assert!(divide("mod:97", "interpolate", "1\n2\n3\n", "1\n2\n1\n").contains("points 0 and 2, which are equal"));
    assert!(divide("mod:97", "interpolate", "1\n2\n", "1\n2\n3\n").contains("3 points"));
    assert!(divide("c64", "divide", "1 0\n", "1 0\n").contains("goldilocks"));
    assert!(divide("c32", "interpolate", "1 0\n", "1 0\n").contains("goldilocks"));
    assert!(divide("z", "gcd", "1\n", "1\n").contains("mod:P"));
    assert!(divide("z", "divide", "1\n2\n", "1\n").contains("leading coefficient"));
    assert!(divide("z", "divide", "0\n", "1\n").contains("zero polynomial"));
    assert!(divide("gf2", "divide", "0x0\n", "0x1\n").contains("zero polynomial"));
    assert!(divide("gf2", "evaluate", "0x3\n", "0x1\n").contains("gf2:D"));
    fs::write(&path, "1\n").unwrap();
    assert!(fails(&["poly", "divide", "--ring", "mod:97", "--part", "rest", "-", b], "1\n", 2).contains("remainder"));
    let args = ["poly", "divide", "--ring", "mod:97", "--format", "raw", "-", b];
    assert!(fails(&args, "1\n", 2).contains("--part quotient"));
    assert!(fails(&["poly", "gcd", "--ring", "mod:97", "--memory", "8", "-", b], "1\n", 3).contains("bytes"));
}
