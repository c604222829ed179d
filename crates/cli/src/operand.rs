//! The factors of `ringfft multiply`: integers in files, and powers written out by the program.

use crate::{
    failure::{Failure, Outcome, quoted},
    format::{decoded, lines},
    input::{self, input_name},
    spec::canonical_u64,
};
use ringfft::{
    algebra::{Module, Ring},
    arith::{add_mod, mul_mod, pow_mod},
    integer::{Multiplier, from_decimal, from_hexadecimal},
    rings::Modular,
};
use std::{ops::Range, path::Path};

/// An integer with its source.
pub(crate) struct Operand {
    pub(crate) negative: bool,
    /// The magnitude.
    pub(crate) limbs: Vec<u64>,
    source: Source,
    what: String,
}

/// An integer whose limbs are not computed yet.
pub(crate) struct Unread {
    negative: bool,
    source: Source,
    what: String,
}

enum Source {
    /// The digits in the file.
    Text { bytes: Vec<u8>, digits: Range<usize>, radix: u64 },
    /// An expression.
    Power(Power),
}

fn wrong(what: &str, found: &str) -> Failure {
    Failure::input(format!(
        "{what} holds {found}, but one integer on one line is needed: decimal digits, or hexadecimal ones after 0x, with or \
         without a leading `-`"
    ))
}

impl Unread {
    /// Reads the file at `path`, or the expression where no such file is.
    pub(crate) fn open(path: &Path, radix: u64, memory: Option<u64>) -> Outcome<Self> {
        let what = input_name(path);
        let text = path.to_str().filter(|text| *text != "-" && !path.exists());
        if let Some(power) = text.and_then(Power::parse) {
            return Ok(Unread { negative: false, source: Source::Power(power), what });
        }
        if let Some(text) = text.filter(|text| is_integer(text, radix)) {
            return Self::parse(text.into(), &what, radix);
        }
        if let Some(text) = text {
            let name = quoted(text);
            let digits = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-*^".contains(&byte));
            return Err(Failure::input(match text.strip_prefix('-').unwrap_or(text) {
                number if text.contains('^') && digits && !number.is_empty() => format!(
                    "{name} is no file, and as K*B^E+C or K*B^E-C each number must be a canonical decimal below 2^64, K and E at \
                     least 1, B at least 2; +C and -C may be left out"
                ),
                _ => format!(
                    "no such file: {name}: an operand is a file that holds one integer, `-`, an integer (hexadecimal after 0x), \
                     or K*B^E, K*B^E+C or K*B^E-C"
                ),
            }));
        }
        Self::parse(input::read(path, memory)?, &what, radix)
    }

    /// Returns the place of the digits of the only integer in `bytes`. No line, or several lines, are an error.
    fn parse(bytes: Vec<u8>, what: &str, radix: u64) -> Outcome<Self> {
        let (line, digits) = {
            let mut lines = lines(decoded(&bytes, what)?);
            match (lines.next(), lines.next()) {
                (Some((_, line)), None) => {
                    let start = line.as_ptr().addr() - bytes.as_ptr().addr();
                    (line, start..start + line.len())
                }
                (None, _) => return Err(wrong(what, "no integer")),
                _ => return Err(wrong(what, "several lines")),
            }
        };
        let negative = line.starts_with(b"-");
        let hexadecimal = line[usize::from(negative)..].starts_with(b"0x");
        let start = digits.start + usize::from(negative) + 2 * usize::from(hexadecimal);
        let (digits, radix) = (start..digits.end, if hexadecimal { 16 } else { radix });
        Ok(Unread { negative, source: Source::Text { bytes, digits, radix }, what: what.into() })
    }

    /// Returns the expected seconds to compute the limbs, from the number of digits.
    pub(crate) fn seconds(&self) -> f64 {
        match &self.source {
            Source::Text { digits, radix: 16, .. } => digits.len() as f64 * 1e-9,
            Source::Text { digits, .. } => conversion_seconds(digits.len() as f64, 3.8e-9),
            Source::Power(power) => conversion_seconds(power.bits() / 64.0, 1e-8),
        }
    }

