//! `image spectrum`: the magnitudes of a picture's frequencies, as a picture.

use super::{
    picture::{Picture, zeros},
    plan::{memory, number, plan},
};
use crate::{
    args::Common,
    failure::{Failure, Outcome},
    output::{Content, Output},
    phrase,
    progress::Progress,
    report::{Report, seconds},
    settings::Settings,
};
use clap::Args;
use ringfft::real::PackedSpectrum;
use std::{path::PathBuf, time::Instant};

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

/// Runs the verb.
pub(super) fn run(args: &SpectrumArgs) -> Outcome<()> {
    let settings = Settings::with_device(&args.common)?;
    let range = number("range", &args.range, 1.0..=400.0)?;
    let output = Output::new(args.output.as_deref(), &[&args.input], Content::Png)?;
    let progress = Progress::new("reading");
    let start = Instant::now();
    let mut picture = Picture::read(&args.input, memory(&settings))?;
    drop(progress);
    let progress = Progress::steps("transforming", picture.planes.len() as u64);
    let (kind, words) = (picture.kind(), picture.words());
    picture.opaque_bytes();
    let (rows, cols) = (picture.height, picture.width);
    let held = picture.bytes() + size_of::<f64>() as u128 * rows as u128 * cols as u128;
    let plan = plan(rows, cols, &settings, held)?;
    let mut scratch = plan.scratch()?;
    let mut packed = zeros(rows * cols)
        .ok_or_else(|| Failure::Resource(format!("no memory for {rows} x {cols} pixels: take a smaller picture")))?;
    let mut greatest: f64 = 0.0;
    for plane in &mut picture.planes {
        packed.copy_from_slice(plane);
        plan.forward_with(&mut packed, &mut scratch)?;
        let spectrum = PackedSpectrum::new(rows, cols, &packed)?;
        let [down, right] = [rows, cols].map(|len| (len / 2) as isize);
        for (y, row) in (-down..).zip(plane.chunks_exact_mut(cols)) {
            for (x, pixel) in (-right..).zip(row) {
                *pixel = spectrum.get(y, x).norm();
                greatest = greatest.max(*pixel);
            }
        }
        progress.step();
    }
    // Decibels relative to the greatest magnitude of all channels. A black picture stays black.
    for pixel in picture.planes.iter_mut().flatten() {
        let decibels = 20.0 * (*pixel / greatest).log10();
        *pixel = if *pixel > 0.0 { 255.0 * (1.0 + decibels / range).max(0.0) } else { 0.0 };
    }
    drop((plan, scratch, packed, progress));
    let time = start.elapsed();
    output.write(|out| picture.write(out))?;
    Report::new("image_spectrum")
        .saying(format!("spectrum of {words}, {range} dB from black to white; {}", phrase::time(time)))
        .with("picture", kind)
        .with("width", cols)
        .with("height", rows)
        .with("range_db", range)
        .with("greatest", greatest)
        .with("seconds", seconds(time))
        .note(settings.json);
    Ok(())
}
