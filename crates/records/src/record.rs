//! Reads one CSV file.

use crate::{Error, size};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The name of the contestant that the ratios refer to.
pub const OURS: &str = "ringfft";

/// Holds the figures of a file, and the lines of its head.
#[derive(Debug)]
pub struct Record {
    /// The text after `#` of every such line, in order.
    pub head: Vec<String>,
    path: Arc<Path>,
    rows: Vec<Row>,
    columns: Vec<String>,
    figure: String,
}

/// Holds the figures of all contestants of one task.
#[derive(Debug)]
pub struct Row {
    /// The task: columns and their values.
    keys: BTreeMap<String, String>,
    /// The figures by contestant. A later line of the file replaces an earlier one.
    pub figures: BTreeMap<String, f64>,
    path: Arc<Path>,
    /// The number of the first line of the task.
    line: u64,
}

/// The column of the contestant: the columns of the task come before it, and that of the figure after it.
const CONTESTANT: &str = "contestant";

/// The same columns in the output of `peers --csv`: the peer, our time, the peer's time.
const PEERS: [&str; 3] = ["peer", "ours_ns", "peer_ns"];

/// Figures that are quotients or divide: zero is none of them.
const POSITIVE: [&str; 5] = ["ns", "us", "ms", "ratio", "relative_time"];

/// The columns of a file: those of the task, and those of the figures.
struct Form {
    task: usize,
    /// The place of our figure beside that of the peer, in the output of `peers --csv`.
    ours: Option<usize>,
    theirs: usize,
    figure: String,
}

impl Form {
    fn of(path: &Path, header: &csv::StringRecord) -> Result<Self, Error> {
        let column = |wanted: &str| header.iter().position(|column| column == wanted);
        if let [Some(task), Some(ours), Some(theirs)] = PEERS.map(column) {
            return Ok(Form { task, ours: Some(ours), theirs, figure: "ns".to_owned() });
        }
        let absent = |column: &str| Error::Column { path: path.to_owned(), column: column.to_owned() };
        let task = column(CONTESTANT).ok_or_else(|| absent(CONTESTANT))?;
        let figure = header.get(task + 1).ok_or_else(|| absent("ns or ratio, after that of the contestant"))?;
        Ok(Form { task, ours: None, theirs: task + 1, figure: figure.to_owned() })
    }
}

impl Record {
    /// Reads a file.
    ///
    /// # Errors
    /// Returns an error that names the file, and the line of a figure that is no number from 0 on or of a malformed line.
    pub fn read(file: &Path) -> Result<Self, Error> {
        Self::parse(file, &fs::read_to_string(file).map_err(|error| Error::io(file, error))?)
    }

