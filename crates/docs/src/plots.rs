//! Makes the plots of the rows of one file.

use crate::{
    Result,
    figure::{self, curves, ratio_panel, ratios, renamed, time_panel},
};
use ringfft_charts::{Figure, Panel, Series};
use ringfft_records::{OURS, Record, Row};

const BITS: &str = "lg of the bits of a factor";
const LONGER: &str = "lg of the bits of the longer factor";
const PER_BIT: &str = "ns per bit of both factors";
const LENGTH: &str = "lg of the number of coefficients";

/// A plot and the end of its file's name.
pub struct Plot {
    /// The end of the name.
    pub name: String,
    /// The plot.
    pub figure: Figure,
}

/// Returns every plot that the rows allow.
///
/// # Errors
/// Returns an error if a row lacks a size.
pub fn all(record: &Record) -> Result<Vec<Plot>> {
    let figures = if record.has("limbs_a") {
        integers(record)?
    } else if record.has("ring") {
        polynomials(record)?
    } else if record.has("order") {
        matrices(record)?
    } else {
        return Err("these are no columns of integers, polynomials or matrices".into());
    };
    Ok(figures.into_iter().filter(|plot| !plot.figure.panels.is_empty()).collect())
}

/// Returns the machine, the compiler and the commit.
fn note(record: &Record) -> String {
    let machine = record.note("machine").unwrap_or("unknown machine");
    let mut parts = machine.split(", ");
    let name = parts.next().unwrap_or(machine);
    let detail = parts.next().map_or(String::new(), |family| format!(" ({family})"));
    let rustc = record.head.iter().find(|line| line.starts_with("rustc ")).map_or("", String::as_str);
    let rustc = rustc.split(" (").next().unwrap_or_default();
    let commit = record.note("ringfft").unwrap_or_default();
    let library = |name: &str, key: &str| record.note(key).map(|version| format!("{name} {version}"));
    let mut all = vec![format!("{name}{detail}"), rustc.to_owned(), format!("ringfft {commit}")];
    all.extend([library("GMP", "gmp"), library("FLINT", "flint"), library("NTL", "ntl")].into_iter().flatten());
    all.retain(|part| !part.trim().is_empty());
    all.join(" · ")
}

fn per_bit(row: &Row, _: &str, time: f64) -> Result<Option<f64>> {
    Ok(Some(time / (64.0 * (row.number("limbs_a")? + row.number("limbs_b")?))))
}

fn integers(record: &Record) -> Result<Vec<Plot>> {
    let mut figures = Vec::new();
    let rows = |kind: &str, operands: &str, threads: &str| {
        record.select(&[("kind", kind), ("operands", operands), ("threads", threads)])
    };
    for (kind, title) in [("product", "Product of two integers of equal length"), ("square", "Square of an integer")] {
        let rows = rows(kind, "random", "1");
        if !rows.is_empty() {
            let panels = vec![
                ratio_panel("", BITS, ratios(&rows, "bits")?),
                time_panel("", BITS, PER_BIT, curves(&rows, "bits", per_bit)?),
            ];
            figures.push(figure(record, kind, &format!("{title}, one thread"), 1, panels));
        }
    }
    let (mut upper, mut lower) = (Vec::new(), Vec::new());
    for kind in ["1:10", "1:100"] {
        let rows = rows(kind, "random", "1");
        if !rows.is_empty() {
            upper.push(ratio_panel(kind, LONGER, ratios(&rows, "bits")?));
            lower.push(time_panel("", LONGER, PER_BIT, curves(&rows, "bits", per_bit)?));
        }
    }
    let columns = upper.len();
    figures.push(figure(
        record,
        "unbalanced",
        "Product of a long and a short integer, one thread",
        columns,
        upper.into_iter().chain(lower).collect(),
    ));
    let mut panels = Vec::new();
    for operands in ["ones", "sparse"] {
        for (kind, title) in [("product", "product"), ("square", "square")] {
            let rows = rows(kind, operands, "1");
            if !rows.is_empty() {
                panels.push(ratio_panel(&format!("{title}, {operands}"), BITS, ratios(&rows, "bits")?));
            }
        }
    }
    figures.push(figure(record, "operands", "Integers of all ones, and of ten single bits, one thread", 2, panels));
    let mut panels = Vec::new();
    for kind in ["product", "square"] {
        let rows = rows(kind, "random", "2");
        if !rows.is_empty() {
            panels.extend(threads(kind, BITS, "bits", &rows)?);
        }
    }
    let mut threads = figure(record, "threads", "Products of integers, two threads", 2, panels);
    threads.figure.tint = Some("below 1: a loss".to_owned());
    figures.push(threads);
    Ok(figures)
}

