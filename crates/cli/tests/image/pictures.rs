//! Small PNG pictures, made and read back, and the program run on them.

use png::{BitDepth, ColorType, Decoder, Encoder};
use std::{
    fs,
    io::Cursor,
    path::{Path, PathBuf},
    process::{Command, Output},
};

pub(crate) const KINDS: [(ColorType, BitDepth); 8] = [
    (ColorType::Grayscale, BitDepth::Eight),
    (ColorType::GrayscaleAlpha, BitDepth::Eight),
    (ColorType::Rgb, BitDepth::Eight),
    (ColorType::Rgba, BitDepth::Eight),
    (ColorType::Grayscale, BitDepth::Sixteen),
    (ColorType::GrayscaleAlpha, BitDepth::Sixteen),
    (ColorType::Rgb, BitDepth::Sixteen),
    (ColorType::Rgba, BitDepth::Sixteen),
];

/// A picture as it is stored: samples of a pixel together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stored {
    pub(crate) size: (usize, usize),
    pub(crate) kind: (ColorType, BitDepth),
    pub(crate) samples: Vec<u16>,
}

impl Stored {
    /// `sample(x, y, channel)`.
    pub(crate) fn new(
        (width, height): (usize, usize),
        kind: (ColorType, BitDepth),
        sample: impl Fn(usize, usize, usize) -> u16,
    ) -> Self {
        let channels = kind.0.samples();
        let samples = (0..width * height * channels)
            .map(|at| sample(at / channels % width, at / channels / width, at % channels))
            .collect();
        Stored { size: (width, height), kind, samples }
    }

    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.size.0 as u32, self.size.1 as u32);
        encoder.set_color(self.kind.0);
        encoder.set_depth(self.kind.1);
        let raw: Vec<u8> = match self.kind.1 {
            BitDepth::Sixteen => self.samples.iter().flat_map(|sample| sample.to_be_bytes()).collect(),
            _ => self.samples.iter().map(|&sample| sample as u8).collect(),
        };
        encoder.write_header().unwrap().write_image_data(&raw).unwrap();
        bytes
    }

    pub(crate) fn decode(bytes: &[u8]) -> Self {
        let mut reader = Decoder::new(Cursor::new(bytes)).read_info().unwrap();
        let mut raw = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut raw).unwrap();
        let info = reader.info();
        let samples = match info.bit_depth {
            BitDepth::Sixteen => raw.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect(),
            _ => raw.iter().map(|&byte| byte.into()).collect(),
        };
        let size = (info.width as usize, info.height as usize);
        Stored { size, kind: (info.color_type, info.bit_depth), samples }
    }

    pub(crate) fn white(&self) -> u16 {
        if self.kind.1 == BitDepth::Sixteen { 65535 } else { 255 }
    }

    /// One channel, as numbers.
    pub(crate) fn plane(&self, channel: usize) -> Vec<f64> {
        self.samples.iter().skip(channel).step_by(self.kind.0.samples()).map(|&sample| sample.into()).collect()
    }
}

pub(crate) fn directory(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

pub(crate) fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ringfft")).args(args).env_remove("RINGFFT_ISA").output().unwrap()
}

/// Standard output of a run that must succeed and report in one line at most.
pub(crate) fn ok(args: &[&str]) -> Vec<u8> {
    let output = run(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.lines().count() <= 1, "{args:?}: {error}");
    output.stdout
}

/// The one line of error of a run that must fail with `code` and print nothing.
pub(crate) fn fails(args: &[&str], code: i32) -> String {
    let output = run(args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    assert_eq!(error.lines().count(), 1, "{args:?}: {error}");
    assert!(output.stdout.is_empty(), "{args:?}");
    error
}

/// A file with these bytes.
pub(crate) fn file(directory: &Path, name: &str, bytes: &[u8]) -> String {
    let path = directory.join(name);
    fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().into()
}
