//! The spectrum of every segment, as an array.

use super::{
    request::{Request, Scale},
    source::Source,
    table::unit,
};
use crate::{
    failure::{Failure, Outcome},
    input, npy,
    report::Report,
    values::NpyType,
};
use ringfft_signal::{Framing, Scaling, Stft};

/// Returns an array of NumPy with a row for each segment and a column for each frequency, and its report.
pub(super) fn make(source: &Source, request: &Request) -> Outcome<(Vec<u8>, Report)> {
    let (samples, length) = (&source.samples, request.length(source.samples.len())?);
    let hop = request.hop.unwrap_or(length.div_ceil(2));
    let scaling = if request.scale == Scale::Spectrum { Scaling::Spectrum } else { Scaling::Density };
    let frames = (samples.len() - length) / hop + 1;
    let bins = length / 2 + 1;
    let array = 8 * frames as u128 * bins as u128;
    let needed = 8 * (samples.len() as u128 + length as u128 * 10) + array;
    input::within(request.memory, needed, "the array")?;
    let builder = Stft::<f64>::builder(length).rate(source.rate).window(request.window).hop(hop).scaling(scaling);
    let stft = builder.framing(Framing::Inside).build()?;
    let mut bytes = npy::header_of_shape(NpyType::Real { float: 8 }, &[frames, bins]);
    let room = usize::try_from(array).ok().filter(|&len| bytes.try_reserve_exact(len).is_ok());
    room.ok_or_else(|| {
        Failure::Resource(format!("no memory for {frames} segments of {bins} values: take a shorter input"))
    })?;
    stft.for_each(samples, |_, frame| {
        for (k, &value) in frame.iter().enumerate() {
            let power = stft.power(k, value);
            let value = if request.scale == Scale::Decibels { 10.0 * power.log10() } else { power };
            bytes.extend(value.to_le_bytes());
        }
    })?;
    let report = source.report(request, length, hop, frames).with("bins", bins);
    Ok((bytes, report.with("unit", unit(request.scale, source.unit))))
}