/// Returns the panels of two threads: the peers beside ours, and one thread beside two.
fn threads(title: &str, x: &str, size: &str, rows: &[&Row]) -> Result<[Panel; 2]> {
    let two = curves(rows, size, |row, name, time| {
        let ours = row.figures.get(OURS).filter(|_| name == "flint");
        Ok(ours.map(|ours| time / ours))
    })?;
    let gain = curves(rows, size, |row, name, time| {
        let one = match name {
            OURS => row.figures.get("1 thread"),
            "flint" => row.figures.get("flint 1 thread"),
            _ => None,
        };
        Ok(one.map(|one| one / time))
    })?;
    let mut beside = ratio_panel(&format!("{title}: FLINT beside ringfft"), x, two);
    beside.quantity = "time of FLINT / ringfft".to_owned();
    let mut gained = ratio_panel(&format!("{title}: one thread beside two"), x, gain);
    gained.quantity = "time of one thread / two".to_owned();
    Ok([beside, gained])
}

fn polynomials(record: &Record) -> Result<Vec<Plot>> {
    let mut figures = Vec::new();
    for ring in record.values("ring") {
        let rows = record.select(&[("operation", "product"), ("ring", ring), ("threads", "1")]);
        if !rows.is_empty() {
            let per = |row: &Row, _: &str, time: f64| Ok(Some(time / row.number("length")?));
            let panels = vec![
                ratio_panel("", LENGTH, ratios(&rows, "length")?),
                time_panel("", LENGTH, "ns per coefficient of a factor", curves(&rows, "length", per)?),
            ];
            let title = format!("Product of two polynomials over {}, one thread", spelled(ring));
            figures.push(figure(record, ring, &title, 1, panels));
        }
    }
    if record.has("operation") {
        let mut panels = Vec::new();
        for (operation, title) in [
            ("divide", "2n coefficients by n, with remainder"),
            ("gcd", "greatest common divisor"),
            ("evaluate", "values at n points"),
            ("interpolate", "polynomial through n points"),
        ] {
            let mut series: Vec<Series> = Vec::new();
            for (number, ring) in record.values("ring").into_iter().enumerate() {
                let rows = record.select(&[("operation", operation), ("ring", ring), ("threads", "1")]);
                let rows: Vec<_> = rows.into_iter().filter(|row| row.figures.len() > 1).collect();
                series.extend(renamed(ratios(&rows, "length")?, short(ring), 1 + number));
            }
            if !series.is_empty() {
                panels.push(ratio_panel(title, LENGTH, series));
            }
        }
        figures.push(figure(
            record,
            "operations",
            "Division, divisors and values of polynomials, one thread",
            2,
            panels,
        ));
    }
    Ok(figures)
}

