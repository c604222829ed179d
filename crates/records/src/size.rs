//! Sizes as records write them.

/// Parses a size, which may be a sum and a product of powers: `2^10`, `1.25*2^8`, `2^8+64`, `1024x1024`.
pub(crate) fn number(text: &str) -> Option<f64> {
    let parts = |mark: char| text.split_once(mark).map(|(a, b)| Some((number(a)?, number(b)?)));
    if let Some(parts) = parts('+') {
        return parts.map(|(a, b)| a + b);
    }
    if let Some(parts) = parts('x').or_else(|| parts('*')) {
        return parts.map(|(a, b)| a * b);
    }
    match parts('^') {
        Some(parts) => parts.map(|(a, b)| a.powf(b)),
        None => text.parse().ok(),
    }
}

/// Returns a size with a power of two written as one: `2^10` for `1024`.
pub(crate) fn canonical(text: &str) -> String {
    match text.parse::<u64>() {
        Ok(number) if number > 1 && number.is_power_of_two() => format!("2^{}", number.ilog2()),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{canonical, number};

    #[test]
    fn sizes_are_sums_and_products() {
        for (text, value) in [("2^10", 1024.0), ("1.25*2^8", 320.0), ("2^8+64", 320.0), ("4x4x2^3", 128.0), ("7", 7.0)]
        {
            assert_eq!(number(text), Some(value), "{text}");
        }
        assert_eq!(number("2^x"), None);
    }

    #[test]
    fn powers_of_two_have_one_name() {
        for (text, name) in [("1024", "2^10"), ("2^10", "2^10"), ("1000", "1000"), ("1", "1"), ("64x64", "64x64")] {
            assert_eq!(canonical(text), name);
        }
    }
}
