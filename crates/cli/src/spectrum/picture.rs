//! The spectrogram: powers by time and frequency, in decibels.

use super::{
    axis::Axis,
    chart::{self, Chart, HEIGHT, WIDTH},
    request::{Request, Scale},
    source::Source,
    table::unit,
};
use crate::{failure::Outcome, image::picture::ENCODED, input, report::Report};
use ringfft_signal::{Framing, Scaling, Stft};

/// Returns the picture as PNG, and its report.
pub(super) fn draw(source: &Source, request: &Request) -> Outcome<(Vec<u8>, Report)> {
    let length = request.length(source.samples.len())?;
    let samples = &source.samples;
    // Not more frames than columns, apart from overlap.
    let hop = request.hop.unwrap_or((length / 4).clamp(1, (samples.len() / WIDTH).max(1)));
    let needed =
        8 * (samples.len() as u128 + length as u128 * 10 + (WIDTH * HEIGHT) as u128 * 2) + chart::BYTES * (1 + ENCODED);
    input::within(request.memory, needed, "the picture")?;
    let scaling = if request.scale == Scale::Spectrum { Scaling::Spectrum } else { Scaling::Density };
    let builder = Stft::<f64>::builder(length).rate(source.rate).window(request.window).hop(hop).scaling(scaling);
    let stft = builder.framing(Framing::Inside).build()?;
    let frames = stft.frames(samples.len()).unwrap_or(0).max(1);
    let frequency = Axis::frequency(source.rate, length, request.log);
    let powers = powers(&stft, samples, frames, &frequency)?;

    let most = powers.iter().copied().filter(|power| power.is_finite()).fold(0.0, f64::max);
    // A level of silence is not finite: the picture is black below 0 dB.
    let top = if most > 0.0 { 10.0 * most.log10() } else { 0.0 };
    let half = hop as f64 / 2.0 / source.rate;
    let scale = if scaling == Scaling::Spectrum { Scale::Spectrum } else { Scale::Density };
    let chart = Chart {
        title: &request.name,
        note: &format!("{} window, {length} samples, hop {hop}, channel {}", request.window, request.channel),
        time: Axis::linear(stft.time(0) - half, stft.time(frames - 1) + half),
        frequency,
        level: Axis::linear(top - request.range, top),
        unit: &unit(scale, source.unit),
    };
    let levels =
        powers.iter().map(|power| (10.0 * power.log10() - chart.level.from) / request.range).collect::<Vec<_>>();
    let report = source.report(request, length, hop, frames).with("unit", format!("dB re 1 {}", chart.unit));
    Ok((chart::png(&chart, &levels)?, report.with("top", top).with("range", request.range)))
}

/// Computes the power of every pixel, row by row from the highest frequency. It is the mean over the frames of a column
/// of the greatest power in a row. With fewer frames or bins than pixels, it is that of the nearest.
fn powers(stft: &Stft<f64>, samples: &[f64], frames: usize, axis: &Axis) -> Outcome<Vec<f64>> {
    let bins = stft.bins();
    // Row `r` shows the frequencies from `r` to `r + 1` of HEIGHT; bin `k` is in the middle of its own width.
    let spread = |edge: usize| {
        let halves = 2 * (bins - 1).max(1);
        match axis.log {
            true => (axis.place(axis.to * edge as f64 / halves as f64).max(0.0) * HEIGHT as f64) as usize,
            false => edge * HEIGHT / halves,
        }
        .min(HEIGHT)
    };
    // Frequency 0 has no place on a logarithmic axis.
    let first_bin = usize::from(axis.log && bins > 1);
    let mut sums = vec![0.0; WIDTH * HEIGHT];
    let mut counts = vec![0u32; WIDTH];
    let mut row = vec![0.0f64; HEIGHT];
    stft.for_each(samples, |t, frame| {
        row.fill(0.0);
        for (k, &value) in frame.iter().enumerate().skip(first_bin) {
            let (low, high) = (spread((2 * k).saturating_sub(1)), spread(2 * k + 1));
            let power = stft.power(k, value);
            for level in &mut row[low.min(HEIGHT - 1)..high.max(low + 1).min(HEIGHT)] {
                *level = if power > *level || power.is_nan() { power } else { *level };
            }
        }
        let first = t * WIDTH / frames;
        let last = ((t + 1) * WIDTH / frames).max(first + 1);
        for column in first..last.min(WIDTH) {
            counts[column] += 1;
            for (r, level) in row.iter().enumerate() {
                sums[(HEIGHT - 1 - r) * WIDTH + column] += level;
            }
        }
    })?;
    for line in sums.chunks_exact_mut(WIDTH) {
        line.iter_mut().zip(&counts).for_each(|(sum, &count)| *sum /= f64::from(count.max(1)));
    }
    Ok(sums)
}
