//! Constants as short text: powers of the root of unity where they are, numbers where they are short, names
//! with a legend where not.

use crate::values::AnyValues;
use ringfft::algebra::{Module, Ring, Roots};
use ringfft_testing::{Class, Erased, ErasedElement};

/// A constant as text, with its kind.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Label {
    pub(crate) text: String,
    pub(crate) class: Class,
}

/// The greatest order of a root of unity that is recognised.
const MOST: usize = 512;
/// Characters of a number that is written out in the picture.
const SHORT: usize = 6;

/// The texts of the constants of one picture.
pub(crate) struct Names<'a> {
    values: &'a dyn AnyValues,
    ring: Erased,
    roots: Vec<Root>,
    /// Constants with a name of their own.
    named: Vec<(ErasedElement, String)>,
}

struct Root {
    symbol: &'static str,
    powers: Vec<ErasedElement>,
    meaning: String,
    used: bool,
}

impl<'a> Names<'a> {
    /// Creates the names for `constants` in a transform of length `len`.
    pub(crate) fn new<'b>(
        values: &'a dyn AnyValues,
        len: usize,
        constants: impl Iterator<Item = &'b ErasedElement>,
    ) -> Self {
        let mut names = Names { values, ring: values.erased(), roots: Vec::new(), named: Vec::new() };
        names.push("w", len, String::new());
        let unknown = |names: &Self, s: &ErasedElement| names.power(s).is_none();
        let mut others: Vec<&ErasedElement> = constants.filter(|s| unknown(&names, s)).collect();
        if others.is_empty() {
            return names;
        }
        // The square root of w, then one root for the rest.
        names.push("v", 2 * len, format!("v{} = w", superscript(2)));
        others.retain(|s| unknown(&names, s));
        let orders = others.iter().filter_map(|s| names.order(s));
        let order = orders.fold(1, |a, b| lcm(a, b).min(MOST + 1));
        if (2..=MOST).contains(&order) {
            names.push("u", order, format!("u is the root of order {order}"));
        }
        names
    }

    /// Adds the ring's root of an order, if it has one.
    fn push(&mut self, symbol: &'static str, order: usize, meaning: String) {
        let ring = &self.ring;
        if order == 1 {
            return;
        }
        let Ok(root) = self.values.root(order) else { return };
        if ring.check_root(&root, order).is_err() {
            return;
        }
        let powers = (0..order).map(|k| ring.power(&root, order, k)).collect();
        self.roots.push(Root { symbol, powers, meaning, used: false });
    }

    fn near(&self, a: &ErasedElement, b: &ErasedElement) -> bool {
        self.values.near(a, b, MOST, false)
    }

    /// Returns the root and the exponent of a constant, and whether it is the negative of the power.
    fn power(&self, s: &ErasedElement) -> Option<(usize, usize, bool)> {
        let ring = &self.ring;
        let one = ring.one();
        let mut negative = s.clone();
        ring.neg_assign(&mut negative);
        let units = [(s, false), (&negative, true)];
        if let Some((_, negative)) = units.iter().find(|(s, _)| self.near(s, &one)) {
            return Some((0, 0, *negative));
        }
        self.roots.iter().enumerate().find_map(|(index, root)| {
            units.iter().find_map(|(s, negative)| {
                root.powers.iter().position(|power| self.near(s, power)).map(|k| (index, k, *negative))
            })
        })
    }

    /// Returns the order of a constant that is a root of unity.
    fn order(&self, s: &ErasedElement) -> Option<usize> {
        let ring = &self.ring;
        let (one, mut power) = (ring.one(), s.clone());
        (1..=MOST).find(|_| {
            let found = self.near(&power, &one);
            ring.mul_assign(&mut power, s);
            found
        })
    }

    /// Returns a constant as text.
    pub(crate) fn label(&mut self, s: &ErasedElement) -> Label {
        let class = Class::of(&self.ring, s);
        let Some((root, exponent, negative)) = self.power(s) else {
            return Label { text: self.number(s), class };
        };
        let sign = if negative { "\u{2212}" } else { "" };
        let text = match exponent {
            0 => "1".into(),
            1 => self.roots[root].symbol.into(),
            _ => format!("{}{}", self.roots[root].symbol, superscript(exponent)),
        };
        if exponent != 0 {
            self.roots[root].used = true;
        }
        Label { text: format!("{sign}{text}"), class }
    }

    /// Returns a number, or a name for it.
    fn number(&mut self, s: &ErasedElement) -> String {
        if let Some(index) = self.named.iter().position(|(known, _)| self.near(s, known)) {
            return name(index);
        }
        let text = self.text(s);
        if text.chars().count() <= SHORT {
            return text;
        }
        self.named.push((s.clone(), text));
        name(self.named.len() - 1)
    }

    /// Returns the text of a number: shortened in the middle beyond 24 characters, or with a few decimals if it is
    /// complex.
    fn text(&self, s: &ErasedElement) -> String {
        let text = self.values.text(s);
        if !self.complex() {
            return if text.len() <= 24 { text } else { format!("{}...{}", &text[..8], &text[text.len() - 8..]) };
        }
        let mut parts = text.split(' ').map(|part| part.parse::<f64>().unwrap_or(f64::NAN));
        let (re, im) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let small = |part: f64| part.abs() < 1e-12;
        match (small(re), small(im)) {
            (_, true) => decimal(re),
            (true, _) => format!("{}i", decimal(im)),
            _ => format!("{}{}{}i", decimal(re), if im < 0.0 { "" } else { "+" }, decimal(im)),
        }
    }

    fn complex(&self) -> bool {
        let ring = &self.ring;
        ring.parts(&ring.one()).is_some()
    }

    /// Returns ring and root in words.
    pub(crate) fn root(&self) -> String {
        let ring = self.values.name();
        match self.roots.iter().find(|root| root.symbol == "w") {
            None => format!("Over {ring}"),
            Some(root) if self.complex() => {
                format!("Over {ring}, w = exp({}2{}i/{})", minus("-"), '\u{3c0}', root.powers.len())
            }
            Some(root) => format!("Over {ring}, w = {}", self.text(&root.powers[1])),
        }
    }

    /// Returns the meanings of the symbols that were used, except that of the root.
    pub(crate) fn legend(&self) -> Vec<String> {
        let roots = self.roots.iter().filter(|root| root.used && !root.meaning.is_empty());
        let named = self.named.iter().enumerate().map(|(index, (_, text))| format!("{} = {text}", name(index)));
        let all: Vec<String> = roots.map(|root| root.meaning.clone()).chain(named).collect();
        if all.is_empty() { Vec::new() } else { vec![all.join(", ")] }
    }
}

fn name(index: usize) -> String {
    format!("c{}", subscript(index + 1))
}

fn decimal(x: f64) -> String {
    let text = format!("{x:.3}");
    minus(text.trim_end_matches('0').trim_end_matches('.'))
}

fn lcm(a: usize, b: usize) -> usize {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

/// Replaces hyphens by minus signs.
fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

fn digits(number: usize, zero: [char; 10]) -> String {
    number.to_string().bytes().map(|digit| zero[usize::from(digit - b'0')]).collect()
}

/// Returns the digits of a number as an index.
pub(crate) fn subscript(number: usize) -> String {
    digits(number, ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'])
}

/// Returns the digits of a number as an exponent.
pub(crate) fn superscript(number: usize) -> String {
    digits(number, ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'])
}
