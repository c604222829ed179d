//! Errors of complex transforms, the cost of a build, and the variants of this crate side by side.

use super::parts::{Documented, Plot, paths};
use crate::{
    Result,
    figure::{curves, figure, time_panel},
};
use ringfft_charts::{Bar, Bars};
use ringfft_records::{AMD, INTEL, OURS, Records};

/// Builds the figure of rounding errors.
///
/// # Errors
/// Returns an error if a record is absent.
pub fn accuracy(records: &Records) -> Result<Documented> {
    let found = records.open(AMD, "2026-11-22-accuracy.csv")?;
    let other = records.open(INTEL, "2026-11-22-accuracy.csv")?;
    let mut panels = Vec::new();
    for (kind, unit) in [("f64", -53), ("f32", -24)] {
        let mut rows = found.record.select(&[("type", kind)]);
        rows.retain(|row| row.key("n").starts_with("2^"));
        let size = f64::from(unit).exp2();
        let series = curves(&rows, "n", |_, _, error| Ok((error > 0.0).then_some(error / size)))?;
        panels.push(time_panel(
            &format!("{kind}, unit 2^{unit}"),
            "lg of the length",
            "relative L2 error in units",
            series,
        ));
    }
    let title = "Errors of complex transforms, powers of two, means of 20 random inputs";
    let figure = figure(title, found.state(), None, 2, panels);
    Ok(Documented {
        name: "accuracy",
        alternative: "Relative error of complex transforms of ringfft, FFTW, RustFFT and MKL over the length"
            .to_owned(),
        plot: Plot::Curves(figure),
        data: paths(&[&found, &other]),
        comparisons: Vec::new(),
    })
}

fn bar(name: &str, value: f64, strong: bool) -> Bar {
    Bar { name: name.to_owned(), value, strong }
}

/// Builds the figure of the cost of a build.
///
/// # Errors
/// Returns an error if the record is absent.
pub fn build(records: &Records) -> Result<Documented> {
    let found = records.open(AMD, "2026-11-25-build-cost.csv")?;
    let mut bars = Vec::new();
    for row in found.record.select(&[]) {
        bars.extend(row.figures.iter().map(|(name, value)| bar(name, *value, name.starts_with(OURS))));
    }
    bars.sort_by(|a, b| b.value.total_cmp(&a.value));
    let bars = Bars {
        title: "Cost of a release build from nothing, with all dependencies".to_owned(),
        note: found.state(),
        unit: "CPU s".to_owned(),
        bars,
    };
    Ok(Documented {
        name: "build-cost",
        alternative: "Processor seconds of a release build: ringfft with its default features takes several times as long as other libraries".to_owned(),
        plot: Plot::Bars(bars),
        data: paths(&[&found]),
        comparisons: Vec::new(),
    })
}

/// Builds the figure of the textbook's variants over one ring.
///
/// # Errors
/// Returns an error if the record is absent.
pub fn variants(records: &Records, ring: &'static str) -> Result<Documented> {
    let found = records.open(AMD, "2026-11-21-variants.csv")?;
    let mut bars = Vec::new();
    for row in found.record.select(&[("ring", ring)]) {
        bars.extend(row.figures.iter().map(|(name, value)| bar(name, *value, name == "stockham")));
    }
    bars.sort_by(|a, b| a.value.total_cmp(&b.value));
    let (name, elements) = match ring {
        "c64" => ("variants-c64", "complex numbers"),
        _ => ("variants-goldilocks", "Goldilocks"),
    };
    let bars = Bars {
        title: format!("Textbook variants over {elements}, 2^12 values, time over Stockham's"),
        note: found.state(),
        unit: "times".to_owned(),
        bars,
    };
    Ok(Documented {
        name,
        alternative: format!("Time of the variants of this crate over the time of Stockham's transform, {elements}"),
        plot: Plot::Bars(bars),
        data: paths(&[&found]),
        comparisons: Vec::new(),
    })
}
