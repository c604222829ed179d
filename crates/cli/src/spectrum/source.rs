//! The samples: one channel of a WAV file, or numbers in a text.

use super::{
    chunks::{self, Doubles},
    request::{Channel, Request},
};
use crate::{
    failure::{Failure, Outcome, quoted},
    floats::{read_float, too_large},
    format::{decoded, lines},
    input, phrase,
    report::Report,
};
use hound::{SampleFormat, WavReader};
use std::{io::Cursor, time::Duration};

/// A signal.
pub(super) struct Source {
    /// Samples a second.
    pub(super) rate: f64,
    pub(super) channels: usize,
    pub(super) samples: Vec<f64>,
    /// The unit of the samples: `FS`, where 1 is full scale, or `U`.
    pub(super) unit: &'static str,
}

/// Allocates space for `count` samples. Returns an error if they and `taken` bytes exceed the memory limit.
fn room(count: usize, taken: usize, request: &Request) -> Outcome<Vec<f64>> {
    input::within(request.memory, taken as u128 + count as u128 * 8, "the input with its samples")?;
    let mut samples = Vec::new();
    samples.try_reserve_exact(count).map_err(|_| {
        Failure::Resource(format!("no memory for {count} samples of {}: take a shorter input", request.name))
    })?;
    Ok(samples)
}

/// Reads one number a line; blank lines and comments are skipped.
pub(super) fn text(bytes: &[u8], rate: f64, request: &Request) -> Outcome<Source> {
    if bytes.starts_with(b"RIFF") {
        return Err(Failure::input(format!(
            "{} is a WAV file, which has its own rate: leave --rate out",
            request.name
        )));
    }
    if request.channel != Channel::One(1) {
        return Err(Failure::input("numbers in a text are one channel: leave --channel out"));
    }
    let content = decoded(bytes, &request.name)?;
    let mut samples = room(lines(content).count(), bytes.len(), request)?;
    for (number, line) in lines(content) {
        let text = std::str::from_utf8(line).ok();
        let sample = text.and_then(read_float).ok_or_else(|| {
            Failure::input(match text.and_then(too_large::<f64>) {
                Some(trouble) => format!("line {number} of {}: {trouble}", request.name),
                None => format!(
                    "line {number} of {} is {}, but a sample is one number a line",
                    request.name,
                    quoted(&String::from_utf8_lossy(line))
                ),
            })
        })?;
        samples.push(sample);
    }
    Source { rate, channels: 1, samples, unit: "U" }.with_samples(&request.name)
}

/// Reads a channel of a WAV file: integers of 8 to 32 bits, divided by full scale, or floats of 32 or 64 bits.
pub(super) fn wav(mut bytes: Vec<u8>, request: &Request) -> Outcome<Source> {
    let name = &request.name;
    let wrong = |text: String| {
        Failure::input(format!(
            "{name} is no WAV file that can be read: {text}: convert it to integers of 8 to 32 bits or floats, or give \
             numbers in a text with --rate"
        ))
    };
    chunks::end_stream(&mut bytes);
    let taken = bytes.len();
    if let Some(Doubles { rate, channels, data }) = Doubles::find(&bytes) {
        let chosen = chosen(request, channels)?;
        let mut samples = room(data.len() / 8 / channels, taken, request)?;
        let mut sink = Sink { samples: &mut samples, channels, chosen, at: 0, sum: 0.0 };
        data.chunks_exact(8).for_each(|x| sink.take(x.try_into().map_or(f64::NAN, f64::from_le_bytes)));
        return Source { rate: rate.into(), channels, samples, unit: "FS" }.with_samples(name);
    }
    let mut reader = WavReader::new(Cursor::new(bytes)).map_err(|error| wrong(words(&error)))?;
    let spec = reader.spec();
    let (channels, promised) = (usize::from(spec.channels), u64::from(reader.len()));
    if channels == 0 || spec.sample_rate == 0 {
        return Err(wrong(format!("its header says {channels} channels at {} Hz", spec.sample_rate)));
    }
    if promised * u64::from(spec.bits_per_sample / 8) > taken as u64 {
        return Err(wrong(format!("its header promises {promised} samples, more than its {taken} bytes hold")));
    }
    let chosen = chosen(request, channels)?;
    let mut samples = room(reader.duration() as usize, taken, request)?;
    let mut sink = Sink { samples: &mut samples, channels, chosen, at: 0, sum: 0.0 };
    let read = match spec.sample_format {
        SampleFormat::Float => reader.samples::<f32>().try_for_each(|x| x.map(|x| sink.take(x.into()))),
        SampleFormat::Int => {
            let full = (1u64 << (spec.bits_per_sample.clamp(1, 32) - 1)) as f64;
            reader.samples::<i32>().try_for_each(|x| x.map(|x| sink.take(f64::from(x) / full)))
        }
    };
    read.map_err(|error| wrong(words(&error)))?;
    Source { rate: spec.sample_rate.into(), channels, samples, unit: "FS" }.with_samples(name)
}

