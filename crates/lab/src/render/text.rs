//! A report as a table for a terminal.

use crate::{
    report::{Report, Row},
    settings::bytes,
    summary::{Summary, digits, time},
};
use std::fmt::Write as _;

/// The meaning of the columns of errors.
pub(super) const ERRORS: [(&str, &str); 2] = [
    (
        "error",
        "relative, in the Euclidean norm; of the values against the definition, in longer precision for floats; if no values were \
         compared, of the round trip; exact where all that was compared is equal",
    ),
    (
        "checked",
        "the values of one call that were compared with the definition; a round trip compares all of the input with its forward and \
         inverse transforms",
    ),
];

/// Returns the facts at the head of a report, by name.
pub(super) fn head(report: &Report) -> Vec<(&'static str, String)> {
    let limits = &report.limits;
    let mut head = vec![("comparison", report.title.clone())];
    if let Some(line) = partial_line(report) {
        head.push(("partial", line));
    }
    if let Some(source) = &report.preset {
        head.push(("preset", source.name.clone()));
        head.push(("source", source.source.clone()));
        head.push(("axes", source.axes.clone()));
        head.push(("differences", source.differences.clone()));
    }
    let machine = &report.machine;
    head.push(("version", format!("ringfft {}", report.version)));
    head.push(("processor", format!("{}, {} cores, {}", machine.processor, machine.cores, machine.system)));
    head.push(("instruction sets", machine.instruction_sets.join(", ")));
    head.push((
        "limits of one core",
        format!(
            "{} GHz, {} GFlop/s of multiply-adds, {} G products of 64 bits/s, copies {} GB/s",
            digits(limits.clock_ghz),
            digits(limits.fma_gflops),
            digits(limits.multiplies_per_ns),
            digits(limits.copy_bytes_per_ns)
        ),
    ));
    if !report.checks.is_empty() {
        head.push(("checks", report.checks.clone()));
    }
    head.push(("run", format!("seed {}, {} rounds, baseline {}", report.seed, report.rounds, report.baseline)));
    head
}

/// Returns the line that marks a report as partial.
pub(super) fn partial_line(report: &Report) -> Option<String> {
    let partial = report.partial?;
    Some(format!("interrupted: {} of {} samples were taken", partial.taken, partial.planned))
}

/// Returns the report as a table, with the notes below.
pub(super) fn text(report: &Report) -> String {
    let titles = [
        "ring",
        "length",
        "variant",
        "median",
        "95 %",
        "least",
        "ns/(n lg n)",
        "rate",
        "ratio",
        "plan",
        "memory",
        "error",
        "checked",
    ];
    let mut table: Vec<[String; 13]> = vec![titles.map(String::from)];
    for row in &report.rows {
        let s = Summary::new(report, row);
        table.push([
            row.task.ring.clone(),
            row.task.size(),
            report.label(row),
            time(s.median),
            format!("{} .. {}", time(s.interval.low), time(s.interval.high)),
            time(s.minimum),
            digits(s.unit),
            rate(&s),
            s.ratio.map_or_else(String::new, |(ratio, _)| digits(ratio)),
            time(row.plan_seconds * 1e9),
            row.table_bytes
                .map_or_else(|| "-".into(), |tables| bytes(u128::from(tables) + u128::from(row.scratch_bytes))),
            error(row.error),
            checked(row),
        ]);
    }
    let widths: Vec<usize> =
        (0..13).map(|column| table.iter().map(|row| row[column].chars().count()).max().unwrap_or(0)).collect();
    let mut text = String::new();
    // Writing to a string cannot fail.
    for (name, value) in head(report) {
        let _ = writeln!(text, "{name}: {value}");
    }
    text.push('\n');
    for row in &table {
        let mut line = String::new();
        for (column, (cell, width)) in row.iter().zip(&widths).enumerate() {
            let gap = " ".repeat(width - cell.chars().count());
            let cell = if column < 3 { format!("{cell}{gap}  ") } else { format!("{gap}{cell}  ") };
            line.push_str(&cell);
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
    for (name, meaning) in ERRORS {
        let _ = writeln!(text, "{name}: {meaning}");
    }
    if !report.notes.is_empty() {
        text.push('\n');
    }
    for note in &report.notes {
        let _ = writeln!(text, "{note}");
    }
    text
}

/// Returns the rate of a row with its unit.
pub(super) fn rate(summary: &Summary) -> String {
    match (summary.gflops, summary.multiplications) {
        (Some(gflops), _) => format!("{} GFlop/s", digits(gflops)),
        (_, Some(rate)) => format!("{} M/s", digits(rate)),
        _ => String::new(),
    }
}

/// Returns the comparisons behind the error of a row.
pub(super) fn checked(row: &Row) -> String {
    let Some(check) = row.check else { return "-".into() };
    let points = row.task.points();
    let values = match check.values {
        0 => None,
        values if values == points => Some("all".to_string()),
        values => Some(format!("{values} of {points}")),
    };
    let round_trip = (check.round_trip > 0).then(|| "round trip".to_string());
    values.into_iter().chain(round_trip).collect::<Vec<_>>().join(", ")
}

/// Returns an error as text; `0` for an exact result.
pub(super) fn error(error: Option<f64>) -> String {
    match error {
        None => "-".into(),
        Some(0.0) => "exact".into(),
        Some(error) => format!("{error:.1e}"),
    }
}