fn matrices(record: &Record) -> Result<Vec<Plot>> {
    let (mut panels, mut lower) = (Vec::new(), Vec::new());
    for order in record.values("order") {
        let rows = record.select(&[("order", order), ("operands", "random"), ("threads", "1")]);
        let title = format!("{order} x {order}");
        let entries = order.parse::<f64>()?.powi(2);
        let per = |row: &Row, _: &str, time: f64| Ok(Some(time / (row.number("bits")? * 2.0 * entries)));
        panels.push(ratio_panel(&title, "lg of the bits of an entry", ratios(&rows, "bits")?));
        let y = "ns per bit of both factors";
        lower.push(time_panel("", "lg of the bits of an entry", y, curves(&rows, "bits", per)?));
    }
    let columns = panels.len();
    panels.extend(lower);
    Ok(vec![figure(record, "product", "Product of two matrices of integers, one thread", columns, panels)])
}

/// Returns a figure of the panels that have points.
fn figure(record: &Record, name: &str, title: &str, columns: usize, panels: Vec<Panel>) -> Plot {
    let panels: Vec<Panel> = panels.into_iter().filter(|panel| !panel.series.is_empty()).collect();
    let columns = columns.clamp(1, panels.len().max(1));
    Plot { name: name.to_owned(), figure: figure::figure(title, note(record), Some(figure::LOSS), columns, panels) }
}

fn spelled(ring: &str) -> &str {
    match ring {
        "p31" => "the integers modulo 2^31 - 1",
        "p60" => "the integers modulo 2^60 - 93",
        "p63" => "the integers modulo 2^63 - 25",
        "bls12-381-fr" => "the scalar field of BLS12-381",
        _ => ring,
    }
}

fn short(ring: &str) -> &str {
    match ring {
        "p31" => "31 bits",
        "p60" => "60 bits",
        "p63" => "63 bits",
        "bls12-381-fr" => "BLS12-381",
        _ => ring,
    }
}

#[cfg(test)]
mod tests {
    use super::all;
    use ringfft_records::Record;
    use std::path::Path;

    fn rows(header: &str, tasks: &[&str]) -> String {
        let line = |task: &&str| {
            ["ringfft", "flint", "1 thread", "flint 1 thread"]
                .map(|name| format!("{task},{name},{}\n", name.len()))
                .concat()
        };
        format!("# machine: cpu <&>, family 1\n{header},contestant,ns\n{}", tasks.iter().map(line).collect::<String>())
    }

    fn names(text: &str) -> Vec<String> {
        let plots = all(&Record::parse(Path::new("a.csv"), text).unwrap()).unwrap();
        for plot in &plots {
            let svg = plot.figure.svg().unwrap();
            assert!(
                svg.contains("FLINT") && svg.contains("&lt;&amp;&gt;") && svg.trim_end().ends_with("</svg>"),
                "{svg}"
            );
            assert!(svg.contains("prefers-color-scheme:dark") && !svg.contains("NaN"), "{svg}");
        }
        plots.into_iter().map(|plot| plot.name).collect()
    }

    #[test]
    fn figures_are_those_of_the_rows() {
        let integers = "kind,operands,threads,bits,limbs_a,limbs_b";
        assert_eq!(names(&rows(integers, &["product,random,1,64,1,1"])), ["product"]);
        let all =
            ["square,random,1,64,1,1", "1:10,random,1,640,10,1", "product,ones,1,64,1,1", "product,random,2,64,1,1"];
        assert_eq!(names(&rows(integers, &all)), ["square", "unbalanced", "operands", "threads"]);
        assert_eq!(names(&rows("ring,threads,length", &["p60,1,256", "p60,1,512"])), ["p60"]);
        let operations = ["product,p63,1,8", "gcd,p63,1,8", "gcd,bls12-381-fr,1,8"];
        assert_eq!(names(&rows("operation,ring,threads,length", &operations)), ["p63", "operations"]);
        assert_eq!(names(&rows("order,operands,threads,bits,limbs", &["16,random,1,64,1"])), ["product"]);
    }

    #[test]
    fn other_columns_are_refused() {
        let error =
            all(&Record::parse(Path::new("a.csv"), "size,contestant,ns\n1,ringfft,2\n").unwrap()).err().unwrap();
        assert!(error.to_string().contains("columns"), "{error}");
    }
}
