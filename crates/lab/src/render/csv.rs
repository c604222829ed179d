//! A report as CSV: the head as comments, one row a line.

use super::text::ERRORS;
use crate::{report::Report, summary::Summary};
use std::fmt::Write as _;

/// The columns.
const COLUMNS: &str = "ring,length,batch,variant,isa,threads,order,recipe,samples,calls,min_ns,median_ns,median_low_ns,\
                       median_high_ns,ns_per_n_log2_n,gflops,mega_multiplications_per_s,ratio,ratio_low,ratio_high,plan_seconds,\
                       table_bytes,scratch_bytes,error,values_compared,round_trip_compared,additions,products,real_operations,\
                       share_of_arithmetic,share_of_copy";

/// Returns the report as CSV.
pub(super) fn csv(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for (name, value) in super::text::head(report) {
        let _ = writeln!(text, "# {name}: {value}");
    }
    for (name, meaning) in ERRORS {
        let _ = writeln!(text, "# {name}: {meaning}");
    }
    let _ = writeln!(text, "{COLUMNS}");
    for row in &report.rows {
        let s = Summary::new(report, row);
        let shape: Vec<String> = row.task.shape.iter().map(usize::to_string).collect();
        let optional = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.6e}"));
        let count = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        let ratio = s.ratio.map(|(ratio, interval)| [ratio, interval.low, interval.high]);
        let operations = row.operations;
        let fields = [
            field(&row.task.ring),
            shape.join("x"),
            row.task.batch.to_string(),
            field(&row.variant),
            row.isa.clone(),
            row.threads.to_string(),
            row.order.clone(),
            field(&row.recipe),
            row.samples.len().to_string(),
            row.calls.to_string(),
            format!("{:.3}", s.minimum),
            format!("{:.3}", s.median),
            format!("{:.3}", s.interval.low),
            format!("{:.3}", s.interval.high),
            format!("{:.6}", s.unit),
            optional(s.gflops),
            optional(s.multiplications),
            optional(ratio.map(|ratio| ratio[0])),
            optional(ratio.map(|ratio| ratio[1])),
            optional(ratio.map(|ratio| ratio[2])),
            format!("{:.9}", row.plan_seconds),
            count(row.table_bytes),
            row.scratch_bytes.to_string(),
            optional(row.error),
            count(row.check.map(|check| check.values as u64)),
            count(row.check.map(|check| check.round_trip as u64)),
            count(operations.map(|operations| operations.additions)),
            count(operations.map(|operations| operations.products)),
            count(operations.filter(|_| row.complex).map(|operations| operations.real)),
            s.of_arithmetic.map_or_else(String::new, |share| format!("{share:.6}")),
            format!("{:.6}", s.of_copy),
        ];
        let _ = writeln!(text, "{}", fields.join(","));
    }
    text
}

/// Returns a field, in quotation marks if necessary.
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.into() }
}
