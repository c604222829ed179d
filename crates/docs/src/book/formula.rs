//! Sets formulas that are written as plain text: powers, indices, signs.

use std::fmt::Write as _;

/// Words that are set upright in a formula.
const FUNCTIONS: [&str; 27] = [
    "lg", "ln", "mod", "exp", "sqrt", "sin", "cos", "tan", "deg", "log", "min", "max", "floor", "ceil", "gcd", "conj",
    "if", "or", "and", "of", "is", "to", "in", "by", "for", "odd", "rev",
];

/// Words that are set as a sign.
const SYMBOLS: [(&str, &str); 22] = [
    ("sum", "∑"),
    ("prod", "∏"),
    ("alpha", "α"),
    ("beta", "β"),
    ("gamma", "γ"),
    ("delta", "δ"),
    ("epsilon", "ε"),
    ("zeta", "ζ"),
    ("eta", "η"),
    ("theta", "θ"),
    ("kappa", "κ"),
    ("lambda", "λ"),
    ("mu", "μ"),
    ("pi", "π"),
    ("rho", "ρ"),
    ("sigma", "σ"),
    ("tau", "τ"),
    ("phi", "φ"),
    ("chi", "χ"),
    ("psi", "ψ"),
    ("omega", "ω"),
    ("varpi", "ϖ"),
];

/// Returns true if a code span is a formula, and not a name of the code, a path or a command.
pub fn is_formula(text: &str) -> bool {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let long = words.filter(|word| word.chars().all(char::is_alphabetic) && word.len() > 2);
    let known = |word: &str| FUNCTIONS.contains(&word) || SYMBOLS.iter().any(|symbol| symbol.0 == word);
    let mut formula = long.into_iter().all(known);
    // Names with a call, paths, quotes and options are code.
    let marks = ["::", "\"", ".rs", ".md", "--", ";", "#", "/ ", "&", "_mm", "{"];
    formula &= !marks.iter().any(|mark| text.contains(mark));
    let types = ["f32", "f64", "u8", "u16", "u32", "u64", "u128", "i64", "c32", "c64"];
    let typed = text.split(|letter: char| !letter.is_alphanumeric()).any(|word| types.contains(&word));
    formula && !typed && text.chars().any(char::is_alphanumeric) && !snake(text)
}

/// Returns true if a text has a name of several letters on both sides of an underscore.
fn snake(text: &str) -> bool {
    let letters = |part: &str| part.chars().take_while(|letter| letter.is_alphabetic()).count();
    let mut parts = text.split('_');
    let mut before = parts.next().unwrap_or_default();
    for part in parts {
        let left = before.chars().rev().take_while(|letter| letter.is_alphabetic()).count();
        if left > 1 && letters(part) > 1 {
            return true;
        }
        before = part;
    }
    false
}

/// Returns a formula as HTML.
pub fn set(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut html = String::new();
    piece(&letters, &mut html);
    html
}

fn piece(letters: &[char], html: &mut String) {
    let mut at = 0;
    while at < letters.len() {
        let rest = &letters[at..];
        match rest[0] {
            mark @ ('^' | '_') if at > 0 && rest.len() > 1 => {
                let tag = if mark == '^' { "sup" } else { "sub" };
                let (inner, taken) = argument(&rest[1..]);
                let _ = write!(html, "<{tag}>");
                piece(inner, html);
                let _ = write!(html, "</{tag}>");
                at += 1 + taken;
            }
            letter if letter.is_alphabetic() => {
                let word: String = rest.iter().take_while(|letter| letter.is_alphabetic()).collect();
                let length = word.chars().count();
                at += length;
                // `L x L` and `2 x 4` are products; `n1` is a variable with an index.
                if word == "x" && between(letters, at - 1) {
                    html.push('×');
                    continue;
                }
                html.push_str(&spelled(&word));
                let digits: String = letters[at..].iter().take_while(|letter| letter.is_ascii_digit()).collect();
                if length == 1 && !digits.is_empty() {
                    let _ = write!(html, "<sub>{digits}</sub>");
                    at += digits.len();
                }
            }
            letter => {
                let two: String = rest.iter().take(2).collect();
                let three: String = rest.iter().take(3).collect();
                let (sign, taken) = match (three.as_str(), two.as_str(), letter) {
                    ("...", _, _) => ("…", 3),
                    (_, "<-", _) => ("←", 2),
                    (_, "->", _) => ("→", 2),
                    (_, "<=", _) => ("≤", 2),
                    (_, ">=", _) => ("≥", 2),
                    (_, "!=", _) => ("≠", 2),
                    (_, _, '-') => ("−", 1),
                    (_, _, '<') => ("&lt;", 1),
                    (_, _, '>') => ("&gt;", 1),
                    (_, _, '&') => ("&amp;", 1),
                    (_, _, '*') => ("·", 1),
                    _ => ("", 0),
                };
                if taken == 0 {
                    html.push(letter);
                }
                html.push_str(sign);
                at += taken.max(1);
            }
        }
    }
}

