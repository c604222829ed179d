//! Bad input: one line, the right exit code, nothing written.

use crate::pictures::{Stored, directory, fails, file};
use png::{BitDepth, ColorType};
use std::fs;

/// A chunk with its check sum.
fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let body = [kind, data].concat();
    let mut crc = u32::MAX;
    for byte in &body {
        crc ^= u32::from(*byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { crc >> 1 ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    [&(data.len() as u32).to_be_bytes()[..], &body, &(!crc).to_be_bytes()].concat()
}

fn header(width: u32, height: u32, depth: u8, color: u8) -> Vec<u8> {
    let data = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, color, 0, 0, 0]].concat();
    [&b"\x89PNG\r\n\x1a\n"[..], &chunk(b"IHDR", &data)].concat()
}

const SUBJECTS: [&[&str]; 3] = [&["image", "filter", "--kind", "blur"], &["image", "spectrum"], &["image", "texture"]];

#[test]
fn hostile_pictures_are_bad_input() {
    let directory = directory("image-hostile");
    let whole =
        Stored::new((20, 20), (ColorType::Rgb, BitDepth::Eight), |x, y, c| (x * y * 7 + c * 31) as u16 % 256).encode();
    // An empty stream of deflate: no pixels at all.
    let empty = [chunk(b"IDAT", &[0x78, 0x9c, 3, 0, 0, 0, 0, 1]), chunk(b"IEND", &[])].concat();
    let with = |head: Vec<u8>| [head, empty.clone()].concat();
    let mut cases: Vec<(String, Vec<u8>)> = vec![
        ("nothing".into(), Vec::new()),
        ("text".into(), b"no picture\n".to_vec()),
        ("magic".into(), [b"\x89PNG\r\n\x1a\r", &whole[8..]].concat()),
        ("zero-width".into(), with(header(0, 10, 8, 2))),
        ("zero-height".into(), with(header(10, 0, 8, 2))),
        ("huge".into(), with(header(i32::MAX as u32, i32::MAX as u32, 16, 6))),
        ("beyond".into(), with(header(u32::MAX, u32::MAX, 8, 0))),
        ("wide".into(), with(header(i32::MAX as u32, 1, 8, 0))),
        ("deep".into(), with(header(10, 10, 7, 0))),
        ("color".into(), with(header(10, 10, 8, 5))),
        ("no-pixels".into(), with(header(10, 10, 8, 0))),
        ("no-palette".into(), with(header(10, 10, 8, 3))),
        ("only-header".into(), header(10, 10, 8, 0)),
    ];
    for cut in [7, 20, 33, 40, whole.len() / 2] {
        cases.push((format!("cut-{cut}"), whole[..cut].to_vec()));
    }
    for at in [12, 17, 30, 45, whole.len() / 2] {
        let mut broken = whole.clone();
        broken[at] ^= 0x55;
        cases.push((format!("broken-{at}"), broken));
    }
    let output = directory.join("out.png");
    for (name, bytes) in cases {
        let input = file(&directory, &name, &bytes);
        for subject in SUBJECTS {
            let error = fails(&[subject, &[&input, "-o", output.to_str().unwrap()]].concat(), 2);
            assert!(error.contains("PNG") && error.contains(&name), "{error}");
            assert!(!output.exists(), "{name}");
        }
    }
}

#[test]
fn pictures_that_need_too_much_memory_are_refused() {
    let directory = directory("image-memory");
    let whole = Stored::new((64, 64), (ColorType::Rgba, BitDepth::Sixteen), |_, _, _| 7).encode();
    let input = file(&directory, "in.png", &whole);
    for subject in SUBJECTS {
        for memory in ["0", "100", "20K", "150K"] {
            let error = fails(&[subject, &[&input, "--memory", memory]].concat(), 3);
            assert!(error.contains("bytes"), "{error}");
        }
    }
    // A file that could hold what it promises, and does not: the limit stands before the promise is kept.
    let long = [header(1 << 16, 1 << 16, 16, 6), chunk(b"IDAT", &vec![0; 40 << 20]), chunk(b"IEND", &[])].concat();
    let input = file(&directory, "bomb.png", &long);
    let error = fails(&["image", "filter", "--kind", "blur", &input], 3);
    assert!(error.contains("65536 x 65536") && error.contains("--memory"), "{error}");
    let error = fails(&["image", "texture", "--size", "2147483647x2147483647"], 3);
    assert!(error.contains("bytes"), "{error}");
}

#[test]
fn options_that_say_nothing_are_named() {
    let directory = directory("image-options");
    let picture = Stored::new((4, 4), (ColorType::Grayscale, BitDepth::Eight), |x, _, _| x as u16).encode();
    let input = file(&directory, "in.png", &picture);
    let filter = |rest: &[&str]| fails(&[&["image", "filter"], rest, &[&input]].concat(), 2);
    for (options, named) in [
        (&[][..], "--kind"),
        (&["--kind", "edge"], "sharpen"),
        (&["--kind", "blur", "--radius", "0.5"], "--sigma"),
        (&["--kind", "low", "--amount", "2"], "--radius, --soft"),
        (&["--kind", "low", "--radius", "3"], "from 0 to 2"),
        (&["--kind", "low", "--radius", "NaN"], "from 0 to 2"),
        (&["--kind", "blur", "--sigma", "-1"], "from 0 to"),
        (&["--kind", "blur", "--sigma", "inf"], "number"),
        (&["--kind", "band", "--from", "0.4", "--to", "0.4"], "below"),
        (&["--kind", "blur", "--border", "black"], "mirror"),
        (&["--kind", "high", "--offset", "2"], "from -1 to 1"),
        (&["--kind", "blur", "--threads", "0"], "threads"),
        (&["--kind", "blur", "--memory", "much"], "bytes"),
        (&["--kind", "blur", "-o", &input], "also an input"),
        (&["--kind", "blur", "-o", "/no/such/directory/x.png"], "directory"),
    ] {
        let error = filter(options);
        assert!(error.contains(named), "{options:?}: {error}");
    }
    for (options, named) in [
        (&["image"][..], "filter, spectrum, texture"),
        (&["image", "warp"], "filter, spectrum, texture"),
        (&["image", "spectrum", &input, "--range", "0"], "from 1 to 400"),
        (&["image", "spectrum", "/no/such/file"], "no such file"),
        (&["image", "spectrum", &input, "-o", &input], "also an input"),
        (&["image", "texture", "--size", "10"], "WIDTHxHEIGHT"),
        (&["image", "texture", "--size", "0x10"], "WIDTHxHEIGHT"),
        (&["image", "texture", "--seed", "-1"], "--seed"),
        (&["image", "texture", "--seed", "x"], "--seed"),
        (&["image", "texture", "--depth", "9"], "8 or 16"),
        (&["image", "texture", "--exponent", "x"], "--exponent"),
        (&["image", "texture", "--contrast", "-1"], "--contrast"),
        (&["image", "texture", &input, "--exponent", "1"], "--exponent"),
        (&["image", "texture", &input, "--color"], "--color"),
        (&["image", "texture", &input, "--size", "3x4"], "at least"),
        (&["image", "texture", &input, "-o", &input], "also an input"),
        (&["count", "image:1024"], "WIDTHxHEIGHT"),
        (&["count", "image:12x16"], "powers of two"),
        (&["count", "image:1x16"], "powers of two"),
        (&["count", "image:8192x8192"], "at most"),
    ] {
        let error = fails(options, 2);
        assert!(error.contains(named), "{options:?}: {error}");
    }
    assert_eq!(fs::read(&input).unwrap(), picture);
}
