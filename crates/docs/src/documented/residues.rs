//! Number-theoretic transforms.

use super::parts::{Beside, Comparison, Documented, beside, fastest, paths, ratios};
use crate::{
    Result,
    figure::{curve, ratio_panel},
};
use ringfft_charts::{Dash, Look, Point, Series};
use ringfft_records::{AMD, Found, INTEL, Records, Row, ZEN3};

const LENGTH: &str = "lg of the length";
const Y: &str = "time of the fastest peer / ringfft";

/// Returns the rows of single transforms, of the first run, beside builds of the peer with flags if it has both.
fn rows<'r>(found: &'r Found, row: &str) -> Vec<&'r Row> {
    let mut rows = found.record.select(&[("row", row), ("columns", "1")]);
    rows.retain(|row| matches!(row.key("run"), "" | "1"));
    rows
}

/// Builds the figure of residues of one word.
///
/// # Errors
/// Returns an error if a record is absent or lacks a column.
pub fn words(records: &Records) -> Result<Documented> {
    const FIELDS: [(&str, &str, usize, Dash); 7] = [
        ("p30", "30 bits", 3, Dash::Whole),
        ("p31", "31 bits", 3, Dash::Short),
        ("p50", "50 bits", 2, Dash::Whole),
        ("p62", "62 bits", 4, Dash::Whole),
        ("p63", "63 bits", 4, Dash::Short),
        ("goldilocks", "Goldilocks", 1, Dash::Whole),
        ("babybear", "BabyBear", 5, Dash::Whole),
    ];
    let found = [records.open(AMD, "2026-11-22-ntt-native.csv")?, records.open(INTEL, "2026-11-22-ntt.csv")?];
    let mut panels = Vec::new();
    let mut comparisons = Vec::new();
    for found in &found {
        let mut series = Vec::new();
        let mut all: Vec<Beside> = Vec::new();
        for (row, name, colour, dash) in FIELDS {
            let rows = rows(found, row);
            all.extend(rows.iter().filter_map(|row| beside(row, name, "n")));
            series.push(fastest(&rows, "n", name, (colour, dash))?);
        }
        let mut panel = ratio_panel(&found.machine(), LENGTH, series);
        panel.quantity = Y.to_owned();
        panels.push(panel);
        comparisons.push(Comparison { machine: found.machine(), task: "residues of one word", rows: all });
    }
    let found = [&found[0], &found[1]];
    Ok(Documented {
        name: "ntt",
        alternative: "Time of the fastest peer over the time of ringfft, number-theoretic transforms by field: primes of 30 to 63 bits beside tfhe-ntt, Goldilocks and BabyBear beside Plonky3 built for the processor".to_owned(),
        plot: ratios("Number-theoretic transforms by field, one thread; tfhe-ntt, Plonky3 built for the processor", &found, 2, panels),
        data: paths(&found),
        comparisons,
    })
}

/// Builds the figure of fields of 256 bits.
///
/// # Errors
/// Returns an error if a record is absent or lacks a column.
pub fn wide(records: &Records) -> Result<Documented> {
    const FIELDS: [(&str, &str, usize, Dash); 4] = [
        ("bls12-381-fr", "BLS12-381 Fr", 1, Dash::Whole),
        ("bls12-381-fr-ff", "BLS12-381 Fr, type of blstrs", 1, Dash::Long),
        ("bn254-fr", "BN254 Fr", 2, Dash::Whole),
        ("bn254-fr-ff", "BN254 Fr, type of halo2curves", 2, Dash::Long),
    ];
    let found = [
        records.open(AMD, "2026-11-22-ntt-columns-quotients.csv")?,
        records.open(INTEL, "2026-11-22-ntt.csv")?,
        records.open(ZEN3, "2026-11-28-fields.csv")?,
    ];
    let mut panels = Vec::new();
    let mut comparisons = Vec::new();
    for found in &found {
        let mut series = Vec::new();
        let mut all: Vec<Beside> = Vec::new();
        for (name, label, colour, dash) in FIELDS {
            let mut rows = rows(found, name);
            let mut curve = fastest(&rows, "n", label, (colour, dash))?;
            if rows.is_empty() {
                // On the first machine this field is a further contestant, of the other crate's type.
                rows = self::rows(found, &format!("{name}-ff"));
                curve = own(&rows, label, (colour, dash))?;
                for row in &rows {
                    let ratio = own_ratio(row);
                    all.extend(ratio.and_then(|ratio| Some(Beside { ratio, ..beside(row, label, "n")? })));
                }
            } else {
                all.extend(rows.iter().filter_map(|row| beside(row, label, "n")));
            }
            series.push(curve);
        }
        let mut panel = ratio_panel(&found.machine(), LENGTH, series);
        panel.quantity = Y.to_owned();
        panels.push(panel);
        comparisons.push(Comparison { machine: found.machine(), task: "fields of 256 bits", rows: all });
    }
    let found = [&found[0], &found[1], &found[2]];
    Ok(Documented {
        name: "wide",
        alternative: "Time of the fastest of blstrs, halo2curves and ark-poly over the time of ringfft, scalar fields of BLS12-381 and BN254".to_owned(),
        plot: ratios("Fields of 256 bits, one thread; best_fft of halo2curves over blstrs and halo2curves, ark-poly", &found, 3, panels),
        data: paths(&found),
        comparisons,
    })
}

fn own_ratio(row: &Row) -> Option<f64> {
    let own = row.figures.get("ringfft own field")?;
    let (peer, _) = row.fastest(|_| true)?;
    Some(row.figures.get(peer)? / own)
}

fn own(rows: &[&Row], name: &str, (colour, dash): (usize, Dash)) -> Result<Series> {
    let mut points = Vec::new();
    for row in rows {
        if let Some(ratio) = own_ratio(row) {
            points.push(Point::exact(row.number("n")?.log2(), ratio));
        }
    }
    Ok(curve(name, Look::numbered(colour, dash, colour), points))
}
