//! `ringfft image` and `ringfft count image:WxH`: what they compute.

use crate::{
    library::naive,
    pictures::{KINDS, Stored, directory, file, ok, run},
};
use num_complex::Complex;
use png::{BitDepth, ColorType, Encoder};
use ringfft::arith::{Random, Seed};
use std::{f64::consts::PI, fs};

const GREY: (ColorType, BitDepth) = (ColorType::Grayscale, BitDepth::Eight);
const GREY_16: (ColorType, BitDepth) = (ColorType::Grayscale, BitDepth::Sixteen);

fn noise(size: (usize, usize), kind: (ColorType, BitDepth), seed: u64) -> Stored {
    let mut stored = Stored::new(size, kind, |_, _, _| 0);
    let mut random = Random::new(Seed::Fixed(seed));
    let white = stored.white();
    stored.samples.iter_mut().for_each(|sample| *sample = random.word() as u16 & white);
    stored
}

fn filtered(stored: &Stored, options: &[&str]) -> Stored {
    let directory = directory(&format!("image-{:?}-{:?}", stored.kind, options).replace(['"', ' ', '/'], ""));
    let input = file(&directory, "in.png", &stored.encode());
    Stored::decode(&ok(&[&["image", "filter"], options, &[input.as_str()]].concat()))
}

#[test]
fn filters_that_pass_everything_return_the_picture() {
    for kind in KINDS {
        for size in [(1, 1), (7, 5), (16, 9)] {
            let picture = noise(size, kind, 1);
            for options in [
                &["--kind", "low", "--radius", "2"][..],
                &["--kind", "sharpen", "--amount", "0"],
                &["--kind", "blur", "--sigma", "0", "--border", "mirror"],
                &["--kind", "high", "--radius", "0", "--amount", "0", "--offset", "0"],
            ] {
                let result = filtered(&picture, options);
                if options[1] != "high" {
                    assert_eq!(result, picture, "{options:?}");
                    continue;
                }
                // Nothing is left but the mean of alpha.
                let channels = kind.0.samples();
                for channel in 0..channels {
                    let plane = picture.plane(channel);
                    let mean = (plane.iter().sum::<f64>() / plane.len() as f64).round();
                    let alpha =
                        matches!(kind.0, ColorType::GrayscaleAlpha | ColorType::Rgba) && channel + 1 == channels;
                    let expected = if alpha { mean } else { 0.0 };
                    assert!(result.plane(channel).iter().all(|sample| (sample - expected).abs() <= 1.0));
                }
            }
        }
    }
}

#[test]
fn every_channel_is_filtered() {
    let picture = noise((12, 10), (ColorType::Rgba, BitDepth::Sixteen), 2);
    let result = filtered(&picture, &["--kind", "blur", "--sigma", "1.5"]);
    for channel in 0..4 {
        let grey = Stored {
            size: picture.size,
            kind: GREY_16,
            samples: picture.plane(channel).iter().map(|&s| s as u16).collect(),
        };
        assert_eq!(filtered(&grey, &["--kind", "blur", "--sigma", "1.5"]).plane(0), result.plane(channel));
        assert_ne!(picture.plane(channel), result.plane(channel));
    }
}

#[test]
fn an_impulse_becomes_a_gaussian() {
    let picture = Stored::new((41, 30), GREY_16, |x, y, _| if (x, y) == (20, 13) { 65535 } else { 0 });
    for border in ["wrap", "mirror"] {
        let result = filtered(&picture, &["--kind", "blur", "--sigma", "2", "--border", border]);
        for (at, sample) in result.plane(0).iter().enumerate() {
            let (x, y) = ((at % 41) as f64 - 20.0, (at / 41) as f64 - 13.0);
            let gauss = 65535.0 * (-(x * x + y * y) / 8.0).exp() / (8.0 * PI);
            // Clipping at zero and rounding; the Gaussian of the torus and of the plane differ less.
            assert!((sample - gauss).abs() < 1.5, "{border} at ({x}, {y}): {sample} and {gauss}");
        }
    }
}

