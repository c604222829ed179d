//! CSV files that the programs of `peers/integers` write.

use crate::Result;
use std::{collections::BTreeMap, fs, path::Path};

/// The name of the contestant that the ratios refer to.
pub const OURS: &str = "ringfft";

/// The timings of a file, and the lines of its head.
pub struct Record {
    /// The text after `#` of every such line, in order.
    pub head: Vec<String>,
    rows: BTreeMap<Vec<String>, Row>,
    columns: Vec<String>,
}

/// The timings of all contestants with the same task.
#[derive(Default)]
pub struct Row {
    /// The task: columns and their values.
    keys: BTreeMap<String, String>,
    /// The least times in nanoseconds, by contestant. A later line of the file replaces an earlier one.
    pub times: BTreeMap<String, f64>,
}

/// The columns of a timing. Those before are the task's.
const TIMING: [&str; 2] = ["contestant", "ns"];

impl Record {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error that names the line for a column that is absent and for a time that is no positive number.
    pub fn read(file: &Path) -> Result<Self> {
        Self::parse(&fs::read_to_string(file)?)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn parse(text: &str) -> Result<Self> {
        let head = text.lines().filter_map(|line| line.strip_prefix('#')).map(|line| line.trim().to_owned()).collect();
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        let header = reader.headers()?.clone();
        let column = |name: &str| {
            header.iter().position(|column| column == name).ok_or_else(|| format!("there is no column called {name}"))
        };
        let [contestant, ns] = TIMING.map(column);
        let (contestant, ns) = (contestant?, ns?);
        let columns: Vec<String> = header.iter().take(contestant).map(str::to_owned).collect();
        let mut rows: BTreeMap<Vec<String>, Row> = BTreeMap::new();
        for line in reader.records() {
            let line = line?;
            let number = line.position().map_or(0, csv::Position::line);
            let time = line[ns].parse::<f64>().ok().filter(|time| *time > 0.0 && time.is_finite());
            let time = time.ok_or_else(|| format!("line {number}: {:?} is no time in nanoseconds", &line[ns]))?;
            let task: Vec<String> = line.iter().take(contestant).map(str::to_owned).collect();
            let row = rows.entry(task).or_insert_with_key(|task| Row {
                keys: columns.iter().cloned().zip(task.iter().cloned()).collect(),
                times: BTreeMap::new(),
            });
            row.times.insert(line[contestant].to_owned(), time);
        }
        Ok(Record { head, rows, columns })
    }

    /// Returns whether the tasks have a column.
    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// Returns the rows whose columns have these values. A column that the file lacks is not asked for.
    pub fn select(&self, wanted: &[(&str, &str)]) -> Vec<&Row> {
        let fits =
            |row: &&Row| wanted.iter().all(|(column, value)| row.keys.get(*column).is_none_or(|found| found == value));
        self.rows.values().filter(fits).collect()
    }

    /// Returns the different values of a column.
    pub fn values(&self, column: &str) -> Vec<&str> {
        let mut values: Vec<&str> =
            self.rows.values().filter_map(|row| row.keys.get(column)).map(String::as_str).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Returns what follows a word and a colon in the head, for the first line that begins so.
    pub fn note(&self, word: &str) -> Option<&str> {
        self.head.iter().find_map(|line| line.strip_prefix(word)?.strip_prefix(':')).map(str::trim)
    }
}

impl Row {
    /// Returns a column as a number.
    ///
    /// # Errors
    /// Returns an error that names the column unless it holds a positive number.
    pub fn number(&self, column: &str) -> Result<f64> {
        let value = self.keys.get(column).ok_or_else(|| format!("there is no column called {column}"))?;
        let number = value.parse::<f64>().ok().filter(|number| *number > 0.0);
        Ok(number.ok_or_else(|| format!("{value:?} in the column {column} is no positive number"))?)
    }
}

#[cfg(test)]
mod tests {
    use super::Record;

    const TEXT: &str = "# machine: a\n# ringfft: b\nkind,bits,contestant,ns,ratio\nx,64,ringfft,2.0,1\n# options: c\nx,64,flint,3.0,1.5\n\
        x,64,flint,4.0,2\n";

    #[test]
    fn later_lines_replace_earlier_ones() {
        let record = Record::parse(TEXT).unwrap();
        assert_eq!(record.head, ["machine: a", "ringfft: b", "options: c"]);
        assert_eq!(record.note("ringfft"), Some("b"));
        let rows = record.select(&[("kind", "x"), ("threads", "1")]);
        assert_eq!(rows.len(), 1);
        assert_eq!((rows[0].times["ringfft"], rows[0].times["flint"]), (2.0, 4.0));
        assert_eq!(rows[0].number("bits").unwrap(), 64.0);
        assert!(record.select(&[("kind", "y")]).is_empty() && record.has("bits") && !record.has("ratio"));
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, words) in [
            (TEXT.replace("4.0", "-4"), "line 7"),
            (TEXT.replace("4.0", "nan"), "line 7"),
            (TEXT.replace("contestant", "who"), "contestant"),
            (TEXT.replace(",4.0,2", ",4.0"), "7"),
        ] {
            let error = Record::parse(&text).err().unwrap().to_string();
            assert!(error.contains(words), "{error}");
        }
    }
}
