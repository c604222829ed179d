//! The report as data: the inputs of a rendering, without the numbers that are computed from them.

use crate::{
    error::{Error, Result},
    machine::{Limits, Machine},
    task::Task,
};
use serde::{Deserialize, Serialize};

/// The name and version of the JSON form.
pub const SCHEMA: &str = "ringfft.compare/1";

/// A report of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The name and version of the form: [`SCHEMA`].
    pub schema: String,
    /// The version of the library.
    pub version: String,
    /// The title.
    pub title: String,
    /// The preset that the tasks belong to.
    #[serde(default)]
    pub preset: Option<Source>,
    /// The seed of the order, the elements and the resamples.
    pub seed: u64,
    /// The rounds asked for.
    pub rounds: usize,
    /// The machine.
    pub machine: Machine,
    /// The measured limits of the machine.
    pub limits: Limits,
    /// The values that are compared with the definition before a row is timed.
    #[serde(default)]
    pub checks: String,
    /// The label of the rows that ratios refer to.
    pub baseline: String,
    /// The samples planned and taken, if the run was interrupted.
    #[serde(default)]
    pub partial: Option<Partial>,
    /// The rows, by task.
    pub rows: Vec<Row>,
    /// One line for each row that is left out, and other remarks.
    #[serde(default)]
    pub notes: Vec<String>,
}

/// The source of a preset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Source {
    /// The name of the preset.
    pub name: String,
    /// The article or program, and the table or figure.
    pub source: String,
    /// The axes of the source, in words.
    pub axes: String,
    /// The departures from the source.
    pub differences: String,
}

/// The extent of an interrupted run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partial {
    /// The samples that were planned.
    pub planned: usize,
    /// The samples that were taken.
    pub taken: usize,
}

/// A variant at a task.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// The task.
    pub task: Task,
    /// The variant.
    pub variant: String,
    /// The instruction set asked for.
    pub isa: String,
    /// The number of threads.
    pub threads: usize,
    /// The recipe that ran.
    pub recipe: String,
    /// The order of the values.
    pub order: String,
    /// `true` if elements are complex floats.
    pub complex: bool,
    /// The seconds that building the plan took.
    pub plan_seconds: f64,
    /// The bytes of tables, if known.
    #[serde(default)]
    pub table_bytes: Option<u64>,
    /// The bytes of scratch.
    pub scratch_bytes: u64,
    /// The bytes of an element.
    pub element_bytes: u64,
    /// The relative error in the Euclidean norm; 0 for exact rings. Absent if nothing was compared. [`Row::check`] says
    /// what was.
    #[serde(default)]
    pub error: Option<f64>,
    /// The comparisons behind the error, if the contestant states them.
    #[serde(default)]
    pub check: Option<Check>,
    /// The operations, if counted.
    #[serde(default)]
    pub operations: Option<Operations>,
    /// The calls of one sample.
    pub calls: u64,
    /// The nanoseconds of a call, one sample a round.
    pub samples: Vec<f64>,
}

/// The comparisons behind an error. The error is that of the values. If none of them was compared, it is that of the
/// round trip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The number of values that were compared with the definition, which is in longer precision for floats.
    pub values: usize,
    /// The number of elements that were compared with the input after forward and inverse.
    pub round_trip: usize,
}

impl Check {
    /// Returns whether the error is that of forward and inverse together.
    pub fn is_round_trip(&self) -> bool {
        self.values == 0
    }
}

/// Counted operations of one transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operations {
    /// Additions and subtractions.
    pub additions: u64,
    /// Products by constants other than 1 and -1.
    pub products: u64,
    /// The products by a fourth root of unity.
    pub products_by_i: u64,
    /// Operations on real numbers, if the elements are complex.
    pub real: u64,
}

impl Report {
    /// Returns the report as JSON.
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists have a JSON form, and times and errors are finite.
        serde_json::to_string_pretty(self).map_or_else(|_| String::from("{}"), |text| text + "\n")
    }

    /// Reads a report from JSON.
    ///
    /// # Errors
    /// [`Error::Input`] for text that is no report of this version.
    pub fn from_json(text: &str) -> Result<Self> {
        let report: Report = serde_json::from_str(text).map_err(|error| {
            Error::input(format!(
                "this is no report of `ringfft compare`: {error}: give a file that compare wrote as .json"
            ))
        })?;
        if report.schema != SCHEMA {
            return Err(Error::input(format!(
                "the report has the form {:?}, and this version reads {SCHEMA}: run the comparison again",
                report.schema
            )));
        }
        if report.rows.iter().any(|row| row.samples.is_empty() || row.task.shape.is_empty() || row.task.points() == 0) {
            return Err(Error::input("a row of the report has no samples or no length: run the comparison again"));
        }
        Ok(report)
    }

    /// Returns the distinct tasks in the order of their rows.
    pub fn tasks(&self) -> Vec<&Task> {
        let mut tasks: Vec<&Task> = Vec::new();
        for row in &self.rows {
            if !tasks.contains(&&row.task) {
                tasks.push(&row.task);
            }
        }
        tasks
    }

    /// Returns the distinct rings in the order of their rows.
    pub fn rings(&self) -> Vec<&str> {
        let mut rings: Vec<&str> = Vec::new();
        for row in &self.rows {
            if !rings.contains(&row.task.ring.as_str()) {
                rings.push(&row.task.ring);
            }
        }
        rings
    }

    /// Returns the name of a row: the variant, with instruction set and threads if rows differ in them.
    pub fn label(&self, row: &Row) -> String {
        let mut label = row.variant.clone();
        if self.rows.iter().any(|other| other.isa != row.isa) {
            label += &format!(", {}", row.isa);
        }
        if self.rows.iter().any(|other| other.threads != row.threads) {
            label += &format!(", {} thread{}", row.threads, if row.threads == 1 { "" } else { "s" });
        }
        label
    }

    /// Returns the distinct labels in the order of their rows.
    pub fn labels(&self) -> Vec<String> {
        let mut labels: Vec<String> = Vec::new();
        for row in &self.rows {
            let label = self.label(row);
            if !labels.contains(&label) {
                labels.push(label);
            }
        }
        labels
    }
}
