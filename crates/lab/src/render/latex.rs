//! A report as a table for LaTeX.

use crate::{
    report::Report,
    summary::{Summary, digits, time},
};
use std::fmt::Write as _;

/// Returns the report as LaTeX.
pub(super) fn latex(report: &Report) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for (name, value) in super::text::head(report) {
        let _ = writeln!(text, "% {name}: {}", value.replace('\n', " "));
    }
    text.push_str("% needs \\usepackage{booktabs,longtable}\n\\begin{longtable}{lllrrrr}\n\\toprule\n");
    text.push_str("ring & $n$ & variant & median & ns/$(n \\log_2 n)$ & rate & ratio \\\\\n\\midrule\n\\endhead\n");
    for row in &report.rows {
        let s = Summary::new(report, row);
        let rate = match (s.gflops, s.multiplications) {
            (Some(gflops), _) => format!("{} GFlop/s", digits(gflops)),
            (_, Some(rate)) => format!("{} M/s", digits(rate)),
            _ => String::new(),
        };
        let ratio = s.ratio.map_or_else(String::new, |(ratio, interval)| {
            format!("{} [{}, {}]", digits(ratio), digits(interval.low), digits(interval.high))
        });
        let _ = writeln!(
            text,
            "{} & {} & {} & {} & {} & {} & {} \\\\",
            escaped(&row.task.ring),
            size(&row.task.size()),
            escaped(&report.label(row)),
            time(s.median).replace('\u{b5}', "\\textmu "),
            digits(s.unit),
            rate,
            ratio
        );
    }
    text.push_str("\\bottomrule\n\\end{longtable}\n");
    text
}

/// Returns a size with its powers as formulas.
fn size(text: &str) -> String {
    let part = |part: &str| match part.split_once('^') {
        Some((base, exponent)) => format!("${base}^{{{exponent}}}$"),
        None => part.to_string(),
    };
    text.split(' ')
        .map(|word| match word {
            "x" => "$\\times$".to_string(),
            word => word.split('x').map(part).collect::<Vec<_>>().join("$\\times$"),
        })
        .collect::<Vec<_>>()
        .join(" ")
}

fn escaped(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\\' => "\\textbackslash{}".to_string(),
            '^' => "\\textasciicircum{}".to_string(),
            '~' => "\\textasciitilde{}".to_string(),
            '_' | '&' | '%' | '#' | '$' | '{' | '}' => format!("\\{c}"),
            c => c.to_string(),
        })
        .collect()
}
