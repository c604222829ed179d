//! Binary fields and polynomials over GF(2) from outside, against arithmetic of this file's own.

use crate::{fails, lines, ok};

/// Ring of the command line, degree, the modulus below its leading term.
const FIELDS: [(&str, u32, u128); 6] = [
    ("gf2:8", 8, 0x1b),
    ("gf2:16", 16, 0x2b),
    ("gf2:16/1002d", 16, 0x2d),
    ("gf2:32", 32, 0x8d),
    ("gf2:64", 64, 0x1b),
    ("gf2:128", 128, 0x87),
];

fn times((_, degree, low): (&str, u32, u128), a: u128, b: u128) -> u128 {
    let mask = u128::MAX >> (128 - degree);
    (0..degree).rev().fold(0, |sum, i| {
        let carry = if sum >> (degree - 1) & 1 == 1 { low } else { 0 };
        ((sum << 1) & mask) ^ carry ^ if b >> i & 1 == 1 { a } else { 0 }
    })
}

/// The vectors of the contract's basis that a dimension of at most 3 needs.
fn cantor_basis(field: (&str, u32, u128)) -> [u128; 3] {
    let next = |c: u128| match field.1 {
        8 | 16 => (0..1u128 << field.1).step_by(2).find(|&y| times(field, y, y) ^ y == c).unwrap(),
        // Pinned by an independent program.
        32 => [0x54fd_1264, 0x7644_9fc2][usize::from(c != 1)],
        64 => [0x19c9_369f_278a_dc02, 0xa181_e7d6_6f5f_f794][usize::from(c != 1)],
        _ => {
            [0x295a_c0b1_f473_1af9_676a_ac9f_a4b2_0b08, 0xa213_4422_cd40_54c9_ff10_99c3_1bbe_8f22][usize::from(c != 1)]
        }
    };
    let second = next(1);
    [1, second, next(second)]
}

fn hex(list: &[u128]) -> String {
    lines(list.iter().map(|x| format!("{x:#x}")))
}

#[test]
fn additive_transforms_take_the_points_of_the_contract() {
    for field in FIELDS {
        let mask = u128::MAX >> (128 - field.1);
        for n in [1usize, 2, 3, 4, 5, 8] {
            let mut state = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835u128;
            let f: Vec<u128> = (0..n)
                .map(|_| {
                    state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(1);
                    (state >> 3) & mask
                })
                .collect();
            let value = |x: u128| f.iter().rev().fold(0, |sum, &c| times(field, sum, x) ^ c);
            let values = |basis: [u128; 3], shift: u128| {
                let point = |k: usize| (0..3).filter(|i| k >> i & 1 == 1).fold(shift, |sum, i| sum ^ basis[i]);
                hex(&(0..n).map(|k| value(point(k))).collect::<Vec<_>>())
            };
            let (cantor, powers, text) = (cantor_basis(field), [1, 2, 4], hex(&f));
            for (algorithm, basis) in [
                ("auto", cantor),
                ("naive", cantor),
                ("truncated", cantor),
                ("cantor", cantor),
                ("gao-mateer", cantor),
                ("novel-basis", cantor),
                ("gathen-gerhard", powers),
                ("gao-mateer-general", powers),
            ] {
                if !n.is_power_of_two() && !["auto", "naive", "truncated"].contains(&algorithm) {
                    let args = ["transform", "--ring", field.0, "--algorithm", algorithm, "-"];
                    assert!(fails(&args, &text, 2).contains("truncated"));
                    continue;
                }
                for coset in [0u128, 1, 0x1234_5678_9abc_def0_0fed_cba9_8765_4321 & mask] {
                    let shift = format!("{coset:#x}");
                    let args = ["transform", "--ring", field.0, "--algorithm", algorithm, "--coset", &shift, "-"];
                    let found = ok(&args, &text);
                    assert_eq!(found, values(basis, coset), "{} {n} {algorithm} {shift}", field.0);
                    assert_eq!(ok(&[&args[..1], &["--inverse"], &args[1..]].concat(), &found), text);
                }
            }
            // From the novel basis: back to it is the inverse, and the values are the same.
            let novel = ok(&["transform", "--ring", field.0, "--basis", "novel", "--inverse", "-"], &values(cantor, 0));
            assert_eq!(ok(&["transform", "--ring", field.0, "--basis", "novel", "-"], &novel), values(cantor, 0));
        }
    }
}

