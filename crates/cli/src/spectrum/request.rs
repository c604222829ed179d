//! The arguments of `ringfft spectrum`, as text and parsed.

use crate::{
    args::Common,
    failure::{Failure, Outcome, quoted},
    settings::Settings,
    suggest::did_you_mean,
};
use clap::Args;
use ringfft_signal::{Averaging, Detrend, Window};
use std::{fmt, path::PathBuf, str::FromStr};

/// The windows that help lists.
const WINDOWS: &str = "rectangular, bartlett, sine, hann, hamming, blackman, blackman-harris, nuttall, flat-top, kaiser:BETA, \
                       gaussian:DEVIATION or tukey:TAPER";

#[derive(Args)]
#[command(
    after_help = "The table has a line for each frequency, after comments that say what was measured and in which unit. FS is the \
                  full scale of a WAV file, U the unit of the numbers in a text. The array of --short-time has a row for each \
                  segment and a column for each frequency: row i is at (N/2 + i H)/rate seconds and column k at k rate/N Hz, for \
                  segments of N samples and a hop of H.\n\nExamples:\n  \
                  ringfft spectrum sound.wav --scale db\n  \
                  ringfft spectrum sound.wav --length 2048 --window blackman-harris -o sound.png\n  \
                  ringfft spectrum sound.wav --frequency-axis log -o sound.svg\n  \
                  ringfft spectrum sound.wav --short-time --format npy -o frames.npy\n  \
                  ringfft spectrum --rate 250 samples.txt"
)]
pub(crate) struct SpectrumArgs {
    #[arg(long, value_name = "NAME", default_value = "hann", help = WINDOWS)]
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
    /// Averages the segments of a table: mean or median
    #[arg(long, value_name = "NAME", default_value = "mean")]
    average: String,
    /// Subtracts from each segment of a table: its mean, or none
    #[arg(long, value_name = "NAME", default_value = "mean")]
    detrend: String,
    /// Samples a second; FILE is then a text with one number a line
    #[arg(long, value_name = "HZ", allow_hyphen_values = true)]
    pub(super) rate: Option<String>,
    /// Format of the table: text or npy (an array of frequencies and values)
    #[arg(long, value_name = "NAME", default_value = "text")]
    format: String,
    /// Write the spectrum of every segment instead of their average: an array, with --format npy
    #[arg(long)]
    short_time: bool,
    /// Frequency axis of a picture or curve: linear or log
    #[arg(long, value_name = "NAME", default_value = "linear")]
    frequency_axis: String,
    /// Decibels from the greatest power of a picture to the least that is shown
    #[arg(long, value_name = "DB", default_value = "100")]
    range: String,
    #[command(flatten)]
    pub(super) common: Common,
    /// A WAV file, or numbers with --rate; `-` is standard input
    #[arg(value_name = "FILE")]
    pub(super) input: PathBuf,
    /// Output file: NAME.png is a spectrogram, NAME.svg a curve, NAME.txt, NAME.dat or NAME a table, with --format npy NAME.npy
    /// an array [default: the table on standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(super) output: Option<PathBuf>,
}

/// The channel asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Channel {
    /// From 1.
    One(usize),
    /// The mean of all.
    Mix,
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Channel::One(channel) => channel.fmt(f),
            Channel::Mix => f.write_str("mix"),
        }
    }
}

impl FromStr for Channel {
    type Err = Failure;

    fn from_str(text: &str) -> Outcome<Self> {
        match text.parse() {
            _ if text == "mix" => Ok(Channel::Mix),
            Ok(channel @ 1..) => Ok(Channel::One(channel)),
            _ => Err(Failure::input(format!("no channel {}: give its number, from 1, or mix", quoted(text)))),
        }
    }
}

/// The unit of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    Density,
    Spectrum,
    Decibels,
}

/// The parsed arguments.
pub(super) struct Request {
    pub(super) window: Window,
    pub(super) length: Option<usize>,
    pub(super) hop: Option<usize>,
    pub(super) channel: Channel,
    pub(super) scale: Scale,
    pub(super) averaging: Averaging,
    pub(super) detrend: Detrend,
    pub(super) npy: bool,
    /// `true` for the spectrum of every segment instead of their average.
    pub(super) short_time: bool,
    /// `true` for a logarithmic axis of frequencies.
    pub(super) log: bool,
    pub(super) range: f64,
    pub(super) memory: Option<u64>,
    /// The input, for titles and messages.
    pub(super) name: String,
}

impl Request {
    /// Parses the arguments.
    pub(super) fn new(args: &SpectrumArgs, settings: &Settings) -> Outcome<Self> {
        let npy = one_of("--format", &args.format, &[("text", false), ("npy", true)])?;
        if args.short_time && !npy {
            return Err(Failure::input("--short-time writes an array: add --format npy"));
        }
        Ok(Request {
            window: window(&args.window)?,
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
            npy,
            short_time: args.short_time,
            log: one_of("--frequency-axis", &args.frequency_axis, &[("linear", false), ("log", true)])?,
            range: positive(&args.range, "--range", "decibels")?.min(1000.0),
            memory: settings.memory,
            name: match args.input.as_os_str() == "-" {
                true => "standard input".into(),
                false => args.input.file_name().unwrap_or(args.input.as_os_str()).to_string_lossy().into_owned(),
            },
        })
    }

    /// Returns the length of a segment, at most that of the signal.
    pub(super) fn length(&self, samples: usize) -> Outcome<usize> {
        match self.length {
            Some(length) if length > samples => Err(Failure::input(format!(
                "--length {length} is more than the {} samples of {}: take fewer",
                samples, self.name
            ))),
            Some(length) => Ok(length),
            None => Ok(samples.min(1024)),
        }
    }
}

/// Parses the name of a window, with its parameter if it has one.
fn window(text: &str) -> Outcome<Window> {
    text.parse().map_err(|error: ringfft::Error| {
        let name = text.split(':').next().unwrap_or_default();
        let names: Vec<&str> = Window::ALL.iter().map(|window| window.name()).collect();
        match names.contains(&name) {
            true => error.into(),
            false => {
                Failure::input(format!("no window {}: {}there are {WINDOWS}", quoted(name), did_you_mean(name, &names)))
            }
        }
    })
}

fn count(text: &str, option: &str) -> Outcome<usize> {
    text.parse()
        .ok()
        .filter(|&count| count != 0)
        .ok_or_else(|| Failure::input(format!("{option} {} is no number of samples: give 1 or more", quoted(text))))
}

/// Parses a finite number above 0.
pub(super) fn positive(text: &str, option: &str, what: &str) -> Outcome<f64> {
    text.parse()
        .ok()
        .filter(|x: &f64| x.is_finite() && *x > 0.0)
        .ok_or_else(|| Failure::input(format!("{option} {} is no number of {what}: give one above 0", quoted(text))))
}

fn one_of<T: Copy>(option: &str, text: &str, values: &[(&str, T)]) -> Outcome<T> {
    values.iter().find(|(name, _)| *name == text).map(|&(_, value)| value).ok_or_else(|| {
        let names: Vec<&str> = values.iter().map(|&(name, _)| name).collect();
        let near = did_you_mean(text, &names);
        Failure::input(format!("{option} is {}: {near}it must be {}", quoted(text), names.join(" or ")))
    })
}
