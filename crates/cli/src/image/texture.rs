//! `image texture`: known magnitudes, random phases.

use super::{
    picture::{Picture, clips},
    plan::{cycles, memory, number, plan},
};
use crate::{
    args::Common,
    failure::{Failure, Outcome, quoted},
    output::{Content, Output},
    phrase,
    progress::Progress,
    report::{Report, seconds},
    settings::Settings,
    spec::canonical_u64,
};
use clap::Args;
use num_complex::Complex;
use ringfft::{
    arith::{Random, Seed},
    real::{Packed2d, PackedSpectrumMut},
};
use std::{
    f64::consts::{PI, TAU},
    path::PathBuf,
    time::Instant,
};

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

/// The part of a picture's side over which it fades into its mean in a larger texture.
const FADE: f64 = 0.125;

/// Runs the verb.
pub(super) fn run(args: &TextureArgs) -> Outcome<()> {
    let settings = Settings::with_device(&args.common)?;
    let size = args.size.as_deref().map(parse_size).transpose()?;
    let seed = canonical_u64(&args.seed).ok_or_else(|| {
        Failure::input(format!("--seed is {}, but it must be a number below 2^64", quoted(&args.seed)))
    })?;
    let inputs: Vec<_> = args.input.iter().map(|path| path.as_path()).collect();
    let output = Output::new(args.output.as_deref(), &inputs, Content::Png)?;
    let progress = Progress::new("making a texture");
    let start = Instant::now();
    let picture = match &args.input {
        Some(_) => like_picture(args, size, seed, &settings)?,
        None => by_law(args, size.unwrap_or((512, 512)), seed, &settings)?,
    };
    drop(progress);
    let time = start.elapsed();
    output.write(|out| picture.write(out))?;
    let clipped = picture.clipped();
    let sentence = format!("{}, seed {seed}; {}; {}", picture.words(), clips(clipped), phrase::time(time));
    Report::new("image_texture")
        .saying(format!("texture: {sentence}"))
        .with("picture", picture.kind())
        .with("width", picture.width)
        .with("height", picture.height)
        .with("seed", seed)
        .with("clipped", clipped)
        .with("seconds", seconds(time))
        .note(settings.json);
    Ok(())
}

/// Returns a texture with the magnitudes of a picture. Every channel gets the same phases, so that colours stay
/// together.
fn like_picture(args: &TextureArgs, size: Option<(usize, usize)>, seed: u64, settings: &Settings) -> Outcome<Picture> {
    let options = [("exponent", &args.exponent), ("contrast", &args.contrast), ("depth", &args.depth)]
        .map(|(a, b)| (a, b.is_some()));
    if let Some((name, _)) = options.iter().chain([&("color", args.color)]).find(|(_, given)| *given) {
        return Err(Failure::input(format!(
            "--{name} belongs to a law, but the magnitudes of a picture are asked for: leave out one"
        )));
    }
    let Some(path) = &args.input else { return Err(Failure::Internal("no picture".into())) };
    let mut picture = Picture::read(path, memory(settings))?;
    if let Some((width, height)) = size.filter(|&size| size != (picture.width, picture.height)) {
        if width < picture.width || height < picture.height {
            return Err(Failure::input(format!(
                "--size is {width}x{height}, but the picture has {}x{} pixels: ask for as many at least, or cut it first",
                picture.width, picture.height
            )));
        }
        picture.enlarge(width, height, memory(settings), spread)?;
    }
    let (rows, cols) = (picture.height, picture.width);
    let plan = plan(rows, cols, settings, picture.bytes())?;
    for plane in &mut picture.planes {
        plan.forward(plane)?;
        turn(&mut PackedSpectrumMut::new(rows, cols, plane)?, (rows, cols), seed);
        plan.inverse(plane)?;
    }
    Ok(picture)
}

/// Multiplies every frequency except the mean by a random number of magnitude 1, or by a random sign if the frequency
/// is its own mirror.
fn turn(spectrum: &mut PackedSpectrumMut<'_, f64>, (rows, cols): (usize, usize), seed: u64) {
    let mut random = Random::new(Seed::Fixed(seed));
    spectrum.map(|row, col, value| {
        let word = random.word();
        let own_mirror = (2 * row) % rows as isize == 0 && (2 * col) % cols as isize == 0;
        match (row, col) {
            (0, 0) => value,
            _ if own_mirror => value * [1.0, -1.0][(word >> 63) as usize],
            // An angle of 53 random bits.
            _ => value * Complex::from_polar(1.0, (word >> 11) as f64 * (TAU / (1u64 << 53) as f64)),
        }
    });
}