/// Returns true if the letter at a place is between spaces that are between numbers or capitals.
fn between(letters: &[char], at: usize) -> bool {
    let big = |letter: Option<&char>| letter.is_some_and(|letter| letter.is_ascii_digit() || letter.is_uppercase());
    let (Some(before), Some(after)) = (at.checked_sub(1), letters.get(at + 1)) else { return false };
    letters[before] == ' ' && *after == ' ' && before > 0 && big(letters.get(before - 1)) && big(letters.get(at + 2))
}

/// Returns the raised or lowered text without its parentheses, and the number of letters that it takes.
fn argument(rest: &[char]) -> (&[char], usize) {
    if rest[0] == '('
        && let Some(end) = closed(rest)
    {
        return (&rest[1..end], end + 1);
    }
    let sign = usize::from(matches!(rest[0], '-' | '+') && rest.len() > 1);
    let plain = rest[sign..].iter().take_while(|letter| letter.is_alphanumeric()).count();
    let mut end = sign + plain.max(1).min(rest.len() - sign);
    // A decimal fraction, such as `1.585`.
    if rest[sign..end].iter().all(char::is_ascii_digit) && rest.get(end) == Some(&'.') {
        let digits = rest[end + 1..].iter().take_while(|letter| letter.is_ascii_digit()).count();
        end += if digits > 0 { digits + 1 } else { 0 };
    }
    // A function with its argument, such as `sigma(j)`.
    if plain > 2 && rest.get(end) == Some(&'(') {
        end += closed(&rest[end..]).map_or(0, |inner| inner + 1);
    }
    (&rest[..end], end)
}

/// Returns the place of the parenthesis that closes the first one.
fn closed(rest: &[char]) -> Option<usize> {
    let mut depth = 0;
    rest.iter().position(|letter| {
        depth += i32::from(*letter == '(') - i32::from(*letter == ')');
        depth == 0
    })
}

fn spelled(word: &str) -> String {
    match SYMBOLS.iter().find(|symbol| symbol.0 == word) {
        Some(symbol) => symbol.1.to_owned(),
        // Products of variables, such as `jk`, are variables; functions and words are upright.
        None if word.chars().count() <= 2 && !FUNCTIONS.contains(&word) => format!("<i>{word}</i>"),
        None => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_formula, set};

    #[test]
    fn formulas_are_told_from_code() {
        for text in
            ["n", "x^n + 1", "w^(jk)", "X_k = sum_j x_j w^(jk)", "4 n lg n - 6 n + 8", "s_i", "z^-d", "x -> z x"]
        {
            assert!(is_formula(text), "{text}");
        }
        for text in [
            "src/dft/twisted.rs",
            "Plan::new",
            "forward_with",
            "twiddles",
            "draw twisted:8",
            "f64",
            "count c64:16:naive",
            "--isa",
        ] {
            assert!(!is_formula(text), "{text}");
        }
    }

    #[test]
    fn powers_and_indices_are_raised_and_lowered() {
        assert_eq!(set("w^(j(k+1))"), "<i>w</i><sup><i>j</i>(<i>k</i>+1)</sup>");
        assert_eq!(set("x_j <= z^-d"), "<i>x</i><sub><i>j</i></sub> ≤ <i>z</i><sup>−<i>d</i></sup>");
        assert_eq!(set("sum_j"), "∑<sub><i>j</i></sub>");
        assert_eq!(set("w^sigma(j)"), "<i>w</i><sup>σ(<i>j</i>)</sup>");
        assert_eq!(set("n^1.585"), "<i>n</i><sup>1.585</sup>");
        assert_eq!(set("2 x 4 x1"), "2 × 4 <i>x</i><sub>1</sub>");
        assert_eq!(set("a < b^"), "<i>a</i> &lt; <i>b</i>^");
    }
}