    /// Returns an upper bound of the number of limbs.
    pub(crate) fn limbs(&self) -> u128 {
        let bits = match &self.source {
            Source::Text { digits, radix, .. } if *radix == 16 => 4 * digits.len() as u128,
            // 3.322 is slightly above the binary logarithm of 10.
            Source::Text { digits, .. } => digits.len() as u128 * 3322 / 1000,
            Source::Power(power) => power.bits() as u128,
        };
        bits / 64 + 2
    }

    /// Returns true if the number has a minus sign.
    pub(crate) fn is_negative(&self) -> bool {
        self.negative
    }

    /// Computes the limbs. Text that is no integer is an error.
    pub(crate) fn evaluate(self, multiplier: &Multiplier) -> Outcome<Operand> {
        let Unread { negative, source, what } = self;
        let limbs = match &source {
            Source::Power(power) => power.evaluate(multiplier)?,
            Source::Text { bytes, digits, radix } => {
                let text = std::str::from_utf8(&bytes[digits.clone()]);
                let text = text.map_err(|_| wrong(&what, "bytes that are no text"))?;
                let limbs = if *radix == 16 { from_hexadecimal(text) } else { from_decimal(text) };
                limbs.map_err(|error| match Failure::from(error) {
                    Failure::Input(_) => wrong(&what, &quoted(text)),
                    other => other,
                })?
            }
        };
        Ok(Operand { negative, limbs, source, what })
    }
}

/// Returns true if an operand that is no file is an integer: digits, the first of them decimal, or `0x` and hexadecimal
/// digits.
fn is_integer(text: &str, radix: u64) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    match digits.strip_prefix("0x") {
        Some(digits) => !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit()),
        None => {
            let is_digit = |digit: u8| digit.is_ascii_digit() || (radix == 16 && digit.is_ascii_hexdigit());
            digits.starts_with(|first: char| first.is_ascii_digit()) && digits.bytes().all(is_digit)
        }
    }
}

/// Returns the expected seconds of a conversion of `digits` digits: products of half the length, a quarter and so on.
pub(crate) fn conversion_seconds(digits: f64, each: f64) -> f64 {
    digits * digits.max(2.0).log2() * each
}

/// The length of an operand for reports.
pub(crate) enum Length {
    /// Decimal digits without leading zeros.
    Decimal(usize),
    /// Hexadecimal digits without leading zeros.
    Hexadecimal(usize),
    /// An expression, as given.
    Expression(String),
}

impl Operand {
    /// Returns the length for reports.
    pub(crate) fn length(&self) -> Length {
        match &self.source {
            Source::Power(_) => Length::Expression(self.what.clone()),
            Source::Text { bytes, digits, radix } => {
                let digits = &bytes[digits.clone()];
                let zeros = digits.iter().take_while(|&&digit| digit == b'0').count();
                let len = (digits.len() - zeros).max(1);
                if *radix == 16 { Length::Hexadecimal(len) } else { Length::Decimal(len) }
            }
        }
    }

    /// Computes the magnitude modulo the prime of `ring` from the digits or the expression, independently of the limbs.
    pub(crate) fn residue(&self, ring: &Modular) -> u64 {
        match &self.source {
            Source::Text { bytes, digits, radix } => residue_of_text(&bytes[digits.clone()], *radix, ring),
            Source::Power(power) => power.residue(ring.modulus()),
        }
    }
}

