//! The wording of doc comments: functions open with a verb, nothing opens with a puzzle, sentences are short.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Every function's docs open with one of these. A new verb needs a reason: one of these says most things.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "Adds", "Allocates", "Appends", "Applies", "Asserts", "Builds", "Calls", "Checks", "Chooses", "Collects",
    "Compares", "Computes", "Converts", "Convolves", "Copies", "Counts", "Creates", "Divides", "Doubles", "Draws",
    "Embeds", "Evaluates", "Expands", "Extends", "Factors", "Fills", "Follows", "Gathers", "Halves", "Interpolates",
    "Inverts", "Limits", "Loads", "Maps", "Measures", "Merges", "Moves", "Multiplies", "Negates", "Opens", "Overwrites",
    "Packs", "Parses", "Passes", "Permutes", "Prefetches", "Prepares", "Prints", "Propagates", "Raises", "Reads",
    "Records", "Recovers", "Reduces", "Rejects", "Releases", "Removes", "Reorders", "Replaces", "Requests", "Reserves",
    "Restores", "Returns", "Reverses", "Rotates", "Rounds", "Runs", "Scales", "Scatters", "Selects", "Sets", "Shifts",
    "Skips", "Solves", "Sorts", "Splits", "Squares", "Starts", "Stores", "Subtracts", "Sums", "Swaps", "Transforms",
    "Transposes", "Unpacks", "Waits", "Wraps", "Writes",
];

/// No doc comment opens with one of these: its subject would be missing.
const PUZZLES: &[&str] = &[
    "What", "How", "Who", "Whose", "Which", "Whether", "Where", "When", "Why", "That", "Those", "These", "There", "Of",
    "As", "No", "None", "Nothing", "Nobody", "So", "Such", "It", "Its", "Their", "They", "This",
];

/// Words of a sentence at most; a code span is one word.
const LONGEST: usize = 25;

/// The folders whose doc comments are checked.
const FOLDERS: &[&str] = &[
    "src",
    "crates/charts/src",
    "crates/signal/src",
    "crates/testing/src",
    "crates/cli/src",
    "crates/docs/src",
    "crates/lab/src",
    "crates/records/src",
];

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A doc comment: the number of its first line, its lines without the marks, and whether it is a function's.
struct Comment<'a> {
    line: usize,
    text: Vec<&'a str>,
    function: bool,
}

/// Returns true if this line declares a function.
fn is_function(line: &str) -> bool {
    let rest = line.strip_prefix("pub(").and_then(|rest| rest.split_once(')')).map_or(line, |(_, rest)| rest);
    let mut words = rest.split_whitespace();
    words.find(|word| !["pub", "const", "unsafe", "async", "extern", "\"C\""].contains(word)) == Some("fn")
}

/// Returns the doc comments of a file, that of the module first.
fn comments(text: &str) -> Vec<Comment<'_>> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < lines.len() {
        let mark = ["//!", "///"].into_iter().find(|mark| lines[at].starts_with(mark));
        let Some(mark) = mark else {
            at += 1;
            continue;
        };
        let line = at + 1;
        let mut text = Vec::new();
        while let Some(rest) = lines.get(at).and_then(|line| line.strip_prefix(mark)) {
            text.push(rest.trim());
            at += 1;
        }
        // Attributes of several lines end where their brackets do.
        let mut next = at;
        let mut open = 0;
        while let Some(line) =
            lines.get(next).filter(|line| open > 0 || line.starts_with("#[") || line.starts_with("//"))
        {
            open += line.matches('[').count() as i32 - line.matches(']').count() as i32;
            next += 1;
        }
        let function = mark == "///" && lines.get(next).is_some_and(|line| is_function(line));
        found.push(Comment { line, text, function });
    }
    found
}

/// Returns the paragraphs of running text: no headings, tables or code; an item of a list is a paragraph.
fn paragraphs(lines: &[&str]) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut code = false;
    for line in lines {
        let fence = line.starts_with("```");
        code ^= fence;
        if fence || code || line.is_empty() || line.starts_with(['#', '|']) {
            found.push(String::new());
            continue;
        }
        let item = line.strip_prefix("- ").or_else(|| {
            line.split_once(". ").filter(|(number, _)| number.parse::<u32>().is_ok()).map(|(_, rest)| rest)
        });
        if let Some(item) = item {
            found.push(item.to_string());
        } else {
            let last = found.last_mut().unwrap();
            last.push(' ');
            last.push_str(line);
        }
    }
    found.retain(|text| !text.trim().is_empty());
    found
}

