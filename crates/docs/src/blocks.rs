//! Writes Markdown between markers, `<!-- figure: NAME -->` and `<!-- end -->`.

use crate::{
    Result,
    contestants::contestant,
    documented::{Beside, Comparison, Documented},
};
use ringfft_records::{AMD, INTEL, Records};
use std::fmt::Write as _;

/// Marks where a block begins, before its name.
pub const BEGIN: &str = "<!-- figure: ";
/// Ends the marker of the beginning.
pub const CLOSE: &str = " -->";
/// Marks where a block ends.
pub const END: &str = "<!-- end -->";

/// A text with its name between markers.
pub struct Block {
    /// The name.
    pub name: String,
    /// The Markdown, with `{root}` for the path to the root of the repository.
    pub text: String,
}

/// Returns the blocks of all figures.
///
/// # Errors
/// Returns an error if a record is absent or lacks a column.
pub fn all(figures: &[Documented], records: &Records) -> Result<Vec<Block>> {
    let mut blocks = vec![Block { name: "summary".to_owned(), text: summary(figures) }];
    for figure in figures {
        blocks.push(Block { name: figure.name.to_owned(), text: image(figure) });
        if !figure.comparisons.is_empty() {
            blocks.push(Block { name: format!("{}-losses", figure.name), text: losses(&figure.comparisons) });
        }
    }
    blocks.push(Block { name: "accuracy-table".to_owned(), text: accuracy(records)? });
    blocks.push(Block { name: "build-cost-table".to_owned(), text: build_cost(records)? });
    Ok(blocks)
}

fn image(figure: &Documented) -> String {
    let links: Vec<String> = figure.data.iter().map(|path| link(path)).collect();
    format!("![{}]({{root}}docs/figures/{}.svg)\n\nData: {}.\n", figure.alternative, figure.name, links.join(", "))
}

/// Returns a link to a record, called by its machine and name.
fn link(path: &str) -> String {
    let name = path.trim_start_matches("benches/record/").trim_end_matches(".csv");
    format!("[{name}]({{root}}{path})")
}

fn summary(figures: &[Documented]) -> String {
    let mut text = "| task | machine | compared | ringfft faster in | median ratio | least | greatest |\n|---|---|---|---|---|---|---|\n".to_owned();
    for comparison in figures.iter().flat_map(|figure| &figure.comparisons) {
        let mut rows: Vec<&Beside> = comparison.rows.iter().collect();
        rows.sort_by(|a, b| a.ratio.total_cmp(&b.ratio));
        let (Some(least), Some(greatest)) = (rows.first(), rows.last()) else { continue };
        let faster = rows.iter().filter(|row| shown(row.ratio) >= 1.0).count();
        let middle = (rows[(rows.len() - 1) / 2].ratio + rows[rows.len() / 2].ratio) / 2.0;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {faster} | {middle:.2} | {:.2} ({}) | {:.2} ({}) |",
            comparison.task,
            comparison.machine,
            rows.len(),
            least.ratio,
            place(least),
            greatest.ratio,
            place(greatest),
        );
    }
    text
}

/// Rounds a ratio to the digits that are printed.
fn shown(ratio: f64) -> f64 {
    (ratio * 100.0).round() / 100.0
}

fn place(row: &Beside) -> String {
    let place = format!("{} {}", row.group, row.size);
    // Some records give the fastest of several peers without its name.
    match row.peer.as_str() {
        peer if peer.starts_with("fastest") => place,
        peer if peer.starts_with("p3 ") => format!("{place}, Plonky3"),
        peer => format!("{place}, {}", contestant(peer).label),
    }
}

