//! Arrays of NumPy: types, headers that lie, and arrays of several axes.

use crate::run;
use std::process::Output;

/// A file of version `version` with this header and data.
fn file(version: u8, header: &str, data: &[u8]) -> Vec<u8> {
    let len = header.len() as u32;
    let len = if version == 1 { len.to_le_bytes()[..2].to_vec() } else { len.to_le_bytes().to_vec() };
    [b"\x93NUMPY", &[version, 0][..], &len, header.as_bytes(), data].concat()
}

fn header(descr: &str, shape: &str) -> String {
    format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n")
}

fn array(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    file(1, &header(descr, shape), data)
}

fn transform(args: &str, input: &[u8]) -> Output {
    let args: Vec<&str> =
        ["transform", "--format", "npy", "--ring"].into_iter().chain(args.split(' ')).chain(["-"]).collect();
    run(&args, input)
}

/// The data of the array that comes out.
fn right(args: &str, input: &[u8]) -> Vec<u8> {
    let output = transform(args, input);
    assert!(output.status.success(), "{args}: {}", String::from_utf8_lossy(&output.stderr));
    let header = usize::from(u16::from_le_bytes([output.stdout[8], output.stdout[9]]));
    output.stdout[10 + header..].to_vec()
}

fn refused(args: &str, input: &[u8]) -> String {
    let output = transform(args, input);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{args}: {error}");
    assert!(error.lines().count() == 1 && output.stdout.is_empty(), "{args}: {error}");
    error
}

