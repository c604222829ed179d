//! Names the machine of a record.

use crate::{Error, Records};
use std::{fs, thread};

/// A processor, by vendor, family and model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Processor {
    /// The name that the maker gives it.
    pub brand: String,
    /// The maker: `intel`, `amd`, or the processor's own word for another.
    pub vendor: String,
    /// The family.
    pub family: u32,
    /// The model.
    pub model: u32,
}

impl Processor {
    /// Reads the processor at hand from `/proc/cpuinfo`. Returns `None` without that file, or if it names no family and
    /// model.
    pub fn here() -> Option<Self> {
        Self::of_cpuinfo(&fs::read_to_string("/proc/cpuinfo").ok()?)
    }

    /// Parses a text of the form of `/proc/cpuinfo`.
    pub fn of_cpuinfo(text: &str) -> Option<Self> {
        let value = |key: &str| {
            let mut pairs = text.lines().filter_map(|line| line.split_once(':'));
            pairs.find(|(name, _)| name.trim() == key).map(|(_, value)| value.trim())
        };
        let number = |key: &str| value(key)?.parse().ok();
        let brand = value("model name").unwrap_or("unknown processor").to_owned();
        Some(Processor {
            vendor: vendor(value("vendor_id")?),
            brand,
            family: number("cpu family")?,
            model: number("model")?,
        })
    }

    /// Parses the text after `machine:` in the head of a record: `BRAND, family F model M` and more.
    pub fn of_line(line: &str) -> Option<Self> {
        let (brand, numbers) = line.split_once(", family ")?;
        let (family, rest) = numbers.split_once(" model ")?;
        let digits = rest.find(|next: char| !next.is_ascii_digit()).unwrap_or(rest.len());
        let (family, model) = (family.parse().ok()?, rest[..digits].parse().ok()?);
        Some(Processor { vendor: vendor(brand), brand: brand.trim().to_owned(), family, model })
    }

    /// Returns the text after `machine:` in the head of a record.
    pub fn line(&self) -> String {
        let cores = thread::available_parallelism().map_or(0, usize::from);
        format!("{}, family {} model {}, {cores} cores", self.brand, self.family, self.model)
    }

    /// Returns the name of the machine's folder. A folder whose records name this vendor, family and model is the machine's;
    /// without one the name is `VENDOR-family-F-model-M`.
    ///
    /// # Errors
    /// Returns an error that names a file or folder that cannot be read.
    pub fn folder(&self, records: &Records) -> Result<String, Error> {
        let numbers = |other: &Processor| (other.vendor.clone(), other.family, other.model);
        for machine in records.machines()? {
            for path in records.files(&machine)? {
                let text = fs::read_to_string(&path).map_err(|error| Error::io(&path, error))?;
                let line = text.lines().find_map(|line| line.strip_prefix("# machine:"));
                if line.and_then(Self::of_line).is_some_and(|other| numbers(&other) == numbers(self)) {
                    return Ok(machine);
                }
            }
        }
        Ok(format!("{}-family-{}-model-{}", self.vendor, self.family, self.model))
    }
}

/// Returns the maker by a text that contains its name.
fn vendor(text: &str) -> String {
    let text = text.to_lowercase();
    match ["intel", "amd"].into_iter().find(|name| text.contains(name)) {
        Some(name) => name.to_owned(),
        None => text.chars().take_while(char::is_ascii_alphanumeric).collect(),
    }
}
