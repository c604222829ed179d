//! The builder for a request, and the memory limit.

use crate::{
    choice::Choice,
    contestant::Ask,
    error::{Error, Result, quoted},
};
use ringfft::{
    order::Order,
    plan::{Accelerated, Builder, Layout, Options, Scale, Threads},
};

/// Returns the builder of the plan asked for. Transforms are unscaled.
pub(crate) fn builder<R: Accelerated>(ring: R, ask: &Ask<'_>, choice: &Choice) -> Result<Builder<R>> {
    let len = ask.task.len();
    let mut options = Options::default();
    options.scale = Scale::NONE;
    options.threads = Threads::AtMost(ask.threads);
    options.isa = ask.isa;
    options.batch = ask.task.batch;
    options.layout = Layout::Rows;
    options.twiddles = choice.twiddles();
    options.memory_limit = Some(ask.memory);
    options.algorithm = choice.algorithm();
    options.recipe = choice.recipe(len)?;
    options.order = match choice.algorithm() {
        None => Order::Natural,
        Some(algorithm) if ask.native_order => algorithm.native_order(),
        Some(algorithm) => algorithm.default_order(),
    };
    if options.recipe.is_some() {
        options.algorithm = None;
    }
    Ok(Builder::new(ring, len).options(options))
}

/// Rejects a run whose bytes exceed the limit.
pub(crate) fn limits(ring: &str, ask: &Ask<'_>, needed: u128) -> Result<()> {
    if needed <= u128::from(ask.memory) {
        return Ok(());
    }
    Err(Error::Resource(format!(
        "{ring}:{} needs {}, and {} are allowed: take shorter lengths or raise it with --memory",
        ask.task.size(),
        bytes(needed),
        bytes(ask.memory.into())
    )))
}

/// Parses a number of bytes: `1000`, `64K`, `512M`, `2G`, also `KiB`, `MiB`, `GiB`, `TiB` (all powers of 1024).
///
/// # Errors
/// [`Error::Input`] for other text, and for a number above `2^64`.
pub fn parse_bytes(text: &str) -> Result<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let shift = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => Some(0),
        "k" | "kb" | "kib" => Some(10),
        "m" | "mb" | "mib" => Some(20),
        "g" | "gb" | "gib" => Some(30),
        "t" | "tb" | "tib" => Some(40),
        _ => None,
    };
    let bytes = shift.and_then(|shift| number.parse::<u64>().ok()?.checked_mul(1 << shift));
    bytes.ok_or_else(|| {
        Error::input(format!("{} is no number of bytes: write for instance 500000, 512M or 4GiB", quoted(text)))
    })
}

/// Returns a number of bytes as text.
pub(crate) fn bytes(count: u128) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let unit = (count.max(1).ilog2() / 10).min(6) as usize;
    if unit == 0 {
        return format!("{count} bytes");
    }
    let value = count as f64 / (1u128 << (10 * unit)) as f64;
    let digits = if value < 10.0 { 1 } else { 0 };
    format!("{value:.digits$} {}", units[unit])
}
