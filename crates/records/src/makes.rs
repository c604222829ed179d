//! Compares machines: of every row the fastest peer over ringfft.

use crate::{Error, OURS, Record, Records, Task};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

/// Contestants of records that are ways of ringfft and whose names do not say so.
const OWN: [&str; 4] = ["1 thread", "entry by entry", "modular32", "plan"];

/// The fastest peer of a row on one machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// The time of the peer over that of ringfft: below 1 ringfft is slower.
    pub ratio: f64,
    /// The peer; none if the record does not name it.
    pub peer: Option<String>,
    /// The record.
    pub record: PathBuf,
}

/// The fastest peers of all rows on all machines.
#[derive(Debug, Default)]
pub struct Makes {
    machines: Vec<(String, BTreeMap<Task, Best>)>,
    left_out: Vec<PathBuf>,
}

impl Makes {
    /// Reads the records of all machines. Of several records that have a row the newest one counts. A machine has a column of its own for
    /// records whose heads say `instructions: NAME`: they were limited to fewer instructions than it has.
    ///
    /// The date of a record is in its name. Within a day records go by `recorded: HH:MM` in their heads; those without a
    /// time are older. Records of one time go by their names.
    ///
    /// # Errors
    /// Returns an error that names the file, and the line of a malformed row.
    pub fn read(records: &Records) -> Result<Self, Error> {
        let mut makes = Makes::default();
        for machine in records.machines()? {
            let mut found = Vec::new();
            for path in records.files(&machine)? {
                match Record::read(&path) {
                    Ok(record) => found.push(record),
                    // It compares nothing, or something else.
                    Err(Error::Column { path, column }) if column == "contestant" => makes.left_out.push(path),
                    Err(error) => return Err(error),
                }
            }
            found.sort_by(|a, b| age(a).cmp(&age(b)));
            let mut columns: BTreeMap<String, BTreeMap<Task, Best>> = BTreeMap::new();
            for record in &found {
                let compared = compared(record)?;
                if compared.is_empty() {
                    makes.left_out.push(record.path());
                } else {
                    columns.entry(record.make(&machine)).or_default().extend(compared);
                }
            }
            makes.machines.extend(columns);
        }
        makes.left_out.sort();
        Ok(makes)
    }

    /// Adds a column before the others: a record that was measured on the machine at hand.
    ///
    /// # Errors
    /// Returns an error that names the file if it has no peer beside ringfft, and the line of a malformed row.
    pub fn beside(&mut self, machine: &str, record: &Record) -> Result<(), Error> {
        let compared = compared(record)?;
        if compared.is_empty() {
            return Err(Error::NoComparison { path: record.path() });
        }
        self.machines.insert(0, (machine.to_owned(), compared));
        Ok(())
    }

    /// Removes the rows that are not wanted. The function gets the name of a row.
    pub fn retain(&mut self, wanted: impl Fn(&str) -> bool) {
        for (_, rows) in &mut self.machines {
            rows.retain(|task, _| wanted(&task.to_string()));
        }
    }

    /// Returns the machines and their rows, in the order of the columns.
    pub fn machines(&self) -> impl Iterator<Item = (&str, &BTreeMap<Task, Best>)> {
        self.machines.iter().map(|(name, rows)| (name.as_str(), rows))
    }

    /// Returns the rows in which ringfft is slower than a peer on some machine, in order.
    pub fn below(&self) -> BTreeSet<&Task> {
        let below = self.machines.iter().flat_map(|(_, rows)| rows.iter().filter(|(_, best)| best.is_below()));
        below.map(|(task, _)| task).collect()
    }

    /// Returns the rows that some machine has, in order.
    pub fn tasks(&self) -> BTreeSet<&Task> {
        self.machines.iter().flat_map(|(_, rows)| rows.keys()).collect()
    }

    /// Returns the files that hold no times of peers beside ringfft.
    pub fn left_out(&self) -> &[PathBuf] {
        &self.left_out
    }
}

impl Best {
    /// Returns the ratio rounded to the three digits that are printed.
    pub fn rounded(&self) -> f64 {
        (self.ratio * 1000.0).round() / 1000.0
    }

    /// Returns true if the peer is faster, to the digits that are printed.
    pub fn is_below(&self) -> bool {
        self.rounded() < 1.0
    }
}

/// Returns the key that newer records have the greater.
fn age(record: &Record) -> (String, Option<&str>, String) {
    let path = record.path();
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    (name.chars().take("2026-01-01".len()).collect(), record.note("recorded"), name)
}

/// Returns the fastest peer of every row of a record. Of repeated measurements of a row each contestant's least counts.
fn compared(record: &Record) -> Result<BTreeMap<Task, Best>, Error> {
    let absolute = matches!(record.figure(), "ns" | "us" | "ms");
    if !(absolute || record.figure() == "ratio") || !Task::has(record.columns()) {
        return Ok(BTreeMap::new());
    }
    let mut least: BTreeMap<Task, BTreeMap<&str, f64>> = BTreeMap::new();
    for row in record.select(&[]) {
        let figures = least.entry(Task::of(row)?).or_default();
        for (name, figure) in &row.figures {
            let least = figures.entry(name).or_insert(*figure);
            *least = least.min(*figure);
        }
    }
    let path = record.path();
    let best = |figures: &BTreeMap<&str, f64>| fastest(figures, absolute, &path);
    Ok(least.iter().filter_map(|(task, figures)| Some((task.clone(), best(figures)?))).collect())
}

fn fastest(figures: &BTreeMap<&str, f64>, absolute: bool, record: &Path) -> Option<Best> {
    let ours = if absolute { *figures.get(OURS)? } else { 1.0 };
    let peers = figures.iter().filter(|(name, _)| !name.starts_with(OURS) && !OWN.contains(name));
    // Some records give the fastest of several peers without its name, and beside it peers by name.
    let nameless = |name: &str| name.starts_with("fastest");
    let (name, figure) = peers.min_by(|a, b| a.1.total_cmp(b.1).then_with(|| nameless(a.0).cmp(&nameless(b.0))))?;
    let peer = (!nameless(name)).then(|| (*name).to_owned());
    Some(Best { ratio: figure / ours, peer, record: record.to_owned() })
}
