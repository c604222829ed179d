//! Transforms against the contract.

use crate::{FIELDS, fails, lines, ok, run};
use num_bigint::BigUint;

#[test]
fn prime_fields_take_the_roots_of_the_contract() {
    for (ring, prime, generator) in FIELDS {
        let p: BigUint = prime.parse().unwrap();
        for n in [1u32, 2, 4, 16, 64] {
            let w = BigUint::from(generator).modpow(&((&p - 1u32) / n), &p);
            let mut f = vec!["0"; n as usize];
            // f = x where there is such a coefficient: the values are the powers of w.
            f[1 % n as usize] = "1";
            let expected: Vec<BigUint> = (0..n).map(|k| w.modpow(&BigUint::from(k), &p)).collect();
            let text = lines(&f);
            for algorithm in ["naive", "classical", "twisted", "stockham", "auto"] {
                let args = ["transform", "--ring", ring, "--algorithm", algorithm, "-"];
                let values = ok(&args, &text);
                assert_eq!(values, lines(&expected), "{ring} {n} {algorithm}");
                assert_eq!(
                    ok(&["transform", "--ring", ring, "--inverse", "--algorithm", algorithm, "-"], &values),
                    text
                );
            }
        }
    }
}

#[test]
fn complex_transforms_of_small_lengths() {
    let text = "1 0\n2 0\n# a comment\n\n3 0\n4 0 # another\n";
    for ring in ["c32", "c64"] {
        let values = ok(&["transform", "--ring", ring, "-"], text);
        assert_eq!(values, "10 0\n-2 2\n-2 0\n-2 -2\n");
        assert_eq!(ok(&["transform", "--ring", ring, "--inverse", "-"], &values), "1 0\n2 0\n3 0\n4 0\n");
        let unscaled = ok(&["transform", "--ring", ring, "--inverse", "--scale", "none", "-"], &values);
        assert_eq!(unscaled, "4 0\n8 0\n12 0\n16 0\n");
        let reversed = ok(&["transform", "--ring", ring, "--order", "bit-reversed", "-"], text);
        assert_eq!(reversed, "10 0\n-2 0\n-2 2\n-2 -2\n");
        let native = ["transform", "--ring", ring, "--order", "native", "--algorithm", "twisted", "-"];
        assert_eq!(ok(&native, text), reversed);
        assert_eq!(ok(&["transform", "--ring", ring, "--scale", "unitary", "-"], text), "5 0\n-1 1\n-1 0\n-1 -1\n");
        assert_eq!(
            ok(&["transform", "--ring", ring, "--scale", "forward", "-"], text),
            "2.5 0\n-0.5 0.5\n-0.5 0\n-0.5 -0.5\n"
        );
        // w = i: the conjugate convention.
        assert_eq!(ok(&["transform", "--ring", ring, "--root", "0,1", "-"], text), "10 0\n-2 -2\n-2 0\n-2 2\n");
        // f(-1 w^k): the values at 2 and 3 first.
        assert_eq!(ok(&["transform", "--ring", ring, "--coset", "-1,0", "-"], text), "-2 0\n-2 -2\n10 0\n-2 2\n");
    }
    let special = ok(&["transform", "--ring", "c64", "-"], "nan inf\n");
    assert_eq!(special, "nan inf\n");
    assert_eq!(ok(&["transform", "--ring", "c64", "-"], "1e300 -2.5E-7\n"), "1e300 -2.5e-7\n");
}

#[test]
fn batches_are_rows_or_columns() {
    let transform = |layout: &str, text: &str| {
        ok(&["transform", "--ring", "mod:17", "--batch", "3", "--layout", layout, "-"], text)
    };
    let rows = [[1, 2, 3, 4], [5, 6, 7, 8], [0, 0, 1, 16]];
    let single: String = rows.iter().map(|row| ok(&["transform", "--ring", "mod:17", "-"], &lines(row))).collect();
    assert_eq!(transform("rows", &lines(rows.concat())), single);
    let values: Vec<&str> = single.lines().collect();
    let columns = (0..4).flat_map(|j| rows.map(|row| row[j]));
    let interleaved = (0..4).flat_map(|j| [values[j], values[4 + j], values[8 + j]]);
    assert_eq!(transform("columns", &lines(columns)), lines(interleaved));
}

#[test]
fn composite_moduli_take_a_root() {
    assert_eq!(ok(&["transform", "--ring", "mod:65", "--root", "8", "-"], "0\n1\n0\n0\n"), "1\n8\n64\n57\n");
    assert_eq!(ok(&["transform", "--ring", "mod:65@8", "-"], "0\n1\n0\n0\n"), "1\n8\n64\n57\n");
    assert!(fails(&["transform", "--ring", "mod:65", "-"], "0\n1\n0\n0\n", 2).contains("--root W"));
    // Of order 4, but not principal: 14 = 1 mod 13.
    assert!(fails(&["transform", "--ring", "mod:65", "--root", "14", "-"], "0\n1\n0\n0\n", 2).contains("principal"));
}

