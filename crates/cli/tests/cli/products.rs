//! Products of sequences.

use crate::{FIELDS, directory, fails, lines, ok};
use num_bigint::BigInt;
use std::fs;

#[test]
fn products_equal_the_definition() {
    let (a, b) = ([3, 0, 5, 16, 2], [1, 15, 7]);
    let (f, g) = (lines(a), lines(b));
    let home = directory("products");
    let file = home.join("b");
    fs::write(&file, &g).unwrap();
    let file = file.to_str().unwrap();
    let mut linear = [0i64; 7];
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            linear[i + j] += x * y;
        }
    }
    let wrapped =
        |sign: i64| (0..5).map(|k| linear[k] + if k < 2 { sign * linear[k + 5] } else { 0 }).collect::<Vec<_>>();
    let correlated: Vec<i64> = (-2..5i64)
        .map(|lag| (0..3).map(|j| a.get((j + lag) as usize).copied().unwrap_or(0) * b[j as usize]).sum())
        .collect();
    for (kind, expected) in [
        ("linear", linear.to_vec()),
        ("cyclic", wrapped(1)),
        ("negacyclic", wrapped(-1)),
        ("middle", linear[2..5].to_vec()),
        ("correlate", correlated),
    ] {
        let product = |ring: &str| ok(&["convolve", "--ring", ring, "--kind", kind, "-", file], &f);
        assert_eq!(product("z"), lines(&expected), "{kind}");
        for (ring, prime, _) in FIELDS {
            let p: BigInt = prime.parse().unwrap();
            let reduced = expected.iter().map(|&x| ((BigInt::from(x) % &p) + &p) % &p);
            assert_eq!(product(ring), lines(reduced), "{kind} {ring}");
        }
    }
    assert_eq!(ok(&["poly", "multiply", "--ring", "z", "-", file], "0\n"), "0\n0\n0\n");
    assert_eq!(ok(&["poly", "multiply", "--ring", "z", "-", file], "-0x10\n"), "-16\n-240\n-112\n");
    let i = home.join("i");
    fs::write(&i, "0 1\n").unwrap();
    let rotated = ok(&["poly", "multiply", "--ring", "c64", "-", i.to_str().unwrap(), "-o", "-"], "1 0\n0 1\n");
    assert_eq!(rotated, "0 1\n-1 0\n");
    // With conjugates a signal correlates with itself to its energy at lag 0.
    let correlate = ["convolve", "--ring", "c64", "--kind", "correlate"];
    let conjugated = ok(&[&correlate[..], &["--conjugate", "-", i.to_str().unwrap()]].concat(), "0 1\n3 4\n");
    assert_eq!(conjugated, "1 0\n4 -3\n");
    assert_eq!(ok(&[&correlate[..], &["-", i.to_str().unwrap()]].concat(), "0 1\n3 4\n"), "-1 0\n-4 3\n");
    assert!(fails(&["convolve", "--ring", "c64", "--conjugate", "-", file], "1 0\n", 2).contains("correlate"));
    for ring in ["goldilocks", "z"] {
        let args = ["convolve", "--ring", ring, "--kind", "correlate", "--conjugate", "-", file];
        assert!(fails(&args, "1\n", 2).contains("c64"), "{ring}");
    }
    fails(&["convolve", "--ring", "z", "-", "-"], "1\n", 2);
    fails(&["convolve", "--ring", "z", "--kind", "round", "-", file], "1\n", 2);
    fails(&["convolve", "--ring", "z", "--format", "raw", "-", file], "1\n", 2);
    fails(&["convolve", "--ring", "z", "-", file], "1.5\n", 2);
    fails(&["convolve", "--ring", "mod:17", "--memory", "8", "-", file], "1\n", 3);
    // Coefficients of very different size, each in as much room as the longest takes.
    let uneven = format!("0x{}\n{}", "f".repeat(400_000), "-1\n".repeat(400_000));
    assert!(fails(&["poly", "multiply", "--ring", "z", "--memory", "1G", "-", file], &uneven, 3).contains("bytes"));
}
