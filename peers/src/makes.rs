//! One table of several machines: the committed records, and one that was measured on the machine at hand.

use crate::Result;
use ringfft_records::{Makes, Processor, Record, Records};
use std::{
    io::Read as _,
    path::{Path, PathBuf},
};

/// Holds the options of the table.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// A file of the machine at hand; `-` is standard input.
    pub here: Option<PathBuf>,
    /// The name of the machine at hand, which its folder of records has.
    pub machine: Option<String>,
    /// The folder of the records, with a folder for each machine.
    pub records: Option<PathBuf>,
    /// Only rows in which ringfft is slower somewhere.
    pub below: bool,
    /// Comma-separated values instead of a table.
    pub csv: bool,
}

impl Options {
    fn records(&self) -> Records {
        match &self.records {
            Some(folder) => Records::within(folder.clone()),
            None => Records::new(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))),
        }
    }

    /// Returns the table of the rows that `asked` selects by name and by the names of all.
    pub fn table(&self, asked: impl Fn(&str, &[String]) -> bool) -> Result<String> {
        let records = self.records();
        let mut makes = Makes::read(&records)?;
        if let Some(file) = &self.here {
            let record = read(file)?;
            let make = record.make(&self.machine(&records, &record)?);
            makes.beside(&format!("{make}, at hand"), &record)?;
        }
        let names: Vec<String> = makes.tasks().iter().map(ToString::to_string).collect();
        makes.retain(|name| asked(name, &names));
        if makes.tasks().is_empty() {
            return Err("no row matches: `peers makes` without a filter prints all of them".into());
        }
        let rows = if self.below { makes.below() } else { makes.tasks() };
        if self.csv {
            return Ok(makes.csv(&rows)?);
        }
        let mut text = makes.table(&rows);
        let place = |path: &PathBuf| {
            let mut parts = path.iter().rev().take(2).map(|part| part.to_string_lossy()).collect::<Vec<_>>();
            parts.reverse();
            parts.join("/")
        };
        if rows.len() == names.len() && !makes.left_out().is_empty() {
            let files: Vec<String> = makes.left_out().iter().map(place).collect();
            text.push_str(&format!("No times of peers beside ringfft in: {}\n", files.join(", ")));
        }
        Ok(text)
    }

    /// Returns the head of the rows that `--csv` prints: the machine at hand, its folder of records if that is known, and the
    /// instructions that `RINGFFT_ISA` limits the library to.
    pub fn head(&self) -> Result<String> {
        let processor = Processor::here();
        let mut head = format!("# machine: {}", processor.as_ref().map_or("unknown".to_owned(), Processor::line));
        let folder = match (&self.machine, &processor) {
            (Some(name), _) => Some(name.clone()),
            (None, Some(processor)) => Some(processor.folder(&self.records())?),
            (None, None) => None,
        };
        if let Some(folder) = folder {
            head.push_str(&format!("\n# folder: {folder}"));
        }
        if let Some(instructions) = std::env::var("RINGFFT_ISA").ok().filter(|isa| isa != "auto") {
            head.push_str(&format!("\n# instructions: {instructions}"));
        }
        Ok(head)
    }

    /// Returns the folder of the machine of a record: by the option, else by the head of the file, else by the processor
    /// at hand.
    fn machine(&self, records: &Records, record: &Record) -> Result<String> {
        if let Some(name) = self.machine.as_deref().or(record.note("folder")) {
            return Ok(name.to_owned());
        }
        let processor = match record.note("machine") {
            Some(line) => Processor::of_line(line),
            None => Processor::here(),
        };
        Ok(processor.ok_or(UNKNOWN)?.folder(records)?)
    }
}

const UNKNOWN: &str = "the machine tells no family and model of its processor: name it by --machine NAME";

/// Reads a file, or standard input for `-`.
fn read(file: &Path) -> Result<Record> {
    if file.as_os_str() != "-" {
        return Ok(Record::read(file)?);
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| format!("standard input: {error}"))?;
    Ok(Record::parse(Path::new("standard input"), &text)?)
}

/// Returns a cell of comma-separated values.
pub fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}