/// Copies a plane into the middle of a larger one, filled with its mean. The variation fades at the borders and is
/// scaled so that the texture varies as much as the picture.
fn spread(plane: &[f64], (width, height): (usize, usize), out: &mut [f64], out_width: usize) {
    let out_height = out.len() / out_width;
    let fade = |k: usize, len: usize| {
        let from_border = (k.min(len - 1 - k) as f64 + 0.5) / len as f64;
        if from_border < FADE { 0.5 - 0.5 * (PI * from_border / FADE).cos() } else { 1.0 }
    };
    let power = |len: usize| (0..len).map(|k| fade(k, len).powi(2)).sum::<f64>();
    let grown = (out.len() as f64 / (power(width) * power(height))).sqrt();
    let mean = plane.iter().sum::<f64>() / plane.len() as f64;
    out.fill(mean);
    let (top, left) = ((out_height - height) / 2, (out_width - width) / 2);
    for (y, row) in plane.chunks_exact(width).enumerate() {
        for (x, sample) in row.iter().enumerate() {
            let weight = grown * fade(y, height) * fade(x, width);
            out[(top + y) * out_width + left + x] += weight * (sample - mean);
        }
    }
}

/// Returns a texture with magnitudes `1/f^A` whose mean is in the middle of the range of samples.
fn by_law(args: &TextureArgs, (width, height): (usize, usize), seed: u64, settings: &Settings) -> Outcome<Picture> {
    let option = |name, text: &Option<String>, default, range| match text {
        Some(text) => number(name, text, range),
        None => Ok(default),
    };
    let exponent = option("exponent", &args.exponent, 1.0, -10.0..=10.0)?;
    let contrast = option("contrast", &args.contrast, 0.15, 0.0..=10.0)?;
    let sixteen = match args.depth.as_deref() {
        None | Some("8") => false,
        Some("16") => true,
        Some(other) => return Err(Failure::input(format!("--depth is {}, but it must be 8 or 16", quoted(other)))),
    };
    let mut picture = Picture::black(width, height, args.color, sixteen, memory(settings))?;
    let white = picture.white();
    let (rows, cols) = (height, width);
    let plan: Packed2d<f64> = plan(rows, cols, settings, picture.bytes())?;
    for (plane, channel) in picture.planes.iter_mut().zip(0..) {
        let mut spectrum = PackedSpectrumMut::new(rows, cols, plane)?;
        // Every pixel's variance is the sum of the squares of the magnitudes of all frequencies.
        let mut power = 0.0;
        spectrum.map(|row, col, _| {
            let f = cycles(col, cols).hypot(cycles(row, rows));
            let magnitude = if f > 0.0 { f.powf(-exponent) } else { 0.0 };
            let own_mirror = (2 * row) % rows as isize == 0 && (2 * col) % cols as isize == 0;
            power += if own_mirror { 1.0 } else { 2.0 } * magnitude * magnitude;
            magnitude.into()
        });
        turn(&mut spectrum, (rows, cols), seed.wrapping_add(channel));
        plan.inverse(plane)?;
        // The inverse divides by the number of pixels.
        let grown = if power > 0.0 { contrast * white * (rows * cols) as f64 / power.sqrt() } else { 0.0 };
        plane.iter_mut().for_each(|sample| *sample = 0.5 * white + grown * *sample);
    }
    Ok(picture)
}

/// Parses width and height, such as `640x480`.
fn parse_size(text: &str) -> Outcome<(usize, usize)> {
    let side = |text| canonical_u64(text).filter(|side| (1..1 << 31).contains(side)).map(|side| side as usize);
    text.split_once('x').and_then(|(width, height)| side(width).zip(side(height))).ok_or_else(|| {
        Failure::input(format!("--size is {}, but it must be WIDTHxHEIGHT, each from 1 to 2147483647", quoted(text)))
    })
}
