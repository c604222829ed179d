//! Products of integers and of polynomials over GF(2).

use super::parts::{Beside, Comparison, Documented, Plot, beside, paths, ratios};
use crate::{
    Result,
    figure::{self, ratio_panel},
};
use ringfft_charts::Series;
use ringfft_records::{AMD, Found, INTEL, Records, Row, ZEN3};

const BITS: &str = "lg of the bits of a factor";
const PEERS: [&str; 2] = ["gmp", "flint"];

/// The greatest size in bits at which a later measurement of short products replaces the long record, if there is one.
const SHORT: f64 = 1024.0;

/// Builds the figure of integers: a row of panels for each machine that has a record.
///
/// # Errors
/// Returns an error if a record is absent or lacks a column.
pub fn integers(records: &Records) -> Result<Documented> {
    let mut panels = Vec::new();
    let mut comparisons = Vec::new();
    let all = records.everywhere("integers")?;
    let mut data: Vec<Found> = Vec::new();
    for found in all {
        let short = records.newest(&found.folder, "integers-small")?;
        let mut beside: Vec<Beside> = Vec::new();
        for kind in ["product", "square"] {
            let mut rows = found.record.select(&[("kind", kind), ("operands", "random"), ("threads", "1")]);
            if let Some(short) = &short {
                rows.retain(|row| row.number("bits").is_ok_and(|bits| bits > SHORT));
                rows.extend(short.record.select(&[("kind", kind)]));
            }
            let mut series: Vec<Series> = figure::ratios(&rows, "bits")?;
            series.retain(|series| ["GMP", "FLINT"].contains(&series.name.as_str()));
            if !series.is_empty() {
                panels.push(ratio_panel(&format!("{kind}, {}", found.machine()), BITS, series));
                beside.extend(rows.iter().filter_map(|row| short_of(row, kind)));
            }
        }
        comparisons.push(Comparison { machine: found.machine(), task: "integers, products and squares", rows: beside });
        data.push(found);
        data.extend(short);
    }
    let data: Vec<&Found> = data.iter().collect();
    let states: Vec<&Found> = data.iter().copied().filter(|found| found.record.has("operands")).collect();
    let mut plot = ratios("Products of integers of equal length, one thread", &states, 2, panels);
    if let Plot::Curves(figure) = &mut plot {
        figure.note.push_str(" · up to 16 limbs of EPYC: later on that day");
    }
    Ok(Documented {
        name: "integers",
        alternative:
            "Time of GMP and FLINT over the time of ringfft, products and squares of integers of 2^6 to 2^28 bits"
                .to_owned(),
        plot,
        data: paths(&data),
        comparisons,
    })
}

fn short_of(row: &Row, kind: &str) -> Option<Beside> {
    let (peer, ratio) = row.fastest(|name| PEERS.contains(&name))?;
    let bits = row.number("bits").ok()?;
    let exponent = bits.log2();
    let size = if exponent.fract() == 0.0 { format!("2^{exponent}") } else { format!("{bits}") };
    Some(Beside { group: kind.to_owned(), size, peer: peer.to_owned(), ratio })
}

/// Builds the figure of polynomials over GF(2).
///
/// # Errors
/// Returns an error if a record is absent or lacks a column.
pub fn bits(records: &Records) -> Result<Documented> {
    let found = [
        records.open(AMD, "2026-11-21-binary.csv")?,
        records.open(INTEL, "2026-11-22-gf2x.csv")?,
        records.open(ZEN3, "2026-11-28-gf2x.csv")?,
    ];
    let mut panels = Vec::new();
    let mut comparisons = Vec::new();
    for found in &found {
        let rows = found.record.select(&[("ring", "gf2x"), ("threads", "1")]);
        let series = figure::ratios(&rows, "n")?;
        panels.push(ratio_panel(&found.machine(), BITS, series));
        let rows = rows.iter().filter_map(|row| beside(row, "bits", "n")).collect();
        comparisons.push(Comparison { machine: found.machine(), task: "polynomials over GF(2)", rows });
    }
    let found = found.each_ref();
    Ok(Documented {
        name: "gf2x",
        alternative: "Time of gf2x over the time of ringfft, products of polynomials over GF(2) of 2^8 to 2^26 bits"
            .to_owned(),
        plot: ratios("Products of polynomials over GF(2), one thread; gf2x 1.3", &found, 3, panels),
        data: paths(&found),
        comparisons,
    })
}
