//! Complex and real transforms.

use super::parts::{Beside, Comparison, Documented, beside, fastest, paths, ratios};
use crate::{
    Result,
    figure::{self, ratio_panel},
};
use ringfft_charts::Dash;
use ringfft_records::{AMD, Found, INTEL, Records, Row, ZEN3};

const LENGTH: &str = "lg of the length";
/// The last record of the first machine.
const AMD_FILE: &str = "2026-11-30-short-odd.csv";
const INTEL_FILE: &str = "2026-11-29-pairs.csv";

/// The record that is compared and not drawn: AVX2 alone.
const ZEN3_FILE: &str = "2026-11-30-rows.csv";

/// The number of machines that are drawn.
const DRAWN: usize = 2;

/// Returns the records of the machines that are drawn, then that of another.
fn all(records: &Records) -> Result<[Found; 3]> {
    Ok([records.open(AMD, AMD_FILE)?, records.open(INTEL, INTEL_FILE)?, records.open(ZEN3, ZEN3_FILE)?])
}

fn rows<'r>(found: &'r Found, row: &str) -> Vec<&'r Row> {
    let mut rows = found.record.select(&[("row", row), ("threads", "1")]);
    rows.retain(|row| !row.key("n").contains('x'));
    rows
}

fn power_of_two(row: &Row) -> bool {
    row.key("n").starts_with("2^")
}

/// Builds the figure of complex transforms.
///
/// # Errors
/// Returns an error if a record is absent or lacks a column.
pub fn complex(records: &Records) -> Result<Documented> {
    const PEERS: [&str; 5] = ["FFTW", "MKL", "RustFFT", "zaft", "the fastest of its peers"];
    let found = all(records)?;
    let mut panels = Vec::new();
    let mut comparisons = Vec::new();
    for kind in ["f64", "f32"] {
        for found in &found[..DRAWN] {
            let mut rows = rows(found, &format!("complex-{kind}"));
            rows.retain(|row| power_of_two(row));
            let mut series = figure::ratios(&rows, "n")?;
            series.retain(|series| PEERS.contains(&series.name.as_str()));
            panels.push(ratio_panel(&format!("{kind}, {}", found.machine()), LENGTH, series));
        }
    }
    for found in &found {
        let both = ["f64", "f32"].map(|kind| {
            let rows = rows(found, &format!("complex-{kind}"));
            rows.into_iter().filter_map(|row| beside(row, kind, "n")).collect::<Vec<Beside>>()
        });
        let rows = both.into_iter().flatten().collect();
        comparisons.push(Comparison { machine: found.machine(), task: "complex transforms, any length", rows });
    }
    let (drawn, found) = ([&found[0], &found[1]], [&found[0], &found[1], &found[2]]);
    Ok(Documented {
        name: "complex",
        alternative:
            "Time of FFTW, MKL, RustFFT and zaft over the time of ringfft, complex transforms of 2 to 2^24 values"
                .to_owned(),
        plot: ratios("Complex transforms, powers of two, one thread", &drawn, 2, panels),
        data: paths(&found),
        comparisons,
    })
}

/// Builds the figure of real transforms.
///
/// # Errors
/// Returns an error if a record is absent or lacks a column.
pub fn real(records: &Records) -> Result<Documented> {
    const KINDS: [(&str, usize, Dash); 4] = [
        ("r2c-f64", 1, Dash::Whole),
        ("c2r-f64", 1, Dash::Long),
        ("r2c-f32", 2, Dash::Whole),
        ("c2r-f32", 2, Dash::Long),
    ];
    let found = all(records)?;
    let mut panels = Vec::new();
    let mut comparisons = Vec::new();
    for (i, found) in found.iter().enumerate() {
        let mut series = Vec::new();
        let mut all = Vec::new();
        for (kind, colour, dash) in KINDS {
            let mut rows = rows(found, kind);
            all.extend(rows.iter().filter_map(|row| beside(row, kind, "n")));
            rows.retain(|row| power_of_two(row));
            series.push(fastest(&rows, "n", &kind.replace('-', " "), (colour, dash))?);
        }
        let mut panel = ratio_panel(&found.machine(), LENGTH, series);
        panel.quantity = "time of the fastest peer / ringfft".to_owned();
        if i < DRAWN {
            panels.push(panel);
        }
        comparisons.push(Comparison { machine: found.machine(), task: "real transforms and back", rows: all });
    }
    let (drawn, found) = ([&found[0], &found[1]], [&found[0], &found[1], &found[2]]);
    Ok(Documented {
        name: "real",
        alternative: "Time of the fastest of FFTW, MKL, realfft, zaft and PhastFT over the time of ringfft, real transforms and back".to_owned(),
        plot: ratios("Real transforms and back, powers of two, one thread", &drawn, 2, panels),
        data: paths(&found),
        comparisons,
    })
}
