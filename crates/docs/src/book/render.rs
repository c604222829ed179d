//! Renders a page: links to other pages and to the bibliography, anchors, formulas.

use super::{formula, pages::Page};
use crate::markdown::{anchor, options};
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Parser, Tag, TagEnd, html::push_html};
use ringfft_charts::escaped;

const BIBLIOGRAPHY: &str = "bibliography.html";

/// Returns the HTML of the text of a page.
pub fn body(pages: &[Page], page: &Page) -> String {
    let events: Vec<Event<'_>> = Parser::new_ext(&page.text, options()).collect();
    let mut out: Vec<Event<'_>> = Vec::with_capacity(events.len());
    let mut block = false;
    let mut dropped_link = false;
    let mut key = None;
    let mut linked = false;
    for (number, event) in events.iter().enumerate() {
        let new = match event.clone() {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let id = Some(CowStr::from(anchor(&heading(&events[number + 1..]))));
                Event::Start(Tag::Heading { level, id, classes, attrs })
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                linked = true;
                match target(pages, page, &dest_url) {
                    Some(dest_url) => Event::Start(Tag::Link { link_type, dest_url: dest_url.into(), title, id }),
                    None => {
                        dropped_link = true;
                        continue;
                    }
                }
            }
            Event::End(TagEnd::Link) => {
                linked = false;
                if std::mem::take(&mut dropped_link) {
                    continue;
                }
                Event::End(TagEnd::Link)
            }
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let dest_url = resolved(page, &dest_url).into();
                Event::Start(Tag::Image { link_type, dest_url, title, id })
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                block = matches!(&kind, CodeBlockKind::Fenced(language) if &**language == "text");
                Event::Start(Tag::CodeBlock(kind))
            }
            Event::End(TagEnd::CodeBlock) => {
                block = false;
                Event::End(TagEnd::CodeBlock)
            }
            Event::Code(text) => code(pages, &text, linked),
            Event::Text(text) if block && display(&text) => {
                Event::Html(text.lines().map(|line| formula::set(line) + "\n").collect::<String>().into())
            }
            // A key of the bibliography comes as three texts: a bracket, the key, a bracket.
            Event::Text(text) if &*text == "[" => {
                key = Some(number);
                Event::Text(text)
            }
            Event::Text(text) if key == Some(number - usize::from(number > 0)) && is_key(&text) => cited(page, &text),
            other => other,
        };
        out.push(new);
    }
    let mut html = String::new();
    push_html(&mut html, out.into_iter());
    html.replace("<table>", "<div class=\"wide\"><table>").replace("</table>", "</table></div>")
}

/// Returns the text of a heading whose events begin here.
fn heading(events: &[Event<'_>]) -> String {
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    inside
        .filter_map(|event| if let Event::Text(text) | Event::Code(text) = event { Some(&**text) } else { None })
        .collect()
}

/// Returns a path from the root of the repository for a link of a page.
fn resolved(page: &Page, link: &str) -> String {
    let folder = page.path.rsplit_once('/').map_or("", |parts| parts.0);
    let mut parts: Vec<&str> = folder.split('/').collect();
    for part in link.split('/') {
        match part {
            ".." => drop(parts.pop()),
            "." => {}
            _ => parts.push(part),
        }
    }
    parts.join("/")
}

/// Returns the target in the book, if the link has one: other files of the repository are not part of it.
fn target(pages: &[Page], page: &Page, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let found = pages.iter().find(|other| other.path == resolved(page, path))?;
    Some(if anchor.is_empty() { found.file.clone() } else { format!("{}#{anchor}", found.file) })
}

/// Returns a code span: a formula, a link to the page that it names, or code.
fn code<'t>(pages: &[Page], text: &str, linked: bool) -> Event<'t> {
    if let Some(page) = pages.iter().find(|page| page.path == text) {
        let title = escaped(&page.title);
        let html = if linked { title } else { format!("<a href=\"{}\">{title}</a>", page.file) };
        return Event::InlineHtml(html.into());
    }
    if formula::is_formula(text) {
        return Event::InlineHtml(format!("<span class=\"f\">{}</span>", formula::set(text)).into());
    }
    Event::Code(text.to_owned().into())
}

/// Returns true if a block of text is a formula: a few lines with a sign between two sides, and no drawing.
fn display(text: &str) -> bool {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let formulas = lines.clone().all(|line| line.contains('=') || line.contains("<-"));
    let drawn = text.contains(['|', '+']) && text.contains("  |")
        || text.contains("--")
        || text.contains(['─', '│', '\\', '`']);
    lines.count() <= 6 && formulas && !drawn
}

fn is_key(text: &str) -> bool {
    let year = text.rsplit_once(' ').map_or("", |parts| parts.1);
    text.starts_with(|letter: char| letter.is_ascii_uppercase())
        && !year.is_empty()
        && year.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns a key: with its anchor in the bibliography, a link to it elsewhere.
fn cited<'t>(page: &Page, key: &str) -> Event<'t> {
    let (id, key) = (anchor(key), escaped(key));
    let html = match page.file.as_str() {
        BIBLIOGRAPHY => format!("<span id=\"{id}\">{key}</span>"),
        _ => format!("<a href=\"{BIBLIOGRAPHY}#{id}\">{key}</a>"),
    };
    Event::InlineHtml(html.into())
}