fn doubles(numbers: &[f64]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn singles(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

#[test]
fn each_type_is_read_or_named() {
    let sum = doubles(&[3.0, 0.0, -1.0, 0.0]);
    for (descr, data) in [
        ("<c16", doubles(&[1.0, 0.0, 2.0, 0.0])),
        ("<c8", singles(&[1.0, 0.0, 2.0, 0.0])),
        ("<f8", doubles(&[1.0, 2.0])),
        ("<f4", singles(&[1.0, 2.0])),
        ("=f8", doubles(&[1.0, 2.0])),
    ] {
        assert_eq!(right("c64", &array(descr, "(2,)", &data)), sum, "{descr}");
    }
    assert_eq!(right("c32", &array("<f4", "(2,)", &singles(&[1.0, 2.0]))), singles(&[3.0, 0.0, -1.0, 0.0]));
    for (descr, size) in
        [("|u1", 1), ("<u2", 2), ("<u4", 4), ("<u8", 8), ("|i1", 1), ("<i2", 2), ("<i4", 4), ("<i8", 8)]
    {
        let data: Vec<u8> = [1u64, 2].iter().flat_map(|x| x.to_le_bytes()[..size].to_vec()).collect();
        assert_eq!(
            right("mod:17", &array(descr, "(2,)", &data)),
            [3u64.to_le_bytes(), 16u64.to_le_bytes()].concat(),
            "{descr}"
        );
    }
    // Types that do not exist, and types that exist but are not read: the message names the types that are read.
    for kind in ["c", "f", "i", "u", "b", "V", "S", "U", "O", "m", "x", ""] {
        for size in [
            "",
            "0",
            "1",
            "2",
            "3",
            "4",
            "5",
            "6",
            "7",
            "8",
            "10",
            "12",
            "16",
            "24",
            "32",
            "08",
            "-8",
            "99999999999999999999",
        ] {
            for order in ["<", "|", ">", "=", ""] {
                let descr = format!("{order}{kind}{size}");
                let fine = |read: &[&str]| {
                    ["<", "=", ""].contains(&order) && read.contains(&descr.trim_start_matches(['<', '=']))
                };
                let items = size.parse::<usize>().unwrap_or(1).clamp(1, 1 << 10);
                let input = array(&descr, "(2,)", &vec![0; 2 * items]);
                if !fine(&["c16", "c8", "f8", "f4"]) {
                    let error = refused("c64", &input);
                    assert!(error.contains("<c16") || error.contains(".astype"), "{descr}: {error}");
                }
                if !fine(&["c8", "f4"]) {
                    let error = refused("c32", &input);
                    assert!(error.contains("<c8") || error.contains(".astype"), "{descr}: {error}");
                }
                if !fine(&["f8", "f4"]) {
                    let error = refused("c64 --kind r2c", &input);
                    assert!(error.contains("<f8") || error.contains(".astype"), "{descr}: {error}");
                }
                let integer = ["i1", "u1"].contains(&descr.trim_start_matches(['<', '=', '|', '>']))
                    || fine(&["i2", "i4", "i8", "u2", "u4", "u8"]);
                if !integer {
                    let error = refused("mod:17", &input);
                    assert!(error.contains("<u8") || error.contains(".astype"), "{descr}: {error}");
                }
            }
        }
    }
    assert!(refused("mod:17", &array("<i8", "(1,)", &(-1i64).to_le_bytes())).contains("negative"));
    assert!(refused("babybear", &array("<u8", "(1,)", &u64::MAX.to_le_bytes())).contains("too large"));
}

#[test]
fn headers_that_lie_are_refused() {
    let data = doubles(&[1.0, 2.0]);
    for version in 1..=3 {
        assert_eq!(right("c64", &file(version, &header("<f8", "(2,)"), &data)), doubles(&[3.0, 0.0, -1.0, 0.0]));
    }
    for version in [0, 4, 255] {
        assert!(refused("c64", &file(version, &header("<f8", "(2,)"), &data)).contains("version"));
    }
    for (shape, says) in [
        ("(3,)", "24 bytes, but 16"),
        ("(1,)", "8 bytes, but 16"),
        ("(2, 2)", "32 bytes, but 16"),
        ("()", "8 bytes, but 16"),
        ("(0,)", "0 bytes, but 16"),
        ("(9223372036854775808, 4)", "more elements"),
        ("(4294967296, 4294967296)", "more elements"),
        ("(2305843009213693952,)", "more elements"),
        ("(99999999999999999999,)", "dictionary"),
        ("(-2,)", "dictionary"),
        ("2", "dictionary"),
        ("(2", "dictionary"),
    ] {
        let error = refused("c64", &array("<f8", shape, &data));
        assert!(error.contains(says), "{shape}: {error}");
    }
    assert!(refused("c64", &array("<f8", "(0,)", &[])).contains("no element"));
    // Every length that a header can claim, and every place where the file can end.
    let whole = array("<f8", "(2,)", &data);
    for len in (0..=u16::MAX).step_by(257).chain([0, 1, 65535]) {
        let mut other = whole.clone();
        other[8..10].copy_from_slice(&len.to_le_bytes());
        refused("c64", &other);
    }
    for end in 0..whole.len() {
        refused("c64", &whole[..end]);
    }
    let fields = "{'descr': [('a', '<f8'), ('b', '<f8')], 'fortran_order': False, 'shape': (1,), }\n";
    assert!(refused("c64", &file(1, fields, &data)).contains("fields"));
    let fortran = |shape: &str| header("<f8", shape).replace("False", "True");
    assert!(refused("c64", &file(1, &fortran("(2, 2)"), &doubles(&[1.0; 4]))).contains("ascontiguousarray"));
    right("c64", &file(1, &fortran("(2,)"), &data));
}

#[test]
fn several_axes_need_a_shape_or_a_batch() {
    let table = array("<c16", "(2, 3)", &doubles(&[0.0; 12]));
    for args in
        ["c64", "c64 --batch 3", "c64 --batch 2 --layout columns", "c64 --batch 6", "c64 --shape 3x2", "c64 --shape 6"]
    {
        let error = refused(args, &table);
        assert!(error.contains("shape 2x3"), "{args}: {error}");
    }
    let error = refused("c64", &table);
    for advice in ["--batch 2 ", "--batch 3 --layout columns", "--shape 2x3"] {
        assert!(error.contains(advice), "{error}");
    }
    let words: Vec<u8> = (1..7u64).flat_map(u64::to_le_bytes).collect();
    let error = refused("mod:13", &array("<u8", "(2, 3)", &words));
    assert!(error.contains("--batch 2 ") && !error.contains("--shape"), "{error}");
    // Sums of the rows, and of the columns.
    let first = |args: &str, at: usize| {
        let data = right(args, &array("<u8", "(2, 3)", &words));
        u64::from_le_bytes(data[8 * at..8 * at + 8].try_into().unwrap())
    };
    assert_eq!([first("mod:13 --batch 2", 0), first("mod:13 --batch 2", 3)], [6, 2]);
    assert_eq!([0, 1, 2].map(|at| first("mod:13 --batch 3 --layout columns", at)), [5, 7, 9]);
    right("c64 --shape 2x3", &table);
    // One axis in all but name, and the words of an element, are no further axes.
    for shape in ["(6,)", "(1, 6)", "(6, 1)", "(1, 6, 1)"] {
        right("c64", &array("<c16", shape, &doubles(&[0.0; 12])));
    }
    right("bls12-381-fr", &array("<u8", "(2, 4)", &[0; 64]));
    refused("bls12-381-fr", &array("<u8", "(2, 2, 4)", &[0; 128]));
    right("bls12-381-fr --batch 2", &array("<u8", "(2, 2, 4)", &[0; 128]));
    // Real arrays, and values of real arrays.
    let reals = array("<f8", "(2, 6)", &doubles(&[1.0; 12]));
    for kind in ["r2c", "dct2"] {
        assert!(refused(&format!("c64 --kind {kind}"), &reals).contains("--batch 2"));
        right(&format!("c64 --kind {kind} --batch 2"), &reals);
    }
    right("c64 --kind r2c --shape 2x6", &reals);
    refused("c64 --kind r2c --shape 3x4", &reals);
    let values = array("<c16", "(2, 4)", &doubles(&[0.0; 16]));
    right("c64 --kind c2r --shape 2x6", &values);
    right("c64 --kind c2r --batch 2", &values);
    refused("c64 --kind c2r --shape 4x2", &values);
    // A product takes sequences.
    let path = crate::directory("npy-axes").join("a.npy");
    std::fs::write(&path, &table).unwrap();
    let output = run(&["convolve", "--ring", "c64", "--format", "npy", path.to_str().unwrap(), "-"], &table);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("ravel"), "{error}");
}
