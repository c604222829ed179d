//! Finds the files of `benches/record`.

use crate::{Error, Record};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The folder of the first machine, whose curves come first.
pub const AMD: &str = "epyc-genoa";
/// The folder of the second machine.
pub const INTEL: &str = "xeon-family-6-model-207";
/// The folder of a machine with AVX2 alone.
pub const ZEN3: &str = "epyc-milan";

/// Holds the folder of the records.
pub struct Records {
    root: PathBuf,
}

/// Holds a record and its place in the repository.
pub struct Found {
    /// The path from the root of the repository.
    pub path: String,
    /// The name of the folder of its machine.
    pub folder: String,
    /// The content of the file.
    pub record: Record,
}

impl Records {
    /// Creates the records of a repository.
    pub fn new(repository: &Path) -> Self {
        Records::within(repository.join("benches/record"))
    }

    /// Creates the records of a folder, which holds a folder for each machine.
    pub fn within(folder: PathBuf) -> Self {
        Records { root: folder }
    }

    /// Returns the folders of the machines, sorted.
    ///
    /// # Errors
    /// Returns an error that names the folder if it cannot be read.
    pub fn machines(&self) -> Result<Vec<String>, Error> {
        let mut folders = names(&self.root)?;
        folders.retain(|name| self.root.join(name).is_dir());
        folders.sort();
        Ok(folders)
    }

    /// Returns the paths of the files `DATE-WHAT.csv` of a machine, sorted by name.
    ///
    /// # Errors
    /// Returns an error that names a folder that cannot be read, and a CSV file of another name.
    pub fn files(&self, folder: &str) -> Result<Vec<PathBuf>, Error> {
        let folder = self.root.join(folder);
        let mut names = names(&folder)?;
        names.retain(|name| name.ends_with(".csv"));
        names.sort();
        let named = |name: &String| match dated(name) {
            true => Ok(folder.join(name)),
            false => Err(Error::Name { path: folder.join(name) }),
        };
        names.iter().map(named).collect()
    }

    /// Reads a file of a machine.
    ///
    /// # Errors
    /// Returns an error that names the file if it cannot be read.
    pub fn open(&self, folder: &str, file: &str) -> Result<Found, Error> {
        let record = Record::read(&self.root.join(folder).join(file))?;
        Ok(Found { path: format!("benches/record/{folder}/{file}"), folder: folder.to_owned(), record })
    }

    /// Reads the newest file `DATE-WHAT.csv` of a machine, if it has one.
    ///
    /// # Errors
    /// As [`Records::open`].
    pub fn newest(&self, folder: &str, what: &str) -> Result<Option<Found>, Error> {
        let names = names(&self.root.join(folder))?;
        let end = format!("{what}.csv");
        let newest = names.into_iter().filter(|name| name.get(DATE..) == Some(&end)).max();
        newest.map(|name| self.open(folder, &name)).transpose()
    }

    /// Reads the newest file `DATE-WHAT.csv` of every machine, that of the first machine first.
    ///
    /// # Errors
    /// As [`Records::open`].
    pub fn everywhere(&self, what: &str) -> Result<Vec<Found>, Error> {
        let mut folders = self.machines()?;
        folders.sort_by_key(|name| (name != AMD, name.clone()));
        let found = folders.iter().map(|folder| self.newest(folder, what));
        found.filter_map(Result::transpose).collect()
    }
}

impl Found {
    /// Returns the name of the machine.
    pub fn machine(&self) -> String {
        match self.folder.as_str() {
            AMD => "AMD EPYC (Zen 4)".to_owned(),
            INTEL => "Intel Xeon (Sapphire or Emerald Rapids)".to_owned(),
            ZEN3 => "AMD EPYC (Zen 3, AVX2)".to_owned(),
            "xeon-cascade-lake" => "Intel Xeon (Cascade Lake)".to_owned(),
            _ => {
                let mut parts = self.record.note("machine").unwrap_or(&self.folder).split(", ");
                let name = parts.next().unwrap_or_default();
                parts.next().map_or_else(|| name.to_owned(), |detail| format!("{name} ({detail})"))
            }
        }
    }

    /// Returns the machine and the commit of ringfft.
    pub fn state(&self) -> String {
        format!("{}: ringfft {}", self.machine(), self.record.note("ringfft").unwrap_or("of an unknown commit"))
    }
}

/// The part of a name before what it holds.
const DATE: usize = "2026-01-01-".len();

/// Returns true if a name begins with a date.
fn dated(name: &str) -> bool {
    let digit = |(at, byte): (usize, u8)| if matches!(at, 4 | 7 | 10) { byte == b'-' } else { byte.is_ascii_digit() };
    name.len() > DATE && name.bytes().take(DATE).enumerate().all(digit)
}

fn names(folder: &Path) -> Result<Vec<String>, Error> {
    let named = |error| Error::io(folder, error);
    let entries = fs::read_dir(folder).map_err(named)?;
    entries.map(|entry| Ok(entry.map_err(named)?.file_name().to_string_lossy().into_owned())).collect()
}
