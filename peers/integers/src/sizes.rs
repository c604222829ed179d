//! Sizes of products: ranges such as `2^6..2^28`, divided into steps of equal ratio.

use crate::Result;
use std::str::FromStr;

/// A closed range of sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    first: u64,
    last: u64,
}

impl FromStr for Span {
    type Err = Box<dyn std::error::Error + Send + Sync>;

    /// Parses `FIRST..LAST` or one size. A size is a number or `2^EXPONENT`, the exponent up to 40 with a fraction if wanted.
    fn from_str(text: &str) -> std::result::Result<Self, Self::Err> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let (first, last) = (size(first)?, size(last)?);
        if first > last {
            return Err(format!("{text}: the first size is the greater one").into());
        }
        Ok(Span { first, last })
    }
}

fn size(text: &str) -> std::result::Result<u64, String> {
    let wrong = || format!("{text:?} is not a size: write a number from 1 to 2^40, or 2^EXPONENT");
    let size = match text.split_once('^') {
        Some(("2", exponent)) => exponent.parse::<f64>().map_err(|_| wrong())?.exp2().round(),
        _ => text.parse::<u64>().map_err(|_| wrong())? as f64,
    };
    if (1.0..=40f64.exp2()).contains(&size) { Ok(size as u64) } else { Err(wrong()) }
}

impl Span {
    /// Returns the sizes `2^(k / per_octave)` of the range, rounded to multiples of `unit`, each once. A range of one size holds that size
    /// alone.
    ///
    /// # Errors
    /// Returns an error for zero steps an octave, and for a range between two steps.
    pub fn steps(self, per_octave: u32, unit: u64) -> Result<Vec<u64>> {
        let rounded = |size: f64| ((size / unit as f64).round() as u64).max(1) * unit;
        if self.first == self.last {
            return Ok(vec![rounded(self.first as f64)]);
        }
        if per_octave == 0 {
            return Err("--per-octave must be at least 1".into());
        }
        let steps = f64::from(per_octave);
        let first = ((self.first as f64).log2() * steps - 1e-6).ceil() as u64;
        let last = ((self.last as f64).log2() * steps + 1e-6).floor() as u64;
        let mut sizes: Vec<u64> = (first..=last).map(|k| rounded((k as f64 / steps).exp2())).collect();
        sizes.dedup();
        if sizes.is_empty() {
            return Err("no step lies in this range: widen it, or raise --per-octave".into());
        }
        Ok(sizes)
    }
}

/// Returns the binary logarithm with two digits, for tables.
pub fn logarithm(size: u64) -> String {
    let text = format!("{:.2}", (size as f64).log2());
    text.strip_suffix(".00").map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::Span;

    fn steps(span: &str, per_octave: u32, unit: u64) -> Vec<u64> {
        span.parse::<Span>().unwrap().steps(per_octave, unit).unwrap()
    }

    #[test]
    fn ranges_hold_both_ends() {
        assert_eq!(steps("2^6..2^8", 4, 64), [64, 128, 192, 256]);
        assert_eq!(steps("2^10..2^12", 1, 64), [1024, 2048, 4096]);
        assert_eq!(steps("2^16..2^17", 2, 64), [65536, 92672, 131072]);
        assert_eq!(steps("100000", 4, 64), [100_032]);
        assert_eq!(steps("2^8..2^9", 4, 1), [256, 304, 362, 431, 512]);
    }

    #[test]
    fn bad_ranges_are_refused() {
        for text in ["", "2^", "3^4", "0", "2^41", "9..8", "-1", "2^nan"] {
            assert!(text.parse::<Span>().is_err(), "{text}");
        }
        assert!("5..7".parse::<Span>().unwrap().steps(1, 1).is_err());
        assert!("5..9".parse::<Span>().unwrap().steps(0, 1).is_err());
    }
}
