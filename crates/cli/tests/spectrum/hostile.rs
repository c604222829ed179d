//! Files that are broken, or lie, and arguments that make no sense: one line, code 2, nothing written.

use super::{
    fails, place, run,
    wav::{tone, wav},
};

#[test]
fn arguments() {
    let file = tone(1, 2, 16, 100);
    for (args, says) in [
        (&["-", "--window", "hanning"][..], "blackman-harris"),
        (&["-", "--window", "kaiser:-1"], "from 0 to 700"),
        (&["-", "--length", "0"], "1 or more"),
        (&["-", "--length", "101"], "100 samples"),
        (&["-", "--length", "99999999999999999999"], "--length"),
        (&["-", "--hop", "0"], "1 or more"),
        (&["-", "--channel", "0"], "from 1"),
        (&["-", "--channel", "3"], "it has 2"),
        (&["-", "--scale", "dB"], "density or spectrum or db"),
        (&["-", "--average", "max"], "mean or median"),
        (&["-", "--detrend", "line"], "mean or none"),
        (&["-", "--format", "csv"], "text or npy"),
        (&["-", "--range", "0"], "above 0"),
        (&["-", "--rate", "8000"], "its own rate"),
        (&["-", "--rate", "-1"], "--rate"),
        (&["/nowhere/at/all.wav"], "cannot read"),
    ] {
        let error = fails(args, &file, 2);
        assert!(error.contains(says), "{args:?}: {error}");
    }
    assert!(fails(&["-", "--memory", "1000"], &file, 3).contains("--memory"), "memory");
    assert!(fails(&["-", "--rate", "1", "--channel", "2"], b"1\n2\n", 2).contains("one channel"));
    assert!(fails(&["-", "--rate", "1"], b"1\n2 3\n", 2).contains("line 2"));
    assert!(fails(&["-", "--rate", "1"], b"# nothing\n", 2).contains("no sample"));
    assert!(fails(&["-"], b"1\n2\n", 2).contains("--rate"));
    for (name, more, says) in [
        ("x.jpg", &[][..], ".svg (a curve)"),
        ("x.csv", &[], ".png (a spectrogram)"),
        ("x.npy", &[], "--format npy"),
        ("x.txt", &["--format", "npy"], ".npy"),
        ("x.png", &["--format", "npy"], "names a picture"),
    ] {
        let output = place(name);
        let error = fails(&[&["-", "-o", output.to_str().unwrap()], more].concat(), &file, 2);
        assert!(error.contains(says) && !output.exists(), "{name}: {error}");
    }
    let same = place("same.wav");
    std::fs::write(&same, &file).unwrap();
    let name = same.to_str().unwrap();
    assert!(fails(&[name, "-o", name], b"", 2).contains("also an input"));
    assert_eq!(std::fs::read(&same).unwrap(), file);
}

#[test]
fn headers_that_lie() {
    let good = tone(1, 1, 16, 50);
    let patched = |at: usize, bytes: &[u8]| {
        let mut file = good.clone();
        file[at..at + bytes.len()].copy_from_slice(bytes);
        file
    };
    for (what, file) in [
        ("nothing", vec![]),
        ("no magic", patched(0, b"RIFX")),
        ("no wave", patched(8, b"AVI ")),
        ("huge data", patched(40, &0xffff_fff0u32.to_le_bytes())),
        ("more data than there is", patched(40, &102u32.to_le_bytes())),
        ("huge format chunk", patched(16, &0xffff_fff0u32.to_le_bytes())),
        ("no channel", patched(22, &0u16.to_le_bytes())),
        ("65535 channels", patched(22, &u16::MAX.to_le_bytes())),
        ("no rate", patched(24, &0u32.to_le_bytes())),
        ("no bits", patched(34, &0u16.to_le_bytes())),
        ("17 bits", patched(34, &17u16.to_le_bytes())),
        ("64-bit floats that end too early", wav(3, 1, 8000, 64, &[0; 60])),
        ("64-bit floats without a rate", wav(3, 1, 0, 64, &[0; 64])),
        ("64-bit integers", wav(1, 1, 8000, 64, &[0; 64])),
        ("16-bit floats", wav(3, 1, 8000, 16, &[0; 64])),
        ("compressed", patched(20, &2u16.to_le_bytes())),
        ("no samples", wav(1, 1, 8000, 16, &[])),
        ("format only", good[..36].to_vec()),
    ] {
        let error = fails(&["-"], &file, 2);
        assert!(error.contains("standard input"), "{what}: {error}");
    }
    for end in 0..44 {
        fails(&["-"], &good[..end], 2);
    }
    fails(&["-"], &good[..good.len() - 1], 2);
}

/// Random bytes changed in the header: an answer or one line of error, never anything else.
#[test]
fn changed_headers() {
    for good in [tone(1, 2, 24, 40), tone(3, 1, 64, 40)] {
        changed(&good);
    }
}

fn changed(good: &[u8]) {
    let mut state = 1u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    for _ in 0..100 {
        let mut file = good.to_vec();
        for _ in 0..=random(3) {
            file[random(44)] = [0, 1, 0x7f, 0x80, 0xff, random(256) as u8][random(6)];
        }
        let output = run(&["-"], &file);
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(matches!(output.status.code(), Some(0 | 2)), "{file:?}: {error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
}