    /// Parses the text of a file, whose path errors name.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn parse(file: &Path, text: &str) -> Result<Self, Error> {
        let path: Arc<Path> = file.into();
        let mut head: Vec<String> = Vec::new();
        for (at, line) in text.lines().enumerate() {
            if let Some(line) = line.strip_prefix('#').map(str::trim) {
                if let Some(time) = line.strip_prefix("recorded:").map(str::trim).filter(|time| !is_time(time)) {
                    let fault = format!("recorded: {time:?} is no time of the day HH:MM");
                    return Err(Error::line(file, at as u64 + 1, fault));
                }
                head.push(line.to_owned());
            }
        }
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        let header = reader.headers().map_err(|error| malformed(file, &error))?.clone();
        let form = Form::of(file, &header)?;
        let columns: Vec<String> = header.iter().take(form.task).map(str::to_owned).collect();
        let mut places: BTreeMap<Vec<String>, usize> = BTreeMap::new();
        let mut rows: Vec<Row> = Vec::new();
        for line in reader.records() {
            let line = line.map_err(|error| malformed(file, &error))?;
            // Files that were joined repeat the names.
            if line == header {
                continue;
            }
            let number = line.position().map_or(0, csv::Position::line);
            let figure = |column: usize| parsed(&line[column], &form.figure, file, number);
            let task: Vec<String> = line.iter().take(form.task).map(str::to_owned).collect();
            let place = *places.entry(task).or_insert_with_key(|task| {
                let keys = columns.iter().cloned().zip(task.iter().cloned()).collect();
                rows.push(Row { keys, figures: BTreeMap::new(), path: path.clone(), line: number });
                rows.len() - 1
            });
            if let Some(ours) = form.ours {
                rows[place].figures.insert(OURS.to_owned(), figure(ours)?);
            }
            rows[place].figures.insert(line[form.task].to_owned(), figure(form.theirs)?);
        }
        Ok(Record { head, path, rows, columns, figure: form.figure })
    }

    /// Returns true if the tasks have this column.
    pub fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| name == column)
    }

    /// Returns the columns of the tasks, in order.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Returns the name of the column of figures, which is their unit.
    pub fn figure(&self) -> &str {
        &self.figure
    }

    /// Returns the path of the file.
    pub fn path(&self) -> PathBuf {
        self.path.to_path_buf()
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

    /// Returns the name of a machine, followed by the instructions if the head says that the record was limited to some.
    pub fn make(&self, machine: &str) -> String {
        match self.note("instructions") {
            Some(instructions) => format!("{machine}, {instructions}"),
            None => machine.to_owned(),
        }
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
    /// Returns an error that names the file, the line and the column unless it holds a positive number.
    pub fn number(&self, column: &str) -> Result<f64, Error> {
        let absent = || Error::Column { path: self.path.to_path_buf(), column: column.to_owned() };
        let value = self.keys.get(column).ok_or_else(absent)?;
        size::number(value)
            .filter(|number| *number > 0.0)
            .ok_or_else(|| self.fault(format!("{value:?} in the column {column} is no positive number")))
    }

    /// Returns an error that names the file and the line of this row.
    pub(crate) fn fault(&self, fault: String) -> Error {
        Error::line(&self.path, self.line, fault)
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

/// Returns true for a time of the day, `HH:MM`.
fn is_time(text: &str) -> bool {
    let part = |text: &str, end: u32| text.len() == 2 && text.parse::<u32>().is_ok_and(|number| number < end);
    text.split_once(':').is_some_and(|(hours, minutes)| part(hours, 24) && part(minutes, 60))
}

/// Parses a figure in a unit.
fn parsed(text: &str, unit: &str, path: &Path, line: u64) -> Result<f64, Error> {
    let least = if POSITIVE.contains(&unit) { "above 0" } else { "from 0 on" };
    let fits = |value: &f64| value.is_finite() && (*value > 0.0 || *value == 0.0 && least == "from 0 on");
    let value = text.parse::<f64>().ok().filter(fits);
    value.ok_or_else(|| Error::line(path, line, format!("{text:?} in the column {unit} is no number {least}")))
}

/// Returns the error of the reader of CSV in one line.
fn malformed(path: &Path, error: &csv::Error) -> Error {
    let line = error.position().map_or(0, csv::Position::line);
    let fault = match error.kind() {
        csv::ErrorKind::UnequalLengths { expected_len, len, .. } => {
            format!("{len} values for {expected_len} columns")
        }
        _ => error.to_string(),
    };
    Error::line(path, line, fault)
}

#[cfg(test)]
mod tests {
    use super::Record;
    use crate::Error;
    use std::path::Path;

    const TEXT: &str = "# machine: a\n# ringfft: b\nkind,bits,contestant,ns,ratio\nx,64,ringfft,2.0,1\n# options: c\nx,64,flint,3.0,1.5\n\
        x,64,flint,4.0,2\n";

    fn parse(text: &str) -> Result<Record, Error> {
        Record::parse(Path::new("a.csv"), text)
    }

    #[test]
    fn later_lines_replace_earlier_ones() {
        let record = parse(TEXT).unwrap();
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
    fn output_of_peers_is_a_record() {
        let header = "ring,n,peer,ours_ns,peer_ns,ratio\n";
        let record = parse(&format!(
            "{header}complex-f64,2^4,FFTW,16.0,12.0,0.750\n{header}complex-f64,2^4,\"p3, tower\",16.0,24.0,1.500\n"
        ));
        let record = record.unwrap();
        assert_eq!((record.columns(), record.figure()), (&["ring".to_owned(), "n".to_owned()][..], "ns"));
        let row = record.select(&[])[0];
        assert_eq!((row.fastest(|_| true), row.ratio("p3, tower")), (Some(("FFTW", 0.75)), Some(1.5)));
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, words) in [
            (TEXT.replace("4.0", "-4"), "a.csv, line 7: \"-4\" in the column ns is no number above 0"),
            (TEXT.replace("4.0", "nan"), "a.csv, line 7"),
            (TEXT.replace("4.0", "0"), "a.csv, line 7"),
            (TEXT.replace("contestant", "who"), "a.csv: there is no column called contestant"),
            (TEXT.replace(",4.0,2", ",4.0"), "a.csv, line 7: 4 values for 5 columns"),
            (TEXT.replace("ringfft: b", "recorded: 24:00"), "a.csv, line 2: recorded: \"24:00\""),
            (String::new(), "a.csv: there is no column called contestant"),
            ("kind,contestant\n".to_owned(), "a.csv: there is no column called ns or ratio"),
        ] {
            let error = parse(&text).err().unwrap().to_string();
            assert!(error.contains(words) && !error.contains('\n'), "{error}");
        }
        let zero = TEXT.replace("ns", "l2").replace("4.0", "0");
        assert_eq!(parse(&zero).unwrap().select(&[])[0].figures["flint"], 0.0);
        let size = parse(&TEXT.replace(",64,", ",big,")).unwrap();
        let error = size.select(&[])[0].number("bits").err().unwrap().to_string();
        assert!(error.contains("a.csv, line 4: \"big\""), "{error}");
    }
}