/// Computes the number with these digits modulo the prime of `ring`. A step takes sixteen digits, as two halves of a
/// word.
pub(crate) fn residue_of_text(digits: &[u8], radix: u64, ring: &Modular) -> u64 {
    let (head, pieces) = digits.as_rchunks::<16>();
    let half = radix.pow(8);
    let mut scale = ring.element(half);
    let square = scale;
    ring.mul_assign(&mut scale, &square);
    let first = head.iter().fold(0, |value, &byte| value * radix + digit(byte));
    pieces.iter().fold(ring.element(first), |mut residue, piece| {
        let [left, right] = [0, 8].map(|at| match (radix, piece[at..].first_chunk()) {
            (10, Some(digits)) => eight_decimal(*digits),
            _ => piece[at..at + 8].iter().fold(0, |value, &byte| value << 4 | digit(byte)),
        });
        ring.mul_assign(&mut residue, &scale);
        ring.add_assign(&mut residue, &(left * half + right));
        residue
    })
}

/// Returns the value of a valid digit.
fn digit(byte: u8) -> u64 {
    u64::from(if byte <= b'9' { byte - b'0' } else { (byte | 0x20) - b'a' + 10 })
}

/// Computes the number with these eight decimal digits: neighbours are combined three times.
fn eight_decimal(digits: [u8; 8]) -> u64 {
    let ones = u64::from_le_bytes(digits) - 0x3030_3030_3030_3030;
    let tens = (ones * 10 + (ones >> 8)) & 0x00ff_00ff_00ff_00ff;
    let hundreds = (tens * 100 + (tens >> 16)) & 0x0000_ffff_0000_ffff;
    (hundreds * 10_000 + (hundreds >> 32)) & 0xffff_ffff
}

/// The expression `K*B^E`, `K*B^E+C` or `K*B^E-C`; `K*` is optional.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Power {
    factor: u64,
    base: u64,
    exponent: u64,
    add: bool,
    rest: u64,
}

impl Power {
    fn parse(text: &str) -> Option<Self> {
        let (power, rest) = text.split_at(text.rfind(['+', '-']).unwrap_or(text.len()));
        let rest = if rest.is_empty() { "+0" } else { rest };
        let (factor, power) = match power.split_once('*') {
            Some((factor, power)) => (canonical_u64(factor)?, power),
            None => (1, power),
        };
        let (base, exponent) = power.split_once('^')?;
        // Exponents may be powers, such as 2^20.
        let exponent = match exponent.split_once('^') {
            Some((base, exponent)) => {
                canonical_u64(base)?.checked_pow(u32::try_from(canonical_u64(exponent)?).ok()?)?
            }
            None => canonical_u64(exponent)?,
        };
        let number = Power {
            factor,
            base: canonical_u64(base)?,
            exponent,
            add: rest.starts_with('+'),
            rest: canonical_u64(&rest[1..])?,
        };
        (number.factor >= 1 && number.base >= 2 && number.exponent >= 1).then_some(number)
    }

    /// Returns an upper bound of the number of bits.
    fn bits(&self) -> f64 {
        (self.base as f64).log2() * self.exponent as f64 + 128.0
    }

    /// Computes the limbs by squares and products, from the highest bit of the exponent. More than 2^36 bits, or a
    /// negative number, are an error.
    fn evaluate(&self, multiplier: &Multiplier) -> Outcome<Vec<u64>> {
        let bits = self.bits();
        if bits > 2f64.powi(36) {
            return Err(Failure::Resource(format!(
                "{}^{} has about {bits:.0} bits, and this program stops at 2^36: take a smaller exponent",
                self.base, self.exponent
            )));
        }
        let mut power = vec![1];
        for bit in (0..u64::BITS - self.exponent.leading_zeros()).rev() {
            power = multiplier.square(&power)?;
            if self.exponent >> bit & 1 == 1 {
                power = multiplier.multiply(&power, &[self.base])?;
            }
        }
        power = multiplier.multiply(&power, &[self.factor])?;
        power.push(0);
        let mut rest = self.rest;
        for limb in &mut power {
            let (sum, carry) = if self.add { limb.overflowing_add(rest) } else { limb.overflowing_sub(rest) };
            *limb = sum;
            rest = u64::from(carry);
            if rest == 0 {
                break;
            }
        }
        if rest != 0 {
            let factor = if self.factor == 1 { String::new() } else { format!("{}*", self.factor) };
            return Err(Failure::input(format!("{factor}{}^{} - {} is negative", self.base, self.exponent, self.rest)));
        }
        while power.last() == Some(&0) {
            power.pop();
        }
        Ok(power)
    }

