//! Reports that are made but not printed, in place of `crates/cli/src/report.rs`.

use crate::original::report::Report as Text;
pub(crate) use crate::original::report::seconds;
use serde_json::Value;
use std::{hint::black_box, slice::from_ref};

/// Facts in order, with the verb they belong to.
pub(crate) struct Report(Text);

impl Report {
    pub(crate) fn new(verb: &'static str) -> Self {
        Report(Text::new(verb))
    }

    /// Adds a fact.
    pub(crate) fn with(self, key: &'static str, value: impl Into<Value>) -> Self {
        Report(self.0.with(key, value))
    }

    /// Adds facts.
    pub(crate) fn with_all(self, facts: impl IntoIterator<Item = (&'static str, Value)>) -> Self {
        Report(self.0.with_all(facts))
    }

    /// Returns the facts as an object.
    pub(crate) fn json(&self) -> Value {
        self.0.json()
    }

    /// Reports one after another.
    pub(crate) fn several(reports: &[Report], json: bool) -> String {
        reports.iter().map(|report| Text::several(from_ref(&report.0), json)).collect()
    }

    /// Makes the text and drops it.
    pub(crate) fn note(&self, json: bool) {
        black_box(Text::several(from_ref(&self.0), json));
    }
}
