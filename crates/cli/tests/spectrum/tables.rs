//! Values, units and formats of tables, and pictures.

use super::{fails, ok, place, rows, run, wav::tone};

/// Half of full scale: a power of 1/8 at 1000 Hz, whatever the kind of samples.
#[test]
fn every_kind_of_samples() {
    for (format, channels, bits, exact) in [
        (1, 1, 8, 2e-2),
        (1, 2, 16, 1e-4),
        (1, 1, 24, 1e-6),
        (1, 3, 32, 1e-8),
        (3, 1, 32, 1e-6),
        (3, 6, 32, 1e-6),
        (3, 2, 64, 1e-9),
    ] {
        let file = tone(format, channels, bits, 4096);
        let table = rows(&ok(&["-", "--scale", "spectrum", "--length", "256"], &file));
        assert_eq!(table.len(), 129);
        assert_eq!(table[32][0], 1000.0);
        assert!((table[32][1] - 0.125).abs() < exact, "{format} {channels} {bits}: {}", table[32][1]);
        assert!(table[60][1] < 1e-5);
        if channels > 1 {
            let mix = rows(&ok(&["-", "--scale", "spectrum", "--length", "256", "--channel", "mix"], &file));
            let expected = 0.125 / f64::from(channels).powi(2);
            assert!((mix[32][1] - expected).abs() < exact, "{}", mix[32][1]);
            let silent = rows(&ok(&["-", "--length", "256", "--channel", "2"], &file));
            assert!(silent.iter().all(|[_, power]| *power == 0.0));
        }
    }
}

#[test]
fn scales_and_their_units() {
    let file = tone(1, 1, 16, 2048);
    let text = String::from_utf8(ok(&["-", "--length", "512"], &file)).unwrap();
    assert!(text.starts_with("# power spectral density, one-sided, in FS^2/Hz; FS is full scale\n"), "{text}");
    assert!(
        text.contains("# 8000 Hz, channel 1 of 1, 2048 samples; mean of 7 segments of 512, hop 256, mean removed\n")
    );
    assert!(text.contains("# hann window, noise bandwidth 23.4"), "{text}");
    let density = rows(text.as_bytes());
    let spectrum = rows(&ok(&["-", "--length", "512", "--scale", "spectrum"], &file));
    let decibels = rows(&ok(&["-", "--length", "512", "--scale", "db"], &file));
    for ((d, s), b) in density.iter().zip(&spectrum).zip(&decibels) {
        assert!((d[1] * 23.4375 - s[1]).abs() <= 1e-12 * s[1], "{d:?} {s:?}");
        assert!((10.0 * d[1].log10() - b[1]).abs() < 1e-9 || d[1] == 0.0);
    }
}

/// A text of numbers is the same signal; comments are skipped; npy holds the same numbers.
#[test]
fn texts_and_npy() {
    let numbers: Vec<f64> = (0..300).map(|j| f64::from(j * j % 17) - 8.0).collect();
    let mut text = String::from("# a comment\n\n");
    numbers.iter().for_each(|x| text += &format!("{x}\n"));
    let args = ["--rate", "250", "-", "--length", "64", "--hop", "13", "--average", "median", "--detrend", "none"];
    let table = rows(&ok(&args, text.as_bytes()));
    let npy = ok(&[&args[..], &["--format", "npy"]].concat(), text.as_bytes());
    assert_eq!(&npy[..8], b"\x93NUMPY\x01\x00");
    assert!(String::from_utf8_lossy(&npy[..128]).contains("'shape': (33, 2)"));
    let values: Vec<f64> =
        npy[npy.len() - 33 * 16..].chunks(8).map(|x| f64::from_le_bytes(x.try_into().unwrap())).collect();
    assert_eq!(values, table.concat());
    assert_eq!(table[32][0], 125.0);
}

/// The spectra of all segments average to the table.
#[test]
fn spectra_of_segments() {
    let text: String = (0..300).map(|j| format!("{}\n", j * j % 17 - 8)).collect();
    let args = ["--rate", "250", "-", "--length", "64", "--hop", "13", "--detrend", "none"];
    for scale in ["density", "spectrum"] {
        let args = [&args[..], &["--scale", scale]].concat();
        let table = rows(&ok(&args, text.as_bytes()));
        let npy = ok(&[&args[..], &["--short-time", "--format", "npy"]].concat(), text.as_bytes());
        assert!(String::from_utf8_lossy(&npy[..128]).contains("'shape': (19, 33)"));
        let values: Vec<f64> =
            npy[npy.len() - 19 * 33 * 8..].chunks(8).map(|x| f64::from_le_bytes(x.try_into().unwrap())).collect();
        for (bin, [_, expected]) in table.iter().enumerate() {
            let mean = values.iter().skip(bin).step_by(33).sum::<f64>() / 19.0;
            assert!((mean - expected).abs() <= 1e-9 * (1.0 + expected), "{scale} {bin}: {mean} {expected}");
        }
    }
    let report = run(&[&args[..], &["--short-time", "--format", "npy", "--json"]].concat(), text.as_bytes()).stderr;
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    assert_eq!((&report["segments"], &report["bins"]), (&19.into(), &33.into()));
    assert!(fails(&[&args[..], &["--short-time"]].concat(), text.as_bytes(), 2).contains("--format npy"));
}

