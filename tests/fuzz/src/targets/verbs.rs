//! Verbs end to end: arguments as text, files as bytes.

use crate::command::Arguments;

/// Words that would make a run slow or leave the process.
const LEFT_OUT: [&str; 2] = ["--threads", "--help"];

/// The first line as words and the rest as bytes.
fn words(bytes: &[u8]) -> Option<(Vec<&str>, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let words: Vec<&str> = std::str::from_utf8(&bytes[..end]).ok()?.split_ascii_whitespace().collect();
    if words.iter().any(|word| LEFT_OUT.iter().any(|left_out| word.starts_with(left_out))) {
        return None;
    }
    Some((words, bytes.get(end + 1..).unwrap_or(&[])))
}

/// Arguments of `transform` and its input: over an exact ring, what is transformed goes back.
pub fn transform(bytes: &[u8]) {
    let Some((words, content)) = words(bytes) else { return };
    // The definition is quadratic; and tables of long roots take their time.
    if content.len() > 4096 {
        return;
    }
    let limited: &[&str] = if words.contains(&"--memory") { &[] } else { &["--memory", "16M"] };
    let head: &[&str] = &["transform", "in"];
    let all = [head, limited, &words[..]].concat();
    let Some(arguments) = Arguments::read(&all) else { return };
    let Ok(output) = arguments.run(&[("in", content), ("tuning", b"")]) else { return };
    let ring = words.iter().position(|word| *word == "--ring").and_then(|at| words.get(at + 1));
    let inexact = ring.is_none_or(|ring| ring.starts_with('c'));
    if inexact || words.contains(&"--inverse") || words.iter().any(|word| word.starts_with("--ring=")) {
        return;
    }
    // `none` and `forward` leave a factor, or refuse; nothing else does.
    if words.iter().any(|word| word.starts_with("--scale")) {
        return;
    }
    // Before the others, of which the last may be `--`.
    let back = [&["transform", "--inverse"][..], &all[1..]].concat();
    let Some(back) = Arguments::read(&back) else { panic!("{back:?}") };
    match back.run(&[("in", &output), ("tuning", b"")]) {
        Ok(again) => {
            let Some(once) = Arguments::read(&all) else { panic!("{all:?}") };
            assert_eq!(once.run(&[("in", &again), ("tuning", b"")]), Ok(output), "{all:?}");
        }
        // A length that has no inverse in the ring.
        Err(message) => assert!(message.contains("inver") || message.contains("memory"), "{message}"),
    }
}

/// Arguments of `convolve` and two inputs, parted by an empty line.
pub fn convolve(bytes: &[u8]) {
    let Some((words, content)) = words(bytes) else { return };
    if content.len() > 4096 {
        return;
    }
    let part = content.windows(2).position(|pair| pair == b"\n\n").unwrap_or(content.len());
    let (a, b) = (&content[..part], content.get(part + 2..).unwrap_or(&[]));
    let head: &[&str] = &["convolve", "in", "in2"];
    let limited: &[&str] = if words.contains(&"--memory") { &[] } else { &["--memory", "16M"] };
    let Some(arguments) = Arguments::read([head, limited, &words[..]].concat()) else { return };
    let _ = arguments.run(&[("in", a), ("in2", b)]);
}

/// Arguments of `multiply` and two integers, on lines of their own.
pub fn multiply(bytes: &[u8]) {
    let Some((words, content)) = words(bytes) else { return };
    // Powers that are spelled out may be large.
    if words.iter().any(|word| word.contains('^') && word.len() > 12) {
        return;
    }
    let mut lines = content.splitn(2, |&byte| byte == b'\n');
    let (a, b) = (lines.next().unwrap_or(&[]), lines.next().unwrap_or(&[]));
    let head: &[&str] = if words.contains(&"--square") { &["multiply", "in"] } else { &["multiply", "in", "in2"] };
    let limited: &[&str] = if words.contains(&"--memory") { &[] } else { &["--memory", "16M"] };
    let Some(arguments) = Arguments::read([head, limited, &words[..]].concat()) else { return };
    let _ = arguments.run(&[("in", a), ("in2", b)]);
}
