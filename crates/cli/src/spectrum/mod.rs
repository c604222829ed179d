//! `ringfft spectrum`: the power of a sound by frequency, as a table or a curve, or by time and frequency, as a picture.

mod canvas;
mod chart;
mod chunks;
mod curve;
mod picture;
mod source;
mod table;
mod ticks;

use crate::{
    args::Common,
    failure::{Failure, Outcome, quoted},
    input,
    output::{Content, Output, check_inputs},
    progress::Progress,
    report::{Report, seconds},
    settings::Settings,
};
use clap::Args;
use ringfft_signal::{Averaging, Detrend, Window};
use source::{Channel, Source};
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

#[derive(Args)]
#[command(
    after_help = "The table has a line for each frequency, after comments that say what was measured and in which unit. FS is the\n\
                  full scale of a WAV file, U the unit of the numbers in a text.\n\n    \
                  ringfft spectrum sound.wav --scale db\n    \
                  ringfft spectrum sound.wav --length 2048 --window blackman-harris -o sound.png\n    \
                  ringfft spectrum sound.wav -o sound.svg\n    \
                  ringfft spectrum --rate 250 samples.txt"
)]
pub(crate) struct SpectrumArgs {
    /// rectangular, bartlett, sine, hann, hamming, blackman, blackman-harris, nuttall, flat-top, kaiser:BETA,
    /// gaussian:DEVIATION or tukey:TAPER
    #[arg(long, value_name = "NAME", default_value = "hann")]
    window: String,
    /// Samples of a segment [default: 1024, or all if there are fewer]
    #[arg(long, value_name = "N")]
    length: Option<String>,
    /// Samples from one segment to the next [default: half of the length; for a picture at most a quarter]
    #[arg(long, value_name = "N")]
    hop: Option<String>,
    /// Number of the channel, from 1, or mix for the mean of all
    #[arg(long, value_name = "C", default_value = "1")]
    channel: String,
    /// density (power in 1 Hz), spectrum (power of a tone) or db (decibels of the density)
    #[arg(long, value_name = "NAME", default_value = "density")]
    scale: String,
    /// How the segments of a table are averaged: mean or median
    #[arg(long, value_name = "NAME", default_value = "mean")]
    average: String,
    /// What is subtracted from each segment of a table: its mean, or none
    #[arg(long, value_name = "NAME", default_value = "mean")]
    detrend: String,
    /// Samples a second; FILE is then a text with one number a line
    #[arg(long, value_name = "HZ", allow_hyphen_values = true)]
    rate: Option<String>,
    /// Format of the table: text or npy (an array of frequencies and values)
    #[arg(long, value_name = "NAME", default_value = "text")]
    format: String,
    /// Decibels from the greatest power of a picture to the least that is shown
    #[arg(long, value_name = "DB", default_value = "100")]
    range: String,
    #[command(flatten)]
    common: Common,
    /// A WAV file, or numbers with --rate; `-` is standard input
    #[arg(value_name = "FILE")]
    input: PathBuf,
    /// Output file: NAME.png is a spectrogram, NAME.svg a curve, NAME.txt, NAME.dat or NAME a table, with --format npy NAME.npy
    /// an array [default: the table on standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

/// The unit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    Density,
    Spectrum,
    Decibels,
}

/// What is asked for, read.
struct Request {
    window: Window,
    length: Option<usize>,
    hop: Option<usize>,
    channel: Channel,
    scale: Scale,
    averaging: Averaging,
    detrend: Detrend,
    npy: bool,
    range: f64,
    memory: Option<u64>,
    /// The input, for titles and messages.
    name: String,
}

/// Runs the verb.
pub(crate) fn run(args: &SpectrumArgs) -> Outcome<()> {
    let settings = Settings::new(&args.common)?;
    let request = Request::new(args, &settings)?;
    let rate = args.rate.as_deref().map(|text| positive(text, "--rate", "samples a second")).transpose()?;
    check_inputs(args.output.as_deref(), &[&args.input])?;
    let content = content(args.output.as_deref(), request.npy)?;
    let output = Output::new(args.output.as_deref(), &[&args.input], content)?;
    let progress = Progress::new("analysing");
    let bytes = input::read(&args.input, settings.memory)?;
    let source = match rate {
        Some(rate) => source::text(&bytes, rate, &request)?,
        None => source::wav(bytes, &request)?,
    };
    let start = Instant::now();
    let make = match content {
        Content::Png => picture::draw,
        Content::Svg => curve::draw,
        _ => table::make,
    };
    let (content, report) = make(&source, &request)?;
    let report = report.with("analysis_seconds", seconds(start.elapsed())).with("bytes", content.len());
    drop(progress);
    output.write(|out| out.write_all(&content))?;
    report.note(settings.json);
    Ok(())
}