/// Returns the index of the channel asked for, from 0; `None` for the mean of all. A channel that the input lacks is an
/// error.
fn chosen(request: &Request, channels: usize) -> Outcome<Option<usize>> {
    match request.channel {
        Channel::One(channel) if channel > channels => Err(Failure::input(format!(
            "no channel {channel} in {}: it has {channels}, numbered from 1; give one of them or mix",
            request.name
        ))),
        Channel::One(channel) => Ok(Some(channel - 1)),
        Channel::Mix => Ok(None),
    }
}

/// Receives interleaved samples, and keeps those of a channel or the mean of all.
struct Sink<'a> {
    samples: &'a mut Vec<f64>,
    channels: usize,
    chosen: Option<usize>,
    at: usize,
    sum: f64,
}

impl Sink<'_> {
    fn take(&mut self, x: f64) {
        if self.chosen.is_none_or(|chosen| chosen == self.at) {
            self.sum += x;
        }
        self.at += 1;
        if self.at == self.channels {
            let over = if self.chosen.is_none() { self.channels as f64 } else { 1.0 };
            self.samples.push(self.sum / over);
            (self.at, self.sum) = (0, 0.0);
        }
    }
}

impl Source {
    /// Returns the facts that all reports on a signal have.
    pub(super) fn report(&self, request: &Request, length: usize, hop: usize, segments: usize) -> Report {
        let seconds = phrase::time(Duration::from_secs_f64((self.samples.len() as f64 / self.rate).min(1e15)));
        let channel = match request.channel {
            _ if self.channels == 1 => String::new(),
            Channel::One(channel) => format!(", channel {channel} of {}", self.channels),
            Channel::Mix => format!(", mean of {} channels", self.channels),
        };
        let sentence = format!(
            "{seconds} at {} Hz{channel}: {} of {length}, hop {hop}, {} window",
            self.rate,
            phrase::counted(segments, "segment"),
            request.window
        );
        Report::new("spectrum")
            .saying(sentence)
            .with("rate", self.rate)
            .with("samples", self.samples.len())
            .with("channels", self.channels)
            .with("channel", request.channel.to_string())
            .with("window", request.window.to_string())
            .with("length", length)
            .with("hop", hop)
            .with("segments", segments)
    }

    fn with_samples(self, name: &str) -> Outcome<Self> {
        if self.samples.is_empty() {
            return Err(Failure::input(format!("{name} holds no sample: at least one is needed")));
        }
        Ok(self)
    }
}

fn words(error: &hound::Error) -> String {
    match error {
        hound::Error::FormatError(text) => format!("its format is wrong ({text})"),
        hound::Error::IoError(_) => "it ends too early".into(),
        hound::Error::Unsupported => "its kind of samples is not known here".into(),
        other => other.to_string(),
    }
}
