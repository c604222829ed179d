//! Reads the pages in the order of the index.

use crate::{Result, markdown::options};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::{fs, path::Path};

/// The pages that the index does not list: their files, and the names of their parts.
const MORE: [(&str, &str); 1] = [("docs/performance.md", "Measured")];
const INDEX: &str = "papers/README.md";

/// A page of the book.
pub struct Page {
    /// The path from the root of the repository.
    pub path: String,
    /// The file of the book.
    pub file: String,
    /// The part that it belongs to.
    pub part: String,
    /// The first heading.
    pub title: String,
    /// The Markdown.
    pub text: String,
}

/// Returns the pages in the order of the index.
///
/// # Errors
/// Returns an error that names a page that cannot be read.
pub fn pages(repository: &Path) -> Result<Vec<Page>> {
    let read = |path: &str| fs::read_to_string(repository.join(path)).map_err(|error| format!("{path}: {error}"));
    let index = read(INDEX)?;
    let mut listed = vec![(INDEX.to_owned(), "The course".to_owned())];
    for (part, path) in linked(&index) {
        if !listed.iter().any(|page| page.0 == path) {
            listed.push((path, part));
        }
    }
    listed.extend(MORE.map(|(path, part)| (path.to_owned(), part.to_owned())));
    let pages = listed.into_iter().map(|(path, part)| {
        let text = read(&path)?;
        let title = text.lines().next().unwrap_or_default().trim_start_matches("# ").to_owned();
        let stem = Path::new(&path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file = if path == INDEX { "index.html".to_owned() } else { format!("{stem}.html") };
        Ok(Page { path, file, part, title, text })
    });
    pages.collect()
}

/// Returns the pages that the tables of the index link to, with the headings above them.
fn linked(index: &str) -> Vec<(String, String)> {
    let (mut part, mut heading, mut in_table) = (String::new(), false, false);
    let mut found = Vec::new();
    for event in Parser::new_ext(index, options()) {
        match event {
            Event::Start(Tag::Heading { .. }) => (part, heading) = (String::new(), true),
            Event::End(TagEnd::Heading(_)) => heading = false,
            Event::Text(text) | Event::Code(text) if heading => part.push_str(&text),
            Event::Start(Tag::Table(_)) => in_table = true,
            Event::End(TagEnd::Table) => in_table = false,
            Event::Start(Tag::Link { dest_url, .. }) if in_table && dest_url.ends_with(".md") => {
                found.push((part.clone(), format!("papers/{dest_url}")));
            }
            _ => {}
        }
    }
    found
}