#[test]
fn borders_wrap_or_mirror() {
    // White left half: on the torus its light reaches the right border, in a mirror it does not.
    let picture = Stored::new((32, 8), GREY, |x, _, _| if x < 16 { 255 } else { 0 });
    let at = |border: &str| filtered(&picture, &["--kind", "blur", "--sigma", "2", "--border", border]).samples[31];
    assert!(at("wrap") > 90);
    assert_eq!(at("mirror"), 0);
    // Blur and sharpen mirror unless told, the others wrap.
    for (kind, border) in
        [("blur", "mirror"), ("sharpen", "mirror"), ("low", "wrap"), ("high", "wrap"), ("band", "wrap")]
    {
        let unasked = filtered(&picture, &["--kind", kind]);
        assert_eq!(unasked, filtered(&picture, &["--kind", kind, "--border", border]), "{kind}");
    }
}

#[test]
fn passes_keep_their_bands() {
    // Waves of 2, 8 and 24 periods over 64 pixels: 0.0625, 0.25 and 0.75 of Nyquist's frequency.
    let wave = |periods: f64, at: usize| 4000.0 * (2.0 * PI * periods * at as f64 / 64.0).cos();
    let picture = Stored::new((64, 64), GREY_16, |x, y, _| {
        (30000.0 + wave(2.0, x) + wave(8.0, y) + wave(24.0, x)).round() as u16
    });
    for (options, low, middle, high, mean) in [
        (&["--kind", "low", "--radius", "0.15"][..], 1.0, 0.0, 0.0, 30000.0),
        (&["--kind", "low", "--radius", "0.5", "--soft", "0"], 1.0, 1.0, 0.0, 30000.0),
        (&["--kind", "high", "--radius", "0.15"], 0.0, 1.0, 1.0, 32767.5),
        (&["--kind", "high", "--radius", "0.5", "--amount", "2", "--offset", "0.25"], 0.0, 0.0, 2.0, 16383.75),
        (&["--kind", "band", "--from", "0.15", "--to", "0.5", "--soft", "0.01"], 0.0, 1.0, 0.0, 32767.5),
        (&["--kind", "low", "--radius", "0.02", "--soft", "0.5"], 0.0, 0.0, 0.0, 30000.0),
        (&["--kind", "low", "--radius", "0.25", "--soft", "0.2"], 1.0, 0.5, 0.0, 30000.0),
    ] {
        let result = filtered(&picture, options).plane(0);
        for (at, sample) in result.iter().enumerate() {
            let (x, y) = (at % 64, at / 64);
            let expected = mean + low * wave(2.0, x) + middle * wave(8.0, y) + high * wave(24.0, x);
            assert!((sample - expected).abs() < 2.0, "{options:?} at ({x}, {y}): {sample} and {expected}");
        }
    }
}

#[test]
fn sharpening_steepens_an_edge() {
    let picture = Stored::new((32, 8), GREY, |x, _, _| if (8..24).contains(&x) { 160 } else { 90 });
    let result = filtered(&picture, &["--kind", "sharpen", "--amount", "1.5"]).plane(0);
    assert!(result[8] > 170.0 && result[7] < 80.0 && (result[16] - 160.0).abs() < 2.0);
    let total = |plane: &[f64]| plane.iter().sum::<f64>() / plane.len() as f64;
    assert!((total(&result) - total(&picture.plane(0))).abs() < 0.5);
}

#[test]
fn the_spectrum_of_a_cosine_has_its_peaks_there() {
    let directory = directory("image-spectrum");
    for (width, height) in [(32, 24), (33, 25), (1, 16), (16, 1)] {
        let (across, down) = (if width > 1 { 5 } else { 0 }, if height > 1 { 3 } else { 0 });
        let picture = Stored::new((width, height), (ColorType::Rgba, BitDepth::Sixteen), |x, y, channel| {
            let turn = (across * x) as f64 / width as f64 - (down * y) as f64 / height as f64;
            match channel {
                0 => (32768.0 + 30000.0 * (2.0 * PI * turn).cos()).round() as u16,
                1 => 32768,
                2 => 0,
                _ => (x * y * 100) as u16,
            }
        });
        let input = file(&directory, "in.png", &picture.encode());
        let result = Stored::decode(&ok(&["image", "spectrum", &input, "--range", "60"]));
        assert_eq!((result.size, result.kind), (picture.size, (ColorType::Rgb, BitDepth::Eight)));
        let (x, y) = (width / 2, height / 2);
        let mut lit = [Vec::new(), Vec::new(), Vec::new()];
        for (at, &sample) in result.samples.iter().enumerate().filter(|(_, sample)| **sample > 60) {
            lit[at % 3].push((at / 3 % width, at / 3 / width, sample));
        }
        // 20 log10(15000/32768) decibels below the mean.
        let peak = (255.0 * (1.0 + 20.0 * (15000f64 / 32768.0).log10() / 60.0)).round() as u16;
        let mut expected = vec![(x, y, 255), (x - across, y + down, peak), (x + across, y - down, peak)];
        expected.sort_by_key(|&(x, y, _)| (y, x));
        assert_eq!(lit[0], expected, "{width} x {height}");
        assert_eq!((lit[1].as_slice(), lit[2].as_slice()), (&[(x, y, 255)][..], &[][..]));
    }
}

