//! A report as one page: charts, tables and the facts of the run, without scripts or other files.

use super::{
    figures::figures,
    text::{ERRORS, checked, error, head, partial_line, rate},
};
use crate::{
    error::Result,
    report::{Report, Row},
    settings::bytes,
    summary::{Summary, digits, time},
};
use ringfft_charts::{Figure, escaped, sheet};
use std::fmt::Write as _;

/// The widths of charts in pixels: on screens and on phones.
const WIDTHS: [(u32, &str); 2] = [(860, "wide"), (360, "narrow")];

const STYLE: &str = include_str!("page.css");

/// Returns the report as HTML.
pub(super) fn html(report: &Report) -> Result<String> {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{0}</title>\n<style>\n{STYLE}{1}\n</style>\n</head>\n<body>\n<main>\n<h1>{0}</h1>\n",
        escaped(&report.title),
        sheet()
    );
    if let Some(line) = partial_line(report) {
        let _ = writeln!(page, "<p class=\"partial\" role=\"alert\">This report is partial: {}.</p>", escaped(&line));
    }
    page.push_str("<dl>\n");
    for (name, value) in head(report).into_iter().filter(|(name, _)| *name != "partial" && *name != "comparison") {
        let _ = writeln!(page, "<div><dt>{name}</dt><dd>{}</dd></div>", escaped(&value));
    }
    page.push_str("</dl>\n");
    let rings = report.rings();
    if rings.len() > 1 {
        let links = rings.iter().enumerate().map(|(i, ring)| format!("<a href=\"#ring-{i}\">{}</a>", escaped(ring)));
        let _ = writeln!(page, "<nav>{}</nav>", links.collect::<Vec<_>>().join(" "));
    }
    for (i, ring) in rings.iter().enumerate() {
        let _ = writeln!(page, "<section id=\"ring-{i}\">\n<h2>{}</h2>", escaped(ring));
        for chart in figures(report, ring) {
            for (width, class) in WIDTHS {
                let svg = Figure { width, ..chart.clone() }.svg_for_page()?;
                let _ = writeln!(page, "<figure class=\"{class}\">{svg}</figure>");
            }
        }
        table(&mut page, report, ring);
        page.push_str("</section>\n");
    }
    if !report.notes.is_empty() {
        page.push_str("<section>\n<h2>Missing rows</h2>\n<ul>\n");
        for note in &report.notes {
            let _ = writeln!(page, "<li>{}</li>", escaped(note));
        }
        page.push_str("</ul>\n</section>\n");
    }
    page.push_str(GLOSSARY);
    for (name, meaning) in ERRORS {
        let _ = writeln!(page, "<li><b>{name}</b>: {meaning}.</li>");
    }
    page.push_str("</ul>\n</section>\n</main>\n</body>\n</html>\n");
    Ok(page)
}

/// The meaning of the columns, except those of errors.
const GLOSSARY: &str = "<section>\n<h2>Columns</h2>\n<ul>\n\
<li><b>median</b>: of the samples, with the interval of 95 % by the bootstrap; <b>least</b>: the fastest sample.</li>\n\
<li><b>ns / (n lg n)</b>: the median over n log2 n, so that lengths can be compared; lower is better.</li>\n\
<li><b>rate</b>: by convention 5 n log2 n operations for complex numbers, (n/2) log2 n multiplications for other rings, whatever is \
computed in fact.</li>\n\
<li><b>ratio</b>: the time over that of the baseline in the same rounds, with its interval; above 1 is slower.</li>\n\
<li><b>of arithmetic</b>: the share of the measured limit, multiply-adds for complex numbers and products of 64-bit words for \
others; vectors of smaller products exceed 100 %. <b>of copy</b>: the time of one copy of the elements over the median.</li>\n\
<li><b>plan</b>: the time to make tables; <b>tables</b>, <b>scratch</b>: their bytes.</li>\n\
<li>Over <b>z</b> and <b>z/square</b>, products and squares of integers, a length is the number of bits of a factor.</li>\n";

/// Writes the rows of a ring.
fn table(page: &mut String, report: &Report, ring: &str) {
    let titles = [
        "length",
        "variant",
        "median",
        "95 %",
        "least",
        "ns / (n lg n)",
        "rate",
        "ratio",
        "of arithmetic",
        "of copy",
        "plan",
        "tables",
        "scratch",
        "error",
        "checked",
        "operations",
        "recipe",
    ];
    page.push_str("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    for title in titles {
        let _ = write!(page, "<th scope=\"col\">{title}</th>");
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    let rows: Vec<&Row> = report.rows.iter().filter(|row| row.task.ring == ring).collect();
    let mut last = None;
    for row in rows {
        let s = Summary::new(report, row);
        let first = last != Some(&row.task);
        last = Some(&row.task);
        let fastest = report
            .rows
            .iter()
            .filter(|other| other.task == row.task)
            .all(|other| crate::statistics::median(&other.samples) >= s.median);
        let class = match (first, fastest) {
            (true, true) => " class=\"first fastest\"",
            (true, false) => " class=\"first\"",
            (false, true) => " class=\"fastest\"",
            (false, false) => "",
        };
        let ratio = s.ratio.map_or_else(String::new, |(ratio, interval)| {
            let loss = if interval.low > 1.0 {
                "loss"
            } else if interval.high < 1.0 {
                "gain"
            } else {
                "even"
            };
            format!(
                "<span class=\"{loss}\">{}</span> <small>[{}, {}]</small>",
                digits(ratio),
                digits(interval.low),
                digits(interval.high)
            )
        });
        let operations = row.operations.map_or_else(String::new, |operations| match row.complex {
            true => format!("{} real", operations.real),
            false => format!("{} +, {} \u{d7}", operations.additions, operations.products),
        });
        let cells = [
            time(s.median),
            format!("<small>{} .. {}</small>", time(s.interval.low), time(s.interval.high)),
            time(s.minimum),
            digits(s.unit),
            rate(&s),
            ratio,
            s.of_arithmetic.map_or_else(|| "-".into(), |share| format!("{:.0} %", 100.0 * share)),
            format!("{:.0} %", 100.0 * s.of_copy),
            time(row.plan_seconds * 1e9),
            row.table_bytes.map_or_else(|| "-".into(), |count| bytes(count.into())),
            bytes(row.scratch_bytes.into()),
            error(row.error),
            checked(row),
            operations,
        ];
        let length = escaped(&row.task.size());
        let _ = write!(page, "<tr{class}><td>{length}</td><th scope=\"row\">{}</th>", escaped(&report.label(row)));
        for cell in cells {
            let _ = write!(page, "<td>{cell}</td>");
        }
        let _ = writeln!(page, "<td class=\"recipe\"><code>{}</code></td></tr>", escaped(&row.recipe));
    }
    page.push_str("</tbody>\n</table></div>\n");
}
