//! Sets formulas that are written as plain text: powers, indices, signs.

use std::fmt::Write as _;

/// Returns whether a code span is a formula and not a name of the code, a path or a command.
pub fn is_formula(text: &str) -> bool {
    let words = text.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    let long = words.filter(|word| word.chars().all(char::is_alphabetic) && word.len() > 2);
    let known = [
        "sum", "prod", "mod", "exp", "sqrt", "sin", "cos", "tan", "deg", "log", "min", "max", "floor", "ceil", "sigma",
        "tau", "omega", "alpha", "beta", "theta", "varpi", "lambda", "epsilon", "delta", "phi", "psi", "gcd", "conj",
    ];
    let mut formula = long.into_iter().all(|word| known.contains(&word));
    // Names with a call, paths, quotes and options are code.
    formula &= !["::", "\"", ".rs", ".md", "--", "[", "#", "->>", "/ ", "&", "_mm", "{"]
        .iter()
        .any(|mark| text.contains(mark));
    let typed = ["f32", "f64", "u8", "u32", "u64", "i64", "c32", "c64"].contains(&text);
    formula && !typed && text.chars().any(char::is_alphanumeric) && !snake(text)
}

/// Returns whether a text has a name of several letters on both sides of an underscore.
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
                at += word.chars().count();
                html.push_str(&spelled(&word));
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

/// Returns what is raised or lowered, without its parentheses, and the letters that it takes.
fn argument(rest: &[char]) -> (&[char], usize) {
    if rest[0] == '(' {
        let mut depth = 0;
        for (place, letter) in rest.iter().enumerate() {
            depth += i32::from(*letter == '(') - i32::from(*letter == ')');
            if depth == 0 {
                return (&rest[1..place], place + 1);
            }
        }
    }
    let sign = usize::from(matches!(rest[0], '-' | '+') && rest.len() > 1);
    let plain = rest[sign..].iter().take_while(|letter| letter.is_alphanumeric()).count();
    (&rest[..sign + plain.max(1).min(rest.len() - sign)], sign + plain.max(1).min(rest.len() - sign))
}

fn spelled(word: &str) -> String {
    let symbol = match word {
        "sum" => "∑",
        "prod" => "∏",
        "sigma" => "σ",
        "tau" => "τ",
        "omega" => "ω",
        "alpha" => "α",
        "beta" => "β",
        "theta" => "θ",
        "varpi" => "ϖ",
        "lambda" => "λ",
        "epsilon" => "ε",
        "delta" => "δ",
        "phi" => "φ",
        "psi" => "ψ",
        "pi" => "π",
        _ => "",
    };
    match word {
        _ if !symbol.is_empty() => symbol.to_owned(),
        // Products of variables, such as `jk`, are variables; functions are upright.
        "lg" | "ln" | "mod" | "exp" | "sqrt" | "sin" | "cos" | "tan" | "deg" | "log" | "min" | "max" | "floor"
        | "ceil" | "gcd" | "conj" | "if" | "or" | "and" | "of" | "is" | "to" | "in" | "by" => word.to_owned(),
        _ if word.chars().count() <= 2 => format!("<i>{word}</i>"),
        _ => word.to_owned(),
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
        assert_eq!(set("a < b^"), "<i>a</i> &lt; <i>b</i>^");
    }
}