#[test]
fn files_of_binary_elements() {
    for (ring, degree, _) in FIELDS {
        let text = lines(["0x1", "0x2", "0x3", "0xff"]);
        let raw = crate::directory(&format!("binary-{}", ring.replace([':', '/'], "-")));
        for format in ["raw", "npy"] {
            let [input, there, back] = ["in.txt", "there", "back"].map(|name| raw.join(format!("{format}-{name}")));
            std::fs::write(&input, &text).unwrap();
            // Text has no conversion verb: a batch of transforms of length one is the identity.
            let path = |p: &std::path::PathBuf| p.to_str().unwrap().to_owned();
            let values = ok(&["transform", "--ring", ring, &path(&input)], "");
            let bytes: Vec<u8> =
                [1u128, 2, 3, 255].iter().flat_map(|x| x.to_le_bytes()[..degree as usize / 8].to_vec()).collect();
            let file = match format {
                "raw" => bytes,
                _ => {
                    let descr = match degree {
                        128 => "'descr': '<u8', 'fortran_order': False, 'shape': (4, 2), ".to_string(),
                        _ => format!("'descr': '<u{}', 'fortran_order': False, 'shape': (4,), ", degree / 8),
                    };
                    let mut header = format!("{{{descr}}}");
                    header.push_str(&" ".repeat(128 - 11 - header.len()));
                    header.push('\n');
                    let mut file = b"\x93NUMPY\x01\x00".to_vec();
                    file.extend((header.len() as u16).to_le_bytes());
                    file.extend(header.as_bytes());
                    file.extend(bytes);
                    file
                }
            };
            std::fs::write(&input, file).unwrap();
            ok(&["transform", "--ring", ring, "--format", format, &path(&input), "-o", &path(&there)], "");
            ok(&["transform", "--ring", ring, "--format", format, "--inverse", &path(&there), "-o", &path(&back)], "");
            if format == "raw" {
                assert_eq!(std::fs::read(&back).unwrap(), std::fs::read(&input).unwrap());
                let first = std::fs::read(&there).unwrap()[0];
                assert_eq!(u128::from(first), 1);
            }
            assert!(values.starts_with("0x1\n"));
        }
    }
}

#[test]
fn counts_of_the_specification() {
    for (spec, additions, products) in [
        ("gf2:16:2^12:gao-mateer", 86017, 20481),
        ("gf2:16:2^12:cantor", 112_641, 20481),
        ("gf2:16:2^8:novel-basis", 1793 + 1536, 769),
        ("gf2:128:2^10:gao-mateer", 16897, 4097),
    ] {
        let text = ok(&["count", spec], "");
        for line in [format!("additions {additions}"), format!("products {products}"), "agrees true".to_string()] {
            assert!(text.lines().any(|found| found == line), "{spec}: {line}: {text}");
        }
    }
}

#[test]
fn verify_passes() {
    for spec in ["gf2:8:2^8", "gf2:16:100", "gf2:16/1002d:2^10:novel-basis", "gf2:128:2^7"] {
        let text = ok(&["verify", spec], "");
        assert!(text.trim_end().ends_with(", 0 failed"), "{text}");
    }
}

#[test]
fn polynomials_over_gf2() {
    let folder = crate::directory("gf2");
    let [a, b] = ["a", "b"].map(|name| folder.join(name).to_str().unwrap().to_owned());
    let product = |x: &str, y: &str| {
        std::fs::write(&a, x).unwrap();
        std::fs::write(&b, y).unwrap();
        ok(&["poly", "multiply", "--ring", "gf2", &a, &b], "")
    };
    assert_eq!(product("0x3\n", "0x3\n"), "0x5\n");
    assert_eq!(product("0\n", "0xffff\n"), "0x0\n");
    assert_eq!(product("# x + 1\n3", "0xFF"), "0x101\n");
    // (x^n + 1)(1 + x + ... + x^(n-1)) twice over: squares spread their bits.
    let ones = format!("0x{}\n", "f".repeat(5000));
    assert_eq!(product(&ones, &ones), format!("0x{}\n", "5".repeat(10000).trim_start_matches('0')));
    assert_eq!(product("0x1", &ones), ones);
    for text in ["", "0xg", "0x", "0x1\n0x2\n", "-0x1"] {
        std::fs::write(&a, text).unwrap();
        assert!(fails(&["poly", "multiply", "--ring", "gf2", &a, &b], "", 2).contains("hexadecimal"), "{text}");
    }
    // Over a field the coefficients are elements.
    std::fs::write(&a, "0x1\n0x2\n").unwrap();
    std::fs::write(&b, "0x3\n0x57\n").unwrap();
    assert_eq!(ok(&["poly", "multiply", "--ring", "gf2:8", &a, &b], ""), "0x3\n0x51\n0xae\n");
}

#[test]
fn bad_input() {
    let transform = |rest: &[&str], input: &str| fails(&[&["transform"], rest, &["-"]].concat(), input, 2);
    for (arguments, input, named) in [
        (&["--ring", "gf2:8"][..], "0x100\n", "8 bits"),
        (&["--ring", "gf2:8"], "12\n", "0x"),
        (&["--ring", "gf2:12"], "0x1\n", "gf2:16"),
        (&["--ring", "gf2"], "0x1\n", "gf2:8"),
        (&["--ring", "gf2:8", "--algorithm", "stockham"], "0x1\n0x2\n", "gao-mateer"),
        (&["--ring", "gf2:8", "--scale", "forward"], "0x1\n0x2\n", "scale"),
        (&["--ring", "gf2:8", "--root", "0x2"], "0x1\n0x2\n", "root"),
        (&["--ring", "gf2:8", "--basis", "normal"], "0x1\n0x2\n", "novel"),
        (&["--ring", "c64", "--basis", "novel"], "1 0\n", "additive"),
        (&["--ring", "c64", "--algorithm", "cantor"], "1 0\n", "gf2:8"),
        (&["--ring", "gf2:8", "--algorithm", "cantor"], "0x1\n0x2\n0x3\n", "truncated"),
    ] {
        let error = transform(arguments, input);
        assert!(error.contains(named), "{arguments:?}: {error}");
    }
    let long = lines(vec!["0x1"; 257]);
    assert!(transform(&["--ring", "gf2:8"], &long).contains("8 vectors"));
    assert!(fails(&["count", "gf2:8:2^9:cantor"], "", 2).contains("8 vectors"));
}