#[test]
fn logarithmic_axes() {
    let (curve, picture) = (place("log.svg"), place("log.png"));
    let file = tone(1, 1, 16, 8000);
    for output in [&curve, &picture] {
        for length in ["1", "2", "3", "256"] {
            ok(&["-", "-o", output.to_str().unwrap(), "--length", length, "--frequency-axis", "log"], &file);
        }
    }
    let drawing = std::fs::read_to_string(&curve).unwrap();
    for mark in ["50", "100", "200", "500", "1000", "2000"] {
        assert!(drawing.contains(&format!(">{mark}<")), "{mark}: {drawing}");
    }
    assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
    let bytes = std::fs::read(&picture).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let brightness = |x: usize, y: usize| {
        let at = 3 * (y * info.width as usize + x);
        pixels[at..at + 3].iter().map(|&part| u32::from(part)).sum::<u32>()
    };
    // 1000 Hz between 31.25 and 4000 Hz: five of seven octaves up.
    let expected = 64 + 512 - 512 * 5 / 7;
    let brightest = (66..570).max_by_key(|&y| brightness(500, y)).unwrap();
    assert!(brightest.abs_diff(expected) <= 5, "{brightest} {expected}");
}

#[test]
fn levels_are_taken_away_unless_told() {
    let args = ["--rate", "8", "-", "--scale", "spectrum"];
    assert_eq!(rows(&ok(&args, b"5\n5\n5\n5\n"))[0], [0.0, 0.0]);
    assert_eq!(rows(&ok(&[&args[..], &["--detrend", "none"]].concat(), b"5\n5\n5\n5\n"))[0], [0.0, 25.0]);
}

/// A file that was written to a pipe does not know its length.
#[test]
fn streams() {
    let file = tone(1, 2, 16, 1000);
    for size in [u32::MAX, 0] {
        let mut stream = file.clone();
        stream[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        stream[40..44].copy_from_slice(&size.to_le_bytes());
        // A last sample of which a part is missing.
        stream.extend([1, 2, 3]);
        assert_eq!(rows(&ok(&["-"], &stream)), rows(&ok(&["-"], &file)));
    }
}

/// A curve of the table, whose names may hold anything.
#[test]
fn curves() {
    let (sound, curve) = (place("a<b>&.wav"), place("curve.svg"));
    std::fs::write(&sound, tone(1, 1, 16, 5000)).unwrap();
    for extra in [&[][..], &["--scale", "spectrum"], &["--scale", "db"], &["--length", "5000"]] {
        let args = [&[sound.to_str().unwrap(), "-o", curve.to_str().unwrap()], extra].concat();
        assert!(ok(&args, b"").is_empty());
        let drawing = std::fs::read_to_string(&curve).unwrap();
        assert!(drawing.starts_with("<svg") && drawing.contains("Frequency (Hz)"), "{drawing}");
        assert!(
            drawing.contains("a&lt;b&gt;&amp;.wav") && !drawing.contains("NaN") && !drawing.contains("inf"),
            "{drawing}"
        );
    }
    for text in ["0\n0\n0\n", "1\n", "nan\n1\n", "inf\n1\n", "3\n3\n3\n3\n"] {
        ok(&["--rate", "3", "-", "-o", curve.to_str().unwrap()], text.as_bytes());
        let drawing = std::fs::read_to_string(&curve).unwrap();
        assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
    }
}

#[test]
fn pictures() {
    let path = place("tone.png");
    let _ = std::fs::remove_file(&path);
    let name = path.to_str().unwrap();
    assert!(ok(&["-", "-o", name, "--length", "256"], &tone(1, 1, 16, 8000)).is_empty());
    let bytes = std::fs::read(&path).unwrap();
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let brightness = |x: usize, y: usize| {
        let at = 3 * (y * info.width as usize + x);
        pixels[at..at + 3].iter().map(|&part| u32::from(part)).sum::<u32>()
    };
    // The tone is a quarter of the way up the spectrogram, whose corner is (84, 64) and whose size 1000 by 512.
    let tone = 64 + 512 - 128;
    for x in [90, 500, 1080] {
        let brightest = (66..570).max_by_key(|&y| brightness(x, y)).unwrap();
        assert!(brightest.abs_diff(tone) <= 3, "{x} {brightest}");
        assert!(brightness(x, 100) < 250 && brightness(x, tone - 1) > 600);
    }
    // Silence, a single sample, a level and what is no number are pictures too.
    for text in ["0\n0\n0\n0\n", "1\n", "nan\n1\n2\n", "inf\n1\n", "1e300\n-1e300\n3\n"] {
        ok(&["--rate", "3", "-", "-o", name], text.as_bytes());
    }
    let args = ["-", "-o", name, "--json", "--scale", "spectrum", "--length", "256"];
    let report = run(&args, &super::wav::tone(1, 1, 16, 3000)).stderr;
    let report: serde_json::Value = serde_json::from_slice(&report).unwrap();
    assert_eq!(report["schema"], "ringfft.spectrum/1");
    assert_eq!(report["unit"], "dB re 1 FS^2");
    // The brightest is the tone.
    assert!((report["top"].as_f64().unwrap() - 10.0 * 0.125f64.log10()).abs() < 1e-3, "{report}");
    assert!(fails(&["-", "-o", name, "--format", "npy"], &super::wav::tone(1, 1, 16, 10), 2).contains("picture"));
}
