//! Reads CSV files of `benches/record`.

use crate::Result;
use std::{collections::BTreeMap, fs, path::Path};

/// The name of the contestant that the ratios refer to.
pub const OURS: &str = "ringfft";

/// Holds the figures of a file, and the lines of its head.
pub struct Record {
    /// The text after `#` of every such line, in order.
    pub head: Vec<String>,
    rows: Vec<Row>,
    columns: Vec<String>,
}

/// Holds the figures of all contestants of one task.
pub struct Row {
    /// The task: columns and their values.
    keys: BTreeMap<String, String>,
    /// The figures by contestant. A later line of the file replaces an earlier one.
    pub figures: BTreeMap<String, f64>,
}

/// The column of the contestant: the columns of the task come before it, and that of the figure after it.
const CONTESTANT: &str = "contestant";

impl Record {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error that names the line for a column that is absent and for a figure that is no number from 0 on.
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
        let contestant = header.iter().position(|column| column == CONTESTANT);
        let contestant = contestant.ok_or_else(|| format!("there is no column called {CONTESTANT}"))?;
        let figure = header.get(contestant + 1).ok_or("no column follows the contestant's")?;
        let columns: Vec<String> = header.iter().take(contestant).map(str::to_owned).collect();
        let mut places: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        let mut rows: Vec<Row> = Vec::new();
        for line in reader.records() {
            let line = line?;
            let number = line.position().map_or(0, csv::Position::line);
            let text = &line[contestant + 1];
            let value = text.parse::<f64>().ok().filter(|value| *value >= 0.0 && value.is_finite());
            let value = value.ok_or_else(|| format!("line {number}: {text:?} is no figure in {figure}"))?;
            let task: Vec<String> = line.iter().take(contestant).map(str::to_owned).collect();
            let place = *places.entry(task).or_insert_with_key(|task| {
                let keys = columns.iter().cloned().zip(task.iter().cloned()).collect();
                rows.push(Row { keys, figures: BTreeMap::new() });
                rows.len() - 1
            });
            rows[place].figures.insert(line[contestant].to_owned(), value);
        }
        Ok(Record { head, rows, columns })
    }

    /// Returns true if the tasks have this column.
    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// Returns the rows whose columns have these values. A column that the file lacks is ignored.
    pub fn select(&self, wanted: &[(&str, &str)]) -> Vec<&Row> {
        let fits =
            |row: &&Row| wanted.iter().all(|(column, value)| row.keys.get(*column).is_none_or(|found| found == value));
        self.rows.iter().filter(fits).collect()
    }

    /// Returns the distinct values of a column.
    pub fn values(&self, column: &str) -> Vec<&str> {
        let mut values: Vec<&str> =
            self.rows.iter().filter_map(|row| row.keys.get(column)).map(String::as_str).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    /// Returns the text after a word and a colon in the head, from the first line that begins so.
    pub fn note(&self, word: &str) -> Option<&str> {
        self.head.iter().find_map(|line| line.strip_prefix(word)?.strip_prefix(':')).map(str::trim)
    }
}

impl Row {
    /// Returns a column of the task; empty if there is none.
    pub fn key(&self, column: &str) -> &str {
        self.keys.get(column).map_or("", String::as_str)
    }

    /// Returns a column as a number. Sizes may be sums and products: `2^10`, `1.25*2^8`, `2^8+64`, `1024x1024`.
    ///
    /// # Errors
    /// Returns an error that names the column unless it holds a positive number.
    pub fn number(&self, column: &str) -> Result<f64> {
        let value = self.keys.get(column).ok_or_else(|| format!("there is no column called {column}"))?;
        let number = size(value).filter(|number| *number > 0.0);
        Ok(number.ok_or_else(|| format!("{value:?} in the column {column} is no positive number"))?)
    }

    /// Returns the figure of a contestant over ours; a file of ratios holds this quotient itself.
    pub fn ratio(&self, contestant: &str) -> Option<f64> {
        let figure = *self.figures.get(contestant)?;
        match self.figures.get(OURS) {
            Some(ours) => (contestant != OURS).then(|| figure / ours),
            None => Some(figure),
        }
    }

    /// Returns the fastest of the contestants that `peers` accepts, and its figure over ours.
    pub fn fastest(&self, peers: impl Fn(&str) -> bool) -> Option<(&str, f64)> {
        let names = self.figures.keys().filter(|name| !name.starts_with(OURS) && peers(name));
        let ratios = names.filter_map(|name| Some((name.as_str(), self.ratio(name)?)));
        ratios.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

fn size(text: &str) -> Option<f64> {
    let parts = |mark: char| text.split_once(mark).map(|(a, b)| Some((size(a)?, size(b)?)));
    if let Some(parts) = parts('+') {
        return parts.map(|(a, b)| a + b);
    }
    if let Some(parts) = parts('x').or_else(|| parts('*')) {
        return parts.map(|(a, b)| a * b);
    }
    match parts('^') {
        Some(parts) => parts.map(|(a, b)| a.powf(b)),
        None => text.parse().ok(),
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
        assert_eq!((rows[0].figures["ringfft"], rows[0].figures["flint"]), (2.0, 4.0));
        assert_eq!(rows[0].number("bits").unwrap(), 64.0);
        assert_eq!((rows[0].ratio("flint"), rows[0].ratio("ringfft")), (Some(2.0), None));
        assert!(record.select(&[("kind", "y")]).is_empty() && record.has("bits") && !record.has("ratio"));
    }

    #[test]
    fn sizes_are_sums_and_products() {
        for (text, value) in [("2^10", 1024.0), ("1.25*2^8", 320.0), ("2^8+64", 320.0), ("4x4x2^3", 128.0), ("7", 7.0)]
        {
            assert_eq!(super::size(text), Some(value), "{text}");
        }
        assert_eq!(super::size("2^x"), None);
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
