//! Writes the pages of `papers/` as a book: HTML that needs no network.

mod formula;
mod frame;
mod pages;
mod render;

use crate::Result;
use std::{fs, path::Path};

/// Writes the book into a folder.
///
/// # Errors
/// Returns an error that names a file that cannot be read or written.
pub fn write(repository: &Path, folder: &Path) -> Result<()> {
    let pages = pages::pages(repository)?;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for (number, page) in pages.iter().enumerate() {
        let html = frame::html(&pages, number, &render::body(&pages, page));
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

#[cfg(test)]
mod tests {
    use super::{pages::pages, render};
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
