//! Counts, times and sizes as people read them.

use std::time::Duration;

/// Returns the decimal digits in groups of three.
pub(crate) fn count(number: impl TryInto<u128>) -> String {
    let digits = number.try_into().unwrap_or(0).to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns the number with its noun: `1 digit`, `2,000 digits`.
pub(crate) fn counted(number: impl TryInto<u128>, noun: &str) -> String {
    let text = count(number);
    let plural = if text == "1" { "" } else { "s" };
    format!("{text} {noun}{plural}")
}

/// Returns two numbers with their noun: `3 x 2 digits`.
pub(crate) fn pair(a: usize, b: usize, noun: &str) -> String {
    let plural = if a.max(b) == 1 { "" } else { "s" };
    format!("{} x {} {noun}{plural}", count(a), count(b))
}

/// Returns the time with three digits at most: `350 µs`, `91 ms`, `1.75 s`, `2 min 5 s`.
pub(crate) fn time(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        _ if seconds >= 119.5 => {
            let whole = seconds.round() as u64;
            format!("{} min {} s", count(whole / 60), whole % 60)
        }
        _ if seconds >= 0.9995 => three(seconds, "s"),
        _ if seconds >= 0.000_999_5 => three(seconds * 1e3, "ms"),
        _ => format!("{:.0} µs", seconds * 1e6),
    }
}

/// Returns the size in units of 1024 bytes and their powers, as `--memory` reads them.
pub(crate) fn size(bytes: impl TryInto<u128>) -> String {
    let bytes = bytes.try_into().unwrap_or(u128::MAX);
    if bytes < 10_000 {
        return format!("{bytes} byte{}", if bytes == 1 { "" } else { "s" });
    }
    let units = ["KiB", "MiB", "GiB", "TiB"];
    let power = (bytes.ilog2() / 10).clamp(1, units.len() as u32);
    three(bytes as f64 / 1024f64.powi(power as i32), units[power as usize - 1])
}

/// Returns the size with the exact number of bytes.
pub(crate) fn exact_size(bytes: u128) -> String {
    let size = size(bytes);
    if size.contains("byte") { size } else { format!("{size} ({bytes} bytes)") }
}

/// Returns bytes as hexadecimal digits.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the number with three digits, without trailing zeros behind the point.
fn three(number: f64, unit: &str) -> String {
    let digits = if number >= 99.95 {
        0
    } else if number >= 9.995 {
        1
    } else {
        2
    };
    let text = format!("{number:.digits$}");
    let text = if digits == 0 { &text } else { text.trim_end_matches('0').trim_end_matches('.') };
    format!("{text} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped() {
        for (number, text) in [(0u64, "0"), (999, "999"), (1000, "1,000"), (10_000_000, "10,000,000")] {
            assert_eq!(count(number), text);
        }
        assert_eq!((pair(1, 1, "digit"), pair(2000, 1, "digit")), ("1 x 1 digit".into(), "2,000 x 1 digits".into()));
        assert_eq!((counted(1usize, "digit").as_str(), counted(2usize, "digit").as_str()), ("1 digit", "2 digits"));
    }

    #[test]
    fn times_have_three_digits() {
        for (micros, text) in [
            (0, "0 µs"),
            (350, "350 µs"),
            (999, "999 µs"),
            (1000, "1 ms"),
            (1234, "1.23 ms"),
            (91_000, "91 ms"),
            (109_400, "109 ms"),
            (999_600, "1 s"),
            (1_750_000, "1.75 s"),
            (60_000_000, "60 s"),
            (125_000_000, "2 min 5 s"),
        ] {
            assert_eq!(time(Duration::from_micros(micros)), text);
        }
    }

    #[test]
    fn sizes_are_those_of_the_option() {
        for (bytes, text) in [
            (1u128, "1 byte"),
            (8000, "8000 bytes"),
            (20 << 20, "20 MiB"),
            (80 << 30, "80 GiB"),
            (3 << 39, "1.5 TiB"),
            (10_240, "10 KiB"),
        ] {
            assert_eq!(size(bytes), text);
        }
        assert_eq!(exact_size(4 << 30), "4 GiB (4294967296 bytes)");
        assert_eq!(exact_size(12), "12 bytes");
    }
}
