//! The options of Markdown, and the anchors of headings.

use pulldown_cmark::Options;

/// Returns the extensions of Markdown that the pages use.
pub fn options() -> Options {
    Options::ENABLE_TABLES
}

/// Returns the anchor of a heading.
pub fn anchor(heading: &str) -> String {
    let kept = heading.trim().to_lowercase();
    let kept = kept.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    kept.map(|letter| if letter == ' ' { '-' } else { letter }).collect()
}

#[cfg(test)]
mod tests {
    use super::anchor;

    #[test]
    fn headings_have_the_anchors_of_a_forge() {
        assert_eq!(anchor("Who it is for"), "who-it-is-for");
        assert_eq!(anchor("`x^n + 1`, twice"), "xn--1-twice");
    }
}
