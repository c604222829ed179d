//! Lists the files of the repository that are made from records.

use crate::{Result, blocks, documented, plots};
use ringfft_records::{Record, Records};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Folders whose documents may have markers, and the way from each to the root of the repository.
const FOLDERS: [(&str, &str); 3] = [("", ""), ("docs", "../"), ("papers", "../")];

/// A file and its required text.
pub struct File {
    /// The path from the root of the repository.
    pub path: PathBuf,
    /// The text.
    pub text: String,
}

/// Returns every file that is made from records.
///
/// # Errors
/// Returns an error that names a record or a document that cannot be read.
pub fn all(repository: &Path) -> Result<Vec<File>> {
    let records = Records::new(repository);
    let figures = documented::all(&records)?;
    let mut files = Vec::new();
    for figure in &figures {
        files.push(File { path: format!("docs/figures/{}.svg", figure.name).into(), text: figure.plot.svg()? });
    }
    let blocks = blocks::all(&figures, &records)?;
    for (folder, root) in FOLDERS {
        for path in documents(repository, folder)? {
            let text = fs::read_to_string(repository.join(&path)).map_err(|error| format!("{path}: {error}"))?;
            if text.contains(blocks::BEGIN) {
                let text = blocks::filled(&text, &blocks, root).map_err(|error| format!("{path}: {error}"))?;
                files.push(File { path: path.into(), text });
            }
        }
    }
    for what in
        ["integers", "integers-threads", "integers-operands", "polynomials", "polynomials-operations", "matrices"]
    {
        for found in records.everywhere(what)? {
            let path = PathBuf::from(&found.path);
            files.extend(of(&found.record, &path, &path.with_file_name("plots"))?);
        }
    }
    Ok(files)
}

/// Returns the documents of a folder.
fn documents(repository: &Path, folder: &str) -> Result<Vec<String>> {
    let mut documents = Vec::new();
    for entry in fs::read_dir(repository.join(folder)).map_err(|error| format!("{folder}: {error}"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".md") {
            documents.push(if folder.is_empty() { name } else { format!("{folder}/{name}") });
        }
    }
    documents.sort();
    Ok(documents)
}

/// Returns the plots of one record.
///
/// # Errors
/// Returns an error if its columns are of no known kind.
pub fn of(record: &Record, path: &Path, folder: &Path) -> Result<Vec<File>> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let mut files = Vec::new();
    for plot in plots::all(record)? {
        let name = if stem.ends_with(&plot.name) { stem.to_string() } else { format!("{stem}-{}", plot.name) };
        files.push(File { path: folder.join(format!("{name}.svg")), text: plot.figure.svg()? });
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::all;
    use std::{fs, path::Path};

    /// Checks that the version to cite is the version of the packages.
    #[test]
    fn the_citation_names_this_version() {
        let line = concat!("\nversion: ", env!("CARGO_PKG_VERSION"), "\n");
        assert!(include_str!("../../../CITATION.cff").contains(line), "CITATION.cff has not the line{line}");
    }

    /// Checks that every plot, and every figure in a document, is that of the records. `cargo run -p ringfft-docs`
    /// writes them.
    #[test]
    fn figures_are_those_of_the_records() {
        let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let files = all(repository).unwrap();
        assert!(files.len() > 30, "{}", files.len());
        for file in files {
            let found = fs::read_to_string(repository.join(&file.path)).unwrap_or_default();
            assert!(
                found == file.text,
                "{} is not that of the records: cargo run -p ringfft-docs",
                file.path.display()
            );
        }
    }
}
