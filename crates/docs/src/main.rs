//! Makes the plots and tables of the documentation from records, and the book from the pages.
//!
//! `README.md` says how to run it.

mod blocks;
mod book;
mod contestants;
mod documented;
mod figure;
#[cfg(test)]
mod links;
mod markdown;
mod output;
mod plots;

use output::File;
use ringfft_records::Record;
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// A result whose error is printed.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

const USAGE: &str = "\
ringfft-docs                     writes every plot and every table of figures of the repository
ringfft-docs plot FILE... [--out FOLDER]
                                 draws records of peers/integers; by default into `plots` beside each
ringfft-docs book [FOLDER]       writes the book, by default into target/book";

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("ringfft-docs: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => write(&repository, output::all(&repository)?),
        ["plot", files @ .., "--out", folder] if !files.is_empty() => plot(files, Some(Path::new(folder))),
        ["plot", files @ ..] if !files.is_empty() => plot(files, None),
        ["book"] => book::write(&repository, &repository.join("target/book")),
        ["book", folder] => book::write(&repository, Path::new(folder)),
        ["--help" | "-h"] => {
            println!("{USAGE}");
            Ok(())
        }
        _ => Err(format!("unknown arguments\n{USAGE}").into()),
    }
}

fn plot(files: &[&str], out: Option<&Path>) -> Result<()> {
    for file in files {
        let path = Path::new(file);
        let record = Record::read(path)?;
        let folder = match out {
            Some(folder) => folder.to_owned(),
            None => path.parent().unwrap_or(Path::new("")).join("plots"),
        };
        let files = output::of(&record, path, &folder)?;
        if files.is_empty() {
            eprintln!("{file}: no plot is made of these rows");
        }
        write(&PathBuf::new(), files)?;
    }
    Ok(())
}

/// Writes files, and prints the path of each that changes.
fn write(root: &Path, files: Vec<File>) -> Result<()> {
    for file in files {
        let path = root.join(&file.path);
        if fs::read_to_string(&path).is_ok_and(|text| text == file.text) {
            continue;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        fs::write(&path, &file.text).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("{}", file.path.display());
    }
    Ok(())
}
