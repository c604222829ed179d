//! The power spectral density as a table.

use super::{
    request::{Request, Scale},
    source::Source,
};
use crate::{failure::Outcome, input, npy, report::Report, values::NpyType};
use ringfft_signal::{Averaging, Detrend, Scaling, Welch};
use std::fmt::Write;

/// An estimate of a whole signal.
pub(super) struct Estimate {
    pub(super) welch: Welch<f64>,
    pub(super) hop: usize,
    pub(super) segments: usize,
    /// The values by bin, in the unit of the scale.
    pub(super) values: Vec<f64>,
    pub(super) report: Report,
}

impl Estimate {
    pub(super) fn new(source: &Source, request: &Request) -> Outcome<Self> {
        let length = request.length(source.samples.len())?;
        let scaling = if request.scale == Scale::Spectrum { Scaling::Spectrum } else { Scaling::Density };
        let hop = request.hop.unwrap_or(length.div_ceil(2));
        let segments = (source.samples.len() - length) / hop + 1;
        // Window, frame, bins and scratch of a segment. A median needs the powers of all segments at once.
        let powers = if request.averaging == Averaging::Median { segments as u128 } else { 2 };
        let needed = 8 * (source.samples.len() as u128 + length as u128 * (8 + powers));
        input::within(request.memory, needed, "the analysis")?;
        let builder = Welch::<f64>::builder(length).rate(source.rate).window(request.window).hop(hop).scaling(scaling);
        let welch = builder.averaging(request.averaging).detrend(request.detrend).build()?;
        let mut values = welch.estimate(&source.samples)?;
        if request.scale == Scale::Decibels {
            values.iter_mut().for_each(|power| *power = 10.0 * power.log10());
        }
        let report = source.report(request, length, hop, segments).with("unit", unit(request.scale, source.unit));
        Ok(Estimate { welch, hop, segments, values, report })
    }
}

/// Returns the table as text or npy, and its report.
pub(super) fn make(source: &Source, request: &Request) -> Outcome<(Vec<u8>, Report)> {
    let Estimate { welch, hop, segments, values, report } = Estimate::new(source, request)?;
    let length = welch.segment_len();
    let unit = unit(request.scale, source.unit);
    let rows = || values.iter().enumerate().map(|(bin, &value)| [welch.frequency(bin), value]);
    if request.npy {
        let mut bytes = npy::header_of_shape(NpyType::Real { float: 8 }, &[values.len(), 2]);
        rows().flatten().for_each(|x| bytes.extend(x.to_le_bytes()));
        return Ok((bytes, report));
    }
    let kind = match request.scale {
        Scale::Spectrum => "power spectrum",
        _ => "power spectral density",
    };
    let scale = if source.unit == "FS" { "FS is full scale" } else { "U is the unit of the samples" };
    let removed = if request.detrend == Detrend::Mean { "mean removed" } else { "nothing removed" };
    let average = if request.averaging == Averaging::Mean { "mean" } else { "median" };
    let plural = if segments == 1 { "" } else { "s" };
    let mut text = format!(
        "# {kind}, one-sided, in {unit}; {scale}\n\
         # {} Hz, channel {} of {}, {} samples; {average} of {segments} segment{plural} of {length}, hop {hop}, {removed}\n\
         # {} window, noise bandwidth {} Hz\n\
         # frequency/Hz value/({unit})\n",
        number(source.rate),
        request.channel,
        source.channels,
        source.samples.len(),
        request.window,
        number(welch.gains().noise_bandwidth_hz(source.rate)),
    );
    for [frequency, value] in rows() {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{} {}", number(frequency), number(value));
    }
    Ok((text.into_bytes(), report))
}

/// Returns the unit of the values.
pub(super) fn unit(scale: Scale, of: &str) -> String {
    match scale {
        Scale::Density => format!("{of}^2/Hz"),
        Scale::Spectrum => format!("{of}^2"),
        Scale::Decibels => format!("dB re 1 {of}^2/Hz"),
    }
}

/// Returns the shortest digits that read back as the same number.
fn number(x: f64) -> String {
    let text = format!("{x:?}");
    match text.as_str() {
        "NaN" => "nan".into(),
        text => text.strip_suffix(".0").unwrap_or(text).into(),
    }
}
