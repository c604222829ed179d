//! Puts the text of a page into its frame: contents, neighbours, style.

use super::pages::Page;
use ringfft_charts::escaped;
use std::fmt::Write as _;

const STYLE: &str = include_str!("style.css");

/// Returns the HTML of a page.
pub fn html(pages: &[Page], number: usize, body: &str) -> String {
    let page = &pages[number];
    let mut contents = String::new();
    let mut part = "";
    for other in pages {
        if other.part != part {
            let end = if part.is_empty() { "" } else { "</ul>" };
            let _ = write!(contents, "{end}<h2>{}</h2><ul>", escaped(&other.part));
            part = &other.part;
        }
        let here = if other.file == page.file { " aria-current=\"page\"" } else { "" };
        let _ = write!(contents, "<li><a href=\"{}\"{here}>{}</a></li>", other.file, plain(&other.title));
    }
    contents.push_str("</ul>");
    let neighbour = |other: Option<&Page>, relation: &str, arrow: [&str; 2]| {
        other.map_or("<span></span>".to_owned(), |other| {
            let title = plain(&other.title);
            format!("<a rel=\"{relation}\" href=\"{}\">{}{title}{}</a>", other.file, arrow[0], arrow[1])
        })
    };
    let before = neighbour(number.checked_sub(1).and_then(|before| pages.get(before)), "prev", ["← ", ""]);
    let after = neighbour(pages.get(number + 1), "next", ["", " →"]);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <details class=\"contents\"><summary>Contents</summary><nav>{contents}</nav></details>\n\
         <aside><nav>{contents}</nav></aside>\n<main>\n{body}<footer>{before}{after}</footer>\n</main>\n</body>\n</html>\n",
        plain(&page.title)
    )
}

/// Returns a title without marks of code.
fn plain(title: &str) -> String {
    escaped(&title.replace('`', ""))
}
