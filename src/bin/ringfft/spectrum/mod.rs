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
    output::Output,
    progress::Progress,
    report::{Report, seconds},
    settings::Settings,
};
use clap::Args;
use ringfft::signal::{Averaging, Detrend, Window};
use source::{Channel, Source};
use std::{
    path::{Path, PathBuf},
    time::Instant,
};

#[derive(Args)]
#[command(
    after_help = "The table has a line for each frequency, after comments that say what was measured in which unit. FS is the \
                  full scale of a WAV file, U the unit of the numbers of a text.\n\n    \
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
    /// Which channel, from 1, or mix for the mean of all
    #[arg(long, value_name = "C", default_value = "1")]
    channel: String,
    /// density (power in 1 Hz), spectrum (power of a tone) or db (decibels of the density)
    #[arg(long, value_name = "NAME", default_value = "density")]
    scale: String,
    /// How the segments of a table become one: mean or median
    #[arg(long, value_name = "NAME", default_value = "mean")]
    average: String,
    /// What is taken away from each segment of a table: mean or none
    #[arg(long, value_name = "NAME", default_value = "mean")]
    detrend: String,
    /// Samples a second: FILE is then a text of numbers, one a line
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
    /// Output file; a name that ends in .png makes a spectrogram, one in .svg a curve of the table [default: the table on
    /// standard output]
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
    let ends = |ending: &str| {
        let extension = args.output.as_deref().and_then(Path::extension);
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
    };
    let output = Output::new(args.output.as_deref(), &[&args.input])?;
    let progress = Progress::new("analysing");
    let bytes = input::read(&args.input, settings.memory)?;
    let source = match rate {
        Some(rate) => source::text(&bytes, rate, &request)?,
        None => source::wav(bytes, &request)?,
    };
    let start = Instant::now();
    let make = match () {
        () if ends("png") => picture::draw,
        () if ends("svg") => curve::draw,
        () => table::make,
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
