//! A report as text, CSV, LaTeX, HTML or JSON.

mod csv;
mod figures;
mod html;
mod latex;
mod text;

use crate::{
    error::{Error, Result, quoted},
    report::Report,
};
use std::path::Path;

pub use figures::figures;
use text::text;

/// A form of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A table for a terminal.
    Text,
    /// One row per line, with the numbers computed from the samples.
    Csv,
    /// A table for LaTeX with the package `booktabs`.
    Latex,
    /// One page with charts that needs no other file.
    Html,
    /// All data, including the samples.
    Json,
}

impl Form {
    /// Returns the form for the ending of a file name.
    ///
    /// # Errors
    /// [`Error::Input`] for any other ending.
    pub fn of(path: &Path) -> Result<Self> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("html" | "htm") => Ok(Form::Html),
            Some("json") => Ok(Form::Json),
            Some("csv") => Ok(Form::Csv),
            Some("tex") => Ok(Form::Latex),
            Some("txt") => Ok(Form::Text),
            _ => Err(Error::input(format!(
                "the output {} has no ending that names a form: take .html, .json, .csv, .tex or .txt",
                quoted(&path.display().to_string())
            ))),
        }
    }

    /// Returns the report in this form.
    ///
    /// # Errors
    /// [`Error::Input`] for a chart that cannot be drawn.
    pub fn render(self, report: &Report) -> Result<String> {
        match self {
            Form::Text => Ok(text(report)),
            Form::Csv => Ok(csv::csv(report)),
            Form::Latex => Ok(latex::latex(report)),
            Form::Html => html::html(report),
            Form::Json => Ok(report.to_json()),
        }
    }
}
