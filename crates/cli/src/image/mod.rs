//! `image filter`, `image spectrum` and `image texture`: pictures through the packed two-dimensional transform.

pub(crate) mod count;
mod filter;
pub(crate) mod picture;
mod plan;
mod spectrum;
mod texture;

use crate::failure::Outcome;
use clap::Subcommand;
use filter::FilterArgs;
use spectrum::SpectrumArgs;
use texture::TextureArgs;

/// The verbs of `image`.
#[derive(Subcommand)]
pub(crate) enum ImageCommand {
    /// Multiplies every channel of a PNG picture, alpha too, by a frequency response: low, high or band pass, blur or sharpen.
    #[command(
        after_help = "Frequencies are fractions of Nyquist's: 1 is a stripe a pixel, along a row or down a column; in the corners of \
                            the spectrum they reach 1.41.\n\nExamples:\n  \
                            ringfft image filter --kind blur --sigma 3 photo.png -o soft.png\n  \
                            ringfft image filter --kind low --radius 0.2 --soft 0.1 photo.png -o low.png\n  \
                            ringfft image filter --kind band --from 0.05 --to 0.3 photo.png -o band.png"
    )]
    Filter(FilterArgs),
    /// Shows the magnitudes of each colour's spectrum in decibels, frequency 0 in the centre.
    #[command(after_help = "Examples:\n  ringfft image spectrum --range 80 photo.png -o spectrum.png")]
    Spectrum(SpectrumArgs),
    /// Makes a texture: the magnitudes of a picture, or of a law 1/f^A, with random phases.
    #[command(
        after_help = "The picture tiles the plane: its left border continues its right one, its upper border the lower.\n\nExamples:\n  \
                            ringfft image texture --exponent 1.5 --size 640x480 --seed 7 -o clouds.png\n  \
                            ringfft image texture sand.png --size 1024x1024 -o more-sand.png"
    )]
    Texture(TextureArgs),
}

/// Runs the verb.
pub(crate) fn run(command: &ImageCommand) -> Outcome<()> {
    match command {
        ImageCommand::Filter(args) => filter::run(args),
        ImageCommand::Spectrum(args) => spectrum::run(args),
        ImageCommand::Texture(args) => texture::run(args),
    }
}
