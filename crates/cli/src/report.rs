//! The facts that a verb reports beside its result: times, recipes, digests; as a line or as JSON.

use serde_json::{Map, Value};
use std::io::{self, Write};

/// Facts in order, with the verb they belong to.
pub(crate) struct Report {
    verb: &'static str,
    facts: Vec<(&'static str, Value)>,
    sentence: Option<String>,
}

impl Report {
    pub(crate) fn new(verb: &'static str) -> Self {
        Report { verb, facts: Vec::new(), sentence: None }
    }

    /// Adds a fact.
    pub(crate) fn with(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        self.facts.push((key, value.into()));
        self
    }

    /// Adds facts.
    pub(crate) fn with_all(mut self, facts: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        self.facts.extend(facts);
        self
    }

    /// Sets the line that a person reads.
    pub(crate) fn saying(mut self, sentence: impl Into<String>) -> Self {
        self.sentence = Some(sentence.into());
        self
    }

    /// Returns the line that a person reads.
    pub(crate) fn sentence(&self) -> Option<&str> {
        self.sentence.as_deref()
    }

    /// Returns the text of a fact.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.facts.iter().find(|(name, _)| *name == key).and_then(|(_, value)| value.as_str())
    }

    /// Returns the facts as a versioned object (docs/json.md).
    pub(crate) fn json(&self) -> Value {
        let mut object = Map::new();
        object.insert("schema".into(), format!("ringfft.{}/1", self.verb).into());
        for (key, value) in &self.facts {
            object.insert((*key).into(), value.clone());
        }
        Value::Object(object)
    }

    /// Returns one `key value` per line; a value of several lines follows its key, indented.
    pub(crate) fn lines(&self) -> String {
        let line = |(key, value): &(&str, Value)| match shown(value) {
            tree if *key == "tree" => format!("{key}\n  {}\n", tree.replace('\n', "\n  ")),
            value => format!("{key} {value}\n"),
        };
        self.facts.iter().map(line).collect()
    }

    /// Returns several reports: their lines with a blank line between, or one JSON array.
    pub(crate) fn several(reports: &[Report], json: bool) -> String {
        if json {
            let array: Value = reports.iter().map(Report::json).collect::<Vec<_>>().into();
            return format!("{array:#}\n");
        }
        reports.iter().map(Report::lines).collect::<Vec<_>>().join("\n")
    }

    /// Writes the report to standard error, as one line or as JSON. A closed standard error is no failure.
    pub(crate) fn note(&self, json: bool) {
        let line = if json {
            self.json().to_string()
        } else if let Some(sentence) = &self.sentence {
            sentence.replace(['\n', '\r'], " ")
        } else {
            let facts: Vec<String> = self
                .facts
                .iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| format!("{} {}", key.replace('_', " "), shown(value)))
                .collect();
            format!("{}: {}", self.verb.replace('_', " "), facts.join(", "))
        };
        let _ = writeln!(io::stderr(), "{line}");
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Returns the time in seconds, rounded down to microseconds.
pub(crate) fn seconds(time: std::time::Duration) -> Value {
    let micros = time.as_micros() as f64;
    (micros / 1e6).into()
}

/// Writes a complete result.
pub(crate) type Emit<'a> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'a>;

/// Holds a result and its report.
pub(crate) struct Done<'a> {
    pub(crate) report: Report,
    pub(crate) emit: Emit<'a>,
}
