//! Products of integers.

use crate::{directory, fails, ok, run};
use num_bigint::BigUint;
use sha2::{Digest, Sha256};
use std::fs;

/// The factors of RSA-768, published in 2010.
const RSA_768: [&str; 2] = [
    "33478071698956898786044169848212690817704794983713768568912431388982883793878002287614711652531743087737814467999489",
    "36746043666799590428244633799627952632279158164343087642676032283815739666511279233373417143396810270092798736308917",
];

const RSA_768_PRODUCT: &str = "1230186684530117755130494958384962720772853569595334792197322452151726400507263657518745202199786469389956474942774063845925192557326303453731548268507917026122142913461670429214311602221240479274737794080665351419597459856902143413";

fn product(rest: &[&str], a: &str, b: &str) -> String {
    let home = directory(&format!("multiply{}{}", rest.join(""), a.len() + b.len()).replace(['^', '+'], "_"));
    let file = home.join("b");
    fs::write(&file, b).unwrap();
    ok(&[&["multiply"], rest, &["-", file.to_str().unwrap()]].concat(), a)
}

#[test]
fn rsa_768_is_the_product_of_its_factors() {
    let [p, q] = RSA_768;
    assert_eq!(product(&[], p, q), format!("{RSA_768_PRODUCT}\n"));
    for engine in ["auto", "schoolbook", "karatsuba", "primes"] {
        assert_eq!(product(&["--engine", engine], p, q), format!("{RSA_768_PRODUCT}\n"));
    }
    let n: BigUint = RSA_768_PRODUCT.parse().unwrap();
    assert_eq!(
        product(
            &["--radix", "16"],
            &format!("0x{:X}", p.parse::<BigUint>().unwrap()),
            &format!("0x{:x}", q.parse::<BigUint>().unwrap())
        ),
        format!("0x{n:x}\n")
    );
}

#[test]
fn signs_squares_and_residues() {
    assert_eq!(product(&[], "-12", "12"), "-144\n");
    assert_eq!(product(&[], "-12", "-0x0c"), "144\n");
    assert_eq!(product(&[], "-0", "5"), "0\n");
    assert_eq!(product(&["--radix", "16"], "-1f", "10"), "-0x1f0\n");
    assert_eq!(ok(&["multiply", "--square", "-"], "-111111111\n"), "12345678987654321\n");
    assert_eq!(product(&["--mod", "2^7-1"], "127", "3"), "0\n");
    assert_eq!(product(&["--mod", "2^7-1"], "100", "100"), "94\n");
    assert_eq!(product(&["--mod", "2^7+1"], "64", "2"), "128\n");
    assert_eq!(product(&["--mod", "2^7+1"], "-1", "1"), "128\n");
    assert_eq!(product(&["--mod", "2^1-1"], "5", "7"), "0\n");
    assert_eq!(product(&["--mod", "2^99999+1"], "5", "7"), "35\n");
    assert_eq!(product(&["--mod", "2^7-1", "--no-verify"], "-100", "100"), "33\n");
}

/// The numbers at which the number of limbs changes, and at which decimal conversion halves.
#[test]
fn numbers_next_to_powers_are_read_and_written() {
    let power = |base: u32, exponent: u32| BigUint::from(base).pow(exponent);
    let two = (1..=4).map(|k| 64 * k).chain([1984, 2048, 2112, 4032, 4096, 8192]).map(|n| power(2, n));
    let ten = [18, 19, 20, 607, 608, 609, 1216, 2432].map(|n| power(10, n));
    for number in two.chain(ten) {
        for x in [&number - 1u32, number.clone(), &number + 1u32] {
            assert_eq!(product(&[], &x.to_string(), "1"), format!("{x}\n"));
            assert_eq!(product(&["--radix", "16"], &format!("0x{x:x}"), "1"), format!("0x{x:x}\n"));
        }
    }
    for n in [1, 63, 64, 65, 2048, 4095, 4096] {
        let (x, name) = (power(2, n), |sign: char| format!("2^{n}{sign}1"));
        // 2^N is 1 modulo 2^N - 1, but for N = 1; modulo 2^N + 1 it is the greatest residue, and its square 1.
        assert_eq!(product(&["--mod", &name('-')], &x.to_string(), "1"), if n == 1 { "0\n" } else { "1\n" });
        assert_eq!(product(&["--mod", &name('+')], &x.to_string(), "1"), format!("{x}\n"));
        assert_eq!(product(&["--mod", &name('+')], &x.to_string(), &x.to_string()), "1\n");
        assert_eq!(product(&["--mod", &name('+')], &format!("{}", &x + 1u32), "3"), "0\n");
        assert_eq!(product(&["--mod", &name('-'), "--no-verify"], &format!("{}", &x - 1u32), "3"), "0\n");
    }
}