#[test]
fn binary_formats_hold_the_same_elements() {
    for (ring, text, raw) in [
        ("c64", "1.5 -2\n", [1.5f64.to_le_bytes(), (-2f64).to_le_bytes()].concat()),
        ("c32", "1.5 -2\n", [1.5f32.to_le_bytes(), (-2f32).to_le_bytes()].concat()),
        ("goldilocks", "18446744069414584320\n", 18_446_744_069_414_584_320u64.to_le_bytes().to_vec()),
        ("babybear", "2013265920\n", 2_013_265_920u32.to_le_bytes().to_vec()),
        ("mod:17", "16\n", 16u64.to_le_bytes().to_vec()),
        ("bn254-fr", "258\n", [&[2, 1][..], &[0; 30]].concat()),
    ] {
        // Length 1 is the identity.
        assert_eq!(ok(&["transform", "--ring", ring, "-"], text), text);
        let output = run(&["transform", "--ring", ring, "--format", "raw", "-"], &raw);
        assert_eq!(output.stdout, raw, "{ring}");
        let npy = {
            let shape = if ring == "bn254-fr" { "(1, 32)" } else { "(1,)" };
            let descr = match ring {
                "c64" => "<c16",
                "c32" => "<c8",
                "babybear" => "<u4",
                "bn254-fr" => "|u1",
                _ => "<u8",
            };
            let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
            let len = (header.len() as u16).to_le_bytes();
            [b"\x93NUMPY\x01\x00", &len[..], header.as_bytes(), &raw].concat()
        };
        let output = run(&["transform", "--ring", ring, "--format", "npy", "-"], &npy);
        assert!(output.stdout.starts_with(b"\x93NUMPY\x01\x00") && output.stdout.ends_with(&raw), "{ring}");
        assert_eq!((output.stdout.len() - raw.len()) % 64, 0);
    }
    let short = run(&["transform", "--ring", "babybear", "--format", "raw", "-"], &[1, 2, 3]);
    assert_eq!(short.status.code(), Some(2));
    let large = run(&["transform", "--ring", "babybear", "--format", "raw", "-"], &[0xff; 4]);
    assert_eq!(large.status.code(), Some(2));
}

/// The number of `--coset` is taken as it is written, in `c32` too, where its rounding to 32 bits would grow with the length.
#[test]
fn cosets_are_as_exact_as_they_are_written() {
    let text = ok(&["transform", "--ring", "c64", "--coset", "0.1,0.30000000000000004", "-"], "0 0\n1 0\n");
    assert_eq!(text.lines().next().unwrap(), "0.1 0.30000000000000004");
    let n = 1 << 12;
    let input: String = (0..2 * n).map(|j| format!("{} {}\n", (j * j) % 31, j % 7)).collect();
    let single: String = input.lines().take(n).map(|line| format!("{line}\n")).collect();
    let numbers = |text: String| -> Vec<f64> { text.split_whitespace().map(|x| x.parse().unwrap()).collect() };
    let distance = |a: &[f64], b: &[f64]| {
        let square = |x: f64| x * x;
        let size: f64 = b.iter().map(|&b| square(b)).sum();
        (a.iter().zip(b).map(|(a, b)| square(a - b)).sum::<f64>() / size).sqrt()
    };
    for (more, input) in [
        (&[][..], &single),
        (&["--inverse"], &single),
        (&["--order", "bit-reversed"], &single),
        (&["--algorithm", "negacyclic"], &single),
        (&["--batch", "2"], &input),
        (&["--batch", "2", "--layout", "columns", "--inverse"], &input),
    ] {
        let run = |ring: &str| {
            numbers(ok(&[&["transform", "--ring", ring, "--coset", "0.6,0.8"], more, &["-"]].concat(), input))
        };
        let (narrow, wide) = (run("c32"), run("c64"));
        assert!(
            narrow.len() == wide.len() && distance(&narrow, &wide) < 1e-6,
            "{more:?}: {}",
            distance(&narrow, &wide)
        );
    }
    for (coset, says) in [("0,0", "unit"), ("x,1", "RE,IM"), ("1", "RE,IM")] {
        let error = fails(&["transform", "--ring", "c32", "--coset", coset, "-"], "1 0\n2 0\n", 2);
        assert!(error.contains(says), "{error}");
    }
}
