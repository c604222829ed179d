//! The marks of an axis.

/// Returns positions at a round distance of 1, 2 or 5 times a power of ten, at most about `count` of them, with their text.
pub(super) fn ticks(from: f64, to: f64, count: usize) -> Vec<(f64, String)> {
    let width = to - from;
    if !(width > 0.0 && width.is_finite()) {
        return Vec::new();
    }
    let least = width / count.max(1) as f64;
    let power = 10f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|digit| digit * power).find(|&step| step >= least * 0.999);
    let step = step.unwrap_or(10.0 * power);
    // As many decimals as distinguish neighbours.
    let digits = (-step.log10().floor()).clamp(0.0, 12.0) as usize;
    let first = (from / step - 1e-9).ceil() as i64;
    let last = (to / step + 1e-9).floor() as i64;
    (first..=last.min(first.saturating_add(1000)))
        .map(|i| {
            let at = i as f64 * step;
            (at, format!("{at:.digits$}").replace("-0", if at == 0.0 { "0" } else { "-0" }))
        })
        .collect()
}

/// Returns 1, 2 and 5 times the powers of ten between both ends, with their text; beyond four powers of ten, only
/// these.
pub(super) fn log_ticks(from: f64, to: f64) -> Vec<(f64, String)> {
    let powers = to.log10() - from.log10();
    if !(from > 0.0 && powers > 0.0 && powers.is_finite()) {
        return Vec::new();
    }
    let digits: &[f64] = if powers > 4.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
    (from.log10().floor() as i32..=to.log10().ceil() as i32)
        .flat_map(|power| digits.iter().map(move |digit| digit * 10f64.powi(power)))
        .filter(|at| (from * (1.0 - 1e-9)..=to * (1.0 + 1e-9)).contains(at))
        .map(|at| (at, format!("{at}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{log_ticks, ticks};

    #[test]
    fn logarithmic_steps() {
        let texts = |from, to| log_ticks(from, to).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(texts(43.0, 22050.0), ["50", "100", "200", "500", "1000", "2000", "5000", "10000", "20000"]);
        assert_eq!(texts(0.05, 0.5), ["0.05", "0.1", "0.2", "0.5"]);
        assert_eq!(texts(1.0, 1e6), ["1", "10", "100", "1000", "10000", "100000", "1000000"]);
        assert!(texts(0.0, 1.0).is_empty() && texts(1.0, 1.0).is_empty() && texts(1.0, f64::INFINITY).is_empty());
    }

    #[test]
    fn round_steps() {
        let texts = |from, to, count| ticks(from, to, count).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(texts(0.0, 1.0, 5), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(texts(0.0, 22050.0, 5), ["0", "5000", "10000", "15000", "20000"]);
        assert_eq!(texts(-97.0, 3.0, 6), ["-80", "-60", "-40", "-20", "0"]);
        assert_eq!(texts(0.013, 0.019, 3), ["0.014", "0.016", "0.018"]);
        assert!(ticks(1.0, 1.0, 5).is_empty() && ticks(0.0, f64::INFINITY, 5).is_empty());
        assert!(ticks(f64::NAN, 1.0, 5).is_empty());
    }
}
