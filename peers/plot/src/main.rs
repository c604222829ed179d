//! Plots of the records of ringfft beside its peers: reads their CSV files and writes SVG.
//!
//! `README.md` says how to run it.

mod axes;
mod draw;
mod figure;
mod figures;
mod record;
mod style;

use clap::Parser;
use record::Record;
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// A result whose error is printed.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Reads CSV files of `peers/integers` and writes one SVG for each plot that their rows allow.
///
/// The files are named as the CSV file, followed by the plot unless the name ends so: product, square, unbalanced, threads and operands of
/// integers; the ring and operations of polynomials; product of matrices. An SVG is light or dark as the reader's system is.
#[derive(Debug, Parser)]
struct Options {
    /// CSV files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder of the SVG files: by default `plots` beside each CSV file
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("plot: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<()> {
    for (index, file) in options.files.iter().enumerate() {
        let record = Record::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let figures = figures::all(&record)?;
        let folder = match &options.out {
            Some(folder) => folder.clone(),
            None => file.parent().unwrap_or(Path::new("")).join("plots"),
        };
        fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let stem = file.file_stem().unwrap_or_default().to_string_lossy();
        for (number, figure) in figures.iter().enumerate() {
            let name = if stem.ends_with(&figure.name) { stem.to_string() } else { format!("{stem}-{}", figure.name) };
            let path = folder.join(format!("{name}.svg"));
            fs::write(&path, draw::svg(figure)?).map_err(|error| format!("{}: {error}", path.display()))?;
            let done = (index * figures.len() + number + 1) * 100 / (options.files.len() * figures.len());
            println!("{done:>3} % {}", path.display());
        }
        if figures.is_empty() {
            eprintln!("{}: no plot is made of these rows", file.display());
        }
    }
    Ok(())
}
