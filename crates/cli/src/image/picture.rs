//! PNG pictures as planes of numbers, and back.

use crate::{
    failure::{Failure, Outcome},
    input::{self, Limit},
    phrase::counted,
};
use png::{BitDepth, ColorType, Decoder, DecodingError, Encoder, EncodingError, Info, Limits, Transformations};
use std::{
    io::{self, Cursor, Write},
    path::Path,
};

/// The greatest ratio by which Deflate compresses.
const DEFLATE: u128 = 1032;

/// Memory of writing a picture, in vectors of all samples as bytes: the samples, the filtered ones, and the compressed
/// ones.
pub(crate) const ENCODED: u128 = 3;

/// Returns width, height and the least number of bytes as the header states them, before the decoder allocates a row.
fn promised(bytes: &[u8]) -> Option<(u32, u32, u128)> {
    let header = bytes.strip_prefix(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")?;
    let (width, rest) = header.split_first_chunk::<4>()?;
    let (height, rest) = rest.split_first_chunk::<4>()?;
    let (depth, color) = (*rest.first()?, *rest.get(1)?);
    let [width, height] = [width, height].map(|side| u32::from_be_bytes(*side));
    let samples = match color {
        2 => 3,
        4 => 2,
        6 => 4,
        _ => 1,
    };
    let row = (u128::from(width) * samples * u128::from(depth)).div_ceil(8);
    Some((width, height, row * u128::from(height)))
}

/// The tags of a picture: colour space and pixel size.
#[derive(Default)]
struct Tags(Info<'static>);

/// A picture with a separate plane for each channel.
pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    color: ColorType,
    depth: BitDepth,
    /// Samples from 0 to `white`.
    pub(super) planes: Vec<Vec<f64>>,
    tags: Tags,
}

impl Picture {
    /// Creates a black picture: grey, or red, green and blue. Returns an error if its planes exceed the limit.
    pub(super) fn black(width: usize, height: usize, color: bool, sixteen: bool, memory: Limit) -> Outcome<Self> {
        let color = if color { ColorType::Rgb } else { ColorType::Grayscale };
        let depth = if sixteen { BitDepth::Sixteen } else { BitDepth::Eight };
        let raw = (width as u128 * height as u128) * (color.samples() * depth as usize / 8) as u128;
        let planes = planes(width, height, color.samples(), ENCODED * raw, memory)?;
        Ok(Picture { width, height, color, depth, planes, tags: Tags::default() })
    }

    /// Reads a picture. The header is checked against the size of the file and the limit before anything is allocated.
    pub(super) fn read(path: &Path, memory: Limit) -> Outcome<Self> {
        let bytes = input::read(path, memory)?;
        let bad = |error: DecodingError| match error {
            DecodingError::LimitsExceeded => {
                Failure::Resource(format!("{path:?} asks for more memory than a PNG picture may: take a smaller one"))
            }
            error => Failure::input(format!("{path:?} is no PNG picture that can be read: {error}: give a whole one")),
        };
        if let Some((width, height, stored)) =
            promised(&bytes).filter(|&(.., stored)| stored / DEFLATE > bytes.len() as u128)
        {
            return Err(Failure::input(format!(
                "{path:?} is no PNG picture that can be read: its header promises {width} x {height} pixels, {stored} \
                 bytes, which its {} bytes cannot hold: give a whole one",
                bytes.len()
            )));
        }
        let mut decoder = Decoder::new_with_limits(Cursor::new(&bytes), Limits::default());
        decoder.set_transformations(Transformations::EXPAND);
        decoder.set_ignore_text_chunk(true);
        let mut reader = decoder.read_info().map_err(bad)?;
        let (width, height) = (reader.info().width as usize, reader.info().height as usize);
        let (color, depth) = reader.output_color_type();
        let samples = color.samples();
        let row = width as u128 * samples as u128 * depth as u128 / 8;
        // The samples as bytes beside the file, and later beside the output of the encoder.
        let raw = row * height as u128;
        let mut planes = planes(width, height, samples, (raw + bytes.len() as u128).max(ENCODED * raw), memory)?;
        let len = usize::try_from(row * height as u128).unwrap_or(usize::MAX);
        let mut raw = Vec::new();
        raw.try_reserve_exact(len).map_err(|_| none(width, height))?;
        raw.resize(len, 0);
        reader.next_frame(&mut raw).map_err(bad)?;
        match depth {
            BitDepth::Sixteen => {
                let samples = raw.as_chunks::<2>().0.iter().map(|&bytes| f64::from(u16::from_be_bytes(bytes)));
                part(&mut planes, samples);
            }
            _ => part(&mut planes, raw.iter().map(|&byte| f64::from(byte))),
        }
        let tags = Tags::of(reader.info());
        Ok(Picture { width, height, color, depth, planes, tags })
    }

    /// Returns the bytes of all planes.
    pub(super) fn bytes(&self) -> u128 {
        self.planes.iter().map(|plane| plane.len() as u128 * size_of::<f64>() as u128).sum()
    }

    /// Returns the greatest sample.
    pub(super) fn white(&self) -> f64 {
        if self.depth == BitDepth::Sixteen { 65535.0 } else { 255.0 }
    }

    /// Returns whether plane `index` holds opacity.
    pub(super) fn is_alpha(&self, index: usize) -> bool {
        matches!(self.color, ColorType::GrayscaleAlpha | ColorType::Rgba) && index + 1 == self.planes.len()
    }

    /// Returns the kind of picture, for reports.
    pub(super) fn kind(&self) -> String {
        let name = match self.color {
            ColorType::GrayscaleAlpha => "grey+alpha",
            ColorType::Rgb => "rgb",
            ColorType::Rgba => "rgba",
            _ => "grey",
        };
        format!("{name}{}", self.depth as u8)
    }

    /// Returns size and kind of the picture in words.
    pub(super) fn words(&self) -> String {
        let bits = self.depth as u8;
        let color = match self.color {
            ColorType::GrayscaleAlpha => "grey picture with alpha",
            ColorType::Rgb => "colour picture",
            ColorType::Rgba => "colour picture with alpha",
            _ => "grey picture",
        };
        format!("a {} x {} {color} of {bits} bits", self.width, self.height)
    }

    /// Removes opacity and sets the depth to 8 bits: samples then range from 0 to 255.
    pub(super) fn opaque_bytes(&mut self) {
        if self.is_alpha(self.planes.len() - 1) {
            self.planes.pop();
            self.color = if self.planes.len() == 1 { ColorType::Grayscale } else { ColorType::Rgb };
        }
        self.depth = BitDepth::Eight;
        // A spectrum has no colour space.
        self.tags = Tags::default();
    }

    /// Moves every plane into a larger one by `place(plane, size, out, width of out)`.
    pub(super) fn enlarge(
        &mut self,
        width: usize,
        height: usize,
        memory: Limit,
        place: impl Fn(&[f64], (usize, usize), &mut [f64], usize),
    ) -> Outcome<()> {
        let raw = (width as u128 * height as u128) * (self.planes.len() * self.depth as usize / 8) as u128;
        let mut planes = planes(width, height, self.planes.len(), self.bytes().max(ENCODED * raw), memory)?;
        for (plane, out) in self.planes.iter().zip(&mut planes) {
            place(plane, (self.width, self.height), out, width);
        }
        (self.width, self.height, self.planes) = (width, height, planes);
        Ok(())
    }

    /// Counts the samples outside the range from 0 to white, which writing clips.
    pub(super) fn clipped(&self) -> u64 {
        let white = self.white();
        let outside = |&&sample: &&f64| sample.round() < 0.0 || sample.round() > white;
        self.planes.iter().map(|plane| plane.iter().filter(outside).count() as u64).sum()
    }

    /// Writes the picture with rounded samples.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let failed = |error: EncodingError| match error {
            EncodingError::IoError(error) => error,
            error => io::Error::other(error),
        };
        let mut info = self.tags.0.clone();
        (info.width, info.height) = (self.width as u32, self.height as u32);
        (info.color_type, info.bit_depth) = (self.color, self.depth);
        let mut writer = Encoder::with_info(out, info).and_then(Encoder::write_header).map_err(failed)?;
        let white = self.white();
        let mut raw = Vec::new();
        raw.try_reserve_exact(self.planes.len() * self.planes[0].len() * self.depth as usize / 8)?;
        for at in 0..self.width * self.height {
            for plane in &self.planes {
                let sample = plane[at].round().clamp(0.0, white);
                match self.depth {
                    BitDepth::Sixteen => raw.extend((sample as u16).to_be_bytes()),
                    _ => raw.push(sample as u8),
                }
            }
        }
        writer.write_image_data(&raw).and_then(|()| writer.finish()).map_err(failed)
    }
}