#[test]
fn powers_are_written_out() {
    let power = |base: u32, exponent: u32| BigUint::from(base).pow(exponent);
    let expected = (power(10, 3000) + 1u32) * (power(24518, 512) * 3u32 - 7u32);
    let home = directory("powers");
    let out = home.join("out");
    let output = run(&["multiply", "--json", "10^3000+1", "3*24518^2^9-7", "-o", out.to_str().unwrap()], b"");
    assert!(output.status.success() && output.stdout.is_empty());
    let written = fs::read(&out).unwrap();
    assert_eq!(String::from_utf8(written.clone()).unwrap(), format!("{expected}\n"));
    // The digest is that of the file.
    let report: serde_json::Value = serde_json::from_slice(&output.stderr).unwrap();
    let digest: String = Sha256::digest(&written).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!((&report["schema"], &report["sha256"]), (&"ringfft.multiply/1".into(), &digest.into()));
    assert_eq!((&report["verified"], &report["result_digits"]), (&true.into(), &(written.len() - 1).into()));
}

/// Numbers where no such file is; a file of that name comes first.
#[test]
fn operands_are_numbers_too() {
    for (args, product) in [
        (&["7", "5"][..], "35\n"),
        (&["-7", "5"], "-35\n"),
        (&["0x1f", "2^10"], "31744\n"),
        (&["--", "-0x1f", "-0xF"], "465\n"),
        (&["3*2^5", "2^2^3-1"], "24480\n"),
        (&["--square", "111111111"], "12345678987654321\n"),
        (&["--radix", "16", "1f", "10"], "0x1f0\n"),
        (&["--radix", "16", "--input-radix", "10", "31", "16"], "0x1f0\n"),
        (&["--input-radix", "16", "1f", "10"], "496\n"),
        (&["--input-radix", "16", "0xf", "1"], "15\n"),
    ] {
        assert_eq!(ok(&[&["multiply"], args].concat(), ""), product, "{args:?}");
    }
    let home = directory("operands");
    fs::write(home.join("12"), "1000").unwrap();
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_ringfft"))
        .args(["multiply", "12", "13"])
        .current_dir(&home)
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"13000\n");
}

/// Checks the report of a product on standard error.
#[test]
fn reports_of_products_are_sentences() {
    for (args, begins, holds) in [
        (&["12345", "678"][..], "5 x 3 digits = 7 digits; read ", "; verified; sha256 "),
        (&["--square", "00123"], "3 digits squared = 5 digits; ", "check "),
        (&["--no-verify", "0xff", "0x1"], "2 x 1 hexadecimal digits", "; not verified; sha256 "),
        (&["10^3000+1", "7"], "10^3000+1 x 1 digit = 3,001 digits; ", "convert "),
        (
            &["--mod", "2^7-1", "--engine", "primes", "5", "7"],
            "1 x 1 digit modulo 2^7-1 = 2 digits; ",
            "product by primes ",
        ),
    ] {
        let output = run(&[&["multiply"], args].concat(), b"");
        let report = String::from_utf8(output.stderr).unwrap();
        assert!(report.starts_with(begins) && report.contains(holds) && report.lines().count() == 1, "{report}");
    }
}

#[test]
fn bad_integers_are_refused() {
    let home = directory("bad-integers");
    let good = home.join("good");
    fs::write(&good, "5").unwrap();
    let good = good.to_str().unwrap();
    for text in ["", "\n# nothing\n", "1\n2\n", "1.5", "1e5", "0x", "0xg", "- 5", "12a", "\u{663}"] {
        assert!(fails(&["multiply", "-", good], text, 2).contains("standard input"), "{text:?}");
    }
    for args in [&["-"][..], &["--square", "-", good], &["-", "-"], &["-", good, good], &[]] {
        fails(&[&["multiply"], args].concat(), "1", 2);
    }
    for option in [
        &["--radix", "2"][..],
        &["--input-radix", "8"],
        &["--engine", "magic"],
        &["--mod", "3^5-1"],
        &["--mod", "2^0-1"],
        &["--seed", "-1"],
    ] {
        fails(&[&["multiply"], option, &["-", good]].concat(), "1", 2);
    }
    for missing in ["no-such-file", "12.txt", "2^x", "1f", "face", "0x", "2^10+", "-2^3+1"] {
        let error = fails(&["multiply", "--", good, missing], "", 2);
        assert!(error.contains("K*B^E+C"), "{missing}: {error}");
    }
    fails(&["multiply", good, "10^99999999999999+1"], "", 3);
    fails(&["multiply", "--memory", "1M", good, "10^9999999+1"], "", 3);
    fails(&["multiply", good, good, "-o", good], "", 2);
}