    fn residue(&self, p: u64) -> u64 {
        let power = mul_mod(pow_mod(self.base, self.exponent, p), self.factor % p, p);
        let rest = self.rest % p;
        add_mod(power, if self.add || rest == 0 { rest } else { p - rest }, p)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        let power = Power::parse("3*10^2^2-7").unwrap();
        assert_eq!(power, Power { factor: 3, base: 10, exponent: 4, add: false, rest: 7 });
        let limbs = power.evaluate(&Multiplier::default()).unwrap();
        assert_eq!(limbs, [29_993]);
        assert_eq!(power.residue(1_000_003), 29_993);
        assert_eq!(Power::parse("2^64+0").unwrap().evaluate(&Multiplier::default()).unwrap(), [0, 1]);
        assert!(Power::parse("2^1-3").unwrap().evaluate(&Multiplier::default()).is_err());
        assert_eq!(Power::parse("3*2^5").unwrap().evaluate(&Multiplier::default()).unwrap(), [96]);
        for text in ["", "+", "2", "a^3+1", "2^3+", "2^3+x", "1^3+1", "2^0+1", "0*2^3+1", "2^3++1", "-2^3+1"] {
            assert_eq!(Power::parse(text), None, "{text}");
        }
    }

    #[test]
    fn integers() {
        for (text, radix, is) in [
            ("0", 10, true),
            ("-12", 10, true),
            ("0x1f", 10, true),
            ("-0xF", 10, true),
            ("1f", 16, true),
            ("1f", 10, false),
            ("face", 16, false),
            ("0x", 10, false),
            ("", 10, false),
            ("-", 10, false),
            ("12.txt", 10, false),
        ] {
            assert_eq!(is_integer(text, radix), is, "{text}");
        }
    }

    #[test]
    fn residues_of_digits() {
        let ring = Modular::new((1 << 61) - 1).unwrap();
        for (radix, text) in
            [(10, "98765432109876543210987654321098765432109"), (16, "FfEeDdCcBbAa99887766554433221100f00Dcafe1")]
        {
            for len in 0..=text.len() {
                let digits = &text[text.len() - len..];
                let each = digits.chars().map(|c| u128::from(c.to_digit(16).unwrap()));
                let expected = each.fold(0, |value, digit| (value * u128::from(radix) + digit) % ((1 << 61) - 1));
                assert_eq!(u128::from(residue_of_text(digits.as_bytes(), radix, &ring)), expected, "{digits}");
            }
        }
    }

    #[test]
    fn files() {
        let read = |text: &str, radix| Unread::parse(text.into(), "it", radix)?.evaluate(&Multiplier::default());
        for (text, radix, negative, limbs) in [
            ("# note\n\n -0x1F \n", 10, true, vec![31]),
            ("12", 16, false, vec![18]),
            ("007 # seven", 10, false, vec![7]),
            ("0", 10, false, vec![]),
            ("\u{feff}12", 10, false, vec![12]),
        ] {
            let operand = read(text, radix).unwrap();
            assert_eq!((operand.negative, &operand.limbs), (negative, &limbs), "{text}");
            assert_eq!(operand.residue(&Modular::new(1_000_003).unwrap()), limbs.first().copied().unwrap_or(0));
        }
        for text in ["", "#", "1\n2", "-", "0x", "1.5", "--1", "0xg", "1f", "1 2"] {
            assert!(read(text, 10).is_err(), "{text}");
        }
    }
}