/// Returns the text with every code span and every link's address as one word.
fn spans_as_words(text: &str) -> String {
    let mut plain = String::new();
    for (at, part) in text.split('`').enumerate() {
        plain.push_str(if at % 2 == 0 { part } else { "X" });
    }
    let mut result = String::new();
    let mut rest = plain.as_str();
    while let Some((before, after)) = rest.split_once("](") {
        result.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    result + rest
}

/// Returns the sentences of a paragraph that have more than [`LONGEST`] words.
fn long_sentences(paragraph: &str) -> Vec<String> {
    let text = spans_as_words(paragraph);
    let mut found = Vec::new();
    let mut sentence: Vec<&str> = Vec::new();
    for word in text.split_whitespace() {
        sentence.push(word);
        if word.ends_with(['.', '!', '?', ';', ':']) || word.ends_with(".)") {
            if sentence.len() > LONGEST {
                found.push(sentence.join(" "));
            }
            sentence.clear();
        }
    }
    if sentence.len() > LONGEST {
        found.push(sentence.join(" "));
    }
    found
}

/// Returns the faults of one file.
fn faults(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for comment in comments(text) {
        let first = comment.text.first().copied().unwrap_or_default();
        let word: String = first.chars().take_while(|c| c.is_alphanumeric()).collect();
        if comment.function && !VERBS.contains(&word.as_str()) {
            found.push((comment.line, format!("a function opens with no verb of the list: {first}")));
        } else if PUZZLES.contains(&word.as_str()) || first.starts_with("The one that") {
            found.push((comment.line, format!("the subject is missing: {first}")));
        }
        for paragraph in paragraphs(&comment.text) {
            let long = long_sentences(&paragraph);
            found.extend(long.into_iter().map(|sentence| (comment.line, format!("a long sentence: {sentence}"))));
        }
    }
    found
}

#[test]
fn docs_open_with_verbs_and_keep_sentences_short() {
    let mut all = Vec::new();
    for folder in FOLDERS {
        files(&root().join(folder), &mut all);
    }
    assert!(all.len() > 300, "{}", all.len());
    let mut wrong = Vec::new();
    for path in &all {
        let short = path.strip_prefix(root()).unwrap().display();
        let text = fs::read_to_string(path).unwrap();
        wrong.extend(faults(&text).iter().map(|(line, fault)| format!("{short}:{line}: {fault}")));
    }
    assert!(wrong.is_empty(), "{} faults\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the files whose heads are front pages: the crate roots and the public modules that they or a `mod.rs` declare.
fn front_pages() -> Vec<PathBuf> {
    let mut all = Vec::new();
    let mut found = Vec::new();
    for package in ["", "crates/charts", "crates/signal", "crates/testing"] {
        let folder = root().join(package).join("src");
        files(&folder, &mut all);
        found.push(folder.join("lib.rs"));
    }
    for path in all.iter().filter(|path| path.ends_with("lib.rs") || path.ends_with("mod.rs")) {
        let text = fs::read_to_string(path).unwrap();
        let mut hidden = false;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("pub mod ").and_then(|rest| rest.strip_suffix(';'))
                && !hidden
            {
                let folder = path.parent().unwrap();
                let file = [folder.join(name).with_extension("rs"), folder.join(name).join("mod.rs")];
                found.push(file.into_iter().find(|file| file.exists()).unwrap());
            }
            hidden = line.starts_with("#[doc(hidden)]") || hidden && line.starts_with("#[");
        }
    }
    found
}

#[test]
fn front_pages_have_an_example_that_runs() {
    let pages = front_pages();
    assert!(pages.len() >= 20, "{pages:?}");
    let has_example = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        let mut code = false;
        text.lines().filter_map(|line| line.strip_prefix("//!")).any(|line| {
            let fence = line.trim().strip_prefix("```");
            let opens = fence.is_some() && !code;
            code ^= fence.is_some();
            opens && fence.is_some_and(|kind| kind.is_empty())
        })
    };
    let without: Vec<_> =
        pages.iter().filter(|path| !has_example(path) && !path.starts_with(root().join("src/inside"))).collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn the_verbs_are_in_order_and_no_word_is_twice() {
    assert!(VERBS.is_sorted());
    assert!(VERBS.windows(2).all(|pair| pair[0] != pair[1]));
    assert!(VERBS.len() <= 100);
}

#[test]
fn the_reader_of_comments() {
    let text = "//! What this is.\n\n/// Returns one.\n#[cfg(all(\n    a,\n))]\npub(crate) const fn f() {}\n\
                /// The length.\npub len: fn(u8),\n/// One.\nunsafe fn g<T>() {}\n";
    let found = comments(text);
    assert_eq!(found.iter().map(|comment| comment.function).collect::<Vec<_>>(), [false, true, false, true]);
    let found: Vec<usize> = faults(text).into_iter().map(|(line, _)| line).collect();
    assert_eq!(found, [1, 10]);
    let long = "word ".repeat(LONGEST + 1) + "`a b c`.";
    assert_eq!(long_sentences(&long).len(), 1);
    assert_eq!(long_sentences(&("word ".repeat(LONGEST - 1) + "`a b c`. " + "[a](b c)")).len(), 0);
    assert_eq!(paragraphs(&["a", "b", "", "- c", "- d", "```", "e", "```", "| f |", "g"]).len(), 4);
}
