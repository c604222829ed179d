//! Tasks: a ring, a length or the lengths of an array, and the number of transforms in a call.

use crate::error::{Error, Result, quoted};
use serde::{Deserialize, Serialize};

/// The names of the integers: `z` for products of two factors of equal length, `z/square` for squares.
pub const INTEGERS: [&str; 2] = ["z", "z/square"];

/// The most lengths of one range.
const MOST_LENGTHS: usize = 4096;

/// A task: all contestants at it compute the same transform.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Task {
    /// The ring, by its name on the command line.
    pub ring: String,
    /// The lengths of the axes; one length for a plain transform. Over the integers, the bits of a factor.
    pub shape: Vec<usize>,
    /// The number of transforms in one call.
    pub batch: usize,
}

impl Task {
    /// Returns the number of points of one transform, saturated.
    pub fn len(&self) -> usize {
        self.shape.iter().fold(1, |len: usize, axis| len.saturating_mul(*axis))
    }

    /// Returns true if there are no points, which no task has.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of points of all transforms of a call, saturated.
    pub fn points(&self) -> usize {
        self.len().saturating_mul(self.batch)
    }

    /// Returns true if the task is a product or a square of integers.
    pub fn is_of_integers(&self) -> bool {
        INTEGERS.contains(&self.ring.as_str())
    }

    /// Returns the number of elements of a call, saturated: the points of all transforms, or the limbs of a factor.
    pub fn elements(&self) -> usize {
        if self.is_of_integers() { self.len().div_ceil(64) } else { self.points() }
    }

    /// Returns the length as text: `2^10`, `1000`, `512x512`, with ` x 64` for a batch.
    pub fn size(&self) -> String {
        let axes: Vec<String> = self.shape.iter().map(|&axis| power(axis)).collect();
        let batch = if self.batch == 1 { String::new() } else { format!(" x {}", self.batch) };
        format!("{}{batch}", axes.join("x"))
    }

    /// Returns `n log2 n` for all points of a call, at least 1: the unit of times.
    pub fn work(&self) -> f64 {
        let len = self.len() as f64;
        (self.batch as f64 * len * len.log2()).max(1.0)
    }
}

/// Returns a power of two from 16 on, or of three from 27 on, as a power; other lengths as digits.
fn power(len: usize) -> String {
    if len >= 16 && len.is_power_of_two() {
        return format!("2^{}", len.ilog2());
    }
    let exponent = len.max(1).ilog(3);
    if len >= 27 && 3usize.pow(exponent) == len { format!("3^{exponent}") } else { len.to_string() }
}

/// Parses `RING:LENGTHS` into tasks. If a total is given, a call has `total / n` transforms of length `n`.
///
/// # Errors
/// [`Error::Input`] for text of any other form.
pub fn tasks(text: &str, batch: usize, total: Option<usize>) -> Result<Vec<Task>> {
    let Some((ring, lengths)) = text.rsplit_once(':').filter(|(ring, lengths)| !ring.is_empty() && !lengths.is_empty())
    else {
        return Err(Error::input(format!(
            "{} names no lengths: write RING:LENGTHS, for instance c64:2^4..2^20 or goldilocks:1000,3^5",
            quoted(text)
        )));
    };
    let shapes = shapes(lengths)?;
    let task = |shape: Vec<usize>| {
        let mut task = Task { ring: ring.to_string(), shape, batch };
        task.batch = total.map_or(batch, |total| (total / task.len()).max(1));
        task
    };
    Ok(shapes.into_iter().map(task).collect())
}

/// Parses a list of lengths: `1000`, `3^5,1000`, `2^4..2^22`, every second power by `2^4..2^22/2`, arrays by `512x512`.
fn shapes(text: &str) -> Result<Vec<Vec<usize>>> {
    let mut shapes = Vec::new();
    for part in text.split(',') {
        match part.split_once("..") {
            Some((from, to)) => shapes.extend(range(part, from, to)?),
            None => shapes.push(part.split('x').map(|axis| Ok(power_of(axis)?.0)).collect::<Result<Vec<_>>>()?),
        }
    }
    Ok(shapes)
}

/// Parses a range: powers of one base, or all lengths between two numbers.
fn range(part: &str, from: &str, to: &str) -> Result<Vec<Vec<usize>>> {
    let (to, step) = match to.split_once('/') {
        Some((to, step)) => (to, step.parse::<usize>().ok().filter(|&step| step > 0).ok_or_else(|| wrong(part))?),
        None => (to, 1),
    };
    // In squares and other arrays of equal axes, the range applies to every axis.
    let axes = from.split('x').count();
    let equal = |text: &str| -> Result<(usize, Option<(usize, u32)>)> {
        let mut parts = text.split('x');
        let first = parts.next().unwrap_or_default();
        if text.split('x').count() != axes || parts.any(|part| part != first) {
            return Err(wrong(part));
        }
        power_of(first)
    };
    let lengths: Vec<usize> = match (equal(from)?, equal(to)?) {
        ((_, Some((base, low))), (_, Some((other, high)))) if base == other && low <= high => {
            (low..=high).step_by(step).map(|exponent| base.pow(exponent)).collect()
        }
        ((low, None), (high, None)) if low <= high && high - low < MOST_LENGTHS => (low..=high).step_by(step).collect(),
        _ => return Err(wrong(part)),
    };
    Ok(lengths.into_iter().map(|len| vec![len; axes]).collect())
}

/// Parses a length. Returns base and exponent too if it is written as a power.
fn power_of(text: &str) -> Result<(usize, Option<(usize, u32)>)> {
    let number = |text: &str| -> Option<usize> {
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if digits { text.parse().ok() } else { None }
    };
    let read = || match text.split_once('^') {
        None => Some((number(text)?, None)),
        Some((base, exponent)) => {
            let (base, exponent) = (number(base)?, u32::try_from(number(exponent)?).ok()?);
            Some((base.checked_pow(exponent)?, Some((base, exponent))))
        }
    };
    match read() {
        Some((len, power)) if len > 0 => Ok((len, power)),
        _ => Err(wrong(text)),
    }
}

fn wrong(text: &str) -> Error {
    Error::input(format!(
        "{} is no length: write 1000, 3^5, a range such as 2^4..2^22 or 2^4..2^22/2 for every second one, or an array such as \
         512x512",
        quoted(text)
    ))
}
