//! Writes the table of machines as Markdown and as CSV.

use crate::{Best, Error, Makes, Task};
use std::{collections::BTreeSet, fmt::Write as _, io};

const NOT_MEASURED: &str = "not measured";

impl Makes {
    /// Returns these rows as a table in Markdown, with a column for each machine. Ratios below 1 are bold.
    ///
    /// Below it stand the number of rows below 1 and the median of each machine, of all rows.
    pub fn table(&self, rows: &BTreeSet<&Task>) -> String {
        let mut lines = vec![vec!["row".to_owned()]];
        lines[0].extend(self.machines().map(|(name, _)| shown(name)));
        for task in rows {
            let cells = self.machines().map(|(_, rows)| rows.get(task).map_or(NOT_MEASURED.to_owned(), cell));
            lines.push(std::iter::once(shown(&task.to_string())).chain(cells).collect());
        }
        let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..lines[0].len()).map(width).collect();
        let mut text = String::new();
        for (at, line) in lines.iter().enumerate() {
            let cells: Vec<String> = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}")).collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
            if at == 0 {
                let _ = writeln!(text, "|{}", "---|".repeat(widths.len()));
            }
        }
        text.push('\n');
        for (name, rows) in self.machines() {
            if rows.is_empty() {
                let _ = writeln!(text, "{}: {NOT_MEASURED}", shown(name));
                continue;
            }
            let below = rows.values().filter(|best| best.is_below()).count();
            let mut ratios: Vec<f64> = rows.values().map(|best| best.ratio).collect();
            ratios.sort_by(f64::total_cmp);
            let median = ratios[ratios.len() / 2];
            let _ = writeln!(text, "{}: {below} of {} rows below 1.0; median {median:.3}", shown(name), rows.len());
        }
        text
    }

    /// Returns these rows as CSV, a line for each row and machine: `row,machine,ratio,peer,mark,record`.
    ///
    /// The mark is `below`, `not measured` or empty.
    ///
    /// # Errors
    /// Returns an error if the text cannot be written, which memory alone could cause.
    pub fn csv(&self, rows: &BTreeSet<&Task>) -> Result<String, Error> {
        let written = |writer: &mut csv::Writer<Vec<u8>>| -> csv::Result<()> {
            writer.write_record(["row", "machine", "ratio", "peer", "mark", "record"])?;
            for task in rows {
                for (machine, found) in self.machines() {
                    let best = found.get(task);
                    let mark = match best {
                        None => NOT_MEASURED,
                        Some(best) if best.is_below() => "below",
                        Some(_) => "",
                    };
                    writer.write_record([
                        &task.to_string(),
                        machine,
                        &best.map_or(String::new(), |best| format!("{:.3}", best.ratio)),
                        best.and_then(|best| best.peer.as_deref()).unwrap_or_default(),
                        mark,
                        &best.and_then(|best| best.record.file_name()).unwrap_or_default().to_string_lossy(),
                    ])?;
                }
            }
            Ok(())
        };
        let mut writer = csv::Writer::from_writer(Vec::new());
        let failed = |error: io::Error| Error::io("table".as_ref(), error);
        written(&mut writer).map_err(|error| failed(error.into()))?;
        let bytes = writer.into_inner().map_err(|error| failed(error.into_error()))?;
        String::from_utf8(bytes).map_err(|error| failed(io::Error::other(error)))
    }
}

fn cell(best: &Best) -> String {
    let mark = if best.is_below() { "**" } else { "" };
    let peer = best.peer.as_ref().map_or(String::new(), |peer| format!(" {}", shown(peer)));
    format!("{mark}{:.3}{mark}{peer}", best.ratio)
}

/// Returns a text of a record as one cell of Markdown.
fn shown(text: &str) -> String {
    text.replace('|', "\\|").replace(char::is_control, " ")
}