impl Request {
    fn new(args: &SpectrumArgs, settings: &Settings) -> Outcome<Self> {
        Ok(Request {
            window: args.window.parse()?,
            length: args.length.as_deref().map(|text| count(text, "--length")).transpose()?,
            hop: args.hop.as_deref().map(|text| count(text, "--hop")).transpose()?,
            channel: args.channel.parse()?,
            scale: one_of(
                "--scale",
                &args.scale,
                &[("density", Scale::Density), ("spectrum", Scale::Spectrum), ("db", Scale::Decibels)],
            )?,
            averaging: one_of("--average", &args.average, &[("mean", Averaging::Mean), ("median", Averaging::Median)])?,
            detrend: one_of("--detrend", &args.detrend, &[("mean", Detrend::Mean), ("none", Detrend::None)])?,
            npy: one_of("--format", &args.format, &[("text", false), ("npy", true)])?,
            range: positive(&args.range, "--range", "decibels")?.min(1000.0),
            memory: settings.memory,
            name: match args.input.as_os_str() == "-" {
                true => "standard input".into(),
                false => args.input.file_name().unwrap_or(args.input.as_os_str()).to_string_lossy().into_owned(),
            },
        })
    }

    /// Samples of a segment, no more than there are.
    fn length(&self, source: &Source) -> Outcome<usize> {
        match self.length {
            Some(length) if length > source.samples.len() => Err(Failure::input(format!(
                "--length {length} is more than the {} samples of {}: take fewer",
                source.samples.len(),
                self.name
            ))),
            Some(length) => Ok(length),
            None => Ok(source.samples.len().min(1024)),
        }
    }

    /// What every report begins with.
    fn report(&self, source: &Source, length: usize, hop: usize, segments: usize) -> Report {
        Report::new("spectrum")
            .with("rate", source.rate)
            .with("samples", source.samples.len())
            .with("channels", source.channels)
            .with("channel", self.channel.to_string())
            .with("window", self.window.to_string())
            .with("length", length)
            .with("hop", hop)
            .with("segments", segments)
    }
}

/// What is written, by the ending of the output's name.
fn content(output: Option<&Path>, npy: bool) -> Outcome<Content> {
    let ending = output.and_then(Path::extension).map(|ending| ending.to_string_lossy().to_lowercase());
    let picture = |content| match npy {
        true => Err(Failure::input("--format npy is a table, but -o names a picture: leave one of them out")),
        false => Ok(content),
    };
    match ending.as_deref() {
        Some("png") => picture(Content::Png),
        Some("svg") => picture(Content::Svg),
        None => Ok(if npy { Content::Npy } else { Content::Text }),
        Some("npy") if npy => Ok(Content::Npy),
        Some("txt" | "dat") if !npy => Ok(Content::Text),
        Some(other) => Err(Failure::input(format!(
            "the output ends in .{other}, but it must end in .png (a spectrogram), .svg (a curve), .txt, .dat or nothing (a table), \
             or with --format npy in .npy or nothing (an array)"
        ))),
    }
}

fn count(text: &str, option: &str) -> Outcome<usize> {
    text.parse()
        .ok()
        .filter(|&count| count != 0)
        .ok_or_else(|| Failure::input(format!("{option} {} is no number of samples: give 1 or more", quoted(text))))
}

fn positive(text: &str, option: &str, what: &str) -> Outcome<f64> {
    text.parse()
        .ok()
        .filter(|x: &f64| x.is_finite() && *x > 0.0)
        .ok_or_else(|| Failure::input(format!("{option} {} is no number of {what}: give one above 0", quoted(text))))
}

fn one_of<T: Copy>(option: &str, text: &str, values: &[(&str, T)]) -> Outcome<T> {
    values.iter().find(|(name, _)| *name == text).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|&(name, _)| name).collect();
        Failure::input(format!("{option} is {}, but it must be {}", quoted(text), names.join(" or ")))
    })
}