#[test]
fn a_texture_has_the_magnitudes_of_the_picture() {
    let directory = directory("image-texture");
    let (width, height) = (15, 12);
    let mut picture = noise((width, height), (ColorType::Rgb, BitDepth::Sixteen), 3);
    picture.samples.iter_mut().for_each(|sample| *sample = 24000 + *sample / 8);
    let input = file(&directory, "in.png", &picture.encode());
    let make = |seed: &str| Stored::decode(&ok(&["image", "texture", &input, "--seed", seed]));
    let texture = make("5");
    assert_eq!(texture, make("5"));
    assert_ne!(texture, make("6"));
    let mut turns: Vec<Complex<f64>> = Vec::new();
    for channel in 0..3 {
        let before = naive(height, width, &picture.plane(channel));
        let after = naive(height, width, &texture.plane(channel));
        for (at, (before, after)) in before.iter().zip(&after).enumerate() {
            assert!((before.norm() - after.norm()).abs() < 20.0, "{} and {}", before.norm(), after.norm());
            // The same turn in every channel: colours stay together.
            let turn = after / before;
            match turns.get(at) {
                Some(first) => assert!((turn - first).norm() < 40.0 / before.norm().min(1e5) + 1e-3),
                None => turns.push(turn),
            }
        }
    }
    assert!(turns.iter().filter(|turn| (**turn - 1.0).norm() > 0.1).count() > 150);

    let wide = Stored::decode(&ok(&["image", "texture", &input, "--size", "40x30"]));
    assert_eq!((wide.size, wide.kind), ((40, 30), picture.kind));
    let spread = |plane: &[f64]| {
        let mean = plane.iter().sum::<f64>() / plane.len() as f64;
        (mean, (plane.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / plane.len() as f64).sqrt())
    };
    for channel in 0..3 {
        let ((mean, deviation), (wide_mean, wide_deviation)) =
            (spread(&picture.plane(channel)), spread(&wide.plane(channel)));
        assert!((mean - wide_mean).abs() < 1500.0 && (wide_deviation / deviation - 1.0).abs() < 0.4);
    }
}

#[test]
fn textures_follow_their_law() {
    for (options, kind) in [
        (&["--depth", "16"][..], GREY_16),
        (&["--depth", "16", "--exponent", "2", "--contrast", "0.05"], GREY_16),
        (&["--color", "--exponent", "0", "--contrast", "0.1"], (ColorType::Rgb, BitDepth::Eight)),
    ] {
        let arguments = [&["image", "texture", "--size", "20x14", "--seed", "9"], options].concat();
        let texture = Stored::decode(&ok(&arguments));
        assert_eq!((texture.size, texture.kind), ((20, 14), kind));
        let named = |name: &str| {
            options.iter().position(|option| *option == name).map(|at| options[at + 1].parse::<f64>().unwrap())
        };
        let (exponent, contrast) = (named("--exponent").unwrap_or(1.0), named("--contrast").unwrap_or(0.15));
        let white = f64::from(texture.white());
        for channel in 0..kind.0.samples() {
            let plane = texture.plane(channel);
            let mean = plane.iter().sum::<f64>() / 280.0;
            let deviation = (plane.iter().map(|sample| (sample - mean).powi(2)).sum::<f64>() / 280.0).sqrt();
            assert!((mean / white - 0.5).abs() < 0.01 && (deviation / white - contrast).abs() < 0.01);
            let spectrum = naive(14, 20, &plane);
            // Frequencies 2 and 6 along the rows.
            let fall = spectrum[2].norm() / spectrum[6].norm();
            assert!((fall / 3f64.powf(exponent) - 1.0).abs() < 0.1, "{options:?}: {fall}");
        }
        if kind.0 == ColorType::Rgb {
            assert_ne!(texture.plane(0), texture.plane(1));
        }
        assert_eq!(Stored::decode(&ok(&[&arguments[..], &["--threads", "1"]].concat())), texture);
    }
    assert_eq!(Stored::decode(&ok(&["image", "texture"])).size, (512, 512));
    assert_eq!(
        Stored::decode(&ok(&["image", "texture", "--size", "1x1", "--seed", "18446744073709551615", "--color"]))
            .samples,
        [128; 3]
    );
}

