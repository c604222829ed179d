//! `ringfft compare`: the laboratory.

mod rings;

use crate::{
    failure::{Failure, Outcome},
    output::{Content, Output},
};
use clap::Args;
use ringfft_lab::{Form, Interrupt, Laboratory, Options, Report};
use std::{
    io::{self, Write},
    path::Path,
};

pub(crate) use rings::with_ring;

#[derive(Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    options: Options,
    /// Report as JSON on standard output, as docs/json.md describes it
    #[arg(long)]
    json: bool,
}

/// Runs the verb. Outputs are opened before anything is timed.
pub(crate) fn run(args: &CompareArgs) -> Outcome<()> {
    let options = &args.options;
    let inputs: Vec<&Path> = options.from.iter().map(AsRef::as_ref).collect();
    let mut outputs: Vec<(Form, Output)> = Vec::new();
    for path in &options.outputs {
        outputs.push((Form::of(path)?, Output::new(Some(path), &inputs, Content::Text)?));
    }
    if args.json || outputs.is_empty() {
        outputs.push((if args.json { Form::Json } else { Form::Text }, Output::report()?));
    }
    let notes = args.json || !options.outputs.is_empty();
    let interrupt = Interrupt::watch();
    let laboratory = Laboratory { open: &rings::open, contestants: &[], peers: &[], native_order: false };
    let report = ringfft_lab::compare(options, &laboratory, &interrupt)?;
    for (form, output) in outputs {
        let text = form.render(&report)?;
        output.write(|out| out.write_all(text.as_bytes()))?;
    }
    note(&report, notes && options.from.is_none());
    interrupt.raise();
    Ok(())
}

/// Writes the notes of a report to standard error if `rows` is set, and a line if the report is partial.
fn note(report: &Report, rows: bool) {
    let partial = report.partial.map(|partial| {
        let (taken, planned) = (partial.taken, partial.planned);
        format!("interrupted: {taken} of {planned} samples were taken; the report has them and says that it is partial")
    });
    for line in report.notes.iter().filter(|_| rows).chain(&partial) {
        // A closed standard error is no failure.
        let _ = writeln!(io::stderr(), "{line}");
    }
}

impl From<ringfft_lab::Error> for Failure {
    fn from(error: ringfft_lab::Error) -> Self {
        match error {
            ringfft_lab::Error::Verification(text) => Failure::Verification(text),
            ringfft_lab::Error::Resource(text) => Failure::Resource(text),
            other => Failure::Input(other.to_string()),
        }
    }
}
