//! Names what a row measures, alike in records of all forms.

use crate::{Error, Row, size};
use std::{cmp::Ordering, fmt};

/// The columns that tell tasks apart in a comparison with peers. A file with another column compares something else, such
/// as states of the crate or times of plans.
const COLUMNS: [&str; 17] = [
    "row",
    "ring",
    "kind",
    "operation",
    "order",
    "n",
    "bits",
    "length",
    "limbs",
    "limbs_a",
    "limbs_b",
    "operands",
    "columns",
    "batch",
    "threads",
    // Measurements of one task that a record repeats.
    "run",
    "build",
];

/// The name of a row, as `peers list` prints it: `complex-f64/2^20/threads`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Task {
    group: String,
    size: String,
    rest: Vec<String>,
}

impl Task {
    /// Returns true if these columns are those of a comparison with peers.
    pub(crate) fn has(columns: &[String]) -> bool {
        columns.iter().all(|column| COLUMNS.contains(&column.as_str()))
    }

    /// Returns the name of a row.
    ///
    /// # Errors
    /// Returns an error that names the line if a column for a count holds no positive integer, or no size is there.
    pub(crate) fn of(row: &Row) -> Result<Self, Error> {
        let [name, ring, kind, order, length] =
            ["row", "ring", "kind", "order", "length"].map(|column| row.key(column));
        let (group, size) = if !order.is_empty() {
            (format!("matrices/{order}"), row.key("bits"))
        } else if !kind.is_empty() {
            (format!("integers/{kind}"), row.key("bits"))
        } else if !length.is_empty() {
            let operation = Some(row.key("operation")).filter(|operation| !operation.is_empty());
            (format!("polynomials/{}/{ring}", operation.unwrap_or("product")), length)
        } else {
            (if name.is_empty() { ring } else { name }.replace(' ', "-"), row.key("n"))
        };
        if group.is_empty() || size.is_empty() {
            return Err(row.fault("the row has no name or no size".to_owned()));
        }
        let mut parts = size.split('/');
        let size = size::canonical(parts.next().unwrap_or_default());
        let mut rest: Vec<String> = parts.map(str::to_owned).collect();
        let operands = row.key("operands");
        if !matches!(operands, "" | "random") {
            rest.push(operands.to_owned());
        }
        for (column, prefix) in [("columns", ""), ("batch", "batch-")] {
            if let Some(count) = several(row, column)? {
                rest.push(format!("{prefix}{count}"));
            }
        }
        match several(row, "threads")? {
            None => (),
            Some(2) => rest.push("threads".to_owned()),
            Some(threads) => rest.push(format!("threads-{threads}")),
        }
        Ok(Task { group, size, rest })
    }
}

/// Returns a count above one; none if it is one or the file has no such column.
fn several(row: &Row, column: &str) -> Result<Option<u64>, Error> {
    match row.key(column) {
        "" => Ok(None),
        text => match text.parse::<u64>() {
            Ok(count) if count > 0 => Ok(Some(count).filter(|count| *count > 1)),
            _ => Err(row.fault(format!("{text:?} in the column {column} is no positive integer"))),
        },
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.group, self.size)?;
        self.rest.iter().try_for_each(|part| write!(f, "/{part}"))
    }
}

impl Ord for Task {
    /// Compares groups first, then sizes by their value.
    fn cmp(&self, other: &Self) -> Ordering {
        let number = |task: &Task| size::number(&task.size).unwrap_or(f64::INFINITY);
        let names = self.group.cmp(&other.group).then_with(|| self.rest.cmp(&other.rest));
        names.then_with(|| number(self).total_cmp(&number(other))).then_with(|| self.size.cmp(&other.size))
    }
}

impl PartialOrd for Task {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