impl Tags {
    fn of(info: &Info<'_>) -> Self {
        let mut tags = Info::default();
        tags.pixel_dims = info.pixel_dims;
        tags.gama_chunk = info.gama_chunk;
        tags.chrm_chunk = info.chrm_chunk;
        tags.source_gamma = info.source_gamma;
        tags.source_chromaticities = info.source_chromaticities;
        tags.srgb = info.srgb;
        tags.icc_profile = info.icc_profile.as_ref().map(|profile| profile.to_vec().into());
        Tags(tags)
    }
}

/// Returns a phrase with the number of clipped samples.
pub(super) fn clips(clipped: u64) -> String {
    if clipped == 0 { "nothing clipped".into() } else { format!("{} clipped", counted(clipped, "sample")) }
}

fn none(width: usize, height: usize) -> Failure {
    Failure::Resource(format!("no memory for {width} x {height} pixels: take a smaller picture"))
}

/// Allocates planes of zeros. Returns an error if they and `besides` bytes exceed the limit.
fn planes(width: usize, height: usize, count: usize, besides: u128, memory: Limit) -> Outcome<Vec<Vec<f64>>> {
    let pixels = width as u128 * height as u128;
    let needed = pixels * count as u128 * size_of::<f64>() as u128 + besides;
    input::within(memory, needed, &format!("a picture of {width} x {height} pixels"))?;
    let pixels = usize::try_from(pixels).map_err(|_| none(width, height))?;
    (0..count).map(|_| zeros(pixels).ok_or_else(|| none(width, height))).collect()
}

/// Allocates `len` zeros; `None` if the system lacks the memory.
pub(super) fn zeros(len: usize) -> Option<Vec<f64>> {
    let mut plane = Vec::new();
    plane.try_reserve_exact(len).ok()?;
    plane.resize(len, 0.0);
    Some(plane)
}

/// Copies interleaved samples to their planes.
fn part(planes: &mut [Vec<f64>], mut samples: impl Iterator<Item = f64>) {
    for at in 0..planes[0].len() {
        for plane in &mut *planes {
            plane[at] = samples.next().unwrap_or_default();
        }
    }
}