#[test]
fn palettes_and_few_bits_are_expanded() {
    let directory = directory("image-palette");
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 4, 2);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Two);
    encoder.set_palette(vec![255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 8, 7]);
    encoder.set_trns(vec![255, 128]);
    encoder.write_header().unwrap().write_image_data(&[0b00_01_10_11, 0b11_10_01_00]).unwrap();
    let input = file(&directory, "palette.png", &bytes);
    let result = Stored::decode(&ok(&["image", "filter", "--kind", "low", "--radius", "2", &input]));
    assert_eq!(result.kind, (ColorType::Rgba, BitDepth::Eight));
    assert_eq!(result.samples[..16], [255, 0, 0, 255, 0, 255, 0, 128, 0, 0, 255, 255, 9, 8, 7, 255]);

    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 8, 1);
    encoder.set_depth(BitDepth::One);
    encoder.write_header().unwrap().write_image_data(&[0b1010_0001]).unwrap();
    let input = file(&directory, "bits.png", &bytes);
    let result = Stored::decode(&ok(&["image", "filter", "--kind", "low", "--radius", "2", &input]));
    assert_eq!(result.samples, [255, 0, 255, 0, 0, 0, 0, 255]);
}

#[test]
fn colour_space_and_pixel_size_stay() {
    let directory = directory("image-tags");
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, 2, 2);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_pixel_dims(Some(png::PixelDimensions { xppu: 2835, yppu: 2835, unit: png::Unit::Meter }));
    encoder.write_header().unwrap().write_image_data(&[1, 2, 3, 4]).unwrap();
    let input = file(&directory, "in.png", &bytes);
    let result = ok(&["image", "filter", "--kind", "blur", &input]);
    let reader = png::Decoder::new(std::io::Cursor::new(&result)).read_info().unwrap();
    assert!(reader.info().srgb.is_some());
    assert_eq!(reader.info().pixel_dims.unwrap().xppu, 2835);
}

#[test]
fn output_is_a_file_or_a_stream() {
    let directory = directory("image-output");
    let picture = noise((9, 9), GREY, 4);
    let input = file(&directory, "in.png", &picture.encode());
    let output = directory.join("out.png");
    let path = output.to_str().unwrap();
    let arguments = ["image", "filter", "--kind", "sharpen", &input, "-o", path, "--json"];
    let run = run(&arguments);
    assert!(run.status.success() && run.stdout.is_empty());
    let report: serde_json::Value = serde_json::from_slice(&run.stderr).unwrap();
    assert_eq!((&report["schema"], &report["picture"]), (&"ringfft.image_filter/1".into(), &"grey8".into()));
    assert_eq!(fs::read(&output).unwrap(), ok(&["image", "filter", "--kind", "sharpen", &input]));
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 2);
}

#[test]
fn count_prints_table_2() {
    let text = String::from_utf8(ok(&["count", "image:1024x1024"])).unwrap();
    for line in [
        "fft_arithmetic 1132462080",
        "fft_read_mib 1920",
        "fft_written_mib 640",
        "untangle_arithmetic 4194288",
        "untangle_read_mib 32",
        "scale_arithmetic 1050624",
        "tangle_arithmetic 1048572",
        "pass_arithmetic 0",
        "multiply_arithmetic 69206016",
        "multiply_read_mib 64",
        "total_arithmetic 1207961580",
        "total_read_mib 2080",
        "total_written_mib 720",
        "agrees true",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
    }
}