/// Returns a list of the rows in which a peer is faster.
fn losses(comparisons: &[Comparison]) -> String {
    let mut text = String::new();
    for comparison in comparisons {
        let lost: Vec<&Beside> = comparison.rows.iter().filter(|row| shown(row.ratio) < 1.0).collect();
        let _ = write!(text, "{}: ", comparison.machine);
        if lost.is_empty() {
            let _ = writeln!(text, "ringfft is the faster in all {}.\n", comparison.rows.len());
            continue;
        }
        let _ = write!(text, "a peer is faster in {} of {}:", lost.len(), comparison.rows.len());
        let mut group = None;
        for row in lost {
            if group != Some(&row.group) {
                let _ = write!(text, "{} {}", if group.is_some() { ";" } else { "" }, row.group);
                group = Some(&row.group);
            } else {
                text.push(',');
            }
            let _ = write!(text, " {} {:.2}", row.size, row.ratio);
        }
        text.push_str(".\n\n");
    }
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Returns the errors over those of FFTW on both machines.
fn accuracy(records: &Records) -> Result<String> {
    const LENGTHS: [&str; 5] = ["2^10", "2^20", "1009", "1000003", "3^10"];
    let mut text = format!(
        "| relative error over that of FFTW | {} |\n|---|{}\n",
        LENGTHS.join(" | "),
        "---|".repeat(LENGTHS.len())
    );
    for folder in [AMD, INTEL] {
        let found = records.open(folder, "2026-11-22-accuracy.csv")?;
        for kind in ["f64", "f32"] {
            for name in ["ringfft", "rustfft"] {
                let mut cells = Vec::new();
                for n in LENGTHS {
                    let rows = found.record.select(&[("type", kind), ("n", n)]);
                    let figure = |name: &str| rows.first().and_then(|row| row.figures.get(name));
                    cells.push(figure(name).map(|error| error / figure("fftw").unwrap_or(&1.0)));
                }
                if cells.iter().any(Option::is_some) {
                    let cells: Vec<String> =
                        cells.into_iter().map(|cell| cell.map_or(String::new(), |cell| format!("{cell:.2}"))).collect();
                    let name = if name == "rustfft" { "RustFFT" } else { name };
                    let _ = writeln!(text, "| {name}, `{kind}`, {} | {} |", found.machine(), cells.join(" | "));
                }
            }
        }
    }
    Ok(text)
}

fn build_cost(records: &Records) -> Result<String> {
    let found = records.open(AMD, "2026-11-25-build-cost.csv")?;
    let mut text = "| release build from nothing | CPU seconds |\n|---|---|\n".to_owned();
    for row in found.record.select(&[]) {
        for (name, value) in &row.figures {
            let _ = writeln!(text, "| {name} | {value} |");
        }
    }
    Ok(text)
}

/// Returns a document with every text between markers replaced.
///
/// # Errors
/// Returns an error that names a marker without an end and a name without a block.
pub fn filled(document: &str, blocks: &[Block], root: &str) -> Result<String> {
    let mut filled = String::new();
    let mut rest = document;
    while let Some(begin) = rest.find(BEGIN) {
        let after = &rest[begin + BEGIN.len()..];
        let close = after.find(CLOSE).ok_or("a marker that is not closed")?;
        let name = &after[..close];
        let body = &after[close + CLOSE.len()..];
        let end = body.find(END).ok_or_else(|| format!("the marker {name} has no end"))?;
        let block = blocks.iter().find(|block| block.name == name);
        let block = block.ok_or_else(|| format!("there is no figure called {name}"))?;
        filled.push_str(&rest[..begin]);
        let text = block.text.replace("{root}", root);
        let _ = write!(filled, "{BEGIN}{name}{CLOSE}\n\n{text}\n{END}");
        rest = &body[end + END.len()..];
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::{Block, filled};

    #[test]
    fn blocks_take_the_place_of_what_was_there() {
        let blocks = [Block { name: "a".to_owned(), text: "[x]({root}x)\n".to_owned() }];
        let text = "1 <!-- figure: a -->old<!-- end --> 2";
        let once = filled(text, &blocks, "../").unwrap();
        assert_eq!(once, "1 <!-- figure: a -->\n\n[x](../x)\n\n<!-- end --> 2");
        assert_eq!(filled(&once, &blocks, "../").unwrap(), once);
        for (text, word) in [("<!-- figure: b --><!-- end -->", "called b"), ("<!-- figure: a -->", "no end")] {
            assert!(filled(text, &blocks, "").err().unwrap().to_string().contains(word));
        }
    }
}
