//! Writes the pages of `papers/` as a book: HTML that needs no network.

mod formula;
mod page;
mod render;

use crate::Result;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::{fs, path::Path};

/// The pages that the index does not list: their files, and the names of their parts.
const MORE: [(&str, &str); 1] = [("docs/performance.md", "Measured")];
const INDEX: &str = "papers/README.md";

/// Returns the extensions of Markdown that the pages use.
pub fn options() -> Options {
    Options::ENABLE_TABLES
}

/// A page of the book.
pub struct Page {
    /// The path from the root of the repository.
    path: String,
    /// The file of the book.
    file: String,
    /// The part that it belongs to.
    part: String,
    title: String,
    text: String,
}

/// Writes the book into a folder.
///
/// # Errors
/// Returns an error that names a file that cannot be read or written.
pub fn write(repository: &Path, folder: &Path) -> Result<()> {
    let pages = pages(repository)?;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (number, page) in pages.iter().enumerate() {
        let html = page::html(&pages, number, &render::body(&pages, page));
        fs::write(folder.join(&page.file), html).map_err(|error| format!("{}: {error}", page.file))?;
    }
    for figures in ["papers/figures", "docs/figures"] {
        let target = folder.join(figures);
        fs::create_dir_all(&target)?;
        for entry in fs::read_dir(repository.join(figures))? {
            let path = entry?.path();
            if let Some(name) = path.file_name() {
                fs::copy(&path, target.join(name))?;
            }
        }
    }
    println!("{} pages, from {}", pages.len(), folder.join("index.html").display());
    Ok(())
}

/// Returns the pages in the order of the index.
fn pages(repository: &Path) -> Result<Vec<Page>> {
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

#[cfg(test)]
mod tests {
    use super::{pages, render};
    use std::{fs, path::Path};

    #[test]
    fn every_page_is_in_the_book_and_every_link_in_it_leads_to_a_page() {
        let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let pages = pages(repository).unwrap();
        for entry in fs::read_dir(repository.join("papers")).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(!name.ends_with(".md") || pages.iter().any(|page| page.path.ends_with(&name)), "{name}");
        }
        let mut links = 0;
        for page in &pages {
            let body = render::body(&pages, page);
            for target in body.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
                if target.contains("://") {
                    continue;
                }
                links += 1;
                let found = pages.iter().find(|page| page.file == file || file.is_empty());
                let found = found.unwrap_or_else(|| panic!("{}: {target}", page.path));
                let found = if file.is_empty() { page } else { found };
                let id = format!("id=\"{anchor}\"");
                assert!(anchor.is_empty() || render::body(&pages, found).contains(&id), "{}: {target}", page.path);
            }
            for picture in body.split("src=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                assert!(repository.join(picture).exists(), "{}: {picture}", page.path);
            }
        }
        assert!(links > 300, "{links}");
    }
}
