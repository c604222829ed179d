//! Follows links of documents within the repository.

use crate::markdown::{anchor, options};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::{fs, path::Path};

/// Returns the links and images of a document whose files or headings do not exist.
fn broken(repository: &Path, document: &str) -> Vec<String> {
    let text = fs::read_to_string(repository.join(document)).unwrap_or_default();
    let folder = repository.join(document).parent().map(Path::to_path_buf).unwrap_or_default();
    let mut broken = Vec::new();
    for event in Parser::new_ext(&text, options()) {
        let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event else { continue };
        if dest_url.contains("://") || dest_url.starts_with("mailto:") {
            continue;
        }
        let (path, anchor) = dest_url.split_once('#').unwrap_or((&dest_url, ""));
        let target = if path.is_empty() { repository.join(document) } else { folder.join(path) };
        let exists = target.exists() && (anchor.is_empty() || anchors(&target).iter().any(|name| name == anchor));
        if !exists {
            broken.push(format!("{document}: {dest_url}"));
        }
    }
    broken
}

/// Returns the anchors of the headings of a document.
fn anchors(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let mut anchors = Vec::new();
    let mut heading = None;
    for event in Parser::new_ext(&text, options()) {
        match (event, &mut heading) {
            (Event::Start(Tag::Heading { .. }), _) => heading = Some(String::new()),
            (Event::End(TagEnd::Heading(_)), Some(text)) => {
                anchors.push(anchor(text));
                heading = None;
            }
            (Event::Text(part) | Event::Code(part), Some(text)) => text.push_str(&part),
            _ => {}
        }
    }
    anchors
}

/// Checks that links within the repository lead to files and headings that exist.
#[test]
fn links_within_the_repository_work() {
    let repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let mut documents = Vec::new();
    for folder in [
        "",
        "docs",
        "papers",
        "benches/record",
        "peers",
        "peers/integers",
        "peers/ntt",
        "interop",
        "crates/docs",
        "vectors",
        "cuda",
    ] {
        for entry in fs::read_dir(repository.join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") {
                documents.push(Path::new(folder).join(name).to_str().unwrap().to_owned());
            }
        }
    }
    assert!(documents.len() > 80, "{}", documents.len());
    let broken: Vec<String> = documents.iter().flat_map(|document| broken(repository, document)).collect();
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
