//! `image filter`, `image spectrum` and `image texture`: pictures through the packed two-dimensional transform.

pub(crate) mod count;
mod filter;
pub(crate) mod picture;
mod spectrum;
mod texture;

use crate::{
    args::Common,
    failure::{Failure, Outcome, quoted},
    input,
    settings::Settings,
};
use clap::{Args, Subcommand};
use ringfft::{Error, real::Packed2d};
use std::{ops::RangeInclusive, path::PathBuf};

/// What a picture may take where `--memory` says nothing.
const MEMORY: u64 = 4 << 30;

/// What to do with a picture.
#[derive(Subcommand)]
pub(crate) enum ImageCommand {
    /// Multiplies every channel of a PNG picture, alpha too, by a frequency response: low, high or band pass, blur or sharpen.
    #[command(
        after_help = "Frequencies are fractions of Nyquist's: 1 is a stripe a pixel, along a row or down a column; in the corners of\n\
                            the spectrum they reach 1.41.\n\n  \
                            ringfft image filter --kind blur --sigma 3 photo.png -o soft.png\n  \
                            ringfft image filter --kind low --radius 0.2 --soft 0.1 photo.png -o low.png\n  \
                            ringfft image filter --kind band --from 0.05 --to 0.3 photo.png -o band.png"
    )]
    Filter(FilterArgs),
    /// Shows the magnitudes of each colour's spectrum in decibels, frequency 0 in the centre.
    Spectrum(SpectrumArgs),
    /// Makes a texture: the magnitudes of a picture, or of a law 1/f^A, with random phases.
    #[command(
        after_help = "The picture tiles the plane: its left border continues its right one, its upper border the lower.\n\n  \
                            ringfft image texture --exponent 1.5 --size 640x480 --seed 7 -o clouds.png\n  \
                            ringfft image texture sand.png --size 1024x1024 -o more-sand.png"
    )]
    Texture(TextureArgs),
}

#[derive(Args)]
pub(crate) struct FilterArgs {
    /// low, high, band, blur (Gaussian) or sharpen (unsharp masking)
    #[arg(long, value_name = "KIND")]
    kind: String,
    /// Cut-off of low and high, a fraction of Nyquist's frequency [default: 0.25 for low, 0.05 for high]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    radius: Option<String>,
    /// Lower cut-off of band [default: 0.05]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    from: Option<String>,
    /// Upper cut-off of band [default: 0.25]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    to: Option<String>,
    /// Width of the transition at a cut-off of low, high and band, in the same unit; 0 cuts sharply, which shows as ringing
    /// [default: 0.05]
    #[arg(long, value_name = "R", allow_negative_numbers = true)]
    soft: Option<String>,
    /// Standard deviation of blur and sharpen, in pixels [default: 2 for blur, 1 for sharpen]
    #[arg(long, value_name = "PIXELS", allow_negative_numbers = true)]
    sigma: Option<String>,
    /// Strength of sharpen, gain of high and band [default: 1]
    #[arg(long, value_name = "A", allow_negative_numbers = true)]
    amount: Option<String>,
    /// Added to every colour, a fraction of white [default: 0.5 for high and band, which have no mean]
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    offset: Option<String>,
    /// What lies beyond the border: wrap (the opposite side) or mirror (the picture mirrored, at four times the work)
    #[arg(long, value_name = "NAME", default_value = "wrap")]
    border: String,
    #[command(flatten)]
    common: Common,
    /// A PNG picture of 1 to 16 bits a sample; `-` is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The PNG picture to write [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct SpectrumArgs {
    /// Decibels between black and the greatest magnitude
    #[arg(long, value_name = "DB", allow_negative_numbers = true, default_value = "100")]
    range: String,
    #[command(flatten)]
    common: Common,
    /// A PNG picture of 1 to 16 bits a sample; `-` is standard input
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// The PNG picture to write [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct TextureArgs {
    /// Width and height in pixels [default: those of IN, or 512x512]
    #[arg(long, value_name = "WxH")]
    size: Option<String>,
    /// Seed of the phases
    #[arg(long, value_name = "S", allow_negative_numbers = true, default_value = "1")]
    seed: String,
    /// Without IN: magnitudes fall as 1/f^A; 0 is white noise, 1 a natural scene, 2 clouds [default: 1]
    #[arg(long, value_name = "A", allow_negative_numbers = true)]
    exponent: Option<String>,
    /// Without IN: standard deviation of the samples, a fraction of white [default: 0.15]
    #[arg(long, value_name = "C", allow_negative_numbers = true)]
    contrast: Option<String>,
    /// Without IN: a texture of its own for red, green and blue
    #[arg(long)]
    color: bool,
    /// Without IN: bits a sample, 8 or 16 [default: 8]
    #[arg(long, value_name = "BITS")]
    depth: Option<String>,
    #[command(flatten)]
    common: Common,
    /// A PNG picture whose magnitudes are taken; `-` is standard input
    #[arg(value_name = "IN")]
    input: Option<PathBuf>,
    /// The PNG picture to write [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// Runs the verb.
pub(crate) fn run(command: &ImageCommand) -> Outcome<()> {
    match command {
        ImageCommand::Filter(args) => filter::run(args),
        ImageCommand::Spectrum(args) => spectrum::run(args),
        ImageCommand::Texture(args) => texture::run(args),
    }
}

/// The bytes a picture may take.
fn memory(settings: &Settings) -> u64 {
    settings.memory.unwrap_or(MEMORY)
}

/// The transform of one channel, beside so many bytes that are held.
fn plan(rows: usize, cols: usize, settings: &Settings, held: u128) -> Outcome<Packed2d<f64>> {
    let memory = memory(settings);
    let free = u64::try_from(u128::from(memory).saturating_sub(held)).unwrap_or(0);
    let builder = Packed2d::builder(rows, cols).threads(settings.threads).isa(settings.isa).device(settings.device);
    builder.memory_limit(free).build().map_err(|error| match error {
        // With what is held, as one sum.
        Error::Memory { needed, limit: Some(_), .. } => {
            let refused = input::within(Some(memory), held + needed, "the picture with its transform");
            refused.err().unwrap_or(error.into())
        }
        error => error.into(),
    })
}

/// An option that is a number in `range`.
fn number(name: &str, text: &str, range: RangeInclusive<f64>) -> Outcome<f64> {
    text.parse::<f64>().ok().filter(|value| range.contains(value)).ok_or_else(|| {
        Failure::input(format!(
            "--{name} is {}, but it must be a number from {} to {}",
            quoted(text),
            range.start(),
            range.end()
        ))
    })
}

/// The frequency of index `k` in cycles a pixel, for `len` pixels.
fn cycles(k: isize, len: usize) -> f64 {
    k as f64 / len as f64
}
